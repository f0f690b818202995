//! Compute constructs: kernels, the steps between them, and the variables' homes.

use super::extents::{self, Given};
use super::nest::{self, Node};
use super::split::Split;
use super::{
    Planner, apart, clauses, code, count, data, decide, directives, gangs, host, kernel, levels,
    params, privates, reductions, routine, unroll, worth,
};
use crate::Memory;
use crate::analyse::uses::{self, Use, Uses};
use crate::analyse::verdict::{Touch, Unbounded};
use crate::analyse::{depend, footprint, live};
use crate::plan::*;
use accrs_frontend::directive::{ClauseKind, DataKind, DataRef, DirectiveKind};
use accrs_frontend::region::{
    Canonical, Construct, Expr, ExprKind, LoopId, Stmt, StmtKind, Type, TypeId, VarId,
};
use accrs_frontend::{Diagnostic, Severity};
use indexmap::{IndexMap, IndexSet};

/// What holds for all kernels of a construct.
pub struct Scope<'a> {
    pub kind: ComputeKind,
    pub firstprivate: IndexSet<VarId>,
    /// Named by a reduction clause (of the construct or a loop), or found to be a reduction.
    pub reduced: IndexSet<VarId>,
    /// The items of these clauses.
    pub reduction_refs: Vec<&'a DataRef<Expr>>,
    /// Variables of loops that the host steps through.
    pub by_value: IndexSet<VarId>,
    pub known: extents::Known,
    pub body: &'a [Stmt],
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
        let f = footprint::of_pointer(p.unit, self.body, var, own, &evaluable)?;
        let section = Section::Inferred {
            base: params::var_expr(p, var, u),
            elem: f.elem,
            lower: f.lower,
            upper: f.upper,
            // Of rows of structs, entries may hold those structs of a row that are used.
            exact: f.exact.filter(|_| !own && !is_row_of_structs(p, f.elem)),
        };
        Ok((section, f.words, f.written))
    }
}

fn is_row_of_structs(p: &Planner<'_>, mut ty: TypeId) -> bool {
    let row = p.unit.types.is_array(ty);
    while let Type::Array(elem, _) = p.unit.types.canonical(ty) {
        ty = *elem;
    }
    row && p.unit.types.is_record(ty)
}

