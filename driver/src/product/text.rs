//! The preprocessed text by inclusions: which of its tokens come from which file, at which place.

use super::tokens::{Kind, Token, tokens, words};

/// A file as often as it is included; the first is the one that is compiled.
#[derive(Debug, Default)]
pub struct Inclusion {
    pub file: String,
    /// The inclusion that holds the `#include`, and its line there.
    pub from: Option<(usize, u32)>,
    pub tokens: Vec<Token>,
}

/// A preprocessed text, understood.
pub struct Preprocessed {
    pub text: String,
    pub inclusions: Vec<Inclusion>,
    /// All tokens in their order, each with its inclusion; their lines are those of the user's files.
    pub tokens: Vec<(usize, Token)>,
}

impl Preprocessed {
    pub fn new(text: String) -> Self {
        let inclusions = inclusions(&text);
        let each = inclusions.iter().enumerate();
        let mut tokens: Vec<(usize, Token)> = each
            .flat_map(|(i, inclusion)| inclusion.tokens.iter().map(move |t| (i, *t)))
            .collect();
        tokens.sort_by_key(|(_, t)| t.start);
        Self {
            text,
            inclusions,
            tokens,
        }
    }

    /// The inclusion whose text an edit at these bytes changes; see [`super::place`].
    pub fn inclusion_at(&self, start: usize, end: usize) -> Option<usize> {
        let next = self.tokens.partition_point(|(_, t)| t.start < start);
        let here = self.tokens.get(next);
        let before = next.checked_sub(1).and_then(|i| self.tokens.get(i));
        let covers = here.is_some_and(|(_, t)| t.start < end);
        match (before, here) {
            (_, Some((i, _))) if covers => Some(*i),
            (Some((i, t)), _) if t.end == start => Some(*i),
            (Some((i, _)), Some((other, t))) if i != other && t.start > start => Some(*i),
            (_, Some((i, _))) | (Some((i, _)), None) => Some(*i),
            (None, None) => None,
        }
    }
}

/// All inclusions of a text, each with its tokens.
fn inclusions(text: &str) -> Vec<Inclusion> {
    let mut all = vec![Inclusion::default()];
    let mut stack = vec![0usize];
    // What is added to a line's number in the text to have that in its file.
    let mut shift = 0i64;
    for token in tokens(text) {
        let top = stack.last().copied().unwrap_or(0);
        if token.kind == Kind::Directive
            && let Some(marker) = marker(token.text(text))
        {
            shift = i64::from(marker.line) - i64::from(token.line) - 1;
            match marker.change {
                Change::Enter => {
                    all.push(Inclusion {
                        file: marker.file,
                        from: Some((top, 0)),
                        tokens: Vec::new(),
                    });
                    stack.push(all.len() - 1);
                }
                Change::Return if stack.len() > 1 => {
                    stack.pop();
                    if let Some((_, line)) = &mut all[top].from {
                        *line = marker.line.saturating_sub(1);
                    }
                }
                _ => all[top].file = marker.file,
            }
            continue;
        }
        let line = u32::try_from(i64::from(token.line) + shift).unwrap_or(0);
        all[top].tokens.push(Token { line, ..token });
    }
    all
}

enum Change {
    None,
    Enter,
    Return,
}

struct Marker {
    line: u32,
    file: String,
    change: Change,
}

/// `# 12 "name" 1`
fn marker(directive: &str) -> Option<Marker> {
    let words = words(directive);
    let number = words.get(1)?.text(directive).parse().ok()?;
    let name = words.get(2)?.text(directive);
    let name = name.strip_prefix('"')?.strip_suffix('"')?;
    let flags = words.iter().skip(3).map(|w| w.text(directive));
    let mut change = Change::None;
    for flag in flags {
        match flag {
            "1" => change = Change::Enter,
            "2" => change = Change::Return,
            _ => {}
        }
    }
    Some(Marker {
        line: number,
        file: name.replace("\\\"", "\"").replace("\\\\", "\\"),
        change,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_belong_to_inclusions() {
        let text = "# 0 \"a.c\"\n# 0 \"<command-line>\"\n# 1 \"/t/a.c\"\n# 1 \"a.c\"\nint a;\n# 1 \"x.h\" 1\n\nint x;\n# 4 \"a.c\" 2\nint b;\n#pragma acc wait\n";
        let all = inclusions(text);
        assert_eq!(all.len(), 2);
        let line = |i: usize, n: usize| (all[i].tokens[n].line, all[i].tokens[n].text(text));
        assert_eq!((line(0, 0), line(0, 3)), ((1, "int"), (4, "int")));
        assert_eq!(line(0, 6), (5, "#pragma acc wait"));
        assert_eq!((line(1, 1), all[1].from), ((2, "x"), Some((0, 3))));
        assert_eq!((all[0].file.as_str(), all[1].file.as_str()), ("a.c", "x.h"));
    }
}
