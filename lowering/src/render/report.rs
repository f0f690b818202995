//! What was generated, and why: the text of `-Minfo=accel`, and the same as JSON.
//!
//! ```text
//! jacobi.c
//! main:
//!      38, Generating copyin(A[0:n*m]) [inferred: reads A[i*m + j], 1 <= i < n - 1, 0 <= j < m]
//!      41, #pragma acc loop gang vector(4) /* blockIdx.y threadIdx.y */   Map-gv-gv
//! ```

use crate::plan::{
    Action, Axis, ComputePlan, ConstructPlan, DataItem, Extent, Kernel, LoopPlan, Note, Origin,
    Plan, Reduction, RoutinePlan, Step, Turns, show,
};
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Function, Level, LoopId, StmtKind};
use indexmap::IndexMap;
use serde_json::{Value, json};

/// One line of the report.
struct Entry {
    file: String,
    function: String,
    line: u32,
    /// Which of several entries of a line comes first.
    order: usize,
    text: String,
    /// The same, for programs.
    json: Value,
}

/// The text of `-Minfo=all`: by file and function, in the order of lines.
pub fn text(unit: &Unit, plan: &Plan) -> String {
    lines(unit, plan, true)
}

/// The same without details, as `-Minfo=accel` has it.
pub fn brief(unit: &Unit, plan: &Plan) -> String {
    lines(unit, plan, false)
}

fn lines(unit: &Unit, plan: &Plan, details: bool) -> String {
    let mut out = String::new();
    let mut file = String::new();
    let mut function = String::new();
    let mut line = 0;
    for e in entries(unit, plan) {
        if e.file != file {
            out.push_str(&e.file);
            out.push('\n');
            file.clone_from(&e.file);
            function.clear();
        }
        if e.function != function {
            out.push_str(&e.function);
            out.push_str(":\n");
            function.clone_from(&e.function);
            line = 0;
        }
        let brief = e.json.get("brief").and_then(Value::as_str);
        let text = brief.filter(|_| !details).unwrap_or(&e.text);
        if e.line == line {
            out.push_str(&format!("{:9}{text}\n", ""));
        } else {
            out.push_str(&format!("{:7}, {text}\n", e.line));
        }
        line = e.line;
    }
    out
}

/// The same as a JSON array: file, function, line, kind, and what the kind has to say.
pub fn json(unit: &Unit, plan: &Plan) -> String {
    format!("{:#}\n", Value::Array(values(unit, plan)))
}

/// The elements of that array.
pub fn values(unit: &Unit, plan: &Plan) -> Vec<Value> {
    entries(unit, plan)
        .into_iter()
        .map(|e| {
            let mut v = json!({
                "file": e.file, "function": e.function, "line": e.line, "text": e.text,
            });
            if let (Some(v), Value::Object(more)) = (v.as_object_mut(), e.json) {
                v.extend(more);
            }
            v
        })
        .collect()
}

fn entries(unit: &Unit, plan: &Plan) -> Vec<Entry> {
    let mut out = Vec::new();
    let contracted = contracted(unit, plan);
    // Functions in the order of their first construct.
    let mut functions: IndexMap<(String, String), usize> = IndexMap::new();
    let mut told = false;
    for c in plan.constructs.values() {
        let key = (c.site.file.clone(), c.site.function.clone());
        let next = functions.len();
        functions.entry(key).or_insert(next);
        construct(unit, c.told(), &mut out);
        let tells = contracted.is_some_and(|first| std::ptr::eq(first, c));
        out.extend(tells.then(|| of_file(c, CONTRACTION)));
        let computes = matches!(c.action, Action::Compute(_));
        if plan.cores_as_written && computes && !std::mem::replace(&mut told, true) {
            out.push(of_file(c, AS_WRITTEN));
        }
    }
    for (id, routine) in &plan.routines {
        if routine.level > Level::Seq {
            let f = unit.function(*id);
            let place = unit.source.place(f.span.start);
            let next = functions.len();
            functions
                .entry((place.file.clone(), f.name.clone()))
                .or_insert(next);
            of_routine(unit, f, routine, &mut out);
        }
    }
    for (i, e) in out.iter_mut().enumerate() {
        e.order = i;
    }
    let rank = |e: &Entry| {
        functions
            .get(&(e.file.clone(), e.function.clone()))
            .copied()
    };
    out.sort_by_key(|e| (rank(e), e.line, e.order));
    out
}

