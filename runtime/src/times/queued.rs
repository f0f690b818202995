//! Kernels and copies on devices' streams: marks before and behind each, and what they tell when the stream has passed them.

use super::gather::Gathered;
use super::now;
use super::record::{NameId, PlaceId};
use super::trace::{Track, What};
use crate::device::{Mark, Stream};
use crate::queue::Line;
use crate::state::DeviceState;

/// An operation on a stream whose time isn't known yet.
pub struct Queued {
    pub state: &'static DeviceState,
    pub from: Mark,
    pub to: Mark,
    pub what: What,
    pub place: PlaceId,
    pub device: NameId,
    pub track: Track,
    /// When the host put it there.
    pub put: u64,
    pub flow: u64,
}

/// A device's time and the host's: `base` was passed at `at`.
pub struct Clock {
    state: &'static DeviceState,
    base: Mark,
    at: u64,
}

/// The driver's times between marks that are further apart (nanoseconds) lose digits.
const APART: i64 = 1_000_000_000;

impl Clock {
    /// Compares the clocks on a stream of its own, so that no work of the program's is waited for.
    pub fn new(state: &'static DeviceState) -> Option<Self> {
        let device = state.device.as_ref();
        let stream = device.stream_create().ok()?;
        let clock = Self::compare(state, stream);
        let _ = device.stream_destroy(stream);
        clock
    }

    fn compare(state: &'static DeviceState, stream: Stream) -> Option<Self> {
        let device = state.device.as_ref();
        let began = now();
        let base = device.mark(stream)?;
        device.stream_synchronize(stream).ok()?;
        Some(Self {
            state,
            base,
            at: began + (now() - began) / 2,
        })
    }

    /// When a mark was passed.
    fn time(&mut self, mark: Mark) -> Option<u64> {
        let since = self.state.device.between(self.base, mark).ok()??;
        Some(self.at.saturating_add_signed(since))
    }

    /// Takes a mark in the base's place if that is long ago.
    fn renew(&mut self, mark: Mark) -> bool {
        match self.state.device.between(self.base, mark) {
            Ok(Some(since)) if since > APART => {
                self.state.device.unmark(self.base);
                self.at = self.at.saturating_add_signed(since);
                self.base = mark;
                true
            }
            _ => false,
        }
    }
}

pub fn track(line: &Line<'_>, device: NameId, queue: Option<i32>) -> Track {
    match (queue, line.own()) {
        (Some(key), _) => Track::Queue(device, key),
        (None, stream) => Track::Sync(device, stream.map_or(0, |s| s.0)),
    }
}

impl Gathered {
    pub fn device(&self, state: &DeviceState) -> Option<&'static DeviceState> {
        let known = self.clocks.iter().map(|clock| clock.state);
        known.into_iter().find(|known| std::ptr::eq(*known, state))
    }

    /// Takes the times of those that are done; `true` if none is left.
    pub fn harvest(&mut self) -> bool {
        let queued = std::mem::take(&mut self.queued);
        for one in queued {
            let device = one.state.device.as_ref();
            match device.between(one.from, one.to) {
                Ok(None) => {
                    self.queued.push(one);
                    continue;
                }
                Ok(Some(took)) => self.finished(&one, u64::try_from(took).unwrap_or(0)),
                Err(_) => self.record.unfinished += 1,
            }
            device.unmark(one.from);
            let clock = self
                .clocks
                .iter_mut()
                .find(|c| std::ptr::eq(c.state, one.state));
            if !clock.is_some_and(|clock| clock.renew(one.to)) {
                device.unmark(one.to);
            }
        }
        self.next_harvest = (2 * self.queued.len()).max(64);
        self.queued.is_empty()
    }

    fn finished(&mut self, one: &Queued, took: u64) {
        self.spent(one.what, one.place, one.device, took);
        if self.trace.is_some() {
            let clock = self
                .clocks
                .iter_mut()
                .find(|c| std::ptr::eq(c.state, one.state));
            let began = clock
                .and_then(|clock| clock.time(one.from))
                .unwrap_or(one.put);
            // Clocks differ by some microseconds: nothing begins before it is put on a queue.
            self.show(
                one.track,
                one.what,
                one.place,
                began.max(one.put),
                took,
                one.flow,
            );
        }
    }
}
