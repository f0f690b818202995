//! Why a loop runs in parallel or in order: a value, and the words for it in reports, dumps and messages.

use crate::analyse::depend::Free;
use crate::analyse::scan::Unscanned;
use crate::analyse::show;
use crate::analyse::verdict::{
    Conflict, Dependence, Inexact, Meeting, NotAffine, Touch, Unasked, Unbounded, Wild,
};
use accrs_frontend::Unit;
use accrs_frontend::region::VarId;

/// Why a loop runs in parallel or in order.
#[derive(Clone, Debug)]
pub struct Reason {
    pub kind: ReasonKind,
    /// Who steps through it, where it runs in order but what is inside doesn't.
    pub by: Option<Stepper>,
}

/// Who steps through a loop in order around parallel ones.
#[derive(Clone, Debug)]
pub enum Stepper {
    /// The host, which launches what is inside.
    Host,
    /// One gang, whose lanes share what is inside. The host would have launched kernels for each value of these variables; none: it
    /// couldn't have.
    Gang { turns: Vec<VarId> },
    /// All blocks of one kernel, which wait for each other, if no thread has more than so many iterations of what is inside; else the host.
    Blocks { turns: u64 },
}

#[derive(Clone, Debug)]
pub enum ReasonKind {
    /// The user's `seq`.
    SeqClause,
    /// `said`: the user wrote `independent`; otherwise `parallel` implies it.
    Independent {
        said: bool,
    },
    /// Analysis showed that there is no dependence.
    Proven,
    /// Analysis showed it for memory that lies apart. `on_cores`: whether the loop asks for that when it starts on the host's
    /// cores, or else runs in order there; `None`: not decided yet.
    ProvenApart {
        of: Box<Free>,
        on_cores: Option<bool>,
    },
    /// Analysis found a dependence, or couldn't exclude one.
    Dependence(Box<Dependence>),
    NotCanonical,
    /// It could run in parallel but doesn't, for this reason.
    InOrder(InOrder),
    /// A `serial` construct.
    Serial,
    /// It is in a `parallel` construct and has no directive.
    NoDirective,
}

/// Why a loop without dependences runs in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InOrder {
    /// It has no level, and no loop around it has one.
    NoLevel,
    /// The loops around it use all parallelism, so each of their threads runs it in order.
    Inside,
    /// Likewise, since a jump leads past it.
    Passed,
    /// It would have to combine sums in memory, and something else does better.
    Sums(Better),
    /// Likewise, since the loop around it has taken the gangs.
    GangsTaken,
    SeqRoutine,
    /// It has no directive, and leaves the lanes to loops inside of it.
    Inner,
    /// Likewise, and it has too few iterations to be worth the lanes.
    Few,
    /// Likewise, and how many it has is known in each iteration of the loops around only.
    Rows,
    /// Likewise, and there is much to do beside it, which one lane would have to do.
    Rest,
    /// Likewise, and the loops around run along memory as well as it does.
    Along,
    /// Likewise, and what it does shows in which order it is done.
    Shown,
    /// Likewise, and the threads of a block would have to share an array of variable length, which is declared around it.
    OwnArray,
    /// Likewise, and it adds to what isn't the own copy of an iteration around it.
    Sum,
    /// The statements around it in its `kernels` region share a variable, so they can't become kernels of their own.
    SharedVariable,
    /// Likewise a pointer of the host's that one of them assigns.
    MovedPointer,
    Jumps,
    /// It is in a statement that the host can't carry out.
    While,
    Switch,
    Condition(Guard),
    /// The loop around it runs in order, and the host can't step through it.
    Bounds,
    /// Likewise, since its variable is assigned elsewhere in the region as well.
    Assigned,
    /// The loop around it runs in order, and a launch in each of its iterations would take longer than this loop.
    Short,
}

/// What does better than a loop that combines sums. `certain`: nothing has to be asked at run time for the loop to be parallel but for the sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Better {
    /// The loops around it: each of their threads sums up in order.
    Around { certain: bool },
    /// The loops in it: their iterations have sums of their own.
    Inside,
    /// One thread: nothing else in the loop around it runs in parallel, and each of its iterations would have to combine sums.
    Nothing { certain: bool },
}

