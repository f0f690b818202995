//! Prints expressions as C, with parentheses where precedence needs them. A dialect's own form goes first.

use super::{Access, Dialect, Printer};
use accrs_frontend::region::{
    BASE, BinaryOp, Designator, Expr, ExprKind, InitItem, Stmt, Type, TypeId, UnaryOp,
};

pub(crate) const PRIMARY: u8 = 16;
pub(super) const UNARY: u8 = 15;
pub(super) const MULTIPLY: u8 = 14;
pub(super) const ADD: u8 = 13;
pub(super) const CONDITIONAL: u8 = 3;
pub(super) const ASSIGN: u8 = 2;

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

/// An expression's text and how tightly it binds.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub s: String,
    pub prec: u8,
}

pub(super) fn text(s: impl Into<String>, prec: u8) -> Text {
    Text { s: s.into(), prec }
}

impl Text {
    /// The text as an operand that must bind at least as tightly as `prec`.
    pub(super) fn at(self, prec: u8) -> String {
        if self.prec < prec {
            format!("({})", self.s)
        } else {
            self.s
        }
    }
}

impl Printer<'_> {
    pub fn expr(&self, e: &Expr) -> String {
        self.print(e).s
    }

    /// An expression as an operand that must bind at least as tightly as `prec`.
    pub fn operand(&self, e: &Expr, prec: u8) -> String {
        self.print(e).at(prec)
    }

    /// An expression where a comma would be a separator, as in arguments and initialisers.
    pub fn argument(&self, e: &Expr) -> String {
        self.operand(e, ASSIGN)
    }

    pub(crate) fn print(&self, e: &Expr) -> Text {
        let own = match self.dialect {
            Dialect::Cuda => self.cuda(e),
            Dialect::HostC => self.host(e),
            Dialect::Report => self.report(e),
            Dialect::Ir => self.ir(e),
        };
        own.unwrap_or_else(|| self.plain(e))
    }

    /// C's own form.
    fn plain(&self, e: &Expr) -> Text {
        use ExprKind::*;
        match &e.kind {
            IntLit { text: t, value } if t.is_empty() => text(value.to_string(), PRIMARY),
            IntLit { text: t, .. }
            | FloatLit { text: t }
            | CharLit { text: t, .. }
            | StringLit { text: t } => text(t, PRIMARY),
            Offsetof { text: t, .. } => text(accrs_frontend::source::one_line(t), PRIMARY),
            Var(id) => match self.var(*id) {
                Access::Name(n) => text(n, PRIMARY),
                Access::Deref(n) => text(format!("*{n}"), UNARY),
            },
            Function(id) => text(&self.unit.function(*id).name, PRIMARY),
            EnumConst { name, .. } => text(name, PRIMARY),
            Unary(op, a) => self.plain_unary(*op, a),
            Binary(op, a, b) => self.plain_binary(*op, a, b),
            Assign(op, a, b) => {
                let symbol = op.map_or("", BinaryOp::symbol);
                let (a, b) = (self.operand(a, UNARY), self.operand(b, ASSIGN));
                text(format!("{a} {symbol}= {b}"), ASSIGN)
            }
            Conditional(c, middle, last) => {
                let cond = self.operand(c, CONDITIONAL + 1);
                let last = self.operand(last, CONDITIONAL);
                let middle = middle.as_ref().map(|m| format!("? {} ", self.expr(m)));
                let middle = middle.unwrap_or_else(|| "?".into());
                text(format!("{cond} {middle}: {last}"), CONDITIONAL)
            }
            Call { callee, args } => {
                let args: Vec<String> = args.iter().map(|a| self.argument(a)).collect();
                let callee = self.operand(callee, PRIMARY);
                text(format!("{callee}({})", args.join(", ")), PRIMARY)
            }
            Index(a, i) => {
                let (a, i) = (self.operand(a, PRIMARY), self.expr(i));
                text(format!("{a}[{i}]"), PRIMARY)
            }
            // The array of a vector's elements has no name in C.
            Member { base, .. } if self.unit.types.vector(base.ty).is_some() => self.print(base),
            Member { base, field, arrow } if self.dialect == Dialect::HostC => {
                self.member_in_cpp(base, field, *arrow, e)
            }
            Member { base, field, arrow } => {
                let dot = if *arrow { "->" } else { "." };
                let base = self.operand(base, PRIMARY);
                text(format!("{base}{dot}{field}"), PRIMARY)
            }
            Cast {
                implicit: true,
                operand,
            } => self.print(operand),
            Cast { operand, .. } => {
                let operand = self.operand(operand, UNARY);
                text(format!("({}){operand}", self.type_name(e.ty)), UNARY)
            }
            SizeofExpr(a) => text(format!("sizeof({})", self.expr(a)), PRIMARY),
            SizeofType(t) => text(format!("sizeof({})", self.type_name(*t)), PRIMARY),
            AlignofType(t) => text(format!("_Alignof({})", self.type_name(*t)), PRIMARY),
            CompoundLiteral(init) => {
                let name = self.type_name(e.ty);
                text(format!("({name}){}", self.expr(init)), PRIMARY)
            }
            InitList(items) => text(self.plain_list(items), PRIMARY),
            StmtExpr(stmts) => text(self.plain_statements(stmts), PRIMARY),
        }
    }

    /// A member by the name that the host's text has for it: that of a base's member is qualified, and a base has none.
    fn member_in_cpp(&self, base: &Expr, field: &str, arrow: bool, e: &Expr) -> Text {
        let class = |ty: TypeId| match self.unit.types.canonical(ty) {
            Type::Record(r) => self.unit.types.records[r.index()].written.as_deref(),
            _ => None,
        };
        let dot = |arrow| if arrow { "->" } else { "." };
        if field.starts_with(BASE) {
            let object = self.operand(base, PRIMARY);
            let object = if arrow { format!("*{object}") } else { object };
            let to = class(e.ty).unwrap_or("");
            return text(format!("static_cast<const {to} &>({object})"), PRIMARY);
        }
        if let Some(offset) = self.private_at(base, field, arrow) {
            // The code around may not name it.
            let object = self.operand(base, PRIMARY);
            let object = if arrow { object } else { format!("&{object}") };
            let to = self.declare(e.ty, "(*)").replacen(
                "(*)",
                "*",
                usize::from(!self.unit.types.is_array(e.ty)),
            );
            return text(format!("(*({to})((char *)({object}) + {offset}))"), PRIMARY);
        }
        let (mut object, mut arrow, mut name) = (base, arrow, field.to_string());
        if let (true, Some(class)) = (is_base(object), class(object.ty)) {
            name = format!("{}::{field}", class.trim_start_matches("::"));
        }
        while let ExprKind::Member {
            base,
            arrow: behind,
            ..
        } = &object.kind
            && is_base(object)
        {
            (object, arrow) = (base, *behind);
        }
        let object = self.operand(object, PRIMARY);
        text(format!("{object}{}{name}", dot(arrow)), PRIMARY)
    }

    /// The offset in bytes of a member that its class keeps to itself, unless it is one of `this`.
    fn private_at(&self, base: &Expr, field: &str, arrow: bool) -> Option<u64> {
        let types = &self.unit.types;
        // That of a lambda is named where the lambda is called.
        let this = |v| self.unit.is_this(v) && self.unit.var(v).name == "this";
        let of_this = |e: &Expr| matches!(e.strip_implicit().kind, ExprKind::Var(v) if this(v));
        let own = match &base.kind {
            ExprKind::Unary(UnaryOp::Deref, p) => of_this(p),
            _ => arrow && of_this(base),
        };
        let class = if arrow {
            types.pointee(base.ty)?
        } else {
            base.ty
        };
        let Type::Record(r) = types.canonical(class) else {
            return None;
        };
        let fields = types.records[r.index()].fields.as_ref()?;
        let f = fields.iter().find(|f| f.name == field)?;
        (f.is_private && !own && f.bit_width.is_none()).then_some(f.offset_bits / 8)
    }

    fn plain_unary(&self, op: UnaryOp, a: &Expr) -> Text {
        let symbol = match op {
            UnaryOp::PostInc | UnaryOp::PostDec => {
                let symbol = if op == UnaryOp::PostInc { "++" } else { "--" };
                return text(format!("{}{symbol}", self.operand(a, PRIMARY)), PRIMARY);
            }
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
            UnaryOp::Deref => "*",
            UnaryOp::AddrOf => "&",
            UnaryOp::PreInc => "++",
            UnaryOp::PreDec => "--",
            UnaryOp::Real => "__real__ ",
            UnaryOp::Imag => "__imag__ ",
        };
        let a = self.operand(a, UNARY);
        // `- -a` must not become `--a`.
        let first = &symbol[..1];
        let gap = if "+-&".contains(first) && a.starts_with(first) {
            " "
        } else {
            ""
        };
        text(format!("{symbol}{gap}{a}"), UNARY)
    }

    pub(super) fn plain_binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Text {
        let p = precedence(op);
        let (left, right) = (self.print(a), self.print(b));
        let host = self.dialect == Dialect::HostC;
        let part = |e: &Expr, t: Text, p: u8| match host && super::host::is_confusing(op, e) {
            true => format!("({})", t.s),
            false => t.at(p),
        };
        let (left, right) = (part(a, left, p), part(b, right, p + 1));
        let symbol = op.symbol();
        let tight = matches!(op, BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem);
        let s = match (op, self.dialect) {
            (BinaryOp::Comma, _) => format!("{left}, {right}"),
            (_, Dialect::Report) if tight => format!("{left}{symbol}{right}"),
            _ => format!("{left} {symbol} {right}"),
        };
        text(s, p)
    }

    /// `{.a = 1, [2] = 3}`
    fn plain_list(&self, items: &[InitItem]) -> String {
        let items: Vec<String> = items
            .iter()
            .map(|i| {
                let mut head: String = i.designators.iter().map(|d| self.designator(d)).collect();
                if !head.is_empty() {
                    head.push_str(" = ");
                }
                head + &self.argument(&i.value)
            })
            .collect();
        format!("{{{}}}", items.join(", "))
    }

    fn designator(&self, d: &Designator) -> String {
        match d {
            Designator::Field(name) => format!(".{name}"),
            Designator::Index(e) => format!("[{}]", self.expr(e)),
            Designator::Range(a, b) => format!("[{} ... {}]", self.expr(a), self.expr(b)),
        }
    }

    /// `({ ...; value; })` on one line, since it may stand in a directive.
    fn plain_statements(&self, stmts: &[Stmt]) -> String {
        let printed = super::stmt::printed(self, stmts);
        let lines: Vec<&str> = printed.lines().map(str::trim).collect();
        format!("({{ {} }})", lines.join(" "))
    }
}

/// Whether evaluating an expression twice differs from once: it assigns, steps or calls.
pub(super) fn has_effects(e: &Expr) -> bool {
    use ExprKind::*;
    e.any_expr(|e| match &e.kind {
        Assign(..) | Call { .. } | StmtExpr(_) => true,
        Unary(op, _) => is_step(*op),
        _ => false,
    })
}

/// Whether an expression is the part of an object that is a base of its class.
fn is_base(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Member { field, .. } if field.starts_with(BASE))
}

/// `++` and `--`
pub(super) fn is_step(op: UnaryOp) -> bool {
    use UnaryOp::{PostDec, PostInc, PreDec, PreInc};
    matches!(op, PreInc | PreDec | PostInc | PostDec)
}
