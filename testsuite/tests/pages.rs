//! What people read: how long the sentences of pages and messages are, whether ARCHITECTURE.md names files that are there, and whether figures that
//! stand in two places are the same.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../src/sentences.rs"]
#[allow(dead_code)] // Reports are looked at where they are made.
mod sentences;

use sentences::{LONGEST, sentences};
use std::fs;
use std::path::{Path, PathBuf};

/// Words of a page's sentences, on average and at most. Cells of tables don't count, which are often single words.
const MEAN: f64 = 18.0;
/// Words of ARCHITECTURE.md, as `wc -w` counts them.
const MAP: usize = 5000;
/// Folders in which ARCHITECTURE.md names files without saying so each time.
const KNOWN: [&str; 4] = [
    "lowering/src",
    "lowering/src/schedule",
    "runtime/src",
    "frontend/python/accrs",
];

fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap().to_path_buf()
}

/// All files below a folder whose names end so, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn pages() -> Vec<PathBuf> {
    let root = root();
    let mut all = files(&root.join("docs"), ".md");
    // Nothing but titles.
    all.retain(|p| !p.ends_with("SUMMARY.md"));
    for name in [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "testsuite/README.md",
        "testsuite/gpu/README.md",
    ] {
        all.push(root.join(name));
    }
    all
}

/// A paragraph, an item of a list, or a table's cell, and the line where it begins.
struct Piece {
    line: usize,
    text: String,
    cell: bool,
}

/// The cells of a table's row. A bar in code, or behind a backslash, is none of the table's.
fn cells(row: &str) -> Vec<String> {
    let (mut code, mut before) = (false, ' ');
    let mut cells = vec![String::new()];
    for c in row.trim().trim_matches('|').chars() {
        code ^= c == '`';
        match c == '|' && !code && before != '\\' {
            true => cells.push(String::new()),
            false => cells.last_mut().unwrap().push(c),
        }
        before = c;
    }
    cells
}

fn is_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || (number != line && number.starts_with(". "))
}

/// What of a page is prose: no code, no titles, no comments.
fn pieces(page: &str) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let (mut code, mut comment, mut open) = (false, false, false);
    for (number, line) in page.lines().enumerate() {
        let line_number = number + 1;
        let line = line.trim();
        if line.starts_with("```") {
            code = !code;
            open = false;
            continue;
        }
        if comment || line.starts_with('<') {
            comment = (comment || line.starts_with("<!--")) && !line.contains("-->");
            open = false;
            continue;
        }
        if code || line.is_empty() || line.starts_with('#') {
            open = false;
            continue;
        }
        if line.starts_with('|') {
            found.extend(cells(line).into_iter().map(|text| Piece {
                line: line_number,
                text,
                cell: true,
            }));
            open = false;
            continue;
        }
        let item = is_item(line);
        let text = match item {
            true => line.split_once(' ').unwrap().1,
            false => line,
        };
        match found.last_mut() {
            Some(last) if open && !item => {
                last.text.push(' ');
                last.text += text;
            }
            _ => found.push(Piece {
                line: line_number,
                text: text.to_string(),
                cell: false,
            }),
        }
        open = true;
    }
    found
}

fn shown(path: &Path) -> String {
    let own = path.strip_prefix(root()).unwrap_or(path);
    own.display().to_string()
}

#[test]
fn sentences_of_pages_are_short() {
    let mut wrong = String::new();
    let mut all = 0;
    for path in pages() {
        let (mut count, mut words) = (0, 0);
        for piece in pieces(&fs::read_to_string(&path).unwrap()) {
            for (length, sentence) in sentences(&piece.text) {
                if length > LONGEST {
                    let (page, line) = (shown(&path), piece.line);
                    wrong += &format!("{page}:{line}: a sentence of {length} words: {sentence}\n");
                }
                if !piece.cell {
                    count += 1;
                    words += length;
                }
            }
        }
        let mean = f64::from(words as u32) / f64::from(count.max(1) as u32);
        if mean > MEAN {
            wrong += &format!("{}: {mean:.1} words a sentence\n", shown(&path));
        }
        all += count;
    }
    assert!(all > 1500, "only {all} sentences were found");
    assert!(wrong.is_empty(), "{wrong}");
}

