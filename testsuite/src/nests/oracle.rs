//! The judge of a nest, by brute force: which loops may run in parallel, and which accesses meet in different iterations of a
//! loop. It knows nothing but the trace, so it is right about the values that were tried, and says nothing of others.

use super::nest::{Accumulation, Nest};
use super::trace::{Event, RANK, Touch, extents};

/// May the iterations of a loop run in any order? Each is weaker than the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// No two iterations touch the same cell with a write among them.
    Parallel,
    /// If iterations have copies of scalars, which each assigns before it reads them and nobody reads behind the loop.
    Scalars,
    /// Likewise of arrays.
    Arrays,
    /// If sums are combined: iterations meet where they accumulate, by one operator, and nowhere else.
    Reduction,
    /// If copies begin with the value from before the loop, or the last one's value is kept. Both answers are right.
    Open,
    Sequential,
}

/// Two accesses that meet in different iterations of a loop: `first` writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    pub object: usize,
    /// Numbers of statements.
    pub first: usize,
    pub second: usize,
    pub second_writes: bool,
}

/// What was seen of a loop.
#[derive(Clone, Debug)]
pub struct Finding {
    pub verdict: Verdict,
    pub conflicts: Vec<Conflict>,
    /// The most iterations that it had at once.
    pub trips: usize,
}

impl Finding {
    /// What is seen of the loop with further values of the parameters.
    pub fn merge(&mut self, other: Finding) {
        self.verdict = self.verdict.max(other.verdict);
        self.trips = self.trips.max(other.trips);
        for conflict in other.conflicts {
            if !self.conflicts.contains(&conflict) {
                self.conflicts.push(conflict);
            }
        }
    }
}

/// A loop that runs: which one, which of its executions, and which iteration; the last two are numbers that never come again.
#[derive(Clone, Copy, Default)]
struct Frame {
    id: usize,
    run: u32,
    iteration: u32,
}

/// What a statement did to a cell in an execution of a loop.
struct Visit {
    statement: usize,
    write: bool,
    accumulates: Option<Accumulation>,
    iteration: u32,
    /// In other iterations too.
    several: bool,
}

/// What happened to a cell in the current execution of the loop at some depth.
#[derive(Default)]
struct History {
    run: u32,
    visits: Vec<Visit>,
}

/// How a loop uses an object.
#[derive(Clone, Copy, Default)]
struct Usage {
    conflict: bool,
    /// One that isn't between accumulations by the same operator.
    order: bool,
    /// An iteration reads what another has written.
    carried: bool,
    /// An iteration reads what was there before the loop, or before the nest.
    before: bool,
    /// What an iteration has written is read behind the loop.
    after: bool,
}

struct Judge<'a> {
    nest: &'a Nest,
    frames: Vec<Frame>,
    runs: u32,
    iterations: u32,
    /// For each depth and each cell.
    histories: Vec<Vec<History>>,
    /// The loops around the last write to each cell of a local object.
    writers: Vec<Option<Vec<Frame>>>,
    /// For each loop and each object.
    usage: Vec<Vec<Usage>>,
    conflicts: Vec<Vec<Conflict>>,
    trips: Vec<usize>,
    counts: Vec<usize>,
}

/// What is to be said of each loop, by its number.
pub fn judge(nest: &Nest, events: &[Event]) -> Vec<Finding> {
    let cells = Cells::new(nest, events);
    let mut judge = Judge {
        nest,
        frames: Vec::new(),
        runs: 0,
        iterations: 0,
        histories: Vec::new(),
        writers: vec![None; cells.total],
        usage: vec![vec![Usage::default(); nest.objects.len()]; nest.loops],
        conflicts: vec![Vec::new(); nest.loops],
        trips: vec![0; nest.loops],
        counts: Vec::new(),
    };
    for event in events {
        match event {
            Event::Start => judge.start(&cells),
            Event::Enter { id } => judge.enter(*id, cells.total),
            Event::Iterate => judge.iterate(),
            Event::Leave => {
                judge.frames.pop();
                judge.counts.pop();
            }
            Event::Touch(t) => judge.touch(t, cells.number(t)),
        }
    }
    judge.end(&cells);
    judge.findings()
}

