//! Constructs of other shapes over the arrays of a nest: OpenUH's mappings in `kernels`, several loops one after another in
//! one region.

use super::array::{Array, Extent, View};
use super::expr::Scope;
use super::r#gen::Gen;
use super::nest::{Group, Level, Nest};
use super::reduction::Reduction;

/// Levels of tightly nested loops, by their number; `G`, `V` may get a number.
const MAPPINGS: [&[&str]; 3] = [
    &["G", "V", "G V"],
    &["G|V", "G V|V", "G|G V", "G V|G V"],
    &["G|G V|V", "V|G V|G V", "V|G V|G", "seq|G|V", "G|seq|V"],
];

impl Gen {
    /// `if` and `self` with values known only at run time; the data is where both sides find it.
    pub fn condition_clause(&mut self) -> String {
        match self.random.below(24) {
            0 => " if(twice(1) == 2)".into(),
            1 => " self(twice(1) == 3)".into(),
            _ => String::new(),
        }
    }

    /// One of OpenUH's mappings of one to three loops.
    pub fn mapped_plan(&mut self, extents: &[Extent]) -> Nest {
        let levels = self.random.pick(MAPPINGS[extents.len() - 1]);
        Nest {
            groups: levels.split('|').map(|one| self.numbered(one)).collect(),
            extents: extents.to_vec(),
            word: "loop independent",
            one_gang: false,
            tight: true,
        }
    }

    /// One of OpenUH's mappings, with reductions on all loops.
    pub fn mapped_construct(&mut self, arrays: &[Array], extents: &[Extent], region: bool) {
        let nest = self.mapped_plan(extents);
        let mut scope = Scope::default();
        let writable = self.written(arrays, &mut scope);
        self.host_scalars(&mut scope);
        let reductions: Vec<Reduction> = (0..self.random.below(2))
            .map(|_| self.reduced_scalar())
            .collect();
        let mut clauses = String::new();
        for array in arrays {
            let written = writable.iter().any(|w| w.name == array.name);
            clauses += &self.data_clause(array, written, region);
        }
        self.launches += 1;
        let top = Level {
            subs: vec![],
            writable,
            reductions: reductions.clone(),
            single: false,
        };
        self.group(
            &nest,
            0,
            &scope,
            &top,
            &format!("kernels loop independent{clauses}"),
        );
        for reduction in &reductions {
            self.show(&reduction.target);
        }
    }

    fn numbered(&mut self, levels: &str) -> Group {
        let mut words = Vec::new();
        for word in levels.split(' ') {
            let number = match self.random.below(2) {
                0 => String::new(),
                _ if word == "G" => format!("({})", self.random.pick(&[1, 2, 5, 13])),
                _ => format!("({})", self.random.pick(&[1, 2, 4, 7])),
            };
            words.push(match word {
                "G" => format!("gang{number}"),
                "V" => format!("vector{number}"),
                other => other.to_string(),
            });
        }
        Group {
            levels: words.join(" "),
            loops: 1,
            tile: None,
            force: false,
        }
    }

    fn written(&mut self, arrays: &[Array], scope: &mut Scope) -> Vec<Array> {
        let mut writable = Vec::new();
        for (k, array) in arrays.iter().enumerate() {
            if k == 0 || self.chance(2) {
                writable.push(array.clone());
            } else {
                scope.views.push(View {
                    array: array.clone(),
                    prefix: vec![],
                });
            }
        }
        writable
    }

    /// Two or three nests in one `parallel`: each writes arrays of its own, and reduces variables of its own.
    pub fn sequence_construct(&mut self, arrays: &[Array], extents: &[Extent], region: bool) {
        let mut scope = Scope::default();
        self.host_scalars(&mut scope);
        let count = self.random.within(2, 3) as usize;
        let mut owned: Vec<Vec<Array>> = vec![Vec::new(); count];
        for array in arrays {
            let at = self.random.below(count as u64 + 1) as usize;
            if at < count {
                owned[at].push(array.clone());
            } else {
                scope.views.push(View {
                    array: array.clone(),
                    prefix: vec![],
                });
            }
        }
        let reductions: Vec<Vec<Reduction>> = (0..count)
            .map(|_| {
                (0..self.random.below(2))
                    .map(|_| self.reduced_scalar())
                    .collect()
            })
            .collect();
        let mut clauses = self.sizes(false);
        for array in arrays {
            let written = owned.iter().flatten().any(|w| w.name == array.name);
            clauses += &self.data_clause(array, written, region);
        }
        for reduction in reductions.iter().flatten() {
            clauses += &format!(" copy({})", reduction.clause);
        }
        self.launches += 1;
        self.line(format!("#pragma acc parallel{clauses}"));
        self.open("");
        for (writable, reductions) in owned.into_iter().zip(&reductions) {
            let mut nest = self.nest_plan(extents);
            // Loops without a gang of their own would be done by every gang.
            while nest.one_gang || !nest.groups.iter().any(|g| g.levels.contains("gang")) {
                nest = self.nest_plan(extents);
            }
            let top = Level {
                subs: vec![],
                writable,
                reductions: reductions.clone(),
                single: false,
            };
            self.group(&nest, 0, &scope, &top, "loop");
        }
        self.close();
        for reduction in reductions.iter().flatten() {
            self.show(&reduction.target);
        }
    }
}