/// The strings of a Rust source, up to its tests, with the lines where they begin.
fn literals(source: &str) -> Vec<(usize, String)> {
    let source = source.split("#[cfg(test)]").next().unwrap();
    let mut found = Vec::new();
    let mut line = 1;
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
            line += 1;
        } else if let Some(after) = ["'\"'", "'\\\"'"]
            .iter()
            .find_map(|q| rest.strip_prefix(*q))
        {
            rest = after;
        } else if rest.starts_with("r#\"") {
            let end = rest.find("\"#").map_or(rest.len(), |at| at + 2);
            line += rest[..end].matches('\n').count();
            rest = &rest[end..];
        } else if c == '"' {
            let (text, after) = string(&rest[1..]);
            found.push((line, text.to_string()));
            line += text.matches('\n').count();
            rest = after;
        } else {
            line += usize::from(c == '\n');
            rest = &rest[c.len_utf8()..];
        }
    }
    found
}

/// A string's text, and what comes behind its quotes.
fn string(text: &str) -> (&str, &str) {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c == '"' && !escaped {
            return (&text[..at], &text[at + 1..]);
        }
        escaped = c == '\\' && !escaped;
    }
    (text, "")
}

#[test]
fn sentences_of_messages_are_short() {
    let mut wrong = String::new();
    let mut note = |path: &Path, line: usize, text: &str| {
        for (length, sentence) in sentences(text) {
            if length > LONGEST {
                let path = shown(path);
                wrong += &format!("{path}:{line}: a sentence of {length} words: {sentence}\n");
            }
        }
    };
    // As they stand in the sources: what they are made of.
    let mut strings = 0;
    for krate in ["driver", "frontend", "lowering", "runtime"] {
        for path in files(&root().join(krate).join("src"), ".rs") {
            if path.components().any(|c| c.as_os_str() == "tests") || path.ends_with("tests.rs") {
                continue;
            }
            for (line, text) in literals(&fs::read_to_string(&path).unwrap()) {
                strings += 1;
                // Programs that pages show have their lines.
                if !text.contains("\\n") {
                    note(&path, line, &text.replace("\\\n", " "));
                }
            }
        }
    }
    assert!(strings > 5000, "only {strings} strings were found");
    // As users get them: put together.
    let mut messages = 0;
    for folder in ["reject", "reject-c++", "openmp"] {
        for path in files(&root().join("testsuite").join(folder), ".expect") {
            for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
                let begins = ["error", "warning", "note", "= help", "= note"];
                let text = line.trim();
                if begins.iter().any(|b| text.starts_with(b)) {
                    let (_, text) = text.split_once(": ").unwrap_or(("", text));
                    messages += 1;
                    note(&path, number + 1, text.trim_end_matches("[-Werror]"));
                }
            }
        }
    }
    assert!(messages > 400, "only {messages} messages were found");
    assert!(wrong.is_empty(), "{wrong}");
}

/// Whether a span of code names a file or a folder.
fn is_path(span: &str) -> bool {
    let ending = Path::new(span).extension().and_then(|e| e.to_str());
    let known =
        ending.is_some_and(|e| ["rs", "py", "md", "c", "cu", "h", "toml", "txt"].contains(&e));
    let odd = |c: char| c.is_whitespace() || "|()…*<>\\".contains(c);
    let named = span.contains('/') && !span.starts_with(['/', '-']);
    (named || known) && !span.contains(odd) && !span.contains("NAME")
}

#[test]
fn architecture_is_short_and_names_files_that_are_there() {
    let root = root();
    let page = fs::read_to_string(root.join("docs/ARCHITECTURE.md")).unwrap();
    let words = page.split_whitespace().count();
    assert!(words <= MAP, "docs/ARCHITECTURE.md has {words} words");
    let mut named = 0;
    let mut wrong = String::new();
    let mut code = false;
    for (number, line) in page.lines().enumerate() {
        code ^= line.starts_with("```");
        // A name that isn't below the root is below a folder that the line has named, or one above that.
        let mut around: Vec<PathBuf> = KNOWN.iter().map(|k| root.join(k)).collect();
        for span in line.split('`').skip(1).step_by(2) {
            if code || !is_path(span) || line.contains("NAME/") {
                continue;
            }
            named += 1;
            let own = root.join(span);
            if own.exists() {
                let above = own.ancestors().take_while(|a| *a != root);
                around.extend(above.map(Path::to_path_buf));
            } else if !around.iter().any(|a| a.join(span).exists()) {
                wrong += &format!("docs/ARCHITECTURE.md:{}: no {span}\n", number + 1);
            }
        }
    }
    assert!(named > 200, "only {named} names were found");
    assert!(wrong.is_empty(), "{wrong}");
}

