//! Checks a finished tree: all threads of a block must reach every place where they meet.
//!
//! Barriers, broadcasts, reductions within a block and calls by the whole block are meetings. None may be where threads of a
//! block part ways: under a predicate or a guard, in a loop over threads that some leave earlier than others, or in a
//! statement that threads run by themselves. A tree that fails the check shows a defect of the passes; its kernel would hang
//! or give a wrong answer on a GPU.

use super::node::*;
use super::sets::Threads;
use super::value::{Type, Value};
use accrs_frontend::source::Span;

/// Fails with the place of the first meeting that not all threads of a block reach. `block`: axes along which a block has
/// several threads.
pub fn meetings(nodes: &[Node], block: Threads) -> Result<(), Span> {
    [Meeting::Block, Meeting::Grid]
        .into_iter()
        .try_for_each(|scope| {
            let mut c = Check {
                scope,
                block,
                predicates: vec!["accrs_active".to_string()],
            };
            c.nodes(nodes, false)
        })
}

struct Check {
    /// The meetings that are looked at: those of blocks, or only those of the whole grid, at which blocks must not part ways either.
    scope: Meeting,
    block: Threads,
    /// Names of variables whose values may differ between threads of a block.
    predicates: Vec<String>,
}

impl Check {
    fn nodes(&mut self, nodes: &[Node], apart: bool) -> Result<(), Span> {
        nodes.iter().try_for_each(|n| self.node(n, apart))
    }

    fn node(&mut self, n: &Node, apart: bool) -> Result<(), Span> {
        let meets = match &n.kind {
            Kind::Barrier(scope, _) if self.scope == Meeting::Grid => *scope == Meeting::Grid,
            _ if self.scope == Meeting::Grid => false,
            Kind::Barrier(..)
            | Kind::Broadcast(..)
            | Kind::Call(_)
            | Kind::Tiles(_)
            | Kind::Wave(_) => true,
            Kind::Copies(c) => c.barrier.is_some(),
            Kind::Close(c) => !c.axes.and(self.block).is_empty(),
            Kind::Repeat(r) => matches!(r.test, Test::Any { .. }) || r.before_step.is_some(),
            Kind::Count(c) => matches!(c.test, Value::Call("__syncthreads_or", ..)),
            _ => false,
        };
        if meets && apart {
            return Err(n.span);
        }
        let inner = match &n.kind {
            Kind::Let(l) => {
                if l.ty == Type::Word("bool") || self.differs(&l.value) {
                    self.predicates.push(l.name.clone());
                }
                return Ok(());
            }
            Kind::Test(condition, _) => apart || self.differs(condition),
            Kind::Together(_) => true,
            Kind::Count(c) => {
                let own = self.differs(&c.from);
                if own {
                    self.predicates.push(c.name.clone());
                }
                apart || own
            }
            // Its condition is the same for all threads, or one thread runs it by itself.
            _ => apart,
        };
        let mut result = Ok(());
        n.children(&mut |c| {
            if result.is_ok() {
                result = self.node(c, inner);
            }
        });
        result
    }

    /// Whether threads of a block may see different values.
    fn differs(&self, v: &Value) -> bool {
        match v {
            Value::Name(name) => self.predicates.contains(name),
            Value::Position(..) | Value::FirstPosition(_) | Value::First(_) | Value::FirstBlock
                if self.scope == Meeting::Grid =>
            {
                true
            }
            Value::Position(axes, _) => !Threads::of(axes).and(self.block).is_empty(),
            Value::First(axes) => !axes.and(self.block).is_empty(),
            // All threads get the answer.
            Value::Call("__syncthreads_or", ..) => false,
            Value::All(all) | Value::Call(_, _, all) => all.iter().any(|v| self.differs(v)),
            Value::Binary(a, _, b) => self.differs(a) || self.differs(b),
            Value::Choice(a, b, c) => [a, b, c].iter().any(|v| self.differs(v)),
            Value::Not(v) | Value::Cast(_, v) | Value::Group(v) => self.differs(v),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Axis;

    fn node(kind: Kind) -> Node {
        Node::new(kind, Span::default())
    }

    fn barrier() -> Vec<Node> {
        vec![node(Kind::Barrier(Meeting::Block, "a test"))]
    }

    fn count(from: Value, body: Vec<Node>) -> Node {
        node(Kind::Count(Box::new(Count {
            name: "k".into(),
            ty: Type::Word("unsigned long"),
            from,
            test: Value::name("k").binary("<", Value::Number(8)),
            step: None,
            var: None,
            unroll: None,
            line: None,
            body,
        })))
    }

    const X: Threads = Threads(1);

    #[test]
    fn a_barrier_that_all_reach_is_right() {
        let gangs = Value::Position(vec![Axis::BlockX], false);
        assert!(meetings(&[count(gangs, barrier())], X).is_ok());
        let padded = Value::FirstPosition(vec![Axis::ThreadX]);
        assert!(meetings(&[count(padded, barrier())], X).is_ok());
        // The block is one thread wide.
        let one = Value::Position(vec![Axis::ThreadX], false);
        assert!(meetings(&[count(one, barrier())], Threads::NONE).is_ok());
    }

    #[test]
    fn a_barrier_in_a_loop_over_threads_is_found() {
        let threads = Value::Position(vec![Axis::ThreadX], false);
        assert!(meetings(&[count(threads, barrier())], X).is_err());
    }

    #[test]
    fn a_barrier_behind_a_guard_or_a_predicate_is_found() {
        let guarded = node(Kind::Test(Value::First(X), barrier()));
        assert!(meetings(&[guarded], X).is_err());
        let active = node(Kind::Let(Let {
            name: "active".into(),
            ty: Type::Word("bool"),
            constant: true,
            value: Value::name("true"),
            var: None,
            role: Role::Other,
            outside: Vec::new(),
        }));
        let under = node(Kind::Test(Value::name("active"), barrier()));
        assert!(meetings(&[active, under], X).is_err());
    }

    #[test]
    fn a_barrier_in_what_one_thread_runs_is_found() {
        let together = node(Kind::Together(Box::new(Together {
            first: X,
            one_block: false,
            touch: Touch::default(),
            body: barrier(),
            changed: Vec::new(),
            guard: None,
        })));
        assert!(meetings(&[together], X).is_err());
    }
}
