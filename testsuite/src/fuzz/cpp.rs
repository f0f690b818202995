//! Random programs of C++. A piece is a namespace with classes, templates and functions, and a function that fills arrays, runs constructs over them
//! in several ways that C++ has (lambdas in templates, function objects, methods, views, vectors, references), and hashes what they hold.
//!
//! Whole numbers are unsigned, so that nothing overflows; floating point adds and multiplies without divisions, and isn't summed up over iterations, so
//! that answers are the same bit for bit, but for the sign of zeros: gcc 12 makes `-double(i)` of `0 - double(i)` for an unsigned `i`.

mod more;

use super::program::{Program, Selection};
use crate::random::Random;
use std::fmt::Write;

const PRELUDE: &str = "#include <algorithm>\n#include <array>\n#include <cmath>\n#include <cstddef>\n#include <cstdio>\n#include <cstring>\n#include <utility>\n#include <vector>\n\n\
    template <class T> static void mixed(unsigned long &hash, const T *p, unsigned n)\n{\n    for (unsigned i = 0; i < n; i++) {\n        unsigned long bits = 0;\n        \
    if (p[i] != T(0))\n            std::memcpy(&bits, &p[i], sizeof p[i]);\n        hash = hash * 1099511628211ul + bits;\n    }\n}\n";

const TYPES: [&str; 6] = [
    "unsigned",
    "unsigned long",
    "unsigned short",
    "unsigned char",
    "double",
    "float",
];

/// A piece that is being written.
struct Piece {
    random: Random,
    /// The type of its elements.
    ty: &'static str,
    declarations: String,
    body: String,
    launches: usize,
    lambdas: u32,
    /// Values may call the piece's functions.
    calls: bool,
}

/// The program of a seed, all of whose pieces are C++.
pub fn generate(seed: u64, selection: &Selection) -> Program {
    let mut random = Random::new(seed ^ 0xc99);
    let standard = random.pick(&["-std=gnu++17", "-std=gnu++17", "-std=c++17", "-std=c++20"]);
    let level = random.pick(&["-O0", "-O0", "-O1", "-O2"]);
    let flags = [level, standard, "-ffp-contract=off"]
        .map(String::from)
        .to_vec();
    let pieces: Vec<usize> = match selection.only.is_empty() {
        true => (0..selection.pieces).collect(),
        false => selection.only.clone(),
    };
    let head = flags.join(" ");
    let mut text = format!("/* Random program of seed {seed}, compiled with {head}. */\n{PRELUDE}");
    let (mut calls, mut launches) = (String::new(), 0);
    for k in &pieces {
        let own = Random::new(seed.wrapping_mul(1000).wrapping_add(*k as u64)).next();
        let mut random = Random::new(own ^ 0xc);
        let ty = random.pick(&TYPES);
        let mut piece = Piece {
            random,
            ty,
            declarations: String::new(),
            body: String::new(),
            launches: 0,
            lambdas: 0,
            calls: false,
        };
        piece.write();
        let Piece {
            declarations,
            body,
            launches: own,
            ..
        } = piece;
        let _ = write!(
            text,
            "\n/* Cpp, piece {k} */\nnamespace piece_{k} {{\nusing T = {ty};\n{declarations}\nstatic void run()\n{{\n    unsigned long hash = 0;\n{body}    \
             std::printf(\"%016lx\\n\", hash);\n}}\n}}\n"
        );
        let _ = write!(
            calls,
            "    std::printf(\"piece {k}, Cpp\\n\");\n    piece_{k}::run();\n"
        );
        launches += own;
    }
    let _ = write!(
        text,
        "\nint main()\n{{\n    std::setvbuf(stdout, nullptr, _IOLBF, 4096);\n{calls}    return 0;\n}}\n"
    );
    Program {
        text,
        launches,
        pieces,
        flags,
    }
}

impl Piece {
    fn is_float(&self) -> bool {
        matches!(self.ty, "double" | "float")
    }

