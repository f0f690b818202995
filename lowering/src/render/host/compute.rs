//! Compute constructs: the OpenMP version and the device version behind one test.

use super::entries::Rooms;
use super::{Host, site};
use crate::analyse::uses;
use crate::plan::{
    Action, ComputePlan, ConstructPlan, DataItem, Extent, Kernel, Pass, Queue, Section,
    SelfCondition, Step,
};
use crate::render::openmp::RELEASED;
use crate::render::text::{c_string, to_generated};
use crate::render::{RenderError, clause, openmp, templates};
use crate::tree::scratch::{Count, Scratch};
use crate::trips;
use accrs_frontend::region::{
    Canonical, Construct, Expr, LoopCmp, LoopId, Stmt, StmtKind, Storage, VarId,
};
use indexmap::IndexSet;
use std::collections::HashSet;
use std::fmt::Write;

/// What stands for sizes below 1: gangs as on the host's cores, a warp of lanes, one worker.
const GANGS: u32 = 1;
const BLOCK: [u32; 3] = [32, 1, 1];

/// What a task takes along: text before the task, at its start, and in its directive.
#[derive(Default)]
struct Taken {
    before: String,
    inside: String,
    sharing: String,
}

impl Host<'_> {
    pub(super) fn compute(
        &self,
        construct: &Construct,
        plan: &ConstructPlan,
        compute: &ComputePlan,
    ) -> Result<String, RenderError> {
        let conditions = self.host_conditions(plan)?;
        let always_host =
            matches!(plan.self_condition, Some(SelfCondition::Always)) || !self.options.device();
        let host = always_host || !conditions.is_empty();
        let mut context = tera::Context::new();
        context.insert("site", &site(&plan.site));
        context.insert("host", &"");
        context.insert("named", &"");
        if !host {
            context.insert("named", &self.only_in_kernels(plan, compute));
        }
        let here = plan.here();
        let on_cores = match &here.action {
            Action::Compute(on_cores) => on_cores,
            _ => compute,
        };
        if host {
            let text = openmp::construct(
                self.unit,
                self.plan,
                construct,
                here,
                on_cores,
                self.options.multicore,
            )?;
            let sizes = match &on_cores.num_gangs {
                Some(n) if n.int_value().is_none() => {
                    format!("        {};\n", self.given(n, GANGS)?)
                }
                _ => String::new(),
            };
            context.insert("host", &format!("{sizes}{text}{}", to_generated()));
        }
        // On the host's cores a queue carries out an OpenMP task of the construct.
        let task = host && self.options.multicore && !matches!(here.queue, Queue::Sync);
        context.insert("is_task", &task);
        let mut sharing = String::new();
        let mut taken = Taken::default();
        if task {
            taken = self.taken(&here.data)?;
            sharing = openmp::task::clauses(self.unit, here, on_cores) + &taken.sharing;
        }
        context.insert("sharing", &sharing);
        context.insert("taken", taken.before.trim_end());
        context.insert("used", taken.inside.trim_end());
        let queue = if always_host && here.waits.is_empty() && !task {
            String::new()
        } else if always_host {
            self.queue(&here.queue)?
        } else {
            self.queue_of(plan)?
        };
        context.insert("queue", &queue);
        context.insert("wait", &self.waits(&plan.waits, "__accrs_queue")?);
        context.insert("host_wait", &self.waits_here(plan)?);
        context.insert("host_when", &conditions.join(" || "));
        let kernel = match compute.kernels.first() {
            Some(k) => format!("&__accrs_kernel_{}", k.name),
            None => "0".into(),
        };
        context.insert("kernel", &kernel);
        context.insert("device", &!always_host);
        // A program for the cores alone still looks at ACC_DEVICE_TYPE, and says what it lacks.
        context.insert("ask", &!self.options.device());
        context.insert("count", &plan.data.len());
        context.insert("entries", &"");
        context.insert("storage", &"");
        context.insert("launches", &"");
        if !always_host {
            let (entries, storage) = self.entries(&plan.data)?;
            context.insert("entries", &entries);
            context.insert("storage", &storage);
            context.insert("launches", &self.steps(compute, &compute.steps, plan)?);
        }
        templates::fill("host/compute.c.tera", &context)
    }

    /// A use of each variable that nothing but kernels uses: without the construct's own statements host compilers would
    /// warn of it.
    fn only_in_kernels(&self, plan: &ConstructPlan, compute: &ComputePlan) -> String {
        let mut used: IndexSet<VarId> = uses::of_stmts(self.unit, &compute.body)
            .vars
            .into_keys()
            .collect();
        used.extend(&compute.private);
        used.extend(compute.loops.values().flat_map(|l| &l.private));
        let passed: HashSet<VarId> = compute
            .kernels
            .iter()
            .flat_map(|k| k.params.iter().map(|p| p.var))
            .chain(plan.data.iter().map(|item| item.var))
            .collect();
        let names: Vec<String> = used
            .into_iter()
            .filter(|v| !passed.contains(v))
            .map(|v| self.unit.var(v))
            .filter(|v| matches!(v.storage, Storage::Local | Storage::Param))
            .filter(|v| v.member.is_none())
            .map(|v| match self.unit.types.qualifiers(v.ty).is_volatile {
                // Its value isn't looked at where the program doesn't.
                true => format!("(void)sizeof({})", v.name),
                false => format!("(void){}", v.name),
            })
            .collect();
        if names.is_empty() {
            return String::new();
        }
        format!("        {};", names.join(", "))
    }

    /// The waits of the host's version. Where a condition keeps the construct off a device, nothing of it is
    /// on the device's queue.
    fn waits_here(&self, plan: &ConstructPlan) -> Result<String, RenderError> {
        let chosen =
            plan.condition.is_some() || matches!(plan.self_condition, Some(SelfCondition::When(_)));
        let on = if chosen && !matches!(plan.here().queue, Queue::Sync) {
            "__accrs_on_host(&__accrs_unit, &__accrs_here) ? __accrs_queue : __ACCRS_SYNC"
        } else {
            "__accrs_queue"
        };
        self.waits(&plan.here().waits, on)
    }

    /// `firstprivate` sections have the values of the moment when the construct is put on its queue,
    /// as all that its task copies.
    fn taken(&self, items: &[DataItem]) -> Result<Taken, RenderError> {
        let mut out = Taken::default();
        // Of a variable as a whole OpenMP makes the copy.
        let section =
            |item: &&DataItem| item.modifiers.own && !matches!(item.section, Section::Whole);
        for item in items.iter().filter(section) {
            let name = &self.unit.var(item.var).name;
            let (entry, _) = self.entry(item, &mut Rooms::default())?;
            let _ = write!(
                out.before,
                "        const __accrs_data __accrs_section_{name} = {entry};\n        \
                 void *__accrs_taken_{name} = __accrs_host_take(&__accrs_here, &__accrs_section_{name});\n        \
                 void *__accrs_start_{name} = __accrs_moved({name}, __accrs_section_{name}.host, __accrs_taken_{name});\n"
            );
            let _ = write!(
                out.inside,
                "        {RELEASED} void *__accrs_own_{name} = __accrs_taken_{name};\n        \
                 (void)__accrs_own_{name};\n        \
                 __typeof__(*{name}) *__accrs_of_{name} = __accrs_start_{name}, *{name} = __accrs_of_{name};\n"
            );
            let _ = write!(
                out.sharing,
                " firstprivate(__accrs_taken_{name}, __accrs_start_{name})"
            );
        }
        Ok(out)
    }

    /// When the host runs it, as C conditions; the first that holds decides.
    fn host_conditions(&self, plan: &ConstructPlan) -> Result<Vec<String>, RenderError> {
        let mut all = Vec::new();
        if let Some(e) = &plan.condition {
            all.push(format!("!({})", self.expr(e)?));
        }
        if let Some(SelfCondition::When(e)) = &plan.self_condition {
            all.push(format!("({})", self.expr(e)?));
        }
        if self.options.multicore {
            all.push("__accrs_on_host(&__accrs_unit, &__accrs_here)".into());
        }
        Ok(all)
    }

    fn steps(
        &self,
        compute: &ComputePlan,
        steps: &[Step],
        plan: &ConstructPlan,
    ) -> Result<String, RenderError> {
        let mut out = String::new();
        for step in steps {
            match step {
                Step::Launch(i) => {
                    let kernel = compute
                        .kernels
                        .get(*i)
                        .ok_or_else(|| RenderError::internal("a launch of no kernel"))?;
                    out.push_str(&self.launch(kernel, &plan.data)?);
                }
                Step::If {
                    condition,
                    then,
                    els,
                } => {
                    let then = self.steps(compute, then, plan)?;
                    let _ = write!(
                        out,
                        "        if ({}) {{\n{then}        }}",
                        self.expr(condition)?
                    );
                    if !els.is_empty() {
                        let els = self.steps(compute, els, plan)?;
                        let _ = write!(out, " else {{\n{els}        }}");
                    }
                    out.push('\n');
                }
                Step::Loop { head, id, body } => {
                    let body = self.steps(compute, body, plan)?;
                    out.push_str(&self.host_loop(compute, head, *id, &body)?);
                }
            }
        }
        Ok(out)
    }

    /// A loop that the host steps through, with a variable of its own.
    fn host_loop(
        &self,
        compute: &ComputePlan,
        head: &Canonical,
        id: LoopId,
        body: &str,
    ) -> Result<String, RenderError> {
        let var = &self.unit.var(head.var).name;
        let declaration = if head.declared {
            // The type as the user wrote it: from the loop's own declaration.
            let init = find_loop(&compute.body, id)
                .and_then(|l| l.init.as_ref())
                .ok_or_else(|| RenderError::internal("a host loop without its declaration"))?;
            let text = super::super::text::one_line(self.unit.source.slice(init.span));
            format!("{};", text.trim_end_matches(';'))
        } else {
            format!("__typeof__({var}) {var};")
        };
        let (sign, cmp) = (if head.down { "-" } else { "+" }, comparison(head.cmp));
        Ok(format!(
            "        {{\n            {declaration}\n            for ({var} = {}; {var} {cmp} {}; {var} {sign}= {}) {{\n{body}            }}\n        }}\n",
            self.expr(&head.lower)?,
            clause::operand(self.unit, &head.upper)?,
            self.expr(&head.step)?
        ))
    }

    fn launch(&self, kernel: &Kernel, data: &[DataItem]) -> Result<String, RenderError> {
        let mut values = Vec::new();
        let mut args = Vec::new();
        for (i, param) in kernel.params.iter().enumerate() {
            let var = self.unit.var(param.var);
            let name = &clause::variable(self.unit, param.var)?;
            let entry = |item: usize| {
                if item < data.len() {
                    Ok(format!("&__accrs_d[{item}]"))
                } else {
                    Err(RenderError::internal(format!(
                        "argument '{name}' of {} has no data entry",
                        kernel.name
                    )))
                }
            };
            values.push(match param.pass {
                Pass::Value if self.unit.types.is_array(var.ty) => {
                    format!("const volatile void *__accrs_v{i} = {name};")
                }
                // A copy: the user's variable stays free of its address.
                Pass::Value => format!("__typeof__({name}) __accrs_v{i} = {name};"),
                Pass::Address { item, .. } => {
                    format!("void *__accrs_v{i} = __accrs_at({}, {name});", entry(item)?)
                }
                Pass::Reference { item } | Pass::Upload { item } => {
                    format!("void *__accrs_v{i} = __accrs_place({});", entry(item)?)
                }
                Pass::Raw => format!("const volatile void *__accrs_v{i} = {name};"),
            });
            args.push(
                if param.pass == Pass::Value && self.unit.types.is_array(var.ty) {
                    format!("(void *)__accrs_v{i}")
                } else {
                    format!("(void *)&__accrs_v{i}")
                },
            );
        }
        for (i, item) in kernel.cells() {
            values.push(format!("void *__accrs_c{i} = __accrs_d[{item}].device;"));
            args.push(format!("(void *)&__accrs_c{i}"));
        }
        let dimensions = self.kernels.and_then(|k| k.dimensions.get(&kernel.name));
        for (i, d) in dimensions.into_iter().flatten().enumerate() {
            values.push(format!(
                "const long __accrs_l{i} = {};",
                d.on_host(self.unit)
            ));
            args.push(format!("(void *)&__accrs_l{i}"));
        }
        if args.is_empty() {
            args.push("0".into());
        }
        let none = Scratch::default();
        let scratch = self
            .kernels
            .and_then(|k| k.scratch.get(&kernel.name))
            .unwrap_or(&none);
        let mut context = tera::Context::new();
        context.insert("site", &site(&kernel.site));
        context.insert("name", &kernel.name);
        context.insert("values", &values);
        context.insert("args", &args.join(", "));
        context.insert("grid", &self.extents(&kernel.grid, [GANGS; 3])?);
        context.insert("block", &self.extents(&kernel.block, BLOCK)?);
        context.insert("scratch_fixed", &scratch.fixed);
        context.insert("scratch_block", &self.scratch_block(kernel, scratch)?);
        templates::fill("host/launch.c.tera", &context)
    }

    /// Scratch bytes of a block.
    fn scratch_block(&self, kernel: &Kernel, scratch: &Scratch) -> Result<String, RenderError> {
        let mut out = scratch.per_block.to_string();
        for area in &scratch.areas {
            let count = match &area.count {
                Count::Fixed(n) => n.to_string(),
                Count::Host(e) => {
                    let n = clause::operand(self.unit, e)?;
                    format!("({n} > 0 ? (__accrs_size){n} : 0)")
                }
            };
            let mut bytes = format!("(__accrs_size){} * {count}", area.bytes);
            for (i, extent) in kernel.block.iter().enumerate() {
                if area.rows.0 & (1 << i) != 0 {
                    let _ = write!(bytes, " * {}", self.extent_of(extent, BLOCK[i])?);
                }
            }
            let _ = write!(out, " + ({bytes} + 15) / 16 * 16");
        }
        Ok(out)
    }

    fn extents(&self, extents: &[Extent; 3], usual: [u32; 3]) -> Result<String, RenderError> {
        let all = extents.iter().zip(usual);
        let all: Result<Vec<_>, _> = all.map(|(e, usual)| self.extent_of(e, usual)).collect();
        Ok(all?.join(", "))
    }

    /// `usual` stands for a size below 1 that a clause gives.
    fn extent_of(&self, extent: &Extent, usual: u32) -> Result<String, RenderError> {
        Ok(match extent {
            Extent::Fixed(n) => (*n).max(1).to_string(),
            Extent::User(e) => self.given(e, usual)?,
            Extent::Cover {
                heads,
                tile,
                per,
                max,
            } => {
                let mut trips = String::from("1");
                for (k, head) in heads.iter().enumerate() {
                    let mut one = self.trips(head)?;
                    if let Some(size) = tile.get(k) {
                        one = format!("__accrs_tiles({one}, {size})");
                    }
                    trips = if k == 0 {
                        one
                    } else {
                        format!("__accrs_times({trips}, {one})")
                    };
                }
                format!(
                    "__accrs_cover({trips}, {}, {max})",
                    self.extent_of(per, BLOCK[0])?
                )
            }
        })
    }

    /// A size that a clause gives: for one below 1 the runtime warns, and `usual` is taken.
    fn given(&self, e: &Expr, usual: u32) -> Result<String, RenderError> {
        let text = c_string(self.unit.source.slice(e.span).as_bytes());
        let value = self.expr(e)?;
        Ok(format!(
            "__accrs_given(&__accrs_here, {text}, {value}, {usual})"
        ))
    }

    /// The trip count of a loop head.
    fn trips(&self, head: &Canonical) -> Result<String, RenderError> {
        let var = self.unit.var(head.var);
        let pointer = self.unit.types.is_pointer(var.ty);
        let value = |e| -> Result<String, RenderError> {
            let text = self.expr(e)?;
            Ok(if pointer {
                format!("(long)({text})")
            } else {
                text
            })
        };
        let (lower, upper) = (value(&head.lower)?, value(&head.upper)?);
        let step = if pointer {
            let lower = self.expr(&head.lower)?;
            format!(
                "(__accrs_wide){} * (__accrs_wide)sizeof(*({lower}))",
                clause::operand(self.unit, &head.step)?
            )
        } else {
            self.expr(&head.step)?
        };
        let closed = u8::from(matches!(head.cmp, LoopCmp::Le | LoopCmp::Ge));
        let (from, to) = if head.down {
            (upper, lower)
        } else {
            (lower, upper)
        };
        if let Some(ty) = trips::around(self.unit, head) {
            let distance = format!("({ty})((unsigned long)({to}) - (unsigned long)({from}))");
            return Ok(format!("__accrs_trips(0, {distance}, 1, 0)"));
        }
        Ok(match trips::own_type(self.unit, head) {
            Some(ty) => format!("__accrs_trips(({ty})({from}), ({ty})({to}), {step}, {closed})"),
            None => format!("__accrs_trips({from}, {to}, {step}, {closed})"),
        })
    }
}

fn comparison(cmp: LoopCmp) -> &'static str {
    match cmp {
        LoopCmp::Lt => "<",
        LoopCmp::Le => "<=",
        LoopCmp::Gt => ">",
        LoopCmp::Ge => ">=",
        LoopCmp::Ne => "!=",
    }
}

fn find_loop(stmts: &[Stmt], id: LoopId) -> Option<&accrs_frontend::region::For> {
    let mut found = None;
    for s in stmts {
        s.any_stmt(|s| {
            if let StmtKind::For(l) = &s.kind
                && l.id == id
            {
                found = Some(&**l);
            }
            found.is_some()
        });
    }
    found
}
