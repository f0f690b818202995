//! Dependences: may two iterations of a loop touch the same memory, one of them writing?
//!
//! For two accesses f and g, iterations x and x + d (d >= 1) conflict when f(x + d, y) =
//! g(x, z) in every subscript, for some values y, z of the loops inside. One subscript whose
//! difference has a sign that never changes, by symbolic bounds over all ranges (Banerjee's
//! test with polynomials), or that no integer solves (the GCD test), rules it out. Linear
//! subscripts like `i*m + j` need no taking apart: with 0 <= j < m the bounds say it.

pub use super::access::Access;
use super::access::{Accesses, Part};
use super::affine::Context;
pub use super::alias::Aliases;
use super::alias::{Alias, alias, differ};
use super::collect::{self, collect};
use super::exact::{self, Answer};
use super::facts::Facts;
use super::groups;
use super::handed;
use super::heads;
use super::poly::{Poly, Sym};
use super::subscript::{Meeting, meeting};
pub use super::verdict::Dependence;
use super::verdict::{Conflict, NotAffine, Unasked};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// May the iterations of a loop run in any order?
pub struct Question<'q, 'a> {
    /// Of the loop's body.
    pub facts: &'q Facts<'a>,
    /// Of the construct around it.
    pub whole: &'q Facts<'a>,
    /// The loop's own heads (several when collapsed).
    pub heads: &'q [&'a Canonical],
    /// Heads of the loops around it, outermost first.
    pub around: &'q [&'a Canonical],
    /// Heads of loops that are taken to stand in it, around the body.
    pub inside: &'q [&'a Canonical],
    /// Arrays that are private to an iteration.
    pub private: &'q IndexSet<VarId>,
    /// Reduced: what these hold, or point to, has a copy in each thread.
    pub reduced: &'q IndexSet<VarId>,
    /// Objects of which the sums that are accumulated in them may be combined in any order.
    pub sums: &'q IndexSet<VarId>,
    pub aliases: &'q Aliases,
}

/// No dependence was found.
#[derive(Clone, Debug, Default)]
pub struct Free {
    /// It rests on data clauses telling these pointers apart: true of a device's copies only.
    pub by_clauses: IndexSet<(VarId, VarId)>,
    /// Those of them that there would be a dependence between even if both led to the same first element.
    pub not_equal: IndexSet<(VarId, VarId)>,
    /// It rests on these reaching memory that lies apart, which is asked at run time. A pointer to pointers with itself: on its rows lying apart from each
    /// other.
    pub asked: IndexSet<(VarId, VarId)>,
}

impl Free {
    /// It rests on nothing that is still to be seen.
    pub fn is_certain(&self) -> bool {
        self.by_clauses.is_empty() && self.asked.is_empty()
    }

    pub fn extend(&mut self, other: Free) {
        self.by_clauses.extend(other.by_clauses);
        self.not_equal.extend(other.not_equal);
        self.asked.extend(other.asked);
    }
}

/// So many pairs of pointers a loop may ask about before it runs.
const MOST_ASKED: usize = 64;

/// So many pairs of a sum and what else touches its object are looked at.
const MOST_OTHERS: usize = 100;

/// `Ok`, or the first dependence found.
pub fn carried(q: &Question<'_, '_>) -> Result<Free, Dependence> {
    let found = accesses(q);
    if let Some(wild) = found.wild {
        return Err(Dependence::Wild(wild));
    }
    let common = common(q, &found.found);
    let mut free = first(q, &found.found, &common, groups::pairs(&common))?;
    free.not_equal = not_equal(q, &found.found, &common, &free.by_clauses);
    free.extend(heads::stay(q, &found.found)?);
    Ok(free)
}

/// Whether what a loop sums up in is reached by nothing else in it, not even in the iteration that sums up, nor by a sum that is written
/// in another way. Of different objects [`carried`] has told that.
pub fn sums_stand_alone(q: &Question<'_, '_>) -> bool {
    standing_alone(q).len() == q.sums.len()
}

