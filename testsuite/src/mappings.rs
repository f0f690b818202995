//! `acctest mappings`: the six benchmarks in all mappings give serial C's answer on
//! multicore and on sim, with the topologies of OpenUH's tables (asserted on the
//! launches) and with ones that divide nothing.

use crate::Common;
use crate::process;
use crate::suite::{self, Outcome, Tally};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Gangs and vector lengths of the nest, outermost first; 0 where the mapping has none.
type Numbers = [u32; 6];

/// OpenUH's tables "Threads used in double/triple loop mappings": G1 V1 G2 V2 G3 V3.
/// For Map-v-gv-g of laplacian and wave13pt they give the middle loop "2" alone: the
/// vector length; the gangs are those that cover the loop.
const TABLE: [(&str, &str, Numbers); 21] = [
    ("jacobi", "MAP_G_V", [2048, 0, 0, 128, 0, 0]),
    ("jacobi", "MAP_GV_V", [1024, 2, 0, 128, 0, 0]),
    ("jacobi", "MAP_G_GV", [2046, 0, 16, 128, 0, 0]),
    ("jacobi", "MAP_GV_GV", [1023, 2, 16, 128, 0, 0]),
    ("dgemm", "MAP_G_V", [8192, 0, 0, 128, 0, 0]),
    ("dgemm", "MAP_GV_V", [4096, 2, 0, 128, 0, 0]),
    ("dgemm", "MAP_G_GV", [8192, 0, 64, 128, 0, 0]),
    ("dgemm", "MAP_GV_GV", [4096, 2, 64, 128, 0, 0]),
    ("gaussblur", "MAP_G_V", [1024, 0, 0, 128, 0, 0]),
    ("gaussblur", "MAP_GV_V", [512, 2, 0, 128, 0, 0]),
    ("gaussblur", "MAP_G_GV", [1020, 0, 8, 128, 0, 0]),
    ("gaussblur", "MAP_GV_GV", [510, 2, 8, 128, 0, 0]),
    ("stencil", "MAP3_1", [510, 0, 255, 2, 0, 128]),
    ("stencil", "MAP3_2", [0, 2, 255, 4, 16, 64]),
    ("stencil", "MAP3_3", [0, 128, 255, 2, 62, 0]),
    ("laplacian", "MAP3_1", [63, 0, 126, 2, 0, 128]),
    ("laplacian", "MAP3_2", [0, 2, 32, 4, 2, 64]),
    ("laplacian", "MAP3_3", [0, 128, 63, 2, 126, 0]),
    ("wave13pt", "MAP3_1", [64, 0, 124, 2, 0, 128]),
    ("wave13pt", "MAP3_2", [0, 2, 31, 4, 2, 64]),
    ("wave13pt", "MAP3_3", [0, 128, 62, 2, 124, 0]),
];

/// Topologies that divide nothing: one thread, 3 by 7, primes.
const ODD: [Numbers; 3] = [[1, 1, 1, 1, 1, 1], [3, 7, 3, 7, 3, 7], [5, 3, 11, 13, 7, 2]];

/// The sizes of the runs: odd ones, small enough for the simulator.
const ODD_SIZES: [&str; 5] = ["-DN=37", "-DNX=19", "-DNY=23", "-DNZ=29", "-DSWEEPS=4"];
/// The table's topologies at the table's sizes, but for dgemm (8192) with few sweeps.
const TABLE_SIZES: [&str; 1] = ["-DSWEEPS=2"];

/// Grid and block as a launch line shows them.
fn topology(variant: &str, [g1, v1, g2, v2, g3, v3]: Numbers) -> String {
    let (grid, block) = match variant {
        "MAP_G_V" => ([g1, 1, 1], [v2, 1, 1]),
        "MAP_GV_V" => ([g1, 1, 1], [v2, v1, 1]),
        "MAP_G_GV" => ([g2, g1, 1], [v2, 1, 1]),
        "MAP_GV_GV" => ([g2, g1, 1], [v2, v1, 1]),
        "MAP3_1" => ([g1, g2, 1], [v3, v2, 1]),
        "MAP3_2" => ([g3, g2, 1], [v3, v2, v1]),
        _ => ([g3, g2, 1], [v1, v2, 1]),
    };
    let show = |[x, y, z]: [u32; 3]| format!("{x}x{y}x{z}");
    format!("grid={} block={}", show(grid), show(block))
}

