//! Initialiser lists and their designators.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::expr::expression_children;
use super::reference::referred;
use crate::region::{Designator, Expr, ExprKind, InitItem};
use crate::source::Span;
use clang_sys::*;

impl<'t> Builder<'t> {
    pub fn init_list(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        if let Some(number) = self.scalar_list(c, span) {
            return number;
        }
        let record = c.ty().canonical().kind() == CXType_Record;
        if self.rules.cpp && record && expression_children(c).is_empty() {
            return self.default_values(c.ty(), span);
        }
        if self.leaves_members(c) {
            if let Some(given) = self.given_members(c)? {
                return self.values_beside(c.ty(), given, span);
            }
            return self.refuse_cpp(
                span,
                "an object whose members have values of their own",
                "give all members in the list",
            );
        }
        let fields = match self.rules.cpp && record {
            true => c.ty().canonical().fields(),
            false => Vec::new(),
        };
        let mut items = Vec::new();
        for (k, kid) in expression_children(c).into_iter().enumerate() {
            let mut item = self.init_item(kid)?;
            let refers = fields.get(k).is_some_and(|f| referred(f.ty()).is_some());
            if refers {
                item.value = self.address_of(item.value)?;
            }
            items.push(item);
        }
        let ty = self.ty(c.ty())?;
        let kind = ExprKind::InitList(items);
        Ok(Expr::new(kind, ty, span))
    }

    /// The members to which a list gives values, by name or in their order. `None` for other forms, and for classes with bases.
    fn given_members(&mut self, c: Cursor<'t>) -> Res<Option<Vec<(String, InitItem)>>> {
        let ty = c.ty().canonical();
        let members = super::classes::class_members(ty.declaration());
        if members
            .iter()
            .any(|m| m.kind() == CXCursor_CXXBaseSpecifier)
        {
            return Ok(None);
        }
        let fields = ty.fields();
        let mut out = Vec::new();
        for (k, kid) in expression_children(c).into_iter().enumerate() {
            let mut item = self.init_item(kid)?;
            if fields.get(k).is_some_and(|f| referred(f.ty()).is_some()) {
                item.value = self.address_of(item.value)?;
            }
            let name = match (&item.designators[..], fields.get(k)) {
                ([Designator::Field(name)], _) => name.clone(),
                ([], Some(field)) => field.spelling(),
                _ => return Ok(None),
            };
            if name.is_empty() {
                return Ok(None);
            }
            out.push((name, item));
        }
        Ok(Some(out))
    }

    /// `.i = value` where `i` is a member of an anonymous struct or union: clang puts the step
    /// into that in front, which stands nowhere in the text, and so has no extent.
    pub fn anonymous_member_item(&mut self, c: Cursor<'t>) -> Res<Option<InitItem>> {
        let (start, end) = c.extent();
        let kids = c.children();
        let members: Vec<String> = kids
            .iter()
            .filter(|k| k.kind() == CXCursor_MemberRef)
            .map(|k| k.spelling())
            .filter(|name| !name.is_empty() && !name.contains('('))
            .collect();
        let nowhere = c.kind() == CXCursor_UnexposedExpr && (start == 0 || start >= end);
        if !nowhere || members.is_empty() {
            return Ok(None);
        }
        let [value] = expression_children(c)[..] else {
            return self.not_understood(c);
        };
        let value = self.expr(value)?;
        let designators = members.into_iter().map(Designator::Field).collect();
        Ok(Some(InitItem { designators, value }))
    }

    pub fn init_item(&mut self, c: Cursor<'t>) -> Res<InitItem> {
        let (start, _) = c.extent();
        let designated = c.kind() == CXCursor_UnexposedExpr
            && matches!(
                self.weave.text.as_bytes().get(start as usize),
                Some(b'.' | b'[')
            );
        if let Some(item) = self.anonymous_member_item(c)? {
            return Ok(item);
        }
        if !designated {
            let value = self.expr(c)?;
            return Ok(InitItem {
                designators: Vec::new(),
                value,
            });
        }
        // `.a[i].b = value`: the value stands last, the indices before it.
        let mut kids = expression_children(c);
        kids.sort_by_key(|k| k.extent().0);
        let Some(value) = kids.pop() else {
            return self.not_understood(c);
        };
        let head = self
            .weave
            .text
            .get(start as usize..value.extent().0 as usize);
        let mut rest = head.unwrap_or("").to_string();
        let mut at = start;
        let mut designators = Vec::new();
        let mut indices = kids.into_iter();
        loop {
            let trimmed = rest.trim_start();
            at += (rest.len() - trimmed.len()) as u32;
            rest = trimmed.to_string();
            if let Some(r) = rest.strip_prefix('.') {
                let word = r.trim_start();
                let len = word
                    .find(|ch: char| !(ch.is_alphanumeric() || ch == '_' || ch == '$'))
                    .unwrap_or(word.len());
                designators.push(Designator::Field(word[..len].to_string()));
                let skip = rest.len() - word.len() + len;
                at += skip as u32;
                rest = rest[skip..].to_string();
            } else if rest.starts_with('[') {
                let Some(low) = indices.next() else {
                    return self.not_understood(c);
                };
                let mut end = low.extent().1;
                let between = self.weave.text.get(end as usize..).unwrap_or("");
                let low_expr = self.expr(low)?;
                if between.trim_start().starts_with("...") {
                    let Some(high) = indices.next() else {
                        return self.not_understood(c);
                    };
                    end = high.extent().1;
                    designators.push(Designator::Range(low_expr, self.expr(high)?));
                } else {
                    designators.push(Designator::Index(low_expr));
                }
                let tail = self.weave.text.get(end as usize..value.extent().0 as usize);
                let Some(close) = tail.and_then(|t| t.find(']')) else {
                    return self.not_understood(c);
                };
                let next = end + close as u32 + 1;
                let skip = (next - at) as usize;
                at = next;
                rest = rest.get(skip..).unwrap_or("").to_string();
            } else {
                break;
            }
        }
        let value = self.expr(value)?;
        Ok(InitItem { designators, value })
    }
}

/// A list as the object that it makes, where C has no list.
pub fn literal_of(e: Expr) -> Expr {
    match e.kind {
        ExprKind::InitList(_) => {
            let (ty, span) = (e.ty, e.span);
            Expr::new(ExprKind::CompoundLiteral(Box::new(e)), ty, span)
        }
        _ => e,
    }
}
