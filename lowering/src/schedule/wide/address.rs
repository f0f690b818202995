//! Addresses: where an lvalue lies, as a variable that leads to memory, terms of which only the divisors count, and a number of bytes.

use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, Type, TypeId, UnaryOp, VarId};
use indexmap::IndexMap;

/// No word is longer than a part of this many bytes.
const MOST: u64 = 64;
/// So many values are looked through, one behind the other.
const DEPTH: u32 = 8;

/// `base[terms] + constant`.
#[derive(Clone, Debug)]
pub struct Address<'a> {
    /// The variable that the text names.
    pub base: VarId,
    /// The one outside of the kernel that it leads to.
    pub root: VarId,
    /// A power of two of which everything but the constant is a multiple, in bytes, if the root's own address is.
    pub aligned: u64,
    /// Subscripts without their constants, and the bytes of an element of each.
    pub terms: Vec<(&'a Expr, u64)>,
    /// Bytes behind all that.
    pub constant: i128,
    /// It is a part of the struct that the last subscript leads to.
    pub in_struct: bool,
    /// The least and the most bytes that are added where arithmetic may wrap: a sum inside of an aligned word doesn't.
    pub wrapping: Option<(i128, i128)>,
}

impl Address<'_> {
    /// Whether two differ in nothing but their constants.
    pub fn is_beside(&self, other: &Address<'_>) -> bool {
        let alike = |(a, b): (&(&Expr, u64), &(&Expr, u64))| a.1 == b.1 && a.0.is_like(b.0);
        self.base == other.base
            && self.terms.len() == other.terms.len()
            && self.terms.iter().zip(&other.terms).all(alike)
    }
}

/// What is known of variables where an address is looked at.
pub struct Known<'k, 'a> {
    pub unit: &'a Unit,
    /// Signed arithmetic may wrap.
    pub wraps: bool,
    /// Whether a variable leads to memory from outside, by an address that the launch may look at.
    pub is_root: &'k dyn Fn(VarId) -> bool,
    /// The values of variables that are declared with one and never change.
    pub values: IndexMap<VarId, &'a Expr>,
    /// Variables of the loops around, and powers of two of which they are multiples.
    pub counters: Vec<(VarId, u64)>,
}

