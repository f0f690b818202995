//! Compute constructs: one test chooses between the OpenMP version and the device version.

use super::items::Items;
use super::launch::GANGS;
use super::{Host, site};
use crate::plan::{
    Action, ComputePlan, ConstructPlan, DataItem, Param, Pass, Queue, Section, SelfCondition, Step,
    ToldApart,
};
use crate::render::openmp::RELEASED;
use crate::render::text::to_generated;
use crate::render::{RenderError, clause, from_void, last, openmp, templates};
use accrs_frontend::region::conditional::of_condition;
use accrs_frontend::region::{Body, Canonical, Construct, Expr, LoopId, StmtKind, Storage, VarId};
use indexmap::IndexSet;
use std::collections::HashSet;
use std::fmt::Write;

/// The text for the copies that a task takes along: before the task, at its start, in its directive, and at its end.
#[derive(Default)]
struct Taken {
    before: String,
    inside: String,
    sharing: String,
    after: String,
}

impl Host<'_> {
    pub(super) fn compute(
        &self,
        construct: &Construct,
        plan: &ConstructPlan,
        compute: &ComputePlan,
    ) -> Result<String, RenderError> {
        let asked = self.host_asked(plan)?;
        let always_host =
            matches!(plan.self_condition, Some(SelfCondition::Always)) || !self.options.device();
        let host = always_host || asked.is_some() || self.options.multicore;
        let items = match always_host {
            true => Items::default(),
            false => self.items_with(&plan.data, &self.results(compute))?,
        };
        let mut context = tera::Context::new();
        let mut made = match always_host {
            true => String::new(),
            false => self.made(construct),
        };
        made += &openmp::reduced::declarations(self.unit, construct.id)?;
        let parts = compute.parts.as_ref();
        if let Some(parts) = parts {
            made += &self.bounds(parts, "    ")?;
        }
        context.insert("made", &made);
        context.insert("tables", &items.tables(""));
        context.insert("site", &site(&plan.site, &items.of_site("")));
        context.insert("host", &"");
        context.insert("named", &"");
        if !host {
            context.insert("named", &self.only_in_kernels(plan, compute));
        }
        let alone = match self.options.device() {
            true => String::new(),
            false => self.only_in_clauses(construct),
        };
        context.insert("alone", &alone);
        let here = plan.here();
        let on_cores = match &here.action {
            Action::Compute(on_cores) => on_cores,
            _ => compute,
        };
        if host {
            let text = openmp::construct(self.unit, self.plan, construct, on_cores)?;
            let sizes = match &on_cores.num_gangs {
                Some(n) if n.int_value().is_none() => self.gangs(n, on_cores)?,
                _ => String::new(),
            };
            context.insert("host", &format!("{sizes}{text}{}", to_generated()));
        }
        // On the host's cores an asynchronous construct is an OpenMP task, which its queue carries out.
        let task = host && self.options.multicore && !matches!(here.queue, Queue::Sync);
        context.insert("is_task", &task);
        let mut sharing = String::new();
        let mut taken = Taken::default();
        if task {
            taken = self.taken(&here.data)?;
            self.hand_back(&on_cores.cores.handed, &mut taken);
            sharing = openmp::sharing(self.unit, &on_cores.cores.task) + &taken.sharing;
        }
        context.insert("sharing", &sharing);
        context.insert("taken", taken.before.trim_end());
        context.insert("used", taken.inside.trim_end());
        context.insert("handed", taken.after.trim_end());
        let queue = match always_host {
            true => self.queue(&here.queue)?,
            false => self.queue_of(plan)?,
        };
        context.insert("queue", &queue);
        let wait = self.waits(&plan.waits, "__accrs_queue")?;
        // Whoever runs it, waits come first, once.
        let shared = plan.shared.as_deref().filter(|_| !always_host);
        let (first, waited) = match shared {
            Some(_) => (wait, String::new()),
            None => (String::new(), wait),
        };
        context.insert("wait", &waited);
        context.insert("host_wait", &self.waits_here(plan)?);
        let asked = self.kept_here(always_host, asked);
        context.insert(
            "begin",
            &format!("__accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, {asked})"),
        );
        let kernel = match compute.kernels.first() {
            Some(k) => format!("&__accrs_kernel_{}", k.name),
            None => "0".into(),
        };
        context.insert("kernel", &kernel);
        // What doesn't fit a device runs on the cores, where there is a version for them; not with an address of the device that a construct around has
        // brought. The runtime sees those of the construct's own items.
        let brought = |p: &Param| {
            matches!(p.pass, Pass::Raw) && !plan.data.iter().any(|item| item.var == p.var)
        };
        let of_device = compute.kernels.iter().flat_map(|k| &k.params).any(brought);
        let may_lack =
            host && !always_host && !of_device && plan.data.iter().any(DataItem::makes_entry);
        context.insert("may_lack", &may_lack);
        let scans = match always_host {
            true => String::new(),
            false => self.scans(&plan.data)?,
        };
        context.insert("scans", scans.trim_end());
        context.insert("values", &items.values("__accrs_values"));
        let launches = match always_host {
            true => String::new(),
            false => self.launches(compute, items.count)?,
        };
        context.insert("launches", &launches);
        let last = last::values(self.unit, &compute.last, &compute.body, "    ")?;
        context.insert("last", last.trim_end());
        if let Some(parts) = parts {
            context.insert("from", &self.unit.var(parts.from).name);
            context.insert("to", &self.unit.var(parts.to).name);
            context.insert("step", &parts.step);
            context.insert("closed", &u8::from(parts.closed));
        }
        let part = |wanted: bool, template: &str| match wanted {
            true => templates::fill(template, &context),
            false => Ok(String::new()),
        };
        let cores = part(host, "host/cores.c.tera")?;
        let in_parts = parts.filter(|_| may_lack);
        let template = match in_parts {
            Some(_) => "host/in_parts.c.tera",
            None => "host/on_device.c.tera",
        };
        let mut on_device = part(!always_host, template)?;
        if let Some(shared) = shared {
            on_device = self.shared(shared, &first, on_device.trim_end())?;
        }
        context.insert("cores", cores.trim_end());
        context.insert("on_device", on_device.trim_end());
        templates::fill("host/compute.c.tera", &context)
    }

    /// The number of gangs that a clause gives, for the threads that are gangs. Where there are none it counts for nothing, but the
    /// runtime warns of one below 1.
    fn gangs(&self, n: &Expr, compute: &ComputePlan) -> Result<String, RenderError> {
        let given = self.given(n, GANGS)?;
        Ok(match &compute.cores.team {
            Some(team) if !team.alone => {
                format!("        const int {} = (int){given};\n", openmp::GANGS)
            }
            _ => format!("        {given};\n"),
        })
    }

    /// The items that kernels only combine their results with.
    pub(super) fn results(&self, compute: &ComputePlan) -> HashSet<usize> {
        let (mut results, mut others) = (HashSet::new(), HashSet::new());
        for kernel in &compute.kernels {
            let scratch = self.scratch(kernel);
            for param in &kernel.params {
                if let Some(item) = param.pass.item() {
                    let is_result = scratch.results.contains(&param.var);
                    let of = if is_result { &mut results } else { &mut others };
                    of.insert(item);
                }
            }
        }
        results.retain(|item| !others.contains(item));
        results
    }

    /// Declarations of the variables that kernels hand to each other and that the user didn't write.
    fn made(&self, construct: &Construct) -> String {
        let mut out = String::new();
        for (var, like) in construct.members.iter().flat_map(|m| &m.made) {
            let name = &self.unit.var(*var).name;
            let _ = match like {
                Some(v) => writeln!(
                    out,
                    "        __typeof__({}) {name};",
                    self.unit.var(*v).name
                ),
                None => writeln!(out, "    long {name};"),
            };
        }
        out
    }

    /// The argument that tells the runtime whether the construct stays on the host.
    fn kept_here(&self, always_host: bool, asked: Option<String>) -> String {
        // In a program for the cores alone the runtime must still look at ACC_DEVICE_TYPE and say which device is missing.
        let kept = u8::from(self.options.device());
        match asked {
            // The condition decides nothing, but it must be evaluated, and its variables count as used.
            Some(asked) if always_host => format!("((void)({asked}), {kept})"),
            None if always_host => kept.to_string(),
            Some(asked) => asked,
            None => "0".into(),
        }
    }

    /// A use of each variable that only kernels use. The construct's own statements aren't in the text, so host compilers would
    /// warn of these variables otherwise.
    fn only_in_kernels(&self, plan: &ConstructPlan, compute: &ComputePlan) -> String {
        let mut used: IndexSet<VarId> = compute.named.iter().copied().collect();
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
            .filter(|v| !passed.contains(v) && self.may_be_unused(*v))
            .map(|v| self.unit.var(v))
            .map(|v| match self.unit.types.qualifiers(v.ty).is_volatile {
                // A volatile variable must not be read where the program doesn't.
                true => format!("(void)sizeof({})", v.name),
                false => format!("(void){}", v.name),
            })
            .collect();
        if names.is_empty() {
            return String::new();
        }
        format!("        {};", names.join(", "))
    }

    /// Names the variables of clauses in a program without a version for devices: the cores' text has other directives, so host compilers
    /// would warn of variables that the user has for clauses alone.
    fn only_in_clauses(&self, construct: &Construct) -> String {
        let Body::Compute(body) = &construct.body else {
            return String::new();
        };
        let mut directives = vec![&construct.directive];
        let mut named = IndexSet::new();
        for s in body {
            s.each_stmt(|s| match &s.kind {
                StmtKind::For(l) => directives.extend(&l.directive),
                // An atomic construct's.
                StmtKind::If { cond, .. } if of_condition(s).is_some() => {
                    cond.each_expr(|e| named.extend(e.variable()));
                }
                _ => {}
            });
        }
        for e in directives.into_iter().flat_map(|d| d.exprs()) {
            e.each_expr(|e| named.extend(e.variable()));
        }
        let mut named: Vec<VarId> = named
            .into_iter()
            .filter(|v| self.may_be_unused(*v))
            .collect();
        for s in body {
            named = openmp::from_outside(s, &named);
        }
        let names = openmp::unused(self.unit, named);
        names.map_or_else(String::new, |names| format!("        {names}"))
    }

    /// Whether host compilers would warn of a variable that nothing uses.
    fn may_be_unused(&self, v: VarId) -> bool {
        let v = self.unit.var(v);
        matches!(v.storage, Storage::Local | Storage::Param) && v.member.is_none()
    }

    /// The waits of the host's version. Where a condition keeps the construct on the host, it isn't put on the
    /// device's queue, so the host itself waits.
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

    /// Copies of `firstprivate` sections for a task: they have the values from when the construct is put on its queue, like
    /// all that the task copies.
    fn taken(&self, items: &[DataItem]) -> Result<Taken, RenderError> {
        let mut out = Taken::default();
        // OpenMP itself copies whole variables.
        let section =
            |item: &&DataItem| item.modifiers.own && !matches!(item.section, Section::Whole);
        for item in items.iter().filter(section) {
            let name = &self.unit.var(item.var).name;
            let items = self.items(std::slice::from_ref(item))?;
            let _ = write!(
                out.before,
                "{}{}\n        void *__accrs_start_{name} = (void *){name};\n        \
                 void *__accrs_taken_{name} = __accrs_host_take(&__accrs_here, __accrs_items_{name}, __accrs_values_{name}, \
                 &__accrs_start_{name});\n",
                items.tables(&format!("_{name}")),
                items.values(&format!("__accrs_values_{name}")),
            );
            let cast = from_void(self.unit, &format!("__typeof__(*{name}) *"));
            let _ = write!(
                out.inside,
                "        {RELEASED} void *__accrs_own_{name} = __accrs_taken_{name};\n        \
                 (void)__accrs_own_{name};\n        \
                 __typeof__(*{name}) *__accrs_of_{name} = {cast}__accrs_start_{name}, *{name} = __accrs_of_{name};\n"
            );
            let _ = write!(
                out.sharing,
                " firstprivate(__accrs_taken_{name}, __accrs_start_{name})"
            );
        }
        Ok(out)
    }

    /// Variables whose last values the task hands back.
    fn hand_back(&self, all: &[VarId], out: &mut Taken) {
        for v in all {
            let name = &self.unit.var(*v).name;
            let _ = writeln!(
                out.before,
                "        __typeof__({name}) *__accrs_back_{name} = &{name};"
            );
            let _ = write!(out.sharing, " firstprivate(__accrs_back_{name})");
            let _ = writeln!(out.after, "        *__accrs_back_{name} = {name};");
        }
    }

    /// The C condition under which the construct's `if` and `self` clauses keep it on the host.
    fn host_asked(&self, plan: &ConstructPlan) -> Result<Option<String>, RenderError> {
        let mut all = Vec::new();
        if let Some(e) = &plan.condition {
            all.push(format!("!({})", self.expr(e)?));
        }
        if let Some(SelfCondition::When(e)) = &plan.self_condition {
            all.push(format!("({}) ? 1 : 0", self.expr(e)?));
        }
        Ok((!all.is_empty()).then(|| all.join(" || ")))
    }

    /// What a construct does on a device, behind the entry of its data.
    pub(super) fn launches(
        &self,
        compute: &ComputePlan,
        items: usize,
    ) -> Result<String, RenderError> {
        let mut out = String::new();
        let told = &compute.told_apart;
        if !told.is_empty() {
            let pair = |t: &ToldApart| format!("{}, {}, {}", t.first, t.second, u8::from(t.equal));
            let pairs: Vec<String> = told.iter().map(pair).collect();
            let _ = writeln!(
                out,
                "        static const unsigned short __accrs_told[] = {{ {} }};\n        __accrs_told_apart(__accrs_open, __accrs_told, {});",
                pairs.join(", "),
                pairs.len()
            );
        }
        Ok(out + &self.steps(compute, &compute.steps, items)?)
    }

    fn steps(
        &self,
        compute: &ComputePlan,
        steps: &[Step],
        items: usize,
    ) -> Result<String, RenderError> {
        let region = if items == 0 { "0" } else { "__accrs_open" };
        let mut out = String::new();
        for step in steps {
            match step {
                Step::Launch(i) => {
                    let kernel = |i: usize| {
                        let kernel = compute.kernels.get(i);
                        kernel.ok_or_else(|| RenderError::internal("a launch of no kernel"))
                    };
                    let asked = kernel(*i)?;
                    let launch = self.launch(asked, items, region, false)?;
                    match asked.overlap.as_ref().filter(|o| !o.apart.is_empty()) {
                        None => out.push_str(&launch),
                        Some(overlap) => {
                            let other = match overlap.in_order {
                                Some(k) => Some(self.launch(kernel(k)?, items, region, false)?),
                                None => None,
                            };
                            out.push_str(&self.question(
                                (compute, asked),
                                &overlap.apart,
                                region,
                                &launch,
                                other.as_deref(),
                            )?);
                        }
                    }
                }
                Step::Together { kernel, otherwise } => {
                    let kernel = compute.kernels.get(*kernel);
                    let kernel =
                        kernel.ok_or_else(|| RenderError::internal("a launch of no kernel"))?;
                    let mut launch = self.launch(kernel, items, region, true)?;
                    if let Some(overlap) = &kernel.overlap {
                        launch = self.question(
                            (compute, kernel),
                            &overlap.apart,
                            region,
                            &launch,
                            None,
                        )?;
                    }
                    let otherwise = self.steps(compute, otherwise, items)?;
                    let mut context = tera::Context::new();
                    context.insert("launch", launch.trim_end());
                    context.insert("otherwise", otherwise.trim_end());
                    out.push_str(&templates::fill("host/together.c.tera", &context)?);
                }
                Step::Ask {
                    apart,
                    whole,
                    steps,
                    ..
                } => {
                    let text = compute.kernels.get(*whole);
                    let text =
                        text.ok_or_else(|| RenderError::internal("a launch of no kernel"))?;
                    let steps = self.steps(compute, steps, items)?;
                    let other = self.launch(text, items, region, false)?;
                    let own = (compute, text);
                    out.push_str(&self.question(own, apart, region, &steps, Some(&other))?);
                }
                Step::If {
                    condition,
                    then,
                    els,
                } => {
                    let then = self.steps(compute, then, items)?;
                    let _ = write!(
                        out,
                        "        if ({}) {{\n{then}        }}",
                        self.expr(condition)?
                    );
                    if !els.is_empty() {
                        let els = self.steps(compute, els, items)?;
                        let _ = write!(out, " else {{\n{els}        }}");
                    }
                    out.push('\n');
                }
                Step::Loop { head, id, body } => {
                    let body = self.steps(compute, body, items)?;
                    out.push_str(&self.host_loop(compute, head, *id, &body)?);
                }
            }
        }
        Ok(out)
    }

    /// A loop that the host steps through. It has a variable of its own.
    fn host_loop(
        &self,
        compute: &ComputePlan,
        head: &Canonical,
        id: LoopId,
        body: &str,
    ) -> Result<String, RenderError> {
        let v = self.unit.var(head.var);
        let var = &v.name;
        let declaration = if let Some(made) = last::made(self.unit, head.var) {
            format!("{made};")
        } else if head.declared {
            // The declaration is the user's text, which has the type as the user wrote it.
            // A loop of the text, or one that only devices have.
            let own = self.unit.constructs.iter();
            let own = own.filter_map(|c| c.members.as_ref()).flat_map(|m| &m.body);
            let all = compute.body.iter().chain(own);
            format!("{};", last::declaration(self.unit, id, all)?)
        } else if v.storage == Storage::Region {
            // It is declared where only kernels are.
            format!("{};", clause::declare(self.unit, v.ty, var))
        } else {
            format!("__typeof__({var}) {var};")
        };
        let (sign, cmp) = (if head.down { "-" } else { "+" }, head.cmp.op().symbol());
        Ok(format!(
            "        {{\n            {declaration}\n            for ({var} = {}; {var} {cmp} {}; {var} {sign}= {}) {{\n{body}            }}\n        }}\n",
            self.expr(&head.lower)?,
            clause::operand(self.unit, &head.upper)?,
            self.expr(&head.step)?
        ))
    }
}
