//! What the runtime tells while it works: `ACCRS_NOTIFY` and `ACCRS_STATS`.
//!
//! `ACCRS_NOTIFY` is a sum, with nvc's numbers: 1 (kernel launches), 2 (data transfers), 4 (regions that are entered and left),
//! 8 (waits), 16 (sections that get memory of a device or are found present, and give it back): one line to stderr for each. nvc's own
//! `NVCOMPILER_ACC_NOTIFY`, `NV_ACC_NOTIFY` and `PGI_ACC_NOTIFY` mean the same. The lines' format is stable:
//!
//! ```text
//! accrs: launch jacobi_main_41 file=jacobi.c line=41 device=sim:0 queue=sync grid=16x1023x1 block=128x2x1
//! accrs: upload A[0:n*m] bytes=33554432 file=jacobi.c line=38 device=sim:0 queue=2
//! ```
//!
//! `ACCRS_STATS=file` writes one JSON object of counts when the program ends.

use crate::environment;
use std::fmt::{Arguments, Display, Write as _};
use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Bits of `ACCRS_NOTIFY`.
pub const LAUNCHES: u32 = 1;
pub const TRANSFERS: u32 = 2;
pub const REGIONS: u32 = 4;
pub const WAITS: u32 = 8;
pub const MEMORY: u32 = 16;

fn mask() -> u32 {
    static MASK: OnceLock<u32> = OnceLock::new();
    *MASK.get_or_init(|| read_mask(environment::var))
}

/// The mask that the environment asks for.
fn read_mask(var: impl Fn(&str) -> Option<String>) -> u32 {
    // Set but not a number means the launches, as nvc has it.
    let number = |text: String| {
        text.trim()
            .parse()
            .unwrap_or(if text.trim().is_empty() { 0 } else { LAUNCHES })
    };
    let names = [
        "ACCRS_NOTIFY",
        "NVCOMPILER_ACC_NOTIFY",
        "NV_ACC_NOTIFY",
        "PGI_ACC_NOTIFY",
    ];
    names.into_iter().find_map(var).map_or(0, number)
}

/// True when lines of this kind are wanted; ask before building one.
pub fn on(bit: u32) -> bool {
    mask() & bit != 0
}

/// Prints a line if its kind is wanted.
pub fn line(bit: u32, text: Arguments<'_>) {
    if on(bit) {
        warn(&text.to_string());
    }
}

/// NVRTC has compiled the kernels of `source` at their first use.
pub fn compiled(source: &str, device: &dyn Display, took: Duration) {
    line(
        LAUNCHES,
        format_args!(
            "compile source={source} device={device} ms={}",
            took.as_millis()
        ),
    );
}

/// The process's rank on its machine has chosen its device.
pub fn by_rank(kind: impl Display, number: u32, variable: &str, rank: u32, devices: u32) {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if mask() != 0 && !TOLD.swap(true, Ordering::Relaxed) {
        warn(&format!(
            "device {kind}:{number} of {devices} chosen by {variable}={rank}"
        ));
    }
}

/// Does `work`. Who sits at a terminal and waits for longer than a second is told what for by `text`, once in a program.
pub fn while_long<R>(text: impl FnOnce() -> String, work: impl FnOnce() -> R) -> R {
    static TOLD: AtomicBool = AtomicBool::new(false);
    // SAFETY: asks about a descriptor.
    let is_terminal = || unsafe { libc::isatty(libc::STDERR_FILENO) } == 1;
    if TOLD.load(Ordering::Relaxed) || !is_terminal() {
        return work();
    }
    let text = text();
    let tell = move || {
        if !TOLD.swap(true, Ordering::Relaxed) {
            warn(&text);
        }
    };
    unless_over(Duration::from_secs(1), tell, work)
}

/// Does `work`, and `then` beside it if it takes longer than `patience`.
fn unless_over<R>(
    patience: Duration,
    then: impl FnOnce() + Send + 'static,
    work: impl FnOnce() -> R,
) -> R {
    let (over, waits) = mpsc::channel::<()>();
    let watch = move || {
        if waits.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            then();
        }
    };
    // Where no more threads can be had, nobody is told.
    let watcher = std::thread::Builder::new()
        .name("accrs-patience".to_string())
        .spawn(watch);
    let result = work();
    drop(over);
    if let Ok(watcher) = watcher {
        let _ = watcher.join();
    }
    result
}

/// One line on stderr, `accrs: ` before it.
pub fn warn(message: &str) {
    // One write, so that lines of several threads don't mix. Nobody to tell if it fails.
    let _ = std::io::stderr().write_all(format!("accrs: {message}\n").as_bytes());
}

