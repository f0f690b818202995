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
use super::captures::is_lambda;
use super::cursor::Cursor;
use super::expr::expression_children;
use super::host::core;
use crate::region::{BASE, Expr, ExprKind, Qualifiers, Storage, Type, TypeId, UnaryOp, Var, VarId};
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
            return self.anywhere(object, to, span);
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
        let place = self.weave.span(callee.extent());
        self.called_member(object, target, &kids, (span, place))
    }

    /// A call of an object's member, which `place` names.
    pub fn called_member(
        &mut self,
        object: Expr,
        target: Cursor<'t>,
        args: &[Cursor<'t>],
        (span, place): (Span, Span),
    ) -> Res<Expr> {
        let object = self.member_of(object, target)?;
        if let Some(e) = self.inlined(target, Some(&object), args, span)? {
            return Ok(e);
        }
        if let Some(e) = self.called_with_parts(target, &object, args, (span, place))? {
            return Ok(e);
        }
        let f = self.function_id(target)?;
        if self.device {
            self.need_body(f, target, span)?;
        }
        let mut made = vec![self.address_of(object)?];
        made.extend(self.handed(f, target, args, 1)?);
        self.call_of(f, made, span, place)
    }

    /// C++ evaluates an operator's operands one after the other, and a call's arguments in any order.
    pub fn in_order(
        &mut self,
        object: Option<Cursor<'t>>,
        args: &[Cursor<'t>],
        span: Span,
    ) -> Res<()> {
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
pub fn steps(c: Cursor<'_>) -> bool {
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
