//! How long the sentences are that people read: in reports here, in pages and messages in `tests/pages.rs`.

/// Words of a sentence, at most.
pub const LONGEST: usize = 40;

/// Text without code: a span of it is one word, of a link the words stay.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for (number, part) in text.split('`').enumerate() {
        out += if number % 2 == 0 { part } else { "CODE" };
    }
    while let Some(start) = out.find("](") {
        let Some(end) = out[start..].find(')') else {
            break;
        };
        out.replace_range(start + 1..=start + end, "");
    }
    out
}

/// A text's sentences, each with the number of its words: what has a letter or a digit.
pub fn sentences(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut now: Vec<&str> = Vec::new();
    let text = plain(text);
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        now.push(word);
        let bare = word.trim_end_matches([')', '"', '*', '_', ']']);
        let short = ["al.", "e.g.", "i.e.", "vs.", "etc."].contains(&bare);
        let ends = bare.ends_with(['.', '!', '?']) && !short;
        if ends || words.peek().is_none() {
            let is_word = |w: &&&str| w.chars().any(char::is_alphanumeric);
            found.push((now.iter().filter(is_word).count(), now.join(" ")));
            now.clear();
        }
    }
    found.retain(|(words, _)| *words > 0);
    found
}

/// The first sentence of a report (`-Minfo=all`) that is too long. Subscripts, and examples in parentheses (`(as a[1] in i = 1 and in i = 2)`),
/// are figures and no words.
pub fn long_in_report(report: &str) -> Option<String> {
    let remarks = report.lines().filter(|l| l.starts_with("     "));
    let remarks = remarks.filter(|l| !l.contains(['│', '┌']) && !l.contains("#pragma acc"));
    remarks
        .filter_map(long)
        .next()
        .map(|why| format!("in the report: {why}"))
}

/// The first sentence of a remark or a message that is too long, without figures.
pub fn long(text: &str) -> Option<String> {
    let mut all = sentences(&without_figures(text)).into_iter();
    all.find(|(words, _)| *words > LONGEST)
        .map(|(words, s)| format!("a sentence of {words} words: {s}"))
}

fn without_figures(line: &str) -> String {
    let mut line = line.trim_start().to_string();
    for begins in [" (as ", " (in "] {
        while let Some(start) = line.find(begins) {
            let Some(end) = line[start..].find(')') else {
                break;
            };
            line.replace_range(start..=start + end, "");
        }
    }
    let mut depth = 0;
    line.retain(|c| {
        depth += i32::from(c == '[');
        let inside = depth > 0;
        depth -= i32::from(c == ']' && inside);
        !inside
    });
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_reports_are_counted_without_figures() {
        let many = "word ".repeat(LONGEST - 4);
        let line = |words: &str| {
            format!(
                "     12, a[i + 1] is read {words} (as a[1] in i = 1 and in i = 2, where n is 3)\n"
            )
        };
        assert_eq!(long_in_report(&line(many.trim_end())), None);
        let more = line(&format!("{many}and more"));
        assert!(long_in_report(&more).is_some_and(|s| s.contains("42 words")));
        assert_eq!(
            long_in_report(&line(&format!("{}. And more", many.trim_end()))),
            None
        );
    }
}
