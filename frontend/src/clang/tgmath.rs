//! gcc's `__builtin_tgmath`, which clang doesn't know: `<tgmath.h>` of glibc expands to it.
//!
//! `__builtin_tgmath(sqrtf, sqrt, sqrtl, csqrtf, csqrt, csqrtl, x)` calls the function whose
//! parameters fit the arguments (C11 §7.25): complex if one is complex, of the widest
//! floating type among them, integers counting as double.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use crate::region::{Expr, ExprKind, FloatKind, Type, TypeId};
use crate::source::Span;
use clang_sys::{CXType_FunctionNoProto, CXType_FunctionProto};

impl<'t> Builder<'t> {
    /// `parts`: the functions, then the arguments.
    pub fn tgmath(&mut self, c: Cursor<'t>, parts: &[Cursor<'t>], span: Span) -> Res<Expr> {
        let (mut functions, mut listed) = (Vec::new(), 0);
        for p in parts {
            let said = self.diagnostics.len();
            let device = std::mem::replace(&mut self.device, false);
            let e = self.expr(*p);
            self.device = device;
            match e {
                Ok(e) if matches!(e.kind, ExprKind::Function(_)) => functions.push((e, *p)),
                // With _GNU_SOURCE those of types that no region can use are listed too.
                Err(_) if is_function(*p) => self.diagnostics.truncate(said),
                other => {
                    other?;
                    break;
                }
            }
            listed += 1;
        }
        let Some((_, first)) = functions.first().and_then(|(e, _)| self.signature(e.ty)) else {
            return self.not_understood(c);
        };
        let mut args = Vec::new();
        for p in &parts[listed..] {
            // Clang promotes the arguments of what it takes for a function without a prototype.
            args.push(match self.expr(*p)? {
                Expr {
                    kind:
                        ExprKind::Cast {
                            implicit: true,
                            operand,
                        },
                    ..
                } => *operand,
                e => e,
            });
        }
        if args.len() != first.len() {
            return self.not_understood(c);
        }
        let Some(chosen) = self.that_fits(functions, &first, &args) else {
            return self.not_understood(c);
        };
        let callee = self.expr(chosen)?;
        let Some((ty, params)) = self.signature(callee.ty) else {
            return self.not_understood(c);
        };
        let args = args
            .into_iter()
            .zip(params)
            .map(|(a, to)| self.converted(a, to))
            .collect();
        let callee = Box::new(callee);
        let kind = ExprKind::Call { callee, args };
        Ok(Expr::new(kind, ty, span))
    }

    /// The function for these arguments. `first`: the first one's parameters.
    fn that_fits(
        &self,
        functions: Vec<(Expr, Cursor<'t>)>,
        first: &[TypeId],
        args: &[Expr],
    ) -> Option<Cursor<'t>> {
        // Parameters that are integers in every form (`ldexp`'s exponent) have no say.
        let generic: Vec<bool> = first
            .iter()
            .map(|p| !self.types.is_integer(*p) && !self.types.is_pointer(*p))
            .collect();
        let (mut complex, mut widest) = (false, FloatKind::Float);
        for (a, _) in args.iter().zip(&generic).filter(|(_, g)| **g) {
            let kind = match self.types.canonical(a.ty) {
                Type::Complex(k) => {
                    complex = true;
                    *k
                }
                Type::Float(k) => *k,
                _ => FloatKind::Double,
            };
            widest = wider(widest, kind);
        }
        let is_it = |p: TypeId| match self.types.canonical(p) {
            Type::Complex(k) => complex && *k == widest,
            Type::Float(k) => !complex && *k == widest,
            _ => false,
        };
        let mut functions = functions.into_iter();
        let fits = functions.find(|(e, _)| {
            self.signature(e.ty).is_some_and(|(_, params)| {
                let mut deciding = params.iter().zip(&generic).filter(|(_, g)| **g);
                deciding.all(|(p, _)| is_it(*p))
            })
        });
        fits.map(|(_, chosen)| chosen)
    }

    fn signature(&self, ty: TypeId) -> Option<(TypeId, Vec<TypeId>)> {
        match self.types.canonical(ty) {
            Type::Function { ret, params, .. } => Some((*ret, params.clone())),
            _ => None,
        }
    }

    fn converted(&self, e: Expr, to: TypeId) -> Expr {
        if self.types.canonical_id(e.ty) == self.types.canonical_id(to) {
            return e;
        }
        let (implicit, span) = (true, e.span);
        let operand = Box::new(e);
        Expr::new(ExprKind::Cast { implicit, operand }, to, span)
    }
}

fn is_function(c: Cursor<'_>) -> bool {
    matches!(
        c.ty().canonical().kind(),
        CXType_FunctionProto | CXType_FunctionNoProto
    ) || matches!(c.ty().canonical().pointee().kind(), CXType_FunctionProto)
}

fn wider(a: FloatKind, b: FloatKind) -> FloatKind {
    if a.size() >= b.size() { a } else { b }
}
