//! Which tokens of a file became which tokens of the preprocessed text.
//!
//! Both stand in the same order, and the text has the file's line numbers. Most lines are the same in both. Where they
//! aren't, the cheapest way through is taken on which each token of the file either is one of the text's, or belongs to
//! a macro's call that became any number of them, or to lines that were left out. Nothing relies on it that
//! this is how the preprocessor has seen it: [`super::check`] preprocesses what comes out.

use super::macros::{Macro, Macros};
use super::tokens::{Kind, Token, directive_name, pragma};
use std::borrow::Cow;
use std::ops::Range;

/// Tokens of the file, and the tokens of the text that they became.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub file: Range<usize>,
    pub text: Range<usize>,
    /// One token, the same in both; or a `#pragma` line.
    pub same: bool,
}

pub struct Sides<'a> {
    pub file: &'a str,
    pub file_tokens: &'a [Token],
    pub text: &'a str,
    pub text_tokens: &'a [Token],
    pub macros: &'a Macros,
}

/// Beyond so many states a stretch is taken as one item.
const MOST: usize = 12_000_000;

/// Items that cover both sides without a gap.
pub fn align(sides: &Sides<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    let conditional = sides.in_conditionals();
    let stretches = sides.stretches();
    let mut i = 0;
    while i < stretches.len() {
        let (file, text) = stretches[i].clone();
        if let Some(found) = sides.stretch(file.clone(), text.clone(), &conditional) {
            items.extend(found);
            i += 1;
            continue;
        }
        // The next line may hold what is missing here.
        let from = i;
        let joined = (1..=3).find_map(|more| {
            let (last_file, last_text) = stretches.get(from + more)?.clone();
            let (file, text) = (file.start..last_file.end, text.start..last_text.end);
            let found = sides.stretch(file, text, &conditional)?;
            Some((more, found))
        });
        match joined {
            Some((more, found)) => {
                items.extend(found);
                i += more + 1;
            }
            None => {
                items.push(Item {
                    file,
                    text,
                    same: false,
                });
                i += 1;
            }
        }
    }
    items
}

/// A step to a state: from where, and what was passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    None,
    Start,
    Same,
    /// So many tokens of the file that became nothing.
    Skip(u32),
    /// A macro's call of so many tokens begins.
    Call(u32),
    /// It became nothing.
    Nothing,
    /// It became its first token, or one more.
    First,
    Became,
    /// It is at its end.
    Called,
}

/// Where a state stands: outside of calls, or in one whose tokens in the file lie behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layer {
    Outside,
    Entered,
    Inside,
}

const LAYERS: usize = 3;

#[derive(Clone, Copy)]
struct State {
    cost: u32,
    step: Step,
    /// Inside of a call: the token of its name.
    call: u32,
}

const FAR: State = State {
    cost: u32::MAX,
    step: Step::None,
    call: 0,
};

