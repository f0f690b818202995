//! The simulator, driven through the device trait with kernels of `sim/kernels.cu`, which are
//! compiled here by the command line that `accrs_sim.h` documents.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use accrt::abi::SimKernel;
use accrt::device::sim::{POISON, SimDriver, entry};
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
    "two_barriers",
    "lost_lane",
    "divide",
    "deep",
    "claim",
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
struct Sim {
    device: Box<dyn Device>,
    module: ModuleHandle,
}

/// Bytes of a kernel argument.
fn arg<T: Copy>(value: T) -> Vec<u8> {
    unsafe { std::slice::from_raw_parts((&raw const value).cast::<u8>(), size_of::<T>()) }.to_vec()
}

impl Sim {
    fn open() -> Self {
        Self::open_at(0)
    }

    fn open_at(ordinal: u32) -> Self {
        let device = SimDriver.open(ordinal).unwrap();
        let image = Image {
            source: "kernels.c",
            cuda_text: None,
            ptx: None,
            sim: library().table,
        };
        let module = device.module_load(image).unwrap();
        Self { device, module }
    }

    fn function(&self, name: &str) -> Function {
        self.device.module_function(self.module, name).unwrap()
    }

    fn put<T: Copy>(&self, data: &[T]) -> DevPtr {
        let bytes = size_of_val(data) as u64;
        let at = self.device.alloc(bytes).unwrap();
        unsafe {
            self.device
                .copy_in(at, data.as_ptr().cast(), bytes, None)
                .unwrap()
        };
        at
    }

    fn get<T: Copy + Default>(&self, at: DevPtr, n: usize) -> Vec<T> {
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

    fn launch(
        &self,
        name: &str,
        grid: [u32; 3],
        block: [u32; 3],
        args: &[Vec<u8>],
    ) -> Result<(), DeviceError> {
        self.launch_on(name, grid, block, 0, args, None)
    }

    fn launch_on(
        &self,
        name: &str,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u64,
        args: &[Vec<u8>],
        stream: Option<Stream>,
    ) -> Result<(), DeviceError> {
        let pointers: Vec<*const c_void> = args.iter().map(|a| a.as_ptr().cast()).collect();
        let sizes: Vec<usize> = args.iter().map(Vec::len).collect();
        let launch = Launch {
            grid,
            block,
            shared,
            args: &pointers,
            arg_bytes: &sizes,
        };
        unsafe { self.device.launch(self.function(name), &launch, stream) }
    }

    /// The message of the fault that the launch must end in.
    fn fault(&self, name: &str, grid: u32, block: u32, args: &[Vec<u8>]) -> String {
        match self.launch(name, [grid, 1, 1], [block, 1, 1], args) {
            Err(DeviceError::KernelFault(text)) => text,
            other => panic!("{name}: expected a fault, got {other:?}"),
        }
    }
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is not in: {text}");
    }
}

#[test]
fn saxpy_on_odd_grids() {
    let sim = Sim::open();
    for n in [1usize, 2, 31, 1000, 10007] {
        for (grid, block) in [(1, 1), (3, 7), (13, 101), (64, 1024)] {
            let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let (dx, dy) = (sim.put(&x), sim.put(&vec![1f32; n]));
            let args = [arg(n as i64), arg(2f32), arg(dx.0), arg(dy.0)];
            sim.launch("saxpy", [grid, 1, 1], [block, 1, 1], &args)
                .unwrap();
            let y: Vec<f32> = sim.get(dy, n);
            assert!(
                y.iter()
                    .enumerate()
                    .all(|(i, y)| *y == 2.0 * i as f32 + 1.0),
                "n {n}, {grid} x {block}"
            );
            sim.device.free(dx).unwrap();
            sim.device.free(dy).unwrap();
        }
    }
}

#[test]
fn each_thread_runs_once() {
    let sim = Sim::open();
    let (grid, block) = ([3, 5, 2], [7, 3, 4]);
    let (blocks, threads) = (30, 84);
    let out = sim.put(&vec![0u32; blocks * threads]);
    sim.launch("who", grid, block, &[arg(out.0)]).unwrap();
    let seen: Vec<u32> = sim.get(out, blocks * threads);
    assert!(
        seen.iter()
            .enumerate()
            .all(|(i, v)| *v == 1 + (i % threads) as u32)
    );
}

