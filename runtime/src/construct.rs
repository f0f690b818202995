//! The synchronous compute construct that a thread is in, on a device. Its kernels follow each other on one stream and are
//! waited for once, before the construct's data leaves it: so a construct with all its data present costs a launch for each kernel
//! and one wait.

use crate::fatal::Outcome;
use crate::loader::Launches;
use crate::state::DeviceState;
use std::cell::{Cell, RefCell};

thread_local! {
    /// Where the construct's kernels run; none outside of constructs, and where it goes other ways (parts, the host's cores).
    static OPEN: Cell<Option<&'static DeviceState>> = const { Cell::new(None) };
    /// Its kernels that are under way. The room stays for the next construct's.
    static UNDER_WAY: RefCell<Launches<'static>> = const { RefCell::new(Launches::new()) };
}

/// The kernels under way. A thread that ends has none: it waits for each.
fn take() -> Launches<'static> {
    UNDER_WAY.try_with(RefCell::take).unwrap_or_default()
}

fn put(launches: Launches<'static>) {
    let _ = UNDER_WAY.try_with(|under_way| under_way.replace(launches));
}

/// The thread's construct begins on a device.
pub fn open(state: &'static DeviceState) {
    if UNDER_WAY.try_with(|_| ()).is_ok() {
        OPEN.set(Some(state));
    }
}

/// Whether the thread is in a construct on this device.
pub fn is_open(state: &DeviceState) -> bool {
    OPEN.get().is_some_and(|open| std::ptr::eq(open, state))
}

/// The construct ends, or what comes now is done one by one.
pub fn close() -> Outcome<()> {
    OPEN.set(None);
    finish()
}

/// Waits for the construct's kernels so far.
pub fn finish() -> Outcome<()> {
    let is_idle = UNDER_WAY.try_with(|under_way| under_way.borrow().is_empty());
    if is_idle.unwrap_or(true) {
        return Ok(());
    }
    let mut launches = take();
    launches.wait()?;
    put(launches);
    Ok(())
}

/// Has `launch` put a synchronous kernel behind those that are under way, and waits for it unless the construct does.
pub fn launches<T>(
    state: &'static DeviceState,
    launch: impl FnOnce(&mut Launches<'static>) -> Outcome<T>,
) -> Outcome<T> {
    if !is_open(state) {
        let mut alone = Launches::new();
        let done = launch(&mut alone)?;
        alone.wait()?;
        return Ok(done);
    }
    let mut launches = take();
    let done = launch(&mut launches)?;
    put(launches);
    Ok(done)
}
