//! Loops in order around others, asked whether blocks of the outer loop's iterations can be cut into tiles together: time steps over a grid,
//! eliminations, recurrences.
//!
//! ```text
//! for (t …) {                 tile (t / a, (i + by * t + shift) / b)
//!     for (i …) B[i] = A[i - 1] + A[i + 1];      by = 2, shift 0
//!     for (i …) A[i] = B[i - 1] + B[i + 1];      by = 2, shift 1
//! }
//! ```
//!
//! An iteration of `i` belongs to the tile of its `t` and of its front `i + by * t + shift`. Where no dependence leads to a smaller front (nor,
//! of course, to a smaller `t`), tiles can run one after the other, each as the program has it, and all tiles with one sum of both numbers at
//! once: the bands of Wolf and Lam ("A Loop Transformation Theory and an Algorithm to Maximize Parallelism", 1991), with one skewed dimension.
//! `by` and the shifts are sought from the dependences that are in the way; whether none is left is asked again of all of them.
//!
//! Where tiles are cut along the loops inside of those with fronts as well, a dependence may lead back in one row if the row is another
//! (`a[i][j] = a[i - 1][j + 1]`). Then columns move with their rows: their fronts are `j + by * t + across * i + shift`.

use super::access::{Access, Part as AccessPart};
use super::alias::{Alias, alias};
use super::depend::{Compared, Free, Pair, Question, accesses, moves};
use super::exact;
use super::fronts::{Front, Part};
use super::points::{Instance, Points};
use super::poly::{Poly, Sym};
use super::quasi::{Atom, Linear};
use super::rows;
use accrs_frontend::region::{Canonical, ExprId, LoopCmp};
use indexmap::{IndexMap, IndexSet};
use std::cell::OnceCell;
use std::cmp::Ordering;

/// The largest skew and the largest shift that are tried; with columns that move with their rows, steps may have to make good for rows.
const MOST_SKEW: i64 = 4;
const MOST_WITH_ROWS: i64 = 8;
const MOST_SHIFT: i64 = 12;

/// Fronts that are farther apart than this aren't near each other.
const FAR: i128 = 1 << 40;

/// So many pairs of accesses are looked at.
const MOST_PAIRS: usize = 400;

/// Fronts that no dependence leads back from.
#[derive(Debug)]
pub struct Skew {
    pub by: i64,
    /// How many fronts a row is ahead of the one before it.
    pub across: i64,
    /// Of each part.
    pub shifts: Vec<i64>,
    /// What it rests on.
    pub free: Free,
}

