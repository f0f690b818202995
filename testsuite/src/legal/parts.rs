//! Loops that several devices share: does each part stay in the sections that the plan gives it, and do parts leave each other's alone?
//!
//! The runtime shares a loop only if no part has a section that another one writes. So a set of numbers with which sections meet says nothing. With any other one, what an iteration
//! touches has to be in its part's sections.

use super::machine::{Given, Machine};
use super::mutate::Mutation;
use super::report::{Kind, Report};
use super::trace::{Access, Origin, Place, Step as Way};
use super::value::{Run, Stop, Value};
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{Construct, Parts, VarId};
use accrs_lowering::plan::{Action, ComputePlan, ConstructPlan, DataItem, Pass, Section};
use std::collections::{HashMap, HashSet};

/// A section as the numbers make it: bytes of an object, from the first one on and before the last.
#[derive(Clone, Copy)]
struct Bytes {
    object: u32,
    from: i64,
    to: i64,
    /// It comes back.
    written: bool,
    /// Each device may have it for itself, whatever others do: nothing of it comes back, or it is combined.
    own: bool,
}

impl Bytes {
    fn meets(&self, other: &Bytes) -> bool {
        self.object == other.object && self.from < other.to && other.from < self.to
    }

    fn holds(&self, place: Place) -> bool {
        self.object == place.object && (self.from..self.to).contains(&place.offset)
    }
}

pub struct Check<'u> {
    unit: &'u Unit,
    construct: &'u Construct,
    plan: &'u ConstructPlan,
    compute: &'u ComputePlan,
    parts: &'u Parts,
}

/// So many devices.
const DEVICES: [usize; 2] = [2, 3];
/// Iterations of a whole.
const MOST: usize = 5000;

impl<'u> Check<'u> {
    /// `None`: one device runs the construct.
    pub fn new(unit: &'u Unit, construct: &'u Construct, plan: &'u ConstructPlan) -> Option<Self> {
        let plan = plan.shared.as_deref()?;
        let Action::Compute(compute) = &plan.action else {
            return None;
        };
        let parts = compute.parts.as_ref()?;
        Some(Check {
            unit,
            construct,
            plan,
            compute,
            parts,
        })
    }

    pub fn run(self, givens: &[Given]) -> Report {
        let mut report = Report::default();
        let (mut checked, mut mutated, mut stop) = (false, None, None);
        for given in givens {
            for devices in DEVICES {
                match self.with(given, devices, 0) {
                    Ok(None) => {}
                    Ok(Some(found)) => {
                        checked = true;
                        report.violations.extend(found.into_iter().take(2));
                        // What has been seen once needs no second look.
                        if mutated != Some(true) {
                            let seen = self.with(given, devices, 1);
                            mutated = Some(matches!(seen, Ok(Some(found)) if !found.is_empty()));
                        }
                    }
                    Err(why) => stop = Some(why),
                }
            }
        }
        let count = report.counts.entry(Kind::Parts).or_default();
        count.made = 1;
        count.checked = usize::from(checked);
        if !checked {
            let why = match stop {
                Some(Stop::Unknown(what)) => what,
                Some(Stop::Undefined(what)) => what.to_string(),
                Some(Stop::Long) => "too long".into(),
                None => "sections meet, or no two iterations".into(),
            };
            count.left.insert(why, 1);
        }
        if let Some(seen) = mutated {
            let wrong = report.mutations.entry(Mutation::Narrow).or_default();
            *wrong = (1, usize::from(seen));
        }
        report
    }

    /// What is wrong with a set of numbers; `None`: the loop isn't shared then. `less`: so many elements of each section are left out at its end.
    fn with(&self, given: &Given, devices: usize, less: i64) -> Run<Option<Vec<String>>> {
        let kernel = self.compute.kernels.first();
        let kernel = kernel.ok_or(Stop::Unknown("no kernel".into()))?;
        let mut m = Machine::new(self.unit, given);
        let numbers = self.numbers(&mut m)?;
        if numbers.len() < 2 {
            return Ok(None);
        }
        let mut all: Vec<(Vec<Bytes>, Vec<Access>)> = Vec::new();
        for part in 0..devices {
            let edge = |n: usize| numbers.len() * n / devices;
            let (first, end) = (edge(part), edge(part + 1));
            if first == end {
                continue;
            }
            self.show(&mut m, &numbers, (first, end))?;
            let sections = self.sections(&mut m, less)?;
            let before = m.trace.accesses.len();
            m.at(Way::Kernel(part), |m| m.body(&kernel.body))?;
            all.push((sections, m.trace.accesses[before..].to_vec()));
        }
        self.whole(&mut m)?;
        // The runtime sees the sections as they are.
        if less == 0 && meet(&all) {
            return Ok(None);
        }
        Ok(Some(self.wrong(&m, &all)))
    }

