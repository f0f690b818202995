//! The times of a run as a table for people: constructs in the order of the sources, below each what it had done.

use super::record::{Kernel, Load, Place, PlaceId, Record, Spent, Transfer, Way};
use crate::openmp::choice::Times;
use std::fmt::Write as _;

/// `program`: its name; `wall`: nanoseconds from its start until now.
pub fn text(record: &Record, program: &str, wall: u64) -> String {
    let mut table = Table {
        record,
        wall: wall.max(1),
        text: format!("accrs: times of {program}: {} us\n", grouped(wall / 1000)),
    };
    if record.is_empty() {
        table.text += "accrs: it reached no construct\n";
        return table.text;
    }
    table.text += " share         time us\n";
    table.whole();
    for id in record.sorted() {
        table.construct(id);
    }
    if record.unfinished > 0 {
        let n = grouped(record.unfinished);
        let _ = writeln!(
            table.text,
            "accrs: {n} kernels and transfers had not finished, or failed: their times are not among these"
        );
    }
    table.text
}

struct Table<'r> {
    record: &'r Record,
    wall: u64,
    text: String,
}

impl Table<'_> {
    fn row(&mut self, depth: usize, took: u64, what: &str) {
        let share = took as f64 * 100.0 / self.wall as f64;
        let time = grouped(took.div_ceil(1000));
        let _ = writeln!(
            self.text,
            "{share:5.1}% {time:>15}  {:1$}{what}",
            "",
            2 * depth
        );
    }

    /// What all constructs have taken together.
    fn whole(&mut self) {
        let r = self.record;
        let kernels = |on_cores: bool| {
            let of = r.kernels.iter();
            let of = of.filter(|((.., device), _)| (r.names[*device] == "multicore") == on_cores);
            of.map(|(_, k)| k.spent.total).sum::<u64>()
        };
        let (devices, cores) = (kernels(false), kernels(true));
        let moved = |way: Way| {
            let of = r.transfers.iter().filter(|((_, w, ..), _)| *w == way);
            of.fold((0, 0), |(bytes, took), (_, t)| {
                (bytes + t.bytes, took + t.spent.total)
            })
        };
        let host = r.regions.values().map(|region| region.host.total).sum();
        let waited = r.regions.values().map(|region| region.waited.total).sum();
        let opened = r.opened.values().map(|spent| spent.total).sum();
        let compiled = r.loads.values().map(|spent| spent.total).sum();
        let rows = [
            (host, "the host in constructs".to_string()),
            (waited, "of it, waiting for devices and queues".to_string()),
            (devices, "devices in kernels".to_string()),
            (cores, "the cores in constructs".to_string()),
            moved_row(moved(Way::Upload), "to devices"),
            moved_row(moved(Way::Download), "from devices"),
            (opened, "opening devices".to_string()),
            (
                compiled,
                "compiling and loading kernels at their first use".to_string(),
            ),
        ];
        for (took, what) in rows.into_iter().filter(|(took, _)| *took > 0) {
            self.row(0, took, &what);
        }
    }

    fn construct(&mut self, id: PlaceId) {
        let region = self.record.regions.get(&id).copied().unwrap_or_default();
        let place = &self.record.places[id];
        let reached = match region.reached {
            0 => String::new(),
            n => format!(", {} {}", reached(place), times(n)),
        };
        self.text += "\n";
        self.row(0, region.host.total, &format!("{}{reached}", title(place)));
        for ((_, load, source, device), spent) in self.record.loads_of(id) {
            let (source, device) = (self.name(*source), self.name(*device));
            let what = match load {
                Load::Compiled => "compiled at the first use (NVRTC)",
                Load::Loaded => "loaded at the first use",
            };
            self.row(
                1,
                spent.total,
                &format!("kernels of {source} {what}, {device}"),
            );
        }
        for ((_, name, device), kernel) in self.record.kernels_of(id) {
            let what = kernel_words(&self.name(*name), &self.name(*device), kernel);
            self.row(1, kernel.spent.total, &what);
        }
        for measured in self.record.measured_of(id) {
            let (one, team) = (measured.one, measured.team);
            let took = [one, team].map(|t| (t.entries as f64 * t.mean) as u64);
            self.row(2, took.iter().sum(), &measured_words(&one, &team));
        }
        for ((_, way, name, device), transfer) in self.record.transfers_of(id) {
            let what = transfer_words(*way, &self.name(*name), &self.name(*device), transfer);
            self.row(1, transfer.spent.total, &what);
        }
        if region.waited.times > 0 {
            let what = format!("the host waits {}", times(region.waited.times));
            self.row(1, region.waited.total, &what);
        }
    }

    fn name(&self, id: usize) -> String {
        self.record.names[id].clone()
    }
}

