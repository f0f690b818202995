//! Loops that OpenMP can't take as the user wrote them, with their iterations counted (`tree/host.rs`), as C.
//!
//! ```c
//! {
//!     int i = lo;                                      // the user's own declaration
//!     const __typeof__(i) i_from = i;
//!     const unsigned long i_trips = i_from < n ? ((unsigned long)(n) - (unsigned long)i_from - 1) / 3 + 1 : 0;
//!     unsigned long i_k;
//! #pragma omp parallel for schedule(static)
//!     for (i_k = 0; i_k < i_trips; i_k++) {
//!         __typeof__(i_from) i = i_from + (long)(i_k * 3);
//! ```

use crate::plan::LoopPlan;
use crate::render::text::one_line;
use crate::render::{RenderError, clause};
use crate::tree::{Count, Kind, Let, Node, Role, Type, Value, host};
use crate::trips;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, For, LoopCmp, VarId};
use std::fmt::Write;

/// The text before the body, and behind it.
pub struct Counted {
    pub open: String,
    pub close: String,
}

/// The loop, or with `tile` its nest, with `line` as its directive.
///
/// # Errors
/// An expression that can't be printed: a defect of accrs.
pub fn counted(unit: &Unit, l: &For, plan: &LoopPlan, line: &str) -> Result<Counted, RenderError> {
    let mut p = Print {
        unit,
        loops: host::loops(l, plan),
        heads: &plan.heads,
        starts: Vec::new(),
        line: Some(line),
        open: String::from("{\n"),
        braces: 1,
    };
    p.nodes(&host::counted(unit, l, plan))?;
    Ok(Counted {
        open: p.open,
        close: "}".repeat(p.braces),
    })
}

struct Print<'p> {
    unit: &'p Unit,
    /// The user's loops, outermost first, and their heads.
    loops: Vec<&'p For>,
    heads: &'p [Canonical],
    /// The names of loop variables' first values.
    starts: Vec<(VarId, String)>,
    /// The directive, until its loop is met.
    line: Option<&'p str>,
    open: String,
    braces: usize,
}

impl Print<'_> {
    /// What opens; the user's text, which is last, stands behind it.
    fn nodes(&mut self, nodes: &[Node]) -> Result<(), RenderError> {
        nodes.iter().try_for_each(|n| match &n.kind {
            Kind::Text(_) => Ok(()),
            Kind::Let(l) => self.declare(l),
            Kind::Count(c) => self.count(c),
            Kind::Test(test, body) => {
                let test = self.value(test)?;
                self.put(&format!("if ({test}) {{"));
                self.braces += 1;
                self.nodes(body)
            }
            other => Err(RenderError::internal(format!("no counted loop: {other:?}"))),
        })
    }

    fn head(&self, v: VarId) -> Result<(usize, &Canonical), RenderError> {
        let mut all = self.heads.iter().enumerate();
        let found = all.find(|(_, h)| h.var == v);
        found.ok_or_else(|| RenderError::internal("a variable of no loop"))
    }

    fn start(&self, v: VarId) -> Result<String, RenderError> {
        let found = self.starts.iter().find(|(s, _)| *s == v);
        let name = found.map(|(_, name)| name.clone());
        name.ok_or_else(|| RenderError::internal("a loop without a first value"))
    }

    fn declare(&mut self, l: &Let) -> Result<(), RenderError> {
        let name = &l.name;
        let text = match (l.role, l.var) {
            (Role::Start(v), _) => self.first(v, name)?,
            (Role::Trips(v), _) => {
                let (_, head) = self.head(v)?;
                let trips = trips_of(self.unit, head, &self.start(v)?)?;
                format!("const unsigned long {name} = {trips};")
            }
            (_, Some(v)) => {
                let (from, value) = (self.start(v)?, self.value(&l.value)?);
                format!("__typeof__({from}) {} = {value};", self.unit.var(v).name)
            }
            _ => format!("const unsigned long {name} = {};", self.value(&l.value)?),
        };
        self.put(&text);
        Ok(())
    }

    /// A line, as far in as braces are open.
    fn put(&mut self, line: &str) {
        let _ = writeln!(self.open, "{:width$}{line}", "", width = 4 * self.braces);
    }

    /// The first value, found once.
    fn first(&mut self, v: VarId, from: &str) -> Result<String, RenderError> {
        let (i, head) = self.head(v)?;
        let name = &self.unit.var(v).name;
        let init = self
            .loops
            .get(i)
            .and_then(|l| l.init.as_ref())
            .filter(|_| head.declared)
            .map(|i| one_line(self.unit.source.slice(i.span)));
        let text = match init {
            // The type as the user wrote it: from the loop's own declaration.
            Some(text) => {
                let text = text.trim_end_matches(';');
                self.put(&format!("{text};"));
                format!("__typeof__({name}) {from} = {name};")
            }
            None => {
                let lower = clause::expr(self.unit, &head.lower)?;
                format!("__typeof__({name}) {from} = {lower};")
            }
        };
        self.starts.push((v, from.to_string()));
        Ok(text)
    }

    /// Loops directly in each other, which a directive may take as one.
    fn count(&mut self, c: &Count) -> Result<(), RenderError> {
        let mut nest = vec![c];
        let mut body = &c.body;
        while let [
            Node {
                kind: Kind::Count(inner),
                ..
            },
        ] = body.as_slice()
        {
            nest.push(inner);
            body = &inner.body;
        }
        let names: Vec<&str> = nest.iter().map(|c| c.name.as_str()).collect();
        self.put(&format!("unsigned long {};", names.join(", ")));
        if let Some(line) = self.line.take() {
            let _ = writeln!(self.open, "{line}");
        }
        for (i, c) in nest.iter().enumerate() {
            let (name, from, test) = (&c.name, self.value(&c.from)?, self.value(&c.test)?);
            let step = match &c.step {
                None | Some(Value::Number(1)) => format!("{name}++"),
                Some(step) => format!("{name} += {}", self.value(step)?),
            };
            let brace = if i + 1 == nest.len() { " {" } else { "" };
            self.put(&format!("for ({name} = {from}; {test}; {step}){brace}"));
        }
        self.braces += 1;
        self.nodes(body)
    }

    fn value(&self, v: &Value) -> Result<String, RenderError> {
        Ok(match v {
            Value::Name(name) => name.clone(),
            Value::Number(n) => n.to_string(),
            Value::User(e, _) => clause::operand(self.unit, e)?,
            Value::All(all) => {
                let all: Result<Vec<String>, _> = all.iter().map(|v| self.value(v)).collect();
                all?.join(" && ")
            }
            Value::Choice(c, a, b) => {
                let (c, a, b) = (self.value(c)?, self.value(a)?, self.value(b)?);
                format!("{c} ? {a} : {b}")
            }
            Value::Binary(a, op, b) => format!("{} {op} {}", self.value(a)?, self.value(b)?),
            Value::Cast(Type::Word(word), v) => format!("({word}){}", self.value(v)?),
            // What is initialised has the type.
            Value::Cast(Type::Of(_), v) => match &**v {
                Value::Group(v) => self.value(v)?,
                v => self.value(v)?,
            },
            Value::Group(v) => format!("({})", self.value(v)?),
            other => {
                let why = format!("no value of the host's: {other:?}");
                return Err(RenderError::internal(why));
            }
        })
    }
}

