//! Heads that begin or step several variables, and conditions that count with a variable that nothing else needs:
//!
//! ```text
//! for (i = 0, x = q; i < n; i++, x += 2) ...       { __typeof__(x) x_own = q; for (i = 0; i < n; i++) { ... x_own += 2; } }
//! for (int i = 0, m = f(n); i < m; i++) ...        { int m = f(n); for (int i = 0; i < m; i++) ... }
//! while (n--) *q++ = *p++;                         { __typeof__(n) n_left; for (n_left = n - 1; n_left >= 0; n_left--) *q++ = *p++; }
//! ```
//!
//! A variable that the loop gives its first value, and that nobody reads behind it, may as well be the loop's own. What such variables hold is computed from
//! the iteration then, where that can be (`induction` in the crate that lowers).

use super::super::cursor::Cursor;
use super::super::expr::expression_children;
use super::super::stmt::ForParts;
use super::head::{self, Asked, Start};
use super::{Edit, Place, Raise, core, jumps};
use clang_sys::*;

/// A variable that a head begins.
struct Begun<'t> {
    var: Cursor<'t>,
    first: Cursor<'t>,
    declared: bool,
}

impl Raise<'_> {
    /// A `for` loop whose head has several variables.
    pub(super) fn several<'t>(
        &self,
        c: Cursor<'t>,
        at: Place<'_, 't>,
    ) -> Option<(Vec<Edit>, Vec<Own>)> {
        let parts = ForParts::of(self.weave, c)?;
        let cond = parts.cond?;
        let begun = begun(parts.init?)?;
        let steps = parts.inc.map_or_else(Vec::new, operands);
        let many = begun.len() > 1 || steps.len() > 1;
        if !many || !at.kernels || at.governed || self.needed {
            return None;
        }
        let (counts, asked) = steps.iter().find_map(|step| {
            let asked = self.asked(cond, Some(*step), &Start::default())?;
            asked.steps.is_none().then_some((*step, asked))
        })?;
        let counter = asked.var.entity();
        let own = begun.iter().position(|b| b.var.entity() == counter)?;
        let others: Vec<&Begun<'t>> = begun.iter().filter(|b| b.var.entity() != counter).collect();
        let first = begun[own].first;
        // What the counter begins with is asked for behind the others, where their names mean them.
        let mut asks = Vec::new();
        names(first, &mut asks);
        let late = |(k, b): (usize, &Begun<'t>)| {
            k != own
                && (head::mentions(first, b.var.entity()) && !b.declared
                    || k > own && asks.contains(&b.var.spelling())
                    || head::mentions(counts, b.var.entity()))
        };
        let named = head::mentions(first, counter) || begun.iter().enumerate().any(late);
        let mut once = begun.iter().enumerate();
        let twice = once.any(|(k, b)| begun[..k].iter().any(|o| o.var.entity() == b.var.entity()));
        // Nothing is evaluated that another value may depend on, if the order isn't the program's.
        let acts = begun[own..].iter().any(|b| head::calls(b.first)) && own + 1 < begun.len();
        if twice || acts || captures(parts.body) {
            return None;
        }
        if named || !others.iter().all(|b| self.may_be_own(b, counter, c, at)) {
            return None;
        }
        let others_of = |s: &Cursor<'t>| s.extent() != counts.extent();
        let moved: Vec<Cursor<'t>> = steps.iter().copied().filter(others_of).collect();
        let fits = |s: &Cursor<'t>| {
            let of = head::stepped(*s).is_some_and(|v| v != counter);
            of && !head::mentions(*s, counter) && !self.hides(parts.body, *s)
        };
        if !moved.iter().all(fits) || !moved.is_empty() && jumps(parts.body, false) {
            return None;
        }
        // What the program has declared elsewhere has another name here.
        let assigned = others.iter().filter(|b| !b.declared);
        let own_names: Vec<Own> = assigned.map(|b| self.own_name(b.var, "own")).collect();
        let mut text = String::new();
        let mut known: Vec<Own> = Vec::new();
        for b in &others {
            let value = self.spelled(b.first, &known)?;
            text += &format!("{} = {value}; ", declared(b, &own_names)?);
            known.extend(own_names.iter().find(|o| o.var == b.var.entity()).cloned());
        }
        let mut behind = String::new();
        for s in &moved {
            behind += &format!(" {};", self.spelled(*s, &own_names)?);
        }
        let mut edits = vec![self.insert(c.extent().0, format!("{{ {text}"))?];
        let begins = &begun[own];
        let value = self.words(first)?;
        let init = match begins.declared {
            true => format!("{} = {value};", declared(begins, &[])?),
            false => format!("{} = {value}", begins.var.spelling()),
        };
        let mut uses = Vec::new();
        [cond, parts.body]
            .iter()
            .for_each(|c| uses_of(*c, &own_names, &mut uses));
        for (at, name) in uses {
            edits.push(self.replace(at, name)?);
        }
        edits.push(self.replace(parts.init?.extent(), init)?);
        edits.push(self.replace(parts.inc?.extent(), self.words(counts)?)?);
        edits.extend(self.condition(cond, &asked));
        edits.extend(self.closed(c, parts.body, &behind)?);
        Some((edits, own_names))
    }

    /// The head of a loop whose condition steps a variable that neither its body nor anything behind it names, with one of its own; `None`: it is needed.
    pub(super) fn counted<'t>(
        &self,
        c: Cursor<'t>,
        body: Cursor<'t>,
        asked: &Asked<'t>,
        at: Place<'_, 't>,
    ) -> Option<Counted> {
        let (word, cond, var) = (asked.steps?, asked.cond.as_ref()?, asked.var);
        let needed = head::mentions(body, var.entity()) || !is_local(var);
        if self.needed || needed || !self.is_dead(var, c, at) {
            return None;
        }
        let own = self.own_name(var, "left").name;
        let rest = cond.strip_prefix(asked.name.as_str())?;
        Some(Counted {
            before: format!("{{ __typeof__({}) {own}; ", asked.name),
            head: format!("{own} = {}; ", asked.next(word)?),
            cond: format!("{own}{rest}"),
            step: format!("{own}{word}"),
            behind: self.closed(c, body, "")?,
        })
    }

    /// Whether a variable that a head begins may be one of the loop's own.
    fn may_be_own(&self, b: &Begun<'_>, counter: usize, c: Cursor<'_>, at: Place<'_, '_>) -> bool {
        let var = b.var.entity();
        let apart = !head::mentions(b.first, var) && !head::mentions(b.first, counter);
        apart && (b.declared || is_local(b.var) && self.is_dead(b.var, c, at))
    }

    /// A name for a loop's own variable that stands nowhere in the text.
    pub(super) fn own_name(&self, var: Cursor<'_>, ending: &str) -> Own {
        let mut name = format!("{}_{ending}", var.spelling());
        while self.weave.text.contains(&name) {
            name.push('_');
        }
        let var = var.entity();
        Own { var, name }
    }

    /// Whether nothing reads a local variable behind a loop, and nothing has its address.
    fn is_dead(&self, var: Cursor<'_>, c: Cursor<'_>, at: Place<'_, '_>) -> bool {
        let Some(function) = at.function else {
            return false;
        };
        let var = var.entity();
        !takes_address(function, var)
            && !read_behind(function, var, c.extent(), goes_back(function))
    }

    /// Closes the brace in front of a loop, with steps behind what its body does.
    pub(super) fn closed(&self, c: Cursor<'_>, body: Cursor<'_>, steps: &str) -> Option<Vec<Edit>> {
        let end = self.end(c)?;
        if steps.is_empty() {
            return Some(vec![self.insert(end, " }".into())?]);
        }
        Some(match body.kind() == CXCursor_CompoundStmt {
            true => vec![
                self.insert(body.extent().1 - 1, format!("{steps} "))?,
                self.insert(end, " }".into())?,
            ],
            false => vec![
                self.insert(body.extent().0, "{ ".into())?,
                self.insert(end, format!("{steps} }} }}"))?,
            ],
        })
    }

    /// Whether a body declares a name that a step has.
    pub(super) fn hides(&self, body: Cursor<'_>, step: Cursor<'_>) -> bool {
        let mut all = Vec::new();
        names(step, &mut all);
        declares(body, &all)
    }

    /// Where a statement ends, with its semicolon.
    fn end(&self, c: Cursor<'_>) -> Option<u32> {
        let end = c.extent().1 as usize;
        if self.weave.text.get(..end)?.ends_with(['}', ';']) {
            return u32::try_from(end).ok();
        }
        let rest = self.weave.text.get(end..)?;
        let blanks = rest.len() - rest.trim_start().len();
        let closes = rest.trim_start().starts_with(';');
        closes.then_some(u32::try_from(end + blanks + 1).ok()?)
    }
}

