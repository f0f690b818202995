//! What `ACCRS_TIME` and `ACCRS_TRACE` say of a program, against its `times` lines. Durations are only held against each other.

use crate::spec::{Expectation, Op};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

/// What must be said of a construct, or of a kernel or a variable in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    pub line: u64,
    /// `kernel`, `upload` or `download` and a name; none: the construct.
    pub of: Option<(String, String)>,
    /// Kernels and transfers together took no longer than the construct.
    pub within: bool,
    pub counts: Vec<Expectation>,
}

/// `device line 12 kernel NAME launches=3`, with the parser of counts.
pub fn parse(
    value: &str,
    counts: impl Fn(&str) -> Result<Vec<Expectation>, String>,
) -> Result<Said, String> {
    let words: Vec<&str> = value.split_whitespace().collect();
    let [device, "line", line, rest @ ..] = &words[..] else {
        return Err("times: want 'DEVICE line N …'".into());
    };
    let line = line.parse().map_err(|_| "times: no line".to_string())?;
    let (of, rest) = match rest {
        [what @ ("kernel" | "upload" | "download"), name, rest @ ..] => {
            (Some((what.to_string(), name.to_string())), rest)
        }
        rest => (None, rest),
    };
    let within = rest.first() == Some(&"within");
    let rest = if within { &rest[1..] } else { rest };
    let counts = counts(&format!("{device} {}", rest.join(" ")))?;
    let about = Expectation {
        device: device.to_string(),
        count: String::new(),
        op: Op::AtLeast,
        value: 0,
    };
    let counts = std::iter::once(about).chain(counts).collect();
    Ok(Said {
        line,
        of,
        within,
        counts,
    })
}

impl Said {
    fn applies_to(&self, device: &str) -> bool {
        self.counts[0].applies_to(device)
    }
}

fn read(path: &Path) -> Result<Value, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
    serde_json::from_str(&text).map_err(|e| format!("{name}: {e}"))
}

/// All lines hold of the file of times, and it holds together.
pub fn check(said: &[Said], device: &str, path: &Path) -> Result<(), String> {
    let times = read(path)?;
    let constructs = list(&times, "constructs")?;
    for construct in constructs {
        for part in ["kernels", "transfers"] {
            list(construct, part)?.iter().try_for_each(consistent)?;
        }
    }
    for one in said.iter().filter(|one| one.applies_to(device)) {
        held(one, constructs).map_err(|why| {
            let seen = serde_json::to_string_pretty(&times).unwrap_or_default();
            format!("times: line {} {:?}: {why}\n{seen}", one.line, one.of)
        })?;
    }
    Ok(())
}

fn list<'v>(value: &'v Value, name: &str) -> Result<&'v Vec<Value>, String> {
    let found = value.get(name).and_then(Value::as_array);
    found.ok_or(format!("'{name}' is missing in {value}"))
}

fn number(value: &Value, name: &str) -> Result<f64, String> {
    let found = value.get(name).and_then(Value::as_f64);
    found.ok_or(format!("'{name}' is missing in {value}"))
}

/// Each launch and copy has its time, and least, mean, most and sum belong together.
fn consistent(value: &Value) -> Result<(), String> {
    let get = |name| number(value, name);
    let times = get("launches").or_else(|_| get("count"))?;
    let (least, mean, most) = (get("min_us")?, get("avg_us")?, get("max_us")?);
    let total = get("total_us")?;
    let near = 0.001 * times + 0.001;
    let holds = get("timed")? == times
        && least <= mean + near
        && mean <= most + near
        && (mean * times - total).abs() <= near
        && least * times <= total + near;
    holds
        .then_some(())
        .ok_or(format!("these times don't belong together: {value}"))
}

