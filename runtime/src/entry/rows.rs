//! The lanes of rows whose length the run knows, as those of a sparse matrix, or of a loop that may be short.

use super::current;
use crate::abi::Site;
use crate::data::scan;
use crate::fatal::guard;
use crate::site::Caller;
use crate::state::Current;
use std::ffi::{c_longlong, c_uint, c_void};

/// Lanes of a warp.
const MOST: u64 = 32;
/// Elements of a row that each of its lanes has on the average: with more lanes the last round leaves more of them idle, and more sums are combined. Measured on
/// an H200 with rows of 8 to 24 elements and a fixed number of lanes: 4 are faster than 8 by a quarter, and than 16 by half.
const EACH: u64 = 4;

/// Elements that come together from memory, of a few bytes each.
const SECTOR: u64 = 8;
/// One in so many lanes may be idle.
const IDLE: u64 = 4;

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_row_lanes(
    site: *const Site,
    array: *const c_void,
    size: usize,
    first: c_longlong,
    last: c_longlong,
    usual: c_uint,
) -> c_uint {
    guard(|| {
        // SAFETY: the caller's promise; sites are constants of the program.
        let place = unsafe { Caller::of(site) };
        let Current::Device(state) = current(&place)? else {
            return Ok(usual);
        };
        if array.is_null() || first >= last || first < 0 || !matches!(size, 4 | 8) {
            return Ok(usual);
        }
        let from = (first as usize)
            .saturating_mul(size)
            .saturating_add(array as usize);
        let bytes = ((last - first) as usize + 1).saturating_mul(size);
        if !scan::is_of_host(state, from, bytes) {
            return Ok(usual);
        }
        // SAFETY: both are in a section that came from there.
        let at = |n: c_longlong| unsafe {
            match size {
                4 => i64::from(*array.cast::<i32>().offset(n as isize)),
                _ => *array.cast::<i64>().offset(n as isize),
            }
        };
        // Where there are none, the device alone has them: the host's memory says nothing.
        let elements = at(last).checked_sub(at(first)).filter(|n| *n > 0);
        Ok(elements.map_or(usual, |n| lanes(n as u64, (last - first) as u64)))
    })
}

/// For so many elements in so many rows.
fn lanes(elements: u64, rows: u64) -> c_uint {
    let mean = elements / rows.max(1);
    mean.div_ceil(EACH).clamp(1, MOST).next_power_of_two() as c_uint
}

/// # Safety
/// It takes numbers alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_loop_lanes(first: c_longlong, last: c_longlong) -> c_uint {
    of_length(last.saturating_sub(first).max(1).unsigned_abs())
}

/// The most lanes of which few are idle in rows of this length. Rows of which even a sector of memory is less than half are the exception: they have as
/// many lanes as iterations, or nearly.
fn of_length(iterations: u64) -> c_uint {
    let idle = |lanes: u64| iterations.next_multiple_of(lanes) - iterations;
    let all = [32, 16, 8, 4, 2, 1];
    let least = iterations.next_power_of_two().min(SECTOR);
    let mut wide = all.into_iter().filter(|n| *n >= least);
    let few = wide.clone().find(|n| idle(*n) <= iterations / IDLE);
    // The widest of those that leave the fewest idle.
    let fewest = wide.clone().map(idle).min();
    few.or_else(|| wide.find(|n| Some(idle(*n)) == fewest))
        .unwrap_or(MOST) as c_uint
}

#[cfg(test)]
mod tests {
    use super::{lanes, of_length};

    #[test]
    fn few_lanes_are_idle() {
        let of = [
            (1, 1),
            (2, 2),
            (3, 4),
            (5, 8),
            (8, 8),
            (9, 16),
            (17, 8),
            (31, 32),
            (33, 8),
            (48, 16),
            (100, 16),
            (126, 32),
            (510, 32),
        ];
        for (length, want) in of {
            assert_eq!(of_length(length), want, "{length}");
        }
    }

    #[test]
    fn each_lane_has_some_elements() {
        let of_mean = [
            (1, 1),
            (2, 1),
            (5, 2),
            (7, 2),
            (9, 4),
            (16, 4),
            (27, 8),
            (31, 8),
            (64, 16),
            (5000, 32),
        ];
        for (mean, want) in of_mean {
            assert_eq!(lanes(mean * 10, 10), want, "{mean}");
        }
    }
}
