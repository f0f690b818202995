//! A run of the program, from the file that `ACCRS_TRACE` names: the Trace Event Format as the runtime writes it (`runtime/src/times/trace.rs`).

use super::sums::{self, Sums};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Most slices that a page gets: more than these a browser shows slowly. The longest ones are taken.
const MOST: usize = 200_000;

/// What a page shows of a run.
#[derive(Serialize, Debug)]
pub struct Run {
    pub file: String,
    pub program: String,
    /// Events that the program didn't keep, and slices that were left out of the page.
    pub dropped: u64,
    pub left_out: usize,
    pub tracks: Vec<Track>,
    /// Names of slices.
    pub names: Vec<String>,
    pub places: Vec<Place>,
    /// Over all slices.
    pub sums: Sums,
    /// In the order of their beginnings.
    pub slices: Vec<Slice>,
}

/// A thread of the host, or a queue of a device.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub struct Track {
    pub process: String,
    pub name: String,
    pub host: bool,
}

impl Track {
    /// What runs kernels there: a device's name, or the cores, whose kernels run on the host's threads.
    pub fn device(&self) -> &str {
        if self.host {
            "the cores"
        } else {
            &self.process
        }
    }
}

#[derive(Serialize, Debug, PartialEq, Eq, Hash, Clone)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub construct: String,
}

/// Times are microseconds; `place` and `name` are indices, without a place -1.
#[derive(Serialize, Debug)]
pub struct Slice {
    #[serde(rename = "k")]
    pub track: usize,
    #[serde(rename = "c")]
    pub category: String,
    #[serde(rename = "n")]
    pub name: usize,
    #[serde(rename = "p")]
    pub place: i64,
    #[serde(rename = "s")]
    pub start: f64,
    #[serde(rename = "d")]
    pub duration: f64,
    #[serde(rename = "b", skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    #[serde(rename = "g", skip_serializing_if = "Option::is_none")]
    pub shape: Option<[String; 2]>,
}

