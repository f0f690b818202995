//! What the head of a loop asks, and where its variable begins.

use super::super::cursor::{CType, Cursor};
use super::super::expr::expression_children;
use super::core;
use clang_sys::*;

/// The question of a loop's head, which is put again.
pub(super) struct Asked<'t> {
    /// The declaration of the variable that counts.
    pub var: Cursor<'t>,
    pub name: String,
    /// `++` or `--` where the variable goes on before the question: `i-- > 0`, `--i >= 0`. Such heads need no third part.
    pub steps: Option<&'static str>,
    /// The question of the value behind that step; `None`: as it stands.
    pub cond: Option<String>,
}

impl Asked<'_> {
    /// The value behind a step from the variable's own.
    pub fn next(&self, step: &str) -> Option<String> {
        let ty = self.var.ty();
        let op = if step == "--" { '-' } else { '+' };
        let value = format!("{} {op} 1", self.name);
        Some(match integer(ty)?.1 {
            0..4 => format!("({})({value})", plain(ty)),
            _ => value,
        })
    }

    /// The value behind a step from `first`. The type is the variable's: an unsigned zero of fewer bytes has no predecessor there.
    pub fn first(&self, first: &str, step: &str) -> Option<String> {
        let ty = self.var.ty().canonical();
        let (_, bytes) = integer(ty)?;
        let name = plain(ty);
        let op = if step == "--" { '-' } else { '+' };
        let value = format!("({name})({first}) {op} 1");
        Some(match bytes {
            // `auto` takes its type from here.
            0..4 => format!("({name})({value})"),
            _ => value,
        })
    }
}

/// Where a loop's variable begins.
#[derive(Default)]
pub(super) struct Start<'t> {
    var: usize,
    /// The first value.
    pub first: Option<Cursor<'t>>,
    /// The same where it is a constant.
    pub value: Option<i128>,
    /// The bytes that say so in front of the loop.
    pub taken: Option<(u32, u32)>,
}

impl<'t> Start<'t> {
    /// `i = first` or `int i = first`; `None` for other heads.
    pub fn of_head(init: Cursor<'t>) -> Option<Self> {
        match init.kind() {
            CXCursor_DeclStmt => match init.children()[..] {
                [var] => Self::declared(var),
                _ => None,
            },
            _ => Self::assigned(init),
        }
    }

    /// The first value, if it is this variable's.
    pub fn of(&self, var: usize) -> Option<Cursor<'t>> {
        self.first.filter(|_| self.var == var)
    }

    fn declared(var: Cursor<'t>) -> Option<Self> {
        let first = var.initializer()?;
        Some(Start {
            var: var.entity(),
            first: Some(first),
            value: first.evaluate_int(),
            taken: None,
        })
    }

    fn assigned(c: Cursor<'t>) -> Option<Self> {
        if c.kind() != CXCursor_BinaryOperator || c.binary_operator() != CXBinaryOperator_Assign {
            return None;
        }
        let [to, first] = expression_children(c)[..] else {
            return None;
        };
        Some(Start {
            var: variable(to)?.entity(),
            first: Some(first),
            value: first.evaluate_int(),
            taken: None,
        })
    }

    /// What the statements before a loop give its variable: an assignment just before it, or a declaration with a constant that nothing mentions up to there.
    pub fn before(asked: &Asked<'_>, before: &[Cursor<'t>], text: &str) -> Option<Self> {
        let last = before.last()?;
        if let Some(start) = Self::assigned(*last)
            && start.var == asked.var.entity()
        {
            // Up to the loop there are blanks and the semicolon alone, which the caller's places show: it stays.
            return Some(Start {
                taken: Some(last.extent()),
                ..start
            });
        }
        for c in before.iter().rev() {
            let own = match c.kind() {
                CXCursor_DeclStmt => c.children(),
                _ => vec![],
            };
            if let Some(k) = own.iter().position(|d| d.entity() == asked.var.entity()) {
                let start = Self::declared(own[k])?;
                let alone = own[k + 1..].iter().all(|d| !mentions(*d, start.var));
                let taken = Self::value_of(own[k], text)?;
                return (start.value.is_some() && alone).then_some(Start {
                    taken: Some(taken),
                    ..start
                });
            }
            if mentions(*c, asked.var.entity()) || labelled(*c) {
                return None;
            }
        }
        None
    }

    /// The bytes `= first` of a declaration that can do without them.
    fn value_of(var: Cursor<'t>, text: &str) -> Option<(u32, u32)> {
        let first = var.initializer()?;
        let from = var.location() + var.spelling().len() as u32;
        let between = text.get(from as usize..first.extent().0 as usize)?;
        let head = text.get(var.extent().0 as usize..var.location() as usize)?;
        let automatic = var.storage_class() != CX_SC_Static && !var.ty().is_const();
        let typed = !head.split_whitespace().any(|w| w == "auto");
        (between.trim() == "=" && automatic && typed).then_some((from, first.extent().1))
    }
}