#[test]
fn block_reduction_with_barriers() {
    let sim = Sim::open();
    let n = 100_003;
    let x = sim.put(&(0..n).map(f64::from).collect::<Vec<_>>());
    for (grid, block) in [(1, 1), (3, 7), (5, 255), (7, 1024)] {
        let sums = sim.put(&vec![0f64; grid]);
        sim.launch(
            "block_sum",
            [grid as u32, 1, 1],
            [block, 1, 1],
            &[arg(n), arg(x.0), arg(sums.0)],
        )
        .unwrap();
        let total: f64 = sim.get::<f64>(sums, grid).iter().sum();
        assert_eq!(
            total,
            f64::from(n) * f64::from(n - 1) / 2.0,
            "{grid} x {block}"
        );
    }
    let sums = sim.put(&[0f64; 3]);
    let args = [arg(100), arg(x.0), arg(sums.0)];
    sim.launch_on("dynamic_sum", [3, 1, 1], [128, 1, 1], 1024, &args, None)
        .unwrap();
    assert_eq!(sim.get::<f64>(sums, 3), [4950.0; 3]);
}

#[test]
fn warp_operations() {
    let sim = Sim::open();
    let down = sim.put(&[0i32; 64]);
    let (xored, ballots, up) = (
        sim.put(&[0i32; 64]),
        sim.put(&[0u32; 64]),
        sim.put(&[0f64; 64]),
    );
    sim.launch(
        "shuffles",
        [1; 3],
        [64, 1, 1],
        &[arg(down.0), arg(xored.0), arg(ballots.0), arg(up.0)],
    )
    .unwrap();
    let sums: Vec<i32> = sim.get(down, 64);
    assert_eq!(
        (sums[0], sums[32]),
        (31 * 16 + 3000, (32..64).sum::<i32>() + 35000)
    );
    assert!(
        sim.get::<i32>(xored, 64)
            .iter()
            .enumerate()
            .all(|(t, v)| *v == (t ^ 5) as i32)
    );
    let expect = |t: usize| {
        (0..32)
            .filter(|l| (t / 32 * 32 + l) % 3 == 0)
            .fold(0u32, |m, l| m | 1 << l)
    };
    assert!(
        sim.get::<u32>(ballots, 64)
            .iter()
            .enumerate()
            .all(|(t, v)| *v == expect(t))
    );
    let expect = |t: usize| 0.5 * if t % 8 == 0 { t } else { t - 1 } as f64;
    assert!(
        sim.get::<f64>(up, 64)
            .iter()
            .enumerate()
            .all(|(t, v)| *v == expect(t))
    );
}

#[test]
fn a_shuffle_from_no_lane_is_poison() {
    let sim = Sim::open();
    let buffers: Vec<DevPtr> = (0..4).map(|_| sim.put(&[0f64; 32])).collect();
    let args: Vec<Vec<u8>> = buffers.iter().map(|b| arg(b.0)).collect();
    sim.launch("shuffles", [1; 3], [20, 1, 1], &args).unwrap();
    let xored: Vec<i32> = sim.get(buffers[1], 20);
    assert_eq!(xored[3], 6);
    assert_eq!(
        xored[17],
        i32::from_ne_bytes([POISON; 4]),
        "lane 20 does not exist"
    );
}

#[test]
fn uneven_loops_with_votes() {
    let sim = Sim::open();
    let turns: Vec<i32> = (0..77).map(|t| t % 5).collect();
    let (dt, seen, most) = (sim.put(&turns), sim.put(&[0i32; 77]), sim.put(&[0i32; 3]));
    sim.launch(
        "uneven",
        [1; 3],
        [77, 1, 1],
        &[arg(dt.0), arg(seen.0), arg(most.0)],
    )
    .unwrap();
    assert_eq!(sim.get::<i32>(seen, 77), turns);
    let above = turns.iter().filter(|t| **t > 2).count() as i32;
    assert_eq!(sim.get::<i32>(most, 3), [4, above, 1]);
}

#[test]
fn atomics_from_all_blocks() {
    let sim = Sim::open();
    let (i, d, u) = (sim.put(&[0i32]), sim.put(&[0f64]), sim.put(&[0u64]));
    let (least, ticket) = (sim.put(&[1e9f32]), sim.put(&[0u32]));
    let args = [arg(i.0), arg(d.0), arg(u.0), arg(least.0), arg(ticket.0)];
    sim.launch("atomics", [997, 1, 1], [33, 1, 1], &args)
        .unwrap();
    let n = 997 * 33;
    assert_eq!(sim.get::<i32>(i, 1), [n]);
    assert_eq!(sim.get::<f64>(d, 1), [f64::from(n) / 2.0]);
    assert_eq!(sim.get::<u64>(u, 1), [n as u64 - 1]);
    assert_eq!(sim.get::<f32>(least, 1), [4.0]);
    assert_eq!(sim.get::<u32>(ticket, 1), [n as u32]);
}

