//! Macros in directives that the host's preprocessor leaves alone.
//!
//! gcc expands macros in the pragmas that it has registered: not in `init`, `set` and `shutdown`, which it
//! lacks, nor in PGI's `region` and `for`. For those the macros are replayed: a second pass tells where each is
//! defined (`-dD`), a third expands what stands in the directives, each behind the definitions before it. clang has
//! registered none: there it is done for all.

use crate::host::{self, HostCompiler, HostError};
use crate::stdin;
use std::ffi::OsString;
use std::path::Path;

/// First words of directives that no preprocessor has registered.
const UNREGISTERED: &[&str] = &["region", "for", "init", "set", "shutdown"];
const MARK: &str = "__accrs_directive_";

/// What stands behind the first word of the line's directive, if that is one of [`UNREGISTERED`], or any with `all`,
/// and has arguments.
fn arguments(line: &str, all: bool) -> Option<&str> {
    let after = |text: &str, word: &str| {
        let rest = text.trim_start().strip_prefix(word)?;
        let whole = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        (whole || word == "#").then(|| text.len() - rest.len())
    };
    let mut at = 0;
    for word in ["#", "pragma", "acc"] {
        at += after(&line[at..], word)?;
    }
    let rest = &line[at..];
    let end = match all {
        true => {
            let blanks = rest.len() - rest.trim_start().len();
            let word = |c: char| c.is_alphanumeric() || c == '_';
            blanks + rest.trim_start().find(|c| !word(c))?
        }
        false => UNREGISTERED.iter().find_map(|w| after(rest, w))?,
    };
    let rest = rest[end..].trim_end();
    (!rest.is_empty()).then_some(rest)
}

/// Whether [`expand`] has something to do.
pub fn is_needed(text: &str, all: bool) -> bool {
    text.lines().any(|l| arguments(l, all).is_some())
}

/// How the host's preprocessor is called for a text.
pub struct Preprocessor<'a> {
    pub cc: &'a HostCompiler,
    /// It expands macros in no directive.
    pub all: bool,
    /// As `-x` names it.
    pub language: &'static str,
    /// The user's options for it, and ours.
    pub flags: &'a [OsString],
    pub temp: &'a Path,
    pub verbose: bool,
}

/// `text`, made of `sources` one after the other, with the macros in such directives expanded.
///
/// # Errors
/// When the preprocessor fails.
pub fn expand(
    text: String,
    preprocessor: &Preprocessor<'_>,
    sources: &[&Path],
) -> Result<String, HostError> {
    let mut count = 0;
    let mut expanded = String::new();
    for source in sources {
        let definitions = preprocessor.run(&["-dD"], source)?;
        let script = replay(&definitions, preprocessor.all, &mut count);
        let file = preprocessor.temp.join("directives.c");
        std::fs::write(&file, script)
            .map_err(|e| HostError::NotRun(file.display().to_string(), e))?;
        expanded.push_str(&preprocessor.run(&["-P"], &file)?);
    }
    Ok(put_back(&text, preprocessor.all, &expanded).unwrap_or(text))
}

impl Preprocessor<'_> {
    fn run(&self, mode: &[&str], file: &Path) -> Result<String, HostError> {
        let mut cc = self.cc.command();
        cc.args(plain(self.flags));
        cc.args(["-w", "-E"]).args(mode);
        cc.args(["-x", self.language]).arg(file);
        for name in ["DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"] {
            cc.env_remove(name);
        }
        stdin::rewind();
        let output = host::capture(&mut cc, true, self.verbose)?;
        host::judge("cc", output.status)?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Definitions in their order, and the arguments of the directives between them.
fn replay(text: &str, all: bool, count: &mut usize) -> String {
    let (mut out, mut own) = (String::new(), false);
    for line in text.lines() {
        if line.starts_with("# ") {
            own = line.contains("\"<built-in>\"");
        } else if let Some(rest) = arguments(line, all) {
            out.push_str(&format!("{MARK}{count} {rest}\n"));
            *count += 1;
        } else if !own && (line.starts_with("#define ") || line.starts_with("#undef ")) {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// `None` when not each directive has come back.
fn put_back(text: &str, all: bool, expanded: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut from = expanded.lines().filter_map(|l| l.strip_prefix(MARK));
    let mut count = 0;
    for line in text.split_inclusive('\n') {
        let Some(rest) = arguments(line, all) else {
            out.push_str(line);
            continue;
        };
        let (number, new) = from.next()?.split_once(' ')?;
        if number.parse() != Ok(count) {
            return None;
        }
        count += 1;
        let head = line.find(rest)?;
        out.push_str(&line[..head]);
        out.push(' ');
        out.push_str(new.trim());
        out.push_str(&line[head + rest.len()..]);
    }
    Some(out)
}

/// Flags without those that write a dependency file (the first pass has), keep comments, or print other
/// things than the text.
pub fn plain(flags: &[OsString]) -> Vec<&OsString> {
    let mut out = Vec::new();
    let mut words = flags.iter();
    while let Some(flag) = words.next() {
        let text = flag.to_string_lossy();
        if ["-MF", "-MT", "-MQ"].contains(&&*text) {
            words.next();
        } else if !(text.starts_with("-M")
            || text.starts_with("-Wp,-M")
            || ["-C", "-CC", "-P", "-dM", "-dD", "-dN", "-dI", "-dU"].contains(&&*text))
        {
            out.push(flag);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directives_that_no_preprocessor_expands_are_taken() {
        assert_eq!(
            arguments("  #pragma acc region copy(a[0:N])\n", false),
            Some(" copy(a[0:N])")
        );
        assert_eq!(
            arguments("#pragma acc set device_num(D)", false),
            Some(" device_num(D)")
        );
        for line in [
            "#pragma acc parallel copy(a)",
            "#pragma acc init",
            "f(x);",
            "#pragma acc settle(x)",
        ] {
            assert_eq!(arguments(line, false), None, "{line}");
        }
    }

    #[test]
    fn definitions_are_replayed_in_order() {
        let text = "# 1 \"<built-in>\"\n#define __x 1\n# 1 \"a.c\"\n#define N 3\nint a;\n#pragma acc region copy(a[0:N])\n#undef N\n";
        let script = replay(text, false, &mut 0);
        assert_eq!(
            script,
            "#define N 3\n__accrs_directive_0  copy(a[0:N])\n#undef N\n"
        );
        let back = put_back(text, false, "__accrs_directive_0 copy(a[0:3])\n").unwrap_or_default();
        assert!(
            back.contains("#pragma acc region copy(a[0:3])\n#undef N"),
            "{back}"
        );
    }
}
