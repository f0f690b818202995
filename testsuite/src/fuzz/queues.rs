//! Asynchronous work on several queues: each array has a queue at a time, and who reads another's waits for it.

use super::array::{Array, Form};
use super::expr::Scope;
use super::r#gen::Gen;
use super::value::{Type, Value};

struct Queued {
    array: Array,
    /// Work on the array may still be under way there.
    queue: Option<u64>,
}

impl Gen {
    pub fn queue_piece(&mut self) {
        let n = self.extent(1, 200);
        let mut all = Vec::new();
        for _ in 0..self.random.within(2, 3) {
            let ty = self.stored_type();
            let array = self.array(
                "a",
                ty,
                std::slice::from_ref(&n),
                &[Form::Static, Form::Local, Form::Linear, Form::Variable],
            );
            all.push(Queued { array, queue: None });
        }
        let scalar = self.name("k");
        self.line(format!("unsigned {scalar} = 1;"));
        let clauses: Vec<String> = all
            .iter()
            .map(|q| format!("copy({})", q.array.section()))
            .collect();
        self.line(format!("#pragma acc data {}", clauses.join(" ")));
        self.open("");
        for _ in 0..self.random.within(3, 8) {
            let k = self.random.below(all.len() as u64) as usize;
            match self.random.below(6) {
                0 => self.host_turn(&mut all, k),
                1 => {
                    // The value at the launch counts, not a later one.
                    let by = self.random.below(100);
                    self.line(format!("{scalar} = {scalar} * 3u + {by}u;"));
                }
                _ => self.launch(&mut all, k, &scalar),
            }
        }
        self.line("#pragma acc wait");
        self.close();
        for q in &all {
            self.show_array(&q.array);
        }
        for q in &all {
            self.release(&q.array);
        }
    }

    fn launch(&mut self, all: &mut [Queued], k: usize, scalar: &str) {
        let queue = self.random.below(3);
        let other = self.random.below(all.len() as u64) as usize;
        let mut before = Vec::new();
        for at in [k, other] {
            if let Some(busy) = all[at].queue.filter(|q| *q != queue)
                && !before.contains(&busy)
            {
                before.push(busy);
            }
        }
        let mut clauses = String::new();
        for busy in before {
            match self.random.below(3) {
                0 => self.line(format!("#pragma acc wait({busy})")),
                1 => self.line(format!("#pragma acc wait({busy}) async({queue})")),
                _ => clauses += &format!(" wait({busy})"),
            }
        }
        let sync = self.chance(5);
        if sync {
            // Not asynchronous: what its own queue holds must be waited for as well.
            clauses += &format!(" wait({queue})");
        } else {
            clauses += &format!(" async({queue})");
        }
        let present = self.random.pick(&["present", "copy"]);
        let named = [k, other];
        for at in if k == other { &named[..1] } else { &named[..] } {
            clauses += &format!(" {present}({})", all[*at].array.section());
        }
        self.launches += 1;
        let n = all[k].array.extents[0].clone();
        let one = self.looping("i", &n);
        let word = self.random.pick(&[
            "parallel loop",
            "parallel loop gang vector",
            "kernels loop independent",
            "parallel loop worker num_gangs(1)",
        ]);
        self.line(format!("#pragma acc {word}{clauses}"));
        self.open(&one.head);
        let at = one.subscript.text.clone();
        let own = all[k].array.value(std::slice::from_ref(&at));
        let mut scope = Scope::default();
        scope.values.extend([
            Gen::atom(&one.subscript),
            own.clone(),
            Value::stored(scalar, Type::Unsigned),
        ]);
        if other != k {
            scope.views.push(super::array::View {
                array: all[other].array.clone(),
                prefix: vec![],
            });
        }
        self.assign(&scope, &own);
        self.close();
        let now = if sync { None } else { Some(queue) };
        all[k].queue = now;
        // The other array is read there: nobody may write it before that has ended.
        if other != k {
            all[other].queue = now;
        }
    }

    /// The host reads, and perhaps changes, an array.
    fn host_turn(&mut self, all: &mut [Queued], k: usize) {
        let section = all[k].array.section();
        match (all[k].queue, self.random.below(3)) {
            (Some(q), 0) => {
                self.line(format!("#pragma acc update self({section}) async({q})"));
                self.line(format!("#pragma acc wait({q})"));
            }
            (Some(q), 1) => {
                self.line(format!("#pragma acc update self({section}) wait({q})"));
            }
            (Some(_), _) => {
                self.line("#pragma acc wait");
                self.line(format!("#pragma acc update self({section})"));
            }
            (None, _) => self.line(format!("#pragma acc update self({section})")),
        }
        all[k].queue = None;
        let array = all[k].array.clone();
        self.show_array(&array);
        if self.chance(2) {
            let c = self.random.within(1, 50);
            let value = if array.ty.floating() {
                format!("{{}} = p % {c};")
            } else {
                format!("{{}} ^= ({})(p + {c});", array.ty.name())
            };
            self.over(&array, &value);
            let q = self.random.below(3);
            if self.chance(2) {
                self.line(format!("#pragma acc update device({section}) async({q})"));
                all[k].queue = Some(q);
            } else {
                self.line(format!("#pragma acc update device({section})"));
            }
        }
    }
}
