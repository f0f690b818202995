//! Managed memory that the program has now: slabs that the driver gave, dealt out by [`crate::managed`].

use crate::kinds::Kind;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

/// The slabs, first byte → one behind the last.
static SLABS: RwLock<BTreeMap<usize, usize>> = RwLock::new(BTreeMap::new());

/// The kind of device through which slabs come, and which uses them.
static KIND: OnceLock<Kind> = OnceLock::new();

/// The program's allocation functions lead to [`crate::managed`].
static LINKED: AtomicBool = AtomicBool::new(false);

/// Notes that they do.
pub fn note_linked() {
    LINKED.store(true, Ordering::SeqCst);
}

/// Whether what the program allocates can be managed.
pub fn is_linked() -> bool {
    LINKED.load(Ordering::SeqCst)
}

/// Slabs come through devices of this kind.
pub fn note_kind(kind: Kind) {
    let _ = KIND.set(kind);
}

/// Works on the list of slabs.
pub fn write<T>(change: impl FnOnce(&mut BTreeMap<usize, usize>) -> T) -> T {
    change(&mut SLABS.write().unwrap_or_else(PoisonError::into_inner))
}

/// Whether a slab holds `bytes` bytes from `start` on, for devices of a kind.
pub fn holds(kind: Kind, start: usize, bytes: usize) -> bool {
    KIND.get() == Some(&kind) && in_slab(start, bytes)
}

/// Whether a slab holds `bytes` bytes from `start` on.
pub fn in_slab(start: usize, bytes: usize) -> bool {
    let slabs = SLABS.read().unwrap_or_else(PoisonError::into_inner);
    let slab = slabs.range(..=start).next_back();
    slab.is_some_and(|(_, end)| start.saturating_add(bytes) <= *end)
}
