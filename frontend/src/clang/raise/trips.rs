//! Loops that end where a pointer reaches another one, and step others beside it:
//!
//! ```text
//! while (p < end) *q++ = *p++;           { __typeof__(end - p) p_trips = end - p; __typeof__(p_trips) p_trip;
//!                                          for (p_trip = 0; p_trip < p_trips; p_trip++) *q++ = *p++; }
//! for (; p != end; p++, q++) ...         likewise, with { ... p++; q++; }
//! ```
//!
//! How often they run is known before them, if nothing else moves the two pointers. All steps are the body's then.

use super::super::cursor::Cursor;
use super::super::expr::expression_children;
use super::head;
use super::several::{is_local, operands};
use super::{Edit, Place, Raise, core, jumps};
use clang_sys::*;

/// The parts of such a loop.
pub(super) struct Parts<'t> {
    pub keyword: &'static str,
    pub cond: Cursor<'t>,
    pub inc: Option<Cursor<'t>>,
    pub body: Cursor<'t>,
}

impl Raise<'_> {
    pub(super) fn trips<'t>(
        &self,
        c: Cursor<'t>,
        parts: &Parts<'t>,
        at: Place<'_, 't>,
    ) -> Option<Vec<Edit>> {
        let Parts { cond, body, .. } = *parts;
        if !at.kernels || at.governed || self.needed || jumps(body, false) {
            return None;
        }
        let (pointer, end) = ends(cond)?;
        let var = pointer.entity();
        let mut bounds = Vec::new();
        named(end, &mut bounds)?;
        let steps = parts.inc.map_or_else(Vec::new, operands);
        let all: Vec<Cursor<'t>> = steps.iter().copied().chain([body]).collect();
        let changes = |v: usize| all.iter().map(|c| changed(*c, v)).sum::<usize>();
        let mut straight = Vec::new();
        all.iter().for_each(|c| stepped(*c, &mut straight));
        // One step by one in each iteration, and others that need a number of iterations.
        let own: Vec<bool> = straight
            .iter()
            .filter(|s| s.0 == var)
            .map(|s| s.1)
            .collect();
        let others = straight.iter().any(|s| s.0 != var);
        let fixed = bounds
            .iter()
            .all(|b| is_local(*b) && changes(b.entity()) == 0);
        let named = self.own.iter().any(|o| o.is(pointer));
        if named || own != [true] || changes(var) != 1 || !others || !fixed || !is_local(pointer) {
            return None;
        }
        if steps
            .iter()
            .any(|s| head::stepped(*s).is_none() || self.hides(body, *s))
        {
            return None;
        }
        let mut behind = String::new();
        for s in &steps {
            behind += &format!(" {};", self.words(*s)?);
        }
        let (name, end) = (pointer.spelling(), self.words(end)?);
        let trips = match (parts.keyword, core(cond).binary_operator()) {
            // The body runs before it is asked.
            ("do", CXBinaryOperator_LT) => format!("{end} - {name} > 1 ? {end} - {name} : 1"),
            _ => format!("{end} - {name}"),
        };
        let [all, one] = ["trips", "trip"].map(|ending| self.own_name(pointer, ending).name);
        let before = format!(
            "{{ __typeof__({end} - {name}) {all} = {trips}; __typeof__({all}) {one}; for ({one} = 0; {one} < {all}; {one}++)"
        );
        let open = c.extent().0;
        let closing = match (parts.keyword, parts.inc) {
            ("do", _) => open + 1,
            (_, Some(inc)) => self.closing(inc.extent().1, "")?,
            ("for", None) => self.closing(cond.extent().1, ";")?,
            _ => self.closing(cond.extent().1, "")?,
        };
        let mut edits = vec![self.replace((open, closing + 1), before)?];
        edits.extend(self.closed(c, body, &behind)?);
        Some(edits)
    }
}

/// The pointer that moves, and the one that it goes to.
fn ends(cond: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    let asks = core(cond);
    let compares = matches!(
        asks.binary_operator(),
        CXBinaryOperator_LT | CXBinaryOperator_NE
    );
    let [left, end] = expression_children(asks)[..] else {
        return None;
    };
    let var = head::variable(left)?;
    let pointers = [left, end].map(|e| core(e).ty().canonical());
    let fits = asks.kind() == CXCursor_BinaryOperator
        && compares
        && pointers.iter().all(|ty| ty.kind() == CXType_Pointer);
    fits.then_some((var, end))
}

/// The variables of a sum; `None`: it is made of other things.
fn named<'t>(e: Cursor<'t>, out: &mut Vec<Cursor<'t>>) -> Option<()> {
    match e.kind() {
        CXCursor_IntegerLiteral => return Some(()),
        CXCursor_DeclRefExpr => {
            let var = e.referenced()?;
            let local = matches!(var.kind(), CXCursor_VarDecl | CXCursor_ParmDecl);
            out.push(var);
            return (local && !var.ty().canonical().is_volatile()).then_some(());
        }
        CXCursor_BinaryOperator
            if matches!(
                e.binary_operator(),
                CXBinaryOperator_Add | CXBinaryOperator_Sub | CXBinaryOperator_Mul
            ) => {}
        CXCursor_ParenExpr | CXCursor_UnexposedExpr => {}
        _ => return None,
    }
    e.children().into_iter().try_for_each(|k| named(k, out))
}

/// How often a variable is given a value, or its address taken, in the text.
fn changed(c: Cursor<'_>, var: usize) -> usize {
    let of_first = || {
        let kids = expression_children(c);
        kids.first().is_some_and(|k| head::mentions(*k, var))
    };
    let changes = match c.kind() {
        CXCursor_CompoundAssignOperator => of_first(),
        CXCursor_BinaryOperator => c.binary_operator() == CXBinaryOperator_Assign && direct(c, var),
        CXCursor_UnaryOperator => {
            let step = matches!(
                c.unary_operator(),
                CXUnaryOperator_PostInc
                    | CXUnaryOperator_PostDec
                    | CXUnaryOperator_PreInc
                    | CXUnaryOperator_PreDec
            );
            step && direct(c, var) || c.unary_operator() == CXUnaryOperator_AddrOf && of_first()
        }
        _ => false,
    };
    let inner: usize = c.children().into_iter().map(|k| changed(k, var)).sum();
    inner + usize::from(changes)
}

/// Whether an operator's first operand is the variable itself.
fn direct(c: Cursor<'_>, var: usize) -> bool {
    let first = expression_children(c).first().copied();
    first
        .and_then(head::variable)
        .is_some_and(|v| v.entity() == var)
}

/// The variables that are stepped whenever a statement is executed, and whether that is one forward.
fn stepped(c: Cursor<'_>, out: &mut Vec<(usize, bool)>) {
    match c.kind() {
        CXCursor_IfStmt
        | CXCursor_ForStmt
        | CXCursor_WhileStmt
        | CXCursor_DoStmt
        | CXCursor_SwitchStmt
        | CXCursor_ConditionalOperator
        | CXCursor_StmtExpr
        | CXCursor_UnaryExpr => return,
        CXCursor_BinaryOperator
            if matches!(
                c.binary_operator(),
                CXBinaryOperator_LAnd | CXBinaryOperator_LOr
            ) =>
        {
            return;
        }
        _ => {}
    }
    if let Some(var) = head::stepped(c) {
        let one = matches!(
            c.unary_operator(),
            CXUnaryOperator_PostInc | CXUnaryOperator_PreInc
        );
        out.push((var, one));
    }
    c.children().into_iter().for_each(|k| stepped(k, out));
}
