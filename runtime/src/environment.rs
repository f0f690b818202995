//! The environment, as the runtime reads it. A program that runs with other rights than those of who started it (setuid, setgid, capabilities) takes nothing from
//! it: neither libraries nor files that it would open in its owner's name.

use std::ffi::OsString;

/// Whether the program has rights that who started it lacks (`AT_SECURE`, see getauxval(3)).
fn is_secure() -> bool {
    // SAFETY: reads the process's own vector.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// A variable's value; `None` where it isn't set, or nothing is taken from the environment.
pub fn var_os(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|_| !is_secure())
}

/// Likewise; what is no text counts as not set.
pub fn var(name: &str) -> Option<String> {
    var_os(name)?.into_string().ok()
}
