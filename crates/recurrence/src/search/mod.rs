//! The tree of searches that a definition compiles to: leaves, their combinations, and the budget of one query.
//!
//! A `Leaf` is one search of one kind in its time zone. A `Node` is a leaf, a union or intersection of nodes, or a
//! `Difference`: a leaf minus the dates and rules that its text excludes. Every node can be searched in both
//! directions from any instant. A query that exceeds its `Budget` finds nothing.

mod budget;
mod difference;
mod leaf;
mod node;

pub(crate) use budget::Budget;
pub(crate) use difference::{Difference, Runs, instants, is_excluded};
pub(crate) use leaf::{Elapsed, Leaf, Search, Wall};
pub(crate) use node::Node;
