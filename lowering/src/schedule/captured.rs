//! The modifier `capture` (OpenACC 3.4 §2.7.4): data that have memory of their own on a device, even where host and device share theirs. The runtime makes it. The
//! host's cores have one memory all the same, so what could tell the difference there is named.

use super::planner::{Planner, code};
use accrs_frontend::Diagnostic;
use accrs_frontend::directive::{ClauseKind, DataRef};
use accrs_frontend::region::{Body, Construct, Expr};

/// Warns where the host's code may see, or make others see, that captured data have no memory of their own on the cores: it names them while the
/// construct lasts.
pub fn warn(p: &mut Planner<'_>, c: &Construct, r: &DataRef<Expr>) {
    let shown = match &c.body {
        Body::Host(_) => is_named(p, c, r),
        _ => c
            .directive
            .clauses
            .iter()
            .any(|c| matches!(c.kind, ClauseKind::Async(_))),
    };
    if !p.options.multicore || !shown {
        return;
    }
    let message = format!(
        "`{}` is not captured on the host's cores, which have one memory",
        r.text
    );
    let d = Diagnostic::warning(code::CAPTURE_SHARED, r.span, message);
    p.report(d.help("what the host assigns before the construct has ended is seen in it there; build for devices alone (--acc-target), or copy the data"));
}

/// Whether the host's text in a data construct has the variable's name, outside of directives and compute constructs.
fn is_named(p: &Planner<'_>, c: &Construct, r: &DataRef<Expr>) -> bool {
    let Body::Host(body) = &c.body else {
        return true;
    };
    let mut root = None;
    r.base.each_expr(|e| root = root.or(e.variable()));
    let Some(root) = root else {
        return true;
    };
    let source = &p.unit.source;
    let inner = p
        .unit
        .constructs
        .iter()
        .filter(|o| o.id != c.id && matches!(o.body, Body::Compute(_)));
    let inner: Vec<_> = inner.map(|o| o.span).collect();
    let name = &p.unit.var(root).name;
    let mut at = body.start;
    for line in source.slice(*body).split_inclusive('\n') {
        let start = at;
        at += line.len() as u32;
        if line.trim_start().starts_with('#') {
            continue;
        }
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for (offset, _) in line.match_indices(name.as_str()) {
            let (before, behind) = (&line[..offset], &line[offset + name.len()..]);
            let place = start + offset as u32;
            let alone = !before.ends_with(part) && !behind.starts_with(part);
            if alone && !inner.iter().any(|s| s.start <= place && place < s.end) {
                return true;
            }
        }
    }
    false
}