impl Judge<'_> {
    /// A further tuple of parameters: nothing is left of the one before.
    fn start(&mut self, cells: &Cells) {
        self.end(cells);
        self.writers.fill(None);
    }

    /// The region has ended: what is live is read.
    fn end(&mut self, cells: &Cells) {
        for (o, object) in self.nest.objects.iter().enumerate() {
            if object.home.is_local() && object.live {
                for cell in cells.of(o) {
                    for w in self.writers[cell].iter().flatten() {
                        self.usage[w.id][o].after = true;
                    }
                }
            }
        }
    }

    fn enter(&mut self, id: usize, cells: usize) {
        self.runs += 1;
        self.frames.push(Frame {
            id,
            run: self.runs,
            iteration: 0,
        });
        self.counts.push(0);
        if self.histories.len() < self.frames.len() {
            let mut empty = Vec::new();
            empty.resize_with(cells, History::default);
            self.histories.push(empty);
        }
    }

    fn iterate(&mut self) {
        self.iterations += 1;
        if let (Some(frame), Some(count)) = (self.frames.last_mut(), self.counts.last_mut()) {
            frame.iteration = self.iterations;
            *count += 1;
            self.trips[frame.id] = self.trips[frame.id].max(*count);
        }
    }

    fn touch(&mut self, t: &Touch, cell: usize) {
        for (depth, frame) in self.frames.iter().enumerate() {
            let history = &mut self.histories[depth][cell];
            if history.run != frame.run {
                history.run = frame.run;
                history.visits.clear();
            }
            let usage = &mut self.usage[frame.id][t.object];
            history.visit(t, frame.iteration, usage, &mut self.conflicts[frame.id]);
        }
        if self.nest.objects[t.object].home.is_local() {
            self.flow(t, cell);
        }
    }

    /// Where the value comes from that is read here.
    fn flow(&mut self, t: &Touch, cell: usize) {
        if t.write {
            self.writers[cell] = Some(self.frames.clone());
            return;
        }
        let writer = self.writers[cell].as_deref().unwrap_or(&[]);
        for frame in &self.frames {
            let usage = &mut self.usage[frame.id][t.object];
            match writer.iter().find(|w| w.run == frame.run) {
                Some(w) if w.iteration == frame.iteration => {}
                Some(_) => usage.carried = true,
                None => usage.before = true,
            }
        }
        for w in writer {
            if !self.frames.iter().any(|f| f.run == w.run) {
                self.usage[w.id][t.object].after = true;
            }
        }
    }

    fn findings(self) -> Vec<Finding> {
        let all = self.usage.iter().zip(self.conflicts).zip(self.trips);
        all.map(|((usage, conflicts), trips)| {
            let verdicts = usage
                .iter()
                .enumerate()
                .map(|(o, u)| verdict(self.nest, o, u));
            Finding {
                verdict: verdicts.max().unwrap_or(Verdict::Parallel),
                conflicts,
                trips,
            }
        })
        .collect()
    }
}

fn verdict(nest: &Nest, object: usize, u: &Usage) -> Verdict {
    let object = &nest.objects[object];
    if !u.conflict {
        return Verdict::Parallel;
    }
    let local = object.home.is_local();
    match (u.carried || u.before || u.after, object.rank) {
        (false, 0) if local => Verdict::Scalars,
        (false, _) if local => Verdict::Arrays,
        _ if !u.order => Verdict::Reduction,
        _ if local && !u.carried => Verdict::Open,
        _ => Verdict::Sequential,
    }
}

impl History {
    /// Notes an access, and the conflicts with those before it.
    fn visit(
        &mut self,
        t: &Touch,
        iteration: u32,
        usage: &mut Usage,
        conflicts: &mut Vec<Conflict>,
    ) {
        let known = |v: &Visit| {
            v.statement == t.statement && v.write == t.write && v.accumulates == t.accumulates
        };
        let at = match self.visits.iter().position(known) {
            Some(at) => {
                let v = &mut self.visits[at];
                if v.several || v.iteration == iteration {
                    // It changes nothing: whoever came since then has been compared with it.
                    return;
                }
                v.several = true;
                at
            }
            None => {
                self.visits.push(Visit {
                    statement: t.statement,
                    write: t.write,
                    accumulates: t.accumulates,
                    iteration,
                    several: false,
                });
                self.visits.len() - 1
            }
        };
        self.compare(at, t.object, usage, conflicts);
    }

    /// Compares a visit that is new, or new in a further iteration, with all others and with itself.
    fn compare(&self, at: usize, object: usize, usage: &mut Usage, conflicts: &mut Vec<Conflict>) {
        let new = &self.visits[at];
        for (k, old) in self.visits.iter().enumerate() {
            let apart = new.several || old.several || new.iteration != old.iteration;
            if !apart || !(new.write || old.write) || k == at && !(new.write && new.several) {
                continue;
            }
            usage.conflict = true;
            usage.order |= new.accumulates.is_none() || new.accumulates != old.accumulates;
            // Each of two writes can be named first.
            for (a, b) in [(new, old), (old, new)] {
                let conflict = Conflict {
                    object,
                    first: a.statement,
                    second: b.statement,
                    second_writes: b.write,
                };
                if a.write && !conflicts.contains(&conflict) {
                    conflicts.push(conflict);
                }
            }
        }
    }
}

/// The cells of memory that a nest touches, numbered.
struct Cells {
    extents: Vec<[(i64, i64); RANK]>,
    first: Vec<usize>,
    total: usize,
}

impl Cells {
    fn new(nest: &Nest, events: &[Event]) -> Cells {
        let extents = extents(nest, events);
        let mut total = 0;
        let first = extents.iter().map(|ranges| {
            let begin = total;
            let sizes = ranges
                .iter()
                .map(|(least, most)| (most - least + 1) as usize);
            total += sizes.product::<usize>();
            begin
        });
        Cells {
            first: first.collect(),
            extents,
            total,
        }
    }

    fn of(&self, object: usize) -> std::ops::Range<usize> {
        let end = self.first.get(object + 1).copied();
        self.first[object]..end.unwrap_or(self.total)
    }

    fn number(&self, t: &Touch) -> usize {
        let mut n = 0;
        for (at, (least, most)) in t.at.iter().zip(self.extents[t.object]) {
            n = n * (most - least + 1) as usize + (at - least) as usize;
        }
        self.first[t.object] + n
    }
}
