//! Statements: clang's cursors to [`Stmt`], directives inside constructs included.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::methods::This;
use super::once::once;
use super::reference::referred;
use super::types::is_expression;
use super::weave::{Form, Weave};
use crate::diag::Diagnostic;
use crate::diag::codes;
use crate::directive::{Directive, DirectiveKind};
use crate::region::{Expr, ExprKind, For, LocalDecl, LoopId, Stmt, StmtKind, Storage, VarId};
use crate::source::{Span, blank};
use clang_sys::*;

impl<'t> Builder<'t> {
    /// The statements of a brace block.
    pub fn block(&mut self, c: Cursor<'t>) -> Res<Vec<Stmt>> {
        let mut out = Vec::new();
        let mut failed = None;
        self.block_around.push(c);
        for child in c.children() {
            // One bad statement must not hide the next.
            match self.stmt(child) {
                Ok(s) => out.push(s),
                Err(e) => failed = Some(e),
            }
        }
        self.block_around.pop();
        failed.map_or(Ok(out), Err)
    }

    pub fn stmt(&mut self, c: Cursor<'t>) -> Res<Stmt> {
        self.depth += 1;
        let result = if self.depth > 500 {
            let span = self.weave.span(c.extent());
            self.fail(codes::UNSUPPORTED_C, span, "statement nested too deep")
        } else {
            self.stmt_inner(c)
        };
        self.depth -= 1;
        result
    }

    fn stmt_inner(&mut self, c: Cursor<'t>) -> Res<Stmt> {
        let extent = c.extent();
        if let Some(site) = self.weave.site_at(extent.0)
            && matches!(c.kind(), CXCursor_IfStmt | CXCursor_CompoundStmt)
        {
            return self.directive_stmt(c, site);
        }
        let span = self.stmt_span(c);
        let outer = std::mem::replace(&mut self.place, span);
        let said = self.diagnostics.len();
        let governed = std::mem::take(&mut self.governed);
        let kind = self.stmt_kind(c);
        let kind = kind.and_then(|k| self.calls_by_name(k, span));
        let kind = match kind {
            Err(e) if !governed => self.stmt_of_host(c, said).ok_or(e),
            Ok(kind) if !governed => Ok(once(kind)),
            kind => kind,
        };
        self.place = outer;
        Ok(Stmt::new(kind?, span))
    }

