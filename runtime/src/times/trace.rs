//! `ACCRS_TRACE`: what happened when, in the Trace Event Format that Perfetto and chrome://tracing read. The host's threads
//! and the queues of each device are tracks; an arrow leads from where a kernel or copy is put on a queue to where it runs.

use super::json::us;
use super::record::{NameId, PlaceId, Record, Way};
use crate::quoted::quoted;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_int;
use std::io::{self, Write};

/// Where an event is shown. Events of one track follow each other, or are within each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Track {
    /// A thread of the host, by the system's number.
    Thread(i32),
    /// A queue of a device (its name), by its async value.
    Queue(NameId, c_int),
    /// A stream of synchronous operations.
    Sync(NameId, u64),
}

#[derive(Clone, Copy, Debug)]
pub enum What {
    Construct,
    Enter,
    Exit,
    Update,
    Wait,
    Open(NameId),
    Load(NameId),
    /// Grid and block; none on the cores.
    Kernel(NameId, Option<[[u32; 3]; 2]>),
    Transfer(Way, NameId, u64),
}

/// Times are nanoseconds since the start.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub track: Track,
    pub what: What,
    pub place: PlaceId,
    pub began: u64,
    pub took: u64,
    /// A number that the event where it is put on a queue shares with the one where it runs; 0: none.
    pub flow: u64,
    /// The program ended in it.
    pub open: bool,
}

/// Events, up to a number.
#[derive(Default)]
pub struct Trace {
    events: Vec<Event>,
    pub most: usize,
    pub dropped: u64,
    /// Names of the host's threads.
    pub threads: BTreeMap<i32, String>,
}

impl Trace {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            ..Self::default()
        }
    }

    pub fn add(&mut self, event: Event) {
        if self.events.len() < self.most {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }

    pub fn write(&self, record: &Record, program: &str, out: &mut dyn Write) -> io::Result<()> {
        let rows = rows(&self.events);
        writeln!(
            out,
            "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"program\":{},\"dropped\":{}}},\n\"traceEvents\":[",
            quoted(program),
            self.dropped
        )?;
        write!(out, "{}", metadata("process_name", host(), 0, program))?;
        let mut named = BTreeSet::new();
        for (track, row) in &rows {
            let (pid, tid) = row.ids;
            let name = match track {
                Track::Thread(tid) => self.threads.get(tid).cloned().unwrap_or_default(),
                Track::Queue(_, key) => format!("queue {key}"),
                Track::Sync(..) => "synchronous".to_string(),
            };
            if let Track::Queue(device, _) | Track::Sync(device, _) = track
                && named.insert(pid)
            {
                write!(
                    out,
                    ",\n{}",
                    metadata("process_name", pid, 0, &record.names[*device])
                )?;
            }
            write!(out, ",\n{}", metadata("thread_name", pid, tid, &name))?;
        }
        for row in rows.values() {
            for event in &row.events {
                write!(out, ",\n{}", slice(record, event, row.ids))?;
                if event.flow > 0 {
                    write!(out, ",\n{}", arrow(event, row.ids))?;
                }
            }
        }
        writeln!(out, "\n]}}")
    }
}

/// The process, as a viewer knows it.
fn host() -> i64 {
    i64::from(std::process::id())
}

/// A track with its events in order, and the numbers of process and thread that viewers know it by.
struct Row {
    ids: (i64, i64),
    events: Vec<Event>,
}

/// Devices are processes of their own to viewers: numbers that no process of Linux has.
const DEVICES: i64 = 10_000_000;

fn rows(events: &[Event]) -> BTreeMap<Track, Row> {
    let mut rows = BTreeMap::new();
    for event in events {
        let row = rows.entry(event.track).or_insert_with(|| Row {
            ids: (0, 0),
            events: Vec::new(),
        });
        row.events.push(*event);
    }
    for (at, (track, row)) in rows.iter_mut().enumerate() {
        row.ids = match track {
            Track::Thread(tid) => (host(), i64::from(*tid)),
            Track::Queue(device, _) | Track::Sync(device, _) => {
                (DEVICES + *device as i64, 2 * DEVICES + at as i64)
            }
        };
        if matches!(track, Track::Thread(_)) {
            // What lies around others comes first; of two alike, the one that ended later, which came in later.
            row.events.reverse();
            row.events.sort_by_key(|e| (e.began, u64::MAX - e.took));
        } else {
            row.events.sort_by_key(|e| (e.began + e.took, e.began));
            follow(&mut row.events);
        }
    }
    rows
}

/// What is on a queue runs one after the other. Two host threads that use it at once may put their marks on it in between each
/// other: then the operation that ended later began when the other one was over. Each takes a nanosecond at least: viewers put operations that take
/// none, and begin at once, inside each other. `events`: by their ends.
fn follow(events: &mut [Event]) {
    let mut last = 0;
    for event in events {
        let end = (event.began + event.took).max(last);
        event.began = event.began.max(last);
        event.took = (end - event.began).max(1);
        last = event.began + event.took;
    }
}

fn metadata(kind: &str, pid: i64, tid: i64, name: &str) -> String {
    let name = quoted(name);
    format!(
        "{{\"ph\":\"M\",\"name\":\"{kind}\",\"pid\":{pid},\"tid\":{tid},\"args\":{{\"name\":{name}}}}}"
    )
}

