//! Packs of templates, objects that are ranged over, vectors behind accessors, lambdas that functions are given.

use super::Piece;
use std::fmt::Write;

impl Piece {
    /// What the constructs of this file use.
    pub(super) fn declare_more(&mut self) {
        let (e, f) = (self.value(&["v", "k"], 2), self.value(&["v"], 1));
        let _ = write!(
            self.declarations,
            "
template <class A, class... B> void shifted(A *p, unsigned n, B... b)
{{
#pragma acc parallel loop copy(p[0 : n])
    for (unsigned i = 0; i < n; i++)
        p[i] = A(summed(p[i], T(b)...) + T(sizeof...(b)));
}}
template <class A, int N, class... B> void folded(A *p, unsigned n, const B &...b)
{{
#pragma acc parallel loop copy(p[0 : n])
    for (unsigned i = 0; i < n; i++) {{
        A w = A(N);
        ((w = A(w + A(b))), ...);
        p[i] = A((p[i] + ... + A(b)) - w);
    }}
}}
template <class A> struct every {{
    A *p;
    unsigned n;
    A *begin() const {{ return p; }}
    A *end() const {{ return p + n; }}
}};
template <class A> struct steps {{
    struct iterator {{
        unsigned at;
        A operator*() const {{ return A(at); }}
        iterator &operator++() {{ at += 2; return *this; }}
        bool operator!=(const iterator &o) const {{ return at < o.at; }}
    }};
    unsigned n;
    iterator begin() const {{ return {{0}}; }}
    iterator end() const {{ return {{n}}; }}
}};
class holder {{
    std::vector<T> first_, all_;

public:
    holder(const T *p, unsigned n) : first_(p, p + 1), all_(p, p + n) {{}}
    std::vector<T> &all() {{ return all_; }}
    const std::vector<T> &same() const {{ return all_; }}
    T &at(unsigned i) {{ return all_[i]; }}
    T first() const {{ return first_[0]; }}
}};
template <class F> T applied(const F &f, T v) {{ return f(v); }}
template <class F> T twice(F f, T v) {{ return applied(f, applied(f, v)); }}
struct gives {{
    T *x;
    unsigned n;
    T k;
    T turn(T v) const {{ return {f}; }}
    void change()
    {{
#pragma acc parallel loop copy(x[0 : n])
        for (unsigned i = 0; i < n; i++)
            x[i] = applied([this](T v) {{ return {e}; }}, x[i]);
    }}
    void change_twice() const
    {{
        T by = 3;
#pragma acc parallel loop copy(x[0 : n])
        for (unsigned i = 0; i < n; i++) {{
            auto inner = [=](T v) {{ return T(turn(v) + by); }};
            x[i] = twice([&](T v) {{ return T(inner({e}) + T(i)); }}, x[i]);
        }}
    }}
}};
"
        );
    }

    /// A `for` over objects of class templates.
    pub(super) fn ranged(&mut self, value: &str, l: u32) -> String {
        let steps = self.random.below(9);
        format!(
            "T m{l}[3] = {{{value}, T(i), k}};\nevery<T> e{l}{{m{l}, 3}};\nfor (T &v : e{l})\n    v = T(v + k);\nfor (T v : e{l})\n    x[i] = T(x[i] + v);\nfor (T v : steps<T>{{{steps}}})\n    x[i] = T(x[i] + v);"
        )
    }

    pub(super) fn pack(&mut self) {
        self.launches += 1;
        let which = self.random.pick(&["shifted", "folded<T, 2>"]);
        let given = self
            .random
            .pick(&["", ", k", ", 3", ", k, 2u, T(7)", ", 1.5, k"]);
        let _ = writeln!(self.body, "    {which}(y, n * m{given});");
    }

    pub(super) fn accessors(&mut self) {
        let value = self.value(&["h.all()[i]", "h.same()[i]", "h.at(i)", "k"], 2);
        self.launches += 1;
        let to = self.random.pick(&["h.all()[i]", "h.at(i)"]);
        let _ = write!(
            self.body,
            "    {{\n        holder h(x, n * m);\n#pragma acc parallel loop\n        for (unsigned i = 0; i < n * m; i++)\n            {to} = {value};\n        \
             mixed(hash, h.all().data(), n * m);\n    }}\n"
        );
    }

    pub(super) fn lambda_given(&mut self) {
        self.launches += 1;
        let call = self.random.pick(&["change", "change_twice"]);
        let _ = writeln!(self.body, "    gives{{x, n * m, k}}.{call}();");
    }
}
