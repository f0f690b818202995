//! In how many parts threads share the rows of tiles whose columns they copy (`lowering`'s `render/openmp/loops/blocked/`).

use super::threads;
use std::ffi::c_long;

/// Parts of columns that each thread should have, so that all of them end at about the same time.
const PARTS_EACH: u64 = 8;
/// With fewer rows, copying a part's columns takes a notable share of its time.
const LEAST_ROWS: u64 = 128;

/// Rows of a part: all of them where there are enough columns for all threads.
fn size(rows: u64, height: u64, columns: u64, threads: u64) -> u64 {
    let most = (rows / LEAST_ROWS).max(1);
    let wanted = threads.saturating_mul(PARTS_EACH);
    let parts = (wanted / columns.max(1)).clamp(1, most);
    let tiles = rows.div_ceil(height.max(1)).max(1);
    tiles.div_ceil(parts).saturating_mul(height.max(1))
}

/// Rows of a part of `rows`, a multiple of `height`, where threads share the parts of so many tiles of columns.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_part(rows: c_long, height: c_long, columns: c_long) -> c_long {
    super::thread_begins();
    let number = |n: c_long| u64::try_from(n).unwrap_or(0);
    let threads = number(c_long::from(threads()));
    let part = size(number(rows), number(height), number(columns), threads);
    c_long::try_from(part).unwrap_or(c_long::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_columns_need_no_parts_of_rows() {
        assert_eq!(size(1000, 8, 42, 2), 1000);
        assert_eq!(size(1001, 8, 42, 2), 1008);
    }

    #[test]
    fn few_columns_have_parts_for_all_threads() {
        let part = size(10_000, 8, 3, 8);
        assert!(part.is_multiple_of(8) && part >= LEAST_ROWS, "{part}");
        assert!(10_000 / part * 3 >= 8 * PARTS_EACH / 2, "{part}");
    }

    #[test]
    fn parts_arent_too_small() {
        for (rows, columns, threads) in [(200, 9, 64), (0, 0, 0), (1, 1, 1)] {
            let part = size(rows, 4, columns, threads);
            assert!(
                part >= 4 && part.is_multiple_of(4) && part >= rows.min(LEAST_ROWS) / 4 * 4,
                "{part}"
            );
        }
    }
}
