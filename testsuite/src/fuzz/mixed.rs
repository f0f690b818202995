//! Constructs of several loops whose shapes differ: nests of one, two and three dimensions, each with levels, tiles and
//! mappings of its own, code between them that every gang does, on blocks of odd sizes.

use super::array::{Array, Extent, Form, View};
use super::expr::Scope;
use super::r#gen::Gen;
use super::nest::{Group, Level, Nest};
use super::reduction::Reduction;
use super::stmt::Locals;
use super::value::Value;

/// What holds between the loops of a construct.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Gangs don't meet: each loop writes what no other touches.
    Gangs,
    /// One gang: a loop may read what the one before it wrote.
    OneGang,
    /// `kernels`: loops run one after the other.
    Kernels,
    /// Gangs in this many dimensions, and every loop uses all.
    Dimensions(usize),
}

impl Gen {
    pub fn mixed_piece(&mut self) {
        let mode = match self.random.below(8) {
            0..=2 => Mode::Gangs,
            3 | 4 => Mode::Kernels,
            5 | 6 => Mode::OneGang,
            _ => Mode::Dimensions(self.random.within(2, 3) as usize),
        };
        let mut arrays = Vec::new();
        for _ in 0..self.random.within(2, 4) {
            let array = self.mixed_array(mode);
            arrays.push(array);
        }
        let region = self.chance(3);
        if region {
            let clauses: String = arrays
                .iter()
                .map(|a| format!(" copy({})", a.section()))
                .collect();
            self.line(format!("#pragma acc data{clauses}"));
            self.open("");
        }
        for _ in 0..self.random.within(1, 2) {
            self.mixed_construct(mode, &arrays, region);
        }
        if region {
            self.close();
        }
        for array in &arrays {
            self.show_array(array);
        }
        for array in &arrays {
            self.release(array);
        }
    }

    fn mixed_array(&mut self, mode: Mode) -> Array {
        let rank = match mode {
            Mode::Dimensions(least) => self.random.within(least as u64, 3),
            _ => self.random.within(1, 3),
        };
        let most: &[u64] = match rank {
            1 => &[200],
            2 => &[30, 70],
            _ => &[9, 7, 40],
        };
        let extents: Vec<Extent> = most.iter().map(|m| self.extent(1, *m)).collect();
        let ty = self.stored_type();
        let forms = [
            Form::Static,
            Form::Static,
            Form::Local,
            Form::Variable,
            Form::Linear,
        ];
        self.array("a", ty, &extents, &forms)
    }

    /// Sizes of blocks that are one thread wide, odd, or large.
    fn odd_sizes(&mut self, mode: Mode) -> String {
        let gangs = self.random.pick(&["1", "2", "3", "7", "64", "1000"]);
        let mut clauses = match mode {
            Mode::OneGang => " num_gangs(1)".to_string(),
            Mode::Dimensions(2) => format!(" num_gangs({gangs}, 3)"),
            Mode::Dimensions(_) => format!(" num_gangs({gangs}, 2, 3)"),
            _ if self.chance(2) => format!(" num_gangs({gangs})"),
            _ => String::new(),
        };
        if self.chance(2) {
            let workers = self.random.pick(&["1", "2", "3", "4", "5", "7"]);
            clauses += &format!(" num_workers({workers})");
        }
        if self.chance(2) {
            let length = self
                .random
                .pick(&["1", "1", "2", "3", "31", "32", "33", "64", "128"]);
            clauses += &format!(" vector_length({length})");
        }
        clauses
    }

    fn mixed_construct(&mut self, mode: Mode, arrays: &[Array], region: bool) {
        let mut scope = Scope::default();
        self.host_scalars(&mut scope);
        let mut order: Vec<usize> = (0..arrays.len()).collect();
        if matches!(mode, Mode::Kernels | Mode::OneGang) && self.chance(2) {
            // Some arrays are written by two loops.
            order.push(self.random.below(arrays.len() as u64) as usize);
        }
        let reductions: Vec<Vec<Reduction>> = order
            .iter()
            .map(|_| {
                let some = matches!(mode, Mode::Gangs | Mode::Kernels) && self.chance(3);
                (0..usize::from(some))
                    .map(|_| self.reduced_scalar())
                    .collect()
            })
            .collect();
        let mut clauses = self.odd_sizes(mode);
        for array in arrays {
            clauses += &self.data_clause(array, true, region);
        }
        for reduction in reductions.iter().flatten() {
            clauses += &format!(" copy({})", reduction.clause);
        }
        self.launches += 1;
        let word = if mode == Mode::Kernels {
            "kernels"
        } else {
            "parallel"
        };
        self.line(format!("#pragma acc {word}{clauses}"));
        self.open("");
        // What every gang does for itself, with the same result.
        let mut locals = Locals::default();
        if self.chance(2) {
            self.scalar_between(&mut scope, &mut locals);
        }
        for (at, reductions) in order.iter().zip(&reductions) {
            self.mixed_loop(mode, arrays, *at, &scope, reductions);
            if self.chance(2) {
                self.scalar_between(&mut scope, &mut locals);
            }
            if self.chance(3) && matches!(mode, Mode::OneGang | Mode::Kernels) {
                self.store_between(&scope, arrays);
            }
        }
        self.close();
        for reduction in reductions.iter().flatten() {
            self.show(&reduction.target);
        }
    }

