//! Compute constructs: kernels, the steps between them, and the variables' homes.

use super::blocked::nests::seek;
use super::clauses::ComputeClauses;
use super::extents::{self, Given};
use super::induction::Closed;
use super::nest::{self, Node};
use super::planner::Planner;
use super::scope::{Footprints, Scope, Surroundings, unbounded};
use super::split::Split;
use super::without_lanes::{self, WithoutLanes};
use super::{
    apart, automatic, blocked, check, clauses, coalesce, data, decide, directives, early, expand,
    found, fuse, gangs, histograms, induction, interchange, kept, kernel, last, levels, old_values,
    owned, params, parts, privates, promote, recast, reductions, shapes, sought, stores_last,
    summed, sums, teams, together, told, turns, wavefronts, wide,
};
use crate::analyse::alias::Aliases;
use crate::analyse::facts::Facts;
use crate::analyse::tangled;
use crate::analyse::uses::{self, Use, Uses};
use crate::analyse::{live, questions};
use crate::options::Options;
use crate::plan::*;
use accrs_frontend::directive::{DataRef, DirectiveKind};
use accrs_frontend::region::{Construct, Expr, LoopId, Stmt, VarId};
use accrs_frontend::{Severity, Unit};
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// `text`: the construct's statements as the host's cores run them; `closed`: those of devices, if they have closed forms.
pub fn plan<'u>(
    p: &mut Planner<'u>,
    c: &'u Construct,
    text: &'u [Stmt],
    closed: Option<&'u Closed>,
) -> ConstructPlan {
    let stmts = match closed {
        Some(closed) => closed.stmts.as_slice(),
        None => c.members.as_ref().map_or(text, |m| m.body.as_slice()),
    };
    let stepped = closed.and_then(|closed| closed.on_cores(p, c));
    let text = if stepped.is_some() { stmts } else { text };
    let k = clauses::of_compute(&c.directive);
    let facts = Facts::of(p.unit, stmts);
    let used = facts.uses();
    check::calls(p, c, used);
    let reductions = construct_reductions(p, c, &k, used);
    let written = recast::whole::as_written(c, stmts);
    let mut scope = scope_of(c, &k, stmts, &facts, &reductions);
    if let Some(written) = &written {
        scope.written = Facts::of(p.unit, written);
    }
    let kind = scope.kind;
    note_tangled(p, c, &mut scope);
    let mut items = clause_items(p, c, &scope);
    parts::narrow(p, c, &scope, &mut items);

    // Loops: which are parallel, and on which levels.
    let alone = kind == ComputeKind::Kernels || gangs::is_alone(p, stmts);
    p.free_nests = alone && may_choose(p, c, &k);
    let mut roots = nest::build(p, stmts);
    check::private_values(p, &k, &facts, &roots);
    if !p.in_order.contains(&c.id) {
        automatic::mark(p, &k, kind, &mut roots);
    }
    let mut live_out = live::live_out(&facts, c);
    let last = last_values(p, c, &scope, &items, &mut live_out);
    let reaches = apart::reaches(p, &scope, used, &items, &roots);
    let by_word = kind == ComputeKind::Parallel && without_lanes::has_auto(&roots);
    let aliases = apart::aliases(p, c, &items, by_word, (stmts, used), &reaches);
    let unasked = aliases.without_questions();
    let privates: IndexSet<VarId> = scope.private.union(&scope.firstprivate).copied().collect();
    let mut shared = data_vars(p, c, &items);
    shared.extend(scope.tangled.keys());
    let reduced = scope.reduced.clone();
    let surroundings = Surroundings {
        kind,
        facts: &facts,
        live_out: &live_out,
        privates: &privates,
        shared: &shared,
        reduced: &reduced,
        kept: c.members.as_ref().map_or(&[], |m| m.kept.as_slice()),
        tangled: scope.tangled.values().next().copied(),
        aliases: &aliases,
        unasked: match without_lanes::may_ask(kind, &roots) {
            true => &aliases,
            false => &unasked,
        },
    };
    settle_loops(
        p,
        c,
        (&k, closed, alone),
        (stmts, &surroundings),
        &mut roots,
    );
    let plain = without_lanes::roots(p, &k, stmts, &roots, |p, roots| {
        let unasked = &unasked;
        let surroundings = Surroundings {
            unasked,
            ..surroundings
        };
        let stmts = (stmts, &surroundings);
        settle_loops(p, c, (&k, closed, alone), stmts, roots);
    });
    for r in reductions::of_loops(&roots).iter().filter(|r| !r.inferred) {
        reductions::joined::check_around(p, r, &reductions);
    }

    old_values::tell(p, c, &scope, &items, &roots);
    old_values::pointers(p, c, &scope, (&live_out, &roots));

    // Statements: into kernels.
    let gangs = may_choose(p, c, &k);
    let wavefronts = match gangs && p.options.transform {
        true => {
            let nests = nests(p, &k, &surroundings, &reaches, &roots);
            let find = || wavefronts::find(&nests, stmts, &roots);
            questions::within(questions::OF_TILES, find).0
        }
        false => IndexMap::new(),
    };
    let waves = wavefronts.keys().copied().collect();
    let (mut steps, mut split) = split_up(p, (c, &k), &scope, &items, (stmts, waves), &mut roots);
    interchange::decide(p, c, &surroundings, &mut roots);
    scope.between = std::mem::take(&mut split.between);
    note_split(p, &mut scope, used, &roots, &reductions, &split.known);

    // Variables: what is private where, then homes, then each kernel's parameters.
    let private = private(p, &scope, &roots, &split, &surroundings, &reductions);
    let mut all = private.all_exposed();
    let without = plain.map(|plain| {
        let private = self::private(p, &scope, &plain, &split, &surroundings, &reductions);
        WithoutLanes::new(plain, private)
    });
    without.iter().for_each(|w| all.merge(&w.exposed()));
    params::enclosing_items(p, c, &all, &mut items);
    let homes = params::homes(p, c, &scope, &all, &mut items);
    let cells = params::cells(p, c, &all, &homes, &mut items);
    parts::narrow(p, c, &scope, &mut items);

    // Loops once more: how they run on the host's cores, and the plan of each.
    recast::only_on_devices(c, &mut roots);
    let of_tiles = (kind == ComputeKind::Parallel && p.options.transforms_cores())
        .then(|| apart::of_tiles(p, &scope, used, &items, &aliases));
    expand::on_cores(p, &reaches, &mut roots);
    let fused = fuse::cores::plans(p, c, text, &reaches);
    let made = recast::cores::plans(p, c, text, &reaches);
    let teams = teams::Teams {
        p,
        c,
        k: &k,
        s: &Surroundings {
            aliases: of_tiles.as_ref().map_or(&aliases, |(_, a)| a),
            ..surroundings
        },
        reaches: &reaches,
        of_tiles: of_tiles.as_ref().map_or(&reaches, |(r, _)| r),
        stmts,
        text,
        by_loop: &private.by_loop,
        fused: &fused,
        made: &made,
    };
    let teams::OnCores {
        host,
        mut loops,
        worth,
        forms,
    } = teams.best(&mut roots);
    histograms::on_cores(p, c, &items, (&surroundings, &roots), &mut loops);
    let mut given = given(&k, kind, alone, split.known);
    given.among_others = split.kernels.len() > 1;
    let mut kernels = Vec::new();
    let mut others = Vec::new();
    let making = without_lanes::Making {
        c,
        host: &host,
        homes: &homes,
        cells: &cells,
        items: &items,
        reductions: &reductions,
        given: &given,
    };
    sums::make_atomic(&mut split.kernels, &roots);
    let waiting = split.together;
    for (i, body) in split.kernels.into_iter().enumerate() {
        let variables = kernel::Variables {
            params: params::of_kernel(p, &private.exposed[i], &homes, &cells, &items),
            private: private.of_kernel[i].clone(),
            reductions: &reductions,
            items: &items,
        };
        kernels.push(match waiting.contains(&i) {
            true => {
                let waves = wavefronts::of_kernel(p.unit, &wavefronts, &body, &mut loops);
                together::kernel(p, c, body.clone(), &roots, variables, &given, waves)
            }
            false => kernel::kernel(p, c, body.clone(), &roots, &mut loops, variables, &given),
        });
        let main = &kernels[i].name;
        let other = without
            .as_ref()
            .and_then(|w| w.kernel(p, &making, (i, &body, main), &roots));
        others.push(other);
    }
    let tiled = nests(p, &k, &surroundings, &reaches, &roots);
    seek(&mut loops, |loops| {
        blocked::device::decide(&tiled, stmts, &roots, &given, loops, &mut kernels)
    });
    let own = (&mut kernels, steps.as_mut_slice());
    recast::whole::ask(p, c, &reaches, (&roots, &loops), own);
    kernel::in_order_too(p, &reaches, &roots, &mut kernels, &mut steps, others);
    stores_last::restrict(p, &roots, &loops, &mut kernels);
    summed::hold(p, &roots, &loops, &mut kernels);
    coalesce::decide(p, &roots, &mut loops, &mut kernels);
    turns::settle(p, &roots, &mut loops, &mut kernels);
    wide::decide(p, &mut loops, &mut kernels);
    let told_apart = told::pairs(p.unit, c, &surroundings, &roots, &items, &kernels);
    let compute = ComputePlan {
        kind,
        steps,
        last,
        kernels,
        body: crate::tree::interchange::statements(text, &loops),
        blocked: forms.blocked,
        waves: forms.waves,
        jammed: forms.jammed,
        ahead: forms.ahead,
        fused,
        made,
        stepped: stepped.map_or(Vec::new(), <[_]>::to_vec),
        named: named(p, &facts, text),
        loops,
        private: scope.private.into_iter().collect(),
        firstprivate: scope.firstprivate.into_iter().collect(),
        reductions,
        overwritten: super::taken::overwritten(p, &items, text, &aliases),
        host,
        cores: Cores::default(),
        worth,
        num_gangs: k.num_gangs.first().cloned(),
        num_workers: k.num_workers.cloned(),
        vector_length: k.vector_length.cloned(),
        parts: c.members.as_ref().and_then(|m| m.parts.clone()),
        told_apart,
    };
    data::note_reads(used, &mut items);
    let mut plan = directives::frame(p, c, items, Action::Compute(compute));
    plan.notes.extend(parts::note(c, plan.site.line));
    plan
}

