//! Activity queues of the host's cores (§2.16): each async value has a thread that carries out
//! what was put there, in order, so that queues overlap each other and the program.

use crate::device::DeviceResult;
use crate::device::stream::Queue;
use crate::ending::{self, CORES};
use crate::fatal::{Failure, Outcome, lock};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

static QUEUES: Mutex<BTreeMap<c_int, Arc<Queue>>> = Mutex::new(BTreeMap::new());
/// Whether any queue was ever used: most programs ask nothing else.
static USED: AtomicBool = AtomicBool::new(false);

/// Queues with work that nothing in the program has waited or asked for.
static UNANSWERED: Mutex<BTreeSet<c_int>> = Mutex::new(BTreeSet::new());

thread_local! {
    /// True in the queues' own threads.
    static OF_QUEUE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this is the thread of a queue.
pub fn in_queue() -> bool {
    OF_QUEUE.get()
}

/// Bytes of stack for the code of constructs: as the program's main thread has, since
/// that is where it would run without `async`.
fn stack_bytes() -> usize {
    const LEAST: usize = 8 << 20;
    const MOST: usize = 256 << 20;
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the out-pointer is valid.
    unsafe { libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) };
    usize::try_from(limit.rlim_cur)
        .unwrap_or(MOST)
        .clamp(LEAST, MOST)
}

fn queue(key: c_int) -> Outcome<Arc<Queue>> {
    let mut queues = lock(&QUEUES);
    if let Some(queue) = queues.get(&key) {
        return Ok(queue.clone());
    }
    let queue = Queue::start("accrs-queue", stack_bytes())
        .map_err(|e| Failure::new(format!("async({key}): {e}")))?;
    queue.work(Box::new(|| {
        OF_QUEUE.set(true);
        Ok(())
    }));
    queues.insert(key, queue.clone());
    if !USED.swap(true, Ordering::SeqCst) {
        // Before the handlers that the program has registered so far.
        let _ = CORES.set(ending::Queues { unanswered, finish });
        ending::finish_at_exit();
    }
    Ok(queue)
}

/// The queues of the keys that have ever been used; all for `None`.
fn existing(keys: Option<&[c_int]>) -> Vec<Arc<Queue>> {
    if !USED.load(Ordering::SeqCst) {
        return Vec::new();
    }
    let queues = lock(&QUEUES);
    match keys {
        None => queues.values().cloned().collect(),
        Some(keys) => keys.iter().filter_map(|k| queues.get(k).cloned()).collect(),
    }
}

/// The program has waited for, or asked after, the named queues (all, for `None`).
fn answered(keys: Option<&[c_int]>) {
    let mut open = lock(&UNANSWERED);
    match keys {
        None => open.clear(),
        Some(keys) => open.retain(|key| !keys.contains(key)),
    }
}

/// For the end of the program: the queues with work that nothing has waited for.
fn unanswered() -> Vec<(c_int, String)> {
    let open = lock(&UNANSWERED);
    open.iter()
        .map(|key| (*key, "the host's cores".to_string()))
        .collect()
}

/// Waits for all that the cores have to do.
fn finish() -> Outcome<()> {
    drain().map_err(|e| Failure::new(e.to_string()))
}

/// Puts work on a queue.
pub fn submit(key: c_int, work: impl FnOnce() + Send + 'static) -> Outcome<()> {
    lock(&UNANSWERED).insert(key);
    queue(key)?.work(Box::new(move || {
        work();
        Ok(())
    }));
    Ok(())
}

/// The host, or queue `on`, waits for what is on the named queues (all, for `None`) now.
pub fn wait(keys: Option<&[c_int]>, on: Option<c_int>) -> Outcome<()> {
    let sources = existing(keys);
    answered(keys);
    let Some(key) = on else {
        return sources
            .iter()
            .try_for_each(|queue| queue.synchronize())
            .map_err(|e| Failure::new(e.to_string()));
    };
    if sources.is_empty() {
        return Ok(());
    }
    let waiting = queue(key)?;
    for source in sources.iter().filter(|q| !Arc::ptr_eq(q, &waiting)) {
        waiting.wait_event(source.record());
    }
    Ok(())
}

/// True when all that is on the named queues (all, for `None`) now is done.
pub fn test(keys: Option<&[c_int]>) -> bool {
    let done = existing(keys).iter().all(|queue| queue.idle());
    if done {
        answered(keys);
    }
    done
}

/// Waits for everything: data lifetimes that end may be freed by the program next, and queued
/// work reads it. Not from a queue's own thread.
pub fn drain() -> DeviceResult<()> {
    if in_queue() {
        return Ok(());
    }
    answered(None);
    existing(None)
        .iter()
        .try_for_each(|queue| queue.synchronize())
}
