//! Refrain's own queues over HTTP: enqueue, claim, extend, complete and fail work items.
//!
//! Invariant: only a caller that names the fence of a claim may extend, complete or fail it.

mod claim;
mod enqueue;
mod read;
mod settle;
mod view;

use refrain::control::Right;
use refrain::embed::WorkQueue;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::caller::Caller;
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

/// Returns one of the caller's queues.
fn queue(app: &App, caller: &Caller, name: &str) -> Result<WorkQueue, Problem> {
    caller.identity.rights().require_anywhere(Right::Operate)?;
    Ok(app.refrain().tenant(&caller.tenant.to_string())?.queue(name)?)
}