    fn stmt_kind(&mut self, c: Cursor<'t>) -> Res<StmtKind> {
        Ok(match c.kind() {
            CXCursor_NullStmt => StmtKind::Empty,
            CXCursor_CompoundStmt => StmtKind::Block(self.block(c)?),
            CXCursor_DeclStmt => StmtKind::Decl(self.declarations(c)?),
            CXCursor_IfStmt => self.if_stmt(c)?,
            CXCursor_ForStmt => StmtKind::For(Box::new(self.for_loop(c)?)),
            CXCursor_WhileStmt => {
                let (cond, body) = self.two(c)?;
                StmtKind::While {
                    cond: self.expr(cond)?,
                    body: Box::new(self.stmt(body)?),
                }
            }
            CXCursor_DoStmt => {
                let (body, cond) = self.two(c)?;
                StmtKind::DoWhile {
                    body: Box::new(self.stmt(body)?),
                    cond: self.expr(cond)?,
                }
            }
            CXCursor_SwitchStmt => {
                let (value, body) = self.two(c)?;
                // clang doesn't show what C++ declares there.
                let head = (c.extent().0 as usize, value.extent().0 as usize);
                let head = self.weave.text.get(head.0..head.1).unwrap_or("");
                if self.rules.cpp && head.contains([';', '=']) {
                    let span = self.weave.span(value.extent());
                    return self.refuse_cpp(
                        span,
                        "a declaration in the head of a `switch`",
                        "declare the variable before it",
                    );
                }
                StmtKind::Switch {
                    value: self.expr(value)?,
                    body: Box::new(self.stmt(body)?),
                }
            }
            CXCursor_CaseStmt => self.case_stmt(c)?,
            CXCursor_DefaultStmt => {
                let body = self.last_child(c)?;
                StmtKind::Default(Box::new(self.stmt(body)?))
            }
            CXCursor_LabelStmt => {
                let body = self.last_child(c)?;
                StmtKind::Label {
                    name: c.spelling(),
                    body: Box::new(self.stmt(body)?),
                }
            }
            CXCursor_GotoStmt => StmtKind::Goto(self.last_child(c)?.spelling()),
            CXCursor_AsmStmt => self.empty_asm(c)?,
            CXCursor_BreakStmt => StmtKind::Break,
            CXCursor_ContinueStmt => StmtKind::Continue,
            CXCursor_ReturnStmt => {
                let value = c.children().into_iter().next();
                match (self.this, value) {
                    (This::Object(v), None) => {
                        let span = self.place;
                        StmtKind::Return(Some(self.made(v, span)))
                    }
                    (_, value) => StmtKind::Return(value.map(|e| self.returned(e)).transpose()?),
                }
            }
            CXCursor_CXXForRangeStmt => self.range_for(c)?,
            // `__attribute__((fallthrough));` and the like.
            CXCursor_UnexposedStmt => {
                let inner = self.last_child(c)?;
                return Ok(self.stmt(inner)?.kind);
            }
            k if is_expression(k) => match self.expr(c)? {
                // What C++ does in one expression and C in several statements.
                Expr {
                    kind: ExprKind::StmtExpr(stmts),
                    ..
                } if self.rules.cpp => StmtKind::Block(stmts),
                e => StmtKind::Expr(e),
            },
            _ => return self.not_understood(c),
        })
    }

    /// The value of a function, or the address of what it returns a reference to.
    fn returned(&mut self, c: Cursor<'t>) -> Res<Expr> {
        let e = self.expr(c)?;
        match self.returns_pointer {
            true => self.address_of(e),
            false => Ok(e),
        }
    }

    fn if_stmt(&mut self, c: Cursor<'t>) -> Res<StmtKind> {
        if let Some(block) = self.declaring_if(c)? {
            return Ok(block);
        }
        let (cond, then, els) = match c.children()[..] {
            [a, b] => (a, b, None),
            [a, b, d] => (a, b, Some(d)),
            _ => return self.not_understood(c),
        };
        if self.is_chosen_once(c)
            && let Some(value) = cond.evaluate_int()
        {
            // Functions that the other branch names needn't be there.
            let taken = if value == 0 { els } else { Some(then) };
            return match taken {
                Some(taken) => Ok(StmtKind::Block(vec![self.stmt(taken)?])),
                None => Ok(StmtKind::Empty),
            };
        }
        Ok(StmtKind::If {
            cond: self.expr(cond)?,
            then: Box::new(self.stmt(then)?),
            els: els.map(|e| self.stmt(e).map(Box::new)).transpose()?,
        })
    }

    fn case_stmt(&mut self, c: Cursor<'t>) -> Res<StmtKind> {
        let (low, high, body) = match c.children()[..] {
            [a, b] => (a, None, b),
            [a, b, d] => (a, Some(b), d),
            _ => return self.not_understood(c),
        };
        Ok(StmtKind::Case {
            low: self.expr(low)?,
            high: high.map(|h| self.expr(h)).transpose()?,
            body: Box::new(self.stmt(body)?),
        })
    }

    fn two(&mut self, c: Cursor<'t>) -> Res<(Cursor<'t>, Cursor<'t>)> {
        match c.children()[..] {
            [a, b] => Ok((a, b)),
            _ => self.not_understood(c),
        }
    }

