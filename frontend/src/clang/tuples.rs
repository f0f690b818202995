//! `std::tuple` as a struct of its elements. The library makes it of classes that derive from each other, and clang shows no bases of a template's
//! instances; here stands what its constructors, its assignments, `std::get`, `std::make_tuple` and `std::tie` are.

use super::build::{Builder, Res};
use super::classes::class_members;
use super::cursor::{CType, Cursor, TemplateArgument};
use super::host::core;
use super::initialiser::literal_of;
use super::reference::{is_object, quiet, referred};
use crate::region::{
    BinaryOp, Designator, EMPTY, Expr, ExprKind, Field, InitItem, IntKind, Stmt, StmtKind, Storage,
    Type, UnaryOp,
};
use crate::source::Span;
use clang_sys::*;

/// The base of gcc's tuples. It puts the last element first.
const BASE_OF_GCC: &str = "_Tuple_impl";

/// What `std::ignore` is.
const IGNORED: [&str; 2] = ["_Swallow_assign", "__ignore_t"];

/// How deep calls are followed in the search for what an element's value changes.
const DEPTH: u32 = 4;

/// Whether a type is a `std::tuple`.
pub fn is_tuple(ty: CType<'_>) -> bool {
    let ty = ty.canonical();
    ty.kind() == CXType_Record
        && ty.declaration().spelling() == "tuple"
        && ty
            .spelling()
            .trim_start_matches("const ")
            .starts_with("std::tuple<")
}

