//! Weaving: each `#pragma acc` line is replaced, in the text that libclang reads, by C that
//! carries the expressions of its clauses.
//!
//! ```text
//! #pragma acc parallel loop copy(A[0:n])      if(0){(void)(A);(void)(0);(void)(n);}else
//! for (...)                                   for (...)
//! #pragma acc update self(A)                  {(void)(A);}
//! ```
//!
//! So libclang types clause expressions in their own scope, the statement that a directive
//! governs becomes the `else` branch of an `if` at a known place (a dangling `else` of the
//! user keeps its `if`), and one reader serves all expressions. An expression that is wrong
//! spoils its own statement only. At file scope the expressions stand in a function of
//! their own, where they see what is declared before it. In C++ that is so in namespaces too, and in classes, where the
//! function is a static member.

use super::scopes::{Scope, opened};
use crate::directive::{Directive, DirectiveKind, Raw};
use crate::literals::{is_separator, raw_string_end};
use crate::source::Span;
use std::cell::Cell;

/// The text for libclang, and the way back from it.
pub struct Weave {
    pub text: String,
    segments: Vec<Segment>,
    /// One per directive, in the order of the text; behind them those of the copies of templates' texts.
    pub sites: Vec<Site>,
    /// How many of them the text itself has.
    own: usize,
    /// The copy that places in its template's text stand for, while that instance is built.
    copy: Cell<Option<Copy>>,
}

/// A copy of a part of the text.
#[derive(Clone, Copy)]
pub struct Copy {
    /// The part's bytes in the text.
    pub of: Span,
    /// Where the copy begins.
    pub at: u32,
    /// The first of its directives' sites, and where those of the part begin and end.
    pub first: usize,
    pub sites: (usize, usize),
}

/// A run of woven bytes.
struct Segment {
    woven: u32,
    original: u32,
    /// Bytes copied from the original, one for one; otherwise all stand for `original`.
    copied: bool,
}

/// Where a directive went.
#[derive(Clone)]
pub struct Site {
    /// Offset of its `if`, `{`, or of the carrier function.
    pub at: u32,
    /// Offsets of the statements that carry the clause expressions, in the order of
    /// [`Directive::raws`].
    pub slots: Vec<u32>,
    pub form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `if(0){…}else`: governs the next statement.
    Prefix,
    /// `{…}`: a statement of its own.
    Alone,
    /// A function at file scope, in a namespace or in a class.
    File,
}

/// The name of the function that carries directive `index` at file scope.
pub const CARRIER: &str = "__accrs_directive_";

/// Whether a statement must follow the directive.
pub fn governs(kind: DirectiveKind) -> bool {
    use DirectiveKind::*;
    matches!(
        kind,
        Parallel
            | Serial
            | Kernels
            | ParallelLoop
            | SerialLoop
            | KernelsLoop
            | Loop
            | Data
            | HostData
            | Atomic(_)
    )
}

/// gcc's questions about a thread's place in a compute construct (`…_id`, `…_size`) are builtins, of which clang refuses
/// those that it doesn't know. It gets a function of a name as long.
pub const PARLEVEL: (&str, &str) = ("__builtin_goacc_parlevel_", "__accrs___goacc_parlevel_");

/// How gcc's library makes `std::index_sequence`, by a builtin of gcc, and the same by clang's. They are equally long.
const SEQUENCE: (&str, &str) = (
    "integer_sequence<_Tp, __integer_pack(_Num)...>",
    "__make_integer_seq<integer_sequence,_Tp,_Num> ",
);

/// A function's name as the user wrote it.
pub fn written(name: &str) -> String {
    name.replacen(PARLEVEL.1, PARLEVEL.0, 1)
}

/// Whether nothing stands between a directive that governs a statement and the next one: a `cache` there isn't that statement.
fn follows(text: &str, governing: Option<usize>, at: usize) -> bool {
    let between = governing.and_then(|end| text.get(end..at));
    let blank = |line: &str| line.trim().is_empty() || line.starts_with('#');
    between.is_some_and(|t| t.lines().all(blank))
}

fn is_pack(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
    let rest = rest.and_then(|r| r.strip_prefix("pragma"));
    rest.is_some_and(|r| r.trim_start().starts_with("pack"))
}

/// Whether a line is a pragma for a compiler's optimiser.
fn is_hint(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('#') else {
        return false;
    };
    let Some(rest) = rest.trim_start().strip_prefix("pragma") else {
        return false;
    };
    let word = |s: &str| {
        let s = s.trim_start();
        s[..s
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(s.len())]
            .to_string()
    };
    const HINTS: &[&str] = &[
        "unroll",
        "nounroll",
        "unroll_and_jam",
        "nounroll_and_jam",
        "clang",
        "STDC",
        "ivdep",
        "simd",
    ];
    let first = word(rest);
    let gcc = first == "GCC" && {
        let second = word(&rest.trim_start()["GCC".len()..]);
        matches!(second.as_str(), "unroll" | "ivdep" | "optimize" | "target")
    };
    gcc || HINTS.contains(&first.as_str())
}

