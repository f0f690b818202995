//! The parser: a pragma's text to a typed directive, or to all that is wrong with it.
//!
//! After an error the parser goes on with the next clause, so that one compile shows
//! every mistake of a directive. Arguments are in `args`, rules over the whole
//! directive in `check`.

use super::lex::{Token, TokenKind, lex};
use super::table::{self, On};
use super::*;
use crate::diag::{Diagnostic, codes};
use crate::source::SourceMap;

/// A directive, or at least one error.
pub type Parsed = Result<Directive<Raw>, Vec<Diagnostic>>;

/// What [`parse_all`] finds in a text.
#[derive(Debug, Default)]
pub struct Directives {
    /// The directives without errors; ids count all of them, so they may have gaps.
    pub acc: Vec<Directive<Raw>>,
    /// The user's own `#pragma omp` lines.
    pub omp: Vec<Span>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Scans and parses a whole text. `strict`: extensions of PGI and OpenUH are errors.
pub fn parse_all(source: &SourceMap, strict: bool) -> Directives {
    let mut found = Directives::default();
    let pragmas = scan(&source.text);
    if let Some(error) = unfit(source, &pragmas) {
        found.diagnostics.push(error);
        return found;
    }
    for (i, pragma) in pragmas.iter().enumerate() {
        if pragma.language == Language::Omp {
            found.omp.push(pragma.span);
            continue;
        }
        match parse(&source.text, pragma, DirectiveId(i as u32), strict) {
            Ok(directive) => {
                found.diagnostics.extend(check::doubts(&directive));
                found.acc.push(directive);
            }
            Err(errors) => found.diagnostics.extend(errors),
        }
    }
    found
}

/// What makes a whole file with directives unfit to be compiled: it is no text, or ends
/// too soon. Its directives aren't looked at then.
fn unfit(source: &SourceMap, pragmas: &[Pragma]) -> Option<Diagnostic> {
    let last = pragmas.iter().rfind(|p| p.language == Language::Acc)?;
    if let Some(at) = source.text.find('\0') {
        return Some(
            Diagnostic::error(
                codes::BINARY_INPUT,
                Span::new(at, at + 1),
                "the file isn't text: it has a null byte",
            )
            .label("here")
            .help("is it an object file under a wrong name, or damaged?"),
        );
    }
    // A directive that is itself cut off says so.
    let rest = source.text.get(last.span.end as usize..).unwrap_or("");
    if rest.trim().is_empty() {
        return None;
    }
    let open = scan::unclosed(&source.text)?;
    Some(
        Diagnostic::error(
            codes::TRUNCATED_INPUT,
            last.span,
            "the file ends before the statement after this directive is complete",
        )
        .label("the last directive before the end")
        .related(open, "this is never closed")
        .help("is the file complete? Or a closing brace or parenthesis missing?"),
    )
}

/// Parses the OpenACC pragma `pragma` of `text`.
pub fn parse(text: &str, pragma: &Pragma, id: DirectiveId, strict: bool) -> Parsed {
    let tokens = lex(text, pragma.body);
    let mut parser = Parser {
        text,
        tokens: &tokens,
        at: 0,
        pragma,
        strict,
        errors: Vec::new(),
    };
    let directive = parser.directive(id);
    let mut errors = parser.errors;
    errors.sort_by_key(|error| error.span);
    match directive {
        Some(mut directive) if errors.is_empty() => {
            check::complete(&mut directive, strict);
            errors = check::check(&directive, strict);
            if errors.is_empty() {
                Ok(directive)
            } else {
                Err(errors)
            }
        }
        _ => {
            // A parser that gives up must say why.
            if errors.is_empty() {
                errors.push(
                    Diagnostic::error(
                        codes::UNEXPECTED_TEXT,
                        pragma.span,
                        "this directive can't be read",
                    )
                    .label("not understood")
                    .help("compare it with the OpenACC specification, chapter 2"),
                );
            }
            Err(errors)
        }
    }
}

pub(super) struct Parser<'a> {
    pub text: &'a str,
    pub tokens: &'a [Token],
    pub at: usize,
    pub pragma: &'a Pragma,
    pub strict: bool,
    pub errors: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    pub fn error(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }

