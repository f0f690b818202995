//! Manual pages and shell completions, made from the option tables (`--generate=`, for `make install`).

use clap::{Command, ValueEnum};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Generate {
    /// A manual page, in troff
    Man,
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
            let page = clap_mangen::Man::new(command).date("").manual("OpenACC");
            page.render_title(&mut out)?;
            page.render_name_section(&mut out)?;
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
        Generate::Bash => Shell::Bash,
        Generate::Zsh => Shell::Zsh,
        Generate::Fish => Shell::Fish,
    };
    generate(shell, &mut command, name, &mut out);
    Ok(out)
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
