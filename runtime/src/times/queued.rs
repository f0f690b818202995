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
/// A comparison that took longer (nanoseconds) was interrupted, on a busy machine say, and is tried again, so many times in all.
const LONG: u64 = 50_000;
const TRIES: u32 = 3;

impl Clock {
    /// Compares the clocks on a stream of its own, so that no work of the program's is waited for.
    pub fn new(state: &'static DeviceState) -> Option<Self> {
        let device = state.device.as_ref();
        let stream = device.stream_create().ok()?;
        let mut best: Option<(Self, u64)> = None;
        for _ in 0..TRIES {
            let Some((clock, took)) = Self::compare(state, stream) else {
                break;
            };
            let worse = match &best {
                Some((_, least)) if *least <= took => Some(clock),
                _ => best.replace((clock, took)).map(|(other, _)| other),
            };
            worse.into_iter().for_each(|w| device.unmark(w.base));
            if took <= LONG {
                break;
            }
        }
        let _ = device.stream_destroy(stream);
        best.map(|(clock, _)| clock)
    }

    /// With how long that took.
    fn compare(state: &'static DeviceState, stream: Stream) -> Option<(Self, u64)> {
        let device = state.device.as_ref();
        let began = now();
        let base = device.mark(stream)?;
        device.stream_synchronize(stream).ok()?;
        let took = now() - began;
        let clock = Self {
            state,
            base,
            at: began + took / 2,
        };
        Some((clock, took))
    }

    /// When a mark was passed that was put on its stream at `put`. It wasn't before that: if it looks so, the base was passed later than
    /// was thought, and so was all that comes.
    fn time(&mut self, mark: Mark, put: u64) -> Option<u64> {
        let since = self.state.device.between(self.base, mark).ok()??;
        let at = self.at.saturating_add_signed(since);
        self.at += put.saturating_sub(at);
        Some(at.max(put))
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
                .and_then(|clock| clock.time(one.from, one.put))
                .unwrap_or(one.put);
            self.show(one.track, one.what, one.place, began, took, one.flow);
        }
    }
}