/// A variable, and the name of the loop's own in its place.
#[derive(Clone)]
pub(super) struct Own {
    var: usize,
    pub name: String,
}

impl Own {
    pub fn is(&self, var: Cursor<'_>) -> bool {
        self.var == var.entity()
    }
}

/// Where an expression or a statement names such variables.
pub(super) fn uses_of(c: Cursor<'_>, own: &[Own], out: &mut Vec<((u32, u32), String)>) {
    if c.kind() == CXCursor_DeclRefExpr
        && let Some(var) = c.referenced()
        && let Some(o) = own.iter().find(|o| o.var == var.entity())
    {
        out.push((c.extent(), o.name.clone()));
    }
    c.children().into_iter().for_each(|k| uses_of(k, own, out));
}

/// A head with a variable of its own, in pieces.
pub(super) struct Counted {
    pub before: String,
    pub head: String,
    pub cond: String,
    pub step: String,
    pub behind: Vec<Edit>,
}

/// The variables that the first part of a head begins, in order; `None`: it does something else too.
fn begun(init: Cursor<'_>) -> Option<Vec<Begun<'_>>> {
    if init.kind() == CXCursor_DeclStmt {
        let all = init.children().into_iter().map(|var| {
            Some(Begun {
                var,
                first: var.initializer()?,
                declared: true,
            })
        });
        return all.collect();
    }
    let mut all = Vec::new();
    operands(init)
        .into_iter()
        .try_for_each(|e| assigned(e, &mut all))?;
    Some(all)
}

/// `i = first`, or `i = k = 0`.
fn assigned<'t>(e: Cursor<'t>, all: &mut Vec<Begun<'t>>) -> Option<()> {
    let assigns =
        e.kind() == CXCursor_BinaryOperator && e.binary_operator() == CXBinaryOperator_Assign;
    let [to, first] = expression_children(e)[..] else {
        return None;
    };
    let var = head::variable(to).filter(|_| assigns)?;
    let declared = false;
    let inner = core(first);
    if inner.kind() != CXCursor_BinaryOperator || inner.binary_operator() != CXBinaryOperator_Assign
    {
        all.push(Begun {
            var,
            first,
            declared,
        });
        return Some(());
    }
    assigned(inner, all)?;
    let last = all.last()?;
    let alike = last.var.ty().canonical().spelling() == var.ty().canonical().spelling();
    let first = last.first;
    (alike && first.evaluate_int().is_some()).then(|| {
        all.push(Begun {
            var,
            first,
            declared,
        })
    })
}

