//! When a parallel region gets threads, as OpenMP's `if` clause: one thread runs it where the work is too little for more.
//!
//! In programs the runtime decides, which knows how many threads there would be, by an estimate: `if(__accrs_pays(6 * (double)n))`, or by what one
//! thread and a team have taken so far (`__accrs_begins`, which accrt.h tells of). In text for people it is a number of iterations: `if(n > 17000)`.

use super::apart;
use crate::machine::Machine;
use crate::plan::{
    LoopPlan, Measured, Term, Trips, Work, Worth, least_iterations, without_constant,
};
use crate::render::{RenderError, clause};
use crate::trips;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Expr, LoopCmp};

/// ` if(...)`, or nothing. `also`: a further condition, or nothing.
pub fn clause(
    unit: &Unit,
    worth: Option<&Worth>,
    also: &str,
    runtime: bool,
) -> Result<String, RenderError> {
    let own = match worth {
        Some(Worth::Work { work, least }) if runtime => {
            format!("__accrs_pays({})", scaled(sum(unit, work)?, *least))
        }
        Some(Worth::Work { work, least }) => match work.constant() {
            Some(n) if n < *least => return Ok(" num_threads(1)".into()),
            Some(_) => String::new(),
            None => in_iterations(unit, work, *least)?,
        },
        _ => String::new(),
    };
    Ok(match (also, own.as_str()) {
        ("", "") => String::new(),
        ("", one) | (one, "") => format!(" if({one})"),
        // What costs something is asked where threads would pay.
        (also, own) if apart::is_of_rows(also) => format!(" if({own} && ({also}))"),
        (also, own) => format!(" if(({also}) && {own})"),
    })
}

/// What the least work for threads is called in programs, where a construct asks the runtime for it once.
pub const LEAST: &str = "__accrs_least";
/// One entry of a loop that is measured, and what is known of the construct's loops.
pub const TURN: &str = "__accrs_now";
pub const CHOICES: &str = "__accrs_choices";
/// Loops with so small a part of the least work aren't measured: that takes the time of some hundred operations, and waking threads far more.
const MEASURED: u32 = 16;

/// The beginning of an entry of a loop that is measured, as an expression: whether a team runs it, which it does in any case where nobody asks what that is
/// worth. `number`: which one of the construct's loops it is.
pub fn begin(
    unit: &Unit,
    plan: &LoopPlan,
    also: &str,
    number: usize,
) -> Result<String, RenderError> {
    if matches!(plan.worth, None | Some(Worth::Always(_))) {
        let team = if also.is_empty() { "1" } else { also };
        return Ok(format!(
            "({TURN}.began = 0, {TURN}.of = 0, {TURN}.team = {team})"
        ));
    }
    let work = operations(unit, plan)?;
    let work = match also {
        "" => work,
        also if apart::is_of_rows(also) && matches!(plan.worth, Some(Worth::Work { .. })) => {
            format!("{MEASURED} * ({work}) >= {LEAST} && ({also}) ? {work} : 0")
        }
        also => format!("({also}) ? {work} : 0"),
    };
    Ok(format!(
        "__accrs_begins(&{CHOICES}[{number}], &__accrs_here, {work}, &{TURN})"
    ))
}

/// The operations of a loop that is measured; where nobody knows how many there are, its iterations as a negative number.
pub fn operations(unit: &Unit, plan: &LoopPlan) -> Result<String, RenderError> {
    Ok(match (&plan.worth, plan.heads.as_slice()) {
        (Some(Worth::Work { work, least }), _) => scaled(sum(unit, work)?, *least),
        (_, [head, ..]) => format!("-({})", iterations(unit, head)?),
        _ => "-1.0".into(),
    })
}

/// That a team would run the loop by the estimate, if there is one. `also`: a further condition, or nothing.
pub fn long(unit: &Unit, plan: &LoopPlan, also: &str) -> Result<String, RenderError> {
    if !matches!(plan.worth, Some(Worth::Work { .. })) {
        return Ok(also.into());
    }
    let long = format!("({}) >= {LEAST}", operations(unit, plan)?);
    Ok(match also {
        "" => long,
        also => format!("{long} && {also}"),
    })
}

/// The condition of a loop with a text for threads and one without. `also`: a further one, or nothing, which is asked where threads
/// would pay. `measured`: the loop's number, if it is measured, and which entries are.
pub fn condition(
    unit: &Unit,
    plan: &LoopPlan,
    also: &str,
    measured: Option<(usize, Measured)>,
) -> Result<String, RenderError> {
    let mut all = Vec::new();
    if let Some(Worth::Work { work, least }) = &plan.worth {
        let work = scaled(sum(unit, work)?, *least);
        all.push(match measured {
            Some((_, Measured::All)) => format!("{MEASURED} * ({work}) >= {LEAST}"),
            _ => format!("{work} >= {LEAST}"),
        });
    }
    if !also.is_empty() {
        all.push(also.into());
    }
    match measured {
        Some((number, Measured::All)) => all.push(begin(unit, plan, "", number)?),
        Some((number, Measured::Long { slower })) => all.push(format!(
            "__accrs_begins_atomic(&{CHOICES}[{number}], &__accrs_here, {}, {slower:.1}, &{TURN})",
            operations(unit, plan)?
        )),
        None => {}
    }
    Ok(all.join(" && "))
}

