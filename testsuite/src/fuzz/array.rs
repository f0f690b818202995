//! The arrays that programs work on, in all the forms that C has for them, and views of parts of them.

use super::r#gen::Gen;
use super::value::{Type, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `static int a[4][5];` at file scope.
    Static,
    /// `int a[4][5];` in the function.
    Local,
    /// `int a[n][m];`
    Variable,
    /// `int *a = malloc(...)`, subscripts made linear by hand.
    Linear,
    /// `int (*a)[m] = malloc(...)`.
    ToArray,
    /// `int **a`, each row of its own.
    Rows,
    /// `struct { int n; int a[4][5]; } s`.
    Member,
    /// `struct { short tag; int v; } a[4][5]`: member `v` of each.
    Records,
}

/// An array of `extents`, each with the text that the program has for it.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    pub ty: Type,
    pub form: Form,
    pub extents: Vec<Extent>,
}

#[derive(Clone, Debug)]
pub struct Extent {
    pub value: u64,
    /// A constant expression.
    pub constant: String,
    /// The name of an `int` variable with that value.
    pub variable: String,
}

impl Array {
    /// The element at `subscripts`, one an extent.
    pub fn element(&self, subscripts: &[String]) -> String {
        if self.form != Form::Linear {
            let all: String = subscripts.iter().map(|s| format!("[{s}]")).collect();
            let member = if self.form == Form::Records { ".v" } else { "" };
            return format!("{}{all}{member}", self.name);
        }
        let mut linear = String::new();
        for (subscript, extent) in subscripts.iter().zip(&self.extents) {
            linear = if linear.is_empty() {
                subscript.clone()
            } else {
                format!("({linear}) * {} + {subscript}", extent.variable)
            };
        }
        format!("{}[{linear}]", self.name)
    }

    pub fn value(&self, subscripts: &[String]) -> Value {
        Value::stored(self.element(subscripts), self.ty)
    }

    /// What a data clause calls all of it.
    pub fn section(&self) -> String {
        let extents: Vec<&str> = self.extents.iter().map(|e| e.variable.as_str()).collect();
        match self.form {
            Form::Linear => format!("{}[0:{}]", self.name, extents.join(" * ")),
            Form::Rows => {
                let all: String = extents.iter().map(|e| format!("[0:{e}]")).collect();
                format!("{}{all}", self.name)
            }
            Form::ToArray => format!("{}[0:{}]", self.name, extents[0]),
            Form::Member => self.name.split('.').next().unwrap_or_default().to_string(),
            _ => self.name.clone(),
        }
    }

    /// Whether the construct knows its size without a clause.
    pub fn sized(&self) -> bool {
        matches!(
            self.form,
            Form::Static | Form::Local | Form::Variable | Form::Member | Form::Records
        )
    }
}

/// An array whose first subscripts are fixed: readable at any others.
#[derive(Clone, Debug)]
pub struct View {
    pub array: Array,
    pub prefix: Vec<String>,
}

impl Gen {
    /// An extent of low ..= high with its `int` variable, which is declared here.
    pub fn extent(&mut self, low: u64, high: u64) -> Extent {
        let value = self.random.within(low, high);
        let variable = self.name("n");
        self.line(format!("int {variable} = {value};"));
        Extent {
            value,
            constant: value.to_string(),
            variable,
        }
    }

    /// Declares an array and fills it; `forms` are what it may be.
    pub fn array(&mut self, name: &str, ty: Type, extents: &[Extent], forms: &[Form]) -> Array {
        let mut form = self.random.pick(forms);
        if extents.len() < 2 && matches!(form, Form::ToArray | Form::Rows) {
            form = Form::Linear;
        }
        // Members are reached through a struct, whose text stands before the name.
        let plain = if form == Form::Static {
            self.global(name)
        } else {
            self.name(name)
        };
        let array = Array {
            name: if form == Form::Member {
                format!("{plain}.a")
            } else {
                plain.clone()
            },
            ty,
            form,
            extents: extents.to_vec(),
        };
        self.declare_array(&array, &plain);
        self.fill(&array);
        array
    }

