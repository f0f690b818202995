//! Kernels and their launches: a table for each kernel at the head of the file, and the values of a launch in its place.

use super::{Host, list, site};
use crate::plan::{Apart, ComputePlan, Extent, Kernel, Param, Pass, Reach, RowLength, RowsOf};
use crate::render::text::c_string;
use crate::render::{RenderError, clause, templates};
use crate::tree::dimensions::Dimension;
use crate::tree::scratch::{Count, Scratch};
use crate::trips;
use accrs_frontend::region::{
    Canonical, Expr, ExprKind, FloatKind, LoopCmp, Storage, Type, TypeId,
};
use indexmap::IndexSet;
use std::fmt::Write;

/// What replaces a number of gangs below 1: one, as on the host's cores.
pub(super) const GANGS: u64 = 1;

/// The variable of a launch that has the lanes of each row.
const LANES: &str = "__accrs_lanes";

/// A launch as C: the tables of what the compiler knows, and the values that the launch has when it runs.
#[derive(Default)]
struct Launch {
    /// Initialisers of `__accrs_param`, `__accrs_loop`, `__accrs_extent`.
    params: Vec<String>,
    loops: Vec<String>,
    extents: Vec<String>,
    /// Declarations of variables for arguments that don't fit a value.
    copies: Vec<String>,
    /// The values of the parameters; then, in `sizes`, those of the extents and of the scratch memory.
    arguments: Vec<String>,
    sizes: Vec<String>,
    /// The bytes of scratch memory for each block; `None` if they are one of the values.
    scratch_block: Option<u64>,
}