/// What commas separate.
pub(super) fn operands(e: Cursor<'_>) -> Vec<Cursor<'_>> {
    let inner = core(e);
    let comma = inner.kind() == CXCursor_BinaryOperator
        && inner.binary_operator() == CXBinaryOperator_Comma;
    match expression_children(inner)[..] {
        [a, b] if comma => [operands(a), operands(b)].concat(),
        _ => vec![inner],
    }
}

/// A declaration of the variable without its value.
fn declared(b: &Begun<'_>, own: &[Own]) -> Option<String> {
    let name = b.var.spelling();
    if let Some(own) = own.iter().find(|o| o.var == b.var.entity()) {
        return Some(format!("__typeof__({name}) {}", own.name));
    }
    let ty = b.var.ty().spelling();
    let plain = !ty.contains(['(', '[']) && b.var.storage_class() != CX_SC_Static;
    plain.then(|| format!("{ty} {name}"))
}

/// Whether this is a function's own variable, in each call another one.
pub(super) fn is_local(var: Cursor<'_>) -> bool {
    !var.at_file_scope() && !matches!(var.storage_class(), CX_SC_Static | CX_SC_Extern)
}

/// Whether a body has functions of its own, which may name variables in other ways.
fn captures(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_LambdaExpr || c.children().into_iter().any(captures)
}

fn names(c: Cursor<'_>, out: &mut Vec<String>) {
    if c.kind() == CXCursor_DeclRefExpr {
        out.push(c.spelling());
    }
    c.children().into_iter().for_each(|k| names(k, out));
}

fn declares(c: Cursor<'_>, all: &[String]) -> bool {
    c.kind() == CXCursor_VarDecl && all.contains(&c.spelling())
        || c.children().into_iter().any(|k| declares(k, all))
}

/// Whether anything but a loop with these bytes may read a variable after it: whatever stands behind it, or in a loop around both. Another loop whose head
/// begins the variable reads its own value. `around`: a loop is around, or a jump may lead back.
fn read_behind(c: Cursor<'_>, var: usize, own: (u32, u32), around: bool) -> bool {
    let (from, to) = c.extent();
    if own.0 <= from && to <= own.1 {
        return false;
    }
    let holds = from <= own.0 && own.1 <= to;
    let repeats = matches!(
        c.kind(),
        CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt
    );
    let around = around || holds && repeats;
    let begins = |init: Cursor<'_>| {
        let all = begun(init);
        all.is_some_and(|all| {
            let at = all.iter().position(|b| b.var.entity() == var);
            at.is_some_and(|at| !all[..=at].iter().any(|b| head::mentions(b.first, var)))
        })
    };
    let init = c.children().first().copied();
    if !holds && c.kind() == CXCursor_ForStmt && init.is_some_and(begins) {
        return false;
    }
    let later = around || from >= own.1;
    let named =
        c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(|d| d.entity() == var);
    let inner = || {
        c.children()
            .into_iter()
            .any(|k| read_behind(k, var, own, around))
    };
    named && later || inner()
}

/// Whether a jump may lead back to what stands before it.
fn goes_back(c: Cursor<'_>) -> bool {
    matches!(c.kind(), CXCursor_GotoStmt | CXCursor_IndirectGotoStmt)
        || c.children().into_iter().any(goes_back)
}

/// Whether the variable's address is taken.
fn takes_address(c: Cursor<'_>, var: usize) -> bool {
    let of = c.kind() == CXCursor_UnaryOperator && c.unary_operator() == CXUnaryOperator_AddrOf;
    of && head::mentions(c, var) || c.children().into_iter().any(|k| takes_address(k, var))
}
