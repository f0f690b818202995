//! Where the statements of a loop's body stand in the tiles that they are to be cut into together (`skew.rs`): which loop of theirs belongs to
//! tiles, or at which number of that loop a statement without one stands (`a[0][j] = …` between sweeps over `a[i][j]`: at 0). Tiles may be cut
//! along one loop of each statement, and then along the one inside it.

use super::access::Part as AccessPart;
use super::facts::Facts;
use super::poly::{Poly, Sym};
use super::skew::near;
use accrs_frontend::region::{Canonical, Stmt, StmtKind, VarId};
use indexmap::IndexMap;

/// Where a statement of the outer loop's body is among the fronts, without skew and shift.
#[derive(Clone, Debug)]
pub enum Front<H> {
    /// Each iteration of the loop of which it consists has its own.
    Loop(H),
    /// As a whole where such a loop counts this number, or as the outer loop does, or behind the end of this one.
    At(i64),
    Outer,
    Behind(H),
}

/// A statement of the outer loop's body.
pub struct Part<'a> {
    pub stmt: &'a Stmt,
    pub front: Front<&'a Canonical>,
    /// The loop around that of the front, where tiles are cut along both.
    pub around: Option<&'a Canonical>,
}

/// A statement that is to get fronts, and the loop of its own that may have them.
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    pub stmt: &'a Stmt,
    pub own: Option<&'a Canonical>,
    /// The loop around its own one.
    pub around: Option<&'a Canonical>,
}

/// Statements with their fronts, by what they touch of the arrays that the deepest of them goes through with its own loop.
pub fn fronts<'a>(
    facts: &Facts<'a>,
    outer: &Canonical,
    candidates: &[Candidate<'a>],
) -> Option<Vec<Part<'a>>> {
    let deepest = candidates.iter().max_by_key(|c| depth(c.stmt))?;
    let main = deepest.own?;
    let of_main = facts.part(deepest.stmt);
    let counts = |p: &Poly, h: &Canonical| p.mentions(&Sym::Var(h.var, 0));
    // The subscripts of each array in which the main loop counts.
    let mut along: IndexMap<VarId, usize> = IndexMap::new();
    let accesses = &of_main.accesses().found;
    let written = accesses.iter().filter(|a| a.write);
    for a in written.chain(accesses) {
        let at = a.parts.iter().position(|p| match p {
            AccessPart::Index(Ok(p), _) => counts(p, main),
            _ => false,
        });
        if let Some(at) = at {
            along.entry(a.root).or_insert(at);
        }
    }
    let fixed = !main.upper.mentions(outer.var);
    let front = |c: &Candidate<'a>| {
        if std::ptr::eq(c.stmt, deepest.stmt) {
            return Some(Front::Loop(main));
        }
        let part = facts.part(c.stmt);
        let mut subscripts = part.accesses().found.iter().filter_map(|a| {
            let at = along.get(&a.root).filter(|_| a.write)?;
            match a.parts.get(*at)? {
                AccessPart::Index(Ok(p), _) => Some(p.clone()),
                _ => None,
            }
        });
        Some(match (c.own, subscripts.next()) {
            (Some(own), None) => Front::Loop(own),
            (None, None) => Front::At(0),
            (Some(own), Some(p)) if counts(&p, own) => Front::Loop(own),
            (_, Some(p)) if counts(&p, outer) => Front::Outer,
            (_, Some(p)) if p.as_constant().is_some() => Front::At(near(p.as_constant()?)?),
            _ if fixed => Front::Behind(main),
            _ => return None,
        })
    };
    let part = |c: &Candidate<'a>| {
        Some(Part {
            stmt: c.stmt,
            front: front(c)?,
            around: c.around,
        })
    };
    candidates.iter().map(part).collect()
}

/// A statement's own loop.
pub fn head(s: &Stmt) -> Option<&Canonical> {
    match &s.kind {
        StmtKind::For(l) => l.canonical.as_ref(),
        _ => None,
    }
}

/// How many loops stand in each other in a statement.
pub fn depth(s: &Stmt) -> usize {
    match &s.kind {
        StmtKind::For(l) => 1 + depth(&l.body),
        StmtKind::Block(all) => all.iter().map(depth).max().unwrap_or(0),
        StmtKind::If { then, els, .. } => depth(then).max(els.as_deref().map_or(0, depth)),
        _ => 0,
    }
}
