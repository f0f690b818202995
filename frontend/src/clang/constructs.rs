//! The constructs in host code: which directives stand where, and what they govern.

use super::build::{Block, Builder, Failed, Res};
use super::cursor::Cursor;
use super::types::is_expression;
use super::weave::Form;
use super::{elements, escapes, host};
use crate::diag::{Diagnostic, codes};
use crate::directive::{Clause, ClauseKind, Directive, DirectiveKind, Raw};
use crate::region::{Body, Construct, ConstructId, Expr, Stmt, StmtKind};
use crate::source::Span;
use clang_sys::*;
use std::collections::HashMap;

impl<'t> Builder<'t> {
    /// A function of the host in which directives stand.
    pub fn host_function(&mut self, c: Cursor<'t>) {
        let extent = c.extent();
        if let Some(site) = self.weave.site_at(extent.0)
            && self.weave.sites[site].form == Form::File
        {
            // A carrier: its body holds the clauses' expressions.
            self.file_scope(site);
            if let Some(body) = c.children().pop() {
                let _ = self.declarative(body, site, String::new());
            }
            return;
        }
        self.function_body(c, c.spelling());
    }

    /// The constructs in a function's body.
    pub fn function_body(&mut self, c: Cursor<'t>, name: String) {
        self.this = Self::this_of_host(c);
        self.function_name = name;
        self.function_key = self.key_of(c);
        if let Some(body) = c.children().pop()
            && body.kind() == CXCursor_CompoundStmt
        {
            self.host_body = Some(body);
            self.labels.clear();
            self.blocks.clear();
            let first = self.constructs.len();
            self.host(body, None);
            host::add(self, body, first..self.constructs.len());
            escapes::entries(self, body);
            if !self.labels.is_empty() {
                self.jumps_in(body);
            }
        }
    }

    /// Statements stand in functions; only `declare` and `routine` may stand outside (§2.13, §2.15).
    fn file_scope(&mut self, site: usize) {
        let d = &self.raws[site];
        if matches!(d.kind, DirectiveKind::Declare | DirectiveKind::Routine) {
            return;
        }
        let message = format!("`{}` isn't allowed outside of a function", d.name);
        let d = Diagnostic::error(codes::DIRECTIVE_PLACE, d.span, message)
            .help("it is executed like a statement: put it into a function; `declare` is for the whole program");
        self.diagnostics.push(d);
    }

    /// Jumps of host code to labels inside compute constructs.
    fn jumps_in(&mut self, c: Cursor<'t>) {
        let extent = c.extent();
        let what = match c.kind() {
            CXCursor_GotoStmt => Some("jumps into"),
            CXCursor_AddrLabelExpr => Some("is for a jump into"),
            _ => None,
        };
        if let (Some(what), Some(target)) = (what, super::escapes::label_of(c)) {
            let from = self.weave.span(extent);
            for (name, span, construct) in self.labels.clone() {
                let inside = construct.0 <= extent.0 && extent.1 <= construct.1;
                if name == target && !inside {
                    let text = self.source.slice(from);
                    let message = format!("`{text}` {what} a compute construct");
                    let d = Diagnostic::error(codes::BRANCH_IN, from, message)
                        .related(span, "the label is in the construct");
                    self.diagnostics.push(d);
                }
            }
        }
        for child in c.children() {
            self.jumps_in(child);
        }
    }