    fn last_child(&mut self, c: Cursor<'t>) -> Res<Cursor<'t>> {
        match c.children().pop() {
            Some(last) => Ok(last),
            None => self.not_understood(c),
        }
    }

    fn declarations(&mut self, c: Cursor<'t>) -> Res<Vec<LocalDecl>> {
        let mut out = Vec::new();
        for d in c.children() {
            if matches!(
                d.kind(),
                CXCursor_TypedefDecl
                    | CXCursor_EnumDecl
                    | CXCursor_StructDecl
                    | CXCursor_UnionDecl
                    | CXCursor_ClassDecl
                    | CXCursor_TypeAliasDecl
            ) {
                self.local_types.push(self.weave.span(c.extent()));
            }
            if Self::is_binding(d) && self.rules.cpp {
                out.extend(self.declares_binding(d)?);
                continue;
            }
            if d.kind() == CXCursor_UnexposedDecl && self.rules.cpp {
                let span = self.weave.span(d.extent());
                return self.refuse_cpp(
                    span,
                    "a declaration of this form",
                    "declare a variable for each part",
                );
            }
            if d.kind() != CXCursor_VarDecl {
                // Types are taken in where they are used; a prototype has nothing to run.
                continue;
            }
            if d.storage_class() == CX_SC_Extern {
                continue;
            }
            if referred(d.ty()).is_some() {
                if let Some((var, init)) = self.bind_reference(d)? {
                    self.vars[var.index()].storage = Storage::Region;
                    let (init, is_static) = (Some(init), false);
                    out.push(LocalDecl {
                        var,
                        init,
                        is_static,
                    });
                }
                continue;
            }
            if let Some(lambda) = Self::lambda_of(d).filter(|_| self.rules.cpp) {
                out.extend(self.declares_lambda(d, lambda)?);
                continue;
            }
            if self.rules.cpp && !self.is_plain(d.ty()) {
                let span = self.weave.span(d.extent());
                return self.refuse_class(d.ty(), span);
            }
            let var = self.var(d)?;
            if matches!(self.vars[var.index()].storage, Storage::Local) {
                self.vars[var.index()].storage = Storage::Region;
            }
            if (d.storage_class() == CX_SC_Static || d.is_thread_local())
                && !self.is_constant_static(d, var)
            {
                let name = self.vars[var.index()].name.clone();
                let span = self.weave.span(d.extent());
                let d = Diagnostic::error(
                    codes::STATIC_IN_ROUTINE,
                    span,
                    format!(
                        "`{name}` is static, and a device doesn't have a single instance of it"
                    ),
                )
                .help("make it `const`, or pass it in");
                return self.fail_with(d);
            }
            let init = match d.initializer() {
                Some(i) if self.rules.cpp && self.leaves_unset(i)? => None,
                other => other.map(|i| self.expr(i)).transpose()?,
            };
            out.push(LocalDecl {
                var,
                init,
                is_static: d.storage_class() == CX_SC_Static,
            });
        }
        Ok(out)
    }

    fn for_loop(&mut self, c: Cursor<'t>) -> Res<For> {
        let Some(parts) = ForParts::of(self.weave, c) else {
            return self.not_understood(c);
        };
        let id = LoopId(self.loops);
        self.loops += 1;
        let init = parts.init.map(|s| self.stmt(s)).transpose()?;
        let outer = std::mem::replace(&mut self.in_head, self.rules.cpp);
        let cond = parts.cond.map(|e| self.expr(e)).transpose();
        let inc = parts.inc.map(|e| self.expr(e)).transpose();
        self.in_head = outer;
        let (cond, inc) = (cond?, inc?);
        let turns = init.as_ref().map_or_else(Vec::new, turned);
        let around = self.turning.len();
        self.turning.extend(turns);
        let body = self.stmt(parts.body).map(Box::new);
        self.turning.truncate(around);
        let body = body?;
        Ok(For {
            id,
            init: init.map(Box::new),
            cond,
            inc,
            body,
            directive: None,
            canonical: None,
        })
    }

    /// A directive inside a compute construct or a device function.
    fn directive_stmt(&mut self, c: Cursor<'t>, site: usize) -> Res<Stmt> {
        let directive = self.directive(c, site)?;
        let governed = match self.weave.sites[site].form == Form::Prefix {
            true => Some(self.governed(c, site)?),
            false => None,
        };
        use DirectiveKind as D;
        match (directive.kind, governed) {
            (D::Loop, Some(g)) => {
                self.governed = true;
                let mut stmt = self.stmt(g)?;
                self.attach(&mut stmt, directive)?;
                Ok(stmt)
            }
            (D::Atomic(_), Some(g)) => {
                self.governed = true;
                let body = Box::new(self.stmt(g)?);
                let span = directive.span.to(body.span);
                let kind = StmtKind::Atomic { directive, body };
                Ok(Stmt::new(kind, span))
            }
            (D::Cache, Some(g)) => {
                // Between a construct and its loop.
                let message = "`cache` belongs at the top of a loop's body; outside of loops it has no effect";
                let told = match self.strict {
                    true => Diagnostic::error(codes::DIRECTIVE_PLACE, directive.span, message),
                    false => Diagnostic::warning(codes::DIRECTIVE_PLACE, directive.span, message),
                };
                let help = "move it into the loop whose iterations use the elements";
                self.diagnostics.push(told.help(help));
                self.stmt(g)
            }
            (D::Cache, None) => {
                let span = directive.span;
                let kind = StmtKind::Cache(directive);
                Ok(Stmt::new(kind, span))
            }
            // Names functions; executes nothing.
            (D::Routine, _) => Ok(Stmt::new(StmtKind::Empty, directive.span)),
            _ => {
                let (name, span) = (directive.name.clone(), directive.span);
                self.fail(
                    codes::NESTED_COMPUTE,
                    span,
                    format!("`{name}` isn't allowed inside a compute construct"),
                )
            }
        }
    }

    /// Gives a `loop` directive to its `for`, through braces and labels.
    pub fn attach(&mut self, stmt: &mut Stmt, directive: Directive<Expr>) -> Res<()> {
        let (span, name) = (stmt.span, directive.name.clone());
        let is_block = self.source.text.as_bytes().get(span.start as usize) == Some(&b'{');
        let is_while = matches!(stmt.kind, StmtKind::While { .. } | StmtKind::DoWhile { .. });
        match &mut stmt.kind {
            StmtKind::For(l) => {
                if let Some(first) = &l.directive {
                    let d = Diagnostic::error(
                        codes::NOT_A_LOOP,
                        directive.span,
                        "a loop takes one `loop` directive",
                    )
                    .related(first.span, "this loop already has one");
                    return self.fail_with(d);
                }
                l.directive = Some(directive);
                return Ok(());
            }
            StmtKind::Label { body, .. } => return self.attach(body, directive),
            StmtKind::Block(stmts) => {
                if let [
                    _,
                    Stmt {
                        kind: StmtKind::For(l),
                        ..
                    },
                ] = &stmts[..]
                    && self.is_range(l.id)
                {
                    return self.refuse_range(directive.span, &name);
                }
                let mut real = stmts
                    .iter_mut()
                    .filter(|s| !matches!(s.kind, StmtKind::Empty));
                if let (Some(only), None) = (real.next(), real.next()) {
                    if is_block {
                        self.tell_braces(&directive, span);
                    }
                    return self.attach(only, directive);
                }
            }
            _ => {}
        }
        let d = Diagnostic::error(
            codes::NOT_A_LOOP,
            directive.span,
            format!("`{name}` must be followed by a `for` loop"),
        )
        .related(span, "this is what follows");
        self.fail_with(match is_block {
            true => d.help("a loop directive goes directly before its `for`: move it into the block, or take the braces away"),
            false if is_while => d.help("its trip count isn't known when it starts: count with a `for`, or leave the directive out"),
            false => d,
        })
    }

    /// A block stands between a directive and its loop, which other compilers refuse.
    fn tell_braces(&mut self, directive: &Directive<Expr>, block: Span) {
        let message = format!(
            "`{}` is followed by a block, not by its loop",
            directive.name
        );
        let told = match self.strict {
            true => Diagnostic::error(codes::BRACED_LOOP, directive.span, message),
            false => Diagnostic::warning(codes::BRACED_LOOP, directive.span, message),
        };
        let opens = Span::new(block.start as usize, block.start as usize + 1);
        self.diagnostics.push(
            told.related(opens, "the block begins here")
                .help("put the directive directly before the `for`: it is taken for the only loop of the block here, and other compilers refuse it"),
        );
    }

    /// The bytes of a statement, its closing `;` included.
    pub fn stmt_span(&self, c: Cursor<'t>) -> Span {
        let mut extent = c.extent();
        if self.open_ended(c) {
            let rest = self.weave.text.get(extent.1 as usize..);
            let rest = rest.unwrap_or_default();
            let gap = blank(rest);
            if rest[gap..].starts_with(';') {
                extent.1 += gap as u32 + 1;
            }
        }
        let mut span = self.weave.span(extent);
        if let Some(site) = self.weave.site_at(extent.0)
            && let Some(d) = self.raws.get(site)
        {
            span.start = d.span.start;
        }
        span
    }

    /// Whether clang's extent leaves the statement's `;` out.
    fn open_ended(&self, c: Cursor<'t>) -> bool {
        match c.kind() {
            CXCursor_CompoundStmt | CXCursor_NullStmt | CXCursor_DeclStmt => false,
            CXCursor_ForStmt
            | CXCursor_WhileStmt
            | CXCursor_IfStmt
            | CXCursor_SwitchStmt
            | CXCursor_LabelStmt
            | CXCursor_CaseStmt
            | CXCursor_DefaultStmt
            | CXCursor_UnexposedStmt => c.children().pop().is_none_or(|last| self.open_ended(last)),
            _ => true,
        }
    }
}

/// The parts of a `for`.
pub(super) struct ForParts<'t> {
    pub init: Option<Cursor<'t>>,
    pub cond: Option<Cursor<'t>>,
    pub inc: Option<Cursor<'t>>,
    pub body: Cursor<'t>,
}

