//! Signals that kernels raise: a check that meets closed shadow, and real faults.
//!
//! A signal that is not a kernel's goes to whoever handled it before.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

use super::block::Runner;
use super::entry;
use super::fault;
use super::gate;
use super::shadow;

const SIGNALS: [c_int; 4] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL];

/// `si_code` of a signal that the processor raised without an address.
const SI_KERNEL: c_int = 0x80;

/// What handled each of [`SIGNALS`] before.
static mut BEFORE: [Option<libc::sigaction>; 4] = [None; 4];
static INSTALLING: Mutex<()> = Mutex::new(());

thread_local! {
    /// Context and frame of the signal that was last passed on, see [`chain`].
    static CHAINED: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Makes sure that our handlers stand, also if the program has put its own there since.
pub fn install() {
    let _guard = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    for (i, signal) in SIGNALS.into_iter().enumerate() {
        // SAFETY: plain system calls; BEFORE is written under the lock, and read by
        // the handler only once it is installed.
        unsafe {
            let mut now: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &mut now);
            if now.sa_sigaction == handle as *const () as usize {
                continue;
            }
            BEFORE[i] = Some(now);
            let mut ours: libc::sigaction = std::mem::zeroed();
            ours.sa_sigaction = handle as *const () as usize;
            ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
            libc::sigaction(signal, &ours, std::ptr::null_mut());
        }
    }
}

/// Prepares the calling worker: a stack for the handler, and only the kernels' own signals.
pub fn prepare_worker() {
    const BYTES: usize = 64 << 10;
    // SAFETY: new memory, which lives as long as the process, as the workers do. From the kernel and
    // not from malloc: nothing but the kernel knows of it afterwards, which looks like a leak.
    unsafe {
        let memory = libc::mmap(
            std::ptr::null_mut(),
            BYTES,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        if memory != libc::MAP_FAILED {
            let stack = libc::stack_t {
                ss_sp: memory,
                ss_flags: 0,
                ss_size: BYTES,
            };
            libc::sigaltstack(&stack, std::ptr::null_mut());
        }
        let mut mask: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut mask);
        SIGNALS.iter().for_each(|s| {
            libc::sigdelset(&mut mask, *s);
        });
        libc::pthread_sigmask(libc::SIG_SETMASK, &mask, std::ptr::null_mut());
    }
}

unsafe extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let runner = entry::runner();
    // What comes back from somebody else's handler is told already.
    let again = CHAINED.get().0 == context as usize;
    // SAFETY: the kernel gives a valid siginfo and context; the runner is this worker's.
    unsafe {
        if !runner.is_null() && (*runner).running {
            // An address of no valid form comes without its value.
            let formless = (*info).si_code == SI_KERNEL;
            let address = if formless {
                usize::MAX
            } else {
                (*info).si_addr() as usize
            };
            let shaded = shadow::shaded(address).filter(|_| signal == libc::SIGSEGV);
            let other =
                |a: &usize| gate::owner(*a as u64).is_some_and(|(at, _)| at != (*runner).arena);
            let foreign = shaded.filter(other);
            let open = |a| shadow::rest_is_open() && gate::owner(a as u64).is_none();
            if let (Some(at), None) = (shaded, foreign)
                && shadow::settle_page(address, open(at))
            {
                return; // the check runs again and is told
            }
            let address = foreign.unwrap_or(address);
            fault::__accrs_sim_fault();
            if redirect(runner, signal, address, &mut *context.cast()) {
                return;
            }
        }
        if runner.is_null() && !again {
            fault::__accrs_sim_fault();
        }
        chain(signal, info, context);
    }
}

/// Lets the interrupted coroutine end with a fault when the handler returns.
#[cfg(target_arch = "x86_64")]
unsafe fn redirect(
    runner: *mut Runner,
    signal: c_int,
    address: usize,
    context: &mut libc::ucontext_t,
) -> bool {
    let registers = &mut context.uc_mcontext.gregs;
    // SAFETY: the runner is this worker's, and its coroutine is what was interrupted.
    let Some(trap) = (unsafe { (*runner).trap() }) else {
        return false;
    };
    let (sp, pc) = (
        registers[libc::REG_RSP as usize] as usize,
        registers[libc::REG_RIP as usize] as usize,
    );
    // Frames probe page by page (-fstack-clash-protection), so an overflow is close to the pointer.
    let stack =
        !trap.stack_ptr_in_bounds(sp) || (signal == libc::SIGSEGV && address.abs_diff(sp) <= 8192);
    let fault = fault::Fault::Signal {
        signal,
        address: address as u64,
        pc: pc + 1,
        stack,
    };
    // SAFETY: the registers are set as the trap handler wants them; the kernel's frames
    // own nothing.
    unsafe {
        let to = trap.setup_trap_handler(move || {
            (*runner).fault.get_or_insert(fault);
        });
        registers[libc::REG_RIP as usize] = to.rip as i64;
        registers[libc::REG_RSP as usize] = to.rsp as i64;
        registers[libc::REG_RBP as usize] = to.rbp as i64;
        registers[libc::REG_RDI as usize] = to.rdi as i64;
        registers[libc::REG_RSI as usize] = to.rsi as i64;
    }
    true
}

#[cfg(not(target_arch = "x86_64"))]
unsafe fn redirect(_: *mut Runner, _: c_int, _: usize, _: &mut libc::ucontext_t) -> bool {
    false
}

/// Passes a signal on to whoever handled it before us. If he passes it back (the same
/// context, on a deeper frame), or there is nobody, the system's default is restored:
/// the instruction runs again and ends the process. He may also leave by `longjmp`.
unsafe fn chain(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let index = SIGNALS.iter().position(|s| *s == signal);
    // SAFETY: BEFORE was written before this handler was installed.
    let before = index.and_then(|i| unsafe { BEFORE[i] });
    let frame = (&raw const index) as usize;
    let (last_context, last_frame) = CHAINED.get();
    let back = last_context == context as usize && frame < last_frame;
    // SAFETY: the former handler is called as the system would have called it.
    unsafe {
        match before {
            Some(b) if b.sa_sigaction > libc::SIG_IGN && !back => {
                CHAINED.set((context as usize, frame));
                if b.sa_flags & libc::SA_SIGINFO != 0 {
                    let f: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                        std::mem::transmute(b.sa_sigaction);
                    f(signal, info, context);
                } else {
                    let f: extern "C" fn(c_int) = std::mem::transmute(b.sa_sigaction);
                    f(signal);
                }
            }
            _ => {
                libc::signal(signal, libc::SIG_DFL);
            }
        }
    }
}