/// Sought for the loop that is the question's only head, whose body consists of the parts. `moving`: fronts may move with the loops around them, too.
/// `None`: there is none, or that can't be told.
pub fn skew(q: &Question<'_, '_>, parts: &[Part<'_>], moving: bool) -> Option<Skew> {
    let moving = moving && parts.iter().all(|p| p.around.is_some());
    let found = accesses(q);
    if found.wild.is_some() {
        return None;
    }
    let all = found.found.as_slice();
    let at = places(q, parts, all)?;
    let (pairs, free) = pairs(q, &at, all)?;
    let mut dependences = Vec::new();
    let compared = compared(&pairs, moves(q, all))?;
    let meeting = meeting(&pairs, &compared);
    for pair in &meeting {
        dependences.extend(both(q, parts, &at, (pair, moving))?);
    }
    let mut search = Search {
        of: (q, parts),
        dependences,
        moving,
        form: Form::default(),
        shifts: vec![0; parts.len()],
    };
    search.run()?;
    Some(Skew {
        by: search.form.by,
        across: search.form.across,
        shifts: search.shifts,
        free,
    })
}

/// The part that each access is in, by the accesses' places.
pub(super) fn places(
    q: &Question<'_, '_>,
    parts: &[Part<'_>],
    all: &[Access<'_>],
) -> Option<Vec<usize>> {
    let mut of: IndexMap<ExprId, usize> = IndexMap::new();
    for (at, part) in parts.iter().enumerate() {
        part.stmt.each_expr(|e| {
            of.insert(e.id, at);
        });
    }
    let first = q.around.len() + 1;
    let place = |a: &Access<'_>| {
        let at = *of.get(&a.what.id)?;
        let is = |level: usize, head: &Canonical| {
            let found = a.loops.get(first + level);
            found.is_some_and(|h| std::ptr::eq(*h, head))
        };
        let part = &parts[at];
        let own = match part.front {
            Front::Loop(head) => is(level(part) - 1, head),
            _ => true,
        };
        (own && part.around.is_none_or(|h| is(0, h))).then_some(at)
    };
    all.iter().map(place).collect()
}

/// Where a part's own loop is among those around its accesses, the outer loop being the first.
fn level(part: &Part<'_>) -> usize {
    1 + usize::from(part.around.is_some())
}

/// The pairs of accesses to one object, one of them writing; and what tells others apart.
pub(super) fn pairs<'p, 'a>(
    q: &'p Question<'p, 'a>,
    at: &[usize],
    all: &'p [Access<'a>],
) -> Option<(Vec<Pair<'p, 'a>>, Free)> {
    let mut free = Free::default();
    let mut pairs = Vec::new();
    let mut kinds: Vec<usize> = Vec::new();
    for i in 0..all.len() {
        // Of accesses that no question tells apart the first speaks.
        let like = |k: &usize| at[*k] == at[i] && is_like(&all[*k], &all[i]);
        if kinds.iter().any(like) {
            continue;
        }
        kinds.push(i);
        for j in kinds.iter().copied() {
            let (a, b) = (&all[j], &all[i]);
            if !(a.write || b.write) {
                continue;
            }
            if a.root == b.root {
                pairs.push(Pair {
                    q,
                    cx: q.facts.context(),
                    a,
                    b,
                    all,
                });
                continue;
            }
            let names = (a.root.min(b.root), a.root.max(b.root));
            match alias(q.facts.unit, a, b, q.aliases) {
                Alias::No => {}
                Alias::ByClauses => {
                    free.by_clauses.insert(names);
                    free.not_equal.insert(names);
                }
                Alias::Asked => {
                    free.asked.insert(names);
                }
                Alias::May => return None,
            }
        }
        if pairs.len() > MOST_PAIRS {
            return None;
        }
    }
    Some((pairs, free))
}

pub(super) fn is_like(a: &Access<'_>, b: &Access<'_>) -> bool {
    let loops = a.loops.len() == b.loops.len()
        && a.loops
            .iter()
            .zip(&b.loops)
            .all(|(x, y)| std::ptr::eq(*x, *y));
    let same = |x: &AccessPart, y: &AccessPart| {
        use AccessPart::{Deref, Field, Index};
        match (x, y) {
            (Deref, Deref) => true,
            (Field(x, _), Field(y, _)) => x == y,
            (Index(Ok(x), s), Index(Ok(y), t)) => x == y && s == t,
            _ => false,
        }
    };
    loops
        && a.root == b.root
        && (a.write, a.read, a.by, a.ty) == (b.write, b.read, b.by, b.ty)
        && a.when == b.when
        && a.unsure == b.unsure
        && a.parts.len() == b.parts.len()
        && a.parts.iter().zip(&b.parts).all(|(x, y)| same(x, y))
}

/// How the subscripts of each pair compare; `None` for those that never meet. `None` of all: one can't be told.
pub(super) fn compared<'p>(
    pairs: &'p [Pair<'p, '_>],
    moving: bool,
) -> Option<Vec<Option<Compared<'p>>>> {
    pairs.iter().map(|p| p.compared(moving).ok()).collect()
}

/// The pairs of accesses that meet, in whatever iterations of the outer loop.
pub(super) fn meeting<'p, 'a>(
    pairs: &'p [Pair<'p, 'a>],
    compared: &'p [Option<Compared<'p>>],
) -> Vec<exact::Pair<'p, 'a>> {
    let both = pairs.iter().zip(compared);
    let both = both.filter_map(|(pair, c)| Some((pair, c.as_ref()?)));
    let of_any = |(pair, c): (&'p Pair<'p, 'a>, &'p Compared<'p>)| exact::Pair {
        any: true,
        ..pair.exactly(0, c)
    };
    both.map(of_any).collect()
}

