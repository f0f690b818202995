//! The text's head: the options that NVRTC or nvcc must have for kernels to mean what the host compiler makes of C.
//!
//! They stand in the text itself, `// nvrtc: --fmad=false`, so that whoever compiles it has them: the driver at
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

/// The options.
pub(crate) fn words(unit: &Unit, options: &Options) -> Vec<String> {
    let mut words = options.rules.nvrtc_options();
    if !words.iter().any(|w| w == "--fmad=false") && forbidden(&unit.source.text) {
        words.insert(0, "--fmad=false".into());
    }
    words
}

/// `#pragma STDC FP_CONTRACT OFF` (C11 6.10.6) somewhere in the file. A text has one set of options, so it holds for
/// all of its kernels: what isn't contracted is right everywhere.
fn forbidden(text: &str) -> bool {
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
