//! Edits that make a generated program smaller. They know the generator's layout: a statement a line, a block's brace at the
//! end of its head's line. Clauses that a program needs to be right (data, privacy, reductions, queues) stay.

/// Constructs that are launched, each once.
pub fn constructs(lines: &[String]) -> usize {
    lines
        .iter()
        .filter_map(|l| l.trim_start().strip_prefix("#pragma acc "))
        .filter(|d| {
            ["parallel", "kernels", "serial", "region"]
                .iter()
                .any(|word| d.split([' ', '(']).next() == Some(word))
        })
        .count()
}

/// Directives that stand alone, and those whose absence makes a program wrong.
fn stays(line: &str) -> bool {
    let Some(directive) = line.trim_start().strip_prefix("#pragma acc ") else {
        return false;
    };
    let word = directive.split([' ', '(']).next().unwrap_or_default();
    [
        "update", "enter", "exit", "wait", "atomic", "routine", "declare", "cache", "init",
    ]
    .contains(&word)
}

/// Where the statement that begins at line `at` ends: behind its block, with the directives and heads in front of it.
/// None for a line that closes something, or that may not go.
pub fn statement(lines: &[String], at: usize) -> Option<usize> {
    let line = lines.get(at)?.trim();
    if line.starts_with('}') || line.starts_with("case ") || line.starts_with("default:") {
        return None;
    }
    if line.is_empty() || line.starts_with("/*") || line.starts_with("#include") {
        return Some(at + 1);
    }
    if stays(line) {
        return None;
    }
    if line.starts_with("#pragma") || (heads(line) && !line.ends_with('{')) {
        return statement(lines, at + 1);
    }
    if line.ends_with('{') {
        return block_end(lines, at);
    }
    // A function's head has its brace on the next line.
    if lines.get(at + 1).is_some_and(|l| l == "{") {
        return block_end(lines, at + 1);
    }
    Some(at + 1)
}

fn heads(line: &str) -> bool {
    ["for (", "if (", "while (", "else"]
        .iter()
        .any(|h| line.starts_with(h))
        && !line.ends_with(';')
}

/// Behind the block that the line's last brace opens, `else` parts included.
fn block_end(lines: &[String], at: usize) -> Option<usize> {
    let mut depth = 0i32;
    for (k, line) in lines.iter().enumerate().skip(at) {
        let line = line.trim();
        if line.starts_with('}') {
            depth -= 1;
        }
        if depth == 0 && k > at && !line.ends_with('{') && !line.ends_with(':') {
            return Some(k + 1);
        }
        if line.ends_with('{') && !line.starts_with("/*") {
            depth += 1;
        }
    }
    None
}

/// The program with the block at `at` replaced by what it holds; without an `if` in front of a single statement.
pub fn unwrapped(lines: &[String], at: usize) -> Option<Vec<String>> {
    let line = lines[at].trim();
    if line.starts_with("if (") && !line.ends_with('{') {
        let mut next = lines.to_vec();
        next.remove(at);
        return Some(next);
    }
    let goes =
        line == "{" || line == "do {" || line.starts_with("if (") || line.starts_with("while (");
    let after_directive = at > 0 && lines[at - 1].trim_start().starts_with("#pragma");
    if !goes || !line.ends_with('{') || after_directive || !lines[at].starts_with(' ') {
        return None;
    }
    let end = block_end(lines, at)?;
    if lines[at + 1..end - 1]
        .iter()
        .any(|l| l.trim() == "} else {")
    {
        return None;
    }
    let mut next = lines.to_vec();
    next.remove(end - 1);
    next.remove(at);
    Some(next)
}