fn labelled(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_LabelStmt || c.children().into_iter().any(labelled)
}

/// The variable that an expression is.
pub(super) fn variable(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let c = core(c);
    let decl = (c.kind() == CXCursor_DeclRefExpr).then(|| c.referenced())??;
    let variable = matches!(decl.kind(), CXCursor_VarDecl | CXCursor_ParmDecl);
    let ty = decl.ty();
    let counts = integer(ty).is_some() || ty.canonical().kind() == CXType_Pointer;
    (variable && counts && !ty.canonical().is_volatile()).then_some(decl)
}

pub(super) fn mentions(c: Cursor<'_>, var: usize) -> bool {
    let named = c.kind() == CXCursor_DeclRefExpr;
    named && c.referenced().is_some_and(|d| d.entity() == var)
        || c.children().into_iter().any(|k| mentions(k, var))
}

/// Whether an expression names what is declared in these bytes.
pub(super) fn names_within(c: Cursor<'_>, (start, end): (u32, u32)) -> bool {
    let inside = |d: Cursor<'_>| (start..end).contains(&d.location());
    let named = c.kind() == CXCursor_DeclRefExpr;
    named && c.referenced().is_some_and(inside)
        || c.children()
            .into_iter()
            .any(|k| names_within(k, (start, end)))
}

/// An integer type: whether it is unsigned, and its bytes.
fn integer(ty: CType<'_>) -> Option<(bool, u64)> {
    let ty = ty.canonical();
    let unsigned = match ty.kind() {
        CXType_Char_S | CXType_SChar | CXType_Short | CXType_Int | CXType_Long
        | CXType_LongLong => false,
        CXType_Char_U | CXType_UChar | CXType_UShort | CXType_UInt | CXType_ULong
        | CXType_ULongLong => true,
        _ => return None,
    };
    Some((unsigned, ty.size_of()?))
}

/// A type's name without `const`.
fn plain(ty: CType<'_>) -> String {
    let name = ty.canonical().spelling();
    name.trim_start_matches("const ").to_string()
}

/// The variable that a statement steps: `i++`, `i -= 2`, `i = i + n`.
pub(super) fn stepped(c: Cursor<'_>) -> Option<usize> {
    let kids = expression_children(c);
    let var = variable(*kids.first()?)?.entity();
    let steps = match c.kind() {
        CXCursor_UnaryOperator => step(c).is_some(),
        CXCursor_CompoundAssignOperator => matches!(
            c.binary_operator(),
            CXBinaryOperator_AddAssign | CXBinaryOperator_SubAssign
        ),
        CXCursor_BinaryOperator if c.binary_operator() == CXBinaryOperator_Assign => {
            let sum = core(*kids.get(1)?);
            let own = expression_children(sum)
                .first()
                .is_some_and(|k| variable(*k).is_some_and(|v| v.entity() == var));
            own && matches!(
                sum.binary_operator(),
                CXBinaryOperator_Add | CXBinaryOperator_Sub
            )
        }
        _ => false,
    };
    steps.then_some(var)
}

/// `++` or `--`, and whether it comes behind the value.
fn step(c: Cursor<'_>) -> Option<(&'static str, bool)> {
    match c.unary_operator() {
        CXUnaryOperator_PostDec => Some(("--", true)),
        CXUnaryOperator_PostInc => Some(("++", true)),
        CXUnaryOperator_PreDec => Some(("--", false)),
        CXUnaryOperator_PreInc => Some(("++", false)),
        _ => None,
    }
}

