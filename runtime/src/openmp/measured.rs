//! The loops for which it is measured whether a team is faster than one thread ([`super::choice`]): what compiled text calls around them, and what
//! is told of them at the end.

use super::choice::{Allowance, Choice, Times, Who};
use super::{__accrs_least_work, is_measured, thread_begins, threads};
use crate::abi::Site;
use crate::fatal::lock;
use crate::site::Caller;
use std::ffi::c_int;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering};

/// `__accrs_turn`: one entry of a loop.
#[repr(C)]
pub struct Turn {
    /// Nanoseconds from a moment of this process on; 0: the entry isn't measured.
    began: u64,
    of: Option<&'static Measured>,
    size: c_int,
    team: c_int,
    /// The entry hasn't ended.
    open: c_int,
}

/// Loops of about so many operations are alike: each of these is twice as many as the one before.
const SIZES: usize = 64;

/// Loops with less than this part of the least work aren't measured. Text that asks for that before it calls has the same number (`lowering`'s
/// `render/openmp/worth.rs`).
const SHORT: f64 = 16.0;

/// A loop of the program's text. It stays for as long as the process does.
pub struct Measured {
    file: String,
    line: c_int,
    function: String,
    sizes: Mutex<Vec<Option<Choice>>>,
}

/// All of them, and what trials may cost.
static ALL: Mutex<Vec<&'static Measured>> = Mutex::new(Vec::new());
static ALLOWANCE: Mutex<Allowance> = Mutex::new(Allowance::FIRST);

/// What one loop has run by.
pub struct Told<'m> {
    pub file: &'m str,
    pub line: i32,
    pub function: &'m str,
    pub one: Times,
    pub team: Times,
}

/// Calls `f` for each loop that has been measured, and each size of its work.
pub fn tell(mut f: impl FnMut(&Told<'_>)) {
    let all = lock(&ALL);
    for m in all.iter() {
        for choice in lock(&m.sizes).iter().flatten() {
            f(&Told {
                file: &m.file,
                line: m.line,
                function: &m.function,
                one: choice.times(Who::One),
                team: choice.times(Who::Team),
            });
        }
    }
}

impl Measured {
    /// The one that `at` leads to, which is made at its first use.
    ///
    /// # Safety
    /// `at` leads to a null pointer of the program's, or to what this put there; `site` is the program's.
    unsafe fn of(at: *const AtomicPtr<Measured>, site: *const Site) -> &'static Measured {
        // SAFETY: the caller's promise.
        let (at, caller) = unsafe { (&*at, Caller::of(site)) };
        let known = at.load(Ordering::Acquire);
        if !known.is_null() {
            // SAFETY: it is never given back.
            return unsafe { &*known };
        }
        let mut all = lock(&ALL);
        let known = at.load(Ordering::Acquire);
        if !known.is_null() {
            // SAFETY: as above.
            return unsafe { &*known };
        }
        let new: &'static Measured = Box::leak(Box::new(Measured {
            file: caller.file().into_owned(),
            line: caller.line(),
            function: caller.function().into_owned(),
            sizes: Mutex::new(Vec::new()),
        }));
        all.push(new);
        at.store(std::ptr::from_ref(new).cast_mut(), Ordering::Release);
        new
    }

    /// Who runs an entry of this size; `None` where another host thread asks for one at this moment.
    fn next(&self, size: usize, estimate: Who) -> Option<Who> {
        let mut sizes = self.sizes.try_lock().ok()?;
        if sizes.len() <= size {
            sizes.resize_with(size + 1, || None);
        }
        if let Some(choice) = sizes.get(size)? {
            return Some(choice.next());
        }
        let new = match nearest(&sizes, size) {
            Some((other, choice)) => choice.beside(other < size, estimate),
            None => Choice::new(estimate),
        };
        Some(sizes.get_mut(size)?.insert(new).next())
    }

    fn took(&self, size: usize, who: Who, took: f64) {
        if let (Ok(mut sizes), Ok(mut allowance)) = (self.sizes.try_lock(), ALLOWANCE.try_lock())
            && let Some(Some(choice)) = sizes.get_mut(size)
        {
            choice.took(who, took, &mut allowance);
        }
    }
}

