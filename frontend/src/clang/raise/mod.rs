//! Loops that count, but whose head doesn't say so in the way of 2.9, become such that do, in the text that everything else reads:
//!
//! ```text
//! for (i = n; i-- > 0;) ...          for (i = (int)(n) - 1; i >= 0; i--) ...
//! for (i = n; i; --i) ...            for (i = n; i != 0; --i) ...
//! for (i = 0; i + 1 < n; i++) ...    for (i = 0; i < (long)(n) - (1); i++) ...
//! i = 0;                             ;
//! while (i < n) {                    for (i = 0; i < n; i++) {
//!     ...                                ...
//!     i++;                               ;
//! }                                  }
//! while (n--) ...                    for (n = n - 1; n >= 0; n--) ...
//! i = 0;                             ;
//! do ... while (++i < n);            for (i = 0; i < ((n) > 0 ? (n) : 1); i++) ...
//! ```
//!
//! Each does what it did, whatever stands in the rest of it: only the order of its parts in the text is another one. Whether it is a loop in canonical form
//! then is asked where that is asked of all. Lines stay, so places in messages lead to the user's text. Polyhedral compilers call it raising.
//!
//! Heads are looked at in all compute constructs; `while` and `do` in `kernels` alone, since elsewhere one thread runs them anyway.

mod head;
mod several;
mod trips;

use self::head::{Asked, Start};
use self::several::{Own, uses_of};
use self::trips::Parts;
use super::cursor::{Cursor, Tu};
use super::host::core;
use super::stmt::ForParts;
use super::weave::{Form, Weave};
use crate::directive::{Directive, DirectiveKind, Raw};
use crate::source::{SourceMap, Span};
use clang_sys::*;

/// Bytes of the source's text, and what takes their place.
type Edit = (Span, String);

/// The text with the loops of compute constructs raised; `None` where there is none to raise. `needed`: those alone that a `loop` directive couldn't
/// stand before.
pub fn text(
    source: &SourceMap,
    weave: &Weave,
    raws: &[Directive<Raw>],
    tu: &Tu,
    needed: bool,
) -> Option<SourceMap> {
    let mut raise = Raise {
        source,
        weave,
        raws,
        needed,
        own: Vec::new(),
        edits: Vec::new(),
    };
    for c in tu.root().children() {
        raise.search(c, None);
    }
    let edits = raise.edits;
    (!edits.is_empty()).then(|| source.with_changes(edits))
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place<'a, 't> {
    /// `kernels` has it, not another compute construct.
    kernels: bool,
    /// A directive stands before it.
    governed: bool,
    /// What stands before it in the same block.
    before: &'a [Cursor<'t>],
    /// The function that it is in.
    function: Option<Cursor<'t>>,
}

struct Raise<'a> {
    source: &'a SourceMap,
    weave: &'a Weave,
    raws: &'a [Directive<Raw>],
    needed: bool,
    /// The variables that loops around have for themselves.
    own: Vec<Own>,
    edits: Vec<Edit>,
}

