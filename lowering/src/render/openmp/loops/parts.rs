//! Loops whose sums of floating-point numbers are made of parts of the iterations.
//!
//! How many parts there are follows from the loop alone (`__accrs_sums`), and they are combined in their order. So the sum has the same bits with one
//! thread and with any number of them.
//!
//! ```c
//! { int i_from = 0;
//!   const unsigned long __accrs_trips = i_from < n ? (unsigned long)n - (unsigned long)i_from : 0;
//!   const unsigned long __accrs_parts = (6 * (double)n >= 200000 || __accrs_least == 0) ? __accrs_sums(6 * (double)n, __accrs_trips) : 1;
//!   if (__accrs_parts > 1) {
//!     double __accrs_sum0[256];
//!     unsigned long __accrs_part;
//!     __accrs_begins(...);
//! #pragma omp parallel for schedule(static) if(__accrs_now.team)
//!     for (__accrs_part = 0; __accrs_part < __accrs_parts; __accrs_part++) {
//!         double s = 0;
//!         int i, i_end = ...;
//! #pragma omp simd reduction(+:s)
//!         for (i = ...; i < i_end; i++) { s += x[i] * y[i]; }
//!         __accrs_sum0[__accrs_part] = s; }
//!     for (__accrs_part = 0; __accrs_part < __accrs_parts; __accrs_part++) s += __accrs_sum0[__accrs_part];
//!     __accrs_ends(&__accrs_now);
//!   } else ...                                        // one part: the user's text
//! }
//! ```
//!
//! In a construct that is one parallel region the team shares the parts (`omp for`), leaves their sums in memory that is declared ahead of the region, and
//! one of its threads combines them (`omp single`).

use super::super::worth::{self, LEAST};
use super::heads::unused;
use super::part_heads::Heads;
use super::{Loops, copies};
use crate::plan::{Alone, CoreLoop, Lanes, LoopPlan, Reduction, Updated, Worth};
use crate::print::{Dialect, Printer};
use crate::render::RenderError;
use crate::render::text::{Edit, to_generated, to_user};
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{For, Stmt, TypeId, VarId};
use accrs_frontend::source::Span;
use std::fmt::Write;

/// The most parts that the runtime makes (`runtime/src/openmp/measured.rs`).
const MOST: usize = 256;
/// Operations that are certainly one part.
const SHORTEST: u32 = 200_000;
/// So many times as many parts has a loop whose threads are there already.
const IN_TEAM: u32 = 16;
pub(super) const PART: &str = "__accrs_part";
pub(super) const PARTS: &str = "__accrs_parts";
pub(super) const TRIPS: &str = "__accrs_trips";
/// The bytes of a part's copies, and the room of all parts.
pub(super) const BYTES: &str = "__accrs_bytes";
pub(super) const ROOM: &str = "__accrs_room";

/// A loop that is cut into parts, and what runs in its place.
pub(super) struct Cut<'c, 'a> {
    pub stmt: &'a Stmt,
    pub l: &'a For,
    /// The loop's text.
    pub whole: Span,
    pub plan: &'a LoopPlan,
    pub found: &'a CoreLoop,
    pub sums: &'c [Reduction],
    pub updated: &'c [Updated],
    /// SIMD lanes share a part's iterations.
    pub lanes: Option<&'c Lanes>,
}

/// What is asked before a loop is cut into parts.
pub(super) struct Asked {
    /// How many there are.
    pub parts: String,
    /// A statement that begins the loop's measured entry, or nothing.
    pub begin: String,
    /// `if (...) `, or nothing.
    pub condition: String,
    /// ` else { ... }`, or nothing.
    pub otherwise: String,
    /// Fewer parts need no room.
    pub least: u32,
}