/// The line with less in it, the least first.
pub fn simpler_lines(line: &str) -> Vec<String> {
    if line.trim_start().starts_with("#pragma acc") {
        return without_clauses(line);
    }
    if line.trim_start().starts_with("printf") || line.starts_with("#include") {
        return vec![];
    }
    let mut found = Vec::new();
    for (open, close) in groups(line) {
        let inside = &line[open + 1..close];
        let with = |text: &str| format!("{}{text}{}", &line[..open], &line[close + 1..]);
        if line[..open].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ')') {
            // A call's arguments, or what a cast is applied to.
            continue;
        }
        found.push(with("1"));
        for (at, length) in operators(inside) {
            found.push(with(inside[..at].trim()));
            found.push(with(inside[at + length..].trim()));
        }
    }
    if let Some((left, right)) = line.split_once(" = ")
        && let Some(right) = right.strip_suffix(';')
        && right.len() > 1
        && !line.trim_start().starts_with("for")
        && !right.starts_with(['{', 'm', '&'])
    {
        found.insert(0, format!("{left} = 1;"));
        if let Ok(number) = right.parse::<u64>() {
            for smaller in [2, 3, 5, number / 2, number - 1] {
                if smaller < number {
                    found.push(format!("{left} = {smaller};"));
                }
            }
        }
    }
    found
}

/// Parenthesised groups, the outer ones first.
fn groups(line: &str) -> Vec<(usize, usize)> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (at, c) in line.char_indices() {
        match c {
            '(' => open.push(at),
            ')' => found.extend(open.pop().map(|from| (from, at))),
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

/// Binary operators outside of inner parentheses: where, and how long with their spaces.
fn operators(text: &str) -> Vec<(usize, usize)> {
    let (mut depth, mut found) = (0, Vec::new());
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b' ' if depth == 0 => {
                if let Some(length) = text[at + 1..].find(' ').filter(|l| (1..=2).contains(l)) {
                    found.push((at, length + 2));
                }
            }
            _ => {}
        }
    }
    found
}

/// Clauses and levels whose absence only changes the mapping.
const FREE: [&str; 10] = [
    "num_workers",
    "vector_length",
    "worker",
    "vector",
    "tile",
    "collapse",
    "if",
    "self",
    "gang",
    "num_gangs",
];

fn without_clauses(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (from, to) in clauses(line) {
        let clause = line[from..to].trim();
        let word = clause.split('(').next().unwrap_or_default();
        // One gang may be what makes the program right.
        let sole = clause.contains("num_gangs(1)") || clause.contains("num_gangs(twice(1)");
        if FREE.contains(&word) && !sole {
            found.push(format!("{}{}", &line[..from], &line[to..]));
        }
    }
    found
}

/// The words of a directive behind its name, each with its parentheses and the blank in front.
fn clauses(line: &str) -> Vec<(usize, usize)> {
    let (mut depth, mut starts) = (0, Vec::new());
    for (at, c) in line.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if depth == 0 => starts.push(at),
            _ => {}
        }
    }
    let indent = line.len() - line.trim_start().len();
    starts.retain(|s| *s >= indent);
    starts.push(line.len());
    // "#pragma", "acc" and the directive stay.
    starts.windows(2).skip(2).map(|w| (w[0], w[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn statements_with_what_they_hold() {
        let text = lines(
            "    #pragma acc parallel loop gang\n    for (int i = 0; i < n; i++) {\n        if (a) {\n            x = 1;\n        } else {\n            x = 2;\n        }\n    }\n    y = 3;",
        );
        assert_eq!(statement(&text, 0), Some(8));
        assert_eq!(statement(&text, 2), Some(7));
        assert_eq!(statement(&text, 3), Some(4));
        assert_eq!(statement(&text, 4), None);
        assert_eq!(constructs(&text), 1);
        assert_eq!(statement(&lines("    #pragma acc wait"), 0), None);
    }

    #[test]
    fn clauses_that_may_go() {
        let line =
            "    #pragma acc parallel loop gang vector copy(a[0:n]) num_gangs(7) reduction(+:r)";
        let shorter = without_clauses(line);
        assert_eq!(shorter.len(), 3);
        assert!(
            shorter
                .iter()
                .all(|l| l.contains("copy(a[0:n])") && l.contains("reduction(+:r)"))
        );
    }

    #[test]
    fn expressions_become_their_operands() {
        let all = simpler_lines("    x = (a[(int)3] + (b * c));");
        assert!(all.contains(&"    x = 1;".to_string()));
        assert!(all.contains(&"    x = a[(int)3];".to_string()));
        assert!(all.contains(&"    x = (b * c);".to_string()));
        assert!(all.contains(&"    x = (a[(int)3] + b);".to_string()));
    }
}
