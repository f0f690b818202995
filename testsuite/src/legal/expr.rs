//! Expressions of a run.

use super::machine::Machine;
use super::trace::{Place, Step};
use super::value::{NULL, Run, Stop, Value, binary, cast, term, unknown};
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, FunctionId, Stmt, Type, TypeId, Types, UnaryOp, VarId,
};

impl<'u> Machine<'u> {
    pub fn value(&mut self, e: &'u Expr) -> Run<Value> {
        let types = &self.unit.types;
        match &e.kind {
            ExprKind::IntLit { value, .. } => match i128::try_from(*value) {
                Ok(n) => Ok(Value::Int(n)),
                Err(_) => unknown("a large number"),
            },
            ExprKind::CharLit { value, .. } => Ok(Value::Int((*value).into())),
            ExprKind::EnumConst { value, .. } => Ok(Value::Int(*value)),
            ExprKind::Offsetof { value, .. } => Ok(Value::Int((*value).into())),
            ExprKind::FloatLit { text } => Ok(literal(text)),
            ExprKind::Var(_)
            | ExprKind::Index(..)
            | ExprKind::Member { .. }
            | ExprKind::Unary(UnaryOp::Deref, _) => {
                if let Some(held) = self.held.get(&e.id) {
                    return Ok(*held);
                }
                let place = self.place(e)?;
                let copied = self.copied.iter().any(|c| c.is_like(e));
                self.load(place, e.ty, copied)
            }
            ExprKind::Unary(op, a) => self.unary(*op, e.ty, a),
            ExprKind::Binary(op, a, b) => self.binary(*op, e.ty, a, b),
            ExprKind::Assign(op, to, from) => self.assign(*op, to, from),
            ExprKind::Conditional(c, a, b) => {
                let value = self.value(c)?;
                let of = match (value.is_true()?, a) {
                    (true, None) => return cast(types, e.ty, value),
                    (true, Some(a)) => a,
                    (false, _) => b,
                };
                let value = self.value(of)?;
                match e.ty {
                    ty if matches!(types.canonical(ty), Type::Void) => Ok(Value::Nothing),
                    ty => cast(types, ty, value),
                }
            }
            ExprKind::Call { callee, args } => match &callee.strip_implicit().kind {
                ExprKind::Function(f) => self.call(*f, args),
                _ => unknown("a call through a pointer"),
            },
            ExprKind::Cast { operand, .. } => {
                let value = self.value(operand)?;
                cast(types, e.ty, value)
            }
            ExprKind::SizeofExpr(of) => Ok(Value::Int(self.size_of(of.ty)?.into())),
            ExprKind::SizeofType(ty) => Ok(Value::Int(self.size_of(*ty)?.into())),
            ExprKind::CompoundLiteral(init) => {
                let place = self.make();
                self.initialise(place, e.ty, init)?;
                self.load(place, e.ty, false)
            }
            ExprKind::StringLit { .. } => unknown("a string"),
            ExprKind::Function(_)
            | ExprKind::AlignofType(_)
            | ExprKind::InitList(_)
            | ExprKind::StmtExpr(_) => unknown("a rare expression"),
        }
    }

    fn unary(&mut self, op: UnaryOp, ty: TypeId, a: &'u Expr) -> Run<Value> {
        let types = &self.unit.types;
        use UnaryOp::*;
        Ok(match op {
            AddrOf => Value::Pointer(self.place(a)?),
            PreInc | PreDec | PostInc | PostDec => {
                let place = self.place(a)?;
                let before = self.load(place, a.ty, false)?;
                let by = if matches!(op, PreInc | PostInc) {
                    1
                } else {
                    -1
                };
                let after = match before {
                    Value::Pointer(_) => self.moved(before, a.ty, by)?,
                    _ => binary(types, BinaryOp::Add, a.ty, before, Value::Int(by.into()))?,
                };
                self.store(place, a.ty, after)?;
                if matches!(op, PreInc | PreDec) {
                    after
                } else {
                    before
                }
            }
            Plus => self.value(a)?,
            Not => Value::Int(i128::from(!self.value(a)?.is_true()?)),
            Minus | BitNot => match (op, self.value(a)?) {
                (Minus, Value::Int(n)) => cast(types, ty, Value::Int(-n))?,
                (BitNot, Value::Int(n)) => cast(types, ty, Value::Int(!n))?,
                (_, value) => term("-x", &[value]),
            },
            Real | Imag => return unknown("a part of a complex number"),
            Deref => return unknown("a place"),
        })
    }

    /// A pointer that is moved by so many elements.
    pub fn moved(&mut self, pointer: Value, ty: TypeId, by: i64) -> Run<Value> {
        let Some(to) = self.unit.types.pointee(ty) else {
            return unknown("a pointer to nothing");
        };
        let size = self.size_of(to)?;
        match pointer {
            Value::Pointer(p) => {
                let far = by.checked_mul(size).and_then(|by| p.offset.checked_add(by));
                let offset = far.ok_or(Stop::Undefined("an address that is too large"))?;
                Ok(Value::Pointer(Place { offset, ..p }))
            }
            _ => unknown("a pointer that is no pointer"),
        }
    }

