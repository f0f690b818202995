//! From what a translation unit brings to a module that the driver has loaded.
//!
//! In order: machine code made at build time for this GPU, or for an older one of its kind; PTX made at build time; the CUDA text (`compile.rs`).
//! What was made at build time may be too new for the driver, and then the text is the way out.

use super::compile;
use super::driver::{CudaDevice, not_for_this_driver};
use crate::abi::BuiltImage;
use crate::device::{Device, DeviceError, DeviceResult, Image, ModuleHandle};

/// GPUs of systems on a chip: what is compiled for them is for them alone, and they run nothing that is compiled for others.
const ON_CHIP: [u32; 5] = [53, 62, 72, 87, 101];

/// Whether a device runs machine code made for another capability of its major version (CUDA C++ Programming Guide, "Binary Compatibility").
pub fn is_kin(made_for: u32, device: u32) -> bool {
    let apart = ON_CHIP.contains(&made_for) || ON_CHIP.contains(&device);
    made_for == device || !apart && made_for / 10 == device / 10 && made_for < device
}

/// The images that a device of this capability could run, the best first: machine code, then PTX, each of the newest GPU.
fn fitting(built: &[BuiltImage], capability: (u32, u32)) -> Vec<&BuiltImage> {
    let device = capability.0 * 10 + capability.1;
    let runs = |image: &&BuiltImage| {
        let for_one = image.feature == u32::from('a');
        let for_family = image.feature == u32::from('f');
        let same_major = image.capability / 10 == device / 10;
        match image.is_ptx != 0 {
            _ if for_one => image.capability == device,
            _ if for_family => same_major && image.capability <= device,
            true => image.capability <= device,
            false => is_kin(image.capability, device),
        }
    };
    let mut found: Vec<&BuiltImage> = built.iter().filter(runs).collect();
    found.sort_by_key(|image| {
        (
            image.is_ptx != 0,
            std::cmp::Reverse((image.capability, image.feature)),
        )
    });
    found
}

/// "sm_80, sm_90 and PTX of sm_90": what a unit brings.
fn named(built: &[BuiltImage]) -> String {
    let names = built.iter().map(|image| {
        let feature = char::from_u32(image.feature).filter(|c| c.is_ascii_alphabetic());
        let feature = feature.map(String::from).unwrap_or_default();
        let kind = if image.is_ptx != 0 { "PTX of " } else { "" };
        format!("{kind}sm_{}{feature}", image.capability)
    });
    names.collect::<Vec<_>>().join(", ")
}

/// Loads a translation unit.
pub fn load(device: &CudaDevice, image: Image<'_>) -> DeviceResult<ModuleHandle> {
    let mut refused = None;
    for built in fitting(image.built, device.properties().capability) {
        // SAFETY: a registered unit's constants; a zero byte stands behind them, as PTX needs it.
        let bytes = unsafe { std::slice::from_raw_parts(built.bytes, built.nbytes + 1) };
        match device.load(bytes) {
            Ok(module) => return Ok(module),
            Err((code, error)) if not_for_this_driver(code) => refused = refused.or(Some(error)),
            Err((_, error)) => return Err(error),
        }
    }
    let Some(text) = image.cuda_text else {
        return Err(refused.unwrap_or_else(|| module_error(without_text(&image))));
    };
    let name = format!("{}.cu", image.source);
    let loaded = compile::load(device, text, &name, image.others, image.compiled);
    loaded.map_err(|error| match image.built {
        [] => error,
        built => module_error(no_way(device, &image, built, refused.as_ref(), &error)),
    })
}

fn without_text(image: &Image<'_>) -> String {
    match image.built {
        [] => format!("{} was compiled without kernels for nvidia", image.source),
        built => format!("{} has kernels for {} alone", image.source, named(built)),
    }
}

/// Why neither what was built nor the text has become a module.
fn no_way(
    device: &CudaDevice,
    image: &Image<'_>,
    built: &[BuiltImage],
    refused: Option<&DeviceError>,
    error: &DeviceError,
) -> String {
    let (major, minor) = device.driver_version();
    let (source, has) = (image.source, named(built));
    let capability = device.properties().capability;
    let why = match refused {
        Some(first) => format!("the driver (CUDA {major}.{minor}) takes none of these ({first})"),
        None => format!(
            "none of these is for this GPU (sm_{}{})",
            capability.0, capability.1
        ),
    };
    format!(
        "{source} was built with kernels for {has}, {why}, and its CUDA text can't be compiled here: {error}"
    )
}

fn module_error(reason: String) -> DeviceError {
    let log = String::new();
    DeviceError::Module { reason, log }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(capability: u32, feature: u32, is_ptx: u32) -> BuiltImage {
        BuiltImage {
            capability,
            feature,
            is_ptx,
            bytes: std::ptr::null(),
            nbytes: 0,
        }
    }

    #[test]
    fn machine_code_of_the_same_kind_comes_before_ptx() {
        let (a, f) = (u32::from('a'), u32::from('f'));
        let built = [
            image(80, 0, 0),
            image(80, 0, 1),
            image(86, 0, 0),
            image(87, 0, 0),
            image(90, a, 0),
            image(90, 0, 1),
            image(100, f, 0),
        ];
        let of = |major, minor| {
            let found: Vec<BuiltImage> = fitting(&built, (major, minor))
                .into_iter()
                .map(|i| image(i.capability, i.feature, i.is_ptx))
                .collect();
            named(&found)
        };
        assert_eq!(of(8, 0), "sm_80, PTX of sm_80");
        assert_eq!(of(8, 9), "sm_86, sm_80, PTX of sm_80");
        assert_eq!(of(8, 7), "sm_87, PTX of sm_80");
        assert_eq!(of(9, 0), "sm_90a, PTX of sm_90, PTX of sm_80");
        assert_eq!(of(10, 3), "sm_100f, PTX of sm_90, PTX of sm_80");
        assert_eq!(of(12, 0), "PTX of sm_90, PTX of sm_80");
        assert_eq!(of(7, 5), "");
    }
}
