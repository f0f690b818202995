//! What a lambda captures, as its text says: clang shows neither the list's defaults nor how each variable is taken.

use super::cursor::Cursor;
use super::expr::expression_children;
use super::methods::has_object;
use super::reference::referred;
use super::weave::Weave;
use clang_sys::*;

/// What a lambda captures, by its text.
pub struct Captures<'t> {
    pub vars: Vec<CapturedVar<'t>>,
    pub of_this: bool,
    /// `[*this]`: an object of its own in the place of the one around.
    pub copies_this: bool,
    pub body: Cursor<'t>,
}

pub struct CapturedVar<'t> {
    pub var: Cursor<'t>,
    pub by_value: bool,
    /// Of `x = e`: the value.
    pub init: Option<Cursor<'t>>,
}

/// `None` where this is of another form: with packs, references of its own, or `mutable`.
pub fn captures_of<'t>(weave: &Weave, lambda: Cursor<'t>) -> Option<Captures<'t>> {
    let body = lambda.children().pop();
    let body = body.filter(|b| b.kind() == CXCursor_CompoundStmt)?;
    let head = (lambda.extent().0 as usize, body.extent().0 as usize);
    let head = weave.text.get(head.0..head.1).unwrap_or("");
    let (list, behind) = list_and_rest(head.trim_start())?;
    let items: Vec<&str> = items_of(list);
    let copies_this = items.iter().any(|i| is_copied_this(i));
    let other = |i: &str| {
        let of = i.split_once('=').map_or(i, |(name, _)| name);
        of.contains(['{', '(', '.', '*', '#']) || i.starts_with('&') && i.contains('=')
    };
    if behind.contains("mutable") || items.iter().any(|i| other(i) && !is_copied_this(i)) {
        return None;
    }
    let (from, at) = (lambda.extent(), body.extent().0);
    let vars = used_in(body, from).into_iter().map(|var| {
        let own = from.0 <= var.location() && var.location() < at;
        let init = var.initializer().filter(|_| own);
        CapturedVar {
            by_value: own || is_by_value(&items, &var.spelling()),
            init,
            var,
        }
    });
    let vars: Vec<CapturedVar<'t>> = vars.collect();
    // Its value isn't shown.
    let lost = |v: &CapturedVar<'t>| {
        let at = v.var.location();
        v.init.is_none() && from.0 <= at && at < from.1
    };
    if vars.iter().any(lost) {
        return None;
    }
    Some(Captures {
        vars,
        of_this: uses_this(body),
        copies_this,
        body,
    })
}

/// The list of captures at the beginning of a lambda's text, without its brackets, and what is behind it.
fn list_and_rest(head: &str) -> Option<(&str, &str)> {
    let inside = head.strip_prefix('[')?;
    let mut depth = 0;
    for (i, c) in inside.char_indices() {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' if depth == 0 => return Some((&inside[..i], &inside[i + 1..])),
            ']' | ')' | '}' => depth -= 1,
            '"' | '\'' => return None,
            _ => {}
        }
    }
    None
}

/// What stands between the commas of a list of captures.
fn items_of(list: &str) -> Vec<&str> {
    let (mut depth, mut from) = (0, 0);
    let mut out = Vec::new();
    for (i, c) in list.char_indices() {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                out.push(list[from..i].trim());
                from = i + 1;
            }
            _ => {}
        }
    }
    out.push(list[from..].trim());
    out
}

fn is_copied_this(item: &str) -> bool {
    item.strip_prefix('*')
        .is_some_and(|of| of.trim_start() == "this")
}

/// Whether an expression can be evaluated twice: it is made of variables, numbers and members, and of calls of members that change nothing.
pub fn is_repeatable(c: Cursor<'_>) -> bool {
    let fine = match c.kind() {
        CXCursor_CallExpr => c.referenced().is_some_and(changes_nothing),
        CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_CXXThisExpr => true,
        CXCursor_ArraySubscriptExpr => true,
        CXCursor_BinaryOperator => c.binary_operator() != CXBinaryOperator_Assign,
        CXCursor_UnaryOperator => matches!(
            c.unary_operator(),
            CXUnaryOperator_Plus
                | CXUnaryOperator_Minus
                | CXUnaryOperator_Deref
                | CXUnaryOperator_AddrOf
        ),
        CXCursor_UnexposedExpr
        | CXCursor_ParenExpr
        | CXCursor_CStyleCastExpr
        | CXCursor_CXXFunctionalCastExpr
        | CXCursor_CXXStaticCastExpr
        | CXCursor_IntegerLiteral
        | CXCursor_FloatingLiteral
        | CXCursor_CXXBoolLiteralExpr => true,
        _ => false,
    };
    fine && expression_children(c).into_iter().all(is_repeatable)
}