/// Decides on a construct's loops: which are parallel, and on which levels. `alone`: its kernels have it for themselves.
fn settle_loops<'a>(
    p: &mut Planner<'_>,
    c: &Construct,
    (k, closed, alone): (&ComputeClauses<'_>, Option<&Closed>, bool),
    (stmts, s): (&'a [Stmt], &Surroundings<'_, 'a>),
    roots: &mut Vec<Node<'a>>,
) {
    decide::all(p, roots, s);
    questions::beside(|| found::note(p, c, roots, s));
    sums::settle(p, roots, s);
    owned::settle(p, s, roots);
    if !p.in_order.contains(&c.id) {
        automatic::choose(p, s, k, roots);
    }
    if let Some(closed) = closed {
        induction::settle(p, c, roots, closed);
    }
    kept::settle(p, c, roots);
    expand::settle(p, c, roots);
    sought::settle(c, roots);
    promote::settle(c, roots);
    parts::settle(c, roots);
    recast::settle(c, p.unit, roots);
    interchange::inwards::between(p, c, s, roots);
    assign_levels(p, k, s.kind, alone, stmts, roots);

    early::tell(p, stmts, roots, s);
    interchange::inwards::decide(p, c, s, roots);
}

/// What is known of the pointers of a construct's statements.
pub fn aliases_of(unit: &Unit, options: &Options, c: &Construct, stmts: &[Stmt]) -> Aliases {
    let none = IndexSet::new();
    let mut planner = Planner::new(unit, options, &none);
    let p = &mut planner;
    let k = clauses::of_compute(&c.directive);
    let facts = Facts::of(unit, stmts);
    let reductions = construct_reductions(p, c, &k, facts.uses());
    let scope = scope_of(c, &k, stmts, &facts, &reductions);
    let items = clause_items(p, c, &scope);
    let roots = nest::build(p, stmts);
    let reaches = apart::reaches(p, &scope, facts.uses(), &items, &roots);
    let alone = scope.kind == ComputeKind::Parallel;
    apart::aliases(p, c, &items, alone, (stmts, facts.uses()), &reaches)
}

/// What decisions on tiles need.
pub fn nests<'n, 'a>(
    p: &'n Planner<'n>,
    k: &ComputeClauses<'_>,
    s: &'n Surroundings<'n, 'a>,
    reaches: &'n apart::Reaches,
    roots: &'n [Node<'a>],
) -> blocked::nests::Nests<'n, 'a> {
    blocked::nests::Nests {
        p,
        s,
        reaches,
        nodes: nest::by_id(roots),
        given: !k.num_gangs.is_empty() || k.num_workers.is_some(),
        made: IndexMap::new(),
    }
}

