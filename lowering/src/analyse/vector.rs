//! How far apart the iterations are that touch the same element: for each loop around two accesses the distance, if it is always the
//! same, or else in which directions it goes. isl says so of the set of the points where they meet (`exact`).

use super::exact::{Answer, Pair};
use super::points::{Instance, Points};
use super::questions::ask;
use super::verdict::{Inexact, Meeting, Touch};
use accrs_frontend::region::{Canonical, VarId};
use accrs_isl::Error;

/// What is between two accesses, by which comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A value is written, then read.
    Flow,
    /// It is read, then overwritten.
    Anti,
    /// It is written twice.
    Output,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Flow => "flow",
            Kind::Anti => "anti",
            Kind::Output => "output",
        }
    }
}

/// What lies between the iterations of one loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Along {
    /// So many iterations, always.
    Distance(i64),
    /// It goes forwards, stays in the iteration, goes backwards: what isn't ruled out.
    Direction { less: bool, equal: bool, more: bool },
}

impl Along {
    const ANY: Along = Along::Direction {
        less: true,
        equal: true,
        more: true,
    };

    /// As directions are written: `<` where the second iteration comes later.
    pub fn direction(self) -> &'static str {
        let (less, equal, more) = match self {
            Along::Distance(d) => (d > 0, d == 0, d < 0),
            Along::Direction { less, equal, more } => (less, equal, more),
        };
        match (less, equal, more) {
            (true, false, false) => "<",
            (false, true, false) => "=",
            (false, false, true) => ">",
            (true, true, false) => "<=",
            (false, true, true) => ">=",
            (true, false, true) => "<>",
            _ => "*",
        }
    }
}

/// An access in an iteration, and one in a later iteration of the loop that carries the dependence.
#[derive(Clone, Debug)]
pub struct Vector {
    pub kinds: Vec<Kind>,
    pub from: Touch,
    pub to: Touch,
    /// For the loops around both, outermost first.
    pub along: Vec<(VarId, Along)>,
    /// They surely meet, if the loops have iterations enough.
    pub certain: bool,
    pub at: Meeting,
}

/// How the first access of a pair comes before the second one; `None`: it never does. `surely`: another test has shown that they meet wherever
/// nothing speaks against it.
///
/// # Errors
/// Why there is no answer.
pub fn of(pair: &Pair<'_, '_>, surely: bool) -> Result<Option<Vector>, Inexact> {
    let (a, b) = (pair.a, pair.b);
    let mut kinds = Vec::new();
    for (kind, is) in [
        (Kind::Flow, a.write && b.read),
        (Kind::Anti, a.read && b.write),
        (Kind::Output, a.write && b.write),
    ] {
        if is {
            kinds.push(kind);
        }
    }
    let mut q = pair.question();
    let way = Way::of(&q.points, pair, pair.head);
    q.points.condition(format!("{} >= 1", way.text));
    let conditions = q.points.take();
    let (certain, happens, at) = match q.answer(&conditions)? {
        Answer::Never => return Ok(None),
        Answer::Meet {
            certain,
            happens,
            at,
        } => (certain, happens, at),
    };
    let dims: Vec<String> = q.dims.iter().cloned().collect();
    let common = a.loops.iter().zip(&b.loops);
    let common = common.take_while(|(l, m)| std::ptr::eq::<Canonical>(**l, **m));
    let along = common.enumerate().map(|(k, (l, _))| {
        let along = match k < pair.head {
            true => Along::Distance(0),
            false => {
                let way = Way::of(&q.points, pair, k);
                way.along(&q.points, &dims, &conditions)
                    .unwrap_or(Along::ANY)
            }
        };
        (l.var, along)
    });
    Ok(Some(Vector {
        kinds,
        from: a.touch(),
        to: b.touch(),
        along: along.collect(),
        certain: certain || happens && surely,
        at,
    }))
}

/// What a loop's variable does from the first access to the second, in the loop's own direction.
struct Way {
    /// The dimensions of the two.
    x: String,
    y: String,
    down: bool,
    text: String,
    /// The loop's step, if it is a number.
    step: Option<i64>,
}

impl Way {
    fn of<'a>(points: &Points<'_, 'a>, pair: &Pair<'_, 'a>, k: usize) -> Way {
        let dim = |access, tag| points.dim(&Instance { access, tag }, k);
        let (x, y) = (dim(pair.a, 'a'), dim(pair.b, 'b'));
        let head = pair.a.loops.get(k);
        let down = head.is_some_and(|h| h.down);
        let text = match down {
            true => format!("{x} - {y}"),
            false => format!("{y} - {x}"),
        };
        let step = head.and_then(|h| h.step.int_value());
        let step = step.and_then(|n| i64::try_from(n).ok()).filter(|n| *n > 0);
        Way {
            x,
            y,
            down,
            text,
            step,
        }
    }

    fn along(
        &self,
        points: &Points<'_, '_>,
        dims: &[String],
        conditions: &[String],
    ) -> Result<Along, Inexact> {
        let at = |name: &str| dims.iter().position(|d| d == name);
        let Some((x, y)) = at(&self.x).zip(at(&self.y)) else {
            return Ok(Along::ANY);
        };
        ask(|isl| {
            let set = |more: &str| {
                let all = [conditions, &[format!("{} {more}", self.text)]].concat();
                points.set(isl, dims, &all)
            };
            let there = |more: &str| -> Result<bool, Error> { Ok(!set(more)?.is_empty()?) };
            let any = points.set(isl, dims, conditions)?;
            if let Some(point) = any.sample(points.params.len(), dims.len())? {
                let (x, y) = (point.dims.get(x), point.dims.get(y));
                let apart = x.zip(y).and_then(|(x, y)| y.checked_sub(*x));
                let apart = apart.map(|n| if self.down { -n } else { n });
                // Of a step that isn't known, only no step at all is.
                let steps = |n: i64| match self.step {
                    Some(by) => (n % by == 0).then_some(n / by),
                    None => (n == 0).then_some(0),
                };
                if let Some((n, steps)) = apart.and_then(|n| Some((n, steps(n)?)))
                    && !there(&format!("!= {n}"))?
                {
                    return Ok(Along::Distance(steps));
                }
            }
            Ok(Along::Direction {
                less: there("> 0")?,
                equal: there("= 0")?,
                more: there("< 0")?,
            })
        })
    }
}