/// The types of a tuple's elements.
pub fn elements(ty: CType<'_>) -> Vec<CType<'_>> {
    let all = ty.canonical().template_arguments();
    all.into_iter().flatten().collect()
}

/// The types of an object's own members, or of a tuple's elements.
pub fn parts(ty: CType<'_>) -> Vec<CType<'_>> {
    match is_tuple(ty) {
        true => elements(ty),
        false => ty.fields().into_iter().map(Cursor::ty).collect(),
    }
}

/// Whether a tuple's element is a reference to `std::ignore`.
fn is_ignored(of: CType<'_>) -> bool {
    let class = referred(of).map(|to| to.canonical().declaration().spelling());
    class.is_some_and(|name| IGNORED.contains(&name.as_str()))
}

fn field_name(k: usize) -> String {
    format!("element_{k}")
}

impl<'t> Builder<'t> {
    /// The members of the struct that a tuple is, in the order in which gcc's library has them in memory. Host text has no names for them.
    pub fn tuple_fields(&mut self, ty: CType<'t>) -> Res<Vec<Field>> {
        let bases = class_members(ty.declaration()).into_iter();
        let mut bases = bases.filter(|m| m.kind() == CXCursor_CXXBaseSpecifier);
        if !bases.any(|b| b.spelling().contains(BASE_OF_GCC)) {
            return self.layout_unknown(ty);
        }
        let (mut out, mut end, mut widest) = (Vec::new(), 0, 1);
        for (k, of) in elements(ty).into_iter().enumerate().rev() {
            let made = self.member_type(of)?;
            // One without members may lie where another one does.
            if self.is_empty_class(made) {
                return self.layout_unknown(ty);
            }
            let (size, align) = match referred(of) {
                Some(_) => (8, 8),
                None => (of.size_of().unwrap_or(0), of.align_of().unwrap_or(0).max(1)),
            };
            let at = u64::div_ceil(end, align) * align;
            (end, widest) = (at + size, align.max(widest));
            out.push(Field {
                name: field_name(k),
                ty: made,
                bit_width: None,
                offset_bits: 8 * at,
                is_private: true,
            });
        }
        if out.is_empty() {
            let byte = self.types.intern(Type::Int(IntKind::UChar));
            out.push(super::layout::field(EMPTY.into(), byte, 0));
            end = 1;
        }
        match ty.size_of() == Some(u64::div_ceil(end, widest) * widest) {
            true => Ok(out),
            false => self.layout_unknown(ty),
        }
    }

    /// A tuple that its constructor makes: of values, of another tuple or a pair, or of nothing.
    pub fn constructed_tuple(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let ty = c.ty();
        let args = c.arguments();
        if !self.is_plain(ty) {
            return self.refuse_class(ty, span);
        }
        let of = elements(ty);
        match args[..] {
            [] if !of.is_empty() => return self.default_tuple(ty, span),
            [from] if of.len() != 1 || self.is_divided(from.ty()) => {
                return self.converted_tuple(from, ty, span);
            }
            _ => {}
        }
        self.tuple_of(ty, &args, span)
    }

    /// A tuple of so many values.
    fn tuple_of(&mut self, ty: CType<'t>, args: &[Cursor<'t>], span: Span) -> Res<Expr> {
        if args.len() != elements(ty).len() {
            return self.refuse_class(ty, span);
        }
        // A list's values are made in their order, which isn't that of the members.
        let acting = args.iter().filter(|a| !quiet(**a, DEPTH)).count();
        let steps = args.len() > 1 && args.iter().any(|a| super::methods::steps(*a));
        if self.source.slice(span).ends_with('}') && (acting > 1 || steps) {
            return self.refuse_cpp(
                span,
                "a tuple whose values are made in an order",
                "make each value in a statement of its own",
            );
        }
        let mut values = Vec::new();
        for (a, of) in args.iter().zip(elements(ty)) {
            values.push(match is_ignored(of) {
                // Nobody looks for it.
                true => {
                    let to = self.ty(of.canonical())?;
                    let nowhere = super::cpp::zero(to, span);
                    self.followed(nowhere, span)
                }
                false => self.expr(*a)?,
            });
        }
        self.tuple_with(ty, values, span)
    }

    fn tuple_with(&mut self, ty: CType<'t>, values: Vec<Expr>, span: Span) -> Res<Expr> {
        let own = self.ty(ty.canonical())?;
        let own = self.unqualified_type(own);
        let mut items = Vec::new();
        for (k, (of, value)) in elements(ty).into_iter().zip(values).enumerate() {
            let value = match referred(of) {
                Some(_) => self.address_of(value)?,
                None => self.element_value(of, value)?,
            };
            let designators = vec![Designator::Field(field_name(k))];
            items.push(InitItem { designators, value });
        }
        items.reverse();
        Ok(Expr::new(ExprKind::InitList(items), own, span))
    }

    /// A value as one of an element's type.
    fn element_value(&mut self, of: CType<'t>, value: Expr) -> Res<Expr> {
        let to = self.ty(of.canonical())?;
        if self.types.canonical_id(self.unqualified_type(value.ty))
            == self.types.canonical_id(self.unqualified_type(to))
        {
            return Ok(value);
        }
        let from = self.decayed(value.ty);
        if self.types.is_scalar(to) && self.types.is_scalar(from) {
            return Ok(self.as_type(value, to));
        }
        self.refuse_cpp(
            value.span,
            "a tuple's element that is made of another class",
            "make a value of the element's own class first",
        )
    }

    /// Each element is zero, or what its class makes it.
    pub fn default_tuple(&mut self, ty: CType<'t>, span: Span) -> Res<Expr> {
        let values = self.default_parts(ty, span)?;
        self.tuple_with(ty, values, span)
    }

    /// The same of a `std::pair`.
    pub fn default_pair(&mut self, ty: CType<'t>, span: Span) -> Res<Expr> {
        let own = self.ty(ty.canonical())?;
        let values = self.default_parts(ty, span)?;
        let fields = ty.canonical().fields().into_iter();
        let items = fields.zip(values).map(|(f, value)| InitItem {
            designators: vec![Designator::Field(f.spelling())],
            value,
        });
        let list = ExprKind::InitList(items.collect());
        Ok(Expr::new(list, self.unqualified_type(own), span))
    }

    fn default_parts(&mut self, ty: CType<'t>, span: Span) -> Res<Vec<Expr>> {
        let mut values = Vec::new();
        for of in parts(ty) {
            let to = self.ty(of.canonical())?;
            values.push(match of.canonical().kind() {
                _ if self.types.is_scalar(to) && referred(of).is_none() => {
                    super::cpp::zero(to, span)
                }
                CXType_Record => self.default_object(of, span)?,
                _ => return self.refuse_class(ty, span),
            });
        }
        Ok(values)
    }

    /// Whether an object has parts that tuples take for their elements.
    fn is_divided(&self, ty: CType<'t>) -> bool {
        let ty = referred(ty).unwrap_or(ty).canonical();
        is_tuple(ty) || ty.kind() == CXType_Record && self.is_of_library(ty.declaration(), "pair")
    }

    /// A copy of a tuple, or one of the values that another one or a pair has.
    fn converted_tuple(&mut self, from: Cursor<'t>, ty: CType<'t>, span: Span) -> Res<Expr> {
        if !self.is_divided(from.ty()) {
            return self.refuse_class(ty, span);
        }
        let e = self.expr(from)?;
        let own = self.ty(ty.canonical())?;
        if self.types.canonical(e.ty) == self.types.canonical(own) {
            return Ok(e);
        }
        let class = referred(from.ty()).unwrap_or(from.ty()).canonical();
        let mut stmts = Vec::new();
        let parts = self.parts_of_value(e, class, span, &mut stmts)?;
        let made = self.tuple_with(ty, parts, span)?;
        if stmts.is_empty() {
            return Ok(made);
        }
        let own = made.ty;
        let value = Expr::new(ExprKind::CompoundLiteral(Box::new(made)), own, span);
        stmts.push(Stmt::new(StmtKind::Expr(value), span));
        Ok(Expr::new(ExprKind::StmtExpr(stmts), own, span))
    }

    /// The parts of a tuple or a pair. What isn't an object is made one by a declaration.
    fn parts_of_value(
        &mut self,
        e: Expr,
        class: CType<'t>,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Res<Vec<Expr>> {
        let object = match is_object(&e) {
            true => e,
            false => {
                let ty = self.unqualified_type(e.ty);
                let var = self.new_var("divided", ty, Storage::Region);
                stmts.push(super::cpp_stmt::declares(var, Some(e), span));
                self.made(var, span)
            }
        };
        let n = parts(class).len();
        match self.parts_of(object, class, n, span)? {
            Some(parts) => Ok(parts),
            None => self.refuse_class(class, span),
        }
    }

    /// A part of an object, by the name and the type of its member: what a member that is a reference refers to.
    pub fn part(&mut self, object: &Expr, name: String, of: CType<'t>, span: Span) -> Res<Expr> {
        let to = referred(of);
        let mut ty = self.ty(to.unwrap_or(of))?;
        if to.is_some() {
            ty = self.types.intern(Type::Pointer(ty));
        }
        let part = super::object_members::of_object(object.clone(), name, ty, span);
        Ok(match to {
            Some(_) => self.followed(part, span),
            None => part,
        })
    }

    /// The elements of a tuple that is an object.
    pub fn elements_of_tuple(
        &mut self,
        object: &Expr,
        ty: CType<'t>,
        span: Span,
    ) -> Res<Vec<Expr>> {
        let of = elements(ty).into_iter().enumerate();
        of.map(|(k, of)| self.part(object, field_name(k), of, span))
            .collect()
    }

    /// What the library's functions of tuples are; `None` for others.
    pub fn of_tuples(
        &mut self,
        c: Cursor<'t>,
        target: Cursor<'t>,
        args: &[Cursor<'t>],
        span: Span,
    ) -> Res<Option<Expr>> {
        match (target.spelling().as_str(), args) {
            ("make_tuple" | "tie" | "forward_as_tuple", _) if is_tuple(c.ty()) => {
                self.tuple_of(c.ty(), args, span).map(Some)
            }
            ("get", [of]) if is_tuple(core(*of).ty()) => self.element(c, target, *of, span),
            _ => Ok(None),
        }
    }

    /// `std::get<1>(t)`, `std::get<double>(t)`
    fn element(
        &mut self,
        c: Cursor<'t>,
        target: Cursor<'t>,
        of: Cursor<'t>,
        span: Span,
    ) -> Res<Option<Expr>> {
        let ty = core(of).ty().canonical();
        let all = elements(ty);
        let k = match target.template_arguments().first() {
            Some(TemplateArgument::Number(k, _)) => usize::try_from(*k).ok(),
            Some(TemplateArgument::Type(one)) => {
                let key = one.canonical().key();
                all.iter().position(|e| e.canonical().key() == key)
            }
            _ => None,
        };
        let Some((k, part)) = k.and_then(|k| Some((k, *all.get(k)?))) else {
            return Ok(None);
        };
        let e = self.expr(of)?;
        let object = match is_object(&e) {
            true => e,
            false => {
                let own = self.unqualified_type(e.ty);
                Expr::new(ExprKind::CompoundLiteral(Box::new(e)), own, span)
            }
        };
        let mut e = self.part(&object, field_name(k), part, span)?;
        if referred(part).is_none() {
            e.ty = self.ty(c.ty())?;
        }
        Ok(Some(e))
    }

    /// `t = u` of tuples, `std::tie(a, b) = f(x)`: element by element. Several statements have no value.
    pub fn assigned_tuple(&mut self, c: Cursor<'t>, target: Cursor<'t>, span: Span) -> Res<Expr> {
        let (_, args) = self.arguments_of(c, target);
        let [to, from] = args[..] else {
            return self.not_understood(c);
        };
        self.in_order(None, &args, span)?;
        let whole = !super::classes::assigns_itself(to.ty());
        let class = referred(from.ty()).unwrap_or(from.ty()).canonical();
        let (to_ty, value) = (core(to).ty().canonical(), self.expr(from)?);
        let place = self.expr(to)?;
        if whole && self.types.canonical(place.ty) == self.types.canonical(value.ty) {
            return self.assigned_record(place, value, span);
        }
        if !self.is_divided(class) {
            return self.refuse_class(class, span);
        }
        let mut stmts = Vec::new();
        let values = self.parts_of_value(value, class, span, &mut stmts)?;
        let places = match place.kind {
            ExprKind::InitList(items) => {
                let of = items.into_iter().rev();
                of.map(|i| self.followed(i.value, span)).collect()
            }
            _ => self.parts_of_value(place, to_ty, span, &mut stmts)?,
        };
        self.are_apart(&places, span)?;
        for ((place, value), of) in places.into_iter().zip(values).zip(elements(to_ty)) {
            if is_ignored(of) {
                continue;
            }
            let of = referred(of).unwrap_or(of);
            if super::classes::assigns_itself(of) {
                return self.refuse_class(of, span);
            }
            let place = self.changed_place(place)?;
            let value = self.element_value(of, value)?;
            let ty = self.unqualified_type(place.ty);
            let kind = ExprKind::Assign(None, Box::new(place), Box::new(value));
            let assigned = Expr::new(kind, ty, span);
            stmts.push(Stmt::new(StmtKind::Expr(assigned), span));
        }
        let void = self.types.intern(Type::Void);
        Ok(Expr::new(ExprKind::StmtExpr(stmts), void, span))
    }

    /// C++ finds all places before it assigns the first one: whether none of them is found by what another one is.
    fn are_apart(&mut self, places: &[Expr], span: Span) -> Res<()> {
        let roots: Vec<_> = places.iter().filter_map(|p| p.variable()).collect();
        let mut fine = true;
        for place in places {
            place.each_expr(|e| {
                let by_memory = match &e.kind {
                    ExprKind::Index(_, at) => at.any_expr(reads_memory),
                    ExprKind::Unary(UnaryOp::Deref, p) => p.any_expr(reads_memory),
                    ExprKind::Member { base, arrow, .. } => *arrow && base.any_expr(reads_memory),
                    _ => false,
                };
                fine &= !by_memory;
            });
            let own = place.variable();
            fine &= own.is_some()
                || !place.any_expr(|e| e.variable().is_some_and(|v| roots.contains(&v)));
        }
        if fine || places.len() < 2 {
            return Ok(());
        }
        self.refuse_cpp(
            span,
            "an assignment to several places that are found by each other",
            "take the tuple into a variable, and assign its elements one after the other",
        )
    }

    /// `to = from` of structs.
    pub fn assigned_record(&mut self, to: Expr, from: Expr, span: Span) -> Res<Expr> {
        let to = self.changed_place(to)?;
        let from = literal_of(from);
        let ty = self.unqualified_type(to.ty);
        let kind = ExprKind::Assign(None, Box::new(to), Box::new(from));
        Ok(Expr::new(kind, ty, span))
    }
}

/// Whether an expression is read from memory that another name may have, or does more than to read.
fn reads_memory(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _) => true,
        ExprKind::Member { arrow, .. } => *arrow,
        ExprKind::Binary(BinaryOp::Comma, ..) => true,
        kind => super::cpp_call::has_effect(kind),
    }
}