fn given<'k>(
    k: &ComputeClauses<'k>,
    kind: ComputeKind,
    alone: bool,
    known: extents::Known,
) -> Given<'k> {
    Given {
        num_gangs: k.num_gangs,
        num_workers: k.num_workers,
        vector_length: k.vector_length,
        kind,
        alone,
        reduces: false,
        least: 0,
        among_others: false,
        known,
    }
}

/// What is private where, and what kernels use besides.
fn private(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    roots: &[Node<'_>],
    split: &Split,
    s: &Surroundings<'_, '_>,
    reductions: &[Reduction],
) -> privates::Privates {
    let mut private = privates::of_construct(p, scope, roots, &split.kernels, s.shared, s.live_out);
    interchange::settle_privates(roots, &mut private.by_loop);
    for (i, body) in split.kernels.iter().enumerate() {
        reductions::expose_clauses(p, &mut private, i, body, roots, reductions);
    }
    private
}

/// The variables that the construct's `text` names.
fn named(p: &Planner<'_>, facts: &Facts<'_>, text: &[Stmt]) -> Vec<VarId> {
    let same = |(a, b): (&&Stmt, &Stmt)| a.id == b.id;
    if facts.code.len() == text.len() && facts.code.iter().zip(text).all(same) {
        return facts.uses().vars.keys().copied().collect();
    }
    uses::of_stmts(p.unit, text).vars.into_keys().collect()
}

fn whole_vars(refs: &[&DataRef<Expr>]) -> IndexSet<VarId> {
    refs.iter().filter_map(|r| data::whole_var(r)).collect()
}

/// The variables of a region's loops that get their last values from the host; nothing else of them is asked for behind
/// it.
fn last_values(
    p: &Planner<'_>,
    c: &Construct,
    scope: &Scope<'_>,
    items: &[DataItem],
    live_out: &mut IndexSet<VarId>,
) -> Vec<LastValue> {
    if scope.kind != ComputeKind::Kernels {
        return Vec::new();
    }
    let mut wanted = live_out.clone();
    let shared = data_vars(p, c, items);
    wanted.retain(|v| !shared.contains(v) && !scope.tangled.contains_key(v));
    let newer = around_vars(p, c, items);
    let all = last::of_region(p, scope.body, &wanted, &scope.known, &newer);
    let mut found = IndexSet::new();
    last::variables(&all, &mut found);
    live_out.retain(|v| !found.contains(v));
    all
}

/// Notes the variables that pointers may lead to as well, as far as the construct shares them. The copies that threads have are their own.
fn note_tangled(p: &Planner<'_>, c: &Construct, scope: &mut Scope<'_>) {
    if p.options.safe_pointers {
        return;
    }
    let mut all = tangled::all(p.unit, scope.facts.uses());
    let named: IndexSet<VarId> = match scope.kind {
        ComputeKind::Kernels => IndexSet::new(),
        _ => data_vars(p, c, &[]),
    };
    let shared = |v: &VarId| scope.kind == ComputeKind::Kernels || named.contains(v);
    let own = [&scope.private, &scope.firstprivate, &scope.reduced];
    all.retain(|v, _| shared(v) && !own.iter().any(|of| of.contains(v)));
    scope.known.changed.extend(all.keys());
    scope.tangled = all;
}

/// What the construct's own clauses say for all of its kernels.
fn scope_of<'u>(
    c: &Construct,
    k: &ComputeClauses<'u>,
    stmts: &'u [Stmt],
    facts: &Rc<Facts<'u>>,
    reductions: &[Reduction],
) -> Scope<'u> {
    let kind = match c.directive.kind {
        DirectiveKind::Parallel | DirectiveKind::ParallelLoop => ComputeKind::Parallel,
        DirectiveKind::Serial | DirectiveKind::SerialLoop => ComputeKind::Serial,
        _ => ComputeKind::Kernels,
    };
    let refs = k.reductions.iter().map(|(_, r)| *r);
    Scope {
        kind,
        private: whole_vars(&k.private),
        firstprivate: whole_vars(&k.firstprivate),
        reduced: reductions.iter().map(|r| r.var).collect(),
        reduction_refs: refs
            .filter(|r| reductions::is_used(facts.uses(), r))
            .collect(),
        tangled: IndexMap::new(),
        by_value: IndexSet::new(),
        between: IndexSet::new(),
        known: extents::Known {
            changed: written_vars(facts.uses()),
            ..extents::Known::default()
        },
        body: stmts,
        facts: facts.clone(),
        written: facts.clone(),
        footprints: Footprints::default(),
    }
}

