//! What is done with a text in process, and what is wrong with how that went.

use accrs_frontend::directive::{self, DirectiveId, Language};
use accrs_frontend::source::SourceMap;
use accrs_frontend::{CRules, Diagnostic, Input, Severity};
use accrs_lowering as lowering;
use clap::ValueEnum;

/// How far a text goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Depth {
    /// Its directives are found, parsed and printed again; no C is understood.
    Directives,
    /// Parsed, prepared, planned, rendered for all kinds of devices, printed again.
    Whole,
}

impl Depth {
    /// As the worker's command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Depth::Directives => "directives",
            Depth::Whole => "whole",
        }
    }

    /// Texts that one worker process goes through.
    pub fn chunk(self) -> u64 {
        match self {
            Depth::Directives => 50_000,
            Depth::Whole => 2_000,
        }
    }

    /// Of the files with texts to begin with.
    pub fn extension(self) -> &'static str {
        match self {
            Depth::Directives => "own",
            Depth::Whole => "i",
        }
    }

    /// The text's defect, if it shows one.
    pub fn through(self, text: String, rules: &CRules) -> Option<String> {
        match self {
            Depth::Directives => directives(text),
            Depth::Whole => whole(text, rules),
        }
    }
}

/// The directives of a text: all that is said of them lies in the text, and each that is taken is the same when it is printed and parsed again.
fn directives(text: String) -> Option<String> {
    let source = SourceMap::new(text, "text.c");
    let text = source.text.as_str();
    let found = directive::parse_all(&source, false);
    // What is shown: places are looked for in whole lines.
    for d in found.diagnostics.iter().take(100) {
        let Some(span) = d.span else {
            return Some(format!("an error without a place: {}", d.code));
        };
        if text.get(span.range()).is_none() {
            return Some(format!("a place outside of the text: {}", d.code));
        }
        source.locate(span, text);
    }
    for pragma in directive::scan(text) {
        if pragma.language != Language::Acc {
            continue;
        }
        if let Ok(parsed) = directive::parse(text, &pragma, DirectiveId(0), false) {
            let printed = parsed.to_string();
            let again = format!("#pragma acc {printed}\n");
            let reparsed = directive::scan(&again)
                .first()
                .map(|p| directive::parse(&again, p, DirectiveId(0), false));
            match reparsed {
                Some(Ok(other)) if other.to_string() == printed => {}
                _ => return Some("a directive that isn't the same when printed".to_string()),
            }
        }
    }
    None
}

/// A text through all stages.
fn whole(text: String, rules: &CRules) -> Option<String> {
    let out = accrs_frontend::parse(Input {
        text,
        path: "text.c",
        cflags: &[],
        rules,
        strict: false,
    });
    let is_error = |d: &&Diagnostic| d.severity == Severity::Error;
    let nowhere = |all: &[Diagnostic]| {
        let d = all.iter().filter(is_error).find(|d| d.span.is_none())?;
        let words = without_names(&d.message);
        Some(format!("an error without a place: {} {words}", d.code))
    };
    if let Some(why) = nowhere(&out.diagnostics) {
        return Some(why);
    }
    let Some(mut unit) = out.unit else {
        let told = out.diagnostics.iter().any(|d| is_error(&d));
        return (!told).then(|| "no unit, and no error".to_string());
    };
    let options = lowering::Options {
        sim: true,
        parts: true,
        rules: rules.clone(),
        ..lowering::Options::default()
    };
    drop(lowering::print::unit(&unit));
    lowering::prepare(&mut unit, &options);
    let lowered = lowering::lower(&unit, &options);
    if let Some(why) = nowhere(&lowered.diagnostics) {
        return Some(why);
    }
    if lowered.diagnostics.iter().any(|d| is_error(&d)) {
        return None;
    }
    drop(lowering::render::report::text(&unit, &lowered.plan));
    drop(lowering::render::openmp::render(&unit, &lowered.plan));
    let rendered = lowered.render(&unit, &options);
    rendered
        .err()
        .map(|why| format!("not rendered: {}", without_names(&why.to_string())))
}

/// The message without what is between quotes: the same defect has the same words.
fn without_names(message: &str) -> String {
    let mut parts = message.split('\'');
    let mut text = parts.next().unwrap_or_default().to_string();
    while let (Some(_), Some(after)) = (parts.next(), parts.next()) {
        text += "'…'";
        text += after;
    }
    text.replace('\n', " ")
}