fn held(said: &Said, constructs: &[Value]) -> Result<(), String> {
    let on_line = |c: &&Value| c["line"].as_u64() == Some(said.line);
    let all: Vec<&Value> = constructs.iter().filter(on_line).collect();
    let [construct] = all[..] else {
        return Err(format!("{} constructs there", all.len()));
    };
    if said.within {
        let mut parts = 0.0;
        for part in ["kernels", "transfers"] {
            for one in list(construct, part)? {
                parts += number(one, "total_us")?;
            }
        }
        let whole = number(construct, "time_us")?;
        if parts > whole + 0.1 {
            return Err(format!("its parts take {parts} us, and it takes {whole}"));
        }
    }
    let values: Vec<&Value> = match &said.of {
        None => vec![construct],
        Some((what, name)) => {
            let (part, key) = match what.as_str() {
                "kernel" => ("kernels", "kernel"),
                _ => ("transfers", "variable"),
            };
            let is_it = |v: &&Value| {
                v[key].as_str() == Some(name)
                    && (what == "kernel" || v["direction"] == what.as_str())
            };
            list(construct, part)?.iter().filter(is_it).collect()
        }
    };
    // One for each device.
    for count in &said.counts[1..] {
        let each = values.iter().map(|v| v[&count.count].as_u64());
        let seen = each.sum::<Option<u64>>();
        if !seen.is_some_and(|seen| count.holds(seen)) {
            return Err(format!("{} is {seen:?}", count.count));
        }
    }
    Ok(())
}

/// A track, as viewers know it: the numbers of a process and of a thread.
type Ids = (u64, u64);

/// Devices are processes with numbers from here on.
const DEVICES: u64 = 10_000_000;

/// What a trace holds.
#[derive(Default)]
struct Tracks {
    /// When slices began and ended, in the file's order.
    slices: BTreeMap<Ids, Vec<(f64, f64)>>,
    processes: BTreeSet<u64>,
    threads: BTreeSet<Ids>,
    /// Ends of arrows, with the track and the time.
    left: HashMap<u64, (Ids, f64)>,
    came: HashMap<u64, (Ids, f64)>,
}

/// The trace has the fields that the Trace Event Format asks for; processes and tracks have one name each; slices stand in the order of their
/// times, those of a thread beside or within each other, those of a queue one after the other; each arrow leads forwards, from a slice to a slice.
pub fn check_trace(path: &Path) -> Result<(), String> {
    let trace = read(path)?;
    let mut tracks = Tracks::default();
    for event in list(&trace, "traceEvents")? {
        tracks.add(event).map_err(|why| format!("trace: {why}"))?;
    }
    tracks.check().map_err(|why| format!("trace: {why}"))
}

impl Tracks {
    fn add(&mut self, event: &Value) -> Result<(), String> {
        let id = |name: &str| event[name].as_u64().ok_or(format!("no {name}: {event}"));
        let ids = (id("pid")?, id("tid")?);
        let name = event["name"].as_str().ok_or(format!("no name: {event}"))?;
        let phase = event["ph"].as_str();
        if phase == Some("M") {
            event["args"]["name"].as_str().ok_or(event.to_string())?;
            let new = match name {
                "process_name" => self.processes.insert(ids.0),
                "thread_name" => self.threads.insert(ids),
                _ => return Err(format!("unknown: {event}")),
            };
            return new.then_some(()).ok_or(format!("named twice: {event}"));
        }
        let began = number(event, "ts")?;
        let twice = match phase {
            Some("X") => {
                event["args"]["construct"]
                    .as_str()
                    .ok_or(event.to_string())?;
                let ended = began + number(event, "dur")?;
                self.slices.entry(ids).or_default().push((began, ended));
                None
            }
            Some("s") => self.left.insert(id("id")?, (ids, began)),
            Some("f") if event["bp"] == "e" => self.came.insert(id("id")?, (ids, began)),
            _ => return Err(format!("unknown phase: {event}")),
        };
        match twice {
            Some(_) => Err(format!("an arrow ends twice: {event}")),
            None => Ok(()),
        }
    }