/// The objects of the question's sums of which that is so.
pub fn standing_alone(q: &Question<'_, '_>) -> IndexSet<VarId> {
    let found = accesses(q);
    let all = &found.found;
    let common = common(q, all);
    let target = |a: &Access<'_>| q.facts.sums().update(a.what).map(|u| u.target);
    let moving = moves(q, all);
    let cx = q.facts.context();
    let is_alone = |root: &VarId| {
        let own: Vec<_> = common.iter().filter(|a| a.root == *root).collect();
        let summed = own.iter().filter(|a| a.sum.is_some() && a.write);
        let mut pairs = summed.flat_map(|a| {
            let other = move |b: &&&&Access<'_>| {
                !target(a).is_some_and(|t| target(b).is_some_and(|u| u.is_like(t)))
            };
            own.iter().filter(other).map(move |b| (**a, **b))
        });
        let few = pairs.by_ref().take(MOST_OTHERS);
        let apart = few.fold(true, |apart, (a, b)| {
            apart && Pair { q, cx, a, b, all }.never_meet(moving)
        });
        apart && pairs.next().is_none()
    };
    q.sums.iter().copied().filter(is_alone).collect()
}

/// The verdict on a scalar that is written in the body of a loop and seen by other iterations, as far as can be told from the
/// order of statements: whether that surely happens in one of the loop's `heads`, and where. `whole`: the construct around it.
pub fn of_scalar<'a>(
    (facts, whole): (&Facts<'a>, &Facts<'a>),
    heads: &[&'a Canonical],
    around: &[&'a Canonical],
    (var, written, read): (VarId, Span, Option<Span>),
) -> Dependence {
    let of = (facts.context(), whole.context());
    let loops = [around, heads].concat();
    let all = collect::of_scalar(of.0, &facts.code, &loops, var);
    let mut places = around.len()..loops.len();
    if all.iter().any(|a| a.read) {
        let found = places.find_map(|head| handed::surely(of, &all, head));
        let certain = found.is_some();
        let (written, read) = found.map_or((written, read), |(w, r)| (w, Some(r)));
        let read = read.filter(|r| *r != written);
        return Dependence::Scalar {
            var,
            written,
            read,
            certain,
        };
    }
    let certain = places.any(|head| handed::surely_shared(of, &all, head));
    Dependence::Scalar {
        var,
        written,
        read,
        certain,
    }
}

/// What the iterations do to memory.
pub(super) fn accesses<'a>(q: &Question<'_, 'a>) -> Accesses<'a> {
    let around = q.around.iter().chain(q.heads).chain(q.inside);
    let around: Vec<&Canonical> = around.copied().collect();
    let mut all = collect(q.facts.context(), &q.facts.code, &around);
    let summed = all.found.iter_mut();
    for a in summed.filter(|a| q.sums.contains(&a.root)) {
        a.sum = q.facts.sums().update(a.what).map(|u| u.op);
    }
    all
}

/// The accesses to memory that iterations may share.
pub(super) fn common<'f, 'a>(q: &Question<'_, '_>, all: &'f [Access<'a>]) -> Vec<&'f Access<'a>> {
    let private = |a: &Access<'_>| {
        q.reduced.contains(&a.root) || q.private.contains(&a.root) && a.is_direct()
    };
    all.iter().filter(|a| !private(a)).collect()
}