    fn declare_array(&mut self, array: &Array, name: &str) {
        let ty = array.ty.name();
        let by = |text: fn(&Extent) -> &str, from: usize| -> String {
            array.extents[from..]
                .iter()
                .map(|e| format!("[{}]", text(e)))
                .collect()
        };
        let product: Vec<&str> = array.extents.iter().map(|e| e.variable.as_str()).collect();
        match array.form {
            Form::Static => {
                let text = format!("static {ty} {name}{};\n", by(|e| &e.constant, 0));
                self.before.push_str(&text);
            }
            Form::Local => self.line(format!("{ty} {name}{};", by(|e| &e.constant, 0))),
            Form::Variable => self.line(format!("{ty} {name}{};", by(|e| &e.variable, 0))),
            Form::Linear => self.line(format!(
                "{ty} *{name} = malloc(sizeof(*{name}) * {});",
                product.join(" * ")
            )),
            Form::ToArray => self.line(format!(
                "{ty} (*{name}){} = malloc(sizeof(*{name}) * {});",
                by(|e| &e.variable, 1),
                product[0]
            )),
            Form::Member => self.line(format!(
                "struct {{ short tag; {ty} a{}; char end; }} {name} = {{ .tag = 3 }};",
                by(|e| &e.constant, 0)
            )),
            Form::Records => self.line(format!(
                "struct {{ short tag; {ty} v; }} {name}{};",
                by(|e| &e.constant, 0)
            )),
            Form::Rows => {
                self.line(format!(
                    "{ty} **{name} = malloc(sizeof(*{name}) * {});",
                    product[0]
                ));
                self.line(format!("for (int q = 0; q < {}; q++)", product[0]));
                self.line(format!(
                    "    {name}[q] = malloc(sizeof(**{name}) * {});",
                    product[1]
                ));
            }
        }
    }

    /// Fills the array on the host with numbers that differ.
    fn fill(&mut self, array: &Array) {
        let (a, b) = (self.random.within(3, 99) * 2 + 1, self.random.below(1000));
        let names = ["p", "q", "r", "t"];
        let mut mixed = format!("{b}u");
        for name in &names[..array.extents.len()] {
            mixed = format!("({mixed} * {a}u + (unsigned){name})");
        }
        let value = match array.ty {
            Type::Float | Type::Double => format!("(int)({mixed} % 41u) - 20"),
            Type::Bool => format!("{mixed} % 2u"),
            _ => format!("({})({mixed} * 2654435761u)", array.ty.name()),
        };
        self.over(array, &format!("{{}} = {value};"));
    }

    /// A host loop over all elements; `{}` in the statement stands for the element.
    pub fn over(&mut self, array: &Array, statement: &str) {
        let names = ["p", "q", "r", "t"];
        for (name, extent) in names.iter().zip(&array.extents) {
            let bound = &extent.variable;
            self.line(format!("for (int {name} = 0; {name} < {bound}; {name}++)"));
        }
        let subscripts: Vec<String> = names[..array.extents.len()]
            .iter()
            .map(|s| s.to_string())
            .collect();
        self.line(format!(
            "    {}",
            statement.replace("{}", &array.element(&subscripts))
        ));
    }

    /// Prints the array's hash.
    pub fn show_array(&mut self, array: &Array) {
        self.line("hash = 0;");
        self.over(array, "hash = hash * 1000003 + (unsigned long)(long){};");
        self.tell(&array.name, "hash");
    }

    pub fn show(&mut self, text: &str) {
        self.tell(text, &format!("(long)({text})"));
    }

    pub fn release(&mut self, array: &Array) {
        match array.form {
            Form::Linear | Form::ToArray => self.line(format!("free({});", array.name)),
            Form::Rows => {
                self.line(format!(
                    "for (int q = 0; q < {}; q++)",
                    array.extents[0].variable
                ));
                self.line(format!("    free({}[q]);", array.name));
                self.line(format!("free({});", array.name));
            }
            _ => {}
        }
    }
}
