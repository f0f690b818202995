//! What a brace opens, by the text before it: directives at file scope, in namespaces and in classes are carried by functions of their own,
//! those in code by statements. C has functions and file scope alone, so that each brace there counts as code.

/// What stands between braces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A namespace, or `extern "C"`.
    Space,
    Class,
    /// A function's body, and all that holds no functions.
    Code,
}

/// What a brace behind `head` opens, which begins behind the last semicolon or brace outside of code.
pub fn opened(head: &[u8]) -> Scope {
    let text = String::from_utf8_lossy(head);
    let tokens = tokens(&text);
    let mut rest = behind_template(&tokens);
    while let [
        access @ ("public" | "private" | "protected"),
        ":",
        more @ ..,
    ] = rest
    {
        let _ = access;
        rest = more;
    }
    match rest {
        ["extern", "\""] => Scope::Space,
        [first, ..] if *first == "namespace" || rest.get(1) == Some(&"namespace") => Scope::Space,
        _ => match rest.iter().position(|t| is_class_key(t)) {
            Some(at)
                if !rest[..at].iter().any(|t| matches!(*t, "(" | "enum"))
                    && is_class(&rest[at + 1..]) =>
            {
                Scope::Class
            }
            _ => Scope::Code,
        },
    }
}

fn is_class_key(token: &str) -> bool {
    matches!(token, "class" | "struct" | "union")
}

/// Whether these tokens behind a class's key are the rest of its head: attributes, a name, bases. In C a struct holds no functions.
fn is_class(mut rest: &[&str]) -> bool {
    loop {
        rest = match rest {
            [
                "alignas" | "__attribute__" | "__attribute" | "__declspec",
                "(",
                ..,
            ] => behind(&rest[1..], "(", ")"),
            ["[", "[", ..] => behind(rest, "[", "]"),
            _ => break,
        };
    }
    loop {
        rest = match rest {
            ["::", more @ ..] => more,
            ["<", ..] => behind(rest, "<", ">"),
            [name, more @ ..] if is_name(name) => match more {
                ["::" | "<", ..] => more,
                [] | [":", ..] | ["final", ..] => return true,
                _ => return false,
            },
            [] | [":", ..] | ["final", ..] => return true,
            _ => return false,
        };
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Behind `template <…>`s.
fn behind_template<'s, 't>(mut tokens: &'s [&'t str]) -> &'s [&'t str] {
    while let ["template", "<", ..] = tokens {
        tokens = behind(&tokens[1..], "<", ">");
    }
    tokens
}

/// Behind the bracket that closes the first token.
fn behind<'s, 't>(tokens: &'s [&'t str], open: &str, close: &str) -> &'s [&'t str] {
    let mut depth = 0;
    for (i, t) in tokens.iter().enumerate() {
        if *t == open {
            depth += 1;
        } else if *t == close {
            depth -= 1;
            if depth == 0 {
                return &tokens[i + 1..];
            }
        }
    }
    &[]
}

/// Words, `::` and single characters; a string is its quote alone. Lines of the preprocessor and comments are left out.
fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    let mut line_start = true;
    while let Some(c) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let mut length = c.len_utf8();
        if c == '#' && line_start || rest.starts_with("//") {
            length = rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            length = rest.find("*/").map_or(rest.len(), |at| at + 2);
        } else if c == '"' {
            out.push(&rest[..1]);
            length = rest[1..].find('"').map_or(rest.len(), |at| at + 2);
        } else if word(c) {
            length = rest.find(|c| !word(c)).unwrap_or(rest.len());
            out.push(&rest[..length]);
        } else if rest.starts_with("::") {
            length = 2;
            out.push(&rest[..2]);
        } else if !c.is_whitespace() {
            out.push(&rest[..length]);
        }
        line_start = c == '\n' || line_start && c.is_whitespace();
        rest = &rest[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads() {
        for head in [
            "namespace a::b",
            "inline namespace v1",
            "namespace",
            "\n# 3 \"class.h\"\nextern \"C\"",
        ] {
            assert_eq!(opened(head.as_bytes()), Scope::Space, "{head}");
        }
        for head in [
            "struct S",
            "public: class __attribute__((packed)) alignas(16) A::B final : public C<int>",
            "template <class T, class U> struct V<T *>",
            "typedef struct",
            "static const union",
        ] {
            assert_eq!(opened(head.as_bytes()), Scope::Class, "{head}");
        }
        for head in [
            "struct S f(int a)",
            "struct S *f()",
            "template <class T> void f(struct S s)",
            "enum class E : int",
            "struct S a =",
            "void f() const noexcept",
            "int a[] =",
        ] {
            assert_eq!(opened(head.as_bytes()), Scope::Code, "{head}");
        }
    }
}
