//! Lists of variables: `A`, `A[0:n][3]`, `s.p[0:n]`, `(*q).a` (§2.7.1).

use super::args::Named;
use super::group::Group;
use super::lex::{Token, TokenKind, find_colon, raw, span_of, split_commas, text_of};
use super::parse::{Parser, shorten};
use super::table::On;
use super::*;
use crate::diag::{Diagnostic, codes};

impl<'a> Parser<'a> {
    pub(super) fn reduction(
        &mut self,
        n: Named,
        group: Option<Group<'a>>,
    ) -> Option<ClauseKind<Raw>> {
        let inner = self.required(n, group, "(operator:variables)")?;
        let help = "one of `+ * max min & | ^ && ||`";
        let Some(colon) = find_colon(inner) else {
            let message = "`reduction` needs an operator and a colon";
            let help = "write `reduction(+:sum)`";
            let span = span_of(inner);
            return self.fail(
                codes::BAD_REDUCTION_OPERATOR,
                span,
                message,
                "no operator",
                help,
            );
        };
        let operator = &inner[..colon];
        let span = if colon == 0 {
            inner[0].span
        } else {
            span_of(operator)
        };
        let text = text_of(self.text, operator);
        let op = match text.as_str() {
            "+" => ReductionOp::Add,
            "*" => ReductionOp::Mul,
            "max" => ReductionOp::Max,
            "min" => ReductionOp::Min,
            "&" => ReductionOp::BitAnd,
            "|" => ReductionOp::BitOr,
            "^" => ReductionOp::BitXor,
            "&&" => ReductionOp::And,
            "||" => ReductionOp::Or,
            // As in OpenMP and gcc: the parts are added up.
            "-" if !self.strict => ReductionOp::Add,
            "-" => {
                let message = "`-` is not a reduction operator of OpenACC";
                let help = "use `+`: a sum of negated values is a sum as well";
                return self.fail(
                    codes::BAD_REDUCTION_OPERATOR,
                    span,
                    message,
                    "not known",
                    help,
                );
            }
            _ => {
                let message = format!("`{}` is not a reduction operator", shorten(&text));
                return self.fail(
                    codes::BAD_REDUCTION_OPERATOR,
                    span,
                    message,
                    "not known",
                    help,
                );
            }
        };
        let vars = self.list(n, &inner[colon + 1..], inner[colon].span)?;
        Some(ClauseKind::Reduction(op, vars))
    }

    pub(super) fn variables(
        &mut self,
        n: Named,
        group: Option<Group<'a>>,
    ) -> Option<Vec<DataRef<Raw>>> {
        self.modified(n, group, &[]).map(|(_, vars)| vars)
    }

    /// `[modifiers:] list`
    pub(super) fn modified(
        &mut self,
        n: Named,
        group: Option<Group<'a>>,
        allowed: &[&str],
    ) -> Option<(Modifiers, Vec<DataRef<Raw>>)> {
        let inner = self.required(n, group, "(variables)")?;
        let mut modifiers = Modifiers::default();
        let Some(colon) = find_colon(inner) else {
            let near = span_of(inner);
            return Some((modifiers, self.list(n, inner, near)?));
        };
        for part in split_commas(&inner[..colon]) {
            let [word] = part else {
                return self.fail(
                    codes::UNKNOWN_MODIFIER,
                    inner[colon].span,
                    format!("unexpected `:` in `{}`", n.name),
                    "a colon follows a modifier, or separates the parts of a section",
                    "sections of arrays are `a[first:length]` in C",
                );
            };
            let name = self.slice(word.span);
            if !allowed.contains(&name) {
                return self.unknown_modifier(n, name, word.span, allowed);
            }
            match name {
                "zero" => modifiers.zero = true,
                "readonly" => modifiers.readonly = true,
                "always" => (modifiers.always_in, modifiers.always_out) = (true, true),
                "alwaysin" => modifiers.always_in = true,
                "alwaysout" => modifiers.always_out = true,
                _ => modifiers.capture = true,
            }
        }
        let vars = self.list(n, &inner[colon + 1..], inner[colon].span)?;
        Some((modifiers, vars))
    }

