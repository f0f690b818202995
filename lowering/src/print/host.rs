//! C for the host compiler, to take the place of the user's own text, with its names and by its standard.
//!
//! Conversions that C makes silently are left to C (those that the compiler added to expressions of its own are printed), and types have the user's names for them. The user's text is taken where
//! the IR doesn't keep all of it: `asm` without instructions, attributes that are statements, declarations of
//! types, of functions and of variables from elsewhere. A struct or enum that is defined together with a variable is defined
//! there again; if it has no tag, it is named by that variable later (`__typeof__(v)`). What can't be printed is a problem
//! ([`Printer::problems`]), and the user's text must stay.

use super::expr::{PRIMARY, Text, text};
use super::{Dialect, Printer};
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, LocalDecl, Stmt, StmtKind, Type, TypeId, UnaryOp, VarId,
};
use accrs_frontend::source::{Span, one_line};

impl Printer<'_> {
    /// The form of an expression that needs another one here than C's own.
    pub(super) fn host(&self, e: &Expr) -> Option<Text> {
        if let Some(name) = self.hoisted.get(&e.id) {
            return Some(text(name.clone(), PRIMARY));
        }
        match &e.kind {
            // The variable stands for a member of a struct.
            ExprKind::Var(v) if !self.access.contains_key(v) => {
                let of = self.unit.var(*v).member.as_ref()?;
                Some(match of.behind {
                    Some(p) => {
                        let (p, value) = (&self.unit.var(p).name, self.print(&of.value).s);
                        text(format!("({p} ? {value} : 0)"), PRIMARY)
                    }
                    None => self.print(&of.value),
                })
            }
            // The front end made the call, and no header may have declared the function.
            ExprKind::Function(f) => {
                let f = self.unit.function(*f);
                let made = f.library && f.span == Span::default();
                // C++ may have a nearer function of the name.
                let outside = f.symbol.as_ref().map(|_| format!("::{}", f.name));
                let made = made.then(|| format!("__builtin_{}", f.name));
                made.or(outside).map(|name| text(name, PRIMARY))
            }
            // What functions take by reference, and which of several is meant, is in the user's text.
            ExprKind::Call { .. } if self.unit.cpp && self.is_as_written(e) => {
                Some(text(one_line(self.unit.source.slice(e.span)), PRIMARY))
            }
            _ => self.made(e),
        }
    }

    /// Whether an expression is the user's own, with the user's names.
    fn is_as_written(&self, e: &Expr) -> bool {
        let renamed = |e: &Expr| match &e.kind {
            ExprKind::Var(v) => self.access.contains_key(v) || self.unit.var(*v).member.is_some(),
            _ => self.hoisted.contains_key(&e.id),
        };
        e.span != Span::default() && !e.any_expr(renamed)
    }

    /// The name of a type that isn't derived from another one.
    pub(super) fn host_base(&self, ty: TypeId) -> String {
        let types = &self.unit.types;
        let written = match types.get(ty) {
            Type::Record(r) => types.records[r.index()].written.as_ref(),
            Type::Enum(e) => types.enums[e.index()].written.as_ref(),
            _ => None,
        };
        if let Some(name) = written {
            return name.clone();
        }
        match types.get(ty) {
            Type::Record(r) if !types.records[r.index()].is_vector => {
                let r = &types.records[r.index()];
                let word = if r.is_union { "union" } else { "struct" };
                self.definition(r.span)
                    .or_else(|| r.tag.as_ref().map(|tag| format!("{word} {tag}")))
                    .unwrap_or_else(|| self.untagged(ty))
            }
            Type::Enum(e) => {
                let e = &types.enums[e.index()];
                self.definition(e.span)
                    .or_else(|| e.tag.as_ref().map(|tag| format!("enum {tag}")))
                    .unwrap_or_else(|| self.untagged(ty))
            }
            _ => self.unit.show_type(ty),
        }
    }

    /// The text of a type's definition, if it is part of the statement being printed and hasn't been printed yet.
    fn definition(&self, span: Span) -> Option<String> {
        let place = self.place.get();
        let inside = place.start <= span.start && span.end <= place.end && span.start < span.end;
        let first = inside && self.defined.borrow_mut().insert(span);
        let text = self.unit.source.slice(span);
        (first && text.contains('{')).then(|| one_line(text))
    }

    /// A name for a type without a tag: a typedef's, or else one made of a variable that has the type.
    fn untagged(&self, ty: TypeId) -> String {
        let types = &self.unit.types;
        if let Some(t) = types.typedefs.iter().find(|t| t.target == ty) {
            return t.name.clone();
        }
        // It is the first variable that was declared with the type, or one from before it.
        let (place, definition) = (self.place.get(), self.definition_of(ty));
        let with = |v: &Span| v.start <= definition.start && definition.end <= v.end;
        let declared = self
            .unit
            .vars
            .iter()
            .filter(|v| v.member.is_none() && (with(&v.span) || v.span.end <= place.start));
        let ways =
            declared.filter_map(|v| Some((v.span, self.way_to(v.ty, ty, v.name.clone(), 0)?)));
        match ways.min_by_key(|(at, _)| (!with(at), at.end)) {
            Some((_, way)) => format!("__typeof__({way})"),
            None => {
                self.refuse_type("a type that has no name");
                "int".into()
            }
        }
    }

    fn definition_of(&self, ty: TypeId) -> Span {
        let types = &self.unit.types;
        match types.get(ty) {
            Type::Record(r) => types.records[r.index()].span,
            Type::Enum(e) => types.enums[e.index()].span,
            _ => Span::default(),
        }
    }

    /// An expression of type `ty`, found in `e`, which has type `from`, by subscripts and members.
    fn way_to(&self, from: TypeId, ty: TypeId, e: String, depth: u32) -> Option<String> {
        const DEEPEST: u32 = 4;
        let types = &self.unit.types;
        let from = types.canonical_id(from);
        if from == ty {
            return Some(e);
        }
        if depth >= DEEPEST {
            return None;
        }
        match types.get(from) {
            Type::Pointer(to) | Type::Array(to, _) => {
                self.way_to(*to, ty, format!("{e}[0]"), depth + 1)
            }
            Type::Record(r) => {
                let fields = types.records[r.index()].fields.iter().flatten();
                let named = fields.filter(|f| !f.name.is_empty() && f.bit_width.is_none());
                named
                    .filter_map(|f| self.way_to(f.ty, ty, format!("{e}.{}", f.name), depth + 1))
                    .next()
            }
            _ => None,
        }
    }

    /// The user's text of a statement, where it says more than the IR.
    pub(super) fn verbatim(&self, s: &Stmt) -> Option<String> {
        let source = self.unit.source.slice(s.span).trim_start();
        let says = |words: &[&str]| words.iter().any(|w| source.starts_with(w));
        let more = match &s.kind {
            StmtKind::Empty => says(&["__attribute__", "[[", "asm", "__asm"]),
            StmtKind::Block(_) => says(&["asm", "__asm"]),
            StmtKind::Decl(decls) => decls.is_empty() && !source.is_empty(),
            _ => false,
        };
        if !more {
            return None;
        }
        if s.any_expr(|e| matches!(e.kind, ExprKind::Var(v) if self.access.contains_key(&v))) {
            self.refuse(s.span, "a variable has another name in text that must stay");
        }
        Some(one_line(self.unit.source.slice(s.span)))
    }

    /// A declaration, without its semicolon.
    pub fn declaration(&self, d: &LocalDecl) -> String {
        let var = self.unit.var(d.var);
        let (first, last) = attributes(&var.attributes);
        let word = if d.is_static { "static " } else { "" };
        let declared = self.declare(var.ty, &self.name_of(d.var));
        format!("{first}{word}{declared}{last}{}", self.initial_value(d))
    }

    /// The name and the value of one more variable in the same declaration.
    pub(super) fn declarator(&self, d: &LocalDecl) -> String {
        format!("{}{}", self.name_of(d.var), self.initial_value(d))
    }

    fn initial_value(&self, d: &LocalDecl) -> String {
        let init = d.init.as_ref().map(|e| format!(" = {}", self.argument(e)));
        init.unwrap_or_default()
    }

    fn name_of(&self, v: VarId) -> String {
        match self.var(v) {
            super::Access::Name(name) => name,
            super::Access::Deref(name) => {
                self.refuse(
                    self.place.get(),
                    "the declaration of what a pointer stands for",
                );
                name
            }
        }
    }

    /// An expression as a condition. An assignment gets the parentheses that tell compilers that it is meant.
    pub fn condition(&self, e: &Expr) -> String {
        let assigns = matches!(e.strip_implicit().kind, ExprKind::Assign(..));
        match self.dialect == Dialect::HostC && assigns {
            true => format!("({})", self.expr(e)),
            false => self.expr(e),
        }
    }
}