    /// The numbers that the loop's variable has.
    fn numbers(&self, m: &mut Machine<'u>) -> Run<Vec<i128>> {
        let (from, to) = self.bounds(m)?;
        let step = i128::from(self.parts.step);
        let on = |n: i128| match (self.parts.down, self.parts.closed) {
            (false, false) => n < to,
            (false, true) => n <= to,
            (true, false) => n > to,
            (true, true) => n >= to,
        };
        let mut all = Vec::new();
        let mut n = from;
        while on(n) {
            if all.len() == MOST {
                return Err(Stop::Long);
            }
            all.push(n);
            n += if self.parts.down { -step } else { step };
        }
        Ok(all)
    }

    fn bounds(&self, m: &mut Machine<'u>) -> Run<(i128, i128)> {
        let parts = self.parts;
        let from = m.silently(|m| m.value(&parts.lower))?.int()?;
        let to = m.silently(|m| m.value(&parts.upper))?.int()?;
        Ok((from, to))
    }

    /// Gives the bounds those of some iterations.
    fn show(&self, m: &mut Machine<'u>, numbers: &[i128], (first, end): (usize, usize)) -> Run<()> {
        let (_, whole) = self.bounds(m)?;
        let closed = i128::from(self.parts.closed) * if self.parts.down { -1 } else { 1 };
        let to = numbers.get(end).map_or(whole, |n| n - closed);
        self.set(m, numbers[first], to)
    }

    fn whole(&self, m: &mut Machine<'u>) -> Run<()> {
        let (from, to) = self.bounds(m)?;
        self.set(m, from, to)
    }

    fn set(&self, m: &mut Machine<'u>, from: i128, to: i128) -> Run<()> {
        for (var, n) in [(self.parts.from, from), (self.parts.to, to)] {
            let place = m.place_of(var)?;
            m.memory.insert(place, Value::Int(n));
        }
        Ok(())
    }

