//! Nests of parallel loops: levels, collapse, tile, code between the loops, reductions whose result is used there.
//!
//! An iteration owns the elements of the written arrays that begin with its subscripts. What a loop writes it writes only
//! at its own elements, and what it reads elsewhere nobody writes meanwhile: so no two iterations meet.

use super::array::{Array, Extent, Form, View};
use super::expr::Scope;
use super::r#gen::Gen;
use super::loops::Loop;
use super::reduction::Reduction;
use super::stmt::Locals;
use super::value::Value;

/// One loop directive and the loops under it.
#[derive(Clone, Debug)]
pub struct Group {
    pub levels: String,
    pub loops: usize,
    /// Sizes of a `tile`.
    pub tile: Option<String>,
    pub force: bool,
}

pub struct Nest {
    pub groups: Vec<Group>,
    pub extents: Vec<Extent>,
    /// `loop` or `loop independent`.
    pub word: &'static str,
    /// One gang: code outside gang loops runs once, too.
    pub one_gang: bool,
    /// Nothing stands between the loops.
    pub tight: bool,
}

const ALL_FORMS: [Form; 9] = [
    Form::Static,
    Form::Static,
    Form::Local,
    Form::Variable,
    Form::Linear,
    Form::ToArray,
    Form::Rows,
    Form::Member,
    Form::Records,
];

/// Levels for one, two, three, four directives; a star asks for one gang.
const LEVELS: [&[&str]; 4] = [
    &[
        "gang",
        "gang vector",
        "gang worker",
        "gang worker vector",
        "",
        "*vector",
        "*worker",
        "*worker vector",
        "*seq",
    ],
    &[
        "gang|vector",
        "gang|worker",
        "gang|worker vector",
        "gang worker|vector",
        "gang|seq",
        "gang vector|seq",
        "|",
        "seq|gang vector",
        "seq|gang worker vector",
        "gang|",
        "*worker|vector",
        "*seq|vector",
        "*seq|worker vector",
    ],
    &[
        "gang|worker|vector",
        "gang|seq|vector",
        "gang|seq|worker vector",
        "seq|gang|vector",
        "gang worker|seq|vector",
        "gang|worker|seq",
        "gang|vector|seq",
        "||",
        "*seq|worker|vector",
        "seq|gang|worker vector",
    ],
    &[
        "gang|seq|worker|vector",
        "gang|worker|seq|vector",
        "seq|gang|worker|vector",
        "gang|worker|vector|seq",
    ],
];