    fn binary(&mut self, op: BinaryOp, ty: TypeId, a: &'u Expr, b: &'u Expr) -> Run<Value> {
        let left = self.value(a)?;
        match op {
            BinaryOp::And if !left.is_true()? => return Ok(Value::Int(0)),
            BinaryOp::Or if left.is_true()? => return Ok(Value::Int(1)),
            _ => {}
        }
        let right = self.value(b)?;
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            return Ok(Value::Int(i128::from(right.is_true()?)));
        }
        if op == BinaryOp::Comma {
            return Ok(right);
        }
        self.combine(op, ty, (left, a.ty), (right, b.ty))
    }

    /// The operator on values, pointers among them.
    fn combine(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        (left, a): (Value, TypeId),
        (right, b): (Value, TypeId),
    ) -> Run<Value> {
        let number = |v: Value| v.int().map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        match (op, left, right) {
            (BinaryOp::Add, Value::Pointer(_), _) => self.moved(left, a, number(right)?),
            (BinaryOp::Add, _, Value::Pointer(_)) => self.moved(right, b, number(left)?),
            (BinaryOp::Sub, Value::Pointer(p), Value::Pointer(q)) => {
                let to = self.unit.types.pointee(a);
                let size = self.size_of(to.unwrap_or(a))?.max(1);
                match p.object == q.object {
                    true => Ok(Value::Int(((p.offset - q.offset) / size).into())),
                    false => Err(Stop::Undefined("the distance of two objects")),
                }
            }
            (BinaryOp::Sub, Value::Pointer(_), _) => self.moved(left, a, -number(right)?),
            (_, Value::Pointer(_), _) | (_, _, Value::Pointer(_)) => {
                let place = |v: Value| match v {
                    Value::Pointer(p) => p,
                    _ => NULL,
                };
                let (p, q) = (place(left), place(right));
                Ok(Value::Int(i128::from(match op {
                    BinaryOp::Lt => p < q,
                    BinaryOp::Le => p <= q,
                    BinaryOp::Gt => p > q,
                    BinaryOp::Ge => p >= q,
                    BinaryOp::Eq => p == q,
                    BinaryOp::Ne => p != q,
                    _ => return unknown("an operation on pointers"),
                })))
            }
            _ => binary(&self.unit.types, op, ty, left, right),
        }
    }

    pub fn assign(&mut self, op: Option<BinaryOp>, to: &'u Expr, from: &'u Expr) -> Run<Value> {
        let value = self.value(from)?;
        let place = self.place(to)?;
        let value = match op {
            None => value,
            Some(op) => {
                let before = self.load(place, to.ty, false)?;
                self.update(op, (before, to.ty), (value, from.ty))?
            }
        };
        self.store(place, to.ty, value)?;
        match value {
            Value::Record(_) => Ok(value),
            _ => cast(&self.unit.types, to.ty, value),
        }
    }

    /// What `to op= from` computes, in the type that C computes it in.
    pub fn update(
        &mut self,
        op: BinaryOp,
        (before, to): (Value, TypeId),
        (value, from): (Value, TypeId),
    ) -> Run<Value> {
        let types = &self.unit.types;
        if types.is_pointer(to) {
            return self.combine(op, to, (before, to), (value, from));
        }
        let float = |ty| !types.is_integer(ty);
        let wide = |ty| types.size_of(ty).unwrap_or(8);
        let ty = match (float(to), float(from)) {
            (true, _) => to,
            (false, true) => from,
            _ if matches!(op, BinaryOp::Shl | BinaryOp::Shr) => to,
            _ if wide(from) > wide(to) || wide(from) == wide(to) && types.is_unsigned(from) => from,
            _ => to,
        };
        let ty = match wide(ty) < 4 {
            true => types.int(),
            false => ty,
        };
        let (a, b) = (cast(types, ty, before)?, cast(types, ty, value)?);
        binary(types, op, ty, a, b)
    }

    /// The place of an lvalue.
    pub fn place(&mut self, e: &'u Expr) -> Run<Place> {
        if let Some((_, place)) = self.registers.iter().find(|(r, _)| r.is_like(e)) {
            return Ok(*place);
        }
        match &e.kind {
            ExprKind::Var(v) => self.place_of(*v),
            ExprKind::Index(a, b) => {
                let (base, index) = match self.unit.types.pointee(a.ty) {
                    Some(_) => (a, b),
                    None => (b, a),
                };
                let pointer = self.base(base)?;
                let n = self.value(index)?.int()?;
                if let Some(length) = self.length(base.ty)?
                    && !(0..i128::from(length)).contains(&n)
                {
                    return Err(Stop::Undefined("a subscript behind the end"));
                }
                let n = i64::try_from(n).unwrap_or(i64::MAX);
                self.behind(pointer, base.ty, n)
            }
            ExprKind::Unary(UnaryOp::Deref, a) => {
                let pointer = self.value(a)?;
                self.behind(pointer, a.ty, 0)
            }
            ExprKind::Member { base, field, arrow } => {
                let (at, ty) = match arrow {
                    true => (self.base(base)?, self.unit.types.pointee(base.ty)),
                    false => match self.value_of_record(base)? {
                        Value::Record(p) => (Value::Pointer(p), Some(base.ty)),
                        _ => return unknown("a member of no struct"),
                    },
                };
                let (Value::Pointer(p), Some(ty)) = (at, ty) else {
                    return unknown("a member of no struct");
                };
                let Some(by) = offset(&self.unit.types, ty, field) else {
                    return unknown("a bit-field, or a vector");
                };
                Ok(Place {
                    offset: p.offset + by,
                    ..p
                })
            }
            ExprKind::Cast {
                implicit: true,
                operand,
            } => self.place(operand),
            ExprKind::CompoundLiteral(init) => {
                let place = self.make();
                self.initialise(place, e.ty, init)?;
                Ok(place)
            }
            ExprKind::Call { .. } | ExprKind::Conditional(..) | ExprKind::Assign(..) => {
                match self.value(e)? {
                    Value::Record(place) => Ok(place),
                    _ => unknown("a value as a place"),
                }
            }
            _ => unknown("a rare lvalue"),
        }
    }

    fn value_of_record(&mut self, e: &'u Expr) -> Run<Value> {
        Ok(Value::Record(self.place(e)?))
    }

    /// The address that an array or pointer stands for.
    fn base(&mut self, e: &'u Expr) -> Run<Value> {
        self.value(e)
    }

    fn behind(&mut self, pointer: Value, ty: TypeId, by: i64) -> Run<Place> {
        match self.moved(pointer, ty, by)? {
            Value::Pointer(p) => Ok(p),
            _ => unknown("a pointer that is no pointer"),
        }
    }

    fn call(&mut self, id: FunctionId, args: &'u [Expr]) -> Run<Value> {
        let unit = self.unit;
        let f = unit.function(id);
        let mut values = Vec::new();
        for a in args {
            values.push(self.value(a)?);
        }
        let Some(body) = f.body.as_deref() else {
            if f.name == "printf" {
                return Ok(Value::Int(0));
            }
            if !(f.library || f.builtin)
                || values
                    .iter()
                    .any(|v| !matches!(v, Value::Int(_) | Value::Float(_)))
            {
                return unknown(format!("a call of {}", f.name));
            }
            let value = term(&f.name, &values);
            return cast(&unit.types, f.ret, value);
        };
        self.called(|m| {
            for (v, value) in f.params.iter().zip(values) {
                m.argument(*v, value)?;
            }
            let before = m.trace.ways.len() as u32;
            m.at(Step::Call(before), |m| m.function(body, f.ret))
        })
    }

    fn argument(&mut self, v: VarId, value: Value) -> Run<()> {
        let ty = self.unit.var(v).ty;
        let place = self.declare(v);
        if self.unit.types.is_array(ty) {
            // A parameter that is written as an array is a pointer: the variable stands where that leads.
            let Value::Pointer(to) = value else {
                return unknown("an array as an argument");
            };
            if to.offset != 0 {
                return unknown("part of an array as an argument");
            }
            self.places.insert(v, to.object);
            return Ok(());
        }
        self.silently(|m| m.store(place, ty, value))
    }

    fn function(&mut self, body: &'u [Stmt], ret: TypeId) -> Run<Value> {
        let counting = std::mem::take(&mut self.counting);
        let result = self.body(body);
        self.counting = counting;
        match result? {
            super::stmt::Flow::Return(value) => match self.unit.types.canonical(ret) {
                Type::Void => Ok(Value::Nothing),
                _ => cast(&self.unit.types, ret, value),
            },
            _ => Ok(Value::Nothing),
        }
    }
}

fn literal(text: &str) -> Value {
    let number = text.trim_end_matches(['f', 'F', 'l', 'L']);
    match number.parse::<f64>() {
        Ok(n) => Value::of_number(n),
        Err(_) => term(text, &[]),
    }
}

/// Where a member lies in a struct, in bytes.
fn offset(types: &Types, ty: TypeId, name: &str) -> Option<i64> {
    let Type::Record(r) = types.canonical(ty) else {
        return None;
    };
    for f in types.records[r.index()].fields.as_deref()? {
        let at = f.offset_bits as i64 / 8;
        if f.name == name {
            return f.bit_width.is_none().then_some(at);
        }
        if f.name.is_empty()
            && let Some(inner) = offset(types, f.ty, name)
        {
            return Some(at + inner);
        }
    }
    None
}