/// The dependences from one access to another one that happens later.
struct Dependence<'i, 'a> {
    from: usize,
    to: usize,
    ahead: Ahead<'i, 'a>,
}

/// How far the later front is ahead of the earlier one, without skew.
enum Ahead<'i, 'a> {
    /// Always so far, as the subscripts tell. Whether there is such a dependence at all isl says, if that matters.
    By {
        fronts: i64,
        /// And so far in the loop around, if that matters.
        rows: i64,
        pair: &'i exact::Pair<'i, 'a>,
        forward: bool,
        /// In one iteration of the outer loop, and in different ones.
        is_there: [OnceCell<Option<bool>>; 2],
    },
    /// As far as isl says.
    Asked(Asked<'i, 'a>),
}

/// A question for isl.
struct Asked<'i, 'a> {
    question: Box<exact::Question<'i, 'a>>,
    conditions: Vec<String>,
    /// How far the later iterations are ahead, of the outer loop and of the parts.
    steps: String,
    fronts: String,
    rows: String,
}

/// Fronts, but for the shifts.
#[derive(Clone, Copy, Default)]
struct Form {
    by: i64,
    across: i64,
}

/// The dependences of a pair in both directions.
fn both<'i, 'a>(
    q: &Question<'_, '_>,
    parts: &[Part<'_>],
    at: &[usize],
    (pair, moving): (&'i exact::Pair<'i, 'a>, bool),
) -> Option<Vec<Dependence<'i, 'a>>> {
    let place = |a: &Access<'_>| {
        let found = pair.all.iter().position(|o| std::ptr::eq(o, a));
        found.map(|k| at[k])
    };
    let ends = [place(pair.a)?, place(pair.b)?];
    let of = ends.map(|k| &parts[k]);
    let mut always = distance(q, pair, of, level).map(|fronts| (fronts, 0));
    if moving {
        let rows = distance(q, pair, of, |_| 1);
        always = always.zip(rows).map(|((fronts, _), rows)| (fronts, rows));
    }
    let there = |forward: bool| {
        let [from, to] = if forward { ends } else { [ends[1], ends[0]] };
        let ahead = match always {
            Some((fronts, rows)) => Ahead::By {
                fronts: if forward { fronts } else { -fronts },
                rows: if forward { rows } else { -rows },
                pair,
                forward,
                is_there: Default::default(),
            },
            None => Ahead::Asked(asked(q, parts, pair, ([from, to], forward))?),
        };
        Some(Dependence { from, to, ahead })
    };
    let ways = [true, false].into_iter();
    ways.take(if std::ptr::eq(pair.a, pair.b) { 1 } else { 2 })
        .map(there)
        .collect()
}

/// The question for isl. `forward`: whether the pair's first access is the earlier one.
fn asked<'i, 'a>(
    q: &Question<'_, '_>,
    parts: &[Part<'_>],
    pair: &'i exact::Pair<'i, 'a>,
    ([from, to], forward): ([usize; 2], bool),
) -> Option<Asked<'i, 'a>> {
    let mut question = pair.question();
    let mut conditions = question.points.take();
    let mut ends = [('a', pair.a), ('b', pair.b)];
    if !forward {
        ends.reverse();
    }
    let name = |question: &exact::Question<'_, '_>, end: usize, level: usize| {
        let (tag, access) = ends[end];
        let i = Instance { access, tag };
        question.points.dim(&i, q.around.len() + level)
    };
    let [t, u] = [0, 1].map(|end| name(&question, end, 0));
    let mut front = |end: usize, part: usize, t: &str| {
        Some(match parts[part].front {
            Front::Loop(_) => name(&question, end, level(&parts[part])),
            Front::At(n) => n.to_string(),
            Front::Outer => t.to_string(),
            Front::Behind(h) => {
                let closed = u8::from(h.cmp == LoopCmp::Le);
                format!("({} + {closed})", question.points.outside(&h.upper)?)
            }
        })
    };
    let (x, y) = (front(0, from, &t)?, front(1, to, &u)?);
    let both = parts[from].around.and(parts[to].around);
    let rows = both.map(|_| [0, 1].map(|end| name(&question, end, 1)));
    let ahead = rows.as_ref().map(|[r, s]| format!("({s} - {r})"));
    let rows = rows.filter(|_| from == to);
    conditions.push(match (from.cmp(&to), rows) {
        (Ordering::Less, _) => format!("{t} <= {u}"),
        (Ordering::Greater, _) => format!("{t} < {u}"),
        (Ordering::Equal, None) => format!("({t} < {u} or ({t} = {u} and {x} < {y}))"),
        (Ordering::Equal, Some([r, s])) => {
            format!("({t} < {u} or ({t} = {u} and ({r} < {s} or ({r} = {s} and {x} < {y}))))")
        }
    });
    Some(Asked {
        question: Box::new(question),
        conditions,
        steps: format!("({u} - {t})"),
        fronts: format!("({y} - {x})"),
        rows: ahead.unwrap_or_else(|| "0".into()),
    })
}

/// How far the second access's front is ahead of the first one's, where they meet: of `a[i + 1][j]` and `a[i][k]`, one. `level`: which loop has the fronts.
fn distance(
    q: &Question<'_, '_>,
    pair: &exact::Pair<'_, '_>,
    parts: [&Part<'_>; 2],
    level: impl Fn(&Part<'_>) -> usize + Copy,
) -> Option<i64> {
    let around = q.around.len();
    let own =
        |a: &Access<'_>, part: &Part<'_>| Some(Sym::Var(a.loops.get(around + level(part))?.var, 0));
    // How far the front is ahead of the subscript, in terms of what doesn't change.
    let plain = |a: &Access<'_>, part: &Part<'_>, at: usize| {
        let AccessPart::Index(Ok(subscript), _) = a.parts.get(at)? else {
            return None;
        };
        let front = match &part.front {
            Front::Loop(_) => Poly::sym(own(a, part)?),
            _ if level(part) < self::level(part) => Poly::sym(own(a, part)?),
            Front::At(n) => Poly::constant(i128::from(*n)),
            Front::Outer => Poly::sym(Sym::Var(a.loops.get(around)?.var, 0)),
            Front::Behind(h) => {
                let upper = pair.cx.poly(&h.upper, &IndexSet::new()).ok()?;
                upper.add_constant(i128::from(h.cmp == LoopCmp::Le))?
            }
        };
        let ahead = front.minus(subscript)?;
        let mut loops = a.loops[around..].iter();
        let fixed = loops.all(|l| !ahead.mentions(&Sym::Var(l.var, 0)));
        fixed.then_some(ahead)
    };
    let in_rows = |a: &Access<'_>, part: &Part<'_>, l: &Linear| {
        (l.terms == [(Atom::Sym(own(a, part)?), 1)]).then_some(-l.constant)
    };
    let ends = [('a', pair.a), ('b', pair.b)];
    pair.dims.iter().find_map(|at| {
        if !rows::may_tell(pair.a, pair.b, *at) {
            let ahead = plain(pair.b, parts[1], *at)?.minus(&plain(pair.a, parts[0], *at)?)?;
            return near(ahead.as_constant()?);
        }
        if !parts.iter().all(|p| matches!(p.front, Front::Loop(_))) {
            return None;
        }
        let points = Points::new(pair.cx, around);
        let [x, y] = ends.map(|(tag, access)| Instance { access, tag });
        let pairs = rows::apart(&points, [&x, &y], *at, pair.all)?;
        let mut ahead = pairs.iter().filter_map(|[f, g]| {
            Some(in_rows(pair.b, parts[1], g)? - in_rows(pair.a, parts[0], f)?)
        });
        near(ahead.next()?)
    })
}

/// A number with which the search can't overflow.
pub(super) fn near(n: i128) -> Option<i64> {
    i64::try_from(n).ok().filter(|_| n.abs() < FAR)
}

impl Asked<'_, '_> {
    /// Whether it happens where this holds.
    fn happens(&self, where_: &str) -> Option<bool> {
        let dims: Vec<String> = self.question.dims.iter().cloned().collect();
        let conditions = [self.conditions.as_slice(), &[where_.to_string()]].concat();
        let never = self.question.points.are_none(&dims, &conditions);
        never.ok().map(|never| !never)
    }
}

impl Dependence<'_, '_> {
    /// Whether it leads to a front that is smaller by more than `apart` with this form and no shifts, or may do so. `at_once`: in one iteration of the outer loop.
    fn leads_back(
        &self,
        (q, parts): (&Question<'_, '_>, &[Part<'_>]),
        Form { by, across }: Form,
        apart: i64,
        at_once: bool,
    ) -> Option<bool> {
        let (fronts, rows, pair, forward, is_there) = match &self.ahead {
            Ahead::Asked(asked) => {
                let (x, r, t) = (&asked.fronts, &asked.rows, &asked.steps);
                let when = if at_once {
                    format!(" and {t} = 0")
                } else {
                    String::new()
                };
                return asked.happens(&format!("{x} + {across}*{r} + {by}*{t} < -({apart}){when}"));
            }
            Ahead::By {
                fronts,
                rows,
                pair,
                forward,
                is_there,
            } => (fronts, rows, pair, forward, is_there),
        };
        // In one iteration of the outer loop the program's order is that of the parts, and in a part that of its iterations, of which some
        // that come later have earlier fronts only if there is a loop around them.
        let in_order = self.from == self.to && parts[self.from].around.is_none();
        let first = usize::from(self.from > self.to || in_order);
        for (least, there) in [(0, "= 0"), (1, ">= 1")].into_iter().skip(first) {
            if fronts + across * rows + by * least >= -apart || at_once && least > 0 {
                continue;
            }
            let happens = is_there[usize::from(least > 0)].get_or_init(|| {
                let asked = asked(q, parts, pair, ([self.from, self.to], *forward))?;
                asked.happens(&format!("{} {there}", asked.steps))
            });
            if (*happens)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

struct Search<'s, 'i, 'a> {
    of: (&'s Question<'s, 'a>, &'s [Part<'s>]),
    dependences: Vec<Dependence<'i, 'a>>,
    /// Fronts may move with the loops around them.
    moving: bool,
    form: Form,
    shifts: Vec<i64>,
}

impl Search<'_, '_, '_> {
    /// Until no dependence is in the way.
    fn run(&mut self) -> Option<()> {
        let all = std::mem::take(&mut self.dependences);
        // So many in a row aren't in the way.
        let mut settled = 0;
        for d in all.iter().cycle() {
            if settled == all.len() {
                break;
            }
            let apart = self.shifts[d.to] - self.shifts[d.from];
            if d.leads_back(self.of, self.form, apart, false)? {
                settled = 0;
                self.give_way(d, apart)?;
            } else {
                settled += 1;
            }
        }
        let least = self.shifts.iter().min().copied().unwrap_or(0);
        self.shifts.iter_mut().for_each(|s| *s -= least);
        Some(())
    }

    /// A larger shift for where the dependence leads, or else a larger skew.
    fn give_way(&mut self, d: &Dependence<'_, '_>, apart: i64) -> Option<()> {
        let own = self.shifts[d.from];
        let back = |apart| d.leads_back(self.of, self.form, apart, false);
        if d.from != d.to && back(MOST_SHIFT - own) == Some(false) {
            for wider in apart + 1..=MOST_SHIFT - own {
                if !back(wider)? {
                    self.shifts[d.to] = own + wider;
                    return Some(());
                }
            }
        }
        self.shifts.iter_mut().for_each(|s| *s = 0);
        if self.moving && d.leads_back(self.of, self.form, 0, true)? {
            self.form.across += 1;
            return (self.form.across <= MOST_SKEW).then_some(());
        }
        self.form.by += 1;
        let most = if self.moving {
            MOST_WITH_ROWS
        } else {
            MOST_SKEW
        };
        (self.form.by <= most).then_some(())
    }
}
