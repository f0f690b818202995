//! Numbers in clauses that the compiler knows, and that name no queue, device or element (OpenACC 3.3 §2.14, §2.16, §2.7.1).

use crate::diag::{Diagnostic, codes};
use crate::directive::{Clause, ClauseKind, Directive, DirectiveKind};
use crate::region::{Expr, constant};

/// `acc_async_default`, the least of openacc.h's special values.
const LEAST_QUEUE: i128 = -3;

/// Checks one directive's queues and device numbers.
pub fn check(d: &Directive<Expr>, out: &mut Vec<Diagnostic>) {
    sim_alone(d, out);
    for clause in &d.clauses {
        match &clause.kind {
            ClauseKind::Async(Some(e)) | ClauseKind::DefaultAsync(e) => queue(e, out),
            ClauseKind::Wait(args) => {
                args.queues.iter().for_each(|e| queue(e, out));
                args.devnum.iter().for_each(|e| device(e, out));
            }
            // On `set` a negative number goes back to the start (§2.14.3).
            ClauseKind::DeviceNum(e) if d.kind != DirectiveKind::Set => device(e, out),
            _ => {}
        }
    }
}

/// sim runs the GPUs' kernels, with the clauses that these were made with.
fn sim_alone(d: &Directive<Expr>, out: &mut Vec<Diagnostic>) {
    let argument = matches!(
        d.kind,
        DirectiveKind::Init | DirectiveKind::Shutdown | DirectiveKind::Set
    );
    let names = |clause: &Clause<Expr>, wanted: &str| match &clause.kind {
        ClauseKind::DeviceType(names) => names.iter().any(|n| n.eq_ignore_ascii_case(wanted)),
        _ => false,
    };
    let alone = d
        .clauses
        .iter()
        .find(|c| names(c, "sim") && !names(c, "nvidia"));
    if let Some(clause) = alone.filter(|_| !argument) {
        let message = "sim runs the kernels of nvidia devices: clauses for it alone have no effect";
        let d = Diagnostic::warning(codes::CLAUSE_IGNORED, clause.span, message);
        out.push(d.help("name both: `device_type(nvidia, sim)`"));
    }
}

fn queue(e: &Expr, out: &mut Vec<Diagnostic>) {
    if let Some(n) = constant(e).filter(|n| *n < LEAST_QUEUE || i32::try_from(*n).is_err()) {
        let d = Diagnostic::error(codes::VALUE_RANGE, e.span, format!("there is no queue {n}"));
        out.push(
            d.help("queues are numbered from 0; acc_async_noval and acc_async_sync are special"),
        );
    }
}

fn device(e: &Expr, out: &mut Vec<Diagnostic>) {
    if let Some(n) = constant(e).filter(|n| *n < 0 || i32::try_from(*n).is_err()) {
        let d = Diagnostic::error(
            codes::VALUE_RANGE,
            e.span,
            format!("there is no device {n}"),
        );
        out.push(d.help("devices are numbered from 0"));
    }
}
