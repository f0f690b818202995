//! Sizes of the tiles of loops in order and of those inside them (`lowering`'s `schedule/waves.rs`), by the machine's caches and threads.

use super::threads;
use std::ffi::{c_int, c_long};
use std::sync::OnceLock;

/// What a core's second cache holds where the system doesn't say it, in bytes.
const USUAL_CACHE: f64 = 1_048_576.0;
/// Iterations of the outer loop in a tile: with fewer there is little that a tile finds in the cache, and more gain little.
const FEWEST_STEPS: f64 = 4.0;
const MOST_STEPS: f64 = 256.0;
/// Tiles that each thread should have in the other direction.
const TILES_EACH: f64 = 4.0;
/// What a tile goes through at least, in bytes, so that waiting for the other threads behind each wave is little beside it.
const LEAST_TILE: f64 = 131_072.0;

/// A nest that is to be cut into tiles.
struct Nest {
    /// Iterations of the outer loop, and the inner loops' fronts.
    steps: f64,
    fronts: f64,
    /// What an iteration of the inner loops touches, in bytes.
    bytes: f64,
    /// How far a tile's fronts move with each iteration of the outer loop.
    by: f64,
    /// Its inner loops could be shared by threads one after the other.
    shared: bool,
}

/// Iterations of the outer loop, and fronts, of a tile. `None`: such a nest is as fast without tiles.
fn sizes(nest: &Nest, threads: f64, cache: f64) -> Option<(f64, f64)> {
    let (steps, fronts) = (nest.steps, nest.fronts);
    if steps < 1.0 || fronts < 1.0 {
        return None;
    }
    if nest.shared {
        // What all caches hold together needs no tiles; and there is to be work for all threads in most waves.
        let small = fronts * nest.bytes <= cache * threads;
        if small || steps < 2.0 * threads.max(FEWEST_STEPS) {
            return None;
        }
    }
    let by = nest.by.max(1.0);
    // A tile's iterations of the outer loop move over so many lines in all, half of the cache.
    let lines = (cache / 2.0 / nest.bytes.max(1.0)).max(2.0 * FEWEST_STEPS);
    let most = (lines / (2.0 * by)).clamp(FEWEST_STEPS, MOST_STEPS).floor();
    // About as many tiles beside each other as threads, or a multiple of them.
    let rounds = (steps / most / threads).ceil().max(1.0);
    let tile_steps = (steps / (rounds * threads)).ceil();
    let wide = (lines - by * tile_steps).max(by * tile_steps).floor();
    let each = (fronts / (TILES_EACH * threads)).ceil();
    let tile_fronts = wide.min(each).max(1.0);
    let beside = (steps / tile_steps).min(fronts / tile_fronts);
    let pays = tile_steps * tile_fronts * nest.bytes >= LEAST_TILE && beside > 1.0;
    pays.then_some((tile_steps, tile_fronts))
}

/// The user's sizes: `ACCRS_TILES=STEPSxFRONTS`.
fn given() -> Option<(c_long, c_long)> {
    static GIVEN: OnceLock<Option<(c_long, c_long)>> = OnceLock::new();
    *GIVEN.get_or_init(|| {
        let set = std::env::var("ACCRS_TILES").ok()?;
        let sizes = pair(set.trim());
        if sizes.is_none() && !set.trim().is_empty() {
            crate::notify::warn(&format!(
                "warning: ACCRS_TILES={set}: not two numbers from 1 on with an x between them; it is ignored"
            ));
        }
        sizes
    })
}

/// "16x32" as two numbers.
fn pair(text: &str) -> Option<(c_long, c_long)> {
    let number = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|n| (1..=1 << 40).contains(n))
    };
    let (steps, fronts) = text.split_once('x')?;
    Some((number(steps)?, number(fronts)?))
}

/// Bytes of a core's second cache.
fn cache() -> f64 {
    static CACHE: OnceLock<f64> = OnceLock::new();
    *CACHE.get_or_init(|| {
        let text = std::fs::read_to_string("/sys/devices/system/cpu/cpu0/cache/index2/size");
        text.ok()
            .and_then(|t| bytes(t.trim()))
            .unwrap_or(USUAL_CACHE)
    })
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

/// Sizes of a nest's tiles; false: it is as fast without them. `steps` and `fronts` are numbers of iterations, `bytes` what one of the
/// inner iterations touches, `by` how far a tile's fronts move with each iteration of the outer loop. `shared`: threads could share the inner loops one
/// by one.
///
/// # Safety
/// The last two pointers lead to places for the numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_tiles(
    steps: c_long,
    fronts: c_long,
    bytes: f64,
    by: c_int,
    shared: c_int,
    tile_steps: *mut c_long,
    tile_fronts: *mut c_long,
) -> c_int {
    let nest = Nest {
        steps: steps as f64,
        fronts: fronts as f64,
        bytes,
        by: f64::from(by),
        shared: shared != 0,
    };
    super::thread_begins();
    let found = match given() {
        Some(sizes) => (steps > 0 && fronts > 0).then_some(sizes),
        None => sizes(&nest, f64::from(threads()).max(1.0), cache())
            .map(|(t, x)| (t as c_long, x as c_long)),
    };
    let Some((t, x)) = found else { return 0 };
    // SAFETY: the caller's promise.
    unsafe {
        *tile_steps = t;
        *tile_fronts = x;
    }
    1
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const GRID: Nest = Nest {
        steps: 100.0,
        fronts: 4200.0,
        bytes: 64_000.0,
        by: 2.0,
        shared: true,
    };

    #[test]
    fn tiles_fit_the_cache_and_feed_the_threads() {
        let cache = 1_048_576.0;
        let (t, x) = sizes(&GRID, 2.0, cache).unwrap();
        assert!(
            t >= 2.0 && (2.0 * t + x) * GRID.bytes <= 1.5 * cache,
            "{t} {x}"
        );
        // With few steps none of the threads is without a tile.
        let few = Nest {
            steps: 17.0,
            ..GRID
        };
        let (t, _) = sizes(&few, 8.0, cache).unwrap();
        assert!((few.steps / t).ceil() >= 6.0, "{t}");
        let thin = Nest {
            bytes: 16.0,
            fronts: 4e6,
            ..GRID
        };
        let (t, x) = sizes(&thin, 2.0, cache).unwrap();
        assert!(t > 16.0 && x > 1000.0 && x * 16.0 <= cache, "{t} {x}");
    }

    #[test]
    fn what_the_caches_hold_needs_no_tiles() {
        let small = Nest {
            fronts: 20.0,
            ..GRID
        };
        assert!(sizes(&small, 2.0, 1_048_576.0).is_none());
        let in_order = Nest {
            shared: false,
            ..small
        };
        assert!(sizes(&in_order, 2.0, 1_048_576.0).is_some());
        let short = Nest { steps: 6.0, ..GRID };
        assert!(sizes(&short, 2.0, 1_048_576.0).is_none());
        let none = Nest {
            steps: 0.0,
            ..in_order
        };
        assert!(sizes(&none, 2.0, 1_048_576.0).is_none());
    }

    #[test]
    fn the_users_sizes_are_two_numbers() {
        assert_eq!(pair("16x32"), Some((16, 32)));
        assert_eq!(pair(" 1 x 4096 "), Some((1, 4096)));
        for wrong in [
            "16",
            "0x4",
            "-1x4",
            "ax4",
            "4x",
            "x",
            "99999999999999999999x1",
        ] {
            assert_eq!(pair(wrong), None, "{wrong}");
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
