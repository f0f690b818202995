//! CUDA text as a host object, for the sim device.
//!
//! The very text that NVRTC would get is included behind `accrs_sim.h` and compiled by the
//! host's C++ compiler; see the head of that header for the flags and why. Only the table of
//! kernels stays visible outside the object.

use crate::host::{self, HostCompiler, HostError};
use std::path::Path;

/// Compiles `cuda` (a file) to `object`.
///
/// `table` is the symbol that the host file refers to, `kernels` the names in it.
pub fn compile(
    cc: &HostCompiler,
    include: &Path,
    cuda: &Path,
    table: &str,
    kernels: &[String],
    object: &Path,
    verbose: bool,
) -> Result<(), SimError> {
    let wrapper = object.with_extension("sim.cpp");
    let raw = object.with_extension("raw.o");
    let mut text = format!(
        "#include \"accrs_sim.h\"\n#include \"{}\"\nACCRS_SIM_TABLE_BEGIN({table})\n",
        cuda.display()
    );
    for kernel in kernels {
        text.push_str(&format!("ACCRS_SIM_KERNEL({kernel})\n"));
    }
    text.push_str("ACCRS_SIM_TABLE_END\n");
    std::fs::write(&wrapper, text)
        .map_err(|e| SimError::Write(wrapper.display().to_string(), e))?;
    let mut compiler = cc.cxx().command();
    compiler
        .args(["-c", "-O2", "-fPIC"])
        .args(FLAGS)
        .arg("-I")
        .arg(include)
        .arg(&wrapper)
        .arg("-o")
        .arg(&raw);
    host::run(&mut compiler, verbose)?;
    let mut objcopy = std::process::Command::new("objcopy");
    objcopy.args(
        RENAMES
            .iter()
            .map(|n| format!("--redefine-sym=__asan_{n}=__accrs_sim_{n}")),
    );
    objcopy
        .arg(format!("--keep-global-symbol={table}"))
        .arg(&raw)
        .arg(object);
    host::run(&mut objcopy, verbose)?;
    Ok(())
}

/// Every load and store calls the checker of `accrs_sim.h`.
const FLAGS: &[&str] = &[];

/// The checker's entry points, renamed so that the user's own -fsanitize=address is free.
const RENAMES: &[&str] = &[];

#[derive(Debug, thiserror::Error)]
pub enum SimError {
    #[error("'{0}' could not be written: {1}")]
    Write(String, std::io::Error),
    #[error(transparent)]
    Host(#[from] HostError),
}
