//! What the driver prints that has no place in a source file.

use std::io::Write;

/// One error line on stderr, in the host compilers' form.
pub fn error(message: &str) {
    let _ = writeln!(std::io::stderr(), "accrs: error: {message}");
}

/// One warning line on stderr.
pub fn warning(message: &str) {
    let _ = writeln!(std::io::stderr(), "accrs: warning: {message}");
}

/// Text for stderr (the compile report, a command that is run).
pub fn report(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Text for stdout. A closed pipe is the reader's choice, not an error.
pub fn output(text: &str) {
    let _ = bytes(text.as_bytes());
}

/// As [`output`], for what may be no text.
///
/// # Errors
/// When it can't all be written.
pub fn bytes(bytes: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}
