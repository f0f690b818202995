//! Reads integer values and conditions of C for isl.
//!
//! Values that C computes in an unsigned type wrap around. Where a division or a comparison would show that, its operands must be
//! ones that can't be negative: otherwise there is no value here, and whoever asks goes on without it.

use super::affine::Context;
use super::poly::Sym;
use super::quasi::{Atom, Cond, Linear, MAX_CASES, Quasi, Test};
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, LoopCmp, TypeId, UnaryOp, VarId,
};
use indexmap::IndexSet;

const MAX_DEPTH: u32 = 32;

/// The comparison that holds where another one doesn't.
fn negated(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}

impl Test {
    pub fn unknown() -> Self {
        Test {
            holds: Cond::always(),
            fails: Cond::always(),
            exact: false,
        }
    }
}

impl<'a> Context<'a> {
    /// The value of an integer expression where these loops are around it.
    pub fn quasi(&self, e: &Expr, loops: &[&Canonical]) -> Option<Quasi> {
        let vars: IndexSet<VarId> = loops.iter().map(|l| l.var).collect();
        Reader {
            cx: self,
            loops,
            vars: &vars,
        }
        .value(e, 0)
    }

    /// What a condition tells where these loops are around it.
    pub fn test(&self, e: &Expr, loops: &[&Canonical]) -> Test {
        let vars: IndexSet<VarId> = loops.iter().map(|l| l.var).collect();
        Reader {
            cx: self,
            loops,
            vars: &vars,
        }
        .test(e, 0)
    }
}

struct Reader<'r, 'a> {
    cx: &'r Context<'a>,
    loops: &'r [&'r Canonical],
    vars: &'r IndexSet<VarId>,
}

