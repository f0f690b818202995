//! Loops that devices may run in parts: their bounds become variables, so that footprints are those of a part.
//!
//! ```c
//! for (i = 0; i < n; i++)             int i_part_from = 0, i_part_to = n;      // and other values for a part
//!     b[i] = a[i] + a[i + 1];         for (i = i_part_from; i < i_part_to; i++) b[i] = a[i] + a[i + 1];
//! ```
//!
//! Parts come one after the other where the data of all iterations doesn't fit the device (`--acc-parts`), or each goes to a device of its own
//! (`--acc-devices`: a version of the construct beside the one for one device). That is done where a construct is one kernel of one loop over threads, and where nothing else changes by it: which loops are
//! parallel and why, what is asked when the program runs, which data moves ([`may`]). Which parts there are, and whether there may be several at
//! all, is the runtime's decision, which sees addresses.

mod may;
mod narrow;
mod write;

use super::nest::Node;
use crate::options::Options;
use crate::plan::Note;
use accrs_frontend::region::{Construct, ConstructId, Members, Unit};
use indexmap::{IndexMap, IndexSet};
use may::Whole;
use std::borrow::Cow;

pub use narrow::narrow;

/// Why something can't be, in words.
type Why = Cow<'static, str>;

/// How a loop's parts run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// One after the other, where the data of all doesn't fit: all that the device runs has bounds that are variables.
    InTurn,
    /// Each on a device of its own: one device runs what it ran.
    Devices,
}

/// Gives bounds of their own to the loops of which that is true.
pub fn rewrite(unit: &mut Unit, options: &Options) {
    if options.devices && options.device() {
        let (rewritten, reasons) = rewritten(unit, options, Way::Devices);
        if let Some((mut changed, all)) = rewritten {
            for id in all.iter().map(|w| w.construct) {
                let one = unit.construct(id).members.clone();
                let c = &mut changed.constructs[id.index()];
                c.shared = std::mem::replace(&mut c.members, one);
            }
            *unit = changed;
        }
        for (id, why) in reasons {
            unit.constructs[id.index()].undivided = Some(why.into_owned());
        }
    }
    if options.parts && options.device() && !options.memory.is_shared() {
        let (rewritten, _) = rewritten(unit, options, Way::InTurn);
        if let Some((changed, _)) = rewritten {
            *unit = changed;
        }
    }
}

/// Why it can't be for constructs.
type Reasons = IndexMap<ConstructId, Why>;

/// The unit with the loops rewritten for which that can be, if there are any; and why it can't be for others.
fn rewritten(unit: &Unit, options: &Options, way: Way) -> (Option<(Unit, Vec<Whole>)>, Reasons) {
    let mut reasons = Reasons::new();
    let (before, _) = super::plan(unit, options, &IndexSet::new());
    let mut all: Vec<Whole> = Vec::new();
    for c in unit.constructs.iter().filter(|c| may::is_asked(c, &before)) {
        match Whole::of(unit, options, c, &before, way) {
            Ok(whole) => all.push(whole),
            Err(why) => drop(reasons.insert(c.id, why)),
        }
    }
    while !all.is_empty() {
        let mut changed = unit.clone();
        for w in &all {
            write::apply(w, &mut changed);
        }
        let ids = all.iter().map(|w| w.construct).collect();
        let (after, _) = super::plan_of(&changed, options, ids);
        let count = all.len();
        all.retain(|w| match w.settle(&changed, &before, &after, way) {
            Ok(()) => true,
            Err(why) => {
                reasons.insert(w.construct, why);
                false
            }
        });
        if all.len() == count {
            return (Some((changed, all)), reasons);
        }
    }
    (None, reasons)
}

/// The unit as several devices run it, and the constructs that they share; `None`: there are none.
pub fn shared(unit: &Unit) -> Option<(Unit, IndexSet<ConstructId>)> {
    let ids = unit.constructs.iter().filter(|c| c.shared.is_some());
    let ids: IndexSet<ConstructId> = ids.map(|c| c.id).collect();
    if ids.is_empty() {
        return None;
    }
    let mut own = unit.clone();
    for c in &mut own.constructs {
        if let Some(members) = c.shared.take() {
            c.members = Some(members);
        }
    }
    Some((own, ids))
}

/// Why no loop of the program can be divided, whatever it is.
fn refused(options: &Options) -> Option<&'static str> {
    if options.check {
        return Some("with -acc=check, one device runs all of a construct");
    }
    options
        .memory
        .is_shared()
        .then_some("host and devices share their memory")
}

/// Tells of loops that can run in parts.
pub fn settle(c: &Construct, roots: &mut [Node<'_>]) {
    let of = |members: &Option<Box<Members>>| members.as_ref()?.parts.as_ref().map(|p| p.id);
    let (in_turn, shared) = (of(&c.members), of(&c.shared));
    for n in roots.iter_mut() {
        if in_turn == Some(n.loop_.id) {
            let note = "runs in parts where its data doesn't fit the device";
            n.decision.notes.push(note.into());
        }
        if shared == Some(n.loop_.id) {
            let note = "may be shared by several devices (--acc-devices)";
            n.decision.notes.push(note.into());
        }
    }
}

/// Tells why a construct can't be shared.
pub fn note(c: &Construct, line: u32) -> Option<Note> {
    let why = c.undivided.as_ref()?;
    Some(Note::new(line, format!("runs on one device: {why}")))
}
