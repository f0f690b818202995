//! Activity queues of the host's cores (§2.16): each async value has a thread that carries out
//! what was put there, in order, so that queues overlap each other and the program.
//!
//! A compute construct stands in the program's own text as OpenMP. With an `async` clause it is
//! rendered as an OpenMP task with the condition `if(0)`, which the host compiler makes a function
//! with a copy of what it needs, and any OpenMP runtime carries out on the spot. The program's
//! reference to `GOMP_task`, gcc's entry for tasks, finds ours first: a task announced
//! by [`__accrs_host_async`] goes to its queue, any other to OpenMP's own. Where another
//! runtime is in use (clang's), or libgomp is linked statically, the construct is
//! synchronous, which the standard allows.

use crate::abi::{Data, Site};
use crate::context::{self, Current};
use crate::device::DeviceResult;
use crate::device::stream::Queue;
use crate::ending::{self, CORES};
use crate::fatal::{Failure, Outcome, guard, lock};
use crate::site::{Place, text};
use crate::wait::key_of;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{c_int, c_long, c_uint, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

static QUEUES: Mutex<BTreeMap<c_int, Arc<Queue>>> = Mutex::new(BTreeMap::new());
/// Whether any queue was ever used: most programs ask nothing else.
static USED: AtomicBool = AtomicBool::new(false);

/// Queues with work that nothing in the program has waited or asked for.
static UNANSWERED: Mutex<BTreeSet<c_int>> = Mutex::new(BTreeSet::new());

thread_local! {
    /// The queue that this thread's next task is for.
    static ANNOUNCED: Cell<Option<c_int>> = const { Cell::new(None) };
    /// True in the queues' own threads.
    static OF_QUEUE: Cell<bool> = const { Cell::new(false) };
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
    if OF_QUEUE.get() {
        return Ok(());
    }
    answered(None);
    existing(None)
        .iter()
        .try_for_each(|queue| queue.synchronize())
}

/// Announces that the task that follows in this thread is a compute construct for queue
/// `async` of the host's cores. Nothing is announced where it is to be carried out here and
/// now: no queue, or a current device of another kind (the construct's `if` was false).
/// The value is the task's condition, always 0.
///
/// # Safety
/// `site` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_host_async(site: *const Site, r#async: c_int) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let place = unsafe { Place::of(site) };
        let key = key_of(&place, r#async)?;
        let host = matches!(context::current()?, Current::Host);
        ANNOUNCED.set(key.filter(|_| host && !OF_QUEUE.get()));
        Ok(0)
    })
}

/// Memory from `malloc` with a section's values of this moment: `firstprivate(a[0:n])` (§2.5.14)
/// of a construct with an `async` clause, which the program may outrun. Null for no bytes.
///
/// # Safety
/// `site` is null or valid; `entry` is valid and describes memory of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_host_take(site: *const Site, entry: *const Data) -> *mut c_void {
    guard(|| {
        // SAFETY: the caller's promise.
        let (place, d) = unsafe { (Place::of(site), &*entry) };
        if d.host.is_null() || d.bytes == 0 {
            return Ok(std::ptr::null_mut());
        }
        // SAFETY: `malloc` takes any size.
        let made = unsafe { libc::malloc(d.bytes) };
        if made.is_null() {
            let (line, bytes) = (place.at(d.line), d.bytes);
            // SAFETY: names are constants of the program.
            let name = unsafe { text(d.name) };
            return Err(Failure::new(format!(
                "{line}: {name}: no memory for the construct's own copy, {bytes} bytes"
            )));
        }
        // SAFETY: the section's bytes, and as many new ones.
        unsafe { std::ptr::copy_nonoverlapping(d.host.cast::<u8>(), made.cast(), d.bytes) };
        Ok(made)
    })
}

/// The construct is being carried out: a task that its own code makes is the program's.
pub fn begun() {
    crate::openmp::thread_begins();
    ANNOUNCED.set(None);
}

type Body = unsafe extern "C" fn(*mut c_void);
type Copy = unsafe extern "C" fn(*mut c_void, *mut c_void);
type Task = unsafe extern "C" fn(
    Body,
    *mut c_void,
    Option<Copy>,
    c_long,
    c_long,
    bool,
    c_uint,
    *mut *mut c_void,
    c_int,
    *mut c_void,
);

/// OpenMP's own `GOMP_task`, if the program has one.
fn next_task() -> Option<Task> {
    static NEXT: OnceLock<Option<Task>> = OnceLock::new();
    *NEXT.get_or_init(|| {
        // SAFETY: a constant name; what has this name has this type (gcc's libgomp ABI).
        unsafe {
            let found = libc::dlsym(libc::RTLD_NEXT, c"GOMP_task".as_ptr());
            (!found.is_null()).then(|| std::mem::transmute::<*mut c_void, Task>(found))
        }
    })
}

/// A task's own copy of what it uses, aligned as it asks.
struct Captured {
    memory: Box<[u8]>,
    offset: usize,
}

impl Captured {
    /// # Safety
    /// As for `GOMP_task`: `data` has `bytes` bytes, or is what `copy` takes.
    unsafe fn new(data: *mut c_void, copy: Option<Copy>, bytes: c_long, align: c_long) -> Self {
        let (bytes, align) = (
            usize::try_from(bytes).unwrap_or(0),
            usize::try_from(align).unwrap_or(1).max(1),
        );
        let mut memory = vec![0_u8; bytes + align].into_boxed_slice();
        let offset = memory.as_ptr().align_offset(align).min(align);
        let to = memory[offset..].as_mut_ptr();
        // SAFETY: `to` has `bytes` bytes at least.
        unsafe {
            match copy {
                Some(copy) => copy(to.cast(), data),
                None => std::ptr::copy_nonoverlapping(data.cast::<u8>(), to, bytes),
            }
        }
        Self { memory, offset }
    }

    fn address(&mut self) -> *mut c_void {
        self.memory[self.offset..].as_mut_ptr().cast()
    }
}

/// gcc's entry for OpenMP tasks. Announced ones go to their queue.
///
/// # Safety
/// libgomp's ABI: `body` takes `data`, or a copy of it of `bytes` bytes that `copy` makes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn GOMP_task(
    body: Body,
    data: *mut c_void,
    copy: Option<Copy>,
    bytes: c_long,
    align: c_long,
    condition: bool,
    flags: c_uint,
    depend: *mut *mut c_void,
    priority: c_int,
    detach: *mut c_void,
) {
    let Some(key) = ANNOUNCED.take() else {
        // SAFETY: the caller's arguments, as they came.
        unsafe {
            if let Some(next) = next_task() {
                return next(
                    body, data, copy, bytes, align, condition, flags, depend, priority, detach,
                );
            }
            let mut captured = Captured::new(data, copy, bytes, align);
            body(captured.address());
        }
        return;
    };
    guard(|| {
        // SAFETY: as above.
        let mut captured = unsafe { Captured::new(data, copy, bytes, align) };
        // SAFETY: the body's copy is the task's own; what it points to is the program's to keep.
        submit(key, move || unsafe { body(captured.address()) })
    });
}
