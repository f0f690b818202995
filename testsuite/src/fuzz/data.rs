//! Data regions and lifetimes, sections with offsets, updates of parts. The generator knows which copy of each array is
//! newest and has it moved before the other side reads: so the answer is that of plain C, if every byte really moves.

use super::array::{Array, Extent, Form};
use super::expr::Scope;
use super::r#gen::Gen;
use super::value::{Type, Value};

/// An array of which rows `low .. low + length` are worked on.
#[derive(Clone)]
struct Held {
    array: Array,
    low: u64,
    length: u64,
    /// How many lifetimes hold it on the device: 0 for none.
    count: u32,
    /// Whether host and device have the newest values of the rows.
    host: bool,
    device: bool,
    /// The struct whose pointer it is, to be mapped as well.
    holder: Option<String>,
}

impl Held {
    /// Rows `low .. low + length`, in a clause.
    fn rows(&self, low: u64, length: u64) -> String {
        let name = &self.array.name;
        match (self.array.form, self.array.extents.len()) {
            (Form::Linear, 2) => {
                let m = &self.array.extents[1].variable;
                format!("{name}[{low} * {m}:{length} * {m}]")
            }
            (Form::Rows, _) => format!(
                "{name}[{low}:{length}][0:{}]",
                self.array.extents[1].variable
            ),
            _ => format!("{name}[{low}:{length}]"),
        }
    }

    /// Columns `from .. from + width` of some rows, where the form lets a clause say so.
    fn block(&self, low: u64, length: u64, from: u64, width: u64) -> String {
        format!("{}[{low}:{length}][{from}:{width}]", self.array.name)
    }

    /// Columns that an action is about: from, width; some of them where blocks can be named.
    fn columns(&self, g: &mut Gen) -> Option<(u64, u64)> {
        let m = self.array.extents.get(1)?.value;
        if matches!(self.array.form, Form::Linear | Form::Rows) || g.chance(2) {
            return None;
        }
        let from = g.random.below(m);
        Some((from, g.random.within(1, m - from)))
    }

    fn section(&self) -> String {
        self.rows(self.low, self.length)
    }
}

impl Gen {
    pub fn data_piece(&mut self) {
        let mut held: Vec<Held> = Vec::new();
        for _ in 0..self.random.within(1, 3) {
            let one = self.held();
            held.push(one);
        }
        for _ in 0..self.random.within(1, 2) {
            match self.random.below(4) {
                0 => self.dynamic(&mut held),
                _ => self.structured(&mut held, 2),
            }
        }
        for one in &held {
            self.show_array(&one.array);
        }
        for one in &held {
            self.release(&one.array);
        }
    }

    fn held(&mut self) -> Held {
        let n = self.extent(6, 90);
        let ty = self.stored_type();
        let two = self.chance(3);
        let array = if two {
            let m = self.extent(2, 12);
            self.array(
                "a",
                ty,
                &[n.clone(), m],
                &[
                    Form::Static,
                    Form::Local,
                    Form::Variable,
                    Form::Linear,
                    Form::ToArray,
                    Form::Rows,
                ],
            )
        } else {
            self.array(
                "a",
                ty,
                std::slice::from_ref(&n),
                &[
                    Form::Static,
                    Form::Local,
                    Form::Variable,
                    Form::Linear,
                    Form::Linear,
                ],
            )
        };
        let low = self.random.pick(&[0, 0, 1, n.value / 3]);
        let length = self.random.within(1, n.value - low);
        let mut one = Held {
            array,
            low,
            length,
            count: 0,
            host: true,
            device: false,
            holder: None,
        };
        if one.array.form == Form::Linear && !two && self.chance(2) {
            let holder = self.name("holder");
            let name = &one.array.name;
            self.line(format!(
                "struct {{ int tag; {} *p; short end; }} {holder} = {{ .tag = 5, .p = {name} }};",
                ty.name()
            ));
            one.holder = Some(holder);
        }
        one
    }

