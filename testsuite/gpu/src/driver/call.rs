//! What every call goes through: it is counted and delayed, may get an injected error, and no panic of ours reaches the program.

use super::error::{Code, Outcome};
use super::gpu::Gpu;
use super::settings::{Counts, Injected, Settings};
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Declares functions of the driver. Each becomes a C function that returns a result code; its block, which sees the
/// [`Gpu`] under the name given, ends in an [`Outcome`]. `table()` lists them for `cuGetProcAddress`.
macro_rules! api {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) |$gpu:ident| $body:block)*) => {
        $(
            $(#[$doc])*
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($arg: $ty),*) -> ::std::ffi::c_int {
                $crate::driver::call::enter(
                    stringify!($name),
                    |$gpu: &'static $crate::driver::gpu::Gpu| -> $crate::driver::error::Outcome { $body },
                )
            }
        )*

        /// The functions of this file: name and address.
        pub(super) fn table() -> Vec<(&'static str, *const ::std::ffi::c_void)> {
            vec![$((stringify!($name), $name as *const ::std::ffi::c_void)),*]
        }
    };
}
pub(super) use api;

/// How often each function was called, and which calls are to fail.
#[derive(Default)]
pub struct Calls {
    made: Mutex<Made>,
}

/// What asynchronous copies that hold up their caller are counted as.
const HELD: &str = "held";
/// What launches of kernels are counted as whose code isn't on the device: they wait there for what runs.
const UNREADY: &str = "unready";

/// What a driver answers whatever has become of its devices.
const NEED_NO_DEVICE: [&str; 3] = ["cuGetErrorName", "cuGetErrorString", "cuDriverGetVersion"];

#[derive(Default)]
struct Made {
    total: u64,
    /// What every call gets from now on.
    lost: Option<Code>,
    each: BTreeMap<&'static str, u64>,
}

impl Calls {
    /// Counts a call; the error that it is to get, if it is its turn.
    fn count(&self, name: &'static str, injected: &[Injected]) -> Option<Code> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.total += 1;
        let each = made.each.entry(name).or_default();
        *each += 1;
        let (each, total) = (*each, made.total);
        let turn = |i: &&Injected| match i.call.as_str() {
            "any" => i.at == total,
            call => call == name && i.at == each,
        };
        let found = injected.iter().find(turn);
        if let Some(last) = found.filter(|i| i.onward) {
            made.lost = Some(last.code);
        }
        let lost = made.lost.filter(|_| !NEED_NO_DEVICE.contains(&name));
        found.map(|i| i.code).or(lost)
    }

    /// Notes that a call holds up its caller on a GPU, though its name doesn't say so.
    pub fn note_held(&self) {
        self.note(HELD);
    }

    /// Notes that a launch brings its kernel's code to the device.
    pub fn note_unready(&self) {
        self.note(UNREADY);
    }

    fn note(&self, name: &'static str) {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        *made.each.entry(name).or_default() += 1;
    }

    /// `name count` a line, in the order of the names.
    fn text(&self) -> String {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        for (name, count) in &made.each {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} {count}");
        }
        let _ = writeln!(text, "any {}", made.total);
        text
    }

    /// Where the settings want the counts: there they go now.
    pub fn report(&self, settings: &Settings) {
        match &settings.counts {
            Counts::None => {}
            Counts::Stderr => say(&format!("driver calls\n{}", self.text())),
            Counts::File(path) => {
                if let Err(why) = std::fs::write(path, self.text()) {
                    say(&format!("ACCRS_GPU_COUNTS={path}: {why}"));
                }
            }
        }
    }
}

/// Carries out a call and returns its result code.
pub fn enter(name: &'static str, body: impl FnOnce(&'static Gpu) -> Outcome) -> c_int {
    let guarded = catch_unwind(AssertUnwindSafe(|| {
        let gpu = Gpu::get()?;
        if gpu.has_ended() {
            return Err(Code::DEINITIALIZED);
        }
        let injected = gpu.calls.count(name, &gpu.settings.injected);
        pause(gpu);
        match injected {
            Some(code) => Err(code),
            None => body(gpu).inspect(|()| gpu.registers_its_end(name)),
        }
    }));
    match guarded {
        Ok(Ok(())) => 0,
        Ok(Err(code)) => code.0,
        Err(_) => Code::UNKNOWN.0,
    }
}

/// Sleeps for up to the delay that the settings ask for.
pub fn pause(gpu: &Gpu) {
    let most = gpu.settings.delay.as_micros() as usize;
    if most > 0 {
        let micros = gpu.random.below(most + 1) as u64;
        std::thread::sleep(Duration::from_micros(micros));
    }
}

/// A word to whoever runs the tests; the real driver is silent.
#[allow(clippy::print_stderr, reason = "the stand-in's only voice")]
pub fn say(text: &str) {
    eprintln!("gpu: {text}");
}

/// Stores a result.
///
/// # Safety
/// `to` is null or may be written.
pub unsafe fn put<T>(to: *mut T, value: T) -> Outcome {
    if to.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    // SAFETY: the caller's promise.
    unsafe { to.write(value) };
    Ok(())
}

/// Stores a result that the caller may not want.
///
/// # Safety
/// `to` is null or may be written.
pub unsafe fn put_if<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: the caller's promise.
        unsafe { to.write(value) };
    }
}

/// Stores a text with its end in a buffer of `room` bytes; what is too long is cut.
///
/// # Safety
/// `to` is null or has `room` bytes.
pub unsafe fn put_text(to: *mut u8, room: usize, text: &str) -> Outcome {
    if to.is_null() || room == 0 {
        return Err(Code::INVALID_VALUE);
    }
    let n = text.len().min(room - 1);
    // SAFETY: n + 1 bytes fit.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), to, n);
        to.add(n).write(0);
    }
    Ok(())
}
