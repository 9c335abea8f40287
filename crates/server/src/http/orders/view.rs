//! A document as the API shows it.

use jiff::Timestamp;
use refrain::dispatch::Order;
use serde::Serialize;
use utoipa::ToSchema;

/// What is kept under a name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderView<T> {
    /// What it is called.
    #[schema(example = "quiet-nights")]
    name: String,
    /// How often it was written. It goes on when a name is removed and used again.
    #[schema(example = 1)]
    version: i64,
    /// When it was last.
    updated_at: Timestamp,
    /// What it says; null when it cannot be read.
    definition: Option<T>,
    /// Why it cannot be read.
    problem: Option<String>,
}

impl<T> OrderView<T> {
    pub(crate) fn of(order: Order<T>) -> Self {
        let Order { name, version, updated_at, what } = order;
        let (definition, problem) = match what {
            Ok(what) => (Some(what), None),
            Err(problem) => (None, Some(problem)),
        };
        Self { name: name.to_string(), version, updated_at, definition, problem }
    }
}