/// A pointer whose target has no section, in a clause (an error) or without one (it must be
/// on the device already).
pub fn unbounded(p: &mut Planner<'_>, var: VarId, u: &Use, why: &Unbounded, severity: Severity) {
    // What it points to is where host and device share it: the run tells where it isn't.
    if severity == Severity::Warning && p.options.memory != Memory::Separate {
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
        _ => "; its data must already be on the device",
    };
    let mut d = Diagnostic::error(
        code::UNKNOWN_EXTENT,
        at,
        format!(
            "the size of what '{name}' points to is not known: {}{consequence}",
            reason::unbounded(p.unit, why)
        ),
    )
    .help(if matches!(why, Unbounded::Further(_)) {
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

/// `text`: the construct's statements as the host's cores run them.
pub fn plan<'u>(p: &mut Planner<'u>, c: &'u Construct, text: &'u [Stmt]) -> ConstructPlan {
    let stmts = c.members.as_ref().map_or(text, |m| m.body.as_slice());
    let kind = match c.directive.kind {
        DirectiveKind::Parallel | DirectiveKind::ParallelLoop => ComputeKind::Parallel,
        DirectiveKind::Serial | DirectiveKind::SerialLoop => ComputeKind::Serial,
        _ => ComputeKind::Kernels,
    };
    let k = clauses::of_compute(&c.directive);
    check_calls(p, c, stmts);
    let vars = |refs: &[&DataRef<Expr>]| -> IndexSet<VarId> {
        refs.iter().filter_map(|r| decide::whole_var(r)).collect()
    };
    let own = vars(&k.private);
    let used = uses::of_stmts(p.unit, stmts);
    let reductions = construct_reductions(p, c, &k, &used);
    let mut scope = Scope {
        kind,
        firstprivate: vars(&k.firstprivate),
        reduced: reductions.iter().map(|r| r.var).collect(),
        reduction_refs: {
            let refs = k.reductions.iter().map(|(_, r)| *r);
            refs.filter(|r| reductions::is_used(&used, r)).collect()
        },
        by_value: IndexSet::new(),
        known: extents::Known {
            changed: written_vars(p, stmts),
            ..extents::Known::default()
        },
        body: stmts,
    };

    let mut items = data::of_clauses(p, c, &mut |p, var, base| match used.get(var) {
        Some(u) if u.is_dereferenced() => match scope.footprint(p, var, u) {
            Ok(found) => Some(found),
            Err(why) => {
                unbounded(p, var, u, &why, Severity::Error);
                None
            }
        },
        _ => {
            directives::unknown_size(p, c, base);
            None
        }
    });

    // Loops: which are parallel, and on which levels.
    let mut roots = nest::build(p, stmts);
    let live_out = live::live_out(p.unit, c, stmts);
    decide_all(p, c, &scope, &own, &live_out, &items, &mut roots);
    let cx = levels::Context {
        kernels: kind == ComputeKind::Kernels,
        gang_implied: kind == ComputeKind::Parallel && several_gangs(&k, &roots, stmts),
        alone: kind == ComputeKind::Kernels || gangs::is_alone(p, stmts),
        dimensions: k.num_gangs.len() > 1,
    };
    for n in &mut roots {
        levels::assign_nests(p, n, cx);
    }

    // Statements: into kernels.
    // What the device holds of a declared variable may differ from the host's value.
    let mut changed = scope.known.changed.clone();
    changed.extend(super::globals::declared(p.unit).into_keys());
    let mut split = Split::new(changed, around_vars(p, c, &items));
    let steps = if kind == ComputeKind::Kernels {
        split.kernels(p, stmts, &mut roots)
    } else {
        split.one(stmts.to_vec());
        vec![Step::Launch(0)]
    };
    scope.by_value = split.known.host_vars.clone();
    for n in &roots {
        n.each(&mut |n| {
            scope
                .reduced
                .extend(n.decision.reductions.iter().map(|r| r.var));
            let clauses = n.clauses.iter().flat_map(|c| &c.reductions);
            let refs = clauses.map(|(_, r)| *r);
            scope
                .reduction_refs
                .extend(refs.filter(|r| reductions::is_used(&used, r)));
        });
        reductions::check_lengths(p, &reductions::of_nest(n), &split.known);
    }
    reductions::check_lengths(p, &reductions, &split.known);

    // Variables: what is private where, then homes, then each kernel's parameters.
    let shared = data_vars(p, c, &items);
    let mut private =
        privates::of_construct(p, &scope, &roots, &split.kernels, &own, &shared, &live_out);
    for (i, body) in split.kernels.iter().enumerate() {
        reductions::expose_bounds(p, &mut private, i, body, &roots, &reductions);
    }
    let mut all = Uses::default();
    for exposed in &private.exposed {
        all.merge(exposed);
    }
    params::enclosing_items(p, c, &all, &mut items);
    let homes = params::homes(p, c, &scope, &all, &mut items);
    let cells = params::cells(p, c, &all, &homes, &mut items);
    let given = Given {
        num_gangs: k.num_gangs,
        num_workers: k.num_workers,
        vector_length: k.vector_length,
        at_launch: kind == ComputeKind::Parallel,
        alone: cx.alone,
        redundant: kind == ComputeKind::Parallel,
        known: split.known.clone(),
    };
    let host = host_mode(p, kind, k.num_gangs, stmts, &roots);
    apart::ask(
        p,
        &scope,
        &used,
        &items,
        &mut roots,
        host == HostMode::Gangs,
    );
    let mut loops = loop_plans(p, &roots, &private.by_loop, &host);
    let worth = worth::decide(p, &k, stmts, &roots, &host, &mut loops);
    let mut kernels = Vec::new();
    for (i, body) in split.kernels.into_iter().enumerate() {
        let params = params::of_kernel(p, &private.exposed[i], &homes, &cells, &items);
        let private = private.of_kernel[i].clone();
        kernels.push(kernel::kernel(
            p,
            c,
            kind,
            body,
            &roots,
            &mut loops,
            params,
            private,
            &reductions,
            &given,
        ));
    }
    let compute = ComputePlan {
        kind,
        steps,
        kernels,
        body: text.to_vec(),
        loops,
        private: own.into_iter().collect(),
        firstprivate: scope.firstprivate.into_iter().collect(),
        reductions,
        host,
        cores: Cores::default(),
        worth,
        num_gangs: k.num_gangs.first().cloned(),
        num_workers: k.num_workers.cloned(),
        vector_length: k.vector_length.cloned(),
    };
    directives::frame(p, c, items, Action::Compute(compute))
}

/// Whether the construct's gangs are more than one: their number is given, a loop asks for them, or all that
/// there is to do is one nest of loops. Else one gang does what loops of workers and vectors ask for.
fn several_gangs(k: &clauses::ComputeClauses<'_>, roots: &[Node<'_>], stmts: &[Stmt]) -> bool {
    let mut gangs = false;
    for n in roots {
        n.each(&mut |n| gangs |= n.clauses.as_ref().is_some_and(|c| c.gang.is_some()));
    }
    !k.num_gangs.is_empty() || gangs || stmts.len() == 1 && is_nest(&stmts[0])
}

fn is_nest(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::For(l) => l.directive.is_some(),
        StmtKind::Block(stmts) => stmts.len() == 1 && is_nest(&stmts[0]),
        _ => false,
    }
}

