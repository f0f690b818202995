//! C++'s references. From the front end on there are none.
//!
//! | the reference | becomes |
//! |---|---|
//! | of host code that constructs name | a variable of what it refers to, whose address is known to others |
//! | in a construct, of an element or a member that stays the same one | that element, wherever the reference is named |
//! | in a construct, of a value | a variable with that value |
//! | in a construct, of anything else | a pointer |
//! | a parameter `const T &` of a function that writes no memory | the value, for scalars |
//! | any other parameter or result of a function | a pointer |

use super::build::{Builder, Res};
use super::cursor::{CType, Cursor};
use super::expr::expression_children;
use crate::region::{BinaryOp, Expr, ExprKind, Function, InitItem, Type, TypeId, UnaryOp, VarId};
use crate::source::Span;
use clang_sys::*;

/// What a name stands for that was declared as a reference in device code.
#[derive(Clone)]
pub enum Stands {
    /// What the pointer of this name points to.
    Pointer(VarId),
    /// This object.
    Object(Expr),
}

/// How deep functions are followed in the search for writes.
const DEPTH: u32 = 8;

/// What a reference refers to; `None` for other types.
pub fn referred(ty: CType<'_>) -> Option<CType<'_>> {
    let canonical = ty.canonical();
    let reference = matches!(
        canonical.kind(),
        CXType_LValueReference | CXType_RValueReference
    );
    // The type as written names typedefs, but may be one of a reference itself.
    match ty.kind() {
        CXType_LValueReference | CXType_RValueReference => Some(ty.pointee()),
        _ => reference.then(|| canonical.pointee()),
    }
}

fn is_scalar(ty: CType<'_>) -> bool {
    let kind = ty.canonical().kind();
    (CXType_Bool..=CXType_LongDouble).contains(&kind)
        || matches!(kind, CXType_Enum | CXType_Pointer | CXType_Complex)
}

impl<'t> Builder<'t> {
    /// The name of a reference that was declared in device code.
    pub fn named_reference(&mut self, declared: Cursor<'t>, span: Span) -> Option<Expr> {
        let mut e = match self.references.get(&declared.entity())?.clone() {
            Stands::Object(e) => e,
            Stands::Pointer(v) => self.at_pointer(v, span),
        };
        e.span = span;
        Some(e)
    }

    fn at_pointer(&mut self, v: VarId, span: Span) -> Expr {
        let ty = self.vars[v.index()].ty;
        let pointer = Expr::new(ExprKind::Var(v), ty, span);
        self.followed(pointer, span)
    }

    /// What a pointer points to.
    pub fn followed(&mut self, pointer: Expr, span: Span) -> Expr {
        let to = self.types.pointee(pointer.ty).unwrap_or(pointer.ty);
        // What `this` points to where an object stands for that.
        if let ExprKind::Unary(UnaryOp::AddrOf, object) = &pointer.kind
            && is_object(object)
            && self.types.canonical_id(object.ty) == self.types.canonical_id(to)
        {
            return (**object).clone();
        }
        Expr::new(ExprKind::Unary(UnaryOp::Deref, Box::new(pointer)), to, span)
    }

    /// The address of an object, for a reference to it. That of a value is a temporary object's.
    pub fn address_of(&mut self, e: Expr) -> Res<Expr> {
        let span = e.span;
        if let ExprKind::Unary(UnaryOp::Deref, p) = e.kind {
            return Ok(*p);
        }
        let e = match self.address_of_chosen(e)? {
            Ok(address) => return Ok(address),
            Err(e) => e,
        };
        let to = self.types.intern(Type::Pointer(e.ty));
        let object = match is_object(&e) {
            true => e,
            false => self.temporary(e)?,
        };
        let kind = ExprKind::Unary(UnaryOp::AddrOf, Box::new(object));
        Ok(Expr::new(kind, to, span))
    }

    /// The address of an object that an expression chooses, or that it is when it has acted: C has values there. `Err`: it is none of these.
    fn address_of_chosen(&mut self, e: Expr) -> Res<Result<Expr, Expr>> {
        let span = e.span;
        let kind = match e.kind {
            ExprKind::Conditional(c, Some(a), b) if self.both_objects(&a, &b) => {
                let (a, b) = (self.address_of(*a)?, self.address_of(*b)?);
                let ty = a.ty;
                let kind = ExprKind::Conditional(c, Some(Box::new(a)), Box::new(b));
                return Ok(Ok(Expr::new(kind, ty, span)));
            }
            ExprKind::Binary(BinaryOp::Comma, a, b) => {
                let b = self.address_of(*b)?;
                let ty = b.ty;
                let kind = ExprKind::Binary(BinaryOp::Comma, a, Box::new(b));
                return Ok(Ok(Expr::new(kind, ty, span)));
            }
            kind => kind,
        };
        let e = Expr { kind, ..e };
        let place = match &e.kind {
            ExprKind::Assign(_, place, _)
            | ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PreDec, place) => (**place).clone(),
            _ => return Ok(Err(e)),
        };
        if place.any_expr(|e| super::cpp_call::has_effect(&e.kind)) {
            return self.refuse_cpp(
                span,
                "a reference to what is assigned",
                "assign it in a statement of its own",
            );
        }
        let address = self.address_of(place)?;
        let ty = address.ty;
        let kind = ExprKind::Binary(BinaryOp::Comma, Box::new(e), Box::new(address));
        Ok(Ok(Expr::new(kind, ty, span)))
    }

    /// Whether both are objects of one type, so that a choice between them is one as well.
    fn both_objects(&self, a: &Expr, b: &Expr) -> bool {
        let is = |e: &Expr| {
            is_object(e)
                || matches!(&e.kind, ExprKind::Conditional(_, Some(x), y) if self.both_objects(x, y))
        };
        is(a) && is(b) && self.types.canonical_id(a.ty) == self.types.canonical_id(b.ty)
    }

    /// An object with a value: `(T){ e }`.
    fn temporary(&mut self, e: Expr) -> Res<Expr> {
        if let ExprKind::Call { callee, .. } = &e.kind
            && let ExprKind::Function(f) = callee.strip_implicit().kind
            && self.values.contains(&f)
        {
            let name = self.functions[f.index()].name.clone();
            let message = format!("a reference to what `{name}` returns a reference to");
            return self.refuse_cpp(e.span, &message, "copy the value: leave the `&` out");
        }
        let (ty, span) = (self.unqualified_type(e.ty), e.span);
        if !self.types.is_scalar(ty) && !self.types.is_record(ty) {
            return self.refuse_cpp(span, "a reference to this value", "name the value first");
        }
        if self.types.is_record(ty) {
            return Ok(Expr::new(ExprKind::CompoundLiteral(Box::new(e)), ty, span));
        }
        let designators = Vec::new();
        let list = ExprKind::InitList(vec![InitItem {
            designators,
            value: e,
        }]);
        let list = Expr::new(list, ty, span);
        Ok(Expr::new(
            ExprKind::CompoundLiteral(Box::new(list)),
            ty,
            span,
        ))
    }

    pub fn unqualified_type(&self, ty: TypeId) -> TypeId {
        match self.types.get(ty) {
            Type::Qualified(inner, _) => *inner,
            _ => ty,
        }
    }

    /// A reference that is declared in device code; what the declaration still is there, if anything.
    pub fn bind_reference(&mut self, d: Cursor<'t>) -> Res<Option<(VarId, Expr)>> {
        let span = self.weave.span(d.extent());
        let Some(init) = d.initializer() else {
            return self.refuse_cpp(span, "a reference without an object", "give it one");
        };
        let e = self.expr(init)?;
        if !is_object(&e) {
            // Its life is that of the reference.
            if self.is_value_of_reference(&e) {
                self.temporary(e.clone())?;
            }
            let var = self.var(d)?;
            return Ok(Some((var, e)));
        }
        if self.stays(init, d) {
            self.references.insert(d.entity(), Stands::Object(e));
            return Ok(None);
        }
        let address = self.address_of(e)?;
        let var = self.var(d)?;
        self.vars[var.index()].ty = address.ty;
        self.references.insert(d.entity(), Stands::Pointer(var));
        Ok(Some((var, address)))
    }

    fn is_value_of_reference(&self, e: &Expr) -> bool {
        let called = match &e.kind {
            ExprKind::Call { callee, .. } => &callee.strip_implicit().kind,
            _ => return false,
        };
        matches!(called, ExprKind::Function(f) if self.values.contains(f))
    }

    /// Whether an expression names the same object as long as the reference `d` lives: it is made of variables that nobody assigns
    /// in the block behind it.
    pub fn stays(&self, c: Cursor<'t>, d: Cursor<'t>) -> bool {
        let mut vars = Vec::new();
        let Some(block) = self.block_around.last().copied() else {
            return false;
        };
        let whole = self.block_around.first().copied().unwrap_or(block);
        self.made_of_variables(c, true, &mut vars)
            && !assigns(block, d.extent().1, &vars)
            && !known_elsewhere(whole, &vars)
    }

    /// Whether an lvalue reads no memory but variables, which are added. `place`: it is the object itself.
    fn made_of_variables(&self, c: Cursor<'t>, place: bool, vars: &mut Vec<usize>) -> bool {
        let kids = expression_children(c);
        match c.kind() {
            CXCursor_DeclRefExpr => {
                let Some(decl) = c.referenced() else {
                    return false;
                };
                let automatic = matches!(decl.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
                    && !decl.at_file_scope();
                let pointer = c.ty().canonical().kind() == CXType_Pointer;
                if referred(decl.ty()).is_some() {
                    // Others may change what it refers to, but not to which object.
                    return place && !pointer;
                }
                vars.push(decl.entity());
                automatic || (place && !pointer)
            }
            CXCursor_IntegerLiteral => true,
            CXCursor_ParenExpr | CXCursor_UnexposedExpr => match kids[..] {
                [inner] => self.made_of_variables(inner, place, vars),
                _ => false,
            },
            CXCursor_ArraySubscriptExpr => match kids[..] {
                [base, index] => {
                    // The rows of an array are no reads; a pointer in memory is one.
                    self.is_row_or_variable(base)
                        && self.made_of_variables(base, place, vars)
                        && self.made_of_variables(index, false, vars)
                        && place
                }
                _ => false,
            },
            CXCursor_MemberRefExpr => match kids[..] {
                [base] => {
                    self.is_row_or_variable(base)
                        && self.made_of_variables(base, place, vars)
                        && place
                }
                _ => false,
            },
            CXCursor_BinaryOperator => {
                c.binary_operator() != CXBinaryOperator_Assign
                    && kids.iter().all(|k| self.made_of_variables(*k, false, vars))
            }
            _ => false,
        }
    }

    /// A variable, or a part of an array or a struct: no pointer that is read from memory.
    fn is_row_or_variable(&self, c: Cursor<'t>) -> bool {
        let core = super::host::core(c);
        let pointer = core.ty().canonical().kind() == CXType_Pointer;
        core.kind() == CXCursor_DeclRefExpr || !pointer
    }

    /// Whether a parameter that is a reference is handed over as a value.
    pub fn is_by_value(&mut self, p: Cursor<'t>, function: Cursor<'t>) -> bool {
        let Some(to) = referred(p.ty()) else {
            return false;
        };
        // What the function makes may refer to what it was given.
        let made = match function.kind() {
            CXCursor_Constructor => function.semantic_parent().ty(),
            _ => function.ty().result(),
        };
        let keeps = made.canonical().kind() == CXType_Record && super::classes::refers(made);
        to.is_const()
            && !to.is_volatile()
            && is_scalar(to)
            && !keeps
            && self.writes_nothing(function)
    }

    /// Whether a function whose body is known writes nothing but its own variables. One that other files may call has the same
    /// parameters there.
    pub fn writes_nothing(&mut self, function: Cursor<'t>) -> bool {
        let key = function.entity();
        if let Some(known) = self.harmless.get(&key) {
            return *known;
        }
        let shared = self.routines.contains_key(&self.key_of(function)) && !function.is_inline();
        let known = !shared && function.definition().is_some_and(|d| reads_only(d, DEPTH));
        self.harmless.insert(key, known);
        known
    }

    /// Of an expression on the left of an assignment, or another that is changed: whether it is a form that all stages know.
    pub fn changed_place(&mut self, e: Expr) -> Res<Expr> {
        let bound = |e: &Expr| {
            e.variable()
                .is_some_and(|v| self.vars[v.index()].name.starts_with('('))
        };
        if self.rules.cpp && bound(&e) {
            return self.refuse_cpp(
                e.span,
                "a change of a structured binding",
                "assign a variable of the construct's own, or an element that a pointer leads to",
            );
        }
        if !self.rules.cpp || is_object(&e) {
            return Ok(e);
        }
        self.refuse_cpp(
            e.span,
            "a change of an object that an expression chooses",
            "write it as several statements, with `if`",
        )
    }
}

/// Whether an expression is an object and no value.
pub fn is_object(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_)
        | ExprKind::Index(..)
        | ExprKind::StringLit { .. }
        | ExprKind::CompoundLiteral(_)
        | ExprKind::Unary(UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag, _) => true,
        ExprKind::Member { base, arrow, .. } => *arrow || is_object(base),
        _ => false,
    }
}

