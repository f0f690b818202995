//! Members of classes that run: member functions, operators and constructors as functions of C, and `this`.
//!
//! | in C++ | here |
//! |---|---|
//! | a member function | a function with a pointer to the object before its parameters |
//! | `this` in it, and in constructs of the host | that pointer |
//! | a constructor | a function that returns the object |
//! | an object's part that is a base | a member of the struct ([`BASE`]) |
//! | a member that is a reference | a pointer |

use super::build::{Builder, Res};
use super::classes::{class_members, value_of};
use super::cursor::{CType, Cursor};
use super::expr::expression_children;
use super::host::core;
use super::lambdas::is_lambda;
use super::reference::referred;
use super::types::is_expression;
use crate::region::{
    BASE, Expr, ExprKind, FunctionId, LocalDecl, Qualifiers, Stmt, StmtKind, Storage, Type, TypeId,
    UnaryOp, Var, VarId,
};
use crate::source::Span;
use clang_sys::*;

/// What `this` is in the function that is being built.
#[derive(Clone, Copy, Default)]
pub enum This<'t> {
    #[default]
    None,
    /// A member function of the host, which has no variable for it until a construct names it.
    Host(Cursor<'t>),
    Pointer(VarId),
    /// The object that a constructor makes.
    Object(VarId),
    /// The object of this number in `objects`.
    Stands(usize),
}