impl<'a> Loops<'a> {
    /// Puts a loop by parts, and the loop as it is for few iterations, in the loop's place.
    pub(super) fn by_parts(
        &mut self,
        (stmt, l): (&'a Stmt, &'a For),
        whole: Span,
        plan: &'a LoopPlan,
        found: &'a CoreLoop,
        alone: &'a Alone,
    ) -> Result<(), RenderError> {
        let unit = self.unit;
        // A loop that isn't measured has a team in any case.
        let number = match self.measured(found) {
            Some((number, _)) => number,
            None if self.gangs() => 0,
            None => {
                self.choices += 1;
                self.choices - 1
            }
        };
        let parts = self.number_of_parts(plan)?;
        let apart = self.apart(plan)?;
        let asked = match alone.once {
            true if self.gangs() => Asked {
                parts,
                begin: String::new(),
                condition: String::new(),
                otherwise: String::new(),
                least: 1,
            },
            true => Asked {
                parts,
                begin: worth::begin(unit, plan, &apart, number)? + ";\n",
                condition: String::new(),
                otherwise: String::new(),
                least: 1,
            },
            false => {
                let serial = self.text_of(stmt, l, whole, found, None)?;
                Asked {
                    parts,
                    begin: worth::begin(unit, plan, "", number)? + ";\n",
                    condition: format!("if ({PARTS} > 1{}) ", and(&apart)),
                    otherwise: format!(" else {}", self.serial(&serial, whole, plan, alone)?),
                    least: 1,
                }
            }
        };
        let text = self.cut(
            &Cut {
                stmt,
                l,
                whole,
                plan,
                found,
                sums: &alone.parts,
                updated: &[],
                lanes: alone.simd.as_ref(),
            },
            asked,
        )?;
        self.edits.push(Edit::replace(whole, text));
        Ok(())
    }

    /// A loop in parts.
    pub(super) fn cut(&mut self, cut: &Cut<'_, 'a>, asked: Asked) -> Result<String, RenderError> {
        let unit = self.unit;
        let heads = Heads::of(self, cut)?;
        let Asked {
            parts,
            begin,
            condition,
            otherwise,
            least,
        } = asked;
        let mut sums = Sums::of(self, cut.sums);
        copies::add(self, &mut sums, cut.updated, least)?;
        let line = self.line_of_parts(cut)?;
        let (one, ended) = match self.gangs() {
            true => ("#pragma omp single\n", String::new()),
            false => ("", format!("__accrs_ends(&{});", worth::TURN)),
        };
        let lanes = match cut.lanes {
            Some(lanes) => {
                let clauses = self.clauses(&lanes.sharing, &lanes.reductions)?;
                format!("#pragma omp simd{clauses}\n")
            }
            None => String::new(),
        };
        // The loop's own text, which names its variable, may not stand here.
        let from_outside = cut.plan.heads.iter().filter(|h| !h.declared);
        let unnamed = match otherwise.is_empty() {
            true => unused(unit, from_outside.map(|h| h.var)).unwrap_or_default(),
            false => String::new(),
        };
        let open = format!(
            "{{ {unnamed}{}{}const unsigned long {PARTS} = {parts};\n{}\
             {condition}{{\n{}unsigned long {PART};\n{begin}{line}\nfor ({PART} = 0; {PART} < {PARTS}; {PART}++) {{\n{}{}",
            heads.trips()?,
            sums.sizes,
            sums.room,
            sums.rooms,
            sums.own,
            heads.open(&lanes)?
        );
        let close = format!(
            "{}}}\n{}{}}}\n{one}for ({PART} = 0; {PART} < {PARTS}; {PART}++) {{\n{}}}\n{}{ended} }}{otherwise} }}",
            to_generated(),
            heads.close(),
            sums.leave,
            sums.combine,
            sums.update
        );
        let outside = std::mem::take(&mut self.edits);
        match self.compute.fused.get(&cut.l.id) {
            Some(fused) => {
                let ends = fused.bodies.first().zip(fused.bodies.last());
                let Some((first, last)) = ends else {
                    return Err(RenderError::internal("fused loops without bodies"));
                };
                // What goes around all bodies stands outside of their braces.
                self.inside(cut.stmt, cut.l, cut.found.how())?;
                self.place_around((cut.stmt, cut.l), first.to(*last), open, close);
            }
            None => {
                let nest = crate::tree::host::nest(cut.l, heads.depth());
                let body = nest.last().map_or(cut.l, |l| *l).body.span;
                // What closes inside comes first where a body without braces ends with both.
                self.inside(cut.stmt, cut.l, cut.found.how())?;
                self.place_around((cut.stmt, cut.l), body, open, close);
            }
        }
        let mut edits = std::mem::replace(&mut self.edits, outside);
        edits.extend(super::super::spans::leftovers(unit, cut.whole));
        let text = crate::render::text::apply(&unit.source, cut.whole, &mut edits);
        Ok(text + &to_user(&unit.source, cut.whole.end))
    }

