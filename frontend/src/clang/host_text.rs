//! Where no kernel is made for a device: C++ that the host's compiler takes and that has no form in the IR. In `parallel` and `serial` constructs the
//! cores run the user's own text, so it is enough to know which variables such a part of it names. It becomes the call of a function of which nothing is
//! known, and which is given their addresses; a part that is an object, what that function's result leads to.
//!
//! | in C++ | here |
//! |---|---|
//! | `sum += table[i]` for a `std::map` | `sum += *unknown(&table, i)` |
//! | `std::string s = name(i);` | `string s; int made = unknown(&s, i);` |
//! | a function with such a body | a function whose body isn't known |

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::types::is_expression;
use crate::diag::codes;
use crate::region::verify::calls;
use crate::region::{
    Expr, ExprKind, Function, FunctionId, IntKind, Level, LocalDecl, Stmt, StmtKind, Storage, Type,
    TypeId,
};
use crate::source::Span;
use clang_sys::*;

/// The function's name in dumps of the IR.
const UNKNOWN: &str = "__accrs_host_text";

impl<'t> Builder<'t> {
    /// Whether what has gone wrong since `said` is only that devices don't have it, and no device is to run it.
    pub fn is_hosts_alone(&self, c: Cursor<'t>, said: usize) -> bool {
        let for_devices = |code| {
            [
                codes::UNSUPPORTED_C,
                codes::UNSUPPORTED_CPP,
                codes::UNSUPPORTED_TYPE,
                codes::UNSUPPORTED_CALL,
                codes::STATIC_IN_ROUTINE,
            ]
            .contains(&code)
        };
        let new = &self.diagnostics[said.min(self.diagnostics.len())..];
        self.rules.cpp
            && self.rules.cores_alone
            && self.silent == 0
            && !new.is_empty()
            && new.iter().all(|d| for_devices(d.code))
            && !self.weave.any_site(c.extent())
    }

    /// Whether the cores run the text that is being built as it stands.
    fn is_as_written(&self) -> bool {
        self.as_written && self.device && !self.in_function && self.inlining.is_empty()
    }

    /// An expression that failed, whose messages begin at `said`.
    pub fn expr_of_host(&mut self, c: Cursor<'t>, said: usize, span: Span) -> Option<Expr> {
        if !self.is_as_written() || self.in_head || !self.is_hosts_alone(c, said) {
            return None;
        }
        let canonical = c.ty().canonical();
        let made = self.quietly(|b| {
            let ty = b.ty(canonical)?;
            let ty = b.unqualified_type(ty);
            if matches!(b.types.canonical(ty), Type::Void) {
                return b.unknown_call(c, ty, span).map(Some);
            }
            if !b.types.is_scalar(ty) {
                return Ok(None);
            }
            let pointer = b.types.intern(Type::Pointer(ty));
            let call = b.unknown_call(c, pointer, span)?;
            Ok(Some(b.followed(call, span)))
        });
        let made = made.ok().flatten()?;
        self.diagnostics.truncate(said);
        Some(made)
    }

    /// A statement without calls of functions that variables name: of those nothing is known either.
    pub fn calls_by_name(&mut self, kind: StmtKind, span: Span) -> Res<StmtKind> {
        let asked = self.rules.cores_alone || self.in_function;
        if !(self.rules.cpp && self.device && asked) {
            return Ok(kind);
        }
        let stmt = Stmt::new(kind, span);
        let mut wrong = Vec::new();
        calls::check(&stmt, &mut wrong);
        match wrong.pop() {
            Some(d) => self.fail_with(d),
            None => Ok(stmt.kind),
        }
    }

    /// A statement that failed, whose messages begin at `said`.
    pub fn stmt_of_host(&mut self, c: Cursor<'t>, said: usize) -> Option<StmtKind> {
        if !self.is_as_written() || !self.is_hosts_alone(c, said) || leaves(c, Around::default()) {
            return None;
        }
        let span = self.place;
        let made = self.quietly(|b| {
            let int = b.types.intern(Type::Int(IntKind::Int));
            let mut declared = Vec::new();
            if c.kind() == CXCursor_DeclStmt {
                for d in c.children() {
                    if let Some(var) = b.declared_by_host(d) {
                        declared.push(var);
                    }
                }
            }
            let call = b.unknown_call(c, int, span)?;
            if c.kind() != CXCursor_DeclStmt {
                return Ok(StmtKind::Expr(call));
            }
            declared.push(LocalDecl {
                var: b.new_var(UNKNOWN, int, Storage::Region),
                init: Some(call),
                is_static: false,
            });
            Ok(StmtKind::Decl(declared))
        });
        let made: Res<StmtKind> = made;
        let made = made.ok()?;
        self.diagnostics.truncate(said);
        Some(made)
    }

