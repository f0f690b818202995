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
    if !words.iter().any(|w| w == "--fmad=false") && !options.fuses(unit) {
        words.insert(0, "--fmad=false".into());
    }
    words
}
