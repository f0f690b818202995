//! The OpenMP library that runs the host's cores: what it is told before the program starts, and how
//! many threads it starts.
//!
//! gcc's libgomp reads its settings in a constructor of its own, before any code of the program. Without
//! one for how long its threads spin before they sleep, they spin for milliseconds, and take the
//! cores from each other and from everyone else wherever the machine is busy. It also reads the `ACC_*`
//! variables, and complains about values that are right here. The constructor asks for the process's cores,
//! by `pthread_getaffinity_np`, before it looks for any of these. The program's definition of that
//! function comes before the C library's, so it is the moment to act: [`SPINS`] is put
//! into the environment unless the user has said how threads wait, and `ACC_*` is made invisible. When the program's own
//! constructors run, libgomp has read what it reads, and the environment is put back as it was.
//!
//! In a static program the order is the other way round. There the link gives libgomp
//! [`__accrs_gomp_getenv`] in place of `getenv`. In a program that was not linked by accrs, with accrs's code in a library,
//! libgomp has the settings that the user gives it.
//!
//! clang's libomp reads its settings when it is first used, and has a function for how long threads spin.

pub mod choice;
pub mod exclusive;
pub mod measured;
mod parts;
mod quota;
mod slices;
mod tiles;

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_ulong, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, Ordering};

/// How often a thread of libgomp looks for work, or for the others' end, before it sleeps. The least with which regions that
/// follow each other within microseconds are as fast on an idle machine as with libgomp's own 300,000.
const SPINS: &CStr = c"6000";
const SPINCOUNT: &CStr = c"GOMP_SPINCOUNT";
/// The user's words on how threads wait.
const WAITING: [&CStr; 2] = [SPINCOUNT, c"OMP_WAIT_POLICY"];
/// Milliseconds for which a thread of libomp spins; its own default is 200.
const BLOCKTIME: c_int = 1;

/// Nothing has happened yet.
const EARLY: u8 = 0;
/// libgomp is reading the environment.
const TOLD: u8 = 1;
/// The program runs.
const STARTED: u8 = 2;
static STATE: AtomicU8 = AtomicU8::new(EARLY);

/// The hidden variables, by the place of their first letter.
static HIDDEN: [AtomicPtr<c_char>; 8] = [const { AtomicPtr::new(std::ptr::null_mut()) }; 8];
static SPIN_SET: AtomicBool = AtomicBool::new(false);

unsafe extern "C" {
    static mut environ: *mut *mut c_char;
    fn secure_getenv(name: *const c_char) -> *mut c_char;
}

type Affinity = unsafe extern "C" fn(libc::pthread_t, usize, *mut libc::cpu_set_t) -> c_int;

/// The C library's function of this name; libgomp's first call of it is in its constructor.
///
/// # Safety
/// As for the C library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_getaffinity_np(
    thread: libc::pthread_t,
    size: usize,
    set: *mut libc::cpu_set_t,
) -> c_int {
    static NEXT: OnceLock<Option<Affinity>> = OnceLock::new();
    if STATE
        .compare_exchange(EARLY, TOLD, Ordering::SeqCst, Ordering::SeqCst)
        .is_ok()
    {
        tell();
    }
    let next = *NEXT.get_or_init(|| {
        // SAFETY: a constant name; what has this name has this type.
        unsafe {
            let found = libc::dlsym(libc::RTLD_NEXT, c"pthread_getaffinity_np".as_ptr());
            (!found.is_null()).then(|| std::mem::transmute::<*mut c_void, Affinity>(found))
        }
    });
    match next {
        // SAFETY: the caller's arguments, as they came.
        Some(next) => unsafe { next(thread, size, set) },
        None => libc::ENOSYS,
    }
}

/// Hides `ACC_*`, and says how long to spin where the user doesn't.
fn tell() {
    // SAFETY: the array of the environment ends with a null pointer, its strings are the process's own
    // writable memory, and there are no other threads before the program starts.
    unsafe {
        let mut at = environ;
        let mut rooms = HIDDEN.iter();
        while !at.is_null() && !(*at).is_null() {
            if CStr::from_ptr(*at).to_bytes().starts_with(b"ACC_")
                && let Some(room) = rooms.next()
            {
                room.store(*at, Ordering::SeqCst);
                **at = b'#' as c_char;
            }
            at = at.add(1);
        }
        if WAITING
            .iter()
            .all(|name| libc::getenv(name.as_ptr()).is_null())
        {
            libc::setenv(SPINCOUNT.as_ptr(), SPINS.as_ptr(), 0);
            SPIN_SET.store(true, Ordering::SeqCst);
        }
    }
}