    /// Finds the constructs in host code.
    pub fn host(&mut self, c: Cursor<'t>, parent: Option<ConstructId>) {
        let extent = c.extent();
        if !self.weave.any_site(extent) {
            return;
        }
        if c.kind() == CXCursor_VarDecl
            && let Some(lambda) = Self::lambda_of(c).filter(|_| self.rules.cpp)
        {
            return self.host_lambda(c, lambda);
        }
        if c.kind() == CXCursor_LambdaExpr {
            return self.refuse_place(extent, "a lambda");
        }
        if self.is_chosen_once(c) {
            // Of an instance one of the branches isn't there.
            let sites = self.weave.sites_in(extent);
            sites.for_each(|site| self.placed[site] = true);
        }
        if matches!(c.kind(), CXCursor_IfStmt | CXCursor_CompoundStmt)
            && let Some(site) = self.weave.site_at(extent.0)
        {
            let _ = self.host_directive(c, site, parent);
            return;
        }
        for child in c.children() {
            self.host(child, parent);
            if let Some(site) = self.weave.site_at(child.extent().0)
                && self.raws[site].kind == DirectiveKind::Declare
            {
                self.guard_block(site, (child.extent().1, extent.1));
            }
            let needs_block = matches!(
                c.kind(),
                CXCursor_IfStmt
                    | CXCursor_ForStmt
                    | CXCursor_WhileStmt
                    | CXCursor_DoStmt
                    | CXCursor_SwitchStmt
                    | CXCursor_LabelStmt
            );
            if needs_block
                && let Some(site) = self.weave.site_at(child.extent().0)
                && self.weave.sites[site].form == Form::Alone
            {
                let d = &self.raws[site];
                let message = format!("`{}` needs braces around it here", d.name);
                let d = Diagnostic::error(codes::DIRECTIVE_PLACE, d.span, message).help(
                    "a directive isn't a C statement: the one after it would be taken instead",
                );
                self.diagnostics.push(d);
            }
        }
    }

    /// `if constexpr`
    pub fn is_chosen_once(&self, c: Cursor<'t>) -> bool {
        let text = self.weave.text.get(c.extent().0 as usize..).unwrap_or("");
        let behind = text.strip_prefix("if").map(str::trim_start);
        self.rules.cpp
            && c.kind() == CXCursor_IfStmt
            && behind.is_some_and(|t| t.starts_with("constexpr"))
    }

    fn guard_block(&mut self, site: usize, extent: (u32, u32)) {
        let d = &self.raws[site];
        self.blocks.push(Block {
            name: d.name.to_string(),
            directive: d.span,
            extent,
        });
    }

    fn host_directive(
        &mut self,
        c: Cursor<'t>,
        site: usize,
        parent: Option<ConstructId>,
    ) -> Res<()> {
        use DirectiveKind as D;
        let prefix = self.weave.sites[site].form == Form::Prefix;
        let governed = match prefix {
            true => Some(self.governed(c, site)?),
            false => None,
        };
        let kind = self.raws[site].kind;
        match (kind, governed) {
            (D::Declare | D::Routine, _) => self.declarative(c, site, self.function_name.clone()),
            (D::Data | D::HostData, Some(body)) => {
                let made = self.directive(c, site);
                let id = made.map(|directive| {
                    let span = directive.span.to(self.stmt_span(body));
                    let host = Body::Host(self.stmt_span(body));
                    self.construct(directive, span, parent, host)
                });
                let inner = id.as_ref().ok().copied().or(parent);
                escapes::check(self, body, &self.raws[site].name);
                self.guard_block(site, body.extent());
                self.host(body, inner);
                id.map(|_| ())
            }
            (D::Loop | D::Atomic(_), Some(body)) => {
                // Orphaned: means something when the function runs on the device.
                let made = self.directive(c, site);
                if kind == D::Loop {
                    let at = self.raws[site].span;
                    self.orphans.push((self.function_key.clone(), at));
                }
                self.host(body, parent);
                made.map(|_| ())
            }
            (D::Cache, body) => {
                let made = self.directive(c, site);
                if let Some(body) = body {
                    self.host(body, parent);
                }
                made.map(|_| ())
            }
            (_, Some(body)) => self.compute(c, site, body, parent),
            (_, None) => {
                let directive = self.directive(c, site)?;
                let span = directive.span;
                self.construct(directive, span, parent, Body::None);
                Ok(())
            }
        }
    }

