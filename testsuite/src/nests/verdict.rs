//! What the compiler says of each loop, read from `--emit=plan`.

use std::collections::HashMap;

/// What it says of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// It is proven that the iterations may run in any order, whatever became of it.
    Parallel,
    /// These accesses do meet in different iterations.
    Carries(Certain),
    /// It can't exclude it; its words.
    Doubts(String),
}

/// A dependence that is claimed to be there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certain {
    pub words: String,
    /// The name of the array or the scalar.
    pub object: String,
    /// The line of the write, and that of the other access.
    pub first: usize,
    pub second: usize,
    /// Whether that one writes; `None`: the words leave it open.
    pub second_writes: Option<bool>,
    /// The values of variables with which the words say that it shows.
    pub given: Vec<(String, i64)>,
}

/// The verdicts by the loops' lines. Words that aren't known here are an error: a guess would make all the counts worthless.
pub fn read(plan: &str) -> Result<HashMap<usize, Said>, String> {
    let mut all = HashMap::new();
    let mut line = None;
    for text in plan.lines().map(str::trim) {
        if let Some(rest) = text.strip_prefix("loop ") {
            let number = rest.split_once(" line ").map(|(_, rest)| rest);
            let number = number.and_then(|rest| rest.split(' ').next()?.parse().ok());
            line = Some(number.ok_or_else(|| format!("no line in '{text}'"))?);
        } else if let Some(words) = text.strip_prefix("because: ") {
            let line = line
                .take()
                .ok_or_else(|| format!("no loop before '{text}'"))?;
            if all.insert(line, said(words)?).is_some() {
                return Err(format!("two verdicts on the loop of line {line}"));
            }
        }
    }
    Ok(all)
}

fn said(words: &str) -> Result<Said, String> {
    if let Some(rest) = words.strip_prefix("Loop carries a dependence: ") {
        let certain = certain(words, rest).ok_or_else(|| format!("no accesses in '{words}'"))?;
        return Ok(Said::Carries(certain));
    }
    let begins = |list: &[&str]| list.iter().any(|begin| words.starts_with(begin));
    // A loop without a dependence may run in order for want of a level, and says so.
    if begins(&["Loop is parallelizable", "run sequentially"]) {
        Ok(Said::Parallel)
    } else if begins(&[
        "Loop may carry a dependence",
        "the last value of",
        "not a canonical loop",
    ]) {
        Ok(Said::Doubts(words.into()))
    } else {
        Err(format!("unknown words on a loop: '{words}'"))
    }
}

/// `A[i] written at 7:9 is read as A[i - 1] at 8:3`, and the other forms of that sentence.
fn certain(words: &str, rest: &str) -> Option<Certain> {
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let places: Vec<usize> = rest
        .split(" at ")
        .skip(1)
        .filter_map(|text| text.split_once(':')?.0.parse().ok())
        .collect();
    let first = *places.first()?;
    let second_writes = if rest.contains("is written at") || rest.contains(" is written as ") {
        Some(true)
    } else if rest.contains(" is read ") {
        Some(false)
    } else {
        None
    };
    Some(Certain {
        words: words.into(),
        object: rest[..end].into(),
        first,
        second: places.get(1).copied().unwrap_or(first),
        second_writes,
        given: given(rest),
    })
}

/// What `(as A[3] in i = 3 and in i = 4, where n is 9, m is 2)` says of n and m.
fn given(words: &str) -> Vec<(String, i64)> {
    let list = words.split_once(", where ").map_or("", |(_, rest)| rest);
    let list = list.split(')').next().unwrap_or_default().split(", ");
    list.filter_map(|one| {
        let (name, value) = one.split_once(" is ")?;
        Some((name.into(), value.parse().ok()?))
    })
    .collect()
}
