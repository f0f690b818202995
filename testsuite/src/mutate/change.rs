//! Changes of a preprocessed text: of its bytes, tokens, lines, directives, line markers, length and depth.

use crate::random::Random;

/// The text with one change or several.
pub fn changed(text: &str, others: &[String], random: &mut Random) -> String {
    let mut text = text.to_string();
    for _ in 0..random.pick(&[1, 1, 1, 2, 2, 4]) {
        text = once(&text, others, random);
    }
    text
}

fn once(text: &str, others: &[String], random: &mut Random) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_string).collect();
    let mine = own_lines(&lines);
    if mine.is_empty() {
        return text.to_string();
    }
    // Mostly the user's lines, sometimes those of headers and markers.
    let any = random.one_in(20);
    let pick = |random: &mut Random| match any {
        true => random.below(lines_len(text)) as usize,
        false => random.pick(&mine),
    };
    let at = pick(random).min(lines.len() - 1);
    let pragmas: Vec<usize> = mine
        .iter()
        .copied()
        .filter(|i| is_directive(&lines[*i]))
        .collect();
    match random.below(20) {
        0 => lines[at] = bytes(&lines[at], random),
        1..=4 => lines[at] = tokens(&lines[at], random),
        5 => drop(lines.remove(at)),
        6 => lines.insert(at, lines[at].clone()),
        7 => lines.swap(at, pick(random).min(text.lines().count() - 1)),
        8..=12 if !pragmas.is_empty() => {
            let i = random.pick(&pragmas);
            lines[i] = directive(&lines[i], random);
        }
        8..=13 => lines.insert(at, format!("#pragma acc {}\n", words(random))),
        14 => lines[at] = deep(&lines[at], random),
        15 => lines[at] = long(&lines[at], random),
        16 => lines.insert(at, marker(random)),
        17 => return cut(text, random),
        18 => return text.replace('\n', "\r\n"),
        _ => {
            let other = random.pick(others);
            let theirs: Vec<String> = other.split_inclusive('\n').map(str::to_string).collect();
            let from = own_lines(&theirs);
            if !from.is_empty() {
                let first = random.pick(&from);
                let last = (first + random.below(6) as usize + 1).min(theirs.len());
                lines.insert(at, theirs[first..last].concat());
            }
        }
    }
    lines.concat()
}

fn lines_len(text: &str) -> u64 {
    text.lines().count() as u64
}

/// The lines behind markers that name no system header, and no built-in text.
fn own_lines(lines: &[String]) -> Vec<usize> {
    let mut own = false;
    let mut all = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        match line.strip_prefix("# ") {
            Some(marker) => own = !marker.contains("/include/") && !marker.contains('<'),
            None if own => all.push(i),
            None => {}
        }
    }
    all
}

fn is_directive(line: &str) -> bool {
    line.trim_start().starts_with("#pragma acc")
}

/// A byte or two flipped, put in, or left out; what is no UTF-8 then is replaced.
fn bytes(line: &str, random: &mut Random) -> String {
    let mut all = line.as_bytes().to_vec();
    for _ in 0..random.within(1, 3) {
        let at = random.below(all.len() as u64) as usize;
        match random.below(3) {
            _ if all.is_empty() => {}
            0 => all[at] ^= 1 << random.below(8),
            1 => all.insert(
                at,
                random.pick(&[0, b'\r', b'"', b'\\', b'\'', 0xff, 0x80, b'#', b'?', b'(']),
            ),
            _ => drop(all.remove(at)),
        }
    }
    String::from_utf8_lossy(&all).into_owned()
}

/// Words, and signs one by one; spaces stay where they are.
fn split(line: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    for c in line.chars() {
        match all.last_mut() {
            Some(last) if word(c) && last.chars().all(word) => last.push(c),
            _ => all.push(c.to_string()),
        }
    }
    all
}

/// Tokens left out, doubled, swapped, or replaced.
fn tokens(line: &str, random: &mut Random) -> String {
    let mut all = split(line);
    for _ in 0..random.within(1, 2) {
        if all.is_empty() {
            break;
        }
        let n = all.len() as u64;
        let (at, other) = (random.below(n) as usize, random.below(n) as usize);
        match random.below(4) {
            0 => drop(all.remove(at)),
            1 => all.insert(at, all[other].clone()),
            2 => all.swap(at, other),
            _ => all[at] = random.pick(&TOKENS).to_string(),
        }
    }
    all.concat()
}

const TOKENS: [&str; 52] = [
    "0",
    "-1",
    "1",
    "0x7fffffff",
    "4294967296",
    "18446744073709551615",
    "1e400",
    "0.0f",
    "1ull",
    "'a'",
    "\"s\"",
    "i",
    "n",
    "a",
    "*",
    "&",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "?",
    "+",
    "-",
    "++",
    "--",
    "<<",
    "/",
    "%",
    "=",
    "==",
    "!",
    "~",
    "->",
    ".",
    "...",
    "int",
    "double",
    "void",
    "struct",
    "return",
    "break",
    "continue",
    "goto",
    "sizeof",
    "static",
    "volatile",
    "_Complex ",
];

const DIRECTIVES: [&str; 26] = [
    "parallel",
    "parallel loop",
    "kernels",
    "kernels loop",
    "serial",
    "serial loop",
    "loop",
    "data",
    "enter data",
    "exit data",
    "host_data",
    "update",
    "wait",
    "atomic",
    "atomic capture",
    "atomic read",
    "declare",
    "routine",
    "init",
    "shutdown",
    "set",
    "cache",
    "end data",
    "end parallel",
    "paralel",
    "",
];

