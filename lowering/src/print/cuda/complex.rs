//! `_Complex` values, as `accrs_complex<R>` with operators, from the part `complex` of the helper template.
//!
//! As gcc does by default, a real operand of `+ - *` and a real divisor stay real (C11 G.5.1): an imaginary
//! zero would make a NaN of a product with an infinity. Library functions are those of the helper
//! template, each under its C name with `accrs_` before it (`accrs_cexp`).

use crate::print::expr::{ASSIGN, PRIMARY, UNARY, has_effects, precedence, text};
use crate::print::{Printer, Text};
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, FloatKind, Type, TypeId};

/// The functions of complex.h that return a complex number, without suffix.
const COMPLEX: &[&str] = &[
    "cacos", "cacosh", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp", "clog",
    "conj", "cpow", "cproj", "csin", "csinh", "csqrt", "ctan", "ctanh",
];

/// Those that return a real number.
const REAL: &[&str] = &["cabs", "carg", "cimag", "creal"];

/// Functions of the helper template, and the others that each of them calls.
const PARTS: &[(&str, &[&str])] = &[
    ("cacos", &["csqrt"]),
    ("cacosh", &["csqrt"]),
    ("casin", &["csqrt"]),
    ("casinh", &["casin", "csqrt"]),
    ("catan", &["catanh"]),
    ("catanh", &[]),
    ("ccos", &["ccosh"]),
    ("ccosh", &[]),
    ("cexp", &[]),
    ("clog", &[]),
    ("cpow", &["cexp", "clog"]),
    ("cproj", &[]),
    ("csin", &["csinh"]),
    ("csinh", &[]),
    ("csqrt", &[]),
    ("ctan", &["ctanh"]),
    ("ctanh", &[]),
];

/// Parts of the helper template that hold functions of complex.h.
pub(crate) fn complex_parts() -> impl Iterator<Item = &'static str> {
    std::iter::once("complex").chain(PARTS.iter().map(|p| p.0))
}

/// The function without its suffix, `cexp` for `cexpf`; `None` if complex.h has none of this name.
fn function_of(name: &str) -> Option<&'static str> {
    let bare = name.strip_prefix("__builtin_").unwrap_or(name);
    let find = |n: &str| COMPLEX.iter().chain(REAL).find(|f| **f == n).copied();
    find(bare).or_else(|| find(bare.strip_suffix(['f', 'l'])?))
}

/// Whether it is a function of complex.h, none of which changes memory.
pub(crate) fn is_complex_function(name: &str) -> bool {
    function_of(name).is_some() || name == "__builtin_complex"
}