/// Why the host can't decide a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guard {
    /// It reads what the device may have changed.
    DeviceValue,
    /// The code under it can't be split into kernels.
    Body,
}

impl Reason {
    pub fn new(kind: ReasonKind) -> Self {
        Reason { kind, by: None }
    }

    /// Whether analysis showed that the iterations may run in any order.
    pub fn is_proven(&self) -> bool {
        matches!(
            self.kind,
            ReasonKind::Proven | ReasonKind::ProvenApart { .. }
        )
    }

    /// Whether the reason comes from analysis, whatever it found.
    pub fn is_found(&self) -> bool {
        let found = matches!(
            self.kind,
            ReasonKind::Dependence(_)
                | ReasonKind::NotCanonical
                | ReasonKind::InOrder(InOrder::Sums(_))
        );
        let left = matches!(self.kind, ReasonKind::InOrder(why) if why.leaves_lanes());
        self.is_proven() || found || left
    }

    /// The scalar whose last value is asked for behind the loop, where that keeps it in order.
    pub fn last_value(&self) -> Option<VarId> {
        match &self.kind {
            ReasonKind::Dependence(d) => match **d {
                Dependence::LastValue { var, .. } => Some(var),
                _ => None,
            },
            _ => None,
        }
    }

    /// The reason as a line of a report.
    pub fn words(&self, unit: &Unit) -> String {
        let mut text = self.kind.words(unit);
        match &self.by {
            None => {}
            Some(Stepper::Host) => text.push_str("; the host steps through it"),
            Some(Stepper::Blocks { turns }) => {
                text += &format!(
                    ". One kernel whose blocks wait for each other steps through it, if threads have up to {turns} iterations of a loop in it; otherwise the host does"
                );
            }
            Some(Stepper::Gang { turns }) => {
                text.push_str(". One gang steps through it");
                let names: Vec<String> = turns
                    .iter()
                    .map(|v| show::name(unit, *v).to_string())
                    .collect();
                if !names.is_empty() {
                    text += &format!(
                        ", which saves the host a launch or more for each {}",
                        names.join(" and ")
                    );
                }
            }
        }
        text
    }

    /// What keeps the loop in order, as the end of a sentence about it; `None` if there is nothing to add.
    pub fn cause(&self, unit: &Unit) -> Option<String> {
        match &self.kind {
            ReasonKind::Dependence(d) => Some(dependence(unit, d, "it")),
            ReasonKind::InOrder(InOrder::NoLevel) => None,
            ReasonKind::InOrder(why) => Some(why.words().to_string()),
            kind => Some(kind.words(unit)),
        }
    }
}

impl ReasonKind {
    fn words(&self, unit: &Unit) -> String {
        match self {
            ReasonKind::SeqClause => "seq clause".into(),
            ReasonKind::Independent { said: true } => "independent clause".into(),
            ReasonKind::Independent { said: false } => {
                "a loop of a parallel construct is independent".into()
            }
            ReasonKind::Proven => "Loop is parallelizable".into(),
            ReasonKind::ProvenApart { of, on_cores } => {
                let mut text = String::from("Loop is parallelizable");
                if !of.by_clauses.is_empty() {
                    let pairs = show::pairs(unit, &of.by_clauses);
                    text += &format!(" on a device (data clauses tell {pairs} apart)");
                }
                if !of.asked.is_empty() {
                    let pairs = show::pairs(unit, &of.asked);
                    text += &format!(" if {pairs} don't overlap, which is checked at run time");
                }
                match on_cores {
                    Some(true) if of.asked.is_empty() => text.push_str(
                        ". On the host's cores it is if they don't overlap, which is checked when the loop starts",
                    ),
                    Some(false) => text.push_str(
                        ". It runs sequentially on the host's cores: restrict, independent or -Msafeptr would say more",
                    ),
                    _ => {}
                }
                text
            }
            ReasonKind::Dependence(d) => {
                format!("{}; run sequentially", dependence(unit, d, "Loop"))
            }
            ReasonKind::NotCanonical => {
                "not a canonical loop: its trip count is not known before it starts".into()
            }
            ReasonKind::InOrder(InOrder::NoLevel) => "run sequentially".into(),
            ReasonKind::InOrder(why) if why.leaves_lanes() => {
                format!(
                    "Loop is parallelizable, but run sequentially: {}",
                    why.words()
                )
            }
            ReasonKind::InOrder(why) => {
                let whose = if why.in_a_thread() {
                    " in each thread"
                } else {
                    ""
                };
                format!("run sequentially{whose}: {}", why.words())
            }
            ReasonKind::Serial => "serial construct".into(),
            ReasonKind::NoDirective => "no loop directive".into(),
        }
    }
}

