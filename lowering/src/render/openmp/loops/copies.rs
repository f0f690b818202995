//! Loops in parts that have copies of what the loop updates atomically, and of arrays that a clause reduces.
//!
//! The names lead to a part's copies in its iterations, whose text is the user's without the directives. Behind the loop the copies are combined in their order.
//! What that comes to goes to the program's own memory by atomic updates, if other constructs may update it too, and only where it changes anything.
//!
//! ```c
//! const unsigned long __accrs_parts = __accrs_copies(5 * (double)n, __accrs_trips, __accrs_count0, __accrs_bytes, 1);
//! __attribute__((cleanup(__accrs_release))) char *__accrs_room = __accrs_parts >= 1 ? __builtin_malloc(__accrs_parts * __accrs_bytes) : 0;
//! if (__accrs_room != 0) {
//! #pragma omp parallel for schedule(static) if(__accrs_now.team)
//!     for (__accrs_part = 0; ...) {
//!         int *const __accrs_copy0 = ...;                   // zeros
//!         int *__restrict__ counts = __accrs_copy0 - (0);
//!         for (i = ...; i < i_end; i++) { counts[values[i]]++; } }
//!     for (__accrs_part = 1; ...) __accrs_copy0[__accrs_k] += __accrs_part0[__accrs_k];
//!     if (__accrs_copy0[__accrs_k] != 0) {
//! #pragma omp atomic update
//!         __accrs_all0[__accrs_k] += __accrs_copy0[__accrs_k]; }
//! } else { ... }                                            // too few iterations: the user's text
//! ```

use super::super::worth;
use super::parts::{Asked, BYTES, Cut, PART, PARTS, ROOM, Sums, TRIPS, and};
use super::{Loops, RELEASED};
use crate::plan::{CoreLoop, InParts, LoopPlan, Part, Updated};
use crate::render::text::{Edit, to_generated, to_user};
use crate::render::{RenderError, clause, from_void};
use accrs_frontend::Unit;
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{For, Stmt};
use accrs_frontend::source::Span;
use std::fmt::Write;

impl<'a> Loops<'a> {
    /// Puts a loop by parts with copies of what it updates atomically in its place, beside the loop as it is.
    pub(super) fn with_copies(
        &mut self,
        (stmt, l): (&'a Stmt, &'a For),
        plan: &'a LoopPlan,
        found: &'a CoreLoop,
        copies: &'a InParts,
    ) -> Result<(), RenderError> {
        let unit = self.unit;
        let whole = self.whole(stmt, l);
        // What one thread runs needs no copies of what a clause reduces; with many, OpenMP's might not fit their stacks.
        let reduces = copies.updated.iter().any(|u| !u.is_atomic());
        let otherwise = match found {
            CoreLoop::Directive {
                alone: Some(alone), ..
            } if reduces => {
                let serial = self.text_of(stmt, l, whole, found, None)?;
                self.serial(&serial, whole, plan, alone)?
            }
            _ => self.as_it_is(stmt, l, whole, plan, found)?,
        };
        let alone = matches!(found, CoreLoop::Directive { alone: Some(_), .. });
        // Without a text for one thread there is one part at least.
        let (more, least) = match (reduces, alone) {
            (true, true) => ("", 2),
            (true, false) => ("1 + ", 1),
            (false, _) => ("", 1),
        };
        self.choices += 1;
        let work = worth::operations(unit, plan)?;
        let counts = (0..copies.updated.len()).map(|k| format!("__accrs_count{k}"));
        let counts: Vec<String> = counts.collect();
        let asked = Asked {
            parts: format!(
                "{more}__accrs_copies({work}, {TRIPS}, {}, {BYTES}, {})",
                counts.join(" + "),
                u8::from(!reduces)
            ),
            begin: worth::begin(unit, plan, &format!("{PARTS} > 1"), self.choices - 1)? + ";\n",
            condition: format!("if ({ROOM} != 0{}) ", and(&self.apart(plan)?)),
            otherwise: format!(" else {{{otherwise}{}}}", to_generated()),
            least,
        };
        self.released = true;
        let around = std::mem::replace(&mut self.plainly, true);
        let text = self.cut(
            &Cut {
                stmt,
                l,
                whole,
                plan,
                found,
                sums: &copies.sums,
                updated: &copies.updated,
                lanes: None,
            },
            asked,
        );
        self.plainly = around;
        self.edits.push(Edit::replace(whole, text?));
        Ok(())
    }