#[test]
fn kernels_may_use_their_own_globals_and_shared_memory() {
    let sim = Sim::open();
    let out = sim.put(&[0f64; 8]);
    for i in 0..5 {
        sim.launch("globals", [9, 1, 1], [8, 1, 1], &[arg(out.0), arg(i)])
            .unwrap();
        let got: Vec<f64> = sim.get(out, 8);
        assert!(
            got.iter()
                .enumerate()
                .all(|(t, v)| *v == ((t as i32 + i) % 5 + 1) as f64),
            "{got:?}"
        );
    }
}

#[test]
fn host_memory_is_not_there() {
    let sim = Sim::open();
    let (host, out) = (vec![7i32; 100], sim.put(&[0i32]));
    let text = sim.fault("read_at", 3, 8, &[arg(host.as_ptr()), arg(2), arg(out.0)]);
    let at = format!("{:#x}", host.as_ptr() as usize + 8);
    let parts = [
        "kernel 'read_at' (kernels.c)",
        "thread (3,0,0) of block (1,0,0) reads 4 bytes at",
        &at,
        "host memory",
        "kernels.cu:",
    ];
    has(&text, &parts);
    assert_eq!(sim.get::<i32>(out, 1), [0]);
    let text = sim.fault("write_at", 1, 1, &[arg(host.as_ptr()), arg(5i64)]);
    has(
        &text,
        &[
            "thread (0,0,0) of block (0,0,0) writes 4 bytes",
            "host memory",
        ],
    );
    assert_eq!(host, vec![7; 100]);
    static TABLE: [i32; 64] = [3; 64];
    has(
        &sim.fault("read_at", 2, 4, &[arg(TABLE.as_ptr()), arg(2), arg(out.0)]),
        &["host memory"],
    );
    has(
        &sim.fault("write_at", 1, 1, &[arg(0u64), arg(1i64)]),
        &["null pointer"],
    );
    has(
        &sim.fault("write_at", 1, 1, &[arg([POISON; 8]), arg(0i64)]),
        &["uninitialised device memory"],
    );
    let args = [arg(out.0), arg(host.as_ptr()), arg(10)];
    has(
        &sim.fault("copy_block", 1, 1, &args),
        &["reads", "host memory"],
    );
}

#[test]
fn ends_of_allocations_are_watched() {
    let sim = Sim::open();
    let (data, out) = (sim.put(&[5i32; 25]), sim.put(&[0i32]));
    sim.launch(
        "read_at",
        [2, 1, 1],
        [4, 1, 1],
        &[arg(data.0), arg(24), arg(out.0)],
    )
    .unwrap();
    assert_eq!(sim.get::<i32>(out, 1), [5]);
    let text = sim.fault("read_at", 2, 4, &[arg(data.0), arg(25), arg(out.0)]);
    has(
        &text,
        &[
            "reads 4 bytes",
            "0 bytes past the end of a device allocation of 100 bytes",
        ],
    );
    sim.fault("write_at", 1, 1, &[arg(data.0), arg(-1i64)]);
    let (to, from) = (sim.put(&[0f64; 4]), sim.put(&[1f64; 9]));
    let text = sim.fault("copy_block", 1, 1, &[arg(to.0), arg(from.0), arg(9)]);
    has(
        &text,
        &[
            "writes 40 bytes",
            "0 bytes past the end of a device allocation of 32 bytes",
        ],
    );
    sim.launch(
        "copy_block",
        [1; 3],
        [1; 3],
        &[arg(to.0), arg(from.0), arg(4)],
    )
    .unwrap();
    assert_eq!(sim.get::<f64>(to, 4), [1.0; 4]);
    sim.device.free(data).unwrap();
    has(
        &sim.fault("write_at", 1, 1, &[arg(data.0), arg(0i64)]),
        &["not allocated (freed"],
    );
    assert!(sim.device.free(data).is_err());
    let mut buffer = [0u8; 64];
    let err = unsafe {
        sim.device
            .copy_out(buffer.as_mut_ptr().cast(), to, 33, None)
    }
    .unwrap_err();
    has(
        &err.to_string(),
        &["33 bytes at offset 0 of a device allocation of 32 bytes"],
    );
}

