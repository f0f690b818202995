//! How many registers a function needs: the most that are alive at once, by a backward pass
//! over the flow of control. An assembler gets by with about as many.

use super::code::{Function, Inst, NONE, Op, Together};

/// A set of slots.
#[derive(Clone, PartialEq)]
struct Set(Vec<u64>);

impl Set {
    fn has(&self, slot: u32) -> bool {
        self.0[slot as usize / 64] >> (slot % 64) & 1 == 1
    }

    fn put(&mut self, slot: u32, alive: bool) {
        let word = &mut self.0[slot as usize / 64];
        let bit = 1 << (slot % 64);
        if alive { *word |= bit } else { *word &= !bit }
    }

    fn join(&mut self, other: &Set) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }
}

/// A run of instructions without branches, and the runs that may follow.
struct Run {
    from: usize,
    to: usize,
    next: Vec<usize>,
}

fn reads(function: &Function, inst: &Inst, mut each: impl FnMut(u32)) {
    for slot in [inst.guard, inst.a, inst.b, inst.c, inst.e] {
        if slot != NONE {
            each(slot);
        }
    }
    if let (Op::Store { .. } | Op::Pack { .. } | Op::Together(Together::Multiply(_)), Some(list)) =
        (inst.op, function.lists.get(inst.extra as usize))
    {
        list.iter().for_each(|slot| each(*slot));
    }
}

fn writes(function: &Function, inst: &Inst, mut each: impl FnMut(u32)) {
    each(inst.d);
    each(inst.d2);
    let first = inst.extra as usize;
    let list = match inst.op {
        Op::Load { .. } | Op::Unpack { .. } => function.lists.get(first),
        Op::Together(Together::Multiply(_)) => function.lists.get(first + 1),
        _ => None,
    };
    if let Some(list) = list {
        list.iter().for_each(|slot| each(*slot));
    }
}

/// The effect of one instruction, seen backwards.
fn step(function: &Function, inst: &Inst, alive: &mut Set) {
    // What a guard may skip stays alive.
    if inst.guard == NONE {
        writes(function, inst, |slot| alive.put(slot, false));
    }
    reads(function, inst, |slot| alive.put(slot, true));
}

fn runs(function: &Function) -> Vec<Run> {
    let code = &function.code;
    let mut leads = vec![false; code.len() + 1];
    leads[0] = true;
    let targets = |inst: &Inst| -> Vec<u32> {
        match inst.op {
            Op::Branch => vec![inst.extra],
            Op::BranchTable => function.tables[inst.extra as usize].clone(),
            _ => vec![],
        }
    };
    let ends = |inst: &Inst| {
        matches!(
            inst.op,
            Op::Branch | Op::BranchTable | Op::Return | Op::Exit | Op::Trap
        )
    };
    for (k, inst) in code.iter().enumerate() {
        for target in targets(inst) {
            leads[target as usize] = true;
        }
        if ends(inst) {
            leads[k + 1] = true;
        }
    }
    let starts: Vec<usize> = (0..code.len()).filter(|k| leads[*k]).collect();
    let run_at = |k: usize| starts.binary_search(&k).ok();
    let mut all = vec![];
    for (k, &from) in starts.iter().enumerate() {
        let to = starts.get(k + 1).copied().unwrap_or(code.len());
        let last = &code[to - 1];
        let mut next: Vec<usize> = targets(last)
            .into_iter()
            .filter_map(|t| run_at(t as usize))
            .collect();
        if (!ends(last) || last.guard != NONE) && to < code.len() {
            next.extend(run_at(to));
        }
        all.push(Run { from, to, next });
    }
    all
}

/// What a function's values take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// Most 32-bit registers alive at once.
    pub most: u32,
    /// Most of them alive across a call: it has to save those on the stack.
    pub across_calls: u32,
}

pub fn of(function: &Function) -> Need {
    let words = (function.slots as usize).div_ceil(64);
    let runs = runs(function);
    let mut at_start = vec![Set(vec![0; words]); runs.len()];
    let at_end = |run: &Run, at_start: &[Set]| {
        let mut alive = Set(vec![0; words]);
        run.next.iter().for_each(|n| alive.join(&at_start[*n]));
        alive
    };
    let mut changed = true;
    while changed {
        changed = false;
        for (k, run) in runs.iter().enumerate().rev() {
            let mut alive = at_end(run, &at_start);
            for inst in function.code[run.from..run.to].iter().rev() {
                step(function, inst, &mut alive);
            }
            if alive != at_start[k] {
                at_start[k] = alive;
                changed = true;
            }
        }
    }
    let mut need = Need::default();
    for run in &runs {
        let mut alive = at_end(run, &at_start);
        let mut now = total(function, &alive);
        need.most = need.most.max(now);
        for inst in function.code[run.from..run.to].iter().rev() {
            if inst.op == Op::Call {
                need.across_calls = need.across_calls.max(now);
            }
            now = now.saturating_add_signed(change(function, inst, &mut alive));
            need.most = need.most.max(now);
        }
    }
    need
}

/// 32-bit registers that a slot takes: none for constants and predicates.
fn weight(function: &Function, slot: u32) -> u32 {
    match function.widths[slot as usize] {
        0 | 1 => 0,
        8 => 2,
        _ => 1,
    }
}

fn total(function: &Function, alive: &Set) -> u32 {
    (0..function.slots)
        .filter(|slot| alive.has(*slot))
        .map(|slot| weight(function, slot))
        .sum()
}

/// `step`, and by how much the registers in use change.
fn change(function: &Function, inst: &Inst, alive: &mut Set) -> i32 {
    let mut change = 0;
    let mut put = |alive: &mut Set, slot: u32, now: bool| {
        if alive.has(slot) != now {
            let weight = weight(function, slot) as i32;
            change += if now { weight } else { -weight };
            alive.put(slot, now);
        }
    };
    if inst.guard == NONE {
        writes(function, inst, |slot| put(alive, slot, false));
    }
    reads(function, inst, |slot| put(alive, slot, true));
    change
}
