//! `for` over an object whose class has `begin()` and `end()`, pointers or iterators of small classes ([stmt.ranged]):
//!
//! ```text
//! T *x_at = begin(r), *x_end = end(r);            for (; x_at != x_end; ++x_at) { T x = *x_at; … }
//! it x_at = begin(r), x_end = end(r);             for (; ne(&x_at, &x_end); next(&x_at)) { T x = value(&x_at); … }
//! ```

use super::build::{Builder, Res};
use super::classes::class_members;
use super::cpp_stmt::declares;
use super::cursor::{CType, Cursor};
use super::host::core;
use super::methods::has_object;
use super::range_members::{self, RangeMembers, Steps};
use super::reference::{Stands, referred};
use crate::region::{
    BinaryOp, Expr, ExprKind, For, LoopId, Stmt, StmtKind, Storage, Type, UnaryOp, VarId,
};
use crate::source::Span;
use clang_sys::*;

/// Members of a class that a `for` over its objects, or their iterators, calls.
struct Members<'t>(Vec<Cursor<'t>>);

impl<'t> Members<'t> {
    fn of(class: CType<'t>) -> Self {
        let mut all = class_members(class.canonical().declaration());
        all.retain(|m| m.kind() == CXCursor_CXXMethod && !m.is_virtual() && !m.is_static_member());
        Self(all)
    }

    /// The one with so many parameters; of two, the one for objects that are constant, or not.
    fn named(&self, name: &str, parameters: usize, constant: bool) -> Option<Cursor<'t>> {
        let fits = |m: &&Cursor<'t>| m.spelling() == name && m.arguments().len() == parameters;
        let mut all: Vec<_> = self.0.iter().filter(fits).copied().collect();
        all.sort_by_key(|m| m.is_const_member() != constant);
        all.first().copied()
    }
}

