//! Arguments of clauses: expressions, lists of variables, modifiers.

use super::group::Group;
use super::lex::{Token, TokenKind, find_colon, raw, span_of, split_commas};
use super::parse::{Parser, shorten};
use super::table::On;
use super::*;
use crate::diag::{Code, Diagnostic, codes};

/// A clause while its arguments are read: its name, for messages.
#[derive(Clone, Copy)]
pub(super) struct Named<'n> {
    pub name: &'n str,
    pub span: Span,
}

impl<'a> Parser<'a> {
    /// The clause `id`, spelled `name` at `span`, from its parenthesised `group`; `None`
    /// if that is wrong, which has then been said.
    pub fn arguments(
        &mut self,
        id: ClauseId,
        name: &str,
        span: Span,
        group: Option<Group<'a>>,
        on: On,
    ) -> Option<ClauseKind<Raw>> {
        use ClauseKind as C;
        let n = Named { name, span };
        Some(match id {
            ClauseId::Seq => self.plain(n, group, C::Seq)?,
            ClauseId::Auto => self.plain(n, group, C::Auto)?,
            ClauseId::Independent => self.plain(n, group, C::Independent)?,
            ClauseId::IfPresent => self.plain(n, group, C::IfPresent)?,
            ClauseId::Finalize => self.plain(n, group, C::Finalize)?,
            ClauseId::Nohost => self.plain(n, group, C::Nohost)?,
            ClauseId::Host => self.plain(n, group, C::Host)?,
            ClauseId::Kernel => self.plain(n, group, C::Kernel)?,
            ClauseId::Shortloop => self.plain(n, group, C::Shortloop)?,
            ClauseId::If => C::If(self.one(n, group)?),
            ClauseId::NumWorkers => C::NumWorkers(self.one(n, group)?),
            ClauseId::VectorLength => C::VectorLength(self.one(n, group)?),
            ClauseId::DeviceNum => C::DeviceNum(self.one(n, group)?),
            ClauseId::DefaultAsync => C::DefaultAsync(self.one(n, group)?),
            ClauseId::SelfClause => C::SelfClause(self.optional(n, group, "")?),
            ClauseId::Async => C::Async(self.optional(n, group, "")?),
            ClauseId::Worker => C::Worker(self.optional(n, group, "num")?),
            ClauseId::Vector => C::Vector(self.optional(n, group, "length")?),
            ClauseId::Unroll => C::Unroll(Some(self.one(n, group)?)),
            ClauseId::Wait => C::Wait(self.wait(n, group)?),
            ClauseId::NumGangs => {
                let group = self.required(n, group, "(number of gangs)")?;
                C::NumGangs(self.expressions(n, group, 3)?)
            }
            ClauseId::Gang => C::Gang(self.gang(n, group)?),
            ClauseId::Collapse => self.collapse(n, group)?,
            ClauseId::Tile => C::Tile(self.tile(n, group)?),
            ClauseId::Default => C::Default(self.default_kind(n, group)?),
            ClauseId::DeviceType => C::DeviceType(self.device_types(n, group)?),
            ClauseId::Bind => C::Bind(self.name_argument(n, group, true)?),
            ClauseId::RoutineName => C::RoutineName(self.name_argument(n, group, false)?),
            ClauseId::Reduction => self.reduction(n, group)?,
            ClauseId::Private => C::Private(self.variables(n, group)?),
            ClauseId::Firstprivate => C::Firstprivate(self.variables(n, group)?),
            ClauseId::Cache => {
                let (modifiers, vars) = self.modified(n, group, &["readonly"])?;
                C::Cache {
                    readonly: modifiers.readonly,
                    vars,
                }
            }
            ClauseId::Data(kind) => {
                let allowed = vars::modifiers_of(kind, on);
                let (modifiers, vars) = self.modified(n, group, allowed)?;
                C::Data(kind, modifiers, vars)
            }
        })
    }

