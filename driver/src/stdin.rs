//! A source on standard input can be read once, and is needed more often: for the scan, by the preprocessor, perhaps by
//! the host compiler after all. So it's taken into memory, and a copy is put in standard input's place.

use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::path::Path;
use std::sync::OnceLock;

static TEXT: OnceLock<Vec<u8>> = OnceLock::new();

/// Takes it all, to its end.
///
/// # Errors
/// When it can't be read, or memory is short.
pub fn take() -> io::Result<()> {
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    // SAFETY: makes a file that nobody else knows; the name is for people.
    let made = unsafe { libc::memfd_create(c"stdin".as_ptr(), libc::MFD_CLOEXEC) };
    if made < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is new, and ours.
    let mut file = unsafe { std::fs::File::from_raw_fd(made) };
    file.write_all(&text)?;
    // SAFETY: both are open; the copy in standard input's place goes on to the tools that we run.
    if unsafe { libc::dup2(file.as_raw_fd(), 0) } < 0 {
        return Err(io::Error::last_os_error());
    }
    TEXT.get_or_init(|| text);
    rewind();
    Ok(())
}

/// The next tool reads from the start. One that was not taken is its owner's.
pub fn rewind() {
    if TEXT.get().is_some() {
        // SAFETY: a plain system call, on the file of `take`.
        unsafe { libc::lseek(0, 0, libc::SEEK_SET) };
    }
}

/// A source's text; `-` is what was taken.
///
/// # Errors
/// When it can't be read.
pub fn read(source: &Path) -> io::Result<Vec<u8>> {
    match TEXT.get().filter(|_| source.as_os_str() == "-") {
        Some(text) => Ok(text.clone()),
        None => std::fs::read(source),
    }
}