/// The first of the pairs between which there is a dependence.
fn first<'a>(
    q: &Question<'_, 'a>,
    all: &[Access<'a>],
    common: &[&Access<'a>],
    pairs: impl Iterator<Item = (usize, usize)>,
) -> Result<Free, Dependence> {
    let cx = q.facts.context();
    let moving = moves(q, all);
    let mut free = Free::default();
    for (i, j) in pairs {
        let (a, b) = (common[i], common[j]);
        // The writing one first: it is what the message starts with.
        let (a, b) = if a.write { (a, b) } else { (b, a) };
        match a.root == b.root {
            true => {
                if (Pair { q, cx, a, b, all }).test(moving)? {
                    ask((a, b), &mut free)?;
                }
            }
            false => apart(q, (a, b), &mut free)?,
        }
    }
    Ok(free)
}

/// The pairs of pointers, of those that data clauses tell apart, whose elements different iterations would use if they were equal.
fn not_equal<'a>(
    q: &Question<'_, 'a>,
    all: &[Access<'a>],
    common: &[&Access<'a>],
    told: &IndexSet<(VarId, VarId)>,
) -> IndexSet<(VarId, VarId)> {
    let (unit, moving) = (q.facts.unit, moves(q, all));
    let of = |root: VarId| common.iter().filter(move |a| a.root == root);
    let may_be = |(x, y): &(VarId, VarId)| {
        let mut pairs = of(*x).flat_map(|a| of(*y).map(move |b| (*a, *b)));
        let pairs = pairs.by_ref().filter(|(a, b)| a.write || b.write);
        let alike = shape(unit, *x).is_some_and(|of_x| shape(unit, *y) == Some(of_x));
        let stays = |(a, b): (&Access<'a>, &Access<'a>)| {
            let b = &Access {
                root: *x,
                ..b.clone()
            };
            let cx = q.facts.context();
            Pair { q, cx, a, b, all }.test(moving).is_ok()
        };
        alike
            && pairs
                .take(MOST_OTHERS + 1)
                .enumerate()
                .all(|(n, p)| n < MOST_OTHERS && stays(p))
    };
    told.iter().filter(|pair| !may_be(pair)).copied().collect()
}

/// The sizes of what a pointer or an array leads to, and of what that is made of.
fn shape(unit: &Unit, var: VarId) -> Option<Vec<u64>> {
    let types = &unit.types;
    let mut all = Vec::new();
    let mut ty = types.pointee(unit.var(var).ty)?;
    loop {
        all.push(types.size_of(ty)?);
        match types.pointee(ty) {
            Some(of) if types.is_array(ty) => ty = of,
            Some(_) => return None,
            None => return Some(all),
        }
    }
}

/// Notes what it rests on that two accesses with different roots don't meet.
pub(super) fn apart(
    q: &Question<'_, '_>,
    (a, b): (&Access<'_>, &Access<'_>),
    free: &mut Free,
) -> Result<(), Dependence> {
    match alias(q.facts.unit, a, b, q.aliases) {
        Alias::No => {}
        Alias::ByClauses => {
            free.by_clauses.insert(roots(a, b));
        }
        Alias::Asked => ask((a, b), free)?,
        Alias::May => {
            let why = q.aliases.why_unasked(a.root, b.root);
            return Err(between(a, b, None, Conflict::Alias(why)));
        }
    }
    Ok(())
}

/// Notes that it rests on a question to the program about the roots of two accesses.
fn ask((a, b): (&Access<'_>, &Access<'_>), free: &mut Free) -> Result<(), Dependence> {
    let pair = roots(a, b);
    if free.asked.len() >= MOST_ASKED && !free.asked.contains(&pair) {
        let why = Some(Box::new(Unasked::Many));
        return Err(between(a, b, None, Conflict::Alias(why)));
    }
    free.asked.insert(pair);
    Ok(())
}

fn roots(a: &Access<'_>, b: &Access<'_>) -> (VarId, VarId) {
    (a.root.min(b.root), a.root.max(b.root))
}

/// Whether pointers in memory are changed.
pub(super) fn moves(q: &Question<'_, '_>, all: &[Access<'_>]) -> bool {
    let types = &q.facts.unit.types;
    all.iter().any(|a| a.write && types.is_pointer(a.ty))
}

/// The verdict on two accesses, or on one in several iterations of the loop over `head`.
pub(super) fn between(
    a: &Access<'_>,
    b: &Access<'_>,
    head: Option<VarId>,
    conflict: Conflict,
) -> Dependence {
    Dependence::Memory {
        first: a.touch(),
        second: (a.what.id != b.what.id).then(|| b.touch()),
        head,
        conflict,
    }
}

pub(super) struct Pair<'p, 'a> {
    pub q: &'p Question<'p, 'a>,
    pub cx: &'p Context<'a>,
    pub a: &'p Access<'a>,
    pub b: &'p Access<'a>,
    /// All that the loop does.
    pub all: &'p [Access<'a>],
}

/// What of two accesses to one object tells whether they meet.
pub(super) struct Compared<'p> {
    dims: Vec<(&'p Poly, &'p Poly)>,
    /// Places of the subscripts that count elements of one size.
    pub places: Vec<usize>,
    pub culprit: Option<&'p NotAffine>,
    /// Equal subscripts mean the same memory.
    pub exact: bool,
    /// Some of the subscripts are of pointers to rows. Unequal ones mean different memory only if the rows lie apart.
    rows: bool,
}

/// Which test has shown that two accesses don't meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tier {
    Polynomial,
    Isl,
}

impl<'p, 'a> Pair<'p, 'a> {
    /// Whether it rests on rows lying apart that they don't meet.
    fn test(&self, moving: bool) -> Result<bool, Dependence> {
        let Some(compared) = self.compared_by_rows(moving)? else {
            return Ok(false);
        };
        for t in 0..self.q.heads.len() {
            self.at(t, &compared)?;
        }
        Ok(compared.rows && !self.is_one_row(&compared))
    }

    /// Whether they are in one row as long as the loops around the question's stand still.
    fn is_one_row(&self, c: &Compared<'_>) -> bool {
        let last = self.a.object_end();
        let stands = |p: &Poly| {
            p.syms().all(|s| match s {
                Sym::Var(v, _) => self.q.around.iter().any(|h| h.var == *v),
                _ => false,
            })
        };
        let ways = c.places.iter().zip(&c.dims).filter(|(at, _)| **at < last);
        let mut ways = ways.map(|(_, (p, r))| p == r && stands(p));
        ways.all(|same| same)
    }