impl Reader<'_, '_> {
    fn value(&self, e: &Expr, depth: u32) -> Option<Quasi> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Ok(p) = self.cx.poly(e, self.vars) {
            return Linear::of(&p, self.vars).map(Quasi::linear);
        }
        let types = &self.cx.unit.types;
        let deeper = |e| self.value(e, depth + 1);
        match &e.kind {
            ExprKind::Var(v) if !self.vars.contains(v) => deeper(self.cx.definition(*v)?),
            ExprKind::Cast { operand, .. } => {
                let (to, from) = (types.size_of(e.ty), types.size_of(operand.ty));
                let integers = types.is_integer(e.ty) && types.is_integer(operand.ty);
                let keeps = integers && to >= from && !self.cx.makes_truth(e, operand);
                let value = keeps.then(|| deeper(operand))??;
                let loses = types.is_unsigned(e.ty) && !types.is_unsigned(operand.ty);
                (!loses || self.is_natural(&value)).then_some(value)
            }
            ExprKind::Unary(UnaryOp::Plus, a) => deeper(a),
            ExprKind::Unary(UnaryOp::Minus, a) if !types.is_unsigned(e.ty) => {
                deeper(a)?.map(Linear::negative)
            }
            ExprKind::Conditional(c, Some(a), b) => {
                let test = self.test(c, depth + 1);
                let case = |when: &Cond, value: Quasi| {
                    let with = move |(c, l): (Cond, Linear)| (when.clone().and(c), l);
                    value.0.into_iter().map(with).collect::<Vec<_>>()
                };
                let mut cases = case(&test.holds, deeper(a)?);
                cases.extend(case(&test.fails, deeper(b)?));
                (test.exact && cases.len() <= MAX_CASES).then_some(Quasi(cases))
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, (a, b), e.ty, depth),
            _ => None,
        }
    }

    fn binary(
        &self,
        op: BinaryOp,
        (a, b): (&Expr, &Expr),
        ty: TypeId,
        depth: u32,
    ) -> Option<Quasi> {
        let types = &self.cx.unit.types;
        if !types.is_integer(a.ty) || !types.is_integer(b.ty) {
            return None;
        }
        let deeper = |e| self.value(e, depth + 1);
        let unsigned = types.is_unsigned(ty);
        match op {
            BinaryOp::Add | BinaryOp::Mul
                if unsigned && (self.may_wrap(a, depth) || self.may_wrap(b, depth)) =>
            {
                None
            }
            BinaryOp::Add => deeper(a)?.plus(1, &deeper(b)?),
            BinaryOp::Sub if !unsigned => deeper(a)?.plus(-1, &deeper(b)?),
            BinaryOp::Mul => match (a.int_value(), b.int_value()) {
                (Some(n), _) => Quasi::linear(Linear::default()).plus(n, &deeper(b)?),
                (_, Some(n)) => Quasi::linear(Linear::default()).plus(n, &deeper(a)?),
                _ => None,
            },
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr | BinaryOp::BitAnd => {
                let (value, n) = (deeper(a)?, b.int_value()?);
                if self.may_wrap(a, depth) || unsigned && !self.is_natural(&value) {
                    return None;
                }
                match op {
                    BinaryOp::Div if n > 0 => value.quotient(n),
                    BinaryOp::Rem if n > 0 => value.remainder(n),
                    BinaryOp::Shr if (0..62).contains(&n) => {
                        value.map(|l| Some(Linear::floor(l, 1 << n)))
                    }
                    // A mask of the lowest bits.
                    BinaryOp::BitAnd if n > 0 && (n & (n + 1)) == 0 => {
                        let low = |l: &Linear| l.plus(-(n + 1), &Linear::floor(l, n + 1));
                        value.map(low)
                    }
                    _ => None,
                }
            }
            BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne => {
                let holds = self.compare(op, a, b, depth)?;
                let fails = self.compare(negated(op)?, a, b, depth)?;
                Some(Quasi(vec![
                    (holds, Linear::constant(1)),
                    (fails, Linear::constant(0)),
                ]))
            }
            _ => None,
        }
    }

    fn test(&self, e: &Expr, depth: u32) -> Test {
        let found = match &e.kind {
            _ if depth > MAX_DEPTH => None,
            ExprKind::Cast { operand, .. } if self.is_truth(e, operand) => {
                return self.test(operand, depth + 1);
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                let test = self.test(a, depth + 1);
                return Test {
                    holds: test.fails,
                    fails: test.holds,
                    exact: test.exact,
                };
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let (a, b) = (self.test(a, depth + 1), self.test(b, depth + 1));
                let exact = a.exact && b.exact;
                let (holds, fails) = match op {
                    BinaryOp::And => (a.holds.and(b.holds), a.fails.or(b.fails)),
                    _ => (a.holds.or(b.holds), a.fails.and(b.fails)),
                };
                return Test {
                    holds,
                    fails,
                    exact,
                };
            }
            ExprKind::Binary(op, a, b) if negated(*op).is_some() => {
                let both = self.compare(*op, a, b, depth);
                both.zip(negated(*op).and_then(|op| self.compare(op, a, b, depth)))
            }
            _ if self.may_wrap(e, depth) => None,
            _ => self.value(e, depth + 1).and_then(|v| {
                let zero = Quasi::linear(Linear::default());
                let holds = v.compare(BinaryOp::Ne, &zero)?;
                Some((holds, v.compare(BinaryOp::Eq, &zero)?))
            }),
        };
        match found {
            Some((holds, fails)) => Test {
                holds,
                fails,
                exact: true,
            },
            None => Test::unknown(),
        }
    }

    /// A conversion that keeps what is zero.
    fn is_truth(&self, e: &Expr, operand: &Expr) -> bool {
        let types = &self.cx.unit.types;
        let wide = types.size_of(e.ty) >= types.size_of(operand.ty);
        types.is_integer(operand.ty) && types.is_integer(e.ty) && wide
    }

    fn compare(&self, op: BinaryOp, a: &Expr, b: &Expr, depth: u32) -> Option<Cond> {
        let types = &self.cx.unit.types;
        if !types.is_integer(a.ty) || !types.is_integer(b.ty) {
            return None;
        }
        if self.may_wrap(a, depth) || self.may_wrap(b, depth) {
            return None;
        }
        let (x, y) = (self.value(a, depth + 1)?, self.value(b, depth + 1)?);
        let unsigned = types.is_unsigned(a.ty) || types.is_unsigned(b.ty);
        if unsigned && !(self.is_natural(&x) && self.is_natural(&y)) {
            return None;
        }
        x.compare(op, &y)
    }

    /// Whether something in an expression may be computed around the end of an unsigned type.
    fn may_wrap(&self, e: &Expr, depth: u32) -> bool {
        let types = &self.cx.unit.types;
        let within = |bits: u32, n: i128| n < 1 << (bits - 1);
        let bits = |e: &Expr| 8 * types.size_of(e.ty).unwrap_or(1).clamp(1, 8) as u32;
        depth > MAX_DEPTH
            || e.any_expr(|e| match &e.kind {
                ExprKind::Var(v) if !self.vars.contains(v) && self.cx.is_written(*v) => {
                    let wraps = |d| self.may_wrap(d, depth + 1);
                    self.cx.definition(*v).is_none_or(wraps)
                }
                _ if !types.is_unsigned(e.ty) => false,
                ExprKind::Binary(BinaryOp::Sub, ..) => true,
                // As random numbers and hashes are made; indices are small numbers' multiples.
                ExprKind::Binary(BinaryOp::Mul, a, b) => {
                    let large = |f: &Expr| f.int_value().is_some_and(|n| n >= 1 << (bits(e) / 2));
                    large(a) || large(b)
                }
                ExprKind::Binary(BinaryOp::Shl, _, by) => {
                    by.int_value().is_none_or(|n| n >= i128::from(bits(e) / 2))
                }
                ExprKind::Unary(UnaryOp::Minus | UnaryOp::BitNot, _) => true,
                ExprKind::IntLit { value, .. } => {
                    !i128::try_from(*value).is_ok_and(|n| within(bits(e), n))
                }
                ExprKind::Cast { operand, .. } if !types.is_unsigned(operand.ty) => {
                    let natural = |v: Quasi| self.is_natural(&v);
                    !self.value(operand, depth + 1).is_some_and(natural)
                }
                _ => false,
            })
    }

    /// Whether a value is certainly not negative: by its symbols, not by its cases' conditions.
    fn is_natural(&self, q: &Quasi) -> bool {
        let natural = |l: &Linear| {
            l.constant >= 0
                && l.terms.iter().all(|(a, n)| {
                    *n >= 0
                        && match a {
                            Atom::Sym(s) => self.is_natural_sym(s),
                            Atom::Product(all) => all.iter().all(|s| self.is_natural_sym(s)),
                            Atom::Floor(l, _) => self.is_natural(&Quasi::linear((**l).clone())),
                        }
                })
        };
        q.0.iter().all(|(_, l)| natural(l))
    }

    fn is_natural_sym(&self, s: &Sym) -> bool {
        let Sym::Var(v, _) = s else { return false };
        if self.cx.unit.types.is_unsigned(self.cx.unit.var(*v).ty) {
            return true;
        }
        let Some(l) = self.loops.iter().rev().find(|l| l.var == *v) else {
            return false;
        };
        let from = |e: &Expr| e.int_value().is_some_and(|n| n >= 0);
        if l.down {
            // The loop's own comparison is in the type of its bound.
            let signed = !self.cx.unit.types.is_unsigned(l.upper.ty);
            signed
                && l.upper
                    .int_value()
                    .is_some_and(|n| n >= -i128::from(l.cmp == LoopCmp::Gt))
        } else {
            from(&l.lower)
        }
    }
}
