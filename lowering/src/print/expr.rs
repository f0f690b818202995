//! Expressions, with parentheses exactly where precedence asks for them.

use super::library::device_name;
use super::{Access, Printer, Text};
use crate::names::safe;
use accrs_frontend::region::{
    ArrayLen, BinaryOp, Designator, Expr, ExprKind, FloatKind, FunctionId, InitItem, Type, TypeId,
    UnaryOp,
};

const PRIMARY: u8 = 16;
const UNARY: u8 = 15;
const MULTIPLY: u8 = 14;
const ADD: u8 = 13;
const CONDITIONAL: u8 = 3;
const ASSIGN: u8 = 2;

pub(crate) fn precedence(op: BinaryOp) -> u8 {
    use BinaryOp::*;
    match op {
        Mul | Div | Rem => MULTIPLY,
        Add | Sub => ADD,
        Shl | Shr => 12,
        Lt | Gt | Le | Ge => 10,
        Eq | Ne => 9,
        BitAnd => 8,
        BitXor => 7,
        BitOr => 6,
        And => 5,
        Or => 4,
        Comma => 1,
    }
}

fn text(s: impl Into<String>, prec: u8) -> Text {
    Text { s: s.into(), prec }
}

impl Text {
    /// As an operand where at least `prec` is needed.
    fn at(self, prec: u8) -> String {
        if self.prec < prec {
            format!("({})", self.s)
        } else {
            self.s
        }
    }
}

/// Base and element number (in elements of the level it stands at) of a flattened array.
struct Flat {
    base: Text,
    index: Option<Text>,
}

