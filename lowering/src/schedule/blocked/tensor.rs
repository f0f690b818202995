//! Which tiles have their sums of products taken by tensor cores: those of `double`, where a product may be added without being rounded first.
//!
//! What is added must be a product of something that differs from row to row and something that differs from column to column: so `alpha * a[i][k] * b[k][j]` is
//! one, and `(a[i][k] * b[k][j]) * alpha` isn't. All else of a tile, before and behind its loops in order, is as it was.

use super::sizes::{GivenBy, Sizes};
use crate::options::Options;
use crate::plan::tensor::{DOUBLE, GROUPS, IN_GROUP};
use crate::plan::{CopyOf, NoTensor, Product, TileCopy, TileStep};
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, FloatKind, Type, TypeId, UnaryOp, VarId};
use indexmap::IndexSet;

/// Words that a thread's sums may take in all: twice as many as elsewhere, since nothing else is in registers for long.
const WORDS: u64 = 64;
/// Bytes of shared memory that the copies may take, all that a kernel can have without asking: a kernel in tiles reduces nothing.
pub const SHARED: u64 = 48 * 1024;
/// Bytes between the rows of a copy: so the threads that load a part of a matrix, which have 8 rows and 4 iterations, find these in different banks.
pub const APART: u64 = 32;
/// How warps share a tile out, the first choice first: the fewer there are, the less each element is loaded from shared memory.
const WARPS: [[u64; 2]; 3] = [[2, 2], [2, 4], [4, 4]];

/// What is asked about a nest.
pub struct Asked<'a> {
    pub unit: &'a Unit,
    pub options: &'a Options,
    pub by: GivenBy,
    pub steps: &'a [TileStep],
    pub copies: &'a [TileCopy],
    /// Scalars that differ from iteration to iteration, variables of loops among them.
    pub varying: IndexSet<VarId>,
}

impl Asked<'_> {
    /// The products of a nest's loops in order, if tensor cores can add them.
    pub fn products(&self) -> Result<Vec<Product>, NoTensor> {
        let mut all = Vec::new();
        for (step, s) in self.steps.iter().enumerate() {
            if let TileStep::Loop { body, .. } = s {
                self.of_loop(step, body, &mut all)?;
            }
        }
        let may = |right: bool, why| if right { Ok(()) } else { Err(why) };
        let archs = &self.options.archs;
        may(!all.is_empty(), NoTensor::OtherSums)?;
        may(self.by == GivenBy::Compiler, NoTensor::Sizes)?;
        may(self.options.fuses(self.unit), NoTensor::Rounding)?;
        may(
            archs.is_empty() || archs.iter().any(|a| DOUBLE.contains(a)),
            NoTensor::Architecture,
        )?;
        Ok(all)
    }

    fn of_loop(
        &self,
        step: usize,
        body: &[TileStep],
        all: &mut Vec<Product>,
    ) -> Result<(), NoTensor> {
        let first = all.len();
        for s in body {
            let TileStep::Assign { to, op, value } = s else {
                return Err(NoTensor::OtherSteps);
            };
            let (added, minus) = added(to, *op, value).ok_or(NoTensor::OtherSteps)?;
            let product = self.product(step, to, (added, minus))?;
            if all[first..].iter().any(|p| p.to.is_like(to)) {
                return Err(NoTensor::SeveralProducts);
            }
            all.push(product);
        }
        Ok(())
    }

    fn product(
        &self,
        step: usize,
        to: &Expr,
        (added, mut minus): (&Expr, bool),
    ) -> Result<Product, NoTensor> {
        let mut added = added.strip_implicit();
        while let ExprKind::Unary(op @ (UnaryOp::Plus | UnaryOp::Minus), of) = &added.kind {
            minus ^= *op == UnaryOp::Minus;
            added = of.strip_implicit();
        }
        let is_double = |ty: TypeId| {
            let types = &self.unit.types;
            matches!(types.canonical(ty), Type::Float(FloatKind::Double))
        };
        let ExprKind::Binary(BinaryOp::Mul, a, b) = &added.kind else {
            return Err(NoTensor::OtherSums);
        };
        if !is_double(to.ty) || !is_double(added.ty) {
            return Err(NoTensor::OtherSums);
        }
        let (of_a, of_b) = (self.differs(step, a)?, self.differs(step, b)?);
        let (left, right) = match (of_a, of_b) {
            (CopyOf::Columns, CopyOf::Columns) | (CopyOf::Rows, CopyOf::Rows) => {
                return Err(NoTensor::MixedFactor);
            }
            (CopyOf::Columns, _) | (_, CopyOf::Rows) => (b, a),
            _ => (a, b),
        };
        Ok(Product {
            step,
            to: to.clone(),
            left: (**left).clone(),
            right: (**right).clone(),
            minus,
        })
    }

    /// What a factor differs in: rows or columns, and not both.
    fn differs(&self, step: usize, e: &Expr) -> Result<CopyOf, NoTensor> {
        let copied = self.copies.iter();
        let mut copied = copied.filter(|c| c.step == step && c.element.is_like(e));
        if let Some(c) = copied.next() {
            return Ok(c.of);
        }
        match &e.kind {
            ExprKind::Var(v) if self.varying.contains(v) => return Err(NoTensor::MixedFactor),
            // (What is read where it is, or held in registers.)
            ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Member { .. } => {
                return Err(NoTensor::MixedFactor);
            }
            _ => {}
        }
        let mut found = Ok(CopyOf::Neither);
        e.children(&mut |c| {
            found = match (found, self.differs(step, c)) {
                (Err(why), _) | (_, Err(why)) => Err(why),
                (Ok(CopyOf::Neither), other) | (other, Ok(CopyOf::Neither)) => other,
                (Ok(a), Ok(b)) if a == b => Ok(a),
                _ => Err(NoTensor::MixedFactor),
            };
        });
        found
    }
}

/// What a statement adds to its sum, and whether it is taken away.
fn added<'e>(to: &Expr, op: Option<BinaryOp>, value: &'e Expr) -> Option<(&'e Expr, bool)> {
    match op {
        Some(BinaryOp::Add) => Some((value, false)),
        Some(BinaryOp::Sub) => Some((value, true)),
        Some(_) => None,
        None => match &value.strip_implicit().kind {
            ExprKind::Binary(BinaryOp::Add, a, b) if a.is_like(to) => Some((b, false)),
            ExprKind::Binary(BinaryOp::Add, a, b) if b.is_like(to) => Some((a, false)),
            ExprKind::Binary(BinaryOp::Sub, a, b) if a.is_like(to) => Some((b, true)),
            _ => None,
        },
    }
}

impl Sizes {
    /// The same tile among a block's warps as tensor cores have its sums, and how many warps have rows and columns; `None` where a thread's sums would take too many
    /// registers. `words` is what one of them takes.
    pub fn by_warps(mut self, words: u64) -> Option<(Self, [u64; 2])> {
        let number = self.number();
        let sums = |[rows, columns]: [u64; 2]| {
            number[0] * number[1] / (rows * columns * GROUPS * IN_GROUP)
        };
        let warps = WARPS.into_iter().find(|w| sums(*w) * words <= WORDS)?;
        let threads = [warps[0] * GROUPS, warps[1] * IN_GROUP];
        self.rows = [threads[0], number[0] / threads[0]];
        self.columns = [threads[1], number[1] / threads[1]];
        Some((self, warps))
    }
}