const CLAUSES: [&str; 47] = [
    "async",
    "wait",
    "num_gangs",
    "num_workers",
    "vector_length",
    "device_type",
    "dtype",
    "if",
    "self",
    "reduction",
    "copy",
    "copyin",
    "copyout",
    "create",
    "no_create",
    "present",
    "deviceptr",
    "attach",
    "detach",
    "private",
    "firstprivate",
    "default",
    "use_device",
    "if_present",
    "delete",
    "finalize",
    "host",
    "device",
    "gang",
    "worker",
    "vector",
    "seq",
    "auto",
    "independent",
    "collapse",
    "tile",
    "nohost",
    "bind",
    "link",
    "device_resident",
    "device_num",
    "default_async",
    "pcopy",
    "present_or_copyin",
    "read",
    "write",
    "nothing",
];

const ARGUMENTS: [&str; 40] = [
    "",
    "a",
    "b",
    "i",
    "n",
    "x",
    "*",
    "1",
    "0",
    "-1",
    "2147483648",
    "1.5",
    "\"s\"",
    "+:a",
    "max:x",
    "&&:n",
    "foo:a",
    "a[0:n]",
    "a[:]",
    "a[0:n][0:n]",
    "a[n]",
    "a[-1:2]",
    "a[0:1:2]",
    "s.x",
    "s->p[0:n]",
    "*a",
    "none",
    "present",
    "readonly: a",
    "zero: a",
    "always: a",
    "force: 2",
    "num: 4",
    "static: *",
    "dim: 2",
    "devnum: 0: queues: 1, 2",
    "nvidia",
    "host, 3",
    "(a",
    "sizeof(int)",
];

fn clause(random: &mut Random) -> String {
    let name = random.pick(&CLAUSES);
    if random.one_in(4) {
        return name.to_string();
    }
    let some: Vec<&str> = (0..random.within(1, 3))
        .map(|_| random.pick(&ARGUMENTS))
        .collect();
    format!("{name}({})", some.join(", "))
}

fn clauses(random: &mut Random) -> String {
    let all: Vec<String> = (0..random.below(5)).map(|_| clause(random)).collect();
    all.join(random.pick(&[" ", ", ", ""]))
}

fn words(random: &mut Random) -> String {
    format!("{} {}", random.pick(&DIRECTIVES), clauses(random))
}

/// Another directive, more clauses, the same in another order, or a token of it changed.
fn directive(line: &str, random: &mut Random) -> String {
    let line = line.trim_end_matches('\n');
    let rest = line.trim_start().trim_start_matches("#pragma acc").trim();
    let changed = match random.below(6) {
        0 => words(random),
        1 | 2 => format!("{rest} {}", clauses(random)),
        3 => {
            let mut parts: Vec<&str> = rest.split_inclusive(')').collect();
            let n = parts.len() as u64;
            if n > 1 {
                parts.swap(random.below(n) as usize, random.below(n) as usize);
            }
            parts.concat()
        }
        4 => format!("{} {rest}", random.pick(&DIRECTIVES)),
        _ => tokens(rest, random),
    };
    format!("#pragma acc {changed}\n")
}

/// Something in something in something.
fn deep(line: &str, random: &mut Random) -> String {
    let n = random.pick(&[5, 40, 300, 3000]);
    let line = line.trim_end_matches('\n');
    let (open, close) = random.pick(&[
        ("(", ")"),
        ("{", "}"),
        ("if (n) ", ""),
        ("for (int q = 0; q < 2; q++) ", ""),
        ("[", "]"),
        ("x = -", ""),
        ("#pragma acc loop\nfor (int q = 0; q < 2; q++)\n", ""),
        ("#pragma acc data copy(a)\n{\n", "}\n"),
        ("while (n) ", ""),
        ("if (n) ; else ", ""),
        ("n ? n : ", ""),
        ("&*", ""),
    ]);
    format!("{}{line}{}\n", open.repeat(n), close.repeat(n))
}

/// A line with very much on it.
fn long(line: &str, random: &mut Random) -> String {
    let n = random.pick(&[50, 1000, 20_000]);
    let line = line.trim_end_matches('\n');
    let more = random.pick(&[
        " ", "+1", "+a", "x", "9", ", a", "(a)", " copy(a)", ";", "/**/", "\\\n", "* 3", ".x",
        "[0]", "&& n",
    ]);
    // clang's own time grows with the square of a declaration's dimensions.
    let n = match more {
        "[0]" => n.min(5000),
        _ => n,
    };
    match random.below(3) {
        0 => format!("{line}{}\n", more.repeat(n)),
        1 => format!(
            "#pragma acc parallel loop copy(a{})\n{line}\n",
            more.repeat(n)
        ),
        _ => format!("x = x{};\n{line}\n", more.repeat(n)),
    }
}

fn marker(random: &mut Random) -> String {
    let number = random.pick(&[
        "0",
        "1",
        "4294967295",
        "99999999999999999999",
        "-3",
        "x",
        "",
    ]);
    let file = random.pick(&[
        "\"other.c\"",
        "\"\"",
        "\"a\\\"b.c\"",
        "\"unended",
        "other.c",
        "\"/usr/include/x.h\"",
        "\"\\777\"",
    ]);
    let flags = random.pick(&["", " 1", " 2", " 3", " 1 3 4", " 9", " 2 2 2"]);
    format!(
        "{} {number} {file}{flags}\n",
        random.pick(&["#", "#line", "# line", "#  "])
    )
}

fn cut(text: &str, random: &mut Random) -> String {
    let mut at = random.below(text.len() as u64 + 1) as usize;
    if random.one_in(2) {
        // Behind the headers, where the user's text is.
        at = text.len() - random.below(text.len().min(2000) as u64 + 1) as usize;
    }
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    text[..at].to_string()
}