/// A constructor of the program's that comes before the one here: constructs in others may follow. Where libgomp has begun by then, it is a library that has
/// read all; in a static program its turn may still come.
pub fn early() {
    if STATE.load(Ordering::SeqCst) == TOLD {
        started();
    }
}

/// The environment as the user gave it. libgomp has read it, or isn't there.
extern "C" fn started() {
    if STATE.swap(STARTED, Ordering::SeqCst) != TOLD {
        return;
    }
    for room in &HIDDEN {
        let first = room.swap(std::ptr::null_mut(), Ordering::SeqCst);
        if !first.is_null() {
            // SAFETY: a letter of the environment, which `tell` has changed.
            unsafe { *first = b'A' as c_char };
        }
    }
    if SPIN_SET.swap(false, Ordering::SeqCst) {
        // SAFETY: a constant name; there are no other threads yet.
        unsafe { libc::unsetenv(SPINCOUNT.as_ptr()) };
    }
}

/// The program's first constructor here.
#[allow(non_upper_case_globals)]
#[used]
#[unsafe(no_mangle)]
#[unsafe(link_section = ".init_array")]
pub static __accrs_started: extern "C" fn() = started;

/// `getenv` for the libgomp of a static program.
///
/// # Safety
/// `name` is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_gomp_getenv(name: *const c_char) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { asked(name, libc::getenv) }
}

/// Likewise `secure_getenv`.
///
/// # Safety
/// `name` is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_gomp_secure_getenv(name: *const c_char) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { asked(name, secure_getenv) }
}

/// # Safety
/// `name` is a C string.
unsafe fn asked(
    name: *const c_char,
    get: unsafe extern "C" fn(*const c_char) -> *mut c_char,
) -> *const c_char {
    // SAFETY: the caller's promise; the names are constants.
    unsafe {
        let asked = CStr::from_ptr(name);
        if asked.to_bytes().starts_with(b"ACC_") {
            return std::ptr::null();
        }
        let unset = || {
            WAITING
                .iter()
                .all(|name| libc::getenv(name.as_ptr()).is_null())
        };
        if asked == SPINCOUNT && unset() {
            return SPINS.as_ptr();
        }
        get(name)
    }
}

/// A function of the OpenMP library that the program has; null if it has none.
fn function(name: &CStr) -> *mut c_void {
    // SAFETY: a C string.
    unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }
}

/// The functions that are called here.
struct Library {
    max_threads: Option<extern "C" fn() -> c_int>,
    set_threads: Option<extern "C" fn(c_int)>,
    in_parallel: Option<extern "C" fn() -> c_int>,
    /// libomp alone.
    set_blocktime: Option<extern "C" fn(c_int)>,
}

fn library() -> &'static Library {
    static FOUND: OnceLock<Library> = OnceLock::new();
    // SAFETY: what has these names has these types, or is null, which is `None`.
    FOUND.get_or_init(|| unsafe {
        Library {
            max_threads: std::mem::transmute::<*mut c_void, Option<extern "C" fn() -> c_int>>(
                function(c"omp_get_max_threads"),
            ),
            set_threads: std::mem::transmute::<*mut c_void, Option<extern "C" fn(c_int)>>(
                function(c"omp_set_num_threads"),
            ),
            in_parallel: std::mem::transmute::<*mut c_void, Option<extern "C" fn() -> c_int>>(
                function(c"omp_in_parallel"),
            ),
            set_blocktime: std::mem::transmute::<*mut c_void, Option<extern "C" fn(c_int)>>(
                function(c"kmp_set_blocktime"),
            ),
        }
    })
}

/// What holds for a host thread's constructs on the cores, before the first of them.
pub fn thread_begins() {
    thread_local! {
        static BEGUN: Cell<bool> = const { Cell::new(false) };
    }
    if BEGUN.replace(true) {
        return;
    }
    let library = library();
    if rule() == Rule::Estimate(Some(f64::INFINITY))
        && let Some(set) = library.set_threads
    {
        set(1);
    }
    if let Some(set) = library.set_blocktime
        && is_unset("KMP_BLOCKTIME")
        && is_unset("OMP_WAIT_POLICY")
    {
        set(BLOCKTIME);
    }
    if let (Some(max), Some(set)) = (library.max_threads, library.set_threads)
        && let Some((cores, quota)) = limit()
        && max() == cores
    {
        set(quota);
    }
}

