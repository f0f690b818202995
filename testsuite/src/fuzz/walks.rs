//! What sequential C does in `kernels` besides loops over subscripts: calls that write through pointers, pointers that
//! walk, `while`, `break`, local arrays and structs.

use super::array::{Array, View};
use super::expr::Scope;
use super::r#gen::Gen;
use super::stmt::{Locals, wrapped};
use super::value::{Type, Value};

impl Gen {
    /// A statement in a loop whose variable is `own`, on an `int` array whose extent is its bound.
    pub fn walking_statement(&mut self, scope: &Scope, ints: &Array, own: &Value) {
        let most = i128::from(ints.extents[0].value) - 1;
        let index = |g: &mut Gen| {
            let near = Scope {
                values: vec![own.clone()],
                ..Scope::default()
            };
            if own.high <= most && !g.chance(3) {
                own.text.clone()
            } else {
                g.index(&near, most as u64 + 1)
            }
        };
        let name = &ints.name;
        let at = index(self);
        let value = self.expr(scope, 1).for_store(Type::Int).text;
        match self.random.below(7) {
            0 => self.line(format!("bump({name}, (int)({at}), (int)({value}));")),
            1 => self.line(format!("bump(&{name}[{at}], 0, (int)({value}));")),
            2 => {
                let other = index(self);
                self.line(format!("{name}[{at}] = pull({name}, (int)({other})) ^ 5;"));
            }
            3 => {
                let p = self.name("p");
                self.open("");
                self.line(format!("int *{p} = {name} + ({at});"));
                self.line(format!(
                    "*{p} = (int)((unsigned)*{p} + (unsigned)(int)({value}));"
                ));
                self.close();
            }
            4 => {
                let test = self.condition(scope, 1).text;
                self.line(format!("if {}", wrapped(&test)));
                let leave = self.random.pick(&["break", "continue"]);
                let leave = if self.may_leave { leave } else { "continue" };
                self.line(format!("    {leave};"));
            }
            5 => {
                // Where the largest stands: the last value counts.
                let best = self.name("best");
                self.open("");
                self.line(format!("int {best} = -1;"));
                self.line(format!(
                    "for (int q = 0; q < {}; q++)",
                    ints.extents[0].variable
                ));
                self.line(format!(
                    "    if ({best} < 0 || {name}[q] > {name}[{best}]) {best} = q;"
                ));
                self.line(format!("{name}[{at}] = {best};"));
                self.close();
            }
            _ => {
                let mut inner = scope.clone();
                let mut locals = Locals::default();
                self.open("");
                self.statements(&mut inner, &mut locals, 2, 1);
                let own = ints.value(&[at]);
                self.assign(&inner, &own);
                self.close();
            }
        }
    }

    /// Between the nests: a pointer that walks, a `while`.
    pub fn walk(&mut self, arrays: &[Array], ints: &Array) {
        let bound = &ints.extents[0].variable;
        let mut scope = Scope::default();
        scope.views.extend(arrays.iter().map(|a| View {
            array: a.clone(),
            prefix: vec![],
        }));
        let name = &ints.name;
        match self.random.below(3) {
            0 => {
                let (p, i) = (self.name("p"), self.name("i"));
                let value = self.expr(&scope, 1).for_store(Type::Int).text;
                self.open("");
                self.line(format!("int *{p} = {name};"));
                self.line(format!("for (int {i} = 0; {i} < {bound}; {i}++)"));
                self.line(format!("    *{p}++ ^= (int)({value});"));
                self.close();
            }
            1 => {
                let w = self.name("w");
                let step = self.random.within(1, 3);
                self.open("");
                self.line(format!("int {w} = 0;"));
                self.open(format!("while ({w} < {bound})"));
                scope.values.push(Value::of(
                    w.clone(),
                    Type::Int,
                    0,
                    i128::from(ints.extents[0].value) - 1,
                ));
                let own = ints.value(std::slice::from_ref(&w));
                self.assign(&scope, &own);
                self.line(format!("{w} += {step};"));
                self.close();
                self.close();
            }
            _ => {
                let (i, last) = (self.name("i"), self.name("last"));
                self.open("");
                self.line(format!("int {last} = -1;"));
                self.line(format!("for (int {i} = 0; {i} < {bound}; {i}++)"));
                self.line(format!("    if ({name}[{i}] % 3 == 1) {last} = {i};"));
                self.line(format!("{name}[{bound} - 1] = {last};"));
                self.close();
            }
        }
    }
}
