//! gcc's vectors, as `accrs_vector<T, n>` with operators, from the part `vector` of the helper template.
//!
//! To the analyses a vector is a struct whose one member is the array of its elements; here it gets its operators back. The
//! front end has already made each scalar operand a vector by a conversion.

use crate::print::expr::{PRIMARY, is_step, precedence, text};
use crate::print::{Printer, Text};
use accrs_frontend::region::{BinaryOp, Expr, IntKind, RecordId, Type, TypeId, UnaryOp};

impl Printer<'_> {
    /// `accrs_vector<float, 4>`
    pub(super) fn vector_name(&self, id: RecordId) -> String {
        self.helper("vector");
        let fields = self.unit.types.records[id.index()].fields.iter().flatten();
        let array = fields.map(|f| f.ty).next();
        let elem = array.and_then(|a| self.unit.types.pointee(a));
        let elem = elem.map_or(String::new(), |e| self.type_name(e));
        let count = array.and_then(|a| self.length(a)).unwrap_or_default();
        format!("accrs_vector<{elem}, {count}>")
    }

    /// Conversions to and from vectors. A scalar that C converts silently becomes every element; all others keep the bits.
    pub(super) fn vector_cast(&self, to: TypeId, implicit: bool, operand: &Expr) -> Option<Text> {
        let types = &self.unit.types;
        let (made, from) = (types.vector(to), types.vector(operand.ty));
        if (made.is_none() && from.is_none()) || matches!(types.canonical(to), Type::Void) {
            return None;
        }
        if types.canonical_id(to) == types.canonical_id(operand.ty) {
            return Some(self.print(operand));
        }
        let name = self.type_name(self.unqualified(to));
        let value = self.argument(operand);
        let same_size = types.size_of(to) == types.size_of(operand.ty);
        Some(match (made, from) {
            (Some(_), None) if implicit || !same_size => {
                text(format!("{name}::all({value})"), PRIMARY)
            }
            _ => text(format!("accrs_same_bits<{name}>({value})"), PRIMARY),
        })
    }

    /// Comparisons, whose result `accrs_vector` may give another integer type of the same size than C does. `&&` and `||` are
    /// refused.
    pub(super) fn vector_binary(&self, e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Text> {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        let types = &self.unit.types;
        if matches!(op, And | Or) {
            self.no_vector(a, "`&&` and `||` of vectors");
            self.no_vector(b, "`&&` and `||` of vectors");
        }
        if !matches!(op, Lt | Gt | Le | Ge | Eq | Ne) {
            return None;
        }
        types.vector(a.ty)?;
        let (elem, _) = types.vector(e.ty)?;
        let p = precedence(op);
        let (a, b) = (self.operand(a, p), self.operand(b, p + 1));
        let compared = format!("{a} {} {b}", op.symbol());
        let own = match types.size_of(elem) {
            Some(1) => IntKind::SChar,
            Some(2) => IntKind::Short,
            Some(4) => IntKind::Int,
            _ => IntKind::Long,
        };
        if self.type_name(elem) == own.name() {
            return Some(text(compared, p));
        }
        let name = self.type_name(self.unqualified(e.ty));
        Some(text(
            format!("accrs_same_bits<{name}>({compared})"),
            PRIMARY,
        ))
    }

    /// Refuses the operators that vectors don't have.
    pub(super) fn vector_unary(&self, e: &Expr, op: UnaryOp, a: &Expr) {
        if op == UnaryOp::Not || is_step(op) {
            self.no_vector_at(e, a, "`!`, `++` and `--` of vectors");
        }
    }

    pub(super) fn no_vector(&self, e: &Expr, what: &str) {
        self.no_vector_at(e, e, what);
    }

    fn no_vector_at(&self, whole: &Expr, e: &Expr, what: &str) {
        if self.unit.types.vector(e.ty).is_some() {
            self.refuse(whole.span, format!("{what}: not supported on a device"));
        }
    }
}