    /// A list with at least one variable; `near` is where to point if there is none.
    pub(super) fn list(
        &mut self,
        n: Named,
        tokens: &'a [Token],
        near: Span,
    ) -> Option<Vec<DataRef<Raw>>> {
        if tokens.is_empty() {
            self.error(
                Diagnostic::error(
                    codes::EMPTY_ARGUMENT,
                    near,
                    format!("`{}` names no variable", n.name),
                )
                .label("a list is expected after this")
                .help("name at least one variable, or remove the clause"),
            );
            return None;
        }
        // Each item is looked at, so that all that is wrong is said at once.
        let items: Vec<_> = split_commas(tokens)
            .into_iter()
            .map(|item| self.reference(n, item, span_of(tokens)))
            .collect();
        items.into_iter().collect()
    }

    fn reference(&mut self, n: Named, item: &[Token], near: Span) -> Option<DataRef<Raw>> {
        if item.is_empty() {
            self.error(
                Diagnostic::error(
                    codes::EXPECTED_EXPRESSION,
                    near,
                    format!("a variable is missing in the list of `{}`", n.name),
                )
                .label("two commas, or one at an end")
                .help("remove the comma, or name the variable"),
            );
            return None;
        }
        let groups = trailing_brackets(item);
        let split = groups.first().map_or(item.len(), |(start, _)| *start);
        let base = &item[..split];
        self.base(n, base, item)?;
        let mut sections = Vec::new();
        for &(start, end) in &groups {
            sections.push(self.section(&item[start..=end])?);
        }
        Some(DataRef {
            base: raw(self.text, base),
            sections,
            text: text_of(self.text, item),
            span: span_of(item),
        })
    }

    /// Refuses what can't name a variable; what C alone can tell is left to C.
    fn base(&mut self, n: Named, base: &[Token], item: &[Token]) -> Option<()> {
        let mut depth = 0usize;
        let mut after_name = false;
        for (i, token) in base.iter().enumerate() {
            let text = self.slice(token.span);
            let fits = match token.kind {
                TokenKind::Open('{') => false,
                TokenKind::Open(_) => {
                    depth += 1;
                    continue;
                }
                TokenKind::Close(_) => {
                    depth = depth.saturating_sub(1);
                    after_name = true;
                    continue;
                }
                TokenKind::Colon if depth > 0 => {
                    self.misplaced_colon(base, i);
                    return None;
                }
                _ if depth > 0 => continue,
                TokenKind::Ident => !std::mem::replace(&mut after_name, true),
                TokenKind::Op if text == "." || text == "->" => {
                    std::mem::replace(&mut after_name, false)
                }
                TokenKind::Op => text == "*" && !after_name,
                _ => false,
            };
            if !fits {
                self.not_a_variable(n, token, after_name, item);
                return None;
            }
        }
        if base.is_empty() || !after_name {
            let span = span_of(item);
            self.error(
                Diagnostic::error(
                    codes::NOT_A_VARIABLE,
                    span,
                    format!("`{}` is not a variable", shorten(self.slice(span))),
                )
                .label("isn't allowed in a list of variables")
                .help(format!(
                    "`{}` takes variables, elements, sections and members",
                    n.name
                )),
            );
            return None;
        }
        Some(())
    }

    fn not_a_variable(&mut self, n: Named, token: &Token, after_name: bool, item: &[Token]) {
        let text = shorten(self.slice(token.span));
        let (message, help) = match token.kind {
            TokenKind::Ident => (
                format!("unexpected `{text}` in the list of `{}`", n.name),
                "separate variables with commas".to_string(),
            ),
            _ => (
                format!("`{}` is not a variable", shorten(&text_of(self.text, item))),
                format!(
                    "`{}` takes variables, elements, sections and members",
                    n.name
                ),
            ),
        };
        self.error(
            Diagnostic::error(codes::NOT_A_VARIABLE, token.span, message)
                .label(if after_name {
                    "not expected here"
                } else {
                    "a name is expected here"
                })
                .help(help),
        );
    }

