//! What a call's items are: which of them count, make entries, copy; and their names in messages.

use super::Data;
use crate::abi::{flag, kind};
use crate::explain::Asked;
use crate::fatal::Failure;
use crate::site::{Caller, text};
use std::borrow::Cow;
use std::ffi::{c_int, c_uint};

/// A struct, or several, that the compiler's own decision brings.
pub fn is_holder(d: &Data) -> bool {
    const BOTH: c_uint = flag::IMPLICIT | flag::STRUCTS;
    d.flags & BOTH == BOTH
}

/// What an item's elements are, with the extents that its section tells: "double[][200]".
pub fn elements_of(d: &Data) -> Cow<'_, str> {
    // SAFETY: such texts are constants of the program.
    let of = unsafe { text(d.of) };
    if d.steps.is_null() || !of.contains("][]") {
        return of;
    }
    // SAFETY: the steps end with a 0.
    let steps = (0..).map(|k| unsafe { *d.steps.add(k) });
    let steps: Vec<usize> = steps.take_while(|s| *s > 0).collect();
    let mut extents = of.split('[');
    let mut out = extents.next().unwrap_or("").to_string();
    for (k, extent) in extents.enumerate() {
        let outer = k.checked_sub(1).and_then(|k| steps.get(k));
        // The outermost one doesn't matter.
        match outer.zip(steps.get(k)) {
            Some((outer, step)) if extent == "]" => out.push_str(&format!("[{}]", outer / step)),
            _ => out.push_str(&format!("[{extent}")),
        }
    }
    Cow::Owned(out)
}

/// Whether there is nothing to hold or move.
pub fn is_empty(d: &Data) -> bool {
    d.host.is_null() || d.bytes == 0
}

/// `delete` of a pointer without a section: whatever holds its target is meant.
pub fn by_address(d: &Data) -> bool {
    d.kind == kind::DELETE && d.flags & flag::ADDRESS != 0 && !d.host.is_null()
}

/// Entries that the reference counters don't know: nothing to count, not counted
/// kinds, and `no_create` of what was absent at entry.
pub fn skipped(d: &Data) -> bool {
    is_empty(d) && !by_address(d)
        || d.flags & flag::OWN != 0
        || matches!(
            d.kind,
            kind::DEVICEPTR | kind::ATTACH | kind::DETACH | kind::USE_DEVICE
        )
        || (d.kind == kind::NO_CREATE && d.device.is_null())
}

/// Where a row's number stands in its entry's flags, above those of the ABI: number + 1.
pub const INDEX_SHIFT: u32 = 19;
const _: () = assert!(flag::FILLED < 1 << INDEX_SHIFT);

/// The number of a row among its section's, from 0; `None` for what is no row.
fn row_of(d: &Data) -> Option<c_uint> {
    (d.flags >> INDEX_SHIFT).checked_sub(1)
}

/// What the item is called in messages.
pub fn name_of(d: &Data) -> Cow<'_, str> {
    // SAFETY: names are constants of the program, or of the API's own entries.
    let name = unsafe { text(d.name) };
    if name.is_empty() {
        Cow::Borrowed("(unnamed data)")
    } else if let Some(row) = row_of(d) {
        Cow::Owned(format!("{name}, row {row}"))
    } else {
        name
    }
}

/// What a message is about.
pub fn asked<'a>(d: &Data, name: &'a str) -> Asked<'a> {
    Asked {
        name,
        start: d.host as usize,
        bytes: d.bytes,
        line: d.line,
    }
}

/// The message for an item of a kind that the call has none of.
pub fn misplaced(place: &Caller<'_>, d: &Data, kind: c_int) -> Failure {
    Failure::new(format!(
        "{place}: {}: data entry of kind {kind} in a call that has none such",
        name_of(d)
    ))
}

/// Whether what is made for the item gets the host's values.
pub fn copies(d: &Data) -> bool {
    matches!(d.kind, kind::COPY | kind::COPYIN)
}

/// Whether the item makes an entry where there is none.
pub fn makes_entry(d: &Data) -> bool {
    let makes = matches!(
        d.kind,
        kind::COPY | kind::COPYIN | kind::COPYOUT | kind::CREATE
    );
    makes && d.flags & flag::OWN == 0 && !is_empty(d)
}

/// Its first byte, and the one behind its last.
pub fn range(d: &Data) -> (usize, usize) {
    let start = d.host as usize;
    (start, start.saturating_add(d.bytes))
}
