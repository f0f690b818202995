//! Rules over a whole directive: repeated, contradictory and missing clauses, and what may
//! follow `device_type`.

use super::table::{self, Times};
use super::*;
use crate::diag::{Diagnostic, Severity, codes};

/// Adds what an extension leaves out: a `routine` without a level is `seq`, as in nvc and gcc.
pub fn complete(directive: &mut Directive<Raw>, strict: bool) {
    if directive.kind != DirectiveKind::Routine || strict {
        return;
    }
    let has_level = directive.clauses.iter().any(|c| is_level(c.kind.id()));
    if !has_level {
        let at = directive
            .clauses
            .iter()
            .take_while(|c| !matches!(c.kind, ClauseKind::DeviceType(_)))
            .count();
        directive.clauses.insert(
            at,
            Clause {
                kind: ClauseKind::Seq,
                span: directive.span,
                name: "seq".to_string(),
            },
        );
    }
}

/// All errors of a directive whose clauses are well formed one by one.
pub fn check(directive: &Directive<Raw>, strict: bool) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    repeated(directive, &mut errors);
    device_types(directive, &mut errors);
    // gcc takes a `data` region with nothing in it.
    if strict || directive.kind != DirectiveKind::Data {
        errors.extend(required(directive));
    }
    if directive.kind == DirectiveKind::HostData {
        whole_variables(directive, &mut errors);
    }
    if strict {
        strict_rules(directive, &mut errors);
    }
    // Contradictions are judged on what holds for each device (§2.4).
    let mut names = vec![String::new()];
    for clause in &directive.clauses {
        if let ClauseKind::DeviceType(given) = &clause.kind {
            names.extend(given.iter().cloned());
        }
    }
    for name in names {
        let clauses = directive.clauses_for(&[&name]);
        for error in contradictions(directive.kind, &clauses) {
            let known = |e: &Diagnostic| e.code == error.code && e.span == error.span;
            if !errors.iter().any(known) {
                errors.push(error);
            }
        }
    }
    errors
}

fn is_level(id: ClauseId) -> bool {
    matches!(
        id,
        ClauseId::Gang | ClauseId::Worker | ClauseId::Vector | ClauseId::Seq
    )
}

fn repeated(directive: &Directive<Raw>, errors: &mut Vec<Diagnostic>) {
    let on = directive.kind.on();
    let mut seen: Vec<&Clause<Raw>> = Vec::new();
    for clause in &directive.clauses {
        let id = clause.kind.id();
        if id == ClauseId::DeviceType {
            // What may be given once is never an if or default, which can't follow at all.
            let limited = matches!(
                directive.kind,
                DirectiveKind::Init | DirectiveKind::Shutdown | DirectiveKind::Set
            );
            if !limited {
                seen.clear();
                continue;
            }
        }
        let row = table::row(&clause.name, on);
        let once = row.is_some_and(|row| row.times == Times::Once) || id == ClauseId::DeviceType;
        if !once {
            continue;
        }
        match seen.iter().find(|s| s.kind.id() == id) {
            Some(first) => errors.push(
                Diagnostic::error(
                    codes::REPEATED_CLAUSE,
                    clause.span,
                    format!("clause `{}` is given twice", clause.name),
                )
                .label("given again")
                .related(first.span, "first given here")
                .help("keep one of them"),
            ),
            None => seen.push(clause),
        }
    }
}

fn device_types(directive: &Directive<Raw>, errors: &mut Vec<Diagnostic>) {
    let on = directive.kind.on();
    let mut opened: Option<&Clause<Raw>> = None;
    let mut names: Vec<(&str, Span)> = Vec::new();
    let argument = matches!(
        directive.kind,
        DirectiveKind::Init | DirectiveKind::Shutdown | DirectiveKind::Set
    );
    for clause in &directive.clauses {
        if let ClauseKind::DeviceType(given) = &clause.kind {
            opened = (!argument).then_some(clause);
            if argument {
                device_argument(directive, clause, given, errors);
            }
            for name in given {
                if let Some((_, first)) = names.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
                    errors.push(
                        Diagnostic::error(
                            codes::BAD_DEVICE_TYPE,
                            clause.span,
                            format!("device type `{name}` is named twice"),
                        )
                        .label("named again")
                        .related(*first, "first named here")
                        .help("put its clauses after one `device_type`"),
                    );
                }
                names.push((name, clause.span));
            }
            continue;
        }
        let Some(device_type) = opened else { continue };
        bind_on_host(clause, device_type, errors);
        if table::row(&clause.name, on).is_some_and(|row| !row.specific.meets(on)) {
            errors.push(
                Diagnostic::error(
                    codes::NOT_DEVICE_SPECIFIC,
                    clause.span,
                    format!("clause `{}` can't follow `device_type`", clause.name),
                )
                .label("applies to every device type")
                .related(
                    device_type.span,
                    "clauses after this apply to some devices only",
                )
                .help(format!(
                    "move it in front of `device_type`; only {} may follow it on `{}`",
                    table::specific(on),
                    directive.name
                )),
            );
        }
    }
}