    /// A colon in brackets that aren't the last, or in parentheses as in Fortran.
    fn misplaced_colon(&mut self, base: &[Token], at: usize) {
        let mut depth = 0usize;
        let mut open = base[at].kind;
        for token in base[..at].iter().rev() {
            match token.kind {
                TokenKind::Close(_) => depth += 1,
                TokenKind::Open(_) if depth == 0 => {
                    open = token.kind;
                    break;
                }
                TokenKind::Open(_) => depth -= 1,
                _ => {}
            }
        }
        let (message, help) = match open {
            TokenKind::Open('[') => (
                "a section can only be at the end",
                "members of a section can't be named (§2.7.1); write a loop, or move the whole array",
            ),
            _ => (
                "a section is written with brackets in C",
                "`a[first:length]`, not `a(first:last)`",
            ),
        };
        self.error(
            Diagnostic::error(codes::BAD_SECTION, base[at].span, message)
                .label("this colon makes it a section")
                .help(help),
        );
    }

    /// One `[…]`, brackets included.
    fn section(&mut self, tokens: &[Token]) -> Option<Section<Raw>> {
        let inner = &tokens[1..tokens.len() - 1];
        if inner.is_empty() {
            return self.bad_section(span_of(tokens), "empty brackets");
        }
        let Some(colon) = find_colon(inner) else {
            if split_commas(inner).len() > 1 {
                return self.bad_section(span_of(inner), "one subscript a bracket in C");
            }
            return Some(Section::Element(raw(self.text, inner)));
        };
        let (lower, length) = (&inner[..colon], &inner[colon + 1..]);
        if find_colon(length).is_some() {
            return self.bad_section(span_of(inner), "sections have no stride");
        }
        if split_commas(inner).len() > 1 {
            return self.bad_section(span_of(inner), "one section a bracket in C");
        }
        let bound = |tokens: &[Token]| (!tokens.is_empty()).then(|| raw(self.text, tokens));
        Some(Section::Range {
            lower: bound(lower),
            length: bound(length),
        })
    }

    fn bad_section<T>(&mut self, span: Span, label: &str) -> Option<T> {
        self.error(
            Diagnostic::error(codes::BAD_SECTION, span, "not a section of an array")
                .label(label)
                .help("a section is `[first:length]`, an element `[index]` (§2.7.1)"),
        );
        None
    }
}

/// First and last token of each bracket group at the end of `item`, in order.
fn trailing_brackets(item: &[Token]) -> Vec<(usize, usize)> {
    let mut groups = Vec::new();
    let mut end = item.len();
    while end > 0 && item[end - 1].kind == TokenKind::Close(']') {
        let mut depth = 0usize;
        let start = item[..end].iter().rposition(|token| {
            match token.kind {
                TokenKind::Close(_) => depth += 1,
                TokenKind::Open(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let Some(start) = start else { break };
        groups.push((start, end - 1));
        end = start;
    }
    groups.reverse();
    groups
}

/// The modifiers that a data clause takes. `always`, `alwaysin`, `alwaysout` and `capture` are
/// OpenACC 3.4's.
pub(super) fn modifiers_of(kind: DataKind, on: On) -> &'static [&'static str] {
    let structured = [
        DirectiveKind::Parallel,
        DirectiveKind::Serial,
        DirectiveKind::Kernels,
        DirectiveKind::Data,
    ];
    let structured = structured.iter().any(|kind| kind.on().meets(on));
    match (kind, structured) {
        (DataKind::Copy, true) => &["always", "alwaysin", "alwaysout", "capture"],
        (DataKind::Copy, false) => &["always", "alwaysin", "alwaysout"],
        (DataKind::Copyin, true) => &["readonly", "always", "alwaysin", "capture"],
        (DataKind::Copyin, false) => &["readonly", "always", "alwaysin"],
        (DataKind::Copyout, true) => &["zero", "always", "alwaysout", "capture"],
        // Memory is cleared where it is made, which an exit does not (§2.7.8).
        (DataKind::Copyout, false) => &["always", "alwaysout"],
        (DataKind::Create, true) => &["zero", "capture"],
        (DataKind::Create, false) => &["zero"],
        _ => &[],
    }
}
