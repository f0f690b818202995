//! From levels to axes: OpenUH's ten strategies (DESIGN: mapping loops), and the standard's
//! gang, worker, vector where the pattern is not one of them.

use crate::plan::{Axis, Levels, Mapping};
use Axis::{BlockX, BlockY, BlockZ, ThreadX, ThreadY, ThreadZ};

/// Levels of one loop of a nest, and the user's `gang(dim:)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    pub levels: Levels,
    pub dim: Option<u32>,
}

impl Level {
    fn key(self) -> &'static str {
        match (self.levels.gang, self.levels.worker, self.levels.vector) {
            (true, false, false) => "g",
            (false, true, false) => "w",
            (false, false, true) => "v",
            (true, true, false) => "gw",
            (true, false, true) => "gv",
            (false, true, true) => "wv",
            (true, true, true) => "gwv",
            (false, false, false) => "-",
        }
    }
}

/// A nest that no grid and block can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooDeep {
    pub level: &'static str,
}

/// The strategy and the axes of a nest's partitioned loops, outermost first.
pub fn map(nest: &[Level]) -> Result<(Mapping, Vec<Vec<Axis>>), TooDeep> {
    if nest.iter().all(|l| l.dim.is_none()) {
        let keys: Vec<&str> = nest.iter().map(|l| l.key()).collect();
        if let Some(known) = openuh(&keys) {
            return Ok(known);
        }
    }
    standard(nest).map(|axes| (Mapping::Standard, axes))
}

fn openuh(keys: &[&str]) -> Option<(Mapping, Vec<Vec<Axis>>)> {
    Some(match keys {
        ["g"] => (Mapping::G, vec![vec![BlockX]]),
        ["v"] => (Mapping::V, vec![vec![ThreadX]]),
        ["gv"] => (Mapping::Gv, vec![vec![BlockX, ThreadX]]),
        ["g", "v"] => (Mapping::GV, vec![vec![BlockX], vec![ThreadX]]),
        ["gv", "v"] => (Mapping::GvV, vec![vec![BlockX, ThreadY], vec![ThreadX]]),
        ["g", "gv"] => (Mapping::GGv, vec![vec![BlockY], vec![BlockX, ThreadX]]),
        ["gv", "gv"] => (
            Mapping::GvGv,
            vec![vec![BlockY, ThreadY], vec![BlockX, ThreadX]],
        ),
        ["g", "gv", "v"] => (
            Mapping::Map31,
            vec![vec![BlockX], vec![BlockY, ThreadY], vec![ThreadX]],
        ),
        ["v", "gv", "gv"] => (
            Mapping::Map32,
            vec![vec![ThreadZ], vec![BlockY, ThreadY], vec![BlockX, ThreadX]],
        ),
        ["v", "gv", "g"] => (
            Mapping::Map33,
            vec![vec![ThreadX], vec![BlockY, ThreadY], vec![BlockX]],
        ),
        _ => return None,
    })
}

/// gang → block.x (or its `dim`), worker → thread.y, vector → thread.x; a level that occurs
/// again outside takes the next axis.
pub fn standard(nest: &[Level]) -> Result<Vec<Vec<Axis>>, TooDeep> {
    let mut axes = vec![Vec::new(); nest.len()];
    let mut blocks = [BlockZ, BlockY, BlockX].to_vec();
    let mut threads = [ThreadZ, ThreadY, ThreadX].to_vec();
    for (i, l) in nest.iter().enumerate() {
        if let Some(d) = l.dim {
            let axis = [BlockX, BlockY, BlockZ][(d.clamp(1, 3) - 1) as usize];
            blocks.retain(|b| *b != axis);
            axes[i].push(axis);
        }
    }
    let too_deep = |level| TooDeep { level };
    for (i, l) in nest.iter().enumerate().rev() {
        if l.levels.gang && l.dim.is_none() {
            axes[i].push(blocks.pop().ok_or(too_deep("gang"))?);
        }
        if l.levels.vector {
            axes[i].push(threads.pop().ok_or(too_deep("vector"))?);
        }
    }
    // Workers are the rows of a block, also where no vector loop stands inside.
    threads.retain(|t| *t != ThreadX);
    for (i, l) in nest.iter().enumerate().rev() {
        if l.levels.worker {
            axes[i].push(threads.pop().ok_or(too_deep("worker"))?);
        }
    }
    // The axes of one loop, the one that varies slowest first. Neighbours along thread.x are in one warp, so they take neighbouring
    // iterations.
    let slowest = |a: &Axis| match a {
        BlockX | BlockY | BlockZ => (0, *a as usize),
        ThreadZ => (1, 0),
        ThreadY => (1, 1),
        ThreadX => (1, 2),
    };
    axes.iter_mut().for_each(|a| a.sort_by_key(slowest));
    Ok(axes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(gang: bool, worker: bool, vector: bool) -> Level {
        let levels = Levels {
            gang,
            worker,
            vector,
            seq: false,
        };
        Level { levels, dim: None }
    }

    #[test]
    fn lanes_vary_fastest_in_a_loop_over_several_axes() {
        let axes = |nest: &[Level]| map(nest).ok().map(|(_, axes)| axes);
        assert_eq!(
            axes(&[level(true, true, true)]),
            Some(vec![vec![BlockX, ThreadY, ThreadX]])
        );
        assert_eq!(
            axes(&[level(true, false, false), level(false, true, true)]),
            Some(vec![vec![BlockX], vec![ThreadY, ThreadX]])
        );
        assert_eq!(
            axes(&[level(false, false, true), level(true, true, true)]),
            Some(vec![vec![ThreadY], vec![BlockX, ThreadZ, ThreadX]])
        );
    }
}
