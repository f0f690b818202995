//! Prints the copies of arrays that blocks have in shared memory.

use super::atomic::combining;
use super::writer::Writer;
use crate::plan::BlockCopy;
use crate::print::Access;
use crate::tree::BlockCopies;

impl Writer<'_> {
    pub(super) fn block_copies(&mut self, c: &BlockCopies) {
        let around = self.p.access.clone();
        for (b, name) in &c.all {
            let declared = self
                .p
                .declare_mutable(b.elem, &format!("{name}[{}]", b.length));
            self.out.line(format!("__shared__ {declared};"));
            let identity = self.identity(b.op.into(), b.elem);
            self.open_elements(c, b);
            self.out.line(format!("{name}[accrs_k] = {identity};"));
            self.out.close("}");
        }
        for (b, name) in &c.all {
            self.p.access.insert(b.var, Access::Name(name.clone()));
        }
        self.nodes(&c.body);
        self.p.access = around;
        if c.barrier.is_some() {
            self.barrier();
        }
        c.all.iter().for_each(|(b, name)| self.combine(c, b, name));
    }

    fn open_elements(&mut self, c: &BlockCopies, b: &BlockCopy) {
        let (lane, lanes) = (self.value(&c.lane), self.value(&c.lanes));
        self.out.open(format!(
            "for (unsigned accrs_k = {lane}; accrs_k < {}; accrs_k += {lanes}) {{",
            b.length
        ));
    }

    /// Combines the elements of a copy that have been updated with the array's.
    fn combine(&mut self, c: &BlockCopies, b: &BlockCopy, name: &str) {
        let types = &self.p.unit.types;
        let Some((function, class)) = combining(types, b.op, b.elem) else {
            let why = "internal error: an array that GPUs don't update atomically";
            return self.p.refuse_type(why);
        };
        let own = self.p.type_name(types.canonical_id(b.elem)) == class;
        let (place, value) = match own {
            true => (String::new(), String::new()),
            false => (format!("({class} *)"), format!("({class})")),
        };
        let array = match self.p.var(b.var) {
            Access::Name(n) => n,
            Access::Deref(n) => format!("(*{n})"),
        };
        let identity = self.identity(b.op.into(), b.elem);
        self.open_elements(c, b);
        self.out.line(format!("if ({name}[accrs_k] != {identity})"));
        self.out.line(format!(
            "    {function}({place}&{array}[accrs_k], {value}{name}[accrs_k]);"
        ));
        self.out.close("}");
    }
}