/// The trip count of a loop whose first value is `from`.
pub fn trips_of(unit: &Unit, head: &Canonical, from: &str) -> Result<String, RenderError> {
    let to = clause::operand(unit, &head.upper)?;
    let step = clause::operand(unit, &head.step)?;
    let (cmp, closed) = match head.cmp {
        LoopCmp::Lt => ("<", false),
        LoopCmp::Le => ("<=", true),
        LoopCmp::Gt => (">", false),
        LoopCmp::Ge => (">=", true),
        LoopCmp::Ne if head.down => (">", false),
        LoopCmp::Ne => ("<", false),
    };
    if let Some(ty) = trips::around(unit, head) {
        let (low, high) = match head.down {
            true => (to.as_str(), from),
            false => (from, to.as_str()),
        };
        return Ok(format!(
            "({ty})((unsigned long){high} - (unsigned long){low})"
        ));
    }
    let own = trips::own_type(unit, head);
    let to = match own {
        Some(ty) if unit.types.is_unsigned(head.upper.ty) => format!("({ty}){to}"),
        _ => to,
    };
    let to = match trips::last(unit, head) {
        Some(last) => {
            let end = if closed { last } else { last + 1 };
            format!("({from} >= 0 && {to} > {end} ? {end} : {to})")
        }
        None => to,
    };
    let distance = if unit.types.is_pointer(unit.var(head.var).ty) {
        match head.down {
            false => format!("(unsigned long)({to} - {from})"),
            true => format!("(unsigned long)({from} - {to})"),
        }
    } else if own.is_none() && trips::compared(unit, head).is_unsigned_int() {
        // A negative value of a signed variable is a large one in the comparison.
        match head.down {
            false => format!("(unsigned long)({to} - {from})"),
            true => format!("(unsigned long)({from} - {to})"),
        }
    } else {
        match head.down {
            false => format!("(unsigned long){to} - (unsigned long){from}"),
            true => format!("(unsigned long){from} - (unsigned long){to}"),
        }
    };
    // `distance` is not zero where there is a first iteration.
    let count = match (head.step.int_value(), closed) {
        (Some(1), true) => format!("{distance} + 1"),
        (Some(1), false) => distance,
        (_, true) => format!("({distance}) / (unsigned long){step} + 1"),
        (_, false) => format!("({distance} - 1) / (unsigned long){step} + 1"),
    };
    let compared = trips::compared(unit, head);
    let ty = unit.var(head.var).ty;
    let signed = unit.types.is_integer(ty) && !unit.types.is_unsigned(ty);
    let from = match own.is_none() && signed && compared.unsigned {
        true => format!("({}){from}", compared.name),
        false => from.to_string(),
    };
    Ok(format!("{from} {cmp} {to} ? {count} : 0"))
}