impl<'t> Builder<'t> {
    /// `this` in the host's function `f`.
    pub fn this_of_host(f: Cursor<'t>) -> This<'t> {
        match has_object(f) {
            true => This::Host(f),
            false => This::None,
        }
    }

    /// The pointer that a member function is given, as a parameter.
    pub fn hidden_parameter(&mut self, f: Cursor<'t>) -> Res<VarId> {
        let key = f.canonical().entity();
        if let Some(var) = self.hidden.get(&key) {
            return Ok(*var);
        }
        let var = self.new_this(f)?;
        self.hidden.insert(key, var);
        Ok(var)
    }

    fn new_this(&mut self, f: Cursor<'t>) -> Res<VarId> {
        let mut ty = self.ty(f.semantic_parent().ty().canonical())?;
        if f.is_const_member() {
            let q = Qualifiers {
                is_const: true,
                ..Qualifiers::default()
            };
            ty = self.types.intern(Type::Qualified(ty, q));
        }
        let ty = self.types.intern(Type::Pointer(ty));
        Ok(self.new_var("this", ty, Storage::Param))
    }

    pub fn new_var(&mut self, name: &str, ty: TypeId, storage: Storage) -> VarId {
        let id = VarId(self.vars.len() as u32);
        self.vars.push(Var {
            name: name.into(),
            ty,
            restrict: false,
            storage,
            init: None,
            attributes: Vec::new(),
            fits: false,
            member: None,
            span: Span::default(),
        });
        id
    }

    /// The object that `this` points to.
    pub fn this_object(&mut self, span: Span) -> Res<Expr> {
        if let This::Host(f) = self.this {
            self.this = This::Pointer(self.new_this(f)?);
        }
        match self.this {
            This::Object(v) => Ok(Expr::new(ExprKind::Var(v), self.vars[v.index()].ty, span)),
            This::Pointer(v) => {
                let pointer = Expr::new(ExprKind::Var(v), self.vars[v.index()].ty, span);
                Ok(self.followed(pointer, span))
            }
            This::Stands(k) => Ok(self.objects[k].clone()),
            This::None | This::Host(_) => self.refuse_cpp(span, "`this`", "name the object"),
        }
    }

    /// `this`, as a pointer.
    pub fn this_pointer(&mut self, span: Span) -> Res<Expr> {
        let object = self.this_object(span)?;
        self.address_of(object)
    }

    /// The object that a member is named of, as the class that has the member.
    pub fn member_of(&mut self, object: Expr, member: Cursor<'t>) -> Res<Expr> {
        let span = object.span;
        let mut class = member.semantic_parent();
        loop {
            let to = self.ty(class.ty().canonical())?;
            let own = self.types.canonical(to) == self.types.canonical(object.ty);
            let around = class.semantic_parent();
            let named = !class.spelling().is_empty() && !class.spelling().contains('(');
            // The members of anonymous ones are those of the class around.
            if own || named || !super::places::is_class(around) {
                return self.as_class(object, to, span);
            }
            class = around;
        }
    }

    /// An object as one of its bases.
    pub fn as_class(&mut self, object: Expr, to: TypeId, span: Span) -> Res<Expr> {
        let (Type::Record(from), Type::Record(base)) = (
            self.types.canonical(object.ty).clone(),
            self.types.canonical(to).clone(),
        ) else {
            return Ok(object);
        };
        if from == base {
            return Ok(object);
        }
        if let Some(path) = self.path_to(from, base) {
            let q = self.types.qualifiers(object.ty);
            let made = path.into_iter().fold(object, |object, (field, ty)| {
                let ty = match q == Qualifiers::default() {
                    true => ty,
                    false => self.types.intern(Type::Qualified(ty, q)),
                };
                let base = Box::new(object);
                let arrow = false;
                Expr::new(ExprKind::Member { base, field, arrow }, ty, span)
            });
            return Ok(made);
        }
        if self.is_empty_class(to) && is_addressable(&object) {
            // It has no members, so it is as good as anywhere.
            let pointer = self.types.intern(Type::Pointer(to));
            let address = self.address_of(object)?;
            let kind = ExprKind::Cast {
                implicit: false,
                operand: Box::new(address),
            };
            return Ok(self.followed(Expr::new(kind, pointer, span), span));
        }
        self.refuse_cpp(
            span,
            "a class taken for another one",
            "name the object's members themselves, or use structs without bases",
        )
    }

    /// The steps from a class to one of its bases.
    fn path_to(
        &self,
        from: crate::region::RecordId,
        to: crate::region::RecordId,
    ) -> Option<Vec<(String, TypeId)>> {
        let fields = self.types.records[from.index()].fields.as_ref()?;
        fields
            .iter()
            .filter(|f| f.name.starts_with(BASE))
            .find_map(|f| {
                let Type::Record(r) = *self.types.canonical(f.ty) else {
                    return None;
                };
                let mut rest = match r == to {
                    true => Vec::new(),
                    false => self.path_to(r, to)?,
                };
                rest.insert(0, (f.name.clone(), f.ty));
                Some(rest)
            })
    }

    /// A call of a member function, or of an operator that is one.
    pub fn member_call(&mut self, c: Cursor<'t>, target: Cursor<'t>, span: Span) -> Res<Expr> {
        let mut kids = expression_children(c);
        let is_it = |k: &Cursor<'t>| {
            k.referenced()
                .is_some_and(|d| d.entity() == target.entity())
        };
        let named = kids.iter().position(|k| {
            let k = core(*k);
            matches!(k.kind(), CXCursor_MemberRefExpr | CXCursor_DeclRefExpr) && is_it(&k)
        });
        let Some(named) = named else {
            return self.not_understood(c);
        };
        let name = kids.remove(named);
        let callee = core(name);
        if target.is_virtual() {
            return self.refuse_cpp(
                span,
                "a virtual call",
                "call a function that isn't virtual, or choose by a number that the object has",
            );
        }
        let object = match callee.kind() {
            CXCursor_MemberRefExpr => expression_children(callee).first().copied(),
            _ if kids.is_empty() => return self.not_understood(c),
            _ => Some(kids.remove(0)),
        };
        if let Some(o) = object.filter(|o| is_lambda(core(*o))) {
            let name = self.weave.span(callee.extent());
            return self.lambda_call(o, target, &kids, (span, name));
        }
        if let Some(e) = self.container((c, target), object, &kids, span)? {
            return Ok(e);
        }
        if callee.kind() == CXCursor_DeclRefExpr {
            self.in_order(object, &kids, span)?;
        }
        let object = match object {
            None => self.this_object(span)?,
            Some(o) => {
                let e = self.expr(o)?;
                match self.types.is_pointer(e.ty) && !self.types.is_array(e.ty) {
                    true => self.followed(e, span),
                    false => e,
                }
            }
        };
        let object = self.member_of(object, target)?;
        if let Some(e) = self.inlined(target, Some(&object), &kids, span)? {
            return Ok(e);
        }
        let place = self.weave.span(callee.extent());
        if let Some(e) = self.called_with_parts(target, &object, &kids, (span, place))? {
            return Ok(e);
        }
        let f = self.function_id(target)?;
        if self.device {
            self.need_body(f, target, span)?;
        }
        let mut args = vec![self.address_of(object)?];
        args.extend(self.handed(f, target, &kids, 1)?);
        self.call_of(f, args, span, place)
    }

