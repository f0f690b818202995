//! Prints values of generated code, and notes the parts of the helper template that they need.

use super::writer::Writer;
use crate::tree::value::Argument;
use crate::tree::{Type, Value, sets};

/// The parts of the helper template that a function needs.
const PARTS: &[(&str, &[&str])] = &[
    ("accrs_trips", &["trips"]),
    ("accrs_trips_within", &["trips", "trips_within"]),
    ("accrs_share", &["share"]),
    ("accrs_round", &["round"]),
    ("accrs_lanes", &["lanes"]),
];

impl Writer<'_> {
    pub fn value(&self, v: &Value) -> String {
        match v {
            Value::Name(name) => name.clone(),
            Value::Number(n) => n.to_string(),
            Value::Nothing => "{}".into(),
            Value::User(e, 0) => self.p.expr(e),
            Value::User(e, prec) => self.p.operand(e, *prec),
            Value::Position(axes, wide) => sets::position(axes, *wide),
            Value::FirstPosition(axes) => sets::first_position(axes),
            Value::Places(axes, wide) => sets::places(axes, *wide),
            Value::First(axes) => axes.first(),
            Value::FirstBlock => "blockIdx.x + blockIdx.y + blockIdx.z == 0".into(),
            Value::All(all) => {
                let all: Vec<String> = all.iter().map(|v| self.value(v)).collect();
                all.join(" && ")
            }
            Value::Not(v) => format!("!{}", self.value(v)),
            Value::Binary(a, op, b) => format!("{} {op} {}", self.value(a), self.value(b)),
            Value::Choice(c, a, b) => {
                format!("{} ? {} : {}", self.value(c), self.value(a), self.value(b))
            }
            Value::Cast(ty, v) => format!("({}){}", self.type_name(ty), self.value(v)),
            Value::Group(v) => format!("({})", self.value(v)),
            Value::Call(name, template, args) => self.helper_call(name, template, args),
            Value::AreaBytes => self.areas.to_string(),
            Value::SizeOf(ty) => format!("sizeof({})", self.type_name(ty)),
        }
    }

    fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Word(word) => word.to_string(),
            Type::Of(ty) => self.p.type_name(self.p.unqualified(*ty)),
        }
    }

    fn helper_call(&self, name: &str, template: &[Argument], args: &[Value]) -> String {
        let parts = PARTS.iter().find(|(n, _)| *n == name);
        parts
            .iter()
            .flat_map(|(_, parts)| *parts)
            .for_each(|p| self.p.helper(p));
        let template: Vec<String> = template
            .iter()
            .map(|a| match a {
                Argument::Word(word) => word.to_string(),
                Argument::Type(ty) => self.type_name(ty),
                Argument::Axes(axes) => axes.argument(),
                Argument::Without(axes) if axes.is_empty() => "7".into(),
                Argument::Without(axes) => format!("7 & ~({})", axes.argument()),
            })
            .collect();
        let template = match template.is_empty() {
            true => String::new(),
            false => format!("<{}>", template.join(", ")),
        };
        let args: Vec<String> = args.iter().map(|a| self.value(a)).collect();
        format!("{name}{template}({})", args.join(", "))
    }
}
