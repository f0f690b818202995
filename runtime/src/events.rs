//! What happens at run time, and where: what [`crate::prof`] tells tools and [`crate::times`] measures.

use crate::kinds::Kind;
use crate::kinds::device_type::type_of;
use crate::queue::{Line, Work};
use crate::site::Caller;
use crate::state::{Current, DeviceState};
use std::ffi::{c_char, c_int, c_void};

/// `acc_event_t`
pub mod event {
    use std::ffi::c_int;
    pub const DEVICE_INIT: c_int = 1;
    pub const DEVICE_SHUTDOWN: c_int = 3;
    pub const RUNTIME_SHUTDOWN: c_int = 5;
    pub const CREATE: c_int = 6;
    pub const DELETE: c_int = 7;
    pub const ALLOC: c_int = 8;
    pub const FREE: c_int = 9;
    pub const ENTER_DATA: c_int = 10;
    pub const EXIT_DATA: c_int = 12;
    pub const UPDATE: c_int = 14;
    pub const COMPUTE: c_int = 16;
    pub const LAUNCH: c_int = 18;
    pub const UPLOAD: c_int = 20;
    pub const DOWNLOAD: c_int = 22;
    pub const WAIT: c_int = 24;
    pub const ERROR: c_int = 100;
}

/// Where an event happens.
#[derive(Clone)]
pub struct At<'a> {
    pub place: Caller<'a>,
    pub kind: Kind,
    /// `acc_device_t`
    pub device_type: c_int,
    pub number: c_int,
    pub state: Option<&'a DeviceState>,
    /// `None` is synchronous.
    pub queue: Option<c_int>,
    /// The stream that it goes on, where it is carried out on one.
    pub line: Option<Line<'a>>,
}

impl<'a> At<'a> {
    pub fn device(place: Caller<'a>, state: &'a DeviceState, queue: Option<c_int>) -> Self {
        Self {
            place,
            kind: state.kind,
            device_type: type_of(state.kind),
            number: state.ordinal as c_int,
            state: Some(state),
            queue,
            line: None,
        }
    }

    /// Something that `work` puts on its stream.
    pub fn work(place: Caller<'a>, state: &'a DeviceState, work: &Work<'a>) -> Self {
        Self {
            line: Some(work.line()),
            ..Self::device(place, state, work.queue().map(|q| q.key))
        }
    }

    pub fn current(place: Caller<'a>, current: Current, queue: Option<c_int>) -> Self {
        match current {
            Current::Device(state) => Self::device(place, state, queue),
            Current::Host => Self::kind(place, Kind::Multicore, 0, queue),
        }
    }

    /// A device that isn't open.
    pub fn kind(place: Caller<'a>, kind: Kind, number: u32, queue: Option<c_int>) -> Self {
        Self {
            place,
            kind,
            device_type: type_of(kind),
            number: number as c_int,
            state: None,
            queue,
            line: None,
        }
    }
}

/// What an event is about, beyond where it happens.
#[derive(Clone, Copy)]
pub enum About<'a> {
    Nothing,
    Data {
        name: *const c_char,
        bytes: usize,
        host: *const c_void,
        device: u64,
    },
    Launch {
        name: *const c_char,
        grid: [u32; 3],
        block: [u32; 3],
    },
    Error {
        code: c_int,
        message: &'a str,
    },
}
