//! What the program is told of constructs that ran twice: the first elements that differ, and a summary when it ends.

use super::element::Elements;
use super::value::{Settings, Value};
use crate::fatal::{Failure, Outcome, lock};
use crate::notify::{STATS, count, warn};
use crate::site::Caller;
use crate::state::DeviceState;
use std::collections::BTreeMap;
use std::sync::{Mutex, Once};

/// What differs behind a run of a construct.
#[derive(Default)]
pub struct Differences {
    lines: Vec<String>,
    /// The largest difference that is allowed, relative to the host's value.
    close: f64,
    not: Option<String>,
}

/// What is known of a construct.
#[derive(Default)]
struct Construct {
    runs: u64,
    differing: u64,
    close: f64,
    not: bool,
}

/// The constructs by their places, and the devices.
static ALL: Mutex<BTreeMap<(String, String), Construct>> = Mutex::new(BTreeMap::new());

impl Differences {
    /// The construct can't be compared.
    pub fn not(why: String) -> Self {
        Self {
            not: Some(why),
            ..Self::default()
        }
    }

    /// Compares a section: what the host's cores have left of it, and the device.
    pub fn section(
        &mut self,
        name: &str,
        elements: &Elements,
        (cores, device): (&[u8], &[u8]),
        allowed: &Settings,
    ) {
        let (mut wrong, mut most) = (0, (0, 0.0));
        let (size, kind) = (elements.size, elements.kind);
        for (at, (c, d)) in cores.chunks(size).zip(device.chunks(size)).enumerate() {
            if c == d {
                continue;
            }
            let (Some(host), Some(value)) = (Value::of(c, kind), Value::of(d, kind)) else {
                continue;
            };
            if value.agrees(host, allowed) {
                self.close = self.close.max(value.relative(host).unwrap_or(0.0));
                continue;
            }
            wrong += 1;
            if let Some(apart) = value.apart(host).filter(|a| *a > most.1) {
                most = (at, apart);
            }
            if wrong <= allowed.report {
                self.lines.push(format!(
                    "{}: the device has {} ({}), the cores {} ({})",
                    elements.name(name, at),
                    value.show(),
                    bits(d),
                    host.show(),
                    bits(c)
                ));
            }
        }
        if wrong > 0 {
            let all = cores.len() / size;
            let what = if kind == 0 { "bytes" } else { "elements" };
            let largest = match most {
                (at, apart) if apart > 0.0 && wrong > 1 => {
                    format!(", {} most, by {apart:e}", elements.name(name, at))
                }
                _ => String::new(),
            };
            self.lines
                .push(format!("{wrong} of {all} {what} of {name} differ{largest}"));
        }
    }

    /// # Errors
    /// Something differs, and the program is to stop then.
    pub fn stop_if(&self, allowed: &Settings, place: &Caller<'_>) -> Outcome<()> {
        if self.lines.is_empty() || !allowed.stop {
            return Ok(());
        }
        Err(Failure::new(format!(
            "{place}: device and host differ (ACCRS_COMPARE=stop)"
        )))
    }
}

/// An element's bytes as one number.
fn bits(bytes: &[u8]) -> String {
    let digits = bytes.iter().rev().map(|b| format!("{b:02x}"));
    format!("0x{}", digits.collect::<String>())
}

/// Tells what differs, of each construct for the first time that something does.
pub fn told(place: &Caller<'_>, state: &DeviceState, found: Differences) -> Differences {
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| {
        extern "C" fn handler() {
            summary();
        }
        // SAFETY: the handler touches statics only.
        unsafe { libc::atexit(handler) };
    });
    let differs = !found.lines.is_empty();
    let mut all = lock(&ALL);
    let one = all
        .entry((place.to_string(), state.to_string()))
        .or_default();
    if let Some(why) = &found.not {
        if !one.not {
            warn(&format!("compare: {place}: not compared: {why}"));
        }
        one.not = true;
        return found;
    }
    count(&STATS.compared, 1);
    one.runs += 1;
    one.close = one.close.max(found.close);
    if differs {
        count(&STATS.differing, 1);
        if one.differing == 0 {
            for line in &found.lines {
                warn(&format!("compare: {place}: {line}"));
            }
        }
        one.differing += 1;
    }
    drop(all);
    found
}

/// What the program is told at its end.
fn summary() {
    let all = lock(&ALL);
    let compared = || all.iter().filter(|(_, c)| c.runs > 0);
    let runs: u64 = compared().map(|(_, c)| c.runs).sum();
    let differing = compared().filter(|(_, c)| c.differing > 0).count();
    let not = all.values().filter(|c| c.not).count();
    let of = |n: usize| {
        if n == 1 {
            "1 construct".to_string()
        } else {
            format!("{n} constructs")
        }
    };
    let times = |n: u64| {
        if n == 1 {
            "once".to_string()
        } else {
            format!("{n} times")
        }
    };
    let more = if not > 0 {
        format!("; {not} not compared")
    } else {
        String::new()
    };
    warn(&format!(
        "compare: {} ran on a device and on the host's cores, {} in all: {}{more}",
        of(compared().count()),
        times(runs),
        match differing {
            0 => "none differs".to_string(),
            1 => "1 differs".to_string(),
            n => format!("{n} differ"),
        }
    ));
    for ((place, device), c) in compared() {
        if c.differing > 0 {
            warn(&format!(
                "compare: {place}: {device} and the cores differ in {} of {} runs",
                c.differing, c.runs
            ));
        } else if c.close > 0.0 {
            warn(&format!(
                "compare: {place}: {device} and the cores agree to {:.0e} of the values",
                c.close
            ));
        }
    }
    if differing > 0 {
        warn("compare: a clause that is missing, a build with -acc=check names");
    }
}