/// The first construct whose kernels may round products and sums once though the host doesn't.
fn contracted<'p>(unit: &Unit, plan: &'p Plan) -> Option<&'p ConstructPlan> {
    if !plan.contracts_alone || crate::options::forbids_contraction(&unit.source.text) {
        return None;
    }
    let multiplies = |e: &Expr| {
        matches!(
            e.kind,
            ExprKind::Binary(BinaryOp::Mul, ..) | ExprKind::Assign(Some(BinaryOp::Mul), ..)
        ) && unit.types.is_floating(e.ty)
    };
    let mut constructs = plan.constructs.values();
    constructs.find(|c| match &c.action {
        Action::Compute(k) => {
            let mut bodies = k.kernels.iter().flat_map(|kernel| &kernel.body);
            bodies.any(|s| s.any_expr(multiplies))
        }
        _ => false,
    })
}

const CONTRACTION: &str = "GPUs round a * b + c once in the kernels of this file; with --acc-fma=false twice, as the host does";
const AS_WRITTEN: &str = "the host's cores run the loops of this file as they are written, for a debugger (-g without optimisation)";

/// What programs are told of a note besides its text.
fn noted(n: &Note) -> Value {
    match &n.brief {
        Some(brief) => json!({ "kind": "note", "brief": brief }),
        None => json!({ "kind": "note" }),
    }
}

/// What holds for a whole file, at its first construct that is concerned.
fn of_file(c: &ConstructPlan, text: &str) -> Entry {
    Entry {
        file: c.site.file.clone(),
        function: c.site.function.clone(),
        line: c.site.line,
        order: 0,
        text: text.to_string(),
        json: json!({ "kind": "note" }),
    }
}

/// A function with parallel loops: its level, and what its loops became.
fn of_routine(unit: &Unit, f: &Function, routine: &RoutinePlan, out: &mut Vec<Entry>) {
    let place = unit.source.place(f.span.start);
    let mut add = |line: u32, text: String, json: Value| {
        out.push(Entry {
            file: place.file.clone(),
            function: f.name.clone(),
            line,
            order: 0,
            text,
            json,
        });
    };
    // As its directive says, or as its body needs.
    let how = if f.routine.is_some() {
        ""
    } else {
        " [inferred]"
    };
    add(
        place.line,
        format!("Generating acc routine {}{how}", f.level),
        json!({ "kind": "routine", "level": f.level.to_string(), "inferred": f.routine.is_none() }),
    );
    for l in routine.loops.values() {
        loop_(unit, l, None, &mut Vec::new(), &mut add);
    }
}

fn construct(unit: &Unit, c: &ConstructPlan, out: &mut Vec<Entry>) {
    let mut add = |line: u32, text: String, json: Value| {
        out.push(Entry {
            file: c.site.file.clone(),
            function: c.site.function.clone(),
            line,
            order: 0,
            text,
            json,
        });
    };
    if !matches!(c.action, Action::HostData(_) | Action::Nothing) {
        for item in &c.data {
            let (text, json) = data(unit, c, item);
            add(item.line, text, json);
        }
    }
    if let Action::Compute(k) = &c.action {
        compute(unit, k, &mut add);
    }
    for l in c.only_on_cores() {
        if l.reason.is_found() {
            let text = format!("On the host's cores: {}", l.reason.words(unit));
            add(l.line, text, json!({ "kind": "analysis" }));
        }
        for r in &l.reductions {
            let (text, json) = reduction(r);
            add(l.line, format!("On the host's cores: {text}"), json);
        }
        for n in l.notes.iter().chain(&l.here) {
            add(n.line, n.text.clone(), noted(n));
        }
    }
    for n in &c.notes {
        add(n.line, n.text.clone(), noted(n));
    }
}

