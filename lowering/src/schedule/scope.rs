//! What holds for all kernels of a construct, and what a construct touches of what pointers point to.

use super::extents;
use super::planner::{Planner, code};
use crate::analyse::depend::Aliases;
use crate::analyse::facts::Facts;
use crate::analyse::footprint::{self, Footprint};
use crate::analyse::scan::Unscanned;
use crate::analyse::tangled::Tangle;
use crate::analyse::uses::Use;
use crate::analyse::verdict::{Touch, Unbounded};
use crate::plan::*;
use accrs_frontend::directive::DataRef;
use accrs_frontend::region::{Expr, ExprKind, LoopId, Stmt, Type, TypeId, VarId};
use accrs_frontend::{Diagnostic, Severity};
use indexmap::{IndexMap, IndexSet};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// What holds for all kernels of a construct.
pub struct Scope<'a> {
    pub kind: ComputeKind,
    /// By clauses of the construct.
    pub private: IndexSet<VarId>,
    pub firstprivate: IndexSet<VarId>,
    /// Named by a reduction clause (of the construct or a loop), or found to be a reduction.
    pub reduced: IndexSet<VarId>,
    /// The items of these clauses.
    pub reduction_refs: Vec<&'a DataRef<Expr>>,
    /// Shared variables to which pointers may lead as well: device memory stands in their place, where these find it.
    pub tangled: IndexMap<VarId, Tangle>,
    /// Variables of loops that the host steps through.
    pub by_value: IndexSet<VarId>,
    /// Variables declared between the kernels of a region, which hand on their values from one to another.
    pub between: IndexSet<VarId>,
    pub known: extents::Known,
    pub body: &'a [Stmt],
    /// About these statements.
    pub facts: Rc<Facts<'a>>,
    /// The same with loops in the order of the text, by which it is told what is touched.
    pub written: Rc<Facts<'a>>,
    /// What they touch of what pointers point to, as far as somebody has asked.
    pub footprints: Footprints,
}

/// By the pointer, and whether only its own target is meant.
pub type Footprints = RefCell<HashMap<(VarId, bool), Result<Footprint, Unbounded>>>;

/// What the decision on a loop may build on.
pub struct Surroundings<'s, 'a> {
    pub kind: ComputeKind,
    /// Of all statements of the construct.
    pub facts: &'s Facts<'a>,
    /// Variables that the host's text reads behind the construct.
    pub live_out: &'s IndexSet<VarId>,
    /// Private or firstprivate by a clause of the construct.
    pub privates: &'s IndexSet<VarId>,
    /// In a data clause: they live in device memory, and all iterations share them.
    pub shared: &'s IndexSet<VarId>,
    /// Reduced by the construct itself.
    pub reduced: &'s IndexSet<VarId>,
    /// What only the last iterations of loops assign.
    pub kept: &'s [(LoopId, VarId)],
    /// A variable of the construct that may also be reached through a pointer: its loops are in order unless directives say otherwise.
    pub tangled: Option<Tangle>,
    /// What is known of aliases.
    pub aliases: &'s Aliases,
    /// The same where nothing is asked at run time.
    pub unasked: &'s Aliases,
}

impl Scope<'_> {
    /// The part of what `var` points to that the construct touches, and in words why.
    pub fn footprint(
        &self,
        p: &Planner<'_>,
        var: VarId,
        u: &Use,
    ) -> Result<(Section, String), Unbounded> {
        self.extent(p, var, u, false).map(|(s, w, _)| (s, w))
    }

    /// The elements of an array that the construct touches; `None`: that isn't known.
    pub fn elements(&self, p: &Planner<'_>, var: VarId, u: &Use) -> Option<Section> {
        let evaluable = |e: &Expr| extents::host_evaluable(p, e, &self.known);
        let f = footprint::of_array(&self.written, var, &evaluable).ok()?;
        Some(Section::Inferred {
            base: var_expr(p, var, u),
            elem: f.elem,
            lower: f.lower,
            upper: f.upper,
            exact: None,
        })
    }

    /// Likewise of the struct that `var` points to alone, where clauses say what its members point to;
    /// and whether it is written itself.
    pub fn own_footprint(
        &self,
        p: &Planner<'_>,
        var: VarId,
        u: &Use,
    ) -> Result<(Section, String, bool), Unbounded> {
        self.extent(p, var, u, true)
    }

    fn extent(
        &self,
        p: &Planner<'_>,
        var: VarId,
        u: &Use,
        own: bool,
    ) -> Result<(Section, String, bool), Unbounded> {
        let evaluable = |e: &Expr| extents::host_evaluable(p, e, &self.known);
        let mut known = self.footprints.borrow_mut();
        let f = known.entry((var, own));
        let f = f.or_insert_with(|| footprint::of_pointer(&self.written, var, own, &evaluable));
        let f = f.clone()?;
        let section = Section::Inferred {
            base: var_expr(p, var, u),
            elem: f.elem,
            lower: f.lower,
            upper: f.upper,
            // Of rows of structs, entries may hold those structs of a row that are used.
            exact: f.exact.filter(|_| !own && !is_row_of_structs(p, f.elem)),
        };
        Ok((section, f.words, f.written))
    }
}