impl InOrder {
    fn in_a_thread(self) -> bool {
        matches!(
            self,
            InOrder::Inside
                | InOrder::Passed
                | InOrder::GangsTaken
                | InOrder::Sums(Better::Around { .. })
        )
    }

    /// It is proven to be parallel and could have lanes, but is better off without.
    fn leaves_lanes(self) -> bool {
        use InOrder::{Along, Few, Inner, OwnArray, Rest, Rows, Short, Shown, Sum};
        matches!(
            self,
            Inner | Few | Rows | Rest | Along | Short | Shown | OwnArray | Sum
        )
    }

    fn words(self) -> &'static str {
        match self {
            InOrder::NoLevel => "no level is left for it",
            InOrder::Inside => "the loops around it use the parallelism",
            InOrder::Sums(Better::Around { .. }) => {
                "it sums up, and the loops around it use the parallelism"
            }
            InOrder::Sums(Better::Inside) => "it sums up, and the loops in it use the parallelism",
            InOrder::Sums(Better::Nothing { .. }) => {
                "it sums up, and the loop around it runs sequentially with nothing else to do in parallel"
            }
            InOrder::Passed => "a jump leads past it",
            InOrder::GangsTaken => GANGS_TAKEN,
            InOrder::Inner => "the lanes are left to the loops inside",
            InOrder::Few => "it has few iterations",
            InOrder::Rows => "how many iterations it has is read in each iteration around it",
            InOrder::Rest => "one lane would do what else there is in the loop around it",
            InOrder::Along => "the threads of the loop around it touch memory as closely",
            InOrder::Shown => "what it does depends on the order",
            InOrder::OwnArray => {
                "threads can't share an array of variable length that is declared around it"
            }
            InOrder::Sum => "it sums up what no iteration around it has for itself",
            InOrder::SeqRoutine => "the routine is seq",
            InOrder::SharedVariable => "a variable declared between the loops is shared by them",
            InOrder::MovedPointer => {
                "a pointer that it uses is assigned in the region, outside of it"
            }
            InOrder::Jumps => "jumps between the loops",
            InOrder::While => {
                "it is in a while loop, whose condition only the device knows; put the region inside the loop"
            }
            InOrder::Switch => "it is under a switch or a label; put the region inside",
            InOrder::Condition(Guard::DeviceValue) => {
                "it is under a condition on what the device may have changed; put the condition around the region"
            }
            InOrder::Condition(Guard::Body) => {
                "it is under a condition, with jumps or variables that the loops share"
            }
            InOrder::Bounds => {
                "the loop around it is sequential, and its bounds are not known to the host"
            }
            InOrder::Assigned => {
                "the loop around it is sequential, and the region assigns that loop's variable elsewhere too"
            }
            InOrder::Short => {
                "it is short, and would be launched in each turn of the loop around it"
            }
        }
    }
}

/// What the report says about a loop that gets no gangs, because the loop around it has them.
pub const GANGS_TAKEN: &str =
    "gang is left to the loop around, since there is other code beside this nest";

