//! Slices of a loop in order and of the loops in it that nothing connects: a sum of the outer loop's variable and those inside that no dependence changes, so that
//! threads can take what has different sums without waiting for each other. These are the partitions of Lim and Lam ("Maximizing Parallelism and Minimizing
//! Synchronization with Affine Transforms", 1997) of one dimension.
//!
//! ```c
//! for (i = 1; i < n; i++)                  // scale 1, by -1: what has one j - i follows each other, along the diagonals
//!     for (j = 1; j < m; j++)
//!         a[i][j] = a[i - 1][j - 1] + b[i][j];
//! ```
//!
//! A part's instances with fronts x (`fronts.rs`) are in the slice of `scale*x + by*t + shift`. The numbers are sought from examples: each dependence that leads
//! from one slice to another is one more equation between them, until isl finds none.

use super::depend::{Free, Question, accesses, moves};
use super::exact;
use super::fronts::{Front, Part};
use super::points::Instance;
use super::skew::{compared, meeting, near, pairs, places};

/// The largest numbers that are tried.
const MOST_SCALE: i64 = 8;
const MOST_BY: i64 = 64;
const MOST_SHIFT: i64 = 1 << 20;

/// Slices.
#[derive(Debug)]
pub struct Partition {
    /// At least 1.
    pub scale: i64,
    pub by: i64,
    /// Of each part.
    pub shifts: Vec<i64>,
    /// What it rests on.
    pub free: Free,
}

