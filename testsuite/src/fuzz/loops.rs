//! Loop heads in the forms that OpenACC takes: each visits subscripts of 0 .. extent, none twice.

use super::array::Extent;
use super::r#gen::Gen;
use super::value::{Type, Value};

/// A loop's head and what the body may use.
#[derive(Clone, Debug)]
pub struct Loop {
    /// `for (...)`
    pub head: String,
    /// The loop's variable.
    pub variable: Value,
    /// The subscript of an iteration, 0 .. extent, another in each.
    pub subscript: Value,
}

const INDICES: [Type; 14] = [
    Type::Int,
    Type::Int,
    Type::Int,
    Type::Int,
    Type::Int,
    Type::Long,
    Type::Long,
    Type::Unsigned,
    Type::UnsignedLong,
    Type::Short,
    Type::UnsignedShort,
    Type::LongLong,
    Type::UnsignedChar,
    Type::SignedChar,
];

impl Gen {
    /// The extent as an expression of a type near `ty`: what compares with a variable of type `ty` without a warning.
    fn bound(&mut self, extent: &Extent, ty: Type) -> String {
        let plain = if self.chance(4) {
            extent.constant.clone()
        } else {
            extent.variable.clone()
        };
        let n = extent.value;
        let text = match self.random.below(7) {
            0 => format!("({plain} * 2 + 1) / 2"),
            1 => format!("twice({plain}) - {n}"),
            2 if n > 2 => format!("{plain} - {}", n / 2),
            3 => format!("({plain} > 3 ? {plain} : {n})"),
            _ => plain,
        };
        let counts = matches!(
            ty,
            Type::Unsigned | Type::UnsignedLong | Type::UnsignedLongLong
        );
        if counts {
            format!("({})({text})", ty.name())
        } else {
            text
        }
    }

    /// A loop over all or part of 0 .. extent. `collapsed` loops are without a variable from outside the nest.
    pub fn looping(&mut self, name: &str, extent: &Extent) -> Loop {
        let mut ty = self.random.pick(&INDICES);
        if i128::from(extent.value) * 2 + 20 > ty.range().1 {
            ty = Type::Int;
        }
        let n = i128::from(extent.value);
        let var = self.name(name);
        let spelled = if ty == Type::UnsignedLong && self.chance(2) {
            "size_t"
        } else {
            ty.name()
        };
        let bound = self.bound(extent, ty);
        let step = self.random.within(1, 4);
        let up = match step {
            1 => self
                .random
                .pick(&["{v}++", "++{v}", "{v} += 1"])
                .to_string(),
            _ => self
                .random
                .pick(&["{v} += {s}", "{v} = {v} + {s}", "{v} = {s} + {v}"])
                .to_string(),
        };
        let fill = |text: &str| text.replace("{v}", &var).replace("{s}", &step.to_string());
        let plain = |low: i128, high: i128| Value::of(var.clone(), ty, low, high.max(low));
        let small = i128::from(self.random.within(1, 5));
        let (range, variable, subscript) = match self.random.below(13) {
            0..=2 => {
                let from = self.random.below(2);
                (
                    format!("{var} = {from}; {var} < {bound}; {}", fill(&up)),
                    plain(0, n - 1),
                    None,
                )
            }
            3 => (
                format!("{var} = 0; {var} <= {bound} - 1; {}", fill(&up)),
                plain(0, n - 1),
                None,
            ),
            4 => (
                format!("{var} = 0; {bound} > {var}; {}", fill(&up)),
                plain(0, n - 1),
                None,
            ),
            5 => (
                format!("{var} = 0; {var} != {bound}; {var}++"),
                plain(0, n - 1),
                None,
            ),
            6 if ty.signed() => {
                let down = self
                    .random
                    .pick(&["{v} -= {s}", "{v} = {v} - {s}", "{v}--"]);
                (
                    format!("{var} = {bound} - 1; {var} >= 0; {}", fill(down)),
                    plain(0, n - 1),
                    None,
                )
            }
            6 | 7 => {
                // Down to 1, the subscript is one less.
                let sub = Value::of(format!("{var} - 1"), ty.promoted(), 0, n - 1);
                (
                    format!("{var} = {bound}; {var} > 0; {var}--"),
                    plain(1, n),
                    Some(sub),
                )
            }
            8 if ty.signed() => {
                let sub = Value::of(format!("{var} + {small}"), ty.promoted(), 0, n - 1);
                let range = format!("{var} = -{small}; {var} < {bound} - {small}; {}", fill(&up));
                (range, plain(-small, n - 1 - small), Some(sub))
            }
            9 if ty.promoted() == ty => {
                let sub = Value::of(format!("{var} / 2"), ty, 0, n - 1);
                (
                    format!("{var} = 0; {var} < {bound} * 2; {var} += 2"),
                    plain(0, n * 2 - 2),
                    Some(sub),
                )
            }
            10 => {
                // One trip or none.
                let from = if self.chance(2) {
                    format!("{bound} - 1")
                } else {
                    bound.clone()
                };
                (
                    format!("{var} = {from}; {var} < {bound}; {}", fill(&up)),
                    plain(0, n - 1),
                    None,
                )
            }
            11 if ty.signed() => (
                format!("{var} = {bound} - 1; {var} != -1; --{var}"),
                plain(0, n - 1),
                None,
            ),
            12 if ty.signed() => (
                format!("{var} = {bound} - 1; 0 <= {var}; {var} -= {step}"),
                plain(0, n - 1),
                None,
            ),
            _ => (
                format!("{var} = 0; {var} < {bound}; {}", fill(&up)),
                plain(0, n - 1),
                None,
            ),
        };
        let head = if self.chance(7) {
            // C89: declared in front of the construct.
            self.declarations.push(format!("{spelled} {var};"));
            format!("for ({range})")
        } else {
            format!("for ({spelled} {range})")
        };
        let subscript = subscript.unwrap_or_else(|| variable.clone());
        Loop {
            head,
            variable,
            subscript,
        }
    }

