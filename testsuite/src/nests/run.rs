//! Nests as programs: does the printed C do what the trace says? The host's compiler runs them with its sanitizers, and what they leave
//! in memory must be what the enumeration leaves.

use super::judge::Case;
use super::nest::{Home, Length, Nest, Object};
use super::print;
use super::trace::{self, FIRST, MODULUS, OBJECT, RANK, WEIGHT};
use crate::process::{self, Ended};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// `Err` says which nest differs first, and where.
pub fn check(cases: &[Case]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let all: Vec<&Case> = cases.iter().collect();
    fs::write(folder.path().join("nests.c"), program(&all, 0)).map_err(|e| e.to_string())?;
    let run = |command: &mut Command| command_in(folder.path(), command);
    let mut compiler = Command::new("cc");
    compiler.args(["-w", "-O1", "-fwrapv", "-fno-sanitize-recover"]);
    run(compiler.args(["-fsanitize=address,undefined", "nests.c", "-o", "nests"]))?;
    agrees(&all, &run(&mut Command::new("./nests"))?.stdout)
}

/// Runs it in the folder; a failure is an error.
pub fn command_in(folder: &Path, command: &mut Command) -> Result<Ended, String> {
    let ended = process::run(command.current_dir(folder), Duration::from_secs(300))?;
    match ended.ok() {
        true => Ok(ended),
        false => Err(format!("{}\n{}", ended.how(), ended.tail(20))),
    }
}

/// Whether each call of the program has left what the enumeration leaves.
pub fn agrees(cases: &[&Case], said: &str) -> Result<(), String> {
    let mut lines = said.lines();
    for case in cases {
        for values in &case.nest.values {
            let o = trace::outcome(&case.nest, values).ok_or("a nest is too large to run")?;
            let expected = format!("{} {}", o.sum, o.result);
            let found = lines.next().unwrap_or("nothing");
            if expected != found {
                let name = case.family.name();
                return Err(format!(
                    "--family {name} --seed {} with {values:?}: the program says {found}, the enumeration {expected}",
                    case.seed
                ));
            }
        }
    }
    Ok(())
}

/// What stands in a line of standard error before each call.
pub const CALL: &str = "call";

/// A program that calls each nest with all values of its parameters, and prints a line for each.
///
/// `margin`: bytes before and behind each array, where transfers that are too large do no harm.
pub fn program(cases: &[&Case], margin: u64) -> String {
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n");
    text.push_str(&print::file(cases.iter().map(|c| &c.nest)).text);
    let mut calls = String::new();
    for (number, case) in cases.iter().enumerate() {
        caller(&mut text, &case.nest, number, margin);
        for values in &case.nest.values {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            let _ = writeln!(calls, "  fputs(\"{CALL}\\n\", stderr);");
            let _ = writeln!(calls, "  call_{number}({});", values.join(", "));
        }
    }
    text + "int main(void)\n{\n" + &calls + "}\n"
}

/// A function that makes a nest's arrays, runs it, and sums up what has changed. (Writing to a String can't fail.)
fn caller(text: &mut String, nest: &Nest, number: usize, margin: u64) {
    let params = print::params(nest);
    let _ = writeln!(
        text,
        "void call_{number}({})\n{{\n  long long sum = 0;\n  result = 0;",
        params.join(", ")
    );
    let mut given: Vec<String> = params
        .iter()
        .map(|p| p.trim_start_matches("int ").to_string())
        .collect();
    given.retain(|p| p != "void");
    let mut after = String::new();
    let named = nest.objects.iter().zip(nest.named()).enumerate();
    for (o, (object, _)) in named.filter(|(_, (object, named))| *named && !object.home.is_local()) {
        let name = print::name(object, number);
        let lengths = print::lengths(&object.lengths);
        if object.home != Home::Global {
            let rows = print::lengths(&object.lengths[1..]);
            let _ = writeln!(
                text,
                "  char *{name}_all = calloc(1, sizeof(int{lengths}) + 2*{margin});\n  int (*{name}){rows} = (void *)({name}_all + {margin});"
            );
            given.push(name.clone());
        }
        let (each, element) = (loops(object), format!("{name}{}", subscripts(object)));
        let first = format!(
            "({} + {}) % {MODULUS}",
            o as i64 * OBJECT,
            sum(object, &FIRST)
        );
        let weight = format!("({} + {})", o as i64 * OBJECT + 1, sum(object, &WEIGHT));
        let _ = writeln!(text, "  {each}{element} = {first};");
        let _ = writeln!(
            after,
            "  {each}sum += ((long long){element} - {first}) * {weight};"
        );
        if object.home != Home::Global {
            let _ = writeln!(after, "  free({name}_all);");
        }
    }
    let _ = writeln!(
        text,
        "  nest_{number}({});\n{after}  printf(\"%lld %d\\n\", sum, result);\n}}",
        given.join(", ")
    );
}

/// Over all elements of the array.
fn loops(object: &Object) -> String {
    let one = |(d, length): (usize, &Length)| {
        let end = print::lengths(std::slice::from_ref(length));
        let end = end.trim_matches(['[', ']']);
        format!("for (int x{d} = 0; x{d} < {end}; x{d}++) ")
    };
    object.lengths.iter().enumerate().map(one).collect()
}

fn subscripts(object: &Object) -> String {
    (0..object.rank).map(|d| format!("[x{d}]")).collect()
}

fn sum(object: &Object, factors: &[i64; RANK]) -> String {
    let terms: Vec<String> = (0..object.rank)
        .map(|d| format!("x{d}*{}", factors[d]))
        .collect();
    terms.join(" + ")
}
