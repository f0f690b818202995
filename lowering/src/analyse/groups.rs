//! Which pairs of accesses a dependence test must look at. In large bodies most accesses are like others, and few can meet.
//!
//! Accesses in the same loops with the same subscripts are a group, for which the first of them speaks. What subscripts add to
//! those parts that change with the loops (constants, and products that stay the same) is their offset. Groups that differ only in
//! it have one shape, and the test sees nothing but the difference of two offsets: it is made once for each difference. Groups
//! that constants in a subscript tell apart (`b[i][2]` and `b[i][3]`, `a[8*i]` and `a[8*j + 1]`) are in different sets and never
//! put together.

use super::access::{Access, Part};
use super::extremes::Combining;
use super::poly::{Poly, Sym, gcd};
use super::quasi::{Cond, Quasi};
use super::verdict::NotAffine;
use accrs_frontend::region::{Canonical, TypeId, VarId};
use indexmap::{IndexMap, IndexSet};
use std::collections::HashSet;

/// The pairs as places in the list, ordered by these. Whoever takes a pair and finds a dependence asks for no more; pairs that
/// would tell nothing new otherwise are left out.
pub(super) fn pairs<'g>(
    accesses: &'g [&'g Access<'_>],
) -> impl Iterator<Item = (usize, usize)> + use<'g> {
    let mut groups = Groups::of(accesses);
    (0..groups.groups.len()).flat_map(move |g| groups.partners(g))
}

/// All that the test of two accesses looks at, but for offsets.
#[derive(PartialEq, Eq, Hash)]
struct Shape<'g> {
    root: VarId,
    parts: Vec<Form<'g>>,
    loops: Vec<*const Canonical>,
    ty: TypeId,
    write: bool,
    atomic: bool,
    sum: Option<Combining>,
    when: &'g Cond,
    unsure: bool,
}

/// A step of an access without its offset.
#[derive(PartialEq, Eq, Hash)]
enum Form<'g> {
    Deref,
    Field {
        name: &'g str,
        overlaps: bool,
        restrict: bool,
    },
    Index {
        changing: Poly,
        /// What the offset names.
        names: Vec<Sym>,
        elem: TypeId,
    },
    Cases(&'g Quasi, TypeId),
    /// The test knows nothing of it.
    Unknown(TypeId),
}

/// Multiples of products, each with the place of its subscript among the parts; the constant is that of the empty product.
type Offset = Vec<((usize, usize), i128)>;

/// Accesses that no test tells apart.
struct Group<'g> {
    access: &'g Access<'g>,
    /// Its place in the list.
    first: usize,
    shape: usize,
    offset: Offset,
    set: usize,
    kind: usize,
}

/// What decides whether an access and one with another root may be to the same memory.
#[derive(PartialEq, Eq, Hash)]
struct Kind {
    root: VarId,
    /// Behind how many pointers; all numbers from two on are alike.
    behind: usize,
    ty: TypeId,
    write: bool,
    atomic: bool,
}

/// Groups of one object that may meet, in their order.
#[derive(Default)]
struct Set {
    all: Vec<usize>,
    writing: Vec<usize>,
}

struct Groups<'g> {
    groups: Vec<Group<'g>>,
    sets: Vec<Set>,
    /// With the first group of each, in their order.
    kinds: IndexMap<Kind, usize>,
    tested: HashSet<(usize, usize, Offset)>,
}

impl<'g> Groups<'g> {
    fn of(accesses: &'g [&'g Access<'_>]) -> Self {
        let loops = accesses.iter().flat_map(|a| &a.loops);
        let mut forms = Forms {
            counting: loops.map(|l| l.var).collect(),
            products: IndexSet::new(),
        };
        let mut shapes: IndexSet<Shape<'g>> = IndexSet::new();
        let mut known: HashSet<(usize, Offset)> = HashSet::new();
        let mut kinds: IndexMap<Kind, usize> = IndexMap::new();
        let mut groups: Vec<Group<'g>> = Vec::new();
        let mut objects: IndexMap<VarId, Vec<usize>> = IndexMap::new();
        for (first, access) in accesses.iter().enumerate() {
            let (shape, offset) = forms.shape(access);
            let shape = shapes.insert_full(shape).0;
            if !known.insert((shape, offset.clone())) {
                continue;
            }
            let kind = kinds.entry(kind(access));
            let at = kind.index();
            kind.or_insert(groups.len());
            objects.entry(access.root).or_default().push(groups.len());
            groups.push(Group {
                access,
                first,
                shape,
                offset,
                set: 0,
                kind: at,
            });
        }
        let mut found = Groups {
            groups,
            sets: Vec::new(),
            kinds,
            tested: HashSet::new(),
        };
        for object in objects.into_values() {
            found.split(object);
        }
        found
    }

