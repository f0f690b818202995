//! What a module's image is, and whether this device and this driver take it.

use super::error::Code;
use super::settings::Settings;

/// Why an image is refused: the driver's code, and a line for its log.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    pub code: Code,
    pub why: String,
}

/// A cubin's head (ELF64, as NVIDIA's tools fill it in).
struct Cubin {
    /// 80 of sm_80
    made_for: u32,
    /// 7 of CUDA 12's, 8 of CUDA 13's and of those for sm_100 and newer
    abi: u8,
    /// Where it ends.
    size: usize,
}

impl Cubin {
    fn read(image: &[u8]) -> Option<Self> {
        let number = |at: usize, bytes: usize| {
            let field = image.get(at..at + bytes)?;
            let value = field
                .iter()
                .rev()
                .fold(0_u64, |n, b| n << 8 | u64::from(*b));
            usize::try_from(value).ok()
        };
        let abi = *image.get(8)?;
        let flags = number(48, 4)? as u32;
        let made_for = if abi < 8 {
            flags & 0xff
        } else {
            flags >> 8 & 0xff
        };
        let programs = number(32, 8)?.checked_add(number(54, 2)? * number(56, 2)?)?;
        let sections = number(40, 8)?.checked_add(number(58, 2)? * number(60, 2)?)?;
        Some(Self {
            made_for,
            abi,
            size: programs.max(sections),
        })
    }

    /// Why a driver for CUDA `cuda` doesn't load it on a device of this capability.
    fn refused(&self, capability: (u32, u32), cuda: (u32, u32)) -> Option<Refused> {
        let (device, made_for) = (capability.0 * 10 + capability.1, self.made_for);
        if made_for / 10 != device / 10 || made_for > device {
            let why = format!("a cubin for sm_{made_for} on a device of sm_{device}");
            return Some(Refused {
                code: Code::NO_BINARY_FOR_GPU,
                why,
            });
        }
        let newest = if cuda >= (13, 0) || cuda >= (12, 8) && made_for >= 100 {
            8
        } else {
            7
        };
        (self.abi > newest).then(|| Refused {
            code: Code::INVALID_IMAGE,
            why: format!(
                "a cubin of ABI {} is newer than this driver's (CUDA {}.{})",
                self.abi, cuda.0, cuda.1
            ),
        })
    }
}

/// The bytes of an image, which a cubin's head tells, or a zero byte.
///
/// # Safety
/// `image` is a whole image.
pub unsafe fn bytes<'a>(image: *const u8) -> &'a [u8] {
    // SAFETY: what is no ELF file ends in a zero byte; a cubin has 64 bytes at least, and tells its size. Behind it stands PTX, or a zero byte.
    unsafe {
        let text = |from: *const u8| std::ffi::CStr::from_ptr(from.cast()).count_bytes();
        if !text_begins(image, b"\x7fELF") {
            return std::slice::from_raw_parts(image, text(image));
        }
        let head = Cubin::read(std::slice::from_raw_parts(image, 64));
        let size = head.map_or(64, |cubin| cubin.size);
        let behind = match text_begins(image.add(size), PTX_BEHIND) {
            true => text(image.add(size)),
            false => 0,
        };
        std::slice::from_raw_parts(image, size + behind)
    }
}

/// What stands behind a cubin that this device can run, before its PTX.
const PTX_BEHIND: &[u8] = b"// PTX of this cubin\n";

/// Whether memory begins so, up to the first byte that differs.
unsafe fn text_begins(at: *const u8, with: &[u8]) -> bool {
    // SAFETY: reads no further than the first byte that differs.
    (0..with.len()).all(|i| unsafe { *at.add(i) } == with[i])
}

/// The PTX of an image, if the device could run it. A cubin's stands behind it, where a test has put it.
pub fn ptx<'a>(image: &'a [u8], settings: &Settings) -> Result<&'a str, Refused> {
    let refuse = |code, why: String| Err(Refused { code, why });
    if image.starts_with(b"\x7fELF") {
        let Some(cubin) = Cubin::read(image) else {
            return refuse(Code::INVALID_IMAGE, "half a cubin".into());
        };
        if let Some(refused) = cubin.refused(settings.capability, settings.cuda) {
            return Err(refused);
        }
        let behind = image
            .get(cubin.size..)
            .and_then(|b| b.strip_prefix(PTX_BEHIND));
        return match behind.and_then(|b| std::str::from_utf8(b).ok()) {
            Some(text) => Ok(text),
            None => refuse(
                Code::NO_BINARY_FOR_GPU,
                "a cubin: this device runs PTX only".into(),
            ),
        };
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

    /// A cubin's head, and what stands behind it.
    fn cubin(made_for: u8, abi: u8, behind: &str) -> Vec<u8> {
        let mut image = b"\x7fELF".to_vec();
        image.resize(64, 0);
        image[8] = abi;
        image[if abi < 8 { 48 } else { 49 }] = made_for;
        image[32] = 64;
        image.extend_from_slice(behind.as_bytes());
        image
    }

    #[test]
    fn runs_the_ptx_behind_a_cubin_that_is_for_it() {
        let behind = "// PTX of this cubin\n.version 9.2\n.target sm_80\n";
        let of = |made_for, abi, capability, cuda| {
            let settings = Settings {
                capability,
                cuda,
                ..Settings::default()
            };
            let mut image = cubin(made_for, abi, behind);
            let text = ptx(&image, &settings)
                .map(str::to_string)
                .map_err(|r| r.code);
            image.push(0);
            // SAFETY: it ends in a zero byte.
            assert_eq!(unsafe { bytes(image.as_ptr()) }.len(), image.len() - 1);
            text.err()
        };
        assert_eq!(of(80, 7, (8, 0), (12, 4)), None);
        assert_eq!(of(80, 7, (8, 9), (13, 0)), None);
        assert_eq!(of(80, 8, (8, 6), (13, 0)), None);
        assert_eq!(of(80, 8, (8, 6), (12, 9)), Some(Code::INVALID_IMAGE));
        assert_eq!(of(100, 8, (10, 0), (12, 8)), None);
        assert_eq!(of(100, 8, (10, 0), (12, 4)), Some(Code::INVALID_IMAGE));
        assert_eq!(of(86, 7, (8, 0), (12, 4)), Some(Code::NO_BINARY_FOR_GPU));
        assert_eq!(of(80, 7, (9, 0), (12, 4)), Some(Code::NO_BINARY_FOR_GPU));
        let alone = cubin(76, 7, "");
        let refused = ptx(&alone, &Settings::default()).map_err(|r| r.code);
        assert_eq!(refused, Err(Code::NO_BINARY_FOR_GPU));
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
        assert_eq!(code("\x7fELF"), Some(Code::INVALID_IMAGE));
        assert_eq!(code("hello"), Some(Code::INVALID_IMAGE));
    }
}