impl Sides<'_> {
    fn equal(&self, i: usize, j: usize) -> bool {
        let (a, b) = (&self.file_tokens[i], &self.text_tokens[j]);
        match (a.kind, b.kind) {
            (Kind::Directive, Kind::Directive) => self.pragma(i) == pragma(b.text(self.text)),
            (Kind::Directive, _) | (_, Kind::Directive) => false,
            _ => a.spelling(self.file) == b.spelling(self.text),
        }
    }

    fn pragma(&self, i: usize) -> Option<Cow<'_, str>> {
        pragma(self.file_tokens[i].text(self.file))
    }

    fn macro_of(&self, i: usize) -> Option<&Macro> {
        let token = &self.file_tokens[i];
        if token.kind != Kind::Name {
            return None;
        }
        self.macros.get(&token.spelling(self.file))
    }

    /// The token behind a call's closing parenthesis, where one opens at `i`.
    fn behind_call(&self, i: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in i..self.file_tokens.len() {
            match self.file_tokens[at].text(self.file) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ if depth == 0 && self.file_tokens[at].kind == Kind::Directive => continue,
                _ => {}
            }
            if depth == 0 {
                return (at > i).then_some(at + 1);
            }
        }
        None
    }

    /// By token of the file: whether it lies between `#if` and `#endif`.
    fn in_conditionals(&self) -> Vec<bool> {
        let mut depth = 0usize;
        let tokens = self.file_tokens.iter();
        tokens
            .map(|t| {
                if t.kind == Kind::Directive {
                    match directive_name(t.text(self.file)).as_ref() {
                        "if" | "ifdef" | "ifndef" => depth += 1,
                        "endif" => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                }
                depth > 0
            })
            .collect()
    }

    /// Lines that can be looked at by themselves.
    fn stretches(&self) -> Vec<(Range<usize>, Range<usize>)> {
        let text = self.text_tokens;
        let next_line = |j: usize| text.get(j).map_or(u32::MAX, |t| t.line);
        let up_to = |line: u32| self.file_tokens.partition_point(|t| t.line < line);
        // Of what stands ahead of the text's first token nothing is left.
        let (mut i, mut j) = (up_to(next_line(0)), 0);
        let mut found = vec![(0..i, 0..0)];
        while j < text.len() {
            let (from_file, from_text) = (i, j);
            let mut line = text[j].line;
            loop {
                // Tokens whose lines go back belong to the stretch.
                while next_line(j) <= line && j < text.len() {
                    j += 1;
                }
                let seen = i;
                i = i.max(up_to(next_line(j)));
                // So does a call that goes on behind it.
                let Some(end) = self.last_call(seen..i) else {
                    break;
                };
                line = line.max(self.file_tokens[end - 1].line);
                i = i.max(end);
            }
            found.push((from_file..i, from_text..j));
        }
        found
    }

    /// Behind the last token of calls that begin in `tokens` and end behind them.
    fn last_call(&self, tokens: Range<usize>) -> Option<usize> {
        let end = tokens.end;
        let opens = |k: &usize| {
            let mut behind = self.file_tokens[k + 1..].iter();
            let next = behind.find(|t| t.kind != Kind::Directive);
            next.is_some_and(|t| t.text(self.file) == "(")
        };
        tokens
            .filter(|k| self.macro_of(*k).is_some())
            .filter(opens)
            .filter_map(|k| self.behind_call(k + 1))
            .filter(|behind| *behind > end)
            .max()
    }

    /// The items of a stretch; `None` where there is no way through.
    fn stretch(
        &self,
        file: Range<usize>,
        text: Range<usize>,
        conditional: &[bool],
    ) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        let (mut i, mut j) = (file.start, text.start);
        // What is the same from the start needs no search.
        while i < file.end && j < text.end && self.macro_of(i).is_none() && self.equal(i, j) {
            items.push(same(i, j));
            i += 1;
            j += 1;
        }
        if j == text.end {
            // The rest became nothing.
            let calls = |k: usize| conditional[k] || self.macro_of(k).is_some();
            let rest_is_gone =
                (i..file.end).all(|k| self.file_tokens[k].kind == Kind::Directive || calls(k));
            if rest_is_gone {
                items.extend((i..file.end).map(|k| Item {
                    file: k..k + 1,
                    text: j..j,
                    same: false,
                }));
                return Some(items);
            }
        }
        if i < file.end || j < text.end {
            items.extend(self.search(i..file.end, j..text.end, conditional)?);
        }
        Some(items)
    }

    fn search(
        &self,
        file: Range<usize>,
        text: Range<usize>,
        conditional: &[bool],
    ) -> Option<Vec<Item>> {
        let (rows, columns) = (file.len() + 1, text.len() + 1);
        if rows.saturating_mul(columns) > MOST / LAYERS {
            return None;
        }
        let mut states = vec![FAR; rows * columns * LAYERS];
        let at = |i: usize, j: usize, layer: Layer| (i * columns + j) * LAYERS + layer as usize;
        states[at(0, 0, Layer::Outside)] = State {
            cost: 0,
            step: Step::Start,
            call: 0,
        };
        for i in 0..rows {
            let steps = self.steps(file.start + i, file.end, conditional);
            for j in 0..columns {
                let token = |j: usize| self.text_tokens.get(text.start + j);
                let next = token(j).filter(|_| j + 1 < columns);
                let entered = states[at(i, j, Layer::Entered)];
                if entered.cost < u32::MAX {
                    let called = self.macro_of(entered.call as usize);
                    if called.is_none_or(|m| m.may_begin(self.text, None)) {
                        let to = &mut states[at(i, j, Layer::Outside)];
                        reach(to, entered.cost, Step::Nothing, entered.call);
                    }
                    if next.is_some() && called.is_none_or(|m| m.may_begin(self.text, next)) {
                        let to = &mut states[at(i, j + 1, Layer::Inside)];
                        reach(to, entered.cost + 1, Step::First, entered.call);
                    }
                }
                let inside = states[at(i, j, Layer::Inside)];
                if inside.cost < u32::MAX {
                    let called = self.macro_of(inside.call as usize);
                    let last = j.checked_sub(1).and_then(token);
                    if called.is_none_or(|m| m.may_end(self.text, last)) {
                        let to = &mut states[at(i, j, Layer::Outside)];
                        reach(to, inside.cost, Step::Called, inside.call);
                    }
                    if next.is_some() {
                        let to = &mut states[at(i, j + 1, Layer::Inside)];
                        reach(to, inside.cost + 1, Step::Became, inside.call);
                    }
                }
                let here = states[at(i, j, Layer::Outside)];
                if here.cost == u32::MAX {
                    continue;
                }
                if i + 1 < rows && next.is_some() && self.equal(file.start + i, text.start + j) {
                    let to = &mut states[at(i + 1, j + 1, Layer::Outside)];
                    reach(to, here.cost, Step::Same, 0);
                }
                for (cost, step) in &steps {
                    let (n, layer) = match step {
                        Step::Call(n) => (*n, Layer::Entered),
                        Step::Skip(n) => (*n, Layer::Outside),
                        _ => continue,
                    };
                    if i + (n as usize) < rows {
                        let to = &mut states[at(i + n as usize, j, layer)];
                        reach(to, here.cost + cost, *step, (file.start + i) as u32);
                    }
                }
            }
        }
        if states[at(rows - 1, columns - 1, Layer::Outside)].cost == u32::MAX {
            return None;
        }
        Some(back(
            &states,
            at,
            (rows - 1, columns - 1),
            file.start,
            text.start,
        ))
    }

    /// What can be done with the file's token besides taking it as it is.
    fn steps(&self, i: usize, end: usize, conditional: &[bool]) -> Vec<(u32, Step)> {
        let mut steps = Vec::new();
        if i >= end {
            return steps;
        }
        let token = &self.file_tokens[i];
        if token.kind == Kind::Directive {
            let cost = if self.pragma(i).is_some() { 3 } else { 0 };
            return vec![(cost, Step::Skip(1))];
        }
        let first = i == 0 || self.file_tokens[i - 1].line < token.line;
        if conditional[i] && first {
            let line = self.file_tokens[i..end].iter();
            let n = line.take_while(|t| t.line == token.line).count();
            steps.push((4, Step::Skip(n as u32)));
        }
        if let Some(kind) = self.macro_of(i) {
            let next = (i + 1..end).find(|k| self.file_tokens[*k].kind != Kind::Directive);
            let open = next.filter(|k| self.file_tokens[*k].text(self.file) == "(");
            let call = open
                .and_then(|_| self.behind_call(i + 1))
                .filter(|e| *e <= end);
            if let Some(call) = call {
                let n = (call - i) as u32;
                steps.push((10 + n, Step::Call(n)));
            }
            if kind.object || call.is_none() {
                steps.push((10, Step::Call(1)));
            }
        }
        steps
    }
}

