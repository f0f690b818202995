//! The times of a run as JSON.

use super::record::{Kernel, Load, Measured, PlaceId, Record, Spent, Transfer, Way};
use crate::openmp::choice::Times;
use crate::quoted::quoted;
use std::fmt::Write as _;

/// Microseconds, of nanoseconds.
pub fn us(ns: u64) -> String {
    format!("{}.{:03}", ns / 1000, ns % 1000)
}

/// One object. `wall`: nanoseconds from the program's start until now.
pub fn text(record: &Record, program: &str, wall: u64) -> String {
    let constructs: Vec<String> = record
        .sorted()
        .into_iter()
        .map(|id| construct(record, id))
        .collect();
    let devices: Vec<String> = record
        .opened
        .iter()
        .map(|(device, spent)| {
            let name = quoted(&record.names[*device]);
            format!("{{\"device\":{name},\"open_us\":{}}}", us(spent.total))
        })
        .collect();
    format!(
        "{{\"program\":{},\"pid\":{},\"wall_us\":{},\"unfinished\":{},\n\"devices\":{},\n\"constructs\":{}}}\n",
        quoted(program),
        std::process::id(),
        us(wall),
        record.unfinished,
        list(&devices),
        list(&constructs)
    )
}

fn list(all: &[String]) -> String {
    format!("[{}]", all.join(",\n"))
}

fn construct(record: &Record, id: PlaceId) -> String {
    let place = &record.places[id];
    let region = record.regions.get(&id).copied().unwrap_or_default();
    let name = |id: usize| quoted(&record.names[id]);
    let kernels: Vec<String> = record
        .kernels_of(id)
        .map(|((_, kernel, device), k)| kernel_object(&name(*kernel), &name(*device), k))
        .collect();
    let transfers: Vec<String> = record
        .transfers_of(id)
        .map(|((_, way, variable, device), t)| {
            transfer_object(*way, &name(*variable), &name(*device), t)
        })
        .collect();
    let loads: Vec<String> = record
        .loads_of(id)
        .map(|((_, load, source, device), spent)| {
            format!(
                "{{\"source\":{},\"device\":{},\"compiled\":{},\"time_us\":{}}}",
                name(*source),
                name(*device),
                *load == Load::Compiled,
                us(spent.total)
            )
        })
        .collect();
    let threads: Vec<String> = record.measured_of(id).map(measured_object).collect();
    format!(
        "{{\"file\":{},\"line\":{},\"function\":{},\"construct\":{},\"reached\":{},\"time_us\":{},\"waits\":{},\"waiting_us\":{},\n \"kernels\":{},\n \"threads\":{},\n \"transfers\":{},\n \"loads\":{}}}",
        quoted(&place.file),
        place.line,
        quoted(&place.function),
        quoted(&place.construct),
        region.reached,
        us(region.host.total),
        region.waited.times,
        us(region.waited.total),
        list(&kernels),
        list(&threads),
        list(&transfers),
        list(&loads)
    )
}

fn measured_object(m: &Measured) -> String {
    let of = |t: &Times| format!("\"times\":{},\"avg_us\":{}", t.entries, us(t.mean as u64));
    format!(
        "{{\"team\":{{{}}},\"one\":{{{}}}}}",
        of(&m.team),
        of(&m.one)
    )
}

fn kernel_object(name: &str, device: &str, k: &Kernel) -> String {
    let extents = |of: &[u32; 3]| format!("[{},{},{}]", of[0], of[1], of[2]);
    let mut grid = format!(
        "\"grid\":{},\"block\":{}",
        extents(&k.most[0]),
        extents(&k.most[1])
    );
    if k.least != k.most {
        let _ = write!(
            grid,
            ",\"least_grid\":{},\"least_block\":{}",
            extents(&k.least[0]),
            extents(&k.least[1])
        );
    }
    format!(
        "{{\"kernel\":{name},\"device\":{device},\"launches\":{},{grid},{}}}",
        k.launches,
        spent_fields(&k.spent)
    )
}

fn transfer_object(way: Way, variable: &str, device: &str, t: &Transfer) -> String {
    format!(
        "{{\"direction\":\"{}\",\"variable\":{variable},\"device\":{device},\"count\":{},\"bytes\":{},{}}}",
        way.word(),
        t.copies,
        t.bytes,
        spent_fields(&t.spent)
    )
}

/// `timed`: how many of them the times are of.
fn spent_fields(spent: &Spent) -> String {
    format!(
        "\"timed\":{},\"total_us\":{},\"min_us\":{},\"max_us\":{},\"avg_us\":{}",
        spent.times,
        us(spent.total),
        us(spent.least),
        us(spent.most),
        us(spent.mean())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_microseconds() {
        assert_eq!(quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
        assert_eq!(us(1_234_005), "1234.005");
    }
}
