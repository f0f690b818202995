//! Prints reductions: copies that start at the operator's identity, and their combination within a block and over gangs.

use super::operators::{op_name, reduced, update};
use super::writer::Writer;
use crate::names::{self, safe};
use crate::plan::{Combining, Extreme, Reduction};
use crate::print::Access;
use crate::tree::Value;
use crate::tree::copy::{Copy, CopyHome, Elements, GangCopy, Length, Many, Rows, Spelling};
use crate::tree::sets::Threads;
use crate::tree::value::Argument;
use accrs_frontend::region::{ArrayLen, Type, TypeId, VarId};

/// What is written for a scalar: how it is combined, its type, and its spellings.
type OfScalar<'a, W> = dyn FnMut(&mut W, Combining, TypeId, &[String]) + 'a;

impl Writer<'_> {
    /// Declares the copy of a loop's reduction.
    pub(super) fn open(&mut self, c: &Copy) {
        match &c.many {
            Some(many) => self.open_many(&c.reduction, many, &c.name, &c.same.first()),
            None => self.open_scalar(&c.reduction, &c.name),
        }
    }

    fn open_scalar(&mut self, r: &Reduction, name: &str) {
        let ty = self.p.unit.var(r.var).ty;
        let identity = self.identity(r.combining(), ty);
        let declared = self.p.declare_mutable(ty, name);
        self.out.line(format!("{declared} = {identity};"));
        self.p.access.insert(r.var, Access::Name(name.to_string()));
    }

    /// Combines the parts of a block's threads into the variable, which one thread or each of them updates.
    pub(super) fn close(&mut self, c: &Copy) {
        let op = c.reduction.combining();
        self.p.access.insert(c.reduction.var, c.target.clone());
        let guard = c.guard.as_ref().map(|g| self.value(g));
        if let Some(many) = &c.many {
            if c.barrier.is_some() {
                self.barrier();
            }
            return self.combine_many(c, many, guard.as_deref());
        }
        self.combines(op, self.p.unit.var(c.reduction.var).ty, c.axes);
        let target = match &c.target {
            Access::Name(n) => n.clone(),
            Access::Deref(n) => format!("*{n}"),
        };
        let call = reduced(op, &c.axes.argument(), &c.name);
        let Some(guard) = guard else {
            return self.out.line(update(op, &target, &call));
        };
        self.out.line(format!("{} = {call};", c.name));
        self.out.open(format!("if ({guard}) {{"));
        self.out.line(update(op, &target, &c.name));
        self.out.close("}");
    }

    fn open_many(&mut self, r: &Reduction, m: &Many, name: &str, first: &str) {
        let ty = self.p.unit.var(r.var).ty;
        self.lower(&m.elements);
        match &m.home {
            CopyHome::Whole => {
                let declared = self.p.declare_mutable(ty, name);
                self.out.line(format!("{declared};"));
                self.p.access.insert(r.var, Access::Name(name.to_string()));
            }
            CopyHome::Shared(private) => self.private(private, name),
            CopyHome::Array(n) => {
                let elem = self.p.unqualified(m.elements.elem);
                let declared = self.p.declare_mutable(elem, &format!("{name}[{n}]"));
                self.out.line(format!("{declared};"));
                self.p.access.insert(r.var, Access::Name(name.to_string()));
            }
            CopyHome::Flat {
                copy,
                rows,
                shift,
                one,
            } => {
                self.rows(&m.elements, copy, rows);
                if *one {
                    self.p.access.insert(r.var, Access::Deref(copy.clone()));
                } else {
                    self.pointer(r.var, name, copy, shift.as_deref());
                }
            }
        }
        if first.is_empty() {
            return self.fill(r.combining(), m);
        }
        self.out.open(format!("if ({first}) {{"));
        self.fill(r.combining(), m);
        self.out.close("}");
    }

    /// Declares the number of the first element, if it isn't a literal.
    fn lower(&mut self, e: &Elements) {
        if let Some(lower) = &e.lower_value {
            let value = self.p.expr(lower);
            self.out.line(format!("const long {} = {value};", e.lower));
        }
        for bound in e.pieces.iter().flat_map(|piece| [&piece.from, &piece.end]) {
            if let Some(value) = &bound.value {
                let value = self.p.expr(value);
                self.out
                    .line(format!("const long {} = {value};", bound.text));
            }
        }
    }

    fn rows(&mut self, e: &Elements, copy: &str, rows: &Rows) {
        let elem = self.p.unqualified(e.elem);
        match rows {
            Rows::Local(n) => {
                let declared = self.p.declare_mutable(elem, &format!("{copy}[{n}]"));
                self.out.line(format!("{declared};"));
            }
            Rows::Scratch {
                same,
                offset,
                bytes,
            } => {
                let scalars = self.p.type_name(elem);
                self.p.helper("area");
                let (offset, bytes) = (self.value(offset), self.value(bytes));
                let count = self.value(&e.count());
                let lane = self.value(&Value::Call(
                    "accrs_lane",
                    vec![Argument::Without(*same)],
                    vec![],
                ));
                self.out.line(format!(
                    "{scalars} *{copy} = ({scalars} *)accrs_area(accrs_scratch, {offset}, {bytes}) + {lane} * {count};"
                ));
            }
        }
    }

    /// Declares the pointer through which the user's subscripts reach the copy of a section.
    fn pointer(&mut self, v: VarId, name: &str, copy: &str, shift: Option<&str>) {
        let ty = self.p.unit.var(v).ty;
        let types = &self.p.unit.types;
        let elem = types.pointee(ty).map_or(ty, |t| self.p.flat_elem(t));
        let rows = types.is_array(elem);
        let star = |n: &str| match rows {
            true => format!("(*{n})"),
            false => format!("*{n}"),
        };
        let elem = match rows {
            true => elem,
            false => self.p.unqualified(elem),
        };
        let declared = self.p.declare(elem, &star(name));
        let shifted = match shift {
            None => copy.to_string(),
            Some(shift) => format!("{copy} - {shift}"),
        };
        let value = match rows {
            true => format!("({})({shifted})", self.p.declare(elem, &star(""))),
            false => shifted,
        };
        self.out.line(format!("{declared} = {value};"));
        self.p.access.insert(v, Access::Name(name.to_string()));
    }

    /// Sets a copy to the operator's identity.
    fn fill(&mut self, op: Combining, m: &Many) {
        self.each(op, &m.elements, None, &[&m.copy], &mut |w, op, ty, at| {
            let identity = w.identity(op, ty);
            w.out.line(format!("{} = {identity};", at[0]));
        });
    }

    /// Combines the copies of a block's threads, element by element.
    fn combine_many(&mut self, c: &Copy, m: &Many, guard: Option<&str>) {
        let (r, axes) = (&c.reduction, c.axes);
        let op = r.combining();
        let braced = self.braced(&m.elements);
        let all = [&m.copy, &m.target];
        self.each(op, &m.elements, None, &all, &mut |w, op, ty, at| {
            let mut call = w.scalar(ty, &at[0]);
            if !axes.is_empty() {
                w.combines(op, ty, axes);
                call = reduced(op, &axes.argument(), &call);
            }
            let adds = r.careful.then(|| w.adds(op, ty, &m.sum));
            let tests: Vec<&str> = guard.into_iter().chain(adds.as_deref()).collect();
            let updated = |w: &Self, sum: &str| match c.gangs {
                true => w.update_at_once(r, ty, &at[1], sum),
                false => update(op, &at[1], sum),
            };
            if tests.is_empty() && !c.gangs {
                return w.out.line(updated(w, &call));
            }
            let declared = w.p.declare_mutable(ty, &m.sum);
            w.open_if(braced);
            w.out.line(format!("const {declared} = {call};"));
            match tests.is_empty() {
                true => w.out.line(updated(w, &m.sum)),
                false => {
                    w.out.line(format!("if ({})", tests.join(" && ")));
                    w.out.line(format!("    {}", updated(w, &m.sum)));
                }
            }
            w.close_if(braced);
        });
    }

    /// A statement that combines memory of all gangs with a value, in one step.
    fn update_at_once(&self, r: &Reduction, ty: TypeId, target: &str, value: &str) -> String {
        let (types, record) = (&self.p.unit.types, self.p.unit.types.canonical(ty));
        let narrow = matches!(types.size_of(ty), Some(1 | 2 | 4 | 8));
        if !narrow || matches!(record, Type::Complex(_) | Type::Record(_)) {
            let message = "a gang reduction of this type through a pointer of the construct's own, or of a section whose array the construct names outside of the loop";
            self.p.refuse_nest(r.span, message);
        }
        self.p.helper("atomic");
        let (helper, op) = op_name(r.combining());
        self.p.helper(helper);
        let ty = self.p.type_name(self.p.unqualified(ty));
        format!("accrs_atomic(&{target}, [&]({ty} old) {{ return {op}::apply(old, {value}); }});")
    }

    /// Declares the kernel's own copy of a variable that is reduced over gangs.
    pub(super) fn open_gang(&mut self, g: &GangCopy) {
        match &g.many {
            Some(many) => self.open_many(&g.reduction, many, &g.name, &g.same.first()),
            None => self.open_scalar(&g.reduction, &g.name),
        }
    }

    /// Notes the helpers that combine values of a type along axes of the block.
    fn combines(&mut self, op: Combining, ty: TypeId, axes: Threads) {
        self.slots(ty);
        self.p.helper("reduce");
        self.p.helper(op_name(op).0);
        if !axes.are_fastest() {
            self.p.helper("columns");
        }
    }

    /// Combines the blocks' parts and the incoming values at the kernel's end: each block leaves its parts of all variables, and
    /// the last one to do so takes what all have left.
    pub(super) fn close_gangs(&mut self, gangs: &[GangCopy]) {
        self.p.helper("gangs");
        gangs.iter().for_each(|g| self.leave(g));
        self.out.open("if (accrs_last_gang(accrs_arrived)) {");
        gangs.iter().for_each(|g| self.gather(g));
        self.out.close("}");
    }

    /// What each block does with its part.
    fn leave(&mut self, g: &GangCopy) {
        let Some((offset, bytes)) = &g.area else {
            return;
        };
        let (offset, bytes) = (self.value(offset), self.value(bytes));
        if let Some(many) = &g.many {
            return self.leave_many(g, many, &offset, &bytes);
        }
        let (op, name) = (g.reduction.combining(), &g.name);
        let ty = self.p.unit.var(g.reduction.var).ty;
        self.p.helper("gather");
        self.p.helper("gathered");
        self.combines(op, ty, g.parts);
        let (op, axes) = (op_name(op).1, g.parts.argument_or_none());
        let ty = self.p.type_name(self.p.unqualified(ty));
        self.out.line(format!(
            "accrs_leave<{op}, {axes}, {ty}>({name}, accrs_scratch, {offset});"
        ));
    }

    /// What the last block does with all parts.
    fn gather(&mut self, g: &GangCopy) {
        let Some((offset, bytes)) = &g.area else {
            return;
        };
        if let Some(many) = &g.many {
            return match g.together {
                true => self.gather_together(g, many, &self.value(bytes)),
                false => self.gather_many(g, many),
            };
        }
        let (r, offset) = (&g.reduction, self.value(offset));
        let result = names::behind(self.p.unit, &g.name, "_result");
        let ty = self.p.unit.var(r.var).ty;
        let identity = self.identity(r.combining(), ty);
        let (op, ty) = (
            op_name(r.combining()).1,
            self.p.type_name(self.p.unqualified(ty)),
        );
        self.out.line(format!(
            "accrs_gather<{op}, {ty}>({result}, {identity}, accrs_scratch, {offset});"
        ));
    }

    /// Leaves the block's part of each element.
    fn leave_many(&mut self, g: &GangCopy, m: &Many, offset: &str, bytes: &str) {
        let op = g.reduction.combining();
        self.p.helper("area");
        self.p.helper(op_name(op).0);
        for piece in &m.elements.pieces {
            self.p.helper(op_name(piece.how).0);
        }
        if g.barrier.is_some() {
            self.barrier();
        }
        let e = &m.elements;
        let elem = self.p.type_name(self.p.unqualified(e.elem));
        let mine = &g.left;
        self.out.line(format!(
            "{elem} *{mine} = ({elem} *)accrs_area(accrs_scratch, {offset}, {bytes});"
        ));
        let left = match e.length {
            Length::One => Spelling::of(format!("(*{mine})"), "0"),
            _ => Spelling::of(mine.clone(), "0"),
        };
        let braced = self.braced(e);
        self.each(op, e, None, &[&m.copy, &left], &mut |w, op, ty, at| {
            let mut value = w.scalar(ty, &at[0]);
            let alone = g.parts.is_empty();
            if !alone {
                w.combines(op, ty, g.parts);
                let declared = w.p.declare_mutable(ty, &m.sum);
                w.open_if(braced);
                w.out.line(format!(
                    "const {declared} = {};",
                    reduced(op, &g.parts.argument(), &value)
                ));
                value.clone_from(&m.sum);
            }
            w.out.line("if (accrs_lane<7>() == 0)");
            w.out.line(format!("    {} = {value};", at[1]));
            if !alone {
                w.close_if(braced);
            }
        });
    }

    /// The last gang's work where there are few elements: its threads combine one after the other together.
    fn gather_together(&mut self, c: &GangCopy, m: &Many, bytes: &str) {
        let (all, sum, op) = (&c.gangs, &m.sum, c.reduction.combining());
        self.declare_parts(c, m);
        let first = Spelling::of(all.clone(), "0");
        self.p.helper("gathered");
        self.each(
            op,
            &m.elements,
            None,
            &[&first, &m.target],
            &mut |w, op, ty, at| {
                w.combines(op, ty, Threads(7));
                let (identity, name) = (w.identity(op, ty), op_name(op).1);
                let spelled = w.p.type_name(w.p.unqualified(ty));
                let declared = w.p.declare_mutable(ty, sum);
                w.out.line(format!(
                "const {declared} = accrs_gathered<{name}, {spelled}>({identity}, &{}, {bytes});",
                at[0]
            ));
                let adds = c.reduction.careful.then(|| w.adds(op, ty, sum));
                let tests = ["accrs_lane<7>() == 0".to_string()];
                let tests: Vec<String> = tests.into_iter().chain(adds).collect();
                w.out.line(format!("if ({})", tests.join(" && ")));
                w.out.line(format!("    {}", update(op, &at[1], sum)));
            },
        );
    }

    /// Declares the pointer to what all gangs have left.
    fn declare_parts(&mut self, c: &GangCopy, m: &Many) {
        let (all, mine, count) = (&c.gangs, &c.left, self.value(&m.elements.count()));
        let elem = self.p.type_name(self.p.unqualified(m.elements.elem));
        self.out.line(format!(
            "const {elem} *{all} = {mine} - accrs_gang() * {count};"
        ));
    }

    /// The last gang's work: each of its threads takes some elements and goes through the gangs in order.
    fn gather_many(&mut self, c: &GangCopy, m: &Many) {
        let (all, g, sum) = (&c.gangs, &c.gang, &m.sum);
        let count = self.value(&m.elements.count());
        self.declare_parts(c, m);
        let gang = match m.elements.length {
            Length::One => Spelling::of(format!("{all}[{g}]"), "0"),
            _ => Spelling::of(all.clone(), &format!("{g} * {count}")),
        };
        let op = c.reduction.combining();
        let braced = self.braced(&m.elements);
        let stride = Some(("accrs_lane<7>()", "accrs_lanes<7>()"));
        self.each(
            op,
            &m.elements,
            stride,
            &[&gang, &m.target],
            &mut |w, op, ty, at| {
                let identity = w.identity(op, ty);
                let declared = w.p.declare_mutable(ty, sum);
                w.open_if(braced);
                w.out.line(format!("{declared} = {identity};"));
                w.out
                    .line(format!("for (size_t {g} = 0; {g} < accrs_gangs(); {g}++)"));
                w.out.line(format!("    {}", update(op, sum, &at[0])));
                let indent = match c.reduction.careful {
                    true => {
                        w.out.line(format!("if ({})", w.adds(op, ty, sum)));
                        "    "
                    }
                    false => "",
                };
                w.out.line(format!("{indent}{}", update(op, &at[1], sum)));
                w.close_if(braced);
            },
        );
    }

    /// The condition that a sum isn't the identity, which changes nothing.
    fn adds(&self, op: Combining, ty: TypeId, sum: &str) -> String {
        match op.extreme {
            Extreme::Number { .. } => format!("{sum} == {sum}"),
            _ => format!("{sum} != {}", self.identity(op, ty)),
        }
    }

    fn spell(&self, s: &Spelling, k: Option<&str>) -> String {
        let base = match s.cast {
            Some(elem) => {
                let elem = self.p.type_name(self.p.unqualified(elem));
                format!("(({elem} *){})", s.base)
            }
            None => s.base.clone(),
        };
        match k {
            None => base,
            Some(k) if s.lower == "0" => format!("{base}[{k}]"),
            Some(k) => format!("{base}[{} + {k}]", s.lower),
        }
    }

    /// Runs `f` for each scalar of the elements, given its spelling in each of `all`, and how it is combined: by `how`, where the elements
    /// don't come in pieces of their own. `stride` is the start and the step of the loop over the elements; without it the loop takes all
    /// of them.
    fn each(
        &mut self,
        how: Combining,
        e: &Elements,
        stride: Option<(&str, &str)>,
        all: &[&Spelling],
        f: &mut OfScalar<'_, Self>,
    ) {
        let at = |w: &Self, k: &str| all.iter().map(|s| w.spell(s, Some(k))).collect::<Vec<_>>();
        for piece in &e.pieces {
            let (k, from, end) = ("accrs_k", &piece.from.text, &piece.end.text);
            let (start, step) = stride
                .map_or((String::new(), format!("{k}++")), |(start, step)| {
                    (format!(" + {start}"), format!("{k} += {step}"))
                });
            self.out.open(format!(
                "for (long {k} = {from}{start}; {k} < {end}; {step}) {{"
            ));
            let at = at(self, k);
            self.scalars(e.elem, &at, 0, &mut |w, ty, at| f(w, piece.how, ty, at));
            self.out.close("}");
        }
        if !e.pieces.is_empty() {
            return;
        }
        let f = &mut |w: &mut Self, ty: TypeId, at: &[String]| f(w, how, ty, at);
        if matches!(e.length, Length::One) {
            let at: Vec<String> = all.iter().map(|s| self.spell(s, None)).collect();
            if let Some((start, _)) = stride {
                self.out.open(format!("if ({start} == 0) {{"));
                self.scalars(e.elem, &at, 0, f);
                return self.out.close("}");
            }
            return self.scalars(e.elem, &at, 0, f);
        }
        let k = "accrs_k";
        let at: Vec<String> = all.iter().map(|s| self.spell(s, Some(k))).collect();
        let count = self.value(&e.count());
        self.out.open(match stride {
            Some((start, step)) => {
                format!("for (size_t {k} = {start}; {k} < {count}; {k} += {step}) {{")
            }
            None if e.fixed().is_some() => format!("for (int {k} = 0; {k} < {count}; {k}++) {{"),
            None => format!("for (size_t {k} = 0; {k} < {count}; {k}++) {{"),
        });
        self.scalars(e.elem, &at, 0, f);
        self.out.close("}");
    }

    /// Runs `f` for each scalar that an object is made of.
    fn scalars(
        &mut self,
        ty: TypeId,
        at: &[String],
        depth: usize,
        f: &mut dyn FnMut(&mut Self, TypeId, &[String]),
    ) {
        let unit = self.p.unit;
        match unit.types.canonical(ty) {
            Type::Array(elem, ArrayLen::Fixed(n)) => {
                let k = format!("accrs_m{depth}");
                self.out
                    .open(format!("for (int {k} = 0; {k} < {n}; {k}++) {{"));
                let inner: Vec<String> = at.iter().map(|a| format!("{a}[{k}]")).collect();
                self.scalars(*elem, &inner, depth + 1, f);
                self.out.close("}");
            }
            Type::Record(id) => {
                let record = &unit.types.records[id.index()];
                for field in record.fields.iter().flatten() {
                    if field.name.is_empty() && !unit.types.is_record(field.ty) {
                        continue;
                    }
                    let inner: Vec<String> = at
                        .iter()
                        .map(|a| match field.name.as_str() {
                            "" => a.clone(),
                            name => format!("{a}.{}", safe(name)),
                        })
                        .collect();
                    self.scalars(field.ty, &inner, depth, f);
                }
            }
            _ => f(self, ty, at),
        }
    }

    /// An element as an argument of a template function, whose type is deduced: an enum is cast to the type that stands for it.
    fn scalar(&self, ty: TypeId, text: &str) -> String {
        match self.p.unit.types.canonical(ty) {
            Type::Enum(_) => format!("({}){text}", self.p.type_name(self.p.unqualified(ty))),
            _ => text.to_string(),
        }
    }

    /// Whether the name of one element's sum needs braces of its own, since no loop over elements opens any.
    fn braced(&self, e: &Elements) -> bool {
        matches!(e.length, Length::One) || self.p.unit.types.is_record(e.elem)
    }

    fn open_if(&mut self, braced: bool) {
        if braced {
            self.out.open("{");
        }
    }

    fn close_if(&mut self, braced: bool) {
        if braced {
            self.out.close("}");
        }
    }
}