    /// A value of the piece's type, of the given operands, which are of number types.
    fn value(&mut self, of: &[&str], depth: u32) -> String {
        if depth == 0 || self.random.one_in(4) {
            let operand = match self.random.below(4) {
                0 => format!("{}", self.random.below(9)),
                _ => self.random.pick(of).to_string(),
            };
            return format!("T({operand})");
        }
        let (a, b) = (self.value(of, depth - 1), self.value(of, depth - 1));
        if self.is_float() {
            return match self.random.below(7) {
                0 => format!("T({a} + {b})"),
                1 => format!("T({a} - {b})"),
                2 => format!("T({a} * T(0.5))"),
                3 => format!("T({a} < {b} ? {b} : {a})"),
                4 => format!("std::min<T>({a}, {b})"),
                5 => format!("std::abs({a})"),
                _ if self.calls => format!("chosen({a}, {b})"),
                _ => a,
            };
        }
        match self.random.below(9) {
            0 => format!("T({a} + {b})"),
            1 => format!("T({a} - {b})"),
            2 => format!("T(static_cast<unsigned>({a}) * static_cast<unsigned>({b}))"),
            3 => format!("T({a} ^ {b})"),
            4 => format!("T({a} < {b} ? {b} : {a})"),
            5 => format!("std::max<T>({a}, {b})"),
            6 => format!("T({a} >> {})", self.random.below(5)),
            7 if self.calls => format!("chosen({a}, {b})"),
            _ => format!("turned<T, {}>({a})", self.random.within(1, 4)),
        }
    }

    fn write(&mut self) {
        self.declare();
        self.declare_more();
        let n = self.random.within(3, 60);
        let m = self.random.within(1, 9);
        let (first, second) = (self.value(&["i"], 2), self.value(&["i"], 1));
        let k = self.random.within(1, 9);
        let _ = write!(
            self.body,
            "    const unsigned n = {n}, m = {m};\n    std::vector<T> vx(n * m), vy(n * m);\n    T *x = vx.data(), *y = vy.data();\n    T k = {k};\n    \
             for (unsigned i = 0; i < n * m; i++) {{\n        x[i] = {first};\n        y[i] = {second};\n    }}\n"
        );
        for _ in 0..self.random.within(1, 4) {
            match self.random.below(13) {
                10 => self.pack(),
                11 => self.accessors(),
                12 => self.lambda_given(),
                0 => self.plain(),
                1 => self.forall(),
                2 => self.functor(),
                3 => self.method(),
                4 => self.view(),
                5 => self.vector(),
                6 => self.reduction(),
                7 => self.mapped(),
                8 => self.of_class(),
                _ => self.kernels(),
            }
        }
        self.body += "    mixed(hash, x, n * m);\n    mixed(hash, y, n * m);\n";
    }

