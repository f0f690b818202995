//! The tables as the guide shows them, and as the test suite reads them.

use super::{GCC_TABLES, Item, Meaning, Row, TABLES, Takes, forms, kernels};
use std::fmt::Write;

/// nvc's and pgcc's words, in Markdown.
pub fn nvc() -> String {
    let mut out = String::new();
    for (heading, rows) in TABLES {
        section(&mut out, heading, "nvc, pgcc", words(rows));
    }
    for (_, options, items) in LISTS {
        let heading = format!("Sub-options of {options}");
        section(&mut out, &heading, "sub-option", sub_options(items));
    }
    out
}

/// gcc's and clang's words, in Markdown.
pub fn gcc() -> String {
    let mut out = String::new();
    for (compiler, rows) in GCC_TABLES {
        let heading = format!("Words of {compiler}");
        section(&mut out, &heading, compiler, words(rows));
    }
    out
}

/// Where each of these words is told of, in the alphabet's order, for the guide's index.
pub fn index() -> String {
    let mut lines: Vec<(String, String, String)> = Vec::new();
    let mut add = |page: &str, heading: &str, words: Vec<(String, String)>| {
        let place = format!("[{heading}]({page}#{})", anchor(heading));
        lines.extend(words.into_iter().map(|(word, _)| {
            let letters = word.trim_matches(['`', '-']).to_lowercase();
            (letters, word, place.clone())
        }));
    };
    for (heading, rows) in TABLES {
        add("from-nvc.md", heading, words(rows));
    }
    for (_, options, items) in LISTS {
        let heading = format!("Sub-options of {options}");
        add("from-nvc.md", &heading, sub_options(items));
    }
    for (compiler, rows) in GCC_TABLES {
        add("from-gcc.md", &format!("Words of {compiler}"), words(rows));
    }
    lines.sort();
    let mut out = "\n## Words of other compilers\n\nEvery other word is the host compiler's.\n\n| word | where |\n|---|---|\n".to_string();
    for (_, word, place) in lines {
        let _ = writeln!(out, "| {word} | {place} |");
    }
    out
}

/// A heading's place on its page: letters, digits, `-` and `_` stay, blanks become `-`.
fn anchor(heading: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ if c.is_alphanumeric() => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    heading.chars().filter_map(kept).collect()
}

/// Options with a list of sub-options: one of them, all of them in words, and the list.
const LISTS: &[(&str, &str, &[Item])] = &[
    ("-gpu", "`-gpu=` and `-ta=`", kernels::GPU),
    ("-acc", "`-acc=`", kernels::ACC),
    ("-target", "`-target=`", kernels::TARGET),
    ("-Minfo", "`-Minfo=` and `-Mneginfo=`", kernels::INFO),
];

/// A table; words that mean the same stand in one line.
fn section(out: &mut String, heading: &str, left: &str, lines: Vec<(String, String)>) {
    let mut merged: Vec<(String, Vec<String>)> = Vec::new();
    for (word, meaning) in lines {
        match merged.iter_mut().find(|(known, _)| *known == meaning) {
            Some((_, words)) => words.push(word),
            None => merged.push((meaning, vec![word])),
        }
    }
    let _ = write!(out, "\n### {heading}\n\n| {left} | here |\n|---|---|\n");
    for (meaning, words) in merged {
        let _ = writeln!(out, "| {} | {meaning} |", words.join(", "));
    }
}

fn words(rows: &[Row]) -> Vec<(String, String)> {
    let shown = |row: &Row| {
        let value = match row.takes {
            Takes::Nothing => "",
            Takes::MaybeEquals(_) => "[=…]",
            Takes::Equals(_) | Takes::EqualsOrNext(_) => "=…",
            Takes::Rest(_) => "…",
            Takes::Next(_) => " …",
            Takes::ThenNext(_) => "[=…] …",
        };
        (format!("`{}{value}`", row.word), said(&row.meaning))
    };
    rows.iter().map(shown).collect()
}

