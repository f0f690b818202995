//! What tensor cores add to a tile's sums in the place of its statements: the same values.

use super::machine::Machine;
use super::value::{Run, Value, binary, cast, term};
use accrs_frontend::region::{BinaryOp, Expr};
use accrs_lowering::plan::{Product, Tiles};

/// The products of a plan.
pub fn of(t: &Tiles) -> Vec<&Product> {
    let tensor = t.tensor.as_ref().ok();
    tensor.into_iter().flat_map(|t| &t.products).collect()
}

impl<'u> Machine<'u> {
    /// Runs a statement, and leaves another value than its own if a product is added to its sum that isn't the statement's.
    pub fn assign_in_tile(
        &mut self,
        op: Option<BinaryOp>,
        to: &'u Expr,
        value: &'u Expr,
    ) -> Run<()> {
        let known = self.products.iter().find(|p| p.to.id == to.id).copied();
        let Some(p) = known else {
            return self.assign(op, to, value).map(|_| ());
        };
        let sum = |m: &mut Self| {
            let place = m.place(to)?;
            Ok((place, m.load(place, to.ty, false)?))
        };
        let (place, before) = self.silently(sum)?;
        let (left, right) = self.silently(|m| Ok((m.value(&p.left)?, m.value(&p.right)?)))?;
        let stored = self.assign(op, to, value)?;
        let types = &self.unit.types;
        let [left, right] = [left, right].map(|v| cast(types, to.ty, v));
        let (left, right) = (left?, right?);
        let mut all = Vec::new();
        // C's operands may stand in either order.
        for (a, b) in [(left, right), (right, left)] {
            let product = binary(types, BinaryOp::Mul, to.ty, a, b)?;
            let turned = match product {
                Value::Int(n) => Value::Int(-n),
                product => term("-x", &[product]),
            };
            let added = if p.minus { turned } else { product };
            all.push(binary(types, BinaryOp::Add, to.ty, before, added)?);
            all.push(binary(types, BinaryOp::Add, to.ty, added, before)?);
            if p.minus {
                all.push(binary(types, BinaryOp::Sub, to.ty, before, product)?);
            }
        }
        if !all.contains(&stored) {
            let other = term("another product", &all);
            self.silently(|m| m.store(place, to.ty, other))?;
        }
        Ok(())
    }
}