    /// What the piece's constructs use.
    fn declare(&mut self) {
        let (a, b) = (self.value(&["a", "b"], 2), self.value(&["a", "b"], 1));
        self.calls = true;
        let (c, d) = (
            self.value(&["u", "o.u", "w"], 2),
            self.value(&["u", "w", "by", "of"], 2),
        );
        let (e, f, g) = (
            self.value(&["v", "k"], 2),
            self.value(&["v"], 2),
            self.value(&["x[i]", "k", "i"], 2),
        );
        let (own, more) = (self.random.below(9), self.random.below(9));
        let turn = match self.is_float() {
            true => "a = A(a * A(0.5) + A(k))",
            false => "a = A(a * 3u + unsigned(k))",
        };
        let _ = write!(
            self.declarations,
            "
template <class A, int N> A turned(A a)
{{
    for (int k = 0; k < N; k++)
        {turn};
    return a;
}}
inline T chosen(const T &a, const T &b) {{ return {a}; }}
inline T chosen(T a) {{ T b = 3; return {b}; }}
struct base {{
    T u = {own};
    T both(T by = {more}) const {{ return T(u + by); }}
}};
struct item : base {{
    T w{{2}};
    static constexpr int number = {more};
    item() = default;
    item(T a, T b) : w(b) {{ u = a; }}
    explicit item(T a) : item(a, T(5)) {{ w = T(w + {own}); }}
    item operator+(const item &o) const {{ item r; r.u = {c}; r.w = T(w + o.w); return r; }}
    item &operator+=(const item &o) {{ u = T(u + o.w); return *this; }}
    T operator()(T by, T of) const {{ return {d}; }}
    void set(T v) {{ T k = w; u = {e}; }}
}};
template <class... A> T summed(A... a) {{ return T((a + ...)); }}
struct given {{
    T a = T({own});
    T b;
    T c = T({more});
}};
struct kept {{
    T v;
    explicit kept(T v) : v(v) {{}}
    kept(const kept &) = default;
    kept &operator=(const kept &o) {{ v = T(o.v + T({own})); return *this; }}
    kept operator++(int) {{ kept was = *this; v = T(v + T(1)); return was; }}
}};
inline void put(const unsigned &at, const T &value, T *to) {{ to[at] = value; }}
template <class A> struct two {{
    A a, b;
    A both(A by) const {{ return A(a + b + by); }}
}};
template <class A> struct three : two<A> {{
    A c;
    A all() const {{ return A(this->both(c) + this->a); }}
    void put(A v) {{ this->a = v; this->b = A(1); c = A(2); }}
}};
template <class A> class grid {{
    A *p_;
    unsigned n_, m_;

public:
    grid(A *p, unsigned n, unsigned m) : p_(p), n_(n), m_(m) {{}}
    unsigned rows() const {{ return n_; }}
    unsigned extent(int k) const {{ return k == 0 ? n_ : m_; }}
    A &operator()(unsigned i, unsigned j) const {{ return p_[i * m_ + j]; }}
    A *data() const {{ return p_; }}
}};
struct changes {{
    T k;
    const T *x;
    T *y;
    void operator()(unsigned i) const
    {{
        T v = x[i];
        if (v < k)
            y[i] = {e};
        else
            y[i] = T(y[i] + v);
    }}
}};
struct power {{
    template <class A> A operator()(A v) const {{ return {f}; }}
}};
template <class F> void forall(unsigned n, F &&f)
{{
#pragma acc parallel loop
    for (unsigned i = 0; i < n; i++)
        f(i);
}}
template <class F> void forall2(unsigned n, unsigned m, const F &f)
{{
#pragma acc parallel loop collapse(2)
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            f(i, j);
}}
template <class A, class F> void mapped(A *p, unsigned n, F f)
{{
#pragma acc parallel loop copy(p[0 : n])
    for (unsigned i = 0; i < n; i++)
        p[i] = f(p[i]);
}}
template <class A> struct field {{
    A *x;
    unsigned n;
    A k;
    A at(unsigned i) const {{ return {g}; }}
    void change()
    {{
#pragma acc parallel loop copy(x[0 : n])
        for (unsigned i = 0; i < n; i++)
            x[i] = at(i);
    }}
    void lambdas()
    {{
        mapped(x, n, [this](A v) {{ return {e}; }});
    }}
    unsigned long sum() const
    {{
        unsigned long s = 0;
#pragma acc parallel loop reduction(+ : s) copyin(x[0 : n])
        for (unsigned i = 0; i < n; i++)
            s += static_cast<unsigned>(x[i] < k) + i % 3;
        return s;
    }}
}};
"
        );
    }

