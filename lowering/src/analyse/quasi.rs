//! Integer values and conditions of C that isl can reason about exactly: linear but for divisions and remainders by constants,
//! and for `? :`.
//!
//! Values that C computes in an unsigned type wrap around. Where a division or a comparison would show that, its operands must be
//! ones that can't be negative: otherwise there is no value here, and whoever asks goes on without it.

use super::affine::Context;
use super::poly::{Poly, Sym};
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, LoopCmp, TypeId, UnaryOp, VarId,
};
use indexmap::IndexSet;

/// What a linear value is made of.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Atom {
    Sym(Sym),
    /// A product of symbols that don't change: like one of them.
    Product(Vec<Sym>),
    /// The largest integer not above a value divided by a positive number.
    Floor(Box<Linear>, i128),
}

/// A sum of multiples, and a constant.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Linear {
    pub terms: Vec<(Atom, i128)>,
    pub constant: i128,
}

/// What holds where something happens.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cond {
    Zero(Linear),
    /// It isn't negative.
    AtLeast(Linear),
    All(Vec<Cond>),
    Any(Vec<Cond>),
}

/// A value by cases, of which exactly one holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quasi(pub Vec<(Cond, Linear)>);

/// What a condition of C tells: each holds at least where the condition does, or doesn't.
pub struct Test {
    pub holds: Cond,
    pub fails: Cond,
    /// They hold nowhere else.
    pub exact: bool,
}

/// A value has no more cases than this.
const MAX_CASES: usize = 16;
const MAX_DEPTH: u32 = 32;

impl Linear {
    pub fn constant(n: i128) -> Self {
        Linear {
            terms: Vec::new(),
            constant: n,
        }
    }

    fn floor(of: &Linear, by: i128) -> Self {
        Linear {
            terms: vec![(Atom::Floor(Box::new(of.clone()), by), 1)],
            constant: 0,
        }
    }

    /// A polynomial in which no symbol in `changing` is part of a product.
    pub fn of(p: &Poly, changing: &IndexSet<VarId>) -> Option<Self> {
        let mut out = Linear::default();
        for (m, n) in p.terms() {
            let atom = match m {
                [] => {
                    out.constant = n;
                    continue;
                }
                [s] => Atom::Sym(s.clone()),
                product => {
                    let changes = |s: &Sym| matches!(s, Sym::Var(v, _) if changing.contains(v));
                    if product.iter().any(changes) {
                        return None;
                    }
                    Atom::Product(product.to_vec())
                }
            };
            out.terms.push((atom, n));
        }
        Some(out)
    }

    /// `self + k * other`; `None` on overflow.
    pub fn plus(&self, k: i128, other: &Linear) -> Option<Linear> {
        let mut out = self.clone();
        for (a, n) in &other.terms {
            let n = n.checked_mul(k)?;
            match out.terms.iter_mut().find(|(b, _)| a == b) {
                Some((_, m)) => *m = m.checked_add(n)?,
                None => out.terms.push((a.clone(), n)),
            }
        }
        out.terms.retain(|(_, n)| *n != 0);
        out.constant = out.constant.checked_add(other.constant.checked_mul(k)?)?;
        Some(out)
    }

    fn negative(&self) -> Option<Linear> {
        Linear::default().plus(-1, self)
    }

    /// All symbols in it, also in products and divisions.
    pub fn syms(&self, found: &mut dyn FnMut(&Sym)) {
        for (a, _) in &self.terms {
            match a {
                Atom::Sym(s) => found(s),
                Atom::Product(all) => all.iter().for_each(&mut *found),
                Atom::Floor(l, _) => l.syms(found),
            }
        }
    }
}

impl Cond {
    pub fn always() -> Self {
        Cond::All(Vec::new())
    }

    pub fn and(self, other: Cond) -> Self {
        match (self, other) {
            (Cond::All(a), b) if a.is_empty() => b,
            (a, Cond::All(b)) if b.is_empty() => a,
            (Cond::All(mut a), b) => {
                a.push(b);
                Cond::All(a)
            }
            (a, b) => Cond::All(vec![a, b]),
        }
    }

    pub fn or(self, other: Cond) -> Self {
        match self {
            Cond::Any(mut a) => {
                a.push(other);
                Cond::Any(a)
            }
            a => Cond::Any(vec![a, other]),
        }
    }

