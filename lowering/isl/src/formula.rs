//! The sets that accrs writes, read without isl: affine conditions of named integers, joined by `and`, `or` and `exists`.
//!
//! isl's own reader makes a piecewise function of each side of each comparison, which takes most of the time of a question. What is read here
//! becomes rows of numbers at once (`build`). A text with anything else in it (`not` within a choice, `mod`, names of tuples) is left to isl.

/// A set: the points for which a condition holds, without those for which others do.
pub struct Text<'t> {
    pub params: Vec<&'t str>,
    pub dims: Vec<&'t str>,
    pub holds: Condition,
    pub without: Vec<Condition>,
}

/// A condition in which more variables exist, so many, behind the parameters and the dimensions. A row has a number for the constant, then one for
/// each variable.
pub struct Condition {
    pub inner: usize,
    pub formula: Formula,
}

/// What is 0, or isn't negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub is_zero: bool,
    /// The constant, and what the variables are multiplied by, as far as the last that counts.
    pub sum: Vec<i64>,
}

#[derive(Debug)]
pub enum Formula {
    Row(Row),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

/// `None`: it is for isl to read.
pub fn read(text: &str) -> Option<Text<'_>> {
    let mut r = Reader {
        words: words(text)?,
        at: 0,
        scope: Vec::new(),
        own: 0,
        variables: 0,
        floors: Vec::new(),
    };
    let mut params = Vec::new();
    if r.skip("[") {
        params = r.names("]")?;
        r.take("->")?;
    }
    r.take("{")?;
    r.take("[")?;
    let dims = r.names("]")?;
    for name in params.iter().chain(&dims) {
        r.declare(name);
    }
    r.own = r.variables;
    r.take(":")?;
    let mut without = Vec::new();
    let holds = r.condition(|r| {
        let first = r.all_but(&mut without)?;
        // What mustn't hold would not hold in that way alone.
        (without.is_empty() || !r.is("or")).then(|| r.or(first))?
    })?;
    r.take("}")?;
    (r.at == r.words.len()).then_some(Text {
        params,
        dims,
        holds,
        without,
    })
}

/// Names, numbers and signs. A name can't be one of isl's words that are not read here.
fn words(text: &str) -> Option<Vec<&str>> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let longest = |accept: fn(&char) -> bool| rest.chars().take_while(accept).count();
        let length = match first {
            '0'..='9' => longest(char::is_ascii_digit),
            'a'..='z' | 'A'..='Z' | '_' => longest(|c| c.is_ascii_alphanumeric() || *c == '_'),
            '-' if rest.starts_with("->") => 2,
            '<' | '>' | '!' if rest[1..].starts_with('=') => 2,
            '[' | ']' | '{' | '}' | '(' | ')' | ',' | ':' | '+' | '-' | '*' | '/' | '<' | '>'
            | '=' => 1,
            _ => return None,
        };
        let (word, behind) = rest.split_at(length);
        if matches!(
            word,
            "mod" | "implies" | "max" | "min" | "ceil" | "ceild" | "floord" | "true" | "false"
        ) {
            return None;
        }
        words.push(word);
        rest = behind.trim_start();
    }
    Some(words)
}

/// A quotient rounded down: what is divided, by what, the variable that stands for it, and what this one lies between.
struct Floor {
    sum: Vec<i64>,
    by: i64,
    variable: usize,
    bounds: [Row; 2],
}

struct Reader<'t> {
    words: Vec<&'t str>,
    at: usize,
    /// Names, the innermost last, and their variables.
    scope: Vec<(&'t str, usize)>,
    /// How many parameters and dimensions there are, and how many variables so far.
    own: usize,
    variables: usize,
    floors: Vec<Floor>,
}

