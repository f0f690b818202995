//! Shared libraries opened at run time, and tables of their functions.
//!
//! cudarc's own loader panics where a library or a function is missing and can't be
//! told where NVRTC is, so only its constants and types are used; the functions
//! are found here, and what is missing is an error in words.

use std::ffi::{CStr, CString, c_void};
use std::path::Path;

/// An open shared library. Never closed: its code may run at exit.
pub struct Library(*mut c_void);

// A handle of the dynamic loader may be used from any thread.
unsafe impl Send for Library {}
unsafe impl Sync for Library {}

impl Library {
    /// Opens a library by name or path; an error is the loader's own words.
    pub fn open(path: &Path) -> Result<Self, String> {
        let name = CString::new(path.as_os_str().as_encoded_bytes())
            .map_err(|_| "a name with a zero byte")?;
        // SAFETY: runs the library's initialisers, as linking it would.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            // SAFETY: dlerror returns null or a string that is valid until the next call.
            let text = unsafe { libc::dlerror() };
            return Err(if text.is_null() {
                format!("{} cannot be opened", path.display())
            } else {
                // SAFETY: as above.
                unsafe { CStr::from_ptr(text) }
                    .to_string_lossy()
                    .into_owned()
            });
        }
        Ok(Self(handle))
    }

    /// The address of a function.
    pub fn symbol(&self, name: &CStr) -> Result<*mut c_void, String> {
        // SAFETY: the handle is open.
        let address = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        if address.is_null() {
            return Err(format!("it has no function {}", name.to_string_lossy()));
        }
        Ok(address)
    }
}

/// Declares a table of C functions of a library and how to fill it.
macro_rules! functions {
    ($(#[$meta:meta])* $table:ident { $($name:ident: $symbol:literal ($($arg:ty),*);)* }) => {
        $(#[$meta])*
        #[allow(non_snake_case)]
        pub struct $table {
            $(pub $name: unsafe extern "C" fn($($arg),*) -> ::std::ffi::c_int,)*
        }
        impl $table {
            pub fn load(library: &$crate::device::cuda::library::Library) -> Result<Self, String> {
                Ok(Self {
                    $(
                        // SAFETY: the library documents this type for this name.
                        $name: unsafe {
                            ::std::mem::transmute::<*mut ::std::ffi::c_void, unsafe extern "C" fn($($arg),*) -> ::std::ffi::c_int>(
                                library.symbol($symbol)?,
                            )
                        },
                    )*
                })
            }
        }
    };
}
pub(crate) use functions;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_and_a_missing_function_are_errors() {
        assert!(
            Library::open(Path::new("libno-such-thing.so.9"))
                .is_err_and(|e| e.contains("libno-such-thing"))
        );
        let here = Library::open(Path::new("libc.so.6"));
        assert!(here.as_ref().is_ok_and(|l| l.symbol(c"malloc").is_ok()));
        assert!(here.is_ok_and(|l| {
            l.symbol(c"no_such_function")
                .is_err_and(|e| e.contains("no_such_function"))
        }));
    }
}