impl Host<'_> {
    /// What replaces sizes of a block below 1: a warp of lanes, one worker.
    fn usual_block(&self) -> [u64; 3] {
        [self.plan.machine.device.warp, 1, 1]
    }

    pub(super) fn kernel_names(&self) -> Vec<String> {
        let cells = self.kernels.and_then(|k| k.cells.clone());
        self.all_kernels()
            .map(|(_, k)| k.name.clone())
            .chain(cells)
            .chain(self.kernels.and_then(|k| k.exports.cells.clone()))
            .collect()
    }

    fn all_kernels(&self) -> impl Iterator<Item = (&ComputePlan, &Kernel)> {
        let all = self.plan.constructs.values();
        let computes = all.flat_map(|c| c.on_devices());
        computes.flat_map(|c| c.kernels.iter().map(move |k| (c, k)))
    }

    /// The tables of all kernels.
    pub(super) fn kernels(&self) -> Result<String, RenderError> {
        let mut out = String::new();
        // What is launched in the place of others is named by them.
        let (others, own): (Vec<_>, Vec<_>) = self.all_kernels().partition(|(_, k)| k.unaligned);
        for (compute, kernel) in others.into_iter().chain(own) {
            let launch = self.described(kernel)?;
            let name = &kernel.name;
            let mut table = |what: &str, rows: &[String]| match rows.join(", ") {
                all if all.is_empty() => "0".to_string(),
                all => {
                    let _ = writeln!(
                        out,
                        "static const __accrs_{what} __accrs_{what}s_{name}[] = {{ {all} }};"
                    );
                    format!("__accrs_{what}s_{name}")
                }
            };
            let params = table("param", &launch.params);
            let loops = table("loop", &launch.loops);
            let (grid, block) = launch.extents.split_at(3);
            let mut context = tera::Context::new();
            context.insert("name", name);
            let mapping = kernel.mapping.map_or("", |m| m.name());
            context.insert("mapping", &c_string(mapping.as_bytes()));
            context.insert("site", &site(&kernel.site, "0, 0"));
            context.insert("params", &params);
            context.insert("count", &launch.params.len());
            context.insert("loops", &loops);
            context.insert("grid", &grid.join(", "));
            context.insert("block", &block.join(", "));
            context.insert("counter", &u8::from(self.scratch(kernel).counter));
            context.insert("scratch_asked", &u8::from(launch.scratch_block.is_none()));
            context.insert("scratch_block", &launch.scratch_block.unwrap_or(0));
            let together = kernel.together.as_ref();
            let together = together.map(|t| format!("1, {}, {}", t.turns.unwrap_or(0), t.alone));
            context.insert("together", &together);
            let otherwise = kernel.aligned.as_ref();
            let otherwise = otherwise.and_then(|a| compute.kernels.get(a.otherwise));
            context.insert("unaligned", &otherwise.map(|k| &k.name));
            out.push_str(&templates::fill("host/kernel.c.tera", &context)?);
            out.push('\n');
        }
        out.push_str(&self.cells_descriptor());
        Ok(out)
    }

    /// One launch. `region`: the variable of the construct's data region, or 0. `noted`: a variable gets whether it was launched.
    pub(super) fn launch(
        &self,
        kernel: &Kernel,
        items: usize,
        region: &str,
        noted: bool,
    ) -> Result<String, RenderError> {
        let missing = |p: &Param| match p.pass {
            Pass::Address { item, .. } | Pass::Reference { item } | Pass::Upload { item } => {
                item >= items
            }
            Pass::Value | Pass::Raw => false,
        };
        if let Some(param) = kernel.params.iter().find(|p| missing(p)) {
            return Err(RenderError::internal(format!(
                "argument '{}' of {} has no data entry",
                self.unit.var(param.var).name,
                kernel.name
            )));
        }
        let launch = self.described(kernel)?;
        let lines = [launch.arguments.join(", "), launch.sizes.join(", ")];
        let mut context = tera::Context::new();
        context.insert("name", &kernel.name);
        context.insert("copies", &launch.copies);
        context.insert(
            "arguments",
            &list("            ", "__accrs_arguments", &lines),
        );
        context.insert("region", region);
        context.insert("noted", &noted);
        templates::fill("host/launch.c.tera", &context)
    }

    /// One of two launches: `other`, or none, where memory overlaps that a kernel reaches. What it asks about may be arguments of other kernels of the
    /// construct alone.
    pub(super) fn question(
        &self,
        (compute, kernel): (&ComputePlan, &Kernel),
        apart: &[Apart],
        region: &str,
        launch: &str,
        other: Option<&str>,
    ) -> Result<String, RenderError> {
        let (mut items, mut values) = (Vec::new(), Vec::new());
        let rows = apart.iter().any(Apart::is_of_rows);
        let all = compute.kernels.iter().flat_map(Kernel::cells);
        let cells: IndexSet<usize> = all.map(|(_, item)| item).collect();
        let reaches = apart
            .iter()
            .flat_map(|p| [(&p.a, None), (&p.b, Some(p.is_of_one()))]);
        for (reach, one) in reaches {
            let var = match reach.base.strip_implicit().kind {
                ExprKind::Var(v) => Some(v),
                _ => None,
            };
            let others = compute.kernels.iter().flat_map(|k| &k.params);
            let mut params = kernel.params.iter().chain(others);
            let param = params.find(|p| Some(p.var) == var);
            let param =
                param.ok_or_else(|| RenderError::internal("a question about no argument"))?;
            items.push(match param.pass {
                Pass::Address { item, .. } => item.to_string(),
                _ => "__ACCRS_NO_ITEM".into(),
            });
            if rows || !cells.is_empty() {
                let own = param.cell.map(|item| item.to_string());
                items.push(own.unwrap_or("__ACCRS_NO_ITEM".into()));
            }
            if rows {
                items.extend(one.map(|one| u8::from(one).to_string()));
                values.push(self.rows(reach)?);
            } else {
                values.push(self.reached(reach)?);
            }
        }
        items.extend(cells.iter().map(usize::to_string));
        let mut context = tera::Context::new();
        context.insert("name", &kernel.name);
        let asks = match (rows, cells.is_empty()) {
            (true, _) => "__accrs_kernel_rows_apart",
            (false, true) => "__accrs_apart",
            (false, false) => "__accrs_members_apart",
        };
        context.insert("asks", asks);
        context.insert("cells", &(rows || !cells.is_empty()).then_some(cells.len()));
        context.insert("items", &items.join(", "));
        context.insert("pairs", &apart.len());
        let values = list("            ", "__accrs_reached", &values);
        context.insert("values", &values);
        context.insert("region", region);
        let inside = |text: &str| text.trim_end().replace('\n', "\n        ");
        context.insert("launch", &inside(launch));
        context.insert("other", &other.map(inside));
        templates::fill("host/question.c.tera", &context)
    }

    /// A pointer, and the bytes behind it that are reached: the first one and the one behind the last.
    fn reached(&self, r: &Reach) -> Result<String, RenderError> {
        let base = clause::operand(self.unit, &r.base)?;
        if r.upper.is_empty() {
            return Ok(format!(
                "{{ (void *){base} }}, {{ .n = 0 }}, {{ .n = sizeof({base}) }}"
            ));
        }
        let lower = match r.lower.is_empty() {
            true => "0".into(),
            false => self.nearest("__accrs_min", &r.lower)?,
        };
        let upper = self.nearest("__accrs_max", &r.upper)?;
        let bytes = |n: String| match n.as_str() {
            "0" => "{ .n = 0 }".into(),
            n => format!("{{ .n = (long long){n} * (long long)sizeof({base}[0]) }}"),
        };
        Ok(format!(
            "{{ (void *){base} }}, {}, {}",
            bytes(lower),
            bytes(upper)
        ))
    }

    /// A pointer, how many levels there are behind it, and the bytes of each of them that are reached, from where its rows begin.
    fn rows(&self, r: &Reach) -> Result<String, RenderError> {
        let base = clause::operand(self.unit, &r.base)?;
        let mut out = format!("{{ (void *){base} }}, {{ .n = {} }}", 1 + r.behind.len());
        if r.upper.is_empty() {
            return Ok(format!("{out}, {{ .n = 0 }}, {{ .n = sizeof({base}) }}"));
        }
        let first = (
            self.nearest("__accrs_min", &r.lower)?,
            self.nearest("__accrs_max", &r.upper)?,
        );
        let mut levels = vec![first];
        for row in &r.behind {
            levels.push((self.number(&row.lower)?, self.number(&row.upper)?));
        }
        for (k, (from, to)) in levels.iter().enumerate() {
            let element = format!("{base}{}", "[0]".repeat(k + 1));
            for n in [from, to] {
                let _ = write!(
                    out,
                    ", {{ .n = (long long){n} * (long long)sizeof({element}) }}"
                );
            }
        }
        Ok(out)
    }

    fn described(&self, kernel: &Kernel) -> Result<Launch, RenderError> {
        let mut launch = Launch::default();
        for (at, param) in kernel.params.iter().enumerate() {
            let mut asked = kernel.aligned.iter().flat_map(|a| &a.params);
            let asked = asked.find(|(of, _)| *of == at);
            let aligned = asked.map_or(String::new(), |(_, bytes)| format!(", {bytes}"));
            self.param(param, &aligned, &mut launch)?;
        }
        for (_, item) in kernel.cells() {
            launch.params.push(format!("{{ 8, __ACCRS_CELL, {item} }}"));
        }
        let dimensions: Option<&Vec<Dimension>> =
            self.kernels.and_then(|k| k.dimensions.get(&kernel.name));
        for d in dimensions.into_iter().flatten() {
            launch.params.push("{ 8, __ACCRS_VALUE, 0 }".into());
            let value = format!("{{ .n = {} }}", d.on_host(self.unit));
            launch.arguments.push(value);
        }
        for extent in &kernel.block {
            if let Extent::RowLanes(ends) = extent {
                launch.copies.push(self.lanes(ends)?);
            }
        }
        for (extents, usual) in [
            (&kernel.grid, [GANGS; 3]),
            (&kernel.block, self.usual_block()),
        ] {
            for (extent, usual) in extents.iter().zip(usual) {
                self.extent_of(extent, usual, &mut launch)?;
            }
        }
        self.scratch_block(kernel, &mut launch)?;
        Ok(launch)
    }

    /// `aligned`: the end of an address's row in the table.
    fn param(&self, param: &Param, aligned: &str, launch: &mut Launch) -> Result<(), RenderError> {
        let ty = self.unit.var(param.var).ty;
        let name = &clause::variable(self.unit, param.var)?;
        let address = format!("{{ (void *){name} }}");
        // What is declared in the construct has no address on the host.
        let is_inner = self.unit.var(param.var).storage == Storage::Region;
        let (table, value) = match param.pass {
            Pass::Value => {
                let types = &self.unit.types;
                let bytes = types.size_of(ty).unwrap_or(8);
                match self.room(ty) {
                    Some("at") => ("{ 8, __ACCRS_VALUE, 0 }".into(), address),
                    Some(member) => (
                        format!("{{ {bytes}, __ACCRS_VALUE, 0 }}"),
                        // C++ doesn't convert its enumerations by itself.
                        match types.canonical(ty) {
                            Type::Enum(_) if self.unit.cpp => {
                                format!("{{ .{member} = (long){name} }}")
                            }
                            _ => format!("{{ .{member} = {name} }}"),
                        },
                    ),
                    None => {
                        let mut value = address;
                        if !self.unit.types.is_array(ty) {
                            // The address is that of a copy, so that the address of the user's variable isn't taken.
                            let copy = format!("__accrs_v{}", launch.copies.len());
                            let made = format!("__typeof__({name}) {copy} = {name};");
                            launch.copies.push(made);
                            value = format!("{{ (void *)&{copy} }}");
                        }
                        (format!("{{ {bytes}, __ACCRS_COPIED, 0 }}"), value)
                    }
                }
            }
            Pass::Raw => (format!("{{ 8, __ACCRS_VALUE, 0{aligned} }}"), address),
            Pass::Address { item, .. } if !is_inner => {
                (format!("{{ 8, __ACCRS_STANDS, {item}{aligned} }}"), address)
            }
            Pass::Address { item, .. } | Pass::Reference { item } | Pass::Upload { item } => {
                launch
                    .params
                    .push(format!("{{ 8, __ACCRS_PLACE, {item} }}"));
                return Ok(());
            }
        };
        launch.params.push(table);
        launch.arguments.push(value);
        Ok(())
    }

    /// The member of `__accrs_value` that holds a value of this type, if it fits.
    fn room(&self, ty: TypeId) -> Option<&'static str> {
        let types = &self.unit.types;
        match types.canonical(ty) {
            Type::Pointer(_) => Some("at"),
            Type::Float(FloatKind::Float) => Some("f"),
            Type::Float(FloatKind::Double) => Some("d"),
            _ if types.is_integer(ty) => match types.size_of(ty) {
                Some(1) => Some("n1"),
                Some(2) => Some("n2"),
                Some(4) => Some("n4"),
                Some(8) => Some("n"),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn scratch(&self, kernel: &Kernel) -> Scratch {
        let scratch = self.kernels.and_then(|k| k.scratch.get(&kernel.name));
        scratch.cloned().unwrap_or_default()
    }

    /// Adds the bytes of scratch memory for each block.
    fn scratch_block(&self, kernel: &Kernel, launch: &mut Launch) -> Result<(), RenderError> {
        let scratch = self.scratch(kernel);
        if scratch.areas.is_empty() {
            launch.scratch_block = Some(scratch.per_block);
            return Ok(());
        }
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
            let usual = self.usual_block();
            for (i, extent) in kernel.block.iter().enumerate() {
                if area.rows.0 & (1 << i) != 0 {
                    let _ = write!(bytes, " * {}", self.single(extent, usual[i])?);
                }
            }
            let _ = write!(out, " + ({bytes} + 15) / 16 * 16");
        }
        launch.sizes.push(format!("{{ .n = {out} }}"));
        Ok(())
    }

    /// The variable that has the lanes of each row.
    fn lanes(&self, rows: &RowLength) -> Result<String, RenderError> {
        let (array, first, last) = match &rows.of {
            RowsOf::Memory { array, first, last } => (array, first, last),
            RowsOf::Loop {
                lower,
                upper,
                closed,
            } => {
                let (lower, upper) = (self.number(lower)?, self.number(upper)?);
                let more = if *closed { " + 1" } else { "" };
                return Ok(format!(
                    "const unsigned {LANES} = __accrs_loop_lanes({lower}, {upper}{more});"
                ));
            }
        };
        let array = clause::operand(self.unit, array)?;
        let index = |(e, more): &(Expr, i64)| {
            let e = self.number(e)?;
            Ok(match more {
                0 => e,
                _ => format!("(long long){e} + {more}"),
            })
        };
        let (first, last) = (index(first)?, index(last)?);
        Ok(format!(
            "const unsigned {LANES} = __accrs_row_lanes(&__accrs_here, {array}, sizeof(*{array}), {first}, {last}, {});",
            rows.usual
        ))
    }

    /// An extent that doesn't depend on the trips of loops. `usual` replaces a clause's size below 1.
    fn single(&self, extent: &Extent, usual: u64) -> Result<String, RenderError> {
        match extent {
            Extent::Fixed(n) => Ok((*n).max(1).to_string()),
            Extent::User(e) => self.given(e, usual),
            Extent::RowLanes(_) => Ok(LANES.into()),
            Extent::RowsBeside(ends) => Ok(format!("{} / {LANES}", ends.threads)),
            Extent::Cover { .. } => Err(RenderError::internal("a block that covers a loop")),
        }
    }

    fn extent_of(
        &self,
        extent: &Extent,
        usual: u64,
        launch: &mut Launch,
    ) -> Result<(), RenderError> {
        let (factors, loops) = match extent {
            Extent::Cover {
                heads,
                tile,
                per,
                most,
                least,
            } => {
                for (k, head) in heads.iter().enumerate() {
                    self.trips(head, tile.get(k).copied().unwrap_or(0), launch)?;
                }
                // 0: as many as the device holds at once.
                let most = most.unwrap_or(0);
                let least = if *least { ", 1" } else { "" };
                (per.as_slice(), format!(", {}, {most}{least}", heads.len()))
            }
            other => (std::slice::from_ref(other), String::new()),
        };
        // Loops are spread over a block's extent, whatever the axis.
        let usual = if loops.is_empty() {
            usual
        } else {
            self.usual_block()[0]
        };
        let n = match factors {
            [] => 1,
            [Extent::Fixed(n)] => (*n).max(1),
            all => {
                let all: Result<Vec<_>, _> = all.iter().map(|e| self.single(e, usual)).collect();
                launch
                    .sizes
                    .push(format!("{{ .n = {} }}", all?.join(" * ")));
                0
            }
        };
        launch.extents.push(format!("{{ {n}{loops} }}"));
        Ok(())
    }

    /// A size that a clause gives. If it is below 1, the runtime warns and takes `usual`.
    pub(super) fn given(&self, e: &Expr, usual: u64) -> Result<String, RenderError> {
        let text = c_string(self.unit.source.slice(e.span).as_bytes());
        let value = self.number(e)?;
        Ok(format!(
            "__accrs_given(&__accrs_here, {text}, {value}, {usual})"
        ))
    }

    /// Adds the table entry and the values from which the runtime counts the trips of a loop head, from the lower bound to the
    /// upper one.
    fn trips(&self, head: &Canonical, tile: u64, launch: &mut Launch) -> Result<(), RenderError> {
        let (from, to) = match head.down {
            true => (&head.upper, &head.lower),
            false => (&head.lower, &head.upper),
        };
        let pointer = self.unit.types.is_pointer(self.unit.var(head.var).ty);
        let cast = trips::own_type(self.unit, head);
        let bound = |e: &Expr| -> Result<String, RenderError> {
            match cast {
                _ if pointer => Ok(format!("(long){}", clause::operand(self.unit, e)?)),
                Some(ty) => Ok(format!("({ty}){}", clause::operand(self.unit, e)?)),
                None => self.number(e),
            }
        };
        let mut takes = Vec::new();
        let mut known = [0, 1];
        let mut values = Vec::new();
        if let Some(ty) = trips::around(self.unit, head) {
            let (from, to) = (self.expr(from)?, self.expr(to)?);
            let distance = format!("({ty})((unsigned long)({to}) - (unsigned long)({from}))");
            values.push(format!("__accrs_number({distance})"));
        } else {
            match constant(from).filter(|_| cast.is_none()) {
                Some(n) => known[0] = n,
                None => {
                    takes.push("__ACCRS_FROM");
                    values.push(bound(from)?);
                }
            }
            values.push(bound(to)?);
            if matches!(head.cmp, LoopCmp::Le | LoopCmp::Ge) {
                takes.push("__ACCRS_CLOSED");
            }
            match constant(&head.step).filter(|_| !pointer) {
                Some(n) => known[1] = n,
                None => {
                    takes.push("__ACCRS_STEP");
                    let mut step = self.number(&head.step)?;
                    if pointer {
                        let at = self.expr(&head.lower)?;
                        step = format!("(long){step} * (long)sizeof(*({at}))");
                    }
                    values.push(step);
                }
            }
        }
        let takes = match takes.is_empty() {
            true => "0".into(),
            false => takes.join(" | "),
        };
        let [from, step] = known;
        launch
            .loops
            .push(format!("{{ {takes}, {tile}, {from}, {step} }}"));
        let values = values.iter().map(|v| format!("{{ .n = {v} }}"));
        launch.sizes.extend(values);
        Ok(())
    }
}

/// A number that can be written as a constant in a table.
fn constant(e: &Expr) -> Option<i64> {
    let n = e.int_value().and_then(|n| i64::try_from(n).ok());
    n.filter(|n| *n > i64::MIN)
}
