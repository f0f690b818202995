//! The condition under which a loop has so many further iterations: how the main loop of an unrolled one goes on.
//!
//! It must hold only where the user's condition would allow all of them, and must be computed without an overflow, whatever the
//! bounds are:
//!
//! ```text
//! i < 97                          the bound is a constant: no more than 100 - 3
//! i < n - 3L                      types of up to 32 bits, in 64
//! i < n && n - i > 3              64 bits; by unsigned arithmetic where the distance may not fit
//! n - i > 3                       `!=` of unsigned variables, which may lead around the type's end
//! ```

use crate::make::{binary, cast, int, literal, times};
use crate::trips;
use accrs_frontend::Unit;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, LoopCmp, TypeId, UnaryOp};
use accrs_frontend::source::Span;

/// The value of a constant of which no part leaves its type.
pub fn exact(unit: &Unit, e: &Expr) -> Option<i128> {
    let leaves = |e: &Expr| constant(e).is_some_and(|v| !holds(unit, e.ty, v));
    constant(e).filter(|_| !e.any_expr(leaves))
}

/// Whether a type has the value.
pub fn holds(unit: &Unit, ty: TypeId, value: i128) -> bool {
    let Some(bits) = unit.types.size_of(ty).map(|n| 8 * n.min(8)) else {
        return false;
    };
    match unit.types.is_unsigned(ty) {
        true => (0..1i128 << bits).contains(&value),
        false => (-1i128 << (bits - 1)..1i128 << (bits - 1)).contains(&value),
    }
}

/// The loop's variable.
pub fn variable(unit: &Unit, head: &Canonical) -> Expr {
    Expr::new(
        ExprKind::Var(head.var),
        unit.var(head.var).ty,
        Span::default(),
    )
}

/// The main loop's condition: there are `number` further iterations.
pub fn goes_on(unit: &Unit, head: &Canonical, number: u32) -> Result<Expr, &'static str> {
    let types = &unit.types;
    let ty = unit.var(head.var).ty;
    let pointer = types.is_pointer(ty);
    let size = types.size_of(ty).unwrap_or(16);
    if size > 8 || types.size_of(head.upper.ty).is_none_or(|n| n > 8) {
        return Err("its variable is wider than 64 bits");
    }
    let compared = trips::compared(unit, head);
    let unsigned = compared.unsigned && !pointer;
    if unsigned && size < 4 && !types.is_unsigned(ty) {
        return Err("its variable may go around the end of its narrow type");
    }
    // What the variable takes until the last of these iterations, and behind it.
    let known = head.step.int_value();
    let whole = known.map_or(0, |s| i128::from(number).saturating_mul(s));
    let bits = 8 * size.min(4) - u64::from(pointer || size >= 4 || !types.is_unsigned(ty));
    if whole >= 1 << bits {
        return Err("its type doesn't hold the step of so many iterations");
    }
    let wide = pointer || compared.size > 4;
    let how = Compare {
        unit,
        head,
        further: number - 1,
        known,
        unsigned,
        wide,
    };
    let modular = head.cmp == LoopCmp::Ne
        && unsigned
        && types.is_unsigned(ty)
        && types.size_of(head.upper.ty) == Some(size);
    if modular {
        return Ok(how.distance());
    }
    match exact(unit, &head.upper).filter(|_| !pointer) {
        Some(bound) if known.is_some() => how.literal(bound),
        _ if !wide => Ok(how.in_64_bits()),
        _ if pointer && head.cmp == LoopCmp::Ne => Ok(how.distance()),
        _ => Ok(how.guarded()),
    }
}

/// What a main loop's condition is made of.
struct Compare<'c> {
    unit: &'c Unit,
    head: &'c Canonical,
    /// Iterations behind the one at hand.
    further: u32,
    /// The step.
    known: Option<i128>,
    /// C compares variable and bound so.
    unsigned: bool,
    wide: bool,
}

