//! Variables of static storage that only this file can name and that nothing in it writes: they keep what they are declared with, so device
//! code may have copies of them as of constants.

use super::build::Builder;
use super::changes::is_part;
use super::cursor::Cursor;
use super::expr::expression_children;
use crate::directive::{Directive, Raw};
use crate::region::{Qualifiers, Type, TypeId, VarId};
use clang_sys::*;
use std::collections::HashSet;
use std::ops::Range;

impl<'t> Builder<'t> {
    /// Whether a `static` variable is declared with a value that it keeps. Each place of the text that has its name must be seen to read it:
    /// what clang's tree doesn't show (`asm`, directives of others, names in strings) may do anything.
    pub fn keeps_its_value(&self, decl: Cursor<'t>) -> bool {
        let (var, name) = (decl.entity(), decl.spelling());
        let fixed = decl.storage_class() == CX_SC_Static && !decl.is_thread_local();
        if !fixed || name.is_empty() || decl.ty().canonical().is_volatile() {
            return false;
        }
        let directive = |d: &Directive<Raw>| !places(self.source.slice(d.span), &name).is_empty();
        let named = places(&self.weave.text, &name);
        if self.raws.iter().any(directive) {
            return false;
        }
        let mut look = Look {
            var,
            name: &name,
            named: &named,
            seen: HashSet::new(),
        };
        self.file_scope.all().iter().all(|k| {
            let (from, to) = k.extent();
            let within = |at: &u32| from <= *at && *at < to;
            !named.iter().any(within) || look.reads(*k, None)
        }) && named.iter().all(|at| look.seen.contains(at))
    }

    /// Whether a static variable of a function for devices never changes: the device's copy of it may be a table.
    pub fn is_constant_static(&mut self, decl: Cursor<'t>, var: VarId) -> bool {
        let mut elem = self.vars[var.index()].ty;
        while let Type::Array(inner, _) = *self.types.canonical(elem) {
            elem = inner;
        }
        if self.types.qualifiers(elem).is_const {
            return true;
        }
        let keeps = decl.initializer().is_some() && self.keeps_its_value(decl);
        if keeps {
            self.vars[var.index()].ty = self.constant_type(self.vars[var.index()].ty);
        }
        keeps
    }

    /// The type with elements that are constants.
    fn constant_type(&mut self, ty: TypeId) -> TypeId {
        let made = match *self.types.canonical(ty) {
            Type::Array(elem, len) => Type::Array(self.constant_type(elem), len),
            _ => {
                let is_const = Qualifiers {
                    is_const: true,
                    ..Qualifiers::default()
                };
                Type::Qualified(ty, is_const)
            }
        };
        self.types.intern(made)
    }
}

/// Where a text has the name as a word that isn't a member's. Comments, and the preprocessor's lines that say where text comes from, aren't
/// looked at.
fn places(text: &str, name: &str) -> Vec<u32> {
    let word = |c: char| c == '_' || c.is_alphanumeric();
    let alone = |at: &usize| {
        let (before, behind) = (&text[..*at], &text[at + name.len()..]);
        let line = before.rfind('\n').map_or(before, |n| &before[n + 1..]);
        let marker = line.strip_prefix("# ");
        let marker = marker.is_some_and(|l| l.starts_with(|c: char| c.is_ascii_digit()));
        let member = before.trim_end();
        !marker
            && !before.ends_with(word)
            && !behind.starts_with(word)
            && !member.ends_with('.')
            && !member.ends_with("->")
    };
    let mut named: Vec<usize> = text.match_indices(name).map(|(at, _)| at).collect();
    named.retain(alone);
    if !named.is_empty() {
        let comments = comments(text);
        named.retain(|at| !comments.iter().any(|c| c.contains(at)));
    }
    named.into_iter().map(|at| at as u32).collect()
}

/// The comments of a text, which the preprocessor keeps where the compiler's warnings look at them. None are told of a text with raw strings.
fn comments(text: &str) -> Vec<Range<usize>> {
    let (mut out, mut at) = (Vec::new(), 0);
    let raw = |(at, _): (usize, &str)| {
        let rest = text[at + 2..].split('(').next();
        rest.is_some_and(|mark| mark.len() <= 16 && !mark.contains(['"', ' ', '\n']))
    };
    if text.match_indices("R\"").any(raw) {
        return out;
    }
    let behind = |from: usize, end: &str| {
        let rest = text.get(from..).unwrap_or("");
        rest.find(end).map_or(text.len(), |n| from + n + end.len())
    };
    let bytes = text.as_bytes();
    while let Some(b) = bytes.get(at) {
        let (next, digit) = (bytes.get(at + 1), at > 0 && bytes[at - 1].is_ascii_digit());
        let end = match (b, next) {
            (b'/', Some(b'/')) => behind(at, "\n"),
            (b'/', Some(b'*')) => behind(at + 2, "*/"),
            (b'"', _) => literal_end(bytes, at),
            (b'\'', _) if !digit => literal_end(bytes, at),
            _ => at + 1,
        };
        if *b == b'/' && end > at + 1 {
            out.push(at..end);
        }
        at = end;
    }
    out
}

/// Behind the literal that begins at `at`, at its line's end at the latest.
fn literal_end(text: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(b) = text.get(end) {
        match b {
            b'\n' => break,
            b'\\' => end += 1,
            b if *b == text[at] => return end + 1,
            _ => {}
        }
        end += 1;
    }
    end
}

struct Look<'n> {
    var: usize,
    name: &'n str,
    /// Where the text has the name.
    named: &'n [u32],
    /// Where the name stands for the variable, and is only read, or for something else.
    seen: HashSet<u32>,
}

impl Look<'_> {
    /// Whether all that is below `c` leaves the variable as it is. `user`: what has `c` as an operand, parentheses left out.
    fn reads(&mut self, c: Cursor<'_>, user: Option<Cursor<'_>>) -> bool {
        let place = matches!(
            c.kind(),
            CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr
        );
        if place && is_part(c, self.var) {
            return user.is_some_and(|u| takes_value(u, c)) && self.inside(c);
        }
        if c.spelling() == self.name {
            self.seen.insert(c.location());
        }
        if c.kind() == CXCursor_StringLiteral {
            let (from, to) = c.extent();
            let inside = self.named.iter().filter(|at| from <= **at && **at < to);
            self.seen.extend(inside);
        }
        let user = match c.kind() {
            // What it is made of are names of the assembler's.
            CXCursor_AsmStmt => return true,
            CXCursor_ParenExpr => user,
            _ => Some(c),
        };
        c.children().into_iter().all(|k| self.reads(k, user))
    }

    /// The same of the subscripts on the way to a part of the variable.
    fn inside(&mut self, c: Cursor<'_>) -> bool {
        if c.kind() == CXCursor_DeclRefExpr {
            self.seen.insert(c.location());
            return true;
        }
        let (kids, mut fine) = (expression_children(c), true);
        for (n, k) in kids.into_iter().enumerate() {
            fine &= match n {
                0 => self.inside(super::host::core(k)),
                _ => self.reads(k, Some(c)),
            };
        }
        fine
    }
}

/// Whether an expression is the value of the place that is its operand, or only measures that.
fn takes_value(user: Cursor<'_>, place: Cursor<'_>) -> bool {
    let (to, from) = (user.ty().canonical(), place.ty().canonical());
    match user.kind() {
        // `sizeof`
        CXCursor_UnaryExpr => true,
        // C's silent conversion of an lvalue; that to a reference keeps the qualifiers, an array's is its address.
        CXCursor_UnexposedExpr => to.kind() == from.kind() && !to.is_const(),
        _ => false,
    }
}