/// `bind` is for devices other than the host (§2.15.1, §A.1.4).
fn bind_on_host(clause: &Clause<Raw>, device_type: &Clause<Raw>, errors: &mut Vec<Diagnostic>) {
    let host =
        |name: &String| name.eq_ignore_ascii_case("host") || name.eq_ignore_ascii_case("multicore");
    if let (ClauseKind::Bind(_), ClauseKind::DeviceType(names)) = (&clause.kind, &device_type.kind)
        && names.iter().any(host)
    {
        errors.push(
            Diagnostic::error(
                codes::NOT_DEVICE_SPECIFIC,
                clause.span,
                "`bind` can't apply to the host",
            )
            .label("what devices other than the host call")
            .related(device_type.span, "this names the host")
            .help("move it before `device_type`, or name another device"),
        );
    }
}

/// `init`, `shutdown` and `set` name devices that must be known (§2.14.1 to §2.14.3).
fn device_argument(
    directive: &Directive<Raw>,
    clause: &Clause<Raw>,
    given: &[String],
    errors: &mut Vec<Diagnostic>,
) {
    let mut error = |message: String, help: &str| {
        errors.push(
            Diagnostic::error(codes::BAD_DEVICE_TYPE, clause.span, message)
                .label("this device type")
                .help(help),
        );
    };
    for name in given {
        if super::device::device_number(name).is_none() {
            error(
                format!("there are no devices of type `{name}` here"),
                "device types are default, host, multicore, nvidia, not_host, current and sim",
            );
        }
    }
    if directive.kind == DirectiveKind::Set && given.len() > 1 {
        error(
            "`set` takes one device type".into(),
            "the thread has one current device type; name that one",
        );
    }
}

/// "At least one of": §2.6.5, 2.6.6, 2.8, 2.13, 2.14.3, 2.14.4, 2.15.1.
fn required(directive: &Directive<Raw>) -> Option<Diagnostic> {
    let has =
        |wanted: &dyn Fn(ClauseId) -> bool| directive.clauses.iter().any(|c| wanted(c.kind.id()));
    let data = |id: ClauseId| matches!(id, ClauseId::Data(_));
    let (fine, needs) = match directive.kind {
        DirectiveKind::Data => (
            has(&|id| data(id) || id == ClauseId::Default),
            "`copy`, `copyin`, `copyout`, `create`, `no_create`, `present`, `deviceptr`, `attach` or `default`",
        ),
        DirectiveKind::EnterData => (has(&data), "`copyin`, `create` or `attach`"),
        DirectiveKind::ExitData => (has(&data), "`copyout`, `delete` or `detach`"),
        DirectiveKind::HostData => (has(&data), "`use_device`"),
        DirectiveKind::Update => (has(&data), "`self`, `host` or `device`"),
        DirectiveKind::Declare => (has(&data), "a data clause"),
        DirectiveKind::Set => (
            has(&|id| {
                matches!(
                    id,
                    ClauseId::DefaultAsync | ClauseId::DeviceNum | ClauseId::DeviceType
                )
            }),
            "`default_async`, `device_num` or `device_type`",
        ),
        DirectiveKind::Routine => (has(&is_level), "`gang`, `worker`, `vector` or `seq`"),
        _ => return None,
    };
    if fine {
        return None;
    }
    let message = format!("`{}` needs {needs}", directive.name);
    let d = Diagnostic::error(codes::REQUIRED_CLAUSE, directive.span, message)
        .label("none of them is given")
        .help(match directive.kind {
            DirectiveKind::Routine => "name the level of parallelism in the function: `seq`?",
            _ => "add the clause, or remove the directive: without it there is nothing to do",
        });
    Some(d)
}

/// What is told of a directive that is taken all the same: a `data` region without data.
pub fn doubts(directive: &Directive<Raw>) -> Option<Diagnostic> {
    let d = required(directive).filter(|_| directive.kind == DirectiveKind::Data)?;
    Some(Diagnostic {
        severity: Severity::Warning,
        ..d
    })
}

/// `use_device` names variables, not parts of them (§2.8).
fn whole_variables(directive: &Directive<Raw>, errors: &mut Vec<Diagnostic>) {
    for clause in &directive.clauses {
        let ClauseKind::Data(DataKind::UseDevice, _, vars) = &clause.kind else {
            continue;
        };
        for var in vars.iter().filter(|var| !var.sections.is_empty()) {
            errors.push(
                Diagnostic::error(
                    codes::WHOLE_VARIABLE,
                    var.span,
                    format!("`use_device` takes whole variables, not `{}`", var.text),
                )
                .label("a part of a variable")
                .help(format!("write `use_device({})`", var.base)),
            );
        }
    }
}

