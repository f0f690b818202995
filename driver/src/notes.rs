//! Which of the command's words change nothing (ACC0411), said once for each, and what `-fast` means (ACC0417).

use crate::diagnose;
use crate::options::foreign::{About, Note};
use crate::options::{Command, Diagnostics, Memory};
use accrs_frontend::diag::{Code, codes};
use accrs_frontend::source::SourceMap;
use accrs_frontend::{Diagnostic, Severity};
use accrs_lowering as lowering;

/// Tells of words of other compilers. `constructs`: a file of the command has some.
pub fn tell(command: &Command, constructs: bool) {
    let compiles = command
        .inputs
        .iter()
        .any(|i| i.is_source() || i.is_cpp() || i.is_cuda());
    let told = command
        .without_effect
        .iter()
        .filter(|note| match note.about {
            About::Constructs => constructs,
            About::Code => compiles,
        });
    let told: Vec<&Note> = told.collect();
    let mut reasons: Vec<&'static str> = Vec::new();
    for note in &told {
        if !reasons.contains(&note.why) {
            reasons.push(note.why);
        }
    }
    // Words of one reason share a line.
    let lines = reasons.into_iter().map(|why| {
        let same = told.iter().filter(|note| note.why == why);
        let words: Vec<String> = same.map(|note| format!("'{}'", note.word)).collect();
        match words.split_last() {
            Some((last, [])) => format!("{last} has no effect: {why}"),
            Some((last, others)) => {
                format!("{} and {last} have no effect: {why}", others.join(", "))
            }
            None => String::new(),
        }
    });
    let mut lines: Vec<String> = lines.collect();
    if constructs && command.own.memory.is_given() && command.links() {
        let kind = match (command.static_link, command.shared) {
            (true, _) => Some("a program that is linked statically"),
            (_, true) => Some("a shared library: it is the program's link that decides"),
            _ => None,
        };
        let word = match command.own.memory {
            Memory::Pinned => "pinned",
            _ => "managed",
        };
        lines.extend(kind.map(|kind| format!("'--acc-memory={word}' has no effect in {kind}")));
    }
    print(command, codes::OPTION_WITHOUT_EFFECT, lines);
    if command.native && compiles {
        let text = "'-fast' compiles for this machine's processor, as nvc's does (-march=native); '-tp=' or '-march=' names another";
        print(command, codes::FOR_THIS_MACHINE, vec![text.to_string()]);
    }
}

/// Tells of the host compiler's words that mean nothing to a GPU.
pub fn tell_of_rules(command: &Command, options: &lowering::Options) {
    if options.nvidia {
        let flags = options.rules.without_effect.iter();
        let lines =
            flags.map(|(word, why)| format!("'{word}' has no effect in GPU kernels: {why}"));
        print(command, codes::OPTION_WITHOUT_EFFECT, lines.collect());
    }
}

fn print(command: &Command, code: Code, lines: Vec<String>) {
    // Machines read the other forms, one list a source.
    if !command.warnings.shown() || !matches!(command.diagnostics, Diagnostics::Text(_)) {
        return;
    }
    let notes: Vec<Diagnostic> = lines
        .into_iter()
        .map(|text| {
            let mut note = Diagnostic::general(code, text);
            note.severity = Severity::Note;
            note
        })
        .collect();
    diagnose::print(&SourceMap::default(), &notes, command.diagnostics);
}
