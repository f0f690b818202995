//! The synchronous compute construct that a thread is in, on a device. Its kernels follow each other on one stream and are
//! waited for once, before the construct's data leaves it: so a construct with all its data present costs a launch for each kernel
//! and one wait.

use crate::fatal::Outcome;
use crate::loader::Launches;
use crate::own;
use crate::state::DeviceState;
use std::cell::Cell;

thread_local! {
    /// Where the construct's kernels run; none outside of constructs, and where it goes other ways (parts, the host's cores).
    static OPEN: Cell<Option<&'static DeviceState>> = const { Cell::new(None) };
}

own! {
    /// Its kernels that are under way. The room stays for the next construct's.
    static UNDER_WAY: Launches<'static> = Launches::new();
}

/// The thread's construct begins on a device.
pub fn open(state: &'static DeviceState) {
    OPEN.set(Some(state));
}

/// Whether the thread is in a construct on this device.
pub fn is_open(state: &DeviceState) -> bool {
    OPEN.get().is_some_and(|open| std::ptr::eq(open, state))
}

/// The construct ends, or what comes now is done one by one.
pub fn close() -> Outcome<()> {
    OPEN.with(|open| open.set(None));
    finish()
}

/// Waits for the construct's kernels so far.
pub fn finish() -> Outcome<()> {
    if UNDER_WAY.with_borrow(Launches::is_empty) {
        return Ok(());
    }
    let mut launches = UNDER_WAY.take();
    launches.wait()?;
    UNDER_WAY.set(launches);
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
    let mut launches = UNDER_WAY.take();
    let done = launch(&mut launches)?;
    UNDER_WAY.set(launches);
    Ok(done)
}