fn sub_options(items: &[Item]) -> Vec<(String, String)> {
    let shown = |item: &Item| {
        let value = if item.name.ends_with(':') { "…" } else { "" };
        (format!("`{}{value}`", item.name), said(&item.meaning))
    };
    items.iter().map(shown).collect()
}

fn said(meaning: &Meaning) -> String {
    let quoted = |words: &[&str]| {
        let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
        quoted.join(" ")
    };
    match meaning {
        Meaning::Host(words) | Meaning::Own(words) => quoted(words),
        Meaning::Anyway(why) => format!("accepted: {why}"),
        Meaning::Nothing(_, why) => format!("no effect: {why}"),
        Meaning::List(_) => "see its sub-options".to_string(),
        Meaning::Computed(_, how) => (*how).to_string(),
    }
}

/// A line for each form of each word and sub-option: its table, the words on the command line (blanks between them), and what
/// becomes of them: `host WORDS`, `own WORDS`, `note WHY`, `anyway`; with tabs between them all.
pub fn for_tests() -> String {
    let mut out = String::new();
    for (table, rows) in TABLES.iter().chain(GCC_TABLES) {
        for row in *rows {
            for form in forms(row.word) {
                for (words, value) in samples(row.takes, &form) {
                    line(&mut out, table, &row.meaning, &words, value);
                }
            }
        }
    }
    for (option, _, items) in LISTS {
        for item in *items {
            for form in forms(item.name) {
                let words = format!("{option}={}", sample(&form));
                let value = words.split_once(':').map_or("", |(_, value)| value);
                match item.name {
                    "ccXY" => {
                        let own = Meaning::Own(&["--acc-arch-hint=sm_80"]);
                        line(&mut out, option, &own, &words, value);
                    }
                    _ => line(&mut out, option, &item.meaning, &words, value),
                }
            }
        }
    }
    out
}

/// The ways in which a word is written, each with its value.
fn samples(takes: Takes, word: &str) -> Vec<(String, &'static str)> {
    let with = |between: &str, value| (format!("{word}{between}{value}"), value);
    let alone = (word.to_string(), "");
    match takes {
        Takes::Nothing => vec![alone],
        Takes::MaybeEquals(value) => vec![alone, with("=", value)],
        Takes::Equals(value) => vec![with("=", value)],
        Takes::EqualsOrNext(value) => vec![with("=", value), with(" ", value)],
        Takes::Rest(value) => vec![with("", value)],
        Takes::Next(value) | Takes::ThenNext(value) => vec![with(" ", value)],
    }
}

/// A sub-option with a value where it needs one.
fn sample(name: &str) -> String {
    match name {
        "ccXY" => "cc80".to_string(),
        "cudaX.Y" => "cuda12.4".to_string(),
        "managed:" | "unified:" | "pinned:" => format!("{name}nointercept"),
        _ if name.ends_with(':') => format!("{name}64"),
        _ => name.to_string(),
    }
}

fn line(out: &mut String, table: &str, meaning: &Meaning, words: &str, value: &str) {
    // Libraries depend on the machine; lists have lines of their own.
    let Ok(alias) = meaning.of(words, value) else {
        return;
    };
    if matches!(meaning, Meaning::List(_)) || !alias.cuda.is_empty() {
        return;
    }
    let host: Vec<_> = alias.host.iter().map(|w| w.to_string_lossy()).collect();
    let mut kinds: Vec<String> = Vec::new();
    if !host.is_empty() {
        kinds.push(format!("host {}", host.join(" ")));
    }
    if !alias.own.is_empty() {
        kinds.push(format!("own {}", alias.own.join(" ")));
    }
    kinds.extend(alias.notes.iter().map(|note| format!("note {}", note.why)));
    if kinds.is_empty() {
        kinds.push("anyway".to_string());
    }
    let _ = writeln!(out, "{table}\t{words}\t{}", kinds.join("\t"));
}
