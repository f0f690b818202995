//! Arrays of variable length and pointers to them, flattened to pointers to their first elements of fixed size.

use crate::print::expr::{ADD, MULTIPLY, PRIMARY, UNARY, text};
use crate::print::{Access, Printer, Text};
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Type, TypeId, UnaryOp};

/// A place in a flattened array: the pointer to its start, and a number that counts elements of the subscript reached so far.
struct Flat {
    base: Text,
    index: Option<Text>,
}

impl Printer<'_> {
    /// Whether a pointer points to rows of variable length.
    pub(super) fn is_flat_pointer(&self, e: &Expr) -> bool {
        let types = &self.unit.types;
        types
            .pointee(e.ty)
            .is_some_and(|to| types.is_variably_modified(to))
    }

    pub(super) fn index(&self, a: &Expr, i: &Expr) -> Text {
        if let Some(t) = self.flat_element(a, Some(i)) {
            return t;
        }
        text(
            format!("{}[{}]", self.operand(a, PRIMARY), subscript(self.expr(i))),
            PRIMARY,
        )
    }

    /// Whether an expression is an array of variable length, or a pointer to one.
    pub(crate) fn is_flat(&self, e: &Expr) -> bool {
        let types = &self.unit.types;
        match types.canonical(e.ty) {
            Type::Array(..) => types.is_variably_modified(e.ty),
            Type::Pointer(to) => types.is_variably_modified(*to),
            _ => false,
        }
    }

    /// `a[i]` (or `*a`) where `a` is flattened and the element has a fixed size.
    pub(super) fn flat_element(&self, a: &Expr, i: Option<&Expr>) -> Option<Text> {
        if !self.is_flat(a) {
            return None;
        }
        let flat = self.step(self.flat(a), a.ty, i);
        let index = flat.index.map_or("0".to_string(), |t| t.s);
        let index = subscript(index);
        Some(text(format!("{}[{index}]", flat.base.at(PRIMARY)), PRIMARY))
    }

    /// Takes one more subscript: the number so far is scaled by the length of a row.
    fn step(&self, flat: Flat, ty: TypeId, i: Option<&Expr>) -> Flat {
        let Flat { base, index } = flat;
        let index = index.map(|row| match self.length(ty) {
            Some(length) => text(format!("{} * {length}", wide(&row)), MULTIPLY),
            None => row,
        });
        let added = i.map(|i| (self.print(i), self.size(i)));
        let index = match (index, added) {
            (None, Some((i, size))) => Some(Text {
                s: i.s,
                prec: if size == Some(8) {
                    i.prec
                } else {
                    i.prec.min(UNARY)
                },
            }),
            (Some(row), Some((i, _))) => {
                Some(text(format!("{} + {}", row.at(ADD), i.at(ADD + 1)), ADD))
            }
            (row, None) => row,
        };
        Flat { base, index }
    }

    fn size(&self, e: &Expr) -> Option<u64> {
        self.unit.types.size_of(e.ty)
    }

    fn flat(&self, e: &Expr) -> Flat {
        match &e.kind {
            ExprKind::Index(a, i) if self.is_flat(a) => self.step(self.flat(a), a.ty, Some(i)),
            ExprKind::Unary(UnaryOp::Deref, a) if self.is_flat(a) => {
                self.step(self.flat(a), a.ty, None)
            }
            ExprKind::Unary(UnaryOp::AddrOf, a) if self.is_flat(a) => self.flat(a),
            ExprKind::Binary(BinaryOp::Add, a, i) if self.is_flat(a) => {
                self.step(self.flat(a), a.ty, Some(i))
            }
            ExprKind::Cast {
                implicit: true,
                operand,
            } if self.is_flat(operand) => self.flat(operand),
            ExprKind::Cast { operand, .. } => {
                let inner = if self.is_flat(operand) {
                    self.flat_value(operand)
                } else {
                    self.print(operand)
                };
                let base = format!("({}){}", self.type_name(e.ty), inner.at(UNARY));
                Flat {
                    base: text(base, UNARY),
                    index: None,
                }
            }
            ExprKind::Var(id) => {
                let base = match self.var(*id) {
                    Access::Name(n) => text(n, PRIMARY),
                    Access::Deref(n) => text(format!("*{n}"), UNARY),
                };
                Flat { base, index: None }
            }
            _ => {
                self.refuse(
                    e.span,
                    "this use of an array of variable length is not supported on a device",
                );
                Flat {
                    base: text("0", PRIMARY),
                    index: None,
                }
            }
        }
    }

    /// A flattened array as a value: the address of its first element.
    pub(super) fn flat_value(&self, e: &Expr) -> Text {
        let Flat { base, index } = self.flat(e);
        let Some(index) = index else { return base };
        let types = &self.unit.types;
        let mut t = match types.canonical(e.ty) {
            Type::Pointer(to) => *to,
            _ => e.ty,
        };
        let mut offset = index;
        while types.is_variably_modified(t)
            && let Type::Array(elem, _) = types.canonical(t)
        {
            let length = self.length(t).unwrap_or_default();
            offset = text(format!("{} * {length}", wide(&offset)), MULTIPLY);
            t = *elem;
        }
        text(format!("{} + {}", base.at(ADD), offset.at(ADD + 1)), ADD)
    }
}

/// A row number in 64 bits, as C's pointer arithmetic has it.
fn wide(row: &Text) -> String {
    if row.s.starts_with("(long)") {
        row.clone().at(MULTIPLY)
    } else {
        format!("(long){}", row.clone().at(UNARY))
    }
}

/// A subscript in parentheses if it starts with a lambda, since `[[` would start an attribute.
fn subscript(index: String) -> String {
    if index.starts_with('[') {
        return format!("({index})");
    }
    index
}
