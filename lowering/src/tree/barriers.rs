//! Decides where a block's threads must meet.
//!
//! Barriers stand where memory could otherwise be read too early or overwritten too soon: [`Hazard`] remembers who has read
//! and written since the last one. All threads of the block must reach each barrier. In code around which only block axes
//! are consumed, all of them do the same, so a plain barrier is enough. A loop over threads whose body needs barriers is
//! *padded*: all threads take the same number of turns, under predicates (`predicates`). So are sequential loops inside it.
//!
//! Before: the tree that `threads` left, without barriers. After: there is a barrier before a thread reads what another one
//! wrote, and before it overwrites what another one has read; loops whose body has a barrier that not all threads would reach
//! are marked as padded.
//!
//! What an iteration leaves may be a hazard to the next one. So a loop's body is first rehearsed, to learn what it leaves
//! and whether threads meet in it.

use super::node::*;

/// Who has touched shared memory since the last barrier: all threads, or the first of those that act as one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Hazard {
    all_read: bool,
    all_wrote: bool,
    one_read: bool,
    one_wrote: bool,
}

const STORED: &str = "other threads' stores are read";
const READ: &str = "what other threads use is overwritten";
const CALLED: &str = "a routine sees all stores before it";

impl Hazard {
    fn or(self, o: Hazard) -> Hazard {
        Hazard {
            all_read: self.all_read || o.all_read,
            all_wrote: self.all_wrote || o.all_wrote,
            one_read: self.one_read || o.one_read,
            one_wrote: self.one_wrote || o.one_wrote,
        }
    }

    /// The hazards where another thread may become the first of those that act as one: its accesses count as all threads'.
    fn by_any(self) -> Hazard {
        Hazard {
            all_read: self.all_read || self.one_read,
            all_wrote: self.all_wrote || self.one_wrote,
            one_read: false,
            one_wrote: false,
        }
    }

    fn wrote(self) -> bool {
        self.one_wrote || self.all_wrote
    }
}

type Why = Option<&'static str>;

/// Places barriers. `predicated`: the code is already under a predicate, as in a routine that only some rows of
/// threads carry out. `leave`: the caller must see all stores at the end.
pub fn place(nodes: &mut Vec<Node>, predicated: bool, leave: bool) {
    let mut b = Barriers::of(Meeting::Block);
    b.seq(nodes, predicated, true);
    if leave && b.hazard != Hazard::default() {
        let span = nodes.last().map_or_else(Default::default, |n| n.span);
        let why = "the caller sees all stores";
        nodes.push(Node::new(Kind::Barrier(Meeting::Block, why), span));
    }
}

/// Places barriers of all blocks, in a kernel whose blocks wait for each other. What a loop over blocks does is no business of others until it is
/// through; what its own threads owe each other is [`place`]'s. False: there would have to be one in the head of a loop.
pub fn place_in_grid(nodes: &mut Vec<Node>) -> bool {
    let mut b = Barriers::of(Meeting::Grid);
    b.seq(nodes, false, true);
    !b.in_head
}

#[derive(Clone, Copy)]
struct Barriers {
    scope: Meeting,
    hazard: Hazard,
    /// The hazards at jumps out of the loop around.
    exits: Hazard,
    /// How often threads have met so far.
    met: usize,
    /// Threads would have to meet in the head of a loop.
    in_head: bool,
}

impl Barriers {
    fn of(scope: Meeting) -> Self {
        Self {
            scope,
            hazard: Hazard::default(),
            exits: Hazard::default(),
            met: 0,
            in_head: false,
        }
    }

    fn meet(&mut self, times: usize) {
        self.met += times;
        self.hazard = Hazard::default();
    }

    /// Notes an access by all threads, and returns the reason for a barrier before it if it needs one.
    fn all(&mut self, t: Touch) -> Why {
        let h = self.hazard;
        let why = if t.reads && h.wrote() {
            Some(STORED)
        } else if t.writes && h != Hazard::default() {
            Some(READ)
        } else {
            None
        };
        if why.is_some() {
            self.meet(1);
        }
        self.hazard.all_read |= t.reads;
        self.hazard.all_wrote |= t.writes;
        why
    }

