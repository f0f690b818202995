//! The places of a finished text's lines in the user's files: taken out, or told to compilers with `#line`.
//!
//! ```text
//! #line 8 "a.c"
//! extern "C" __global__ void __launch_bounds__(128) a_main_8(int n, double *a)
//! {
//! #line 11 "a.c"
//!     for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) { // line 11
//!         a[i] = 2 * a[i];
//! ```
//!
//! What has no place in a kernel or function, such as the end of a reduction, is on the line of its directive or definition. What stands outside of
//! them, such as accrs's helpers, is in a file of its own, so that nobody takes it for the user's.

use crate::print::{HEAD, PLACE};

/// A line's place, as compilers are told it.
type Place<'t> = (usize, &'t str);

/// The text as people read it: without places.
pub fn plain(text: &str) -> String {
    text.split_inclusive('\n')
        .flat_map(|line| {
            let (code, ..) = parts(line);
            let cut = line.ends_with('\n') && !code.ends_with('\n');
            [code, if cut { "\n" } else { "" }]
        })
        .collect()
}

/// The text with `#line` wherever a line's number doesn't follow from those before it. `name`: the text's own file; `first`: its first
/// line there, as a compiler counts it.
pub fn with_places(text: &str, name: &str, first: usize) -> String {
    let mut out = String::with_capacity(text.len() * 5 / 4);
    let mut next = Some((first, name));
    let mut around: Option<Place<'_>> = None;
    // For each `#if` around: whether there is a `#line` in it, which counts only if the compiler reads it.
    let mut groups: Vec<bool> = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let (code, place, heads) = parts(line);
        if heads {
            around = place;
        }
        let ends = around.is_some() && code == "}";
        let wanted = match Holds::of(code) {
            // The function returns here.
            Holds::Nothing if ends => around,
            Holds::Nothing => None,
            // `#pragma unroll` has nothing between it and its loop.
            Holds::Directive => {
                let place = around.and(place.or(around));
                place.map(|(line, file)| (line.saturating_sub(1).max(1), file))
            }
            Holds::Code => place.or(around).or(Some((first + n, name))),
        };
        if let Some((number, file)) = wanted.filter(|w| next != Some(*w)) {
            out.push_str(&directive(number, file));
            next = wanted;
            groups.fill(true);
        }
        out.push_str(code);
        out.push('\n');
        next = next.map(|(line, file)| (line + 1, file));
        if code.starts_with("#if") {
            groups.push(false);
        } else if code.starts_with("#el") && groups.last() == Some(&true)
            || code.starts_with("#endif") && groups.pop() == Some(true)
        {
            next = None;
        }
        if ends {
            around = None;
        }
    }
    out
}

/// `#line 7 "a.c"`
pub fn directive(line: usize, file: &str) -> String {
    let file = file.replace('\\', "\\\\").replace('"', "\\\"");
    format!("#line {line} \"{file}\"\n")
}

/// A line's code, its place, and whether it is the first one of a kernel or function.
fn parts(line: &str) -> (&str, Option<Place<'_>>, bool) {
    let Some(at) = line.rfind([PLACE, HEAD]) else {
        return (line, None, false);
    };
    let (code, mark) = line.split_at(at);
    let place = mark[1..].trim_end_matches('\n').split_once(' ');
    let place = place.and_then(|(line, file)| Some((line.parse().ok()?, file)));
    (code, place, mark.starts_with(HEAD))
}

/// What of a line a compiler makes something of.
enum Holds {
    /// Braces, a comment.
    Nothing,
    Directive,
    Code,
}

impl Holds {
    fn of(code: &str) -> Self {
        let words = code.trim_matches(['{', '}', ';', ' ']);
        match words {
            "" | "else" | "do" => Self::Nothing,
            _ if words.starts_with("//") => Self::Nothing,
            _ if words.starts_with('#') => Self::Directive,
            _ => Self::Code,
        }
    }
}
