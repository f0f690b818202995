//! Containers of the host that functions lead to: `t.all()[i]`, and in such functions `all_[i]`. Those that are nothing but the name of a member are that
//! member, which the host names before the construct, by its place in the object where its class keeps it to itself.

use super::build::Builder;
use super::cursor::Cursor;
use super::expr::expression_children;
use super::host::core;
use super::inline::{is_simple, only_value};
use super::keys::type_key;
use super::methods::This;
use crate::region::{BASE, Expr, ExprKind, THIS, Type, UnaryOp};
use clang_sys::*;
use std::hash::{DefaultHasher, Hash, Hasher};

impl<'t> Builder<'t> {
    /// A container that is a member of an object of the host, however it is reached: what tells it from others, and its name in the host's text.
    pub fn behind_accessors(&mut self, container: Cursor<'t>) -> Option<(usize, String)> {
        if self.in_function || !self.device {
            return None;
        }
        let (key, text) = self.quietly(|b| b.held_by_object(core(container), 0))?;
        // What stands in the construct itself the host can evaluate as it is written.
        let own = self.source.slice(self.weave.span(container.extent()));
        let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '(' | ')');
        let written = self.inlining.is_empty() && !own.is_empty() && own.chars().all(name);
        Some((key, if written { own.to_string() } else { text }))
    }

    fn held_by_object(&mut self, c: Cursor<'t>, depth: u32) -> Option<(usize, String)> {
        match c.kind() {
            CXCursor_MemberRefExpr => {
                let of = expression_children(c).first().copied();
                let object = self.object_named(of, c)?;
                self.named_member(&object, c)
            }
            CXCursor_CallExpr if depth < 8 => {
                let target = c.referenced()?;
                let callee = expression_children(c).first().copied().map(core)?;
                let (value, _) = only_value(target)?;
                let accessor = target.kind() == CXCursor_CXXMethod
                    && !target.is_static_member()
                    && !target.is_virtual()
                    && target.arguments().is_empty()
                    && callee.kind() == CXCursor_MemberRefExpr;
                if !accessor {
                    return None;
                }
                let of = expression_children(callee).first().copied();
                let object = self.object_named(of, callee)?;
                self.objects.push(object);
                let this = This::Stands(self.objects.len() - 1);
                self.with_standing(Vec::new(), this, |b| {
                    b.held_by_object(core(value), depth + 1)
                })
            }
            _ => None,
        }
    }

    /// The host's object that a member is named of: `of`, or that of `this`.
    fn object_named(&mut self, of: Option<Cursor<'t>>, member: Cursor<'t>) -> Option<Expr> {
        let span = self.weave.span(member.extent());
        let object = match of {
            None => self.this_object(span).ok()?,
            Some(o) => {
                let e = self.expr(o).ok()?;
                match self.types.is_pointer(e.ty) {
                    true => self.followed(e, span),
                    false => e,
                }
            }
        };
        let object = self.member_of(object, member.referenced()?).ok()?;
        (self.is_of_host(&object) && is_simple(&object)).then_some(object)
    }

    fn named_member(&self, object: &Expr, c: Cursor<'t>) -> Option<(usize, String)> {
        let field = c.referenced().filter(|d| d.kind() == CXCursor_FieldDecl)?;
        let name = field.spelling();
        let own = self.is_this(object);
        let of = self.text_of_host(object)?;
        let text = match own || field.is_public() {
            true => format!("{of}.{name}"),
            false => {
                let class = type_key(field.ty()).ok()?;
                let offset = field_offset(object, self, &name)?;
                format!("(*(::{class} *)((char *)&{of} + {offset}))")
            }
        };
        let mut key = DefaultHasher::new();
        object.each_expr(|e| e.variable().hash(&mut key));
        text.hash(&mut key);
        Some((key.finish() as usize, text))
    }

    fn is_this(&self, object: &Expr) -> bool {
        let is_it = |e: &Expr| {
            let name = |v: crate::region::VarId| self.vars[v.index()].name.as_str();
            e.variable().is_some_and(|v| name(v) == "this")
        };
        matches!(&object.kind, ExprKind::Unary(UnaryOp::Deref, p) if is_it(p))
    }

    /// An object of the host, or a public member of one, as the host names it.
    fn text_of_host(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Var(v) => Some(self.vars[v.index()].name.clone()),
            ExprKind::Unary(UnaryOp::Deref, p) => match self.text_of_host(p)? {
                this if this.ends_with(THIS) || this == "this" => Some(format!("(*{this})")),
                _ => None,
            },
            ExprKind::Member { field, .. } if field.starts_with(BASE) => None,
            ExprKind::Member {
                base,
                field,
                arrow: false,
            } if self.is_public_member(base, field) => {
                Some(format!("{}.{field}", self.text_of_host(base)?))
            }
            _ => None,
        }
    }

    fn is_public_member(&self, base: &Expr, field: &str) -> bool {
        let Type::Record(r) = *self.types.canonical(base.ty) else {
            return false;
        };
        let fields = self.types.records[r.index()].fields.iter().flatten();
        let mut named = fields.filter(|f| f.name == field);
        named.next().is_some_and(|f| !f.is_private)
    }
}

/// Where a member is in its object, in bytes.
fn field_offset(object: &Expr, b: &Builder<'_>, name: &str) -> Option<u64> {
    let Type::Record(r) = *b.types.canonical(object.ty) else {
        return None;
    };
    let fields = b.types.records[r.index()].fields.as_ref()?;
    let field = fields.iter().find(|f| f.name == name)?;
    Some(field.offset_bits / 8)
}
