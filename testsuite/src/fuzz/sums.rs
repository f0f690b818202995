//! Sums in elements of arrays that no clause names: in one element, in small arrays and in large ones, by one operator or two, and now and
//! then read on the way.

use super::array::{Extent, Form};
use super::expr::Scope;
use super::r#gen::Gen;
use super::reduction::Reduction;
use super::value::Type;

impl Gen {
    pub fn sums_piece(&mut self) {
        let n = self.extent(1, 200);
        let bins = self.extent(1, 150);
        let forms = [Form::Static, Form::Local, Form::Linear, Form::Member];
        let input = self.array("a", Type::Unsigned, std::slice::from_ref(&n), &forms);
        let out = self.array("o", Type::Unsigned, std::slice::from_ref(&n), &forms);
        let (op, ty) = self.operator();
        let counts = self.array("c", ty, std::slice::from_ref(&bins), &forms);
        let mut targets = vec![Reduction {
            op,
            ty,
            clause: String::new(),
            target: counts.element(&["{}".to_string()]),
            elements: bins.value,
        }];
        for _ in 0..2 {
            targets.push(self.reduced_array());
        }
        for _ in 0..self.random.within(1, 3) {
            self.launches += 1;
            self.line(format!(
                "#pragma acc kernels copyin({}) copy({}) copy({})",
                input.section(),
                counts.section(),
                out.section()
            ));
            let one = self.looping("i", &n);
            self.open(&one.head);
            let at = one.subscript.text.clone();
            let mut scope = Scope {
                values: vec![Gen::atom(&one.subscript)],
                ..Scope::default()
            };
            scope.values.push(input.value(std::slice::from_ref(&at)));
            if self.chance(3) {
                let some = Extent {
                    value: 6,
                    constant: "6".into(),
                    variable: "6".into(),
                };
                let inner = self.looping("j", &some);
                self.open(&inner.head);
                let inside = scope.with([Gen::atom(&inner.subscript)]);
                self.some_sums(&inside, &targets);
                self.close();
            } else {
                self.some_sums(&scope, &targets);
            }
            if self.chance(5) {
                // What is so far: no loop that shows it may run in another order.
                let so_far = self.random.pick(&targets);
                let k = self.index(&scope, so_far.elements);
                let read = so_far.target.replace("{}", &k);
                let to = out.element(&[at]);
                self.line(format!("{to} = (unsigned)(long)({read});"));
            }
            self.close();
        }
        for target in &targets[1..] {
            for value in Gen::reduced(target) {
                self.show(&value.text);
            }
        }
        for array in [&counts, &out] {
            self.show_array(array);
        }
        for array in [&input, &counts, &out] {
            self.release(array);
        }
    }

    fn some_sums(&mut self, scope: &Scope, targets: &[Reduction]) {
        for _ in 0..self.random.within(1, 3) {
            let mut target = self.random.pick(targets);
            // One element all the time.
            if self.chance(3) {
                let k = self.random.below(target.elements).to_string();
                target.target = target.target.replace("{}", &k);
                target.elements = 1;
            }
            let guarded = self.chance(4);
            if guarded {
                let test = self.condition(scope, 1).text;
                self.open(format!("if {}", super::stmt::wrapped(&test)));
            }
            self.update(scope, &target);
            if guarded {
                self.close();
            }
        }
    }
}