    /// `a op b`
    pub fn compare(op: BinaryOp, a: &Linear, b: &Linear) -> Option<Cond> {
        let difference = a.plus(-1, b)?;
        let less = |l: &Linear| l.negative()?.plus(1, &Linear::constant(-1));
        Some(match op {
            BinaryOp::Eq => Cond::Zero(difference),
            BinaryOp::Ne => {
                Cond::AtLeast(less(&difference)?).or(Cond::AtLeast(less(&difference.negative()?)?))
            }
            BinaryOp::Lt => Cond::AtLeast(less(&difference)?),
            BinaryOp::Le => Cond::AtLeast(difference.negative()?),
            BinaryOp::Gt => Cond::AtLeast(less(&difference.negative()?)?),
            BinaryOp::Ge => Cond::AtLeast(difference),
            _ => return None,
        })
    }

    pub fn syms(&self, found: &mut dyn FnMut(&Sym)) {
        match self {
            Cond::Zero(l) | Cond::AtLeast(l) => l.syms(found),
            Cond::All(all) | Cond::Any(all) => all.iter().for_each(|c| c.syms(found)),
        }
    }
}

impl Quasi {
    pub fn linear(l: Linear) -> Self {
        Quasi(vec![(Cond::always(), l)])
    }

    /// Its one case.
    pub fn as_linear(&self) -> Option<&Linear> {
        match self.0.as_slice() {
            [(Cond::All(when), l)] if when.is_empty() => Some(l),
            _ => None,
        }
    }

    fn map(&self, f: impl Fn(&Linear) -> Option<Linear>) -> Option<Quasi> {
        let cases = self.0.iter().map(|(c, l)| Some((c.clone(), f(l)?)));
        Some(Quasi(cases.collect::<Option<_>>()?))
    }

    fn with(&self, other: &Quasi, f: impl Fn(&Linear, &Linear) -> Option<Linear>) -> Option<Quasi> {
        let mut out = Vec::new();
        for (c, l) in &self.0 {
            for (d, m) in &other.0 {
                out.push((c.clone().and(d.clone()), f(l, m)?));
            }
        }
        (out.len() <= MAX_CASES).then_some(Quasi(out))
    }

    pub fn plus(&self, k: i128, other: &Quasi) -> Option<Quasi> {
        self.with(other, |a, b| a.plus(k, b))
    }

    /// Where `self op other` holds.
    pub fn compare(&self, op: BinaryOp, other: &Quasi) -> Option<Cond> {
        let mut any = Vec::new();
        for (c, l) in &self.0 {
            for (d, m) in &other.0 {
                any.push(c.clone().and(d.clone()).and(Cond::compare(op, l, m)?));
            }
        }
        if any.len() > MAX_CASES {
            return None;
        }
        Some(match any.pop() {
            Some(one) if any.is_empty() => one,
            Some(last) => {
                any.push(last);
                Cond::Any(any)
            }
            None => Cond::always(),
        })
    }

    /// C's quotient, which is cut off towards zero.
    fn quotient(&self, by: i128) -> Option<Quasi> {
        let mut out = Vec::new();
        for (c, l) in &self.0 {
            if l.terms.is_empty() {
                out.push((c.clone(), Linear::constant(l.constant / by)));
                continue;
            }
            let negative = l.negative()?;
            let below = negative.plus(1, &Linear::constant(-1))?;
            let up = Linear::floor(&negative, by).negative()?;
            let down = Linear::floor(l, by);
            out.push((c.clone().and(Cond::AtLeast(l.clone())), down));
            out.push((c.clone().and(Cond::AtLeast(below)), up));
        }
        (out.len() <= MAX_CASES).then_some(Quasi(out))
    }

    /// C's remainder, which has the sign of what is divided.
    fn remainder(&self, by: i128) -> Option<Quasi> {
        let mut out = Vec::new();
        for case in &self.0 {
            for (c, q) in Quasi(vec![case.clone()]).quotient(by)?.0 {
                out.push((c, case.1.plus(-by, &q)?));
            }
        }
        (out.len() <= MAX_CASES).then_some(Quasi(out))
    }
}

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
    fn unknown() -> Self {
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
                let value = (integers && to >= from).then(|| deeper(operand))??;
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
        depth > MAX_DEPTH
            || e.any_expr(|e| match &e.kind {
                ExprKind::Var(v) if !self.vars.contains(v) && self.cx.is_written(*v) => {
                    let wraps = |d| self.may_wrap(d, depth + 1);
                    self.cx.definition(*v).is_none_or(wraps)
                }
                _ if !types.is_unsigned(e.ty) => false,
                ExprKind::Binary(BinaryOp::Sub, ..) => true,
                ExprKind::Unary(UnaryOp::Minus | UnaryOp::BitNot, _) => true,
                ExprKind::IntLit { value, .. } => {
                    let bits = 8 * types.size_of(e.ty).unwrap_or(1).clamp(1, 8) as u32;
                    !i128::try_from(*value).is_ok_and(|n| within(bits, n))
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