/// `testsuite/seeds/README.md` names all programs beside it, and nothing that isn't there.
#[test]
fn documents_have_their_tests() {
    let folder = root().join("testsuite/seeds");
    let page = fs::read_to_string(folder.join("README.md")).unwrap();
    let rows = page
        .lines()
        .filter(|l| l.starts_with("| ") && !l.starts_with("| Row"));
    let mut named: Vec<&str> = Vec::new();
    let mut wrong = String::new();
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, number, _, state, .., tests, _] = cells[..] else {
            panic!("{row}");
        };
        count += 1;
        let spans: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        let files = spans.iter().filter(|s| is_path(s));
        for file in files {
            named.push(file);
            if !folder.join(file).exists() {
                wrong += &format!("row {number}: no {file}\n");
            }
        }
        match state {
            "works" if spans.is_empty() => wrong += &format!("row {number}: no test\n"),
            "works" | "differs" | "open" => {}
            _ => wrong += &format!("row {number}: '{state}'\n"),
        }
    }
    assert!(count > 100, "only {count} rows were found");
    for path in files(&folder, ".c") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !named.contains(&name.as_str()) {
            wrong += &format!("no row names {name}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn figures_that_stand_twice_are_the_same() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let (readme, conformance) = (read("README.md"), read("docs/CONFORMANCE.md"));
    for what in ["multicore", "sim", "nvidia compiles"] {
        let row = conformance
            .lines()
            .find(|l| l.starts_with(&format!("| {what} |")));
        let row = cells(row.expect("a row of the summary"));
        let (all, yes) = (row[1].trim(), row[2].trim());
        let wanted = format!("{yes} of {all}");
        assert!(
            readme.contains(&wanted),
            "README.md lacks '{wanted}' for {what}"
        );
    }
    // On a GPU: "N of M programs passed, K failed.", and the table of kernels beside CUDA by hand.
    let gpu = read("docs/GPU.md");
    let line = gpu.lines().find(|l| l.contains("programs passed"));
    let numbers: Vec<u32> = line
        .expect("a line of the programs that ran")
        .split_whitespace()
        .filter_map(|w| w.parse().ok())
        .collect();
    let [passed, _, failed] = numbers[..] else {
        panic!("{line:?}")
    };
    let table = gpu.split_once("CUDA by hand, ms |").unwrap().1;
    let table = table.split_once("\n\n").unwrap().0;
    let ratios: Vec<f64> = table
        .lines()
        .filter_map(|l| cells(l).get(3)?.trim().parse().ok())
        .collect();
    let near = ratios.iter().filter(|r| **r <= 1.1).count();
    for wanted in [
        format!(
            "{passed} of the {} test programs that ran passed",
            passed + failed
        ),
        format!("{near} of {} kernels took at most 1.1 times", ratios.len()),
    ] {
        assert!(readme.contains(&wanted), "README.md lacks '{wanted}'");
    }
    // The README's figure is drawn from a table of PERFORMANCE.md, by testsuite/bench/figure.py.
    let (page, drawn) = (
        read("docs/PERFORMANCE.md"),
        read("docs/guide/pictures/speed.svg"),
    );
    let table = page.split_once("## PolyBench on the cores").unwrap().1;
    let table = table.split_once("\n## ").unwrap().0;
    let mut bars = 0;
    for row in table.lines().filter(|l| l.starts_with("| `")) {
        let row = cells(row);
        let name = row[0].trim().trim_matches('`');
        let ratio: f64 = row[2].trim().parse().unwrap();
        let bar = drawn
            .lines()
            .find(|l| l.contains(&format!(">{name}</text>")));
        let value = format!(">{:.1}</text>", 1.0 / ratio);
        assert!(
            bar.is_some_and(|b| b.ends_with(&value)),
            "speed.svg lacks {name} {value}"
        );
        bars += 1;
    }
    assert_eq!(drawn.matches("class=\"bar\"").count(), bars);
}
