//! The dependence graph of a nest: which of its statements has to come before which other one.
//!
//! ```text
//! for (i …) {
//!     q[i] = 0;                          0 ──► 2
//!     for (j …) {
//!         s[j] += r[i] * A[i][j];        1
//!         q[i] += A[i][j] * p[j];        2
//!     }
//! }
//! ```
//!
//! The nodes are the statements that aren't loops. There is an edge where an instance of one comes before an instance of the other that
//! touches the same memory, one of them writing. What stands on no cycle with another statement may have the nest for itself
//! (Allen and Kennedy, "Automatic Translation of FORTRAN Programs to Vector Form", 1987). All is asked for a single iteration of the loops
//! around the nest, and of scalars nothing is said.

mod ahead;
mod relations;

pub use relations::Relations;

use super::access::{Access, Accesses};
use super::alias::{Alias, alias};
use super::depend::{Compared, Free, Pair, Question, accesses, moves};
use super::exact;
use super::points::Instance;
use super::skew::is_like;
use accrs_frontend::region::{Canonical, ExprId, Stmt};
use indexmap::{IndexMap, IndexSet};

/// So many pairs of accesses are asked about.
const MOST_PAIRS: usize = 150;

/// A nest with its statements. Its outermost loop is the question's only head.
pub struct Nest<'q, 'a> {
    q: &'q Question<'q, 'a>,
    all: Vec<Access<'a>>,
    /// The statement of each access; none: it is in the head of a loop inside.
    at: Vec<Option<usize>>,
    /// Accesses, but of several that no question tells apart the first.
    kinds: Vec<usize>,
    statements: usize,
}

/// The edges, and what it rests on that there aren't more.
pub struct Graph {
    /// `edges[x][y]`: an instance of `x` comes before one of `y` that it must stay before.
    pub edges: Vec<Vec<bool>>,
    /// By the two statements, the one that comes first in the text before the other one.
    free: IndexMap<(usize, usize), Free>,
}

/// In which iterations two accesses are to meet, of the loops that both are in.
enum Way<'w> {
    /// The first one's come earlier, or, if that may be, are the same.
    Earlier { same: bool },
    /// They differ in one of the loops that are such.
    Apart(&'w dyn Fn(&Canonical) -> bool),
}

impl Graph {
    /// What it rests on that two statements needn't stay in their order.
    pub fn free(&self, x: usize, y: usize) -> Free {
        self.free
            .get(&(x.min(y), x.max(y)))
            .cloned()
            .unwrap_or_default()
    }

    /// The statements on a cycle must stay together.
    pub fn tie(&mut self, x: usize, y: usize) {
        self.edges[x][y] = true;
        self.edges[y][x] = true;
    }

    /// The strongly connected components, each in the order of the text, so that edges lead from earlier ones to later ones; and as near to
    /// the order of the text as that allows.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let n = self.edges.len();
        let mut reaches = self.edges.clone();
        for k in 0..n {
            let through = reaches[k].clone();
            for row in reaches.iter_mut().filter(|row| row[k]) {
                row.iter_mut().zip(&through).for_each(|(r, t)| *r |= *t);
            }
        }
        let together = |x: usize, y: usize| x == y || reaches[x][y] && reaches[y][x];
        let mut left: Vec<usize> = (0..n).collect();
        let mut out = Vec::new();
        // The first statement that waits for no other one; there always is one.
        while let Some(next) = left.iter().copied().find(|x| {
            let waits = |y: &&usize| reaches[**y][*x] && !together(*x, **y);
            !left.iter().any(|y| waits(&y))
        }) {
            let (own, rest) = left.iter().partition(|y| together(next, **y));
            left = rest;
            out.push(own);
        }
        out
    }
}

impl<'q, 'a> Nest<'q, 'a> {
    /// `statements`: what the loops' bodies consist of. `None`: something may touch any memory.
    pub fn of(q: &'q Question<'q, 'a>, statements: &[&Stmt]) -> Option<Self> {
        let Accesses { found: all, wild } = accesses(q);
        if wild.is_some() {
            return None;
        }
        let mut of: IndexMap<ExprId, usize> = IndexMap::new();
        for (at, s) in statements.iter().enumerate() {
            s.each_expr(|e| {
                of.insert(e.id, at);
            });
        }
        let at: Vec<Option<usize>> = all.iter().map(|a| of.get(&a.what.id).copied()).collect();
        let mut kinds: Vec<usize> = Vec::new();
        for i in 0..all.len() {
            if !kinds
                .iter()
                .any(|k| at[*k] == at[i] && is_like(&all[*k], &all[i]))
            {
                kinds.push(i);
            }
        }
        Some(Self {
            q,
            all,
            at,
            kinds,
            statements: statements.len(),
        })
    }