/// The attributes that come before a declaration, and those that come after its declarator.
fn attributes(all: &[String]) -> (String, String) {
    let (mut first, mut last) = (String::new(), String::new());
    for a in all {
        if a.starts_with("_Alignas") || a.starts_with("alignas") {
            first.push_str(&format!("{a} "));
        } else {
            last.push_str(&format!(" __attribute__(({a}))"));
        }
    }
    (first, last)
}

/// Whether compilers warn of an operand without parentheses although precedence needs none: `a & b == c`, `a << b + c`.
pub(super) fn is_confusing(op: BinaryOp, operand: &Expr) -> bool {
    use BinaryOp::*;
    let comparison = |op| matches!(op, Lt | Gt | Le | Ge | Eq | Ne);
    let inner = match &operand.strip_implicit().kind {
        ExprKind::Binary(inner, ..) => *inner,
        ExprKind::Unary(UnaryOp::Not, _) => {
            return comparison(op) || matches!(op, BitAnd | BitXor | BitOr);
        }
        _ => return false,
    };
    let arithmetic = matches!(inner, Add | Sub);
    match op {
        Or => inner == And,
        Shl | Shr => arithmetic,
        BitAnd => arithmetic || comparison(inner),
        BitXor => arithmetic || comparison(inner) || inner == BitAnd,
        BitOr => arithmetic || comparison(inner) || matches!(inner, BitAnd | BitXor),
        _ => comparison(op) && comparison(inner),
    }
}
