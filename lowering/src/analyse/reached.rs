//! Whether a construct uses the ends of a footprint for certain. Where it does, and only a part of the footprint is on the
//! device, it can only leave that part.

use super::access::Access;
use super::certain::has_iterations;
use super::footprint::{BySign, Extremes};
use super::poly::Poly;
use super::uses;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Expr};

/// What accesses reach that are carried out at every corner of the loops around them, whatever happens.
pub(super) struct Reached<'a> {
    unit: &'a Unit,
    runs_through: bool,
    /// The first subscript and the one behind the last, and the loops that need an iteration.
    known: Vec<(Poly, Poly, Vec<&'a Canonical>)>,
    by_sign: Vec<(BySign, Vec<&'a Canonical>)>,
}

impl<'a> Reached<'a> {
    /// `runs_through`: nothing leaves a loop before its end.
    pub fn new(unit: &'a Unit, runs_through: bool) -> Self {
        Self {
            unit,
            runs_through,
            known: Vec::new(),
            by_sign: Vec::new(),
        }
    }

    pub fn add(&mut self, a: &Access<'a>, extremes: &Extremes, evaluable: &dyn Fn(&Expr) -> bool) {
        if !self.runs_through
            || !a.certain
            || !a.loops.iter().all(|l| self.is_box(l, &a.loops, evaluable))
        {
            return;
        }
        let loops = a.loops.clone();
        match extremes {
            Extremes::Known { least, end, .. } => {
                self.known.push((least.clone(), end.clone(), loops));
            }
            Extremes::BySign(by_sign) => self.by_sign.push((by_sign.clone(), loops)),
        }
    }

    /// Whether a loop takes both ends of its range in each iteration of those around it.
    fn is_box(
        &self,
        l: &Canonical,
        around: &[&Canonical],
        evaluable: &dyn Fn(&Expr) -> bool,
    ) -> bool {
        let depends = |e: &Expr| {
            let used = uses::of_expr(self.unit, e);
            around.iter().any(|l| used.get(l.var).is_some())
        };
        let bounds = [&l.lower, &l.upper];
        l.step.int_value() == Some(1) && bounds.iter().all(|e| evaluable(e) && !depends(e))
    }

    /// The conditions under which one of these accesses reaches each of the candidates: that the loops around it have
    /// iterations.
    pub fn both_ends(&self, least: &[Poly], end: &[Poly], chosen: &[BySign]) -> Option<Vec<Expr>> {
        let int = self.unit.types.int();
        let mut loops: Vec<&Canonical> = Vec::new();
        let mut need = |found: &[&'a Canonical]| {
            for l in found {
                if !loops.iter().any(|known| known.lower.id == l.lower.id) {
                    loops.push(l);
                }
            }
        };
        for p in least {
            need(&self.known.iter().find(|(first, ..)| first == p)?.2);
        }
        for p in end {
            need(&self.known.iter().find(|(_, end, _)| end == p)?.2);
        }
        for by_sign in chosen {
            need(&self.by_sign.iter().find(|(known, _)| known == by_sign)?.1);
        }
        let entered = loops.iter().map(|l| has_iterations(self.unit, l, int));
        Some(entered.collect())
    }
}
