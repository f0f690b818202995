//! Rows with a pitch that functions are given, behind guards that tell something of it, or nothing any more: rows that fit, that overlap, and that run
//! backwards. Some pitches are numbers.

use super::r#gen::Gen;

/// A function's integer types: of the extents, of the pitch, and whether that may be negative.
const TYPES: [(&str, &str, bool); 6] = [
    ("int", "int", true),
    ("int", "long", true),
    ("long", "long", true),
    ("int", "unsigned", false),
    ("long", "size_t", false),
    ("unsigned", "unsigned", false),
];

const CONDITIONS: [&str; 12] = [
    "ld < n",
    "n > ld",
    "!(ld >= n)",
    "ld < n + 1",
    "n - 1 >= ld",
    "m < 1 || ld < n",
    "ld < n || ld > 40",
    "!(n > 0 && ld >= n)",
    "ld <= m && ld < n",
    "2 * n > ld",
    "ld != n",
    "__builtin_expect(ld < n, 0)",
];

const SUBSCRIPTS: [&str; 8] = [
    "i + ld * j",
    "ld * j + i + 1",
    "j * ld + 2 * i",
    "(j + 1) * ld + n - 1 - i",
    "(j + k * m) * ld + i",
    "i * ld",
    "j * (ld + 1) + i",
    "j * ld + i - j",
];

impl Gen {
    pub fn pitch_piece(&mut self) {
        let f = self.global("rows");
        let (all, other) = (self.name("all"), self.name("other"));
        let (extent, pitch, negative) = self.random.pick(&TYPES);
        let text = self.aside(|g| g.pitched(&f, extent, pitch, negative));
        self.before += &text;
        self.line(format!("static unsigned {all}[7000], {other}[16];"));
        self.line(format!(
            "for (int p = 0; p < 16; p++) {other}[p] = p * 7u + 3;"
        ));
        for _ in 0..self.random.within(3, 6) {
            self.line(format!(
                "for (int p = 0; p < 7000; p++) {all}[p] = p * 13u + 1;"
            ));
            let n = self.random.below(13);
            let m = self.random.below(12);
            let ld = match self.random.below(4) {
                0 if negative => -(self.random.within(1, 3) as i64),
                0 | 1 => n as i64 + self.random.below(3) as i64,
                _ => self.random.below(20) as i64,
            };
            self.line(format!("{f}({n}, {m}, {ld}, {all} + 800, {other});"));
            let sum = self.name("sum");
            self.line(format!("unsigned {sum} = 7;"));
            self.line(format!(
                "for (int p = 0; p < 7000; p++) {sum} = {sum} * 31 + {all}[p];"
            ));
            self.tell("rows", &sum);
        }
    }

    fn pitched(&mut self, f: &str, extent: &str, pitch: &str, negative: bool) {
        let restrict = self.random.pick(&["", "restrict "]);
        self.line(format!(
            "static void {f}({extent} n, {extent} m, {pitch} ld, unsigned *{restrict}a, const unsigned *b)"
        ));
        self.open("");
        for _ in 0..self.random.below(3) {
            let c = self.random.pick(&CONDITIONS);
            let by = self.random.within(1, 3);
            let text = match self.random.below(8) {
                0..=2 => format!("if ({c}) return;"),
                3 => format!("if (!({c})) ; else return;"),
                4 => format!("if ({c}) ld = n + {by};"),
                5 if negative => format!("ld -= {by};"),
                6 => format!("if ({c}) n = n > {by} ? n - {by} : n;"),
                _ => "while (ld < n) ld++;".to_string(),
            };
            self.line(text);
        }
        let inside = self.chance(4);
        if inside {
            let c = self.random.pick(&CONDITIONS);
            self.open(format!("if (!({c}))"));
        }
        self.line("#pragma acc kernels copy(b[0:16])");
        // The last one may be negative.
        let subscripts = &SUBSCRIPTS[..SUBSCRIPTS.len() - usize::from(!negative)];
        let mut subscript = self.random.pick(subscripts).to_string();
        if self.chance(3) {
            subscript = subscript.replace("ld", self.random.pick(&["3", "8", "12", "20"]));
        }
        // A loop that runs in order may be around both, or between them.
        let rounds = subscript.contains('k') || self.chance(3);
        let order = match self.random.below(2) {
            0 => [("k", "3"), ("j", "m"), ("i", "n")],
            _ => [("j", "m"), ("k", "3"), ("i", "n")],
        };
        for (v, end) in order {
            if v != "k" || rounds {
                let ty = if self.chance(3) { "long" } else { extent };
                self.open(format!("for ({ty} {v} = 0; {v} < {end}; {v}++)"));
            }
        }
        let value = match self.random.below(4) {
            0 => "b[i] + j".to_string(),
            1 => format!("3 * a[{subscript}] + b[j] + i"),
            2 => format!("a[{subscript}] ^ (b[i] * 5 + j)"),
            _ => format!("a[{subscript} + 1] + 2 * b[i]"),
        };
        self.line(format!("a[{subscript}] = {value};"));
        let open = 2 + usize::from(rounds) + usize::from(inside);
        (0..=open).for_each(|_| self.close());
    }
}
