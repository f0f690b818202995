//! Constructs that launch nothing: data, host_data, enter and exit data, update, wait, init,
//! shutdown, set, declare, routine.

use super::planner::{Planner, code};
use super::{clauses, data};
use crate::plan::{Action, ConstructPlan, DataItem, Dim, Queue, Section, SelfCondition, Wait};
use accrs_frontend::Diagnostic;
use accrs_frontend::directive::{ClauseKind, DirectiveKind};
use accrs_frontend::region::{BinaryOp, Body, Construct, Expr, ExprKind, VarId};

pub fn plan(p: &mut Planner<'_>, c: &Construct) -> ConstructPlan {
    // Those of the whole program are no construct's (`globals`).
    let lasting = c.directive.kind == DirectiveKind::Declare && c.function.is_empty();
    let data = if lasting {
        Vec::new()
    } else {
        data::of_clauses(p, c, &mut |p, var, base| {
            let found = one_struct(p, var, base);
            if found.is_none() {
                unknown_size(p, c, base);
            }
            found
        })
    };
    let mut data = data;
    if c.directive.kind == DirectiveKind::HostData {
        let mut seen = indexmap::IndexSet::new();
        data.retain(|d| seen.insert(d.var));
    }
    let action = match action(p, c) {
        Action::Declare if data.is_empty() => Action::Nothing,
        action => action,
    };
    frame(p, c, data, action)
}

/// The parts that all constructs share.
pub fn frame(
    p: &mut Planner<'_>,
    c: &Construct,
    data: Vec<DataItem>,
    action: Action,
) -> ConstructPlan {
    let k = clauses::of_compute(&c.directive);
    ConstructPlan {
        id: c.id,
        site: p.site(c),
        span: c.span,
        condition: k.if_.cloned(),
        self_condition: k.self_.map(|e| match e {
            Some(e) => SelfCondition::When(e.clone()),
            None => SelfCondition::Always,
        }),
        queue: match k.async_ {
            None => Queue::Sync,
            Some(None) => Queue::NoValue,
            Some(Some(e)) => Queue::Value(e.clone()),
        },
        waits: k
            .waits
            .iter()
            .map(|w| Wait {
                devnum: w.devnum.clone(),
                queues: w.queues.clone(),
            })
            .collect(),
        data,
        action,
        notes: Vec::new(),
        on_host: None,
        fitting: None,
        shared: None,
    }
}

/// The section of a pointer to a struct in whose place the standard needs one: the struct. Where a construct of the file subscripts the pointer, or counts
/// with it, there are more of them, and nobody knows how many.
fn one_struct(p: &mut Planner<'_>, var: VarId, base: &Expr) -> Option<(Section, String)> {
    let unit = p.unit;
    let types = &unit.types;
    let to = types.pointee(base.ty)?;
    if !types.is_record(to) || types.size_of(to).is_none() {
        return None;
    }
    let leads = |e: &Expr| e.any_expr(|e| e.variable() == Some(var));
    let several = |e: &Expr| match &e.kind {
        ExprKind::Index(a, i) => i.int_value() != Some(0) && leads(a) && types.alike(e.ty, to),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => {
            types.pointee(e.ty).is_some_and(|of| types.alike(of, to)) && leads(e)
        }
        ExprKind::Assign(Some(_), a, _) => leads(a) && types.is_pointer(e.ty),
        ExprKind::Unary(op, a) => op.is_step() && leads(a) && types.is_pointer(e.ty),
        _ => false,
    };
    let stmts = |c: &Construct| match &c.body {
        Body::Compute(stmts) => stmts.iter().any(|s| s.any_expr(several)),
        _ => false,
    };
    if unit.constructs.iter().any(stmts) {
        return None;
    }
    let name = unit.source.slice(base.span).to_string();
    p.report(
        Diagnostic::warning(
            code::UNKNOWN_EXTENT,
            base.span,
            format!("'{name}' has no section: it is taken for a pointer to one struct"),
        )
        .help(format!("say {name}[0:1], or how many there are")),
    );
    let section = Section::Dims {
        base: base.clone(),
        elem: to,
        dims: vec![Dim {
            lower: None,
            length: Some(data::literal(1, base)),
            extent: None,
            elem: to,
            behind: false,
        }],
    };
    Some((section, format!("{name}[0:1]")))
}

