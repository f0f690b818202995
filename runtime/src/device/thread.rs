//! Threads of a device's own, which end with the program or with their stream.
//!
//! They aren't Rust's: those register what is to be destroyed at their end, and the C library lets none do so while a library is opened. A construct in a
//! constructor of such a library would wait for them for ever. So what they run must not use `thread_local` values that have to be destroyed.

use std::ffi::{CString, c_int, c_void};
use std::io::Error;

struct Work {
    name: CString,
    run: Box<dyn FnOnce() + Send>,
}

/// What the C library takes of a new thread's stack for itself: above all the program's own `thread_local` variables, of which sim's kernels may have many.
fn taken(how: &libc::pthread_attr_t) -> usize {
    type Least = unsafe extern "C" fn(*const libc::pthread_attr_t) -> usize;
    // SAFETY: a name that only glibc has; where it is, it is this function.
    unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"__pthread_get_minstack".as_ptr());
        match found.is_null() {
            true => libc::PTHREAD_STACK_MIN,
            false => std::mem::transmute::<*mut c_void, Least>(found)(how),
        }
    }
}

/// Starts a thread with this name, of which Linux keeps 15 characters, and with a stack of so many bytes.
///
/// # Errors
/// The system's.
pub fn start(name: &str, stack: usize, work: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    extern "C" fn main(work: *mut c_void) -> *mut c_void {
        // SAFETY: `start` has made it, and gives it to this thread alone.
        let work = unsafe { Box::from_raw(work.cast::<Work>()) };
        // SAFETY: a C string, which is copied.
        unsafe { libc::prctl(libc::PR_SET_NAME, work.name.as_ptr()) };
        // What panics has told why.
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(work.run)).is_err() {
            std::process::abort();
        }
        std::ptr::null_mut()
    }
    let told = |error: c_int| match error {
        0 => Ok(()),
        code => Err(Error::from_raw_os_error(code)),
    };
    let work = Box::into_raw(Box::new(Work {
        name: CString::new(name).unwrap_or_default(),
        run: Box::new(work),
    }));
    // SAFETY: the attributes and the thread are set before they are read; a thread that was not started leaves its work here.
    unsafe {
        let mut how: libc::pthread_attr_t = std::mem::zeroed();
        let mut thread: libc::pthread_t = std::mem::zeroed();
        libc::pthread_attr_init(&raw mut how);
        libc::pthread_attr_setstacksize(&raw mut how, stack + taken(&how));
        libc::pthread_attr_setdetachstate(&raw mut how, libc::PTHREAD_CREATE_DETACHED);
        let started = libc::pthread_create(&raw mut thread, &raw const how, main, work.cast());
        libc::pthread_attr_destroy(&raw mut how);
        if started != 0 {
            drop(Box::from_raw(work));
            return told(started);
        }
    }
    Ok(())
}