impl<'t> ForParts<'t> {
    /// Clang lists the parts that are there; the `;` between them tell which.
    pub fn of(weave: &Weave, c: Cursor<'t>) -> Option<Self> {
        let mut kids = c.children();
        let body = kids.pop()?;
        let (start, _) = c.extent();
        let mut at = start as usize;
        let mut section = 0;
        let (mut init, mut cond, mut inc) = (None, None, None);
        for k in kids {
            let (from, to) = k.extent();
            section += semicolons(weave.text.get(at..from as usize).unwrap_or(""));
            at = to as usize;
            match section {
                0 => {
                    init = Some(k);
                    // The extent of a declaration holds its semicolon.
                    if k.kind() == CXCursor_DeclStmt {
                        section = 1;
                    }
                }
                1 => cond = Some(k),
                _ => inc = Some(k),
            }
        }
        Some(ForParts {
            init,
            cond,
            inc,
            body,
        })
    }
}

/// Semicolons in the gap between two parts of a `for`, outside line markers.
fn semicolons(gap: &str) -> usize {
    gap.split('\n')
        .enumerate()
        .filter(|(i, line)| *i == 0 || !line.trim_start().starts_with('#'))
        .map(|(_, line)| line.matches(';').count())
        .sum()
}

/// What an array holds, through all dimensions; other types themselves.
/// The variables that the head of a loop declares or gives their first values.
fn turned(init: &Stmt) -> Vec<VarId> {
    match &init.kind {
        StmtKind::Decl(all) => all.iter().map(|d| d.var).collect(),
        StmtKind::Expr(e) => {
            let mut out = Vec::new();
            e.each_expr(|e| {
                if let ExprKind::Assign(None, to, _) = &e.kind {
                    out.extend(to.variable());
                }
            });
            out
        }
        _ => Vec::new(),
    }
}
