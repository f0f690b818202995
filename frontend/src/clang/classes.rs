//! Objects of classes: those that are what C's structs are, their members and bases, and why others aren't compiled.

use super::build::{Builder, Res};
use super::cursor::{CType, Cursor};
use super::expr::expression_children;
use super::reference::referred;
use super::tuples::{elements, is_tuple};
use super::types::is_expression;
use crate::directive::{ClauseKind, Directive};
use crate::region::{BASE, Designator, Expr, ExprKind, InitItem, Type, TypeId};
use crate::source::Span;
use clang_sys::*;

impl<'t> Builder<'t> {
    /// An object that a constructor makes: a copy of a plain one, or zeros.
    pub fn constructed(&mut self, c: Cursor<'t>, target: Cursor<'t>, span: Span) -> Res<Expr> {
        if is_tuple(c.ty()) {
            return self.constructed_tuple(c, span);
        }
        let args = c.arguments();
        if self.is_own_constructor(c.ty(), target) {
            return self.own_constructor(c, target, span);
        }
        if !self.is_plain(c.ty()) || !target.is_defaulted() {
            return self.refuse_class(c.ty(), span);
        }
        match args[..] {
            [from] => self.expr(from),
            // `point()`: all members are zero (C++17 [dcl.init]).
            [] if is_left_unset(c.ty()) => {
                let ty = self.ty(c.ty().canonical())?;
                Ok(Expr::new(ExprKind::InitList(Vec::new()), ty, span))
            }
            [] => self.default_values(c.ty(), span),
            _ => self.refuse_class(c.ty(), span),
        }
    }

    /// Clauses that give each iteration an object of its own: its constructors and destructor would run.
    pub fn copied_classes(&mut self, d: &Directive<Expr>) -> Res<()> {
        for clause in d.clauses.iter().filter(|_| self.rules.cpp) {
            let (refs, valued) = match &clause.kind {
                ClauseKind::Private(refs) => (refs, false),
                ClauseKind::Firstprivate(refs) => (refs, true),
                _ => continue,
            };
            for r in refs {
                let Type::Record(id) = *self.types.canonical(self.types.innermost(r.base.ty))
                else {
                    continue;
                };
                let Some(class) = self.classes.get(&id).copied() else {
                    continue;
                };
                if !self.is_plain(class) || refers(class) || !(valued || is_left_unset(class)) {
                    let what = format!(
                        "an object of class `{}` of each thread's own",
                        class.spelling()
                    );
                    let instead = "declare the object in the construct";
                    return self.refuse_cpp(r.base.span, &what, instead);
                }
            }
        }
        Ok(())
    }

    /// An object that is declared without a value, of a class that has one for it: its own constructor's, or its members' values.
    pub fn default_object(&mut self, ty: CType<'t>, span: Span) -> Res<Expr> {
        if is_tuple(ty) {
            return self.default_tuple(ty, span);
        }
        let class = ty.canonical().declaration();
        if self.is_of_library(class, "pair") {
            return self.default_pair(ty, span);
        }
        let own = |m: &Cursor<'t>| makes_itself(*m);
        let Some(constructor) = class_members(class).into_iter().find(own) else {
            return self.default_values(ty, span);
        };
        // Of a template's instance clang shows the template's.
        let of_class = constructor.semantic_parent().entity() == class.entity();
        let plain = constructor.kind() == CXCursor_Constructor;
        if !plain || !of_class || !self.is_plain(ty) || !constructor.arguments().is_empty() {
            return self.refuse_class(ty, span);
        }
        let f = self.function_id(constructor)?;
        if self.device {
            self.need_body(f, constructor, span)?;
        }
        self.call_of(f, Vec::new(), span, span)
    }

    /// An object whose members have the values that the class gives them; the others are zero.
    pub fn default_values(&mut self, ty: CType<'t>, span: Span) -> Res<Expr> {
        self.values_beside(ty, Vec::new(), span)
    }

