//! The host file's text, in which each generated line counts for the line of the user's that it stands behind. Reports of coverage, backtraces and
//! profilers then name the user's files alone.

use accrs_lowering::render::GENERATED;
use std::borrow::Cow;

/// How helpers are marked in `host/prelude.c`.
const HELPER: &str = "((unused, no_instrument_function))";
const UNCOUNTED: &str = "((unused, no_instrument_function, no_profile_instrument_function))";

/// For `--coverage`, where the host compiler counts how often each line runs: functions of accrs's own aren't counted at all.
///
/// Not so for `-fprofile-generate`: what is not counted is not inlined early there, but is with `-fprofile-use`, and the
/// counts then would not fit.
pub fn for_coverage(text: &str) -> String {
    at_the_users_lines(
        text,
        |_| true,
        |line| line.replace(HELPER, UNCOUNTED).into(),
    )
}

/// For a debugger. What stands before and behind all of the user's text are functions of accrs's own, in which nobody
/// wants to stop who asks for a line of the user's: they keep their place.
pub fn for_a_debugger(text: &str) -> String {
    let users = users_lines(text);
    at_the_users_lines(text, |line| users.contains(&line), Cow::Borrowed)
}

/// The first and the last line with text of the user's, counted from 0.
fn users_lines(text: &str) -> std::ops::Range<usize> {
    let (mut ours, mut found) = (false, 0..0);
    for (k, line) in text.lines().enumerate() {
        if let Some((_, name)) = marker(line) {
            ours = is_generated(name);
        } else if !ours && !line.trim().is_empty() {
            found = if found.is_empty() { k } else { found.start }..k + 1;
        }
    }
    found
}

/// Generated lines that `at` says get a marker each. `edit`: what becomes of a generated line.
fn at_the_users_lines<'t>(
    text: &'t str,
    at: impl Fn(usize) -> bool,
    edit: impl Fn(&'t str) -> Cow<'t, str>,
) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut place = Places::default();
    for (k, line) in text.lines().enumerate() {
        let generated = place.pass(line);
        if let (Some((number, file)), true) = (generated, at(k)) {
            // Flag 3: no warnings.
            out.push_str(&format!("# {number} {file} 3\n"));
        }
        out.push_str(&if place.ours { edit(line) } else { line.into() });
        out.push('\n');
    }
    out
}

/// Where the lines of a text stand in the user's.
#[derive(Default)]
struct Places<'t> {
    /// The line that comes next, and its file; empty: not known yet.
    number: u64,
    file: &'t str,
    /// The user's last line that isn't empty.
    last: &'t str,
    /// Inside of generated text.
    ours: bool,
    /// The place of the generated text at hand.
    here: Option<(u64, &'t str)>,
    /// The places of generated braces that are open.
    open: Vec<(u64, &'t str)>,
}

impl<'t> Places<'t> {
    /// Passes a line. The place that it has if it is generated.
    fn pass(&mut self, line: &'t str) -> Option<(u64, &'t str)> {
        if let Some((at, name)) = marker(line) {
            let ours = is_generated(name);
            if !ours || !self.ours {
                self.here = None;
            }
            self.ours = ours;
            if !ours {
                let end = name.rfind('"').map_or(name.len(), |end| end + 1);
                (self.number, self.file) = (at, &name[..end]);
            }
            return None;
        }
        if !self.ours {
            self.number += 1;
            if !line.trim().is_empty() {
                self.last = line.trim();
            }
            return None;
        }
        if self.file.is_empty() || line.trim().is_empty() {
            return None;
        }
        let here = match self.here {
            Some(here) => here,
            None => self.begins(line),
        };
        self.here = Some(here);
        for c in line.bytes() {
            match c {
                b'{' => self.open.push(here),
                b'}' => drop(self.open.pop()),
                _ => {}
            }
        }
        Some(here)
    }

    /// The place of generated text that begins with a line: that of the user's line before it. What closes a construct whose last statement has no brace is
    /// at the directive, so that a breakpoint at the statement is one place.
    fn begins(&self, line: &str) -> (u64, &'t str) {
        let closes = line.trim_start().starts_with('}') && self.last != "}";
        match self.open.last().filter(|_| closes) {
            Some(opened) => *opened,
            None => (std::cmp::max(self.number, 2) - 1, self.file),
        }
    }
}

fn is_generated(name: &str) -> bool {
    let of = name
        .strip_prefix('"')
        .and_then(|n| n.strip_prefix(GENERATED));
    of.is_some_and(|rest| rest.starts_with('"'))
}

/// `# 12 "a.c" 2`: the line, and what follows.
fn marker(line: &str) -> Option<(u64, &str)> {
    let (number, rest) = line.strip_prefix("# ")?.split_once(' ')?;
    Some((number.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_lines_are_the_users() {
        let text = "# 1 \"a.c\"\nint f;\n\n# 1 \"<accrs>\" 3\n{\nx;\n# 2 \"a.c\"\ng;\nh;\n# 1 \"<accrs>\" 3\n}\n";
        let wanted = "# 1 \"a.c\"\nint f;\n\n# 1 \"<accrs>\" 3\n# 2 \"a.c\" 3\n{\n# 2 \"a.c\" 3\nx;\n# 2 \"a.c\"\ng;\nh;\n\
                      # 1 \"<accrs>\" 3\n# 2 \"a.c\" 3\n}\n";
        assert_eq!(for_coverage(text), wanted);
    }

    #[test]
    fn a_debugger_stops_in_nothing_before_and_behind_the_users_text() {
        let text = "# 0 \"a.c\"\n# 1 \"<accrs>\" 3\nbefore\n# 1 \"a.c\"\nf {\n\n# 1 \"<accrs>\" 3\nx;\n# 3 \"a.c\"\n}\n\n\
                    # 1 \"<accrs>\" 3\nbehind\n";
        let wanted = "# 0 \"a.c\"\n# 1 \"<accrs>\" 3\nbefore\n# 1 \"a.c\"\nf {\n\n# 1 \"<accrs>\" 3\n# 2 \"a.c\" 3\nx;\n# 3 \"a.c\"\n}\n\n\
                      # 1 \"<accrs>\" 3\nbehind\n";
        assert_eq!(for_a_debugger(text), wanted);
    }

    #[test]
    fn what_closes_a_construct_is_no_second_place_of_its_last_statement() {
        let text = |last: &str, at: u64| {
            format!(
                "# 1 \"a.c\"\nf {{\n# 1 \"<accrs>\" 3\n# 1 \"a.c\" 3\n{{\n# 2 \"a.c\"\n{last}\n# 1 \"<accrs>\" 3\n# {at} \"a.c\" 3\n}}\n# 3 \"a.c\"\n}}\n"
            )
        };
        for (last, at) in [("x = 1;", 1), ("}", 2)] {
            let lined = text(last, at);
            let markers = lined
                .replace("# 1 \"a.c\" 3\n", "")
                .replace("# 2 \"a.c\" 3\n", "");
            assert_eq!(for_a_debugger(&markers), lined);
        }
    }
}
