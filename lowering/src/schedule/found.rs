//! What the analyses have found in a construct, noted for `--emit=analysis` where it is decided upon: the same questions, asked of all
//! accesses.

use super::columns;
use super::nest::Node;
use super::planner::Planner;
use super::scope::Surroundings;
use crate::analyse::access::{Access, Part};
use crate::analyse::carried::{self, Found};
use crate::analyse::depend::Question;
use crate::analyse::facts::Facts;
use crate::analyse::sets::{self, Shown};
use crate::analyse::slices::{self, Slices};
use crate::analyse::verdict::{Inexact, NotAffine, Touch};
use accrs_frontend::region::{Canonical, Construct, LoopId, VarId};
use indexmap::{IndexMap, IndexSet};

/// Of more references only the number is told.
const MOST: usize = 200;

/// What the analyses have found in a construct.
pub struct Findings {
    /// What it does with each variable, in words.
    pub variables: Vec<(VarId, Vec<&'static str>)>,
    /// Whose values are used behind it.
    pub live: Vec<VarId>,
    pub references: Vec<Reference>,
    /// References that aren't listed.
    pub more: usize,
    pub objects: IndexMap<VarId, Object>,
    pub loops: Vec<LoopFindings>,
}

/// A reference to memory.
pub struct Reference {
    pub touch: Touch,
    pub read: bool,
    /// Nothing of it is unknown but what isl would be asked.
    pub certain: bool,
    pub relation: Result<Shown, Inexact>,
    /// What isn't affine in its subscripts.
    pub not_affine: Option<NotAffine>,
}

/// What of the memory that a variable leads to is read, and what is written; `None`: nothing, or no set that could be told.
pub struct Object {
    pub read: Option<Result<Shown, Inexact>>,
    pub written: Option<Result<Shown, Inexact>>,
}

/// What there is to say of a loop, or of a collapsed nest.
pub struct LoopFindings {
    pub id: LoopId,
    /// Loops around it.
    pub depth: usize,
    pub heads: Vec<Canonical>,
    /// The innermost head's, with all around.
    pub domain: Option<Result<Shown, Inexact>>,
    pub found: Found,
    /// It is free of dependences since the nest is with its loops turned around.
    pub turned: bool,
    /// Of the outermost loop of a nest, if not all of its loops are parallel.
    pub slices: Option<Result<Slices, Inexact>>,
}

/// Notes all of it, if somebody asks for it.
pub fn note<'a>(p: &mut Planner<'_>, c: &Construct, roots: &[Node<'a>], s: &Surroundings<'_, 'a>) {
    if p.findings.is_none() {
        return;
    }
    let accesses = &s.facts.accesses().found;
    let cx = s.facts.context();
    let listed = accesses.iter().take(MOST).map(|a| Reference {
        touch: a.touch(),
        read: a.read,
        certain: !a.unsure && a.by.is_none() && not_affine(a).is_none(),
        relation: sets::relation(cx, a, accesses),
        not_affine: not_affine(a).cloned(),
    });
    let mut findings = Findings {
        variables: variables(s.facts),
        live: s.live_out.iter().copied().collect(),
        references: listed.collect(),
        more: accesses.len().saturating_sub(MOST),
        objects: objects(s.facts),
        loops: Vec::new(),
    };
    for n in roots {
        of_loop(n, &mut Vec::new(), s, &mut findings.loops);
    }
    if let Some(all) = &mut p.findings {
        all.insert(c.id, findings);
    }
}

fn variables(facts: &Facts<'_>) -> Vec<(VarId, Vec<&'static str>)> {
    let (used, exposed) = (facts.uses(), facts.exposed());
    let each = used.vars.iter().map(|(v, u)| {
        let words = [
            (u.read.is_some(), "read"),
            (u.written.is_some(), "written"),
            (u.address.is_some(), "address taken"),
            (u.behind_read.is_some(), "read through"),
            (u.behind_written.is_some(), "written through"),
            (used.declared.contains(v), "declared here"),
            (
                u.written.is_some() && !exposed.contains_key(v),
                "assigned before read",
            ),
        ];
        let words = words.iter().filter(|w| w.0).map(|w| w.1);
        (*v, words.collect())
    });
    each.collect()
}

fn not_affine<'f>(a: &'f Access<'_>) -> Option<&'f NotAffine> {
    a.parts.iter().find_map(|p| match p {
        // Of a value by cases all is known.
        Part::Index(Err(NotAffine::Cases(..)), _) => None,
        Part::Index(Err(why), _) => Some(why),
        _ => None,
    })
}

fn objects(facts: &Facts<'_>) -> IndexMap<VarId, Object> {
    let all = &facts.accesses().found;
    let cx = facts.context();
    let by_root = facts.accesses_by_root().iter().map(|(root, places)| {
        let of = |is: &dyn Fn(&Access<'_>) -> bool| {
            let these = places.iter().map(|at| &all[*at]).filter(|a| is(a));
            sets::touched(cx, &these.collect::<Vec<_>>(), all)
        };
        let object = Object {
            read: of(&|a| a.read),
            written: of(&|a| a.write),
        };
        (*root, object)
    });
    by_root.collect()
}

fn of_loop<'a>(
    n: &Node<'a>,
    around: &mut Vec<&'a Canonical>,
    s: &Surroundings<'_, 'a>,
    out: &mut Vec<LoopFindings>,
) {
    let facts = s.facts.part(n.body);
    let nothing = IndexSet::new();
    let question = Question {
        facts: &facts,
        whole: s.facts,
        heads: &n.heads,
        around,
        inside: &[],
        private: &nothing,
        reduced: &nothing,
        sums: &nothing,
        aliases: if n.automatic { s.unasked } else { s.aliases },
    };
    let mut found = Found::default();
    if !n.heads.is_empty() {
        found = carried::all(&question);
    }
    let turned = n.decision.parallel
        && !found.carried.is_empty()
        && !n.heads.is_empty()
        && columns::free(n, &question).is_some();
    let mut in_order = false;
    n.each(&mut |n| in_order |= !n.decision.parallel);
    let slices = in_order.then(|| slices::of_nest(&question, n.body));
    let all = [around.as_slice(), &n.heads].concat();
    out.push(LoopFindings {
        id: n.loop_.id,
        depth: around.len(),
        heads: n.heads.iter().map(|h| (*h).clone()).collect(),
        domain: (!n.heads.is_empty()).then(|| sets::domain(facts.context(), &all)),
        found,
        turned,
        slices: slices.flatten(),
    });
    let depth = around.len();
    around.extend(n.heads.iter().copied());
    for c in &n.children {
        of_loop(c, around, s, out);
    }
    around.truncate(depth);
}