impl<'t> Builder<'t> {
    /// `for (T v : range)` by iterators; `None` if the range's class has none of these forms.
    pub fn range_by_iterators(
        &mut self,
        (v, range, body): (Cursor<'t>, Cursor<'t>, Cursor<'t>),
        span: Span,
    ) -> Res<Option<StmtKind>> {
        let object = core(range);
        let class = object.ty();
        let Some(RangeMembers { begin, end, steps }) = self.called_by_range(class) else {
            return Ok(None);
        };
        let ends = [begin.ty().result(), end.ty().result()].map(CType::canonical);
        let steps = match ends.map(CType::kind) {
            [CXType_Pointer, CXType_Pointer] => None,
            [CXType_Record, CXType_Record]
                if steps.is_some() && ends.into_iter().all(|e| self.is_plain(e)) =>
            {
                steps
            }
            _ => return Ok(None),
        };
        let mut stmts = Vec::new();
        let named = matches!(
            object.kind(),
            CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr
        );
        let object = match named {
            true => self.expr(object)?,
            false if !self.is_plain(class) => return Ok(None),
            false => {
                let value = self.expr(range)?;
                let var = self.holding(&v.spelling(), "range", value, span, &mut stmts);
                self.made(var, span)
            }
        };
        let first = self.called_member(object.clone(), begin, &[], (span, span))?;
        let last = self.called_member(object, end, &[], (span, span))?;
        let at = self.holding(&v.spelling(), "at", first, span, &mut stmts);
        let last = self.holding(&v.spelling(), "end", last, span, &mut stmts);
        let l = self.loop_of((v, body), (at, last), steps, span)?;
        stmts.push(l);
        Ok(Some(StmtKind::Block(stmts)))
    }

    /// A variable of device code with this value.
    fn holding(
        &mut self,
        element: &str,
        what: &str,
        value: Expr,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> VarId {
        let ty = self.unqualified_type(value.ty);
        let var = self.new_var(&format!("{element}_{what}"), ty, Storage::Region);
        stmts.push(declares(var, Some(value), span));
        var
    }

    /// What a `for` over an object of this class calls: what text behind the file's own has named, else the class's members.
    fn called_by_range(&mut self, class: CType<'t>) -> Option<RangeMembers<'t>> {
        if class.canonical().kind() != CXType_Record {
            return None;
        }
        let tu = self.tu?;
        let known = self
            .range_members
            .get_or_insert_with(|| range_members::members(tu));
        if let Some(named) = known.get(&range_members::key(class)) {
            return Some(*named);
        }
        if class.canonical().declaration().specialized().is_some() {
            return None;
        }
        let (members, constant) = (Members::of(class), class.is_const());
        let begin = members.named("begin", 0, constant)?;
        let iterator = Members::of(begin.ty().result());
        let steps = || {
            let differs = match iterator.named("operator!=", 1, true) {
                Some(m) => (m, false),
                None => (iterator.named("operator==", 1, true)?, true),
            };
            Some(Steps {
                value: iterator.named("operator*", 0, true)?,
                next: iterator.named("operator++", 0, false)?,
                differs,
            })
        };
        Some(RangeMembers {
            begin,
            end: members.named("end", 0, constant)?,
            steps: steps(),
        })
    }

    fn loop_of(
        &mut self,
        (v, body): (Cursor<'t>, Cursor<'t>),
        (at, last): (VarId, VarId),
        steps: Option<Steps<'t>>,
        span: Span,
    ) -> Res<Stmt> {
        let here = self.made(at, span);
        let truth = self.types.intern(Type::Bool);
        let (cond, inc, element) = match steps {
            None => {
                let end = self.made(last, span);
                let differs = ExprKind::Binary(BinaryOp::Ne, Box::new(here.clone()), Box::new(end));
                let ty = here.ty;
                let next = ExprKind::Unary(UnaryOp::PreInc, Box::new(here.clone()));
                (
                    Expr::new(differs, truth, span),
                    Expr::new(next, ty, span),
                    self.followed(here, span),
                )
            }
            Some(Steps {
                value,
                next,
                differs,
            }) => {
                let next = self.called_member(here.clone(), next, &[], (span, span))?;
                let next = match next.kind {
                    // What it returns by reference nobody looks at.
                    ExprKind::Unary(UnaryOp::Deref, call) => *call,
                    _ => next,
                };
                let element = self.called_member(here.clone(), value, &[], (span, span))?;
                (self.differs(here, last, differs, span)?, next, element)
            }
        };
        let mut stmts = Vec::new();
        let place = matches!(element.kind, ExprKind::Unary(UnaryOp::Deref, _));
        match (referred(v.ty()).is_some(), steps) {
            (true, None) => {
                self.references.insert(v.entity(), Stands::Object(element));
            }
            (true, _) if place => {
                let pointer = self.address_of(element)?;
                let var = self.holding(&v.spelling(), "to", pointer, span, &mut stmts);
                self.references.insert(v.entity(), Stands::Pointer(var));
            }
            (true, _) => {
                let var = self.holding(&v.spelling(), "value", element, span, &mut stmts);
                let value = self.made(var, span);
                self.references.insert(v.entity(), Stands::Object(value));
            }
            (false, _) => {
                let var = self.var(v)?;
                self.vars[var.index()].storage = Storage::Region;
                let ty = self.vars[var.index()].ty;
                let value = self.as_type(element, ty);
                stmts.push(declares(var, Some(value), span));
            }
        }
        stmts.push(self.stmt(body)?);
        let id = LoopId(self.loops);
        self.loops += 1;
        self.ranges.insert(id);
        let l = For {
            id,
            init: None,
            cond: Some(cond),
            inc: Some(inc),
            body: Box::new(Stmt::new(StmtKind::Block(stmts), span)),
            directive: None,
            canonical: None,
        };
        Ok(Stmt::new(StmtKind::For(Box::new(l)), span))
    }

    /// `at != last`
    fn differs(
        &mut self,
        at: Expr,
        last: VarId,
        (member, opposite): (Cursor<'t>, bool),
        span: Span,
    ) -> Res<Expr> {
        let end = self.made(last, span);
        let f = self.function_id(member)?;
        if self.device {
            self.need_body(f, member, span)?;
        }
        let mut operands = vec![at, end];
        let mut given = Vec::new();
        if has_object(member) {
            given.push(self.address_of(operands.remove(0))?);
        }
        for (operand, p) in operands.into_iter().zip(member.arguments()) {
            given.push(match referred(p.ty()).is_some() {
                true => self.address_of(operand)?,
                false => operand,
            });
        }
        let e = self.call_of(f, given, span, span)?;
        Ok(match opposite {
            true => {
                let ty = self.types.intern(Type::Bool);
                Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(e)), ty, span)
            }
            false => e,
        })
    }
}
