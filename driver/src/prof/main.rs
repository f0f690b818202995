//! accrs-prof: what the kernels of a program would cost on a GPU, counted on a machine without one. It runs the program on accrs's stand-in for a
//! GPU, which interprets the kernels' PTX and counts sectors, lanes, banks and atomics by kernel and line of the source.
//!
//! ```text
//! counted.rs   what the stand-in writes
//! run.rs       the program, with what it needs in its environment
//! remarks.rs   what is worth a word
//! show.rs      the table, and the source with the figures beside its lines
//! ```

mod counted;
#[path = "../generate.rs"]
mod generate;
mod remarks;
mod run;
mod show;

use clap::{CommandFactory, Parser};
use counted::Process;
use generate::Generate;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Counts what the kernels of a program would cost on a GPU; none is needed
///
/// The program, built by accrs, runs on a stand-in for a GPU that counts, for each kernel and each line of its source: sectors of memory that requests
/// of warps take against the least possible, lanes at work, branches at which lanes part, turns of shared memory's banks, atomic operations that wait for each
/// other, barriers, and threads with nothing to do. Nothing is timed. It is some thousand times slower than a GPU: give the program small data.
#[derive(Parser)]
#[command(name = "accrs-prof", version)]
struct Options {
    /// Write the figures to this file instead of stderr
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// The program and its arguments
    #[arg(
        trailing_var_arg = true,
        required_unless_present = "generate",
        value_name = "PROGRAM",
        allow_hyphen_values = true
    )]
    program: Vec<OsString>,
    /// Print a manual page or a shell's completions, and exit
    #[arg(long, value_enum, value_name = "WHAT", hide = true)]
    generate: Option<Generate>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(what) = options.generate {
        let text = generate::text(Options::command(), what, &[]);
        let printed = text.and_then(|t| std::io::stdout().write_all(&t));
        return if printed.is_ok() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    match profile(&options) {
        Ok(status) => ExitCode::from(status),
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "accrs-prof: error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The program's exit status.
fn profile(options: &Options) -> Result<u8, String> {
    let done = run::run(&options.program)?;
    let text = match options.json {
        true => json(&done.processes)?,
        false => show::all(&done.processes),
    };
    match &options.output {
        Some(file) => std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?,
        None => std::io::stderr()
            .write_all(text.as_bytes())
            .map_err(|e| e.to_string())?,
    }
    if done.processes.is_empty() && done.status != 0 {
        // It has said itself what is wrong.
        return Err(format!(
            "the program ended with status {} before a kernel had run",
            done.status
        ));
    }
    if done.processes.is_empty() {
        return Err("no kernel ran on the stand-in: was the program built by accrs, with nvidia among its --acc-target?".to_string());
    }
    Ok(done.status)
}

/// An array of kernels; of several processes, one after the other.
fn json(processes: &[Process]) -> Result<String, String> {
    let kernels: Vec<_> = processes.iter().flatten().collect();
    let text = serde_json::to_string_pretty(&kernels).map_err(|e| e.to_string())?;
    Ok(text + "\n")
}
