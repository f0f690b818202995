//! What the runtime is told of sites and loops: two tables in the device's text, and the file names that they use.

use super::{Checks, Does};
use accrs_frontend::Unit;
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// The bits of a site's flags, as `runtime/include/accrs_check.h` has them.
const WRITES: u32 = 1;
const UPDATES: u32 = 2;
const ATOMIC: u32 = 4;
const SCALAR: u32 = 8;
const FIXED: u32 = 16;
const MAPPED: u32 = 32;
const SAME: u32 = 64;
const CONSTANT: u32 = 128;
const KEPT: u32 = 256;
const OWN: u32 = 512;

/// The definitions of the tables, as C++.
pub fn table(unit: &Unit, checks: &Checks) -> String {
    let mut files = IndexSet::new();
    let mut place = |span: Span| {
        let at = unit.source.place(span.start);
        let (file, _) = files.insert_full(at.file);
        format!("{file}, {}, {}", at.line, at.column)
    };
    let mut sites = String::new();
    for s in &checks.sites {
        let op = s.op.map_or("", |op| op.symbol());
        let op = s.constant.as_deref().unwrap_or(op);
        let bit = |on: bool, bit: u32| if on { bit } else { 0 };
        let flags = bit(s.does != Does::Reads, WRITES)
            | bit(s.does == Does::Updates, UPDATES)
            | bit(s.atomic, ATOMIC)
            | bit(s.scalar, SCALAR)
            | bit(s.fixed, FIXED)
            | bit(s.mapped, MAPPED)
            | bit(s.same, SAME)
            | bit(s.constant.is_some(), CONSTANT)
            | bit(s.kept, KEPT)
            | bit(s.own, OWN);
        sites.push_str(&format!(
            "    {{{}, {flags}, {}, {}, {}, {}, {}}},\n",
            place(s.span),
            s.apart,
            literal(op),
            literal(&s.text),
            literal(&s.element),
            literal(&s.name),
        ));
    }
    let mut loops = String::new();
    for l in &checks.loops {
        let names: Vec<&str> = l.vars.iter().map(|v| unit.var(*v).name.as_str()).collect();
        let directive = l.directive.map_or(String::new(), |d| unit.source.words(d));
        loops.push_str(&format!(
            "    {{{}, {}, {}, {}}},\n",
            place(l.directive.unwrap_or(l.span)),
            u32::from(l.gang) | u32::from(l.lanes) << 1,
            literal(&names.join(",")),
            literal(&directive),
        ));
    }
    let names: String = files
        .iter()
        .map(|f: &String| format!("    {},\n", literal(f)))
        .collect();
    format!(
        "static const char *const accrs_check_files[] = {{\n{names}    \"\",\n}};\n\
         static const accrs_check_site accrs_check_sites[] = {{\n{sites}    {{0, 0, 0, 0, 0, \"\", \"\", \"\", \"\"}},\n}};\n\
         static const accrs_check_loop accrs_check_loops[] = {{\n{loops}    {{0, 0, 0, 0, \"\", \"\"}},\n}};\n\
         ACCRS_CHECK_TABLE({}, {})\n",
        checks.sites.len(),
        checks.loops.len(),
    )
}

/// A string constant.
fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte as char]),
            b'\n' | b'\t' | b'\r' => out.push(' '),
            // Trigraphs and hexadecimal digits behind an escape stay out of the way.
            b'?' => out.push_str("\\?"),
            32..=126 => out.push(byte as char),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out.push('"');
    out
}