impl<'t> Reader<'t> {
    fn word(&self) -> Option<&'t str> {
        self.words.get(self.at).copied()
    }

    fn is(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    /// Goes behind a word, if it is the next.
    fn skip(&mut self, word: &str) -> bool {
        let is = self.is(word);
        self.at += usize::from(is);
        is
    }

    fn take(&mut self, word: &str) -> Option<()> {
        self.skip(word).then_some(())
    }

    fn declare(&mut self, name: &'t str) {
        self.scope.push((name, self.variables));
        self.variables += 1;
    }

    fn name(&mut self) -> Option<&'t str> {
        let word = self.word()?;
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        self.at += usize::from(is_name);
        is_name.then_some(word)
    }

    /// Names up to a word, which is taken too. In a set's dimensions the same name twice is a condition, which isl reads.
    fn names(&mut self, end: &str) -> Option<Vec<&'t str>> {
        let mut names = Vec::new();
        while !self.skip(end) {
            if !names.is_empty() {
                self.take(",")?;
            }
            let name = self.name()?;
            if names.contains(&name) {
                return None;
            }
            names.push(name);
        }
        Some(names)
    }

    /// A condition with variables and quotients of its own.
    fn condition(&mut self, read: impl FnOnce(&mut Self) -> Option<Formula>) -> Option<Condition> {
        let variables = std::mem::replace(&mut self.variables, self.own);
        let floors = std::mem::take(&mut self.floors);
        let holds = read(self)?;
        let bounds = std::mem::replace(&mut self.floors, floors).into_iter();
        let bounds = bounds.flat_map(|f| f.bounds).map(Formula::Row);
        let inner = std::mem::replace(&mut self.variables, variables) - self.own;
        let formula = Formula::All(std::iter::once(holds).chain(bounds).collect());
        Some(Condition { inner, formula })
    }

    /// `this and not (that) and ...`: what mustn't hold goes to `without`.
    fn all_but(&mut self, without: &mut Vec<Condition>) -> Option<Formula> {
        let mut all = Vec::new();
        loop {
            match self.skip("not") {
                true => without.push(self.condition(Self::one)?),
                false => all.push(self.one()?),
            }
            if !self.skip("and") {
                return Some(Formula::All(all));
            }
        }
    }

    fn any(&mut self) -> Option<Formula> {
        let first = self.all()?;
        self.or(first)
    }

    /// What else there is behind the first way.
    fn or(&mut self, first: Formula) -> Option<Formula> {
        let mut ways = vec![first];
        while self.skip("or") {
            ways.push(self.all()?);
        }
        match ways.len() {
            1 => ways.pop(),
            _ => Some(Formula::Any(ways)),
        }
    }

    fn all(&mut self) -> Option<Formula> {
        let mut all = vec![self.one()?];
        while self.skip("and") {
            all.push(self.one()?);
        }
        Some(Formula::All(all))
    }

    fn one(&mut self) -> Option<Formula> {
        if self.skip("exists") {
            let outside = self.scope.len();
            for name in self.names(":")? {
                self.declare(name);
            }
            let holds = self.any();
            self.scope.truncate(outside);
            return holds;
        }
        if self.is("(") {
            // What is in parentheses is a formula, or the beginning of a value.
            let (at, floors, variables) = (self.at, self.floors.len(), self.variables);
            self.at += 1;
            if let Some(inside) = self.parenthesis() {
                return Some(inside);
            }
            (self.at, self.variables) = (at, variables);
            self.floors.truncate(floors);
        }
        self.comparisons()
    }

    fn parenthesis(&mut self) -> Option<Formula> {
        let inside = self.any()?;
        self.take(")")?;
        Some(inside)
    }

    /// `a <= b < c`.
    fn comparisons(&mut self) -> Option<Formula> {
        let mut left = self.sum()?;
        let mut all = Vec::new();
        while let Some(sign @ ("<" | ">" | "<=" | ">=" | "=" | "!=")) = self.word() {
            self.at += 1;
            let right = self.sum()?;
            all.push(compare(&left, sign, &right)?);
            left = right;
        }
        (!all.is_empty()).then_some(Formula::All(all))
    }

    fn sum(&mut self) -> Option<Vec<i64>> {
        let mut sum = self.product()?;
        loop {
            let by = match self.word() {
                Some("+") => 1,
                Some("-") => -1,
                _ => return Some(sum),
            };
            self.at += 1;
            sum = added(&sum, &self.product()?, by)?;
        }
    }

    fn product(&mut self) -> Option<Vec<i64>> {
        if self.skip("-") {
            return scaled(&self.product()?, -1);
        }
        let mut product = self.factor()?;
        let is_number = |sum: &[i64]| sum.len() == 1;
        loop {
            // `2i` is a product too.
            let silent = is_number(&product)
                && self
                    .word()
                    .is_some_and(|w| self.scope.iter().any(|(name, _)| *name == w));
            if !silent && !self.skip("*") {
                return Some(product);
            }
            let factor = match self.skip("-") {
                true => scaled(&self.factor()?, -1)?,
                false => self.factor()?,
            };
            product = match (&product[..], &factor[..]) {
                ([n], other) | (other, [n]) => scaled(other, *n)?,
                _ => return None,
            };
        }
    }

    fn factor(&mut self) -> Option<Vec<i64>> {
        if self.skip("(") {
            let sum = self.sum()?;
            return self.skip(")").then_some(sum);
        }
        if self.skip("floor") {
            return self.floor();
        }
        let word = self.word()?;
        self.at += 1;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(vec![word.parse().ok()?]);
        }
        let known = self.scope.iter().rev().find(|(name, _)| *name == word);
        known.map(|(_, variable)| alone(*variable))
    }

    /// Behind the word: `((2*i + 1)/4)`.
    fn floor(&mut self) -> Option<Vec<i64>> {
        self.take("(")?;
        let sum = self.sum()?;
        self.take("/")?;
        let by: i64 = self.word()?.parse().ok().filter(|by| *by > 0)?;
        self.at += 1;
        self.take(")")?;
        let known = self.floors.iter().find(|f| f.by == by && f.sum == sum);
        if let Some(known) = known {
            return Some(alone(known.variable));
        }
        let variable = self.variables;
        self.variables += 1;
        let rest = added(&sum, &scaled(&alone(variable), by)?, -1)?;
        let most = added(&[by - 1], &rest, -1)?;
        let bounds = [rest, most].map(|sum| Row {
            is_zero: false,
            sum,
        });
        self.floors.push(Floor {
            sum,
            by,
            variable,
            bounds,
        });
        Some(alone(variable))
    }
}

