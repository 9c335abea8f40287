//! Reads what people write, for the command line and the configuration: expressions and instants.
//!
//! Errors are a [`problem::Problem`] with a stable code.

pub(crate) mod expression;
pub(crate) mod instant;
pub(crate) mod problem;
pub(crate) mod serde_problem;