macro_rules! counters {
    ($($name:ident: $what:literal),* $(,)?) => {
        /// What `ACCRS_STATS` reports. Transfers are sections, whatever number of
        /// copies they took; attached pointers are not among them.
        #[derive(Default)]
        pub struct Stats { $(#[doc = $what] pub $name: AtomicU64,)* }
        impl Stats {
            const fn new() -> Self { Self { $($name: AtomicU64::new(0),)* } }
            /// One JSON object.
            pub fn json(&self) -> String {
                let mut text = String::from("{");
                $(
                    if text.len() > 1 { text.push(','); }
                    let _ = write!(text, "\"{}\":{}", stringify!($name), self.$name.load(Ordering::Relaxed));
                )*
                text.push_str("}\n");
                text
            }
        }
    };
}

counters! {
    kernels: "kernels launched on a device",
    host_kernels: "compute regions run on the host's cores",
    uploads: "sections copied to a device",
    upload_bytes: "their bytes",
    downloads: "sections copied from a device",
    download_bytes: "their bytes",
    allocs: "sections created on a device, and acc_malloc calls",
    alloc_bytes: "their bytes",
    frees: "of these, given back",
    presents: "clauses that found their data present",
    attaches: "pointers attached",
    waits: "wait directives, clauses and calls",
    in_order: "launches, and loops on the cores, that ran sequentially since memory overlaps",
    unaligned: "of the kernels, those that loaded word by word since an address isn't aligned",
    in_tiles: "sequential loops that the host's cores ran in tiles, wavefront by wavefront",
    in_slices: "sequential loops whose slices the host's cores shared",
    to_cores: "compute constructs whose data didn't fit a device's memory, run on the host's cores",
    compared: "compute constructs whose results on a device and on the host's cores were compared",
    differing: "of these, those that differed",
    races: "races that the checks of -acc=check found",
    unwritten: "accesses at which they found reads of what nobody had written",
    outside: "accesses at which they found memory that isn't mapped",
    old_values: "reads at which they found that the other side had a newer value",
    missing_waits: "pairs of operations, or of one and the host's code, that they found no wait between",
    parts: "parts in which such constructs ran on a device",
    device_parts: "parts in which constructs ran on several devices at the same time",
    together: "kernels launched with several blocks that wait for each other",
}

pub static STATS: Stats = Stats::new();

/// Adds to a counter.
pub fn count(counter: &AtomicU64, n: u64) {
    counter.fetch_add(n, Ordering::Relaxed);
}

static REPORTS: OnceLock<fn()> = OnceLock::new();

/// Has `write` called when the program ends, with or without an error.
pub fn on_report(write: fn()) {
    let _ = REPORTS.set(write);
}

/// The program ends: what was asked for is written, once.
pub fn report() {
    static DONE: AtomicBool = AtomicBool::new(false);
    if DONE.swap(true, Ordering::SeqCst) {
        return;
    }
    write_stats();
    if let Some(write) = REPORTS.get() {
        write();
    }
}

/// Writes the statistics to the file that `ACCRS_STATS` names, if it names one.
fn write_stats() {
    let Some(path) = environment::var_os("ACCRS_STATS").filter(|p| !p.is_empty()) else {
        return;
    };
    if let Err(error) = std::fs::write(&path, STATS.json()) {
        warn(&format!("ACCRS_STATS: {}: {error}", path.to_string_lossy()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_of_each_spelling() {
        let env = |name: &'static str, value: &'static str| {
            move |asked: &str| (asked == name).then(|| value.to_string())
        };
        assert_eq!(read_mask(|_| None), 0);
        assert_eq!(read_mask(env("ACCRS_NOTIFY", "5")), LAUNCHES | REGIONS);
        assert_eq!(read_mask(env("NV_ACC_NOTIFY", "4")), REGIONS);
        assert_eq!(
            read_mask(env("NVCOMPILER_ACC_NOTIFY", " 18 ")),
            TRANSFERS | MEMORY
        );
        assert_eq!(
            read_mask(env("PGI_ACC_NOTIFY", "11")),
            LAUNCHES | TRANSFERS | WAITS
        );
        assert_eq!(read_mask(env("ACCRS_NOTIFY", "yes")), LAUNCHES);
    }

    #[test]
    fn only_what_takes_long_is_told_of() {
        let told = |patience, takes: Option<Duration>| {
            let (say, said) = mpsc::channel();
            let waited = unless_over(
                patience,
                move || say.send(()).unwrap_or_default(),
                || match takes {
                    // Until it is told: however slow the machine is.
                    None => said.recv_timeout(Duration::from_secs(60)).is_ok(),
                    Some(takes) => {
                        std::thread::sleep(takes);
                        said.try_recv().is_ok()
                    }
                },
            );
            waited || said.try_recv().is_ok()
        };
        assert!(told(Duration::from_millis(1), None));
        assert!(!told(Duration::from_secs(3600), Some(Duration::ZERO)));
    }

    #[test]
    fn statistics_are_json() {
        let stats = Stats::default();
        count(&stats.kernels, 3);
        let text = stats.json();
        assert!(
            text.starts_with("{\"kernels\":3,\"host_kernels\":0,"),
            "{text}"
        );
        assert!(text.ends_with("}\n"));
    }
}
