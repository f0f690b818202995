//! Expressions that need another form than C's in C++ or on a device.

use super::literals;
use super::types::holds_long_double;
use crate::names::safe;
use crate::print::expr::{MULTIPLY, PRIMARY, Text, UNARY, is_step, text};
use crate::print::{Access, Printer};
use accrs_frontend::region::{
    ArrayLen, BinaryOp, Expr, ExprKind, FloatKind, Type, TypeId, UnaryOp,
};

impl Printer<'_> {
    /// The form of an expression that isn't C's; `None` where C's will do.
    pub(in crate::print) fn cuda(&self, e: &Expr) -> Option<Text> {
        use ExprKind::*;
        if let Some(name) = self.hoisted.get(&e.id) {
            return Some(text(name, PRIMARY));
        }
        self.note_record(e);
        if let Some(t) = self.sizeless(e) {
            return Some(t);
        }
        if let Some(seen) = self.seen(e) {
            return Some(seen);
        }
        if self.is_flat(e) {
            return Some(self.flat_value(e));
        }
        Some(match &e.kind {
            IntLit { .. } | Var(_) => return None,
            CharLit { text: t, value } => self.character(e.ty, t, *value),
            StringLit { text: t } => self.string(e.ty, t),
            FloatLit { text: t } => return self.floating(e, t),
            Function(id) => {
                self.refuse(
                    e.span,
                    "pointers to functions are not supported on a device",
                );
                text(self.function_name(*id), PRIMARY)
            }
            EnumConst { name, value } if self.use_enum_constant(name, *value) => {
                text(safe(name), PRIMARY)
            }
            // No known enum defines the constant, so its value is printed.
            EnumConst { value, .. } if *value < 0 => text(value.to_string(), UNARY),
            EnumConst { value, .. } => text(value.to_string(), PRIMARY),
            Unary(op, a) => return self.unary(e, *op, a),
            Binary(op, a, b) => return self.binary(e, *op, a, b),
            Assign(Some(op), a, b) => {
                let moved = || self.moved_bytes(*op, a, b);
                return self.complex_update(*op, a, b).or_else(moved);
            }
            Assign(None, ..) => return None,
            Conditional(c, None, last) => self.without_middle(e, c, last),
            Conditional(c, Some(_), _) => {
                self.no_vector(c, "a condition that is a vector");
                return None;
            }
            Call { callee, args } => self.call(e, callee, args),
            Index(a, i) => self.index(a, i),
            Member { base, field, arrow } => self.member(base, field, *arrow),
            Cast { implicit, operand } => self.cast(e, *implicit, operand),
            SizeofExpr(a) => self.size_of(a.ty),
            SizeofType(t) => self.size_of(*t),
            AlignofType(t) if self.is_bytes(*t) => text("1UL", PRIMARY),
            AlignofType(t) => text(format!("alignof({})", self.type_name(*t)), PRIMARY),
            CompoundLiteral(init) => {
                if self.unit.types.is_array(e.ty) {
                    return Some(self.literal_object(e, init));
                }
                self.literal_value(e, init)
            }
            InitList(items) => text(self.init_list(e, items), PRIMARY),
            StmtExpr(stmts) => self.statement_expression(e, stmts),
            Offsetof { value, .. } => text(format!("{value}UL"), PRIMARY),
        })
    }

    fn floating(&self, e: &Expr, literal: &str) -> Option<Text> {
        match self.unit.types.canonical(e.ty) {
            Type::Float(FloatKind::LongDouble) => self.not_for_gpus(super::LONG_DOUBLE),
            Type::Complex(kind) => return Some(self.imaginary(literal, *kind)),
            _ => {}
        }
        let no_suffix = literal.ends_with(|c: char| c.is_ascii_digit() || c == '.');
        let single = self.unit.single_constants && no_suffix || literal.ends_with(['f', 'F']);
        if let Some(exact) = literals::rounded(literal, single) {
            return Some(text(exact, PRIMARY));
        }
        if !self.unit.single_constants || !no_suffix {
            return None;
        }
        // NVRTC warns of a hexadecimal `float` that is rounded; as `double` it is exact.
        if literal.starts_with("0x") || literal.starts_with("0X") {
            return Some(text(format!("(float){literal}"), UNARY));
        }
        Some(text(format!("{literal}f"), PRIMARY))
    }

    fn binary(&self, e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Text> {
        if op == BinaryOp::Sub && self.is_flat_pointer(a) && self.is_flat_pointer(b) {
            self.refuse(
                e.span,
                "the distance of two pointers to rows of variable length is not supported on a device",
            );
        }
        if let Some(t) = self.complex_binary(op, a, b) {
            return Some(t);
        }
        if let Some(t) = self.vector_binary(e, op, a, b) {
            return Some(t);
        }
        if let Some(t) = self.bytes_binary(e, op, a, b) {
            return Some(t);
        }
        if op == BinaryOp::Comma {
            self.forget(a);
        }
        None
    }

    /// A character, printed as its number where the device's compiler would give it another value: `'\xff'` under
    /// -funsigned-char, `L'é'`.
    fn character(&self, ty: TypeId, literal: &str, value: i64) -> Text {
        if literals::is_odd(literal) {
            return text(format!("({}){value}", self.declare(ty, "")), UNARY);
        }
        let plain = literal.starts_with('\'') && self.unit.types.odd_char;
        match plain && !(0..=127).contains(&value) {
            true if value < 0 => text(value.to_string(), UNARY),
            true => text(value.to_string(), PRIMARY),
            false => text(literal, PRIMARY),
        }
    }

    /// A string, cast to the type that C gives it where the characters of a C++ literal would have another one.
    fn string(&self, ty: TypeId, literal: &str) -> Text {
        let plain = literal.starts_with('"') || literal.starts_with("u8");
        let mut literal = literals::string(literal);
        if plain && !self.leads_to_odd_chars(ty) {
            return text(literal, PRIMARY);
        }
        let types = &self.unit.types;
        let size = types.pointee(ty).and_then(|c| types.size_of(c));
        // Under -fshort-wchar `wchar_t` has 16 bits, like the characters of `u"..."`.
        if size == Some(2) && !literal.starts_with('u') {
            if !literal.starts_with('L') || literal.contains("\" ") {
                self.refuse_type("this string of -fshort-wchar is not supported on a device");
            }
            literal.replace_range(..1, "u");
        }
        let text_type = self.declare(ty, "(&)");
        text(format!("(({text_type}){literal})"), PRIMARY)
    }

    /// A string as an array's initialiser, or as an argument of CUDA's own functions: both take plain `char` alone.
    pub(super) fn own_string(&self, e: &Expr) -> String {
        match &e.strip_implicit().kind {
            ExprKind::StringLit { text } => literals::string(text),
            _ if self.leads_to_odd_chars(e.ty) => {
                format!("(const char *){}", self.operand(e, UNARY))
            }
            _ => self.library_argument(e),
        }
    }

    fn leads_to_odd_chars(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        let to = types.pointee(ty);
        types.odd_char && to.is_some_and(|c| matches!(types.canonical(c), Type::Char))
    }

    /// An initialiser of an object of type `ty`.
    pub fn initialiser(&self, ty: TypeId, e: &Expr) -> String {
        let types = &self.unit.types;
        let string = e.strip_implicit();
        let ExprKind::StringLit { text } = &string.kind else {
            return self.argument(e);
        };
        if !types.is_array(ty) {
            // NVRTC must see a constant address, and a cast to a reference isn't one.
            return match types.is_pointer(ty) && self.leads_to_odd_chars(string.ty) {
                true => format!("({} *){}", types.char_name(), literals::string(text)),
                false => self.argument(e),
            };
        }
        if types.pointee(ty).and_then(|c| types.size_of(c)) != Some(1) {
            self.refuse_type(
                "an array with the value of a wide string is not supported on a device",
            );
        }
        self.own_string(e)
    }

    /// A compound literal that is only read.
    pub(super) fn literal_value(&self, e: &Expr, init: &Expr) -> Text {
        if let Type::Record(r) = self.unit.types.canonical(e.ty) {
            self.record_name(*r);
            // A copy of an object.
            if !matches!(init.kind, ExprKind::InitList(_)) {
                return self.print(init);
            }
            let name = self.record_tag(*r).1;
            return text(format!("{name}{}", self.expr(init)), PRIMARY);
        }
        let value = match &init.kind {
            ExprKind::InitList(items) => items.first().map(|i| &i.value),
            _ => Some(init),
        };
        let value = value.map_or("0".into(), |v| self.operand(v, UNARY));
        let name = self.type_name(self.unqualified(e.ty));
        text(format!("({name}){value}"), UNARY)
    }

    fn unary(&self, e: &Expr, op: UnaryOp, a: &Expr) -> Option<Text> {
        self.vector_unary(e, op, a);
        if is_step(op)
            && let Type::Bool | Type::Complex(_) = self.unit.types.canonical(a.ty)
        {
            return Some(self.odd_step(op, a));
        }
        if is_step(op) && self.is_bytes_pointer(a) {
            return Some(self.step_by_byte(op, a));
        }
        if is_step(op) && self.wraps(a) {
            return Some(self.wrapping_step(op, a));
        }
        match op {
            UnaryOp::Deref => self.flat_element(a, None),
            UnaryOp::AddrOf => Some(self.address_of(e, a)),
            UnaryOp::Real | UnaryOp::Imag => Some(self.complex_member(a, op == UnaryOp::Imag)),
            _ => None,
        }
    }

    fn address_of(&self, e: &Expr, a: &Expr) -> Text {
        if let Some(t) = self.address_of_byte(e, a) {
            return t;
        }
        if self.sizeless(a).is_some() {
            self.refuse(e.span, super::gnu::NO_ADDRESS);
        }
        if let ExprKind::Var(id) = a.kind {
            if let Access::Deref(name) = self.var(id) {
                return text(name, PRIMARY);
            }
            // The array reached the kernel as the address of its first element.
            if self.unit.types.is_array(a.ty)
                && self.unit.var(id).storage != accrs_frontend::region::Storage::Region
            {
                let name = self.operand(a, UNARY);
                return text(format!("({}){name}", self.type_name(e.ty)), UNARY);
            }
        }
        if let ExprKind::Function(_) = a.kind {
            return self.print(a);
        }
        if let ExprKind::CompoundLiteral(init) = &a.kind {
            let object = self.literal_object(a, init);
            return text(format!("&{}", object.at(UNARY)), UNARY);
        }
        text(format!("&{}", self.operand(a, UNARY)), UNARY)
    }

    fn member(&self, base: &Expr, field: &str, arrow: bool) -> Text {
        if let Some(t) = self.open_member(base, field, arrow) {
            return t;
        }
        let field = safe(field);
        if !arrow
            && let ExprKind::Var(id) = base.kind
            && let Access::Deref(name) = self.var(id)
        {
            return text(format!("{name}->{field}"), PRIMARY);
        }
        let dot = if arrow { "->" } else { "." };
        text(
            format!("{}{dot}{field}", self.operand(base, PRIMARY)),
            PRIMARY,
        )
    }

    fn cast(&self, e: &Expr, implicit: bool, operand: &Expr) -> Text {
        let types = &self.unit.types;
        if let Some(t) = self.complex_cast(e.ty, operand) {
            return t;
        }
        if let Some(t) = self.vector_cast(e.ty, implicit, operand) {
            return t;
        }
        if let Some(t) = self.narrowed(e.ty, operand) {
            return t;
        }
        if holds_long_double(types, e.ty) {
            self.not_for_gpus(super::LONG_DOUBLE);
        }
        // To a caller, a parameter that is an array of variable length has the type `T (*)[]`. The function takes it flattened.
        if implicit
            && let Some(to) = types.pointee(e.ty)
            && let Type::Array(elem, ArrayLen::Unknown) = *types.canonical(to)
        {
            if self.is_flat(operand) {
                return self.print(operand);
            }
            let mut elem = elem;
            while let Type::Array(inner, ArrayLen::Unknown) = *types.canonical(elem) {
                elem = inner;
            }
            let name = self.flat_pointer(elem, "");
            return text(format!("({name}){}", self.operand(operand, UNARY)), UNARY);
        }
        if implicit && !self.pointer_cast_needed(e.ty, operand) {
            return self.print(operand);
        }
        if matches!(types.canonical(e.ty), Type::Void) {
            return text(format!("(void){}", self.operand(operand, UNARY)), UNARY);
        }
        text(
            format!(
                "({}){}",
                self.type_name(self.unqualified(e.ty)),
                self.operand(operand, UNARY)
            ),
            UNARY,
        )
    }

    /// A `long double` literal that is converted at once, as in gcc's DBL_MAX, becomes a literal of the narrower type. (C
    /// rounds twice; that differs only within 2^-64 of the middle between two neighbours.)
    fn narrowed(&self, to: TypeId, operand: &Expr) -> Option<Text> {
        let types = &self.unit.types;
        let operand = operand.strip_implicit();
        let Type::Float(kind @ (FloatKind::Double | FloatKind::Float)) = types.canonical(to) else {
            return None;
        };
        if let ExprKind::Unary(op @ (UnaryOp::Minus | UnaryOp::Plus), a) = &operand.kind {
            let sign = if *op == UnaryOp::Minus { "-" } else { "" };
            return Some(text(format!("{sign}{}", self.narrowed(to, a)?.s), UNARY));
        }
        let ExprKind::FloatLit { text: literal } = &operand.kind else {
            return None;
        };
        if !matches!(
            types.canonical(operand.ty),
            Type::Float(FloatKind::LongDouble)
        ) {
            return None;
        }
        let digits = literal.trim_end_matches(['l', 'L']);
        let hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
        let double = *kind == FloatKind::Double;
        let fits = if double {
            digits.parse::<f64>().is_ok_and(f64::is_finite)
        } else {
            digits.parse::<f32>().is_ok_and(f32::is_finite)
        };
        if !fits && !hexadecimal {
            self.helper("infinity");
            let cast = if double { "" } else { "(float)" };
            return Some(text(format!("{cast}ACCRS_INFINITY"), UNARY));
        }
        let suffix = if double { "" } else { "f" };
        Some(text(format!("{digits}{suffix}"), PRIMARY))
    }

    /// Whether C++ refuses a conversion that C does silently.
    fn pointer_cast_needed(&self, to: TypeId, operand: &Expr) -> bool {
        let types = &self.unit.types;
        if !types.is_pointer(to) {
            return types.is_integer(to)
                && types.is_pointer(operand.ty)
                && !matches!(types.canonical(to), Type::Bool);
        }
        let (Some(to), from) = (types.pointee(to), types.pointee(operand.ty)) else {
            return false;
        };
        let Some(from) = from else {
            return operand.int_value() != Some(0);
        };
        let (a, b) = (types.qualifiers(to), types.qualifiers(from));
        if (b.is_const && !a.is_const) || (b.is_volatile && !a.is_volatile) {
            return true;
        }
        types.canonical_id(to) != types.canonical_id(from)
            && !matches!(types.canonical(to), Type::Void)
    }

    /// The size of a type.
    pub(crate) fn bytes_of(&self, ty: TypeId) -> String {
        self.size_of(ty).s
    }

    fn size_of(&self, ty: TypeId) -> Text {
        let types = &self.unit.types;
        if self.is_bytes(ty) {
            return text("1UL", PRIMARY);
        }
        if super::has_no_size(types, ty) {
            return text("0UL", PRIMARY);
        }
        if !types.is_variably_modified(ty) || types.is_pointer(ty) {
            return text(format!("sizeof({})", self.type_name(ty)), PRIMARY);
        }
        let mut parts = Vec::new();
        let mut t = ty;
        while types.is_variably_modified(t)
            && let Type::Array(elem, _) = types.canonical(t)
        {
            parts.extend(self.length(t));
            t = *elem;
        }
        let mut s = format!("sizeof({})", self.type_name(t));
        for p in parts {
            s = format!("{s} * {p}");
        }
        text(s, MULTIPLY)
    }

    /// Notes that the text uses the enum that defines a constant; false if none does, or if the name is another's.
    fn use_enum_constant(&self, name: &str, value: i128) -> bool {
        let Some((id, defined)) = self.unit.types.enum_constant(name) else {
            return false;
        };
        if defined != value {
            return false;
        }
        self.used.borrow_mut().enums.insert(id);
        true
    }
}
