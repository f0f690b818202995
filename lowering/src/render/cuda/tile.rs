//! Heads of tiled loops (OpenACC 3.3 §2.9.8): tile loops outside, counted as one; in each tile
//! the element loops, as one where they are spread over threads, else as the user nested them.
//!
//! ```text
//! for (i_tile = blockIdx.x; i_tile < i_tiles * j_tiles; i_tile += gridDim.x)
//!     for (i_element = threadIdx.x; i_element < 128; i_element += blockDim.x)
//!         i_k = i_tile / j_tiles * 4 + i_element / 32, j_k = i_tile % j_tiles * 32 + i_element % 32
//! ```
//!
//! Consecutive elements are those of the innermost loop, so neighbouring threads touch
//! neighbouring memory. Tiles at the ends are cut: their elements' numbers are compared
//! with the trips.

use super::control::predicate;
use super::exec::Body;
use super::loops::{Head, ends_here};
use super::sets::{is_block, places, position};
use crate::plan::{Axis, LoopPlan, Tile};
use accrs_frontend::region::Stmt;

/// The names that a tiled loop's numbers have.
struct Names {
    tile: String,
    element: String,
    /// Each head's iteration number, trips and tiles, outermost first.
    k: Vec<String>,
    trips: Vec<String>,
    tiles: Vec<String>,
}

impl Names {
    fn total(&self) -> String {
        self.tiles.join(" * ")
    }

    /// The number of head `i`'s first iteration in the tile.
    fn first(&self, i: usize, sizes: &[u64]) -> String {
        let at = digit(&self.tile, &self.tiles, i);
        match sizes[i] {
            1 => at,
            size => format!("{at} * {size}"),
        }
    }

    /// Whether an element of a tile at an end is one of the loop's iterations.
    fn inside(&self) -> Vec<String> {
        let pairs = self.k.iter().zip(&self.trips);
        pairs.map(|(k, trips)| format!("{k} < {trips}")).collect()
    }
}

/// Digit `i` of a number whose places have these ranges, the last varying fastest.
fn digit(number: &str, ranges: &[String], i: usize) -> String {
    let below: Vec<&str> = ranges[i + 1..].iter().map(String::as_str).collect();
    let known: Option<Vec<u64>> = below.iter().map(|r| r.parse().ok()).collect();
    let over = match below.as_slice() {
        [] => number.to_string(),
        [one] => format!("{number} / {one}"),
        _ if known.is_some() => {
            let all = known.unwrap_or_default();
            format!("{number} / {}", all.iter().product::<u64>())
        }
        many => format!("{number} / ({})", many.join(" * ")),
    };
    match (i, below.is_empty()) {
        (0, _) => over,
        (_, true) => format!("{over} % {}", ranges[i]),
        _ => format!("({over}) % {}", ranges[i]),
    }
}

/// Where a thread starts on these axes, and its stride; every thread has all without axes.
fn dealt(axes: &[Axis]) -> (String, String) {
    if axes.is_empty() {
        return ("0".into(), "1".into());
    }
    (position(axes, true), places(axes, true))
}