/// The items of the data clauses; a bare pointer's has what the construct touches behind it.
fn clause_items(p: &mut Planner<'_>, c: &Construct, scope: &Scope<'_>) -> Vec<DataItem> {
    data::of_clauses(
        p,
        c,
        &mut |p, var, base| match scope.facts.uses().get(var) {
            Some(u) if u.is_dereferenced() => match scope.footprint(p, var, u) {
                Ok(found) => Some(found),
                Err(why) => {
                    unbounded(p, var, u, &why, None, Severity::Error);
                    None
                }
            },
            _ => {
                directives::unknown_size(p, c, base);
                None
            }
        },
    )
}

fn assign_levels(
    p: &mut Planner<'_>,
    k: &ComputeClauses<'_>,
    kind: ComputeKind,
    alone: bool,
    stmts: &[Stmt],
    roots: &mut [Node<'_>],
) {
    let cx = levels::Context {
        kernels: kind == ComputeKind::Kernels,
        gang_implied: kind == ComputeKind::Parallel && several_gangs(k, roots, stmts),
        alone,
        dimensions: k.num_gangs.len() > 1,
        sized: k.num_workers.is_some() || k.vector_length.is_some(),
    };
    for n in roots {
        levels::assign_nests(p, n, cx);
    }
}

/// Whether the compiler chooses what becomes of a device's gangs and lanes.
fn may_choose(p: &Planner<'_>, c: &Construct, k: &ComputeClauses<'_>) -> bool {
    let sized = !k.num_gangs.is_empty() || k.num_workers.is_some() || k.vector_length.is_some();
    p.options.automatic && p.options.device() && !sized && !p.in_order.contains(&c.id)
}

/// The construct's statements as kernels, and the steps in which they are launched.
fn split_up(
    p: &mut Planner<'_>,
    (c, k): (&Construct, &ComputeClauses<'_>),
    scope: &Scope<'_>,
    items: &[DataItem],
    (stmts, waves): (&[Stmt], IndexSet<LoopId>),
    roots: &mut [Node<'_>],
) -> (Vec<Step>, Split) {
    // What the device holds of a declared variable may differ from the host's value.
    let mut changed = scope.known.changed.clone();
    changed.extend(super::globals::declared(p.unit).into_keys());
    let gangs = may_choose(p, c, k);
    // Loops in the place of others ask together, each kernel of theirs once.
    let waits = gangs && p.options.transform && !recast::whole::asks(c);
    let around = around_vars(p, c, items);
    let mut split = Split::new(changed.clone(), around.clone(), gangs, waits, waves);
    split.ordered = recast::whole::ordered(c);
    if scope.kind == ComputeKind::Kernels {
        let steps = split.kernels(p, stmts, roots);
        if recast::whole::can_ask(c, &split) {
            return (steps, split);
        }
        roots
            .iter_mut()
            .for_each(|n| levels::clear(n, InOrder::NoLevel));
        let mut split = Split::new(changed, around, gangs, false, IndexSet::new());
        let all = split.one(recast::whole::undone(c, stmts));
        return (vec![Step::Launch(all)], split);
    }
    let several = match scope.kind {
        ComputeKind::Parallel => {
            let shared = data_vars(p, c, items);
            shapes::kernels(p, k, &shared, stmts, roots)
        }
        _ => None,
    };
    let bodies = several.unwrap_or_else(|| vec![stmts.to_vec()]);
    let launches = bodies.into_iter().map(|body| Step::Launch(split.one(body)));
    let steps = launches.collect();
    (steps, split)
}

/// Adds what loops reduce, and the variables of those that the host steps through, to what holds for all kernels.
fn note_split<'u>(
    p: &mut Planner<'_>,
    scope: &mut Scope<'u>,
    used: &Uses,
    roots: &[Node<'u>],
    reductions: &[Reduction],
    known: &extents::Known,
) {
    scope.by_value = known.host_vars.clone();
    for n in roots {
        n.each(&mut |n| {
            // What was found in memory has the section that is touched; what an automatic loop sums up has its home by what the loops
            // around say.
            let named = n.decision.reductions.iter();
            let named = named.filter(|r| !r.careful && !n.automatic);
            scope.reduced.extend(named.map(|r| r.var));
            let clauses = n.clauses.iter().flat_map(|c| &c.reductions);
            let refs = clauses.map(|(_, r)| *r);
            scope
                .reduction_refs
                .extend(refs.filter(|r| reductions::is_used(used, r)));
        });
        reductions::check_lengths(p, &reductions::of_nest(n), known);
    }
    reductions::check_lengths(p, reductions, known);
}

/// Whether the construct's gangs are more than one: their number is given, a loop asks for them, or all that
/// there is to do is one nest of loops. Else one gang does what loops of workers and vectors ask for.
fn several_gangs(k: &ComputeClauses<'_>, roots: &[Node<'_>], stmts: &[Stmt]) -> bool {
    let mut gangs = false;
    for n in roots {
        n.each(&mut |n| gangs |= n.clauses.as_ref().is_some_and(|c| c.gang.is_some()));
    }
    !k.num_gangs.is_empty() || gangs || matches!(stmts, [one] if apart::is_nest(one))
}

/// Variables that live in device memory by a clause that is visible here.
fn data_vars(p: &Planner<'_>, c: &Construct, items: &[DataItem]) -> IndexSet<VarId> {
    let var = |v: &data::Visible<'_>| data::whole_var(v.item);
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
        .filter_map(|v| data::whole_var(v.item))
        .collect()
}

/// Reductions of the construct itself; on a combined construct they are the loop's.
fn construct_reductions(
    p: &mut Planner<'_>,
    c: &Construct,
    k: &ComputeClauses<'_>,
    used: &Uses,
) -> Vec<Reduction> {
    if clauses::is_combined(c) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (op, r) in &k.reductions {
        out.extend(reductions::of_clause(p, *op, r));
    }
    // What nobody changes keeps its value.
    out.retain(|r| used.get(r.var).is_some());
    let out = reductions::joined::all(p, out);
    for r in out.iter().filter(|r| !r.pieces.is_empty()) {
        let what = format!("the reduction of '{}' by a construct, not a loop,", r.text);
        p.not_supported(r.span, what);
    }
    out
}

/// Scalars and structs that the construct writes, itself or through calls.
fn written_vars(used: &Uses) -> IndexSet<VarId> {
    let changed = |u: &Use| u.written.is_some() || u.address.is_some();
    let vars = used.vars.iter().filter(|(_, u)| changed(u));
    vars.map(|(v, _)| *v).collect()
}
