//! Which iteration runs, and what an earlier strand was.

/// Levels of claimed loops inside each other, with the gangs' one outside.
const MOST: usize = 24;
/// Notes of what strands were. Beyond them a report names no earlier iteration.
const NOTES: usize = 1 << 22;

/// Values of a loop's variables; the first `count` of them count.
pub type Values = [i64; 3];

#[derive(Clone, Copy, Default, Debug)]
struct Level {
    /// The first strand of this execution of the loop, and that of the present iteration.
    first: u64,
    current: u64,
    id: u32,
    /// Only gangs share it, each of which runs its iterations in order.
    gangs: bool,
    count: u32,
    values: Values,
}

/// What strands from `first` on are: iterations of one loop, whose variables go on by `step` from each to the next.
#[derive(Clone, Copy, Debug)]
struct Note {
    first: u64,
    depth: u32,
    id: u32,
    count: u32,
    values: Values,
    step: Option<Values>,
}

/// One level of what a strand was: the loop's number ([`GANGS`] for the gangs) and its variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    pub id: u32,
    pub values: Vec<i64>,
}

/// The number of the level of gangs, which is no loop's.
pub const GANGS: u32 = u32::MAX;

pub struct Order {
    strand: u64,
    levels: [Level; MOST],
    depth: usize,
    /// The first strand of the innermost level.
    inner: u64,
    notes: Vec<Note>,
    /// What the variables of the last note's loop will be in its next iteration, if they go on as before, and their step.
    expected: Option<(Values, Values)>,
    /// The first strand of the launch.
    launch: u64,
    gang: i64,
    /// Gangs are the user's, so nothing orders one and another.
    shared: bool,
}

impl Order {
    pub const fn new() -> Self {
        const NONE: Level = Level {
            first: 0,
            current: 0,
            id: GANGS,
            gangs: true,
            count: 0,
            values: [0; 3],
        };
        Self {
            strand: 0,
            levels: [NONE; MOST],
            depth: 0,
            inner: u64::MAX,
            notes: Vec::new(),
            expected: None,
            launch: 0,
            gang: -1,
            shared: false,
        }
    }

    #[inline(always)]
    pub fn now(&self) -> u64 {
        self.strand
    }

    pub fn launch(&self) -> u64 {
        self.launch
    }

    pub fn begin(&mut self) {
        self.strand += 1;
        self.launch = self.strand;
        self.gang = -1;
        (self.levels[0].first, self.levels[0].current) = (self.strand, self.strand);
        self.depth = 0;
        self.inner = u64::MAX;
        self.notes.clear();
        self.expected = None;
    }

    /// The next gang begins.
    pub fn gang(&mut self, shared: bool) {
        self.strand += 1;
        self.gang += 1;
        self.shared = shared;
        self.depth = 1;
        self.levels[0] = Level {
            first: if shared { self.launch } else { self.strand },
            current: self.strand,
            id: GANGS,
            gangs: true,
            count: 1,
            values: [self.gang, 0, 0],
        };
        self.inner = self.levels[0].first;
        self.note(0);
    }

    /// A loop begins; `gangs`: only gangs share it.
    pub fn enter(&mut self, id: u32, gangs: bool) {
        self.strand += 1;
        if self.depth == 0 || self.depth >= MOST {
            self.depth += 1;
            self.inner = u64::MAX;
            self.expected = None;
            return;
        }
        self.note(self.depth - 1);
        self.strand += 1;
        self.levels[self.depth] = Level {
            first: self.strand,
            current: self.strand,
            id,
            gangs,
            count: 0,
            values: [0; 3],
        };
        self.depth += 1;
        self.inner = self.strand;
    }

    pub fn leave(&mut self) {
        self.strand += 1;
        self.depth = self.depth.saturating_sub(1);
        self.inner = u64::MAX;
        self.expected = None;
        if (1..=MOST).contains(&self.depth) {
            self.inner = self.levels[self.depth - 1].first;
            self.note(self.depth - 1);
        }
    }

    /// An iteration of the innermost loop begins.
    #[inline(always)]
    pub fn turn(&mut self, count: u32, values: Values) {
        self.strand += 1;
        if self.depth == 0 || self.depth > MOST {
            return;
        }
        let level = &mut self.levels[self.depth - 1];
        if let Some((next, step)) = &mut self.expected
            && *next == values
            && level.count == count
        {
            (level.current, level.values) = (self.strand, values);
            next.iter_mut()
                .zip(step)
                .for_each(|(n, s)| *n = n.wrapping_add(*s));
            return;
        }
        self.turn_anew(count, values);
    }

    /// Likewise, of one that doesn't go on as those before.
    #[inline(never)]
    fn turn_anew(&mut self, count: u32, values: Values) {
        let at = self.depth - 1;
        let level = &mut self.levels[at];
        (level.current, level.count, level.values) = (self.strand, count, values);
        if let Some(last) = self.notes.last_mut()
            && last.depth == at as u32
            && last.id == level.id
            && last.count == count
            && last.step.is_none()
            && self.strand - last.first == 1
        {
            let mut step = [0; 3];
            for ((s, new), old) in step.iter_mut().zip(values).zip(last.values) {
                *s = new.wrapping_sub(old);
            }
            last.step = Some(step);
            self.expected = Some((last.after(2), step));
            return;
        }
        self.note(at);
    }

