//! Polynomials over integer symbols: what subscripts and bounds are made of. `i*m + j` is
//! linear in the loop variables, with products of parameters as coefficients.

use accrs_frontend::Unit;
use accrs_frontend::region::{TypeId, VarId};
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// An integer unknown.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sym {
    /// A variable; the tag tells instances apart (the two iterations of a dependence test).
    Var(VarId, u8),
    /// A member of this struct that doesn't change, by its text.
    Member(VarId, String),
    /// What a narrower type keeps of a variable that doesn't change: `(int)n`.
    Cast(VarId, TypeId),
    /// How many elements the first of two pointers is behind the second one.
    Behind(VarId, VarId),
    /// The distance between two iterations.
    Distance,
}

impl Sym {
    /// The type of a variable, or of what is kept of one.
    pub fn ty(&self, unit: &Unit) -> Option<TypeId> {
        match self {
            Sym::Var(v, _) => Some(unit.var(*v).ty),
            Sym::Cast(_, ty) => Some(*ty),
            Sym::Member(..) | Sym::Behind(..) | Sym::Distance => None,
        }
    }
}

type Monomial = Vec<Sym>;

/// A sum of integer multiples of products. No zero coefficients.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Poly(BTreeMap<Monomial, i128>);

/// More terms than this are not worth the time.
const MAX_TERMS: usize = 64;

/// Known least values of symbols.
pub type Facts = IndexMap<Sym, i128>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    Zero,
    /// At least 0.
    NonNegative,
    /// At most 0.
    NonPositive,
    Unknown,
}

impl Poly {
    pub fn constant(n: i128) -> Self {
        let mut p = Poly::default();
        p.insert(Vec::new(), n);
        p
    }
    pub fn sym(s: Sym) -> Self {
        let mut p = Poly::default();
        p.insert(vec![s], 1);
        p
    }
    fn insert(&mut self, m: Monomial, n: i128) {
        if n != 0 {
            self.0.insert(m, n);
        }
    }
    pub fn terms(&self) -> impl Iterator<Item = (&[Sym], i128)> {
        self.0.iter().map(|(m, n)| (m.as_slice(), *n))
    }
    pub fn as_constant(&self) -> Option<i128> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }
    /// What it adds to its products.
    pub fn constant_term(&self) -> i128 {
        self.0.get([].as_slice()).copied().unwrap_or(0)
    }
    /// Its value, where all of its symbols have one.
    pub fn value(&self, of: &dyn Fn(&Sym) -> Option<i128>) -> Option<i128> {
        self.terms().try_fold(0i128, |sum, (product, n)| {
            let term = product.iter().try_fold(n, |all, s| all.checked_mul(of(s)?));
            sum.checked_add(term?)
        })
    }
    pub fn mentions(&self, s: &Sym) -> bool {
        self.0.keys().any(|m| m.contains(s))
    }
    pub fn syms(&self) -> impl Iterator<Item = &Sym> {
        self.0.keys().flatten()
    }

    /// `self + k * other`; `None` on overflow.
    pub fn plus(&self, k: i128, other: &Poly) -> Option<Poly> {
        let mut out = self.clone();
        for (m, n) in &other.0 {
            let add = n.checked_mul(k)?;
            let sum = out.0.remove(m).unwrap_or(0).checked_add(add)?;
            out.insert(m.clone(), sum);
        }
        (out.0.len() <= MAX_TERMS).then_some(out)
    }
    pub fn times(&self, other: &Poly) -> Option<Poly> {
        let mut out = Poly::default();
        for (m, n) in &self.0 {
            for (k, l) in &other.0 {
                let mut product = m.clone();
                product.extend(k.iter().cloned());
                product.sort();
                let n = n.checked_mul(*l)?;
                let sum = out.0.remove(&product).unwrap_or(0).checked_add(n)?;
                out.insert(product, sum);
            }
        }
        (out.0.len() <= MAX_TERMS).then_some(out)
    }
    pub fn minus(&self, other: &Poly) -> Option<Poly> {
        self.plus(-1, other)
    }
    pub fn add_constant(&self, n: i128) -> Option<Poly> {
        self.plus(1, &Poly::constant(n))
    }

    /// The same modulo 2 to the `bits`, with the coefficients nearest to 0.
    pub fn modulo(&self, bits: u64) -> Poly {
        let all = 1i128 << bits.min(64);
        let mut out = Poly::default();
        for (m, n) in &self.0 {
            let n = n.rem_euclid(all);
            out.insert(m.clone(), if n >= all / 2 { n - all } else { n });
        }
        out
    }

    /// With `by` in the place of `s`.
    pub fn substitute(&self, s: &Sym, by: &Poly) -> Option<Poly> {
        let mut out = Poly::default();
        for (m, n) in &self.0 {
            let mut term = Poly::constant(*n);
            for f in m {
                let factor = if f == s {
                    by.clone()
                } else {
                    Poly::sym(f.clone())
                };
                term = term.times(&factor)?;
            }
            out = out.plus(1, &term)?;
        }
        Some(out)
    }

    /// The factors of its longest product.
    pub fn degree(&self) -> usize {
        self.0.keys().map(Vec::len).max().unwrap_or(0)
    }

    /// Quotient and remainder: `self = quotient * by + remainder`, where no product of the remainder holds the leading one of `by`. `None` on
    /// overflow, and where `by` is a number.
    pub fn divided(&self, by: &Poly) -> Option<(Poly, Poly)> {
        let leading = by.0.iter().max_by_key(|(m, _)| (m.len(), *m));
        let (leading, factor) = leading.filter(|(m, _)| !m.is_empty())?;
        let (mut quotient, mut rest) = (Poly::default(), self.clone());
        for _ in 0..MAX_TERMS {
            let held = |(m, n): (&Monomial, &i128)| {
                let other = without(m, leading)?;
                (n % factor == 0).then_some((other, n / factor))
            };
            let Some((m, n)) = rest.0.iter().find_map(held) else {
                return Some((quotient, rest));
            };
            let mut part = Poly::default();
            part.insert(m, n);
            rest = rest.minus(&part.times(by)?)?;
            quotient = quotient.plus(1, &part)?;
        }
        None
    }

    /// Splits into `coefficient * s + rest`; `None` where `s` occurs squared.
    pub fn split(&self, s: &Sym) -> Option<(Poly, Poly)> {
        let (mut coefficient, mut rest) = (Poly::default(), Poly::default());
        for (m, n) in &self.0 {
            match m.iter().filter(|f| *f == s).count() {
                0 => rest.insert(m.clone(), *n),
                1 => {
                    let without = m.iter().filter(|f| *f != s).cloned().collect();
                    coefficient.insert(without, *n);
                }
                _ => return None,
            }
        }
        Some((coefficient, rest))
    }

    /// Its terms with such products, and all others.
    pub fn parted(&self, is: impl Fn(&[Sym]) -> bool) -> (Poly, Poly) {
        let (such, others) = self.0.iter().partition(|(m, _)| is(m));
        let poly = |terms: Vec<(&Monomial, &i128)>| {
            Poly(terms.into_iter().map(|(m, n)| (m.clone(), *n)).collect())
        };
        (poly(such), poly(others))
    }

    /// What is known of the sign. Each symbol is moved to its least value; then all
    /// coefficients of one sign decide.
    pub fn sign(&self, facts: &Facts) -> Sign {
        let mut p = self.clone();
        for (s, least) in facts {
            if p.mentions(s) {
                let moved = Poly::sym(s.clone()).add_constant(*least);
                match moved.and_then(|by| p.substitute(s, &by)) {
                    Some(q) => p = q,
                    None => return Sign::Unknown,
                }
            }
        }
        if p.0.is_empty() {
            return Sign::Zero;
        }
        let known = p.syms().all(|s| facts.contains_key(s));
        if known && p.0.values().all(|n| *n >= 0) {
            Sign::NonNegative
        } else if known && p.0.values().all(|n| *n <= 0) {
            Sign::NonPositive
        } else {
            Sign::Unknown
        }
    }
    pub fn is_at_least(&self, n: i128, facts: &Facts) -> bool {
        self.add_constant(-n)
            .is_some_and(|p| matches!(p.sign(facts), Sign::Zero | Sign::NonNegative))
    }
    pub fn is_at_most(&self, n: i128, facts: &Facts) -> bool {
        self.add_constant(-n)
            .is_some_and(|p| matches!(p.sign(facts), Sign::Zero | Sign::NonPositive))
    }
}