impl Printer<'_> {
    pub fn expr(&self, e: &Expr) -> String {
        self.print(e).s
    }

    /// As an operand that binds at least as tightly as `prec`.
    pub fn operand(&self, e: &Expr, prec: u8) -> String {
        self.print(e).at(prec)
    }

    /// Where a comma would separate: arguments, initialisers.
    pub fn argument(&self, e: &Expr) -> String {
        self.operand(e, ASSIGN)
    }

    pub(crate) fn print(&self, e: &Expr) -> Text {
        use ExprKind::*;
        if self.is_flat(e) {
            return self.flat_value(e);
        }
        match &e.kind {
            IntLit { text: t, .. } | CharLit { text: t, .. } | StringLit { text: t } => {
                text(t, PRIMARY)
            }
            FloatLit { text: t } => {
                if matches!(
                    self.unit.types.canonical(e.ty),
                    Type::Float(FloatKind::LongDouble)
                ) {
                    self.refuse(e.span, "'long double' has no counterpart on a device");
                }
                text(t, PRIMARY)
            }
            Var(id) => match self.var(*id) {
                Access::Name(n) => text(n, PRIMARY),
                Access::Deref(n) => text(format!("*{n}"), UNARY),
            },
            Function(id) => {
                self.refuse(
                    e.span,
                    "pointers to functions are not supported on a device",
                );
                text(self.function_name(*id), PRIMARY)
            }
            EnumConst { name, .. } => {
                self.use_enum_constant(name);
                text(safe(name), PRIMARY)
            }
            Unary(op, a) => self.unary(e, *op, a),
            Binary(op, a, b) => {
                if *op == BinaryOp::Sub && self.is_flat_pointer(a) && self.is_flat_pointer(b) {
                    self.refuse(
                        e.span,
                        "the distance of two pointers to rows of variable length is not supported on a device",
                    );
                }
                let p = precedence(*op);
                let (a, b) = (self.operand(a, p), self.operand(b, p + 1));
                let gap = if *op == BinaryOp::Comma { "" } else { " " };
                text(format!("{a}{gap}{} {b}", op.symbol()), p)
            }
            Assign(op, a, b) => {
                let symbol = op.map_or("", BinaryOp::symbol);
                let (a, b) = (self.operand(a, UNARY), self.operand(b, ASSIGN));
                text(format!("{a} {symbol}= {b}"), ASSIGN)
            }
            Conditional(c, middle, last) => {
                let cond = self.operand(c, CONDITIONAL + 1);
                let middle = match middle {
                    Some(m) => self.expr(m),
                    None => {
                        // It is printed twice, so it must not do anything twice.
                        if has_effects(c) {
                            self.refuse(
                                c.span,
                                "'?:' without its middle on a value with side effects is not supported on a device",
                            );
                        }
                        cond.clone()
                    }
                };
                let last = self.operand(last, CONDITIONAL);
                text(format!("{cond} ? {middle} : {last}"), CONDITIONAL)
            }
            Call { callee, args } => self.call(e, callee, args),
            Index(a, i) => self.index(a, i),
            Member { base, field, arrow } => self.member(base, field, *arrow),
            Cast { implicit, operand } => self.cast(e, *implicit, operand),
            SizeofExpr(a) => self.size_of(a.ty),
            SizeofType(t) => self.size_of(*t),
            AlignofType(t) => text(format!("alignof({})", self.type_name(*t)), PRIMARY),
            CompoundLiteral(init) => {
                if self.unit.types.is_array(e.ty) {
                    self.refuse(
                        e.span,
                        "an array compound literal is not supported on a device",
                    );
                }
                let name = match self.unit.types.canonical(e.ty) {
                    Type::Record(r) => {
                        self.record_name(*r);
                        self.record_tag(*r).1
                    }
                    _ => {
                        return text(
                            format!("({})({})", self.type_name(e.ty), self.expr(init)),
                            UNARY,
                        );
                    }
                };
                text(format!("{name}{}", self.expr(init)), PRIMARY)
            }
            InitList(items) => text(self.init_list(e, items), PRIMARY),
            StmtExpr(_) => {
                self.refuse(
                    e.span,
                    "a statement expression is not supported on a device",
                );
                text("0", PRIMARY)
            }
            Offsetof { value, .. } => text(format!("{value}UL"), PRIMARY),
        }
    }

    fn unary(&self, e: &Expr, op: UnaryOp, a: &Expr) -> Text {
        let symbol = match op {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
            UnaryOp::Deref => {
                if let Some(t) = self.flat_element(a, None) {
                    return t;
                }
                "*"
            }
            UnaryOp::AddrOf => return self.address_of(e, a),
            UnaryOp::PreInc => "++",
            UnaryOp::PreDec => "--",
            UnaryOp::PostInc | UnaryOp::PostDec => {
                self.refuse_bool_step(a);
                let symbol = if op == UnaryOp::PostInc { "++" } else { "--" };
                return text(format!("{}{symbol}", self.operand(a, PRIMARY)), PRIMARY);
            }
            UnaryOp::Real | UnaryOp::Imag => {
                self.refuse(e.span, "'_Complex' is not supported on a device");
                ""
            }
        };
        if matches!(op, UnaryOp::PreInc | UnaryOp::PreDec) {
            self.refuse_bool_step(a);
        }
        let a = self.operand(a, UNARY);
        // `- -a` must not become `--a`.
        let gap =
            if !symbol.is_empty() && a.starts_with(&symbol[..1]) && "+-&".contains(&symbol[..1]) {
                " "
            } else {
                ""
            };
        text(format!("{symbol}{gap}{a}"), UNARY)
    }

    /// A pointer whose steps are rows of variable length, which are flattened here.
    fn is_flat_pointer(&self, e: &Expr) -> bool {
        let types = &self.unit.types;
        types
            .pointee(e.ty)
            .is_some_and(|to| types.is_variably_modified(to))
    }

    fn refuse_bool_step(&self, a: &Expr) {
        if matches!(self.unit.types.canonical(a.ty), Type::Bool) {
            self.refuse(
                a.span,
                "'++' and '--' of a _Bool are not supported on a device",
            );
        }
    }

    fn address_of(&self, e: &Expr, a: &Expr) -> Text {
        if let ExprKind::Var(id) = a.kind {
            if let Access::Deref(name) = self.var(id) {
                return text(name, PRIMARY);
            }
            // An array that reached the kernel as the address of its first element.
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
        text(format!("&{}", self.operand(a, UNARY)), UNARY)
    }

    fn member(&self, base: &Expr, field: &str, arrow: bool) -> Text {
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

    pub(crate) fn function_name(&self, id: FunctionId) -> String {
        self.used.borrow_mut().functions.insert(id);
        let name = &self.unit.function(id).name;
        // A function of the user's that is called like one of CUDA's must not overload it.
        if device_name(name).is_some()
            || ["min", "max", "rsqrt", "norm", "clamp"].contains(&name.as_str())
        {
            format!("{name}_")
        } else {
            safe(name)
        }
    }

    fn call(&self, e: &Expr, callee: &Expr, args: &[Expr]) -> Text {
        let ExprKind::Function(id) = callee.strip_implicit().kind else {
            self.refuse_call(
                e.span,
                "a call through a pointer is not supported on a device",
            );
            return text("0", PRIMARY);
        };
        let f = self.unit.function(id);
        if f.body.is_some() {
            let args: Vec<String> = args.iter().map(|a| self.argument(a)).collect();
            return text(
                format!("{}({})", self.function_name(id), args.join(", ")),
                PRIMARY,
            );
        }
        match f.name.as_str() {
            "__builtin_expect" if args.len() == 2 => return self.print(&args[0]),
            "acc_on_device" if args.len() == 1 => {
                self.helper("on_device");
                return text(
                    format!("accrs_on_device({})", self.argument(&args[0])),
                    PRIMARY,
                );
            }
            _ => {}
        }
        let Some(name) = device_name(&f.name) else {
            self.refuse_call(e.span, format!("'{}' can't be called on a device: its body is not known here and CUDA has no such function", f.name));
            return text("0", PRIMARY);
        };
        if let Some(constant) = name.strip_prefix('(') {
            self.helper("infinity");
            return text(format!("({constant}"), PRIMARY);
        }
        let args: Vec<String> = args.iter().map(|a| self.library_argument(a)).collect();
        text(format!("{name}({})", args.join(", ")), PRIMARY)
    }

    /// C converts to the prototype's type; C++ would choose an overload by the operand's.
    fn library_argument(&self, a: &Expr) -> String {
        let types = &self.unit.types;
        match &a.kind {
            ExprKind::Cast {
                implicit: true,
                operand,
            } if types.is_arithmetic(a.ty)
                && types.is_arithmetic(operand.ty)
                && types.canonical_id(a.ty) != types.canonical_id(operand.ty) =>
            {
                format!(
                    "({}){}",
                    self.type_name(self.unqualified(a.ty)),
                    self.operand(operand, UNARY)
                )
            }
            _ => self.argument(a),
        }
    }

    fn cast(&self, e: &Expr, implicit: bool, operand: &Expr) -> Text {
        let types = &self.unit.types;
        if matches!(types.canonical(e.ty), Type::Float(FloatKind::LongDouble)) {
            self.refuse(e.span, "'long double' has no counterpart on a device");
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

    fn size_of(&self, ty: TypeId) -> Text {
        let types = &self.unit.types;
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

    fn use_enum_constant(&self, name: &str) {
        let enums = &self.unit.types.enums;
        if let Some(i) = enums
            .iter()
            .position(|e| e.constants.iter().any(|c| c.0 == name))
        {
            self.used
                .borrow_mut()
                .enums
                .insert(accrs_frontend::region::EnumId(i as u32));
        }
    }
}

/// Subscripts and initialisers.
impl Printer<'_> {
    fn index(&self, a: &Expr, i: &Expr) -> Text {
        if let Some(t) = self.flat_element(a, Some(i)) {
            return t;
        }
        text(
            format!("{}[{}]", self.operand(a, PRIMARY), self.expr(i)),
            PRIMARY,
        )
    }

    /// An array of variable length, or a pointer to one.
    fn is_flat(&self, e: &Expr) -> bool {
        let types = &self.unit.types;
        match types.canonical(e.ty) {
            Type::Array(..) => types.is_variably_modified(e.ty),
            Type::Pointer(to) => types.is_variably_modified(*to),
            _ => false,
        }
    }

    /// `a[i]` (or `*a`) where `a` is flattened and the element has a fixed size.
    fn flat_element(&self, a: &Expr, i: Option<&Expr>) -> Option<Text> {
        if !self.is_flat(a) {
            return None;
        }
        let flat = self.step(self.flat(a), a.ty, i);
        let index = flat.index.map_or("0".to_string(), |t| t.s);
        Some(text(format!("{}[{index}]", flat.base.at(PRIMARY)), PRIMARY))
    }

    /// One subscript further: rows are scaled by the length of the array they are rows of.
    fn step(&self, flat: Flat, ty: TypeId, i: Option<&Expr>) -> Flat {
        let Flat { base, index } = flat;
        let index = match (index, self.length(ty)) {
            (Some(row), Some(length)) => Some(text(format!("{} * {length}", wide(&row)), MULTIPLY)),
            (row, _) => row,
        };
        let added = i.map(|i| (self.print(i), self.size(i)));
        let index = match (index, added) {
            (None, Some((i, size))) => Some(Text {
                s: i.s,
                prec: if size == Some(8) {
                    i.prec
                } else {
                    i.prec.min(UNARY)
                },
            }),
            (Some(row), Some((i, _))) => {
                Some(text(format!("{} + {}", row.at(ADD), i.at(ADD + 1)), ADD))
            }
            (row, None) => row,
        };
        Flat { base, index }
    }

    fn size(&self, e: &Expr) -> Option<u64> {
        self.unit.types.size_of(e.ty)
    }

    fn flat(&self, e: &Expr) -> Flat {
        match &e.kind {
            ExprKind::Index(a, i) if self.is_flat(a) => self.step(self.flat(a), a.ty, Some(i)),
            ExprKind::Unary(UnaryOp::Deref, a) if self.is_flat(a) => {
                self.step(self.flat(a), a.ty, None)
            }
            ExprKind::Unary(UnaryOp::AddrOf, a) if self.is_flat(a) => self.flat(a),
            ExprKind::Binary(BinaryOp::Add, a, i) if self.is_flat(a) => {
                self.step(self.flat(a), a.ty, Some(i))
            }
            ExprKind::Cast {
                implicit: true,
                operand,
            } if self.is_flat(operand) => self.flat(operand),
            ExprKind::Cast { operand, .. } => {
                let inner = if self.is_flat(operand) {
                    self.flat_value(operand)
                } else {
                    self.print(operand)
                };
                let base = format!("({}){}", self.type_name(e.ty), inner.at(UNARY));
                Flat {
                    base: text(base, UNARY),
                    index: None,
                }
            }
            ExprKind::Var(id) => {
                let base = match self.var(*id) {
                    Access::Name(n) => text(n, PRIMARY),
                    Access::Deref(n) => text(format!("*{n}"), UNARY),
                };
                Flat { base, index: None }
            }
            _ => {
                self.refuse(
                    e.span,
                    "this use of an array of variable length is not supported on a device",
                );
                Flat {
                    base: text("0", PRIMARY),
                    index: None,
                }
            }
        }
    }

    /// A flattened array as a value: the address of its first element.
    fn flat_value(&self, e: &Expr) -> Text {
        let Flat { base, index } = self.flat(e);
        let Some(index) = index else { return base };
        let types = &self.unit.types;
        let mut t = match types.canonical(e.ty) {
            Type::Pointer(to) => *to,
            _ => e.ty,
        };
        let mut offset = index;
        while types.is_variably_modified(t)
            && let Type::Array(elem, _) = types.canonical(t)
        {
            let length = self.length(t).unwrap_or_default();
            offset = text(format!("{} * {length}", wide(&offset)), MULTIPLY);
            t = *elem;
        }
        text(format!("{} + {}", base.at(ADD), offset.at(ADD + 1)), ADD)
    }

    /// Braces: positions instead of designators, and every conversion written out.
    fn init_list(&self, e: &Expr, items: &[InitItem]) -> String {
        let slots = self.slots(e, items);
        let parts: Vec<String> = slots
            .into_iter()
            .map(|item| item.map_or("{}".to_string(), |v| self.library_argument(v)))
            .collect();
        if parts.is_empty() {
            "{}".into()
        } else {
            format!("{{{}}}", parts.join(", "))
        }
    }

    fn slots<'e>(&self, e: &Expr, items: &'e [InitItem]) -> Vec<Option<&'e Expr>> {
        let types = &self.unit.types;
        let fields = match types.canonical(e.ty) {
            Type::Record(r) => types.records[r.index()].fields.as_deref(),
            _ => None,
        };
        let is_union =
            matches!(types.canonical(e.ty), Type::Record(r) if types.records[r.index()].is_union);
        let mut slots: Vec<Option<&Expr>> = Vec::new();
        let mut next = 0usize;
        for item in items {
            match item.designators.as_slice() {
                [] => {}
                [Designator::Field(name)] => {
                    match fields.and_then(|f| f.iter().position(|f| f.name == *name)) {
                        Some(at) if !is_union || at == 0 => next = at,
                        _ => self.refuse(
                            item.value.span,
                            "this designated initialiser is not supported on a device",
                        ),
                    }
                }
                [Designator::Index(i)] => match i.int_value().and_then(|v| usize::try_from(v).ok())
                {
                    Some(at) if at < 65536 => next = at,
                    _ => self.refuse(
                        item.value.span,
                        "this designated initialiser is not supported on a device",
                    ),
                },
                _ => self.refuse(
                    item.value.span,
                    "this designated initialiser is not supported on a device",
                ),
            }
            if slots.len() <= next {
                slots.resize(next + 1, None);
            }
            slots[next] = Some(&item.value);
            next += 1;
        }
        if let Type::Array(_, ArrayLen::Fixed(n)) = types.canonical(e.ty) {
            slots.truncate(usize::try_from(*n).unwrap_or(usize::MAX));
        }
        slots
    }
}

/// A row number as C's pointer arithmetic sees it: 64 bits wide.
fn wide(row: &Text) -> String {
    if row.s.starts_with("(long)") {
        row.clone().at(MULTIPLY)
    } else {
        format!("(long){}", row.clone().at(UNARY))
    }
}

/// Whether evaluating an expression twice differs from once: it assigns, steps or calls.
fn has_effects(e: &Expr) -> bool {
    use ExprKind::*;
    let own = matches!(
        &e.kind,
        Assign(..)
            | Call { .. }
            | StmtExpr(_)
            | Unary(
                UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                _
            )
    );
    let mut found = own;
    e.children(&mut |c| found |= has_effects(c));
    found
}
