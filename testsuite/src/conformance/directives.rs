//! Which rows of the checklist a program's text touches: each directive, clause, form and modifier that it writes, and
//! each API routine that it calls.
//!
//! It reads the preprocessed text, so macros and `_Pragma` are seen through, and knows nothing of accrs's own parser.

use std::collections::BTreeSet;

/// Longest first: the words of a directive.
const NAMES: &[&str] = &[
    "parallel loop",
    "serial loop",
    "kernels loop",
    "enter data",
    "exit data",
    "atomic read",
    "atomic write",
    "atomic update",
    "atomic capture",
    "data region",
    "region for",
    "parallel",
    "serial",
    "kernels",
    "loop",
    "data",
    "host_data",
    "update",
    "wait",
    "cache",
    "atomic",
    "declare",
    "routine",
    "init",
    "shutdown",
    "set",
    "region",
    "for",
];

/// Spellings that mean the same as another word, which has the row.
fn standard(clause: &str) -> &str {
    match clause {
        "pcopy" | "present_or_copy" => "copy",
        "pcopyin" | "present_or_copyin" => "copyin",
        "pcopyout" | "present_or_copyout" => "copyout",
        "pcreate" | "present_or_create" => "create",
        "dtype" => "device_type",
        other => other,
    }
}

/// Row ids of a preprocessed text: `parallel loop`, `parallel loop/copyin(readonly)`, `acc_copyin`.
pub fn rows(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let line = line.trim_start();
        if let Some(rest) = line.strip_prefix('#') {
            if let Some(rest) = rest.trim_start().strip_prefix("pragma")
                && let Some(rest) = rest.trim_start().strip_prefix("acc ")
            {
                directive(rest, &mut found);
            }
        } else {
            calls(line, &mut found);
        }
    }
    found
}

/// `acc_name (`: a call, or a declaration, which the text has where it includes openacc.h; those end in an attribute.
fn calls(line: &str, found: &mut BTreeSet<String>) {
    if line.contains("__attribute__") {
        return;
    }
    for (at, _) in line.match_indices("acc_") {
        let before = line[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let word: String = line[at..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        if line[at + word.len()..].trim_start().starts_with('(') {
            found.insert(word);
        }
    }
}

fn directive(text: &str, found: &mut BTreeSet<String>) {
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|w| !w.is_empty())
        .take(2)
        .collect();
    let fits = |name: &&&str| {
        let mut parts = name.split(' ').enumerate();
        parts.all(|(i, part)| words.get(i) == Some(&part))
    };
    let Some(name) = NAMES.iter().find(fits) else {
        return;
    };
    found.insert(name.to_string());
    let mut rest = text;
    for part in name.split(' ') {
        let end = rest.find(part).map_or(rest.len(), |at| at + part.len());
        rest = &rest[end..];
    }
    // What stands in the directive's own parentheses: `wait(1)`, `routine(f)`, `cache(a[0:n])`.
    if let Some((inside, after)) = parentheses(rest) {
        for form in forms(name, inside) {
            found.insert(format!("{name}/{form}"));
        }
        rest = after;
    }
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        rest = &rest[start..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        let clause = standard(&rest[..end]);
        rest = &rest[end..];
        let inside = parentheses(rest).map(|(inside, after)| {
            rest = after;
            inside
        });
        match inside {
            None => {
                found.insert(format!("{name}/{clause}"));
            }
            Some(inside) => {
                // On `update` it takes variables, elsewhere a condition.
                let condition = clause == "self" && *name != "update";
                let kind = if condition { "self-if" } else { clause };
                for form in forms(kind, inside) {
                    found.insert(format!("{name}/{clause}{form}"));
                }
            }
        }
    }
}

/// The text in the parentheses at the start of `text`, and what follows them.
fn parentheses(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let inner = text.strip_prefix('(')?;
    let mut depth = 1;
    for (at, c) in inner.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inner[..at], &inner[at + 1..]));
        }
    }
    None
}