impl Weave {
    /// `directives` in the order of the text; their spans don't overlap.
    /// `cpp`: the text is C++.
    pub fn new(text: &str, directives: &[Directive<Raw>], cpp: bool) -> Weave {
        let mut w = Weave {
            text: String::with_capacity(text.len() + 64 * directives.len()),
            segments: Vec::new(),
            sites: Vec::new(),
            own: 0,
            copy: Cell::new(None),
        };
        let mut depth = Depth::new(text, cpp);
        let mut done = 0usize;
        let mut governing = None;
        for (index, d) in directives.iter().enumerate() {
            let range = d.span.range();
            if range.start < done || range.end > text.len() {
                continue;
            }
            w.copy(text, done, range.start);
            let form = if !depth.in_code(range.start) {
                Form::File
            } else if governs(d.kind)
                || d.kind == DirectiveKind::Cache && follows(text, governing, range.start)
            {
                governing = Some(range.end);
                Form::Prefix
            } else {
                Form::Alone
            };
            w.directive(index, d, form);
            done = range.end;
            depth.skip_to(done);
        }
        w.copy(text, done, text.len());
        w.own = w.sites.len();
        w
    }

    /// Adds the sites of a copy's directives: those of the part, in bytes of the text, that it is a copy of.
    pub fn add_copy(&mut self, of: Span, at: u32, first: usize) -> Copy {
        let inside = |woven: u32| self.original(woven);
        let from = self.sites[..self.own].partition_point(|s| inside(s.at) < of.start);
        let to = self.sites[..self.own].partition_point(|s| inside(s.at) < of.end);
        let again: Vec<Site> = self.sites[from..to].to_vec();
        self.sites.extend(again);
        let sites = (from, to);
        Copy {
            of,
            at,
            first,
            sites,
        }
    }

    /// From here on places in the part of a copy are the copy's.
    pub fn stand_for(&self, copy: Option<Copy>) {
        self.copy.set(copy);
    }

    /// A directive of the text, or that of the copy of now.
    fn of_copy(&self, site: usize) -> usize {
        match self.copy.get() {
            Some(c) if c.sites.0 <= site && site < c.sites.1 => c.first + (site - c.sites.0),
            _ => site,
        }
    }

    /// Blanks out the pragmas that libclang would read and the host compiler need not: hints for its optimiser, whose
    /// mistakes are the host compiler's to tell, and C's own ones about floating-point rules, which clang allows in fewer
    /// places than gcc. Offsets stay.
    /// `pack`: so are `#pragma pack`s, which gcc ignores under -fpack-struct without a number.
    pub fn hide_hints(&mut self, pack: bool) {
        let mut hidden = Vec::new();
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            if is_hint(line) || (pack && is_pack(line)) {
                hidden.push((at, at + line.trim_end_matches('\n').len()));
            }
            at += line.len();
        }
        self.text = self.text.replace(PARLEVEL.0, PARLEVEL.1);
        self.text = self.text.replace(SEQUENCE.0, SEQUENCE.1);
        for (from, to) in hidden {
            self.text.replace_range(from..to, &" ".repeat(to - from));
        }
    }

    fn directive(&mut self, index: usize, d: &Directive<Raw>, form: Form) {
        let origin = d.span.start;
        let at = self.text.len() as u32;
        match form {
            Form::Prefix => self.add("if(0){", origin),
            Form::Alone => self.add("{", origin),
            Form::File => self.add(
                &format!("static __attribute__((unused)) void {CARRIER}{index}(void){{"),
                origin,
            ),
        }
        let mut slots = Vec::new();
        for raw in super::raws(d) {
            slots.push(self.text.len() as u32);
            self.add("(void)(", raw.span.start);
            if raw.text.len() == raw.span.range().len() {
                self.segment(raw.span.start, true);
            } else {
                self.segment(raw.span.start, false);
            }
            self.text.push_str(&raw.text);
            self.add(");", raw.span.end.saturating_sub(1));
        }
        self.add(if form == Form::Prefix { "}else " } else { "}" }, origin);
        self.sites.push(Site { at, slots, form });
    }

    fn segment(&mut self, original: u32, copied: bool) {
        self.segments.push(Segment {
            woven: self.text.len() as u32,
            original,
            copied,
        });
    }

    fn add(&mut self, code: &str, origin: u32) {
        self.segment(origin, false);
        self.text.push_str(code);
    }

    fn copy(&mut self, text: &str, from: usize, to: usize) {
        self.segment(from as u32, true);
        self.text.push_str(&text[from..to]);
    }

    /// The original byte that a woven byte stands for.
    pub fn original(&self, woven: u32) -> u32 {
        let i = self.segments.partition_point(|s| s.woven <= woven);
        let at = match i.checked_sub(1).and_then(|i| self.segments.get(i)) {
            Some(s) if s.copied => s.original + (woven - s.woven),
            Some(s) => s.original,
            None => woven,
        };
        match self.copy.get() {
            Some(c) if c.of.start <= at && at < c.of.end => at - c.of.start + c.at,
            _ => at,
        }
    }

    /// The original bytes of a woven range.
    pub fn span(&self, (start, end): (u32, u32)) -> Span {
        let start_at = self.original(start);
        let end_at = if end > start {
            self.original(end - 1) + 1
        } else {
            start_at
        };
        Span {
            start: start_at,
            end: end_at.max(start_at),
        }
    }

    /// Whether any directive stands in a woven range.
    pub fn any_site(&self, (start, end): (u32, u32)) -> bool {
        let own = &self.sites[..self.own];
        let i = own.partition_point(|s| s.at < start);
        own.get(i).is_some_and(|s| s.at < end)
    }

    /// The directives that stand in a woven range.
    pub fn sites_in(&self, (start, end): (u32, u32)) -> impl Iterator<Item = usize> + use<> {
        let own = &self.sites[..self.own];
        let from = own.partition_point(|s| s.at < start);
        let to = own.partition_point(|s| s.at < end);
        self.of_copy(from)..self.of_copy(from) + (to - from)
    }

    /// The last directive before `at`.
    pub fn site_before(&self, at: u32) -> Option<usize> {
        let own = &self.sites[..self.own];
        let behind = own.partition_point(|s| s.at < at);
        Some(self.of_copy(behind.checked_sub(1)?))
    }

    /// The directive whose woven code starts at `at`.
    pub fn site_at(&self, at: u32) -> Option<usize> {
        let own = &self.sites[..self.own];
        let found = own.binary_search_by_key(&at, |s| s.at).ok();
        found.map(|site| self.of_copy(site))
    }
}

