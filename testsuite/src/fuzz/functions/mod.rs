//! Whole functions: several constructs, data regions, loops and conditions of the host between them, all about the same arrays and scalars. Arrays are
//! globals, statics, parameters, heap memory, of variable length, members of structs, and other names of these; values
//! stay whole numbers below a thousand. What a construct overwrites, what nobody reads behind it, and what other names see of it is what such functions are about.

mod arrays;
mod constructs;
mod host;
mod loops;

use super::r#gen::Gen;
use arrays::Array;
use std::collections::BTreeSet;

/// The function that is being written.
pub(super) struct Function {
    arrays: Vec<Array>,
    /// Numbers below a thousand, which anything may change: `int`, `long`, ...
    scalars: Vec<String>,
    /// A permutation of the numbers below `n`.
    order: String,
    n: String,
    m: String,
    /// A number from zero to `n`.
    part: String,
    /// A number from zero to three.
    flag: String,
    hash: String,
    /// Takes values apart and puts them together again: two numbers to one below 997, and a `double` to one.
    mix: String,
    wrap: String,
    /// Variables are declared at the head of the function.
    old: bool,
    declarations: Vec<String>,
    /// Arrays that a data region holds on the device, which the host must leave alone.
    held: BTreeSet<usize>,
    in_data: bool,
    /// Whether what comes now surely runs.
    certain: bool,
    /// A label at the end.
    left: Option<String>,
    /// Whether the statements that come may have subscripts and conditions for which clauses have to tell how much of an array they use.
    hard: bool,
    /// Some did.
    was_hard: bool,
    /// What the construct that is being written uses and writes.
    used: BTreeSet<usize>,
    wrote: BTreeSet<usize>,
}

/// What the caller hands over: a parameter's declaration, and the argument.
#[derive(Default)]
pub(super) struct Call {
    parameters: Vec<String>,
    arguments: Vec<String>,
    /// Statements that show what the caller's arrays hold.
    shown: Vec<(String, String, u64)>,
}

impl Gen {
    pub fn functions_piece(&mut self) {
        let mut f = self.function();
        let sizes: Vec<(u64, u64)> = (0..self.random.within(1, 2))
            .map(|_| (self.random.within(1, 24), self.random.within(1, 9)))
            .collect();
        let most = sizes
            .iter()
            .fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        let mut call = Call::default();
        self.function_arrays(&mut f, &mut call, most);
        let name = self.global("work");
        let integers = ["int", "int", "long", "unsigned", "size_t"];
        let (n, m) = (self.random.pick(&integers), self.random.pick(&integers));
        let sizes_first = format!(
            "{n} {}, {m} {}, int {}, int {}, const int *{}",
            f.n, f.m, f.part, f.flag, f.order
        );
        let mut parameters = vec![sizes_first];
        parameters.append(&mut call.parameters);
        let storage = self.random.pick(&["static ", "static ", ""]);
        let head = format!("{storage}unsigned long {name}({})", parameters.join(", "));
        let body = self.aside(|g| {
            g.indent();
            g.function_body(&mut f);
        });
        let declared: String = f
            .declarations
            .iter()
            .map(|d| format!("    {d}\n"))
            .collect();
        let first = if storage.is_empty() {
            format!("{head};\n")
        } else {
            String::new()
        };
        self.before += &format!("{first}{head}\n{{\n{declared}{body}}}\n");
        let order = self.name("order");
        for (n, m) in sizes {
            let (part, flag) = (self.random.within(0, n), self.random.below(4));
            let (by, back) = (self.random.below(n), self.chance(2));
            self.open("");
            self.line(format!("int {order}[{n}];"));
            let value = match back {
                true => format!("({n} - 1 - p + {by}) % {n}"),
                false => format!("(p + {by}) % {n}"),
            };
            self.line(format!(
                "for (int p = 0; p < {n}; p++) {order}[p] = {value};"
            ));
            let given = [n, m, part, flag].map(|v| v.to_string()).join(", ");
            let mut arguments = vec![given, order.clone()];
            arguments.extend(call.arguments.iter().cloned());
            self.line(format!("hash = {name}({});", arguments.join(", ")));
            self.close();
            self.tell("result", "hash");
            for (label, element, length) in &call.shown {
                self.line("hash = 0;");
                self.line(format!("for (int p = 0; p < {length}; p++)"));
                self.line(format!(
                    "    hash = hash * 1000003 + (unsigned long){element};"
                ));
                self.tell(label, "hash");
            }
        }
    }

    /// An empty one, with its helpers.
    fn function(&mut self) -> Function {
        let (mix, wrap) = (self.global("mix"), self.global("wrap"));
        let directive = ["", "#pragma acc routine seq\n"];
        let storage = ["static", "static inline"];
        let heads = [(); 2].map(|()| {
            format!(
                "{}{}",
                self.random.pick(&directive),
                self.random.pick(&storage)
            )
        });
        self.before += &format!(
            "{} int {mix}(int a, int b)\n{{\n    if (a > b)\n        return (a - b) * 3 % 997;\n    return (a + b * 5) % 997;\n}}\n\
             {} double {wrap}(double a)\n{{\n    return a - 997.0 * (double)(long)(a / 997.0);\n}}\n",
            heads[0], heads[1]
        );
        let [n, m, part, flag, hash, order] =
            ["n", "m", "part", "flag", "h", "order"].map(|name| self.name(name));
        let mut f = Function {
            arrays: vec![],
            scalars: vec![],
            order,
            n,
            m,
            part,
            flag,
            hash,
            mix,
            wrap,
            old: self.chance(2),
            declarations: vec![],
            held: BTreeSet::new(),
            in_data: false,
            certain: true,
            left: None,
            hard: true,
            was_hard: false,
            used: BTreeSet::new(),
            wrote: BTreeSet::new(),
        };
        f.declarations
            .push(format!("unsigned long {} = 7;", f.hash));
        for _ in 0..self.random.within(1, 3) {
            let (name, value) = (self.name("s"), self.random.below(50));
            let ty = self
                .random
                .pick(&["int", "int", "long", "unsigned", "double"]);
            f.declarations.push(format!("{ty} {name} = {value};"));
            f.scalars.push(name);
        }
        f
    }

    fn function_body(&mut self, f: &mut Function) {
        self.give_values(f);
        for _ in 0..self.random.within(3, 6) {
            self.host_step(f, 0);
        }
        // What never got values has none to show.
        if let Some(label) = f.left.take() {
            self.line(format!("{label}:"));
        }
        for s in f.scalars.clone() {
            self.line(format!("{0} = {0} * 31 + (unsigned long){s};", f.hash));
        }
        self.show_values(f);
        self.line(format!("return {};", f.hash));
    }

    /// A counter of a loop: its name, and its declaration in the loop's head.
    fn counter(
        &mut self,
        f: &mut Function,
        name: &str,
        types: &[&'static str],
    ) -> (String, String) {
        let (name, ty) = (self.name(name), self.random.pick(types));
        match f.old {
            true => {
                f.declarations.push(format!("{ty} {name};"));
                (name, String::new())
            }
            false => (name, format!("{ty} ")),
        }
    }
}