/// Variables that live in device memory by a clause that is visible here.
fn data_vars(p: &Planner<'_>, c: &Construct, items: &[DataItem]) -> IndexSet<VarId> {
    let var = |v: &data::Visible<'_>| decide::whole_var(v.item);
    data::visible(p.unit, c, items)
        .iter()
        .filter_map(var)
        .collect()
}

/// Those whose clause stands on a construct around, or on a `declare`.
fn around_vars(p: &Planner<'_>, c: &Construct, items: &[DataItem]) -> IndexSet<VarId> {
    data::visible(p.unit, c, items)
        .iter()
        .filter(|v| v.own.is_none())
        .filter_map(|v| decide::whole_var(v.item))
        .collect()
}

/// Reductions of the construct itself; on a combined construct they are the loop's.
fn construct_reductions(
    p: &mut Planner<'_>,
    c: &Construct,
    k: &clauses::ComputeClauses<'_>,
    used: &Uses,
) -> Vec<Reduction> {
    if is_combined(c) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (op, r) in &k.reductions {
        out.extend(reductions::of_clause(p, *op, r));
    }
    // What nobody changes keeps its value.
    out.retain(|r| used.get(r.var).is_some());
    out
}

/// Calls need a body here, or a library function that devices know.
fn check_calls(p: &mut Planner<'_>, c: &Construct, stmts: &[Stmt]) {
    let used = uses::of_stmts(p.unit, stmts);
    if let Some(span) = used.indirect_call {
        p.report(Diagnostic::error(
            code::UNSUPPORTED_CALL,
            span,
            "a call through a pointer can't be made in device code",
        ));
    }
    if p.options.device() {
        check_globals(p, c, &used);
    }
    let on_host = p.options.multicore
        || c.directive
            .clauses
            .iter()
            .any(|c| matches!(c.kind, ClauseKind::If(_) | ClauseKind::SelfClause(_)));
    for (f, span) in &used.calls {
        let called = p.unit.function(*f);
        if called.nohost && on_host {
            let message = format!(
                "'{}' is nohost, and this construct is also compiled for the host's cores",
                called.name
            );
            let d = Diagnostic::error(code::NOHOST_CALL, *span, message)
                .related(called.routine.as_ref().map_or(called.span, |d| d.span), "nohost is given here")
                .help("call a function that has a version for the host and 'bind' to this one, or leave multicore out of --acc-target");
            p.report(d);
        }
        let id = p.unit.on_device(*f);
        let function = p.unit.function(id);
        if crate::print::name_elsewhere(p.unit, id).is_some() {
            continue;
        }
        if function.body.is_some() {
            p.device_functions.insert(id);
        } else if !function.library && !function.builtin {
            let name = function.name.clone();
            p.report(
                Diagnostic::error(
                    code::UNKNOWN_BODY,
                    *span,
                    format!("'{name}' is called in a compute construct, and its body is not in this file"),
                )
                .related(c.directive.span, "this construct")
                .help("put the function's definition into a header that this file includes"),
            );
        }
    }
}

