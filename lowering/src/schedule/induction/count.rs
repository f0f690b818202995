//! How far a loop has come.

use super::Region;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, For, LoopCmp, Storage, TypeId, VarId,
};
use accrs_frontend::source::Span;

impl Region<'_> {
    /// How many iterations of the innermost loop came before this one, in all of the loops around it.
    pub(super) fn index(&self, var: VarId, chain: &[&For], span: Span) -> Option<Expr> {
        let mut index: Option<Expr> = None;
        for l in chain {
            let head = l.canonical.as_ref()?;
            let (lower, upper) = (&head.lower, &head.upper);
            let own = Expr::new(ExprKind::Var(head.var), self.unit.var(head.var).ty, span);
            if self.is_pointer(head.var) {
                return self.behind(own, head, (var, chain));
            }
            let counts = self.counts(head, var)
                && self.is_fixed(lower, chain, var)
                && (index.is_none() || self.is_fixed(upper, chain, var));
            if !counts {
                return None;
            }
            let (own, lower) = (self.convert(&own, var), self.convert(lower, var));
            let at = match head.down {
                false => self.less(own, lower.clone(), var),
                true => self.less(lower.clone(), own, var),
            };
            index = Some(match index {
                None => at,
                Some(outer) => {
                    let upper = self.convert(upper, var);
                    let mut trips = match head.down {
                        false => self.less(upper, lower, var),
                        true => self.less(lower, upper, var),
                    };
                    if matches!(head.cmp, LoopCmp::Le | LoopCmp::Ge) {
                        let one = self.number(1, var, span);
                        trips = self.combine(BinaryOp::Add, trips, one, var);
                    }
                    let before = self.combine(BinaryOp::Mul, outer, trips, var);
                    self.combine(BinaryOp::Add, before, at, var)
                }
            });
        }
        index
    }

    /// How many elements a loop's pointer is behind where it begins, which another pointer says.
    fn behind(&self, own: Expr, head: &Canonical, (var, chain): (VarId, &[&For])) -> Option<Expr> {
        let types = &self.unit.types;
        let lower = head.lower.strip_implicit();
        let ExprKind::Var(from) = lower.kind else {
            return None;
        };
        let elem = |ty: TypeId| types.pointee(ty).map(|to| types.canonical_id(to));
        let used = self.facts.uses().get(from);
        let fixed = used.is_none_or(|u| u.written.or(u.address).is_none())
            && self.unit.var(from).storage != Storage::Region;
        let wide = self.is_pointer(var) || types.size_of(self.unit.var(var).ty) == Some(8);
        let fits = fixed
            && wide
            && chain.len() == 1
            && !head.down
            && head.step.int_value() == Some(1)
            && elem(own.ty)? == elem(lower.ty)?;
        let both = (Box::new(own), Box::new(lower.clone()));
        let long = types.long();
        let span = both.0.span;
        let distance = Expr::new(ExprKind::Binary(BinaryOp::Sub, both.0, both.1), long, span);
        fits.then(|| self.convert(&distance, var))
    }

    /// Whether a loop counts, in a type whose values `var` can have.
    fn counts(&self, head: &Canonical, var: VarId) -> bool {
        let all = [head.lower.ty, head.upper.ty, self.unit.var(head.var).ty];
        let compares = match head.cmp {
            LoopCmp::Lt | LoopCmp::Le => !head.down,
            LoopCmp::Gt | LoopCmp::Ge => head.down,
            LoopCmp::Ne => head.step.int_value() == Some(1),
        };
        compares && all.into_iter().all(|ty| self.fits(ty, var))
    }
}