impl<'a> Known<'_, 'a> {
    /// Where an lvalue lies; `None` where that is behind a pointer in memory, or its size isn't known.
    pub fn address(&self, e: &'a Expr) -> Option<Address<'a>> {
        self.place(e, 0)
    }

    /// The variable outside of the kernel whose memory a pointer leads to.
    pub fn leads_to(&self, v: VarId) -> Option<VarId> {
        self.based(v, 0).map(|at| at.root)
    }

    fn place(&self, e: &'a Expr, depth: u32) -> Option<Address<'a>> {
        let types = &self.unit.types;
        match &e.kind {
            ExprKind::Var(v) if types.is_array(e.ty) => self.based(*v, depth),
            ExprKind::Index(base, at) => {
                let size = types.size_of(e.ty).filter(|n| *n > 0)?;
                self.plus(self.pointer(base, depth)?, at, size)
            }
            ExprKind::Member { base, field, arrow } => {
                let (mut at, ty) = match arrow {
                    true => (self.pointer(base, depth)?, types.pointee(base.ty)?),
                    false => (self.place(base, depth)?, base.ty),
                };
                at.constant += i128::from(self.offset(ty, field)?);
                at.in_struct = true;
                Some(at)
            }
            ExprKind::Unary(UnaryOp::Deref, p) => self.pointer(p, depth),
            ExprKind::Cast {
                implicit: true,
                operand,
            } => self.place(operand, depth),
            _ => None,
        }
    }

    /// Where a pointer leads.
    fn pointer(&self, e: &'a Expr, depth: u32) -> Option<Address<'a>> {
        let types = &self.unit.types;
        match &e.kind {
            ExprKind::Cast { operand, .. } if types.pointee(operand.ty).is_some() => {
                self.pointer(operand, depth)
            }
            _ if types.is_array(e.ty) => self.place(e, depth),
            ExprKind::Var(v) if types.is_pointer(e.ty) => self.based(*v, depth),
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                let (to, at) = match types.pointee(a.ty) {
                    Some(_) => (a, b),
                    None => (b, a),
                };
                let size = types.size_of(types.pointee(to.ty)?).filter(|n| *n > 0)?;
                self.plus(self.pointer(to, depth)?, at, size)
            }
            ExprKind::Unary(UnaryOp::AddrOf, of) => self.place(of, depth),
            _ => None,
        }
    }

    fn based(&self, v: VarId, depth: u32) -> Option<Address<'a>> {
        let mut at = Address {
            base: v,
            root: v,
            aligned: MOST,
            terms: Vec::new(),
            constant: 0,
            in_struct: false,
            wrapping: None,
        };
        if !(self.is_root)(v) {
            let value = self.values.get(&v).filter(|_| depth < DEPTH)?;
            let to = self.pointer(value, depth + 1)?;
            at.root = to.root;
            at.aligned = to.aligned.min(power(to.constant));
        }
        Some(at)
    }

    fn plus(&self, mut to: Address<'a>, at: &'a Expr, size: u64) -> Option<Address<'a>> {
        let mut sum = Sum::default();
        let rest = self.parted(at, size, &mut sum)?;
        if let Some(rest) = rest {
            let by = self.divisor(rest, 0).saturating_mul(power(size.into()));
            to.aligned = to.aligned.min(by);
            to.terms.push((rest, size));
            to.in_struct = false;
        }
        to.constant = to.constant.checked_add(sum.bytes)?;
        if sum.may_wrap {
            let (least, most) = to.wrapping.unwrap_or_default();
            to.wrapping = Some((least.min(sum.least), most.max(sum.most)));
        }
        Some(to)
    }

    /// A subscript without the constants that are added to it last.
    fn parted(&self, e: &'a Expr, size: u64, sum: &mut Sum) -> Option<Option<&'a Expr>> {
        let types = &self.unit.types;
        let e = e.strip_implicit();
        if let Some(n) = e.int_value() {
            sum.add(n, size)?;
            return Some(None);
        }
        let (of, n) = match &e.kind {
            ExprKind::Binary(BinaryOp::Add, a, b) => match (a.int_value(), b.int_value()) {
                (_, Some(n)) => (a, n),
                (Some(n), _) => (b, n),
                _ => return Some(Some(e)),
            },
            ExprKind::Binary(BinaryOp::Sub, a, b) => match b.int_value() {
                Some(n) => (a, n.checked_neg()?),
                _ => return Some(Some(e)),
            },
            _ => return Some(Some(e)),
        };
        let rest = self.parted(of, size, sum)?;
        sum.add(n, size)?;
        sum.may_wrap |= match types.is_unsigned(e.ty) {
            true => types.size_of(e.ty).is_none_or(|n| n < 8),
            false => self.wraps,
        };
        Some(rest)
    }

    /// A power of two of which an integer is a multiple, whatever wraps.
    fn divisor(&self, e: &Expr, depth: u32) -> u64 {
        if let Some(n) = e.int_value() {
            return power(n);
        }
        let of = |e: &Expr| self.divisor(e, depth);
        let integer = |e: &Expr| self.unit.types.is_integer(e.ty);
        match &e.kind {
            ExprKind::Binary(BinaryOp::Mul, a, b) => of(a).saturating_mul(of(b)).min(MOST),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::BitOr, a, b) => {
                of(a).min(of(b))
            }
            ExprKind::Binary(BinaryOp::BitAnd, a, b) => of(a).max(of(b)),
            ExprKind::Binary(BinaryOp::Shl, a, b) => {
                let by = b.int_value().and_then(|n| u32::try_from(n).ok());
                let by = by.map_or(1, |n| 1 << n.min(6));
                of(a).saturating_mul(by).min(MOST)
            }
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, a) => of(a),
            ExprKind::Conditional(_, Some(a), b) => of(a).min(of(b)),
            ExprKind::Cast { operand, .. } if integer(e) && integer(operand) => {
                let truth = matches!(self.unit.types.canonical(e.ty), Type::Bool);
                if truth { 1 } else { of(operand) }
            }
            ExprKind::Var(v) => self.of_variable(*v, depth),
            _ => 1,
        }
    }

    fn of_variable(&self, v: VarId, depth: u32) -> u64 {
        let types = &self.unit.types;
        if let Some((_, n)) = self.counters.iter().rev().find(|(of, _)| *of == v) {
            return *n;
        }
        let whole = |ty| types.is_integer(ty) && !matches!(types.canonical(ty), Type::Bool);
        match self.values.get(&v) {
            Some(e) if depth < DEPTH && whole(e.ty) && whole(self.unit.var(v).ty) => {
                self.divisor(e, depth + 1)
            }
            _ => 1,
        }
    }

    /// What a loop's variable is a multiple of.
    pub fn of_counter(&self, head: &Canonical) -> u64 {
        let ty = self.unit.var(head.var).ty;
        match self.unit.types.is_integer(ty) {
            true => self
                .divisor(&head.lower, 0)
                .min(self.divisor(&head.step, 0)),
            false => 1,
        }
    }

    /// Where a member begins, in bytes.
    fn offset(&self, ty: TypeId, field: &str) -> Option<u64> {
        let types = &self.unit.types;
        let Type::Record(r) = types.canonical(ty) else {
            return None;
        };
        let fields = types.records.get(r.index())?.fields.as_ref()?;
        let field = fields.iter().find(|f| f.name == field)?;
        let plain = field.bit_width.is_none() && field.offset_bits.is_multiple_of(8);
        plain.then_some(field.offset_bits / 8)
    }
}

/// Constants that are added to a subscript, in bytes, and what they come to on the way.
#[derive(Default)]
struct Sum {
    bytes: i128,
    least: i128,
    most: i128,
    may_wrap: bool,
}

impl Sum {
    fn add(&mut self, n: i128, size: u64) -> Option<()> {
        self.bytes = n
            .checked_mul(size.into())
            .and_then(|n| n.checked_add(self.bytes))?;
        self.least = self.least.min(self.bytes);
        self.most = self.most.max(self.bytes);
        Some(())
    }
}

/// The largest power of two that divides a number.
fn power(n: i128) -> u64 {
    1 << n.trailing_zeros().min(MOST.trailing_zeros())
}
