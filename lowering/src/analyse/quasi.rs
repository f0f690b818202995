//! Integer values and conditions that isl can reason about exactly: linear but for divisions and remainders by constants, and by
//! cases.

use super::poly::{Poly, Sym};
use accrs_frontend::region::{BinaryOp, VarId};
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
pub(super) const MAX_CASES: usize = 16;

impl Linear {
    pub fn constant(n: i128) -> Self {
        Linear {
            terms: Vec::new(),
            constant: n,
        }
    }

    pub fn floor(of: &Linear, by: i128) -> Self {
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

    pub fn negative(&self) -> Option<Linear> {
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

    pub fn is_always(&self) -> bool {
        matches!(self, Cond::All(all) if all.is_empty())
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

    pub fn map(&self, f: impl Fn(&Linear) -> Option<Linear>) -> Option<Quasi> {
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
    pub fn quotient(&self, by: i128) -> Option<Quasi> {
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
    pub fn remainder(&self, by: i128) -> Option<Quasi> {
        let mut out = Vec::new();
        for case in &self.0 {
            for (c, q) in Quasi(vec![case.clone()]).quotient(by)?.0 {
                out.push((c, case.1.plus(-by, &q)?));
            }
        }
        (out.len() <= MAX_CASES).then_some(Quasi(out))
    }
}
