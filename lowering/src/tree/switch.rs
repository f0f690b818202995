//! `switch` around loops of other levels. Its body is cut at its labels: each part from one label to
//! the next is a block of its own, so that guards and barriers never stand around a label.
//! Where all threads agree it stays a `switch`; under a predicate each part has
//! one of its own (matched, or fallen through from the part before).

use super::node::*;
use super::threads::{At, Pass};
use accrs_frontend::region::Expr;
use accrs_frontend::source::Span;

impl Pass<'_> {
    /// A `switch` that threads go through together.
    pub fn parts(&mut self, value: &Expr, body: &[Node], span: Span, at: &At, out: &mut Vec<Node>) {
        let mut cut = Vec::new();
        if let Some(why) = cut_at_labels(body, &mut cut) {
            return self.refuse_nest(why);
        }
        let read = self.uniform(value);
        // Declarations before the first label hold in all parts; their initial values are never given.
        let mut declared = Vec::new();
        for v in body.iter().flat_map(Node::declared) {
            self.private(v, at, span, &mut declared);
        }
        for part in &mut cut {
            let body = std::mem::take(&mut part.body);
            self.seq(body, at, &mut part.body);
        }
        let parts = Parts {
            value: value.clone(),
            read,
            declared,
            parts: cut,
        };
        out.push(Node::new(Kind::Parts(Box::new(parts)), span));
    }
}

/// Cuts a switch's body at its labels, or says why it can't be.
fn cut_at_labels(body: &[Node], parts: &mut Vec<Part>) -> Option<&'static str> {
    for n in body {
        let mut labels = Part::default();
        let first = peel(n, &mut labels);
        if inner_label(first) {
            return Some("a 'case' inside another statement, around loops of other levels");
        }
        if labels.default || !labels.cases.is_empty() {
            labels.body.push(first.clone());
            parts.push(labels);
        } else if let Some(part) = parts.last_mut() {
            let Some(decls) = n.decls() else {
                part.body.push(n.clone());
                continue;
            };
            // Declared for the whole switch; an initial value is an assignment here.
            if decls.iter().any(|d| d.init.is_some()) {
                return Some(
                    "a declaration among the cases of a 'switch' around loops of other levels",
                );
            }
        }
        // What stands before the first label is never reached.
    }
    None
}

fn peel<'n>(n: &'n Node, labels: &mut Part) -> &'n Node {
    match &n.kind {
        Kind::Case { low, high, body } => {
            labels.cases.push((low.clone(), high.clone()));
            body.first().map_or(n, |b| peel(b, labels))
        }
        Kind::Default(body) => {
            labels.default = true;
            body.first().map_or(n, |b| peel(b, labels))
        }
        _ => n,
    }
}

/// A label of this switch inside a statement: not one of a further switch.
fn inner_label(n: &Node) -> bool {
    match &n.kind {
        Kind::Case { .. } | Kind::Default(_) => true,
        Kind::Switch { .. } => false,
        _ => {
            let mut found = false;
            n.children(&mut |c| found = found || inner_label(c));
            found
        }
    }
}
