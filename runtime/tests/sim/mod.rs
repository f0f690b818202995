//! What the simulator's tests share: kernels of `kernels.cu`, compiled by the command lines that
//! `accrs_sim.h` documents, and a device with them loaded.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use accrt::abi::SimKernel;
use accrt::device::sim::{SimDriver, entry};
use accrt::device::{
    DevPtr, Device, DeviceError, Driver, Function, Image, Launch, ModuleHandle, Stream,
};

const KERNELS: &[&str] = &[
    "saxpy",
    "who",
    "block_sum",
    "dynamic_sum",
    "shuffles",
    "uneven",
    "atomics",
    "globals",
    "copy_block",
    "read_at",
    "write_at",
    "early_exit",
    "together",
    "apart",
    "two_barriers",
    "lost_lane",
    "divide",
    "deep",
    "claim",
    "unreachable",
    "tiny",
    "slow",
    "jacobi",
    "dgemm",
    "barriers",
];

fn sh(command: &mut Command) {
    let out = command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(
        out.status.success(),
        "{command:?}\n{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

/// The command lines at the head of `accrs_sim.h`.
fn documented(tool: &str) -> Vec<String> {
    let header =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("include/accrs_sim.h"))
            .unwrap();
    let at = header
        .find(&format!(" *   {tool} "))
        .expect("command line in the header");
    let mut words = Vec::new();
    for line in header[at..].lines() {
        let line = line.trim_start_matches(" *").trim();
        if line.is_empty() || !(line.starts_with(tool) || line.starts_with('-')) {
            break;
        }
        words.extend(line.split_whitespace().map(str::to_owned));
    }
    words.retain(|w| !w.starts_with("app.") && w != "-o" && w != tool);
    words
}

fn build() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sim-{}", std::process::id()));
    std::fs::create_dir_all(&out).unwrap();
    let rows: String = KERNELS
        .iter()
        .map(|k| format!("ACCRS_SIM_KERNEL({k})\n"))
        .collect();
    let wrapper = out.join("kernels.cpp");
    std::fs::write(
        &wrapper,
        format!(
            "#include \"accrs_sim.h\"\n#include \"kernels.cu\"\nACCRS_SIM_TABLE_BEGIN(table)\n{rows}ACCRS_SIM_TABLE_END\n"
        ),
    )
    .unwrap();
    let (object, library) = (out.join("kernels.o"), out.join("kernels.so"));
    let flags = documented("g++");
    assert!(
        flags.iter().any(|f| f == "-fsanitize=kernel-address"),
        "{flags:?}"
    );
    sh(Command::new("g++")
        .args(flags)
        .args(["-fPIC", "-g1", "-c"])
        .arg("-I")
        .arg(here.join("include"))
        .arg("-I")
        .arg(here.join("tests/sim"))
        .arg("-o")
        .arg(&object)
        .arg(&wrapper));
    sh(Command::new("objcopy")
        .args(documented("objcopy"))
        .arg(&object));
    sh(Command::new("gcc")
        .args(["-shared", "-fPIC", "-O2", "-o"])
        .arg(&library)
        .arg(&object)
        .arg(here.join("tests/sim/hooks.c"))
        .arg("-lm"));
    library
}

struct Library {
    table: &'static [SimKernel],
}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let path = CString::new(build().to_str().unwrap()).unwrap();
        unsafe {
            let handle = libc::dlopen(path.as_ptr(), libc::RTLD_NOW);
            assert!(
                !handle.is_null(),
                "{:?}",
                std::ffi::CStr::from_ptr(libc::dlerror())
            );
            let symbol = |name: &std::ffi::CStr| {
                let at = libc::dlsym(handle, name.as_ptr());
                assert!(!at.is_null(), "{name:?}");
                at
            };
            let hooks = symbol(c"accrs_hooks").cast::<*const c_void>();
            *hooks = entry::__accrs_sim_enter as *const c_void;
            *hooks.add(1) = entry::__accrs_sim_barrier as *const c_void;
            *hooks.add(2) = entry::__accrs_sim_warp as *const c_void;
            *hooks.add(3) = entry::__accrs_sim_access as *const c_void;
            *hooks.add(4) = entry::__accrs_sim_range as *const c_void;
            *symbol(c"accrs_blocks").cast::<*const c_void>() =
                entry::__accrs_sim_blocks as *const c_void;
            *symbol(c"accrs_stop").cast::<*const c_void>() =
                entry::__accrs_sim_stop as *const c_void;
            let ranges = symbol(c"accrs_ranges").cast::<*const c_void>();
            let n = *symbol(c"accrs_nranges").cast::<i32>() as usize;
            assert!(n >= 2, "the constructor told no sections");
            (0..n / 2).for_each(|i| {
                entry::__accrs_sim_globals(*ranges.add(2 * i), *ranges.add(2 * i + 1))
            });
            let table =
                std::slice::from_raw_parts(symbol(c"table").cast::<SimKernel>(), KERNELS.len());
            Library { table }
        }
    })
}

