//! How many slices of a loop in order (`lowering`'s `analyse/partition.rs`) a thread takes at once, by the machine's caches and threads.

use super::threads;
use super::tiles::{caches, given};
use crate::notify::{STATS, count};
use std::ffi::{c_int, c_long};

/// Parts that each thread should have: slices along diagonals are of different lengths.
const PARTS_EACH: f64 = 4.0;
/// What a part has beside each other at least, in bytes, so that threads seldom write to one line of the cache, and the loops inside are long enough
/// for lanes.
const LEAST_PART: f64 = 8192.0;

/// Slices of a part; `None`: there are no two parts.
fn size(fronts: f64, bytes: f64, threads: f64, cache: f64) -> Option<f64> {
    let bytes = bytes.max(1.0);
    let least = (LEAST_PART / bytes).ceil();
    // All iterations of the outer loop come back to a part's memory, or to what is near it.
    let most = (cache / 2.0 / bytes).floor().max(least);
    let each = (fronts / (PARTS_EACH * threads)).ceil();
    let size = each.min(most).max(least);
    (threads > 1.0 && size < fronts).then_some(size)
}

/// How many slices a part has; false: it is as fast without parts. `steps`: iterations of the outer loop, `slices`: their number, `bytes`: what
/// an iteration of the outer loop touches of one of them.
///
/// # Safety
/// The last pointer leads to a place for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_slices(
    steps: c_long,
    slices: c_long,
    bytes: f64,
    part: *mut c_long,
) -> c_int {
    super::thread_begins();
    let found = match given() {
        _ if steps < 1 || slices < 1 => None,
        Some([_, given, _]) => Some(given),
        None => {
            let threads = f64::from(threads()).max(1.0);
            let cache = caches(threads).second;
            size(slices as f64, bytes, threads, cache).map(|n| n as c_long)
        }
    };
    let Some(found) = found else { return 0 };
    count(&STATS.in_slices, 1);
    // SAFETY: the caller's promise.
    unsafe { *part = found };
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    const CACHE: f64 = 1_048_576.0;

    #[test]
    fn parts_are_for_all_threads_and_fit_the_cache() {
        // Lines of 16 bytes for each step.
        assert_eq!(size(1_000_000.0, 16.0, 2.0, CACHE), Some(32_768.0));
        assert_eq!(size(4_000.0, 16.0, 2.0, CACHE), Some(512.0));
        // A row of 8000 bytes.
        assert_eq!(size(2_000.0, 8_000.0, 2.0, CACHE), Some(65.0));
        assert_eq!(size(8.0, 8_000.0, 2.0, CACHE), Some(2.0));
    }

    #[test]
    fn few_slices_and_one_thread_stay_as_they_are() {
        assert_eq!(size(50.0, 16.0, 2.0, CACHE), None);
        assert_eq!(size(4_000.0, 16.0, 1.0, CACHE), None);
        assert_eq!(size(1.0, 8_000.0, 2.0, CACHE), None);
    }
}
