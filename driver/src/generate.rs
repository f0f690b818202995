//! Manual pages and shell completions, made from the option tables (`--generate=`, for `make install`).

use clap::{Command, ValueEnum};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Generate {
    /// A manual page, in troff
    Man,
    /// A table of the options, for the guide's index
    Markdown,
    Bash,
    Zsh,
    Fish,
}

/// The text of one of them. `sections` follow the options on the manual page: heading and text.
///
/// # Errors
/// As writing to a `Vec`: none in practice.
pub fn text(
    mut command: Command,
    what: Generate,
    sections: &[(&str, String)],
) -> std::io::Result<Vec<u8>> {
    use clap_complete::{Shell, generate};
    let mut out = Vec::new();
    let name = command.get_name().to_string();
    let shell = match what {
        Generate::Man => {
            let about = command
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            let page = clap_mangen::Man::new(command).date("").manual("OpenACC");
            page.render_title(&mut out)?;
            out.extend(name_section(&name, &about).into_bytes());
            page.render_synopsis_section(&mut out)?;
            page.render_description_section(&mut out)?;
            page.render_options_section(&mut out)?;
            for (heading, text) in sections {
                out.extend(format!(".SH \"{heading}\"\n").into_bytes());
                for paragraph in text.split("\n\n") {
                    out.extend(format!(".PP\n{}\n", quoted(paragraph)).into_bytes());
                }
            }
            return Ok(out);
        }
        Generate::Markdown => return Ok(markdown(command).into_bytes()),
        Generate::Bash => Shell::Bash,
        Generate::Zsh => Shell::Zsh,
        Generate::Fish => Shell::Fish,
    };
    generate(shell, &mut command, name, &mut out);
    Ok(out)
}

/// What `whatis` and `apropos` show of a page: the name, and the first sentence of what it is.
fn name_section(name: &str, about: &str) -> String {
    let first = about.split(". ").next().unwrap_or_default();
    let name = name.replace('-', "\\-");
    format!(".SH NAME\n{name} \\- {}\n", first.trim_end_matches('.'))
}

/// The options that `--help` shows, in the alphabet's order.
fn markdown(mut command: Command) -> String {
    command.build();
    let mut lines: Vec<(String, String)> = Vec::new();
    for option in command.get_arguments() {
        let Some(long) = option.get_long().filter(|_| !option.is_hide_set()) else {
            continue;
        };
        let value = match option.get_value_names() {
            Some([name, ..]) if option.get_action().takes_values() => format!("={name}"),
            _ => String::new(),
        };
        let short = option
            .get_short()
            .map_or(String::new(), |c| format!(", `-{c}`"));
        let help = option
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        let values: Vec<String> = option
            .get_possible_values()
            .iter()
            .filter(|v| !v.is_hide_set() && option.get_action().takes_values())
            .map(|v| format!("`{}`", v.get_name()))
            .collect();
        let among = match values.is_empty() {
            true => String::new(),
            false => format!(" ({})", values.join(", ")),
        };
        let said = format!("{help}{among}")
            .replace('|', "\\|")
            .replace('\n', " ");
        lines.push((
            long.to_string(),
            format!("| `--{long}{value}`{short} | {said} |\n"),
        ));
    }
    lines.sort();
    let rows: String = lines.into_iter().map(|(_, line)| line).collect();
    let name = command.get_name();
    format!("\n## Options of {name}\n\n| option | meaning |\n|---|---|\n{rows}")
}

/// Text as troff takes it: hyphens that are hyphens, no line that looks like a request.
fn quoted(text: &str) -> String {
    text.lines()
        .map(|line| {
            let line = line.replace('\\', "\\e").replace('-', "\\-");
            match line.strip_prefix(['.', '\'']) {
                Some(_) => format!("\\&{line}"),
                None => line,
            }
        })
        .collect::<Vec<_>>()
        .join("\n.br\n")
}
