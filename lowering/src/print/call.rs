//! Calls: of the user's functions, of the C library's, of builtins.

use super::expr::{PRIMARY, UNARY, text};
use super::library::{device_name, is_long_double};
use super::{Printer, Text};
use crate::names::safe;
use accrs_frontend::region::{Expr, ExprKind, FunctionId};

impl Printer<'_> {
    pub(crate) fn function_name(&self, id: FunctionId) -> String {
        self.used.borrow_mut().functions.insert(id);
        self.name_of_function(id)
    }

    /// Likewise, without a use of it.
    pub(crate) fn name_of_function(&self, id: FunctionId) -> String {
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
        if let Some(t) = self.complex_call(&f.name, args) {
            return t;
        }
        let Some(name) = device_name(&f.name) else {
            self.refuse_call(e.span, format!("'{}' can't be called on a device: its body is not known here and CUDA has no such function", f.name));
            return text("0", PRIMARY);
        };
        if is_long_double(&name) {
            self.not_for_gpus();
        }
        if let Some(constant) = name.strip_prefix('(') {
            self.helper("infinity");
            return text(format!("({constant}"), PRIMARY);
        }
        let args: Vec<String> = args.iter().map(|a| self.library_argument(a)).collect();
        text(format!("{name}({})", args.join(", ")), PRIMARY)
    }

    /// C converts to the prototype's type; C++ would choose an overload by the operand's.
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