    /// Statements of a construct's body about element `i` of `x`.
    fn statements(&mut self, indent: &str) -> String {
        let mut out = String::new();
        for _ in 0..self.random.within(1, 3) {
            self.lambdas += 1;
            let l = self.lambdas;
            let of = ["x[i]", "k", "i"];
            let value = self.value(&of, 2);
            let line = match self.random.below(15) {
                14 => self.ranged(&value, l),
                10 => format!(
                    "std::pair<T, T> p{l}{{{value}, T(i)}};\nauto z{l} = std::make_pair(k, T(1));\nz{l} = p{l};\nz{l}.first = T(z{l}.first + T(1));\nx[i] = T(p{l}.first + z{l}.first + z{l}.second);"
                ),
                11 => format!("x[i] = T(summed({value}, k, T(i)) + summed(T(2)));"),
                12 => format!(
                    "given m{l}{{{value}}}, o{l}{{}};\nitem q{l}{{m{l}.a}};\nx[i] = T(m{l}.a + m{l}.b + m{l}.c + o{l}.a + q{l}.w);"
                ),
                13 => format!(
                    "kept m{l}{{{value}}}, o{l}{{k}};\no{l} = m{l};\nkept b{l} = o{l}++;\nput(i, b{l}.v, x);\nx[i] = T(x[i] + o{l}.v);"
                ),
                9 => format!(
                    "three<T> h{l};\nh{l}.put({value});\nx[i] = T(h{l}.all() + h{l}.both(k));"
                ),
                0 => format!("T &r{l} = x[i];\nr{l} = {value};"),
                1 => {
                    let inner = self.value(&["v", "k"], 2);
                    format!("auto f{l} = [=](T v) {{ return {inner}; }};\nx[i] = f{l}({value});")
                }
                2 => {
                    let inner = self.value(&["v", &format!("t{l}")], 1);
                    format!(
                        "T t{l} = {value};\nauto g{l} = [&](T v) {{ t{l} = {inner}; }};\ng{l}(T(i));\nx[i] = t{l};"
                    )
                }
                3 => format!(
                    "item q{l}{{{value}, T(i)}};\nq{l} += item(T(1), k);\nitem s{l} = q{l} + item();\nx[i] = T(s{l}(x[i], k) + q{l}.both());"
                ),
                4 => format!(
                    "std::array<T, 3> w{l}{{T(i), {value}, k}};\nfor (auto &v : w{l})\n    v = T(v + T(1));\nfor (T v : w{l})\n    x[i] = T(x[i] + v);"
                ),
                5 => format!("item q{l};\nq{l}.set({value});\nx[i] = T(q{l}.u + T(item::number));"),
                6 => format!(
                    "if (T c{l} = {value}; c{l} < k)\n    x[i] = c{l};\nelse\n    x[i] = chosen(c{l});"
                ),
                7 => format!(
                    "T a{l} = {value}, b{l} = k;\nstd::swap(a{l}, b{l});\nx[i] = T(a{l} + b{l});"
                ),
                _ => format!(
                    "if constexpr (sizeof(T) > 2)\n    x[i] = {value};\nelse\n    x[i] = T(x[i] + k);"
                ),
            };
            for l in line.lines() {
                let _ = writeln!(out, "{indent}{l}");
            }
        }
        out
    }

    fn plain(&mut self) {
        let body = self.statements("        ");
        self.launches += 1;
        let _ = write!(
            self.body,
            "#pragma acc parallel loop copy(x[0 : n * m])\n    for (unsigned i = 0; i < n * m; i++) {{\n{body}    }}\n"
        );
    }

    fn kernels(&mut self) {
        let body = self.statements("        ");
        self.launches += 1;
        let _ = write!(
            self.body,
            "#pragma acc kernels copy(x[0 : n * m])\n    for (unsigned i = 0; i < n * m; i++) {{\n{body}    }}\n"
        );
    }

    fn forall(&mut self) {
        let (by, value) = (
            self.random.pick(&["=", "&"]),
            self.value(&["x[i]", "y[i]", "k", "i"], 3),
        );
        let two = self.random.one_in(3);
        self.launches += 1;
        let call = match two {
            true => format!(
                "forall2(n, m, [{by}](unsigned i, unsigned j) {{ x[i * m + j] = T({value} + T(j)); }});"
            ),
            false => format!("forall(n * m, [{by}](unsigned i) {{ x[i] = {value}; }});"),
        };
        // Elements of the second form are those of the first column.
        let call = call.replace("x[i]", if two { "x[i * m + j]" } else { "x[i]" });
        let call = call.replace("y[i]", if two { "y[i * m + j]" } else { "y[i]" });
        let _ = write!(
            self.body,
            "#pragma acc data copy(x[0 : n * m]) copyin(y[0 : n * m])\n    {call}\n"
        );
    }

