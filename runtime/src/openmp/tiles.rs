//! Sizes of the tiles of loops in order and of those inside them (`lowering`'s `schedule/waves.rs`), by the machine's caches and threads.

use super::threads;
use crate::notify::{STATS, count};
use std::ffi::{c_int, c_long};
use std::sync::OnceLock;

/// What a core's second cache holds where the system doesn't say it, in bytes.
const USUAL_CACHE: f64 = 1_048_576.0;
/// Iterations of the outer loop in a tile: with fewer there is little that a tile finds in the cache, and more gain little.
const FEWEST_STEPS: f64 = 4.0;
const MOST_STEPS: f64 = 256.0;
/// Where whole rows allow for fewer iterations than this, tiles are cut along columns too.
const ENOUGH_STEPS: f64 = 8.0;
/// What a tile has along a row at least: numbers of columns, and bytes, for the lanes of the loops inside.
const LEAST_COLUMNS: f64 = 4.0;
const LEAST_LINE: f64 = 4096.0;
/// How far a tile goes along rows and columns, as a multiple of how far its iterations of the outer loop move it.
const ROWS: f64 = 1.6;
const COLUMNS: f64 = 0.8;
/// Tiles that each thread should have in the other direction.
const TILES_EACH: f64 = 4.0;
/// What a tile goes through at least, in bytes, so that waiting for the other threads behind each wave is little beside it.
const LEAST_TILE: f64 = 131_072.0;
/// The size of what isn't cut.
const WHOLE: c_long = 1 << 40;

/// A nest that is to be cut into tiles.
struct Nest {
    /// Iterations of the outer loop, and the inner loops' fronts.
    steps: f64,
    rows: f64,
    /// What an iteration of the inner loops touches, in bytes; and how many columns that are, if tiles can be cut along them.
    bytes: f64,
    columns: Option<f64>,
    /// How far a tile's fronts move with each iteration of the outer loop.
    by: f64,
    across: f64,
    /// Its inner loops could be shared by threads one after the other.
    shared: bool,
}

/// What a thread's tiles may fill, in bytes: of a core's second cache, and of its share of the third one.
pub(super) struct Caches {
    pub second: f64,
    third: f64,
}

/// A tile's iterations of the outer loop, and its fronts. No columns: it has all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tile {
    steps: f64,
    rows: f64,
    columns: Option<f64>,
}

/// The sizes of a nest's tiles. `None`: such a nest is as fast without.
fn sizes(nest: &Nest, threads: f64, caches: &Caches) -> Option<Tile> {
    let (steps, rows) = (nest.steps, nest.rows);
    if steps < 1.0 || rows < 1.0 {
        return None;
    }
    if nest.shared {
        // What all caches hold together needs no tiles; and there is to be work for all threads in most waves.
        let small = rows * nest.bytes <= caches.second * threads;
        if small || steps < 2.0 * threads.max(FEWEST_STEPS) {
            return None;
        }
    }
    let by = nest.by.max(1.0);
    // A tile's iterations of the outer loop move over so many lines in all, half of the cache.
    let lines = (caches.second / 2.0 / nest.bytes.max(1.0)).max(2.0 * FEWEST_STEPS);
    let cut = match lines / (1.0 + ROWS) < by * ENOUGH_STEPS {
        true => cut_columns(nest, caches),
        false => None,
    };
    let most = match cut {
        Some(cut) => cut.steps,
        None => (lines / (2.0 * by)).clamp(FEWEST_STEPS, MOST_STEPS).floor(),
    };
    // About as many tiles beside each other as threads, or a multiple of them.
    let rounds = (steps / most / threads).ceil().max(1.0);
    let tile_steps = (steps / (rounds * threads)).ceil();
    let wide = match cut {
        Some(cut) => cut.rows,
        None => (lines - by * tile_steps).max(by * tile_steps).floor(),
    };
    let each = (rows / (TILES_EACH * threads)).ceil();
    let tile = Tile {
        steps: tile_steps,
        rows: wide.min(each).max(1.0),
        columns: cut.and_then(|c| c.columns),
    };
    let beside = (steps / tile.steps).min(rows / tile.rows);
    let pays = tile.steps * tile.rows * nest.bytes >= LEAST_TILE && beside > 1.0;
    pays.then_some(tile)
}