/// Whether a function is a member that changes nothing: of a container, or one whose body is known.
fn changes_nothing(f: Cursor<'_>) -> bool {
    let class = f.semantic_parent().ty().canonical().spelling();
    let of_container = matches!(f.spelling().as_str(), "data" | "size" | "get");
    let quiet = || {
        f.definition()
            .is_some_and(super::reference::is_quiet_member)
    };
    f.kind() == CXCursor_CXXMethod
        && (of_container && class.starts_with("std::") || f.is_const_member() && quiet())
}

/// Whether an expression is made of variables and numbers alone, and which variables these are.
pub fn only_variables<'t>(c: Cursor<'t>, vars: &mut Vec<Cursor<'t>>) -> bool {
    let fine = match c.kind() {
        CXCursor_DeclRefExpr => match c.referenced() {
            Some(d) if matches!(d.kind(), CXCursor_VarDecl | CXCursor_ParmDecl) => {
                vars.push(d);
                referred(d.ty()).is_none()
            }
            d => d.is_some_and(|d| d.kind() == CXCursor_EnumConstantDecl),
        },
        CXCursor_MemberRefExpr => {
            let of = expression_children(c);
            matches!(of[..], [of] if of.ty().canonical().kind() == CXType_Record)
        }
        CXCursor_BinaryOperator => c.binary_operator() != CXBinaryOperator_Assign,
        CXCursor_UnaryOperator => {
            matches!(
                c.unary_operator(),
                CXUnaryOperator_Plus | CXUnaryOperator_Minus
            )
        }
        CXCursor_IntegerLiteral
        | CXCursor_FloatingLiteral
        | CXCursor_CXXBoolLiteralExpr
        | CXCursor_ParenExpr
        | CXCursor_UnexposedExpr
        | CXCursor_CStyleCastExpr
        | CXCursor_CXXFunctionalCastExpr
        | CXCursor_CXXStaticCastExpr => true,
        _ => return false,
    };
    fine && expression_children(c)
        .into_iter()
        .all(|k| only_variables(k, vars))
}

/// Whether a list of captures has a variable by value.
fn is_by_value(items: &[&str], name: &str) -> bool {
    let default = items.first() == Some(&"=");
    let named = items.contains(&name);
    let by_reference = |i: &&str| i.strip_prefix('&').is_some_and(|n| n.trim() == name);
    named || default && !items.iter().any(by_reference)
}

/// The automatic variables from outside that a lambda's body names.
fn used_in<'t>(body: Cursor<'t>, lambda: (u32, u32)) -> Vec<Cursor<'t>> {
    fn walk<'t>(c: Cursor<'t>, lambda: (u32, u32), body: (u32, u32), out: &mut Vec<Cursor<'t>>) {
        if c.kind() == CXCursor_DeclRefExpr
            && let Some(d) = c.referenced()
            && matches!(d.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
            && !d.at_file_scope()
            && d.storage_class() != CX_SC_Static
        {
            let at = d.location();
            let parameter = d.kind() == CXCursor_ParmDecl && lambda.0 <= at && at < lambda.1;
            let own = body.0 <= at && at < body.1 || parameter;
            if !own && !out.iter().any(|o| o.entity() == d.entity()) {
                out.push(d);
            }
        }
        c.children()
            .into_iter()
            .for_each(|k| walk(k, lambda, body, out));
    }
    let mut out = Vec::new();
    walk(body, lambda, body.extent(), &mut out);
    out
}

pub fn uses_this(c: Cursor<'_>) -> bool {
    let of_this = c.kind() == CXCursor_MemberRefExpr
        && expression_children(c).is_empty()
        && c.referenced()
            .is_some_and(|d| d.kind() == CXCursor_FieldDecl || has_object(d));
    of_this || c.kind() == CXCursor_CXXThisExpr || c.children().into_iter().any(uses_this)
}

/// Whether an expression is a lambda.
pub fn is_lambda(c: Cursor<'_>) -> bool {
    let ty = c.ty().canonical();
    ty.kind() == CXType_Record && ty.spelling().contains("(lambda")
}
