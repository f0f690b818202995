//! Asynchronous constructs of the host's cores.
//!
//! A compute construct stands in the program's own text as OpenMP. With an `async` clause it is
//! rendered as an OpenMP task with the condition `if(0)`, which the host compiler makes a function
//! with a copy of what it needs, and any OpenMP runtime carries out on the spot. The program's
//! reference to `GOMP_task`, gcc's entry for tasks, finds ours first: a task announced
//! by [`__accrs_host_async`] goes to its queue, any other to OpenMP's own. Where another
//! runtime is in use (clang's), or libgomp is linked statically, the construct is
//! synchronous, which the standard allows.

use crate::abi::{Item, Site, Value};
use crate::context::{self, asynchronous::key_of};
use crate::data::Entries;
use crate::fatal::{Failure, guard};
use crate::site::{Caller, text};
use crate::state::Current;
use crate::values::Values;
use crate::{host, openmp};
use std::cell::Cell;
use std::ffi::{c_int, c_long, c_uint, c_void};
use std::sync::OnceLock;

thread_local! {
    /// The queue that this thread's next task is for.
    static ANNOUNCED: Cell<Option<c_int>> = const { Cell::new(None) };
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
        let place = unsafe { Caller::of(site) };
        let key = key_of(&place, r#async)?;
        let host = matches!(context::current()?, Current::Host);
        ANNOUNCED.set(key.filter(|_| host && !host::in_queue()));
        Ok(0)
    })
}

/// Memory from `malloc` with a section's values of this moment: `firstprivate(a[0:n])` (§2.5.14)
/// of a construct with an `async` clause, which the program may outrun. Null for no bytes. What leads to the
/// section then leads to the copy.
///
/// # Safety
/// `site` is null or valid; `item` and `values` describe memory of the program; `pointer` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_host_take(
    site: *const Site,
    item: *const Item,
    values: *const Value,
    pointer: *mut *mut c_void,
) -> *mut c_void {
    guard(|| {
        let mut entries = Entries::default();
        // SAFETY: the caller's promise.
        let (place, d) = unsafe {
            let (place, item) = (Caller::of(site), std::slice::from_ref(&*item));
            (
                place,
                &mut entries.fill(&place, item, &mut Values::new(values))?[0],
            )
        };
        if d.host.is_null() || d.bytes == 0 {
            return Ok(std::ptr::null_mut());
        }
        // SAFETY: `malloc` takes any size.
        d.device = unsafe { libc::malloc(d.bytes) };
        if d.device.is_null() {
            let (line, bytes) = (place.at(d.line), d.bytes);
            // SAFETY: names are constants of the program.
            let name = unsafe { text(d.name) };
            return Err(Failure::new(format!(
                "{line}: {name}: no memory for the construct's own copy, {bytes} bytes"
            )));
        }
        // SAFETY: the section's bytes, and as many new ones; the caller's promise.
        unsafe {
            std::ptr::copy_nonoverlapping(d.host.cast::<u8>(), d.device.cast(), d.bytes);
            *pointer = d.stands_for(*pointer);
        }
        Ok(d.device)
    })
}

/// The construct is being carried out: a task that its own code makes is the program's.
pub fn begun() {
    openmp::thread_begins();
    ANNOUNCED.with(|queue| queue.set(None));
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
        host::submit(key, move || unsafe { body(captured.address()) })
    });
}
