//! The functions of libcuda, by what they are about. Their arguments and results are those of cuda.h.
#![allow(
    clippy::missing_safety_doc,
    non_snake_case,
    reason = "CUDA's names, whose pointers are the callers' promise by CUDA's own manual"
)]

pub mod context;
pub mod copy;
pub mod device;
pub mod event;
pub mod launch;
pub mod memory;
pub mod module;
pub mod stream;

use super::error::Code;
use super::gpu::{Handle, Here};
use std::ffi::{CStr, c_char, c_void};

/// `CU_STREAM_LEGACY` and `CU_STREAM_PER_THREAD`
const LEGACY: Handle = 1;
const PER_THREAD: Handle = 2;

/// The address of a function by the name that cuda.h gives it, its newest version first.
fn address(name: &str) -> Option<*const c_void> {
    let all = [
        context::table(),
        copy::table(),
        device::table(),
        event::table(),
        launch::table(),
        memory::table(),
        module::table(),
        stream::table(),
    ]
    .concat();
    let find = |wanted: &str| all.iter().find(|(n, _)| *n == wanted).map(|(_, a)| *a);
    find(&format!("{name}_v2")).or_else(|| find(name))
}

/// The stream of a handle, the special ones resolved in the current context.
fn stream(here: &Here, handle: Handle) -> Result<Handle, Code> {
    match handle {
        0 | LEGACY => Ok(here.device().default_stream),
        PER_THREAD => {
            let key = (std::thread::current().id(), here.device);
            let mut objects = here.gpu.objects();
            let made = objects.thread_streams.entry(key).or_insert_with(|| {
                here.gpu
                    .streams
                    .create(here.gpu.handle(), here.device, true)
            });
            Ok(*made)
        }
        other => here.gpu.streams.get(other).map(|_| other),
    }
}

/// A name that C passes.
///
/// # Safety
/// `text` is null or ends in a zero byte.
unsafe fn name<'a>(text: *const c_char) -> Result<&'a str, Code> {
    if text.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Code::NOT_FOUND)
}