/// Sought for the loop that is the question's only head, whose body consists of the parts. `None`: there are none, or that can't be told.
pub fn partition(q: &Question<'_, '_>, parts: &[Part<'_>]) -> Option<Partition> {
    let found = accesses(q);
    if found.wild.is_some() {
        return None;
    }
    let all = found.found.as_slice();
    let at = places(q, parts, all)?;
    let (pairs, free) = pairs(q, &at, all)?;
    let compared = compared(&pairs, moves(q, all))?;
    let meeting = meeting(&pairs, &compared);
    let place = |a| all.iter().position(|o| std::ptr::eq(o, a)).map(|k| at[k]);
    let pairs = meeting.iter().map(|pair| {
        let ends = [place(pair.a)?, place(pair.b)?];
        Meeting::of(q, parts, pair, ends)
    });
    let pairs: Vec<Meeting<'_, '_>> = pairs.collect::<Option<_>>()?;
    let mut system = System::of(parts.len());
    loop {
        let form = system.solution()?;
        let mut wrong = None;
        for pair in &pairs {
            wrong = pair.leaves(&form)?;
            if wrong.is_some() {
                break;
            }
        }
        match wrong {
            Some(equation) => system.add(equation)?,
            None => {
                return Some(Partition {
                    scale: form.scale,
                    by: form.by,
                    shifts: form.shifts,
                    free,
                });
            }
        }
    }
}

/// The numbers of slices.
struct Form {
    scale: i64,
    by: i64,
    shifts: Vec<i64>,
}

/// Where a part's instance is among the dimensions of a set, or among its fronts.
enum Place {
    Dim(String),
    Number(i64),
}

impl Place {
    fn text(&self) -> String {
        match self {
            Place::Dim(name) => name.clone(),
            Place::Number(n) => n.to_string(),
        }
    }
}

/// Two accesses that touch the same element, in whatever iterations.
struct Meeting<'i, 'a> {
    question: exact::Question<'i, 'a>,
    conditions: Vec<String>,
    parts: [usize; 2],
    /// Of both: the outer loop's variable, and the front.
    steps: [String; 2],
    fronts: [Place; 2],
}

impl<'i, 'a> Meeting<'i, 'a> {
    fn of(
        q: &Question<'_, '_>,
        parts: &[Part<'_>],
        pair: &'i exact::Pair<'i, 'a>,
        ends: [usize; 2],
    ) -> Option<Self> {
        let mut question = pair.question();
        let conditions = question.points.take();
        let name = |tag, access, level: usize| {
            let i = Instance { access, tag };
            question.points.dim(&i, q.around.len() + level)
        };
        let (a, b) = (('a', pair.a), ('b', pair.b));
        let steps = [a, b].map(|(tag, access)| name(tag, access, 0));
        let front = |(tag, access), part: usize, step: &String| match parts[part].front {
            Front::Loop(_) => Some(Place::Dim(name(tag, access, 1))),
            Front::At(n) => Some(Place::Number(n)),
            Front::Outer => Some(Place::Dim(step.clone())),
            Front::Behind(_) => None,
        };
        let fronts = [front(a, ends[0], &steps[0])?, front(b, ends[1], &steps[1])?];
        Some(Meeting {
            question,
            conditions,
            parts: ends,
            steps,
            fronts,
        })
    }

    /// An example of two instances in different slices, as an equation; `Some(None)`: there is none.
    fn leaves(&self, form: &Form) -> Option<Option<Equation>> {
        let [x, y] = [0, 1].map(|k| {
            let (front, step) = (self.fronts[k].text(), &self.steps[k]);
            let shift = form.shifts[self.parts[k]];
            format!("{}*{front} + {}*{step} + {shift}", form.scale, form.by)
        });
        let apart = [self.conditions.as_slice(), &[format!("{x} != {y}")]].concat();
        let dims: Vec<String> = self.question.dims.iter().cloned().collect();
        let points = &self.question.points;
        let Some(point) = points.sample(&dims, &apart).ok()? else {
            return Some(None);
        };
        let value = |name: &str| {
            let at = self.question.dims.get_index_of(name)?;
            near(i128::from(*point.dims.get(at)?))
        };
        let front = |place: &Place| match place {
            Place::Dim(name) => value(name),
            Place::Number(n) => Some(*n),
        };
        Some(Some(Equation {
            parts: self.parts,
            steps: value(&self.steps[1])? - value(&self.steps[0])?,
            fronts: front(&self.fronts[1])? - front(&self.fronts[0])?,
        }))
    }
}

/// Two instances that must be in one slice: how far the second one is ahead.
struct Equation {
    parts: [usize; 2],
    steps: i64,
    fronts: i64,
}

/// Equations between the parts' shifts, `by` and `scale`, in this order, each of which begins with another of them.
struct System {
    rows: Vec<Vec<i128>>,
    parts: usize,
}

impl System {
    fn of(parts: usize) -> Self {
        let rows = Vec::new();
        System { rows, parts }
    }

    /// `None`: it says nothing new, or its numbers are too large.
    fn add(&mut self, e: Equation) -> Option<()> {
        let mut row = vec![0i128; self.parts + 2];
        row[e.parts[1]] += 1;
        row[e.parts[0]] -= 1;
        row[self.parts] = e.steps.into();
        row[self.parts + 1] = e.fronts.into();
        // The first part is where the others' shifts are counted from.
        row[0] = 0;
        for known in &self.rows {
            let first = lead(known)?;
            row = without(&row, known, first)?;
        }
        let first = lead(&row)?;
        for known in &mut self.rows {
            *known = without(known, &row, first)?;
        }
        self.rows.push(row);
        Some(())
    }

    /// The smallest numbers of which all equations are true, with nothing for what they leave open.
    fn solution(&self) -> Option<Form> {
        let scale = self.parts + 1;
        let mut common = 1i128;
        for row in &self.rows {
            let first = lead(row).filter(|k| *k != scale)?;
            let least = row[first] / gcd(row[first], row[scale]);
            common = common.checked_mul(least.abs() / gcd(least, common))?;
        }
        let mut all = vec![0i128; scale];
        for row in &self.rows {
            let first = lead(row)?;
            all[first] = -(row[scale].checked_mul(common)?) / row[first];
        }
        let near = |n: i128, most: i64| i64::try_from(n).ok().filter(|n| n.abs() <= most);
        let shifts = all[..self.parts].iter().map(|n| near(*n, MOST_SHIFT));
        Some(Form {
            scale: near(common, MOST_SCALE)?,
            by: near(all[self.parts], MOST_BY)?,
            shifts: shifts.collect::<Option<_>>()?,
        })
    }
}

/// The first number of an equation that isn't 0.
fn lead(row: &[i128]) -> Option<usize> {
    row.iter().position(|n| *n != 0)
}

/// An equation with 0 in this place, where another one has something else, in its smallest numbers.
fn without(row: &[i128], other: &[i128], place: usize) -> Option<Vec<i128>> {
    let (own, its) = (row[place], other[place]);
    if own == 0 {
        return Some(row.to_vec());
    }
    let both = row.iter().zip(other);
    let less = both.map(|(x, y)| x.checked_mul(its)?.checked_sub(y.checked_mul(own)?));
    let less: Vec<i128> = less.collect::<Option<_>>()?;
    let by = less.iter().fold(0, |g, n| gcd(g, *n)).max(1);
    Some(less.iter().map(|n| n / by).collect())
}

fn gcd(a: i128, b: i128) -> i128 {
    match b {
        0 => a.abs(),
        b => gcd(b, a % b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(parts: usize, equations: &[([usize; 2], i64, i64)]) -> Option<(i64, i64, Vec<i64>)> {
        let mut system = System::of(parts);
        for (parts, steps, fronts) in equations {
            let (parts, steps, fronts) = (*parts, *steps, *fronts);
            system.add(Equation {
                parts,
                steps,
                fronts,
            })?;
        }
        let form = system.solution()?;
        Some((form.scale, form.by, form.shifts))
    }

    #[test]
    fn examples_determine_the_slices() {
        assert_eq!(solved(1, &[]), Some((1, 0, vec![0])));
        // Along diagonals.
        assert_eq!(solved(1, &[([0, 0], 1, 1)]), Some((1, -1, vec![0])));
        assert_eq!(solved(1, &[([0, 0], 2, -3)]), Some((2, 3, vec![0])));
        assert_eq!(solved(1, &[([0, 0], 1, 0)]), Some((1, 0, vec![0])));
        // Two parts that hand on to each other: j + t, and one more.
        assert_eq!(
            solved(2, &[([0, 1], 0, -1), ([1, 0], 1, 0)]),
            Some((1, 1, vec![0, 1]))
        );
        assert_eq!(
            solved(3, &[([0, 1], 0, -1), ([1, 2], 0, 3), ([2, 0], 2, 0)]),
            Some((1, -1, vec![0, 1, -2]))
        );
    }

    #[test]
    fn what_connects_all_has_no_slices() {
        assert_eq!(solved(1, &[([0, 0], 1, 1), ([0, 0], 1, 0)]), None);
        assert_eq!(solved(1, &[([0, 0], 0, 1)]), None);
        // Nothing new.
        assert_eq!(solved(1, &[([0, 0], 1, 1), ([0, 0], 2, 2)]), None);
        // Numbers that are too large.
        assert_eq!(solved(1, &[([0, 0], 100, 1)]), None);
    }
}