    /// `None`: they are never the same memory.
    ///
    /// # Errors
    /// What is between them whatever the subscripts are.
    pub fn compared(&self, moving: bool) -> Result<Option<Compared<'p>>, Dependence> {
        match self.compared_by_rows(moving)? {
            Some(compared) if compared.rows => Err(self.any(Conflict::Rows)),
            compared => Ok(compared),
        }
    }

    /// Likewise, also by subscripts of pointers to rows, where the program can ask whether the rows lie apart.
    fn compared_by_rows(&self, moving: bool) -> Result<Option<Compared<'p>>, Dependence> {
        let mut dims: Vec<(&Poly, &Poly)> = Vec::new();
        let mut places: Vec<usize> = Vec::new();
        let mut culprit: Option<&NotAffine> = None;
        let mut exact = self.a.parts.len() == self.b.parts.len();
        let last = self.a.object_end();
        if last.max(self.b.object_end()) > 0 && self.differ_in_type() {
            return Ok(None);
        }
        if self.b.object_end() != last {
            return Err(self.any(Conflict::Pointers));
        }
        let inner_pointer = last > 1;
        let mut rows = false;
        for (i, (x, y)) in self.a.parts.iter().zip(&self.b.parts).enumerate() {
            match (x, y) {
                (Part::Deref, Part::Deref) => {}
                (Part::Field(f, _), Part::Field(g, _)) if f == g => {}
                // Members of a struct lie beside each other; those of a union don't.
                (Part::Field(_, m), Part::Field(_, n))
                    if i >= last && !(m.overlaps || n.overlaps) =>
                {
                    return Ok(None);
                }
                // Two pointers that lie in memory.
                (Part::Field(_, m), Part::Field(_, n)) if i < last => {
                    if m.restrict && n.restrict && !(m.overlaps || n.overlaps) {
                        return Ok(None);
                    }
                    return Err(self.any(Conflict::Pointers));
                }
                (Part::Index(index, s), Part::Index(other, t)) => {
                    let types = &self.q.facts.unit.types;
                    let same_size = types.size_of(*s) == types.size_of(*t);
                    let elements = x.element().zip(y.element());
                    let same = |(p, r): (&Poly, &Poly)| p == r && p.as_constant().is_some();
                    let way = i < last && !elements.is_some_and(same);
                    if way {
                        let known = same_size && elements.is_some();
                        if !known || !self.q.aliases.rows.contains(&self.a.root) {
                            return Err(self.any(Conflict::Rows));
                        }
                        rows = true;
                    }
                    if way || i >= last && same_size {
                        places.push(i);
                        dims.extend(elements);
                    }
                    let why = index.as_ref().err().or(other.as_ref().err());
                    // A function uses nothing else, and may not even use that.
                    exact &= why.is_none() || elements.is_none();
                    culprit = culprit.or(why.filter(|_| elements.is_none()));
                }
                // Parts of a union: where they lie in it isn't looked at.
                _ => {
                    exact = false;
                    break;
                }
            }
        }
        if inner_pointer && moving {
            return Err(self.any(Conflict::Moving));
        }
        Ok(Some(Compared {
            dims,
            places,
            culprit,
            exact,
            rows,
        }))
    }

    /// Whether they meet in iterations of the loop of head `t`; `Ok`: they don't.
    ///
    /// # Errors
    /// They do, or may.
    pub fn at(&self, t: usize, c: &Compared<'_>) -> Result<Tier, Dependence> {
        let Some((found, distance)) = self.head(t, &c.dims, c.culprit, c.exact) else {
            return Ok(Tier::Polynomial);
        };
        let question = exact::Pair {
            distance,
            ..self.exactly(t, c)
        };
        match question.ask() {
            Ok(Answer::Never) => Ok(Tier::Isl),
            Ok(Answer::Meet {
                certain: true, at, ..
            }) => {
                let head = Some(self.q.heads[t].var);
                let conflict = Conflict::Certain(Some(at.into()));
                Err(between(self.a, self.b, head, conflict))
            }
            Ok(Answer::Meet { happens: true, .. }) => Err(found),
            Ok(Answer::Meet { .. }) => Err(found.doubted()),
            Err(why) if self.a.unsure || self.b.unsure => Err(found.doubted().inexact(why)),
            Err(why) => Err(found.inexact(why)),
        }
    }

    /// Whether they are never the same memory, in whichever iterations.
    fn never_meet(&self, moving: bool) -> bool {
        match self.compared(moving) {
            Ok(None) => true,
            Ok(Some(compared)) => self.never(&compared),
            Err(_) => false,
        }
    }

    /// The same by their subscripts.
    pub fn never(&self, compared: &Compared<'_>) -> bool {
        let question = exact::Pair {
            any: true,
            ..self.exactly(0, compared)
        };
        matches!(question.ask(), Ok(Answer::Never))
    }

    /// The same as a question to isl.
    pub fn exactly<'c>(&'c self, t: usize, c: &'c Compared<'_>) -> exact::Pair<'c, 'a> {
        exact::Pair {
            cx: self.cx,
            whole: self.q.whole,
            a: self.a,
            b: self.b,
            all: self.all,
            head: self.q.around.len() + t,
            any: false,
            distance: None,
            dims: &c.places,
            exact: c.exact && c.places.len() == self.indices(),
        }
    }

    /// How many subscripts the first access has.
    fn indices(&self) -> usize {
        let index = |p: &&Part| matches!(p, Part::Index(..));
        self.a.parts.iter().filter(index).count()
    }

    /// C's rule of effective types, for what is reached in different ways: along the same way it would be
    /// a union's members, or the same object.
    fn differ_in_type(&self) -> bool {
        let way = |a: &Access<'_>| -> Vec<String> {
            let names = a.parts.iter().filter_map(|p| match p {
                Part::Field(f, _) => Some(f.clone()),
                Part::Deref => Some("*".into()),
                Part::Index(..) => None,
            });
            names.collect()
        };
        self.q.aliases.strict_aliasing
            && way(self.a) != way(self.b)
            && !self.in_union()
            && differ(self.q.facts.unit, self.a, self.b)
    }

    fn in_union(&self) -> bool {
        let union = |p: &Part| matches!(p, Part::Field(_, m) if m.overlaps);
        self.a.parts.iter().chain(&self.b.parts).any(union)
    }

    /// The loop of head `t`: heads before it stand still, those behind it run. `exact`: equal subscripts mean
    /// the same memory. What is between them, if they may meet, or do: so many iterations apart, where that is known.
    fn head(
        &self,
        t: usize,
        dims: &[(&Poly, &Poly)],
        culprit: Option<&NotAffine>,
        exact: bool,
    ) -> Option<(Dependence, Option<i128>)> {
        let both = [(self.a, self.b), (self.b, self.a)];
        let mut certain: Option<i128> = None;
        // A member of a variable, no element: always the same place.
        let member = self.a.is_direct() && self.b.is_direct() && !self.in_union();
        let mut always = (!dims.is_empty() || member) && culprit.is_none() && exact;
        let mut open = false;
        for (k, (later, earlier)) in both.into_iter().enumerate() {
            let mut meetings: Vec<Meeting> = Vec::new();
            for (p, r) in dims {
                let (f, g) = if k == 0 { (p, r) } else { (r, p) };
                let around = self.q.around.len() + t;
                let head = self.q.heads[t];
                meetings.push(meeting(self.cx, head, around, (f, later), (g, earlier)));
            }
            if meetings.iter().any(|v| matches!(v, Meeting::Never)) {
                always = false;
                continue;
            }
            let fixed: Vec<i128> = meetings
                .iter()
                .filter_map(|v| match v {
                    Meeting::At(d) => Some(*d),
                    _ => None,
                })
                .collect();
            if fixed.windows(2).any(|w| w[0] != w[1]) {
                // No distance satisfies all subscripts.
                continue;
            }
            open = true;
            always &= meetings.iter().all(|v| matches!(v, Meeting::Always));
            let clear = meetings
                .iter()
                .all(|v| matches!(v, Meeting::At(_) | Meeting::Always));
            if clear
                && exact
                && culprit.is_none()
                && let Some(d) = fixed.first()
            {
                certain = Some(*d);
            }
        }
        if !open {
            return None;
        }
        let conflict = if (certain.is_some() || always) && !(self.a.selected || self.b.selected) {
            Conflict::Certain(None)
        } else {
            culprit.map_or(Conflict::MayMeet(None), |c| Conflict::NotAffine(c.clone()))
        };
        let head = self.q.heads[t].var;
        Some((between(self.a, self.b, Some(head), conflict), certain))
    }

    /// What may be between the accesses in any loop.
    fn any(&self, conflict: Conflict) -> Dependence {
        between(self.a, self.b, None, conflict)
    }
}

#[cfg(test)]
mod tests;