#[test]
fn barriers_that_not_all_reach() {
    let sim = Sim::open();
    sim.launch("early_exit", [4, 1, 1], [33, 1, 1], &[arg(33)])
        .unwrap();
    let text = sim.fault("early_exit", 4, 33, &[arg(30)]);
    has(
        &text,
        &[
            "kernel 'early_exit'",
            "33 threads: 30 wait at the barrier in line",
            "3 have left",
            "thread (30,0,0)",
        ],
    );
    let x = sim.put(&[0i32]);
    let text = sim.fault("two_barriers", 1, 10, &[arg(x.0)]);
    assert_eq!(
        text.matches("5 wait at the barrier in line").count(),
        2,
        "{text}"
    );
    let text = sim.fault("lost_lane", 1, 32, &[arg(x.0)]);
    has(
        &text,
        &["1 waits at the warp operation", "31 wait at the barrier"],
    );
    // And the device is still good for the next kernel.
    sim.launch("early_exit", [4, 1, 1], [1024, 1, 1], &[arg(1024)])
        .unwrap();
}

#[test]
fn traps_become_faults() {
    let sim = Sim::open();
    let x = sim.put(&[12i32]);
    has(
        &sim.fault("divide", 1, 1, &[arg(x.0), arg(0)]),
        &["divides an integer by zero", "kernels.cu:"],
    );
    sim.launch("divide", [1; 3], [1; 3], &[arg(x.0), arg(4)])
        .unwrap();
    assert_eq!(sim.get::<i32>(x, 1), [3]);
    has(
        &sim.fault("deep", 1, 1, &[arg(x.0), arg(0)]),
        &["more than the 256 KiB of local memory"],
    );
    has(
        &sim.fault("claim", 1, 4, &[arg(3)]),
        &["assertion failed", "n > 5", "kernels.cu"],
    );
    sim.launch("claim", [1; 3], [4, 1, 1], &[arg(6)]).unwrap();
}

#[test]
fn new_memory_is_poison() {
    let sim = Sim::open();
    let at = sim.device.alloc(1000).unwrap();
    assert_eq!(at.0 % 256, 0);
    assert_eq!(sim.get::<u8>(at, 1000), vec![POISON; 1000]);
    sim.device.fill(at, 0, 1000, None).unwrap();
    sim.device.free(at).unwrap();
    for _ in 0..100 {
        let again = sim.device.alloc(1000).unwrap();
        assert_eq!(sim.get::<u8>(again, 1000), vec![POISON; 1000]);
        sim.device.free(again).unwrap();
    }
}

#[test]
fn launches_are_checked() {
    let sim = Sim::open();
    let too_wide = sim
        .launch("claim", [1; 3], [1025, 1, 1], &[arg(6)])
        .unwrap_err();
    has(&too_wide.to_string(), &["claim", "1025"]);
    assert!(
        sim.launch("claim", [1, 65536, 1], [1; 3], &[arg(6)])
            .is_err()
    );
    assert!(sim.launch("claim", [0, 1, 1], [1; 3], &[arg(6)]).is_err());
    assert!(
        sim.launch_on("claim", [1; 3], [1; 3], 49 << 10, &[arg(6)], None)
            .is_err()
    );
    assert!(matches!(
        sim.device.module_function(sim.module, "absent"),
        Err(DeviceError::NoSuchKernel(_))
    ));
}

