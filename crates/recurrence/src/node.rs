//! Leaves combined: union, intersection and difference of instants.
//!
//! Every combination answers in both directions from anywhere, with a limit on its steps. An instant that several
//! leaves share is one occurrence, and belongs to the first of them.

use crate::leaf::Leaf;
use crate::resolve::Found;

#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Index into the rule's leaves.
    Leaf(u16),
    Any(Box<[Node]>),
    All(Box<[Node]>),
    /// Instants of the first that the second does not have.
    Except(Box<(Node, Node)>),
    Nothing,
}

/// Instants that may be left out one after the other before a search gives up.
const STEPS_MAX: usize = 2_000;

impl Node {
    #[inline]
    pub(crate) fn at_or_after(&self, leaves: &[Leaf], from: i64) -> Option<Found> {
        match self {
            Self::Leaf(index) => {
                leaves[usize::from(*index)].at_or_after(from).map(|found| Found { leaf: *index, ..found })
            }
            Self::Nothing => None,
            Self::Any(nodes) => {
                let found = nodes.iter().filter_map(|node| node.at_or_after(leaves, from));
                found.reduce(|best, found| if found.at < best.at { found } else { best })
            }
            Self::All(nodes) => Self::meeting(nodes, from, |node, from| node.at_or_after(leaves, from), i64::max),
            Self::Except(pair) => {
                let mut from = from;
                for _ in 0..STEPS_MAX {
                    let found = pair.0.at_or_after(leaves, from)?;
                    if pair.1.at_or_after(leaves, found.at).is_none_or(|other| other.at != found.at) {
                        return Some(found);
                    }
                    from = found.at + 1;
                }
                None
            }
        }
    }

    pub(crate) fn at_or_before(&self, leaves: &[Leaf], from: i64) -> Option<Found> {
        match self {
            Self::Leaf(index) => {
                leaves[usize::from(*index)].at_or_before(from).map(|found| Found { leaf: *index, ..found })
            }
            Self::Nothing => None,
            Self::Any(nodes) => {
                let found = nodes.iter().filter_map(|node| node.at_or_before(leaves, from));
                found.reduce(|best, found| if found.at > best.at { found } else { best })
            }
            Self::All(nodes) => Self::meeting(nodes, from, |node, from| node.at_or_before(leaves, from), i64::min),
            Self::Except(pair) => {
                let mut from = from;
                for _ in 0..STEPS_MAX {
                    let found = pair.0.at_or_before(leaves, from)?;
                    if pair.1.at_or_after(leaves, found.at).is_none_or(|other| other.at != found.at) {
                        return Some(found);
                    }
                    from = found.at - 1;
                }
                None
            }
        }
    }

    /// The nearest instant at which all nodes meet, each in turn being asked from the farthest answer so far.
    fn meeting(
        nodes: &[Self],
        from: i64,
        ask: impl Fn(&Self, i64) -> Option<Found>,
        farther: impl Fn(i64, i64) -> i64,
    ) -> Option<Found> {
        let mut at = from;
        for _ in 0..STEPS_MAX {
            let mut first = None;
            let mut farthest = at;
            let mut agree = true;
            for node in nodes {
                let found = ask(node, farthest)?;
                agree &= first.is_none() || found.at == farthest;
                farthest = farther(farthest, found.at);
                first = first.or(Some(found));
            }
            let first = first?;
            if agree && first.at == farthest {
                return Some(first);
            }
            at = farthest;
        }
        None
    }
}