/// A pointer without a section where the standard needs one.
pub fn unknown_size(p: &mut Planner<'_>, c: &Construct, base: &Expr) {
    let name = p.unit.source.slice(base.span).to_string();
    p.report(
        Diagnostic::error(
            code::UNKNOWN_EXTENT,
            base.span,
            format!("the size of what '{name}' points to is not known here"),
        )
        .related(c.directive.span, "needed by this directive")
        .help(format!("name the section: {name}[0:n]")),
    );
}

fn action(p: &mut Planner<'_>, c: &Construct) -> Action {
    let mut device_types: Vec<String> = Vec::new();
    let mut device_num = None;
    let mut default_async = None;
    for clause in &c.directive.clauses {
        match &clause.kind {
            ClauseKind::DeviceType(t) => device_types.extend(t.iter().cloned()),
            ClauseKind::DeviceNum(e) => device_num = Some(e.clone()),
            ClauseKind::DefaultAsync(e) => default_async = Some(e.clone()),
            // `frame` and `data::of_clauses` read these.
            ClauseKind::If(_)
            | ClauseKind::SelfClause(_)
            | ClauseKind::Async(_)
            | ClauseKind::Wait(_)
            | ClauseKind::Data(..)
            | ClauseKind::Default(_)
            | ClauseKind::IfPresent
            | ClauseKind::Finalize => {}
            // A routine's, of which nothing is launched here (`region/routine.rs`).
            ClauseKind::Gang(_)
            | ClauseKind::Worker(_)
            | ClauseKind::Vector(_)
            | ClauseKind::Seq
            | ClauseKind::Bind(_)
            | ClauseKind::Nohost
            | ClauseKind::RoutineName(_) => {}
            // On constructs with kernels only; the parser refuses them elsewhere.
            ClauseKind::NumGangs(_)
            | ClauseKind::NumWorkers(_)
            | ClauseKind::VectorLength(_)
            | ClauseKind::Private(_)
            | ClauseKind::Firstprivate(_)
            | ClauseKind::Reduction(..)
            | ClauseKind::Auto
            | ClauseKind::Independent
            | ClauseKind::Collapse { .. }
            | ClauseKind::Tile(_)
            | ClauseKind::Cache { .. }
            | ClauseKind::Unroll(_)
            | ClauseKind::Host
            | ClauseKind::Kernel
            | ClauseKind::Shortloop => {}
        }
    }
    let body = match &c.body {
        Body::Host(span) => *span,
        _ => c.span,
    };
    match c.directive.kind {
        DirectiveKind::Data => Action::Data(body),
        DirectiveKind::HostData => Action::HostData(body),
        DirectiveKind::EnterData => Action::EnterData,
        DirectiveKind::ExitData => Action::ExitData,
        DirectiveKind::Update => Action::Update,
        DirectiveKind::Wait => Action::Wait,
        DirectiveKind::Init => Action::Init {
            device_types,
            device_num,
        },
        DirectiveKind::Shutdown => Action::Shutdown {
            device_types,
            device_num,
        },
        DirectiveKind::Set => Action::Set {
            device_type: device_types.first().cloned(),
            device_num,
            default_async,
        },
        DirectiveKind::Routine => Action::Nothing,
        DirectiveKind::Declare => Action::Declare,
        _ => {
            p.not_supported(
                c.directive.span,
                format!("the {} directive here", c.directive.name),
            );
            Action::Nothing
        }
    }
}