    fn check(&self) -> Result<(), String> {
        if self.slices.is_empty() {
            return Err("it is empty".into());
        }
        for (ids, slices) in &self.slices {
            if !self.threads.contains(ids) || !self.processes.contains(&ids.0) {
                return Err(format!("track {ids:?} has no name"));
            }
            if !slices.is_sorted_by(|a, b| a.0 <= b.0) {
                return Err(format!("the slices of track {ids:?} are out of order"));
            }
            match ids.0 >= DEVICES {
                true => in_turn(slices)?,
                false => nested(slices)?,
            }
        }
        for (id, (to, came)) in &self.came {
            let (from, left) = self
                .left
                .get(id)
                .ok_or(format!("arrow {id} comes from nowhere"))?;
            if left > came {
                return Err(format!("arrow {id} doesn't lead forwards"));
            }
            for (ids, at) in [(from, left), (to, came)] {
                let slices = self.slices.get(ids).into_iter().flatten();
                let inside =
                    |(began, ended): &(f64, f64)| *began <= *at && *at <= *ended + ROUNDING;
                if !slices.clone().any(inside) {
                    return Err(format!("arrow {id} has no slice at {at}"));
                }
            }
        }
        Ok(())
    }
}

/// Times are microseconds, written to the nanosecond.
const ROUNDING: f64 = 0.0015;

/// What is on a queue runs one after the other. Slices without a length that begin at once would be shown inside each other.
fn in_turn(slices: &[(f64, f64)]) -> Result<(), String> {
    for pair in slices.windows(2) {
        if let [(began, ended), (next, _)] = pair
            && (*next < *ended - ROUNDING / 2.0 || *next <= *began)
        {
            return Err(format!(
                "{next} on a queue, before {began} to {ended} is over"
            ));
        }
    }
    let empty = slices.iter().find(|(began, ended)| ended <= began);
    empty.map_or(Ok(()), |(began, _)| {
        Err(format!("nothing long at {began} on a queue"))
    })
}

fn nested(slices: &[(f64, f64)]) -> Result<(), String> {
    let mut slices = slices.to_vec();
    slices.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut around: Vec<f64> = vec![];
    for (began, ended) in slices {
        around.retain(|end| *end > began + ROUNDING);
        if around.iter().any(|end| ended > end + ROUNDING) {
            return Err(format!(
                "a slice from {began} to {ended} overlaps one of its track"
            ));
        }
        around.push(ended);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn slices_of_a_queue_follow_each_other() {
        assert_eq!(in_turn(&[(1.0, 2.0), (2.0, 2.5), (3.0, 3.001)]), Ok(()));
        for wrong in [
            // One inside another, two that overlap, one without a length.
            [(1.0, 5.0), (2.0, 3.0)],
            [(1.0, 2.0), (1.5, 3.0)],
            [(1.0, 1.0), (1.0, 1.0)],
            [(1.0, 2.0), (3.0, 3.0)],
        ] {
            assert!(in_turn(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn slices_of_a_thread_lie_beside_or_within_each_other() {
        assert_eq!(nested(&[(1.0, 9.0), (2.0, 3.0), (3.0, 4.0)]), Ok(()));
        assert!(nested(&[(1.0, 3.0), (2.0, 4.0)]).is_err());
    }

    #[test]
    fn a_trace_without_names_or_with_loose_arrows_is_wrong() {
        let event = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let slice =
            r#"{"ph":"X","name":"a","pid":1,"tid":2,"ts":1,"dur":2,"args":{"construct":"data"}}"#;
        let process = r#"{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"p"}}"#;
        let thread = r#"{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"t"}}"#;
        let left = r#"{"ph":"s","name":"queued","id":7,"pid":1,"tid":2,"ts":1}"#;
        let came = r#"{"ph":"f","bp":"e","name":"queued","id":7,"pid":1,"tid":2,"ts":2}"#;
        let late = r#"{"ph":"f","bp":"e","name":"queued","id":7,"pid":1,"tid":2,"ts":9}"#;
        let judge = |lines: &[&str]| {
            let mut tracks = Tracks::default();
            let added = lines.iter().try_for_each(|line| tracks.add(&event(line)));
            added.and_then(|()| tracks.check())
        };
        assert_eq!(judge(&[process, thread, slice, left, came]), Ok(()));
        assert!(judge(&[process, slice]).is_err());
        assert!(judge(&[thread, slice]).is_err());
        assert!(judge(&[process, process, thread, slice]).is_err());
        assert!(judge(&[process, thread, slice, came]).is_err());
        assert!(judge(&[process, thread, slice, left, late]).is_err());
        assert!(judge(&[process, thread]).is_err());
    }
}