#[derive(Deserialize)]
struct Trace {
    #[serde(rename = "traceEvents")]
    events: Vec<Event>,
    #[serde(rename = "otherData", default)]
    other: Other,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Other {
    program: String,
    dropped: u64,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Event {
    ph: String,
    cat: String,
    name: String,
    pid: i64,
    tid: i64,
    ts: f64,
    dur: f64,
    args: Arguments,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Arguments {
    name: Option<String>,
    construct: Option<String>,
    source: Option<String>,
    variable: Option<String>,
    bytes: Option<u64>,
    grid: Option<String>,
    block: Option<String>,
}

/// Reads a trace.
///
/// # Errors
/// A file that can't be read, or that isn't a trace; the message names it.
pub fn read(path: &Path) -> Result<Run, String> {
    let shown = path.display();
    let text = std::fs::read(path).map_err(|e| format!("--trace: '{shown}' can't be read: {e}"))?;
    let trace: Trace = serde_json::from_slice(&text).map_err(|e| {
        format!(
            "--trace: '{shown}' is not a trace as ACCRS_TRACE={shown} makes a program write it: {e}"
        )
    })?;
    Ok(of(trace, shown.to_string()))
}

fn of(trace: Trace, file: String) -> Run {
    let mut tracks: indexmap::IndexMap<(i64, i64), Track> = indexmap::IndexMap::new();
    let mut processes = std::collections::HashMap::new();
    for e in trace.events.iter().filter(|e| e.ph == "M") {
        let name = e.args.name.clone().unwrap_or_default();
        match e.name.as_str() {
            "process_name" => drop(processes.insert(e.pid, name)),
            "thread_name" => {
                let track = Track {
                    process: String::new(),
                    name,
                    host: false,
                };
                tracks.entry((e.pid, e.tid)).or_insert(track);
            }
            _ => {}
        }
    }
    let host = trace.events.iter().find(|e| e.ph == "M").map(|e| e.pid);
    for ((pid, _), track) in &mut tracks {
        track.process = processes.get(pid).cloned().unwrap_or_default();
        track.host = host == Some(*pid);
    }
    let mut names: indexmap::IndexSet<String> = indexmap::IndexSet::new();
    let mut places: indexmap::IndexSet<Place> = indexmap::IndexSet::new();
    let mut slices = Vec::new();
    for e in trace.events.into_iter().filter(|e| e.ph == "X") {
        let Some(track) = tracks.get_index_of(&(e.pid, e.tid)) else {
            continue;
        };
        let place = e.args.source.as_deref().and_then(|s| s.rsplit_once(':'));
        let place = place.and_then(|(file, line)| {
            Some(Place {
                file: file.to_string(),
                line: line.parse().ok()?,
                construct: e.args.construct.clone().unwrap_or_default(),
            })
        });
        slices.push(Slice {
            track,
            category: e.cat,
            name: names.insert_full(e.name).0,
            place: place.map_or(-1, |p| i64::try_from(places.insert_full(p).0).unwrap_or(-1)),
            start: e.ts,
            duration: e.dur,
            bytes: e.args.bytes,
            variable: e.args.variable,
            shape: e.args.grid.zip(e.args.block).map(|(g, b)| [g, b]),
        });
    }
    slices.sort_by(|a: &Slice, b| {
        let around = b.duration.total_cmp(&a.duration);
        a.start.total_cmp(&b.start).then(around)
    });
    let tracks: Vec<Track> = tracks.into_values().collect();
    let sums = sums::of(&slices, &tracks, &names);
    let left_out = slices.len().saturating_sub(MOST);
    if left_out > 0 {
        slices.sort_by(|a, b| b.duration.total_cmp(&a.duration));
        slices.truncate(MOST);
        slices.sort_by(|a, b| a.start.total_cmp(&b.start));
    }
    Run {
        file,
        program: trace.other.program,
        dropped: trace.other.dropped,
        left_out,
        tracks,
        sums,
        names: names.into_iter().collect(),
        places: places.into_iter().collect(),
        slices,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn sums_of_a_trace() {
        let text = r#"{"otherData":{"program":"p","dropped":2},"traceEvents":[
            {"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"p"}},
            {"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"main thread"}},
            {"ph":"M","name":"process_name","pid":10,"tid":0,"args":{"name":"sim:0"}},
            {"ph":"M","name":"thread_name","pid":10,"tid":11,"args":{"name":"queue 1"}},
            {"ph":"X","cat":"wait","name":"wait","pid":7,"tid":7,"ts":6,"dur":3,"args":{"construct":"parallel","source":"a:b.c:3"}},
            {"ph":"X","cat":"construct","name":"parallel","pid":7,"tid":7,"ts":1,"dur":9,"args":{"construct":"parallel","source":"a:b.c:3"}},
            {"ph":"X","cat":"kernel","name":"k","pid":10,"tid":11,"ts":2,"dur":4,"args":{"construct":"parallel","source":"a:b.c:3","grid":"2x1x1","block":"32x2x1"}},
            {"ph":"X","cat":"transfer","name":"upload x[0:4]","pid":10,"tid":11,"ts":20,"dur":2,"args":{"construct":"parallel","source":"a:b.c:3","variable":"x[0:4]","bytes":16}},
            {"ph":"X","cat":"transfer","name":"upload x[0:4]","pid":10,"tid":11,"ts":22,"dur":2,"args":{"construct":"parallel","source":"a:b.c:3","variable":"x[0:4]","bytes":16}},
            {"ph":"X","cat":"data","name":"enter data","pid":7,"tid":7,"ts":30,"dur":1,"args":{"construct":"data","source":"a:b.c:9"}},
            {"ph":"X","cat":"data","name":"exit data","pid":7,"tid":7,"ts":40,"dur":2,"args":{"construct":"data","source":"a:b.c:9"}}]}"#;
        let run = of(serde_json::from_str(text).unwrap(), "t".into());
        assert_eq!((run.dropped, run.left_out), (2, 0));
        let line = &run.sums.lines[0];
        assert_eq!((line.host, line.times, line.waits), (9.0, 1, 3.0));
        assert_eq!((line.kernels, line.transfers), (4.0, 4.0));
        assert_eq!(run.places[0].file, "a:b.c");
        assert_eq!(run.sums.kernels[0].threads, 128);
        let t = &run.sums.transfers[0];
        assert_eq!((t.count, t.bytes, t.way.as_str()), (2, 32, "upload"));
        // A data region is met once: by its entry, not by its exit.
        let region = &run.sums.lines[1];
        assert_eq!((region.host, region.times), (3.0, 1));
        assert_eq!((run.sums.began, run.sums.ended), (1.0, 42.0));
    }
}