/// A dependence as a sentence about a loop. `subject`: what the loop is called there, "Loop" or "it".
pub fn dependence(unit: &Unit, d: &Dependence, subject: &str) -> String {
    let at = |span| show::place(unit, span);
    let name = |v: &VarId| show::name(unit, *v).to_string();
    let may = match subject {
        // It is lower case in the middle of a sentence.
        "it" => "loop may carry a dependence",
        _ => "Loop may carry a dependence",
    };
    match d {
        Dependence::Wild(w) => format!(
            "{may}: {} at {} can touch any memory",
            wild(unit, w),
            at(w.span())
        ),
        Dependence::Tangled(t) => format!(
            "{may}: {} may point to {}, and one of them is written at {}",
            name(&t.pointer),
            name(&t.var),
            at(t.at)
        ),
        Dependence::Memory {
            first,
            second,
            conflict: Conflict::Certain(point),
            ..
        } => {
            let text = show::touch(unit, first);
            let (place, carries) = (at(first.span()), format!("{subject} carries a dependence"));
            let text = match second {
                None => format!("{carries}: {text} is written at {place} by different iterations"),
                Some(second) => format!(
                    "{carries}: {text} written at {place} is {} as {} at {}",
                    verb(second),
                    show::touch(unit, second),
                    at(second.span())
                ),
            };
            match point {
                Some(meeting) => text + &example(unit, meeting),
                None => text,
            }
        }
        Dependence::Memory {
            first,
            second,
            conflict,
            ..
        } => {
            let mut text = format!(
                "{may}: {} written at {}",
                show::touch(unit, first),
                at(first.span())
            );
            if let Some(second) = second {
                text.push_str(&format!(
                    " and {} {} at {}",
                    show::touch(unit, second),
                    verb(second),
                    at(second.span())
                ));
            }
            text + &between(unit, conflict)
        }
        Dependence::Scalar {
            var,
            written,
            read,
            certain,
        } => {
            let (carries, is) = match certain {
                true => (format!("{subject} carries a dependence"), "is"),
                false => (may.to_string(), "may be"),
            };
            let name = &unit.var(*var).name;
            let text = format!("{carries}: {name} written at {}", at(*written));
            match read {
                None => format!("{text} {is} shared by the iterations"),
                Some(read) => format!("{text} {is} read at {} in a later iteration", at(*read)),
            }
        }
        Dependence::LastValue { var, written, read } => format!(
            "the last value of {}, written at {}, is used {}",
            name(var),
            at(*written),
            read.map_or("after the construct".to_string(), |r| format!(
                "at {}",
                at(r)
            ))
        ),
    }
}

/// Two iterations that meet, as the end of a sentence: " (as a[3] in i = 3 and i = 4, where n is 9)".
pub fn example(unit: &Unit, m: &Meeting) -> String {
    // A loop's pointer counts the elements behind where its way begins.
    let way = |v: &VarId| {
        let walks = unit.types.is_pointer(unit.var(*v).ty);
        let (of, _) = m.element.as_ref().filter(|_| walks)?;
        Some(format!("{} + ", show::name(unit, *of)))
    };
    let values = |all: &[(VarId, i64)], is: &str| {
        let one = |(v, n): &(VarId, i64)| {
            let way = way(v).unwrap_or_default();
            format!("{}{is}{way}{n}", show::name(unit, *v))
        };
        all.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let element = m
        .element
        .as_ref()
        .map_or(String::new(), |(array, subscripts)| {
            let subscripts = subscripts.iter().map(|n| format!("[{n}]"));
            format!(
                "as {}{} ",
                show::name(unit, *array),
                subscripts.collect::<String>()
            )
        });
    let given = match m.params.as_slice() {
        [] => String::new(),
        params => format!(", where {}", values(params, " is ")),
    };
    let (first, second) = (values(&m.first, " = "), values(&m.second, " = "));
    format!(" ({element}in {first} and in {second}{given})")
}

/// Why two accesses may meet, as the end of a sentence that names them.
fn between(unit: &Unit, conflict: &Conflict) -> String {
    match conflict {
        Conflict::Certain(_) => String::new(),
        Conflict::Alias(why) => format!(
            " may be the same memory (restrict, or data clauses with sections, tell the pointers apart){}",
            why.as_ref().map_or(String::new(), |w| format!(
                ". It can't be checked at run time, since {}",
                unasked(unit, w)
            ))
        ),
        Conflict::Pointers => ": they are reached through different pointers".into(),
        Conflict::Rows => ": rows that pointers point to may be the same".into(),
        Conflict::Moving => ": pointers in memory are changed in the loop".into(),
        Conflict::NotAffine(why) => format!(": {}", show::is_not_affine(unit, why)),
        Conflict::MayMeet(inexact) => {
            let why = match inexact {
                None => String::new(),
                Some(Inexact::Limit) => " (an exact test of them takes too long)".into(),
                Some(Inexact::Without(why)) => format!(" (there is no exact test: {why})"),
            };
            format!(": their subscripts may be equal in different iterations{why}")
        }
    }
}

/// Why the program can't ask whether memory lies apart, as the end of a sentence.
fn unasked(unit: &Unit, why: &Unasked) -> String {
    let name = |v: &VarId| show::name(unit, *v);
    match why {
        Unasked::Reach(v, why) => format!(
            "how far {} reaches is not known: {}",
            name(v),
            unbounded(unit, why)
        ),
        Unasked::Changes(v) => format!("{} gets its value in the construct", name(v)),
        Unasked::OnDevice(v) => format!("the variable {} is on the device", name(v)),
        Unasked::Beside => "the construct's gangs do more than this nest of loops".into(),
        Unasked::Routine => "its threads call a routine together".into(),
        Unasked::Many => "there are too many pairs of pointers".into(),
    }
}

fn verb(t: &Touch) -> &'static str {
    if t.write { "written" } else { "read" }
}