fn is_unset(name: &str) -> bool {
    crate::environment::var_os(name).is_none()
}

/// The cores that the process may use, and how many of them its control group pays for, where
/// these are fewer and the user doesn't give a number of threads. (OpenMP libraries know of the former alone.)
fn limit() -> Option<(c_int, c_int)> {
    static LIMIT: OnceLock<Option<(c_int, c_int)>> = OnceLock::new();
    *LIMIT.get_or_init(|| {
        let quota = quota::cores()?;
        let cores = allowed()?;
        (quota < cores && is_unset("OMP_NUM_THREADS")).then_some((cores, quota))
    })
}

/// The cores that the process may be scheduled on.
fn allowed() -> Option<c_int> {
    // SAFETY: a set of bits may be zero; the size is its own.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        let got = libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set);
        (got == 0).then(|| libc::CPU_COUNT(&set))
    }
}

/// Threads that a parallel region of this thread would have.
fn threads() -> c_int {
    library().max_threads.map_or(1, |max| max())
}

/// Operations of a loop's estimate (`lowering`'s `analyse/work.rs`) from which threads pay: what it takes to wake a
/// team and to wait for its end, which grows with the threads.
const TEAM: f64 = 980_000.0;
const THREAD: f64 = 10_000.0;

/// What decides on the threads of loops on the cores.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Rule {
    /// What one thread and a team have taken; for loops whose results that might change, the estimate.
    Measured,
    /// The estimate of a loop's operations alone, by this number where it is given.
    Estimate(Option<f64>),
}

fn rule() -> Rule {
    static RULE: OnceLock<Rule> = OnceLock::new();
    let var = |name: &str| crate::environment::var(name).filter(|v| !v.trim().is_empty());
    *RULE.get_or_init(|| rule_of(var, |text| crate::notify::warn(&text)))
}

fn rule_of(var: impl Fn(&str) -> Option<String>, warn: impl Fn(String)) -> Rule {
    if let Some(set) = var("ACCRS_CORES") {
        match set.trim() {
            "always" => return Rule::Estimate(Some(0.0)),
            "never" => return Rule::Estimate(Some(f64::INFINITY)),
            "estimate" => return Rule::Estimate(None),
            "measure" => return Rule::Measured,
            _ => warn(format!(
                "warning: ACCRS_CORES={set}: not one of always, never, estimate, measure; it is ignored"
            )),
        }
    }
    match var("ACCRS_LEAST_WORK") {
        None => Rule::Measured,
        Some(set) => match set.trim().parse() {
            Ok(number) if number >= 0.0 => Rule::Estimate(Some(number)),
            _ => {
                warn(format!(
                    "warning: ACCRS_LEAST_WORK={set}: not a number of operations; it is ignored"
                ));
                Rule::Measured
            }
        },
    }
}

/// Whether loops may be measured.
fn is_measured() -> bool {
    rule() == Rule::Measured
}

/// How many operations of a loop are worth a team of threads. The same for the same
/// number of threads, so that sums come out the same.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_least_work() -> f64 {
    thread_begins();
    match rule() {
        Rule::Estimate(Some(least)) => least,
        _ => TEAM + THREAD * f64::from(threads()),
    }
}

/// Operations of a part of a loop's sums, and the most parts (`lowering`'s `render/openmp/loops/parts.rs` has room for so many).
const PART: f64 = 125_000.0;
const MOST_PARTS: f64 = 256.0;

/// Of how many parts a loop's sums are made; `operations` is negative where nobody knows how many there are. It depends on the loop alone, and on
/// `ACCRS_LEAST_WORK`, by which tests have short loops in parts.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_sums(operations: f64, trips: c_ulong) -> c_ulong {
    let wanted = if operations < 0.0 {
        MOST_PARTS
    } else {
        operations / part_of()
    };
    (wanted.clamp(1.0, MOST_PARTS) as c_ulong).min(trips)
}

/// Operations of a part.
fn part_of() -> f64 {
    static PART_OF: OnceLock<f64> = OnceLock::new();
    *PART_OF.get_or_init(|| {
        let set = crate::environment::var("ACCRS_LEAST_WORK").and_then(|v| v.trim().parse().ok());
        set.filter(|n: &f64| *n >= 0.0)
            .map_or(PART, |n| (n / 8.0).max(1.0))
    })
}

