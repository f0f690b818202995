//! What `ACCRS_TIME` and `ACCRS_TRACE` say of a program, against its `times` lines. Durations are only held against each other.

use crate::spec::{Expectation, Op};
use serde_json::Value;
use std::collections::HashMap;
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

/// The trace has the fields that the Trace Event Format asks for, events of a track are beside or within each other, and
/// each arrow that arrives has left before.
pub fn check_trace(path: &Path) -> Result<(), String> {
    let trace = read(path)?;
    let mut tracks: HashMap<(u64, u64), Vec<(f64, f64)>> = HashMap::new();
    let (mut left, mut came) = (HashMap::new(), HashMap::new());
    let mut named = 0;
    for event in list(&trace, "traceEvents")? {
        let id = |name: &str| {
            event[name]
                .as_u64()
                .ok_or(format!("trace: no {name}: {event}"))
        };
        let ids = (id("pid")?, id("tid")?);
        event["name"]
            .as_str()
            .ok_or(format!("trace: no name: {event}"))?;
        match event["ph"].as_str() {
            Some("M") => {
                event["args"]["name"]
                    .as_str()
                    .ok_or(format!("trace: {event}"))?;
                named += 1;
            }
            Some("X") => {
                let (began, took) = (number(event, "ts")?, number(event, "dur")?);
                event["args"]["construct"]
                    .as_str()
                    .ok_or(format!("trace: {event}"))?;
                tracks.entry(ids).or_default().push((began, began + took));
            }
            Some("s") => drop(left.insert(id("id")?, number(event, "ts")?)),
            Some("f") if event["bp"] == "e" => drop(came.insert(id("id")?, number(event, "ts")?)),
            _ => return Err(format!("trace: unknown phase: {event}")),
        }
    }
    if named == 0 || tracks.is_empty() {
        return Err("trace: it is empty".into());
    }
    for (id, came) in &came {
        let before = left.get(id).is_some_and(|left| left <= came);
        before
            .then_some(())
            .ok_or(format!("trace: arrow {id} doesn't lead forwards"))?;
    }
    tracks.into_values().try_for_each(nested)
}

fn nested(mut slices: Vec<(f64, f64)>) -> Result<(), String> {
    const ROUNDING: f64 = 0.0015;
    slices.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut around: Vec<f64> = vec![];
    for (began, ended) in slices {
        around.retain(|end| *end > began + ROUNDING);
        if around.iter().any(|end| ended > end + ROUNDING) {
            return Err(format!(
                "trace: a slice from {began} to {ended} overlaps one of its track"
            ));
        }
        around.push(ended);
    }
    Ok(())
}