/// The tile with the most steps of which the second cache holds half, or else a thread's share of the third one.
fn cut_columns(nest: &Nest, caches: &Caches) -> Option<Tile> {
    let columns = nest.columns?.max(1.0);
    let cell = (nest.bytes / columns).max(1.0);
    let least = (LEAST_LINE / cell).max(LEAST_COLUMNS);
    let (by, across) = (nest.by.max(1.0), nest.across.max(1.0));
    let tile = |steps: f64| Tile {
        steps,
        rows: (ROWS * by * steps).ceil(),
        columns: Some((COLUMNS * across * steps).max(least).ceil()),
    };
    let fits = |t: &Tile, cache: f64| {
        let long = t.columns.unwrap_or(columns) + across * t.steps;
        (t.rows + by * t.steps) * long * cell <= cache
    };
    let most = |cache: f64| {
        let mut steps = (FEWEST_STEPS as u32..=MOST_STEPS as u32).rev();
        steps.find_map(|n| Some(tile(f64::from(n))).filter(|t| fits(t, cache)))
    };
    let found = most(caches.second / 2.0).or_else(|| most(caches.third / 2.0))?;
    found.columns.is_some_and(|c| c < columns).then_some(found)
}

/// The user's sizes: `ACCRS_TILES=STEPSxROWS` or `STEPSxROWSxCOLUMNS`.
pub(super) fn given() -> Option<[c_long; 3]> {
    static GIVEN: OnceLock<Option<[c_long; 3]>> = OnceLock::new();
    *GIVEN.get_or_init(|| {
        let set = crate::environment::var("ACCRS_TILES")?;
        let sizes = numbers(set.trim());
        if sizes.is_none() && !set.trim().is_empty() {
            crate::notify::warn(&format!(
                "warning: ACCRS_TILES={set}: not two or three numbers from 1 on with an x between them; it is ignored"
            ));
        }
        sizes
    })
}

/// "16x32" or "16x32x64" as numbers.
fn numbers(text: &str) -> Option<[c_long; 3]> {
    let number = |text: &str| text.trim().parse().ok().filter(|n| (1..=WHOLE).contains(n));
    let all: Option<Vec<c_long>> = text.split('x').map(number).collect();
    match all?.as_slice() {
        [steps, rows] => Some([*steps, *rows, WHOLE]),
        [steps, rows, columns] => Some([*steps, *rows, *columns]),
        _ => None,
    }
}

/// The machine's caches, for so many threads.
pub(super) fn caches(threads: f64) -> Caches {
    static SIZES: OnceLock<[Option<f64>; 2]> = OnceLock::new();
    let [second, third] = *SIZES.get_or_init(|| {
        [2, 3].map(|level| {
            let file = format!("/sys/devices/system/cpu/cpu0/cache/index{level}/size");
            bytes(std::fs::read_to_string(file).ok()?.trim())
        })
    });
    Caches {
        second: second.unwrap_or(USUAL_CACHE),
        third: third.unwrap_or(0.0) / threads,
    }
}

/// "1024K" as a number of bytes.
fn bytes(text: &str) -> Option<f64> {
    let (number, unit) = match text.strip_suffix('K') {
        Some(number) => (number, 1024.0),
        None => match text.strip_suffix('M') {
            Some(number) => (number, 1_048_576.0),
            None => (text, 1.0),
        },
    };
    let number: f64 = number.parse().ok()?;
    (number >= 1.0).then_some(number * unit)
}