/// The factors of a product that remain without those of another one; `None` if it doesn't have all of these.
fn without(product: &Monomial, factors: &Monomial) -> Option<Monomial> {
    let mut rest = product.clone();
    for f in factors {
        let at = rest.iter().position(|g| g == f)?;
        rest.remove(at);
    }
    Some(rest)
}

pub fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The interval of a symbol; `None`: not known.
#[derive(Clone, Debug)]
pub struct Range {
    pub sym: Sym,
    pub least: Option<Poly>,
    pub most: Option<Poly>,
}

/// The largest (`most`), or smallest, value of `p` when the symbols run through their ranges,
/// which may mention symbols of later ranges.
pub fn bound(p: &Poly, ranges: &[Range], facts: &Facts, most: bool) -> Option<Poly> {
    bound_where(p, ranges, facts, most, &mut |_| None)
}

/// Likewise, where `negative` tells whether a coefficient whose sign isn't known is taken to be below zero.
pub fn bound_where(
    p: &Poly,
    ranges: &[Range],
    facts: &Facts,
    most: bool,
    negative: &mut dyn FnMut(&Poly) -> Option<bool>,
) -> Option<Poly> {
    let mut p = p.clone();
    for r in ranges {
        if !p.mentions(&r.sym) {
            continue;
        }
        let (coefficient, rest) = p.split(&r.sym)?;
        let sign = match coefficient.sign(facts) {
            Sign::Unknown => match negative(&coefficient)? {
                true => Sign::NonPositive,
                false => Sign::NonNegative,
            },
            known => known,
        };
        let at = match (sign, most) {
            (Sign::Zero, _) => {
                p = rest;
                continue;
            }
            (Sign::NonNegative, true) | (Sign::NonPositive, false) => r.most.as_ref()?,
            (Sign::NonNegative, false) | (Sign::NonPositive, true) => r.least.as_ref()?,
            (Sign::Unknown, _) => return None,
        };
        p = rest.plus(1, &coefficient.times(at)?)?;
    }
    Some(p)
}
