//! What is said of operations that no wait orders: of queues with each other, and of a queue and the host.

use super::advise::text;
use super::queues::{Operation, Range};
use super::report::{self, say};
use super::watch::{COPY_READS, COPY_WRITES, State, UPDATES, WRITES};
use crate::notify::{STATS, count};
use std::fmt::Write as _;

/// `reads`, `writes`, `updates`
fn does(flags: u32) -> &'static str {
    match flags {
        f if f & UPDATES != 0 => "updates",
        f if f & WRITES != 0 => "writes",
        _ => "reads",
    }
}

/// The wait that orders the new one of two operations behind the old one; `reads`: the new one reads the device's memory.
fn missing(old: &Operation, new: &Operation, reads: bool) -> String {
    match (old.queue, new.queue) {
        (Some(old), Some(_)) => format!(
            "wait({old}) on the construct at {}, or #pragma acc wait({old}) before it",
            new.place
        ),
        // A region's own copies to the host are made at its end.
        (Some(old), None) if reads && new.construct.starts_with("data") => format!(
            "#pragma acc wait({old}) before the end of the region of {}",
            new.place
        ),
        (Some(old), None) => format!("#pragma acc wait({old}) before {}", new.place),
        (None, Some(new)) => format!("#pragma acc wait({new}) before {}", old.place),
        (None, None) => "a wait between them".into(),
    }
}

/// Two operations' accesses to an element of the device's memory.
pub fn kernels(
    state: &State,
    (new, here): (u32, &Operation),
    (old, there): (u32, &Operation),
    subscripts: &[i64],
) {
    let is_copy = |n: u32| n == COPY_READS || n == COPY_WRITES;
    let site = |n: u32| &state.sites[n as usize];
    let flags = |n: u32| site(n).site.flags;
    let element = match (is_copy(new), is_copy(old)) {
        (false, _) => report::element(state, new, subscripts),
        (true, false) => text(site(old).site.name),
        (true, true) => "the device's memory".into(),
    };
    // Which of them ran first is chance; the one that the program issued later is told as the one that meets the other.
    let ((new, here), (old, there)) = match here.issued < there.issued {
        true => ((old, there), (new, here)),
        false => ((new, here), (old, there)),
    };
    let head = match is_copy(new) {
        true => here.place.clone(),
        false => format!("{}:{}", text(site(new).file), site(new).site.line),
    };
    let mut lines = format!(
        "{head}: check: race on {element}: {} {} what {} {}, and no wait orders them\n",
        here.who(),
        does(flags(new)),
        there.who(),
        does(flags(old)),
    );
    for (n, operation) in [(new, here), (old, there)] {
        let _ = match is_copy(n) {
            true => writeln!(lines, "    {}: copies", operation.words()),
            false => {
                let s = site(n);
                writeln!(
                    lines,
                    "    {}:{}:{}: {} {}: {} ({})",
                    text(s.file),
                    s.site.line,
                    s.site.column,
                    operation.who(),
                    does(flags(n)),
                    text(s.site.text),
                    operation.words()
                )
            }
        };
    }
    let _ = writeln!(
        lines,
        "    missing: {}",
        missing(there, here, new == COPY_READS)
    );
    found(&lines);
}

/// Two operations' copies of one piece of the host's memory.
pub fn copies(old: &Range, new: &Range) {
    let verb = |r: &Range| if r.writes { "writes" } else { "reads" };
    let (here, there) = (&new.operation, &old.operation);
    let mut lines = format!(
        "{}: check: race on the host's {}: {} {} what {} {}, and no wait orders them\n",
        here.place,
        new.name,
        here.who(),
        verb(new),
        there.who(),
        verb(old)
    );
    for r in [new, old] {
        let _ = writeln!(
            lines,
            "    {}: copies {} {}",
            r.operation.words(),
            r.name,
            way(r)
        );
    }
    let _ = writeln!(lines, "    missing: {}", missing(there, here, new.writes));
    found(&lines);
}

fn way(r: &Range) -> &'static str {
    if r.writes {
        "to the host"
    } else {
        "to the device"
    }
}

/// The element of a section that the host touches: `a[3]`, or `element 3 of a[k:n]`.
fn element(r: &Range, place: usize, bytes: usize) -> String {
    let total = r.rows.bytes as usize;
    if r.rows.count > 1 || bytes == 0 || place < r.start || total == bytes {
        return r.name.clone();
    }
    element_of(&r.name, (r.start, total), (place, bytes))
}

/// The same of a section without gaps, whose name and first byte these are.
pub fn element_of(
    named: &str,
    (start, total): (usize, usize),
    (place, bytes): (usize, usize),
) -> String {
    if bytes == 0 || total == bytes {
        return named.into();
    }
    let index = (place - start) / bytes;
    let (name, section) = named.split_once('[').unwrap_or((named, ""));
    match section.is_empty() || section.starts_with("0:") || section.starts_with(':') {
        true if !section.contains('[') && !name.contains(' ') => format!("{name}[{index}]"),
        _ => format!("element {index} of {named}"),
    }
}

/// The host's code touches what a queue may still copy.
pub fn host(r: &Range, (place, bytes): (usize, usize), writes: bool, source: Option<String>) {
    let operation = &r.operation;
    let at = source.unwrap_or_else(|| operation.place.clone());
    let element = element(r, place, bytes);
    let (verb, other) = (
        if writes { "writes" } else { "reads" },
        if r.writes { "write" } else { "read" },
    );
    let who = operation.who();
    let queue = operation.queue.unwrap_or_default();
    found(&format!(
        "{at}: check: the host {verb} {element}, which {who} may still {other}\n    {at}: the host {verb} it\n    {}: copies {} {}\n    \
         missing: #pragma acc wait({queue}) before it\n",
        operation.words(),
        r.name,
        way(r),
    ));
}

/// The program ends, and nothing has waited for what a queue copies to the host.
pub fn never(r: &Range) {
    let queue = r.operation.queue.unwrap_or_default();
    found(&format!(
        "{}: check: nothing waits for {}, which copies {} to the host\n    {}: the program ends before it is known to be done\n    \
         missing: #pragma acc wait({queue}) before its values are used, at the latest before the program ends\n",
        r.operation.place,
        r.operation.who(),
        r.name,
        r.operation.words(),
    ));
}

fn found(lines: &str) {
    if !super::watch::kinds().waits {
        return;
    }
    count(&STATS.missing_waits, 1);
    say("wait", lines);
}