/// A device with the kernels loaded.
pub struct Sim {
    pub device: Box<dyn Device>,
    pub module: ModuleHandle,
}

/// Bytes of a kernel argument.
pub fn arg<T: Copy>(value: T) -> Vec<u8> {
    unsafe { std::slice::from_raw_parts((&raw const value).cast::<u8>(), size_of::<T>()) }.to_vec()
}

impl Sim {
    pub fn open() -> Self {
        Self::open_at(0)
    }

    pub fn open_at(ordinal: u32) -> Self {
        let device = SimDriver.open(ordinal).unwrap();
        let image = Image {
            compiled: &std::cell::Cell::new(None),
            source: "kernels.c",
            cuda_text: None,
            built: &[],
            others: &Vec::new,
            sim: library().table,
        };
        let module = device.module_load(image).unwrap();
        Self { device, module }
    }

    pub fn function(&self, name: &str) -> Function {
        self.device.module_function(self.module, name).unwrap()
    }

    pub fn put<T: Copy>(&self, data: &[T]) -> DevPtr {
        let bytes = size_of_val(data) as u64;
        let at = self.device.alloc(bytes).unwrap();
        unsafe {
            self.device
                .copy_in(at, data.as_ptr().cast(), bytes, None)
                .unwrap()
        };
        at
    }

    pub fn get<T: Copy + Default>(&self, at: DevPtr, n: usize) -> Vec<T> {
        let mut data = vec![T::default(); n];
        unsafe {
            self.device
                .copy_out(
                    data.as_mut_ptr().cast(),
                    at,
                    (n * size_of::<T>()) as u64,
                    None,
                )
                .unwrap()
        };
        data
    }

    pub fn launch(
        &self,
        name: &str,
        grid: [u32; 3],
        block: [u32; 3],
        args: &[Vec<u8>],
    ) -> Result<(), DeviceError> {
        self.launch_on(name, grid, block, 0, args, None)
    }

    /// A launch whose blocks wait for each other.
    pub fn launch_together(
        &self,
        name: &str,
        grid: [u32; 3],
        block: [u32; 3],
        args: &[Vec<u8>],
    ) -> Result<(), DeviceError> {
        self.launch_as(name, grid, block, (0, true), args, None)
    }

    pub fn launch_on(
        &self,
        name: &str,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u64,
        args: &[Vec<u8>],
        stream: Option<Stream>,
    ) -> Result<(), DeviceError> {
        self.launch_as(name, grid, block, (shared, false), args, stream)
    }

    fn launch_as(
        &self,
        name: &str,
        grid: [u32; 3],
        block: [u32; 3],
        (shared, together): (u64, bool),
        args: &[Vec<u8>],
        stream: Option<Stream>,
    ) -> Result<(), DeviceError> {
        let pointers: Vec<*const c_void> = args.iter().map(|a| a.as_ptr().cast()).collect();
        let sizes: Vec<usize> = args.iter().map(Vec::len).collect();
        let launch = Launch {
            grid,
            block,
            shared,
            together,
            args: &pointers,
            arg_bytes: &sizes,
        };
        unsafe { self.device.launch(self.function(name), &launch, stream) }
    }

    /// The message of the fault that the launch must end in.
    pub fn fault(&self, name: &str, grid: u32, block: u32, args: &[Vec<u8>]) -> String {
        match self.launch(name, [grid, 1, 1], [block, 1, 1], args) {
            Err(DeviceError::KernelFault(text)) => text,
            other => panic!("{name}: expected a fault, got {other:?}"),
        }
    }
}

pub fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is not in: {text}");
    }
}
