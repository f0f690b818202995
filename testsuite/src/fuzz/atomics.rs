//! Atomic operations whose result doesn't depend on the order: histograms, tickets, flags.

use super::array::{Extent, Form};
use super::expr::Scope;
use super::r#gen::Gen;
use super::value::Type;

impl Gen {
    pub fn atomic_piece(&mut self) {
        let n = self.extent(1, 300);
        let bins = self.extent(1, 9);
        let ty = self.random.pick(&[
            Type::Int,
            Type::Unsigned,
            Type::Long,
            Type::UnsignedLong,
            Type::Float,
            Type::Double,
            Type::UnsignedChar,
            Type::Short,
            Type::LongLong,
            Type::UnsignedShort,
            Type::SignedChar,
        ]);
        let forms = [Form::Static, Form::Local, Form::Linear, Form::Member];
        let input = self.array("a", Type::Unsigned, std::slice::from_ref(&n), &forms);
        let counts = self.array("c", ty, std::slice::from_ref(&bins), &forms);
        let out = self.array("o", Type::Unsigned, std::slice::from_ref(&n), &forms);
        let tickets = self.name("next");
        let all = self.name("all");
        self.line(format!("int {tickets} = 0;"));
        self.line(format!("unsigned long {all} = 1;"));
        let data = format!(
            " copyin({}) copy({}) copy({}) copy({tickets}) copy({all})",
            input.section(),
            counts.section(),
            out.section()
        );
        let levels = self.random.pick(&[
            "gang",
            "gang vector",
            "gang worker vector",
            "gang worker",
            "",
            "gang",
        ]);
        let sizes = self.sizes(false);
        self.launches += 1;
        let one = self.looping("i", &n);
        self.line(format!("#pragma acc parallel loop {levels}{data}{sizes}"));
        self.open(&one.head);
        let at = one.subscript.text.clone();
        let mut scope = Scope {
            values: vec![Gen::atom(&one.subscript)],
            ..Scope::default()
        };
        scope.values.push(input.value(std::slice::from_ref(&at)));
        let nested = levels == "gang" && self.chance(2);
        for _ in 0..self.random.within(1, 3) {
            if nested {
                let extent = Extent {
                    value: 5,
                    constant: "5".into(),
                    variable: "5".into(),
                };
                let j = self.looping("j", &extent);
                let word = self
                    .random
                    .pick(&["vector", "worker", "worker vector", "seq"]);
                self.line(format!("#pragma acc loop {word}"));
                self.open(&j.head);
                let inside = scope.with([Gen::atom(&j.subscript)]);
                self.one_update(&inside, &counts, &all);
                self.close();
            } else {
                self.one_update(&scope, &counts, &all);
            }
        }
        match self.random.below(3) {
            0 => {
                // A ticket each: which iteration gets which is open, all of them are given.
                let slot = self.name("slot");
                self.line(format!("int {slot};"));
                self.line("#pragma acc atomic capture");
                let take = self.random.pick(&[
                    "{s} = {t}++;",
                    "{s} = {t}; {t}++;",
                    "{s} = {t}; {t} += 1;",
                ]);
                let take = take.replace("{s}", &slot).replace("{t}", &tickets);
                self.line(if take.matches(';').count() > 1 {
                    format!("{{ {take} }}")
                } else {
                    take
                });
                self.line(format!("{} = 1u;", out.element(&[slot])));
            }
            1 => {
                let got = self.name("got");
                self.line(format!("int {got};"));
                self.line("#pragma acc atomic read");
                self.line(format!("{got} = {tickets};"));
                self.line(format!("{} = (unsigned){got} + 3u;", out.element(&[at])));
            }
            _ => {
                let old = self.name("old");
                self.line(format!("int {old};"));
                self.line("#pragma acc atomic capture");
                self.line(format!("{old} = {tickets} += 2;"));
                self.line(format!("{} = (unsigned){old} & 1u;", out.element(&[at])));
            }
        }
        self.close();
        self.show(&tickets);
        self.show(&all);
        for array in [&counts, &out] {
            self.show_array(array);
        }
        for array in [&input, &counts, &out] {
            self.release(array);
        }
    }

    fn one_update(&mut self, scope: &Scope, counts: &super::array::Array, all: &str) {
        let bin = self.index(scope, counts.extents[0].value);
        let to = counts.element(&[bin]);
        let value = self.expr(scope, 1);
        let guarded = self.chance(4);
        if guarded {
            let test = self.condition(scope, 1).text;
            self.open(format!("if {}", super::stmt::wrapped(&test)));
        }
        let word = self
            .random
            .pick(&["#pragma acc atomic", "#pragma acc atomic update"]);
        self.line(word);
        let small = value.cut(-7, 7);
        let text = match self.random.below(8) {
            0 => format!("{to}++;"),
            1 => format!("--{to};"),
            2 => format!("{to} = {to} + ({});", small.text),
            3 => format!("{to} = ({}) + {to};", small.text),
            4 => format!("{to} -= {};", small.text),
            5 => format!("{all} *= 3;"),
            6 => format!(
                "{all} *= {} | 1;",
                value
                    .for_store(Type::UnsignedLong)
                    .cast(Type::UnsignedLong)
                    .text
            ),
            _ => format!("{to} += {};", small.text),
        };
        self.line(text);
        if guarded {
            self.close();
        }
    }
}