/// The parts of `text` between commas that stand in no brackets.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// The words before a colon that stands in no brackets (nor belongs to `?:`).
fn modifiers(text: &str) -> Vec<&str> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '?' => return vec![],
            ':' if depth == 0 => return arguments(&text[..at]),
            _ => {}
        }
    }
    vec![]
}

/// The rows that a clause with arguments touches, as what follows its name: "" the clause, "(x)" a form or modifier.
fn forms(clause: &str, inside: &str) -> Vec<String> {
    let row = |words: &[&str]| words.iter().map(|w| format!("({w})")).collect::<Vec<_>>();
    let parts = arguments(inside);
    match clause {
        "copy" | "copyin" | "copyout" | "create" | "no_create" | "present" => {
            let mut rows = row(&modifiers(inside));
            rows.push(String::new());
            rows
        }
        "reduction" | "default" => row(&[modifiers(inside).first().unwrap_or(&inside.trim())]),
        "gang" | "worker" | "vector" => {
            let plain = if clause == "vector" { "length" } else { "num" };
            let keys = parts
                .iter()
                .map(|part| *modifiers(part).first().unwrap_or(&plain));
            row(&keys.collect::<Vec<_>>())
        }
        "collapse" if modifiers(inside) == ["force"] => row(&["force"]),
        "cache" if modifiers(inside) == ["readonly"] => row(&["readonly"]),
        "tile" => row(&parts
            .iter()
            .map(|p| if *p == "*" { "*" } else { "n" })
            .collect::<Vec<_>>()),
        "num_gangs" if parts.len() > 1 => row(&[&parts.len().to_string()]),
        "bind" => row(&[if inside.contains('"') {
            "string"
        } else {
            "name"
        }]),
        "wait" => {
            let words: Vec<&str> = inside.split(':').map(str::trim).collect();
            let mut rows = row(&["n"]);
            rows.extend(words.contains(&"devnum").then(|| "(devnum)".to_string()));
            rows.extend(words.contains(&"queues").then(|| "(queues)".to_string()));
            rows
        }
        "async" => row(&["n"]),
        "device_type" => row(&[if inside.trim() == "*" { "*" } else { "list" }]),
        "routine" => row(&["name"]),
        "self-if" => row(&["c"]),
        _ => vec![String::new()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_each_kind() {
        let text = "# 1 \"a.c\"\n  #pragma acc parallel loop copyin(readonly: a[0:n], b) gang(num:4, static:*) reduction(+:s) async(q?1:2)\n\
                    #pragma acc wait(devnum:0:queues:1,2) async\n#pragma acc cache(readonly: a[i:2])\n#pragma acc atomic capture\n\
                    #pragma acc kernels default(none) wait, pcopy(c) tile(*, 4) num_gangs(1,2)\n    p = acc_copyin(a, f(n)); my_acc_copyout(b);\n\
                    extern void acc_free(void *) __attribute__((nothrow));\n#pragma acc routine(f) bind(\"g\")\n";
        let want = [
            "acc_copyin",
            "atomic capture",
            "cache",
            "cache/(readonly)",
            "kernels",
            "kernels/copy",
            "kernels/default(none)",
            "kernels/num_gangs(2)",
            "kernels/tile(*)",
            "kernels/tile(n)",
            "kernels/wait",
            "parallel loop",
            "parallel loop/async(n)",
            "parallel loop/copyin",
            "parallel loop/copyin(readonly)",
            "parallel loop/gang(num)",
            "parallel loop/gang(static)",
            "parallel loop/reduction(+)",
            "routine",
            "routine/(name)",
            "routine/bind(string)",
            "wait",
            "wait/(devnum)",
            "wait/(n)",
            "wait/(queues)",
            "wait/async",
        ];
        assert_eq!(rows(text).into_iter().collect::<Vec<_>>(), want);
    }
}