    fn sections(&self, m: &mut Machine<'u>, less: i64) -> Run<Vec<Bytes>> {
        let plan: &'u ConstructPlan = self.plan;
        let mut out = Vec::new();
        for (n, d) in plan.data.iter().enumerate() {
            if !d.makes_entry() {
                continue;
            }
            let (start, from, to) = match &d.section {
                Section::Inferred {
                    base,
                    elem,
                    lower,
                    upper,
                    ..
                } => {
                    let Value::Pointer(start) = m.silently(|m| m.value(base))? else {
                        return Err(Stop::Unknown("a base that is no pointer".into()));
                    };
                    let size = m.size_of(*elem)?;
                    let mut bound = |all: &'u [_], most: bool| -> Run<i64> {
                        let mut found: Option<i128> = None;
                        for e in all {
                            let n = m.silently(|m| m.value(e))?.int()?;
                            found = Some(match found {
                                None => n,
                                Some(o) if most => o.max(n),
                                Some(o) => o.min(n),
                            });
                        }
                        let n = found.unwrap_or(0);
                        i64::try_from(n).map_err(|_| Stop::Undefined("a bound beyond all numbers"))
                    };
                    let (lower, upper) = (bound(lower, false)?, bound(upper, true)? - less);
                    (
                        start,
                        lower.saturating_mul(size),
                        upper.saturating_mul(size),
                    )
                }
                Section::Whole => (m.place_of(d.var)?, i64::MIN / 2, i64::MAX / 2),
                Section::Dims { base, dims, .. } if !dims.is_empty() => {
                    let Value::Pointer(start) = m.silently(|m| m.value(base))? else {
                        return Err(Stop::Unknown("a base that is no pointer".into()));
                    };
                    (start, i64::MIN / 2, i64::MAX / 2)
                }
                _ => continue,
            };
            let comes_back = matches!(d.kind, DataKind::Copy | DataKind::Copyout) && !d.only_read;
            let combined = self.is_result(n, d.var);
            out.push(Bytes {
                object: start.object,
                from: start.offset + from,
                to: start.offset + to,
                written: comes_back && !combined,
                own: combined || is_own(d),
            });
        }
        Ok(out)
    }

    /// Whether a reduction combines what parts leave in the item.
    fn is_result(&self, item: usize, var: VarId) -> bool {
        let of_loop = self.compute.loops.get(&self.parts.id);
        let of_loop = of_loop.map_or(&[][..], |l| &l.reductions);
        self.compute.kernels.iter().any(|k| {
            let reduced = k.reductions.iter().chain(of_loop).any(|r| r.var == var);
            let here = Pass::Reference { item };
            reduced && k.params.iter().any(|p| p.var == var && p.pass == here)
        })
    }

    fn wrong(&self, m: &Machine<'_>, all: &[(Vec<Bytes>, Vec<Access>)]) -> Vec<String> {
        let kernel = self.compute.kernels.first();
        let mut by_value: HashSet<VarId> = HashSet::new();
        let mut private: HashSet<VarId> = HashSet::new();
        let mut params: HashSet<VarId> = HashSet::new();
        if let Some(k) = kernel {
            let values = k.params.iter();
            let values = values.filter(|p| matches!(p.pass, Pass::Value | Pass::Upload { .. }));
            by_value.extend(values.map(|p| p.var));
            private.extend(&k.private);
            params.extend(k.params.iter().map(|p| p.var));
        }
        private.extend(self.compute.loops.values().flat_map(|l| &l.private));
        // Functions have constants of the file in their own text.
        private.extend(&self.compute.private);
        let types = &self.unit.types;
        let constant = |v: VarId| {
            let mut ty = self.unit.var(v).ty;
            while let Some(elem) = types.pointee(ty).filter(|_| types.is_array(ty)) {
                ty = elem;
            }
            types.qualifiers(ty).is_const
        };
        let mut writers: HashMap<Place, usize> = HashMap::new();
        for (n, (_, accesses)) in all.iter().enumerate() {
            for a in accesses.iter().filter(|a| a.write) {
                writers.entry(a.place).or_insert(n);
            }
        }
        let mut found = Vec::new();
        for (n, (sections, accesses)) in all.iter().enumerate() {
            for a in accesses {
                let root = m.trace.root(a.place);
                let of_object = sections.iter().any(|s| s.object == a.place.object);
                // What the kernel isn't given by any name is a variable that it declares, or a private section.
                let given = of_object || root.is_some_and(|v| params.contains(&v));
                let own = match m.trace.objects[a.place.object as usize].origin {
                    Origin::Own(..) | Origin::Made(_) | Origin::Null => true,
                    Origin::Var(v) => {
                        let scalar = !of_object && !m.trace.arrays.contains(&v);
                        by_value.contains(&v) || constant(v) || scalar
                    }
                    Origin::Behind(_) => false,
                };
                let own = own || !given || root.is_some_and(|v| private.contains(&v));
                if own {
                    continue;
                }
                let Some(section) = sections.iter().find(|s| s.holds(a.place)) else {
                    found.push(self.tell(m, a, "in none of its part's sections"));
                    continue;
                };
                if !section.own && writers.get(&a.place).is_some_and(|w| *w != n) {
                    found.push(self.tell(m, a, "which another part writes"));
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }

    fn tell(&self, m: &Machine<'_>, a: &Access, what: &str) -> String {
        let root = m.trace.root(a.place);
        let name = root.map_or("memory", |v| self.unit.var(v).name.as_str());
        let line = |at| self.unit.source.line(at);
        let verb = if a.write { "writes" } else { "reads" };
        format!(
            "{}, line {}: devices: line {} {verb} {name} at byte {}, {what}, with {:?}",
            self.construct.function,
            line(self.construct.span.start),
            line(a.span.start),
            a.place.offset,
            m.given.numbers
        )
    }
}

/// Nothing of it comes back from a device.
fn is_own(d: &DataItem) -> bool {
    d.modifiers.own || matches!(d.kind, DataKind::Create | DataKind::Copyin)
}

/// Whether a part has a section that another one writes.
fn meet(all: &[(Vec<Bytes>, Vec<Access>)]) -> bool {
    let parts = || all.iter().map(|(sections, _)| sections).enumerate();
    parts().any(|(n, sections)| {
        let others = parts().filter(|(o, _)| *o != n).flat_map(|(_, s)| s);
        let others: Vec<&Bytes> = others.filter(|b| b.from < b.to).collect();
        let written = sections.iter().filter(|s| s.written && s.from < s.to);
        written
            .into_iter()
            .any(|s| others.iter().any(|o| s.meets(o)))
    })
}
