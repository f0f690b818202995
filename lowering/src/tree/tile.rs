//! Heads of tiled loops (OpenACC 3.3 §2.9.8): the tile loops outside, counted as one loop, and in each tile
//! the element loops, as one loop where they are spread over threads and otherwise nested like the user's.
//!
//! ```text
//! for (i_tile = blockIdx.x; i_tile < i_tiles * j_tiles; i_tile += gridDim.x)
//!     for (i_element = threadIdx.x; i_element < 128; i_element += blockDim.x)
//!         i_k = i_tile / j_tiles * 4 + i_element / 32, j_k = i_tile % j_tiles * 32 + i_element % 32
//! ```
//!
//! Consecutive elements are consecutive iterations of the innermost loop, so neighbouring threads touch
//! neighbouring memory. Tiles at the ends are cut off by comparing their elements' numbers with the trip counts.

use super::heads::*;
use super::node::{Let, Loop};
use super::value::Value;
use crate::names::safe;
use crate::plan::Tile;

/// The names and values that a tiled loop counts with.
struct Numbers {
    tile: String,
    element: String,
    /// For each head, outermost first, the name of its iteration number, and its number of tiles.
    k: Vec<String>,
    tiles: Vec<Value>,
    counted: Vec<Counted>,
}

impl Numbers {
    fn total(&self) -> Value {
        Value::product(self.tiles.iter().cloned())
    }

    /// The number of the first iteration of head `i` in the tile.
    fn first(&self, i: usize, sizes: &[u64]) -> Value {
        let at = digit(&self.tile, &self.tiles, i);
        match sizes[i] {
            1 => at,
            size => at.binary("*", Value::Number(size)),
        }
    }

    /// The conditions under which an element of a tile is one of the loop's iterations.
    fn inside(&self) -> Vec<Value> {
        let pairs = self.k.iter().zip(&self.counted);
        pairs
            .map(|(k, c)| Value::name(k).binary("<", c.trips.clone()))
            .collect()
    }

    /// Computes each head's iteration number from the numbers of tile and element.
    fn elements(&self, tile: &Tile) -> Vec<Let> {
        let sizes: Vec<Value> = tile.sizes.iter().map(|n| Value::Number(*n)).collect();
        let number = |(i, k): (usize, &String)| {
            let first = self.first(i, &tile.sizes);
            let number = match tile.sizes[i] {
                1 => first,
                _ => first.binary("+", digit(&self.element, &sizes, i)),
            };
            constant_let(k, COUNT, number)
        };
        self.k.iter().enumerate().map(number).collect()
    }
}

/// Digit `i` of a number whose digits have these ranges, the last one varying fastest.
fn digit(number: &str, ranges: &[Value], i: usize) -> Value {
    let below = &ranges[i + 1..];
    let literal = |v: &Value| match v {
        Value::Number(n) => Some(*n),
        _ => None,
    };
    let known: Option<Vec<u64>> = below.iter().map(literal).collect();
    let number = Value::name(number);
    let over = match (below, known) {
        ([], _) => number,
        ([one], _) => number.binary("/", one.clone()),
        (_, Some(all)) => number.binary("/", Value::Number(all.iter().product())),
        (many, None) => number.binary("/", Value::product(many.iter().cloned()).grouped()),
    };
    match (i, below.is_empty()) {
        (0, _) => over,
        (_, true) => over.binary("%", ranges[i].clone()),
        _ => over.grouped().binary("%", ranges[i].clone()),
    }
}