    /// The graph. `None`: there is too much to ask, or the loops' bounds may change.
    pub fn graph(&self) -> Option<Graph> {
        let n = self.statements;
        let mut graph = Graph {
            edges: vec![vec![false; n]; n],
            free: IndexMap::new(),
        };
        let mut asked = 0;
        for (a, b) in self.pairs() {
            let (Some(x), Some(y)) = (self.at[a], self.at[b]) else {
                self.bound(a, b)?;
                continue;
            };
            if graph.edges[x][y] && graph.edges[y][x] {
                continue;
            }
            if self.all[a].root != self.all[b].root {
                match self.aliases(a, b) {
                    Some(free) => graph.free.entry((x, y)).or_default().extend(free),
                    None => graph.tie(x, y),
                }
                continue;
            }
            asked += 1;
            if asked > MOST_PAIRS {
                return None;
            }
            match self.meet(
                a,
                b,
                &[Way::Earlier { same: true }, Way::Earlier { same: false }],
            ) {
                None => graph.tie(x, y),
                Some(ways) => {
                    graph.edges[x][y] |= ways[0];
                    graph.edges[y][x] |= ways[1];
                }
            }
        }
        Some(graph)
    }

    /// What it rests on that the statements from number `first` on may follow those before them: these are several nests, one behind the other, and
    /// the loops have become one for both. `None`: an instance of a later statement would come before one of an earlier one that it must stay
    /// behind, or that can't be told.
    pub fn may_follow(&self, first: usize) -> Option<Free> {
        let mut free = Free::default();
        let mut asked = 0;
        for (a, b) in self.pairs() {
            let (Some(x), Some(y)) = (self.at[a], self.at[b]) else {
                self.bound(a, b)?;
                continue;
            };
            if x >= first || y < first {
                continue;
            }
            if self.all[a].root != self.all[b].root {
                free.extend(self.aliases(a, b)?);
                continue;
            }
            asked += 1;
            let back = self.meet(a, b, &[Way::Earlier { same: false }])?;
            if asked > MOST_PAIRS || back[0] {
                return None;
            }
        }
        Some(free)
    }

    /// Whether two statements may touch the same memory, one of them writing, in different iterations of one of these loops.
    pub fn meet_apart(&self, x: usize, y: usize, in_: &dyn Fn(&Canonical) -> bool) -> bool {
        let (x, y) = (x.min(y), x.max(y));
        let mut pairs = self.pairs().filter(|(a, b)| {
            (self.at[*a], self.at[*b]) == (Some(x), Some(y))
                && self.all[*a].root == self.all[*b].root
        });
        pairs.any(|(a, b)| {
            self.meet(a, b, &[Way::Apart(in_)])
                .is_none_or(|ways| ways[0])
        })
    }