/// Operations for each element from which a copy pays, and from which one more does: an update of a copy takes a twentieth of the time of
/// an atomic one, and each element of a copy is set, added and updated atomically once.
const WORTH_COPY: f64 = 4.0;
const WORTH_PARTS: f64 = 512.0;
/// Elements of all copies for each iteration that does any number of operations: it has loops in it, and so many updates.
const WORTH_ANY: f64 = 16.0;
/// An atomic update takes about so many times as long as a plain one.
const ATOMIC: c_ulong = 16;
/// Bytes of all copies.
const MOST_COPIES: c_ulong = 64 << 20;

/// Of how many parts, each with copies, a loop is made that updates or reduces so many elements, of so many bytes in all. 0: it is better left
/// as it is. It depends on what [`__accrs_sums`] depends on, and with more than 16 threads on their number, where all updates are `atomic` in the user's text.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_copies(
    operations: f64,
    trips: c_ulong,
    elements: c_ulong,
    bytes: c_ulong,
    atomic: c_int,
) -> c_ulong {
    let parts = __accrs_sums(operations, trips);
    let least = part_of() <= 1.0;
    let parts = parts.min(most_copies((operations, trips), elements, bytes, least));
    // Very many threads are faster with atomic updates of a large array than few of them without.
    match atomic != 0 && parts < threads() as c_ulong / ATOMIC {
        true => 0,
        false => parts,
    }
}

/// How many copies pay. `all`: tests want them in short loops as well.
fn most_copies(
    (operations, trips): (f64, c_ulong),
    elements: c_ulong,
    bytes: c_ulong,
    all: bool,
) -> c_ulong {
    let elements = elements.max(1) as f64;
    let (one, several) = match operations < 0.0 {
        true => {
            let any = WORTH_ANY * trips as f64 / elements;
            (any, any)
        }
        false => {
            let each = operations / elements;
            (each / WORTH_COPY, each / WORTH_PARTS)
        }
    };
    let room = MOST_COPIES / bytes.max(1);
    match (all, one < 1.0) {
        (true, _) => room,
        (false, true) => 0,
        (false, false) => room.min((several as c_ulong).max(1)),
    }
}

/// Whether a loop of so many operations is worth a team of threads.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_pays(operations: f64) -> c_int {
    c_int::from(operations >= __accrs_least_work())
}

#[cfg(test)]
mod tests {
    use super::{MOST_COPIES, Rule, most_copies, rule_of};
    use std::cell::RefCell;

    #[test]
    fn copies_take_a_fraction_of_the_time() {
        let copies = |operations: f64, elements| {
            most_copies((operations, 1000), elements, 8 * elements, false)
        };
        // A histogram of few values, one with as many bins as values, one that is worth some copies, and one that has no room for many.
        assert_eq!(copies(1e3, 1024), 0);
        assert_eq!(copies(5e6, 1_000_000), 1);
        assert_eq!(copies(2e7, 1024), 38);
        assert_eq!(copies(1e12, 4_000_000), 2);
        assert_eq!(most_copies((1e12, 1000), 1, MOST_COPIES + 1, false), 0);
        // Iterations with any number of operations: pairs of atoms, and a large array of which little may be updated.
        assert_eq!(copies(-1.0, 3000), 5);
        assert_eq!(copies(-1.0, 20_000), 0);
        // No elements are few.
        assert!(copies(1e6, 0) > 1);
        assert_eq!(
            most_copies((10.0, 1000), 1024, 4096, true),
            MOST_COPIES / 4096
        );
    }

    #[test]
    fn what_the_environment_says_of_threads() {
        let rule = |cores: &str, least: &str| {
            let warned = RefCell::new(String::new());
            let var = |name: &str| {
                let set = if name == "ACCRS_CORES" { cores } else { least };
                (!set.is_empty()).then(|| set.to_string())
            };
            let found = rule_of(var, |text| *warned.borrow_mut() = text);
            (found, warned.into_inner())
        };
        let plain = |r| (r, String::new());
        assert_eq!(rule("", ""), plain(Rule::Measured));
        assert_eq!(rule("", "0"), plain(Rule::Estimate(Some(0.0))));
        assert_eq!(
            rule("never", "0"),
            plain(Rule::Estimate(Some(f64::INFINITY)))
        );
        assert_eq!(rule("estimate", ""), plain(Rule::Estimate(None)));
        let (found, warned) = rule("sometimes", "");
        assert_eq!(found, Rule::Measured);
        assert!(warned.contains("ACCRS_CORES=sometimes"), "{warned}");
        let (found, warned) = rule("", "-3");
        assert_eq!(found, Rule::Measured);
        assert!(warned.contains("ACCRS_LEAST_WORK=-3"), "{warned}");
    }
}
