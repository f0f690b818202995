//! `--coverage`: the host compiler counts how often each line runs. Generated lines count for the line of the user's
//! that they stand behind, and functions not at all, so that reports name the user's files and functions alone.
//!
//! Not so for `-fprofile-generate`: what is not counted is not inlined early there, but is with `-fprofile-use`, and the
//! counts then would not fit.

use accrs_lowering::render::GENERATED;

/// How helpers are marked in `host/prelude.c`.
const HELPER: &str = "((unused, no_instrument_function))";
const UNCOUNTED: &str = "((unused, no_instrument_function, no_profile_instrument_function))";

/// The host file's text, each generated line with a marker of its own.
pub fn at_the_users_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let generated = format!("\"{GENERATED}\"");
    let (mut number, mut file, mut ours) = (1, "", false);
    for line in text.lines() {
        if let Some((at, name)) = marker(line) {
            ours = name.starts_with(&generated);
            if !ours {
                (number, file) = (at, name);
            }
        } else if !ours {
            number += 1;
        } else if !file.is_empty() {
            // Flag 3: no warnings.
            let last = std::cmp::max(number, 2) - 1;
            let name = file.rfind('"').map_or(file, |end| &file[..=end]);
            out.push_str(&format!("# {last} {name} 3\n"));
        }
        if ours {
            out.push_str(&line.replace(HELPER, UNCOUNTED));
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
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
                      # 1 \"<accrs>\" 3\n# 3 \"a.c\" 3\n}\n";
        assert_eq!(at_the_users_lines(text), wanted);
    }
}
