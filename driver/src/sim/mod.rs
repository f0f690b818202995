//! CUDA text as a host object, for the sim device.
//!
//! The very text that NVRTC would get is included behind `accrs_sim.h` and compiled by the
//! host's C++ compiler; see the head of that header for the flags and why. Only the table of
//! kernels stays visible outside the object.

pub mod assembly;

use crate::host::{self, HostCompiler, HostError};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// One unit's kernels.
pub struct Kernels<'a> {
    /// The folder of `accrs_sim.h`.
    pub include: &'a Path,
    /// The CUDA text's file, alone with its unit's others in a folder.
    pub cuda: &'a Path,
    /// The symbol that the host file refers to, and the names in that table.
    pub table: &'a str,
    pub names: &'a [String],
    /// Options of the user that change what C means.
    pub meaning: &'a [OsString],
    pub verbose: bool,
    /// The text reports what it does (`-acc=check`).
    pub check: bool,
    /// A debugger is to show the text's variables.
    pub as_written: bool,
}

/// Whether one of the host compiler's options changes what the CUDA text means to it. Most that change C's meaning are
/// not here: the text is written by them.
pub fn changes_meaning(word: &OsStr) -> bool {
    const WHOLE: &[&str] = &["-fwrapv", "-fno-wrapv", "-fno-strict-overflow"];
    let text = word.to_string_lossy();
    WHOLE.contains(&&*text) || text.starts_with("-mlong-double-")
}

impl Kernels<'_> {
    /// Compiles them to `object`.
    ///
    /// # Errors
    /// When a tool fails.
    pub fn compile(&self, cc: &HostCompiler, object: &Path) -> Result<(), SimError> {
        let raw = object.with_extension("raw.o");
        // Faults name the line.
        let debug: &[&str] = match self.as_written {
            true => &["-Og", "-g", "-c"],
            false => &["-g1", "-c"],
        };
        self.run(cc, debug, &raw)?;
        let mut objcopy = std::process::Command::new("objcopy");
        objcopy.args(OBJCOPY).arg(&raw).arg(object);
        host::run(&mut objcopy, self.verbose)?;
        Ok(())
    }

    /// Compiles them to assembler text, for [`assembly::join`]: without debug information, of which a file can have
    /// one text's only.
    ///
    /// # Errors
    /// When the compiler fails, or its text can't be read.
    pub fn assemble(&self, cc: &HostCompiler) -> Result<String, SimError> {
        let file = self.cuda.with_extension("sim.s");
        self.run(cc, &["-S"], &file)?;
        std::fs::read_to_string(&file).map_err(|e| SimError::Read(file.display().to_string(), e))
    }

    /// The name by which the kernels' text can be included: in `#include "…"` nothing stands for a quote or a new line, so a text with such a name gets
    /// another one.
    fn included(&self, folder: &Path) -> Result<String, SimError> {
        let name = self.cuda.file_name().unwrap_or_default().to_string_lossy();
        let is_plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\' | '\u{fffd}');
        if name.chars().all(is_plain) {
            return Ok(name.into_owned());
        }
        let other = folder.join("kernels.acc.cu");
        std::fs::copy(self.cuda, &other)
            .map_err(|e| SimError::Write(other.display().to_string(), e))?;
        Ok("kernels.acc.cu".into())
    }

    fn run(&self, cc: &HostCompiler, mode: &[&str], to: &Path) -> Result<(), SimError> {
        let wrapper = self.cuda.with_extension("sim.cpp");
        let folder = self.cuda.parent().unwrap_or(Path::new("."));
        let name = self.included(folder)?;
        let table = self.table;
        let check = match self.check {
            true => "#include \"accrs_check.h\"\n",
            false => "",
        };
        let mut text = format!(
            "#include \"accrs_sim.h\"\n{check}#include \"{name}\"\nACCRS_SIM_TABLE_BEGIN({table})\n"
        );
        for kernel in self.names {
            text.push_str(&format!("ACCRS_SIM_KERNEL({kernel})\n"));
        }
        text.push_str("ACCRS_SIM_TABLE_END\n");
        std::fs::write(&wrapper, text)
            .map_err(|e| SimError::Write(wrapper.display().to_string(), e))?;
        let mut compiler = cc.cxx().command();
        for name in ["DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"] {
            compiler.env_remove(name);
        }
        // The folder is a temporary one: its name must not reach the object.
        compiler.arg(format!("-ffile-prefix-map={}=.", folder.display()));
        compiler
            .args(COMPILE)
            .args(self.meaning)
            .args(mode)
            .arg("-I")
            .arg(self.include);
        compiler.arg(&wrapper).arg("-o").arg(to);
        Ok(host::run(&mut compiler, self.verbose)?)
    }
}

/// Every load and store is checked; no library of C++ is drawn in. Each flag's reason stands at the
/// head of `accrs_sim.h`.
const COMPILE: &[&str] = &[
    "-std=gnu++17",
    "-O2",
    "-fPIC",
    "-w",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-fno-extern-tls-init",
    "-fno-asynchronous-unwind-tables",
    "-fno-strict-aliasing",
    "-fno-math-errno",
    "-fno-merge-constants",
    "-fno-gnu-unique",
    "-ffp-contract=off",
    "-fno-tree-slp-vectorize",
    "-fvisibility=hidden",
    "-fstack-clash-protection",
    "-fsanitize=kernel-address",
    "-fasan-shadow-offset=0x200000000000",
    "--param",
    "asan-stack=0",
    "--param",
    "asan-globals=0",
    "--param",
    "asan-instrumentation-with-call-threshold=2147483647",
];

/// Only the table stays visible, and no group that other files could have too: with the names in it local, a file would refer
/// to what the linker takes from another. The kernels' own constants and globals get sections of their
/// own names, so that the runtime can tell them from the host's.
const OBJCOPY: &[&str] = &[
    "--localize-hidden",
    "--remove-section",
    ".group",
    "--rename-section",
    ".rodata=accrs_sim_rodata",
    "--rename-section",
    ".data=accrs_sim_data",
    "--rename-section",
    ".bss=accrs_sim_bss",
    "--rename-section",
    ".data.rel.local=accrs_sim_data",
    "--rename-section",
    ".data.rel.ro.local=accrs_sim_data",
];

#[derive(Debug, thiserror::Error)]
pub enum SimError {
    #[error("'{0}' could not be written: {1}")]
    Write(String, std::io::Error),
    #[error("'{0}' could not be read: {1}")]
    Read(String, std::io::Error),
    #[error(transparent)]
    Host(#[from] HostError),
}
