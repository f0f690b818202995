//! accrs: the C compiler driver with OpenACC.
//!
//! `accrs` stands wherever `cc` stands. A source with `#pragma acc` goes through the
//! pipeline (preprocess, front end, lowering, host compiler); everything else goes to the
//! host compiler as it is. Only this crate prints, and only through [`diagnose`] and [`tell`].
//!
//! ```text
//! options  what the command line means      scan      does a file need us?
//! preprocess, expand: the text with all macros expanded
//! host     running the host compiler        pipeline  one translation unit
//! sim      CUDA text as host objects        ptx       CUDA text as PTX (NVRTC)
//! toolkit  the CUDA toolkit of this machine      version   what -V and --version say
//! auxiliary names of files beside the output      accesses the host's, for -acc=check
//! languages files that aren't C
//! nearly   lines that were meant to be directives
//! coverage lines of generated code in reports
//! stdin    a source that can be read once
//! install  where include files and the runtime are
//! report   the page of --report=html
//! link     what a link needs          interrupt signals, half-written files
//! generate manual pages, completions
//! notes    words that have no effect
//! diagnose diagnostics with carets          tell      everything else that is printed
//! ```

mod accesses;
mod auxiliary;
mod comments;
#[path = "prof/counted.rs"]
mod counted;
mod cuda;
mod diagnose;
mod expand;
mod generate;
mod gpu;
mod host;
mod install;
mod interrupt;
mod kernels;
mod languages;
mod link;
mod nearly;
mod notes;
mod options;
mod pipeline;
mod places;
mod preprocess;
mod product;
mod ptx;
#[path = "prof/remarks.rs"]
mod remarks;
mod report;
mod rules;
mod run;
mod scan;
mod sim;
mod stdin;
mod tell;
mod toolkit;
mod undefined;
mod version;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let called = words.next().unwrap_or_default();
    let arguments: Vec<std::ffi::OsString> = words.collect();
    let result = run::run(&called, &arguments);
    interrupt::settle();
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            tell::error(&error.to_string());
            ExitCode::from(error.exit_code())
        }
    }
}
