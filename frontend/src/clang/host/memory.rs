//! Loops of the host around compute constructs, and what host code in them does with memory.

use super::Walk;
use super::expr::core;
use crate::clang::cursor::{CType, Cursor};
use crate::clang::expr::expression_children;
use crate::region::host::loops::{HostLoop, Stored, Touch};
use crate::region::library;
use crate::source::Span;
use clang_sys::*;

/// Functions besides those of `math.h` that touch no memory but what stands in their argument list.
const PURE: &[&str] = &[
    "abs",
    "labs",
    "llabs",
    "isfinite",
    "isinf",
    "isnan",
    "isnormal",
    "signbit",
    "clock",
    "sleep",
    "usleep",
    "omp_get_wtime",
    "omp_get_thread_num",
    "omp_get_num_threads",
    "omp_get_max_threads",
    "MPI_Wtime",
    "putchar",
];

/// Functions that print numbers and constant text, or ask for the time.
const TELLING: &[&str] = &[
    "printf",
    "fprintf",
    "puts",
    "fputs",
    "fflush",
    "time",
    "gettimeofday",
    "clock_gettime",
];

/// The loops that the walk is in.
#[derive(Default)]
pub(super) struct Memory {
    open: Vec<Open>,
    done: Vec<HostLoop>,
    /// Constructs around, whose code is no host code.
    constructs: usize,
    /// The function has OpenMP of the user's: several threads may run its loops.
    threads: bool,
}

struct Open {
    found: HostLoop,
    /// How many `switch` statements are around.
    switches: usize,
    constructs: bool,
}

impl Memory {
    pub fn new(threads: bool) -> Self {
        Memory {
            threads,
            ..Self::default()
        }
    }

    pub fn begin_construct(&mut self) {
        self.constructs += 1;
        self.open.iter_mut().for_each(|l| l.constructs = true);
    }

    pub fn end_construct(&mut self) {
        self.constructs -= 1;
    }

    pub fn begin_loop(&mut self, switches: usize) {
        if self.constructs > 0 {
            return;
        }
        self.open.push(Open {
            found: HostLoop {
                span: Span::default(),
                touches: Vec::new(),
                unknown: None,
                entered: self.threads,
            },
            switches,
            constructs: false,
        });
    }

    /// `span`: of the statement in the text.
    pub fn end_loop(&mut self, text: &str, span: Span) {
        if self.constructs > 0 {
            return;
        }
        let Some(Open {
            mut found,
            constructs,
            ..
        }) = self.open.pop()
        else {
            return;
        };
        if let Some(around) = self.open.last_mut() {
            for touch in &found.touches {
                note(&mut around.found.touches, *touch);
            }
            let unknown = &mut around.found.unknown;
            *unknown = unknown.take().or_else(|| found.unknown.clone());
            around.found.entered |= found.entered;
        }
        if constructs {
            found.span = with_semicolon(text, span);
            found.entered |= behind_pragma(text, span);
            self.done.push(found);
        }
    }

    /// A label, or a `case` in the last of so many `switch` statements.
    pub fn entered(&mut self, switches: usize) {
        for l in &mut self.open {
            l.found.entered |= self.constructs == 0 && (switches == 0 || switches <= l.switches);
        }
    }

    pub fn into_loops(self) -> impl DoubleEndedIterator<Item = HostLoop> {
        self.done.into_iter()
    }

    fn host_loop(&mut self) -> Option<&mut HostLoop> {
        let innermost = self.open.last_mut().filter(|_| self.constructs == 0);
        innermost.map(|l| &mut l.found)
    }
}

fn note(touches: &mut Vec<Touch>, touch: Touch) {
    if !touches.contains(&touch) {
        touches.push(touch);
    }
}

/// A statement that a semicolon may stand behind.
fn with_semicolon(text: &str, span: Span) -> Span {
    let rest = text.get(span.end as usize..).unwrap_or("");
    let blanks = rest.len() - rest.trim_start().len();
    match rest[blanks..].starts_with(';') {
        true => Span {
            start: span.start,
            end: span.end + blanks as u32 + 1,
        },
        false => span,
    }
}

/// Whether the line before a statement is a pragma, which would then be one for what comes before the statement.
fn behind_pragma(text: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or("").trim_end();
    let lines = before.lines().rev();
    let mut lines = lines.skip_while(|l| l.trim_start().starts_with("# "));
    let last = lines.next().unwrap_or("").trim_start();
    let rest = last.strip_prefix('#').unwrap_or("").trim_start();
    rest.starts_with("pragma")
}

