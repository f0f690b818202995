//! What rows compute for all of their columns in each iteration of a loop in order, such as `alpha * a[i][k]`: one by one this takes the units that the sums'
//! multiplications need; for some iterations ahead it takes a vector's.

use super::steps::{Body, acts, each, memory};
use crate::plan::{Pack, TileStep};
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, LoopCmp, VarId};
use indexmap::IndexSet;

impl Body<'_> {
    /// `row`: the rows' variable; `written`: objects that the nest writes.
    pub(super) fn find_factors(&self, row: VarId, written: &IndexSet<VarId>) -> Vec<Pack> {
        let changing = self.changing();
        let mut found: Vec<Pack> = Vec::new();
        each(&self.steps, &mut |s| {
            let TileStep::Loop { head, body, .. } = s else {
                return;
            };
            let up = !head.down && matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le);
            if !up || head.step.int_value() != Some(1) || !self.has_one_range(head) {
                return;
            }
            let unwritten =
                |e: &Expr| rough_place(self.unit, e).is_some_and(|p| !written.contains(&p.root));
            let fits = |e: &Expr| {
                let mut others = changing.iter().filter(|v| **v != head.var);
                is_arithmetic(e)
                    && self.is_element(e.ty)
                    && e.mentions(head.var)
                    && e.mentions(row)
                    && !others.any(|v| e.mentions(*v))
                    && !acts(e)
                    && memory(e).into_iter().all(unwritten)
            };
            for s in body {
                let (TileStep::Declare(_, Some(value)) | TileStep::Assign { value, .. }) = s else {
                    continue;
                };
                value.each_expr(|e| {
                    // A product is rounded before another is made with it: host compilers could fuse it with a sum.
                    let ExprKind::Binary(BinaryOp::Mul, a, b) = &e.kind else {
                        return;
                    };
                    let (a, b) = (a.strip_implicit(), b.strip_implicit());
                    for (own, other) in [(a, b), (b, a)] {
                        let known = found.iter().any(|f| f.element.is_like(own));
                        let factor =
                            !self.varies(own, &self.varying) && self.varies(other, &self.varying);
                        if factor && !known && fits(own) {
                            found.push(Pack {
                                element: own.clone(),
                                head: head.clone(),
                            });
                        }
                    }
                });
            }
        });
        found
    }
}

/// Whether something is computed at all.
fn is_arithmetic(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Binary(
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div,
            ..
        )
    )
}