/// The runtime knows one number of operations that are worth two threads: what another machine takes is brought to its scale.
fn scaled(operations: String, least: f64) -> String {
    let usual = Machine::default().cores.wake as f64;
    match usual / least {
        1.0 => operations,
        by => format!("{by:?} * ({operations})"),
    }
}

fn in_iterations(unit: &Unit, work: &Work, enough: f64) -> Result<String, RenderError> {
    let [one] = work.terms.as_slice() else {
        return Ok(format!("{} > {enough:.0}", sum(unit, work)?));
    };
    let least = least_iterations(one, enough);
    if let [Trips::Of(head)] = one.trips.as_slice()
        && let Some(from) = start(unit, head)
        && !unit.types.is_pointer(unit.var(head.var).ty)
    {
        let end = if head.down { &head.lower } else { &head.upper };
        let (end, plus) = without_constant(end);
        let last = i128::from(least) + from - plus;
        let size = unit.types.size_of(end.strip_implicit().ty);
        let text = clause::operand(unit, end)?;
        // What a narrow type can't hold compilers warn of.
        return Ok(match size.is_some_and(|size| size < 4) {
            true => format!("(double){text} > {}", number(last)),
            false => format!("{text} > {}", number(last)),
        });
    }
    let factors: Result<Vec<String>, _> = one.trips.iter().map(|h| factor(unit, h)).collect();
    Ok(format!("{} > {least}", factors?.join(" * ")))
}

/// A number as C has it: one that is too large for its integers is a `double`.
fn number(n: i128) -> String {
    match i64::try_from(n) {
        Ok(n) => n.to_string(),
        Err(_) => format!("{n}.0"),
    }
}

/// The first number of a loop by one, of which its bound alone tells the trips.
fn start(unit: &Unit, head: &Canonical) -> Option<i128> {
    let (from, closed) = match head.down {
        true => (trips::down_to(unit, head), head.cmp == LoopCmp::Ge),
        false => (head.lower.int_value(), head.cmp == LoopCmp::Le),
    };
    let from = from.filter(|n| (-1..1000).contains(n))?;
    (head.step.int_value() == Some(1)).then(|| from - i128::from(closed))
}

fn sum(unit: &Unit, work: &Work) -> Result<String, RenderError> {
    let terms: Result<Vec<String>, _> = work.terms.iter().map(|t| product(unit, t)).collect();
    Ok(terms?.join(" + "))
}

fn product(unit: &Unit, term: &Term) -> Result<String, RenderError> {
    let mut out = term.words();
    for head in &term.trips {
        out.push_str(" * ");
        out.push_str(&factor(unit, head)?);
    }
    Ok(out)
}

/// A loop's trips as a product's factor: a `double`, which has room for any.
fn factor(unit: &Unit, of: &Trips) -> Result<String, RenderError> {
    let (starts, over) = match of {
        Trips::Of(head) => return iterations(unit, head),
        Trips::Rows { starts, over } => (starts, over),
    };
    let array = clause::operand(unit, starts)?;
    let (low, high) = (
        clause::operand(unit, &over.lower)?,
        clause::operand(unit, &over.upper)?,
    );
    // Without any rows there may be no array.
    Ok(format!(
        "({high} > {low} ? (double){array}[{high}] - (double){array}[{low}] : 0.0)"
    ))
}

/// The iterations of a loop as a `double`.
pub fn iterations(unit: &Unit, head: &Canonical) -> Result<String, RenderError> {
    let (from, to) = match head.down {
        true => (&head.upper, &head.lower),
        false => (&head.lower, &head.upper),
    };
    let first = match head.down {
        true => trips::down_to(unit, head),
        false => from.int_value(),
    };
    let (low, high) = (clause::operand(unit, from)?, clause::operand(unit, to)?);
    let cast = |e: &Expr, text: String| match e.int_value() {
        Some(_) => text,
        None => format!("(double){text}"),
    };
    let distance = if unit.types.is_pointer(unit.var(head.var).ty) {
        format!("(double)({high} - {low})")
    } else if let Some(from) = first {
        let (rest, plus) = without_constant(to);
        let rest = clause::operand(unit, rest)?;
        match plus - from {
            0 => format!("(double){rest}"),
            k if k > 0 => format!("((double){rest} + {})", number(k)),
            k => format!("((double){rest} - {})", number(-k)),
        }
    } else {
        format!("((double){high} - (double){low})")
    };
    Ok(match head.step.int_value() {
        Some(1) => distance,
        _ => {
            let step = clause::operand(unit, &head.step)?;
            format!("{distance} / {}", cast(&head.step, step))
        }
    })
}
