//! Loops that may run in parts: their bounds, and what several devices run.

use super::{Host, site};
use crate::plan::{Action, ComputePlan, ConstructPlan, Pass, Reduction};
use crate::print::{Dialect, Printer};
use crate::render::openmp::reduce;
use crate::render::{RenderError, clause, from_void, templates};
use accrs_frontend::region::{Parts, VarId};
use std::fmt::Write;

/// What the template needs of reductions: definitions before the loop of parts, and what combines the results behind it.
#[derive(Default)]
struct Results {
    tables: String,
    count: usize,
    combined: String,
}

impl Host<'_> {
    /// What several devices run of a construct, and where they don't, one: `on_device`.
    pub(super) fn shared(
        &self,
        shared: &ConstructPlan,
        wait: &str,
        on_device: &str,
    ) -> Result<String, RenderError> {
        let Action::Compute(compute) = &shared.action else {
            return Err(RenderError::internal("parts of no compute construct"));
        };
        let Some(parts) = &compute.parts else {
            return Err(RenderError::internal("parts of no loop"));
        };
        let items = self.items_with(&shared.data, &self.results(compute))?;
        let results = self.part_results(parts, compute)?;
        let sign = if parts.down { "-" } else { "" };
        let mut context = tera::Context::new();
        context.insert("wait", wait);
        context.insert("on_device", on_device);
        context.insert("tables", items.tables("_part").trim_end());
        context.insert("site", &site(&shared.site, &items.of_site("_part")));
        context.insert("bounds", self.bounds(parts, "        ")?.trim_end());
        context.insert("from", &self.unit.var(parts.from).name);
        context.insert("to", &self.unit.var(parts.to).name);
        context.insert("step", &format!("{sign}{}", parts.step));
        context.insert("closed", &u8::from(parts.closed));
        context.insert("results", results.tables.trim_end());
        context.insert("count", &results.count);
        context.insert("combined", results.combined.trim_end());
        context.insert("values", &items.values("__accrs_values"));
        let launches = self.launches(compute, items.count)?;
        context.insert("launches", launches.trim_end());
        templates::fill("host/on_devices.c.tera", &context)
    }

    /// The reductions of the divided loop whose results kernels leave in variables of the host.
    fn part_results(&self, parts: &Parts, compute: &ComputePlan) -> Result<Results, RenderError> {
        let mut out = Results::default();
        let Some(kernel) = compute.kernels.first() else {
            return Ok(out);
        };
        let of_loop = compute
            .loops
            .get(&parts.id)
            .map_or(&[][..], |l| &l.reductions);
        let item_of = |v: VarId| {
            let param = kernel.params.iter().find(|p| p.var == v)?;
            match param.pass {
                Pass::Reference { item } => Some(item),
                _ => None,
            }
        };
        let mut seen: Vec<VarId> = Vec::new();
        let mut table = Vec::new();
        for r in kernel.reductions.iter().chain(of_loop) {
            let Some(item) = item_of(r.var).filter(|_| !seen.contains(&r.var)) else {
                continue;
            };
            seen.push(r.var);
            table.push(format!("{{ {item}, &__accrs_none_{item} }}"));
            self.part_result(r, item, &mut out)?;
        }
        out.count = table.len();
        if out.count > 0 {
            let _ = writeln!(
                out.tables,
                "        static const __accrs_result __accrs_results[] = {{ {} }};",
                table.join(", ")
            );
        }
        Ok(out)
    }

    /// One of them.
    fn part_result(
        &self,
        r: &Reduction,
        item: usize,
        out: &mut Results,
    ) -> Result<(), RenderError> {
        let var = self.unit.var(r.var);
        let ty = self.unit.types.canonical_id(var.ty);
        let printer = Printer::of(self.unit, Dialect::HostC);
        let none = printer.declare(ty, &format!("__accrs_none_{item}"));
        let _ = writeln!(
            out.tables,
            "        static const {none} = {};",
            reduce::initial(self.unit, r.combining(), ty)
        );
        let one = format!("__accrs_one_{item}");
        let mut paths = Vec::new();
        reduce::scalars(self.unit, ty, "", &mut paths);
        let name = clause::variable(self.unit, r.var)?;
        let combined = paths.iter().map(|path| {
            let (a, b) = (format!("{name}{path}"), format!("(*{one}){path}"));
            format!("{};", reduce::combined(r.combining(), &a, &b))
        });
        let combined: Vec<String> = combined.collect();
        let cast = from_void(self.unit, &format!("__typeof__(__accrs_none_{item}) *"));
        let _ = writeln!(
            out.combined,
            "        {{\n            __typeof__(__accrs_none_{item}) *{one};\n            \
             while (({one} = {cast}__accrs_share_result(&__accrs_all, {item})) != 0) {{\n                {}\n            }}\n        }}",
            combined.join("\n                ")
        );
        Ok(())
    }

    /// Declarations of the bounds of a loop that may run in parts: at first those of all its iterations.
    pub(super) fn bounds(&self, parts: &Parts, indent: &str) -> Result<String, RenderError> {
        let printer = Printer::of(self.unit, Dialect::HostC);
        let mut out = String::new();
        for (var, value) in [(parts.from, &parts.lower), (parts.to, &parts.upper)] {
            let var = self.unit.var(var);
            let declared = printer.declare(var.ty, &var.name);
            let _ = writeln!(out, "{indent}{declared} = {};", self.expr(value)?);
        }
        Ok(out)
    }
}