fn reach(state: &mut State, cost: u32, step: Step, call: u32) {
    if cost < state.cost {
        *state = State { cost, step, call };
    }
}

fn same(i: usize, j: usize) -> Item {
    Item {
        file: i..i + 1,
        text: j..j + 1,
        same: true,
    }
}

/// The way to the last state, as items.
fn back(
    states: &[State],
    at: impl Fn(usize, usize, Layer) -> usize,
    end: (usize, usize),
    file: usize,
    text: usize,
) -> Vec<Item> {
    let mut items = Vec::new();
    let ((mut i, mut j), mut layer, mut call_end) = (end, Layer::Outside, 0);
    loop {
        match states[at(i, j, layer)].step {
            Step::Start | Step::None => break,
            Step::Same => {
                i -= 1;
                j -= 1;
                items.push(same(file + i, text + j));
            }
            Step::Skip(n) => {
                i -= n as usize;
                items.push(Item {
                    file: file + i..file + i + n as usize,
                    text: text + j..text + j,
                    same: false,
                });
            }
            Step::Nothing => (layer, call_end) = (Layer::Entered, j),
            Step::Called => (layer, call_end) = (Layer::Inside, j),
            Step::Became => j -= 1,
            Step::First => {
                j -= 1;
                layer = Layer::Entered;
            }
            Step::Call(n) => {
                i -= n as usize;
                layer = Layer::Outside;
                items.push(Item {
                    file: file + i..file + i + n as usize,
                    text: text + j..text + call_end,
                    same: false,
                });
            }
        }
    }
    items.reverse();
    items
}