fn wild(unit: &Unit, w: &Wild) -> String {
    match w {
        Wild::Pointer(_) => "a call through a pointer".into(),
        Wild::Call(f, _) => format!(
            "a call of {}, which uses memory that its arguments don't name",
            unit.function(*f).name
        ),
        Wild::Unknown(f, _) => format!(
            "a call of {} (its body isn't in this file)",
            unit.function(*f).name
        ),
        Wild::Place(e) => show::expr(unit, e),
    }
}

/// Why the part of a pointer's target that is used has no known bounds; words to stand behind a colon.
pub fn unbounded(unit: &Unit, why: &Unbounded) -> String {
    let text = |t: &Touch| show::touch(unit, t);
    match why {
        Unbounded::Derived(t) => {
            format!("{} goes through a pointer derived from it", text(t))
        }
        Unbounded::NoSubscript(t) => format!("{} is not a plain subscript", text(t)),
        Unbounded::Further(t) => format!("{} goes through another pointer", text(t)),
        Unbounded::NotAffine(t, NotAffine::Moves(_)) => {
            format!("the pointer of {} moves in the construct", text(t))
        }
        Unbounded::NotAffine(_, why) => show::is_not_affine(unit, why),
        Unbounded::Guarded(t) => format!("{} is under a condition on a loop's variable", text(t)),
        Unbounded::Loops(t) => {
            format!("the bounds of the loops around {} are not affine", text(t))
        }
        Unbounded::Elsewhere => "its accesses are not in this construct".into(),
        Unbounded::NotBefore => "its bounds are not known to the host before the construct".into(),
    }
}

/// Why the host can't find that part by a scan; words to stand behind [`unbounded`]'s.
pub fn unscanned(unit: &Unit, why: &Unscanned) -> String {
    let name = |v: &VarId| show::name(unit, *v);
    let reason = match why {
        Unscanned::Value(e) => format!("it can't evaluate {} before", show::expr(unit, e)),
        Unscanned::Changes(e, by) => format!(
            "the construct may change {} by its writes to {}",
            show::expr(unit, e),
            name(by)
        ),
        Unscanned::Itself(_) => "its own elements decide which of them are used".into(),
        Unscanned::OnDevice(v) => format!("a clause puts {} on the device", name(v)),
        Unscanned::Reads(v) => format!("which part of {} is read is not known either", name(v)),
        Unscanned::Way => return String::new(),
    };
    format!(". The host can't find it by a scan: {reason}")
}
