//! Checks what kernels do while they run (`-acc=check`): races between iterations that a directive calls independent, reads of what nobody
//! has written, accesses outside of what is mapped.
//!
//! ```text
//! entry    what kernels call (`include/accrs_check.h`), and the tables of the program's accesses and loops
//! memory   what is known of each four bytes that kernels have touched, and which bytes were never written
//! order    which iteration runs, and whether an earlier access is ordered before it
//! watch    what an access finds
//! queues   which operations of queues and the host are ordered by the program's waits, and what queues do with the host's memory
//! stale    reads of values that are older than those of the other side
//! newest   what kernels' accesses have to do with that
//! unordered  accesses of operations that no wait orders
//! cells    the cells and marks of an access's bytes
//! across   the words for those that aren't
//! advise   the clause that is missing
//! report   the words, and the program's exit status
//! json     reports as lines of JSON
//! ```
//!
//! In such a program a gang is one thread, and gangs run one after the other, in the order of their numbers ([`super::pool`]). So the
//! accesses of a launch come in one order, and each iteration of a claimed loop, each gang and each stretch between loops gets the next
//! *strand number*. An earlier access with number `x` is unordered with the one of now if, at some level of the loops that are open
//! now, `x` belongs to an earlier iteration of the same execution of that loop: `first <= x < current`. (Logical parallelism of nested
//! loops from a serial run: Feng and Leiserson, "Efficient detection of determinacy races in Cilk programs", SPAA 1997. Loops
//! without spawns inside need no trees for it, only intervals.) As there, one reader and one writer of each element are enough.

mod across;
mod advise;
mod cells;
mod entry;
mod json;
mod memory;
mod newest;
mod order;
pub mod queues;
mod report;
pub mod stale;
mod unordered;
mod watch;

use super::arena::Arena;
use queues::Operation;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use watch::Kinds;

/// Whether the program has kernels with checks.
static ACTIVE: AtomicBool = AtomicBool::new(false);

pub fn active() -> bool {
    ACTIVE.load(Ordering::Relaxed)
}

/// One launch with checks under way; the others wait.
pub struct Launch {
    _turn: MutexGuard<'static, ()>,
    arena: Arc<Arena>,
}

impl Launch {
    /// Begins a launch, when no other one is under way.
    pub fn begin(arena: &Arc<Arena>, operation: Option<&Arc<Operation>>) -> Self {
        let turn = turn();
        // SAFETY: the turn is ours.
        unsafe { watch::state() }.begin(arena, operation);
        Self {
            _turn: turn,
            arena: arena.clone(),
        }
    }
}

fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An operation's copy reads memory of the device, or writes it.
pub fn moved(operation: Option<&Arc<Operation>>, at: u64, bytes: u64, writes: bool) {
    let Some(operation) = operation else { return };
    // What is all done is before whatever comes.
    if bytes == 0 || (operation.queue.is_none() && queues::settled()) {
        return;
    }
    let _turn = turn();
    // SAFETY: the turn is ours.
    unsafe { watch::state() }.copy(operation, (at as usize, bytes as usize), writes);
}

impl Drop for Launch {
    fn drop(&mut self) {
        // SAFETY: the turn is still ours.
        let seen = unsafe { watch::state() }.end();
        if !seen {
            // A kernel without checks may have written anything.
            self.arena
                .each(|at, bytes| memory::known(at as usize, bytes as usize));
            stale::all_overwritten(&self.arena);
        }
    }
}

/// New memory of a device holds nothing.
pub fn allocated(at: u64, bytes: u64) {
    if active() {
        memory::unknown(at as usize, bytes as usize);
        if queues::used() {
            memory::forget(at as usize, bytes as usize);
        }
    }
}

/// Where a kernel wrote last what lies at an address of the device.
fn written_by(at: usize) -> Option<String> {
    let _turn = turn();
    // SAFETY: the turn is ours.
    unsafe { watch::state() }.written_by(at)
}

/// A kernel has allocated memory, which may have been another object of it before.
pub fn made_anew(at: u64, bytes: u64) {
    if active() {
        memory::forget(at as usize, bytes as usize);
    }
}

/// Something from outside of kernels was written there.
pub fn filled(at: u64, bytes: u64) {
    if active() {
        memory::known(at as usize, bytes as usize);
    }
}

/// Bytes were copied within the device.
pub fn copied(to: u64, from: u64, bytes: u64) {
    if active() {
        memory::copied(to as usize, from as usize, bytes as usize);
    }
}
