//! Refrain's own queues over HTTP: enqueue, claim, extend, complete and fail work items.
//!
//! Invariant: only a caller that names the fence of a claim may extend, complete or fail it.

mod claim;
mod enqueue;
mod read;
mod settle;
mod view;

use refrain::model::QueueName;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::problem::Problem;

pub(crate) use view::WorkItemView;

/// Returns the operations on work items.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(read::list, enqueue::enqueue))
        .routes(routes!(claim::claim))
        .routes(routes!(read::one))
        .routes(routes!(settle::extend))
        .routes(routes!(settle::complete))
        .routes(routes!(settle::fail))
}

/// Parses the name of a queue.
fn queue(name: &str) -> Result<QueueName, Problem> {
    QueueName::new(name).map_err(|error| Problem::from(error).at_path("queue"))
}