    /// A loop over a part of 0 .. extent that another loop's subscript bounds; not for nests that are collapsed.
    pub fn triangular(&mut self, name: &str, extent: &Extent, outer: &Value) -> Loop {
        let n = i128::from(extent.value);
        if outer.high >= n || outer.ty.promoted() != outer.ty || !outer.ty.signed() {
            return self.looping(name, extent);
        }
        let var = self.name(name);
        let bound = &extent.variable;
        let range = match self.random.below(3) {
            0 => format!("{var} = {}; {var} < {bound}; {var}++", outer.text),
            1 => format!("{var} = 0; {var} <= {}; {var}++", outer.text),
            _ => format!("{var} = {} + 1; {var} < {bound}; {var} += 2", outer.text),
        };
        let variable = Value::of(var, outer.ty, 0, n - 1);
        Loop {
            head: format!("for ({} {range})", outer.ty.name()),
            subscript: variable.clone(),
            variable,
        }
    }

    /// `num_gangs`, `num_workers`, `vector_length`, or none; `one` says that the program needs one gang.
    pub fn sizes(&mut self, one: bool) -> String {
        let mut clauses = String::new();
        let gangs = if one {
            1
        } else {
            self.random.pick(&[1, 2, 3, 7, 13, 64, 150])
        };
        if one || self.chance(3) {
            clauses += &match self.random.below(4) {
                0 => format!(" num_gangs(twice({gangs}) - {gangs})"),
                _ => format!(" num_gangs({gangs})"),
            };
        }
        if self.chance(3) {
            clauses += &format!(" num_workers({})", self.random.pick(&[1, 2, 3, 4, 5, 8]));
        }
        if self.chance(3) {
            let length = self
                .random
                .pick(&[1, 2, 3, 7, 16, 31, 32, 33, 64, 100, 128]);
            clauses += &format!(" vector_length({length})");
        }
        clauses
    }

    /// A subscript's text as it stands in brackets and in arithmetic.
    pub fn atom(subscript: &Value) -> Value {
        let mut value = subscript.clone();
        if value.text.contains(' ') {
            value.text = format!("({})", value.text);
        }
        value
    }
}
