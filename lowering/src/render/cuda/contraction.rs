//! The first line of a device's text: the options that NVRTC or nvcc needs to compile kernels by the same rules of C as the host
//! compiler.
//!
//! They are part of the text, `// nvrtc: --fmad=false`, so that everyone who compiles it has them: the driver at
//! build time, the runtime at the first launch (whose cache is keyed by the text), a person by hand.

use crate::options::Options;
use accrs_frontend::Unit;

/// The first line of a text.
pub(super) fn head(unit: &Unit, options: &Options) -> String {
    let words = words(unit, options);
    format!("// nvrtc: {}", words.join(" "))
        .trim_end()
        .to_string()
        + "\n"
}

/// The options for a unit's text.
pub(crate) fn words(unit: &Unit, options: &Options) -> Vec<String> {
    let mut words = options.rules.nvrtc_options();
    if !words.iter().any(|w| w == "--fmad=false") && forbidden(&unit.source.text) {
        words.insert(0, "--fmad=false".into());
    }
    words
}

/// Whether `#pragma STDC FP_CONTRACT OFF` (C11 6.10.6) is anywhere in the file. A text has one set of options, so the pragma
/// then holds for all kernels, which is right everywhere.
pub(crate) fn forbidden(text: &str) -> bool {
    text.contains("FP_CONTRACT")
        && text.lines().any(|line| {
            let words = line.trim_start().strip_prefix('#').unwrap_or_default();
            let words: Vec<&str> = words.split_whitespace().take(4).collect();
            words == ["pragma", "STDC", "FP_CONTRACT", "OFF"]
        })
}

#[cfg(test)]
mod tests {
    use super::forbidden;

    #[test]
    fn the_pragma_forbids() {
        assert!(forbidden("int a;\n  # pragma  STDC FP_CONTRACT OFF\n"));
        assert!(!forbidden("#pragma STDC FP_CONTRACT ON\n"));
        assert!(!forbidden("/* pragma STDC FP_CONTRACT OFF */\n"));
    }
}