/// A variable as a sum.
fn alone(variable: usize) -> Vec<i64> {
    let mut sum = vec![0; variable + 2];
    sum[variable + 1] = 1;
    sum
}

/// `a + by*b`; `None` where a number is too large.
fn added(a: &[i64], b: &[i64], by: i64) -> Option<Vec<i64>> {
    let at = |sum: &[i64], k: usize| sum.get(k).copied().unwrap_or(0);
    let terms = (0..a.len().max(b.len())).map(|k| at(a, k).checked_add(at(b, k).checked_mul(by)?));
    let mut sum: Vec<i64> = terms.collect::<Option<_>>()?;
    while sum.len() > 1 && sum.last() == Some(&0) {
        sum.pop();
    }
    Some(sum)
}

fn scaled(sum: &[i64], by: i64) -> Option<Vec<i64>> {
    added(&[0], sum, by)
}

fn compare(left: &[i64], sign: &str, right: &[i64]) -> Option<Formula> {
    // From the left to the right: what lies between, less what a strict comparison asks.
    let between = |from: &[i64], to: &[i64], less: i64| {
        let sum = added(&added(to, from, -1)?, &[less], -1)?;
        Some(Formula::Row(Row {
            is_zero: false,
            sum,
        }))
    };
    match sign {
        "<" => between(left, right, 1),
        ">" => between(right, left, 1),
        "<=" => between(left, right, 0),
        ">=" => between(right, left, 0),
        "=" => Some(Formula::Row(Row {
            is_zero: true,
            sum: added(left, right, -1)?,
        })),
        _ => Some(Formula::Any(vec![
            between(left, right, 1)?,
            between(right, left, 1)?,
        ])),
    }
}
