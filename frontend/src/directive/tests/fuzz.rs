//! Nothing that a file can hold makes the scanner or the parser panic, hang, or give up
//! without a reason.

use super::*;

/// A small generator of pseudo-random numbers (splitmix64), so that failures can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

const SEEDS: &[&str] = &[
    "parallel loop gang(num:4, static:*) vector(length:32) copyin(readonly: a[0:n][:], s.p[1:m]) reduction(+:x)",
    "data copy(a[i ? 0 : 1 : n]) if(n > 3) async(1) wait(devnum: 1 : queues: 2, 3)",
    "update self(a[0:n]) device(b) if_present // done",
    "kernels loop device_type(nvidia, host) collapse(force:2) private(t) /* x */ dtype(*) tile(8, *)",
    "routine(f) bind(\"g\") seq",
    "region for parallel unroll(4) local(t), cache(a)",
    "wait(1) async(2)",
    "atomic capture",
];

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "?",
    "*",
    "\"",
    "'",
    "\\",
    "\\\n",
    "/*",
    "*/",
    "//",
    "<:",
    ":>",
    "é",
    "\u{fffd}",
    "\0",
    "copy",
    "gang",
    "loop",
    "device_type",
    "reduction",
    "+",
    "1",
    "wait",
    "static",
    " ",
    "\n#pragma acc ",
    "\r",
    "\u{feff}",
    "u8\"",
    "0x",
    "&&",
    "->",
];

/// Parses every pragma and holds the results to what is promised of them.
fn hold(text: &str) {
    let source = SourceMap::new(text.to_string(), "f.c");
    let _ = parse_all(&source, false);
    for strict in [false, true] {
        for pragma in scan(text) {
            assert!(text.get(pragma.span.range()).is_some());
            assert!(text.get(pragma.body.range()).is_some());
            if pragma.language == Language::Omp {
                continue;
            }
            match parse(text, &pragma, DirectiveId(0), strict) {
                Ok(directive) => {
                    let _ = (
                        directive.to_string(),
                        directive.split(),
                        unsupported(&directive),
                    );
                    for raw in directive.raws() {
                        assert!(!raw.text.is_empty());
                        assert!(text.get(raw.span.range()).is_some(), "{text:?}");
                        assert!(pragma.span.start <= raw.span.start);
                        assert!(raw.span.end <= pragma.span.end);
                    }
                }
                Err(errors) => {
                    assert!(!errors.is_empty());
                    for error in errors {
                        let span = error.span.unwrap();
                        assert!(text.get(span.range()).is_some(), "{text:?}");
                        assert!(pragma.span.start <= span.start, "{text:?} {error:?}");
                        assert!(span.end <= pragma.span.end && span.start < span.end);
                        assert!(crate::diag::codes::page(error.code).is_some());
                        let _ = source.locate(span, text);
                    }
                }
            }
        }
    }
}

#[test]
fn mutations_never_panic() {
    let mut random = Random(1);
    for round in 0..8_000 {
        let mut text: Vec<char> = SEEDS[round % SEEDS.len()].chars().collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len() + 1);
            match random.below(4) {
                0 if at < text.len() => {
                    text.remove(at);
                }
                1 => text.truncate(at),
                2 => {
                    let end = (at + random.below(12)).min(text.len());
                    let copy: Vec<char> = text[at.min(end)..end].to_vec();
                    let to = random.below(text.len() + 1);
                    text.splice(to..to, copy);
                }
                _ => {
                    let piece = PIECES[random.below(PIECES.len())];
                    text.splice(at..at, piece.chars());
                }
            }
        }
        let newline = ["", "\n"][random.below(2)];
        let text: String = text.into_iter().collect();
        hold(&format!("#pragma acc {text}{newline}"));
    }
}

#[test]
fn random_bytes_never_panic() {
    let mut random = Random(2);
    for _ in 0..1_000 {
        let length = random.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        let noise = String::from_utf8_lossy(&bytes).into_owned();
        hold(&noise);
        hold(&format!("#pragma acc {noise}"));
        hold(&format!("#pragma acc parallel copy({noise})\n"));
    }
    for _ in 0..1_000 {
        let count = random.below(30);
        let soup: String = (0..count)
            .map(|_| PIECES[random.below(PIECES.len())])
            .collect();
        hold(&format!("#pragma acc {soup}"));
    }
}

/// Time must grow about linearly with what is nested or repeated in one directive.
#[test]
fn long_directives_end() {
    let n = 100_000;
    for text in [
        format!("#pragma acc parallel copy({}", "(".repeat(n)),
        format!("#pragma acc parallel copy(a{})", "[0:1]".repeat(n)),
        format!("#pragma acc parallel copy({}a)", "a,".repeat(n)),
        format!("#pragma acc parallel {}", "copy(a) ".repeat(2_000)),
        format!("#pragma acc {}", "x".repeat(n)),
        format!("#pragma acc parallel {}", ") ".repeat(1_000)),
        format!("{}/*", "\"'\\\n".repeat(n)),
    ] {
        hold(&text);
    }
}
