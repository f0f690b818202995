//! What tools hear of a call (OpenACC 3.3 §5.1.4, §5.1.9), and its waits.

use super::Call;
use super::Data;
use crate::abi::flag;
use crate::device::DevPtr;
use crate::fatal::{Failure, Outcome};
use crate::prof::{self, About, At, info::event};
use std::ffi::c_int;

impl<'a> Call<'a> {
    /// Where the call's events happen.
    pub(super) fn at(&self) -> At<'a> {
        At::work(self.place, self.state, &self.work)
    }

    /// Tells tools of an event that has no end.
    pub(super) fn once(&self, event: c_int, d: &Data, device: DevPtr) {
        let implicit = d.flags & flag::IMPLICIT != 0;
        prof::once(event, || self.at(), implicit, about(d, device));
    }

    pub(super) fn wait(&mut self) -> Outcome<()> {
        let told = if self.work.is_waiting() {
            prof::begin(event::WAIT, || self.at(), true, About::Nothing)
        } else {
            None
        };
        let waited = self.wait_now();
        prof::end(told);
        waited
    }

    fn wait_now(&mut self) -> Outcome<()> {
        let (place, state) = (&self.place, self.state);
        self.work
            .wait_if_sync()
            .map_err(|e| Failure::new(format!("{place}: {state}: {e}")))
    }
}

/// An item, for tools.
pub(super) fn about(d: &Data, device: DevPtr) -> About<'static> {
    About::Data {
        name: d.name,
        bytes: d.bytes,
        host: d.host,
        device: device.0,
    }
}