/// `of it, a loop with a team of threads 812 times, 21 us each; with one thread 188 times, 34 us each`
fn measured_words(one: &Times, team: &Times) -> String {
    let words = |who: &str, t: &Times| {
        let mean = t.mean / 1000.0;
        (t.entries > 0).then(|| format!("with {who} {}, {mean:.1} us each", times(t.entries)))
    };
    let all = [words("a team of threads", team), words("one thread", one)];
    let all: Vec<String> = all.into_iter().flatten().collect();
    format!("a loop {}", all.join("; "))
}

fn moved_row((bytes, took): (u64, u64), way: &str) -> (u64, String) {
    (took, format!("transfers {way}, {} bytes", grouped(bytes)))
}

/// `jacobi.c:41 main: compute region (parallel loop)`
fn title(place: &Place) -> String {
    if place.file.is_empty() {
        return place.construct.clone();
    }
    let kind = match place.construct.as_str() {
        "data" => "data region",
        "declare" => "data region (declare)",
        "host_data" => "host_data",
        word if is_compute(word) => &format!("compute region ({word})"),
        word => word,
    };
    let Place {
        file,
        line,
        function,
        ..
    } = place;
    match function.is_empty() {
        true => format!("{file}:{line}: {kind}"),
        false => format!("{file}:{line} {function}: {kind}"),
    }
}

/// Whether these are a compute construct's words.
pub fn is_compute(construct: &str) -> bool {
    ["parallel", "serial", "kernels", "region"]
        .iter()
        .any(|word| construct.starts_with(word))
}

fn reached(place: &Place) -> &'static str {
    match place.construct.as_str() {
        "data" | "declare" => "entered",
        _ => "reached",
    }
}

/// `kernel jacobi_main_41: 1,000 launches, min=… max=… avg=… us, grid 16x1023x1, block 128x2x1, sim:0`
fn kernel_words(name: &str, device: &str, kernel: &Kernel) -> String {
    let launches = match kernel.launches {
        1 => "1 launch".to_string(),
        n => format!("{} launches", grouped(n)),
    };
    let range = range_of(&kernel.spent);
    if device == "multicore" {
        return format!("{name} on the cores: {launches}{range}");
    }
    let extents = |k: usize| {
        let each = (0..3).map(|axis| match (kernel.least[k][axis], kernel.most[k][axis]) {
            (least, most) if least == most => most.to_string(),
            (least, most) => format!("{least}..{most}"),
        });
        each.collect::<Vec<_>>().join("x")
    };
    format!(
        "kernel {name}: {launches}{range}, grid {}, block {}, {device}",
        extents(0),
        extents(1)
    )
}

fn range_of(spent: &Spent) -> String {
    let us = |ns: u64| grouped(ns.div_ceil(1000));
    match spent.times {
        0 | 1 => String::new(),
        _ => format!(
            ", min={} max={} avg={}",
            us(spent.least),
            us(spent.most),
            us(spent.mean())
        ),
    }
}

/// `upload A[0:n*m]: 2 times, 33,554,432 bytes, 15.24 GB/s, sim:0`
fn transfer_words(way: Way, name: &str, device: &str, transfer: &Transfer) -> String {
    let name = match name {
        "" => String::new(),
        name => format!(" {name}"),
    };
    let speed = match transfer.spent.total {
        0 => String::new(),
        took => format!(", {:.2} GB/s", transfer.timed as f64 / took as f64),
    };
    format!(
        "{}{name}: {}, {} bytes{speed}{}, {device}",
        way.word(),
        times(transfer.copies),
        grouped(transfer.bytes),
        range_of(&transfer.spent)
    )
}

fn times(n: u64) -> String {
    match n {
        1 => "1 time".to_string(),
        n => format!("{} times", grouped(n)),
    }
}

/// `1,234,567`
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