/// The size next to this one of which something is known.
fn nearest(sizes: &[Option<Choice>], to: usize) -> Option<(usize, &Choice)> {
    let known = sizes.iter().enumerate();
    let known = known.filter_map(|(n, choice)| Some((n, choice.as_ref()?)));
    known.min_by_key(|(n, _)| n.abs_diff(to))
}

fn size_of(operations: f64) -> usize {
    (operations.max(1.0).log2() as usize).min(SIZES - 1)
}

/// Nanoseconds of a clock that never goes back; 0 is none of its times.
fn now() -> u64 {
    let mut at = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: a place for the time.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut at) };
    (at.tv_sec as u64) * 1_000_000_000 + at.tv_nsec as u64 + 1
}

/// Begins an entry of a loop with so many operations (0: one thread has to run it; below: so many iterations of nobody knows how many), and says
/// whether a team runs it. See accrt.h.
///
/// # Safety
/// `choice` leads to a null pointer, or to what this put there; `site` is the program's; `turn` leads to a place for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_begins(
    choice: *const AtomicPtr<Measured>,
    site: *const Site,
    operations: f64,
    turn: *mut Turn,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { __accrs_begins_atomic(choice, site, operations, 1.0, turn) }
}

/// Likewise, of a loop with atomic operations that one thread does plainly: `slower` times as fast as a thread of a team.
///
/// # Safety
/// As for [`__accrs_begins`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_begins_atomic(
    choice: *const AtomicPtr<Measured>,
    site: *const Site,
    operations: f64,
    slower: f64,
    turn: *mut Turn,
) -> c_int {
    let mut found = Turn {
        began: 0,
        of: None,
        size: 0,
        team: 0,
        open: 1,
    };
    thread_begins();
    if operations != 0.0 {
        let least = __accrs_least_work();
        let long = operations >= least || operations < 0.0 && least.is_finite();
        // Where nothing is measured it is the estimate of the work alone that counts, as for all loops.
        let pays = long && (!is_measured() || f64::from(threads()) > slower);
        let estimate = if pays { Who::Team } else { Who::One };
        let mut who = estimate;
        // Two looks at a clock take as long as some hundred operations.
        let short = (0.0..least / SHORT).contains(&operations);
        if is_measured() && threads() < 2 {
            who = Who::One;
        } else if is_measured() && !short {
            // SAFETY: the caller's promise.
            let of = unsafe { Measured::of(choice, site) };
            let size = size_of(operations.abs());
            if let Some(next) = of.next(size, estimate) {
                who = next;
                found.of = Some(of);
                found.size = size as c_int;
                found.began = now();
            }
        }
        found.team = c_int::from(who == Who::Team);
    }
    let team = found.team;
    // SAFETY: the caller's promise.
    unsafe { turn.write(found) };
    team
}

/// Ends an entry.
///
/// # Safety
/// `turn` leads to one that [`__accrs_begins`] has begun.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_ends(turn: *mut Turn) {
    // SAFETY: the caller's promise.
    let turn = unsafe { &mut *turn };
    turn.open = 0;
    if let Some(of) = turn.of.take().filter(|_| turn.began > 0) {
        let who = if turn.team != 0 { Who::Team } else { Who::One };
        of.took(
            turn.size as usize,
            who,
            now().saturating_sub(turn.began) as f64,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::size_of;

    #[test]
    fn sizes_of_work() {
        assert_eq!(size_of(0.5), 0);
        assert_eq!(size_of(1024.0), 10);
        assert_eq!(size_of(2047.0), 10);
        assert_eq!(size_of(f64::INFINITY), 63);
    }
}