impl Compare<'_> {
    fn closed(&self) -> bool {
        matches!(self.head.cmp, LoopCmp::Le | LoopCmp::Ge)
    }

    /// The user's comparison; `!=` as what it is up to the bound.
    fn op(&self) -> BinaryOp {
        match (self.head.cmp, self.head.down) {
            (LoopCmp::Ne, true) => BinaryOp::Gt,
            (LoopCmp::Ne, false) => BinaryOp::Lt,
            (cmp, _) => cmp.op(),
        }
    }

    /// The variable as C compares it: an operand of 64 bits would leave it signed.
    fn variable(&self) -> Expr {
        let var = variable(self.unit, self.head);
        let types = &self.unit.types;
        match self.unsigned && !types.is_unsigned(var.ty) {
            true => cast(false, self.head.upper.ty, var),
            false => var,
        }
    }

    /// Likewise the bound.
    fn bound(&self) -> Expr {
        let types = &self.unit.types;
        let upper = &self.head.upper;
        match &upper.kind {
            ExprKind::Cast {
                implicit: true,
                operand,
            } if self.unsigned && !types.is_unsigned(operand.ty) => {
                cast(false, upper.ty, (**operand).clone())
            }
            _ => upper.clone(),
        }
    }

    fn compare(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        binary(op, a, b, self.unit.types.int())
    }

    /// How far the last of the iterations is, of a known step.
    fn far(&self, step: i128) -> i128 {
        i128::from(self.further) * step
    }

    /// `i < 97`
    fn literal(&self, bound: i128) -> Result<Expr, &'static str> {
        let bits = if self.wide { 64 } else { 32 };
        let (least, most) = match self.unsigned {
            true => (0, (1i128 << bits) - 1),
            false => (-1i128 << (bits - 1), (1i128 << (bits - 1)) - 1),
        };
        let far = self.far(self.known.unwrap_or(1));
        let last = if self.head.down {
            bound + far
        } else {
            bound - far
        };
        let open = i128::from(!self.closed());
        let reached = match self.head.down {
            true => last <= most - open,
            false => last >= least + open,
        };
        if !reached || bound > most || bound < least {
            return Err("its bound leaves no room for so many iterations");
        }
        let types = &self.unit.types;
        let long = i32::try_from(last).is_err();
        let (suffix, ty) = match (self.unsigned, self.wide) {
            (true, true) => ("ul", types.unsigned_long()),
            (true, false) => ("u", self.head.upper.ty),
            (false, _) if long => ("L", types.long()),
            _ => ("", types.int()),
        };
        let end = literal(last.abs(), suffix, ty);
        let end = match last < 0 {
            true => Expr::new(
                ExprKind::Unary(UnaryOp::Minus, Box::new(end)),
                ty,
                Span::default(),
            ),
            false => end,
        };
        Ok(self.compare(self.op(), self.variable(), end))
    }

    /// `i < n - 3L`
    fn in_64_bits(&self) -> Expr {
        let long = self.unit.types.long();
        let far = match self.known {
            Some(step) => literal(self.far(step), "L", long),
            None => times(self.unit, self.further, &self.head.step),
        };
        let op = if self.head.down {
            BinaryOp::Add
        } else {
            BinaryOp::Sub
        };
        // An unsigned step of 64 bits would make the bound unsigned.
        let far = match self.unit.types.is_unsigned(far.ty) {
            true => return self.guarded(),
            false => far,
        };
        let end = binary(op, self.bound(), far, long);
        self.compare(self.op(), self.variable(), end)
    }

    /// `i < n && n - i > 3`
    fn guarded(&self) -> Expr {
        let ahead = self.compare(self.op(), self.variable(), self.head.upper.clone());
        let far = self.distance();
        self.compare(BinaryOp::And, ahead, far)
    }

    /// `n - i > 3`, where `n` isn't passed yet.
    fn distance(&self) -> Expr {
        let types = &self.unit.types;
        let pointer = types.is_pointer(self.unit.var(self.head.var).ty);
        let (mut from, mut to) = (variable(self.unit, self.head), self.head.upper.clone());
        let from_zero =
            !self.head.down && exact(self.unit, &self.head.lower).is_some_and(|v| v >= 0);
        // The distance of signed ends may not fit their type.
        let signed = !(pointer || self.unsigned || from_zero && self.known.is_some());
        let ty = match () {
            () if pointer => types.long(),
            () if signed => types.unsigned_long(),
            () => self.head.upper.ty,
        };
        if signed {
            (from, to) = (cast(false, ty, from), cast(false, ty, to));
        }
        if self.head.down {
            std::mem::swap(&mut from, &mut to);
        }
        let between = binary(BinaryOp::Sub, to, from, ty);
        let Some(step) = self.known else {
            // Divided, since the product might not fit.
            let between = match self.closed() {
                true => between,
                false => binary(BinaryOp::Sub, between, int(self.unit, 1), ty),
            };
            let times = int(self.unit, i128::from(self.further));
            let steps = binary(
                BinaryOp::Div,
                cast(false, types.unsigned_long(), between),
                times,
                types.unsigned_long(),
            );
            let step = cast(false, types.unsigned_long(), self.head.step.clone());
            return self.compare(BinaryOp::Ge, steps, step);
        };
        let op = if self.closed() {
            BinaryOp::Ge
        } else {
            BinaryOp::Gt
        };
        self.compare(op, between, int(self.unit, self.far(step)))
    }
}