impl Printer<'_> {
    pub(super) fn complex_kind(&self, ty: TypeId) -> Option<FloatKind> {
        match self.unit.types.canonical(ty) {
            Type::Complex(k) => Some(*k),
            _ => None,
        }
    }

    /// `accrs_complex<double>`
    pub(super) fn complex_name(&self, kind: FloatKind) -> String {
        self.helper("complex");
        self.helper("infinity");
        format!("accrs_complex<{}>", self.float_name(kind))
    }

    /// `1.0iF`: the unit of the suffix times the number.
    pub(super) fn imaginary(&self, literal: &str, kind: FloatKind) -> Text {
        let digits = literal.trim_end_matches(|c: char| "iIjJfFlL".contains(c));
        let suffix = match kind {
            FloatKind::Float => "f",
            FloatKind::Double => "",
            FloatKind::LongDouble => "L",
        };
        // `1if` has no point, which C++ needs before the suffix.
        let point = if digits.contains(['.', 'e', 'E', 'p', 'P']) {
            ""
        } else {
            ".0"
        };
        text(
            format!("{}(0, {digits}{point}{suffix})", self.complex_name(kind)),
            PRIMARY,
        )
    }

    /// Conversions to and from complex types; `None` if neither side is one.
    pub(super) fn complex_cast(&self, to: TypeId, operand: &Expr) -> Option<Text> {
        let types = &self.unit.types;
        match (self.complex_kind(to), self.complex_kind(operand.ty)) {
            (None, None) => None,
            (Some(a), Some(b)) if a == b => Some(self.print(operand)),
            (Some(kind), Some(_)) if is_same_in_all_types(operand) => {
                let ExprKind::FloatLit { text } = &operand.kind else {
                    return None;
                };
                Some(self.imaginary(text, kind))
            }
            (Some(kind), _) => {
                let name = self.complex_name(kind);
                Some(text(format!("{name}({})", self.argument(operand)), PRIMARY))
            }
            (None, Some(_)) if matches!(types.canonical(to), Type::Void) => None,
            (None, Some(_)) if matches!(types.canonical(to), Type::Bool) => Some(text(
                format!("(bool){}", self.operand(operand, UNARY)),
                UNARY,
            )),
            (None, Some(kind)) => {
                let part = format!("{}.re", self.operand(operand, PRIMARY));
                if matches!(types.canonical(to), Type::Float(k) if *k == kind) {
                    return Some(text(part, PRIMARY));
                }
                let name = self.type_name(self.unqualified(to));
                Some(text(format!("({name}){part}"), UNARY))
            }
        }
    }

    /// `+ - * / == !=` where an operand is complex.
    pub(super) fn complex_binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Text> {
        let kind = self.complex_kind(a.ty).or(self.complex_kind(b.ty))?;
        if !matches!(
            op,
            BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Div
                | BinaryOp::Eq
                | BinaryOp::Ne
        ) {
            return None;
        }
        // A real dividend becomes complex, and one operand must be complex.
        let real_left = op != BinaryOp::Div && self.complex_kind(real_part(a).ty).is_none();
        let left = if real_left { real_part(a) } else { a };
        let right = if self.complex_kind(left.ty).is_some() {
            real_part(b)
        } else {
            b
        };
        let p = precedence(op);
        let (left, right) = (
            self.part(left, kind).at(p),
            self.part(right, kind).at(p + 1),
        );
        Some(text(format!("{left} {} {right}", op.symbol()), p))
    }

    /// An operand as `accrs_complex<kind>` or as a real number of that kind, so that C++ finds exactly one operator.
    fn part(&self, e: &Expr, kind: FloatKind) -> Text {
        let types = &self.unit.types;
        match types.canonical(e.ty) {
            Type::Complex(k) if *k == kind => self.print(e),
            Type::Complex(_) => text(
                format!("{}({})", self.complex_name(kind), self.argument(e)),
                PRIMARY,
            ),
            Type::Float(k) if *k == kind && !matches!(e.kind, ExprKind::Cast { .. }) => {
                self.print(e)
            }
            _ => {
                let e = e.strip_implicit();
                if matches!(types.canonical(e.ty), Type::Float(k) if *k == kind) {
                    return self.print(e);
                }
                let name = self.float_name(kind);
                text(format!("({name}){}", self.operand(e, UNARY)), UNARY)
            }
        }
    }

    /// `a op= b` where at least one of them is complex.
    pub(super) fn complex_update(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Text> {
        let (left, right) = (self.complex_kind(a.ty), self.complex_kind(b.ty));
        if left.is_none() && right.is_none() {
            return None;
        }
        let real = real_part(b);
        let rank = |e: &Expr| match self.unit.types.canonical(e.ty) {
            Type::Complex(k) | Type::Float(k) => k.size(),
            _ => 0,
        };
        if let Some(kind) = left
            && rank(real) <= kind.size()
        {
            let (target, value) = (self.operand(a, UNARY), self.part(real, kind).at(ASSIGN));
            return Some(text(format!("{target} {}= {value}", op.symbol()), ASSIGN));
        }
        // The target is real, or narrower than the type that C computes in.
        let kind = [a, real]
            .into_iter()
            .filter_map(|e| match self.unit.types.canonical(e.ty) {
                Type::Complex(k) | Type::Float(k) => Some(*k),
                _ => None,
            })
            .max_by_key(|k| k.size())
            .unwrap_or(FloatKind::Double);
        if has_effects(a) {
            self.refuse(
                a.span,
                "an assignment that computes in a wider complex type, of a target with side effects, is not supported on a device",
            );
        }
        let p = precedence(op);
        let (x, y) = (self.part(a, kind).at(p), self.part(real, kind).at(p + 1));
        let value = format!("{x} {} {y}", op.symbol());
        let target = self.operand(a, UNARY);
        let value = match left {
            Some(to) => format!("{}({value})", self.complex_name(to)),
            None => format!("({})({value}).re", self.type_name(self.unqualified(a.ty))),
        };
        Some(text(format!("{target} = {value}"), ASSIGN))
    }

    /// `__real__ z` and `__imag__ z`, which real numbers have too.
    pub(super) fn complex_member(&self, operand: &Expr, imaginary: bool) -> Text {
        if self.complex_kind(operand.ty).is_some() {
            let part = if imaginary { "im" } else { "re" };
            return text(
                format!("{}.{part}", self.operand(operand, PRIMARY)),
                PRIMARY,
            );
        }
        if imaginary {
            let name = self.type_name(self.unqualified(operand.ty));
            return text(
                format!("((void)({}), ({name})0)", self.expr(operand)),
                PRIMARY,
            );
        }
        self.print(operand)
    }

    /// A call of one of complex.h's functions, or of gcc's builtin that `CMPLX` expands to.
    pub(super) fn complex_call(&self, name: &str, args: &[Expr]) -> Option<Text> {
        let types = &self.unit.types;
        if name == "__builtin_complex"
            && let [re, im] = args
            && let Type::Float(kind) = types.canonical(re.ty)
        {
            let name = self.complex_name(*kind);
            let (re, im) = (self.argument(re), self.argument(im));
            return Some(text(format!("{name}({re}, {im})"), PRIMARY));
        }
        let function = function_of(name)?;
        let first = args.first()?;
        let kind = self.complex_kind(first.ty)?;
        match function {
            "creal" => return Some(self.complex_member(first, false)),
            "cimag" => return Some(self.complex_member(first, true)),
            _ => {}
        }
        self.complex_name(kind);
        self.use_part(function);
        let args: Vec<String> = args.iter().map(|a| self.library_argument(a)).collect();
        Some(text(
            format!("accrs_{function}({})", args.join(", ")),
            PRIMARY,
        ))
    }

    fn use_part(&self, name: &str) {
        if let Some((part, needs)) = PARTS.iter().find(|p| p.0 == name) {
            self.helper(part);
            needs.iter().for_each(|n| self.use_part(n));
        }
    }
}

/// Whether an imaginary literal, such as `I`, has the same value in all floating-point types.
fn is_same_in_all_types(e: &Expr) -> bool {
    let ExprKind::FloatLit { text } = &e.kind else {
        return false;
    };
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    digits
        .parse::<f64>()
        .is_ok_and(|v| f64::from(v as f32) == v && v.fract() == 0.0)
}

/// An operand without the implicit conversion that made it complex.
fn real_part(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Cast {
            implicit: true,
            operand,
        } => real_part(operand),
        _ => e,
    }
}