    fn note(&mut self, at: usize) {
        self.expected = None;
        if self.notes.len() >= NOTES {
            return;
        }
        let level = &self.levels[at];
        self.notes.push(Note {
            first: self.strand,
            depth: at as u32,
            id: level.id,
            count: level.count,
            values: level.values,
            step: None,
        });
    }

    /// The level at which an earlier strand and the present one are in no order, if there is one. The innermost `apart` levels of loops
    /// don't count; nor do, of an object that each gang has for itself (`own`), those that only gangs share.
    #[inline]
    pub fn unordered(&self, earlier: u64, apart: usize, own: bool) -> Option<usize> {
        let depth = self.depth.min(MOST);
        let outer = depth.saturating_sub(apart).max(1).min(depth);
        (0..outer).find(|n| {
            let l = &self.levels[*n];
            l.first <= earlier && earlier < l.current && !(own && l.gangs)
        })
    }

    /// Whether whatever comes is unordered with the present strand only if it is with that earlier reader too, as far as is known at once: it ran in the
    /// innermost loop that is open, or in another gang.
    #[inline(always)]
    pub fn stands_for_now(&self, reader: u64) -> bool {
        let gangs = &self.levels[0];
        reader >= self.inner || (gangs.first <= reader && reader < gangs.current)
    }

    /// Whether an earlier strand of the launch and the present one are in no order, at any level.
    #[inline(always)]
    pub fn is_unordered(&self, earlier: u64) -> bool {
        let open = &self.levels[..self.depth.min(MOST)];
        // Most often it is an iteration of the innermost loop.
        open.iter()
            .rev()
            .any(|l| l.first <= earlier && earlier < l.current)
    }

    /// What a strand was, from the gang inwards; empty where that isn't known.
    pub fn path(&self, strand: u64) -> Vec<Turn> {
        let mut at = self.notes.partition_point(|n| n.first <= strand);
        if at == 0 || self.notes.len() >= NOTES {
            return Vec::new();
        }
        at -= 1;
        let own = &self.notes[at];
        let mut path = vec![own.turn((strand - own.first) as i64)];
        let mut depth = own.depth;
        for n in self.notes[..at].iter().rev() {
            if depth == 0 {
                break;
            }
            if n.depth + 1 == depth {
                depth = n.depth;
                path.push(n.turn(0));
            }
        }
        path.reverse();
        path
    }
}

impl Note {
    fn after(&self, by: i64) -> Values {
        let step = self.step.unwrap_or_default();
        let mut values = self.values;
        for (v, s) in values.iter_mut().zip(step) {
            *v = v.wrapping_add(s.wrapping_mul(by));
        }
        values
    }

    fn turn(&self, by: i64) -> Turn {
        Turn {
            id: self.id,
            values: self.after(by)[..self.count.min(3) as usize].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_of_one_loop_are_unordered_and_loops_in_a_row_are_not() {
        let mut o = Order::new();
        o.begin();
        o.gang(true);
        o.enter(7, false);
        o.turn(1, [3, 0, 0]);
        let three = o.now();
        o.turn(1, [4, 0, 0]);
        let four = o.now();
        assert_eq!(o.unordered(three, 0, false), Some(1));
        assert_eq!(o.unordered(three, 1, false), None);
        assert_eq!(o.unordered(three, 0, true), Some(1));
        o.turn(1, [5, 0, 0]);
        o.leave();
        o.enter(8, false);
        o.turn(1, [0, 0, 0]);
        assert_eq!(o.unordered(four, 0, false), None);
        o.leave();
        o.gang(true);
        assert_eq!(o.unordered(four, 0, false), Some(0));
        let turn = |id, values: &[i64]| Turn {
            id,
            values: values.to_vec(),
        };
        assert_eq!(o.path(three), [turn(GANGS, &[0]), turn(7, &[3])]);
        assert_eq!(o.path(four), [turn(GANGS, &[0]), turn(7, &[4])]);
        assert_eq!(o.path(o.now()), [turn(GANGS, &[1])]);
    }

    #[test]
    fn nested_loops_know_the_iterations_around() {
        let mut o = Order::new();
        o.begin();
        o.gang(false);
        let mut seen = Vec::new();
        o.enter(1, false);
        for i in 0..4 {
            o.turn(1, [i, 0, 0]);
            o.enter(2, false);
            for j in 0..5 {
                o.turn(2, [j, 10 * j, 0]);
                seen.push((o.now(), i, j));
            }
            o.leave();
            seen.push((o.now(), i, -1));
        }
        for (strand, i, j) in seen {
            let path = o.path(strand);
            assert_eq!(path[1].values, [i]);
            match j {
                -1 => assert_eq!(path.len(), 2),
                j => assert_eq!(path[2].values, [j, 10 * j]),
            }
        }
    }

    #[test]
    fn gangs_of_the_compilers_choice_are_ordered() {
        let mut o = Order::new();
        o.begin();
        o.gang(false);
        let first = o.now();
        o.gang(false);
        assert_eq!(o.unordered(first, 0, false), None);
    }
}
