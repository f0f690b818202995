//! Questions to isl: what they may cost, and the answers that were given before.
//!
//! A question that takes long costs some hundredths of a second, so a construct may ask only so many of them: behind that there is no answer, and
//! what rests on one stays as the user wrote it. The count is isl's own of its operations, so that a program is compiled in one way on every machine.

use super::verdict::Inexact;
use accrs_frontend::region::ConstructId;
use accrs_isl::{Error, Point};
use indexmap::IndexMap;
use std::cell::{Cell, RefCell};

/// isl's operations for a question that costs little, about a millisecond, and for one that costs much.
const LITTLE: u64 = 5_000;
const MUCH: u64 = 300_000;
/// For an order of all iterations of a nest.
const VERY_MUCH: u64 = 3_000_000;

/// Questions that cost much: those of a construct, and among them those about tiles.
pub const OF_CONSTRUCT: u32 = 200;
pub const OF_TILES: u32 = 40;

/// So many answers are kept.
const MOST_KEPT: usize = 20_000;

/// What the same questions were answered.
#[derive(Clone)]
enum Kept {
    Empty(Result<bool, Inexact>),
    Sample(Result<Option<Point>, Inexact>),
}

thread_local! {
    static ISL: Result<accrs_isl::Context, Error> = accrs_isl::Context::new(LITTLE);
    static KEPT: RefCell<IndexMap<String, Kept>> = RefCell::default();
    /// Questions that may still cost much, here and in constructs by their numbers.
    static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
    static OF: RefCell<IndexMap<ConstructId, u32>> = RefCell::default();
    /// One wasn't answered since none were left.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Asks isl something.
///
/// # Errors
/// Why there is no answer.
pub fn ask<T>(question: impl Fn(&accrs_isl::Context) -> Result<T, Error>) -> Result<T, Inexact> {
    ISL.with(|isl| {
        let isl = isl.as_ref().map_err(|e| Inexact::Without(e.to_string()))?;
        let question = |isl: &accrs_isl::Context| {
            let answer = question(isl)?;
            isl.is_whole().map(|()| answer)
        };
        isl.begin(LITTLE);
        let mut answer = question(isl);
        // A limit that is reached while isl reads a text looks like a text that it can't read.
        let short = matches!(answer, Err(Error::Limit | Error::Refused(_)));
        if short && may_cost_much() {
            isl.begin(MUCH);
            answer = question(isl);
            debug_assert!(
                !matches!(answer, Err(Error::Refused(_))),
                "{:?}",
                answer.err()
            );
        }
        answer.map_err(|e| match e {
            Error::Limit | Error::Refused(_) if short => Inexact::Limit,
            e => Inexact::Without(e.to_string()),
        })
    })
}

/// Asks isl something for which it may take its time: an order of iterations, of which there are few to ask for.
///
/// # Errors
/// Why there is no answer.
pub fn ask_more<T>(
    question: impl Fn(&accrs_isl::Context) -> Result<T, Error>,
) -> Result<T, Inexact> {
    ISL.with(|isl| {
        let isl = isl.as_ref().map_err(|e| Inexact::Without(e.to_string()))?;
        if !may_cost_much() {
            return Err(Inexact::Limit);
        }
        isl.begin(VERY_MUCH);
        let answer = question(isl).and_then(|answer| isl.is_whole().map(|()| answer));
        answer.map_err(|e| match e {
            Error::Limit | Error::Refused(_) => Inexact::Limit,
            e => Inexact::Without(e.to_string()),
        })
    })
}

fn may_cost_much() -> bool {
    let left = LEFT.get();
    if left == 0 {
        REFUSED.set(true);
        return false;
    }
    LEFT.set(left - 1);
    true
}

/// Whether a set, in isl's notation, has no points.
///
/// # Errors
/// Why there is no answer.
pub fn is_empty(set: String) -> Result<bool, Inexact> {
    if let Some(Kept::Empty(answer)) = kept(&set) {
        return answer;
    }
    let answer = ask(|isl| isl.set(&set)?.is_empty());
    keep(set, Kept::Empty(answer.clone()), &answer);
    answer
}

/// One of a set's points, of so many parameters and dimensions; `None`: it is empty.
///
/// # Errors
/// Why there is no answer.
pub fn sample(set: &str, params: usize, dims: usize) -> Result<Option<Point>, Inexact> {
    point("any", set, |set| set.sample(params, dims))
}

/// The first point of a set whose parameters and dimensions, so many, are bounded: the one with the smallest numbers.
///
/// # Errors
/// Why there is no answer.
pub fn first(set: &str, params: usize, dims: usize) -> Result<Option<Point>, Inexact> {
    point("first", set, |set| set.first(params, dims))
}

fn point(
    which: &str,
    set: &str,
    find: impl Fn(&accrs_isl::Set) -> Result<Option<Point>, Error>,
) -> Result<Option<Point>, Inexact> {
    // Its own key: the same set may be asked about in several ways.
    let key = format!("{set} {which}");
    if let Some(Kept::Sample(answer)) = kept(&key) {
        return answer;
    }
    let answer = ask(|isl| find(&isl.set(set)?));
    keep(key, Kept::Sample(answer.clone()), &answer);
    answer
}

fn kept(key: &str) -> Option<Kept> {
    KEPT.with_borrow(|all| all.get(key).cloned())
}

/// Keeps an answer, but not that none could be given any more.
fn keep<T>(key: String, what: Kept, answer: &Result<T, Inexact>) {
    if matches!(answer, Err(Inexact::Limit)) && LEFT.get() == 0 {
        return;
    }
    KEPT.with_borrow_mut(|all| {
        if all.len() >= MOST_KEPT {
            all.clear();
        }
        all.insert(key, what);
    });
}

/// Does something that may ask so many questions that cost much, of those that what is around may ask; and whether it wanted to ask more.
pub fn within<T>(most: u32, work: impl FnOnce() -> T) -> (T, bool) {
    let (before, refused) = (LEFT.get(), REFUSED.replace(false));
    let given = before.min(most);
    LEFT.set(given);
    let done = work();
    LEFT.set(before - (given - LEFT.get()));
    (done, REFUSED.replace(refused))
}

/// Likewise with what is left for a construct.
pub fn of_construct<T>(id: ConstructId, work: impl FnOnce() -> T) -> (T, bool) {
    let left = OF.with_borrow(|of| of.get(&id).copied().unwrap_or(OF_CONSTRUCT));
    let used = |before: u32| before - LEFT.get();
    let around = LEFT.get();
    let (done, refused) = within(left, work);
    let rest = left.saturating_sub(used(around));
    OF.with_borrow_mut(|of| of.insert(id, rest));
    (done, refused)
}

/// Does something on which no decision rests: as if a construct asked it, but what it asks isn't counted.
pub fn beside<T>(work: impl FnOnce() -> T) -> T {
    let left = LEFT.replace(OF_CONSTRUCT);
    let refused = REFUSED.get();
    let done = work();
    REFUSED.set(refused);
    LEFT.set(left);
    done
}

/// Another unit begins, in which numbers of constructs stand for others.
pub fn begin_unit() {
    OF.with_borrow_mut(IndexMap::clear);
}

/// Whether a construct of the unit has been planned at all.
#[cfg(test)]
pub fn is_begun(id: ConstructId) -> bool {
    OF.with_borrow(|of| of.contains_key(&id))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_construct_asks_no_more_than_it_may() {
        begin_unit();
        let three = || [(); 3].map(|()| may_cost_much());
        let id = ConstructId(7);
        let ((tiles, refused), more) = of_construct(id, || within(2, three));
        assert_eq!((tiles, refused, more), ([true, true, false], true, false));
        let many = || (0..OF_CONSTRUCT).filter(|_| may_cost_much()).count();
        assert_eq!(of_construct(id, many), (OF_CONSTRUCT as usize - 2, true));
        // Also where it is planned once more, but not in another unit.
        assert_eq!(of_construct(id, three), ([false; 3], true));
        begin_unit();
        assert_eq!(of_construct(id, three), ([true; 3], false));
        assert_eq!(LEFT.get(), u32::MAX - 2 - (OF_CONSTRUCT - 2) - 3);
    }

    #[test]
    fn the_same_question_is_asked_once() {
        let set = || "{ [i] : 0 <= i < 3 }".to_string();
        assert_eq!(is_empty(set()), Ok(false));
        let n = KEPT.with_borrow(IndexMap::len);
        assert_eq!(is_empty(set()), Ok(false));
        assert_eq!(KEPT.with_borrow(IndexMap::len), n);
        let point = sample(&set(), 0, 1).unwrap().unwrap();
        assert!((0..3).contains(&point.dims[0]));
    }
}