pub fn all(common: &Common) -> Result<Tally, String> {
    let mut cases: Vec<_> = TABLE.iter().collect();
    cases.retain(|(name, v, _)| {
        common
            .filter
            .as_ref()
            .is_none_or(|f| format!("{name}.{v}").contains(f.as_str()))
    });
    suite::thin(common, &mut cases);
    if cases.is_empty() {
        return Err("no benchmark selected".to_string());
    }
    Ok(suite::each(
        "mappings",
        &cases,
        common.jobs,
        |(name, variant, _)| format!("{name}.{variant}"),
        |(name, variant, table)| {
            let mut outcomes = runs(common, name, variant, None, *table);
            for numbers in ODD {
                outcomes.extend(runs(common, name, variant, Some(numbers), numbers));
            }
            outcomes
        },
    ))
}

/// One program, on both devices. `given`: numbers on the command line in place of the source's.
fn runs(
    common: &Common,
    name: &str,
    variant: &str,
    given: Option<Numbers>,
    want: Numbers,
) -> Vec<Outcome> {
    let want = topology(variant, want);
    let label = |device: &str| format!("{name}.{variant} {want} [{device}]");
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(e) => return vec![Outcome::of(label("compile"), Err(e.to_string()))],
    };
    let program = folder.path().join("program");
    let mut command = Command::new(&common.accrs);
    command.args([
        "--acc-target=multicore,sim",
        "-O2",
        "-Wall",
        "-Wextra",
        "-Werror",
    ]);
    command
        .arg(format!("-DVARIANT={variant}"))
        .arg("-o")
        .arg(&program);
    match given {
        Some(numbers) => {
            common.plain_kernels(&mut command);
            common.plain_host(&mut command);
            common.shared_runtime(&mut command, &[]);
            let macros = ["G1", "V1", "G2", "V2", "G3", "V3"].iter().zip(numbers);
            command
                .args(macros.map(|(m, n)| format!("-D{m}={n}")))
                .args(ODD_SIZES);
        }
        None => {
            command.args(TABLE_SIZES);
            if name == "dgemm" {
                command.arg("-DN=256");
            }
        }
    }
    command
        .arg(common.suite.join("bench").join(format!("{name}.c")))
        .arg("-lm");
    match process::run(&mut command, Duration::from_secs(120)) {
        Ok(ended) if ended.ok() => {}
        Ok(ended) => {
            return vec![Outcome::of(
                label("compile"),
                Err(format!("{}\n{}", ended.how(), ended.tail(8))),
            )];
        }
        Err(why) => return vec![Outcome::of(label("compile"), Err(why))],
    }
    ["multicore", "sim"]
        .iter()
        .map(|d| Outcome::of(label(d), execute(&program, d, &want)))
        .collect()
}

fn execute(program: &Path, device: &str, want: &str) -> Result<(), String> {
    let mut command = Command::new(program);
    command
        .env("ACC_DEVICE_TYPE", device)
        .env("ACCRS_NOTIFY", "1");
    let ended = process::run(&mut command, Duration::from_secs(120))?;
    if !ended.ok() || !ended.stdout.lines().any(|l| l == "PASS") {
        return Err(format!("{}\n{}", ended.how(), ended.tail(6)));
    }
    if device == "multicore"
        || ended
            .stderr
            .lines()
            .any(|l| l.contains("launch ") && l.contains(want))
    {
        return Ok(());
    }
    Err(format!(
        "right result, but no launch with {want}\n{}",
        ended.tail(3)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topologies_of_the_paper() {
        assert_eq!(
            topology("MAP_GV_GV", TABLE[3].2),
            "grid=16x1023x1 block=128x2x1"
        );
        assert_eq!(
            topology("MAP3_2", TABLE[13].2),
            "grid=16x255x1 block=64x4x2"
        );
        assert_eq!(
            topology("MAP3_3", TABLE[14].2),
            "grid=62x255x1 block=128x2x1"
        );
    }
}
