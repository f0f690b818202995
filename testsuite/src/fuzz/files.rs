//! Programs of several files: arrays that one defines and others know by `extern` and `declare`, statics of one name in two files, routines and functions with
//! constructs elsewhere, a header with a struct and inline functions, data regions in one file around constructs in another one.

use super::r#gen::Gen;

/// The header, and the files besides the program's own.
pub const HEADER: &str = "fuzz.h";
const FILES: [&str; 2] = ["fuzz_b.c", "fuzz_c.c"];

/// What a line before each further file of a program begins with.
const MARK: &str = "/* file: ";

/// What includes the header of these files.
pub fn include(others: &[(String, String)]) -> String {
    match others.is_empty() {
        true => String::new(),
        false => format!("#include \"{HEADER}\"\n"),
    }
}

/// A program's files in one text.
pub fn together(head: &str, text: &str, others: &[(String, String)]) -> String {
    let mut all = format!("{head}{text}");
    for (file, text) in others {
        let first = match file == HEADER {
            true => String::new(),
            false => include(others),
        };
        all += &format!("{MARK}{file} */\n{first}{text}");
    }
    all
}

/// The files of such a text, with their names. The first is the program's own, and has this name.
pub fn apart(text: &str, first: &str) -> Vec<(String, String)> {
    let mut all = vec![(first.to_string(), String::new())];
    for line in text.split_inclusive('\n') {
        let name = line.strip_prefix(MARK).and_then(|l| l.split(' ').next());
        match (name, all.last_mut()) {
            (Some(name), _) => all.push((name.to_string(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => {}
        }
    }
    all
}

/// The names of a piece's shared things.
struct Shared {
    n: u64,
    ty: &'static str,
    /// An array that all files know, and the word of its `declare`.
    known: String,
    declared: &'static str,
    /// A static array that two files have, each its own.
    own: String,
    /// A table of four numbers, likewise.
    table: String,
    room: String,
    inline: String,
    /// Routines, one of each file.
    routines: Vec<String>,
    /// Functions with constructs: names of those that take arrays, and of those that sum up.
    changing: Vec<String>,
    summing: Vec<String>,
}

impl Gen {
    pub fn files_piece(&mut self) {
        let mut s = self.shared_things();
        self.shared_header(&s);
        for (k, file) in FILES.iter().enumerate() {
            let text = self.aside(|g| g.other_file(&mut s, k));
            self.files.push((file.to_string(), text));
        }
        for text in [&s.changing, &s.summing].into_iter().flatten() {
            let ty = s.ty;
            let room = &s.room;
            let result = if s.summing.contains(text) {
                "long"
            } else {
                "void"
            };
            self.files[0].1 +=
                &format!("{result} {text}(struct {room} *s, {ty} *a, const {ty} *b, int n);\n");
        }
        self.main_file(&s);
    }

    fn shared_things(&mut self) -> Shared {
        let names = ["known", "own", "table", "room", "inl"].map(|name| self.global(name));
        let [known, own, table, room, inline] = names;
        Shared {
            n: self.random.within(5, 40),
            ty: self.random.pick(&["int", "long", "unsigned", "double"]),
            known,
            declared: self.random.pick(&["create", "create", "copyin", "link"]),
            own,
            table,
            room,
            inline,
            routines: vec![],
            changing: vec![],
            summing: vec![],
        }
    }

    fn shared_header(&mut self, s: &Shared) {
        let (ty, n) = (s.ty, s.n);
        let directive = self.random.pick(&["", "#pragma acc routine seq\n"]);
        let text = format!(
            "struct {room} {{ int n; {ty} *to; {ty} in[4]; }};\n\
             extern {ty} {known}[{n}];\n#pragma acc declare {declared}({known})\n\
             {directive}static inline int {inline}(int a, int b)\n{{\n    return a > b ? (a - b) * 3 % 997 : (a + b * 5) % 997;\n}}\n",
            room = s.room,
            known = s.known,
            declared = s.declared,
            inline = s.inline,
        );
        self.files.push((HEADER.to_string(), text));
    }

    /// A file with a table, an array, a routine, and functions with constructs.
    fn other_file(&mut self, s: &mut Shared, k: usize) {
        let (ty, n) = (s.ty, s.n);
        let values: Vec<String> = (0..4).map(|_| self.random.below(90).to_string()).collect();
        let constant = self.random.pick(&["", "const "]);
        self.line(format!(
            "static {constant}{ty} {}[4] = {{ {} }};",
            s.table,
            values.join(", ")
        ));
        self.line(format!("#pragma acc declare copyin({})", s.table));
        self.line(format!("static {ty} {}[{n}];", s.own));
        let own_declared = self.chance(2);
        if own_declared {
            self.line(format!("#pragma acc declare copyin({})", s.own));
        }
        let routine = self.global("step");
        self.files[0].1 += &format!("#pragma acc routine seq\nint {routine}(int a, int at);\n");
        let other = s.routines.last().cloned().filter(|_| self.chance(2));
        self.open(format!("int {routine}(int a, int at)"));
        self.line(format!(
            "int v = (int){}[at & 3] + (int){}[at % {n}];",
            s.table, s.known
        ));
        match other {
            Some(other) => self.line(format!("return {}(v, {other}(a, at + 1));", s.inline)),
            None => self.line(format!("return {}(v, a);", s.inline)),
        }
        self.close();
        s.routines.push(routine);
        for _ in 0..self.random.within(1, 3) {
            let name = self.global(&format!("work{k}"));
            let sums = self.chance(3);
            let result = if sums { "long" } else { "void" };
            self.open(format!(
                "{result} {name}(struct {} *s, {ty} *a, const {ty} *b, int n)",
                s.room
            ));
            self.line("(void)s; (void)a; (void)b; (void)n;");
            if sums {
                self.sum_of_file(s);
                s.summing.push(name);
            } else {
                for _ in 0..self.random.within(1, 2) {
                    self.change_of_file(s, own_declared);
                }
                s.changing.push(name);
            }
            self.close();
        }
    }

    fn value_in_file(&mut self, s: &Shared, own: bool) -> String {
        let routine = self.random.pick(&s.routines);
        let by = self.random.within(2, 9);
        match self.random.below(7) {
            0 | 1 => format!("{routine}((int)b[i], i)"),
            2 => format!("({}[i] * {by} + b[i] + 3)", s.known),
            3 => format!("{}((int)a[i], (int)b[n - 1 - i])", s.inline),
            4 => format!("({}[i & 3] + b[i])", s.table),
            5 if own => format!("({}[i] + b[i] * {by})", s.own),
            _ => format!("(a[i] * {by} + s->to[i])"),
        }
    }

    fn below_in_file(&mut self, s: &Shared, own: bool) -> String {
        let value = self.value_in_file(s, own);
        match s.ty {
            "double" => format!("(int){value} % 997"),
            _ => format!("{value} % 997"),
        }
    }

    fn words_in_file(&mut self) -> &'static str {
        self.random.pick(&[
            "parallel loop",
            "parallel loop gang vector",
            "kernels loop independent",
            "kernels",
            "serial loop",
            "parallel loop gang worker",
        ])
    }

    fn sum_of_file(&mut self, s: &Shared) {
        let op = self.random.pick(&["+", "max"]);
        self.line("long sum = 1;");
        let words = self.words_in_file();
        let clause = if words == "kernels" {
            String::new()
        } else {
            format!(" reduction({op}:sum)")
        };
        self.line(format!(
            "#pragma acc {words} present(a[0:n], b[0:n], s->to[0:n]){clause}"
        ));
        self.launches += 1;
        self.open("for (int i = 0; i < n; i++)");
        let value = self.below_in_file(s, true);
        match op {
            "+" => self.line(format!("sum += (long)({value});")),
            _ => self.line(format!("if ((long)({value}) > sum) sum = (long)({value});")),
        }
        self.close();
        self.line("return sum;");
    }

    fn change_of_file(&mut self, s: &Shared, own_declared: bool) {
        let words = self.words_in_file();
        let target = self
            .random
            .pick(&["a[i]", "a[i]", "s->to[i]", "own", "known"]);
        let element = match target {
            "own" => format!("{}[i]", s.own),
            "known" => format!("{}[i]", s.known),
            _ => target.to_string(),
        };
        self.line(format!(
            "#pragma acc {words} present(a[0:n], b[0:n], s->to[0:n])"
        ));
        self.open("for (int i = 0; i < n; i++)");
        // Another iteration's element may be written before it is read.
        let mut value = self.below_in_file(s, true);
        while target == "known" && value.contains("step") {
            value = self.below_in_file(s, true);
        }
        self.line(format!("{element} = {value};"));
        self.close();
        // What this file alone knows is brought back at once.
        if target == "own" && own_declared {
            self.line(format!("#pragma acc update self({})", s.own));
            self.line(format!("{0}[0] = ((int){0}[0] + 5) % 997;", s.own));
            self.line(format!("#pragma acc update device({})", s.own));
        }
    }

    fn main_file(&mut self, s: &Shared) {
        let (ty, n) = (s.ty, s.n);
        self.before += &format!("{ty} {}[{n}];\n", s.known);
        let (a, b, to, room) = (
            self.name("a"),
            self.name("b"),
            self.name("to"),
            self.name("room"),
        );
        let storage = self.random.pick(&["", "static "]);
        self.line(format!("{storage}{ty} {a}[{n}], {b}[{n}], {to}[{n}];"));
        self.line(format!(
            "struct {} {room} = {{ .n = {n}, .to = {to} }};",
            s.room
        ));
        self.line(format!(
            "for (int p = 0; p < {n}; p++) {a}[p] = p * 7 % 97, {b}[p] = p * 5 % 89, {to}[p] = p % 13, {}[p] = p * 3 % 61;",
            s.known
        ));
        match s.declared {
            "link" => self.line(format!("#pragma acc enter data copyin({})", s.known)),
            _ => self.line(format!("#pragma acc update device({})", s.known)),
        }
        let apart = self.chance(3);
        let clauses = format!("({a}, {b}, {room}.to[0:{n}])");
        if apart {
            self.line(format!("#pragma acc enter data copyin{clauses}"));
        } else {
            self.line(format!("#pragma acc data copy{clauses}"));
            self.open("");
        }
        self.line("hash = 0;");
        for _ in 0..self.random.within(2, 5) {
            let arguments = match self.chance(3) {
                true => format!("(&{room}, {b}, {a}, {n})"),
                false => format!("(&{room}, {a}, {b}, {n})"),
            };
            let of_sums = !s.summing.is_empty() && (s.changing.is_empty() || self.chance(3));
            match of_sums {
                true => {
                    let name = self.random.pick(&s.summing);
                    self.line(format!(
                        "hash = hash * 31 + (unsigned long){name}{arguments};"
                    ));
                }
                false => {
                    let name = self.random.pick(&s.changing);
                    self.line(format!("{name}{arguments};"));
                }
            }
            if self.chance(3) {
                let i = self.name("i");
                self.line("#pragma acc parallel loop");
                self.open(format!("for (int {i} = 0; {i} < {n}; {i}++)"));
                let routine = self.random.pick(&s.routines);
                self.line(format!("{a}[{i}] = {routine}((int){b}[{i}], {i}) % 997;"));
                self.close();
                self.launches += 1;
            }
            if self.chance(4) {
                self.line(format!("#pragma acc update self({a})"));
                self.line(format!("{a}[0] = ((int){a}[{n} - 1] + 1) % 997;"));
                self.line(format!("#pragma acc update device({a}[0:1])"));
            }
        }
        if apart {
            self.line(format!("#pragma acc exit data copyout{clauses}"));
        } else {
            self.close();
        }
        self.launches = 0;
        match s.declared {
            "link" => self.line(format!("#pragma acc exit data copyout({})", s.known)),
            _ => self.line(format!("#pragma acc update self({})", s.known)),
        }
        self.tell("sums", "hash");
        for array in [&a, &b, &to, &s.known] {
            self.line("hash = 0;");
            self.line(format!(
                "for (int p = 0; p < {n}; p++) hash = hash * 1000003 + (unsigned long){array}[p];"
            ));
            self.tell(array, "hash");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_apart_again() {
        let others = [
            (HEADER.to_string(), "int x;\n".to_string()),
            ("b.c".to_string(), "int y;\n".to_string()),
        ];
        let all = apart(&together("int a;\n", "int b;\n", &others), "fuzz.c");
        let texts: Vec<(&str, &str)> = all.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
        assert_eq!(
            texts,
            [
                ("fuzz.c", "int a;\nint b;\n"),
                (HEADER, "int x;\n"),
                ("b.c", "#include \"fuzz.h\"\nint y;\n")
            ]
        );
    }
}