/// A comparison's sign.
fn sign(c: Cursor<'_>) -> Option<&'static str> {
    if c.kind() != CXCursor_BinaryOperator {
        return None;
    }
    Some(match c.binary_operator() {
        CXBinaryOperator_LT => "<",
        CXBinaryOperator_LE => "<=",
        CXBinaryOperator_GT => ">",
        CXBinaryOperator_GE => ">=",
        CXBinaryOperator_NE => "!=",
        _ => return None,
    })
}

/// The question behind the body of a `do` loop, as one that is put before it and says yes the first time, when the variable is `value`: a number that all types
/// have.
pub(super) fn at_least_once(cond: Cursor<'_>, value: i128, text: Text<'_>) -> Option<String> {
    let asks = core(cond);
    let [left, bound] = expression_children(asks)[..] else {
        return None;
    };
    let left = core(left);
    let (var, behind) = match (variable(left), step(left)) {
        (Some(var), _) => (var, false),
        (None, Some((_, behind))) => (variable(*expression_children(left).first()?)?, behind),
        _ => return None,
    };
    let (name, op, most) = (var.spelling(), sign(asks)?, text(bound)?);
    if !behind && holds(cond, value) {
        return Some(format!("{name} {op} {most}"));
    }
    let ((unsigned, bytes), (_, size)) = (integer(var.ty())?, integer(core(bound).ty())?);
    // The bound is compared as C does it: a negative one is large for an unsigned variable.
    let most = match unsigned && bytes >= size.max(4) {
        true => format!("({})({most})", plain(var.ty())),
        false => format!("({most})"),
    };
    let up = step(left).is_none_or(|(word, _)| word == "++");
    let fine = up && (0..=127).contains(&value) && is_number(bound);
    // The old value of `i++ < n` is one less than the new one.
    let (op, least) = match (op, behind) {
        ("<", false) => ("<", value + 1),
        ("<", true) | ("<=", false) => ("<=", value),
        _ => return None,
    };
    fine.then(|| format!("{name} {op} ({most} > {value} ? {most} : {least})"))
}

/// Whether an expression is made of variables and constants alone, so that it may be asked for before the loop too.
fn is_number(c: Cursor<'_>) -> bool {
    match c.kind() {
        CXCursor_IntegerLiteral | CXCursor_CharacterLiteral => true,
        CXCursor_DeclRefExpr => !c.ty().canonical().is_volatile(),
        CXCursor_BinaryOperator => {
            let plain = matches!(
                c.binary_operator(),
                CXBinaryOperator_Add | CXBinaryOperator_Sub | CXBinaryOperator_Mul
            );
            plain && c.children().into_iter().all(is_number)
        }
        CXCursor_ParenExpr | CXCursor_UnexposedExpr | CXCursor_CStyleCastExpr => {
            c.children().into_iter().all(is_number)
        }
        _ => false,
    }
}

/// Whether a comparison with a constant holds where the variable on its left is `value`: a number that all types have.
fn holds(cond: Cursor<'_>, value: i128) -> bool {
    let cond = core(cond);
    let kids = expression_children(cond);
    let bound = kids.get(1).and_then(|b| b.evaluate_int());
    match (sign(cond), bound) {
        (_, Some(b)) if b < 0 || !(0..=127).contains(&value) => false,
        (Some("<"), Some(b)) => value < b,
        (Some("<="), Some(b)) => value <= b,
        (Some(">"), Some(b)) => value > b,
        (Some(">="), Some(b)) => value >= b,
        (Some("!="), Some(b)) => value != b,
        _ => false,
    }
}

type Text<'a> = &'a dyn Fn(Cursor<'_>) -> Option<String>;

/// What a condition asks of a variable that `inc` steps, or that it steps itself.
pub(super) fn asked<'t>(
    cond: Cursor<'t>,
    inc: Option<Cursor<'t>>,
    start: &Start<'_>,
    text: Text<'_>,
) -> Option<Asked<'t>> {
    let asks = core(cond);
    let (op, left, right) = match sign(asks) {
        Some(op) => match expression_children(asks)[..] {
            [a, b] => (op, a, Some(b)),
            _ => return None,
        },
        None => ("!=", asks, None),
    };
    let new = |var: Cursor<'t>, steps, cond| {
        let name = var.spelling();
        Some(Asked {
            var,
            name,
            steps,
            cond,
        })
    };
    // `i < n`, `n > i`, `i`.
    let plain = [Some(left), right]
        .into_iter()
        .flatten()
        .find_map(variable_of(inc));
    if let Some(var) = plain {
        let cond = match right {
            Some(_) => None,
            None => Some(format!("{} != 0", var.spelling())),
        };
        return new(var, None, cond);
    }
    let left = core(left);
    let operand = expression_children(left).first().copied()?;
    let var = variable(operand)?;
    if right.is_some_and(|r| mentions(r, var.entity())) {
        return None;
    }
    let bound = match right {
        Some(r) => text(r)?,
        None => "0".into(),
    };
    match left.kind() {
        CXCursor_UnaryOperator => {
            let (word, behind) = step(left)?;
            let unsigned = integer(var.ty())?.0;
            let signed = !unsigned && right.is_none_or(|r| integer(r.ty()).is_some_and(|i| !i.0));
            let zero = right.is_none_or(|r| r.evaluate_int() == Some(0));
            let name = var.spelling();
            let cond = match (word, behind, op) {
                (_, false, _) => format!("{name} {op} {bound}"),
                ("--", true, ">") if signed => format!("{name} >= {bound}"),
                ("--", true, "!=") if signed && zero => format!("{name} >= 0"),
                ("--", true, ">" | "!=") if unsigned && zero => {
                    format!("{name} != ({})-1", self::plain(var.ty()))
                }
                ("++", true, "<") if signed => format!("{name} <= {bound}"),
                _ => return None,
            };
            new(var, Some(word), Some(cond))
        }
        CXCursor_BinaryOperator if left.binary_operator() == CXBinaryOperator_Add => {
            let more = expression_children(left).get(1)?.evaluate_int()?;
            inc.filter(|i| stepped(*i) == Some(var.entity()))?;
            let cond = ahead(left.ty(), right?, (op, more, &bound), inc, start)?;
            new(var, None, Some(format!("{} {cond}", var.spelling())))
        }
        _ => None,
    }
}