/// Functions run on the device, where there are no variables of the host but a kernel's
/// parameters.
fn check_globals(p: &mut Planner<'_>, c: &Construct, used: &Uses) {
    let unit = p.unit;
    let roots: IndexSet<_> = used.calls.keys().copied().collect();
    for f in super::callees_first(unit, &roots) {
        let Some(body) = &unit.function(f).body else {
            continue;
        };
        let declared = super::globals::declared(unit);
        for (var, u) in &uses::of_stmts(unit, body).vars {
            if uses::is_static_storage(unit, *var)
                && !declared.contains_key(var)
                && !crate::analyse::constant::is_constant(unit, *var)
            {
                let (name, function) = (&unit.var(*var).name, &unit.function(f).name);
                p.report(
                    Diagnostic::error(
                        code::UNSUPPORTED_CALL,
                        u.first,
                        format!("'{function}' runs on the device and uses '{name}', a host variable"),
                    )
                    .related(c.directive.span, "called in this construct")
                    .help(format!("declare it for the device (#pragma acc declare create({name}) after its declaration), or hand it to '{function}' as an argument")),
                );
            }
        }
    }
}

/// Scalars and structs that the construct writes, itself or through calls.
fn written_vars(p: &Planner<'_>, stmts: &[Stmt]) -> IndexSet<VarId> {
    let used = uses::of_stmts(p.unit, stmts);
    let changed = |u: &Use| u.written.is_some() || u.address.is_some();
    let vars = used.vars.iter().filter(|(_, u)| changed(u));
    vars.map(|(v, _)| *v).collect()
}

fn decide_all<'a>(
    p: &mut Planner<'_>,
    c: &Construct,
    scope: &Scope<'a>,
    own: &IndexSet<VarId>,
    live_out: &IndexSet<VarId>,
    items: &[DataItem],
    roots: &mut [Node<'a>],
) {
    let mut aliases = depend::Aliases {
        safe_pointers: p.options.safe_pointers,
        strict_aliasing: p.options.rules.strict_aliasing,
        ..depend::Aliases::default()
    };
    for v in data::visible(p.unit, c, items) {
        // These make a copy of their own where there is none yet; `present` may well name two
        // parts of one. In shared memory nothing has a copy.
        let copies = p.options.memory == Memory::Separate
            && matches!(
                v.kind,
                DataKind::Copy | DataKind::Copyin | DataKind::Copyout | DataKind::Create
            );
        let bare = p.unit.types.is_pointer(v.item.base.ty) && v.item.sections.is_empty();
        // Rows, and what members point to, may be shared.
        if copies
            && !bare
            && !data::goes_behind(p.unit, v.item)
            && let ExprKind::Var(var) = v.item.base.kind
            && p.unit.var(var).member.is_none()
        {
            aliases.distinct.insert(var);
        }
    }
    let privates: IndexSet<VarId> = own.union(&scope.firstprivate).copied().collect();
    let shared = data_vars(p, c, items);
    let surroundings = decide::Surroundings {
        kind: scope.kind,
        construct: scope.body,
        live_out,
        privates: &privates,
        shared: &shared,
        reduced: &scope.reduced,
        aliases: &aliases,
    };
    for n in roots {
        decide::decide(p, n, &mut Vec::new(), &[], &mut Vec::new(), &surroundings);
    }
}

