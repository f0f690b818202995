//! Tests of the rooms together, over a device that does its work late: what is put
//! on a stream happens when the stream is waited for, so that anything that relies
//! on luck with asynchronous work fails.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::vec_box,
    clippy::useless_vec
)]

mod async_;
mod attach;
mod data;
mod held;
mod interleaved;
mod joined;
mod lacking;
mod launch;
mod mock;
mod parts;
mod rows;
mod shared;
mod table;
mod threads;

use crate::abi::Site;
use crate::data::Data;
use crate::kinds::Kind;
use crate::site::Caller;
use crate::state::DeviceState;
use mock::{Log, Mock, Moment, Other};
use std::ffi::{c_int, c_uint, c_void};

struct Constants(Site);
// SAFETY: the strings are constants.
unsafe impl Sync for Constants {}

static SITE: Constants = Constants(Site {
    file: c"t.c".as_ptr(),
    function: c"main".as_ptr(),
    construct: c"data".as_ptr(),
    line: 10,
    nitems: 0,
    items: std::ptr::null(),
});

fn place() -> Caller<'static> {
    Caller::Construct(&SITE.0)
}

/// A device of its own for a test, with `memory` bytes, and the log of its work.
fn device(kind: Kind, memory: u64) -> (DeviceState, Log) {
    let (mock, log) = Mock::new(memory, Other::default());
    (DeviceState::new(kind, 0, Box::new(mock)), log)
}

/// The same with another thread, for the life of the test program.
fn shared_device(kind: Kind, memory: u64) -> (&'static DeviceState, Log, Other) {
    let other = Other::default();
    let (mock, log) = Mock::new(memory, other.clone());
    let state = DeviceState::new(kind, 0, Box::new(mock));
    (Box::leak(Box::new(state)), log, other)
}

/// A contiguous section of a vector, named `a[..]`, with clause line 12.
fn section<T>(v: &[T], kind: c_int, flags: c_uint) -> Data {
    let host = v.as_ptr().cast_mut().cast::<c_void>();
    let mut entry = Data::whole(c"a[0:n]".as_ptr(), host, size_of_val(v));
    (entry.kind, entry.flags, entry.line) = (kind, flags, 12);
    entry
}
