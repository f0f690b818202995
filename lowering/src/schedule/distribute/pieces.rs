//! A loop as several: copies of the nest, each with some of its statements.

use super::Candidate;
use crate::schedule::recast::cores::in_text;
use crate::schedule::recast::renew::{Renamed, Renew};
use crate::schedule::recast::trial::in_members;
use accrs_frontend::region::{
    For, LoopId, Recast, Recasting, Stmt, StmtId, StmtKind, Unit, VisitMut,
};
use indexmap::{IndexMap, IndexSet};

/// What became of a candidate.
#[derive(Default)]
pub struct Made {
    /// The loops of the pieces, with the text's.
    pub copies: IndexMap<LoopId, LoopId>,
}

/// Puts the pieces in the place of a candidate's loop in what devices run. `None`: it isn't there.
pub fn on_devices(unit: &mut Unit, c: &Candidate) -> Option<Made> {
    in_members(unit, c.construct, |unit, stmts| apply(unit, c, stmts))
}

/// Likewise in what the cores run.
pub fn on_cores(unit: &mut Unit, c: &Candidate) -> Option<Made> {
    in_text(unit, c.construct, |unit, stmts| apply(unit, c, stmts))
}

fn apply(unit: &mut Unit, c: &Candidate, stmts: &mut [Stmt]) -> Option<(Recast, Made)> {
    let mut replace = Replace {
        unit,
        c,
        made: Made::default(),
        recast: None,
    };
    stmts.iter_mut().for_each(|s| replace.visit_stmt(s));
    Some((replace.recast?, replace.made))
}

struct Replace<'r> {
    unit: &'r mut Unit,
    c: &'r Candidate,
    made: Made,
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
                    how: Recasting::Pieces,
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
