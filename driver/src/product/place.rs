//! Changes of the preprocessed text as changes of the user's file.
//!
//! A change between or on tokens that are the same in both is made there. One inside of what a macro's call became puts
//! the expanded text in the call's place; nothing else is expanded.

use super::align::Item;
use super::tokens::{Kind, Token, comments};
use accrs_lowering::render::Edit;

/// A file and what became of it.
pub struct Aligned<'a> {
    pub file: &'a str,
    pub file_tokens: &'a [Token],
    pub text: &'a str,
    pub text_tokens: &'a [Token],
    pub items: &'a [Item],
}

/// A change of a user's file, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

/// Items of both sides that change together.
struct Region {
    /// First item, and the one behind the last; an insertion has none.
    items: std::ops::Range<usize>,
    /// Where an insertion goes in the file.
    at: usize,
    expanded: bool,
    edits: Vec<Edit>,
}

/// Where the parts of an edit lie.
enum Where {
    Before(usize),
    Behind(usize),
    Tokens(std::ops::Range<usize>),
}

impl Aligned<'_> {
    /// The changes of the file that make `edits`, all of which lie in its part of the text.
    /// `None` where an edit touches nothing of the file.
    pub fn changes(&self, edits: &[Edit]) -> Option<Vec<Change>> {
        let mut regions: Vec<Region> = Vec::new();
        for edit in edits {
            let region = self.region(edit)?;
            match regions.last_mut() {
                Some(last) if meet(last, &region) => last.join(region),
                _ => regions.push(region),
            }
        }
        Some(regions.iter().map(|r| self.change(r)).collect())
    }

    fn place(&self, edit: &Edit) -> Option<Where> {
        let (start, end) = (edit.start as usize, edit.end as usize);
        let next = self.text_tokens.partition_point(|t| t.start < start);
        if end > start {
            let behind = self.text_tokens.partition_point(|t| t.start < end);
            if behind > next {
                return Some(Where::Tokens(next..behind));
            }
        }
        let touches = |t: &Token| t.end == start;
        let before = next.checked_sub(1).and_then(|i| self.text_tokens.get(i));
        let here = self.text_tokens.get(next);
        let far = |t: &Token| self.text[start..t.start].contains('\n');
        match (before, here) {
            (Some(b), _) if touches(b) => Some(Where::Behind(next - 1)),
            (Some(_), Some(h)) if h.start > start && far(h) => Some(Where::Behind(next - 1)),
            (_, Some(_)) => Some(Where::Before(next)),
            (Some(_), None) => Some(Where::Behind(next - 1)),
            (None, None) => None,
        }
    }

    fn item_of(&self, token: usize) -> Option<usize> {
        let i = self.items.partition_point(|i| i.text.end <= token);
        (i < self.items.len()).then_some(i)
    }

    fn region(&self, edit: &Edit) -> Option<Region> {
        let of = |i: usize| Some((i, self.items.get(i)?));
        let edits = vec![edit.clone()];
        let inserted = |at: usize, i: usize, inside: bool, edits: Vec<Edit>| Region {
            items: if inside { i..i + 1 } else { i..i },
            at,
            expanded: inside,
            edits,
        };
        Some(match self.place(edit)? {
            Where::Before(token) => {
                let (i, item) = of(self.item_of(token)?)?;
                let inside = !item.same && item.text.start != token;
                inserted(self.file_tokens[item.file.start].start, i, inside, edits)
            }
            Where::Behind(token) => {
                let (i, item) = of(self.item_of(token)?)?;
                let inside = !item.same && item.text.end != token + 1;
                let end = self.file_tokens[item.file.end - 1].end;
                inserted(end, i + usize::from(!inside), inside, edits)
            }
            Where::Tokens(tokens) => {
                let (first, a) = of(self.item_of(tokens.start)?)?;
                let (last, b) = of(self.item_of(tokens.end - 1)?)?;
                Region {
                    items: first..last + 1,
                    at: self.file_tokens[a.file.start].start,
                    expanded: a.text.start != tokens.start || b.text.end != tokens.end,
                    edits,
                }
            }
        })
    }

    fn change(&self, region: &Region) -> Change {
        let text = match region.expanded {
            true => self.expanded(region),
            false => region.edits.iter().map(|e| e.text.as_str()).collect(),
        };
        let Some((first, last)) = self.ends(region) else {
            return self.laid_out(region.at, region.at, &text);
        };
        self.laid_out(
            self.file_tokens[first].start,
            self.file_tokens[last].end,
            &text,
        )
    }

    /// First and last token of the file.
    fn ends(&self, region: &Region) -> Option<(usize, usize)> {
        let items = self.items.get(region.items.clone())?;
        Some((items.first()?.file.start, items.last()?.file.end - 1))
    }

    /// What the region's items became, with the edits made.
    fn expanded(&self, region: &Region) -> String {
        let items = &self.items[region.items.clone()];
        let tokens = items[0].text.start..items[items.len() - 1].text.end;
        let tokens = &self.text_tokens[tokens];
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return String::new();
        };
        let mut out = String::new();
        let mut at = first.start;
        for edit in &region.edits {
            out.push_str(&joined(
                self.text.get(at..edit.start as usize).unwrap_or(""),
            ));
            out.push_str(&edit.text);
            at = edit.end as usize;
        }
        out.push_str(&joined(self.text.get(at..last.end).unwrap_or("")));
        out
    }

    /// The change, in the file's own indentation; directives on lines of their own, and comments kept.
    fn laid_out(&self, start: usize, end: usize, text: &str) -> Change {
        let file = self.file;
        let newline = if file.contains("\r\n") { "\r\n" } else { "\n" };
        let line_start = file[..start].rfind('\n').map_or(0, |n| n + 1);
        let lead = &file[line_start..start];
        let starts_line = lead.trim().is_empty();
        let indent: String = lead.chars().take_while(|c| c.is_whitespace()).collect();
        let rest = file[end..].split('\n').next().unwrap_or("");
        let kept = comments(&file[start..end]);
        let words = text.trim();
        if words.is_empty() {
            return self.vanished(start, end, &kept, starts_line);
        }
        let separate = words.contains('\n') || words.starts_with('#') || text.starts_with('\n');
        let directive = end > start
            && file[start..end].starts_with(['#', '%'])
            && !words.contains('\n')
            && words.starts_with('#');
        if directive || !separate {
            // In the old one's place, with what it said beside.
            let mut new = words.to_string();
            for comment in kept {
                new.push(' ');
                new.push_str(comment);
            }
            if !separate && new.contains("//") {
                new.push_str(newline);
            }
            return Change {
                start,
                end,
                text: new,
            };
        }
        let mut lines: Vec<String> = kept.iter().map(|c| format!("{indent}{c}")).collect();
        lines.extend(words_lines(text).map(|l| format!("{indent}{l}")));
        // A directive needs lines to itself; C may stand beside what is there.
        let ends = |l: Option<&String>| l.is_none_or(|l| l.trim_start().starts_with('#'));
        let break_before = text.starts_with('\n') || ends(lines.first());
        let whole_line = text.trim_end_matches([' ', '\t']).ends_with('\n');
        let break_behind = whole_line || ends(lines.last());
        let block = lines.join(newline);
        let rest_end = end + rest.trim_end_matches('\r').len();
        let rest_is_blank = rest.trim().is_empty();
        let behind = match rest_is_blank || !break_behind {
            true => String::new(),
            false => format!("{newline}{indent}"),
        };
        if starts_line {
            return Change {
                start: line_start,
                end,
                text: format!("{block}{behind}"),
            };
        }
        if end == start && break_before && only_comments(&file[end..rest_end]) {
            // Behind comments that end the line.
            return Change {
                start: rest_end,
                end: rest_end,
                text: format!("{newline}{block}"),
            };
        }
        let before = if break_before { newline } else { "" };
        let block = if break_before {
            block.as_str()
        } else {
            block.trim_start()
        };
        Change {
            start,
            end,
            text: format!("{before}{block}{behind}"),
        }
    }

    /// Nothing in a token's place. A line that held nothing else goes.
    fn vanished(&self, start: usize, end: usize, kept: &[&str], starts_line: bool) -> Change {
        let file = self.file;
        let rest = file[end..].split_inclusive('\n').next().unwrap_or("");
        if kept.is_empty() && starts_line && rest.trim().is_empty() {
            let line_start = file[..start].rfind('\n').map_or(0, |n| n + 1);
            return Change {
                start: line_start,
                end: end + rest.len(),
                text: String::new(),
            };
        }
        Change {
            start,
            end: if kept.is_empty() && starts_line {
                end + (rest.len() - rest.trim_start_matches([' ', '\t']).len())
            } else {
                end
            },
            text: kept.join(" "),
        }
    }
}