    /// The pairs of different statements, or of a statement and a bound, of which one writes; the first statement's access first.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = self.kinds.iter().enumerate();
        let all = all.flat_map(|(n, i)| self.kinds[n + 1..].iter().map(|j| (*i, *j)));
        all.filter(|(a, b)| {
            (self.all[*a].write || self.all[*b].write) && self.at[*a] != self.at[*b]
        })
        .map(|(a, b)| match self.at[a] <= self.at[b] {
            true => (a, b),
            false => (b, a),
        })
    }

    /// A bound and an access that writes: they must be of different memory, whatever the program asks.
    fn bound(&self, a: usize, b: usize) -> Option<()> {
        let (a, b) = (&self.all[a], &self.all[b]);
        let apart = match a.root == b.root {
            true => matches!(self.pair(a, b).compared(moves(self.q, &self.all)), Ok(None)),
            false => alias(self.q.facts.unit, a, b, self.q.aliases) == Alias::No,
        };
        apart.then_some(())
    }

    /// What two accesses to different objects rest on; `None`: these may be one.
    fn aliases(&self, a: usize, b: usize) -> Option<Free> {
        let (a, b) = (&self.all[a], &self.all[b]);
        let pair = IndexSet::from([(a.root.min(b.root), a.root.max(b.root))]);
        let none = Free::default();
        match alias(self.q.facts.unit, a, b, self.q.aliases) {
            Alias::No => Some(none),
            Alias::ByClauses => Some(Free {
                by_clauses: pair.clone(),
                not_equal: pair,
                ..none
            }),
            Alias::Asked => Some(Free {
                asked: pair,
                ..none
            }),
            Alias::May => None,
        }
    }

    fn pair<'p>(&'p self, a: &'p Access<'a>, b: &'p Access<'a>) -> Pair<'p, 'a> {
        Pair {
            q: self.q,
            cx: self.q.facts.context(),
            a,
            b,
            all: &self.all,
        }
    }

    /// Whether two accesses to one object meet in each of these ways; where isl doesn't say they do. `None`: nothing is known.
    fn meet(&self, a: usize, b: usize, ways: &[Way<'_>]) -> Option<Vec<bool>> {
        let (a, b) = (&self.all[a], &self.all[b]);
        let pair = self.pair(a, b);
        let compared: Compared<'_> = match pair.compared(moves(self.q, &self.all)) {
            Ok(Some(compared)) => compared,
            Ok(None) => return Some(vec![false; ways.len()]),
            Err(_) => return None,
        };
        let exactly = exact::Pair {
            any: true,
            ..pair.exactly(0, &compared)
        };
        let mut question = exactly.question();
        let conditions = question.points.take();
        let dims: Vec<String> = question.dims.iter().cloned().collect();
        let common: Vec<(String, String, &Canonical)> = a
            .loops
            .iter()
            .zip(&b.loops)
            .take_while(|(l, m)| std::ptr::eq::<Canonical>(**l, **m))
            .enumerate()
            .skip(self.q.around.len())
            .map(|(k, (l, _))| {
                let name = |access, tag| question.points.dim(&Instance { access, tag }, k);
                (name(a, 'a'), name(b, 'b'), *l)
            })
            .collect();
        let meets = |way: &Way<'_>| {
            let way = match way {
                // The second access's statement is the later one in the text.
                Way::Earlier { same: true } => earlier(&common, true),
                Way::Earlier { same: false } => later(&common),
                Way::Apart(in_) => differ(&common, in_),
            };
            let conditions = [conditions.as_slice(), &[way]].concat();
            !matches!(question.points.are_none(&dims, &conditions), Ok(true))
        };
        Some(ways.iter().map(meets).collect())
    }
}

/// That the first iterations come before the second ones, or, if that may be, are the same.
fn earlier(common: &[(String, String, &Canonical)], same: bool) -> String {
    match common.split_first() {
        None if same => "0 = 0".into(),
        None => "0 = 1".into(),
        Some(((x, y, l), inner)) => {
            let before = if l.down { '>' } else { '<' };
            format!(
                "({x} {before} {y} or ({x} = {y} and {}))",
                earlier(inner, same)
            )
        }
    }
}

/// That the second iterations come before the first ones.
fn later(common: &[(String, String, &Canonical)]) -> String {
    let turned: Vec<(String, String, &Canonical)> = common
        .iter()
        .map(|(x, y, l)| (y.clone(), x.clone(), *l))
        .collect();
    earlier(&turned, false)
}

/// That the iterations of one of these loops differ.
fn differ(common: &[(String, String, &Canonical)], in_: &dyn Fn(&Canonical) -> bool) -> String {
    let differ = common
        .iter()
        .filter(|(.., l)| in_(l))
        .map(|(x, y, _)| format!("{x} != {y}"));
    let all: Vec<String> = differ.collect();
    match all.is_empty() {
        true => "0 = 1".into(),
        false => format!("({})", all.join(" or ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(n: usize, edges: &[(usize, usize)]) -> Graph {
        let mut graph = Graph {
            edges: vec![vec![false; n]; n],
            free: IndexMap::new(),
        };
        for (x, y) in edges {
            graph.edges[*x][*y] = true;
        }
        graph
    }

    #[test]
    fn components_come_in_the_order_of_the_edges() {
        assert_eq!(graph(3, &[(0, 2)]).components(), [[0], [1], [2]]);
        // What comes later in the text may have to come first.
        assert_eq!(graph(3, &[(2, 0)]).components(), [[1], [2], [0]]);
        assert_eq!(graph(3, &[(1, 0)]).components(), [[1], [0], [2]]);
    }

    #[test]
    fn what_is_on_a_cycle_stays_together() {
        let found = graph(4, &[(0, 1), (1, 3), (3, 0), (3, 2)]).components();
        assert_eq!(found, [vec![0, 1, 3], vec![2]]);
        let mut tied = graph(3, &[(0, 1)]);
        tied.tie(0, 2);
        assert_eq!(tied.components(), [vec![0, 2], vec![1]]);
    }
}