    /// C++ evaluates an operator's operands one after the other, and a call's arguments in any order.
    fn in_order(&mut self, object: Option<Cursor<'t>>, args: &[Cursor<'t>], span: Span) -> Res<()> {
        let mut all = object.into_iter().chain(args.iter().copied());
        if all.clone().count() > 1 && all.any(|c| steps(c)) {
            return self.refuse_cpp(
                span,
                "an operator of a class whose operand assigns a variable",
                "assign it in a statement of its own",
            );
        }
        Ok(())
    }

    /// The object that a constructor of the program's own makes, as the call of a function that returns it.
    pub fn own_constructor(&mut self, c: Cursor<'t>, target: Cursor<'t>, span: Span) -> Res<Expr> {
        let f = self.function_id(target)?;
        if self.device {
            self.need_body(f, target, span)?;
        }
        let args = self.handed(f, target, &expression_children(c), 0)?;
        self.call_of(f, args, span, span)
    }

    /// The body of a constructor: its object, the members' values, what it does, and the object as its value.
    pub fn constructor_body(
        &mut self,
        f: FunctionId,
        c: Cursor<'t>,
        body: Cursor<'t>,
    ) -> Res<Vec<Stmt>> {
        let span = self.weave.span(c.extent());
        let ty = self.functions[f.index()].ret;
        let object = self.new_var("made", ty, Storage::Region);
        self.this = This::Object(object);
        let mut out = vec![Stmt::new(
            StmtKind::Decl(vec![LocalDecl {
                var: object,
                init: None,
                is_static: false,
            }]),
            span,
        )];
        let class = c.semantic_parent();
        if let Some(other) = delegated(c) {
            let value = self.expr(other)?;
            out.push(assigned(self.made(object, span), value, ty, span));
            out.extend(self.block(body)?);
            let made = StmtKind::Return(Some(self.made(object, span)));
            out.push(Stmt::new(made, span));
            return Ok(out);
        }
        let given = self.member_initialisers(c)?;
        self.construct_bases(object, class, &given, &mut out)?;
        for field in class.ty().canonical().fields() {
            let own = given
                .iter()
                .find(|(m, _)| m.is_some_and(|m| m.entity() == field.entity()));
            let value = match own {
                Some((_, value)) => Some(*value),
                None => self.value_of_member(class, field)?,
            };
            let Some(value) = value else {
                let of = field.ty().canonical();
                if of.kind() == CXType_Record && !super::classes::is_left_unset(of) {
                    let value = self.default_object(of, span)?;
                    let ty = value.ty;
                    let part = self.member_of_made(object, field, ty, span);
                    out.push(assigned(part, value, ty, span));
                } else {
                    self.leaves_member(field, span)?;
                }
                continue;
            };
            out.push(self.initialises(object, field, value)?);
        }
        out.extend(self.block(body)?);
        out.push(Stmt::new(
            StmtKind::Return(Some(self.made(object, span))),
            span,
        ));
        Ok(out)
    }

    pub fn made(&self, object: VarId, span: Span) -> Expr {
        Expr::new(ExprKind::Var(object), self.vars[object.index()].ty, span)
    }

    /// What stands between a constructor's head and its body: members and their values.
    fn member_initialisers(&mut self, c: Cursor<'t>) -> Res<Vec<Initialiser<'t>>> {
        let mut out = Vec::new();
        let mut member = None;
        for k in c.children() {
            match k.kind() {
                CXCursor_MemberRef => member = k.referenced(),
                // A base.
                kind if is_expression(kind) => out.push((member.take(), k)),
                _ => {}
            }
        }
        Ok(out)
    }

    /// The parts of a constructor's object that are bases: given values, or such as have none.
    fn construct_bases(
        &mut self,
        object: VarId,
        class: Cursor<'t>,
        given: &[Initialiser<'t>],
        out: &mut Vec<Stmt>,
    ) -> Res<()> {
        let bases = class_members(class).into_iter();
        for base in bases.filter(|m| m.kind() == CXCursor_CXXBaseSpecifier) {
            let span = self.weave.span(base.extent());
            if self.is_empty_of_library(base) {
                continue;
            }
            if base.ty().canonical().kind() != CXType_Record
                && given.iter().any(|(m, _)| m.is_none())
            {
                return self.refuse_cpp(
                    span,
                    "the base of a template's class that its constructor gives a value",
                    "give the base's members their values in the constructor's body",
                );
            }
            let decl = base.ty().canonical().declaration().entity();
            let of = |k: &Cursor<'t>| k.ty().canonical().declaration().entity() == decl;
            let value = given.iter().find(|(m, k)| m.is_none() && of(k));
            let Some((_, value)) = value else {
                if !super::classes::is_left_unset(base.ty()) {
                    let value = self.default_object(base.ty(), span)?;
                    let ty = value.ty;
                    let made = self.made(object, span);
                    let part = self.as_class(made, ty, span)?;
                    out.push(assigned(part, value, ty, span));
                }
                continue;
            };
            let span = self.weave.span(value.extent());
            let ty = self.ty(base.ty().canonical())?;
            let value = self.expr(*value)?;
            if self.is_empty_class(ty) {
                continue;
            }
            let made = self.made(object, span);
            let part = self.as_class(made, ty, span)?;
            out.push(assigned(part, value, ty, span));
        }
        Ok(())
    }

    /// The value that a member's declaration gives it.
    pub fn value_of_member(
        &mut self,
        class: Cursor<'t>,
        field: Cursor<'t>,
    ) -> Res<Option<Cursor<'t>>> {
        let declared = class_members(class).into_iter();
        let mut same =
            declared.filter(|m| m.kind() == CXCursor_FieldDecl && m.spelling() == field.spelling());
        match (value_of(field), same.find_map(value_of)) {
            (Some(value), _) => Ok(Some(value)),
            (None, None) => Ok(None),
            // Of an instance of a template that clang hasn't made.
            (None, Some(value)) => {
                let span = self.weave.span(value.extent());
                self.refuse_cpp(
                    span,
                    "the value of a template's member",
                    "give the value in the constructor",
                )
            }
        }
    }

    /// A member that a constructor leaves alone has no value, or its class would give it one.
    pub fn leaves_member(&mut self, field: Cursor<'t>, span: Span) -> Res<()> {
        let ty = field.ty().canonical();
        if self.is_plain(ty) && super::classes::is_left_unset(ty) {
            return Ok(());
        }
        let what = format!(
            "the member `{}`, which its class gives a value",
            field.spelling()
        );
        self.refuse_cpp(span, &what, "give it its value in the constructor")
    }

    fn initialises(&mut self, object: VarId, field: Cursor<'t>, value: Cursor<'t>) -> Res<Stmt> {
        let span = self.weave.span(value.extent());
        let reference = referred(field.ty()).is_some();
        let mut ty = self.ty(referred(field.ty()).unwrap_or(field.ty()))?;
        if self.types.is_array(ty) {
            return self.refuse_cpp(
                span,
                "the values of an array",
                "assign its elements in the constructor's body",
            );
        }
        let mut value = self.expr(value)?;
        if reference {
            value = self.address_of(value)?;
            ty = self.types.intern(Type::Pointer(ty));
        }
        let ty = self.unqualified_type(ty);
        let member = self.member_of_made(object, field, ty, span);
        Ok(assigned(member, value, ty, span))
    }

    fn member_of_made(&self, object: VarId, field: Cursor<'t>, ty: TypeId, span: Span) -> Expr {
        let member = ExprKind::Member {
            base: Box::new(self.made(object, span)),
            field: field.spelling(),
            arrow: false,
        };
        Expr::new(member, ty, span)
    }

    /// A constructor that is made for objects of plain classes: its body is known, and it is no copy.
    pub fn is_own_constructor(&mut self, ty: CType<'t>, target: Cursor<'t>) -> bool {
        ty.canonical().kind() == CXType_Record && !target.is_defaulted() && self.is_plain(ty)
    }
}

