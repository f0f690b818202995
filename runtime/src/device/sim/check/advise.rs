//! The clause that is missing where two accesses race.

use super::order::{GANGS, Turn};
use super::watch::{ATOMIC, BY_GANGS, CONSTANT, FIXED, KEPT, SAME, SCALAR, State, UPDATES, WRITES};
use std::ffi::{CStr, c_char};

/// A string constant of the program.
pub fn text(of: *const c_char) -> String {
    // SAFETY: the tables of units hold constants of the program.
    unsafe { CStr::from_ptr(of) }.to_string_lossy().into_owned()
}

/// Two accesses that race, and what is known of them.
pub struct Pair<'a> {
    pub new: u32,
    pub old: u32,
    /// The present iteration writes the element before it reads it, and so did the earlier one.
    pub private: bool,
    /// The outermost claimed loop of which both are iterations.
    pub common: bool,
    pub here: &'a [Turn],
    pub there: &'a [Turn],
    /// The element, in the user's words.
    pub element: &'a str,
}

/// What to do, beginning with the clause or directive.
pub fn advise(state: &State, p: &Pair<'_>) -> String {
    let site = |n: u32| &state.sites[n as usize].site;
    let (new, old) = (site(p.new), site(p.old));
    let both = |bit: u32| new.flags & old.flags & bit != 0;
    let any = |bit: u32| (new.flags | old.flags) & bit != 0;
    let (name, element) = (text(new.name), p.element);
    if !p.common {
        return between_gangs(state, p);
    }
    if any(ATOMIC) {
        let other = if new.flags & ATOMIC != 0 { old } else { new };
        let kind = match other.flags {
            f if f & UPDATES != 0 => "update",
            f if f & WRITES != 0 => "write",
            _ => "read",
        };
        return format!(
            "#pragma acc atomic {kind} at line {}, since the other access is atomic",
            other.line
        );
    }
    let (op, other) = (text(new.op), text(old.op));
    if any(KEPT) && both(UPDATES) {
        return "#pragma acc atomic capture: an iteration uses what its update gives".to_string();
    }
    let sums = any(UPDATES) || new.flags & CONSTANT == 0 && old.flags & CONSTANT == 0;
    if sums && !op.is_empty() && op == other {
        return match both(FIXED) {
            true if both(SCALAR) && *p.element == name => format!("reduction({op}:{element})"),
            true if both(SCALAR) => format!(
                "reduction({op}:{name}) if each of its members is such a sum, else #pragma acc atomic update"
            ),
            true => format!("reduction({op}:{element}) on the loop, or #pragma acc atomic update"),
            false => {
                "#pragma acc atomic update, since several iterations update one element".to_string()
            }
        };
    }
    if p.private && both(SAME) {
        return format!(
            "private({name}), since each iteration writes {element} before it reads it; if any of the values is wanted after the loop, #pragma acc atomic write"
        );
    }
    if both(WRITES) && !any(UPDATES) {
        return format!(
            "#pragma acc atomic write if any of the values will do; else let one iteration write {element}"
        );
    }
    "seq: an iteration needs what another one has, so they can't run at once (or write to an array of its own)".to_string()
}

/// Of gangs that meet outside of a loop that they share.
fn between_gangs(state: &State, p: &Pair<'_>) -> String {
    let gang = |path: &[Turn]| {
        path.iter().any(|t| {
            state
                .loops
                .get(t.id as usize)
                .is_some_and(|l| l.own.by & BY_GANGS != 0)
        })
    };
    match (gang(p.here), gang(p.there)) {
        (true, true) => {
            "a construct of its own for the second loop: gangs don't wait for each other between two loops of one parallel construct"
        }
        (false, false) => {
            "num_gangs(1), a loop directive or #pragma acc atomic: each gang runs what is outside of gang loops"
        }
        _ => {
            "a construct of its own: each gang runs what is outside of gang loops, and doesn't wait for what the others do in the loop"
        }
    }
    .to_string()
}

/// `i = 3, j = 4`; `gang 2` outside of claimed loops; empty where it isn't known.
pub fn iteration(state: &State, path: &[Turn]) -> String {
    let mut words = Vec::new();
    for turn in path.iter().filter(|t| t.id != GANGS) {
        let Some(l) = state.loops.get(turn.id as usize) else {
            continue;
        };
        let names = text(l.own.vars);
        let pairs = names.split(',').zip(&turn.values);
        words.extend(pairs.map(|(name, value)| format!("{name} = {value}")));
    }
    match (words.is_empty(), path.first()) {
        (false, _) => words.join(", "),
        (true, Some(gang)) => format!("gang {}", gang.values.first().copied().unwrap_or(0)),
        (true, None) => String::new(),
    }
}
