//! The lanes of rows of unknown length, as those of a sparse matrix.

use super::current;
use crate::abi::Site;
use crate::data::scan;
use crate::fatal::guard;
use crate::site::Caller;
use crate::state::Current;
use std::ffi::{c_longlong, c_uint, c_void};

/// Lanes of a warp.
const MOST: u64 = 32;
/// Elements of a row that each of its lanes has on the average: with more lanes the last round leaves more of them idle.
const EACH: u64 = 2;

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

#[cfg(test)]
mod tests {
    use super::lanes;

    #[test]
    fn each_lane_has_some_elements() {
        let of_mean = [
            (1, 1),
            (2, 1),
            (3, 2),
            (5, 4),
            (7, 4),
            (9, 8),
            (27, 16),
            (31, 16),
            (64, 32),
            (5000, 32),
        ];
        for (mean, want) in of_mean {
            assert_eq!(lanes(mean * 10, 10), want, "{mean}");
        }
    }
}
