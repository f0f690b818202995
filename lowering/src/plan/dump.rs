//! The plan as text, for `--emit=plan`.

use super::show;
use super::*;
use std::fmt::Write;

struct Dump<'a> {
    unit: &'a Unit,
    out: String,
    indent: usize,
}

/// See [`Plan::dump`].
pub fn plan(p: &Plan, unit: &Unit) -> String {
    let mut d = Dump {
        unit,
        out: String::new(),
        indent: 0,
    };
    for c in p.constructs.values() {
        d.construct(c);
    }
    for l in &p.held {
        d.line(format!(
            "held by the host's loop at line {}: {}",
            l.line,
            l.names.join(", ")
        ));
    }
    if !p.device_functions.is_empty() {
        let names: Vec<&str> = p
            .device_functions
            .iter()
            .map(|f| unit.function(*f).name.as_str())
            .collect();
        d.line(format!("device functions: {}", names.join(", ")));
    }
    for (id, r) in p.routines.iter().filter(|(_, r)| r.level > Level::Seq) {
        let axes: Vec<&str> = r.axes.iter().map(|a| a.short()).collect();
        let name = &unit.function(*id).name;
        d.line(format!("routine {name} ({}): {}", r.level, axes.join(" ")));
        d.within(|d| r.loops.values().for_each(|l| d.loop_(l)));
    }
    d.out
}

