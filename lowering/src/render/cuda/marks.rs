//! Prints what a program with checks is told besides its accesses: loops, iterations, and where objects begin.

use super::writer::Writer;
use crate::tree::Mark;
use crate::tree::kernel::{ParamForm, Parameter};
use accrs_frontend::region::VarId;

impl Writer<'_> {
    pub(super) fn mark(&mut self, mark: &Mark) {
        let line = match mark {
            Mark::Enter(n) => format!("__accrs_check_enter(accrs_check_first_loop + {n});"),
            Mark::Iteration(_, vars) => {
                let values: Vec<String> = vars
                    .iter()
                    .take(3)
                    .map(|v| format!("(long){}", self.target(*v)))
                    .collect();
                format!("accrs_check_turn({});", values.join(", "))
            }
            Mark::Leave => "__accrs_check_leave();".into(),
        };
        self.out.line(line);
    }

    /// A watched variable begins here. `known`: it has a value.
    pub(super) fn fresh(&mut self, v: VarId, known: bool) {
        let Some(checks) = self.p.checks.clone() else {
            return;
        };
        let ty = self.p.unit.var(v).ty;
        if !checks.watched.contains(&v)
            || checks.lost.contains(&v)
            || self.p.unit.types.is_variably_modified(ty)
        {
            return;
        }
        let known = known || !checks.empty.contains(&v);
        let name = self.target(v);
        self.out.line(format!(
            "__accrs_check_fresh(&{name}, sizeof({name}), {});",
            u32::from(known)
        ));
    }

    /// Where a kernel writes, if that is known.
    pub(super) fn written(&mut self, kernel: &str, params: &[Parameter]) {
        let Some(checks) = self.p.checks.clone() else {
            return;
        };
        let Some(written) = checks.written.get(kernel) else {
            return;
        };
        let of = |v: &VarId| params.iter().find(|p| p.var == *v);
        let each = written.iter().filter_map(of).filter(|p| {
            matches!(
                p.form,
                ParamForm::Reference | ParamForm::Result | ParamForm::Pointer { .. }
            )
        });
        let places: Vec<String> = each
            .map(|p| format!("(const volatile void *){}", p.name))
            .collect();
        self.out
            .line(format!("accrs_check_writes({{{}}});", places.join(", ")));
    }

    /// A kernel's or function's parameters: those by value begin here, and results are stored by what the user didn't write.
    pub(super) fn begin_params(&mut self, params: &[Parameter], reduced: &[VarId]) {
        let checks = self.p.checks.clone();
        let made = checks.as_ref().map(|c| c.made.clone()).unwrap_or_default();
        for p in params {
            match p.form {
                ParamForm::Value => self.fresh(p.var, true),
                ParamForm::Result | ParamForm::Reference | ParamForm::Pointer { .. }
                    if reduced.contains(&p.var) || made.contains(&p.var) =>
                {
                    self.out.line(format!("__accrs_check_known({});", p.name));
                }
                _ => {}
            }
        }
    }
}
