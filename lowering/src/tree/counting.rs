//! Trip counts, and the values of loop variables from the number of an iteration.

use super::heads::{COUNT, Counted, Pass, constant_let};
use super::node::{Let, Loop, Role};
use super::value::{Argument, Type, Value};
use crate::names::safe;
use crate::print::Access;
use crate::trips;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{Canonical, Expr, LoopCmp, VarId};

/// How tightly operands of a comma, `+` and `*` must bind (`print/expr.rs`).
const ARGUMENT: u8 = 2;
const ADDED: u8 = 13;
const UNARY: u8 = 15;

impl Pass<'_> {
    /// Declares the trip counts of all heads as constants before the loop. `outer`: only threads for which this predicate holds
    /// may evaluate the bounds; the others get no trips.
    pub fn counted(
        &mut self,
        l: &Loop,
        outer: Option<&str>,
        before: &mut Vec<Let>,
    ) -> Vec<Counted> {
        let first = before.len();
        let heads = l.heads.iter();
        let all = heads
            .map(|h| self.count_trips(h, &l.outside, before))
            .collect();
        for l in &mut before[first..] {
            if let Some(outer) = outer {
                let value = std::mem::replace(&mut l.value, Value::Nothing);
                l.value = value.or_none(Value::name(outer));
            }
        }
        all
    }

    fn count_trips(
        &mut self,
        head: &Canonical,
        outside: &[(VarId, Access)],
        before: &mut Vec<Let>,
    ) -> Counted {
        let var = self.unit.var(head.var);
        let pointer = self.unit.types.is_pointer(var.ty);
        let name = self.names.unique(&format!("{}_trips", safe(&var.name)));
        let literal = head.lower.int_value().filter(|_| self.readable);
        let lower = match literal {
            Some(_) => Value::User(head.lower.clone(), ARGUMENT),
            None => {
                let from = self.names.unique(&format!("{}_from", safe(&var.name)));
                let value = Value::User(head.lower.clone(), ARGUMENT);
                let mut declared = constant_let(&from, Type::Of(var.ty), value);
                declared.constant = !pointer;
                declared.role = Role::Start(head.var);
                declared.outside = outside.to_vec();
                before.push(declared);
                Value::name(from)
            }
        };
        let upper = Value::User(head.upper.clone(), ARGUMENT);
        let step = Value::User(head.step.clone(), ARGUMENT);
        let closed = matches!(head.cmp, LoopCmp::Le | LoopCmp::Ge);
        let closed = Value::name(if closed { "true" } else { "false" });
        let mut ends = [(lower.clone(), &head.lower), (upper, &head.upper)];
        if head.down {
            ends.reverse();
        }
        let call = |name, ty, args| Value::Call(name, vec![Argument::Word(ty)], args);
        let trips = if let Some(ty) = trips::around(self.unit, head) {
            let [from, to] = ends.map(|(v, _)| v.grouped().cast("unsigned long"));
            to.binary("-", from).grouped().cast(ty)
        } else if pointer {
            let [from, to] = ends.map(|(v, _)| v.grouped());
            let far = to.binary("-", from);
            call(
                "accrs_trips",
                "long",
                vec![Value::Number(0), far, step, closed],
            )
        } else {
            let own = trips::own_type(self.unit, head);
            let compared = trips::compared(self.unit, head);
            let (ty, unsigned) = own.map_or((compared.name, compared.unsigned), |ty| (ty, false));
            let [from, to] = ends.map(|end| in_type(ty, unsigned, end));
            match trips::last(self.unit, head) {
                Some(last) => {
                    let last = Value::Number(u64::from(last));
                    call("accrs_trips_within", ty, vec![from, to, step, closed, last])
                }
                None => call("accrs_trips", ty, vec![from, to, step, closed]),
            }
        };
        let mut trips = constant_let(&name, COUNT, trips);
        trips.role = Role::Trips(head.var);
        before.push(trips);
        Counted {
            from: match literal {
                Some(_) => Value::User(head.lower.clone(), ADDED),
                None => lower,
            },
            trips: Value::name(name),
        }
    }

    /// Computes the loop variables from the iteration number; the last head varies fastest.
    pub(super) fn variables(&mut self, l: &Loop, k: &str, counted: &[Counted]) -> Vec<Let> {
        let mut lets = Vec::new();
        let n = l.heads.len();
        for (i, head) in l.heads.iter().enumerate() {
            let inner: Vec<Value> = counted[i + 1..].iter().map(|c| c.trips.clone()).collect();
            let mut number = match inner.len() {
                0 => Value::name(k),
                1 => Value::name(k).binary("/", Value::product(inner)),
                _ => Value::name(k).binary("/", Value::product(inner).grouped()),
            };
            if i > 0 {
                if n - i > 1 {
                    number = number.grouped();
                }
                number = number.binary("%", counted[i].trips.clone());
            }
            if l.named.get(i).copied().unwrap_or(true) {
                lets.push(self.variable(head, &counted[i], number));
            }
        }
        lets
    }

    /// Computes a loop variable from the number of its own iteration.
    pub fn variable(&mut self, head: &Canonical, counted: &Counted, number: Value) -> Let {
        let ty = self.unit.var(head.var).ty;
        let number = number.operand();
        let far = match head.step.int_value() {
            Some(1) => number,
            _ => {
                let step = Value::User(head.step.clone(), UNARY);
                number.binary("*", step).grouped()
            }
        };
        let sign = if head.down { "-" } else { "+" };
        let from = counted.from.clone();
        let value = if self.unit.types.is_pointer(ty) {
            from.binary(sign, far.cast("long"))
        } else if head.lower.int_value() == Some(0) && !head.down && self.readable {
            Value::Cast(Type::Of(ty), Box::new(far))
        } else {
            let sum = from.binary(sign, far.cast("long")).grouped();
            Value::Cast(Type::Of(ty), Box::new(sum))
        };
        self.declared(head.var, value)
    }

    fn declared(&self, var: VarId, value: Value) -> Let {
        let v = self.unit.var(var);
        Let {
            name: safe(&v.name),
            ty: Type::Of(v.ty),
            constant: false,
            value,
            var: Some(var),
            role: Role::Other,
            outside: Vec::new(),
        }
    }
}

/// A loop's end as an argument of type `ty`. A negative constant is cast, since compilers would warn of its silent conversion.
fn in_type(ty: &'static str, unsigned: bool, (value, end): (Value, &Expr)) -> Value {
    match unsigned && constant(end).is_some_and(|v| v < 0) {
        true => value.grouped().cast(ty),
        false => value,
    }
}
