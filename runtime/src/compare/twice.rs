//! A construct that runs twice: on its device, then on the host's cores from what the device had.

use super::report::{Differences, told};
use super::section::Section;
use super::settings;
use crate::construct;
use crate::data::{Data, both};
use crate::fatal::{Outcome, lock};
use crate::own;
use crate::site::Caller;
use crate::state::DeviceState;
use std::sync::{Mutex, MutexGuard};

/// Memory that compared values have had: new memory would cost more than all copies.
type Spare = Vec<Vec<u8>>;

/// Constructs of several threads run one after the other: they may share what the host's memory has for a time.
static ONE: Mutex<Spare> = Mutex::new(Vec::new());

own! {
    static RUNNING: Option<Running> = None;
}

/// The thread's construct.
pub struct Running {
    place: Caller<'static>,
    state: &'static DeviceState,
    /// Host addresses of variables that kernels reach without items.
    globals: Vec<usize>,
    /// It runs on the cores now.
    on_cores: bool,
    sections: Vec<Section>,
    /// Why it can't be compared.
    not: Option<String>,
    spare: MutexGuard<'static, Spare>,
}

/// So many are kept.
const MOST_SPARE: usize = 48;

impl Running {
    /// Memory for so many bytes, whatever is in it: what had as many, if there is some.
    fn room(&mut self, bytes: usize) -> Vec<u8> {
        let like = self.spare.iter().position(|s| s.len() == bytes);
        like.map_or(Vec::new(), |at| self.spare.swap_remove(at))
    }
}

fn with(work: impl FnOnce(&mut Running) -> Outcome<()>) -> Outcome<()> {
    RUNNING.with_borrow_mut(|running| running.as_mut().map_or(Ok(()), work))
}

/// Whether the thread's construct has run on its device, and runs on the cores now.
pub fn on_cores() -> bool {
    RUNNING.with_borrow(|running| running.as_ref().is_some_and(|r| r.on_cores))
}

/// A construct begins on a device. `globals`: host addresses of variables that kernels reach without items.
pub fn begin(
    place: Caller<'static>,
    state: &'static DeviceState,
    globals: impl FnOnce() -> Vec<usize>,
) -> Outcome<()> {
    if settings()?.is_none() || RUNNING.with_borrow(Option::is_some) {
        return Ok(());
    }
    let one = lock(&ONE);
    RUNNING.set(Some(Running {
        place,
        state,
        globals: globals(),
        on_cores: false,
        sections: Vec::new(),
        not: None,
        spare: one,
    }));
    Ok(())
}

/// The construct's data is on the device, its kernels have not been launched.
pub fn entered(data: &[Data]) -> Outcome<()> {
    with(|r| {
        both::finish(r.state, r.place)?;
        match both::reached(r.state, r.place, data, &r.globals)? {
            Err(why) => r.not = Some(why),
            Ok(sections) => {
                for of in sections {
                    let before = r.room(of.bytes);
                    let behind = if of.stays {
                        Vec::new()
                    } else {
                        r.room(of.bytes)
                    };
                    let mut section = Section::new(of, before, behind);
                    section.entered(r.state, r.place)?;
                    r.sections.push(section);
                }
            }
        }
        Ok(())
    })
}

/// Whether the thread's construct is to be compared.
pub fn is_on() -> bool {
    RUNNING.with_borrow(Option::is_some)
}

/// The construct runs in parts, since the device's memory doesn't hold its data.
pub fn in_parts() -> Outcome<()> {
    with(|r| {
        r.not = Some("it runs in parts".into());
        Ok(())
    })
}

/// Its kernels have been launched, its data is still there.
pub fn leaving() -> Outcome<()> {
    with(|r| {
        construct::finish()?;
        both::finish(r.state, r.place)?;
        let (state, place) = (r.state, r.place);
        r.sections
            .iter_mut()
            .try_for_each(|s| s.leaving(state, place))
    })
}

/// The construct's end, on the device or on the cores; true if it has to run once more, on the cores. `can`: there is a version for them.
pub fn again(can: bool) -> Outcome<bool> {
    let Some(mut r) = RUNNING.take_some() else {
        return Ok(false);
    };
    if r.on_cores {
        compare(r)?;
        return Ok(false);
    }
    if let Some(why) = r.not.take() {
        told(&r.place, r.state, Differences::not(why));
        return Ok(false);
    }
    if !can || r.sections.is_empty() {
        return Ok(false);
    }
    both::finish(r.state, r.place)?;
    for s in &mut r.sections {
        s.lend(r.state, r.place)?;
    }
    r.on_cores = true;
    RUNNING.set(Some(r));
    Ok(true)
}

/// Compares what the cores have left with what the device had left, which the host's memory gets again as far as the construct gave it.
fn compare(mut r: Running) -> Outcome<()> {
    let Some(allowed) = settings()? else {
        return Ok(());
    };
    let mut found = Differences::default();
    for mut s in std::mem::take(&mut r.sections) {
        s.compare(r.state, r.place, allowed, &mut found)?;
        r.spare.extend(s.into_room());
    }
    r.spare.truncate(MOST_SPARE);
    told(&r.place, r.state, found).stop_if(allowed, &r.place)
}