impl Pass<'_> {
    /// The head of a tiled loop that isn't padded.
    pub fn tiled(&mut self, l: &Loop, tile: &Tile) -> Head {
        if l.axes.is_empty() {
            return self.tiled_nest(l, tile);
        }
        let mut head = Head::default();
        let n = self.numbers(l, tile, None, &mut head);
        let (tiles, elements) = l.tile_axes();
        let (at, by) = dealt(tiles);
        let t = Value::name(&n.tile);
        head.open
            .push(count(&n.tile, at, t.binary("<", n.total()), Some(by)));
        if elements.is_empty() {
            // All divisions are made before the element loops.
            let mut firsts = Vec::new();
            for (i, k) in n.k.iter().enumerate() {
                let first = self.names.unique(&format!("{k}_first"));
                let at = constant_let(&first, COUNT, n.first(i, &tile.sizes));
                head.open.push(Opener::Let(at));
                firsts.push(first);
            }
            self.element_loops(&n, tile, &firsts, &mut head);
        } else {
            let (at, by) = dealt(elements);
            let volume = Value::Number(tile.volume());
            let test = Value::name(&n.element).binary("<", volume);
            head.open.push(count(&n.element, at, test, Some(by)));
            head.open
                .extend(n.elements(tile).into_iter().map(Opener::Let));
            if let Some(inside) = Value::all(n.inside()) {
                head.open.push(Opener::Test(inside));
            }
        }
        head.first = self.tile_variables(l, &n);
        head
    }

    /// Opens the element loops of a tile that begins at `firsts`: each runs to the tile's last iteration, or the loop's if that
    /// comes first.
    fn element_loops(&mut self, n: &Numbers, tile: &Tile, firsts: &[String], head: &mut Head) {
        let mut loops = Vec::new();
        for (i, k) in n.k.iter().enumerate() {
            let (first, size) = (Value::name(&firsts[i]), Value::Number(tile.sizes[i]));
            let trips = n.counted[i].trips.clone();
            let left = trips.clone().binary("-", first.clone());
            let last = Value::Choice(
                Box::new(left.binary("<", size.clone())),
                Box::new(trips),
                Box::new(first.clone().binary("+", size)),
            );
            let end = self.names.unique(&format!("{k}_end"));
            head.open.push(Opener::Let(constant_let(&end, COUNT, last)));
            let test = Value::name(k).binary("<", Value::name(end));
            loops.push(count(k, first, test, None));
        }
        head.open.extend(loops);
    }

    /// Tile loops nested in one another, around the element loops, for the host's cores: OpenMP's `collapse` deals out several
    /// loops as one.
    fn tiled_nest(&mut self, l: &Loop, tile: &Tile) -> Head {
        let mut head = Head::default();
        let counted = self.counted(l, None, &mut head.before);
        let mut k = Vec::new();
        let mut firsts = Vec::new();
        for ((h, size), c) in l.heads.iter().zip(&tile.sizes).zip(&counted) {
            let name = self
                .names
                .unique(&format!("{}_k", safe(&self.unit.var(h.var).name)));
            let first = self.names.unique(&format!("{name}_first"));
            let test = Value::name(&first).binary("<", c.trips.clone());
            let step = Some(Value::Number(*size));
            head.open.push(count(&first, Value::Number(0), test, step));
            k.push(name);
            firsts.push(first);
        }
        let n = Numbers {
            tile: String::new(),
            element: String::new(),
            k,
            tiles: Vec::new(),
            counted,
        };
        self.element_loops(&n, tile, &firsts, &mut head);
        head.first = self.tile_variables(l, &n);
        head
    }

    /// The head of a padded tiled loop, which all threads of the block go through equally often; `active` tells which of
    /// them have an iteration.
    pub fn tiled_padded(&mut self, l: &Loop, tile: &Tile, active: &str, changes: bool) -> Head {
        let outer = l.outer.as_deref();
        let mut head = Head::default();
        let n = self.numbers(l, tile, outer, &mut head);
        let (tiles, elements) = l.tile_axes();
        let base = self.names.unique(&format!("{}_base", n.tile));
        let more = Value::name(&base).binary("<", n.total());
        let (_, by) = dealt(tiles);
        let from = Value::FirstPosition(tiles.to_vec());
        head.open
            .push(count(&base, from, any_thread(outer, more), Some(by)));
        head.open
            .push(Opener::Let(own_number(&n.tile, &base, tiles)));
        let (mine, by) = dealt(elements);
        let base = self.names.unique(&format!("{}_base", n.element));
        let volume = Value::Number(tile.volume());
        let test = Value::name(&base).binary("<", volume.clone());
        head.open
            .push(count(&base, Value::Number(0), test, Some(by)));
        let number = Value::name(&base).binary("+", mine);
        head.first.push(constant_let(&n.element, COUNT, number));
        head.first.extend(n.elements(tile));
        let mut conditions: Vec<Value> = outer.map(Value::name).into_iter().collect();
        conditions.push(Value::name(&n.tile).binary("<", n.total()));
        conditions.push(Value::name(&n.element).binary("<", volume));
        conditions.extend(n.inside());
        head.first
            .push(predicate(active, changes, Value::All(conditions)));
        head.first.extend(self.tile_variables(l, &n));
        head
    }

    /// Gives out the names, and declares the numbers of tiles before the loop.
    fn numbers(&mut self, l: &Loop, tile: &Tile, outer: Option<&str>, head: &mut Head) -> Numbers {
        let counted = self.counted(l, outer, &mut head.before);
        let name = self.loop_name(l);
        let mut n = Numbers {
            tile: self.names.unique(&format!("{name}_tile")),
            element: self.names.unique(&format!("{name}_element")),
            k: Vec::new(),
            tiles: Vec::new(),
            counted,
        };
        for (i, (h, size)) in l.heads.iter().zip(&tile.sizes).enumerate() {
            let var = safe(&self.unit.var(h.var).name);
            n.k.push(self.names.unique(&format!("{var}_k")));
            let trips = n.counted[i].trips.clone();
            if *size == 1 {
                n.tiles.push(trips);
                continue;
            }
            let tiles = self.names.unique(&format!("{var}_tiles"));
            let shared = Value::Call("accrs_share", vec![], vec![trips, Value::Number(*size)]);
            head.before.push(constant_let(&tiles, COUNT, shared));
            n.tiles.push(Value::name(tiles));
        }
        n
    }

    fn tile_variables(&mut self, l: &Loop, n: &Numbers) -> Vec<Let> {
        let mut lets = Vec::new();
        for (i, h) in l.heads.iter().enumerate() {
            if l.named.get(i).copied().unwrap_or(true) {
                lets.push(self.variable(h, &n.counted[i], Value::name(&n.k[i])));
            }
        }
        lets
    }
}