fn slice(record: &Record, event: &Event, (pid, tid): (i64, i64)) -> String {
    let place = &record.places[event.place];
    let name = |id: NameId| record.names[id].as_str();
    let on_host = matches!(event.track, Track::Thread(_));
    let word = place.construct.as_str();
    let (category, title) = match event.what {
        What::Construct => ("construct", word.to_string()),
        What::Enter => ("data", format!("enter {word}")),
        What::Exit => ("data", format!("exit {word}")),
        What::Update => ("data", word.to_string()),
        What::Wait => ("wait", "wait".to_string()),
        What::Open(device) => ("device", format!("open {}", name(device))),
        What::Load(source) => ("device", format!("kernels of {}", name(source))),
        What::Kernel(kernel, Some(_)) if on_host => ("queue", format!("launch {}", name(kernel))),
        What::Kernel(kernel, _) => ("kernel", name(kernel).to_string()),
        What::Transfer(way, variable, _) if on_host => {
            ("queue", format!("queue {} {}", way.word(), name(variable)))
        }
        What::Transfer(way, variable, _) => {
            ("transfer", format!("{} {}", way.word(), name(variable)))
        }
    };
    let mut args = vec![("construct", quoted(word))];
    if !place.file.is_empty() {
        args.push(("source", quoted(&format!("{}:{}", place.file, place.line))));
        args.push(("function", quoted(&place.function)));
    }
    match event.what {
        What::Kernel(_, Some([grid, block])) => {
            let extents = |n: [u32; 3]| quoted(&format!("{}x{}x{}", n[0], n[1], n[2]));
            args.extend([("grid", extents(grid)), ("block", extents(block))]);
        }
        What::Transfer(_, variable, bytes) => {
            args.extend([
                ("variable", quoted(name(variable))),
                ("bytes", bytes.to_string()),
            ]);
        }
        _ => {}
    }
    if event.open {
        args.push(("unfinished", "true".to_string()));
    }
    let args: Vec<String> = args
        .into_iter()
        .map(|(key, value)| format!("\"{key}\":{value}"))
        .collect();
    format!(
        "{{\"ph\":\"X\",\"cat\":\"{category}\",\"name\":{},\"pid\":{pid},\"tid\":{tid},\"ts\":{},\"dur\":{},\"args\":{{{}}}}}",
        quoted(title.trim_end()),
        us(event.began),
        us(event.took),
        args.join(",")
    )
}

/// From the host's slice to the queue's.
fn arrow(event: &Event, (pid, tid): (i64, i64)) -> String {
    let end = match event.track {
        Track::Thread(_) => "\"ph\":\"s\"",
        _ => "\"ph\":\"f\",\"bp\":\"e\"",
    };
    format!(
        "{{{end},\"cat\":\"queue\",\"name\":\"queued\",\"id\":{},\"pid\":{pid},\"tid\":{tid},\"ts\":{}}}",
        event.flow,
        us(event.began)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_a_queue_dont_overlap() {
        let event = |began, took| Event {
            track: Track::Queue(0, 1),
            what: What::Wait,
            place: 0,
            began,
            took,
            flow: 0,
            open: false,
        };
        // The second one's mark was put before the first one began.
        let mut events = [event(20, 5), event(10, 20), event(15, 25), event(50, 1)];
        follow(&mut events);
        let seen: Vec<_> = events.iter().map(|e| (e.began, e.took)).collect();
        assert_eq!(seen, [(20, 5), (25, 5), (30, 10), (50, 1)]);
    }

    #[test]
    fn operations_of_a_queue_are_never_inside_each_other() {
        let event = |began, took, flow| Event {
            track: Track::Queue(0, 1),
            what: What::Wait,
            place: 0,
            began,
            took,
            flow,
            open: false,
        };
        // Those that take no time come before the one that begins with them, in the order in which they came.
        let rows = rows(&[event(5, 0, 1), event(5, 9, 3), event(5, 0, 2)]);
        let seen: Vec<_> = rows
            .values()
            .flat_map(|row| &row.events)
            .map(|e| (e.flow, e.began, e.took))
            .collect();
        assert_eq!(seen, [(1, 5, 1), (2, 6, 1), (3, 7, 7)]);
    }

    #[test]
    fn what_lies_around_comes_first() {
        let event = |took, flow| Event {
            track: Track::Thread(1),
            what: What::Wait,
            place: 0,
            began: 5,
            took,
            flow,
            open: false,
        };
        // As they end: what is within ends first.
        let rows = rows(&[event(3, 1), event(3, 2), event(4, 3)]);
        let seen: Vec<_> = rows.values().flat_map(|row| &row.events).collect();
        assert_eq!(seen.iter().map(|e| e.flow).collect::<Vec<_>>(), [3, 2, 1]);
    }

    #[test]
    fn a_full_trace_counts_what_it_drops() {
        let mut trace = Trace {
            most: 1,
            ..Trace::default()
        };
        for began in 0..3 {
            trace.add(Event {
                track: Track::Thread(1),
                what: What::Wait,
                place: 0,
                began,
                took: 1,
                flow: 0,
                open: false,
            });
        }
        assert_eq!((trace.events.len(), trace.dropped), (1, 2));
    }
}