/// Whether the code of `block` behind byte `from` may assign one of the variables, or hands one over by reference or address.
pub fn assigns(block: Cursor<'_>, from: u32, vars: &[usize]) -> bool {
    let names = |c: Cursor<'_>| {
        let core = super::host::core(c);
        let named = core.kind() == CXCursor_DeclRefExpr;
        named
            && core
                .referenced()
                .is_some_and(|d| vars.contains(&d.entity()))
    };
    let kids = expression_children(block);
    let here = block.extent().1 > from
        && match block.kind() {
            CXCursor_CompoundAssignOperator => kids.first().is_some_and(|k| names(*k)),
            CXCursor_BinaryOperator => {
                block.binary_operator() == CXBinaryOperator_Assign
                    && kids.first().is_some_and(|k| names(*k))
            }
            CXCursor_UnaryOperator => {
                let steps = matches!(
                    block.unary_operator(),
                    CXUnaryOperator_PostInc
                        | CXUnaryOperator_PostDec
                        | CXUnaryOperator_PreInc
                        | CXUnaryOperator_PreDec
                        | CXUnaryOperator_AddrOf
                );
                steps && kids.first().is_some_and(|k| names(*k))
            }
            // An argument without a conversion may be one for a reference.
            CXCursor_CallExpr => block
                .arguments()
                .iter()
                .any(|a| a.kind() == CXCursor_DeclRefExpr && names(*a)),
            CXCursor_VarDecl => referred(block.ty()).is_some() && kids.iter().any(|k| names(*k)),
            // What it assigns it may assign when it is called.
            CXCursor_LambdaExpr => from > 0,
            _ => false,
        };
    here || block.children().into_iter().any(|c| assigns(c, from, vars))
}

