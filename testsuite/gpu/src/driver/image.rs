//! What a module's image is, and whether this device and this driver take it.

use super::error::Code;
use super::settings::Settings;

/// Why an image is refused: the driver's code, and a line for its log.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    pub code: Code,
    pub why: String,
}

/// The PTX of an image, if the device could run it.
pub fn ptx<'a>(image: &'a [u8], settings: &Settings) -> Result<&'a str, Refused> {
    let refuse = |code, why: String| Err(Refused { code, why });
    if image.starts_with(b"\x7fELF") {
        let why = "a cubin: this device runs PTX only".to_string();
        return refuse(Code::NO_BINARY_FOR_GPU, why);
    }
    let Ok(text) = std::str::from_utf8(image) else {
        return refuse(Code::INVALID_IMAGE, "neither PTX nor a cubin".into());
    };
    let (Some(version), Some(target)) = (version_of(text), target_of(text)) else {
        return refuse(Code::INVALID_IMAGE, "no .version or no .target".into());
    };
    let newest = newest_ptx(settings.cuda);
    if version > newest {
        let why = format!(
            "PTX {}.{} is newer than this driver's {}.{}",
            version.0, version.1, newest.0, newest.1
        );
        return refuse(Code::UNSUPPORTED_PTX_VERSION, why);
    }
    let (major, minor) = settings.capability;
    if target > major * 10 + minor {
        let why = format!("PTX for sm_{target} on a device of {major}.{minor}");
        return refuse(Code::NO_BINARY_FOR_GPU, why);
    }
    Ok(text)
}

/// The words behind a directive that starts a line.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let found = text.lines().find_map(|l| l.trim_start().strip_prefix(name));
    found.map(str::trim)
}

fn version_of(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = directive(text, ".version ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The number in `.target sm_75, …`.
fn target_of(text: &str) -> Option<u32> {
    let words = directive(text, ".target ")?;
    let name = words.split(',').next()?.trim();
    let number = name
        .trim_start_matches("sm_")
        .trim_start_matches("compute_");
    number.trim_end_matches(['a', 'f']).parse().ok()
}

/// The newest PTX of a CUDA version (PTX ISA, "Release Notes").
fn newest_ptx(cuda: (u32, u32)) -> (u32, u32) {
    match cuda {
        (11, minor) => (7, minor),
        (12, minor @ 0..=5) => (8, [0, 1, 2, 3, 4, 5][minor as usize]),
        (12, 6) => (8, 5),
        (12, 7) => (8, 6),
        (12, 8) => (8, 7),
        (12, _) => (8, 8),
        (13.., minor) => (cuda.0 - 4, minor),
        _ => (6, 5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(image: &str) -> Option<Code> {
        ptx(image.as_bytes(), &Settings::default())
            .err()
            .map(|r| r.code)
    }

    #[test]
    fn refuses_what_is_not_for_it() {
        let text = |version: &str, target: &str| {
            format!("//\n// made by hand\n.version {version}\n.target {target}\n.address_size 64\n")
        };
        assert_eq!(code(&text("9.2", "sm_75")), None);
        assert_eq!(
            code(&text("9.3", "sm_75")),
            Some(Code::UNSUPPORTED_PTX_VERSION)
        );
        assert_eq!(code(&text("9.0", "sm_90a")), Some(Code::NO_BINARY_FOR_GPU));
        assert_eq!(code("\x7fELF"), Some(Code::NO_BINARY_FOR_GPU));
        assert_eq!(code("hello"), Some(Code::INVALID_IMAGE));
    }
}