    /// Likewise, for an access by the first of the threads that act as one, which needs no barrier after its own accesses.
    fn one(&mut self, t: Touch) -> Why {
        let h = self.hazard;
        let why = if t.reads && h.all_wrote {
            Some(STORED)
        } else if t.writes && (h.all_read || h.all_wrote) {
            Some(READ)
        } else {
            None
        };
        if why.is_some() {
            self.meet(1);
        }
        self.hazard.one_read |= t.reads;
        self.hazard.one_wrote |= t.writes;
        why
    }

    /// A barrier if anything at all has been touched since the last one.
    fn any(&mut self, why: &'static str) -> Why {
        (self.hazard != Hazard::default()).then(|| {
            self.meet(1);
            why
        })
    }

    /// The hazards that `f` would leave, and how often threads would meet in it. Changes nothing.
    fn rehearse(&self, f: impl FnOnce(&mut Self)) -> (Hazard, usize) {
        let mut trial = *self;
        f(&mut trial);
        (trial.hazard.or(trial.exits), trial.met - self.met)
    }

    /// `under`: the nodes are under a predicate. `apply`: barriers are put in; otherwise they are only counted.
    fn seq(&mut self, nodes: &mut Vec<Node>, under: bool, apply: bool) {
        let mut i = 0;
        while i < nodes.len() {
            if let Some(why) = self.node(&mut nodes[i], under, apply)
                && apply
            {
                let span = nodes[i].span;
                nodes.insert(i, Node::new(Kind::Barrier(self.scope, why), span));
                i += 1;
            }
            i += 1;
        }
    }

    /// Goes through one node, and returns the reason for a barrier before it if it needs one.
    fn node(&mut self, n: &mut Node, under: bool, apply: bool) -> Why {
        match &mut n.kind {
            Kind::Block(body) => {
                self.seq(body, under, apply);
                None
            }
            Kind::Together(t) => {
                let why = match t.first.is_empty() {
                    true => self.all(t.touch),
                    false => self.one(t.touch),
                };
                t.changed.iter().for_each(|_| self.meet(2));
                why
            }
            Kind::Length { read, .. } => self.all(*read),
            Kind::If(i) => {
                let why = i.joint.and_then(|touch| self.all(touch));
                self.branches(i, under, apply);
                why
            }
            Kind::For(l) => self.repeat(l, under, apply),
            Kind::Barrier(..) => {
                self.meet(1);
                None
            }
            Kind::Wave(w) => {
                let before = self.hazard;
                let why = self.all(w.touch);
                // Behind each wave all threads meet.
                self.hazard = if why.is_some() {
                    Hazard::default()
                } else {
                    before
                };
                self.met += 1;
                why
            }
            Kind::Loop(_) if self.scope == Meeting::Grid => self.all(touched(n)),
            Kind::Loop(l) => {
                let why = self.spread(l, under, apply);
                if apply {
                    l.barrier = why;
                }
                None
            }
            Kind::Parts(p) => {
                let why = self.all(p.read);
                self.parts(p, under, apply);
                why
            }
            Kind::Exit(_) => {
                if !under {
                    self.exits = self.exits.or(self.hazard);
                }
                None
            }
            Kind::Leave(value) => self.leave(value.as_mut(), under, apply),
            Kind::Call(c) => {
                for a in &mut c.args {
                    a.barrier = self.all(a.touch).filter(|_| apply);
                }
                c.barrier = self.any(CALLED).filter(|_| apply);
                self.met += 1;
                None
            }
            Kind::Broadcast(..) => {
                self.meet(2);
                None
            }
            Kind::Gangs(copies, body) => {
                let shared = |m: bool, same: super::sets::Threads| m && !same.is_empty();
                self.hazard.one_wrote |= copies.iter().any(|c| shared(c.many.is_some(), c.same));
                self.seq(body, under, apply);
                for c in copies {
                    if c.many.is_some() {
                        c.barrier = self.before_elements().filter(|_| apply);
                        self.meet(4);
                    } else {
                        self.met += 3;
                    }
                }
                None
            }
            Kind::Copies(c) => {
                let (reads, writes) = (true, true);
                let why = self.all(Touch {
                    reads: false,
                    writes,
                });
                self.seq(&mut c.body, under, apply);
                let writes = false;
                c.barrier = self.all(Touch { reads, writes }).filter(|_| apply);
                why
            }
            _ => None,
        }
    }

