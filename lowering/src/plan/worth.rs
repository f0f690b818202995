//! When a parallel loop on the host's cores has enough work for threads.

use super::show;
use crate::analyse::work::{Term, Trips, Work};
use crate::trips;
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, LoopCmp};

#[derive(Clone, Debug)]
pub enum Worth {
    /// It gets threads in any case, for this reason.
    Always(&'static str),
    /// How much there is to do is known only on the way: it gets threads, unless it is measured that one is faster.
    Unknown,
    /// It gets threads where there is work for them.
    Work {
        work: Work,
        /// The number of operations from which two threads are faster than one. The runtime (`openmp.rs`) asks for more where it has more
        /// threads to wake.
        least: f64,
    },
}

impl Worth {
    /// In words, for dumps.
    pub fn words(&self, unit: &Unit) -> String {
        match self {
            Worth::Always(why) => format!("in any case: {why}"),
            Worth::Unknown => "how much there is to do is known only on the way".into(),
            Worth::Work { work, .. } => {
                let terms: Vec<String> = work.terms.iter().map(|t| term(unit, t)).collect();
                format!("where they pay: about {} operations", terms.join(" + "))
            }
        }
    }

    /// What the report says about it; nothing where it gets threads in any case.
    pub fn note(&self, unit: &Unit) -> Option<String> {
        let Worth::Work {
            work,
            least: enough,
        } = self
        else {
            return None;
        };
        if let Some(operations) = work.constant() {
            return (operations < *enough).then(|| {
                format!(
                    "on the host's cores, one thread runs this: about {operations:.0} operations are done before others are \
                     awake"
                )
            });
        }
        Some(match work.terms.as_slice() {
            [one] => format!(
                "on the host's cores, threads share this where {} is about {} or more",
                factors(unit, one, false),
                least(one, *enough)
            ),
            terms => {
                let terms: Vec<String> = terms.iter().map(|t| term(unit, t)).collect();
                format!(
                    "on the host's cores, threads share this where its operations, about {}, are {enough:.0} or more",
                    terms.join(" + ")
                )
            }
        })
    }
}

/// How many iterations of a term's loops are `enough` operations, rounded up to two digits, since it is only an estimate.
pub fn least(term: &Term, enough: f64) -> u64 {
    let n = (enough / term.operations).ceil().max(1.0) as u64;
    let mut unit = 1;
    while n / unit >= 100 {
        unit *= 10;
    }
    n.div_ceil(unit) * unit
}

/// "6 * n * (m - 2)"
fn term(unit: &Unit, t: &Term) -> String {
    let operations = t.words();
    match t.trips.as_slice() {
        [] => operations,
        _ => format!("{operations} * {}", factors(unit, t, true)),
    }
}

fn factors(unit: &Unit, t: &Term, operands: bool) -> String {
    let all: Vec<String> = t
        .trips
        .iter()
        .map(|h| factor(unit, h, operands || t.trips.len() > 1))
        .collect();
    all.join(" * ")
}

/// "n", "(n - 1)", "(n - 1) / 2"
fn factor(unit: &Unit, t: &Trips, operand: bool) -> String {
    let h = match t {
        Trips::Of(head) => head,
        Trips::Rows { starts, over } => {
            let (array, end) = (show::expr(unit, starts), show::expr(unit, &over.upper));
            let start = show::expr(unit, &over.lower);
            let text = format!("{array}[{end}] - {array}[{start}]");
            return if operand { format!("({text})") } else { text };
        }
    };
    let (from, to) = match h.down {
        true => (&h.upper, &h.lower),
        false => (&h.lower, &h.upper),
    };
    let closed = matches!(h.cmp, LoopCmp::Le | LoopCmp::Ge);
    let (rest, plus) = without_constant(to);
    let first = match h.down {
        true => trips::down_to(unit, h),
        false => from.int_value(),
    };
    let mut text = match first {
        Some(n) => match plus + i128::from(closed) - n {
            0 => show::expr(unit, rest),
            k if k > 0 => format!("{} + {k}", show::expr(unit, rest)),
            k => format!("{} - {}", show::expr(unit, rest), -k),
        },
        _ => format!("{} - {}", show::expr(unit, to), show::operand(unit, from)),
    };
    let step = h.step.int_value();
    let simple = !text.contains(' ');
    if (operand || step != Some(1)) && !simple {
        text = format!("({text})");
    }
    match step {
        Some(1) => text,
        _ => format!("{text} / {}", show::operand(unit, &h.step)),
    }
}

/// `n - 1` as `n` and -1.
pub fn without_constant(e: &Expr) -> (&Expr, i128) {
    if let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) = &e.strip_implicit().kind
        && let Some(n) = b.int_value().filter(|n| (0..1000).contains(n))
    {
        return (a, if *op == BinaryOp::Add { n } else { -n });
    }
    (e, 0)
}
