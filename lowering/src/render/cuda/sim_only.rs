//! Kernels that use what no GPU has, such as `long double`: only the host's cores and sim can run them.
//!
//! Their text is inside `#ifdef ACCRS_SIM`, so the file's other kernels still reach the GPU. Users who compile for
//! GPUs are told so at compile time; a launch on one ends with a message, since its module lacks the kernel.

use super::functions::Function;
use super::kernel::Piece;
use crate::options::Options;
use crate::print::PRINTF;
use accrs_frontend::diag::codes;
use accrs_frontend::region::FunctionId;
use accrs_frontend::source::Span;
use accrs_frontend::{Diagnostic, Severity};

/// The place and the name of what no GPU has.
pub(super) type Reason = (Span, &'static str);

/// The functions that only sim can run, since they or those that they call use what no GPU has; each with the reason.
pub(super) fn spread<'f>(
    functions: impl Iterator<Item = &'f Function> + Clone,
) -> Vec<(FunctionId, Reason)> {
    let mut found: Vec<(FunctionId, Reason)> = Vec::new();
    loop {
        let before = found.len();
        for f in functions.clone() {
            if !found.iter().any(|(id, _)| *id == f.id)
                && let Some(place) = of(&f.piece, &found)
            {
                found.push((f.id, place));
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Why only sim can run a piece of text; `None` if a GPU can.
pub(super) fn of(piece: &Piece, functions: &[(FunctionId, Reason)]) -> Option<Reason> {
    let called = |id: &FunctionId| functions.iter().find(|f| f.0 == *id).map(|f| f.1);
    piece
        .used
        .sim_only
        .or_else(|| piece.used.functions.iter().find_map(called))
        .or_else(|| piece.used.padded.iter().find_map(called))
}

pub(super) fn guard(text: &str, guarded: bool) -> String {
    if guarded {
        format!("#ifdef ACCRS_SIM\n{text}#endif\n")
    } else {
        text.to_string()
    }
}

/// The message that a GPU doesn't have something.
pub(super) fn absent(what: &str) -> String {
    format!("{what} has no counterpart on an NVIDIA GPU")
}

/// What the user is told; it is an error where nothing but a GPU could run the construct.
pub(super) fn diagnostic((place, what): Reason, options: &Options) -> Option<Diagnostic> {
    if !options.nvidia {
        return None;
    }
    let message = absent(what);
    let way_out = if what == PRINTF {
        "leave it unused"
    } else {
        "use another type"
    };
    let mut d = Diagnostic::error(codes::UNSUPPORTED_TYPE, place, message);
    if options.multicore || options.sim {
        d.severity = Severity::Warning;
        return Some(d.help(format!("this construct gets no version for nvidia, and stops with a message if it is run there: {way_out}, or another --acc-target")));
    }
    Some(d.help(format!("{way_out}, or compile with --acc-target=multicore")))
}
