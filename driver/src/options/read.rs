//! The command line, word by word.

use super::{Command, Input, Mode, Word, foreign, own, response, table};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// Reads a command line. Response files (`@file`) are expanded where they can be read.
///
/// Errors are sentences about accrs's own options; the host compiler's are its own to judge.
pub fn parse(arguments: &[OsString]) -> Result<Command, String> {
    let mut reader = Reader {
        words: VecDeque::from(response::expand(arguments)),
        ..Reader::default()
    };
    while let Some(word) = reader.words.pop_front() {
        reader.word(word)?;
    }
    let mut command = reader.command;
    command.check_bounds();
    command.settle_optimisation(reader.nvc);
    command.own = own::parse(&reader.own)?;
    command.keep |= command.own.keep;
    let alone = command.own.speaks_alone() || command.tell_version;
    if reader.host_mode || (command.inputs.is_empty() && !alone) {
        command.mode = Mode::Host;
    }
    Ok(command)
}

#[derive(Default)]
struct Reader {
    /// Those that are left.
    words: VecDeque<OsString>,
    /// So many at the front stand for another compiler's: they are not looked up again.
    made: usize,
    /// accrs's own, in their long form.
    own: Vec<OsString>,
    /// The `-x` in force.
    language: Option<String>,
    host_mode: bool,
    /// A word was nvc's and pgcc's alone.
    nvc: bool,
    command: Command,
}

impl Reader {
    fn word(&mut self, word: OsString) -> Result<(), String> {
        let fresh = self.made == 0;
        self.made = self.made.saturating_sub(1);
        let word = own::joined(word, &mut self.words);
        if fresh && self.foreign(&word)? {
            return Ok(());
        }
        if word == "-V" {
            self.command.tell_version = true;
            return Ok(());
        }
        if let Some(own) = own::translate(&word) {
            self.own.extend(own);
            return Ok(());
        }
        if let Some(error) = own::misspelt(&word) {
            return Err(error);
        }
        let text = word.to_str();
        if text.is_some_and(|w| self.command.warnings.note(w)) {
            return Ok(());
        }
        self.command.host_words.push(word.clone());
        if word == "-" || !word.as_bytes().starts_with(b"-") {
            return self.input(&word);
        }
        if let Some(text) = text {
            self.command.note_word(text);
        }
        self.option(word);
        Ok(())
    }

    /// A word of another compiler's: what it stands for goes in its place. False where it is none.
    fn foreign(&mut self, word: &OsStr) -> Result<bool, String> {
        let next = self.words.front().and_then(|w| w.to_str());
        let Some(alias) = word.to_str().and_then(|word| foreign::read(word, next)) else {
            return Ok(false);
        };
        let alias = alias?;
        if alias.with_next {
            self.words.pop_front();
        }
        self.own.extend(alias.own.iter().map(OsString::from));
        self.made = alias.host.len();
        self.nvc |= alias.nvc;
        for word in alias.host.iter().rev() {
            self.words.push_front(word.clone());
        }
        self.command.take(alias);
        Ok(true)
    }

    fn input(&mut self, word: &OsStr) -> Result<(), String> {
        if let Some(error) = word.to_str().and_then(foreign::without_hyphen) {
            return Err(error);
        }
        let command = &mut self.command;
        command.inputs.push(Input {
            path: PathBuf::from(word),
            language: self.language.clone(),
        });
        command.words.push(Word::Input(command.inputs.len() - 1));
        Ok(())
    }

    /// An option of the host compiler's, with its argument.
    fn option(&mut self, word: OsString) {
        let spec = table::classify(&word);
        let mut group = vec![word];
        let mut value = spec.joined.clone();
        if spec.separate
            && let Some(next) = self.words.pop_front()
        {
            self.command.host_words.push(next.clone());
            value = Some(next.clone());
            group.push(next);
        }
        self.host_mode |= spec.host_only || spec.name == "-###";
        if spec.name == "-save-temps" {
            let known = |v: &OsString| ["", "=obj", "=cwd"].iter().any(|k| v == k);
            self.host_mode |= !value.as_ref().is_none_or(known);
        }
        match spec.name {
            "-o" => {
                self.command.output = value.map(PathBuf::from);
                return;
            }
            "-x" => {
                let language = value.and_then(|v| v.to_str().map(str::to_string));
                self.language = language.filter(|l| l != "none");
            }
            name => self.command.note(name, value),
        }
        if !spec.stage.is_mode() {
            self.command.words.push(Word::Flag {
                words: group,
                stage: spec.stage,
            });
        }
    }
}
