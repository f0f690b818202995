//! Random programs that are right by construction: unsigned arithmetic that wraps,
//! doubles that hold small whole numbers (so that every order of a sum is exact),
//! subscripts in bounds, and no dependence carried by a loop that a directive
//! calls parallel. What `kernels` must find out by itself may carry one.

use std::fmt::Write;

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 .. bound
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

struct Program {
    random: Random,
    text: String,
    rows: u64,
    columns: u64,
}

/// The program of a seed.
pub fn generate(seed: u64) -> String {
    let mut random = Random(seed);
    let (rows, columns) = (1 + random.below(60), 1 + random.below(150));
    let mut p = Program {
        random,
        text: String::new(),
        rows,
        columns,
    };
    p.head(seed);
    let regions = 2 + p.random.below(4);
    let in_data = p.random.one_in(2);
    if in_data {
        p.line("    #pragma acc data copy(x, y, z, u)\n    {");
    }
    for _ in 0..regions {
        match p.random.below(5) {
            0 => p.nest(),
            1 => p.reduction(),
            2 => p.kernels(),
            3 => p.rows_and_columns(),
            _ => p.single(),
        }
    }
    if in_data {
        p.line("    }");
    }
    p.tail();
    p.text
}

impl Program {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn head(&mut self, seed: u64) {
        // Writing to a String can't fail, hence the ignored result.
        let _ = writeln!(
            self.text,
            "/* Random program of seed {seed}. */
#include <stdio.h>
#define R {}
#define C {}
static unsigned x[R][C], y[R][C];
static double z[R];
static unsigned long u[C];

int main(void)
{{
    int n = R, m = C, k = 3;
    unsigned long s = 1;
    double d = 2;
    unsigned low = 4000000000u;
    (void)n, (void)m, (void)k, (void)d, (void)low;
    for (int i = 0; i < R; i++) {{
        z[i] = i % 13 - 6;
        for (int j = 0; j < C; j++) {{
            x[i][j] = (unsigned)(i * 31 + j * 17) * 2654435761u;
            y[i][j] = (unsigned)(i ^ j);
            u[j] = (unsigned long)j * 0x9e3779b97f4a7c15ul;
        }}
    }}",
            self.rows, self.columns
        );
    }

    fn tail(&mut self) {
        self.line(
            "    unsigned long hx = 0, hy = 0, hu = 0;
    double hz = 0;
    for (int i = 0; i < R; i++) {
        hz = hz * 0.5 + z[i];
        for (int j = 0; j < C; j++) {
            hx = hx * 1000003 + x[i][j];
            hy = hy * 1000003 + y[i][j];
        }
    }
    for (int j = 0; j < C; j++)
        hu = hu * 1000003 + u[j];
    printf(\"x %lx\\ny %lx\\nz %a\\nu %lx\\ns %lx\\nd %a\\nlow %u\\n\", hx, hy, hz, hu, s, d, low);
    return 0;
}",
        );
    }

    /// A loop head over all or part of 0 .. bound, every value within it.
    fn loop_head(&mut self, var: &str, bound: &str) -> String {
        let step = 1 + self.random.below(3);
        let from = self.random.below(2);
        let kind = self.random.pick(&["int", "long", "int"]);
        match self.random.below(5) {
            0 => format!("for ({kind} {var} = 0; {var} < {bound}; {var}++)"),
            1 => format!("for ({kind} {var} = {bound} - 1; {var} >= {from}; {var} -= {step})"),
            2 => format!("for ({kind} {var} = {from}; {var} <= {bound} - 1; {var} += {step})"),
            3 => format!("for ({kind} {var} = 0; {var} != {bound}; ++{var})"),
            _ => format!("for ({kind} {var} = {from}; {bound} > {var}; {var} = {var} + {step})"),
        }
    }

    fn sizes(&mut self) -> String {
        let mut clauses = String::new();
        for (clause, most) in [("num_gangs", 20), ("num_workers", 6), ("vector_length", 70)] {
            if self.random.one_in(3) {
                let n = 1 + self.random.below(most);
                let _ = write!(clauses, " {clause}({n})");
            }
        }
        // Keeps gangs by threads within what every device allows.
        clauses
    }

    /// An unsigned expression that reads y and u anywhere, and `own` of x.
    fn expression(&mut self, i: &str, j: &str, own: &str, depth: u64) -> String {
        if depth == 0 {
            let c = self.random.below(100);
            let shift = self.random.below(7);
            return match self.random.below(6) {
                0 => format!("(unsigned)({i} * {c} + {j})"),
                1 => format!("y[({i} + {shift}) % R][{j}]"),
                2 => format!("y[{i}][({j} * {c} + {shift}) % C]"),
                3 => format!("(unsigned)u[({i} + {j} + {shift}) % C]"),
                4 => own.to_string(),
                _ => format!("(unsigned)({c} + k)"),
            };
        }
        let a = self.expression(i, j, own, depth - 1);
        let b = self.expression(i, j, own, depth - 1);
        match self.random.below(7) {
            0 => format!("({a} ? {b} : {a})"),
            1 => format!("({a} >> ({b} % 32))"),
            2 => format!("({a} / ({b} | 1))"),
            other => format!("({a} {} {b})", ["+", "-", "*", "^"][(other - 3) as usize]),
        }
    }

    /// Two parallel loops over x, each element written by one iteration.
    fn nest(&mut self) {
        let (outer, inner) = (self.loop_head("i", "n"), self.loop_head("j", "m"));
        let (first, second) = match self.random.below(6) {
            0 => ("parallel loop gang", "loop vector"),
            1 => ("parallel loop gang worker", "loop vector"),
            2 => ("parallel loop gang", "loop worker vector"),
            3 => ("parallel loop collapse(2)", ""),
            4 => (
                "kernels loop independent gang vector",
                "loop independent vector",
            ),
            _ => ("kernels loop independent", "loop independent"),
        };
        let sizes = if first.starts_with("parallel") {
            self.sizes()
        } else {
            String::new()
        };
        let value = self.expression("i", "j", "x[i][j]", 2);
        let body = match self.random.below(3) {
            0 => format!("x[i][j] = {value};"),
            1 => {
                let test = self.expression("i", "j", "x[i][j]", 1);
                format!(
                    "if ({test} % 3 == 1)\n                continue;\n            unsigned t = {value};\n            x[i][j] += t;"
                )
            }
            _ => format!(
                "unsigned t = 7;\n            for (int q = 0; q < (int)(i + j) % 9; q++)\n                t = t * 31 + {value};\n            x[i][j] = t;"
            ),
        };
        self.line(&format!("    #pragma acc {first}{sizes}\n    {outer} {{"));
        // Nothing may stand between collapsed loops, hence no directive for an empty one.
        if !second.is_empty() {
            self.line(&format!("        #pragma acc {second}"));
        }
        self.line(&format!(
            "        {inner} {{\n            {body}\n        }}\n    }}"
        ));
    }

    /// A reduction over both loops, updated in the inner one.
    fn reduction(&mut self) {
        let (outer, inner) = (self.loop_head("i", "n"), self.loop_head("j", "m"));
        let value = self.expression("i", "j", "x[i][j]", 1);
        let (clause, update) = match self.random.below(5) {
            0 => ("+:s", format!("s += {value};")),
            1 => ("^:s", format!("s ^= (unsigned long){value} << 20;")),
            2 => ("min:low", format!("low = {value} < low ? {value} : low;")),
            3 => ("+:d", format!("d += {value} % 8;")),
            _ => ("*:s", format!("s *= {value} | 1;")),
        };
        let sizes = self.sizes();
        let inner_directive = match self.random.below(3) {
            0 => format!("        #pragma acc loop vector reduction({clause})\n"),
            1 => "        #pragma acc loop worker vector\n".to_string(),
            _ => String::new(),
        };
        self.line(&format!(
            "    #pragma acc parallel loop gang{sizes} reduction({clause})\n    {outer} {{\n{inner_directive}        {inner} {{\n            {update}\n        }}\n    }}"
        ));
    }

    /// Loops without independent: some carry a dependence, some don't.
    fn kernels(&mut self) {
        let (a, b) = (self.random.below(3), self.random.below(3));
        let statement = match self.random.below(5) {
            0 => format!("u[j + {a}] = u[j + {b}] * 3 + 1;"),
            1 => format!("u[j] = u[C - 1 - j] + {a};"),
            2 => "u[j] = y[R - 1][j] + (unsigned long)j;".to_string(),
            3 => format!("u[j] = u[(j * 7 + {a}) % C] + 5;"),
            _ => format!("s += u[j] + {a};"),
        };
        self.line(&format!(
            "    #pragma acc kernels\n    {{\n        for (int j = 0; j < m - 2; j++) {{\n            {statement}\n        }}\n    }}"
        ));
    }

    /// Gang-private code between vector loops: a store, a row's sum, a broadcast.
    fn rows_and_columns(&mut self) {
        let (outer, one, two) = (
            self.loop_head("i", "n"),
            self.loop_head("j", "m"),
            self.loop_head("j", "m"),
        );
        let value = self.expression("i", "j", "x[i][j]", 1);
        let levels = self.random.pick(&["vector", "worker vector", "worker"]);
        let skip = if self.random.one_in(2) {
            "        if (i % 4 == 2)\n            continue;\n"
        } else {
            ""
        };
        let sizes = self.sizes();
        self.line(&format!(
            "    #pragma acc parallel loop gang{sizes}
    {outer} {{
        z[i] = z[i] + 1;
{skip}        unsigned row = 5;
        #pragma acc loop {levels} reduction(+:row)
        {one} {{
            row += {value};
        }}
        y[i][0] = row;
        #pragma acc loop {levels}
        {two} {{
            x[i][j] = row + y[i][0] * (unsigned)z[i];
        }}
    }}"
        ));
        // The converted z is a small whole number, negative ones wrapped by way of int.
        self.text = self.text.replace("(unsigned)z[i]", "(unsigned)(int)z[i]");
        // y[i][0] is written here, so other rows' y may not be read in the same region.
        let fixed = self
            .text
            .rfind("#pragma acc parallel loop gang")
            .unwrap_or(0);
        let region = self.text.split_off(fixed);
        self.text.push_str(
            &region
                .replace("y[(i + ", "x[i][(j + ")
                .replace(") % R][j]", ") % C]"),
        );
    }

    /// One loop on all sets of levels.
    fn single(&mut self) {
        let head = self.loop_head("j", "m");
        let levels = self.random.pick(&[
            "gang",
            "gang vector",
            "gang worker vector",
            "gang worker",
            "vector num_gangs(1)",
            "worker num_gangs(1)",
            "worker vector num_gangs(1)",
            "seq num_gangs(1)",
            "",
        ]);
        let c = self.random.below(1000);
        self.line(&format!(
            "    #pragma acc parallel loop {levels}\n    {head} {{\n        u[j] = u[j] * {c} + x[j % R][j] + (unsigned long)k;\n    }}"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_one_program() {
        assert_eq!(generate(5), generate(5));
        assert_ne!(generate(5), generate(6));
        assert!((1..40).all(|seed| generate(seed).contains("#pragma acc")));
    }
}