/// The depth of braces along a text, outside strings, characters, comments and `#` lines. In C++ those of namespaces
/// and classes don't count.
pub struct Depth<'a> {
    text: &'a [u8],
    at: usize,
    /// What the braces are that are open.
    open: Vec<Scope>,
    /// Where the text begins that says what the next brace opens; `None` in C, which has code alone between braces.
    head: Option<usize>,
}

impl<'a> Depth<'a> {
    pub fn new(text: &'a str, cpp: bool) -> Self {
        Depth {
            text: text.as_bytes(),
            at: 0,
            open: Vec::new(),
            head: cpp.then_some(0),
        }
    }

    fn skip_to(&mut self, at: usize) {
        self.at = at;
        self.head = self.head.and(Some(at));
    }

    /// Whether any brace is open at `to`, which must not lie before the place of the last call.
    pub fn is_open(&mut self, to: usize) -> bool {
        self.go(to);
        !self.open.is_empty()
    }

    /// Whether `to` is in code, likewise.
    fn in_code(&mut self, to: usize) -> bool {
        self.go(to);
        self.open.last() == Some(&Scope::Code)
    }

    fn go(&mut self, to: usize) {
        let mut line_start = self.at == 0 || self.text.get(self.at - 1) == Some(&b'\n');
        while self.at < to {
            let c = self.text[self.at];
            let next = self.text.get(self.at + 1).copied();
            match c {
                b'{' => self.brace(),
                b'}' => drop(self.open.pop()),
                b'"' => match raw_string_end(self.text, self.at) {
                    Some(end) => self.at = end - 1,
                    None => self.quoted(c),
                },
                b'\'' if !is_separator(self.text, self.at) => self.quoted(c),
                b'/' if next == Some(b'*') => self.until(b"*/"),
                b'/' if next == Some(b'/') => self.until(b"\n"),
                b'#' if line_start => self.until(b"\n"),
                _ => {}
            }
            line_start = match self.text.get(self.at) {
                Some(b'\n') => true,
                Some(b' ' | b'\t') => line_start,
                _ => false,
            };
            self.at += 1;
            if matches!(c, b'{' | b'}' | b';') {
                self.head = self.head.and(Some(self.at));
            }
        }
    }

    fn brace(&mut self) {
        let head = self.head.and_then(|from| self.text.get(from..self.at));
        let scope = match (self.open.last(), head) {
            (Some(Scope::Code), _) | (_, None) => Scope::Code,
            (_, Some(head)) => opened(head),
        };
        self.open.push(scope);
    }

    /// Stops on the closing quote, or at the line's end.
    fn quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&c) = self.text.get(self.at) {
            match c {
                b'\\' => self.at += 1,
                b'\n' => return,
                c if c == quote => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Stops on the last byte of `end`.
    fn until(&mut self, end: &[u8]) {
        while self.at < self.text.len() && !self.text[self.at..].starts_with(end) {
            self.at += 1;
        }
        self.at += end.len() - 1;
    }
}
