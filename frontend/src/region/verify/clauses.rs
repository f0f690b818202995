//! Types of what clauses name (OpenACC 3.3 §2.5 to §2.9, §2.16).

use super::exclusive;
use crate::diag::{Diagnostic, codes};
use crate::directive::{
    Clause, ClauseKind, DataKind, DataRef, Directive, GangArg, ReductionOp, Section,
};
use crate::region::{
    ArrayLen, BinaryOp, Expr, ExprKind, Storage, Type, TypeId, UnaryOp, Unit, constant,
};

/// Checks the clauses of one directive; `half` is the loop of a combined construct.
pub fn check(
    unit: &Unit,
    d: &Directive<Expr>,
    half: Option<&Directive<Expr>>,
    strict: bool,
    out: &mut Vec<Diagnostic>,
) {
    let mut c = Checker { unit, strict, out };
    for clause in &d.clauses {
        c.clause(&clause.kind, &clause.name);
    }
    let halves = d.clauses.iter().chain(half.iter().flat_map(|h| &h.clauses));
    let all: Vec<&Clause<Expr>> = halves.collect();
    exclusive::check(&all, c.out);
}

struct Checker<'a> {
    unit: &'a Unit,
    strict: bool,
    out: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    fn clause(&mut self, kind: &ClauseKind<Expr>, name: &str) {
        match kind {
            ClauseKind::If(e) | ClauseKind::SelfClause(Some(e)) => {
                let scalar = self.unit.types.is_scalar(e.ty) || self.unit.types.is_array(e.ty);
                if !scalar {
                    self.wrong(e, name, "a condition (a scalar)");
                }
            }
            ClauseKind::Async(Some(e)) | ClauseKind::DeviceNum(e) | ClauseKind::DefaultAsync(e) => {
                self.integer(e, name)
            }
            ClauseKind::NumWorkers(e)
            | ClauseKind::VectorLength(e)
            | ClauseKind::Worker(Some(e))
            | ClauseKind::Vector(Some(e)) => self.size(e, name),
            ClauseKind::Wait(args) => {
                args.devnum
                    .iter()
                    .chain(&args.queues)
                    .for_each(|e| self.integer(e, name));
            }
            ClauseKind::NumGangs(list) => list.iter().for_each(|e| self.size(e, name)),
            ClauseKind::Gang(args) => args.iter().for_each(|a| self.gang(a, name)),
            ClauseKind::Private(vars)
            | ClauseKind::Firstprivate(vars)
            | ClauseKind::Cache { vars, .. } => vars.iter().for_each(|v| {
                if let Some(ty) = self.data(v) {
                    self.complete(v, ty);
                }
            }),
            ClauseKind::Reduction(op, vars) => {
                for v in vars {
                    if let Some(ty) = self.data(v) {
                        self.reduction(*op, v, ty);
                    }
                }
            }
            ClauseKind::Data(kind, _, vars) => {
                vars.iter().for_each(|v| self.data_item(*kind, v, name));
            }
            ClauseKind::Unroll(Some(e)) => {
                self.integer(e, name);
                if !matches!(constant(e), Some(1..=65535)) {
                    self.not_constant(e, "`unroll` takes a constant from 1 to 65535");
                }
            }
            // Constants, which `region/canonical.rs` and `verify/loops.rs` look at.
            ClauseKind::Collapse { .. } | ClauseKind::Tile(_) => {}
            // Without an expression.
            ClauseKind::SelfClause(None)
            | ClauseKind::Async(None)
            | ClauseKind::Worker(None)
            | ClauseKind::Vector(None)
            | ClauseKind::Unroll(None)
            | ClauseKind::Default(_)
            | ClauseKind::Seq
            | ClauseKind::Auto
            | ClauseKind::Independent
            | ClauseKind::DeviceType(_)
            | ClauseKind::IfPresent
            | ClauseKind::Finalize
            | ClauseKind::Bind(_)
            | ClauseKind::Nohost
            | ClauseKind::RoutineName(_)
            | ClauseKind::Host
            | ClauseKind::Kernel
            | ClauseKind::Shortloop => {}
        }
    }

    fn gang(&mut self, argument: &GangArg<Expr>, name: &str) {
        match argument {
            GangArg::Num(e) | GangArg::Static(Some(e)) => self.size(e, name),
            GangArg::Dim(e) if !matches!(constant(e), Some(1..=3)) => {
                self.not_constant(e, "`dim:` takes 1, 2 or 3");
            }
            GangArg::Dim(_) | GangArg::Static(None) => {}
        }
    }

    fn data_item(&mut self, kind: DataKind, v: &DataRef<Expr>, name: &str) {
        use DataKind as K;
        let ty = self.data(v);
        if kind == K::UseDevice && !matches!(v.base.kind, ExprKind::Var(_)) {
            let message = format!(
                "`use_device` takes the names of variables, not `{}`",
                v.text
            );
            let d = Diagnostic::error(codes::WHOLE_VARIABLE, v.span, message)
                .help("copy the pointer into a variable of its own");
            return self.out.push(d);
        }
        if matches!(kind, K::Copy | K::Copyin | K::Copyout | K::Create) {
            self.flexible(v);
        }
        let Some(ty) = ty else { return };
        match kind {
            K::Copy
            | K::Copyin
            | K::Copyout
            | K::Create
            | K::NoCreate
            | K::UpdateHost
            | K::UpdateDevice
            | K::DeviceResident
            | K::Link => self.complete(v, ty),
            K::Deviceptr | K::Attach | K::Detach | K::UseDevice => {
                self.pointer(v, ty, kind, name);
            }
            _ => {}
        }
    }

    /// `deviceptr`, `attach` and `detach` take pointers (§2.7.4, §2.7.12, §2.7.13), `use_device` arrays
    /// too (§2.8); a parameter that is declared as an array is a pointer.
    fn pointer(&mut self, v: &DataRef<Expr>, ty: TypeId, kind: DataKind, name: &str) {
        let types = &self.unit.types;
        let param = |e: &Expr| match &e.kind {
            ExprKind::Var(id) => self.unit.var(*id).storage == Storage::Param,
            _ => false,
        };
        let arrays = kind == DataKind::UseDevice;
        if types.is_pointer(ty) || (types.is_array(ty) && (arrays || param(&v.base))) {
            return;
        }
        let what = if arrays {
            "pointers and arrays"
        } else {
            "pointers"
        };
        let message = format!("`{name}` takes {what}, which `{}` isn't", v.text);
        let mut d = Diagnostic::error(codes::NEEDS_POINTER, v.span, message);
        if types.pointee(ty).is_some_and(|e| types.is_pointer(e)) {
            let help = format!("name the pointers in it: {}[0:n]", v.text);
            d = d.help(help);
        }
        self.out.push(d);
    }

    fn error(&mut self, code: crate::diag::Code, span: crate::source::Span, message: String) {
        self.out.push(Diagnostic::error(code, span, message));
    }

    fn wrong(&mut self, e: &Expr, name: &str, what: &str) {
        let ty = self.unit.show_type(e.ty);
        let message = format!("`{name}` takes {what}; this is of type `{ty}`");
        self.error(codes::WRONG_EXPRESSION_TYPE, e.span, message);
    }

    fn not_constant(&mut self, e: &Expr, message: &str) {
        self.error(codes::NOT_CONSTANT, e.span, message.to_string());
    }

    fn integer(&mut self, e: &Expr, name: &str) {
        if !self.unit.types.is_integer(e.ty) {
            self.wrong(e, name, "an integer");
        }
    }

    fn size(&mut self, e: &Expr, name: &str) {
        self.integer(e, name);
        if constant(e).is_some_and(|n| n <= 0) {
            let message = format!("`{name}` must be positive");
            let d = super::hint(codes::NOT_CONSTANT, e.span, &message, self.strict);
            self.out.push(match self.strict {
                true => d,
                false => d.label("1 is taken"),
            });
        }
    }

    /// A flexible array member lies behind its struct, whose own size doesn't count it. Kernels reach it through the struct:
    /// mapped by itself it would be elsewhere.
    fn flexible(&mut self, r: &DataRef<Expr>) {
        let types = &self.unit.types;
        let unknown = matches!(
            types.canonical(r.base.ty),
            Type::Array(_, ArrayLen::Unknown)
        );
        if unknown && matches!(r.base.kind, ExprKind::Member { .. }) {
            let message = format!(
                "`{}` is a flexible array member: it can't be mapped without its struct",
                r.text
            );
            let d = Diagnostic::error(codes::FLEXIBLE_MEMBER, r.span, message)
                .help("map struct and member together as bytes, through a `char *` to the struct, and say `present` of the struct's pointer");
            self.out.push(d);
        }
    }

    /// The object must have a size here.
    fn complete(&mut self, r: &DataRef<Expr>, ty: TypeId) {
        let types = &self.unit.types;
        let incomplete = match types.canonical(ty) {
            Type::Array(_, ArrayLen::Unknown) | Type::Void => true,
            Type::Record(id) => {
                types.records[id.index()].size == 0 && types.records[id.index()].fields.is_none()
            }
            _ => false,
        };
        if incomplete && self.unit.cpp && types.is_record(ty) {
            let message = format!("`{}` is an object of a class that can't be moved", r.text);
            let d = Diagnostic::error(codes::INCOMPLETE_TYPE, r.span, message)
                .label(format!("of type `{}`", self.unit.show_type(ty)))
                .help("take a pointer to its elements first (`double *p = v.data();`), and name a section of that: `p[0:n]`");
            self.out.push(d);
        } else if incomplete {
            let message = format!("the size of `{}` isn't known here", r.text);
            let d = Diagnostic::error(codes::INCOMPLETE_TYPE, r.span, message)
                .label(format!("of type `{}`", self.unit.show_type(ty)))
                .help("give a section `[start:length]`, or declare its extent");
            self.out.push(d);
        }
    }

    /// The type of what a list's entry names, brackets applied.
    fn data(&mut self, r: &DataRef<Expr>) -> Option<TypeId> {
        let types = &self.unit.types;
        if !is_object(&r.base) {
            let message = format!("`{}` is not a variable", r.text);
            self.error(codes::NOT_AN_OBJECT, r.span, message);
            return None;
        }
        let mut ty = r.base.ty;
        for s in &r.sections {
            let (elem, extent) = match types.canonical(ty) {
                Type::Array(elem, ArrayLen::Fixed(n)) => (*elem, Some(*n)),
                Type::Array(elem, ArrayLen::Vla(_)) => (*elem, Some(u64::MAX)),
                Type::Array(elem, ArrayLen::Unknown) | Type::Pointer(elem) => (*elem, None),
                _ => {
                    let shown = self.unit.show_type(ty);
                    let message = format!(
                        "`{}` has more brackets than dimensions: what they apply to is of type `{shown}`",
                        r.text
                    );
                    self.error(codes::SECTION_OF_SCALAR, r.span, message);
                    return None;
                }
            };
            self.section(r, s, extent)?;
            self.in_bytes(r, s, elem);
            if matches!(
                self.unit.types.canonical(elem),
                Type::Void | Type::Function { .. }
            ) {
                let shown = self.unit.show_type(ty);
                let message = format!(
                    "elements of `{}` have no size: it is of type `{shown}`",
                    r.text
                );
                self.error(codes::INCOMPLETE_TYPE, r.span, message);
                return None;
            }
            ty = elem;
        }
        Some(ty)
    }

    fn section(&mut self, r: &DataRef<Expr>, s: &Section<Expr>, extent: Option<u64>) -> Option<()> {
        let types = &self.unit.types;
        let given: Vec<&Expr> = match s {
            Section::Element(e) => vec![e],
            Section::Range { lower, length } => lower.iter().chain(length).collect(),
        };
        if let Some(e) = given.iter().find(|e| !types.is_integer(e.ty)) {
            self.wrong(e, &r.text, "integer bounds");
            return None;
        }
        // No index below an array's start, or behind its end.
        let first = match s {
            Section::Element(e) => Some(e),
            Section::Range { lower, .. } => lower.as_ref(),
        };
        let most = match s {
            Section::Element(_) => extent.map(|n| i128::from(n) - 1),
            Section::Range { .. } => extent.map(i128::from),
        };
        if let (Some(e), Some(most)) = (first, most)
            && let Some(i) = constant(e).filter(|i| *i < 0 || *i > most)
        {
            let message = format!("`{}` starts at {i}, outside of the array", r.text);
            let d = Diagnostic::error(codes::SECTION_LENGTH, e.span, message);
            self.out
                .push(d.help("sections are `[start:length]`, counted from 0"));
            return None;
        }
        let Section::Range { lower, length } = s else {
            return Some(());
        };
        let Some(length) = length else {
            if extent.is_none() {
                let message = format!("the length of the section `{}` isn't known", r.text);
                let d = Diagnostic::error(codes::SECTION_LENGTH, r.span, message)
                    .help("a pointer has no extent: write `[start:length]`");
                self.out.push(d);
                return None;
            }
            return Some(());
        };
        let start = lower.as_ref().map_or(Some(0), constant);
        let Some(n) = constant(length) else {
            return Some(());
        };
        let beyond = extent
            .zip(start)
            .is_some_and(|(extent, start)| extent != u64::MAX && start + n > i128::from(extent));
        if n < 0 || beyond {
            let message = if n < 0 {
                format!("the length of the section `{}` is negative", r.text)
            } else {
                format!("the section `{}` reaches beyond the array's end", r.text)
            };
            let d = Diagnostic::error(codes::SECTION_LENGTH, length.span, message)
                .help("sections are `[start:length]`, not `[first:last]`");
            self.out.push(d);
            return None;
        }
        Some(())
    }

    /// A length that was multiplied by the size of an element, as for `malloc`.
    fn in_bytes(&mut self, r: &DataRef<Expr>, s: &Section<Expr>, elem: TypeId) {
        let Section::Range {
            length: Some(length),
            ..
        } = s
        else {
            return;
        };
        let size = self.unit.types.size_of(elem);
        if size.is_some_and(|size| size > 1 && has_size(self.unit, length, size)) {
            let message = format!("the length of the section `{}` is in bytes", r.text);
            let d = Diagnostic::warning(codes::SECTION_IN_BYTES, length.span, message)
                .help("sections count elements: leave `sizeof` out of the length");
            self.out.push(d);
        }
    }

    fn reduction(&mut self, op: ReductionOp, r: &DataRef<Expr>, ty: TypeId) {
        if !matches!(r.base.kind, ExprKind::Var(_)) {
            let message = format!("`{}` is neither a variable nor elements of one", r.text);
            let d = Diagnostic::error(codes::REDUCTION_MEMBER, r.span, message).help(
                "a member is taken as long as it has an address of its own, stays at one place, and is reached by its name alone; \
                 otherwise reduce a variable that is added to it after the loop",
            );
            self.out.push(d);
            return;
        }
        let empty = |s: &Section<Expr>| match s {
            Section::Range { length, .. } => {
                length.as_ref().filter(|n| constant(n) == Some(0)).cloned()
            }
            Section::Element(_) => None,
        };
        if let Some(length) = r.sections.iter().find_map(empty) {
            let message = format!("there is nothing to reduce in `{}`", r.text);
            let d = Diagnostic::error(codes::SECTION_LENGTH, length.span, message);
            self.out
                .push(d.help("give the number of elements, at least 1"));
            return;
        }
        if let Err((path, wrong)) = reducible(self.unit, op, ty) {
            let message = format!(
                "`{op}` can't reduce `{}{path}` of type `{}`",
                r.text,
                self.unit.show_type(wrong)
            );
            let mut d = Diagnostic::error(codes::REDUCTION_TYPE, r.span, message);
            if self.unit.types.is_pointer(ty) {
                d = d.help(format!(
                    "to reduce what it points to, name the elements: `{}[0:n]`",
                    r.text
                ));
            }
            self.out.push(d);
        }
    }
}

