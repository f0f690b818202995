//! What is said of findings, and the program's end: once each pair of accesses, so many at most, and an exit status that isn't 0.

use super::advise::{Pair, advise, iteration, text};
use super::order::Turn;
use super::queues::{self, Operation};
use super::stale::Section;
use super::watch::{COPY_READS, COPY_WRITES, MAPPED, SCALAR, State, UPDATES, WRITES};
use super::{across, json, stale};
use crate::notify::{self, STATS, count};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reports that are printed; the others are counted.
const MOST: u64 = 50;

static PRINTED: AtomicU64 = AtomicU64::new(0);

/// What an access found.
pub enum Finding {
    Race {
        new: u32,
        old: u32,
        earlier: u64,
        level: usize,
        private: bool,
    },
    Outside {
        site: u32,
        at: usize,
        bytes: usize,
        /// Start and bytes of what is mapped near it.
        section: Option<(usize, usize)>,
        /// It is the host's memory.
        host: bool,
    },
    Unwritten {
        site: u32,
        on_device: bool,
    },
    /// The host has newer values.
    Old {
        site: u32,
        section: Arc<Section>,
        /// The number of the place that wrote them.
        who: u8,
    },
    /// Of two operations that no wait orders.
    Across {
        new: u32,
        old: u32,
        here: Arc<Operation>,
        there: Arc<Operation>,
    },
}

/// What has been said.
#[derive(Default)]
pub struct Reports {
    pairs: HashSet<(u32, u32)>,
    outside: HashSet<u32>,
    unwritten: HashSet<u32>,
    /// Of two operations that no wait orders, their places: what one says of several elements and variables.
    across: HashSet<(String, String)>,
    across_sites: HashSet<(u32, u32)>,
    /// Of each variable and loop, the lines of accesses that raced: one defect shows as several pairs.
    said: HashMap<(String, u32), Vec<u32>>,
}

impl Reports {
    pub fn is_new(&mut self, a: u32, b: u32) -> bool {
        !self.pairs.contains(&(a.min(b), a.max(b)))
    }

    pub fn is_first(&mut self, site: u32) -> bool {
        self.outside.insert(site)
    }

    pub fn is_first_unwritten(&mut self, site: u32) -> bool {
        self.unwritten.insert(site)
    }

    pub fn is_first_across(&mut self, sites: (u32, u32), places: (&str, &str)) -> bool {
        let new = self.across_sites.insert(sites) | sites_are_copies(sites);
        new && self
            .across
            .insert((places.0.to_string(), places.1.to_string()))
    }

    pub fn tell(&mut self, state: &State, finding: &Finding, subscripts: &[i64]) {
        match finding {
            Finding::Race {
                new,
                old,
                earlier,
                level,
                private,
            } => {
                self.pairs.insert((*new.min(old), *new.max(old)));
                let there = state.order.path(*earlier);
                let here = state.order.path(state.order.now());
                self.race(
                    state,
                    (*new, *old),
                    (&here, &there),
                    (*level, *private),
                    subscripts,
                );
            }
            Finding::Outside {
                site,
                at,
                bytes,
                section,
                host,
            } => {
                let section = (!host).then_some(*section);
                outside(state, *site, (*at, *bytes), section, subscripts);
            }
            Finding::Unwritten { site, on_device } => {
                unwritten(state, *site, *on_device, subscripts)
            }
            Finding::Old { site, section, who } => {
                let s = &state.sites[*site as usize];
                let at = format!("{}:{}:{}", text(s.file), s.site.line, s.site.column);
                let element = element(state, *site, subscripts);
                let access = (element.as_str(), at.as_str(), &*text(s.site.text));
                stale::device_reads(section, *who, access, &during(state));
            }
            Finding::Across {
                new,
                old,
                here,
                there,
            } => across::kernels(state, (*new, here), (*old, there), subscripts),
        }
    }