/// "parallel loop", "region for": the loop's clauses stand on the loop.
pub fn is_combined(c: &Construct) -> bool {
    let word = |w: &str| w == "loop" || w == "for";
    c.directive.name.split_whitespace().any(word)
}

/// A parallel construct where gangs do more than to share out one nest of loops is one
/// parallel region, each gang a thread. With one gang only, it is the calling thread's.
fn host_mode(
    p: &Planner<'_>,
    kind: ComputeKind,
    num_gangs: &[Expr],
    stmts: &[Stmt],
    roots: &[Node<'_>],
) -> HostMode {
    let only = match stmts {
        [one] => nest::is_loop(one),
        _ => false,
    };
    let nest = only && roots.first().is_some_and(|n| n.decision.levels.gang);
    let mut shared_out = false;
    for n in roots {
        n.each(&mut |n| shared_out |= n.decision.levels.gang);
    }
    shared_out |= routine::axes_of_calls(p, stmts).contains(&Axis::BlockX);
    let one_gang = match num_gangs {
        [] => !shared_out,
        many => many.iter().all(|n| n.int_value() == Some(1)),
    };
    if kind != ComputeKind::Parallel || nest || one_gang {
        HostMode::Fork
    } else {
        HostMode::Gangs
    }
}

/// The plan of every loop, without axes.
pub fn loop_plans(
    p: &Planner<'_>,
    roots: &[Node<'_>],
    private: &IndexMap<LoopId, Vec<VarId>>,
    host: &HostMode,
) -> IndexMap<LoopId, LoopPlan> {
    let how = host::of_loops(p.unit, roots, *host == HostMode::Gangs);
    let mut out = IndexMap::new();
    for n in nest::by_id(roots).values() {
        let id = n.loop_.id;
        let private = private.get(&id).cloned().unwrap_or_default();
        let line = n.loop_.directive.as_ref().map_or(n.body.span, |d| d.span);
        let line = n.loop_.init.as_ref().map_or(line, |i| i.span);
        let note = |text: &String| Note {
            line: p.line(line),
            text: text.clone(),
        };
        let mut notes: Vec<Note> = n.decision.notes.iter().map(note).collect();
        let host = how.get(&id.0).copied().unwrap_or(HostLoop::Sequential);
        let unroll = unroll::decide(p.unit, n, host).map(|(unroll, text)| {
            notes.push(note(&text));
            unroll
        });
        out.insert(
            id,
            LoopPlan {
                id,
                line: p.line(line),
                heads: n.heads.iter().map(|h| (*h).clone()).collect(),
                axes: Vec::new(),
                levels: n.decision.levels,
                tile: n
                    .tile
                    .clone()
                    .filter(|_| n.is_partitioned())
                    .map(|sizes| Tile {
                        sizes,
                        element_axes: 0,
                    }),
                static_chunk: n
                    .clauses
                    .as_ref()
                    .and_then(|c| c.gang_static.map(|s| s.cloned())),
                unroll,
                counted: match host {
                    HostLoop::Sequential => vec![None; n.heads.len()],
                    _ => {
                        let why = |h: &&Canonical| count::why_counted(p.unit, h, &private);
                        n.heads.iter().map(why).collect()
                    }
                },
                private,
                reductions: n.decision.reductions.clone(),
                host,
                worth: None,
                apart: n.decision.apart.clone(),
                reason: n.decision.reason.clone(),
                notes,
            },
        );
    }
    out
}