    /// The same, where a list gives some members their values.
    pub fn values_beside(
        &mut self,
        ty: CType<'t>,
        given: Vec<(String, InitItem)>,
        span: Span,
    ) -> Res<Expr> {
        let class = ty.canonical().declaration();
        if class_members(class).into_iter().any(makes_itself) || !self.is_plain(ty) {
            return self.refuse_class(ty, span);
        }
        let own = self.ty(ty.canonical())?;
        let mut items = Vec::new();
        let bases = class_members(class).into_iter();
        for base in bases.filter(|m| m.kind() == CXCursor_CXXBaseSpecifier) {
            if is_left_unset(base.ty()) {
                continue;
            }
            let value = self.default_object(base.ty(), span)?;
            let Some(field) = self.field_of_base(own, value.ty) else {
                return self.refuse_class(ty, span);
            };
            let designators = vec![Designator::Field(field)];
            items.push(InitItem { designators, value });
        }
        for field in ty.canonical().fields() {
            let designators = vec![Designator::Field(field.spelling())];
            if let Some((_, item)) = given.iter().find(|(name, _)| *name == field.spelling()) {
                let value = item.value.clone();
                items.push(InitItem { designators, value });
                continue;
            }
            let Some(value) = self.value_of_member(class, field)? else {
                let of = field.ty().canonical();
                if of.kind() == CXType_Record && !is_left_unset(of) {
                    let value = self.default_object(of, span)?;
                    items.push(InitItem { designators, value });
                } else {
                    self.leaves_member(field, span)?;
                }
                continue;
            };
            let array = field.ty().canonical().kind() == CXType_ConstantArray;
            if super::captures::uses_this(value) || field.spelling().is_empty() {
                return self.refuse_class(ty, span);
            }
            let value = self.expr(value)?;
            if array && !matches!(value.kind, ExprKind::InitList(_)) {
                return self.refuse_class(ty, span);
            }
            items.push(InitItem { designators, value });
        }
        Ok(Expr::new(ExprKind::InitList(items), own, span))
    }

    /// The member of a struct that is one of its class's bases.
    fn field_of_base(&self, class: TypeId, base: TypeId) -> Option<String> {
        let Type::Record(r) = *self.types.canonical(class) else {
            return None;
        };
        let fields = self.types.records[r.index()].fields.iter().flatten();
        let is_it = |ty: TypeId| self.types.canonical(ty) == self.types.canonical(base);
        let mut of = fields.filter(|f| f.name.starts_with(BASE) && is_it(f.ty));
        of.next().map(|f| f.name.clone())
    }

    pub fn record_assignment(
        &mut self,
        c: Cursor<'t>,
        target: Cursor<'t>,
        span: Span,
    ) -> Res<Expr> {
        let (_, args) = self.arguments_of(c, target);
        let [to, from] = args[..] else {
            return self.not_understood(c);
        };
        if !self.is_plain(to.ty()) || assigns_itself(to.ty()) {
            return self.refuse_class(to.ty(), span);
        }
        let (to, from) = (self.expr(to)?, self.expr(from)?);
        self.assigned_record(to, from, span)
    }

    pub fn refuse_class<T>(&mut self, ty: CType<'t>, span: Span) -> Res<T> {
        let what = format!("an object of class `{}`", ty.canonical().spelling());
        self.refuse_cpp(
            span,
            &what,
            "its constructors, destructor or bases have no form on devices: use a struct of numbers and pointers, or the object's parts",
        )
    }