impl Dump<'_> {
    fn line(&mut self, text: impl std::fmt::Display) {
        // Writing to a String can't fail.
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent * 2);
    }
    fn within(&mut self, f: impl FnOnce(&mut Self)) {
        self.indent += 1;
        f(self);
        self.indent -= 1;
    }
    fn names(&self, vars: &[VarId]) -> String {
        let names: Vec<&str> = vars.iter().map(|v| show::name(self.unit, *v)).collect();
        names.join(", ")
    }
    fn reductions(&mut self, list: &[Reduction]) {
        for r in list {
            let how = if r.inferred { " [inferred]" } else { "" };
            let op = r.op.symbol();
            self.line(format!("reduction({op}:{}){how}", r.text));
        }
    }

    fn construct(&mut self, c: &ConstructPlan) {
        let s = &c.site;
        let function = if s.function.is_empty() {
            String::new()
        } else {
            format!(" in {}", s.function)
        };
        self.line(format!("{}:{}{function}: {}", s.file, s.line, s.construct));
        self.within(|d| {
            d.clauses(c);
            if let Some(fitting) = &c.fitting {
                d.line(format!("if {}:", show::expr(d.unit, &fitting.holds)));
                d.within(|d| d.plan(&fitting.plan));
                d.line("else:");
                d.within(|d| d.plan(c));
            } else {
                d.plan(c);
            }
            let mut on_cores = c.only_on_cores().peekable();
            if on_cores.peek().is_some() {
                d.line("on the host's cores, as in the text:");
                d.within(|d| on_cores.for_each(|l| d.loop_(l)));
            }
            for n in &c.notes {
                d.line(format!("note {}: {}", n.line, n.text));
            }
            if let Some(shared) = &c.shared {
                d.line("on each of several devices:");
                d.within(|d| d.plan(shared));
            }
        });
    }

    /// The data that moves, and what is done.
    fn plan(&mut self, c: &ConstructPlan) {
        for (i, item) in c.data.iter().enumerate() {
            self.item(i, item);
        }
        if let Action::Compute(k) = &c.action {
            self.compute(k);
        }
    }

    fn clauses(&mut self, c: &ConstructPlan) {
        let unit = self.unit;
        if let Some(e) = &c.condition {
            self.line(format!("if {}", show::expr(unit, e)));
        }
        match &c.self_condition {
            Some(SelfCondition::Always) => self.line("self"),
            Some(SelfCondition::When(e)) => self.line(format!("self {}", show::expr(unit, e))),
            None => {}
        }
        match &c.queue {
            Queue::Sync => {}
            Queue::NoValue => self.line("async"),
            Queue::Value(e) => self.line(format!("async {}", show::expr(unit, e))),
        }
        for w in &c.waits {
            let queues: Vec<String> = w.queues.iter().map(|q| show::expr(unit, q)).collect();
            let devnum = w.devnum.as_ref().map_or(String::new(), |e| {
                format!(" devnum {}", show::expr(unit, e))
            });
            self.line(format!("wait ({}){devnum}", queues.join(", ")));
        }
    }

    fn item(&mut self, i: usize, item: &DataItem) {
        let origin = match &item.origin {
            Origin::Clause(_) => String::new(),
            Origin::Implicit => " [implicit]".into(),
            Origin::Inferred(words) => format!(" [inferred: {words}]"),
            Origin::Reduction => " [reduction]".into(),
        };
        let how = match &item.section {
            Section::Whole => " whole",
            Section::Dims { .. } => "",
            Section::Inferred { exact: Some(_), .. } => " exact",
            Section::Inferred { exact: None, .. } => "",
            Section::Address { .. } => " address",
            Section::Scanned { .. } => " scanned",
        };
        let rows = match item.packed.is_empty() {
            true => "",
            false => " rows",
        };
        let attach = if item.attach.is_some() { " attach" } else { "" };
        let held = if item.held { " held" } else { "" };
        self.line(format!(
            "data {i}: {}({}){how}{rows}{attach}{held}{origin}",
            show::kind(item.kind),
            show::item(self.unit, item)
        ));
    }

    fn compute(&mut self, k: &ComputePlan) {
        let host = match k.host {
            HostMode::Fork => "fork",
            HostMode::Gangs => "gangs",
        };
        self.line(format!("{:?}, host: {host}", k.kind));
        self.within(|d| {
            if let Some(w) = &k.worth {
                d.line(format!("threads {}", w.words(d.unit)));
            }
            for t in &k.told_apart {
                let equal = if t.equal { ", or equal" } else { "" };
                let (a, b) = (t.first, t.second);
                d.line(format!("told apart: data {a} and data {b}{equal}"));
            }
            if let Some(p) = &k.parts {
                let [from, to] = [p.from, p.to].map(|v| d.unit.var(v).name.clone());
                d.line(format!("in parts: {from} to {to}"));
            }
            for (word, list) in [("private", &k.private), ("firstprivate", &k.firstprivate)] {
                if !list.is_empty() {
                    let names = d.names(list);
                    d.line(format!("{word}({names})"));
                }
            }
            d.reductions(&k.reductions);
            d.steps(&k.steps, k);
            if let Some(team) = &k.cores.team {
                let who = if team.alone { "one thread" } else { "gangs" };
                d.on_cores(
                    &format!("one parallel region of {who}"),
                    &team.sharing,
                    &team.reductions,
                );
            }
            for l in k.loops.values() {
                d.loop_(l);
                d.within(|d| match k.cores.loops.get(&l.id) {
                    Some(CoreLoop::Directive {
                        how,
                        collapse,
                        sharing,
                        reductions,
                        alone,
                        copies,
                        measured,
                        ..
                    }) => {
                        let all = if *collapse > 1 {
                            format!(" collapse({collapse})")
                        } else {
                            String::new()
                        };
                        d.on_cores(&format!("{how:?}{all}"), sharing, reductions);
                        for a in &l.arrays {
                            let name = show::name(d.unit, a.var);
                            d.line(format!(
                                "each thread's own: {name}; the last iteration's stays"
                            ));
                        }
                        if let Some(alone) = alone {
                            d.alone(alone);
                        }
                        if let Some(copies) = copies {
                            d.in_parts(copies);
                        }
                        match measured {
                            Some(Measured::All) => d.line("threads: as measured"),
                            Some(Measured::Long { .. }) => {
                                d.line("threads: as measured, if there is enough work");
                            }
                            None => {}
                        }
                    }
                    Some(CoreLoop::InOrder { own }) if !own.is_empty() => {
                        let own = d.names(own);
                        d.line(format!("on the host's cores: sequential, own {own}"));
                    }
                    _ => {}
                });
            }
        });
    }

    fn alone(&mut self, alone: &Alone) {
        let mut text = String::from("for one thread: ");
        match &alone.simd {
            Some(Lanes { least: None, .. }) => text.push_str("Simd"),
            Some(Lanes { least: Some(n), .. }) => {
                text.push_str(&format!("Simd from {n} iterations on"));
            }
            None => text.push_str("sequential"),
        }
        if alone.once {
            text.push_str(", as many threads do");
        }
        for r in &alone.parts {
            let name = show::name(self.unit, r.var);
            text.push_str(&format!(", {name} by parts"));
        }
        if !alone.own.is_empty() {
            text.push_str(&format!(", own {}", self.names(&alone.own)));
        }
        self.line(text);
    }

    fn in_parts(&mut self, copies: &InParts) {
        let updated = copies
            .updated
            .iter()
            .map(|u| format!("a copy of {}", u.sum.text));
        let sums = (copies.sums.iter()).map(|r| show::name(self.unit, r.var).to_string());
        let all: Vec<String> = updated.chain(sums).collect();
        self.line(format!(
            "where that pays, parts of the iterations have: {}",
            all.join(", ")
        ));
    }

    /// What OpenMP is told about the construct.
    fn on_cores(&mut self, how: &str, sharing: &Sharing, reductions: &[Reduction]) {
        let mut text = format!("on the host's cores: {how}");
        for (word, vars) in [
            ("private", &sharing.private),
            ("firstprivate", &sharing.first),
            ("lastprivate", &sharing.last),
        ] {
            if !vars.is_empty() {
                let names = self.names(vars);
                text.push_str(&format!(" {word}({names})"));
            }
        }
        for r in reductions {
            let name = show::name(self.unit, r.var);
            text.push_str(&format!(" reduction({}:{name})", r.op.symbol()));
        }
        self.line(text);
    }

    fn steps(&mut self, steps: &[Step], k: &ComputePlan) {
        for s in steps {
            match s {
                Step::Launch(i) => match k.kernels.get(*i) {
                    Some(kernel) => self.kernel(kernel, k),
                    None => self.line(format!("launch {i}")),
                },
                Step::Together { kernel, otherwise } => {
                    if let Some(kernel) = k.kernels.get(*kernel) {
                        self.kernel(kernel, k);
                    }
                    self.line("otherwise");
                    self.within(|d| d.steps(otherwise, k));
                }
                Step::Ask { steps, whole, .. } => {
                    self.line("host if memory lies apart");
                    self.within(|d| d.steps(steps, k));
                    if let Some(kernel) = k.kernels.get(*whole) {
                        self.line("host else");
                        self.within(|d| d.kernel(kernel, k));
                    }
                }
                Step::If {
                    condition,
                    then,
                    els,
                } => {
                    self.line(format!("host if ({})", show::expr(self.unit, condition)));
                    self.within(|d| d.steps(then, k));
                    if !els.is_empty() {
                        self.line("host else");
                        self.within(|d| d.steps(els, k));
                    }
                }
                Step::Loop { head, body, .. } => {
                    self.line(format!("host loop ({})", show::head(self.unit, head)));
                    self.within(|d| d.steps(body, k));
                }
            }
        }
    }

    /// That a kernel's blocks wait for each other.
    fn together(&mut self, t: &Together) {
        let when = match t.turns {
            Some(turns) => format!("if threads have up to {turns} iterations of a loop"),
            None => "in any case".to_string(),
        };
        self.line(format!(
            "blocks wait for each other, {when}; one block for up to {} iterations more than it has threads",
            t.alone
        ));
        t.waves.values().for_each(|w| self.within(|d| d.wave(w)));
        for (id, axes) in &t.axes {
            let axes: Vec<&str> = axes.iter().map(|a| a.short()).collect();
            self.within(|d| d.line(format!("axes of loop {}: {}", id.0, axes.join(" "))));
        }
    }

    /// A loop that goes wave by wave.
    fn wave(&mut self, w: &Wavefront) {
        let [rows, lanes] = w.axes.each_ref().map(|axes| {
            let axes: Vec<&str> = axes.iter().map(|a| a.short()).collect();
            axes.join(" ")
        });
        let how = match (w.rows, w.along_outer) {
            (None, _) => lanes,
            (_, true) => format!("rows {rows}, and along the outer loop {lanes}"),
            (_, false) => format!("the outer loop {rows}, and along rows {lanes}"),
        };
        let along = w.along(self.unit);
        self.line(format!("waves of loop {} along {along}: {how}", w.id.0));
        let shift = |p: &FrontPart| match &p.rows {
            Some((_, row)) => format!("{row} and {}", p.own.1),
            None => p.own.1.to_string(),
        };
        if w.parts.len() > 1 {
            let shifts: Vec<String> = w.parts.values().map(shift).collect();
            self.line(format!("its statements moved on by {}", shifts.join(", ")));
        }
        if !w.own.is_empty() {
            let own = self.names(&w.own);
            self.line(format!("each thread's own: {own}"));
        }
    }

    fn kernel(&mut self, k: &Kernel, compute: &ComputePlan) {
        let unit = self.unit;
        let mapping = k.mapping.map_or("-", Mapping::name);
        let list = |e: &[Extent; 3]| {
            let texts: Vec<String> = e.iter().map(|e| show::extent(unit, e)).collect();
            texts.join(", ")
        };
        self.line(format!("kernel {} {mapping}", k.name));
        self.within(|d| {
            d.line(format!(
                "grid ({}) block ({})",
                list(&k.grid),
                list(&k.block)
            ));
            if let Some(t) = &k.together {
                d.together(t);
            }
            for p in &k.params {
                let how = match &p.pass {
                    Pass::Value => "value".to_string(),
                    Pass::Raw => "raw".to_string(),
                    Pass::Upload { item } => format!("value of data {item}"),
                    Pass::Reference { item } => format!("reference to data {item}"),
                    Pass::Address {
                        item,
                        restrict,
                        read_only,
                    } => {
                        let r = if *restrict { " restrict" } else { "" };
                        let c = if *read_only { " read-only" } else { "" };
                        format!("address of data {item}{r}{c}")
                    }
                };
                let name = show::name(unit, p.var);
                let there = p.cell.map(|i| format!(", or what data {i} holds"));
                d.line(format!("param {name}: {how}{}", there.unwrap_or_default()));
            }
            if !k.private.is_empty() {
                let names = d.names(&k.private);
                d.line(format!("private({names})"));
            }
            for b in k.block_copies.iter().filter(|_| !k.in_order) {
                let (op, name) = (b.op.symbol(), show::name(unit, b.var));
                d.line(format!("copy in each block: {op}:{name}[0:{}]", b.length));
            }
        });
        self.aligned(k, compute);
        if let Some(overlap) = &k.overlap {
            let apart = show::apart(unit, &overlap.apart);
            match overlap.in_order.and_then(|k| compute.kernels.get(k)) {
                Some(k) => {
                    self.line(format!("only if these don't overlap: {apart}; else"));
                    self.kernel(k, compute);
                }
                None if k.replaceable() => {
                    self.line(format!("only if these don't overlap: {apart}"));
                }
                None => self.line(format!(
                    "only if these don't overlap: {apart}; else the kernel before has done it"
                )),
            }
        }
    }

    /// What a kernel asks of addresses, and what is launched otherwise.
    fn aligned(&mut self, k: &Kernel, compute: &ComputePlan) {
        let Some(aligned) = &k.aligned else {
            return;
        };
        let params = aligned.params.iter();
        let asked = params.filter_map(|(at, bytes)| {
            let name = show::name(self.unit, k.params.get(*at)?.var);
            Some(format!("{name} to {bytes} bytes"))
        });
        let asked: Vec<String> = asked.collect();
        self.line(format!("only if aligned: {}; else", asked.join(", ")));
        if let Some(other) = compute.kernels.get(aligned.otherwise) {
            self.kernel(other, compute);
        }
    }

    fn loop_(&mut self, l: &LoopPlan) {
        let unit = self.unit;
        let heads: Vec<String> = l.heads.iter().map(|h| show::head(unit, h)).collect();
        let axes: Vec<&str> = l.axes.iter().map(|a| a.short()).collect();
        let axes = if axes.is_empty() {
            "sequential".to_string()
        } else {
            axes.join(" ")
        };
        self.line(format!(
            "loop {} line {} ({}): {} → {axes}; host {:?}",
            l.id.0,
            l.line,
            heads.join(" | "),
            levels(l.levels),
            l.host
        ));
        self.within(|d| {
            d.line(format!("because: {}", l.reason.words(unit)));
            if l.automatic {
                d.line("automatic: it has no directive");
            }
            if let Some(t) = &l.tile {
                let (tiles, elements) = l.tile_axes();
                let names = |a: &[Axis]| match a {
                    [] => "sequential".to_string(),
                    a => a.iter().map(|a| a.short()).collect::<Vec<_>>().join(" "),
                };
                d.line(format!(
                    "{}: tiles {}, elements {}",
                    show::tile(t),
                    names(tiles),
                    names(elements)
                ));
            }
            for (ids, place) in [(&l.order.device, "devices"), (&l.order.host, "the host")] {
                if !ids.is_empty() {
                    let ids: Vec<String> = ids.iter().map(|id| id.0.to_string()).collect();
                    d.line(format!(
                        "loops on {place}, outermost first: {}",
                        ids.join(", ")
                    ));
                }
            }
            if let Some(chunk) = &l.static_chunk {
                let text = chunk.as_ref().map_or("*".into(), |e| show::expr(unit, e));
                d.line(format!("static {text}"));
            }
            if let Some(u) = &l.unroll {
                d.line(format!("unroll({})", u.by));
            }
            match l.turns {
                Turns::One => {}
                Turns::Few { .. } => d.line("turns: few"),
                Turns::Several { apart: None, .. } => d.line("turns: several"),
                Turns::Several { apart: Some(n), .. } => {
                    d.line(format!("turns: several, {n} apart"))
                }
                Turns::AtOnce { each, apart } => {
                    d.line(format!("turns: {each} at once, {apart} apart"))
                }
            }
            if !l.private.is_empty() {
                let names = d.names(&l.private);
                d.line(format!("private({names})"));
            }
            for why in l.counted.iter().flatten() {
                d.line(format!("counted on the host: {why}"));
            }
            if let Some(w) = &l.worth {
                d.line(format!("threads {}", w.words(unit)));
            }
            if l.host.is_threads() && !l.apart.is_empty() {
                let pairs = show::apart(unit, &l.apart);
                d.line(format!(
                    "on the host's cores only if these don't overlap: {pairs}"
                ));
            }
            d.reductions(&l.reductions);
            for u in &l.atomics {
                let op = u.op.map_or("=", |op| op.symbol());
                d.line(format!("atomic({op}:{}) on devices", u.text));
            }
            for n in l.notes.iter().chain(&l.here) {
                d.line(format!("note {}: {}", n.line, n.text));
            }
        });
    }
}

/// "gang vector"
pub fn levels(l: Levels) -> String {
    let words = [
        (l.gang, "gang"),
        (l.worker, "worker"),
        (l.vector, "vector"),
        (l.seq, "seq"),
    ];
    let words: Vec<&str> = words.iter().filter(|w| w.0).map(|w| w.1).collect();
    words.join(" ")
}