/// Whether an expression is a product with `sizeof` something of `size` bytes as a factor.
fn has_size(unit: &Unit, e: &Expr, size: u64) -> bool {
    let of = |ty| unit.types.size_of(ty) == Some(size);
    match &e.kind {
        ExprKind::Cast { operand, .. } => has_size(unit, operand, size),
        ExprKind::Binary(BinaryOp::Mul, a, b) => has_size(unit, a, size) || has_size(unit, b, size),
        ExprKind::SizeofExpr(of_what) => of(of_what.ty),
        ExprKind::SizeofType(ty) => of(*ty),
        _ => false,
    }
}

/// A reduction over an array is one over each element, over a struct one over each member; the
/// first that can't be, with the path to it.
fn reducible(unit: &Unit, op: ReductionOp, ty: TypeId) -> Result<(), (String, TypeId)> {
    let types = &unit.types;
    let fits = match types.canonical(ty) {
        Type::Array(elem, _) => {
            return reducible(unit, op, *elem).map_err(|(path, ty)| (format!("[]{path}"), ty));
        }
        Type::Record(id) => {
            let record = &types.records[id.index()];
            match &record.fields {
                Some(fields) if !record.is_union && !record.is_vector => {
                    return fields.iter().try_for_each(|f| {
                        let dot = if f.name.is_empty() { "" } else { "." };
                        reducible(unit, op, f.ty)
                            .map_err(|(path, ty)| (format!("{dot}{}{path}", f.name), ty))
                    });
                }
                _ => false,
            }
        }
        Type::Complex(_) => matches!(op, ReductionOp::Add | ReductionOp::Mul),
        _ => match op {
            ReductionOp::BitAnd | ReductionOp::BitOr | ReductionOp::BitXor => types.is_integer(ty),
            _ => types.is_arithmetic(ty),
        },
    };
    if fits {
        Ok(())
    } else {
        Err((String::new(), ty))
    }
}

/// Whether an expression is a place in memory.
fn is_object(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _) => true,
        ExprKind::Member { base, arrow, .. } => *arrow || is_object(base),
        ExprKind::Cast {
            implicit: true,
            operand,
        } => is_object(operand),
        _ => false,
    }
}