    /// Whether objects of the type are copied byte by byte and have no code of their own at their beginnings and ends, so that they
    /// are what C's structs are.
    pub fn is_plain(&mut self, ty: CType<'t>) -> bool {
        let ty = ty.canonical();
        match ty.kind() {
            CXType_ConstantArray => self.is_plain(ty.element()),
            CXType_Record => {
                let decl = ty.declaration();
                let key = decl.entity();
                if let Some(known) = self.plain.get(&key) {
                    return *known;
                }
                self.plain.insert(key, true);
                if is_tuple(ty) {
                    let all = elements(ty);
                    let mut all = all.into_iter();
                    let plain = all.all(|e| referred(e).is_some() || self.is_plain(e));
                    self.plain.insert(key, plain);
                    return plain;
                }
                let full = decl.definition().unwrap_or(decl);
                let members = class_members(full);
                let bases = |m: &Cursor<'t>| m.kind() == CXCursor_CXXBaseSpecifier;
                let known = members.iter().filter(|m| bases(m)).all(|b| {
                    let shown = b.ty().canonical().kind() == CXType_Record;
                    let of = match shown {
                        true => Some(b.ty()),
                        false => self.base_of_instance(ty, *b),
                    };
                    !b.is_virtual_base()
                        && match of {
                            Some(of) => self.is_plain(of),
                            None => self.is_empty_of_library(*b),
                        }
                });
                let own = known && members.into_iter().all(is_plain_member);
                let fields = ty.fields();
                let refers = |f: &Cursor<'t>| referred(f.ty()).is_some();
                let plain = own && fields.iter().all(|f| refers(f) || self.is_plain(f.ty()));
                self.plain.insert(key, plain);
                plain
            }
            _ => referred(ty).is_none(),
        }
    }

    /// Whether a list leaves members to the values that the class gives them, which clang doesn't show, or has an item for a base without members,
    /// which is no member here.
    pub fn leaves_members(&mut self, c: Cursor<'t>) -> bool {
        let ty = c.ty().canonical();
        self.rules.cpp
            && ty.kind() == CXType_Record
            && (expression_children(c).len() < ty.fields().len() && !is_left_unset(ty)
                || has_empty_base(ty))
    }

    /// Whether a declaration leaves an object of class without a value: `point p;`.
    pub fn leaves_unset(&mut self, init: Cursor<'t>) -> Res<bool> {
        let made = init.kind() == CXCursor_CallExpr;
        let Some(target) = init.referenced().filter(|_| made) else {
            return Ok(false);
        };
        let (from, to) = init.extent();
        let text = self.weave.text.get(from as usize..to as usize);
        if target.kind() != CXCursor_Constructor
            || !target.makes_default()
            || !expression_children(init).is_empty()
            || text.is_some_and(|t| t.contains(['(', '{']))
        {
            return Ok(false);
        }
        if target.is_defaulted() && self.is_plain(init.ty()) && is_left_unset(init.ty()) {
            return Ok(true);
        }
        let one = init.ty().canonical().kind() == CXType_Record;
        let values = one && target.is_defaulted() && self.is_plain(init.ty());
        if values || self.is_own_constructor(init.ty(), target) {
            return Ok(false);
        }
        let span = self.weave.span(init.extent());
        self.refuse_class(init.ty(), span)
    }
}

/// Whether a member of a class is no code that runs by itself, and no base.
fn is_plain_member(m: Cursor<'_>) -> bool {
    match m.kind() {
        CXCursor_Destructor => m.is_defaulted(),
        CXCursor_Constructor => m.is_defaulted() || !m.copies(),
        CXCursor_CXXMethod => !m.is_virtual(),
        _ => true,
    }
}

/// Whether a member gives an object the value of another one of its class.
pub fn assigns_class(m: Cursor<'_>) -> bool {
    let class = m.semantic_parent();
    // A parameter of a template's text has no type that is known.
    let other = |p: &Cursor<'_>| {
        let ty = referred(p.ty()).unwrap_or(p.ty()).canonical();
        (CXType_Bool..=CXType_LongDouble).contains(&ty.kind())
            || ty.kind() == CXType_Record && ty.declaration().entity() != class.entity()
    };
    m.spelling() == "operator=" && !m.arguments().first().is_some_and(other)
}

/// Whether a class, or a part of its objects, has an assignment of its own.
pub fn assigns_itself(ty: CType<'_>) -> bool {
    let ty = ty.canonical();
    match ty.kind() {
        _ if is_tuple(ty) => elements(ty).into_iter().any(assigns_itself),
        CXType_ConstantArray => assigns_itself(ty.element()),
        CXType_Record => {
            let mut members = class_members(ty.declaration()).into_iter();
            members.any(|m| match m.kind() {
                CXCursor_CXXMethod => assigns_class(m) && !m.is_defaulted(),
                CXCursor_CXXBaseSpecifier => assigns_itself(m.ty()),
                _ => false,
            }) || ty.fields().into_iter().any(|f| assigns_itself(f.ty()))
        }
        _ => referred(ty).is_some(),
    }
}

