//! Types that code reaches in every way: structs only through members or pointers in others, chains of typedefs, structs and unions without a name,
//! enumerations, structs without members, arrays in arrays.

use super::r#gen::Gen;

/// A number in a record: the path from it, and its type's name.
struct Leaf {
    path: String,
    float: bool,
}

impl Gen {
    pub fn types_piece(&mut self) {
        let n = self.random.within(5, 40);
        let (inner, inner_leaves) = self.record(0);
        let (outer, mut leaves) = self.record(2);
        for l in inner_leaves {
            leaves.push(Leaf {
                path: format!("in.{}", l.path),
                float: l.float,
            });
        }
        let of = self.global("whole");
        let nothing = if self.chance(3) {
            "struct { } none; "
        } else {
            ""
        };
        let (name, last) = (self.global("last_t"), self.global("middle_t"));
        self.before += &format!(
            "struct {of} {{ {nothing}{inner} in; {outer} out; struct {of} *next; }};\n\
             typedef struct {of} {last};\ntypedef {last} {name};\n"
        );
        // The members of `out` stand behind its name.
        for l in &mut leaves {
            if !l.path.starts_with("in.") {
                l.path.insert_str(0, "out.");
            }
        }
        let holder = self.global("holder");
        self.before += &format!(
            "struct {holder} {{ const int n; {name} *all; long total; struct {{ short pad; int top; }} in; }};\n"
        );
        let (all, held, i) = (self.name("all"), self.name("held"), self.name("i"));
        self.line(format!("static {name} {all}[{n}];"));
        self.line(format!("for (int p = 0; p < {n}; p++) {{"));
        for (k, l) in leaves.iter().enumerate() {
            let value = if l.float { "(p % 7)" } else { "(p * 5 % 100)" };
            self.line(format!("    {all}[p].{} = {value} + {k};", l.path));
        }
        self.line(format!("    {all}[p].next = &{all}[(p + 1) % {n}];"));
        self.line("}");
        self.line(format!(
            "struct {holder} {held} = {{ {n}, {all}, 3, {{ 1, -5 }} }};"
        ));
        let reached = self.name("reached");
        self.line(format!("struct {holder} *{reached} = &{held};"));
        self.line(format!("(void){reached};"));
        let routine = self.by_routine(&name, &leaves);
        for _ in 0..self.random.within(1, 3) {
            self.types_loop(&i, n, (&all, &held, &reached), &leaves, &routine);
        }
        let hash: Vec<String> = leaves
            .iter()
            .map(|l| format!("(long){all}[p].{}", l.path))
            .collect();
        self.line("hash = 0;");
        self.line(format!("for (int p = 0; p < {n}; p++) {{"));
        for h in hash {
            self.line(format!("    hash = hash * 1000003 + (unsigned long){h};"));
        }
        self.line("}");
        self.tell("all", "hash");
    }

    fn number_in(&mut self, of: &[Leaf]) -> String {
        let at = self.random.below(of.len() as u64) as usize;
        of.get(at).map_or(String::new(), |l| l.path.clone())
    }

    /// A struct's type, by one of its names, and the numbers in it.
    fn record(&mut self, depth: u32) -> (String, Vec<Leaf>) {
        let tag = self.global("rec");
        let (mut fields, mut leaves) = (String::new(), Vec::new());
        for k in 0..self.random.within(1, 4) {
            let field = format!("m{k}");
            match self.random.below(7) {
                0 => {
                    let kind = self.global("kind");
                    self.before += &format!("enum {kind} {{ {kind}_a, {kind}_b = 500 }};\n");
                    fields += &format!("enum {kind} {field}; ");
                    leaves.push(Leaf {
                        path: field,
                        float: false,
                    });
                }
                1 => {
                    fields += &format!(
                        "struct {{ int {field}; union {{ float {field}f; double {field}d; }}; }}; "
                    );
                    leaves.push(Leaf {
                        path: field.clone(),
                        float: false,
                    });
                    leaves.push(Leaf {
                        path: format!("{field}d"),
                        float: true,
                    });
                }
                2 => {
                    fields += &format!(
                        "struct {{ short a[2][3]; struct {{ unsigned char b; }} in; }} {field}; "
                    );
                    leaves.push(Leaf {
                        path: format!("{field}.a[1][2]"),
                        float: false,
                    });
                    leaves.push(Leaf {
                        path: format!("{field}.in.b"),
                        float: false,
                    });
                }
                3 => {
                    let (one, two) = (self.global("one_t"), self.global("two_t"));
                    let ty = self.random.pick(&["unsigned short", "long", "float"]);
                    self.before += &format!("typedef {ty} {one};\ntypedef {one} {two};\n");
                    fields += &format!("{two} {field}; ");
                    leaves.push(Leaf {
                        path: field,
                        float: ty == "float",
                    });
                }
                4 if depth > 0 => {
                    let (ty, inside) = self.record(depth - 1);
                    fields += &format!("{ty} {field}; ");
                    for l in inside {
                        leaves.push(Leaf {
                            path: format!("{field}.{}", l.path),
                            ..l
                        });
                    }
                }
                5 => {
                    fields += &format!("unsigned {field} : 11; ");
                    leaves.push(Leaf {
                        path: field,
                        float: false,
                    });
                }
                _ => {
                    fields += &format!("double {field}; ");
                    leaves.push(Leaf {
                        path: field,
                        float: true,
                    });
                }
            }
        }
        let alias = self.global("rec_t");
        let (text, name) = match self.random.below(3) {
            0 => (format!("typedef struct {{ {fields}}} {alias};\n"), alias),
            1 => (
                format!("typedef struct {tag} {{ {fields}}} {alias};\n"),
                alias,
            ),
            _ => (
                format!("struct {tag} {{ {fields}}};\n"),
                format!("struct {tag}"),
            ),
        };
        self.before += &text;
        (name, leaves)
    }

