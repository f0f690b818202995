//! What `-V` and `--version` say: which accrs this is, and which host compiler stands behind it.

use crate::host::{self, HostCompiler, HostError};
use crate::options::{Command, Mode};
use crate::tell;

/// `-V`, in the form of nvc's: an empty line, accrs's line, then the host compiler's own text. Whether that was all there was
/// to do; beside files to compile it stands on stderr.
///
/// # Errors
/// When the host compiler can't be run.
pub fn tell(command: &Command, cc: &HostCompiler) -> Result<bool, HostError> {
    let host = host::capture(cc.command().arg("--version"), false, false)?;
    let text = format!(
        "\naccrs {} 64-bit target on {} {}, OpenACC 3.3\n{}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        String::from_utf8_lossy(&host.stdout)
    );
    let alone = command.inputs.is_empty();
    match alone {
        true => tell::output(&text),
        false => tell::report(&text),
    }
    Ok(alone)
}

/// `--version`: the host compiler's text, which tools read from its beginning, and accrs's line at its end. `None` for any
/// other command.
///
/// # Errors
/// When the host compiler can't be run.
pub fn with_host(command: &Command, cc: &HostCompiler) -> Result<Option<u8>, HostError> {
    let asked = command.host_words.iter().any(|w| w == "--version");
    if command.mode != Mode::Host || !asked {
        return Ok(None);
    }
    let host = host::capture(cc.command().args(&command.host_words), false, false)?;
    let _ = tell::bytes(&host.stdout);
    if host.status.success() {
        let version = env!("CARGO_PKG_VERSION");
        tell::output(&format!(
            "accrs {version}, OpenACC 3.3, with the compiler above\n"
        ));
    }
    let code = host.status.code().and_then(|c| u8::try_from(c).ok());
    Ok(Some(code.unwrap_or(1)))
}
