//! The macros that a file may call: how they are called, and how what they become begins and ends.

use super::tokens::{Kind, Token, tokens};
use std::collections::HashMap;

/// How a name was defined as a macro, anywhere.
#[derive(Clone, Default, Debug)]
pub struct Macro {
    pub object: bool,
    pub function: bool,
    /// By definition.
    first: Vec<Edge>,
    last: Vec<Edge>,
}

/// The first or last token that a macro's call becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Edge {
    /// Not known: a parameter, or another macro.
    Any,
    Nothing,
    Pragma,
    Token(String),
}

impl Macro {
    /// Whether a call may become a text that begins with this token, or nothing (`None`).
    pub fn may_begin(&self, text: &str, token: Option<&Token>) -> bool {
        self.first.is_empty() || self.first.iter().any(|e| e.fits(text, token))
    }

    /// The same of its end.
    pub fn may_end(&self, text: &str, token: Option<&Token>) -> bool {
        self.last.is_empty() || self.last.iter().any(|e| e.fits(text, token))
    }
}

impl Edge {
    fn fits(&self, text: &str, token: Option<&Token>) -> bool {
        match (self, token) {
            (Edge::Any, _) => true,
            (Edge::Nothing, None) => true,
            (Edge::Pragma, Some(t)) => t.kind == Kind::Directive,
            (Edge::Token(word), Some(t)) => t.spelling(text) == word.as_str(),
            _ => false,
        }
    }
}

pub struct Macros {
    all: HashMap<String, Macro>,
}

impl Macros {
    /// All that the text which `-dD` prints defines anywhere.
    pub fn new(text: &str) -> Self {
        let definitions: Vec<Definition<'_>> = text.lines().filter_map(definition).collect();
        let mut all: HashMap<String, Macro> = HashMap::new();
        for d in &definitions {
            let entry = all.entry(d.name.to_string()).or_default();
            entry.function |= d.parameters.is_some();
            entry.object |= d.parameters.is_none();
        }
        const BUILT_IN: [&str; 8] = [
            "__FILE__",
            "__LINE__",
            "__DATE__",
            "__TIME__",
            "__TIMESTAMP__",
            "__COUNTER__",
            "__INCLUDE_LEVEL__",
            "__BASE_FILE__",
        ];
        for name in BUILT_IN {
            all.entry(name.to_string()).or_default().object = true;
        }
        let pragma = all.entry("_Pragma".to_string()).or_default();
        (pragma.function, pragma.first, pragma.last) =
            (true, vec![Edge::Pragma], vec![Edge::Pragma]);
        for d in &definitions {
            let (first, last) = d.edges(&all);
            if let Some(entry) = all.get_mut(d.name) {
                entry.first.push(first);
                entry.last.push(last);
            }
        }
        Self { all }
    }

    pub fn get(&self, name: &str) -> Option<&Macro> {
        self.all.get(name)
    }
}

struct Definition<'t> {
    name: &'t str,
    /// With their parentheses.
    parameters: Option<&'t str>,
    body: &'t str,
}

/// `#define NAME(a, b) body`
fn definition(line: &str) -> Option<Definition<'_>> {
    let rest = line.strip_prefix("#define ")?;
    let end = rest.find(|c: char| !(c == '_' || c == '$' || c.is_alphanumeric()));
    let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let (parameters, body) = match rest.starts_with('(') {
        true => {
            let end = rest.find(')')? + 1;
            (Some(&rest[..end]), &rest[end..])
        }
        false => (None, rest),
    };
    Some(Definition {
        name,
        parameters,
        body,
    })
}

impl Definition<'_> {
    fn edges(&self, all: &HashMap<String, Macro>) -> (Edge, Edge) {
        // A blank ahead, so that `#` begins no directive.
        let body = format!("; {}", self.body.trim());
        let words: Vec<Token> = tokens(&body).into_iter().skip(1).collect();
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return (Edge::Nothing, Edge::Nothing);
        };
        let pasted = |t: Option<&Token>| t.is_some_and(|t| ["#", "##"].contains(&t.text(&body)));
        let parameters = self.parameters.unwrap_or("");
        let fixed = |t: &Token| {
            let word = t.text(&body);
            let parameter = tokens(parameters)
                .iter()
                .any(|p| p.text(parameters) == word);
            t.kind != Kind::Name
                || !(parameter || word.starts_with("__VA_") || all.contains_key(word))
        };
        let edge = |t: &Token, beside: Option<&Token>| match fixed(t) {
            true if !pasted(beside) && !pasted(Some(t)) => Edge::Token(t.text(&body).to_string()),
            _ => Edge::Any,
        };
        let begin = match first.text(&body) {
            "_Pragma" => Edge::Pragma,
            _ => edge(first, words.get(1)),
        };
        let before_last = words.len().checked_sub(2).and_then(|i| words.get(i));
        // What ends with a parenthesis may be another macro's call.
        let end = match last.text(&body) {
            ")" if words
                .iter()
                .any(|w| !fixed(w) && all.contains_key(w.text(&body))) =>
            {
                Edge::Any
            }
            _ => edge(last, before_last),
        };
        (begin, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_calls() {
        let text = "#define N 10\n#define F(a) _Pragma(\"acc loop\") for (a)\n#define G(x) x + N\n#define E\n#define E2 E\n#define H(x) ##x\n#define C f(N)\n#define D (x)\n";
        let macros = Macros::new(text);
        let edges = |name: &str| {
            macros
                .get(name)
                .map(|m| (m.first[0].clone(), m.last[0].clone()))
        };
        let token = |t: &str| Edge::Token(t.into());
        for (name, first, last) in [
            ("N", token("10"), token("10")),
            ("F", Edge::Pragma, Edge::Any),
            ("G", Edge::Any, Edge::Any),
            ("E", Edge::Nothing, Edge::Nothing),
            ("E2", Edge::Any, Edge::Any),
            ("H", Edge::Any, Edge::Any),
            ("C", token("f"), Edge::Any),
            ("D", token("("), token(")")),
        ] {
            assert_eq!(edges(name), Some((first, last)), "{name}");
        }
    }
}