impl<'t> Walk<'_, 't> {
    /// Something that may do anything with memory.
    pub(super) fn unknown(&mut self, c: Cursor<'t>) {
        let span = self.b.weave.span(c.extent());
        let what = match c.kind() {
            CXCursor_CallExpr if !c.spelling().is_empty() => format!("'{}'", c.spelling()),
            _ => "this".into(),
        };
        if let Some(l) = self.memory.host_loop() {
            l.unknown.get_or_insert((span, what));
        }
    }

    /// An object is read or written where it stands.
    pub(super) fn touch(&mut self, c: Cursor<'t>, writes: bool) {
        let named = c.kind() == CXCursor_DeclRefExpr;
        // A scalar with a name is nobody's array.
        if named && c.ty().canonical().kind() != CXType_Record {
            return;
        }
        let (root, direct, in_union) = root(c);
        // A union's members are each other's memory.
        let what = match in_union {
            true => Stored::Any,
            false => stored(c.ty()),
        };
        let key = root.and_then(Cursor::referenced);
        let key = key.map(|d| d.entity());
        let touch = Touch {
            root: key.and_then(|key| self.b.var_ids.get(&key).copied()),
            direct,
            what,
            writes,
        };
        if let Some(l) = self.memory.host_loop() {
            note(&mut l.touches, touch);
        }
    }

    /// The life of an automatic variable. Where an array or a struct was, there may be another one at the next turn, or none.
    pub(super) fn begins(&mut self, declaration: Cursor<'t>) {
        let ty = declaration.ty().canonical();
        let scalar = !matches!(stored(ty), Stored::Any) || is_char(ty);
        let key = declaration.entity();
        let touch = Touch {
            root: self.b.var_ids.get(&key).copied(),
            direct: true,
            what: Stored::Any,
            writes: true,
        };
        if let Some(l) = self.memory.host_loop().filter(|_| !scalar) {
            note(&mut l.touches, touch);
        }
    }

    /// A call: of a function that is known to leave memory alone, or of one that may do anything.
    pub(super) fn call(&mut self, c: Cursor<'t>) {
        let name = self.library_function(c).unwrap_or_default();
        let name = name.as_str();
        let arguments = c.arguments();
        let plain = |a: &Cursor<'t>| {
            let ty = a.ty().canonical();
            matches!(stored(ty), Stored::Integer(_) | Stored::Floating(_)) || is_char(ty)
        };
        let known = match () {
            () if PURE.contains(&name) || library::is_math(name) => arguments.iter().all(plain),
            () if TELLING.contains(&name) => {
                arguments.iter().all(|a| plain(a) || self.is_harmless(*a))
            }
            () => false,
        };
        if !known {
            self.unknown(c);
        }
    }

    /// A pointer to nothing that constructs use: text, a stream, the address of a variable that no construct names.
    fn is_harmless(&self, argument: Cursor<'t>) -> bool {
        let mut c = core(argument);
        while c.kind() == CXCursor_CStyleCastExpr
            && let Some(inner) = expression_children(c).pop()
        {
            c = core(inner);
        }
        match c.kind() {
            CXCursor_StringLiteral => true,
            CXCursor_IntegerLiteral => true,
            CXCursor_DeclRefExpr => matches!(c.spelling().as_str(), "stdout" | "stderr"),
            CXCursor_UnaryOperator if c.unary_operator() == CXUnaryOperator_AddrOf => {
                let operand = expression_children(c).pop().map(core);
                let named = operand.filter(|o| o.kind() == CXCursor_DeclRefExpr);
                let key = named.and_then(Cursor::referenced);
                let key = key.map(|d| d.entity());
                key.is_some_and(|key| !self.b.var_ids.contains_key(&key))
            }
            _ => false,
        }
    }
}

/// How many steps of a way to an object are followed. The walk asks for the way of each part of an expression, and nobody writes longer ones by hand.
const STEPS: usize = 100;

/// The name that a way to an object begins with, whether no pointer is on it, and whether a union is.
fn root(c: Cursor<'_>) -> (Option<Cursor<'_>>, bool, bool) {
    let (mut c, mut direct, mut in_union) = (core(c), true, false);
    for _ in 0..STEPS {
        let first = expression_children(c).into_iter().next().map(core);
        c = match (c.kind(), first) {
            (CXCursor_DeclRefExpr, _) => return (Some(c), direct, in_union),
            (CXCursor_ArraySubscriptExpr, Some(inner)) => inner,
            (CXCursor_MemberRefExpr, Some(inner)) => {
                let field = c.referenced().map(Cursor::semantic_parent);
                in_union |= field.is_none_or(|of| of.kind() == CXCursor_UnionDecl);
                inner
            }
            (CXCursor_UnaryOperator, Some(inner))
                if c.unary_operator() == CXUnaryOperator_Deref =>
            {
                direct = false;
                inner
            }
            _ => return (None, false, in_union),
        };
        direct &= c.ty().canonical().kind() != CXType_Pointer;
    }
    (None, false, in_union)
}

fn is_char(ty: CType<'_>) -> bool {
    matches!(
        ty.canonical().kind(),
        CXType_Char_S | CXType_Char_U | CXType_SChar | CXType_UChar
    )
}

/// What an object of a type is stored as.
fn stored(ty: CType<'_>) -> Stored {
    let ty = ty.canonical();
    // libclang can't be asked for the size of each type: that of a builtin function has none.
    let size = || ty.size_of().unwrap_or(0);
    match ty.kind() {
        _ if is_char(ty) => Stored::Any,
        CXType_Bool | CXType_Enum => Stored::Integer(size()),
        k if (CXType_Char_U..=CXType_Int128).contains(&k) => Stored::Integer(size()),
        CXType_Float | CXType_Double | CXType_LongDouble | CXType_Float128 | CXType_Half
        | CXType_Float16 => Stored::Floating(size()),
        CXType_Pointer => Stored::Pointer,
        _ => Stored::Any,
    }
}