    fn functor(&mut self) {
        self.launches += 1;
        let object = self.random.pick(&["changes{k, x, y}", "f"]);
        let _ = write!(
            self.body,
            "    {{\n        changes f{{T(3), x, y}};\n        (void)f;\n#pragma acc data copyin(x[0 : n * m]) copy(y[0 : n * m])\n        forall(n * m, {object});\n    }}\n"
        );
    }

    fn method(&mut self) {
        let call = self.random.pick(&["change", "lambdas"]);
        self.launches += 1;
        let _ = write!(
            self.body,
            "    {{\n        field<T> f{{y, n, k}};\n        f.{call}();\n    }}\n"
        );
    }

    fn view(&mut self) {
        let value = self.value(&["a(i, j)", "b(i, 0)", "i", "j", "k"], 2);
        self.launches += 1;
        let head = self
            .random
            .pick(&["parallel loop collapse(2)", "parallel loop", "kernels"]);
        let _ = write!(
            self.body,
            "    {{\n        grid<T> a(x, n, m), b(y, n, m);\n#pragma acc data copy(x[0 : n * m]) copyin(y[0 : n * m])\n        {{\n#pragma acc {head}\n            \
             for (unsigned i = 0; i < a.rows(); i++)\n                for (unsigned j = 0; j < a.extent(1); j++)\n                    a(i, j) = {value};\n        }}\n    }}\n"
        );
    }

    fn vector(&mut self) {
        let value = self.value(&["vx[i]", "vy[i]", "k"], 2);
        self.launches += 1;
        let _ = write!(
            self.body,
            "#pragma acc parallel loop\n    for (std::size_t i = 0; i < vx.size(); i++)\n        vx[i] = {value};\n"
        );
    }

    fn reduction(&mut self) {
        self.launches += 1;
        self.body += "    {\n        field<T> f{x, n, k};\n        hash += f.sum();\n    }\n";
    }

    fn mapped(&mut self) {
        let value = self.value(&["v", "k"], 2);
        self.launches += 1;
        let f = match self.random.below(3) {
            0 => "power()".to_string(),
            1 => format!("[k](T v) {{ return {value}; }}"),
            _ => format!("[&](auto v) {{ return {value}; }}"),
        };
        let _ = writeln!(self.body, "    mapped(y, n * m, {f});");
    }

    fn of_class(&mut self) {
        let value = self.value(&["q(x[i], k)", "q.w", "q.both(T(i))"], 2);
        self.launches += 1;
        let _ = write!(
            self.body,
            "    {{\n        item q{{T(4), k}};\n        std::vector<item> list(n, q);\n        item *l = list.data();\n#pragma acc parallel loop copy(l[0 : n], x[0 : n])\n        \
             for (unsigned i = 0; i < n; i++) {{\n            x[i] = {value};\n            l[i] += item(x[i], T(i));\n            l[i].w = l[i].both();\n        }}\n        \
             for (const item &i : list)\n            mixed(hash, &i.u, 1);\n    }}\n"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_the_same_alone() {
        let selection = |only: &[usize]| Selection {
            only: only.to_vec(),
            kind: None,
            pieces: 3,
            names: false,
        };
        let (all, one) = (generate(7, &selection(&[])), generate(7, &selection(&[1])));
        let body = |text: &str| {
            let piece = text.split("/* Cpp, piece 1 */").nth(1);
            piece.and_then(|t| t.split("\n}\n}\n").next().map(str::to_string))
        };
        assert!(body(&all.text).is_some());
        assert_eq!(body(&all.text), body(&one.text));
    }
}
