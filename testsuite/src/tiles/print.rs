//! Nests as C: each as a function with its directives and as one without, which must leave the same in all arrays.

use super::make::{BATCH, Form, LINES, Nest, PLANES};
use std::fmt::Write;

/// Stands at the top of each file: fills arrays, keeps what plain C has left in them, and compares.
const FRAME: &str = include_str!("frame.h");

/// What a program prints before each nest.
pub const BEGIN: &str = "nest";

/// A file with these nests. Its program begins with the nest whose number is its first argument; with a second one, no pointers overlap.
pub fn file(nests: &[&Nest]) -> String {
    let mut text = FRAME.to_string();
    nests
        .iter()
        .for_each(|nest| text.push_str(&functions(nest)));
    text.push_str("\nint main(int argc, char **argv)\n{\n    int from = argc > 1 ? atoi(argv[1]) : 0, apart = argc > 2;\n");
    for (number, nest) in nests.iter().enumerate() {
        let _ = writeln!(
            text,
            "    if (from <= {number}) {{\n        printf(\"{BEGIN} {number}\\n\");\n        fflush(stdout);\n        test_{}(apart);\n    }}",
            nest.seed
        );
    }
    text.push_str("    return 0;\n}\n");
    text
}

/// (Writing to a String can't fail.)
fn functions(nest: &Nest) -> String {
    let seed = nest.seed;
    let mut text = format!("\n/* {} */\n", nest.name());
    text.push_str(&storage(nest));
    let plain: Vec<&str> = nest
        .region
        .lines()
        .filter(|l| !l.starts_with("#pragma"))
        .collect();
    for (name, region) in [("acc", directed(nest)), ("plain", plain.join("\n"))] {
        let body = format!("{}{region}\n{}", nest.before, nest.after);
        let _ = writeln!(
            text,
            "__attribute__((noinline)) void {name}_{seed}({})\n{{\n{}}}",
            params(nest),
            indented(&body, 1)
        );
    }
    text.push_str(&test(nest));
    text
}

/// The region with its directives, and with data clauses where the nest needs them.
fn directed(nest: &Nest) -> String {
    if !nest.sized {
        return nest.region.clone();
    }
    let l = nest.length;
    let section = |(a, count): (&str, u64)| match nest.form {
        Form::Flat => format!("{a}[0:{count}]"),
        _ => format!("{a}{}", declared(nest, a).replace('[', "[0:")),
    };
    let sections: Vec<String> = arrays(nest).into_iter().map(section).collect();
    let clauses = format!(" copy({}) copyin(at[0:{l}])", sections.join(", "));
    match nest.region.split_once('\n') {
        Some((directive, rest)) => format!("{directive}{clauses}\n{rest}"),
        None => nest.region.clone(),
    }
}

/// The arrays: name, number of elements.
fn arrays(nest: &Nest) -> Vec<(&'static str, u64)> {
    let length = nest.length;
    let planes = PLANES.iter().map(|a| (*a, length * length));
    let lines = LINES.iter().map(|a| (*a, length));
    // Only some nests have planes behind each other.
    let batch = ["batch", "planes", "layers"]
        .contains(&nest.kind)
        .then_some(("E", BATCH * length * length));
    planes.chain(lines).chain(batch).collect()
}

fn declared(nest: &Nest, array: &str) -> String {
    let l = nest.length;
    match array {
        "E" => format!("[{BATCH}][{l}][{l}]"),
        _ if PLANES.contains(&array) => format!("[{l}][{l}]"),
        _ => format!("[{l}]"),
    }
}

fn storage(nest: &Nest) -> String {
    let (seed, ty, l) = (nest.seed, nest.ty, nest.length);
    let all = arrays(nest);
    if nest.form == Form::Global {
        let all = all
            .iter()
            .map(|(a, _)| format!("static {ty} {a}_{seed}{};\n", declared(nest, a)));
        return all.collect::<String>() + &format!("static int at_{seed}[{l}];\n");
    }
    let all: String = all
        .iter()
        .map(|(a, _)| format!("    {ty} {a}{};\n", declared(nest, a)))
        .collect();
    format!("struct S_{seed} {{\n{all}    int at[{l}];\n}};\nstatic struct S_{seed} g_{seed};\n")
}

/// The name of an array outside of the nest.
fn stored(nest: &Nest, array: &str) -> String {
    match nest.form {
        Form::Global => format!("{array}_{}", nest.seed),
        _ => format!("g_{}.{array}", nest.seed),
    }
}