/// Whether code takes the address of a variable, or binds a reference to it: it may be changed by another name then. Arrays and structs
/// may: they stay where they are.
pub fn known_elsewhere(c: Cursor<'_>, vars: &[usize]) -> bool {
    let scalar = |k: Cursor<'_>| {
        let core = super::host::core(k);
        core.kind() == CXCursor_DeclRefExpr
            && is_scalar(core.ty())
            && core
                .referenced()
                .is_some_and(|d| vars.contains(&d.entity()))
    };
    let first = expression_children(c).first().copied();
    let here = match c.kind() {
        CXCursor_UnaryOperator => {
            c.unary_operator() == CXUnaryOperator_AddrOf && first.is_some_and(scalar)
        }
        CXCursor_VarDecl => referred(c.ty()).is_some() && first.is_some_and(scalar),
        _ => false,
    };
    here || c.children().into_iter().any(|k| known_elsewhere(k, vars))
}

/// Whether code assigns its own variables alone, as far as calls are followed.
fn reads_only(function: Cursor<'_>, depth: u32) -> bool {
    let body = function.children().pop();
    body.is_some_and(|b| b.kind() == CXCursor_CompoundStmt && quiet(b, depth))
}

/// Whether code writes nothing but its own variables, as far as calls are followed.
pub fn quiet(c: Cursor<'_>, depth: u32) -> bool {
    let own = |c: Cursor<'_>| {
        let core = super::host::core(c);
        let declared = core
            .referenced()
            .filter(|_| core.kind() == CXCursor_DeclRefExpr);
        declared.is_some_and(|d| {
            matches!(d.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
                && !d.at_file_scope()
                && d.storage_class() != CX_SC_Static
                && referred(d.ty()).is_none()
        })
    };
    let first = expression_children(c).first().copied();
    let fine = match c.kind() {
        CXCursor_CompoundAssignOperator => first.is_some_and(own),
        CXCursor_BinaryOperator if c.binary_operator() == CXBinaryOperator_Assign => {
            first.is_some_and(own)
        }
        CXCursor_UnaryOperator => match c.unary_operator() {
            CXUnaryOperator_PostInc
            | CXUnaryOperator_PostDec
            | CXUnaryOperator_PreInc
            | CXUnaryOperator_PreDec => first.is_some_and(own),
            CXUnaryOperator_AddrOf => false,
            _ => true,
        },
        CXCursor_CallExpr => {
            depth > 0 && c.referenced().is_some_and(|f| is_quiet_call(f, depth - 1))
        }
        CXCursor_AsmStmt | CXCursor_LambdaExpr | CXCursor_CXXNewExpr | CXCursor_CXXDeleteExpr => {
            false
        }
        CXCursor_VarDecl => referred(c.ty()).is_none_or(|to| to.is_const()),
        _ => true,
    };
    fine && c.children().into_iter().all(|k| quiet(k, depth))
}

/// Whether a member function whose body is known changes nothing.
pub fn is_quiet_member(definition: Cursor<'_>) -> bool {
    reads_only(definition, DEPTH)
}

fn is_quiet_call(f: Cursor<'_>, depth: u32) -> bool {
    if f.kind() != CXCursor_FunctionDecl {
        return f.kind() == CXCursor_Constructor && f.is_defaulted();
    }
    let name = f.spelling();
    let plain = name.strip_prefix("__builtin_").unwrap_or(&name);
    if matches!(plain, "is_constant_evaluated" | "unreachable" | "expect") {
        return true;
    }
    let numbers = f
        .arguments()
        .iter()
        .all(|p| is_scalar(p.ty()) && p.ty().canonical().kind() != CXType_Pointer);
    if crate::region::library::is_math(plain) && numbers {
        return true;
    }
    f.definition().is_some_and(|d| reads_only(d, depth))
}

impl Function {
    /// What the linker calls it.
    pub fn link_name(&self) -> &str {
        self.symbol.as_deref().unwrap_or(&self.name)
    }

    /// Its name without the namespaces and classes around it.
    pub fn own_name(&self) -> &str {
        self.name.rsplit("::").next().unwrap_or(&self.name)
    }
}