    /// A clause that takes nothing.
    fn plain<T>(&mut self, n: Named, group: Option<Group>, kind: T) -> Option<T> {
        let Some(group) = group else {
            return Some(kind);
        };
        self.fail(
            codes::UNEXPECTED_ARGUMENT,
            group.span,
            format!("clause `{}` takes no argument", n.name),
            "remove this",
            "write the clause without parentheses",
        )
    }

    pub(super) fn fail<T>(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.error(
            Diagnostic::error(code, span, message)
                .label(label)
                .help(help),
        );
        None
    }

    /// The group, which must be there and hold something.
    pub(super) fn required(
        &mut self,
        n: Named,
        group: Option<Group<'a>>,
        form: &str,
    ) -> Option<&'a [Token]> {
        match group {
            None => self.fail(
                codes::MISSING_ARGUMENT,
                n.span,
                format!("`{}` needs an argument", n.name),
                "`(` is expected after this",
                format!("write `{}{form}`", n.name),
            ),
            Some(group) => self.filled(n, group),
        }
    }

    fn filled(&mut self, n: Named, group: Group<'a>) -> Option<&'a [Token]> {
        if !group.inner.is_empty() {
            return Some(group.inner);
        }
        self.fail(
            codes::EMPTY_ARGUMENT,
            group.span,
            format!("`{}` has empty parentheses", n.name),
            "nothing in here",
            "say what it applies to, or remove the clause",
        )
    }

    /// One expression; a top-level comma or colon is refused.
    fn expression(&mut self, n: Named, tokens: &[Token], near: Span) -> Option<Raw> {
        if tokens.is_empty() {
            return self.fail(
                codes::EXPECTED_EXPRESSION,
                near,
                format!("an expression is missing in `{}`", n.name),
                "something is missing here",
                "write the expression, or remove the comma or colon",
            );
        }
        if let Some(colon) = find_colon(tokens) {
            let word = span_of(&tokens[..colon.max(1)]);
            let shown = shorten(self.slice(word));
            return self.fail(
                codes::UNKNOWN_MODIFIER,
                word,
                format!("`{}` has no modifier `{shown}`", n.name),
                "not known here",
                "remove it with its colon",
            );
        }
        Some(raw(self.text, tokens))
    }

    /// Exactly one expression, required.
    fn one(&mut self, n: Named, group: Option<Group<'a>>) -> Option<Raw> {
        let inner = self.required(n, group, "(expression)")?;
        let mut list = self.expressions(n, inner, 1)?;
        list.pop()
    }

    /// One expression, or no parentheses at all. `modifier`: a word that may stand before it.
    fn optional(
        &mut self,
        n: Named,
        group: Option<Group<'a>>,
        modifier: &str,
    ) -> Option<Option<Raw>> {
        let Some(group) = group else {
            return Some(None);
        };
        let mut inner = self.filled(n, group)?;
        if !modifier.is_empty()
            && let Some((word, rest)) = self.keyword(inner)
            && word == modifier
        {
            inner = rest;
        }
        let mut list = self.expressions(n, inner, 1)?;
        Some(list.pop())
    }

    /// A list of at most `most` expressions.
    fn expressions(&mut self, n: Named, inner: &'a [Token], most: usize) -> Option<Vec<Raw>> {
        let parts = split_commas(inner);
        if let Some(extra) = parts.get(most) {
            let span = if extra.is_empty() {
                span_of(inner)
            } else {
                span_of(extra)
            };
            return self.fail(
                codes::TOO_MANY_ARGUMENTS,
                span,
                format!("`{}` takes at most {}", n.name, plural(most)),
                "one too many",
                "remove it; a comma operator needs parentheses of its own",
            );
        }
        let near = if inner.is_empty() {
            n.span
        } else {
            span_of(inner)
        };
        parts
            .into_iter()
            .map(|part| self.expression(n, part, near))
            .collect()
    }

    /// `word :` at the start of `tokens`, and what follows.
    pub(super) fn keyword<'t>(&self, tokens: &'t [Token]) -> Option<(&'a str, &'t [Token])> {
        match tokens {
            [word, colon, rest @ ..]
                if word.kind == TokenKind::Ident && colon.kind == TokenKind::Colon =>
            {
                Some((self.slice(word.span), rest))
            }
            _ => None,
        }
    }

    /// `[devnum: e :] [queues:] list` (§2.16); no parentheses: all queues.
    fn wait(&mut self, n: Named, group: Option<Group<'a>>) -> Option<WaitArgs<Raw>> {
        let Some(group) = group else {
            return Some(WaitArgs {
                devnum: None,
                queues: Vec::new(),
            });
        };
        let mut inner = self.filled(n, group)?;
        let mut devnum = None;
        if let Some(("devnum", rest)) = self.keyword(inner) {
            let end = find_colon(rest).unwrap_or(rest.len());
            let near = inner[1].span;
            if split_commas(&rest[..end]).len() > 1 {
                return self.fail(
                    codes::EXPECTED_EXPRESSION,
                    near,
                    "`devnum` needs a colon after its device number",
                    "a second colon is expected before the list",
                    "write `wait(devnum: number : queues: list)`",
                );
            }
            devnum = Some(self.expression(n, &rest[..end], near)?);
            inner = rest.get(end + 1..).unwrap_or(&[]);
        }
        let mut named = false;
        if let Some(("queues", rest)) = self.keyword(inner) {
            inner = rest;
            named = true;
        }
        let queues = if inner.is_empty() && devnum.is_some() && !named {
            Vec::new()
        } else {
            self.expressions(n, inner, usize::MAX)?
        };
        Some(WaitArgs { devnum, queues })
    }

    fn gang(&mut self, n: Named, group: Option<Group<'a>>) -> Option<Vec<GangArg<Raw>>> {
        let Some(group) = group else {
            return Some(Vec::new());
        };
        let inner = self.filled(n, group)?;
        let mut args: Vec<GangArg<Raw>> = Vec::new();
        let mut places: Vec<Span> = Vec::new();
        for part in split_commas(inner) {
            let near = if part.is_empty() {
                group.span
            } else {
                span_of(part)
            };
            let arg = match self.keyword(part) {
                Some(("num", rest)) => GangArg::Num(self.expression(n, rest, near)?),
                Some(("dim", rest)) => GangArg::Dim(self.expression(n, rest, near)?),
                Some(("static", rest)) if self.is_star(rest) => GangArg::Static(None),
                Some(("static", rest)) => GangArg::Static(Some(self.expression(n, rest, near)?)),
                Some((word, _)) => {
                    let span = part[0].span;
                    return self.unknown_modifier(n, word, span, &["num", "dim", "static"]);
                }
                None => GangArg::Num(self.expression(n, part, near)?),
            };
            let twin = args
                .iter()
                .position(|a| std::mem::discriminant(a) == std::mem::discriminant(&arg));
            if let Some(i) = twin {
                self.error(
                    Diagnostic::error(
                        codes::TOO_MANY_ARGUMENTS,
                        near,
                        format!("`{}` has two arguments of one kind", n.name),
                    )
                    .label("given again")
                    .related(places[i], "first given here")
                    .help("at most one `num`, one `dim` and one `static` (§2.9)"),
                );
                return None;
            }
            args.push(arg);
            places.push(near);
        }
        Some(args)
    }

    fn is_star(&self, tokens: &[Token]) -> bool {
        matches!(tokens, [star] if self.slice(star.span) == "*")
    }

    pub(super) fn unknown_modifier<T>(
        &mut self,
        n: Named,
        word: &str,
        span: Span,
        known: &[&str],
    ) -> Option<T> {
        let help = match suggest::nearest(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it takes none: remove the word and its colon".to_string(),
            None => format!("it takes {}", table::list(known.iter().copied())),
        };
        self.fail(
            codes::UNKNOWN_MODIFIER,
            span,
            format!("`{}` has no modifier `{}`", n.name, shorten(word)),
            "not known here",
            help,
        )
    }

    fn collapse(&mut self, n: Named, group: Option<Group<'a>>) -> Option<ClauseKind<Raw>> {
        let mut inner = self.required(n, group, "(number of loops)")?;
        let mut force = false;
        if let Some((word, rest)) = self.keyword(inner) {
            if word != "force" {
                let span = inner[0].span;
                return self.unknown_modifier(n, word, span, &["force"]);
            }
            force = true;
            inner = rest;
        }
        let help = "write `collapse(2)`: how many nested loops are taken as one";
        if split_commas(inner).len() > 1 {
            let message = "`collapse` takes one number";
            return self.fail(
                codes::BAD_COLLAPSE,
                span_of(inner),
                message,
                "more than one",
                help,
            );
        }
        let count = self.expression(n, inner, n.span)?;
        let negative = count.text.trim_start().starts_with('-');
        let zero = !count.text.is_empty() && count.text.chars().all(|c| c == '0');
        if negative || zero {
            let message = "the argument of `collapse` must be positive";
            return self.fail(
                codes::BAD_COLLAPSE,
                count.span,
                message,
                "not positive",
                help,
            );
        }
        Some(ClauseKind::Collapse { force, n: count })
    }

    fn tile(&mut self, n: Named, group: Option<Group<'a>>) -> Option<Vec<Option<Raw>>> {
        let inner = self.required(n, group, "(sizes)")?;
        let near = span_of(inner);
        split_commas(inner)
            .into_iter()
            .map(|part| match self.is_star(part) {
                true => Some(None),
                false => self.expression(n, part, near).map(Some),
            })
            .collect()
    }

    fn default_kind(&mut self, n: Named, group: Option<Group<'a>>) -> Option<DefaultKind> {
        let inner = self.required(n, group, "(none)` or `default(present)")?;
        let span = span_of(inner);
        match self.slice(span) {
            "none" => Some(DefaultKind::None),
            "present" => Some(DefaultKind::Present),
            other => {
                let known = ["none", "present"];
                let help = match suggest::nearest(other, known.into_iter()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`none` or `present`".to_string(),
                };
                let message = format!("`default` can't be `{}`", shorten(other));
                self.fail(codes::BAD_DEFAULT, span, message, "not a default", help)
            }
        }
    }

    fn device_types(&mut self, n: Named, group: Option<Group<'a>>) -> Option<Vec<String>> {
        let inner = self.required(n, group, "(*)` or `device_type(nvidia)")?;
        let help = "names of devices separated by commas, or `*` alone";
        if self.is_star(inner) {
            return Some(vec!["*".to_string()]);
        }
        let whole = span_of(inner);
        let mut names: Vec<String> = Vec::new();
        for part in split_commas(inner) {
            let span = if part.is_empty() {
                whole
            } else {
                span_of(part)
            };
            let [word] = part else {
                let message = "a device type is one name";
                return self.fail(codes::BAD_DEVICE_TYPE, span, message, "not a name", help);
            };
            if word.kind != TokenKind::Ident {
                let message = "a device type is a name";
                return self.fail(codes::BAD_DEVICE_TYPE, span, message, "not a name", help);
            }
            names.push(self.slice(word.span).to_string());
        }
        Some(names)
    }

    /// A function's name; `string`: it may also be a string.
    fn name_argument(&mut self, n: Named, group: Option<Group<'a>>, string: bool) -> Option<Raw> {
        let inner = self.required(n, group, "(name)")?;
        match inner {
            [word] if word.kind == TokenKind::Ident => Some(raw(self.text, inner)),
            [word] if word.kind == TokenKind::Literal && string => Some(raw(self.text, inner)),
            _ => {
                let message = format!("`{}` takes the name of one function", n.name);
                let help = match string {
                    true => "an identifier or a string",
                    false => "an identifier",
                };
                self.fail(codes::BAD_NAME, span_of(inner), message, "not a name", help)
            }
        }
    }
}

fn plural(count: usize) -> String {
    match count {
        1 => "one argument".to_string(),
        n => format!("{n} arguments"),
    }
}
