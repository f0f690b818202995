//! A loop as several: copies of the nest, each with some of its statements.

use super::Candidate;
use crate::schedule::recast::renew::{Renamed, Renew};
use accrs_frontend::region::{For, LoopId, Recast, Stmt, StmtId, StmtKind, Unit, VisitMut};
use indexmap::{IndexMap, IndexSet};

/// What became of a candidate.
pub struct Made {
    /// The loops of the pieces, with the text's.
    pub copies: IndexMap<LoopId, LoopId>,
}

/// Puts the pieces in the loop's place.
pub fn apply(unit: &mut Unit, c: &Candidate) -> Made {
    let mut made = Made {
        copies: IndexMap::new(),
    };
    let at = c.construct.index();
    let Some(mut members) = unit.constructs[at].members.take() else {
        return made;
    };
    let mut replace = Replace {
        unit,
        c,
        made: &mut made,
        recast: None,
    };
    members.body.iter_mut().for_each(|s| replace.visit_stmt(s));
    members.recast.extend(replace.recast);
    unit.constructs[at].members = Some(members);
    made
}

struct Replace<'r> {
    unit: &'r mut Unit,
    c: &'r Candidate,
    made: &'r mut Made,
    recast: Option<Recast>,
}

impl VisitMut for Replace<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &s.kind {
            StmtKind::For(l) if l.id == self.c.id => {
                let free = self.c.free();
                let pieces = self.pieces(s);
                let roots = pieces.iter().filter_map(|p| match &p.kind {
                    StmtKind::For(l) => Some(l.id),
                    _ => None,
                });
                self.recast = Some(Recast {
                    loops: roots.collect(),
                    whole: s.clone(),
                    asked: free.asked,
                    by_clauses: free.by_clauses,
                    order: None,
                    cut: None,
                });
                s.kind = StmtKind::Block(pieces);
            }
            _ => self.walk_stmt(s),
        }
    }
}

impl Replace<'_> {
    fn pieces(&mut self, nest: &Stmt) -> Vec<Stmt> {
        let mut out = Vec::new();
        for (number, group) in self.c.groups.iter().enumerate() {
            let keep: IndexSet<StmtId> = group.iter().map(|x| self.c.leaves[*x].id).collect();
            let Some(mut piece) = only(nest, &keep) else {
                continue;
            };
            let mut renew = Renew {
                unit: self.unit,
                copies: &mut self.made.copies,
                again: number > 0,
                renamed: Renamed::new(),
            };
            renew.visit_stmt(&mut piece);
            out.push(piece);
        }
        out
    }
}

/// A statement without all that isn't in `keep` or around it.
fn only(s: &Stmt, keep: &IndexSet<StmtId>) -> Option<Stmt> {
    if keep.contains(&s.id) {
        return Some(s.clone());
    }
    let kind = match &s.kind {
        StmtKind::Block(inner) => {
            let inner: Vec<Stmt> = inner.iter().filter_map(|s| only(s, keep)).collect();
            if inner.is_empty() {
                return None;
            }
            StmtKind::Block(inner)
        }
        StmtKind::For(l) => StmtKind::For(Box::new(For {
            body: Box::new(only(&l.body, keep)?),
            ..(**l).clone()
        })),
        _ => return None,
    };
    Some(Stmt { kind, ..s.clone() })
}