    /// The pairs in which a group is the first.
    fn partners(&mut self, g: usize) -> Vec<(usize, usize)> {
        let Groups {
            groups,
            sets,
            kinds,
            tested,
        } = self;
        let group = &groups[g];
        let a = group.access;
        let matters =
            |b: &Access<'_>| (a.write || b.write) && !(a.atomic && b.atomic || a.combines(b));
        let mut partners: Vec<usize> = Vec::new();
        let set = &sets[group.set];
        let others = if a.write { &set.all } else { &set.writing };
        for &other in &others[others.partition_point(|o| *o < g)..] {
            let b = &groups[other];
            if !matters(b.access) {
                continue;
            }
            let difference = difference(&group.offset, &b.offset);
            if difference.is_none_or(|d| tested.insert((group.shape, b.shape, d))) {
                partners.push(b.first);
            }
        }
        // Of accesses to different objects one pair of each kind tells all.
        if kinds[group.kind] == g {
            let others = kinds.values().skip(group.kind + 1).map(|o| &groups[*o]);
            let others = others.filter(|b| b.access.root != a.root && matters(b.access));
            partners.extend(others.map(|b| b.first));
        }
        partners.sort_unstable();
        partners.into_iter().map(|p| (group.first, p)).collect()
    }

    /// Makes sets of the groups of an object.
    fn split(&mut self, object: Vec<usize>) {
        // What lies behind pointers in memory is told apart by rules of its own.
        let near = |g: &usize| self.groups[*g].access.object_end();
        let end = object.first().map_or(0, near);
        if end > 1 || object.iter().any(|g| near(g) != end) {
            return self.set(object);
        }
        let mut work = vec![(object, 0)];
        while let Some((groups, at)) = work.pop() {
            match self.apart(&groups, at) {
                Some(parts) => work.extend(parts.into_iter().map(|p| (p, at + 1))),
                None => self.set(groups),
            }
        }
    }

    fn set(&mut self, all: Vec<usize>) {
        let number = self.sets.len();
        all.iter().for_each(|g| self.groups[*g].set = number);
        let writing = all.iter().copied();
        let writing = writing.filter(|g| self.groups[*g].access.write).collect();
        self.sets.push(Set { all, writing });
    }

    /// Groups that have the same steps before the one `at`, by what that tells apart; `None` where the steps end or
    /// are of different kinds.
    fn apart(&self, groups: &[usize], at: usize) -> Option<Vec<Vec<usize>>> {
        let parts = || groups.iter().map(|g| self.groups[*g].access.parts.get(at));
        match parts().next()?? {
            Part::Deref => parts()
                .all(|p| matches!(p, Some(Part::Deref)))
                .then(|| vec![groups.to_vec()]),
            Part::Field(..) => {
                let names = parts().map(|p| match p {
                    Some(Part::Field(name, member)) if !member.overlaps => Some(name),
                    _ => None,
                });
                Some(by_key(groups, names.collect::<Option<Vec<_>>>()?))
            }
            Part::Index(_, elem) => {
                let subscripts = parts().map(|p| match p {
                    Some(Part::Index(p, e)) if e == elem => Some(p.as_ref().ok()),
                    _ => None,
                });
                let subscripts: Vec<Option<&Poly>> = subscripts.collect::<Option<_>>()?;
                // One that isn't known may be like any other.
                let Some(known) = subscripts.into_iter().collect::<Option<Vec<&Poly>>>() else {
                    return Some(vec![groups.to_vec()]);
                };
                Some(by_key(groups, remainders(&known)))
            }
        }
    }
}