/// Whether a class, or a part of its objects, refers to others.
pub fn refers(ty: CType<'_>) -> bool {
    let ty = ty.canonical();
    match ty.kind() {
        _ if is_tuple(ty) => elements(ty).into_iter().any(refers),
        CXType_ConstantArray => refers(ty.element()),
        CXType_Record => {
            let members = class_members(ty.declaration());
            let base = |m: &&Cursor<'_>| m.kind() == CXCursor_CXXBaseSpecifier;
            members.iter().filter(base).any(|b| refers(b.ty()))
                || ty.fields().into_iter().any(|f| refers(f.ty()))
        }
        _ => referred(ty).is_some(),
    }
}

/// Whether members of a class have values that its declaration gives.
fn has_values(ty: CType<'_>) -> bool {
    let ty = ty.canonical();
    match ty.kind() {
        CXType_ConstantArray => has_values(ty.element()),
        CXType_Record => {
            let mut members = class_members(ty.declaration()).into_iter();
            members.any(|m| match m.kind() {
                CXCursor_FieldDecl => value_of(m).is_some(),
                CXCursor_CXXBaseSpecifier => has_values(m.ty()),
                _ => false,
            }) || ty.fields().into_iter().any(|f| has_values(f.ty()))
        }
        _ => false,
    }
}

/// Whether a member is a constructor of the program's own that makes an object of nothing. It may be a template.
fn makes_itself(m: Cursor<'_>) -> bool {
    matches!(m.kind(), CXCursor_Constructor | CXCursor_FunctionTemplate)
        && m.makes_default()
        && !m.is_defaulted()
}

/// Whether an object of the type has no value until it is given one: no constructor of its class, or of a part's, gives it any.
pub fn is_left_unset(ty: CType<'_>) -> bool {
    let ty = ty.canonical();
    match ty.kind() {
        _ if is_tuple(ty) => false,
        CXType_ConstantArray => is_left_unset(ty.element()),
        CXType_Record => {
            let members = class_members(ty.declaration());
            let base = |m: &&Cursor<'_>| m.kind() == CXCursor_CXXBaseSpecifier;
            !has_values(ty)
                && !members.iter().any(|m| makes_itself(*m))
                && members.iter().filter(base).all(|b| is_left_unset(b.ty()))
                && ty.fields().into_iter().all(|f| is_left_unset(f.ty()))
        }
        _ => referred(ty).is_none(),
    }
}

/// The value that a member's declaration gives it. The lengths of an array stand before that.
pub fn value_of(field: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut lengths = 0;
    let mut ty = field.ty().canonical();
    while matches!(
        ty.kind(),
        CXType_ConstantArray | CXType_DependentSizedArray | CXType_IncompleteArray
    ) {
        (lengths, ty) = (lengths + 1, ty.element().canonical());
    }
    let kids = field.children().into_iter();
    let values = kids.filter(|c| is_expression(c.kind()));
    let values = values.filter(|_| field.bit_width().is_none());
    values.skip(lengths).last()
}

/// Whether one of a class's bases has no members.
fn has_empty_base(ty: CType<'_>) -> bool {
    let members = class_members(ty.canonical().declaration());
    let mut bases = members
        .iter()
        .filter(|m| m.kind() == CXCursor_CXXBaseSpecifier);
    bases.any(|b| b.ty().canonical().fields().is_empty() || has_empty_base(b.ty()))
}

/// What a class declares. clang shows that of an instance of a template in the template's text alone.
pub fn class_members(class: Cursor<'_>) -> Vec<Cursor<'_>> {
    let full = class.definition().unwrap_or(class);
    let declares =
        |m: &Cursor<'_>| (CXCursor_UnexposedDecl..=CXCursor_CXXAccessSpecifier).contains(&m.kind());
    let own = full.children();
    match full.specialized() {
        Some(template)
            if !own
                .iter()
                .any(|m| declares(m) || m.kind() == CXCursor_CXXBaseSpecifier) =>
        {
            template.definition().unwrap_or(template).children()
        }
        _ => own,
    }
}
