//! Sums over a run: what each line, kernel and transfer took, over all events of the trace.

use super::run::{Slice, Track};
use serde::Serialize;

/// What a place took; microseconds. `place`, `name` and `track` are indices as in [`super::run::Run`].
#[derive(Serialize, Debug, Default, PartialEq)]
pub struct Sums {
    pub lines: Vec<Line>,
    pub kernels: Vec<Kernel>,
    pub transfers: Vec<Transfer>,
    /// From the first event's beginning to the last one's end.
    pub began: f64,
    pub ended: f64,
}

#[derive(Serialize, Debug, PartialEq)]
pub struct Line {
    pub place: i64,
    /// How often the host came here.
    pub times: u64,
    /// The host's time in the construct, and devices' in its kernels and copies.
    pub host: f64,
    pub waits: f64,
    pub kernels: f64,
    pub transfers: f64,
}

#[derive(Serialize, Debug, PartialEq)]
pub struct Kernel {
    pub place: i64,
    pub name: usize,
    pub device: String,
    pub launches: u64,
    pub total: f64,
    pub least: f64,
    pub most: f64,
    /// Threads of all launches; 0 on the host's cores.
    pub threads: u64,
    /// Grid and block of the last launch.
    pub shape: Option<[String; 2]>,
}

#[derive(Serialize, Debug, PartialEq)]
pub struct Transfer {
    pub place: i64,
    /// "upload" or "download"
    pub way: String,
    pub variable: String,
    pub device: String,
    pub count: u64,
    pub bytes: u64,
    pub total: f64,
}

/// Sums up `slices`, which are in the order of their beginnings. `names`: those that slices have.
pub fn of(slices: &[Slice], tracks: &[Track], names: &indexmap::IndexSet<String>) -> Sums {
    let mut sums = Sums {
        began: slices.first().map_or(0.0, |s| s.start),
        ..Sums::default()
    };
    // Where the outermost slice of each track ends.
    let mut ends = vec![f64::NEG_INFINITY; tracks.len()];
    for s in slices {
        let Some(track) = tracks.get(s.track) else {
            continue;
        };
        let end = s.start + s.duration;
        sums.ended = sums.ended.max(end);
        let outermost = s.start >= ends[s.track];
        ends[s.track] = ends[s.track].max(end);
        let name = names.get_index(s.name).map_or("", String::as_str);
        let line = sums.line(s.place);
        if track.host && outermost {
            line.host += s.duration;
            let begins = match s.category.as_str() {
                "construct" => true,
                "data" => !name.starts_with("exit "),
                _ => false,
            };
            line.times += u64::from(begins);
        }
        match s.category.as_str() {
            "wait" => line.waits += s.duration,
            "kernel" => {
                line.kernels += s.duration;
                sums.kernel(s, track);
            }
            "transfer" => {
                line.transfers += s.duration;
                sums.transfer(s, track, name);
            }
            _ => {}
        }
    }
    sums
}

impl Sums {
    fn line(&mut self, place: i64) -> &mut Line {
        let at = self.lines.iter().position(|l| l.place == place);
        let at = at.unwrap_or_else(|| {
            self.lines.push(Line {
                place,
                times: 0,
                host: 0.0,
                waits: 0.0,
                kernels: 0.0,
                transfers: 0.0,
            });
            self.lines.len() - 1
        });
        &mut self.lines[at]
    }

    fn kernel(&mut self, s: &Slice, track: &Track) {
        let same =
            |k: &&mut Kernel| k.place == s.place && k.name == s.name && k.device == track.device();
        let threads = s.shape.as_ref().map_or(0, threads);
        if let Some(k) = self.kernels.iter_mut().find(same) {
            k.launches += 1;
            k.total += s.duration;
            k.least = k.least.min(s.duration);
            k.most = k.most.max(s.duration);
            k.threads = k.threads.saturating_add(threads);
            k.shape.clone_from(&s.shape);
            return;
        }
        self.kernels.push(Kernel {
            place: s.place,
            name: s.name,
            device: track.device().to_string(),
            launches: 1,
            total: s.duration,
            least: s.duration,
            most: s.duration,
            threads,
            shape: s.shape.clone(),
        });
    }

    fn transfer(&mut self, s: &Slice, track: &Track, name: &str) {
        let way = name.split(' ').next().unwrap_or("");
        let variable = s.variable.as_deref().unwrap_or("");
        let bytes = s.bytes.unwrap_or(0);
        let same = |t: &&mut Transfer| {
            t.place == s.place
                && t.way == way
                && t.variable == variable
                && t.device == track.device()
        };
        if let Some(t) = self.transfers.iter_mut().find(same) {
            t.count += 1;
            t.bytes = t.bytes.saturating_add(bytes);
            t.total += s.duration;
            return;
        }
        self.transfers.push(Transfer {
            place: s.place,
            way: way.to_string(),
            variable: variable.to_string(),
            device: track.device().to_string(),
            count: 1,
            bytes,
            total: s.duration,
        });
    }
}

/// The threads of "12x1x1" blocks of "128x1x1".
fn threads(shape: &[String; 2]) -> u64 {
    let product = |s: &String| {
        let numbers = s.split('x').map(|n| n.parse::<u64>().unwrap_or(0));
        numbers.fold(1u64, u64::saturating_mul)
    };
    product(&shape[0]).saturating_mul(product(&shape[1]))
}