fn data(unit: &Unit, c: &ConstructPlan, item: &DataItem) -> (String, Value) {
    let what = show::item(unit, item);
    let rows = match item.packed.first() {
        None => "",
        Some(way) if way.filled => "; rows of it may come back alone, and nothing go there",
        Some(_) => "; rows of it may move alone",
    };
    let (origin, how) = match &item.origin {
        Origin::Clause(_) => ("clause", String::new()),
        Origin::Implicit => ("implicit", format!(" [implicit{rows}]")),
        Origin::Inferred(words) => ("inferred", format!(" [inferred: {words}{rows}]")),
        Origin::Reduction => ("reduction", " [for the reduction]".to_string()),
    };
    let kind = show::kind(item.kind);
    let word = match (item.kind, &c.action) {
        (DataKind::UpdateHost | DataKind::UpdateDevice, _) => "Generating update",
        (_, Action::EnterData) => "Generating enter data",
        (_, Action::ExitData) => "Generating exit data",
        _ => "Generating",
    };
    (
        format!("{word} {kind}({what}){how}"),
        json!({ "kind": "data", "clause": kind, "section": what, "origin": origin }),
    )
}

fn compute(unit: &Unit, k: &ComputePlan, add: &mut dyn FnMut(u32, String, Value)) {
    let mut owner: IndexMap<LoopId, &Kernel> = IndexMap::new();
    for kernel in k.kernels.iter().filter(|k| !k.is_instead()) {
        for s in &kernel.body {
            s.each_stmt(|s| {
                if let StmtKind::For(l) = &s.kind {
                    owner.insert(l.id, kernel);
                }
            });
        }
    }
    for kernel in &k.kernels {
        let why = match kernel.in_order {
            true => " [sequential, for memory that overlaps]",
            false if kernel.unaligned => " [for addresses that aren't aligned]",
            false if kernel.is_instead() => " [for memory that overlaps]",
            false => "",
        };
        let text = format!("Generating kernel {}{why}", kernel.name);
        let mapping = kernel.mapping.map(|m| m.name());
        let sizes =
            |e: &[Extent; 3]| -> Vec<String> { e.iter().map(|e| show::extent(unit, e)).collect() };
        let json = json!({
            "kind": "kernel", "name": kernel.name, "mapping": mapping,
            "grid": sizes(&kernel.grid), "block": sizes(&kernel.block),
        });
        add(kernel.site.line, text, json);
    }
    let mut named: Vec<&str> = Vec::new();
    for l in k.loops.values() {
        let kernel = owner.get(&l.id).copied();
        loop_(unit, l, kernel, &mut named, add);
    }
    let mut stepped = Vec::new();
    host_loops(&k.steps, false, &mut stepped);
    for (id, otherwise) in stepped {
        if let Some(l) = k.loops.get(&id) {
            let text = match otherwise {
                true => "Otherwise the host steps through this loop and launches the kernels in it",
                false => "The host steps through this loop and launches its kernels",
            };
            let json = json!({ "kind": "host loop", "otherwise": otherwise });
            add(l.line, text.to_string(), json);
        }
    }
}

/// The loops that the host steps through, each with whether one kernel may take the place of that.
fn host_loops(steps: &[Step], otherwise: bool, out: &mut Vec<(LoopId, bool)>) {
    for s in steps {
        match s {
            Step::Loop { id, body, .. } => {
                out.push((*id, otherwise));
                host_loops(body, otherwise, out);
            }
            Step::If { then, els, .. } => {
                host_loops(then, otherwise, out);
                host_loops(els, otherwise, out);
            }
            Step::Together { otherwise, .. } => host_loops(otherwise, true, out),
            Step::Ask { steps, .. } => host_loops(steps, otherwise, out),
            Step::Launch(_) => {}
        }
    }
}