    pub(super) fn word(&self, index: usize) -> Option<&'a str> {
        let token = self.tokens.get(index)?;
        (token.kind == TokenKind::Ident).then(|| self.slice(token.span))
    }

    pub fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or("")
    }

    fn directive(&mut self, id: DirectiveId) -> Option<Directive<Raw>> {
        self.characters();
        let (mut kind, name) = self.name()?;
        let mut directive = Directive {
            id,
            kind,
            clauses: Vec::new(),
            span: self.pragma.span,
            name,
        };
        if let DirectiveKind::Atomic(atomic) = &mut kind {
            *atomic = self.atomic();
            directive.kind = kind;
        }
        self.own_argument(&mut directive);
        self.clauses(&mut directive);
        Some(directive)
    }

    /// Characters that can't stand in C, and literals without an end.
    fn characters(&mut self) {
        let tokens = self.tokens;
        if let Some(token) = tokens.iter().find(|t| t.kind == TokenKind::Unterminated) {
            self.error(
                Diagnostic::error(
                    codes::UNTERMINATED_LITERAL,
                    token.span,
                    "a string or character constant has no closing quote",
                )
                .label("begins here")
                .help("close it on the same line"),
            );
        }
        if let Some(token) = tokens.iter().find(|t| t.kind == TokenKind::Junk) {
            let c = self.slice(token.span).escape_default().to_string();
            self.error(
                Diagnostic::error(
                    codes::STRAY_CHARACTER,
                    token.span,
                    format!("stray character `{c}` in a directive"),
                )
                .label("C has no such token")
                .help("is the file damaged, or in an encoding other than UTF-8?"),
            );
        }
    }

    /// `read`, `write`, `update`, `capture`, or nothing, which is `update`.
    fn atomic(&mut self) -> AtomicKind {
        let Some(word) = self.word(self.at) else {
            return AtomicKind::Update;
        };
        let kind = match word {
            "read" => AtomicKind::Read,
            "write" => AtomicKind::Write,
            "update" => AtomicKind::Update,
            "capture" => AtomicKind::Capture,
            _ if table::rows(word).next().is_some() => return AtomicKind::Update,
            _ => {
                let kinds = ["read", "write", "update", "capture"];
                let help = match suggest::nearest(word, kinds.into_iter()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "one of `read`, `write`, `update`, `capture`".to_string(),
                };
                let span = self.tokens[self.at].span;
                self.error(
                    Diagnostic::error(
                        codes::UNKNOWN_ATOMIC,
                        span,
                        format!("unknown kind of atomic `{}`", shorten(word)),
                    )
                    .label("not a kind of atomic")
                    .help(help),
                );
                AtomicKind::Update
            }
        };
        self.at += 1;
        kind
    }

    /// `wait(…)`, `cache(…)`, `routine(name)`.
    fn own_argument(&mut self, directive: &mut Directive<Raw>) {
        let name = &self.tokens[self.at - 1];
        let opens = self.tokens.get(self.at).map(|t| t.kind) == Some(TokenKind::Open('('));
        let id = match directive.kind {
            DirectiveKind::Wait => ClauseId::Wait,
            DirectiveKind::Cache => ClauseId::Cache,
            DirectiveKind::Routine => ClauseId::RoutineName,
            _ => return,
        };
        if !opens && id != ClauseId::Cache {
            return;
        }
        let span = name.span;
        let Ok(group) = self.group() else { return };
        let word = directive.name.clone();
        let whole = group.map_or(span, |g| span.to(g.span));
        if let Some(kind) = self.arguments(id, &word, span, group, directive.kind.on()) {
            directive.clauses.push(Clause {
                kind,
                span: whole,
                name: word,
            });
        }
    }

    fn clauses(&mut self, directive: &mut Directive<Raw>) {
        let mut comma = None;
        while let Some(token) = self.tokens.get(self.at).copied() {
            match token.kind {
                TokenKind::Ident => {
                    comma = None;
                    self.clause(token, directive);
                }
                TokenKind::Comma if comma.is_none() => {
                    comma = Some(token);
                    self.at += 1;
                }
                TokenKind::Junk | TokenKind::Unterminated => self.at += 1,
                _ => {
                    comma = None;
                    self.junk(token, directive);
                }
            }
        }
        if let Some(comma) = comma {
            self.error(
                Diagnostic::error(
                    codes::UNEXPECTED_TEXT,
                    comma.span,
                    "a clause is expected after this comma",
                )
                .label("nothing follows")
                .help("remove the comma"),
            );
        }
    }

    /// Something that begins no clause: one error, then on to the next word.
    fn junk(&mut self, token: Token, directive: &Directive<Raw>) {
        let written = shorten(self.slice(token.span));
        let diagnostic = match token.kind {
            TokenKind::Close(_) => Diagnostic::error(
                codes::UNBALANCED,
                token.span,
                format!("`{written}` closes nothing"),
            )
            .label("unmatched")
            .help("remove it, or add what it should close"),
            TokenKind::Open('(') if directive.clauses.is_empty() => Diagnostic::error(
                codes::UNEXPECTED_ARGUMENT,
                token.span,
                format!("directive `{}` takes no argument", directive.name),
            )
            .label("a clause is expected here")
            .help("put what it applies to into a clause"),
            _ => Diagnostic::error(
                codes::UNEXPECTED_TEXT,
                token.span,
                format!("unexpected `{written}` in directive `{}`", directive.name),
            )
            .label("a clause is expected here")
            .help("clauses are names, most with parentheses, separated by blanks or single commas"),
        };
        self.error(diagnostic);
        let mut depth = 0usize;
        while let Some(token) = self.tokens.get(self.at) {
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth = depth.saturating_sub(1),
                TokenKind::Ident | TokenKind::Comma if depth == 0 => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn clause(&mut self, token: Token, directive: &mut Directive<Raw>) {
        let name = self.slice(token.span);
        self.at += 1;
        let Ok(group) = self.group() else { return };
        let on = directive.kind.on();
        let Some(row) = table::row(name, on) else {
            self.unknown_clause(name, token.span, directive);
            return;
        };
        if row.extension && self.strict {
            self.error(
                Diagnostic::error(
                    codes::EXTENSION,
                    token.span,
                    format!("clause `{name}` is PGI's, not OpenACC's"),
                )
                .label("an extension")
                .help("use the standard's clause, or leave out -acc=strict"),
            );
        }
        let span = group.map_or(token.span, |group| token.span.to(group.span));
        if let Some(kind) = self.arguments(row.id, name, token.span, group, on) {
            directive.clauses.push(Clause {
                kind,
                span,
                name: name.to_string(),
            });
        }
    }

    fn unknown_clause(&mut self, name: &str, span: Span, directive: &Directive<Raw>) {
        let on = directive.kind.on();
        let shown = shorten(name);
        if table::rows(name).next().is_some() {
            self.error(
                Diagnostic::error(
                    codes::CLAUSE_NOT_ALLOWED,
                    span,
                    format!("clause `{shown}` is not allowed on `{}`", directive.name),
                )
                .label(format!("`{}` doesn't take it", directive.name))
                .help(not_allowed_help(name, on)),
            );
            return;
        }
        if let "mirror" | "reflected" | "do" = name {
            self.error(
                Diagnostic::error(codes::FORTRAN_ONLY, span, format!("`{name}` is Fortran's"))
                    .label("has no meaning in C")
                    .help(match name {
                        "do" => "C's spelling is `loop`",
                        _ => "use `copy`, `create` or `enter data` in C",
                    }),
            );
            return;
        }
        let combines = directive.kind.is_compute() && !directive.kind.is_loop();
        let help = match suggest::nearest(name, ["loop"].into_iter()) {
            Some(word) if combines && self.at == directive.name.split(' ').count() + 1 => {
                format!("did you mean `{} {word}`?", directive.name)
            }
            _ => unknown_help(name, on),
        };
        self.error(
            Diagnostic::error(
                codes::UNKNOWN_CLAUSE,
                span,
                format!("unknown clause `{shown}` on `{}`", directive.name),
            )
            .label("not an OpenACC clause")
            .help(help),
        );
    }
}

fn not_allowed_help(name: &str, on: On) -> String {
    let takers = table::takers(name);
    match name {
        "private" | "firstprivate" | "reduction" if on.meets(DirectiveKind::Kernels.on()) => {
            format!("{takers} take it: put it on a `loop` inside, or use `parallel`")
        }
        "num_gangs" | "num_workers" | "vector_length" if on.meets(DirectiveKind::Serial.on()) => {
            "a serial construct is one gang of one worker with one lane".to_string()
        }
        "delete" => "`exit data` takes it: data on a structured construct ends with it".to_string(),
        _ => format!("it belongs on {takers}"),
    }
}

fn unknown_help(name: &str, on: On) -> String {
    let words = |all: bool| {
        table::CLAUSES
            .iter()
            .filter(move |row| all || row.on.meets(on))
            .flat_map(|row| row.names.iter().copied())
    };
    let near = suggest::nearest(name, words(false)).or_else(|| suggest::nearest(name, words(true)));
    if let Some(near) = near {
        return format!("did you mean `{near}`?");
    }
    match name {
        "loop" | "for" => "the directive's words come first: `parallel loop`, then clauses",
        "map" => "that is OpenMP's; OpenACC has `copy`, `copyin`, `copyout`, `create`",
        "schedule" => "that is OpenMP's; OpenACC has `gang(static:n)`",
        "num_threads" => "that is OpenMP's; OpenACC has `num_gangs`, `num_workers`",
        "simd" => "that is OpenMP's; OpenACC has `vector`",
        "shared" => "that is OpenMP's; in OpenACC a data clause shares a variable",
        "nowait" => "that is OpenMP's; OpenACC has `async`",
        "lastprivate" => "OpenACC has no lastprivate; compute the value after the loop",
        _ => "see the clauses of this directive in the OpenACC specification, chapter 2",
    }
    .to_string()
}

/// A word as shown in a message: garbage may be megabytes long.
pub(super) fn shorten(word: &str) -> String {
    shorten_to(word, 40)
}

/// The first characters of a text, at most so many, and `…` where there are more.
pub(crate) fn shorten_to(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