fn params(nest: &Nest) -> String {
    let (ty, bound, l) = (nest.ty, nest.bound, nest.length);
    let mut all: Vec<String> = ["n", "m", "kk", "len"]
        .map(|n| format!("{bound} {n}"))
        .into();
    all.extend(["alpha", "beta"].map(|n| format!("{ty} {n}")));
    match nest.form {
        Form::Global | Form::Member => {}
        Form::Behind => all.push(format!("struct S_{} *g", nest.seed)),
        Form::Variable | Form::Flat | Form::Rows => {
            for (a, _) in arrays(nest) {
                let plane = PLANES.contains(&a);
                all.push(match nest.form {
                    Form::Variable if a == "E" => format!("{ty} E[][len][len]"),
                    Form::Variable if plane => format!("{ty} {a}[len][len]"),
                    Form::Rows if a == "E" => format!("{ty} (*E)[{l}][{l}]"),
                    Form::Rows if plane => format!("{ty} (*{a})[{l}]"),
                    _ => format!("{ty} *{a}"),
                });
            }
            all.push("int *at".to_string());
        }
    }
    all.join(", ")
}

/// The arguments for arrays. `moved`: one that begins elsewhere.
fn arguments(nest: &Nest, moved: Option<(&str, String)>) -> String {
    let arrays = match nest.form {
        Form::Global | Form::Member => Vec::new(),
        Form::Behind => vec![format!("&g_{}", nest.seed)],
        Form::Variable | Form::Flat | Form::Rows => {
            let own = |(a, _): (&'static str, u64)| match &moved {
                Some((name, place)) if *name == a => place.clone(),
                _ if nest.form == Form::Flat => format!("({} *){}", nest.ty, stored(nest, a)),
                _ => stored(nest, a),
            };
            let mut all: Vec<String> = arrays(nest).into_iter().map(own).collect();
            all.push(stored(nest, "at"));
            all
        }
    };
    arrays.iter().map(|a| format!(", {a}")).collect()
}

/// A function that calls the nest both ways with all sizes, and where pointers overlap.
fn test(nest: &Nest) -> String {
    let mut calls = String::new();
    let plain = arguments(nest, None);
    for sizes in &nest.calls {
        calls.push_str(&call(nest, sizes, &plain));
    }
    if !nest.overlaps.is_empty() {
        calls.push_str("if (apart)\nreturn;\n");
    }
    for overlap in &nest.overlaps {
        let place = format!(
            "({} *){} + {}",
            nest.ty,
            stored(nest, overlap.within),
            overlap.at
        );
        let moved = arguments(nest, Some((overlap.array, place)));
        if let Some(sizes) = nest.calls.first() {
            calls.push_str(&call(nest, sizes, &moved));
        }
    }
    format!(
        "static void test_{}(int apart)\n{{\n{}}}\n",
        nest.seed,
        indented(&calls, 1)
    )
}

fn call(nest: &Nest, sizes: &[u64], arguments: &str) -> String {
    let (seed, ty) = (nest.seed, nest.ty);
    let [mut fill, mut keep, mut compare] = [const { String::new() }; 3];
    for (number, (a, count)) in arrays(nest).into_iter().enumerate() {
        let name = stored(nest, a);
        let _ = writeln!(fill, "fill_{ty}({name}, {count}, {number});");
        let _ = writeln!(keep, "keep({name}, sizeof {name});");
        let _ = writeln!(
            compare,
            "compare_{ty}(\"{a}\", {name}, {count}, \"{sizes:?}\");"
        );
    }
    let _ = writeln!(fill, "fill_at({}, {});", stored(nest, "at"), nest.length);
    let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
    let length = nest.length;
    let run = |name: &str| {
        format!(
            "{name}_{seed}({}, {length}, 3, 2{arguments});\n",
            sizes.join(", ")
        )
    };
    format!(
        "{fill}{}begin();\n{keep}{fill}{}begin();\n{compare}",
        run("plain"),
        run("acc")
    )
}

/// The text with four spaces for each brace that is open, and for each loop without braces around.
fn indented(text: &str, depth: usize) -> String {
    let mut out = String::new();
    // The loops without braces around what comes, and around each brace that is open.
    let (mut single, mut open) = (0, Vec::new());
    for line in text.lines().filter(|l| !l.is_empty()) {
        if line.starts_with('#') {
            let _ = writeln!(out, "{line}");
            continue;
        }
        if line.starts_with('}') {
            single = open.pop().unwrap_or(0);
        }
        let around = open.len() + open.iter().sum::<usize>() + single;
        let _ = writeln!(out, "{}{line}", "    ".repeat(depth + around));
        let head = line.starts_with("for (") || line.starts_with("if (");
        if line.ends_with('{') {
            open.push(std::mem::take(&mut single));
        } else if head {
            single += 1;
        } else {
            single = 0;
        }
    }
    out
}
