//! What compiler flags make of C: overflow that wraps, types that alias, enumerations of one byte, bit-fields, plain `char`.

use super::array::Form;
use super::expr::Scope;
use super::r#gen::Gen;
use super::value::{Type, Value};

impl Gen {
    pub fn rules_piece(&mut self) {
        for _ in 0..self.random.within(1, 3) {
            match self.random.below(4) {
                0 if self.has("-fwrapv") => self.wrapping(),
                1 if self.has("-fno-strict-aliasing") => self.punned(),
                2 => self.small_types(),
                _ if self.has("-fwrapv") => self.wrapping(),
                _ if self.has("-fno-strict-aliasing") => self.punned(),
                _ => self.small_types(),
            }
        }
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|f| f == flag)
    }

    fn any_construct(&mut self) -> &'static str {
        self.random.pick(&[
            "parallel loop",
            "parallel loop gang vector",
            "kernels loop independent",
            "kernels",
            "parallel loop gang worker",
        ])
    }

    /// Signed sums and products that overflow.
    fn wrapping(&mut self) {
        let n = self.extent(1, 90);
        let ty = self.random.pick(&[Type::Int, Type::Long, Type::LongLong]);
        let a = self.array(
            "w",
            ty,
            std::slice::from_ref(&n),
            &[Form::Static, Form::Linear],
        );
        let sum = self.name("sum");
        let name = ty.name();
        self.line(format!("{name} {sum} = 1;"));
        let word = self.any_construct();
        let reduction = if word == "kernels" {
            ""
        } else {
            &format!(" reduction(+:{sum})")
        };
        self.launches += 1;
        let i = self.name("i");
        let factor = self
            .random
            .pick(&["1000003", "65599", "2147483647", "-77777"]);
        self.line(format!(
            "#pragma acc {word} copy({}){reduction}",
            a.section()
        ));
        self.open(format!("for (int {i} = 0; {i} < {}; {i}++)", n.variable));
        let own = a.element(std::slice::from_ref(&i));
        self.line(format!("{own} = {own} * {factor} + ({name}){i};"));
        match self.random.below(3) {
            0 => self.line(format!("{own} += {own} + 1 > {own} ? 3 : -3;")),
            1 => self.line(format!("{own} = -{own} - 2147483647;")),
            _ => self.line(format!("{own} = ({own} + 2147483647) / 3;")),
        }
        self.line(format!("{sum} += {own};"));
        self.close();
        self.show(&sum);
        self.show_array(&a);
        self.release(&a);
    }

    /// One array seen as two types.
    fn punned(&mut self) {
        let n = self.extent(4, 90);
        let (f, u) = (self.global("f"), self.name("u"));
        let (wide, seen) = self.random.pick(&[
            ("float", "unsigned"),
            ("double", "unsigned long"),
            ("int", "short"),
        ]);
        let length = n.value;
        self.before += &format!("static {wide} {f}[{length}];\n");
        self.line(format!("{seen} *{u} = ({seen} *){f};"));
        self.line(format!("for (int p = 0; p < {length}; p++)"));
        self.line(format!("    {f}[p] = p % 13 + 20;"));
        self.line(format!("#pragma acc data copy({f})"));
        self.open("");
        let word = self.random.pick(&["kernels", "kernels", "serial"]);
        self.line(format!("#pragma acc {word} present({f}, {u}[0:{length}])"));
        self.launches += 1;
        let i = self.name("i");
        self.open(format!("for (int {i} = 1; {i} < {length}; {i}++)"));
        let shift = self.random.pick(&["", " - 1"]);
        match self.random.below(3) {
            0 => {
                self.line(format!("{f}[{i}] = {f}[{i}{shift}] + 2;"));
                self.line(format!("{u}[{i}] ^= {u}[{i} - 1] & 1;"));
            }
            1 => {
                self.line(format!("{f}[{i}] = {i} % 9;"));
                self.line(format!("if ({u}[{i}{shift}] & 64)"));
                self.line(format!("    {f}[{i}] = {f}[{i}] + 1;"));
            }
            _ => {
                self.line(format!("{u}[{i}] = {u}[{i}{shift}];"));
                self.line(format!("{f}[{i}] = {f}[{i}{shift}] < 3 ? {f}[{i}] : 2;"));
            }
        }
        self.close();
        self.close();
        self.line("hash = 0;");
        self.line(format!("for (int p = 0; p < {length}; p++)"));
        self.line(format!(
            "    hash = hash * 1000003 + (unsigned long){u}[p];"
        ));
        self.tell(&u, "hash");
    }

    /// Enumerations, bit-fields, plain `char`: what their sizes and signs are.
    fn small_types(&mut self) {
        let n = self.extent(2, 90);
        let (tone, all, t) = (self.global("tone"), self.global("all"), self.name("t"));
        let (low, high) = self
            .random
            .pick(&[(0, 200), (-3, 90), (0, 60000), (-40000, 5), (1, 2)]);
        let upper = tone.to_uppercase();
        let length = n.value;
        self.before += &format!(
            "enum {tone} {{ {upper}_LOW = {low}, {upper}_HIGH = {high} }};\nstruct {all} {{\n    enum {tone} e;\n    char c;\n    unsigned u : 3;\n    int s : 5;\n    enum {tone} f;\n    short h;\n}};\nstatic struct {all} {t}_{tone}[{length}];\n"
        );
        let name = format!("{t}_{tone}");
        self.line(format!("for (int p = 0; p < {length}; p++)"));
        self.line(format!(
            "    {name}[p] = (struct {all}){{ .e = p % 3 ? {upper}_LOW : {upper}_HIGH, .c = (char)(p * 7), .u = p & 7, .s = p % 16 }};"
        ));
        let word = self.any_construct();
        let i = self.name("i");
        self.launches += 1;
        self.line(format!("#pragma acc {word} copy({name})"));
        self.open(format!("for (int {i} = 0; {i} < {length}; {i}++)"));
        let own = format!("{name}[{i}]");
        let mut scope = Scope::default();
        scope.values.extend([
            Value::of(format!("{own}.c"), Type::Char, -128, 255),
            Value::of(format!("(int){own}.u"), Type::Int, 0, 7),
            Value::of(format!("{own}.s"), Type::Int, -16, 15),
            Value::of(format!("(int){own}.e"), Type::Int, low, high),
            Value::of(format!("(int)sizeof({own})"), Type::Int, 0, 100),
            Value::of(i.clone(), Type::Int, 0, i128::from(length)),
        ]);
        let test = self.condition(&scope, 1).text;
        self.line(format!("{own}.f = {test} ? {upper}_HIGH : {own}.e;"));
        let value = self.expr(&scope, 2).for_store(Type::Short).text;
        self.line(format!("{own}.h = (short)({value});"));
        let value = self.expr(&scope, 1).for_store(Type::Char).text;
        self.line(format!("{own}.c = (char)({value});"));
        let value = self.expr(&scope, 1).for_store(Type::Unsigned).text;
        self.line(format!("{own}.u = (unsigned)({value}) & 7u;"));
        self.line(format!(
            "{own}.s = {own}.c < 0 ? -{own}.s / 2 : {own}.h % 16;"
        ));
        self.close();
        self.line("hash = sizeof(enum ".to_string() + &tone + ");");
        self.line(format!("for (int p = 0; p < {length}; p++)"));
        self.line(format!(
            "    hash = hash * 1000003 + (unsigned long)({name}[p].c + {name}[p].u * 3 + {name}[p].s * 5 + (long){name}[p].f + {name}[p].h);"
        ));
        self.tell(&name, "hash");
    }
}