/// The constructor of the same class that a constructor calls first.
fn delegated(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let class = c.semantic_parent().ty().canonical().declaration().entity();
    let mut member = false;
    c.children().into_iter().find(|k| match k.kind() {
        CXCursor_MemberRef => {
            member = true;
            false
        }
        kind if is_expression(kind) => {
            let of = k.ty().canonical().declaration().entity();
            !std::mem::take(&mut member) && of == class
        }
        _ => false,
    })
}

/// What a constructor gives a value: a member, or, without one, a base of the value's class.
type Initialiser<'t> = (Option<Cursor<'t>>, Cursor<'t>);

/// `to = value;`
fn assigned(to: Expr, mut value: Expr, ty: TypeId, span: Span) -> Stmt {
    if let ExprKind::InitList(_) = value.kind {
        let kind = ExprKind::CompoundLiteral(Box::new(value));
        value = Expr::new(kind, ty, span);
    }
    let kind = ExprKind::Assign(None, Box::new(to), Box::new(value));
    Stmt::new(StmtKind::Expr(Expr::new(kind, ty, span)), span)
}

/// Whether a function has an object that it is called for.
pub fn has_object(f: Cursor<'_>) -> bool {
    match f.kind() {
        CXCursor_CXXMethod => !f.is_static_member(),
        CXCursor_ConversionFunction | CXCursor_Constructor | CXCursor_Destructor => true,
        _ => false,
    }
}

fn is_addressable(e: &Expr) -> bool {
    super::reference::is_object(e) || matches!(e.kind, ExprKind::Unary(UnaryOp::Deref, _))
}

/// Whether an expression assigns or steps a variable.
fn steps(c: Cursor<'_>) -> bool {
    let here = match c.kind() {
        CXCursor_CompoundAssignOperator => true,
        CXCursor_BinaryOperator => c.binary_operator() == CXBinaryOperator_Assign,
        CXCursor_UnaryOperator => matches!(
            c.unary_operator(),
            CXUnaryOperator_PostInc
                | CXUnaryOperator_PostDec
                | CXUnaryOperator_PreInc
                | CXUnaryOperator_PreDec
        ),
        _ => false,
    };
    here || c.children().into_iter().any(steps)
}