#[test]
fn streams_are_in_order_and_overlap() {
    let sim = Sim::open();
    let (a, b) = (
        sim.device.stream_create().unwrap(),
        sim.device.stream_create().unwrap(),
    );
    let turns = sim.put(&[100_000i32]);
    let (x, y) = (sim.put(&[0f64]), sim.put(&[0f64]));
    let run = |stream, out: DevPtr| {
        sim.launch_on(
            "slow",
            [1; 3],
            [1; 3],
            0,
            &[arg(turns.0), arg(out.0)],
            Some(stream),
        )
        .unwrap();
    };
    let start = Instant::now();
    run(a, x);
    run(b, y);
    let queued = start.elapsed();
    assert!(!sim.device.stream_query(a).unwrap());
    // A short operation of the other stream need not wait for the long kernel.
    let c = sim.device.stream_create().unwrap();
    let mut byte = 0u8;
    unsafe {
        sim.device
            .copy_out((&raw mut byte).cast(), turns, 1, Some(c))
            .unwrap()
    };
    sim.device.stream_synchronize(c).unwrap();
    let overlapped = !sim.device.stream_query(a).unwrap();
    sim.device.stream_synchronize(a).unwrap();
    sim.device.stream_synchronize(b).unwrap();
    assert!(
        queued < Duration::from_millis(50),
        "a launch on a stream waits: {queued:?}"
    );
    assert!(overlapped, "the copy waited for another stream's kernel");
    assert_eq!(
        (sim.get::<f64>(x, 1), sim.get::<f64>(y, 1)),
        (vec![2.0], vec![2.0])
    );
    // b waits for a's event: the copy sees what the kernel wrote.
    sim.device.fill(x, 0, 8, Some(a)).unwrap();
    run(a, x);
    let event = sim.device.event_record(a).unwrap();
    sim.device.stream_wait_event(b, event).unwrap();
    let mut seen = 0f64;
    unsafe {
        sim.device
            .copy_out((&raw mut seen).cast(), x, 8, Some(b))
            .unwrap()
    };
    sim.device.stream_synchronize(b).unwrap();
    assert_eq!(seen, 2.0);
    sim.device.event_destroy(event).unwrap();
    [a, b, c]
        .into_iter()
        .for_each(|s| sim.device.stream_destroy(s).unwrap());
}

#[test]
fn faults_of_queued_kernels_surface_at_the_wait() {
    let sim = Sim::open();
    let stream = sim.device.stream_create().unwrap();
    sim.launch_on(
        "write_at",
        [1; 3],
        [1; 3],
        0,
        &[arg(0u64), arg(1i64)],
        Some(stream),
    )
    .unwrap();
    let x = sim.put(&[1u8]);
    sim.device.fill(x, 9, 1, Some(stream)).unwrap();
    let error = sim.device.stream_synchronize(stream).unwrap_err();
    has(&error.to_string(), &["kernel 'write_at'", "null pointer"]);
    assert_eq!(sim.get::<u8>(x, 1), [1], "work behind a fault is skipped");
    sim.device.stream_synchronize(stream).unwrap();
}

#[test]
fn a_million_tiny_blocks() {
    let sim = Sim::open();
    let n = 1_000_000;
    let out = sim.put(&vec![0u32; n]);
    let start = Instant::now();
    sim.launch("tiny", [n as u32, 1, 1], [1; 3], &[arg(out.0)])
        .unwrap();
    let took = start.elapsed();
    println!("10^6 blocks of one thread: {took:?}");
    assert!(
        sim.get::<u32>(out, n)
            .iter()
            .enumerate()
            .all(|(i, v)| *v == i as u32)
    );
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn speed() {
    let sim = Sim::open();
    let n = 2048usize;
    let (a, b) = (sim.put(&vec![1f32; n * n]), sim.put(&vec![0f32; n * n]));
    let args = [arg(n as i32), arg(n as i32), arg(a.0), arg(b.0)];
    for (grid, block) in [
        ([2, 1023, 1], [64, 16, 1]),
        ([2, 1023, 1], [128, 2, 1]),
        ([3, 7, 1], [31, 5, 1]),
    ] {
        let start = Instant::now();
        sim.launch("jacobi", grid, block, &args).unwrap();
        let took = start.elapsed();
        println!("jacobi 2048x2048, grid {grid:?} block {block:?}: {took:?}");
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
    let out = sim.put(&[0i32; 4]);
    let start = Instant::now();
    sim.launch("barriers", [4, 1, 1], [1024, 1, 1], &[arg(100), arg(out.0)])
        .unwrap();
    println!(
        "4 blocks of 1024 threads, 100 barriers: {:?}",
        start.elapsed()
    );
    assert_eq!(sim.get::<i32>(out, 4), [99; 4]);
    let n = 256usize;
    let (a, b, c) = (
        sim.put(&vec![1f64; n * n]),
        sim.put(&vec![2f64; n * n]),
        sim.put(&vec![0f64; n * n]),
    );
    let start = Instant::now();
    sim.launch(
        "dgemm",
        [16, 16, 1],
        [16, 16, 1],
        &[arg(n as i32), arg(a.0), arg(b.0), arg(c.0)],
    )
    .unwrap();
    println!("dgemm 256: {:?}", start.elapsed());
    assert!(sim.get::<f64>(c, n * n).iter().all(|v| *v == 512.0));
}
