//! The check of one construct: runs with several sets of numbers, and what its plan makes of each.

use super::machine::{Given, Machine};
use super::mutate::{self, Mutation};
use super::order::{View, Violation};
use super::report::{Kind, Report};
use super::steps::{self, Places, SIZES, Skew};
use super::stmt::Flow;
use super::tiled::Change;
use super::trace::Step as Way;
use super::value::{Run, Stop};
use super::{views, wavefronts};
use accrs_frontend::Unit;
use accrs_frontend::region::host::relations::Relation;
use accrs_frontend::region::{Construct, LoopId, Stmt, StmtId, StmtKind, VarId};
use accrs_lowering::plan::{ComputePlan, Kernel, Step, Tiled, Tiles, Wavefront};
use std::collections::{HashMap, HashSet};

/// A decision: a loop, or a statement.
type Decision = (Kind, u32);

pub struct Check<'u> {
    pub unit: &'u Unit,
    pub construct: &'u Construct,
    /// For devices, and for the cores.
    pub plan: &'u ComputePlan,
    pub here: &'u ComputePlan,
    /// What is known of variables before the construct.
    pub known: Vec<Relation>,
    pub text: &'u [Stmt],
    /// What devices run, with all loops as they stand in the text; empty where there are none.
    pub whole: &'u [Stmt],
    pub made: HashSet<Decision>,
    pub word: HashSet<Decision>,
    pub checked: HashSet<Decision>,
    pub found: HashMap<String, ()>,
    pub seen: HashMap<(Mutation, u32), bool>,
    /// Why runs ended: of the text, of a device's kernels.
    pub stops: HashMap<bool, Stop>,
    pub report: Report,
}

/// The numbers that runs begin with, and how long their loops are at most.
pub fn givens() -> Vec<Given> {
    let sets: [&[i64]; 5] = [&[7], &[5, 7, 9], &[9, 5, 7, 6], &[4, 3], &[2]];
    let given = |numbers: &&[i64]| Given {
        numbers: numbers.to_vec(),
        turns: 9,
        first_only: false,
        fixed: HashMap::new(),
    };
    sets.iter().map(given).collect()
}

const TURNS: [u32; 4] = [9, 6, 4, 3];

impl<'u> Check<'u> {
    pub fn new(
        unit: &'u Unit,
        construct: &'u Construct,
        (plan, here): (&'u ComputePlan, &'u ComputePlan),
        whole: &'u [Stmt],
    ) -> Self {
        Check {
            unit,
            construct,
            plan,
            here,
            known: unit.host.relations(construct.id).to_vec(),
            text: views::text(construct),
            whole,
            made: HashSet::new(),
            word: HashSet::new(),
            checked: HashSet::new(),
            found: HashMap::new(),
            seen: HashMap::new(),
            stops: HashMap::new(),
            report: Report::default(),
        }
    }

    /// The plan where more is known.
    pub fn knowing(mut self, more: &[Relation]) -> Self {
        self.known.extend_from_slice(more);
        self
    }

    pub fn run(mut self) -> Report {
        let cores = views::through(views::cores(self.text, self.here), self.text);
        let lanes = views::through(views::lanes(self.here), self.text);
        let device = views::device(self.unit, self.plan);
        let device = views::through(device, views::written(self.construct));
        self.note(Kind::Cores, Kind::OrderOnCores, &cores);
        self.note(Kind::Lanes, Kind::OrderOnCores, &lanes);
        self.note(Kind::Device, Kind::OrderOnDevices, &device);
        self.made
            .extend(self.here.waves.keys().map(|s| (Kind::Waves, s.0)));
        self.made
            .extend(self.here.blocked.keys().map(|s| (Kind::Blocked, s.0)));
        self.made
            .extend(self.here.jammed.keys().map(|s| (Kind::Jammed, s.0)));
        self.made
            .extend(self.here.ahead.keys().map(|s| (Kind::Ahead, s.0)));
        let id = 2 * self.construct.id.0;
        if !self.whole.is_empty() {
            self.made.insert((Kind::Recast, id));
        }
        let here = self.construct.on_cores.as_ref();
        if here.is_some_and(|h| h.text.is_some()) {
            self.made.insert((Kind::Recast, id + 1));
        }
        let tiled = self
            .plan
            .kernels
            .iter()
            .enumerate()
            .filter(|(_, k)| matches!(k.tiles, Some(Tiled::Sums(_))));
        self.made
            .extend(tiled.map(|(n, _)| (Kind::Tiles, n as u32)));
        let waves = self.wavefronts().into_iter();
        self.made
            .extend(waves.map(|(_, w)| (Kind::Wavefronts, w.id.0)));
        for given in givens() {
            let given = given.where_holds(&self.known);
            let mut ended = self.of_text(&given, &cores, &lanes);
            self.stop(false, ended);
            ended = self.of_device(&given, &device);
            self.stop(true, ended);
            ended = self.of_arrays(&given);
            self.stop(true, ended);
            ended = self.of_recast(&given);
            self.stop(true, ended);
        }
        self.settle()
    }