/// What divides all coefficients leaves remainders that must be the same where two subscripts are equal. Constants are
/// their own.
fn remainders(subscripts: &[&Poly]) -> Vec<i128> {
    let coefficients = subscripts.iter().flat_map(|p| p.terms());
    let divisor = coefficients
        .filter(|(product, _)| !product.is_empty())
        .fold(0, |divisor, (_, n)| gcd(divisor, n.saturating_abs()));
    let constants = subscripts.iter().map(|p| p.constant_term());
    constants
        .map(|n| n.checked_rem_euclid(divisor).unwrap_or(n))
        .collect()
}

fn by_key<K: std::hash::Hash + Eq>(groups: &[usize], keys: Vec<K>) -> Vec<Vec<usize>> {
    let mut found: IndexMap<K, Vec<usize>> = IndexMap::new();
    for (g, key) in groups.iter().zip(keys) {
        found.entry(key).or_default().push(*g);
    }
    found.into_values().collect()
}

fn kind(a: &Access<'_>) -> Kind {
    Kind {
        root: a.root,
        behind: a.object_end().min(2),
        ty: a.ty,
        write: a.write,
        atomic: a.atomic,
    }
}

/// Makes shapes of accesses.
struct Forms {
    /// The variables of all loops.
    counting: HashSet<VarId>,
    products: IndexSet<Vec<Sym>>,
}

impl Forms {
    fn shape<'g>(&mut self, a: &'g Access<'_>) -> (Shape<'g>, Offset) {
        // Each field that a test looks at must be part of the shape.
        let Access {
            root,
            parts,
            write,
            atomic,
            sum,
            loops,
            ty,
            when,
            unsure,
            branches: _,
            what: _,
            by: _,
            read: _,
            guarded: _,
            selected: _,
            certain: _,
        } = a;
        let mut offset = Offset::new();
        let forms = parts.iter().enumerate();
        let forms = forms.map(|(at, part)| self.form(at, part, &mut offset));
        let shape = Shape {
            root: *root,
            parts: forms.collect(),
            loops: loops.iter().map(|l| std::ptr::from_ref(*l)).collect(),
            ty: *ty,
            write: *write,
            atomic: *atomic,
            sum: *sum,
            when,
            unsure: *unsure,
        };
        offset.sort_unstable();
        (shape, offset)
    }

    fn form<'g>(&mut self, at: usize, part: &'g Part, offset: &mut Offset) -> Form<'g> {
        match part {
            Part::Deref => Form::Deref,
            Part::Field(name, member) => Form::Field {
                name,
                overlaps: member.overlaps,
                restrict: member.restrict,
            },
            Part::Index(Err(NotAffine::Cases(_, q)), elem) => Form::Cases(q, *elem),
            Part::Index(Err(_), elem) => Form::Unknown(*elem),
            Part::Index(Ok(p), elem) => {
                let counts = |s: &Sym| matches!(s, Sym::Var(v, _) if self.counting.contains(v));
                let (changing, fixed) = p.parted(|product| product.iter().any(counts));
                for (product, n) in fixed.terms() {
                    let product = self.products.insert_full(product.to_vec()).0;
                    offset.push(((at, product), n));
                }
                let mut names: Vec<Sym> = fixed.syms().cloned().collect();
                names.sort();
                names.dedup();
                Form::Index {
                    changing,
                    names,
                    elem: *elem,
                }
            }
        }
    }
}

/// The difference of two offsets, each of which is sorted; `None` where it is too large.
fn difference(a: &Offset, b: &Offset) -> Option<Offset> {
    let mut out = a.clone();
    for (term, n) in b {
        match out.binary_search_by_key(term, |(term, _)| *term) {
            Ok(at) => out[at].1 = out[at].1.checked_sub(*n)?,
            Err(at) => out.insert(at, (*term, n.checked_neg()?)),
        }
    }
    out.retain(|(_, n)| *n != 0);
    Some(out)
}
