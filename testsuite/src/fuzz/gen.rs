//! What all parts of the generator share: the random numbers, the text so far with its indentation, and names.

use super::value::{STORED, Type};
use crate::random::Random;
use std::fmt::Write;

pub struct Gen {
    pub random: Random,
    text: String,
    depth: usize,
    /// Text that goes before the functions: routines and file-scope variables.
    pub before: String,
    names: usize,
    prefix: String,
    /// Declarations for the head of the function.
    pub declarations: Vec<String>,
    /// Variables of `kernels` loops that stand before the construct: what they hold behind it is an answer too.
    pub indices: Vec<String>,
    /// Compute constructs that run for certain, each once.
    pub launches: usize,
    /// Whether `break` may leave the loop that is being written.
    pub may_leave: bool,
    /// Answers are added to the thread's sum, not printed.
    pub quiet: bool,
    /// The names that were given, and whether they are file scope's.
    pub given: Vec<(String, bool)>,
    /// What stands in other files, by their names.
    pub files: Vec<(String, String)>,
    /// What the program is compiled with.
    pub flags: Vec<String>,
}

impl Gen {
    /// `prefix` keeps file-scope names of several pieces apart.
    pub fn new(seed: u64, prefix: &str) -> Gen {
        Gen {
            random: Random::new(seed),
            text: String::new(),
            depth: 1,
            before: String::new(),
            names: 0,
            prefix: prefix.to_string(),
            declarations: Vec::new(),
            indices: Vec::new(),
            launches: 0,
            may_leave: true,
            quiet: false,
            given: Vec::new(),
            files: Vec::new(),
            flags: Vec::new(),
        }
    }

    pub fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        // Writing to a String can't fail.
        let _ = writeln!(self.text, "{:width$}{text}", "", width = self.depth * 4);
    }

    /// `text {`, with what follows indented until `close`.
    pub fn open(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        self.line(if text.is_empty() {
            "{".to_string()
        } else {
            format!("{text} {{")
        });
        self.depth += 1;
    }

    pub fn close(&mut self) {
        self.close_with("}");
    }

    /// After a closing line that opens again (`} else {`, `case 1:`).
    pub fn reopen(&mut self) {
        self.depth += 1;
    }

    pub fn close_with(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    /// `name`, made unique in the program.
    pub fn name(&mut self, name: &str) -> String {
        self.names += 1;
        let name = format!("{name}{}", self.names);
        self.given.push((name.clone(), false));
        name
    }

    /// A name for file scope.
    pub fn global(&mut self, name: &str) -> String {
        self.names += 1;
        let name = format!("{name}_{}_{}", self.prefix, self.names);
        self.given.push((name.clone(), true));
        name
    }

    /// Makes a number an answer of the program.
    pub fn tell(&mut self, label: &str, number: &str) {
        let label = label.replace('%', "%%").replace('"', "'");
        self.line(if self.quiet {
            format!("*sum = *sum * 31 + (unsigned long)({number});")
        } else {
            format!("printf(\"{label} %lx\\n\", (unsigned long)({number}));")
        });
    }

    /// One step further in, for a body whose braces are written elsewhere.
    pub fn indent(&mut self) {
        self.depth = 1;
    }

    pub fn chance(&mut self, one_in: u64) -> bool {
        self.random.one_in(one_in)
    }

    pub fn stored_type(&mut self) -> Type {
        self.random.pick(&STORED)
    }

    /// The text so far; what follows starts afresh.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Text whose lines are indented already.
    pub fn raw(&mut self, text: &str) {
        self.text += text;
    }

    /// Writes what `part` generates to a string of its own, indented as here.
    pub fn inside(&mut self, part: impl FnOnce(&mut Gen)) -> String {
        let text = std::mem::take(&mut self.text);
        part(self);
        std::mem::replace(&mut self.text, text)
    }

    /// Writes what `part` generates to a string of its own.
    pub fn aside(&mut self, part: impl FnOnce(&mut Gen)) -> String {
        let (text, depth) = (std::mem::take(&mut self.text), self.depth);
        self.depth = 0;
        part(self);
        self.depth = depth;
        std::mem::replace(&mut self.text, text)
    }
}