impl Body<'_> {
    /// The head of a tiled loop without a predicate.
    pub(super) fn tiled(&mut self, plan: &LoopPlan, tile: &Tile, body: &Stmt) -> Head {
        let mut head = self.counted(plan);
        let n = self.tile_names(plan, tile, &mut head);
        let (tiles, elements) = plan.tile_axes();
        let (at, by) = dealt(tiles);
        let t = &n.tile;
        head.open.push(format!(
            "for (unsigned long {t} = {at}; {t} < {}; {t} += {by}) {{",
            n.total()
        ));
        if elements.is_empty() {
            for (i, k) in n.k.iter().enumerate() {
                let first = format!("{k}_first");
                let trips = &n.trips[i];
                head.open.push(format!(
                    "const unsigned long {first} = {};",
                    n.first(i, &tile.sizes)
                ));
                head.open.push(format!(
                    "for (unsigned long {k} = {first}; {k} < {first} + {} && {k} < {trips}; {k}++) {{",
                    tile.sizes[i]
                ));
            }
        } else {
            let (at, by) = dealt(elements);
            let e = &n.element;
            head.open.push(format!(
                "for (unsigned long {e} = {at}; {e} < {}; {e} += {by}) {{",
                tile.volume()
            ));
            head.first = self.element_numbers(&n, tile);
            head.open.extend(std::mem::take(&mut head.first));
            head.open
                .push(format!("if ({}) {{", n.inside().join(" && ")));
        }
        head.first = self.tile_variables(plan, body, &n);
        head
    }

    /// The same with trips that all threads of the block take; `active` tells which of
    /// them have an iteration.
    pub(super) fn tiled_padded(
        &mut self,
        plan: &LoopPlan,
        tile: &Tile,
        body: &Stmt,
        outer: Option<&str>,
        active: &str,
    ) -> Head {
        let mut head = self.counted_under(plan, outer);
        let n = self.tile_names(plan, tile, &mut head);
        let (tiles, elements) = plan.tile_axes();
        let (mine, by) = dealt(tiles);
        let start = first_thread(tiles, &mine);
        let (t, base) = (&n.tile, self.names.unique(&format!("{}_base", n.tile)));
        let total = n.total();
        let more = match outer {
            Some(outer) => format!("__syncthreads_or({outer} && {base} < {total})"),
            None => format!("{base} < {total}"),
        };
        head.open.push(format!(
            "for (unsigned long {base} = {start}; {more}; {base} += {by}) {{"
        ));
        head.open.push(format!(
            "const unsigned long {t} = {base} + ({mine} - ({start}));"
        ));
        let (mine, by) = dealt(elements);
        let (e, base) = (
            &n.element,
            self.names.unique(&format!("{}_base", n.element)),
        );
        head.open.push(format!(
            "for (unsigned long {base} = 0; {base} < {}; {base} += {by}) {{",
            tile.volume()
        ));
        head.first
            .push(format!("const unsigned long {e} = {base} + {mine};"));
        let numbers = self.element_numbers(&n, tile);
        head.first.extend(numbers);
        let mut conditions: Vec<String> = outer.map(str::to_string).into_iter().collect();
        conditions.push(format!("{t} < {total}"));
        conditions.push(format!("{e} < {}", tile.volume()));
        conditions.extend(n.inside());
        head.first.push(format!(
            "{} {active} = {};",
            predicate(!ends_here(body)),
            conditions.join(" && ")
        ));
        let variables = self.tile_variables(plan, body, &n);
        head.first.extend(variables);
        head
    }

    /// Names, and the lines before the loop that count tiles.
    fn tile_names(&mut self, plan: &LoopPlan, tile: &Tile, head: &mut Head) -> Names {
        let name = self.loop_name(plan);
        let mut n = Names {
            tile: self.names.unique(&format!("{name}_tile")),
            element: self.names.unique(&format!("{name}_element")),
            k: Vec::new(),
            trips: Vec::new(),
            tiles: Vec::new(),
        };
        self.p.helper("share");
        for (h, size) in plan.heads.iter().zip(&tile.sizes) {
            let var = crate::names::safe(&self.p.unit.var(h.var).name);
            n.k.push(self.names.unique(&format!("{var}_k")));
            let trips = self.trips_name(h);
            if *size == 1 {
                n.tiles.push(trips.clone());
            } else {
                let tiles = self.names.unique(&format!("{var}_tiles"));
                head.before.push(format!(
                    "const unsigned long {tiles} = accrs_share({trips}, {size});"
                ));
                n.tiles.push(tiles);
            }
            n.trips.push(trips);
        }
        n
    }

    /// Each head's iteration number from those of tile and element.
    fn element_numbers(&self, n: &Names, tile: &Tile) -> Vec<String> {
        let sizes: Vec<String> = tile.sizes.iter().map(u64::to_string).collect();
        let number = |(i, k): (usize, &String)| {
            let element = digit(&n.element, &sizes, i);
            let first = n.first(i, &tile.sizes);
            match tile.sizes[i] {
                1 => format!("const unsigned long {k} = {first};"),
                _ => format!("const unsigned long {k} = {first} + {element};"),
            }
        };
        n.k.iter().enumerate().map(number).collect()
    }

    fn tile_variables(&mut self, plan: &LoopPlan, body: &Stmt, n: &Names) -> Vec<String> {
        let mut lines = Vec::new();
        for (h, k) in plan.heads.iter().zip(&n.k) {
            if self.names_variable(body, h.var) {
                lines.push(self.variable(h, k));
            }
        }
        lines
    }
}

/// The place of the block's first thread.
pub(super) fn first_thread(axes: &[Axis], mine: &str) -> String {
    if !axes.iter().any(|a| is_block(*a)) {
        return "0".into();
    }
    axes.iter()
        .filter(|a| !is_block(**a))
        .fold(mine.to_string(), |s, a| s.replace(a.cuda(), "0"))
}