/// What nvc, gcc and OpenUH let pass and the standard doesn't.
fn strict_rules(directive: &Directive<Raw>, errors: &mut Vec<Diagnostic>) {
    let mut extension = |span, what: &str, help: &str| {
        errors.push(
            Diagnostic::error(codes::EXTENSION, span, what)
                .label("an extension")
                .help(help),
        );
    };
    for clause in &directive.clauses {
        match &clause.kind {
            ClauseKind::Cache { vars, .. } => {
                for var in vars.iter().filter(|var| var.sections.is_empty()) {
                    extension(
                        var.span,
                        "`cache` takes elements and sections, not whole arrays",
                        "write `a[first:length]` (§2.10)",
                    );
                }
            }
            ClauseKind::Worker(Some(_)) | ClauseKind::Vector(Some(_))
                if directive.kind == DirectiveKind::ParallelLoop =>
            {
                extension(
                    clause.span,
                    "a size of workers or vectors on a loop of a `parallel` construct",
                    "use `num_workers` or `vector_length` (§2.9.3, §2.9.4)",
                );
            }
            ClauseKind::Gang(args)
                if directive.kind == DirectiveKind::ParallelLoop
                    && args.iter().any(|arg| matches!(arg, GangArg::Num(_))) =>
            {
                extension(
                    clause.span,
                    "a number of gangs on a loop of a `parallel` construct",
                    "use `num_gangs` (§2.9.2)",
                );
            }
            _ => {}
        }
    }
}

/// Clauses that can't stand together, among those that hold for one device.
fn contradictions(kind: DirectiveKind, clauses: &[&Clause<Raw>]) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut clash = |first: &Clause<Raw>, second: &Clause<Raw>, why: &str| {
        let (first, second) = match first.span <= second.span {
            true => (first, second),
            false => (second, first),
        };
        errors.push(
            Diagnostic::error(
                codes::CONTRADICTORY_CLAUSES,
                second.span,
                format!("`{}` contradicts `{}`", second.name, first.name),
            )
            .label("contradicts")
            .related(first.span, "this clause")
            .help(why),
        );
    };
    for (i, second) in clauses.iter().enumerate() {
        for first in &clauses[..i] {
            if let Some(why) = pair(kind, first, second).or_else(|| pair(kind, second, first)) {
                clash(first, second, why);
            }
        }
    }
    if kind == DirectiveKind::Kernels || kind == DirectiveKind::KernelsLoop {
        for clause in clauses {
            let ClauseKind::NumGangs(counts) = &clause.kind else {
                continue;
            };
            if let Some(second) = counts.get(1) {
                errors.push(
                    Diagnostic::error(
                        codes::TOO_MANY_ARGUMENTS,
                        second.span,
                        "`num_gangs` takes one argument on `kernels`",
                    )
                    .label("one too many")
                    .help("only `parallel` has gangs of several dimensions (§2.5.10)"),
                );
            }
        }
    }
    errors
}

/// Why `a` can't stand with `b`; each pair is asked for both ways round.
fn pair(kind: DirectiveKind, a: &Clause<Raw>, b: &Clause<Raw>) -> Option<&'static str> {
    use ClauseKind as C;
    let routine = kind == DirectiveKind::Routine;
    match (&a.kind, &b.kind) {
        (C::Seq, C::Gang(_) | C::Worker(_) | C::Vector(_)) if !routine => {
            Some("a `seq` loop runs on one thread: remove `seq` or the level (§2.9)")
        }
        (C::Seq, C::Auto | C::Independent) | (C::Auto, C::Independent) => {
            Some("only one of `seq`, `independent` and `auto` may appear (§2.9)")
        }
        (x, y) if routine && x.id() != y.id() && is_level(x.id()) && is_level(y.id()) => {
            Some("exactly one of `gang`, `worker`, `vector` and `seq` must appear (§2.15.1)")
        }
        (C::NumGangs(counts), C::Reduction(..)) if counts.len() > 1 => {
            Some("no `reduction` with `num_gangs` of several dimensions (§2.5.4)")
        }
        (C::NumGangs(_), C::Gang(args)) if args.iter().any(|g| matches!(g, GangArg::Num(_))) => {
            Some("the number of gangs is given twice; keep `num_gangs` (§2.9.2)")
        }
        (C::NumWorkers(_), C::Worker(Some(_))) => {
            Some("the number of workers is given twice; keep `num_workers` (§2.9.3)")
        }
        (C::VectorLength(_), C::Vector(Some(_))) => {
            Some("the vector length is given twice; keep `vector_length` (§2.9.4)")
        }
        (C::Gang(args), C::Reduction(..))
            if args
                .iter()
                .any(|g| matches!(g, GangArg::Dim(d) if d.text == "2" || d.text == "3")) =>
        {
            Some("no `reduction` on a loop over gangs of dimension 2 or 3 (§2.9.11)")
        }
        (C::Collapse { .. }, C::Tile(_)) => {
            Some("both say how many loops the directive governs; keep one")
        }
        _ => None,
    }
}
