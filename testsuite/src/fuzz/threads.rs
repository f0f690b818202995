//! Several host threads at once: each maps, launches, updates and waits on its own data, on queues that all share.

use super::r#gen::Gen;

impl Gen {
    pub fn threads_piece(&mut self) {
        let count = self.random.within(2, 4);
        let mut names = Vec::new();
        for _ in 0..count {
            let name = self.thread();
            names.push(name);
        }
        let (ids, sums) = (self.name("thread"), self.name("sums"));
        self.line(format!("pthread_t {ids}[{count}];"));
        self.line(format!("unsigned long {sums}[{count}] = {{ 0 }};"));
        for (k, name) in names.iter().enumerate() {
            self.line(format!(
                "pthread_create(&{ids}[{k}], 0, {name}, &{sums}[{k}]);"
            ));
        }
        self.line(format!("for (int p = 0; p < {count}; p++)"));
        self.line(format!("    pthread_join({ids}[p], 0);"));
        self.line(format!("for (int p = 0; p < {count}; p++)"));
        self.line(format!("    printf(\"thread %d %lx\\n\", p, {sums}[p]);"));
    }

    /// A thread's function: a piece of another kind, some times over, that adds what it would print to a sum.
    fn thread(&mut self) -> String {
        let name = self.global("work");
        let rounds = self.random.within(1, 3) as usize;
        let kept = std::mem::take(&mut self.declarations);
        let before = self.launches;
        self.quiet = true;
        let body = self.aside(|g| {
            g.indent();
            g.open(format!("for (int round = 0; round < {rounds}; round++)"));
            match g.random.below(8) {
                0 => g.nest_piece(),
                1 => g.kernels_piece(),
                2 | 3 => g.data_piece(),
                _ => g.queue_piece(),
            }
            g.close();
        });
        self.quiet = false;
        self.launches = before + (self.launches - before) * rounds;
        let declarations: String = std::mem::replace(&mut self.declarations, kept)
            .iter()
            .map(|d| format!("    {d}\n"))
            .collect();
        self.before += &format!(
            "static void *{name}(void *to)\n{{\n    unsigned long hash = 0;\n    unsigned long *sum = to;\n{declarations}{body}    (void)hash;\n    return 0;\n}}\n\n"
        );
        name
    }
}