    /// The barrier before threads read the elements of shared copies, if anything has been written.
    fn before_elements(&mut self) -> Why {
        self.hazard.wrote().then(|| {
            self.meet(1);
            STORED
        })
    }

    fn branches(&mut self, i: &mut If, under: bool, apply: bool) {
        let start = self.hazard;
        self.seq(&mut i.then, under, apply);
        if under {
            // Under predicates all threads go through both branches.
            i.els.iter_mut().for_each(|els| self.seq(els, under, apply));
            return;
        }
        let end = std::mem::replace(&mut self.hazard, start);
        i.els.iter_mut().for_each(|els| self.seq(els, under, apply));
        self.hazard = self.hazard.or(end);
    }

    fn parts(&mut self, p: &mut Parts, under: bool, apply: bool) {
        let before = std::mem::take(&mut self.exits);
        let start = self.hazard;
        for part in &mut p.parts {
            if !under {
                // It is reached by its label, or from the part before.
                self.hazard = self.hazard.or(start);
            }
            self.seq(&mut part.body, under, apply);
        }
        let left = std::mem::replace(&mut self.exits, before);
        self.hazard = self.hazard.or(left);
        if !under && !p.parts.iter().any(|p| p.default) {
            self.hazard = self.hazard.or(start);
        }
        // `left` includes the hazards at a `continue`, which leads out of the loop around.
        self.exits = self.exits.or(left);
    }

    /// A sequential loop that threads go through together.
    fn repeat(&mut self, l: &mut Sequential, under: bool, apply: bool) -> Why {
        let mut joint = l.joint?;
        let outer = std::mem::take(&mut self.exits);
        let start = self.hazard;
        let last = matches!(l.form, Form::DoWhile);
        let plain = |b: &mut Self, body: &mut Vec<Node>| {
            b.plain_iteration(&mut joint.clone(), body, last, false);
        };
        let (end, met) = self.rehearse(|b| plain(b, &mut l.body));
        self.hazard = self.hazard.or(end);
        let meets = met > 0 || self.rehearse(|b| plain(b, &mut l.body)).1 > 0;
        joint.padded = under && meets;
        let mut why = None;
        if joint.padded {
            why = self.padded_iteration(&mut joint, &mut l.body, last, apply);
        } else {
            self.plain_iteration(&mut joint, &mut l.body, last, apply);
        }
        self.in_head |= joint.before_test.is_some() || joint.before_step.is_some();
        if apply {
            l.joint = Some(joint);
        }
        self.hazard = self.hazard.or(self.exits);
        if !last {
            // If there is no iteration, threads haven't met.
            self.hazard = self.hazard.or(start);
            // The test that ends the loop is the last thing that each of them does there.
            self.hazard.all_read |= joint.test.reads;
            self.hazard.all_wrote |= joint.test.writes;
        }
        self.exits = outer;
        why
    }

    fn plain_iteration(&mut self, j: &mut Joint, body: &mut Vec<Node>, last: bool, apply: bool) {
        if last {
            self.seq(body, false, apply);
            j.before_test = self.all(j.test);
        } else {
            // All threads evaluate the condition, and the step, after whatever the body wrote; `continue` leads to the step.
            j.before_test = self.all(j.test);
            self.seq(body, false, apply);
            self.hazard = self.hazard.or(self.exits);
            j.before_step = self.all(j.step);
        }
    }

