//! Statements of host code as a graph.

use super::Walk;
use super::expr::core;
use crate::clang::asm;
use crate::clang::cursor::Cursor;
use crate::clang::escapes;
use crate::clang::reference::referred;
use crate::clang::stmt::ForParts;
use crate::clang::types::{is_expression, size_cursors};
use crate::region::host::graph::BlockId;
use crate::source::Span;
use clang_sys::*;

/// A `switch` around.
pub(super) struct Switch {
    head: BlockId,
    has_default: bool,
}

impl<'t> Walk<'_, 't> {
    pub(super) fn stmt(&mut self, c: Cursor<'t>) {
        self.deeper(|w| match w.openmp_before(c) {
            true => w.perhaps(|w| w.stmt_inner(c)),
            false => w.stmt_inner(c),
        });
    }

    fn stmt_inner(&mut self, c: Cursor<'t>) {
        match c.kind() {
            CXCursor_IfStmt | CXCursor_CompoundStmt => match self.b.weave.site_at(c.extent().0) {
                Some(site) => self.directive(c, site),
                None if c.kind() == CXCursor_IfStmt => self.if_stmt(c),
                None => c.children().into_iter().for_each(|s| self.stmt(s)),
            },
            CXCursor_NullStmt => {}
            CXCursor_DeclStmt => c.children().into_iter().for_each(|d| self.declaration(d)),
            CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt => {
                self.memory.begin_loop(self.switches.len());
                self.any_loop(c);
                let span = self.b.weave.span(c.extent());
                self.memory.end_loop(&self.b.source.text, span);
            }
            CXCursor_SwitchStmt => self.switch_stmt(c),
            CXCursor_CaseStmt | CXCursor_DefaultStmt => self.case_stmt(c),
            CXCursor_LabelStmt => {
                self.memory.entered(0);
                let here = self.graph.block();
                self.graph.flow_into(here);
                self.labels.entry(c.spelling()).or_default().push(here);
                self.last(c);
            }
            CXCursor_GotoStmt => {
                match escapes::label_of(c) {
                    Some(label) => self.gotos.push((self.graph.current(), label)),
                    None => self.facts.lose(),
                }
                self.graph.jump(None);
            }
            CXCursor_IndirectGotoStmt => {
                c.children().into_iter().for_each(|e| self.value(e));
                self.computed.push(self.graph.current());
                self.graph.jump(None);
            }
            CXCursor_AsmStmt => self.asm_stmt(c),
            CXCursor_BreakStmt => self.graph.jump(self.breaks.last().copied()),
            CXCursor_ContinueStmt => self.graph.jump(self.continues.last().copied()),
            CXCursor_ReturnStmt => {
                c.children().into_iter().for_each(|e| self.value(e));
                self.graph.jump(None);
            }
            // `__attribute__((fallthrough));` and the like.
            CXCursor_UnexposedStmt => self.last(c),
            k if is_expression(k) => self.effects(c),
            _ => self.facts.lose(),
        }
    }

    fn any_loop(&mut self, c: Cursor<'t>) {
        match (c.kind(), &c.children()[..]) {
            (CXCursor_ForStmt, _) => self.for_stmt(c),
            (CXCursor_CXXForRangeStmt, [element, range, body]) => {
                // Its iterators' functions may do anything.
                self.unknown(c);
                let named = self.declared(*element);
                named.into_iter().for_each(|v| self.facts.address(v));
                self.loop_stmt(Some(*range), *body, None);
            }
            (CXCursor_WhileStmt, [cond, body]) => self.loop_stmt(Some(*cond), *body, None),
            (CXCursor_DoStmt, [body, cond]) => self.do_stmt(*body, *cond),
            _ => self.facts.lose(),
        }
    }

    /// The statement that a label or an attribute stands before.
    fn last(&mut self, c: Cursor<'t>) {
        if let Some(body) = c.children().pop() {
            self.stmt(body);
        }
    }

    fn declaration(&mut self, d: Cursor<'t>) {
        if d.kind() != CXCursor_VarDecl {
            // Lengths that the type of a `typedef` has.
            if d.kind() == CXCursor_TypedefDecl {
                self.operands_perhaps(d);
            }
            return;
        }
        let init = d.initializer();
        let sizes: Vec<_> = size_cursors(d, init).collect();
        self.perhaps(|w| sizes.into_iter().for_each(|e| w.value(e)));
        if matches!(d.storage_class(), CX_SC_Static | CX_SC_Extern) {
            return;
        }
        match (init, referred(d.ty())) {
            (Some(object), Some(_)) => self.bound(object),
            (init, _) => init.into_iter().for_each(|e| self.value(e)),
        }
        self.begins(d);
        let Some(var) = self.declared(d) else { return };
        self.replace(var);
        init.into_iter().for_each(|e| self.given(var, e));
        let cleanup = |a: &Cursor<'t>| {
            let attribute = CXCursor_UnexposedAttr..CXCursor_PreprocessingDirective;
            let text = self.b.source.slice(self.b.weave.span(a.extent()));
            attribute.contains(&a.kind()) && text.contains("cleanup")
        };
        if d.children().iter().any(cleanup) {
            self.unknown(d);
            self.facts.address(var);
        }
    }

    /// The truth of a condition that is a literal: `while (1)`, `do … while (0)`.
    fn constant(&self, cond: Cursor<'t>) -> Option<bool> {
        let cond = core(cond);
        let literal = cond.kind() == CXCursor_IntegerLiteral;
        let value = literal.then(|| cond.evaluate_int()).flatten();
        value.map(|v| v != 0)
    }

    /// Control goes to `yes` or to `no`.
    fn condition(&mut self, cond: Cursor<'t>, yes: BlockId, no: BlockId) {
        self.value(cond);
        let known = self.constant(cond);
        if known != Some(false) {
            self.told_to(cond, true, yes);
        }
        if known != Some(true) {
            self.told_to(cond, false, no);
        }
    }

    fn if_stmt(&mut self, c: Cursor<'t>) {
        let (cond, then, els) = match c.children()[..] {
            [cond, then] => (cond, then, None),
            [cond, then, els] => (cond, then, Some(els)),
            _ => return self.facts.lose(),
        };
        let (yes, behind) = (self.graph.block(), self.graph.block());
        let no = match els {
            Some(_) => self.graph.block(),
            None => behind,
        };
        self.condition(cond, yes, no);
        self.graph.resume(yes);
        self.stmt(then);
        self.graph.leads_to(behind);
        if let Some(els) = els {
            self.graph.resume(no);
            self.stmt(els);
            self.graph.leads_to(behind);
        }
        self.graph.resume(behind);
    }

    fn for_stmt(&mut self, c: Cursor<'t>) {
        let Some(ForParts {
            init,
            cond,
            inc,
            body,
        }) = ForParts::of(self.b.weave, c)
        else {
            return self.facts.lose();
        };
        init.into_iter().for_each(|s| self.stmt(s));
        self.loop_stmt(cond, body, inc);
    }

    fn loop_stmt(&mut self, cond: Option<Cursor<'t>>, body: Cursor<'t>, inc: Option<Cursor<'t>>) {
        let (head, inside) = (self.graph.block(), self.graph.block());
        let (next, behind) = (self.graph.block(), self.graph.block());
        self.graph.flow_into(head);
        match cond {
            Some(cond) => self.condition(cond, inside, behind),
            None => self.graph.leads_to(inside),
        }
        self.graph.resume(inside);
        self.body(body, behind, next);
        self.graph.flow_into(next);
        inc.into_iter().for_each(|e| self.effects(e));
        self.graph.leads_to(head);
        self.graph.resume(behind);
    }

    fn do_stmt(&mut self, body: Cursor<'t>, cond: Cursor<'t>) {
        let inside = self.graph.block();
        let (next, behind) = (self.graph.block(), self.graph.block());
        self.graph.flow_into(inside);
        self.body(body, behind, next);
        self.graph.flow_into(next);
        self.condition(cond, inside, behind);
        self.graph.resume(behind);
    }

    fn body(&mut self, body: Cursor<'t>, breaks: BlockId, continues: BlockId) {
        self.breaks.push(breaks);
        self.continues.push(continues);
        self.stmt(body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn switch_stmt(&mut self, c: Cursor<'t>) {
        let [value, body] = c.children()[..] else {
            return self.facts.lose();
        };
        self.value(value);
        let (head, behind) = (self.graph.current(), self.graph.block());
        self.switches.push(Switch {
            head,
            has_default: false,
        });
        self.breaks.push(behind);
        self.graph.jump(None);
        self.stmt(body);
        self.breaks.pop();
        self.graph.leads_to(behind);
        if self.switches.pop().is_some_and(|s| !s.has_default) {
            self.graph.edge(head, behind);
        }
        self.graph.resume(behind);
    }

    fn case_stmt(&mut self, c: Cursor<'t>) {
        self.memory.entered(self.switches.len());
        let here = self.graph.block();
        self.graph.flow_into(here);
        match self.switches.last_mut() {
            Some(switch) => {
                switch.has_default |= c.kind() == CXCursor_DefaultStmt;
                self.graph.edge(switch.head, here);
            }
            None => self.facts.lose(),
        }
        self.last(c);
    }

    /// An `asm` may do anything with its operands; its text is the host compiler's.
    fn asm_stmt(&mut self, c: Cursor<'t>) {
        self.unknown(c);
        for operand in c.children() {
            if is_expression(operand.kind()) {
                self.updated(operand);
            }
        }
        let (from, to) = c.extent();
        let text = self.b.weave.text.get(from as usize..to as usize);
        let here = self.graph.current();
        for label in asm::labels(text.unwrap_or("")) {
            self.gotos.push((here, label.to_string()));
        }
        let rest = self.graph.block();
        self.graph.flow_into(rest);
    }

    /// Leads jumps to their labels.
    pub(super) fn connect_jumps(&mut self) {
        for (from, label) in std::mem::take(&mut self.gotos) {
            match self.labels.get(&label) {
                Some(labels) => labels.iter().for_each(|to| self.graph.edge(from, *to)),
                None => self.facts.lose(),
            }
        }
        for from in std::mem::take(&mut self.computed) {
            for to in self.labels.values().flatten() {
                self.graph.edge(from, *to);
            }
        }
    }

    /// Whether a directive of the user's own OpenMP stands before a statement: what it makes private there is not known. Reads
    /// what its clauses name.
    fn openmp_before(&mut self, c: Cursor<'t>) -> bool {
        let start = self.b.weave.original(c.extent().0);
        let mut found = false;
        while let Some(span) = self.openmp.front().copied().filter(|s| s.start < start) {
            self.openmp.pop_front();
            self.openmp_clauses(span);
            found = true;
        }
        found
    }

    fn openmp_clauses(&mut self, span: Span) {
        let text = self.b.source.slice(span);
        let words: Vec<&str> = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        let named: Vec<_> = self.b.var_ids.values().copied().collect();
        for var in named {
            let v = &self.b.vars[var.index()];
            if words.contains(&v.name.as_str()) {
                self.read(var);
            }
        }
    }
}