    /// A variable of the region whose type has a form here. (The others are named by nothing that is built.)
    fn declared_by_host(&mut self, d: Cursor<'t>) -> Option<LocalDecl> {
        if d.kind() != CXCursor_VarDecl || super::reference::referred(d.ty()).is_some() {
            return None;
        }
        let var = self.var(d).ok()?;
        if matches!(self.vars[var.index()].storage, Storage::Local) {
            self.vars[var.index()].storage = Storage::Region;
        }
        Some(LocalDecl {
            var,
            init: None,
            is_static: d.storage_class() == CX_SC_Static,
        })
    }

    /// A call of which nothing is known but what it is given.
    fn unknown_call(&mut self, c: Cursor<'t>, ret: TypeId, span: Span) -> Res<Expr> {
        let mut args = Vec::new();
        self.named_in(c, c.extent(), &mut args);
        let f = self.unknown_function(ret);
        self.call_of(f, args, span, span)
    }

    fn unknown_function(&mut self, ret: TypeId) -> FunctionId {
        let key = format!("{UNKNOWN} {}", ret.0);
        if let Some(f) = self.function_ids.get(&key) {
            return *f;
        }
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: UNKNOWN.into(),
            symbol: None,
            ret,
            params: Vec::new(),
            variadic: true,
            is_static: false,
            is_inline: false,
            body: None,
            routine: None,
            level: Level::Seq,
            bind: None,
            declared: None,
            nohost: false,
            library: false,
            builtin: false,
            changes_nothing: false,
            span: Span::default(),
        });
        self.asked.push(true);
        self.function_ids.insert(key, id);
        id
    }

    /// The variables and members that a part of the text names, each once: their addresses, and the values of those that nothing may change.
    fn named_in(&mut self, c: Cursor<'t>, (from, to): (u32, u32), out: &mut Vec<Expr>) {
        let declaration = c.referenced().filter(|_| is_expression(c.kind()));
        let own = |d: &Cursor<'t>| (from..to).contains(&d.location());
        let variable = |d: &Cursor<'t>| {
            matches!(
                d.kind(),
                CXCursor_VarDecl | CXCursor_ParmDecl | CXCursor_FieldDecl
            )
        };
        let lambda = declaration.is_some_and(|d| super::captures::is_lambda(d));
        let named = match c.kind() {
            _ if lambda => false,
            CXCursor_DeclRefExpr => declaration.is_some_and(|d| variable(&d) && !own(&d)),
            // A member of `this` names no object.
            CXCursor_MemberRefExpr => {
                declaration.is_some_and(|d| variable(&d)) && c.children().is_empty()
            }
            _ => false,
        };
        if named && let Ok(e) = self.expr(c) {
            let seen = out.iter().any(|known| match (&known.kind, &e.kind) {
                (ExprKind::Unary(_, known), ExprKind::Var(v)) => known.is_var(*v),
                (ExprKind::Var(known), ExprKind::Var(v)) => known == v,
                _ => false,
            });
            // An object of the host may hold what bounds of loops name, which the user says don't change.
            let object_of_host = self.types.is_record(e.ty)
                && e.variable()
                    .is_some_and(|v| self.vars[v.index()].storage != Storage::Region);
            let fixed = e.variable().is_some_and(|v| self.turning.contains(&v))
                || self.types.qualifiers(e.ty).is_const && self.types.is_scalar(e.ty);
            let object = super::reference::is_object(&e);
            if !seen && !object_of_host {
                match object && !fixed {
                    true => out.extend(self.address_of(e)),
                    false => out.push(e),
                }
            }
        }
        for k in c.children() {
            self.named_in(k, (from, to), out);
        }
    }
}

/// What is around a statement within the part that is looked at.
#[derive(Clone, Copy, Default)]
struct Around {
    repeats: bool,
    switch: bool,
}

/// Whether control may leave a part of the text but at its end or by an exception.
fn leaves(c: Cursor<'_>, around: Around) -> bool {
    let inside = match c.kind() {
        CXCursor_LambdaExpr | CXCursor_ClassDecl | CXCursor_StructDecl => return false,
        CXCursor_ReturnStmt | CXCursor_GotoStmt | CXCursor_LabelStmt => return true,
        CXCursor_BreakStmt => return !around.repeats && !around.switch,
        CXCursor_ContinueStmt => return !around.repeats,
        CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt => {
            Around {
                repeats: true,
                switch: true,
            }
        }
        CXCursor_SwitchStmt => Around {
            switch: true,
            ..around
        },
        _ => around,
    };
    c.children().into_iter().any(|k| leaves(k, inside))
}
