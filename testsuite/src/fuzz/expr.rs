//! Random expressions over what a scope lets read.

use super::array::View;
use super::r#gen::Gen;
use super::value::{self, INTEGERS, Type, Value};

/// What an expression may read.
#[derive(Clone, Default)]
pub struct Scope {
    pub values: Vec<Value>,
    pub views: Vec<View>,
    /// Variables of type `struct pair` and `struct mix`.
    pub pairs: Vec<String>,
    pub mixes: Vec<String>,
}

impl Scope {
    pub fn with(&self, values: impl IntoIterator<Item = Value>) -> Scope {
        let mut scope = self.clone();
        scope.values.extend(values);
        scope
    }
}

impl Gen {
    /// A subscript in 0 .. extent.
    pub fn index(&mut self, scope: &Scope, extent: u64) -> String {
        let most = i128::from(extent) - 1;
        let whole: Vec<Value> = scope
            .values
            .iter()
            .filter(|v| !v.ty.floating())
            .cloned()
            .collect();
        if whole.is_empty() || self.chance(6) {
            return self.random.below(extent).to_string();
        }
        let value = self.random.pick(&whole);
        if value.low >= 0
            && value.high <= most
            && !self.chance(3)
            && value.ty.promoted() == value.ty
        {
            return value.text;
        }
        let shifted = match self.random.below(3) {
            0 => value,
            1 => value::arithmetic(
                &value,
                "+",
                &Value::constant(i128::from(self.random.below(9))),
            ),
            _ => value::arithmetic(
                &value,
                "*",
                &Value::constant(i128::from(self.random.within(2, 7))),
            ),
        };
        let mut cut = shifted.cut(0, most);
        if cut.ty.promoted() != cut.ty {
            cut = cut.cast(Type::Int);
        }
        cut.text
    }

    /// Something that is read: a scalar, an element, a member, a constant.
    pub fn leaf(&mut self, scope: &Scope) -> Value {
        for _ in 0..4 {
            match self.random.below(8) {
                0 => {
                    let most = if self.chance(3) { 70000 } else { 100 };
                    let value = self.random.below(most) as i128;
                    return Value::constant(if self.chance(4) { -value } else { value });
                }
                1..=3 if !scope.values.is_empty() => return self.random.pick(&scope.values),
                4..=6 if !scope.views.is_empty() => {
                    let view = self.random.pick(&scope.views);
                    return self.read(scope, &view);
                }
                7 if !scope.pairs.is_empty() => {
                    let pair = self.random.pick(&scope.pairs);
                    let (member, ty) = self
                        .random
                        .pick(&[("a", Type::Unsigned), ("b", Type::Short)]);
                    return Value::stored(format!("{pair}.{member}"), ty);
                }
                7 if !scope.mixes.is_empty() => {
                    let mix = self.random.pick(&scope.mixes);
                    let (member, ty) = self.random.pick(&[
                        ("d", Type::Double),
                        ("c[1]", Type::SignedChar),
                        ("u", Type::UnsignedLong),
                    ]);
                    return Value::stored(format!("{mix}.{member}"), ty);
                }
                _ => {}
            }
        }
        Value::constant(7)
    }

    fn read(&mut self, scope: &Scope, view: &View) -> Value {
        let mut subscripts = view.prefix.clone();
        for extent in &view.array.extents[view.prefix.len()..] {
            subscripts.push(self.index(scope, extent.value));
        }
        view.array.value(&subscripts)
    }

    /// An expression of at most `depth` operators in a row.
    pub fn expr(&mut self, scope: &Scope, depth: u64) -> Value {
        if depth == 0 || self.chance(5) {
            return self.leaf(scope);
        }
        let a = self.expr(scope, depth - 1);
        match self.random.below(16) {
            0 => return self.call(scope, &a, depth),
            1 => {
                let ty = self.random.pick(&INTEGERS);
                return a.cast(ty);
            }
            2 => return value::unary(self.random.pick(&["-", "~", "-"]), &a),
            3 => {
                let test = self.condition(scope, depth - 1);
                let b = self.expr(scope, depth - 1);
                return value::choice(&test, &a, &b);
            }
            4 => return self.condition(scope, depth - 1),
            _ => {}
        }
        let b = self.expr(scope, depth - 1);
        if a.constant && b.constant {
            return a;
        }
        match self.random.below(12) {
            0..=5 => value::arithmetic(&a, self.random.pick(&["+", "-", "*", "+"]), &b),
            6 => value::division(&a, self.random.pick(&["/", "%"]), &b),
            7 | 8 => value::bits(&a, self.random.pick(&["&", "|", "^"]), &b),
            9 | 10 => value::shift(&a, self.random.pick(&["<<", ">>"]), &b),
            _ => Value {
                text: format!("((void){}, {})", a.text, b.text),
                constant: false,
                ..b
            },
        }
    }

    /// A comparison or a combination of two.
    pub fn condition(&mut self, scope: &Scope, depth: u64) -> Value {
        let (mut a, mut b) = (self.leaf(scope), self.leaf(scope));
        if depth > 0 {
            a = self.expr(scope, depth - 1);
        }
        if a.constant && b.constant {
            b = Value::constant(1);
        }
        // Comparisons that the types alone decide would be warned of.
        if b.constant && (b.low > a.high || b.low < a.low) {
            b = Value::constant(a.low.max(0));
        }
        if a.constant && (a.low > b.high || a.low < b.low) {
            a = Value::constant(b.low.max(0));
        }
        if a.ty.common(b.ty).signed() || (a.low >= 0 && b.low >= 0) {
            return value::logic(
                &a,
                self.random.pick(&["<", ">", "<=", ">=", "==", "!="]),
                &b,
            );
        }
        let ty = a.ty.common(b.ty);
        let (a, b) = (a.cast(ty), b.cast(ty));
        value::logic(&a, self.random.pick(&["<", ">", "!=", "=="]), &b)
    }

    /// A call of one of the prelude's functions, or of the library's.
    fn call(&mut self, scope: &Scope, a: &Value, depth: u64) -> Value {
        let b = self.expr(scope, depth - 1);
        let fit = |v: &Value, ty: Type| v.for_store(ty).text;
        match self.random.below(8) {
            0 => Value::stored(
                format!(
                    "scramble({}, {})",
                    fit(a, Type::Unsigned),
                    fit(&b, Type::Short)
                ),
                Type::Unsigned,
            ),
            1 => Value::of(
                format!(
                    "pair_sum(pair_of({}, {}))",
                    fit(a, Type::Unsigned),
                    fit(&b, Type::Short)
                ),
                Type::Unsigned,
                0,
                Type::Unsigned.range().1,
            ),
            2 => Value::stored(
                format!(
                    "pair_of({}, {}).b",
                    fit(a, Type::Unsigned),
                    fit(&b, Type::Short)
                ),
                Type::Short,
            ),
            3 => Value::of(
                format!("digit_sum({})", fit(a, Type::Unsigned)),
                Type::Int,
                0,
                90,
            ),
            4 => Value::of(
                format!("gap({}, {})", fit(a, Type::Double), fit(&b, Type::Float)),
                Type::Double,
                -1000,
                1000,
            ),
            5 => Value::of(
                format!("fabs({})", fit(a, Type::Double)),
                Type::Double,
                0,
                500,
            ),
            6 => Value::of(
                format!("fmax({}, {})", fit(a, Type::Double), fit(&b, Type::Double)),
                Type::Double,
                -500,
                500,
            ),
            _ => Value::stored(
                format!("narrow({})", fit(a, Type::LongLong)),
                Type::SignedChar,
            ),
        }
    }
}
