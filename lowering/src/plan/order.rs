//! The order in which the loops of a nest run, where it is not the user's.

use accrs_frontend::region::LoopId;

/// The loops of a tight nest, outermost first; empty if they stay as the user wrote them. It stands in the plan of the loop
/// that is outermost in the user's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The order in a kernel, where all of them are spread over blocks and threads.
    pub device: Vec<LoopId>,
    /// The order on the host's cores.
    pub host: Vec<LoopId>,
}

/// Rearranges the elements of `list` that `order` names, in that order, among the places that they have. All others stay.
pub fn arrange<T>(list: &mut [T], order: &[LoopId], id: impl Fn(&T) -> LoopId) {
    let named = |t: &T| order.contains(&id(t));
    let places: Vec<usize> = (0..list.len()).filter(|i| named(&list[*i])).collect();
    let mut places = places.into_iter();
    for wanted in order {
        if let Some(from) = list.iter().position(|t| id(t) == *wanted)
            && let Some(to) = places.next()
        {
            list.swap(from, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_order_does_not_name_keeps_its_place() {
        let mut list: Vec<LoopId> = (0..6).map(LoopId).collect();
        arrange(&mut list, &[4, 1, 3].map(LoopId), |id| *id);
        assert_eq!(list, [0, 4, 2, 1, 3, 5].map(LoopId));
    }
}