    /// The statement that a woven directive governs.
    pub fn governed(&mut self, c: Cursor<'t>, site: usize) -> Res<Cursor<'t>> {
        let third = c.children().into_iter().nth(2);
        // Where the statement was refused, clang puts an empty one that is nowhere in the text.
        let real = third.filter(|g| {
            let at = g.extent().0 as usize;
            g.kind() != CXCursor_NullStmt || self.weave.text.as_bytes().get(at) == Some(&b';')
        });
        match real {
            Some(g) => Ok(g),
            None => {
                self.placed[site] = true;
                self.spoiled.push(site);
                Err(Failed)
            }
        }
    }

    /// A compute construct, combined or not.
    fn compute(
        &mut self,
        c: Cursor<'t>,
        site: usize,
        body: Cursor<'t>,
        parent: Option<ConstructId>,
    ) -> Res<()> {
        let directive = self.directive(c, site);
        let span = self.raws[site].span.to(self.stmt_span(body));
        self.regions.push(span);
        let outer = (self.device, self.inside);
        (self.device, self.inside) = (true, body.extent());
        self.containers.clear();
        let kind = self.raws[site].kind;
        use DirectiveKind as D;
        let transformed = matches!(kind, D::Kernels | D::KernelsLoop);
        (self.as_written, self.governed) = (!transformed, true);
        let stmt = self.stmt(body);
        (self.as_written, self.governed) = (false, false);
        (self.device, self.inside) = outer;
        let queued = |c: &&Clause<Raw>| matches!(c.kind, ClauseKind::Async(_));
        let raws = self.raws;
        let held = self.containers.first().copied();
        if let (Some((at, what)), true) = (held, raws[site].clauses.iter().any(|c| queued(&c))) {
            // On the cores a task would have a copy of it, or outlive it.
            return self.refuse_cpp(
                at,
                &format!("{what} in an asynchronous construct"),
                "take pointers to what it has before the construct (`double *p = v.data();`), or leave `async` out",
            );
        }
        if let Ok(s) = &stmt {
            let woven = c.extent();
            s.each_stmt(|s| {
                if let StmtKind::Label { name, .. } = &s.kind {
                    self.labels.push((name.clone(), s.span, woven));
                }
            });
        }
        let (directive, mut stmt) = (directive?, stmt?);
        self.references_apart(&directive, &stmt);
        let directive = match directive.split() {
            Some((compute, inner)) => {
                self.attach(&mut stmt, inner)?;
                compute
            }
            None => directive,
        };
        let stmts = match stmt.kind {
            StmtKind::Block(stmts) => stmts,
            kind => vec![Stmt { kind, ..stmt }],
        };
        self.construct(directive, span, parent, Body::Compute(stmts));
        Ok(())
    }

    pub fn declarative(&mut self, c: Cursor<'t>, site: usize, function: String) -> Res<()> {
        let directive = self.directive(c, site)?;
        let span = directive.span;
        let outer = std::mem::replace(&mut self.function_name, function);
        self.construct(directive, span, None, Body::Declarative(None));
        self.function_name = outer;
        Ok(())
    }

    fn construct(
        &mut self,
        directive: Directive<Expr>,
        span: Span,
        parent: Option<ConstructId>,
        body: Body,
    ) -> ConstructId {
        let id = ConstructId(self.constructs.len() as u32);
        self.constructs.push(Construct {
            id,
            directive_id: directive.id,
            directive,
            function: self.function_name.clone(),
            span,
            parent,
            body,
            members: None,
            shared: None,
            undivided: None,
            on_cores: None,
        });
        id
    }

    /// The typed form of the directive that was woven at `site`; `c` is its `if`, block or
    /// carrier's body.
    pub fn directive(&mut self, c: Cursor<'t>, site: usize) -> Res<Directive<Expr>> {
        self.placed[site] = true;
        let raws = self.raws;
        let carrier = match self.weave.sites[site].form {
            Form::Prefix => c.children().into_iter().nth(1),
            Form::Alone | Form::File => Some(c),
        };
        let stmts = carrier.map(|b| b.children()).unwrap_or_default();
        let by_place: HashMap<u32, Cursor<'t>> =
            stmts.into_iter().map(|s| (s.extent().0, s)).collect();
        let weave = self.weave;
        let mut slots = weave.sites[site].slots.iter();
        let outer = std::mem::replace(&mut self.device, false);
        let made = raws[site].try_map(&mut |raw| {
            let stmt = slots.next().and_then(|at| by_place.get(at));
            // `(void)(e)`: the cast's operand.
            let operand = stmt.and_then(|s| s.children().pop());
            match operand.filter(|e| is_expression(e.kind())) {
                Some(e) => self.expr(e),
                None => self.fail(
                    codes::BAD_EXPRESSION,
                    raw.span,
                    format!("`{}` is not an expression", raw.text),
                ),
            }
        });
        self.device = outer;
        let mut made = made?;
        elements::fold(&self.types, &mut made);
        self.copied_classes(&made)?;
        Ok(made)
    }
}