    /// A variable of the construct's own, declared or changed.
    fn scalar_between(&mut self, scope: &mut Scope, locals: &mut Locals) {
        if locals.scalars.is_empty() || self.chance(2) {
            let ty = self.stored_type();
            let name = self.name("g");
            let value = self.expr(scope, 1).for_store(ty).text;
            self.line(format!("{} {name} = {value};", ty.name()));
            let value = Value::stored(name, ty);
            scope.values.push(value.clone());
            locals.scalars.push(value);
        } else {
            let to = self.random.pick(&locals.scalars);
            self.assign(scope, &to);
        }
    }

    fn store_between(&mut self, scope: &Scope, arrays: &[Array]) {
        let array = self.random.pick(arrays);
        let subscripts: Vec<String> = array
            .extents
            .iter()
            .map(|e| self.random.below(e.value).to_string())
            .collect();
        let mut scope = scope.clone();
        scope.views.extend(arrays.iter().map(|a| View {
            array: a.clone(),
            prefix: vec![],
        }));
        self.assign(&scope, &array.value(&subscripts));
    }

    /// A nest over one of the arrays.
    fn mixed_loop(
        &mut self,
        mode: Mode,
        arrays: &[Array],
        at: usize,
        scope: &Scope,
        reductions: &[Reduction],
    ) {
        let array = arrays[at].clone();
        let nest = self.mixed_plan(mode, &array.extents);
        let mut scope = scope.clone();
        if matches!(mode, Mode::OneGang | Mode::Kernels) {
            let others = arrays.iter().filter(|a| a.name != array.name);
            scope.views.extend(others.map(|a| View {
                array: a.clone(),
                prefix: vec![],
            }));
        }
        let top = Level {
            subs: vec![],
            writable: vec![array],
            reductions: reductions.to_vec(),
            single: false,
        };
        let word = nest.word;
        self.group(&nest, 0, &scope, &top, word);
    }

    fn mixed_plan(&mut self, mode: Mode, extents: &[Extent]) -> Nest {
        if let Mode::Dimensions(dimensions) = mode {
            return self.dimension_plan(dimensions, extents);
        }
        if mode == Mode::Kernels && self.chance(2) {
            let mut plan = self.mapped_plan(extents);
            // The construct gives the sizes.
            for group in &mut plan.groups {
                group.levels = group
                    .levels
                    .split(' ')
                    .map(|level| level.split('(').next().unwrap_or_default())
                    .collect::<Vec<_>>()
                    .join(" ");
            }
            return plan;
        }
        loop {
            let mut plan = self.nest_plan(extents);
            let gangs = plan.groups.iter().any(|g| g.levels.contains("gang"));
            if mode == Mode::Gangs && (plan.one_gang || !gangs) {
                // Every gang would do all of it.
                continue;
            }
            if mode == Mode::Kernels {
                if plan.one_gang {
                    continue;
                }
                plan.word = "loop independent";
            }
            if self.chance(5) {
                for tile in plan.groups.iter_mut().filter_map(|g| g.tile.as_mut()) {
                    *tile = tile.split(", ").map(|_| "1").collect::<Vec<_>>().join(", ");
                }
            }
            return plan;
        }
    }

    /// A gang dimension for each outer loop.
    fn dimension_plan(&mut self, dimensions: usize, extents: &[Extent]) -> Nest {
        let inner = self
            .random
            .pick(&["", " vector", " worker", " worker vector"]);
        let mut groups: Vec<Group> = Vec::new();
        for k in 0..extents.len() {
            let levels = match dimensions.checked_sub(k) {
                Some(d @ 2..) => format!("gang(dim:{d})"),
                Some(1) if extents.len() > dimensions && inner.contains("vector") => {
                    "gang(dim:1)".into()
                }
                Some(1) => format!("gang(dim:1){inner}"),
                _ => self.random.pick(&["vector", "seq"]).to_string(),
            };
            groups.push(Group {
                levels,
                loops: 1,
                tile: None,
                force: false,
            });
        }
        Nest {
            groups,
            extents: extents.to_vec(),
            word: "loop",
            one_gang: false,
            tight: true,
        }
    }
}