pub(super) fn is_row_of_structs(p: &Planner<'_>, mut ty: TypeId) -> bool {
    let row = p.unit.types.is_array(ty);
    while let Type::Array(elem, _) = p.unit.types.canonical(ty) {
        ty = *elem;
    }
    row && p.unit.types.is_record(ty)
}

/// A pointer whose target has no section, in a clause (an error) or without one (it must be
/// on the device already).
///
/// `unscanned`: why the host can't find the section by a scan, where it has been tried.
pub fn unbounded(
    p: &mut Planner<'_>,
    var: VarId,
    u: &Use,
    why: &Unbounded,
    unscanned: Option<&Unscanned>,
    severity: Severity,
) {
    // What it points to is where host and device share it: the run tells where it isn't.
    if severity == Severity::Warning && p.options.memory.is_shared() {
        return;
    }
    // No section could be named of `stderr`: what is wrong is its use.
    if severity == Severity::Warning && p.unit.source.in_system_header(p.unit.var(var).span.start) {
        return;
    }
    // One clause, or one data construct around, may be the answer for all.
    if severity == Severity::Warning && !p.unbounded.insert(var) {
        return;
    }
    let name = show::name(p.unit, var).to_string();
    let used = u.behind_written.or(u.behind_read).unwrap_or(u.first);
    let at = why.touch().map_or(used, Touch::span);
    let consequence = match severity {
        Severity::Error => "",
        _ => ". Its data must already be on the device",
    };
    let mut d = Diagnostic::error(
        code::UNKNOWN_EXTENT,
        at,
        format!(
            "the size of what '{name}' points to is not known: {}{}{consequence}",
            reason::unbounded(p.unit, why),
            unscanned.map_or_else(String::new, |why| reason::unscanned(p.unit, why))
        ),
    )
    .help(if let (Unbounded::Further(_), Some(depth)) = (why, levels(p, var)) {
        let kind = if u.behind_written.is_some() { "copy" } else { "copyin" };
        let rows = "[0:n]".repeat(depth - 1);
        let one = "[i]".repeat(depth - 1);
        format!(
            "where all rows are equally long, name them: {kind}({name}{rows}[0:m]); else bring the pointers, then each row, before \
             (enter data copyin({name}{rows}), enter data copyin({name}{one}[0:length])), and say present({name})"
        )
    } else if matches!(why, Unbounded::Further(_)) {
        format!(
            "map what it points to before, the pointers in it last (enter data copyin({name}[0:1]), then \
             its members' sections), or name it here: present({name})"
        )
    } else {
        let kind = if u.behind_written.is_some() { "copy" } else { "copyin" };
        match severity {
            Severity::Error => format!("name the section: {kind}({name}[0:n])"),
            _ => format!("name the section: {kind}({name}[0:n]); or say present({name}), if the data is there already"),
        }
    });
    d.severity = severity;
    p.report(d);
}

/// How many pointers lie on the way to numbers, where there are several.
fn levels(p: &Planner<'_>, var: VarId) -> Option<usize> {
    let types = &p.unit.types;
    let mut ty = p.unit.var(var).ty;
    let mut depth = 0;
    while types.is_pointer(ty) {
        ty = types.pointee(ty)?;
        depth += 1;
    }
    (depth > 1 && types.is_arithmetic(ty)).then_some(depth)
}

/// The variable itself, as an expression.
pub fn var_expr(p: &Planner<'_>, var: VarId, u: &Use) -> Expr {
    Expr::new(ExprKind::Var(var), p.unit.var(var).ty, u.first)
}