    fn race(
        &mut self,
        state: &State,
        (new, old): (u32, u32),
        (here, there): (&[Turn], &[Turn]),
        (level, private): (usize, bool),
        subscripts: &[i64],
    ) {
        let element = element(state, new, subscripts);
        // Gangs that share a loop meet in its iterations.
        let at = level.max(1);
        let common = here
            .get(at)
            .zip(there.get(at))
            .is_some_and(|(a, b)| a.id == b.id);
        let pair = Pair {
            new,
            old,
            private,
            common,
            here,
            there,
            element: &element,
        };
        let missing = advise(state, &pair);
        let site = |n: u32| &state.sites[n as usize];
        let of = here
            .get(at)
            .filter(|_| common)
            .and_then(|t| state.loops.get(t.id as usize));
        let name = text(site(new).site.name);
        let lines = [site(new).site.line, site(old).site.line];
        let said = self
            .said
            .entry((name, of.map_or(u32::MAX, |_| here[at].id)))
            .or_default();
        if lines.iter().any(|l| said.contains(l)) {
            return;
        }
        said.extend(lines);
        let does = |n: u32| match site(n).site.flags {
            f if f & UPDATES != 0 => "updates",
            f if f & WRITES != 0 => "writes",
            _ => "reads",
        };
        let (now, then) = (iteration(state, here), iteration(state, there));
        let then = if then.is_empty() {
            "an earlier iteration".to_string()
        } else {
            then
        };
        let object = match does(new) == does(old) {
            true => format!(
                "{now} and {then} both {} it",
                does(new).trim_end_matches('s')
            ),
            false => format!("{now} {} what {then} {}", does(new), does(old)),
        };
        let mut lines = format!(
            "{}:{}: check: race on {element}: {object}, and nothing orders them\n",
            text(site(new).file),
            site(new).site.line,
        );
        for (n, when) in [(new, &now), (old, &then)] {
            let s = site(n);
            let _ = writeln!(
                lines,
                "    {}:{}:{}: {when} {}: {}",
                text(s.file),
                s.site.line,
                s.site.column,
                does(n),
                text(s.site.text)
            );
        }
        if let Some(l) = of {
            let directive = text(l.own.directive);
            let _ = writeln!(
                lines,
                "    {}:{}: independent by: {directive}",
                text(l.file),
                l.own.line
            );
        }
        let _ = writeln!(lines, "    missing: {missing}");
        count(&STATS.races, 1);
        say("race", &lines);
    }
}

/// One of them is no access of a kernel, so it has no site of its own.
fn sites_are_copies((old, new): (u32, u32)) -> bool {
    [old, new]
        .iter()
        .any(|n| [COPY_READS, COPY_WRITES].contains(n))
}

/// The element's name, with its subscripts.
pub fn element(state: &State, site: u32, subscripts: &[i64]) -> String {
    let s = &state.sites[site as usize].site;
    let mut out = String::new();
    let mut values = subscripts.iter();
    for c in text(s.element).chars() {
        match (c, values.as_slice().first()) {
            ('%', Some(value)) => {
                let _ = write!(out, "{value}");
                values.next();
            }
            ('%', None) => out.push('?'),
            _ => out.push(c),
        }
    }
    out
}

/// ` in i = 3`
fn during(state: &State) -> String {
    let words = iteration(state, &state.order.path(state.order.now()));
    match words.is_empty() {
        true => String::new(),
        false => format!(", in {words}"),
    }
}