/// Sizes of a nest's tiles; false: it is as fast without them. `steps` and `rows` are numbers of iterations and of fronts, `bytes` what one of
/// the inner iterations touches, in `columns` iterations of the loop inside (0: tiles can't be cut along these), `by` and `across` how far a tile's
/// fronts move with each iteration of the outer loop. `shared`: threads could share the inner loops one by one.
///
/// # Safety
/// The first two of the last three pointers lead to places for the numbers, and the third one too, if there are columns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_tiles(
    steps: c_long,
    rows: c_long,
    columns: f64,
    bytes: f64,
    by: c_int,
    across: c_int,
    shared: c_int,
    tile_steps: *mut c_long,
    tile_rows: *mut c_long,
    tile_columns: *mut c_long,
) -> c_int {
    let nest = Nest {
        steps: steps as f64,
        rows: rows as f64,
        bytes,
        columns: (!tile_columns.is_null()).then_some(columns),
        by: f64::from(by),
        across: f64::from(across),
        shared: shared != 0,
    };
    super::thread_begins();
    let found = match given() {
        Some(sizes) => (steps > 0 && rows > 0).then_some(sizes),
        None => {
            let threads = f64::from(threads()).max(1.0);
            let tile = sizes(&nest, threads, &caches(threads));
            tile.map(|t| {
                [
                    t.steps as c_long,
                    t.rows as c_long,
                    t.columns.map_or(WHOLE, |c| c as c_long),
                ]
            })
        }
    };
    let Some([t, x, y]) = found else { return 0 };
    count(&STATS.in_tiles, 1);
    // SAFETY: the caller's promise.
    unsafe {
        *tile_steps = t;
        *tile_rows = x;
        if let Some(place) = tile_columns.as_mut() {
            *place = y;
        }
    }
    1
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const GRID: Nest = Nest {
        steps: 100.0,
        rows: 4200.0,
        bytes: 64_000.0,
        columns: None,
        by: 2.0,
        across: 2.0,
        shared: true,
    };
    const CACHES: Caches = Caches {
        second: 1_048_576.0,
        third: 0.0,
    };

    #[test]
    fn tiles_fit_the_cache_and_feed_the_threads() {
        let cache = CACHES.second;
        let tile = sizes(&GRID, 2.0, &CACHES).unwrap();
        assert!(
            tile.steps >= 2.0 && (2.0 * tile.steps + tile.rows) * GRID.bytes <= 1.5 * cache,
            "{tile:?}"
        );
        // With few steps none of the threads is without a tile.
        let few = Nest {
            steps: 17.0,
            ..GRID
        };
        let tile = sizes(&few, 8.0, &CACHES).unwrap();
        assert!((few.steps / tile.steps).ceil() >= 6.0, "{tile:?}");
        let thin = Nest {
            bytes: 16.0,
            rows: 4e6,
            ..GRID
        };
        let Tile { steps, rows, .. } = sizes(&thin, 2.0, &CACHES).unwrap();
        let fits = steps > 16.0 && rows > 1000.0 && rows * 16.0 <= cache;
        assert!(fits, "{steps} {rows}");
    }

    #[test]
    fn long_rows_are_cut_too() {
        let long = Nest {
            columns: Some(4000.0),
            ..GRID
        };
        let held = |t: &Tile, cell: f64| {
            let columns = t.columns.unwrap();
            (t.rows + 2.0 * t.steps) * (columns + 2.0 * t.steps) * cell
        };
        let tile = sizes(&long, 2.0, &CACHES).unwrap();
        assert!(
            tile.steps >= 10.0 && tile.columns.unwrap() >= 128.0,
            "{tile:?}"
        );
        assert!(held(&tile, 16.0) <= CACHES.second / 2.0, "{tile:?}");
        // Planes of which the second cache holds few lines go by the third one, if there is one.
        let planes = Nest {
            rows: 340.0,
            bytes: 1_440_000.0,
            columns: Some(300.0),
            ..GRID
        };
        let caches = Caches {
            third: 16_777_216.0,
            ..CACHES
        };
        let tile = sizes(&planes, 2.0, &caches).unwrap();
        assert!(tile.steps > 4.0 && tile.columns.unwrap() < 50.0, "{tile:?}");
        assert!(held(&tile, 4800.0) <= caches.third / 2.0, "{tile:?}");
        assert!(sizes(&planes, 2.0, &CACHES).unwrap().columns.is_none());
        // Short rows aren't.
        let short = Nest {
            bytes: 6400.0,
            columns: Some(400.0),
            ..GRID
        };
        assert!(sizes(&short, 2.0, &CACHES).unwrap().columns.is_none());
    }

    #[test]
    fn what_the_caches_hold_needs_no_tiles() {
        let small = Nest { rows: 20.0, ..GRID };
        assert!(sizes(&small, 2.0, &CACHES).is_none());
        let in_order = Nest {
            shared: false,
            ..small
        };
        assert!(sizes(&in_order, 2.0, &CACHES).is_some());
        let short = Nest { steps: 6.0, ..GRID };
        assert!(sizes(&short, 2.0, &CACHES).is_none());
        let none = Nest {
            steps: 0.0,
            ..in_order
        };
        assert!(sizes(&none, 2.0, &CACHES).is_none());
    }

    #[test]
    fn the_users_sizes_are_two_or_three_numbers() {
        assert_eq!(numbers("16x32"), Some([16, 32, WHOLE]));
        assert_eq!(numbers(" 1 x 4096 "), Some([1, 4096, WHOLE]));
        assert_eq!(numbers("3x5x7"), Some([3, 5, 7]));
        for wrong in [
            "16",
            "0x4",
            "-1x4",
            "ax4",
            "4x",
            "x",
            "1x2x3x4",
            "3x5x",
            "99999999999999999999x1",
        ] {
            assert_eq!(numbers(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sizes_are_read_as_the_system_writes_them() {
        assert_eq!(bytes("1024K"), Some(1_048_576.0));
        assert_eq!(bytes("2M"), Some(2_097_152.0));
        assert_eq!(bytes("512"), Some(512.0));
        assert_eq!(bytes("K"), None);
        assert_eq!(bytes(""), None);
    }
}