impl Region {
    fn join(&mut self, other: Region) {
        self.items = self.items.start.min(other.items.start)..self.items.end.max(other.items.end);
        self.expanded |= other.expanded;
        self.edits.extend(other.edits);
    }
}

/// Whether two regions share an item of which a part is changed.
fn meet(a: &Region, b: &Region) -> bool {
    (a.expanded || b.expanded) && a.items.end > b.items.start && !b.items.is_empty()
}

/// A generated text's lines, without empty ones.
fn words_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_end).filter(|l| !l.is_empty())
}

/// Preprocessed text on one line; directives keep lines of their own.
fn joined(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_string();
    }
    let mut out = String::new();
    for line in text.lines() {
        let words = line.trim();
        if words.is_empty() || is_marker(words) {
            continue;
        }
        if words.starts_with('#') {
            out.push('\n');
            out.push_str(words);
            out.push('\n');
        } else {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push(' ');
            }
            out.push_str(words);
        }
    }
    // Blanks and lines at the ends part what stands beside.
    let first = text.lines().next().unwrap_or("");
    if first.trim().is_empty() {
        out.insert(0, '\n');
    }
    if text.ends_with([' ', '\n', '\t']) {
        out.push(if text.trim_end_matches([' ', '\t']).ends_with('\n') {
            '\n'
        } else {
            ' '
        });
    }
    out
}

fn is_marker(line: &str) -> bool {
    let number = line.strip_prefix("# ");
    number.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a part of a line holds comments that end on it, and blanks.
fn only_comments(rest: &str) -> bool {
    let all = super::tokens::tokens(rest);
    let open = rest.rfind("/*").is_some_and(|a| !rest[a..].contains("*/"));
    let line = rest.find("//").is_some_and(|a| rest[a..].contains("/*"));
    all.iter()
        .all(|t| t.kind == Kind::Directive && t.start == t.end)
        && (!open || line)
}
