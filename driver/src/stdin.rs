//! A source on standard input, or on another pipe that the shell gives a name (`/dev/fd/63`), can be read once, and is needed
//! more often: for the scan, by the preprocessor, perhaps by the host compiler after all. So it's taken into memory, and a
//! copy is put in the pipe's place.

use std::io::{self, Read, Write};
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::OnceLock;

static TEXT: OnceLock<Vec<u8>> = OnceLock::new();

/// Takes the input to its end where it can be read once only.
///
/// # Errors
/// When it can't be read, or memory is short.
pub fn take(input: &Path) -> io::Result<()> {
    if input.as_os_str() == "-" {
        let text = replace(0)?;
        TEXT.get_or_init(|| text);
        rewind();
        return Ok(());
    }
    let name = input.to_str().unwrap_or("");
    let number = match name {
        "/dev/stdin" => Some(0),
        _ => name
            .strip_prefix("/dev/fd/")
            .or_else(|| name.strip_prefix("/proc/self/fd/"))
            .and_then(|n| n.parse().ok()),
    };
    let is_pipe = || input.metadata().is_ok_and(|m| m.file_type().is_fifo());
    match number {
        Some(number) if is_pipe() => replace(number).map(drop),
        None if is_pipe() => Err(io::Error::other(
            "a named pipe can be read once only; give it on standard input (-x c - < PIPE)",
        )),
        _ => Ok(()),
    }
}

/// Reads a descriptor to its end; what opens or inherits it then reads the same again.
fn replace(number: RawFd) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    // SAFETY: only borrowed: it's not closed here. One that is not open gives an error.
    let mut pipe = ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(number) });
    pipe.read_to_end(&mut text)?;
    // SAFETY: makes a file that nobody else knows; the name is for people.
    let made = unsafe { libc::memfd_create(c"source".as_ptr(), libc::MFD_CLOEXEC) };
    if made < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is new, and ours.
    let mut file = unsafe { std::fs::File::from_raw_fd(made) };
    file.write_all(&text)?;
    // SAFETY: both are open; the copy in the pipe's place goes on to the tools that we run.
    if unsafe { libc::dup2(file.as_raw_fd(), number) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(text)
}

/// The next tool reads standard input from the start. One that was not taken is its owner's.
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