impl Raise<'_> {
    /// Looks for compute constructs.
    fn search<'t>(&mut self, c: Cursor<'t>, function: Option<Cursor<'t>>) {
        if !self.weave.any_site(c.extent()) {
            return;
        }
        let function = function.or_else(|| (c.kind() == CXCursor_FunctionDecl).then_some(c));
        match self.governed(c) {
            Some((kind, body)) if kind.is_compute() => {
                let kernels = matches!(kind, DirectiveKind::Kernels | DirectiveKind::KernelsLoop);
                let place = Place {
                    kernels,
                    governed: kind.is_loop(),
                    before: &[],
                    function,
                };
                self.statement(body, place);
            }
            _ => c
                .children()
                .into_iter()
                .for_each(|k| self.search(k, function)),
        }
    }

    /// The directive that an `if` of the woven text stands for, and its statement.
    fn governed<'t>(&self, c: Cursor<'t>) -> Option<(DirectiveKind, Cursor<'t>)> {
        if c.kind() != CXCursor_IfStmt {
            return None;
        }
        let site = self.weave.site_at(c.extent().0)?;
        let prefix = self.weave.sites.get(site)?.form == Form::Prefix;
        let body = c.children().into_iter().nth(2)?;
        prefix.then_some((self.raws.get(site)?.kind, body))
    }

    fn statement<'t>(&mut self, c: Cursor<'t>, at: Place<'_, 't>) {
        if let Some((kind, body)) = self.governed(c) {
            let inner = Place {
                before: &[],
                governed: kind.is_loop(),
                ..at
            };
            return self.statement(body, inner);
        }
        let raised = match c.kind() {
            _ if self.needed && !at.governed => None,
            CXCursor_ForStmt => self
                .several(c, at)
                .or_else(|| Some((self.for_loop(c, at)?, vec![]))),
            CXCursor_WhileStmt if at.kernels => self.while_loop(c, at).map(|e| (e, vec![])),
            CXCursor_DoStmt if at.kernels => self.do_loop(c, at).map(|e| (e, vec![])),
            _ => None,
        };
        let (mut edits, own) = raised.unwrap_or_default();
        let (known, before) = (self.own.len(), self.edits.len());
        self.own.extend(own);
        let kids = c.children();
        for (k, kid) in kids.iter().enumerate() {
            let before = match c.kind() {
                CXCursor_CompoundStmt => &kids[..k],
                _ => &[],
            };
            let place = Place {
                before,
                governed: false,
                ..at
            };
            self.statement(*kid, place);
        }
        self.own.truncate(known);
        // What is inside has these names already where it is another text. Of braces at one place the inner ones come first.
        let inner = &self.edits[before..];
        let taken = |(at, _): &Edit| {
            let holds =
                |(by, _): &Edit| by.start <= at.start && at.end <= by.end && by.start < by.end;
            at.start < at.end && inner.iter().any(holds)
        };
        edits.retain(|e| !taken(e));
        self.edits.extend(edits);
    }

    fn for_loop<'t>(&self, c: Cursor<'t>, at: Place<'_, 't>) -> Option<Vec<Edit>> {
        let parts = ForParts::of(self.weave, c)?;
        let cond = parts.cond?;
        let (inc, body) = (parts.inc, parts.body);
        let keyword = "for";
        let ended = Parts {
            keyword,
            cond,
            inc,
            body,
        };
        if parts.init.is_none()
            && let Some(edits) = self.trips(c, &ended, at)
        {
            return Some(edits);
        }
        let (steps, inc) = match parts.inc {
            Some(inc) => (vec![], Some(inc)),
            None => self
                .last(parts.body)
                .map_or((vec![], None), |(e, inc)| (e, Some(inc))),
        };
        let start = match parts.init {
            Some(init) => Start::of_head(init)?,
            None => Start::default(),
        };
        let asked = self.asked(cond, inc, &start)?;
        let closing = || self.closing(cond.extent().1, ";");
        let mut edits = match asked.steps {
            Some(_) if parts.inc.is_some() => return None,
            Some(word) => vec![self.insert(closing()?, format!(" {}{word}", asked.name))?],
            None if inc.is_none() => return None,
            None if parts.inc.is_some() => vec![],
            None => {
                let mut edits = steps;
                let inc = self.words(inc?)?;
                edits.push(self.insert(closing()?, format!(" {inc}"))?);
                edits
            }
        };
        edits.extend(self.condition(cond, &asked));
        match parts.init {
            Some(_) => edits.extend(self.shifted(&asked, &start)?),
            None if at.kernels => {
                let open = self.weave.text.get(c.extent().0 as usize..)?.find('(')? as u32;
                edits.extend(self.begun(&asked, at, |init| {
                    self.insert(c.extent().0 + open + 1, init)
                })?);
            }
            None => return None,
        }
        Some(edits)
    }

    fn while_loop<'t>(&self, c: Cursor<'t>, at: Place<'_, 't>) -> Option<Vec<Edit>> {
        let kids = c.children();
        let [cond, body] = kids[..] else {
            return None;
        };
        if jumps(body, true) {
            return None;
        }
        let (keyword, inc) = ("while", None);
        let ended = Parts {
            keyword,
            cond,
            inc,
            body,
        };
        if let Some(edits) = self.trips(c, &ended, at) {
            return Some(edits);
        }
        let last = self.last(body);
        let asked = self.asked(cond, last.as_ref().map(|(_, inc)| *inc), &Start::default())?;
        let (mut edits, inc) = match (asked.steps, last) {
            (Some(word), _) => (vec![], format!("{}{word}", asked.name)),
            (None, Some((edits, inc))) => (edits, self.words(inc)?),
            (None, None) => return None,
        };
        let word = c.extent().0;
        let open = self.weave.text.get(word as usize..)?.find('(')? as u32;
        let keyword = (word, word + "while".len() as u32);
        let closing = self.closing(cond.extent().1, "")?;
        if let Some(own) = self.counted(c, body, &asked, at) {
            edits.push(self.replace(keyword, format!("{}for", own.before))?);
            edits.push(self.insert(word + open + 1, own.head)?);
            edits.push(self.replace(cond.extent(), own.cond)?);
            edits.push(self.insert(closing, format!("; {}", own.step))?);
            edits.extend(own.behind);
            return Some(edits);
        }
        edits.push(self.replace(keyword, "for".into())?);
        edits.extend(self.condition(cond, &asked));
        edits.push(self.insert(closing, format!("; {inc}"))?);
        edits.extend(self.begun(&asked, at, |init| {
            self.insert(word + open + 1, format!("{init}; "))
        })?);
        Some(edits)
    }

    /// `do` runs once before it asks: it counts from a constant, up to a bound that is larger, or is made so.
    fn do_loop<'t>(&self, c: Cursor<'t>, at: Place<'_, 't>) -> Option<Vec<Edit>> {
        let kids = c.children();
        let [body, cond] = kids[..] else {
            return None;
        };
        let (keyword, inc) = ("do", None);
        let ended = Parts {
            keyword,
            cond,
            inc,
            body,
        };
        if let Some(mut edits) = self.trips(c, &ended, at) {
            edits.push(self.replace(self.tail(c, body, cond)?, String::new())?);
            return Some(edits);
        }
        let last = self.last(body);
        let mut asked = self.asked(cond, last.as_ref().map(|(_, inc)| *inc), &Start::default())?;
        let (mut edits, inc) = match (asked.steps.take(), last) {
            (Some(word), _) if !jumps(body, true) => (vec![], format!("{}{word}", asked.name)),
            (None, Some((edits, inc))) if asked.cond.is_none() => (edits, self.words(inc)?),
            _ => return None,
        };
        let start = Start::before(&asked, at.before, &self.weave.text)?;
        let cond_text = head::at_least_once(cond, start.value?, &|c| self.words(c))?;
        let word = c.extent().0;
        edits.push(self.replace(self.tail(c, body, cond)?, String::new())?);
        edits.extend(self.begun(&asked, at, |init| {
            let head = format!("for ({init}; {cond_text}; {inc})");
            self.replace((word, word + "do".len() as u32), head)
        })?);
        Some(edits)
    }

    /// The question behind the body of a `do` loop, up to its semicolon.
    fn tail(&self, c: Cursor<'_>, body: Cursor<'_>, cond: Cursor<'_>) -> Option<(u32, u32)> {
        let closing = self.closing(cond.extent().1, "")?;
        let between = (body.extent().1 as usize, cond.extent().0 as usize);
        let from = self.weave.text.get(between.0..between.1)?.rfind("while")? as u32;
        let tail = (body.extent().1 + from, (closing + 1).min(c.extent().1));
        let lines = self.source.slice(self.weave.span(tail)).contains('\n');
        (!lines && !self.weave.any_site(tail)).then_some(tail)
    }

    /// What the loop asks of a variable, in a way that needs another text or another place for it.
    fn asked<'t>(
        &self,
        cond: Cursor<'t>,
        inc: Option<Cursor<'t>>,
        start: &Start<'_>,
    ) -> Option<Asked<'t>> {
        let text = |c: Cursor<'_>| self.words(c);
        if jumps(cond, false) {
            return None;
        }
        let asked = head::asked(cond, inc, start, &text)?;
        let stepped =
            inc.is_none_or(|inc| head::stepped(inc).is_some_and(|v| v == asked.var.entity()));
        let own = self.own.iter().any(|o| o.is(asked.var));
        ((asked.steps.is_some() || stepped) && !own).then_some(asked)
    }

    /// The last statement of a body if it steps a variable, with the edit that takes it away.
    fn last<'t>(&self, body: Cursor<'t>) -> Option<(Vec<Edit>, Cursor<'t>)> {
        if body.kind() != CXCursor_CompoundStmt || jumps(body, false) {
            return None;
        }
        let last = body.children().pop()?;
        head::stepped(last)?;
        if head::names_within(last, body.extent()) {
            return None;
        }
        Some((vec![self.replace(last.extent(), String::new())?], last))
    }

    fn condition(&self, cond: Cursor<'_>, asked: &Asked<'_>) -> Option<Edit> {
        self.replace(cond.extent(), asked.cond.clone()?)
    }

    /// The first value of a head, by the step that came before the first question.
    fn shifted(&self, asked: &Asked<'_>, start: &Start<'_>) -> Option<Vec<Edit>> {
        let Some(word) = asked.steps else {
            return Some(vec![]);
        };
        let first = start.of(asked.var.entity())?;
        let text = asked.first(&self.words(first)?, word)?;
        Some(vec![self.replace(first.extent(), text)?])
    }

    /// The first part of a head that has none: what the statement before says, or the variable's own value.
    fn begun(
        &self,
        asked: &Asked<'_>,
        at: Place<'_, '_>,
        put: impl FnOnce(String) -> Option<Edit>,
    ) -> Option<Vec<Edit>> {
        let name = &asked.name;
        let step = |first: &str| match asked.steps {
            Some(word) => asked.first(first, word),
            None => Some(first.to_string()),
        };
        let start = Start::before(asked, at.before, &self.weave.text);
        let (first, mut edits) = match start.as_ref().and_then(|s| Some((s, s.taken?))) {
            Some((start, taken)) => {
                let first = self.words(start.first?)?;
                (step(&first)?, vec![self.replace(taken, String::new())?])
            }
            None => (
                match asked.steps {
                    Some("--") => format!("{name} - 1"),
                    Some(_) => format!("{name} + 1"),
                    None => format!("{name} + 0"),
                },
                vec![],
            ),
        };
        edits.push(put(format!("{name} = {first}"))?);
        Some(edits)
    }

    /// Where the parenthesis closes that a head's condition ends with, behind `between` and blanks.
    fn closing(&self, from: u32, between: &str) -> Option<u32> {
        let rest = self.weave.text.get(from as usize..)?;
        let behind = rest.trim_start().strip_prefix(between)?.trim_start();
        behind
            .starts_with(')')
            .then(|| from + (rest.len() - behind.len()) as u32)
    }

    /// The text of an expression that stands on one line, without directives.
    fn words(&self, c: Cursor<'_>) -> Option<String> {
        self.spelled(c, &[])
    }

    /// Likewise with the names of variables that loops have for themselves: those around, and `more`.
    fn spelled(&self, c: Cursor<'_>, more: &[Own]) -> Option<String> {
        let text = self.source.slice(self.weave.span(c.extent()));
        let plain = !text.is_empty() && !text.contains('\n') && !self.weave.any_site(c.extent());
        let mut text = plain.then(|| text.to_string())?;
        let mut uses = Vec::new();
        uses_of(c, &[self.own.as_slice(), more].concat(), &mut uses);
        uses.sort_unstable();
        let begin = c.extent().0;
        for ((from, to), name) in uses.into_iter().rev() {
            let range = (from - begin) as usize..(to - begin) as usize;
            text.get(range.clone())?;
            text.replace_range(range, &name);
        }
        Some(text)
    }

    fn replace(&self, woven: (u32, u32), text: String) -> Option<Edit> {
        let span = self.weave.span(woven);
        let lines = self.source.slice(span).contains('\n');
        (!lines && !self.weave.any_site(woven)).then_some((span, text))
    }

    fn insert(&self, woven: u32, text: String) -> Option<Edit> {
        let at = self.weave.original(woven);
        Some((Span { start: at, end: at }, text))
    }
}

/// Whether a loop's body is left or entered other than at its ends, or goes on with the next iteration elsewhere, unless it may (`goes_on`): where the condition
/// steps, both lead to the step.
fn jumps(body: Cursor<'_>, goes_on: bool) -> bool {
    fn any(c: Cursor<'_>, in_loop: bool, in_switch: bool, goes_on: bool) -> bool {
        let (in_loop, in_switch) = match c.kind() {
            CXCursor_BreakStmt => return !in_loop && !in_switch,
            CXCursor_ContinueStmt => return !in_loop && !goes_on,
            CXCursor_ReturnStmt
            | CXCursor_GotoStmt
            | CXCursor_IndirectGotoStmt
            | CXCursor_LabelStmt
            | CXCursor_LambdaExpr
            | CXCursor_StmtExpr => return true,
            CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt => {
                (true, in_switch)
            }
            CXCursor_SwitchStmt => (in_loop, true),
            _ => (in_loop, in_switch),
        };
        c.children()
            .into_iter()
            .any(|k| any(k, in_loop, in_switch, goes_on))
    }
    any(body, false, false, goes_on)
}
