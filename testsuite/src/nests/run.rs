//! Nests as programs: does the printed C do what the trace says? The host's compiler runs them with its sanitizers, and what they leave
//! in memory must be what the enumeration leaves.

use super::judge::Case;
use super::nest::{Home, Length, Nest, Object};
use super::print;
use super::trace::{self, FIRST, MODULUS, OBJECT, RANK, WEIGHT};
use crate::process;
use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::time::Duration;

/// `Err` says which nest differs first, and where.
pub fn check(cases: &[Case]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    fs::write(folder.path().join("nests.c"), program(cases)).map_err(|e| e.to_string())?;
    let run = |command: &mut Command| {
        let ended = process::run(command.current_dir(folder.path()), Duration::from_secs(300))?;
        match ended.ok() {
            true => Ok(ended.stdout),
            false => Err(format!("{}\n{}", ended.how(), ended.tail(20))),
        }
    };
    let flags = [
        "-w",
        "-O1",
        "-fwrapv",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover",
    ];
    run(Command::new("cc")
        .args(flags)
        .args(["nests.c", "-o", "nests"]))?;
    let said = run(&mut Command::new("./nests"))?;
    let mut lines = said.lines();
    for case in cases {
        for values in &case.nest.values {
            let o = trace::outcome(&case.nest, values).ok_or("a nest is too large to run")?;
            let (expected, found) = (
                format!("{} {}", o.sum, o.result),
                lines.next().unwrap_or(""),
            );
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

/// A program that calls each nest with all values of its parameters, and prints a line for each.
fn program(cases: &[Case]) -> String {
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n");
    text.push_str(&print::file(cases.iter().map(|c| &c.nest)).text);
    let mut calls = String::new();
    for (number, case) in cases.iter().enumerate() {
        caller(&mut text, &case.nest, number);
        for values in &case.nest.values {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            let _ = writeln!(calls, "  call_{number}({});", values.join(", "));
        }
    }
    text + "int main(void)\n{\n" + &calls + "}\n"
}

/// A function that makes a nest's arrays, runs it, and sums up what has changed. (Writing to a String can't fail.)
fn caller(text: &mut String, nest: &Nest, number: usize) {
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
                "  int (*{name}){rows} = malloc(sizeof(int{lengths}));"
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
            let _ = writeln!(after, "  free({name});");
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
