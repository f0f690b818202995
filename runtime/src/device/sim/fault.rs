//! What can go wrong in a kernel, and its words.

use std::ffi::{CStr, c_void};
use std::fmt::Write as _;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use super::arena::{Arena, Spot};
use super::{check, gate};

/// Where a debugger stops (`runtime/accrs.gdb`): the frames behind this one are those of a kernel's fault, or of a signal that no kernel has raised.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __accrs_sim_fault() {
    // A call of something that does nothing would be left out.
    std::hint::black_box(());
}

/// A thread that waits where the others of its block (or warp) don't come.
#[derive(Debug)]
pub struct Waiter {
    pub thread: u32,
    pub line: u32,
    pub warp: bool,
}

/// What happened; `thread` is the linear index in the block.
#[derive(Debug)]
pub enum Fault {
    Access {
        address: u64,
        bytes: u64,
        store: bool,
        pc: usize,
        thread: u32,
    },
    Signal {
        signal: i32,
        address: u64,
        pc: usize,
        stack: bool,
    },
    Stop {
        why: String,
        text: String,
        file: String,
        line: u32,
        thread: u32,
    },
    Mask {
        thread: u32,
        mask: u32,
        line: u32,
    },
    Divergence {
        waiters: Vec<Waiter>,
        left: u32,
        count: u32,
    },
    /// Blocks that wait for each other don't all come.
    Missed {
        thread: u32,
        why: String,
    },
    /// The simulator itself ran out of something.
    Host(String),
}

/// Where a fault happened.
pub struct Scene<'a> {
    pub kernel: &'a str,
    pub source: &'a str,
    pub device: u32,
    pub block: [u32; 3],
    pub block_dim: [u32; 3],
    pub arena: &'a Arena,
}

/// Says what a host address is: "A, declared at jacobi.c:12, not present".
pub type DescribeHost = fn(address: u64) -> Option<String>;
static DESCRIBE_HOST: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

/// Lets the memory manager name host addresses in faults.
pub fn set_describe_host(describe: DescribeHost) {
    DESCRIBE_HOST.store(describe as *mut (), Ordering::Release);
}

fn describe_host(address: u64) -> Option<String> {
    let describe = DESCRIBE_HOST.load(Ordering::Acquire);
    if describe.is_null() {
        return None;
    }
    // SAFETY: only `set_describe_host` stores here.
    let describe = unsafe { std::mem::transmute::<*mut (), DescribeHost>(describe) };
    describe(address)
}

