//! The benchmarks' bar chart: how many times as fast as serial C each compiler's
//! program is, one group of bars for each benchmark and mapping.

use crate::bench::Row;
use std::fmt::Write;

/// Compiler, colour, and the name in the legend.
const SERIES: [(&str, &str, &str); 5] = [
    ("gcc-acc", "#b0b0b0", "gcc -fopenacc"),
    ("omp", "#e0a030", "OpenMP by hand"),
    ("accrs", "#2060c0", "accrs multicore"),
    ("cuda", "#90c090", "CUDA by hand"),
    ("accrs-nvidia", "#30a060", "accrs nvidia"),
];
const BAR: f64 = 9.0;
const GAP: f64 = 10.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 50.0;
const HEIGHT: f64 = 260.0;
const LABELS: f64 = 150.0;

/// An SVG document. Bars start at 0; the line at 1 is serial C.
pub fn chart(rows: &[Row]) -> String {
    let series: Vec<_> = SERIES
        .iter()
        .filter(|(c, ..)| rows.iter().any(|r| r.ms.contains_key(c)))
        .collect();
    let group = series.len() as f64 * BAR + GAP;
    let width = LEFT + rows.len() as f64 * group + GAP;
    let speeds = rows
        .iter()
        .flat_map(|r| series.iter().filter_map(|(c, ..)| r.speed(c, "serial")));
    let top = speeds.fold(1.0, f64::max).ceil();
    let y = |speed: f64| TOP + HEIGHT * (1.0 - speed / top);
    let mut out = String::new();
    // Writing to a String can't fail, hence the ignored results.
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{:.0}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="white"/>
<text x="{LEFT}" y="16" font-size="13">Speed relative to serial C (median times)</text>"#,
        TOP + HEIGHT + LABELS
    );
    for (i, (_, colour, name)) in series.iter().enumerate() {
        let x = LEFT + i as f64 * 130.0;
        let _ = writeln!(
            out,
            r#"<rect x="{x}" y="26" width="10" height="10" fill="{colour}"/>"#
        );
        let _ = writeln!(out, r#"<text x="{}" y="35">{name}</text>"#, x + 14.0);
    }
    for tick in 0..=(top as u32) {
        let (at, dark) = (
            y(f64::from(tick)),
            if tick == 1 { "#404040" } else { "#e0e0e0" },
        );
        let _ = writeln!(
            out,
            r#"<line x1="{LEFT}" x2="{width:.0}" y1="{at:.1}" y2="{at:.1}" stroke="{dark}"/>"#
        );
        let _ = writeln!(
            out,
            r#"<text x="{}" y="{:.1}" text-anchor="end">{tick}</text>"#,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for (i, row) in rows.iter().enumerate() {
        let left = LEFT + GAP / 2.0 + i as f64 * group;
        for (j, (compiler, colour, name)) in series.iter().enumerate() {
            let Some(speed) = row.speed(compiler, "serial") else {
                continue;
            };
            let (x, at) = (left + j as f64 * BAR, y(speed));
            let _ = writeln!(
                out,
                r#"<rect x="{x:.1}" y="{at:.1}" width="{:.1}" height="{:.1}" fill="{colour}"><title>{} {name}: {speed:.2}</title></rect>"#,
                BAR - 1.0,
                TOP + HEIGHT - at,
                row.label
            );
        }
        let (x, at) = (left + group / 2.0 - GAP / 2.0, TOP + HEIGHT + 8.0);
        let _ = writeln!(
            out,
            r#"<text transform="translate({x:.1},{at:.1}) rotate(60)">{}</text>"#,
            row.label.replace("MAP", "Map").replace('_', "-")
        );
    }
    out.push_str("</svg>\n");
    out
}
