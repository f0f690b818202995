//! Variables that a loop's iterations have for themselves, as declarations at the start of its body.

use super::super::spans::{plain, statement_end};
use super::Loops;
use crate::plan::Stepped;
use crate::render::text::{Edit, apply, to_generated, to_user};
use crate::render::{RenderError, clause, from_void};
use accrs_frontend::region::private::OWN;
use accrs_frontend::region::{
    ArrayLen, BinaryOp, Expr, ExprKind, For, Stmt, StmtKind, Type, VarId,
};
use accrs_frontend::source::Span;
use std::fmt::Write;

/// Memory that is given back on every way out of its block; see `host/prelude.c`.
pub const RELEASED: &str = "__attribute__((cleanup(__accrs_release)))";

impl<'a> Loops<'a> {
    /// A sequential loop's private variables that are also used outside it: declared anew in its body.
    pub(super) fn own_privates(&mut self, own: &[VarId], l: &For) {
        if own.is_empty() {
            return;
        }
        let mut declarations = to_generated();
        for v in own {
            let name = &self.unit.var(*v).name;
            let _ = writeln!(declarations, "    __typeof__({name}) {name};");
        }
        self.at_start(l.body.span, declarations);
    }

    /// The variables that a body steps, for itself: with its value at first, which the variable outside keeps.
    ///
    /// ```c
    /// { __typeof__(p) __accrs_at_p = p + i;  __typeof__(p) p = __accrs_at_p;
    ///     *p++ = 0; }
    /// ```
    pub(super) fn stepped(&mut self, own: &Stepped) -> Result<(), RenderError> {
        let mut declarations = to_generated();
        for (var, value) in &own.own {
            let name = &self.unit.var(*var).name;
            let value = clause::expr(self.unit, &self.shifted(value))?;
            let at = format!("__accrs_at_{name}");
            let _ = writeln!(
                declarations,
                "    __typeof__({name}) {at} = {value};  __typeof__({name}) {name} = {at};"
            );
        }
        self.at_start(own.span, declarations);
        Ok(())
    }

    /// A loop as the user has written it, where nothing is shared.
    pub(super) fn as_written(&mut self, whole: Span) -> Result<String, RenderError> {
        let outside = std::mem::take(&mut self.edits);
        let inside = |s: &&Stepped| whole.start <= s.span.start && s.span.end <= whole.end;
        let compute = self.compute;
        let done = (compute.stepped.iter().filter(inside)).try_for_each(|own| self.stepped(own));
        let mut edits = std::mem::replace(&mut self.edits, outside);
        done?;
        edits.extend(plain(self.unit, whole));
        Ok(apply(&self.unit.source, whole, &mut edits))
    }

    /// Puts declarations at the start of a statement, within its braces or new ones.
    pub(super) fn at_start(&mut self, body: Span, declarations: String) {
        let source = &self.unit.source;
        if source.slice(body).starts_with('{') {
            let at = body.start + 1;
            self.edits.push(Edit::insert(
                at,
                format!("{declarations}{}", to_user(source, at)),
            ));
        } else {
            let end = statement_end(source, body);
            self.edits.push(Edit::insert(
                body.start,
                format!("{{{declarations}{}", to_user(source, body.start)),
            ));
            self.edits.push(Edit::insert(end, "}"));
        }
    }

    /// Variables that the front end put at the start of a body, for `private` sections: they stand
    /// before it in the text, and hide the user's.
    pub fn made_privates(&mut self, body: &[Stmt], span: Span) -> Result<(), RenderError> {
        let mut declarations = to_generated();
        for s in body.iter().filter(|s| s.span.end <= span.start) {
            if let Some(line) = self.first_values(s)? {
                let _ = writeln!(declarations, "    {line}");
            }
            let StmtKind::Decl(made) = &s.kind else {
                continue;
            };
            for d in made {
                let var = self.unit.var(d.var);
                let name = match var.name.strip_prefix(OWN) {
                    Some(name) => {
                        let _ = writeln!(
                            declarations,
                            "    __typeof__(*{name}) *__accrs_of_{name} = {name};"
                        );
                        name
                    }
                    None => &var.name,
                };
                let line = match (self.unit.types.canonical(var.ty), d.init.as_ref()) {
                    (Type::Array(_, ArrayLen::Fixed(n)), _) => {
                        format!("__typeof__(*{name}) {name}[{n}];")
                    }
                    (_, Some(init)) => match &init.strip_implicit().kind {
                        ExprKind::Cast { operand, .. } => match &operand.kind {
                            ExprKind::Call { args, .. } => {
                                let bytes = match args.first() {
                                    Some(bytes) => self.size(bytes, name)?,
                                    None => "0".into(),
                                };
                                self.released = true;
                                let cast = from_void(self.unit, &format!("__typeof__(*{name}) *"));
                                format!(
                                    "{RELEASED} __typeof__(*{name}) *{name} = {cast}__builtin_malloc({bytes});"
                                )
                            }
                            _ => continue,
                        },
                        _ => continue,
                    },
                    _ => continue,
                };
                let _ = writeln!(declarations, "    {line}");
            }
        }
        if declarations != to_generated() {
            self.at_start(span, declarations);
        }
        Ok(())
    }

    /// The copy that `firstprivate` starts with.
    fn first_values(&self, s: &Stmt) -> Result<Option<String>, RenderError> {
        let StmtKind::Expr(e) = &s.kind else {
            return Ok(None);
        };
        let ExprKind::Call { args, .. } = &e.kind else {
            return Ok(None);
        };
        let [_, from, bytes] = args.as_slice() else {
            return Ok(None);
        };
        let (base, lower) = match &from.kind {
            ExprKind::Binary(_, base, lower) => (
                &**base,
                format!(" + ({})", clause::operand(self.unit, &self.shifted(lower))?),
            ),
            _ => (from, String::new()),
        };
        let ExprKind::Var(var) = base.kind else {
            return Ok(None);
        };
        let name = &self.unit.var(var).name;
        let bytes = self.size(bytes, name)?;
        Ok(Some(format!(
            "__builtin_memcpy((void *)({name}{lower}), __accrs_of_{name}{lower}, {bytes});"
        )))
    }

    /// `n * sizeof(T)`, the type by the variable itself.
    fn size(&self, bytes: &Expr, name: &str) -> Result<String, RenderError> {
        Ok(match &bytes.kind {
            ExprKind::Binary(BinaryOp::Mul, n, _) => {
                let n = clause::operand(self.unit, &self.shifted(n))?;
                format!("{n} * sizeof(*{name})")
            }
            _ => clause::expr(self.unit, &self.shifted(bytes))?,
        })
    }
}