impl Scene<'_> {
    fn thread(&self, linear: u32) -> String {
        let [x, y, _] = self.block_dim;
        format!("({},{},{})", linear % x, linear / x % y, linear / (x * y))
    }

    /// The whole message.
    pub fn tell(&self, fault: &Fault) -> String {
        let [x, y, z] = self.block;
        let mut text = format!(
            "kernel '{}' ({}) on sim:{}: ",
            self.kernel, self.source, self.device
        );
        let at = |thread: u32| format!("thread {} of block ({x},{y},{z})", self.thread(thread));
        let _ = match fault {
            Fault::Access {
                address,
                bytes,
                store,
                pc,
                thread,
            } => write!(
                text,
                "{} {} {bytes} bytes at {address:#x}{}: {}{}",
                at(*thread),
                if *store { "writes" } else { "reads" },
                line_of(*pc),
                self.describe(*address),
                match check::active() {
                    true => "",
                    false => "; a build with -acc=check names the element",
                }
            ),
            Fault::Signal {
                signal,
                address,
                pc,
                stack,
            } => write!(
                text,
                "a thread of block ({x},{y},{z}) {}",
                self.signal(*signal, *address, &line_of(*pc), *stack)
            ),
            Fault::Stop {
                why,
                text: what,
                file,
                line,
                thread,
            } => {
                write!(
                    text,
                    "{}: {why} at {file}:{line}{}{what}",
                    at(*thread),
                    if what.is_empty() { "" } else { ": " }
                )
            }
            Fault::Mask { thread, mask, line } => write!(
                text,
                "{}: the mask {mask:#x} of the warp operation at line {} leaves out the \
                 calling thread's own lane",
                at(*thread),
                line_in(*line)
            ),
            Fault::Divergence {
                waiters,
                left,
                count,
            } => {
                write!(
                    text,
                    "block ({x},{y},{z}): {}",
                    self.divergence(waiters, *left, *count)
                )
            }
            Fault::Missed { thread, why } => write!(text, "{}: {why}", at(*thread)),
            Fault::Host(why) => write!(text, "block ({x},{y},{z}): {why}"),
        };
        text
    }

    /// What a thread did that got a signal; `line`: where.
    fn signal(&self, signal: i32, address: u64, line: &str, stack: bool) -> String {
        match (signal, address) {
            _ if stack => {
                format!("needs more than the 256 KiB of local memory that a thread has{line}")
            }
            (libc::SIGFPE, _) => {
                format!("divides an integer by zero{line} (or the quotient overflows)")
            }
            (libc::SIGILL, _) => format!(
                "came to a point that the compiler holds unreachable{line} (a function without a return value?)"
            ),
            (_, u64::MAX) => format!(
                "follows a pointer that is no address{line}: probably read from uninitialised device memory"
            ),
            _ => format!(
                "cannot use {address:#x}{line} (signal {signal}): {}",
                self.describe(address)
            ),
        }
    }

    fn divergence(&self, waiters: &[Waiter], left: u32, count: u32) -> String {
        let mut text = format!("a barrier is not reached by all of the block's {count} threads:");
        let mut groups = 0;
        let mut sorted: Vec<&Waiter> = waiters.iter().collect();
        sorted.sort_by_key(|w| (w.warp, w.line, w.thread));
        for group in sorted.chunk_by(|a, b| (a.warp, a.line) == (b.warp, b.line)) {
            groups += 1;
            if groups > 4 {
                text.push_str(" and others elsewhere;");
                break;
            }
            let what = if group[0].warp {
                "warp operation"
            } else {
                "barrier"
            };
            let _ = write!(
                text,
                " {} {} at the {what} in line {} (first: thread {});",
                group.len(),
                if group.len() == 1 { "waits" } else { "wait" },
                line_in(group[0].line),
                self.thread(group[0].thread)
            );
        }
        if left > 0 {
            let mut waiting = vec![false; count as usize];
            waiters
                .iter()
                .for_each(|w| waiting[w.thread as usize] = true);
            let first = waiting.iter().position(|w| !w).unwrap_or(0) as u32;
            let _ = write!(
                text,
                " {left} {} left the kernel (first: thread {})",
                if left == 1 { "has" } else { "have" },
                self.thread(first)
            );
        }
        text.trim_end_matches(';').to_owned()
    }

    /// What an address that a kernel must not touch is.
    fn describe(&self, address: u64) -> String {
        if self.arena.contains(address) {
            return match self.arena.place(address) {
                Spot::Past { by, bytes } => {
                    format!("{by} bytes past the end of a device allocation of {bytes} bytes")
                }
                Spot::Inside { offset, bytes } => {
                    format!(
                        "the access begins at offset {offset} of a device allocation of {bytes} bytes and passes its end"
                    )
                }
                Spot::Unallocated => {
                    "device memory that is not allocated (freed, or an index far outside)"
                        .to_owned()
                }
            };
        }
        if let Some((_, device)) = gate::owner(address) {
            return format!(
                "memory of sim:{device}, which sim:{} cannot see",
                self.device
            );
        }
        if address < 1 << 16 {
            return "a null pointer (not attached, or absent with no_create?)".to_owned();
        }
        if address >> 40 == 0xfb_fbfb || address >> 47 != 0 {
            return "not an address at all; probably read from uninitialised device memory"
                .to_owned();
        }
        match describe_host(address) {
            Some(what) => format!("host memory: {what}"),
            None => {
                "host memory, or nothing; a kernel can use only what data clauses put on the device"
                    .to_owned()
            }
        }
    }
}

/// The line of a meeting, of the number that kernels give it (`ACCRS_SIM_PLACE` of `include/accrs_sim.h`).
pub fn line_in(place: u32) -> u32 {
    place % (1 << 20)
}

/// " (file:line)" of the code before `pc`, if the object has debug lines and addr2line
/// is installed; else nothing.
fn line_of(pc: usize) -> String {
    let Some(place) = source_of(pc) else {
        return String::new();
    };
    format!(" ({})", place.rsplit('/').next().unwrap_or(""))
}

/// `file:line` of the code before `pc`, if the object has debug lines and addr2line is installed. The file's name is relative to the
/// current folder where that holds it.
pub fn source_of(pc: usize) -> Option<String> {
    let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: dladdr only looks; the strings it gives live as long as the object.
    let (file, base) = unsafe {
        if pc == 0 || libc::dladdr(pc as *const c_void, &mut info) == 0 || info.dli_fname.is_null()
        {
            return None;
        }
        (
            CStr::from_ptr(info.dli_fname)
                .to_string_lossy()
                .into_owned(),
            info.dli_fbase as usize,
        )
    };
    static EXE: OnceLock<Option<String>> = OnceLock::new();
    let exe = EXE.get_or_init(|| {
        std::fs::read_link("/proc/self/exe")
            .ok()
            .map(|p| p.to_string_lossy().into_owned())
    });
    let file = if std::path::Path::new(&file).exists() {
        Some(file)
    } else {
        exe.clone()
    }?;
    // A position-independent object is addressed from its base, another absolutely.
    for at in [pc - 1 - base, pc - 1] {
        let out = Command::new("addr2line")
            .arg("-e")
            .arg(&file)
            .arg(format!("{at:#x}"))
            .output()
            .ok()?;
        let place = String::from_utf8_lossy(&out.stdout).trim().to_owned();
        if !place.is_empty()
            && !place.starts_with("??")
            && !place.ends_with(":?")
            && !place.ends_with(":0")
        {
            let place = place.split(" (").next().unwrap_or("").to_owned();
            let here = std::env::current_dir().ok()?;
            let inside = format!("{}/", here.display());
            return Some(place.strip_prefix(&inside).unwrap_or(&place).to_owned());
        }
    }
    None
}