fn outside(
    state: &State,
    site: u32,
    (at, bytes): (usize, usize),
    section: Option<Option<(usize, usize)>>,
    subscripts: &[i64],
) {
    let s = &state.sites[site as usize];
    let element = element(state, site, subscripts);
    let name = text(s.site.name);
    let does = if s.site.flags & WRITES != 0 {
        "written"
    } else {
        "read"
    };
    let mut lines = format!(
        "{}:{}: check: {element} is outside of what is mapped{}\n    {}:{}:{}: {does}: {}\n",
        text(s.file),
        s.site.line,
        during(state),
        text(s.file),
        s.site.line,
        s.site.column,
        text(s.site.text)
    );
    let own = s.site.flags & MAPPED != 0;
    let Some(section) = section else {
        let pointer = text(s.site.element);
        let pointer = pointer
            .split_once('[')
            .map_or(&*name, |(pointer, _)| pointer);
        let _ = writeln!(
            lines,
            "    there: memory of the host, whose address {pointer} has: what it points to isn't on the device\n    missing: a data clause \
             for what {pointer} points to, with the section that is used: copy({pointer}[0:n])"
        );
        count(&STATS.outside, 1);
        return say("bounds", &lines);
    };
    if let Some((start, all)) = section.filter(|_| bytes > 0) {
        let distance = at as i64 - start as i64;
        let plain = text(s.site.element) == format!("{name}[%]") && distance % bytes as i64 == 0;
        let _ = match (subscripts, plain) {
            ([index], true) => {
                let first = index - distance / bytes as i64;
                let length = all / bytes;
                writeln!(
                    lines,
                    "    on the device: {name}[{first}:{length}], the elements {first} to {}",
                    first + length as i64 - 1
                )
            }
            _ if distance < 0 => writeln!(
                lines,
                "    on the device: {all} bytes, which begin {} bytes later",
                -distance
            ),
            _ => writeln!(
                lines,
                "    on the device: {all} bytes, which end {} bytes before",
                distance - all as i64
            ),
        };
    }
    let _ = match own {
        true => writeln!(
            lines,
            "    missing: a data clause for {name} whose section reaches there, or a loop that stays inside"
        ),
        false => writeln!(
            lines,
            "    missing: a check of the subscript, or more room where the memory comes from"
        ),
    };
    count(&STATS.outside, 1);
    say("bounds", &lines);
}

fn unwritten(state: &State, site: u32, on_device: bool, subscripts: &[i64]) {
    let s = &state.sites[site as usize];
    let element = element(state, site, subscripts);
    let name = text(s.site.name);
    let mut lines = format!(
        "{}:{}: check: {element} is read, and nobody has written it{}\n    {}:{}:{}: reads: {}\n",
        text(s.file),
        s.site.line,
        during(state),
        text(s.file),
        s.site.line,
        s.site.column,
        text(s.site.text)
    );
    let _ = match (
        on_device,
        s.site.flags & MAPPED != 0 || s.site.flags & SCALAR != 0,
    ) {
        (true, true) => writeln!(
            lines,
            "    missing: copyin({name}) or copy({name}) in the place of create, copyout or private, or update device({name})"
        ),
        (true, false) => writeln!(
            lines,
            "    missing: a copy of its values to the device, or a kernel that writes them"
        ),
        (false, _) => writeln!(
            lines,
            "    missing: firstprivate({name}), or a value: each private copy begins without one"
        ),
    };
    count(&STATS.unwritten, 1);
    say("uninit", &lines);
}

/// Prints a report, if there weren't too many.
pub fn say(kind: &str, lines: &str) {
    json::write(kind, lines);
    let n = PRINTED.fetch_add(1, Ordering::Relaxed);
    if n < MOST {
        let _ = std::io::stderr().write_all(lines.as_bytes());
    }
}

/// Has the program's end say how much was found. Registered first, so it comes last.
pub fn at_exit() {
    json::begin();
    extern "C" fn handler() {
        queues::at_end();
        let found = PRINTED.load(Ordering::Relaxed);
        let cores = STATS.host_kernels.load(Ordering::Relaxed);
        if cores > 0 {
            let _ = writeln!(
                std::io::stderr(),
                "accrs: check: {cores} constructs ran on the host's cores, where nothing is checked (ACC_DEVICE_TYPE=sim, and conditions \
                 that send them to the device)"
            );
        }
        if found == 0 {
            return;
        }
        let of = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let _ = writeln!(
            std::io::stderr(),
            "accrs: check: {found} found: {} races, {} reads of what nobody wrote, {} accesses outside, {} missing waits, {} reads of old values{}",
            of(&STATS.races),
            of(&STATS.unwritten),
            of(&STATS.outside),
            of(&STATS.missing_waits),
            of(&STATS.old_values),
            if found > MOST {
                "; the first 50 are above"
            } else {
                ""
            }
        );
        // The handler that does it may come behind this one.
        notify::report();
        // SAFETY: streams are flushed as `exit` does it.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            libc::_exit(1)
        }
    }
    // SAFETY: the handler touches statics only.
    unsafe { libc::atexit(handler) };
}
