//! Finds tools: one that is linked into the program, and those that `ACC_PROFLIB` names (OpenACC 3.3 §5.3).

use super::{acc_callback_register, acc_callback_unregister, acc_prof_lookup};
use crate::environment;
use crate::notify::warn;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

type Register = extern "C" fn(c_int, Option<super::Callback>, c_uint);
type Lookup = extern "C" fn(*const c_char) -> *const c_void;
type RegisterLibrary = unsafe extern "C" fn(Register, Register, Lookup);

// The address of `acc_register_library`, where the program or a library that it was linked with has one, else null.
std::arch::global_asm!(
    ".weak acc_register_library",
    ".pushsection .data.rel.ro.accrs_register_library,\"aw\",%progbits",
    ".balign 8",
    ".globl __accrs_register_library",
    ".hidden __accrs_register_library",
    "__accrs_register_library:",
    ".8byte acc_register_library",
    ".popsection",
);

unsafe extern "C" {
    static __accrs_register_library: Option<RegisterLibrary>;
}

/// Lets the tools register, once: when a device is first chosen, or a program registers by itself.
pub fn load() {
    static DONE: AtomicBool = AtomicBool::new(false);
    // A tool's own calls of the runtime come through here again.
    if DONE.load(Ordering::Relaxed) || DONE.swap(true, Ordering::SeqCst) {
        return;
    }
    // SAFETY: the word above.
    let linked = unsafe { std::ptr::read_volatile(&raw const __accrs_register_library) };
    // SAFETY: a constant name; what has this name has this type.
    let linked = linked.or_else(|| unsafe { symbol(libc::RTLD_DEFAULT) });
    if let Some(register) = linked.filter(|f| !is_openmp(*f)) {
        call(register);
    }
    let Some(paths) = environment::var_os("ACC_PROFLIB") else {
        return;
    };
    for path in paths.to_string_lossy().split(';').map(str::trim) {
        if !path.is_empty() {
            open(path);
        }
    }
}

/// gcc's libgomp has a routine of that name too, which only ends the program.
fn is_openmp(register: RegisterLibrary) -> bool {
    // SAFETY: all zeros is a value of it.
    let mut found: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: the out-pointer is valid.
    let known = unsafe { libc::dladdr(register as *const c_void, &raw mut found) } != 0;
    if !known || found.dli_fname.is_null() {
        return false;
    }
    // SAFETY: a C string of the loader's.
    let file = unsafe { CStr::from_ptr(found.dli_fname) };
    file.to_bytes().windows(7).any(|w| w == b"libgomp")
}

fn call(register: RegisterLibrary) {
    // SAFETY: the tool's entry, as acc_callback.h has it.
    unsafe {
        register(
            acc_callback_register,
            acc_callback_unregister,
            acc_prof_lookup,
        );
    }
}

/// # Safety
/// `library` is a handle of dlopen's.
unsafe fn symbol(library: *mut c_void) -> Option<RegisterLibrary> {
    // SAFETY: the caller's promise.
    let found = unsafe { libc::dlsym(library, c"acc_register_library".as_ptr()) };
    // SAFETY: what has this name has this type.
    (!found.is_null())
        .then(|| unsafe { std::mem::transmute::<*mut c_void, RegisterLibrary>(found) })
}

/// A tool that can't be used is said so, and the program goes on without it.
fn open(path: &str) {
    let Ok(name) = CString::new(path) else {
        return;
    };
    // SAFETY: a C string.
    let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if library.is_null() {
        // SAFETY: dlerror's text is valid until the next call.
        let why = unsafe { libc::dlerror() };
        let why = if why.is_null() {
            String::new()
        } else {
            // SAFETY: as above.
            unsafe { CStr::from_ptr(why) }
                .to_string_lossy()
                .into_owned()
        };
        return warn(&format!("ACC_PROFLIB: {path} can't be loaded: {why}"));
    }
    // SAFETY: the handle is dlopen's.
    match unsafe { symbol(library) } {
        Some(register) => call(register),
        None => warn(&format!(
            "ACC_PROFLIB: {path} has no acc_register_library: is it a tool for OpenACC?"
        )),
    }
}