fn loop_<'k>(
    unit: &Unit,
    l: &LoopPlan,
    kernel: Option<&'k Kernel>,
    named: &mut Vec<&'k str>,
    add: &mut dyn FnMut(u32, String, Value),
) {
    let mut tail = String::new();
    // The mapping's name stands at the kernel's first loop that is spread.
    if let Some(k) = kernel
        && !l.axes.is_empty()
        && !named.contains(&k.name.as_str())
    {
        named.push(&k.name);
        if let Some(m) = k.mapping {
            tail = format!("   {}", m.name());
        }
    }
    let axes: Vec<&str> = l.axes.iter().map(|a| a.cuda()).collect();
    let place = if axes.is_empty() {
        String::new()
    } else {
        let each = match l.turns {
            Turns::AtOnce { each, .. } => format!(", {each} each"),
            _ => String::new(),
        };
        format!(" /* {}{each} */", axes.join(" "))
    };
    let collapse = match (&l.tile, l.heads.len()) {
        (Some(t), _) => format!(" {}", show::tile(t)),
        (None, 0 | 1) => String::new(),
        (None, n) => format!(" collapse({n})"),
    };
    let levels = levels(unit, l, kernel);
    let own = if l.automatic { " [automatic]" } else { "" };
    if l.reason.is_found() {
        add(l.line, l.reason.words(unit), json!({ "kind": "analysis" }));
    }
    add(
        l.line,
        format!("#pragma acc loop {levels}{collapse}{place}{tail}{own}"),
        json!({
            "kind": "loop", "levels": levels, "axes": axes,
            "mapping": kernel.and_then(|k| k.mapping).map(|m| m.name()),
            "parallel": !l.axes.is_empty(), "automatic": l.automatic, "reason": l.reason.words(unit),
        }),
    );
    for r in &l.reductions {
        let (text, json) = reduction(r);
        add(l.line, text, json);
    }
    for u in &l.atomics {
        let text = match u.op {
            Some(_) if l.on_cores.is_empty() => format!(
                "Generating atomic updates of {} [inferred]; the loop runs sequentially on the host's cores",
                u.text
            ),
            Some(_) => format!(
                "Generating atomic updates of {} on devices [inferred]",
                u.text
            ),
            None => format!("Generating atomic writes of {} [inferred]", u.text),
        };
        add(l.line, text, json!({ "kind": "atomic", "inferred": true }));
    }
    if !l.private.is_empty() && !l.axes.is_empty() {
        let names: Vec<&str> = l.private.iter().map(|v| show::name(unit, *v)).collect();
        let text = format!("Generating private({})", names.join(", "));
        add(
            l.line,
            text,
            json!({ "kind": "private", "variables": names }),
        );
    }
    for n in l.notes.iter().chain(&l.here) {
        add(n.line, n.text.clone(), noted(n));
    }
}

fn reduction(r: &Reduction) -> (String, Value) {
    let how = if r.inferred { " [inferred]" } else { "" };
    let text = format!("Generating reduction({}:{}){how}", r.op.symbol(), r.text);
    (text, json!({ "kind": "reduction", "inferred": r.inferred }))
}

/// "gang(1023) vector(2)", with the sizes where they are numbers of the plan or the user's.
fn levels(unit: &Unit, l: &LoopPlan, kernel: Option<&Kernel>) -> String {
    let size = |axis: &Axis| -> String {
        let Some(k) = kernel else {
            return String::new();
        };
        let e = match axis {
            Axis::BlockX => &k.grid[0],
            Axis::BlockY => &k.grid[1],
            Axis::BlockZ => &k.grid[2],
            Axis::ThreadX => &k.block[0],
            Axis::ThreadY => &k.block[1],
            Axis::ThreadZ => &k.block[2],
        };
        match e {
            // The number that covers the loop says nothing new.
            Extent::Cover { .. } => String::new(),
            e => format!("({})", show::extent(unit, e)),
        }
    };
    let mut words = Vec::new();
    let block = |a: &&Axis| matches!(a, Axis::BlockX | Axis::BlockY | Axis::BlockZ);
    let mut threads: Vec<&Axis> = l.axes.iter().filter(|a| !block(a)).collect();
    threads.sort();
    let mut threads = threads.into_iter();
    if l.levels.gang {
        let s = l.axes.iter().find(block).map_or(String::new(), size);
        words.push(format!("gang{s}"));
    }
    // Axes are in the order x, y, z: vector lanes before workers.
    let vector = if l.levels.vector {
        threads.next().map_or(String::new(), size)
    } else {
        String::new()
    };
    if l.levels.worker {
        let s = threads.next().map_or(String::new(), size);
        words.push(format!("worker{s}"));
    }
    if l.levels.vector {
        words.push(format!("vector{vector}"));
    }
    if words.is_empty() {
        words.push("seq".into());
    }
    words.join(" ")
}