/// The variable that an expression is, if it is the one that is stepped.
fn variable_of<'t>(inc: Option<Cursor<'t>>) -> impl Fn(Cursor<'t>) -> Option<Cursor<'t>> {
    move |c| variable(c).filter(|v| inc.is_some_and(|i| stepped(i) == Some(v.entity())))
}

/// The question `i + more < bound` as one of `i`, whose sum with `more` has the type `sum`.
fn ahead(
    sum: CType<'_>,
    right: Cursor<'_>,
    (op, more, bound): (&str, i128, &str),
    inc: Option<Cursor<'_>>,
    start: &Start<'_>,
) -> Option<String> {
    let (unsigned, bytes) = integer(sum)?;
    let (other, size) = integer(right.ty())?;
    if !(1..=1 << 20).contains(&more) || !matches!(op, "<" | "<=") {
        return None;
    }
    if !unsigned && !other {
        // A sum that overflows has no meaning; the difference mustn't.
        let wide = bytes.max(size) < 8;
        let wide = if wide { "(long)" } else { "" };
        return Some(format!("{op} {wide}({bound}) - ({more})"));
    }
    // An unsigned sum wraps around where it begins near the end of its type, or steps past the bound to there.
    let once = inc.is_some_and(|i| step(i).is_some());
    let near = start.value.is_some_and(|v| (0..1 << 30).contains(&v)) && (once || bytes == 8);
    if !unsigned || size > bytes || !near || calls(right) {
        return None;
    }
    let (bound, last) = (
        format!("({})({bound})", plain(sum)),
        if op == "<" { 0 } else { 1 },
    );
    Some(format!(
        "< ({bound} < {more} ? 0 : {bound} - {})",
        more - last
    ))
}

/// Whether an expression does anything else than have a value.
pub(super) fn calls(c: Cursor<'_>) -> bool {
    let does = match c.kind() {
        CXCursor_CallExpr | CXCursor_CompoundAssignOperator | CXCursor_StmtExpr => true,
        CXCursor_BinaryOperator => c.binary_operator() == CXBinaryOperator_Assign,
        CXCursor_UnaryOperator => step(c).is_some(),
        _ => false,
    };
    does || c.children().into_iter().any(calls)
}
