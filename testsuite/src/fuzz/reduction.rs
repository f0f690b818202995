//! Reduction variables: operators with types that give the same result in every order, and their updates.

use super::expr::Scope;
use super::r#gen::Gen;
use super::value::{STORED, Type, Value};

#[derive(Clone, Debug)]
pub struct Reduction {
    pub op: &'static str,
    pub ty: Type,
    /// What the clause names.
    pub clause: String,
    /// What an update names: the variable, or an element with `{}` for the subscript.
    pub target: String,
    /// Elements of an array or section that is reduced.
    pub elements: u64,
}

const OPERATORS: [&str; 11] = ["+", "+", "+", "*", "max", "min", "&", "|", "^", "&&", "||"];

impl Gen {
    /// An operator and a type that it takes.
    pub(super) fn operator(&mut self) -> (&'static str, Type) {
        let op = self.random.pick(&OPERATORS);
        let mut ty = self.random.pick(&STORED);
        if matches!(op, "&" | "|" | "^" | "&&" | "||") && ty.floating() {
            ty = Type::UnsignedLong;
        }
        if matches!(op, "&&" | "||") && self.chance(4) {
            ty = Type::Bool;
        }
        (op, ty)
    }

    /// Declares a scalar with an incoming value, to be reduced.
    pub fn reduced_scalar(&mut self) -> Reduction {
        let (op, ty) = self.operator();
        let name = self.name("r");
        let from = if op == "&&" || op == "||" {
            self.random.below(2)
        } else {
            self.random.within(1, 50)
        };
        self.line(format!("{} {name} = {from};", ty.name()));
        Reduction {
            op,
            ty,
            clause: name.clone(),
            target: name,
            elements: 1,
        }
    }

    /// Declares an array, all or a part of which is reduced, or one element of it.
    pub fn reduced_array(&mut self) -> Reduction {
        let (op, ty) = self.operator();
        let name = self.name("h");
        let length = self.random.within(2, 5);
        let from: Vec<String> = (0..length)
            .map(|k| {
                if op == "&&" || op == "||" {
                    (k % 2).to_string()
                } else {
                    (k * 3 + 1).to_string()
                }
            })
            .collect();
        self.line(format!(
            "{} {name}[{length}] = {{ {} }};",
            ty.name(),
            from.join(", ")
        ));
        let (clause, target, elements) = match self.random.below(4) {
            0 => (
                format!("{name}[1:{}]", length - 1),
                format!("{name}[1 + {{}}]"),
                length - 1,
            ),
            1 => (
                format!("{name}[0:{length}]"),
                format!("{name}[{{}}]"),
                length,
            ),
            _ => (name.clone(), format!("{name}[{{}}]"), length),
        };
        Reduction {
            op,
            ty,
            clause,
            target,
            elements,
        }
    }

    /// What the variable, or each of its elements, holds after the loop.
    pub fn reduced(reduction: &Reduction) -> Vec<Value> {
        let (low, high) = if reduction.ty.floating() {
            (-(1 << 22), 1 << 22)
        } else {
            reduction.ty.range()
        };
        (0..reduction.elements)
            .map(|k| reduction.target.replace("{}", &k.to_string()))
            .map(|text| Value::of(text, reduction.ty, low, high))
            .collect()
    }

    /// One update.
    pub fn update(&mut self, scope: &Scope, reduction: &Reduction) {
        let value = self.expr(scope, 2);
        let name = if reduction.elements > 1 || reduction.target.contains("{}") {
            let index = self.index(scope, reduction.elements);
            reduction.target.replace("{}", &index)
        } else {
            reduction.target.clone()
        };
        let ty = reduction.ty;
        let wide = ty.signed() && ty.promoted() == ty;
        let text = match reduction.op {
            "+" if ty.floating() => format!("{name} += {};", value.cut(-20, 20).text),
            "+" => {
                let value = if wide {
                    value.cut(-1000, 1000)
                } else {
                    value.for_store(ty)
                };
                match self.random.below(4) {
                    0 if !ty.floating() && wide => format!("{name} -= {};", value.text),
                    1 => format!("{name} = {name} + {};", value.cast(ty).text),
                    2 => format!("{name} = {} + {name};", value.cast(ty).text),
                    _ => format!("{name} += {};", value.cast(ty).text),
                }
            }
            "*" if wide || ty.floating() => {
                let test = self.condition(scope, 1).text;
                format!("{name} *= {test} ? -1 : 1;")
            }
            "*" => format!(
                "{name} *= ({})({} | 1);",
                ty.name(),
                value
                    .for_store(Type::UnsignedLong)
                    .cast(Type::UnsignedLong)
                    .text
            ),
            "max" | "min" => {
                let m = self.name("m");
                self.line(format!("{} {m} = {};", ty.name(), value.for_store(ty).text));
                let (yes, no) = if reduction.op == "max" {
                    (">", "<")
                } else {
                    ("<", ">")
                };
                match self.random.below(3) {
                    0 => format!("if ({m} {yes} {name}) {name} = {m};"),
                    1 => format!("{name} = {name} {no} {m} ? {m} : {name};"),
                    _ => format!("{name} = {m} {yes}= {name} ? {m} : {name};"),
                }
            }
            "&" => format!(
                "{name} &= ({})({} | 0x5a5a5a5a5a5a5a5aul);",
                ty.name(),
                value
                    .for_store(Type::UnsignedLong)
                    .cast(Type::UnsignedLong)
                    .text
            ),
            "|" => format!(
                "{name} |= ({})({} & 0x1818181818181818ul);",
                ty.name(),
                value
                    .for_store(Type::UnsignedLong)
                    .cast(Type::UnsignedLong)
                    .text
            ),
            "^" => format!("{name} ^= ({}){};", ty.name(), value.for_store(ty).text),
            op => {
                let test = self.condition(scope, 1).text;
                // Mostly true for &&, mostly false for ||.
                let rare = self.random.within(1, 4);
                let other = if op == "&&" {
                    format!("({test} || {rare})")
                } else {
                    format!("({test} && {})", rare % 2)
                };
                format!("{name} = {name} {op} {other};")
            }
        };
        self.line(text);
    }
}
