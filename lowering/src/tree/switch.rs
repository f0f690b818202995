//! `switch` around loops of other levels. Its body is cut at its labels: each part from one label to
//! the next is a block of its own, so that no guard ever stands around a label. Where all threads
//! agree on the value it stays a `switch`. Under a predicate each part gets a predicate of its own, which holds where a
//! label of the part matches or the part before is fallen through.

use super::node::*;
use super::threads::{At, Pass};
use accrs_frontend::region::Expr;
use accrs_frontend::source::Span;

impl Pass<'_> {
    /// Cuts a `switch` that threads go through together into its parts.
    pub fn parts(&mut self, value: &Expr, body: &[Node], span: Span, at: &At, out: &mut Vec<Node>) {
        let mut cut = Vec::new();
        if let Some(why) = cut_at_labels(body, &mut cut) {
            return self.refuse_nest(why);
        }
        let read = self.uniform(value);
        // Variables of the body's own scope are declared before all parts. Control never passes their initialisers.
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

/// Cuts a switch's body at its labels, or says why that is impossible.
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
            // The variable is declared for the whole switch, but an initial value would be an assignment here.
            if decls.iter().any(|d| d.init.is_some()) {
                return Some(
                    "a declaration among the cases of a 'switch' around loops of other levels",
                );
            }
        }
        // Statements before the first label are never reached.
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

/// Whether a label of this switch, not of one inside it, stands inside a statement.
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