    /// How many parts there are.
    fn number_of_parts(&mut self, plan: &LoopPlan) -> Result<String, RenderError> {
        let work = worth::operations(self.unit, plan)?;
        let parts = format!("__accrs_sums({work}, {TRIPS})");
        Ok(match plan.worth {
            // A team is there already: shorter parts are worth a thread.
            _ if self.gangs() => format!("__accrs_sums({IN_TEAM} * ({work}), {TRIPS})"),
            // A short loop doesn't call for this.
            Some(Worth::Work { .. }) => {
                self.asks = true;
                format!("({work} >= {SHORTEST} || {LEAST} == 0) ? {parts} : 1")
            }
            _ => parts,
        })
    }

    /// The directive of the loop over parts: what it sums up by parts it doesn't reduce.
    fn line_of_parts(&self, cut: &Cut<'_, 'a>) -> Result<String, RenderError> {
        let CoreLoop::Directive {
            sharing,
            reductions,
            ..
        } = cut.found
        else {
            return Err(RenderError::internal("a sequential loop in parts"));
        };
        let updated = cut.updated.iter().map(|u| &u.sum);
        let own: Vec<VarId> = updated.chain(cut.sums).map(|r| r.var).collect();
        let others = reductions.iter().filter(|r| !own.contains(&r.var));
        let others: Vec<Reduction> = others.cloned().collect();
        let clauses = self.clauses(sharing, &others)?;
        if self.gangs() {
            return Ok(format!("#pragma omp for schedule(static){clauses}"));
        }
        Ok(format!(
            "#pragma omp parallel for schedule(static) if({}.team){clauses}",
            worth::TURN
        ))
    }

    /// A name that the user's text doesn't have.
    pub(super) fn free_name(&self, name: &str) -> String {
        let mut free = name.to_string();
        while self.unit.source.text.contains(&free) {
            free.push('_');
        }
        free
    }

    /// A number's type without qualifiers.
    pub(super) fn number_type(&self, ty: TypeId) -> String {
        let ty = self.unit.types.canonical_id(ty);
        Printer::of(self.unit, Dialect::HostC).type_name(ty)
    }
}

/// The text of what parts have for themselves.
#[derive(Default)]
pub(super) struct Sums {
    /// How much room copies take, and the room.
    pub sizes: String,
    pub room: String,
    /// Room for what each part comes to.
    pub rooms: String,
    /// A part's own.
    pub own: String,
    pub leave: String,
    pub combine: String,
    /// What becomes of copies in the end.
    pub update: String,
}

impl Sums {
    fn of(loops: &mut Loops<'_>, parts: &[Reduction]) -> Self {
        let mut all = Sums::default();
        for (k, r) in parts.iter().enumerate() {
            let ty = loops.unit.var(r.var).ty;
            let (var, ty) = (loops.unit.var(r.var), loops.number_type(ty));
            let (name, own) = (&var.name, var.own_name());
            let (identity, op) = match r.op {
                ReductionOp::Mul => (1, "*"),
                _ => (0, "+"),
            };
            let (room, rooms) = match loops.gangs() {
                true => {
                    loops.shared_sums += 1;
                    (
                        format!("__accrs_shared{}", loops.shared_sums - 1),
                        &mut loops.rooms,
                    )
                }
                false => (format!("__accrs_sum{k}"), &mut all.rooms),
            };
            let _ = writeln!(rooms, "{ty} {room}[{MOST}];");
            let _ = writeln!(all.own, "{ty} {own} = {identity};");
            let _ = writeln!(all.leave, "{room}[{PART}] = {own};");
            let _ = writeln!(all.combine, "{name} {op}= {room}[{PART}];");
        }
        all
    }
}

/// A further condition.
pub(super) fn and(other: &str) -> String {
    match other {
        "" => String::new(),
        other => format!(" && {other}"),
    }
}
