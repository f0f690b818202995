//! What is said when data isn't where a clause wants it (§2.7.3, §5.2.2).
//!
//! Each message names the variable, the clause's file and line, the range asked
//! for, what the present table holds, and what to do.

use crate::device::DeviceError;
use crate::fatal::{Code, Failure};
use crate::present::Table;
use crate::site::Caller;
use crate::state::DeviceState;
use std::fmt::Write as _;

/// The section that a message is about.
pub struct Asked<'a> {
    pub name: &'a str,
    pub start: usize,
    pub bytes: usize,
    pub line: i32,
}

impl Asked<'_> {
    fn head(&self, place: &Caller<'_>) -> String {
        let construct = match place {
            Caller::Construct(site) => {
                // SAFETY: a site's strings are constants of the program.
                let function = unsafe { crate::site::text(site.function) };
                let within = if function.is_empty() {
                    String::new()
                } else {
                    format!("in {function}, ")
                };
                format!(" ({within}{})", place.construct())
            }
            Caller::Api(_) => String::new(),
        };
        format!("{}{construct}: {}", place.at(self.line), self.name)
    }

    fn range(&self) -> String {
        format!("{} bytes at {:#x}", self.bytes, self.start)
    }
}

/// `acc_error_not_present`
pub fn not_present(
    state: &DeviceState,
    table: &Table,
    asked: &Asked<'_>,
    place: &Caller<'_>,
) -> Failure {
    let mut text = format!(
        "{} ({}) is not present on {state}; ",
        asked.head(place),
        asked.range()
    );
    text += &held(table);
    text += "; put it there with a copyin or create clause, or with enter data, before this";
    Failure::of(Code::NotPresent, text)
}

/// `acc_error_not_present`: a pointer of unknown extent that leads to the host's memory alone, before the kernel that would
/// follow it there.
pub fn unreachable(
    state: &DeviceState,
    table: &Table,
    asked: &Asked<'_>,
    place: &Caller<'_>,
) -> Failure {
    let name = asked.name;
    let mut text = format!(
        "{} points to host memory ({:#x}) that is not present on {state}, and no clause says how much of it the \
         construct uses; ",
        asked.head(place),
        asked.start
    );
    text += &held(table);
    let _ = write!(
        text,
        "; add a data clause with the extent, as in copy({name}[0:n]), put it there with enter data before this, or \
         give deviceptr({name}) the address of device memory"
    );
    Failure::of(Code::NotPresent, text)
}

/// Whether the compiler asked for structs as a whole, since the construct uses members of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Structs {
    No,
    One,
    Several,
}

/// `acc_error_partly_present`
pub fn partly_present(
    state: &DeviceState,
    table: &Table,
    asked: &Asked<'_>,
    place: &Caller<'_>,
    structs: Structs,
) -> Failure {
    let mut text = format!(
        "{} ({}) is not present on {state}; ",
        asked.head(place),
        asked.range()
    );
    let mut names = Vec::new();
    for (i, entry) in table
        .overlapping(asked.start, asked.bytes)
        .take(4)
        .enumerate()
    {
        names.push(entry.name());
        let from = entry.start.max(asked.start);
        let to = entry.end().min(asked.start.saturating_add(asked.bytes));
        let _ = write!(
            text,
            "{}{} is, since {} (bytes {} to {} of those asked for)",
            if i > 0 { ", and " } else { "" },
            entry.name(),
            entry.since(),
            from - asked.start,
            to - asked.start,
        );
    }
    let (name, members) = (asked.name, names.join(", "));
    text += &match structs {
        Structs::No => "; a section must be present as a whole or not at all: name the same range in both places, or the \
                        larger one first"
            .to_string(),
        Structs::One => format!(
            "; name the members that the construct uses in clauses of it, as in present({members}), or map all of \
             {name} before its members"
        ),
        Structs::Several => format!("; map all of {name} before members of it"),
    };
    Failure::of(Code::PartlyPresent, text)
}

/// `acc_error_present`: `acc_map_data` of what is there already.
pub fn already_present(
    state: &DeviceState,
    table: &Table,
    asked: &Asked<'_>,
    place: &Caller<'_>,
) -> Failure {
    let mut text = format!(
        "{} ({}) is already present on {state}: ",
        asked.head(place),
        asked.range()
    );
    for (i, entry) in table
        .overlapping(asked.start, asked.bytes)
        .take(4)
        .enumerate()
    {
        let _ = write!(
            text,
            "{}{}, since {}",
            if i > 0 { "; " } else { "" },
            entry.name(),
            entry.since()
        );
    }
    Failure::of(Code::Present, text)
}

/// A few of the sections that are present.
fn held(table: &Table) -> String {
    let n = table.iter().count();
    if n == 0 {
        return "nothing is".into();
    }
    let some: Vec<_> = table
        .iter()
        .take(4)
        .map(|e| {
            format!(
                "{} ({} bytes at {:#x}, since {})",
                e.name(),
                e.bytes,
                e.start,
                e.since()
            )
        })
        .collect();
    let more = if n > some.len() {
        format!(" and {} more", n - some.len())
    } else {
        String::new()
    };
    format!("what is: {}{more}", some.join(", "))
}

/// A driver's error in the course of a clause's work.
pub fn driver(
    state: &DeviceState,
    table: &Table,
    asked: &Asked<'_>,
    place: &Caller<'_>,
    error: &DeviceError,
) -> Failure {
    let head = asked.head(place);
    let DeviceError::OutOfMemory {
        asked: bytes,
        free,
        total,
    } = error
    else {
        return Failure::of(Code::Execution, format!("{head}: {state}: {error}"));
    };
    let mut text = format!(
        "{head}: out of memory on {state}: {bytes} bytes asked for, {free} of {total} are free"
    );
    let mut largest: Vec<_> = table.iter().collect();
    largest.sort_by_key(|e| std::cmp::Reverse(e.bytes));
    for (i, entry) in largest.iter().take(3).enumerate() {
        let _ = write!(
            text,
            "{} {} ({} bytes, since {})",
            if i > 0 {
                ","
            } else {
                "; the largest sections held:"
            },
            entry.name(),
            entry.bytes,
            entry.since()
        );
    }
    let region = place.construct() == "data";
    text += match region {
        true => {
            "; move less with a subarray, or leave it to the compute constructs inside, which run on the host's cores \
                 where their data doesn't fit; or"
        }
        false => "; delete what is no longer needed with exit data, move less with a subarray, or",
    };
    text += " choose a device with more memory (ACC_DEVICE_NUM), or the host's cores (ACC_DEVICE_TYPE=multicore)";
    Failure::of(Code::OutOfMemory, text)
}