    /// A data region around further actions.
    fn structured(&mut self, held: &mut [Held], depth: u64) {
        let before = held.to_vec();
        let inactive = self.chance(8);
        let mut clauses = String::new();
        let mut entered: Vec<(usize, &str)> = Vec::new();
        for (k, one) in held.iter_mut().enumerate() {
            let mapped = one.count > 0;
            let clause = if mapped {
                if self.chance(2) {
                    continue;
                }
                self.random
                    .pick(&["present", "copy", "create", "pcopy", "copyin", "no_create"])
            } else {
                self.random
                    .pick(&["copy", "copy", "copyin", "copyout", "create"])
            };
            if inactive && clause == "present" {
                continue;
            }
            if let (Some(holder), false) = (&one.holder, mapped) {
                clauses += &format!(" copyin({holder})");
                clauses += &format!(
                    " {clause}({})",
                    one.section()
                        .replace(&one.array.name, &format!("{holder}.p"))
                );
            } else {
                clauses += &format!(" {clause}({})", one.section());
            }
            entered.push((k, clause));
        }
        if clauses.is_empty() {
            return self.actions(held, depth);
        }
        if inactive {
            let never = self.random.pick(&["0", "twice(0)"]);
            clauses += &format!(" if({never})");
        } else if self.chance(6) {
            clauses += " if(twice(2) == 4)";
        }
        // What a region copies in must be the newest on the host.
        if !inactive {
            for (k, clause) in &entered {
                let one = &mut held[*k];
                if one.count == 0 {
                    one.device = matches!(*clause, "copy" | "copyin");
                }
                one.count += 1;
            }
        }
        self.line(format!("#pragma acc data{clauses}"));
        self.open("");
        if !inactive {
            for (k, _) in &entered {
                if !held[*k].device && !held[*k].host {
                    // Neither: cannot happen, since one side always has them.
                    held[*k].host = true;
                }
            }
        }
        self.actions(held, depth);
        if !inactive {
            for (k, clause) in &entered {
                let last = held[*k].count == 1;
                if last {
                    self.before_end(&mut held[*k], matches!(*clause, "copy" | "copyout"));
                }
            }
        }
        self.close();
        if !inactive {
            for (k, _) in &entered {
                held[*k].count -= 1;
                if held[*k].count == 0 {
                    (held[*k].host, held[*k].device) = (true, false);
                }
            }
        }
        debug_assert_eq!(before.len(), held.len());
    }

    /// What must move before the last lifetime ends: the side that goes away, or that comes back, must not lose values.
    fn before_end(&mut self, one: &mut Held, comes_back: bool) {
        if comes_back && !one.device {
            self.move_to(one, "device");
        } else if !comes_back && !one.host {
            self.move_to(one, "self");
        }
    }

    fn move_to(&mut self, one: &mut Held, side: &str) {
        let side_word = if side == "self" {
            self.random.pick(&["self", "host"])
        } else {
            side
        };
        let section = one.section();
        if self.chance(4) && one.length > 2 {
            let cut = self.random.within(1, one.length - 1);
            let (a, b) = (
                one.rows(one.low, cut),
                one.rows(one.low + cut, one.length - cut),
            );
            self.line(format!("#pragma acc update {side_word}({a}, {b})"));
        } else {
            self.line(format!("#pragma acc update {side_word}({section})"));
        }
        (one.host, one.device) = (true, true);
    }

    /// `enter data` and `exit data`, twice for some.
    fn dynamic(&mut self, held: &mut [Held]) {
        let mut times = Vec::new();
        for one in held.iter_mut() {
            let n = self.random.within(1, 2) as u32;
            for at in 0..n {
                let clause = self.random.pick(&["copyin", "copyin", "create"]);
                self.line(format!(
                    "#pragma acc enter data {clause}({})",
                    one.section()
                ));
                if at == 0 {
                    one.device = clause == "copyin";
                }
                one.count += 1;
            }
            times.push(n);
        }
        self.actions(held, 1);
        for (one, n) in held.iter_mut().zip(times) {
            let all_at_once = n > 1 && self.chance(3);
            for at in 0..n {
                let last = at + 1 == n || all_at_once;
                let back = self.chance(2);
                if last {
                    self.before_end(one, back);
                }
                let clause = if back { "copyout" } else { "delete" };
                let finalize = if all_at_once { " finalize" } else { "" };
                self.line(format!(
                    "#pragma acc exit data {clause}({}){finalize}",
                    one.section()
                ));
                if last {
                    break;
                }
            }
            (one.count, one.host, one.device) = (0, true, false);
        }
    }

    fn actions(&mut self, held: &mut [Held], depth: u64) {
        for _ in 0..self.random.within(2, 5) {
            let k = self.random.below(held.len() as u64) as usize;
            match self.random.below(8) {
                0 if depth > 0 => self.structured(held, depth - 1),
                1 | 2 => self.host_action(held, k),
                3 => self.peek(held, k),
                _ => self.device_action(held, k),
            }
        }
    }

