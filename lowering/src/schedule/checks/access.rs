//! What the walk does with one access: whether it is a site, and what is said of it.

use super::element::element;
use super::object::{bit_field, is_made, is_object, near};
use super::walk::{Frame, Walk};
use crate::checks::{Does, Form, Site};
use crate::print::show;
use accrs_frontend::region::place::{is_array_parameter, owner, rough_place};
use accrs_frontend::region::{Expr, ExprId, ExprKind, UnaryOp, VarId};

impl Walk<'_, '_> {
    pub(super) fn is_index(&self, v: VarId) -> bool {
        self.frames.iter().any(|f| f.vars.contains(&v))
    }

    /// How many claimed loops stand around the object that a variable's name means here.
    fn home(&self, v: VarId) -> usize {
        let own = self.frames.iter().rposition(|f| f.private.contains(&v));
        match own {
            Some(at) => self.frames[..=at]
                .iter()
                .filter(|f| f.claimed.is_some())
                .count(),
            None => self.declared.get(&v).copied().unwrap_or(0),
        }
    }

    pub(super) fn access(&mut self, e: &Expr, does: Does) {
        let unit = self.around.unit;
        let root = rough_place(unit, e).map(|p| p.root);
        let direct = owner(unit, e);
        if let Some(v) = root.filter(|_| e.id == ExprId::NONE && does != Does::Reads) {
            self.checks.made.insert(v);
        }
        if let Some(v) = direct {
            if self.is_index(v) && matches!(e.kind, ExprKind::Var(_)) {
                return;
            }
            let met = self.depth() > self.home(v);
            let k = self.known.entry(v).or_default();
            k.met |= met;
            k.written |= met && does != Does::Reads;
            // A parameter that is an array lies elsewhere.
            let elsewhere = is_array_parameter(unit, v);
            if !elsewhere && !self.checks.watched.contains(&v) && !self.around.shared.contains(&v) {
                return;
            }
        }
        if root.is_some_and(|v| is_made(&unit.var(v).name)) {
            return;
        }
        let outside = |v| self.around.shared.contains(&v) || is_array_parameter(unit, v);
        let own = direct.is_some_and(|v| !outside(v))
            || root.is_some_and(|v| {
                self.allocated.contains(&v)
                    || (unit.types.is_array(unit.var(v).ty) && near(unit, e) && !outside(v))
            });
        if !self.making || !is_object(unit, e) || e.id == ExprId::NONE {
            return;
        }
        let of_sum = self
            .sum
            .as_ref()
            .filter(|(to, _)| to.is_like(e))
            .map(|(_, op)| *op);
        let Some(apart) = self.apart(root) else {
            return;
        };
        let named = element(unit, e);
        let names = |vars: &[VarId]| {
            let one = |e: &Expr| match e.kind {
                ExprKind::Var(v) => Some(v) != root && vars.contains(&v),
                ExprKind::Call { .. } => true,
                _ => false,
            };
            e.any_expr(one)
        };
        let (fixed, same) = (!names(&self.changing(false)), !names(&self.changing(true)));
        let indexed = e.any_expr(|e| {
            matches!(
                e.kind,
                ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _)
            )
        });
        let whole = self.whole.clone().filter(|_| does != Does::Reads);
        let site = Site {
            span: e.span,
            constant: whole.as_ref().and_then(|w| w.constant.clone()),
            kept: whole.as_ref().is_some_and(|w| w.kept),
            text: whole.map_or_else(|| show::expr(unit, e), |w| w.text),
            name: root.map_or_else(|| show::expr(unit, e), |v| show::name(unit, v).to_string()),
            subscripts: named
                .iter()
                .flat_map(|(_, s)| s.iter().map(|s| (*s).clone()))
                .collect(),
            element: named.map_or_else(
                || show::expr(unit, e).replace('%', "percent"),
                |(text, _)| text,
            ),
            does,
            atomic: self.atomic,
            op: of_sum,
            scalar: !indexed,
            fixed,
            same,
            own,
            mapped: root.is_some_and(|v| self.around.mapped.contains(&v)) && near(unit, e),
            apart,
            form: match bit_field(unit, e) {
                Some((first, bytes)) => Form::Bits { first, bytes },
                None => Form::Object,
            },
        };
        self.checks.by_expr.insert(e.id, self.checks.sites.len());
        self.checks.sites.push(site);
    }

    /// Variables that differ between iterations of the loops around. `claimed`: but for those of loops in order.
    fn changing(&self, claimed: bool) -> Vec<VarId> {
        let index = |f: &&Frame| claimed && f.claimed.is_none();
        let kept: Vec<VarId> = self
            .frames
            .iter()
            .filter(index)
            .flat_map(|f| f.vars.clone())
            .collect();
        let own = self
            .frames
            .iter()
            .flat_map(|f| f.vars.iter().chain(&f.private).copied());
        let inside = self
            .declared
            .iter()
            .filter(|(_, depth)| **depth > 0)
            .map(|(v, _)| *v);
        own.chain(inside).filter(|v| !kept.contains(v)).collect()
    }

    /// How many of the claimed loops around have copies of a variable that are combined; none where all of the kernel has. A pointer that is made from the
    /// variable leads to such a copy too.
    pub(super) fn apart(&self, root: Option<VarId>) -> Option<usize> {
        let Some(v) = root else { return Some(0) };
        let all = self.uses.sources(v);
        if all.iter().any(|v| self.around.combined.contains(v)) {
            return None;
        }
        let reduced = |f: &Frame| all.iter().any(|v| f.reduced.contains(v));
        let first = self.frames.iter().position(reduced);
        let inner = first.map_or(&[][..], |at| &self.frames[at..]);
        if inner.iter().any(|f| f.gang) {
            return None;
        }
        Some(inner.iter().filter(|f| f.claimed.is_some()).count())
    }
}