    fn note(&mut self, loops: Kind, orders: Kind, view: &View) {
        for (id, shared) in &view.shared {
            self.made.insert((loops, id.0));
            if shared.word {
                self.word.insert((loops, id.0));
            }
        }
        self.made
            .extend(view.orders.iter().map(|o| (orders, o[0].0)));
    }

    fn stop(&mut self, device: bool, ended: Run<()>) {
        if let Err(why) = ended {
            self.stops.insert(device, why);
        }
    }

    /// Runs with fewer and fewer iterations, until it is short enough.
    pub fn short<T>(&self, given: &Given, mut f: impl FnMut(&Given) -> Run<T>) -> Run<T> {
        let mut last = Err(Stop::Long);
        for turns in TURNS {
            let given = Given {
                turns,
                ..given.clone()
            };
            last = f(&given);
            if !matches!(last, Err(Stop::Long)) {
                break;
            }
        }
        last
    }

    /// A run of what the user wrote.
    pub fn machine(&self, given: &Given) -> Machine<'u> {
        let mut m = Machine::new(self.unit, given);
        m.marked = self.here.waves.values().flat_map(steps::stmts).collect();
        m
    }

    fn of_text(&mut self, given: &Given, cores: &View, lanes: &View) -> Run<()> {
        let mut m = self.short(given, |given| {
            let mut m = self.machine(given);
            m.body(self.text)?;
            Ok(m)
        })?;
        self.look(&m, cores, Kind::Cores, Kind::OrderOnCores);
        if !lanes.shared.is_empty() {
            self.look(&m, lanes, Kind::Lanes, Kind::OrderOnCores);
        }
        for (stmt, waves) in &self.here.waves {
            self.waves(&mut m, *stmt, waves)?;
        }
        self.mutated(&m, cores);
        self.in_place(given)
    }

    /// Looks at a run in an order.
    fn look(&mut self, m: &Machine<'_>, view: &View, loops: Kind, orders: Kind) {
        for v in view.check(&m.trace) {
            self.violated(m, &view.name, &v);
        }
        let turns = m.trace.turns();
        let several = |id: &LoopId| turns.get(id).is_some_and(|n| *n > 1);
        self.checked.extend(
            view.shared
                .keys()
                .filter(|id| several(id))
                .map(|id| (loops, id.0)),
        );
        let orders = view
            .orders
            .iter()
            .filter(|o| o.iter().all(several))
            .map(|o| (orders, o[0].0));
        self.checked.extend(orders);
    }

    fn waves(
        &mut self,
        m: &mut Machine<'u>,
        stmt: StmtId,
        waves: &'u accrs_lowering::plan::Waves,
    ) -> Run<()> {
        let mut id = None;
        self.text.iter().for_each(|s| {
            s.each_stmt(|s| match &s.kind {
                StmtKind::For(l) if s.id == stmt => id = Some(l.id),
                _ => {}
            })
        });
        let Some(id) = id else { return Ok(()) };
        let Some(places) = Places::of(m, id, self.text, waves, Skew::OF_PLAN)? else {
            return Ok(());
        };
        self.checked.insert((Kind::Waves, stmt.0));
        for sizes in SIZES {
            let view = places.view(waves, sizes);
            for v in view.check(&m.trace) {
                self.violated(m, &view.name, &v);
            }
        }
        if !self.has_seen(Mutation::Skew, stmt.0)
            && let Some(skew) = mutate::of_waves(waves)
            && let Some(places) = Places::of(m, id, self.text, waves, skew)?
        {
            let mut views = SIZES.iter().map(|s| places.view(waves, *s));
            let seen = views.any(|v| !v.check(&m.trace).is_empty());
            self.saw(Mutation::Skew, stmt.0, seen);
        }
        Ok(())
    }

    pub fn saw(&mut self, mutation: Mutation, what: u32, seen: bool) {
        *self.seen.entry((mutation, what)).or_default() |= seen;
    }

    /// What a wrong plan would be seen by.
    fn mutated(&mut self, m: &Machine<'_>, cores: &View) {
        for (mutation, id, view) in
            mutate::of_loops(self.unit, self.text, self.here, cores, &m.trace)
        {
            if !self.has_seen(mutation, id.0) {
                self.saw(mutation, id.0, !view.check(&m.trace).is_empty());
            }
        }
    }

    fn has_seen(&self, mutation: Mutation, what: u32) -> bool {
        self.seen.get(&(mutation, what)) == Some(&true)
    }

    /// The loops that devices go through wave by wave, each once, and their kernels' statements.
    fn wavefronts(&self) -> Vec<(&'u [Stmt], &'u Wavefront)> {
        let mut all: Vec<(&[Stmt], &Wavefront)> = Vec::new();
        for k in &self.plan.kernels {
            for w in k.together.iter().flat_map(|t| t.waves.values()) {
                if !all.iter().any(|(_, o)| o.id == w.id) {
                    all.push((&k.body, w));
                }
            }
        }
        all
    }

    /// Looks at a device's run with the order of its waves.
    fn in_waves(&mut self, m: &mut Machine<'u>, view: &View) -> Run<()> {
        for (body, w) in self.wavefronts() {
            let Some(own) = wavefronts::view(m, body, w, view, 0)? else {
                continue;
            };
            self.checked.insert((Kind::Wavefronts, w.id.0));
            for v in own.check(&m.trace) {
                self.violated(m, &own.name, &v);
            }
            if let Some(wrong) = wavefronts::view(m, body, w, view, 1)? {
                let seen = !wrong.check(&m.trace).is_empty();
                self.saw(Mutation::Waves, w.id.0, seen);
            }
        }
        Ok(())
    }

    fn of_device(&mut self, given: &Given, view: &View) -> Run<()> {
        let waves = self.wavefronts();
        let run = |given: &Given, in_tiles: Option<(usize, &'u Tiles, Change)>| {
            let mut m = Machine::new(self.unit, given);
            m.marked = waves
                .iter()
                .flat_map(|(_, w)| wavefronts::stmts(w))
                .collect();
            self.steps(&mut m, &self.plan.steps, in_tiles)?;
            Ok(m)
        };
        let mut m = self.short(given, |given| run(given, None))?;
        let tiled = self.plan.kernels.iter().enumerate();
        // (Of what goes through shared memory the loops' own order is checked: `Kind::Device`.)
        let sums = |k: &'u Kernel| match &k.tiles {
            Some(Tiled::Sums(t)) => Some(&**t),
            _ => None,
        };
        let tiled = tiled.filter_map(|(n, k)| Some((n, sums(k)?)));
        let mut all = Vec::new();
        for (n, tiles) in tiled {
            let [plain, tiled] = self.short(given, |given| {
                let given = Given {
                    first_only: true,
                    ..given.clone()
                };
                Ok([
                    run(&given, None)?,
                    run(&given, Some((n, tiles, Change::None)))?,
                ])
            })?;
            all.push((n, tiles, plain, tiled));
        }
        self.look(&m, view, Kind::Device, Kind::OrderOnDevices);
        self.in_waves(&mut m, view)?;
        for (n, tiles, plain, tiled) in all {
            let mut but: HashSet<VarId> = tiles.scalars.iter().copied().collect();
            but.extend(view.copies.iter().copied());
            let loops = views::loops(&self.plan.kernels[n].body);
            but.extend(
                loops
                    .values()
                    .filter_map(|l| Some(l.canonical.as_ref()?.var)),
            );
            self.compare(
                Kind::Tiles,
                n as u32,
                "a device's tiles",
                (&plain, &tiled),
                &but,
            );
        }
        Ok(())
    }

    fn steps(
        &self,
        m: &mut Machine<'u>,
        steps: &'u [Step],
        in_tiles: Option<(usize, &'u Tiles, Change)>,
    ) -> Run<Flow> {
        for (n, step) in steps.iter().enumerate() {
            m.at(Way::At(n as u32), |m| match step {
                Step::Launch(k) => m.at(Way::Kernel(*k), |m| {
                    match in_tiles.filter(|(n, ..)| n == k) {
                        Some((_, tiles, change)) => m.tiles(tiles, change),
                        None => m.body(&self.plan.kernels[*k].body),
                    }
                }),
                // The same order, with meetings of all blocks in the place of launches.
                Step::Together { otherwise, .. } => self.steps(m, otherwise, in_tiles),
                // Where memory lies apart.
                Step::Ask { steps, .. } => self.steps(m, steps, in_tiles),
                Step::If {
                    condition,
                    then,
                    els,
                } => {
                    let on = m.at(Way::At(0), |m| m.value(condition)?.is_true())?;
                    let (at, of) = if on { (1, then) } else { (2, els) };
                    m.at(Way::At(at), |m| self.steps(m, of, in_tiles))
                }
                Step::Loop { head, id, body } => {
                    m.counted(*id, head, true, &mut |m| self.steps(m, body, in_tiles))
                }
            })?;
        }
        Ok(Flow::Next)
    }

    pub fn violated(&mut self, m: &Machine<'_>, name: &str, v: &Violation) {
        let var = m
            .trace
            .root(v.second.place)
            .map_or("memory", |v| self.unit.var(v).name.as_str());
        let of = |a: &super::trace::Access| {
            let turns: Vec<String> = m
                .trace
                .way(a)
                .iter()
                .filter_map(|s| match s {
                    Way::Turn { value, .. } => Some(value.to_string()),
                    _ => None,
                })
                .collect();
            let line = self.unit.source.line(a.span.start);
            let verb = if a.write { "writes" } else { "reads" };
            format!("line {line} ({}) {verb}", turns.join(", "))
        };
        let text = format!(
            "{name}: {} and {} {var} at byte {}: {}, with {:?}",
            of(&v.first),
            of(&v.second),
            v.second.place.offset,
            v.why,
            m.given.numbers
        );
        let key = format!("{name} {var} {:?} {:?}", v.first.stmt, v.second.stmt);
        if self.found.insert(key, ()).is_none() {
            self.tell(text);
        }
    }

    pub fn tell(&mut self, text: String) {
        let line = self.unit.source.line(self.construct.span.start);
        let text = format!("{}, line {line}: {text}", self.construct.function);
        if self.report.violations.len() < 8 && !self.report.violations.contains(&text) {
            self.report.violations.push(text);
        }
    }

    fn settle(mut self) -> Report {
        for decision in &self.made {
            let count = self.report.counts.entry(decision.0).or_default();
            count.made += 1;
            if self.word.contains(decision) {
                count.word += 1;
            } else if self.checked.contains(decision) {
                count.checked += 1;
            } else {
                let device = matches!(
                    decision.0,
                    Kind::Device | Kind::OrderOnDevices | Kind::Tiles | Kind::Wavefronts
                );
                let why = match self.stops.get(&device) {
                    Some(Stop::Unknown(what)) => what.clone(),
                    Some(Stop::Undefined(what)) => (*what).to_string(),
                    Some(Stop::Long) => "too long".into(),
                    None => "no two iterations".into(),
                };
                *count.left.entry(why).or_default() += 1;
            }
        }
        for ((mutation, _), seen) in self.seen {
            let (made, of) = self.report.mutations.entry(mutation).or_default();
            *made += 1;
            *of += usize::from(seen);
        }
        self.report
    }
}
