//! Decides which accesses a program reports: those to memory that iterations can share, and those to what nobody may have written.

use super::walk::{Around, Walk};
use super::written;
use crate::checks::Checks;
use crate::plan::{Action, Pass, Plan};
use accrs_frontend::Unit;
use accrs_frontend::region::VarId;
use std::collections::HashSet;

/// Decides all of a unit, whose plan is [`serial`](super::serial()).
pub fn decide(unit: &Unit, plan: &Plan) -> Checks {
    let mut checks = Checks::default();
    let cells: HashSet<VarId> = plan.globals.iter().map(|g| g.var).collect();
    for construct in plan.constructs.values() {
        let Action::Compute(compute) = &construct.action else {
            continue;
        };
        let directive = unit.constructs.iter().find(|c| c.id == construct.id);
        let directive = directive.map(|c| &c.directive);
        for kernel in &compute.kernels {
            // A pointer's own value is the kernel's argument.
            let device = |p: &&crate::plan::Param| {
                p.is_on_device() && !unit.types.is_pointer(unit.var(p.var).ty)
            };
            let mut around = Around {
                unit,
                loops: &compute.loops,
                directive,
                shared: kernel.params.iter().filter(device).map(|p| p.var).collect(),
                mapped: HashSet::new(),
                combined: kernel.reductions.iter().map(|r| r.var).collect(),
            };
            let address = |p: &&crate::plan::Param| matches!(p.pass, Pass::Address { .. });
            let mapped = kernel.params.iter().filter(address);
            around.mapped = mapped.map(|p| p.var).collect();
            around.shared.extend(&cells);
            if let Some(written) = written::of_kernel(unit, kernel) {
                checks.written.insert(kernel.name.clone(), written);
            }
            Walk::over(&around, &kernel.body, &mut checks);
        }
    }
    let none = indexmap::IndexMap::new();
    for id in &plan.device_functions {
        let Some(body) = &unit.function(*id).body else {
            continue;
        };
        let around = Around {
            unit,
            loops: plan.routines.get(id).map_or(&none, |r| &r.loops),
            directive: None,
            shared: cells.clone(),
            mapped: HashSet::new(),
            combined: HashSet::new(),
        };
        Walk::over(&around, body, &mut checks);
    }
    checks
}
