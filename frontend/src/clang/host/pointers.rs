//! Where addresses of variables go, and where those in pointers come from.

use super::Walk;
use super::expr::{core, is_array};
use crate::clang::cursor::Cursor;
use crate::clang::expr::expression_children;
use crate::region::VarId;
use crate::region::host::pointees::Source;
use clang_sys::*;
use std::collections::HashSet;

/// The C library's functions that return memory of the process's own.
const NEW: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "valloc",
    "alloca",
];

/// Other functions that return memory which no variable has.
const FRESH: &[&str] = &[
    "mmap",
    "acc_malloc",
    "acc_create",
    "acc_copyin",
    "omp_alloc",
    "omp_target_alloc",
];

/// An expression without casts too.
fn uncast(c: Cursor<'_>) -> Cursor<'_> {
    let mut c = core(c);
    while c.kind() == CXCursor_CStyleCastExpr
        && let Some(inner) = expression_children(c).pop()
    {
        c = core(inner);
    }
    c
}

impl<'t> Walk<'_, 't> {
    /// A variable is given a value; of those that are no pointers nobody asks.
    pub(super) fn given(&mut self, var: VarId, from: Cursor<'t>) {
        let source = self.source(from);
        self.facts.pointees.give(var, source);
    }

    fn source(&self, c: Cursor<'t>) -> Source {
        let c = uncast(c);
        let mut kids = expression_children(c).into_iter();
        match c.kind() {
            CXCursor_IntegerLiteral => Source::New,
            CXCursor_StringLiteral => Source::Fresh,
            // An array's name is the address of its first element.
            CXCursor_DeclRefExpr if is_array(c) => Source::Fresh,
            CXCursor_DeclRefExpr => self.variable(c).map_or(Source::Unknown, Source::Copy),
            CXCursor_CallExpr => {
                let called = self.library_function(c).unwrap_or_default();
                match called.as_str() {
                    name if NEW.contains(&name) => Source::New,
                    name if FRESH.contains(&name) => Source::Fresh,
                    _ => Source::Unknown,
                }
            }
            CXCursor_BinaryOperator => {
                let is_pointer = |k: &Cursor<'t>| {
                    is_array(core(*k)) || k.ty().canonical().kind() == CXType_Pointer
                };
                let pointer = kids.find(is_pointer);
                pointer.map_or(Source::Unknown, |p| self.source(p))
            }
            CXCursor_UnaryOperator if c.unary_operator() == CXUnaryOperator_AddrOf => {
                let element = kids.next().map(core);
                match element.filter(|e| e.kind() == CXCursor_ArraySubscriptExpr) {
                    Some(e) => {
                        let base = expression_children(e).into_iter().next();
                        base.map_or(Source::Unknown, |b| self.source(b))
                    }
                    None => Source::Unknown,
                }
            }
            _ => Source::Unknown,
        }
    }

    /// Arguments of a call. Functions that are given an address look at what is there, or fill it in; that they keep it for somebody else to
    /// find is taken for out of the question: half of all programs have their sizes read by a function.
    pub(super) fn arguments(&mut self, call: Cursor<'t>) {
        let frees = self.library_function(call).is_some_and(|f| f == "free");
        for operand in expression_children(call) {
            let inner = uncast(operand);
            if let Some(var) = self.named(inner).filter(|_| frees) {
                self.release(var);
                continue;
            }
            let address = inner.kind() == CXCursor_UnaryOperator
                && inner.unary_operator() == CXUnaryOperator_AddrOf;
            let outer = std::mem::replace(&mut self.lent, address);
            self.value(operand);
            self.lent = outer;
        }
    }

    /// A called function that isn't defined in the user's text, and its name.
    pub(super) fn library_function(&self, call: Cursor<'t>) -> Option<String> {
        // A function of this name that the user wrote may be another one.
        let theirs = |f: &Cursor<'t>| {
            f.definition().is_none_or(|d| {
                let at = self.b.weave.original(d.extent().0);
                self.b.source.in_system_header(at)
            })
        };
        let called = call.referenced();
        let called = called.filter(|f| f.kind() == CXCursor_FunctionDecl && theirs(f))?;
        let name = called.spelling();
        Some(name.strip_prefix("__builtin_").unwrap_or(&name).into())
    }
}

/// The names behind `&` in a text where their addresses are kept: assigned, returned, or listed in an initialiser. As
/// [`Walk::arguments`] has it, arguments of calls are not. A text has more `&` than libclang's tree of all functions could be asked for in
/// the same time.
pub fn kept(text: &str) -> HashSet<&str> {
    let word = |c: char| c == '_' || c.is_alphanumeric();
    let all = text.match_indices('&');
    let kept = all.filter(|(at, _)| is_kept(text[..*at].trim_end()));
    let names = kept.map(|(at, _)| {
        let rest = text[at + 1..].trim_start_matches(|c: char| c.is_whitespace() || c == '(');
        &rest[..rest.find(|c| !word(c)).unwrap_or(rest.len())]
    });
    names.filter(|n| !n.is_empty()).collect()
}

/// Whether the address whose `&` stands behind this text is kept.
fn is_kept(before: &str) -> bool {
    match before.chars().next_back() {
        // A cast, perhaps.
        Some('=' | '{' | '?' | ':' | ')') => true,
        Some(',') => is_listed(before),
        Some('n') => before.ends_with("return"),
        _ => false,
    }
}

/// Whether the end of a text is in a list in braces, not in parentheses.
fn is_listed(before: &str) -> bool {
    let mut depth = 0;
    for c in before.chars().rev() {
        match c {
            ')' | '}' => depth += 1,
            '(' | '{' if depth == 0 => return c == '{',
            '(' | '{' => depth -= 1,
            ';' if depth == 0 => return false,
            _ => {}
        }
    }
    false
}
