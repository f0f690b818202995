//! Lines of generated text, each with the user's line that it comes from.

use super::model::Line;
use accrs_lowering::render::openmp::ProductLine;
use std::collections::HashMap;

/// A line of CUDA, with the user's file and line.
pub type Placed = (String, Option<(String, u32)>);

/// The lines of a text with `#line`, which are left out. `own`: the text's own name, which its own lines have.
pub fn of_cuda(text: &str, own: &str) -> Vec<Placed> {
    let mut out = Vec::new();
    let mut place: Option<(String, u32)> = None;
    for line in text.lines() {
        if let Some(now) = directive(line) {
            place = Some(now).filter(|(file, _)| file != own);
            continue;
        }
        let blank = line.trim().is_empty();
        out.push((line.to_string(), place.clone().filter(|_| !blank)));
        if let Some((_, number)) = &mut place {
            *number += 1;
        }
    }
    settle(&mut out);
    out
}

/// Braces and the like belong to the line that they follow, if that is the user's: compilers need no `#line` for them, so their
/// numbers have only been counted on.
fn settle(lines: &mut [Placed]) {
    let mut last = None;
    for (text, place) in lines {
        let alone = text.trim_matches(['{', '}', ';', ' ']);
        if text.starts_with("//") {
            *place = None;
        } else if alone.is_empty() && text != "}" || alone.starts_with("//") {
            *place = last.clone().filter(|_| place.is_some());
        } else {
            last.clone_from(place);
        }
    }
}

/// `#line 7 "a.c"`
fn directive(line: &str) -> Option<(String, u32)> {
    let (number, name) = line.strip_prefix("#line ")?.split_once(' ')?;
    let name = name.trim().strip_prefix('"')?.strip_suffix('"')?;
    let name = name.replace("\\\"", "\"").replace("\\\\", "\\");
    Some((name, number.parse().ok()?))
}

/// The lines of CUDA, with the places that are in one of the page's files.
pub fn cuda(lines: Vec<Placed>, files: &HashMap<String, usize>) -> Vec<Line> {
    let of = |(text, place): Placed| {
        let place = place.and_then(|(name, line)| Some((*files.get(&name)?, line)));
        Line {
            text,
            file: place.map(|p| p.0),
            line: place.map(|p| p.1),
            own: false,
        }
    };
    lines.into_iter().map(of).collect()
}

/// The lines of OpenMP that are in one of the page's files. The user's own lines are shown as they were written: with comments and macros, and with
/// those that the preprocessor has left out.
pub fn openmp(
    lines: Vec<ProductLine>,
    files: &HashMap<String, usize>,
    texts: &[Vec<String>],
) -> Vec<Line> {
    let mut out = Vec::new();
    // The user's own line before this one.
    let mut before: Option<(usize, u32)> = Some((0, 0));
    let mut lines = lines.into_iter().peekable();
    while let Some(line) = lines.next() {
        // gcc puts an empty line before a directive's, and a marker that leads to the same line.
        let gone = |next: &ProductLine| !next.own && next.text.trim().is_empty();
        let again = |next: &ProductLine| next.place == line.place || gone(next);
        if line.own && line.text.trim().is_empty() && lines.peek().is_some_and(again) {
            continue;
        }
        if !line.own && line.text.trim().is_empty() {
            before = None;
            continue;
        }
        let Some((name, number)) = line.place else {
            out.push(Line {
                text: line.text,
                file: None,
                line: None,
                own: false,
            });
            continue;
        };
        let Some(&file) = files.get(&name) else {
            continue;
        };
        let written = |n: u32| {
            let lines = texts.get(file)?;
            lines.get((n as usize).checked_sub(1)?).cloned()
        };
        let mut push = |text: String, number: u32, own: bool| {
            out.push(Line {
                text,
                file: Some(file),
                line: Some(number),
                own,
            });
        };
        // Markers cut lines into several, and lead to a line again.
        if line.own && before == Some((file, number)) {
            continue;
        }
        let Some(text) = written(number).filter(|_| line.own) else {
            push(line.text, number, line.own);
            before = None;
            continue;
        };
        let first = match before {
            Some((f, n)) if f == file && n < number => n + 1,
            _ => number,
        };
        for left in first..number {
            push(written(left).unwrap_or_default(), left, true);
        }
        push(text, number, true);
        before = Some((file, number));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_cuda() {
        let text = "int helper;\n#line 8 \"a \\\"b.c\"\nvoid k()\n{\n#line 11 \"a \\\"b.c\"\nx;\n}\n#line 6 \"a.c.cu\"\n\nint y;\n";
        let place = |n| Some(("a \"b.c".to_string(), n));
        let lines: Vec<_> = of_cuda(text, "a.c.cu").into_iter().map(|l| l.1).collect();
        assert_eq!(
            lines,
            [None, place(8), place(8), place(11), place(12), None, None]
        );
    }

    #[test]
    fn lines_that_the_preprocessor_left_out_come_back() {
        let own = |text: &str, n| ProductLine {
            text: text.into(),
            place: Some(("a.c".into(), n)),
            own: true,
        };
        let made = ProductLine {
            text: "#pragma omp parallel for".into(),
            place: Some(("a.c".into(), 4)),
            own: false,
        };
        let far = ProductLine {
            text: "int printf();".into(),
            place: Some(("stdio.h".into(), 9)),
            own: true,
        };
        let files = HashMap::from([("a.c".to_string(), 0)]);
        let written = [
            "#include <stdio.h>",
            "// Why.",
            "N;",
            "#pragma acc parallel loop",
            "for (;;);",
        ];
        let texts = [written.map(String::from).to_vec()];
        let gone = ProductLine::default();
        let all = vec![
            far,
            own("5;", 3),
            own("", 3),
            own("", 4),
            gone,
            made,
            own("for (;;);", 5),
        ];
        let lines = openmp(all, &files, &texts);
        let texts: Vec<&str> = lines.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "#include <stdio.h>",
                "// Why.",
                "N;",
                "#pragma omp parallel for",
                "for (;;);"
            ]
        );
    }
}