impl Gen {
    /// Arrays, a data region perhaps, and one to three constructs.
    pub fn nest_piece(&mut self) {
        let dims = self.random.within(1, 4);
        let most: &[u64] = match dims {
            1 => &[300],
            2 => &[40, 130],
            3 => &[12, 9, 70],
            _ => &[6, 5, 7, 35],
        };
        let extents: Vec<Extent> = most.iter().map(|m| self.extent(1, *m)).collect();
        let mut forms = ALL_FORMS.to_vec();
        if dims > 2 {
            forms.retain(|f| *f != Form::Rows);
        }
        let count = self.random.within(2, 3);
        let mut arrays = Vec::new();
        for _ in 0..count {
            // Some have fewer dimensions: a value a row.
            let rank = if dims > 1 && self.chance(3) {
                self.random.within(1, dims - 1)
            } else {
                dims
            };
            let ty = self.stored_type();
            arrays.push(self.array("a", ty, &extents[..rank as usize], &forms));
        }
        let region = self.chance(2);
        if region {
            let clauses: Vec<String> = arrays
                .iter()
                .map(|a| format!("copy({})", a.section()))
                .collect();
            self.line(format!("#pragma acc data {}", clauses.join(" ")));
            self.open("");
        }
        for _ in 0..self.random.within(1, 3) {
            match self.random.below(6) {
                0 if dims < 4 => self.mapped_construct(&arrays, &extents, region),
                1 => self.sequence_construct(&arrays, &extents, region),
                _ => self.nest_construct(&arrays, &extents, region),
            }
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

    fn grouping(&mut self, loops: usize) -> Vec<usize> {
        let mut groups = Vec::new();
        let mut left = loops;
        while left > 0 {
            let most = left.min(3) as u64;
            let take = if self.chance(2) {
                1
            } else {
                self.random.within(1, most) as usize
            };
            groups.push(take);
            left -= take;
        }
        groups
    }

    pub fn nest_plan(&mut self, extents: &[Extent]) -> Nest {
        let sizes = self.grouping(extents.len());
        let mut levels = self.random.pick(LEVELS[sizes.len() - 1]);
        let one_gang = levels.starts_with('*');
        levels = levels.trim_start_matches('*');
        let mut groups = Vec::new();
        for (levels, loops) in levels.split('|').zip(sizes) {
            let tiled = levels != "seq" && self.chance(4);
            let tile = tiled.then(|| {
                let all: Vec<&str> = (0..loops)
                    .map(|_| self.random.pick(&["1", "2", "3", "4", "8", "16", "*"]))
                    .collect();
                all.join(", ")
            });
            let force = tile.is_none() && loops > 1 && self.chance(4);
            let mut levels = levels.to_string();
            // A tiled loop takes no static chunks.
            if levels.contains("gang") && tile.is_none() && self.chance(7) {
                let chunk = self.random.pick(&["*", "1", "2", "5"]);
                levels = levels.replace("gang", &format!("gang(static:{chunk})"));
            }
            groups.push(Group {
                levels,
                loops,
                tile,
                force,
            });
        }
        Nest {
            groups,
            extents: extents.to_vec(),
            word: "loop",
            one_gang,
            tight: false,
        }
    }

    /// One `parallel` construct (or `kernels` with independent loops) over the arrays.
    fn nest_construct(&mut self, arrays: &[Array], extents: &[Extent], region: bool) {
        let nest = self.nest_plan(extents);
        let mut scope = Scope::default();
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
        self.host_scalars(&mut scope);
        let mut reductions = Vec::new();
        if self.chance(2) {
            for _ in 0..self.random.within(1, 2) {
                let one = if self.chance(4) {
                    self.reduced_array()
                } else {
                    self.reduced_scalar()
                };
                reductions.push(one);
            }
        }
        let mut clauses = self.sizes(nest.one_gang);
        clauses += &self.condition_clause();
        for array in arrays {
            let written = writable.iter().any(|w| w.name == array.name);
            clauses += &self.data_clause(array, written, region);
        }
        self.launches += 1;
        let reduced: String = reductions
            .iter()
            .map(|r| format!(" reduction({}:{})", r.op, r.clause))
            .collect();
        let top = Level {
            subs: vec![],
            writable,
            reductions: reductions.clone(),
            single: nest.one_gang,
        };
        if self.chance(3) {
            let held = if self.chance(2) { reduced.as_str() } else { "" };
            self.line(format!("#pragma acc parallel{clauses}{held}"));
            self.open("");
            self.group(&nest, 0, &scope, &top, "loop");
            self.close();
        } else {
            self.group(&nest, 0, &scope, &top, &format!("parallel loop{clauses}"));
        }
        for reduction in &reductions {
            for k in 0..reduction.elements {
                self.show(&reduction.target.replace("{}", &k.to_string()));
            }
        }
    }

    /// Scalars of the host that the construct reads: first-private without a clause.
    pub fn host_scalars(&mut self, scope: &mut Scope) {
        for _ in 0..self.random.within(0, 2) {
            let ty = self.stored_type();
            let name = self.name("k");
            let value = self.random.below(100);
            self.line(format!("{} {name} = {value};", ty.name()));
            scope.values.push(Value::stored(name, ty));
        }
    }

    /// A data clause for the array, or none where the construct finds it without.
    pub fn data_clause(&mut self, array: &Array, written: bool, region: bool) -> String {
        if region {
            return match self.random.below(3) {
                0 => format!(" present({})", array.section()),
                1 => format!(" copy({})", array.section()),
                _ => String::new(),
            };
        }
        if array.sized() && self.chance(2) {
            return String::new();
        }
        let clause = if written || self.chance(4) {
            "copy"
        } else {
            "copyin"
        };
        format!(" {clause}({})", array.section())
    }

    /// The directive and the loops of group `k`, and all that is in them.
    pub fn group(&mut self, nest: &Nest, k: usize, scope: &Scope, level: &Level, words: &str) {
        let group = nest.groups[k].clone();
        let inside: String = level
            .reductions
            .iter()
            .filter(|_| k == 0 || !group.levels.contains("seq"))
            .map(|r| format!(" reduction({}:{})", r.op, r.clause))
            .collect();
        let mut text = format!("#pragma acc {words}");
        if group.levels == "seq" {
            text = text.replace(" independent", "");
        }
        if !group.levels.is_empty() {
            text += &format!(" {}", group.levels);
        }
        if let Some(tile) = &group.tile {
            text += &format!(" tile({tile})");
        } else if group.loops > 1 {
            text += &format!(
                " collapse({}{})",
                if group.force { "force:" } else { "" },
                group.loops
            );
        }
        // A plain loop without a directive is sequential in parallel.
        let bare = k > 0 && group.levels == "seq" && group.loops == 1 && self.chance(2);
        if !bare {
            self.line(text + &inside);
        }
        let first = level.subs.len();
        let (mut scope, mut subs) = (scope.clone(), level.subs.clone());
        for at in 0..group.loops {
            let extent = &nest.extents[first + at];
            let one = self.one_loop(extent, &subs, at == 0 && group.tile.is_none(), first);
            self.open(&one.head);
            scope.values.push(one.variable.clone());
            if one.subscript.text != one.variable.text {
                scope.values.push(Gen::atom(&one.subscript));
            }
            subs.push(one.subscript);
            if group.force && at + 1 < group.loops {
                let mut locals = Locals::default();
                self.local(&mut scope, &mut locals);
            }
        }
        let gang = group.levels.contains("gang");
        let single = !nest.tight
            && (level.single || gang)
            && !nest.groups[k + 1..]
                .iter()
                .any(|g| g.levels.contains("gang"));
        let inner = Level {
            subs,
            single,
            ..level.clone()
        };
        if k + 1 == nest.groups.len() {
            self.innermost(&mut scope, &inner);
        } else {
            self.between(nest, k, &mut scope, &inner);
        }
        for _ in 0..group.loops {
            self.close();
        }
    }

    fn one_loop(
        &mut self,
        extent: &Extent,
        subs: &[Value],
        may_depend: bool,
        first: usize,
    ) -> Loop {
        if may_depend && first > 0 && self.chance(5) {
            let outer = &subs[subs.len() - 1];
            if !outer.text.contains(' ') {
                return self.triangular("i", extent, outer);
            }
        }
        self.looping("i", extent)
    }

    /// The innermost body: sequential statements, stores to the iteration's own elements, updates.
    fn innermost(&mut self, scope: &mut Scope, level: &Level) {
        let own = |array: &Array| View {
            array: array.clone(),
            prefix: level.subs[..array.extents.len()]
                .iter()
                .map(|s| s.text.clone())
                .collect(),
        };
        scope.views.extend(level.writable.iter().map(own));
        let mut locals = Locals {
            skip: true,
            ..Locals::default()
        };
        let count = self.random.below(4);
        self.statements(scope, &mut locals, count, 2);
        for array in &level.writable {
            if array.extents.len() == level.subs.len() {
                self.store(scope, array, &level.subs);
            }
        }
        for reduction in &level.reductions {
            if self.chance(4) {
                let test = self.condition(scope, 1).text;
                self.open(format!("if {}", super::stmt::wrapped(&test)));
                self.update(scope, reduction);
                self.close();
            } else {
                self.update(scope, reduction);
            }
        }
    }

    /// A store to the element at `subs`, and at random places further in.
    fn store(&mut self, scope: &Scope, array: &Array, subs: &[Value]) {
        let mut subscripts: Vec<String> = subs.iter().map(|s| s.text.clone()).collect();
        subscripts.truncate(array.extents.len());
        for extent in &array.extents[subscripts.len()..] {
            subscripts.push(self.index(scope, extent.value));
        }
        let to = array.value(&subscripts);
        self.assign(scope, &to);
    }

    /// The body around further loops: code that runs once, and one to three loops with what they leave used after them.
    fn between(&mut self, nest: &Nest, k: usize, scope: &mut Scope, level: &Level) {
        let mut locals = Locals::default();
        let once = |array: &Array| View {
            array: array.clone(),
            prefix: level
                .subs
                .iter()
                .take(array.extents.len())
                .map(|s| s.text.clone())
                .collect(),
        };
        let count = if nest.tight { 0 } else { self.random.below(3) };
        if level.single {
            let mut seen = scope.clone();
            seen.views.extend(level.writable.iter().map(once));
            self.between_code(&mut seen, &mut locals, level, count);
            scope.values = seen.values;
            scope.pairs = seen.pairs;
        } else if !nest.groups[k].levels.contains("seq") || k > 0 {
            for _ in 0..count {
                self.local(scope, &mut locals);
            }
        }
        let loops = if level.single {
            self.random.within(1, 3)
        } else {
            1
        };
        for _ in 0..loops {
            let mut inner_scope = scope.clone();
            let mut inner = Level {
                writable: vec![],
                ..level.clone()
            };
            for array in &level.writable {
                let deeper = array.extents.len() > level.subs.len();
                if deeper && (inner.writable.is_empty() || self.chance(2)) {
                    inner.writable.push(array.clone());
                } else {
                    inner_scope.views.push(once(array));
                }
            }
            let own = match self.random.below(5) {
                0 | 1 if level.single => Some(self.reduced_scalar()),
                2 if level.single => Some(self.reduced_array()),
                _ => None,
            };
            inner.reductions.extend(own.clone());
            self.group(nest, k + 1, &inner_scope, &inner, nest.word);
            scope.values.extend(own.iter().flat_map(Gen::reduced));
        }
        if level.single {
            let mut seen = scope.clone();
            seen.views.extend(level.writable.iter().map(once));
            let count = self.random.within(0, 2);
            self.between_code(&mut seen, &mut locals, level, count);
        }
    }

    fn between_code(&mut self, scope: &mut Scope, locals: &mut Locals, level: &Level, count: u64) {
        self.statements(scope, locals, count, 1);
        for array in &level.writable {
            if self.chance(2) && array.extents.len() >= level.subs.len() {
                self.store(scope, array, &level.subs);
            }
        }
        if self.chance(3) {
            for reduction in &level.reductions {
                self.update(scope, reduction);
            }
        }
    }
}

/// Where in a nest the generator is.
#[derive(Clone)]
pub struct Level {
    /// The subscripts that the loops around fix.
    pub subs: Vec<Value>,
    /// Arrays of which the iteration owns the elements that begin with `subs`.
    pub writable: Vec<Array>,
    /// What the loops inside reduce.
    pub reductions: Vec<Reduction>,
    /// Code here runs once an iteration.
    pub single: bool,
}