    /// The host changes some rows, and sends exactly those.
    fn host_action(&mut self, held: &mut [Held], k: usize) {
        if !held[k].host {
            self.move_to(&mut held[k], "self");
        }
        let one = held[k].clone();
        let low = one.low + self.random.below(one.length);
        let length = self.random.within(1, one.low + one.length - low);
        let c = self.random.within(1, 90);
        let value = if one.array.ty.floating() {
            format!("p % {c}")
        } else {
            format!("({})(p * {c} + 1)", one.array.ty.name())
        };
        self.line(format!("for (int p = {low}; p < {}; p++)", low + length));
        let subscripts: Vec<String> = ["p", "q"]
            .iter()
            .take(one.array.extents.len())
            .map(|s| s.to_string())
            .collect();
        let columns = one.columns(self);
        if let Some(m) = one.array.extents.get(1) {
            let (from, width) = columns.unwrap_or((0, m.value));
            self.line(format!("for (int q = {from}; q < {}; q++)", from + width));
        }
        self.line(format!("    {} = {value};", one.array.element(&subscripts)));
        let sent = match columns {
            Some((from, width)) => one.block(low, length, from, width),
            None => one.rows(low, length),
        };
        if one.count > 0 {
            if held[k].device {
                let how = self
                    .random
                    .pick(&["", "", " if_present", " async(3) wait(3)"]);
                self.line(format!("#pragma acc update device({sent}){how}"));
                if how.contains("async") {
                    self.line("#pragma acc wait");
                }
            } else {
                // The device had nothing yet: it gets all.
                self.move_to(&mut held[k], "device");
            }
        }
    }

    /// Some rows come to the host, which reads only those.
    fn peek(&mut self, held: &mut [Held], k: usize) {
        let one = held[k].clone();
        let low = one.low + self.random.below(one.length);
        let length = self.random.within(1, one.low + one.length - low);
        let columns = one.columns(self);
        if !one.host {
            let taken = match columns {
                Some((from, width)) => one.block(low, length, from, width),
                None => one.rows(low, length),
            };
            self.line(format!("#pragma acc update self({taken})"));
        }
        self.line("hash = 0;");
        self.line(format!("for (int p = {low}; p < {}; p++)", low + length));
        let mut subscripts = vec!["p".to_string()];
        if let Some(m) = one.array.extents.get(1) {
            let (from, width) = columns.unwrap_or((0, m.value));
            self.line(format!("for (int q = {from}; q < {}; q++)", from + width));
            subscripts.push("q".into());
        }
        self.line(format!(
            "    hash = hash * 31 + (unsigned long)(long){};",
            one.array.element(&subscripts)
        ));
        self.tell(&format!("part of {}", one.array.name), "hash");
    }

    /// A construct over the rows of one array, which reads another's.
    fn device_action(&mut self, held: &mut [Held], k: usize) {
        for one in held.iter_mut().filter(|one| one.count > 0 && !one.device) {
            self.move_to(one, "device");
        }
        let one = held[k].clone();
        let other = held[self.random.below(held.len() as u64) as usize].clone();
        let mut clauses = String::new();
        for used in [&one, &other] {
            if clauses.contains(&format!("({}", used.array.name)) {
                continue;
            }
            let clause = if used.count > 0 {
                match self.random.below(4) {
                    // A bare pointer is looked up by its first element, which must be there.
                    0 if used.array.sized() || used.low == 0 => continue,
                    1 => "copy",
                    _ => "present",
                }
            } else {
                "copy"
            };
            clauses += &format!(" {clause}({})", used.section());
        }
        clauses += &self.sizes(false);
        self.launches += 1;
        let i = self.name("i");
        let rows = Extent {
            value: one.length,
            constant: one.length.to_string(),
            variable: one.length.to_string(),
        };
        let row = Value::of(
            i.clone(),
            Type::Int,
            i128::from(one.low),
            i128::from(one.low + one.length - 1),
        );
        let word = self.random.pick(&[
            "parallel loop",
            "parallel loop gang vector",
            "kernels loop independent",
            "parallel loop gang",
        ]);
        self.line(format!("#pragma acc {word}{clauses}"));
        self.open(format!(
            "for (int {i} = {}; {i} < {} + {}; {i}++)",
            one.low, one.low, rows.variable
        ));
        let mut scope = Scope {
            values: vec![row],
            ..Scope::default()
        };
        let mut subscripts = vec![i.clone()];
        if one.array.extents.len() > 1 {
            let j = self.name("j");
            let m = &one.array.extents[1];
            self.open(format!("for (int {j} = 0; {j} < {}; {j}++)", m.variable));
            scope
                .values
                .push(Value::of(j.clone(), Type::Int, 0, i128::from(m.value) - 1));
            subscripts.push(j);
        }
        let own = one.array.value(&subscripts);
        scope.values.push(own.clone());
        if other.array.name != one.array.name {
            let mut at = vec![format!(
                "{} + ({i} - {}) % {}",
                other.low, one.low, other.length
            )];
            if other.array.extents.len() > 1 {
                at.push(self.index(&scope, other.array.extents[1].value));
            }
            scope.values.push(other.array.value(&at));
        }
        self.assign(&scope, &own);
        self.close();
        if one.array.extents.len() > 1 {
            self.close();
        }
        if one.count > 0 {
            (held[k].host, held[k].device) = (false, true);
        }
    }
}
