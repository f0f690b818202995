//! Calls of the user's functions, of the C library's and of builtins.

use super::library::{device_name, form, is_long_double};
use crate::names::safe_function;
use crate::print::expr::{PRIMARY, UNARY, text};
use crate::print::{Printer, Text};
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{Bind, Expr, ExprKind, Function, FunctionId, UnaryOp, VarId};

impl Printer<'_> {
    pub(crate) fn function_name(&self, id: FunctionId) -> String {
        self.used.borrow_mut().functions.insert(id);
        self.name_of_function(id)
    }

    /// A function's name as one word. Of C++'s functions several may have the same: each is numbered but the first.
    fn label_of_function(&self, id: FunctionId) -> String {
        let f = self.unit.function(id);
        if f.symbol.is_none() {
            return f.name.clone();
        }
        let name = crate::names::word(&f.name);
        let others = &self.unit.functions;
        let same = |o: &&Function| crate::names::word(&o.name) == name;
        let c = others.iter().filter(same).any(|o| o.symbol.is_none());
        let before = others[..id.index()].iter().filter(same).count();
        match before + usize::from(c) {
            0 => name,
            n => format!("{name}_{}", n + 1),
        }
    }

    /// The same name, without noting that the text uses the function.
    pub(crate) fn name_of_function(&self, id: FunctionId) -> String {
        let name = &self.label_of_function(id);
        // A function of the user's with the name of one of CUDA's must not overload it.
        if device_name(name).is_some() {
            format!("{name}_")
        } else {
            safe_function(name)
        }
    }

    /// An argument of one of the user's functions. Where the parameter is a pointer to rows of variable length, the function
    /// takes a pointer to the first element, whatever rows the caller has.
    pub(crate) fn handed_over(&self, param: Option<VarId>, a: &Expr) -> String {
        let types = &self.unit.types;
        let elem = param.and_then(|v| types.pointee(self.unit.var(v).ty));
        let Some(elem) = elem.filter(|e| types.is_variably_modified(*e)) else {
            return self.argument(a);
        };
        let pointer = self.flat_pointer(self.flat_elem(elem), "");
        format!("({pointer})({})", self.expr(a.strip_implicit()))
    }

    pub(super) fn call(&self, e: &Expr, callee: &Expr, args: &[Expr]) -> Text {
        let ExprKind::Function(id) = callee.strip_implicit().kind else {
            self.refuse_call(
                e.span,
                "a call through a pointer is not supported on a device",
            );
            return text("0", PRIMARY);
        };
        let id = self.unit.on_device(id);
        let f = self.unit.function(id);
        if super::name_elsewhere(self.unit, id).is_some() {
            let args = args.iter().map(|a| self.argument(a)).collect();
            return text(self.call_elsewhere(id, args, None), UNARY);
        }
        let bound = match &f.bind {
            Some(Bind::Name(name)) => Some(name.as_str()),
            _ => None,
        };
        if f.body.is_some() && bound.is_none() {
            let args: Vec<String> = args
                .iter()
                .enumerate()
                .map(|(i, a)| self.handed_over(f.params.get(i).copied(), a))
                .collect();
            return text(
                format!("{}({})", self.function_name(id), args.join(", ")),
                PRIMARY,
            );
        }
        match f.name.as_str() {
            "__builtin_expect" if args.len() == 2 => return self.print(&args[0]),
            "__builtin_add_overflow" | "__builtin_sub_overflow" | "__builtin_mul_overflow" => {
                return self.checked(e, &f.name, args);
            }
            "__builtin_goacc_parlevel_id" | "__builtin_goacc_parlevel_size" => {
                return self.parlevel(e, &f.name, args);
            }
            "acc_on_device" if args.len() == 1 => {
                self.helper("on_device");
                return text(
                    format!("accrs_on_device({})", self.argument(&args[0])),
                    PRIMARY,
                );
            }
            _ => {}
        }
        if let Some((form, part)) = form(&f.name) {
            return self.in_form(form, part, args);
        }
        if let Some(t) = self.complex_call(&f.name, args) {
            return t;
        }
        if let Some(t) = self.small_power(&f.name, args) {
            return t;
        }
        let Some(name) = device_name(bound.unwrap_or(&f.name)) else {
            self.refuse_library(e.span, &f.name);
            return text("0", PRIMARY);
        };
        if name == "printf" && !self.unread.borrow().contains(&e.id) {
            self.not_for_gpus(super::PRINTF);
        }
        if is_long_double(&name) {
            self.not_for_gpus(super::LONG_DOUBLE);
        }
        if let Some(constant) = name.strip_prefix('(') {
            self.helper("infinity");
            return text(format!("({constant}"), PRIMARY);
        }
        let args: Vec<String> = match name == "printf" {
            true => self.printf_arguments(args),
            false => args.iter().map(|a| self.library_argument(a)).collect(),
        };
        text(format!("{name}({})", args.join(", ")), PRIMARY)
    }

    /// `pow(x, 2)` and its like, as C's compilers fold them: no other exponents have the same result, and these are exact.
    fn small_power(&self, name: &str, args: &[Expr]) -> Option<Text> {
        let (name, [x, exponent]) = (name.trim_start_matches("__builtin_"), args) else {
            return None;
        };
        if !matches!(name, "pow" | "powf") {
            return None;
        }
        let (one, x) = (
            if name == "pow" { "1.0" } else { "1.0f" },
            self.library_argument(x),
        );
        match small_exponent(exponent)? {
            2 => {
                self.helper("square");
                Some(text(format!("accrs_square({x})"), PRIMARY))
            }
            1 => Some(text(format!("({x})"), PRIMARY)),
            _ => Some(text(format!("({one} / ({x}))"), PRIMARY)),
        }
    }

    /// gcc's builtins for the number of the running gang, worker or vector lane (levels 0, 1, 2), and for how many there are.
    /// Workers are the rows of a block's threads, lanes the threads of a row (GCC manual, "OpenACC").
    fn parlevel(&self, e: &Expr, name: &str, args: &[Expr]) -> Text {
        let level = args.first().and_then(|a| constant(a.strip_implicit()));
        let id = name.ends_with("_id");
        let form = match (level, id) {
            (Some(0), true) => {
                "((int)(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)))"
            }
            (Some(0), false) => "((int)(gridDim.x * gridDim.y * gridDim.z))",
            (Some(1), true) => "((int)(threadIdx.y + blockDim.y * threadIdx.z))",
            (Some(1), false) => "((int)(blockDim.y * blockDim.z))",
            (Some(2), true) => "((int)threadIdx.x)",
            (Some(2), false) => "((int)blockDim.x)",
            _ => {
                let message = format!(
                    "'{name}' takes one constant: 0 for gangs, 1 for workers, 2 for vector lanes"
                );
                self.refuse_call(e.span, message);
                "0"
            }
        };
        text(form, PRIMARY)
    }

    /// A call in its device form, in which `#` stands for all arguments and `#0` for one of them.
    fn in_form(&self, form: &str, part: &'static str, args: &[Expr]) -> Text {
        if !part.is_empty() {
            self.helper(part);
        }
        let args: Vec<String> = match form.starts_with("__assertfail") {
            true => args.iter().map(|a| self.own_string(a)).collect(),
            false => args.iter().map(|a| self.library_argument(a)).collect(),
        };
        let mut out = String::new();
        let mut rest = form;
        while let Some((before, after)) = rest.split_once('#') {
            out.push_str(before);
            let digit = after.bytes().next().filter(u8::is_ascii_digit);
            match digit {
                Some(d) => {
                    let one = args.get(usize::from(d - b'0'));
                    out.push_str(one.map_or("", String::as_str));
                    rest = &after[1..];
                }
                None => {
                    out.push_str(&args.join(", "));
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        text(out, PRIMARY)
    }

    /// gcc's checked arithmetic, where operands and result have one type.
    fn checked(&self, e: &Expr, name: &str, args: &[Expr]) -> Text {
        let types = &self.unit.types;
        let [a, b, to] = args else {
            return text("0", PRIMARY);
        };
        let target = types.pointee(to.ty);
        let own = |x: &Expr| {
            let x = x.strip_implicit();
            target.is_some_and(|t| {
                types.canonical_id(x.ty) == types.canonical_id(t)
                    || (x.int_value().is_some_and(|v| v >= 0)
                        && types.size_of(x.ty) <= types.size_of(t))
            })
        };
        let (Some(ty), true) = (target, own(a) && own(b)) else {
            self.refuse_call(
                e.span,
                format!("'{name}' of operands whose types differ from the result's is not supported on a device"),
            );
            return text("0", PRIMARY);
        };
        self.helper("overflow");
        let ty = self.type_name(self.unqualified(ty));
        let short = name.trim_start_matches("__builtin_");
        let (a, b, to) = (self.argument(a), self.argument(b), self.argument(to));
        text(format!("accrs_{short}<{ty}>({a}, {b}, {to})"), PRIMARY)
    }

    /// An argument of a library function, cast to the type that C converts it to: C++ would choose an overload by its own type.
    pub(super) fn library_argument(&self, a: &Expr) -> String {
        let types = &self.unit.types;
        match &a.kind {
            ExprKind::Cast {
                implicit: true,
                operand,
            } if self
                .complex_kind(a.ty)
                .or(self.complex_kind(operand.ty))
                .is_some() =>
            {
                self.argument(a)
            }
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
}

/// An exponent that is a literal 2, 1 or -1.
pub(crate) fn small_exponent(e: &Expr) -> Option<i32> {
    let (minus, e) = match &e.strip_implicit().kind {
        ExprKind::Unary(UnaryOp::Minus, of) => (true, of.strip_implicit()),
        _ => (false, e.strip_implicit()),
    };
    let value = match &e.kind {
        ExprKind::FloatLit { text } => text.trim_end_matches(['f', 'F']).parse::<f64>().ok()?,
        _ => e.int_value()? as f64,
    };
    match (minus, value) {
        (false, 2.0) => Some(2),
        (false, 1.0) => Some(1),
        (true, 1.0) => Some(-1),
        _ => None,
    }
}
