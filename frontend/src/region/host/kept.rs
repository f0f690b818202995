//! Variables that keep their values over a construct which assigns copies of them (§2.6.2): where host code reads one behind it.

use super::graph::{Block, Event, Graph};
use crate::region::{ConstructId, VarId};
use crate::source::Span;
use std::collections::{HashMap, HashSet};

/// A place in a graph: a block, and one of its events.
type Place = (usize, usize);

/// By construct and variable: the first place of the text at which host code reads a value that is certain to be from before the construct.
/// Certain: whichever way control takes from the construct to there, nothing is known that assigns the variable. Ways through the construct itself don't count.
/// `constructs`: those to look behind, with their texts, and the variables that are asked about.
pub fn reads<'a>(
    graph: &Graph,
    constructs: impl Iterator<Item = (ConstructId, Span, &'a HashSet<VarId>)>,
) -> HashMap<(ConstructId, VarId), Span> {
    let ends = ends(graph);
    let mut found = HashMap::new();
    for (construct, text, vars) in constructs {
        let Some(end) = ends.get(&construct) else {
            continue;
        };
        for var in vars {
            let search = Search {
                graph,
                construct,
                var: *var,
            };
            let inside = |at: &Span| text.start <= at.start && at.start < text.end;
            let read = search.old_value(*end).filter(|at| !inside(at)).min();
            if let Some(read) = read {
                found.insert((construct, *var), read);
            }
        }
    }
    found
}

/// The places right behind constructs.
fn ends(graph: &Graph) -> HashMap<ConstructId, Place> {
    let mut found = HashMap::new();
    for (b, Block { events, .. }) in graph.blocks.iter().enumerate() {
        for (i, event) in events.iter().enumerate() {
            if let Event::Done(construct) = event {
                found.insert(*construct, (b, i + 1));
            }
        }
    }
    found
}

struct Search<'g> {
    graph: &'g Graph,
    construct: ConstructId,
    var: VarId,
}

/// What a walk comes upon.
#[derive(Default)]
struct Walked {
    reads: HashSet<Place>,
    /// The places right behind assignments.
    assigned: Vec<Place>,
}

impl Search<'_> {
    /// Reads that the old value reaches and no other.
    fn old_value(&self, end: Place) -> impl Iterator<Item = Span> {
        let old = self.walk(vec![end], true);
        let new = self.walk(old.assigned, false);
        let graph = self.graph;
        let only = old
            .reads
            .into_iter()
            .filter(move |r| !new.reads.contains(r));
        only.filter_map(move |(b, i)| match graph.blocks[b].events[i] {
            Event::Seen(_, at) => Some(at),
            _ => None,
        })
    }

    /// Follows control from `places` on, up to the construct's end, and up to assignments of the variable if these `stop` it.
    fn walk(&self, mut places: Vec<Place>, stop: bool) -> Walked {
        let mut walked = Walked::default();
        let mut entered = HashSet::new();
        while let Some((b, from)) = places.pop() {
            let block = &self.graph.blocks[b];
            let mut through = true;
            for (i, event) in block.events.iter().enumerate().skip(from) {
                match event {
                    Event::Seen(v, _) if *v == self.var => {
                        walked.reads.insert((b, i));
                    }
                    Event::Replace(v) | Event::Changed(v) if *v == self.var && stop => {
                        walked.assigned.push((b, i + 1));
                        through = false;
                    }
                    Event::Done(c) if *c == self.construct => through = false,
                    _ => {}
                }
                if !through {
                    break;
                }
            }
            if through {
                let next = block.next.iter().map(|to| to.0);
                places.extend(next.filter(|b| entered.insert(*b)).map(|b| (b, 0)));
            }
        }
        walked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region::host::graph::BlockId;

    const X: VarId = VarId(0);
    const C: ConstructId = ConstructId(0);

    fn seen(at: u32) -> Event {
        Event::Seen(
            X,
            Span {
                start: at,
                end: at + 1,
            },
        )
    }

    fn first(graph: &Graph) -> Option<u32> {
        let vars = HashSet::from([X]);
        let text = Span { start: 0, end: 10 };
        let found = reads(graph, [(C, text, &vars)].into_iter());
        found.get(&(C, X)).map(|at| at.start)
    }

    /// A block with these events that the current one leads to, and which is current then.
    fn then(graph: &mut Graph, events: &[Event]) -> BlockId {
        let block = graph.block();
        graph.flow_into(block);
        events.iter().for_each(|e| graph.event(e.clone()));
        block
    }

    #[test]
    fn a_read_behind_the_construct_is_found_and_an_assignment_hides_it() {
        let mut graph = Graph::default();
        then(&mut graph, &[Event::Done(C), seen(20), seen(15)]);
        assert_eq!(first(&graph), Some(15));
        let mut graph = Graph::default();
        then(&mut graph, &[Event::Done(C), Event::Replace(X), seen(20)]);
        assert_eq!(first(&graph), None);
        let mut graph = Graph::default();
        then(
            &mut graph,
            &[Event::Done(C), seen(20), Event::Changed(X), seen(15)],
        );
        assert_eq!(first(&graph), Some(20));
    }

    #[test]
    fn an_assignment_on_one_of_the_ways_is_enough_for_silence() {
        let mut graph = Graph::default();
        let start = then(&mut graph, &[Event::Done(C)]);
        then(&mut graph, &[Event::Replace(X)]);
        let end = then(&mut graph, &[seen(20)]);
        graph.edge(start, end);
        assert_eq!(first(&graph), None);
    }

    #[test]
    fn in_a_loop_the_construct_itself_reads_and_ends_the_search() {
        // for (…) { x = 0; construct reads x; read }
        let mut graph = Graph::default();
        let head = then(&mut graph, &[Event::Replace(X)]);
        then(&mut graph, &[seen(5), Event::Done(C)]);
        let last = then(&mut graph, &[seen(20)]);
        graph.edge(last, head);
        assert_eq!(first(&graph), Some(20));
        // Its own reads don't count.
        let mut graph = Graph::default();
        let head = then(&mut graph, &[seen(5), Event::Done(C)]);
        graph.edge(head, head);
        assert_eq!(first(&graph), None);
    }
}