    /// The loop's text as it is without parts.
    fn as_it_is(
        &mut self,
        stmt: &'a Stmt,
        l: &'a For,
        whole: Span,
        plan: &'a LoopPlan,
        found: &'a CoreLoop,
    ) -> Result<String, RenderError> {
        if let CoreLoop::Directive {
            alone: Some(alone), ..
        } = found
        {
            return self.shared_or_alone((stmt, l), whole, plan, found, alone);
        }
        let line = self.asking(plan, found)?;
        let counted = matches!(found, CoreLoop::Directive { counted: true, .. });
        let text = self.text_of(stmt, l, whole, found, counted.then_some((plan, &*line)))?;
        let user = to_user(&self.unit.source, whole.start);
        Ok(match counted {
            true => text,
            false => format!("\n{line}{user}{text}"),
        })
    }
}

/// Adds the copies to what parts have for themselves.
pub(super) fn add(
    loops: &Loops<'_>,
    sums: &mut Sums,
    all: &[Updated],
    least: u32,
) -> Result<(), RenderError> {
    let mut behind = String::from("0");
    for (k, u) in all.iter().enumerate() {
        let copy = Copy::of(loops, k, u)?;
        let Copy { count, ty, .. } = &copy;
        let _ = writeln!(
            sums.sizes,
            "const unsigned long __accrs_count{k} = {count};\nconst unsigned long __accrs_behind{k} = {behind};"
        );
        behind = format!("__accrs_behind{k} + ((__accrs_count{k} * sizeof({ty}) + 127) & ~127ul)");
        copy.names(sums);
        copy.combined(&mut sums.update);
    }
    if !all.is_empty() {
        let cast = from_void(loops.unit, "char *");
        let _ = writeln!(sums.sizes, "const unsigned long {BYTES} = {behind};");
        let _ = writeln!(
            sums.room,
            "{RELEASED} char *{ROOM} = {PARTS} >= {least} ? {cast}__builtin_malloc({PARTS} * {BYTES}) : 0;"
        );
    }
    Ok(())
}

/// What is copied, in words of C.
struct Copy<'u> {
    k: usize,
    /// What it is called, and what it is called where it is declared again.
    name: &'u str,
    inner: &'u str,
    /// The type of an element, which elements there are, and the value that a copy begins with.
    ty: String,
    count: String,
    lower: String,
    identity: &'static str,
    op: &'static str,
    is_float: bool,
    /// It is a variable, and no array.
    scalar: bool,
    /// It is an array of numbers, or a pointer to them.
    flat: bool,
    /// Other constructs may update it too.
    atomic: bool,
}

impl<'u> Copy<'u> {
    fn of(loops: &Loops<'u>, k: usize, u: &Updated) -> Result<Self, RenderError> {
        let unit = loops.unit;
        let (count, lower) = elements(unit, u)?;
        let is_float = unit.types.is_floating(u.elem);
        let (identity, op) = match u.sum.op {
            ReductionOp::BitAnd => ("-1", "&"),
            ReductionOp::BitOr => ("0", "|"),
            ReductionOp::BitXor => ("0", "^"),
            ReductionOp::Mul => ("1", "*"),
            // The number that changes none, not even a zero's sign.
            _ if is_float => ("-0.0", "+"),
            _ => ("0", "+"),
        };
        let var = unit.var(u.sum.var);
        Ok(Copy {
            k,
            name: &var.name,
            inner: var.own_name(),
            ty: loops.number_type(u.elem),
            count,
            lower,
            identity,
            op,
            is_float,
            scalar: unit.types.is_arithmetic(var.ty),
            flat: (unit.types.pointee(var.ty)).is_some_and(|e| unit.types.is_arithmetic(e)),
            atomic: u.is_atomic(),
        })
    }

