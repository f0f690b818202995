//! What is true of the machines that code is made for: how many threads run in lockstep, what a block holds, when a loop is worth waking the
//! cores. Decisions read these numbers here; numbers that are choices of an algorithm stand with it.
//!
//! A model is a TOML file. `nvidia.toml` and `cores.toml` are built in and say everything; a file of the user's changes what it says.

mod read;

pub use read::Error;

use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// A device, and the host's cores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    pub device: Device,
    pub cores: Cores,
}

/// A device that kernels run on. `nvidia.toml` says what each number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Device {
    /// Threads.
    pub warp: u64,
    /// Threads.
    pub block: u64,
    /// Threads.
    pub vector_length: u64,
    /// Rows of threads.
    pub rows: u64,
    /// Blocks.
    pub gangs: u64,
    /// Iterations.
    pub launch: u64,
    /// Iterations.
    pub meeting: u64,
    /// Threads.
    pub threads: u64,
    /// Bytes.
    pub shared: u64,
    /// Registers of 4 bytes.
    pub registers: u64,
    /// Bytes.
    pub parameters: u64,
    /// Bytes.
    pub line: u64,
    /// 10^9 floating-point operations a second, and 10^9 bytes a second, for the page of `--report=html` alone; 0: nobody has said.
    pub flops: u64,
    pub bandwidth: u64,
}

/// The host's cores. `cores.toml` says what each number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cores {
    /// Bytes.
    pub line: u64,
    /// Elements.
    pub simd: u64,
    /// Iterations.
    pub share: u64,
    /// Operations, as are those below.
    pub wake: u64,
    pub division: u64,
    pub atomic: u64,
    pub mathematics: u64,
    /// As those of [`Device`], of all cores together.
    pub flops: u64,
    pub bandwidth: u64,
}

/// A number of a model.
struct Key {
    table: &'static str,
    name: &'static str,
    /// What makes sense, and what generated code can do with.
    range: RangeInclusive<u64>,
    unit: &'static str,
    of: fn(&mut Machine) -> &mut u64,
}

macro_rules! keys {
    ($($table:ident.$name:ident: $range:expr, $unit:literal;)+) => {
        /// All numbers of a model.
        const KEYS: &[Key] = &[$(Key {
            table: stringify!($table),
            name: stringify!($name),
            range: $range,
            unit: $unit,
            of: |m| &mut m.$table.$name,
        }),+];
    };
}

// CUDA's limits, where there are any: kernels count on them.
keys! {
    device.warp: 1..=1024, "threads";
    device.block: 1..=1024, "threads";
    device.vector_length: 1..=1024, "threads";
    device.rows: 1..=1024, "rows";
    device.gangs: 1..=1 << 20, "blocks";
    device.launch: 1..=1 << 20, "iterations";
    device.meeting: 0..=1 << 20, "iterations";
    device.threads: 1..=1 << 32, "threads";
    device.shared: 0..=48 << 10, "bytes";
    device.registers: 1..=255, "registers";
    device.parameters: 0..=3584, "bytes";
    device.line: 1..=1 << 20, "bytes";
    device.flops: 0..=1 << 40, "GFLOP/s";
    device.bandwidth: 0..=1 << 40, "GB/s";
    cores.line: 1..=1 << 20, "bytes";
    cores.simd: 1..=1 << 20, "elements";
    cores.share: 1..=1 << 20, "iterations";
    cores.wake: 1..=1_000_000_000_000, "operations";
    cores.division: 1..=1_000_000, "operations";
    cores.atomic: 1..=1_000_000, "operations";
    cores.mathematics: 1..=1_000_000, "operations";
    cores.flops: 0..=1 << 40, "GFLOP/s";
    cores.bandwidth: 0..=1 << 40, "GB/s";
}

/// A model that is built in.
pub struct BuiltIn {
    pub name: &'static str,
    /// Architectures that it holds for: names, or beginnings of names with a number behind.
    pub also: &'static [&'static str],
    text: &'static str,
}

/// The models that are built in. Together they say everything.
pub const BUILT_IN: &[BuiltIn] = &[
    BuiltIn {
        name: "nvidia",
        also: &["sm_"],
        text: include_str!("nvidia.toml"),
    },
    BuiltIn {
        name: "cores",
        also: &["x86_64", "aarch64"],
        text: include_str!("cores.toml"),
    },
];

impl BuiltIn {
    /// The model with this name, or of this architecture.
    pub fn named(name: &str) -> Option<&'static BuiltIn> {
        let is = |begin: &str| match name.strip_prefix(begin) {
            Some("") => true,
            Some(rest) => begin.ends_with('_') && rest.starts_with(|c: char| c.is_ascii_digit()),
            None => false,
        };
        let mut all = BUILT_IN.iter();
        all.find(|b| b.name == name || b.also.iter().any(|a| is(a)))
    }

    /// "nvidia (sm_NN)"
    pub fn line(&self) -> String {
        let also = self.also.iter().map(|a| match a.ends_with('_') {
            true => format!("{a}NN"),
            false => (*a).to_string(),
        });
        format!("{} ({})", self.name, also.collect::<Vec<_>>().join(", "))
    }
}

static DEFAULT: LazyLock<Machine> = LazyLock::new(|| {
    let nothing = Machine {
        device: Device::default(),
        cores: Cores::default(),
    };
    // The tests read these files, so nothing is left out.
    let all = BUILT_IN.iter();
    all.fold(nothing, |m, b| m.with(b.name, b.text).unwrap_or(m))
});

impl Default for Machine {
    /// The one that the models that are built in make together.
    fn default() -> Self {
        *DEFAULT
    }
}

impl Machine {
    /// With what a model that is built in says.
    ///
    /// # Errors
    /// None that a test hasn't excluded.
    pub fn with_built_in(self, b: &BuiltIn) -> Result<Machine, Error> {
        self.with(b.name, b.text)
    }
}

/// The numbers of a model, a line each: "device.warp = 32 threads".
pub fn lines(m: &Machine) -> String {
    let mut m = *m;
    let each = KEYS.iter().map(|k| {
        let value = *(k.of)(&mut m);
        format!("{}.{} = {value} {}\n", k.table, k.name, k.unit)
    });
    each.collect()
}

#[cfg(test)]
mod tests;