    /// A routine that changes an element, and one that takes it by value.
    fn by_routine(&mut self, name: &str, leaves: &[Leaf]) -> (String, String) {
        let (change, take) = (self.global("change"), self.global("take"));
        let (a, b) = (self.number_in(leaves), self.number_in(leaves));
        let directive = if self.chance(2) {
            "#pragma acc routine seq\n"
        } else {
            ""
        };
        self.before += &format!(
            "{directive}static void {change}({name} *at, int by)\n{{\n    at->{} = ((int)at->{} + by) / 2;\n}}\n\
             {directive}static int {take}({name} of)\n{{\n    return (int)of.{} % 100;\n}}\n",
            a, a, b
        );
        (change, take)
    }

    fn types_loop(
        &mut self,
        i: &str,
        n: u64,
        (all, held, reached): (&str, &str, &str),
        leaves: &[Leaf],
        (change, take): &(String, String),
    ) {
        let construct = self.random.pick(&[
            "parallel loop",
            "kernels loop independent",
            "serial loop",
            "parallel loop gang vector",
        ]);
        let (element, clause) = match self.random.below(3) {
            0 => (format!("{all}[{i}]"), format!("copy({all})")),
            1 => (
                format!("{held}.all[{i}]"),
                format!("copy({held}.all[0:{held}.n])"),
            ),
            _ => (format!("(*({all} + {i}))"), String::new()),
        };
        // Members are reduced as variables are.
        let name = self.name("sum");
        let (sum, largest) = match self.random.below(3) {
            0 => (format!("{held}.total"), format!("{held}.in.top")),
            1 => (format!("{reached}->total"), format!("{reached}->in.top")),
            _ => (name.clone(), String::new()),
        };
        let summed = self.chance(2);
        let mut reduction = String::new();
        if summed {
            reduction = format!(" reduction(+:{sum})");
            if !largest.is_empty() {
                reduction += &format!(" reduction(max:{largest})");
            }
        }
        self.line(format!("long {name} = 1;"));
        self.line(format!("#pragma acc {construct} {clause}{reduction}"));
        self.line(format!("for (int {i} = 0; {i} < {n}; {i}++) {{"));
        for _ in 0..self.random.within(1, 4) {
            let to = self.number_in(leaves);
            let from = self.number_in(leaves);
            let text = match self.random.below(4) {
                0 => format!("    {change}(&{element}, {take}({element}));"),
                1 => format!("    {element}.{to} = (int)({element}.{from} / 2) % 50 + {i} % 3;"),
                _ => format!("    {element}.{to} = ((int){element}.{to} + {take}({element})) / 3;"),
            };
            self.line(text);
        }
        if summed {
            let from = self.number_in(leaves);
            self.line(format!("    {sum} += (long){element}.{from} % 1000;"));
            if !largest.is_empty() {
                self.line(format!(
                    "    if ((int){element}.{from} > {largest}) {largest} = (int){element}.{from};"
                ));
            }
        }
        self.line("}");
        self.launches += 1;
        self.tell("sum", &name);
        self.tell("members", &format!("{held}.total * 100 + {held}.in.top"));
    }
}
