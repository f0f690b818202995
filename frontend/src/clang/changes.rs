//! Whether code may change a variable, or a part of it.

use super::cursor::Cursor;
use super::expr::expression_children;
use super::host::core;
use super::methods::has_object;
use super::reference::referred;
use clang_sys::*;

/// Whether an expression is the variable, or a member or an element of it that no pointer leads to.
pub fn is_part(c: Cursor<'_>, var: usize) -> bool {
    let c = core(c);
    let first = expression_children(c).first().copied();
    match c.kind() {
        CXCursor_DeclRefExpr => c.referenced().is_some_and(|d| d.entity() == var),
        CXCursor_MemberRefExpr => {
            first.is_some_and(|o| o.ty().canonical().kind() == CXType_Record && is_part(o, var))
        }
        CXCursor_ArraySubscriptExpr => first.is_some_and(|a| is_array_part(a, var)),
        _ => false,
    }
}

fn is_array_part(c: Cursor<'_>, var: usize) -> bool {
    let array = core(c).ty().canonical().kind() == CXType_ConstantArray;
    array && is_part(c, var)
}

/// A reference by which a variable may be changed.
fn binds(d: Cursor<'_>, var: usize) -> bool {
    referred(d.ty()).is_some_and(|to| !to.is_const())
        && expression_children(d)
            .last()
            .is_some_and(|init| is_part(*init, var))
}

/// Whether code behind byte `from` may change the variable by its own name, or code anywhere makes another way to it.
pub fn changes(c: Cursor<'_>, var: usize, from: u32) -> bool {
    let kids = expression_children(c);
    let first = kids.first().copied();
    let part = |k: Option<Cursor<'_>>| k.is_some_and(|k| is_part(k, var));
    let behind = c.extent().1 > from;
    let here = match c.kind() {
        CXCursor_CompoundAssignOperator => behind && part(first),
        CXCursor_BinaryOperator => {
            behind && c.binary_operator() == CXBinaryOperator_Assign && part(first)
        }
        CXCursor_UnaryOperator => match c.unary_operator() {
            CXUnaryOperator_AddrOf => part(first),
            CXUnaryOperator_PostInc
            | CXUnaryOperator_PostDec
            | CXUnaryOperator_PreInc
            | CXUnaryOperator_PreDec => behind && part(first),
            _ => false,
        },
        CXCursor_CallExpr => behind && (takes(c, var) || changes_object(c, var)),
        CXCursor_VarDecl => binds(c, var),
        CXCursor_UnexposedDecl => binds(c, var),
        CXCursor_CXXForRangeStmt => {
            let kids = c.children();
            let refers = kids
                .first()
                .and_then(|v| referred(v.ty()))
                .is_some_and(|to| !to.is_const());
            refers && kids.get(1).is_some_and(|r| is_part(*r, var))
        }
        // An array's elements by a pointer.
        CXCursor_UnexposedExpr => {
            c.ty().canonical().kind() == CXType_Pointer
                && first.is_some_and(|a| is_array_part(a, var))
        }
        _ => false,
    };
    let read = c.kind() == CXCursor_ArraySubscriptExpr && part(Some(c));
    here || c
        .children()
        .into_iter()
        .filter(|k| !(read && is_array_part(*k, var)))
        .any(|k| changes(k, var, from))
}

/// Whether a call is given a part of the variable by a reference that isn't one to a constant: such an argument is converted to nothing.
fn takes(call: Cursor<'_>, var: usize) -> bool {
    call.arguments().into_iter().any(|a| {
        let object = matches!(
            a.kind(),
            CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr
        );
        object && is_part(a, var)
    })
}

/// Whether a call is that of a member which may change its object, a part of the variable.
fn changes_object(call: Cursor<'_>, var: usize) -> bool {
    let member = call
        .referenced()
        .filter(|m| has_object(*m) && !m.is_const_member());
    let callee = expression_children(call).first().map(|k| core(*k));
    member.is_some()
        && callee.is_some_and(|m| {
            m.kind() == CXCursor_MemberRefExpr
                && expression_children(m)
                    .first()
                    .is_some_and(|o| is_part(*o, var))
        })
}
