//! Places in the user's source, and C strings of the program, for messages.

use crate::abi;
use std::borrow::Cow;
use std::ffi::{CStr, c_char};
use std::fmt;

/// Where a call comes from: a construct's site, or an API routine by name.
#[derive(Clone, Copy)]
pub enum Caller<'a> {
    Construct(&'a abi::Site),
    Api(&'static str),
}

/// The text behind a C string of the program; empty for null.
///
/// # Safety
/// `text` is null or a null-terminated string that outlives the result.
pub unsafe fn text<'a>(text: *const c_char) -> Cow<'a, str> {
    if text.is_null() {
        return Cow::Borrowed("");
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy()
}

impl<'a> Caller<'a> {
    /// # Safety
    /// `site` is null or valid for the whole call, as the ABI has it.
    pub unsafe fn of(site: *const abi::Site) -> Self {
        // SAFETY: the caller's promise.
        unsafe { site.as_ref() }.map_or(Caller::Api("the accrs runtime"), Caller::Construct)
    }

    /// The user's file; the routine's name for an API call.
    pub fn file(&self) -> Cow<'a, str> {
        match self {
            // SAFETY: a site's strings are constants of the program.
            Caller::Construct(site) => unsafe { text(site.file) },
            Caller::Api(name) => Cow::Borrowed(name),
        }
    }

    pub fn line(&self) -> i32 {
        match self {
            Caller::Construct(site) => site.line,
            Caller::Api(_) => 0,
        }
    }

    /// The function that the construct is in; empty where there is none, and for an API call.
    pub fn function(&self) -> Cow<'a, str> {
        match self {
            // SAFETY: as above.
            Caller::Construct(site) => unsafe { text(site.function) },
            Caller::Api(_) => Cow::Borrowed(""),
        }
    }

    /// The construct ("enter data"), or the API routine's name.
    pub fn construct(&self) -> Cow<'a, str> {
        match self {
            // SAFETY: as above.
            Caller::Construct(site) => unsafe { text(site.construct) },
            Caller::Api(name) => Cow::Borrowed(name),
        }
    }

    /// `file:line`, or the routine's name; `line` 0 means the construct's own.
    pub fn at(&self, line: i32) -> String {
        match self {
            Caller::Construct(site) => {
                format!(
                    "{}:{}",
                    self.file(),
                    if line > 0 { line } else { site.line }
                )
            }
            Caller::Api(name) => (*name).to_string(),
        }
    }
}

impl fmt::Display for Caller<'_> {
    /// `jacobi.c:31 (main, enter data)`, the start of a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Caller::Construct(site) => {
                // SAFETY: as above.
                let function = unsafe { text(site.function) };
                write!(f, "{}:{} (", self.file(), site.line)?;
                if !function.is_empty() {
                    write!(f, "in {function}, ")?;
                }
                write!(f, "{})", self.construct())
            }
            Caller::Api(name) => write!(f, "{name}"),
        }
    }
}