    /// A part's copy.
    fn at(&self, part: &str) -> String {
        let Copy { k, ty, .. } = self;
        format!("({ty} *)(void *)({ROOM} + {part} * {BYTES} + __accrs_behind{k})")
    }

    /// The program's own memory gets a name, and its name leads to the copy.
    fn names(&self, sums: &mut Sums) {
        let Copy { k, name, ty, .. } = self;
        let (inner, lower, identity) = (self.inner, &self.lower, self.identity);
        let (rooms, own) = (&mut sums.rooms, &mut sums.own);
        let all = match self.scalar {
            true => format!("&{name}"),
            false => format!("({ty} *)&{name}[0]"),
        };
        let _ = writeln!(rooms, "{ty} *const __accrs_all{k} = {all} + ({lower});");
        let _ = writeln!(
            own,
            "{ty} *const __accrs_copy{k} = __extension__ ({{ {ty} *const __accrs_at = {}; unsigned long __accrs_k; \
             for (__accrs_k = 0; __accrs_k < __accrs_count{k}; __accrs_k++) __accrs_at[__accrs_k] = ({ty})({identity}); __accrs_at; }});",
            self.at(PART)
        );
        if self.scalar {
            let _ = writeln!(own, "{ty} {inner} = *__accrs_copy{k};");
            let _ = writeln!(sums.leave, "*__accrs_copy{k} = {inner};");
            return;
        }
        if self.flat {
            let _ = writeln!(
                own,
                "{ty} *__restrict__ {inner} = __accrs_copy{k} - ({lower});"
            );
            return;
        }
        let _ = writeln!(
            rooms,
            "__typeof__(&{name}[0]) const __accrs_name{k} = {name};"
        );
        let _ = writeln!(
            own,
            "__typeof__(&__accrs_name{k}[0]) __restrict__ {inner} = \
             (__typeof__(&__accrs_name{k}[0]))(void *)(__accrs_copy{k} - ({lower}));"
        );
    }

    /// The copies become one, and that goes to the program's own memory.
    fn combined(&self, out: &mut String) {
        let Copy { k, ty, op, .. } = self;
        let each = format!("for (__accrs_k = 0; __accrs_k < __accrs_count{k}; __accrs_k++)");
        let one = format!("__accrs_copy{k}[__accrs_k]");
        let changed = match (self.is_float, *op) {
            (true, "+") => format!("{one} != 0 || !__builtin_signbit({one})"),
            _ => format!("{one} != ({ty})({})", self.identity),
        };
        let atomic = match self.atomic {
            true => "#pragma omp atomic update\n",
            false => "",
        };
        let _ = writeln!(
            out,
            "{{ {ty} *const __accrs_copy{k} = {};\nunsigned long __accrs_k;\n\
             for ({PART} = 1; {PART} < {PARTS}; {PART}++) {{\nconst {ty} *const __accrs_part{k} = {};\n\
             {each} {one} {op}= __accrs_part{k}[__accrs_k]; }}\n\
             {each} if ({changed}) {{\n{atomic}__accrs_all{k}[__accrs_k] {op}= {one}; }} }}",
            self.at("0"),
            self.at(PART)
        );
    }
}

/// How many elements are updated, and which is the first.
fn elements(unit: &Unit, u: &Updated) -> Result<(String, String), RenderError> {
    let size = |ty| unit.types.size_of(ty).unwrap_or(1);
    let each = |ty| size(ty) / size(u.elem).max(1);
    let Part::Elements {
        lower,
        length,
        elem,
        ..
    } = &u.sum.part
    else {
        let count = each(unit.var(u.sum.var).ty);
        return Ok((count.to_string(), "0".into()));
    };
    // An element may be a structure of several numbers.
    let each = match each(*elem) {
        1 => String::new(),
        n => format!("{n} * "),
    };
    let count = match length.int_value() {
        Some(n) => format!("{each}{}", n.max(0)),
        None => {
            let length = clause::operand(unit, length)?;
            format!("(long)({length}) > 0 ? {each}(unsigned long)({length}) : 0")
        }
    };
    let lower = match lower.int_value() {
        Some(n) => format!("{each}{n}"),
        None => format!("{each}(long)({})", clause::expr(unit, lower)?),
    };
    Ok((count, lower))
}
