//! `-tp`: nvc's and pgcc's names of processors, as the host compilers have them.

use super::{About, Alias};

/// PGI's name without `-32` or `-64`, the machine, and the host compiler's word. Where no host compiler of today knows the
/// processor by name, the word is that of the newest one before it.
const PROCESSORS: &[(&str, &str, &str)] = &[
    ("px", "x86_64", "-march=x86-64"),
    ("x64", "x86_64", "-march=x86-64"),
    ("p5", "x86_64", "-march=x86-64"),
    ("p6", "x86_64", "-march=x86-64"),
    ("piv", "x86_64", "-march=nocona"),
    ("p7", "x86_64", "-march=nocona"),
    ("core2", "x86_64", "-march=core2"),
    ("penryn", "x86_64", "-march=core2"),
    ("nehalem", "x86_64", "-march=nehalem"),
    ("sandybridge", "x86_64", "-march=sandybridge"),
    ("ivybridge", "x86_64", "-march=ivybridge"),
    ("haswell", "x86_64", "-march=haswell"),
    ("broadwell", "x86_64", "-march=broadwell"),
    ("knl", "x86_64", "-march=haswell"),
    ("skylake", "x86_64", "-march=skylake-avx512"),
    ("cascadelake", "x86_64", "-march=cascadelake"),
    ("cooperlake", "x86_64", "-march=cooperlake"),
    ("icelake", "x86_64", "-march=icelake-server"),
    ("sapphirerapids", "x86_64", "-march=icelake-server"),
    ("emeraldrapids", "x86_64", "-march=icelake-server"),
    ("graniterapids", "x86_64", "-march=icelake-server"),
    ("k8", "x86_64", "-march=k8"),
    ("k8e", "x86_64", "-march=k8-sse3"),
    ("amd64", "x86_64", "-march=k8"),
    ("amd64e", "x86_64", "-march=k8-sse3"),
    ("barcelona", "x86_64", "-march=amdfam10"),
    ("shanghai", "x86_64", "-march=amdfam10"),
    ("istanbul", "x86_64", "-march=amdfam10"),
    ("bulldozer", "x86_64", "-march=bdver1"),
    ("piledriver", "x86_64", "-march=bdver2"),
    ("zen", "x86_64", "-march=znver1"),
    ("zen2", "x86_64", "-march=znver2"),
    ("zen3", "x86_64", "-march=znver3"),
    ("zen4", "x86_64", "-march=znver3"),
    ("zen5", "x86_64", "-march=znver3"),
    ("armv8", "aarch64", "-march=armv8-a"),
    ("armv8-a", "aarch64", "-march=armv8-a"),
    ("thunderx2t99", "aarch64", "-mcpu=thunderx2t99"),
    ("a64fx", "aarch64", "-mcpu=a64fx"),
    ("neoverse-n1", "aarch64", "-mcpu=neoverse-n1"),
    ("neoverse-v1", "aarch64", "-mcpu=neoverse-v1"),
    ("neoverse-v2", "aarch64", "-mcpu=neoverse-v1"),
    ("grace", "aarch64", "-mcpu=neoverse-v1"),
    ("pwr8", "powerpc64", "-mcpu=power8"),
    ("pwr9", "powerpc64", "-mcpu=power9"),
    ("pwr10", "powerpc64", "-mcpu=power9"),
];

/// The host compiler's word for a processor.
///
/// # Errors
/// None: what isn't known is a note.
pub fn host_word(written: &str, value: &str) -> Result<Alias, String> {
    // `-tp=sandybridge,haswell` makes code for each in one program; the first, oldest one runs on all.
    let first = value.split(',').next().unwrap_or(value);
    let name = first
        .trim_end_matches("-64")
        .trim_end_matches("-32")
        .trim_end_matches("-128")
        .to_ascii_lowercase();
    if matches!(name.as_str(), "native" | "host") {
        return Ok(match std::env::consts::ARCH {
            "x86_64" => Alias::host(["-march=native"]),
            _ => Alias::host(["-mcpu=native"]),
        });
    }
    let known = PROCESSORS.iter().find(|(known, ..)| *known == name);
    Ok(match known {
        Some((_, machine, word)) if *machine == std::env::consts::ARCH => Alias::host([word]),
        Some(_) => Alias::note(written, About::Code, "this machine is another kind"),
        None => Alias::note(
            written,
            About::Code,
            "no such processor is known; -march= is the host compiler's word",
        ),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn names() {
        let word = |name: &str| host_word(&format!("-tp={name}"), name).unwrap();
        assert_eq!(word("native"), Alias::host(["-march=native"]));
        assert_eq!(word("haswell"), Alias::host(["-march=haswell"]));
        assert_eq!(word("nehalem-64"), Alias::host(["-march=nehalem"]));
        assert_eq!(
            word("sandybridge,haswell"),
            Alias::host(["-march=sandybridge"])
        );
        assert_eq!(word("pwr9").notes[0].word, "-tp=pwr9");
        assert_eq!(word("toaster").notes[0].word, "-tp=toaster");
    }
}