    /// An iteration of a padded loop, whose test is itself a meeting of all threads.
    fn padded_iteration(
        &mut self,
        j: &mut Joint,
        body: &mut Vec<Node>,
        last: bool,
        apply: bool,
    ) -> Why {
        let why = if last { None } else { self.all(j.test) };
        self.meet(1);
        self.seq(body, true, apply);
        j.before_step = self.all(j.step);
        j.before_test = self.all(j.test);
        if last {
            self.hazard = Hazard::default();
        }
        why
    }

    /// Goes through a loop that is spread over blocks or threads, and returns the reason for a barrier between its copies and
    /// the loop if it needs one.
    fn spread(&mut self, l: &mut Loop, under: bool, apply: bool) -> Why {
        let outer = std::mem::take(&mut self.exits);
        let other_first = !l.threads.is_empty();
        if other_first {
            self.hazard = self.hazard.by_any();
        }
        let shared = |c: &super::copy::Copy| c.many.is_some() && !c.same.is_empty();
        self.hazard.one_wrote |= l.copies.iter().any(shared);
        let why = match l.spread.clone() {
            Spread::Alone => None,
            Spread::Leaf { touch, .. } => self.all(touch),
            Spread::Outer {
                bounds,
                consumed,
                kept,
            } => {
                let why = self.all(bounds);
                let start = self.hazard;
                self.around_others(l, consumed.is_empty() && !under, kept, under, apply);
                // If there is no iteration, threads haven't met.
                self.hazard = self.hazard.or(start);
                why
            }
        };
        if other_first {
            self.hazard = self.hazard.by_any();
        }
        for c in &mut l.copies {
            if c.many.is_some() {
                c.barrier = self.before_elements().filter(|_| apply);
            }
            if !c.axes.is_empty() {
                self.meet(2);
            }
            self.hazard.one_wrote |= !c.first.is_empty();
        }
        self.exits = outer;
        why
    }

    /// A spread loop around others. It is plain if threads don't meet in it, or if all of them reach each place where they do;
    /// otherwise it is padded.
    fn around_others(&mut self, l: &mut Loop, uniform: bool, kept: bool, under: bool, apply: bool) {
        let (end, mut met) = self.rehearse(|b| b.seq(&mut l.body, false, false));
        if kept {
            self.hazard = self.hazard.or(end);
            met += self.rehearse(|b| b.seq(&mut l.body, false, false)).1;
        }
        let padded = !uniform && met > 0;
        if apply {
            l.padded = padded;
        }
        if !padded {
            return self.seq(&mut l.body, false, apply);
        }
        if under {
            self.meet(1);
        }
        self.seq(&mut l.body, true, apply);
        self.met += 1;
    }

    /// A `return` of a routine.
    fn leave(&mut self, value: Option<&mut Returned>, under: bool, apply: bool) -> Why {
        let mut before = None;
        let Some(r) = value else {
            return (!under).then(|| self.any(CALLED)).flatten();
        };
        if r.once.is_some() {
            before = before.or(self.one(r.touch));
            self.meet(2);
        } else {
            before = before.or(self.all(r.touch));
        }
        if !under {
            let behind = self.any("the caller sees all stores");
            if apply {
                r.behind = behind;
            }
        }
        before
    }
}

/// All that the threads of a loop over blocks do to memory that threads share.
fn touched(n: &Node) -> Touch {
    let own = match &n.kind {
        Kind::Together(t) => t.touch,
        Kind::Length { read, .. } => *read,
        Kind::If(i) => i.joint.unwrap_or_default(),
        Kind::For(l) => l.joint.map_or(Touch::default(), |j| j.test.or(j.step)),
        Kind::Loop(l) => match &l.spread {
            Spread::Alone => Touch::default(),
            Spread::Leaf { touch, .. } => *touch,
            Spread::Outer { bounds, .. } => *bounds,
        },
        Kind::Parts(p) => p.read,
        Kind::Leave(Some(r)) => r.touch,
        // A routine may do anything.
        Kind::Call(_) => Touch {
            reads: true,
            writes: true,
        },
        _ => Touch::default(),
    };
    let mut all = own;
    n.children(&mut |c| all = all.or(touched(c)));
    all
}
