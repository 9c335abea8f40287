//! Secrets over HTTP: written, listed by name, removed, and sealed anew. No operation gives one back.

mod list;
mod rotate;
mod write;

use std::sync::Arc;

use axum::http::StatusCode;
use refrain::control::OrderChange;
use refrain::id::DocumentName;
use refrain::secret::Secrets;
use refrain::store::Expect;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::caller::Caller;
use super::problem::Problem;

/// All operations on secrets.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(write::put, write::delete))
        .routes(routes!(rotate::rotate))
}

/// The secrets, if the server has master keys to seal them by.
fn secrets(app: &App) -> Result<&Arc<Secrets>, Problem> {
    app.secrets().ok_or_else(|| {
        Problem::new(StatusCode::CONFLICT, "no_master_key", "this server has no master key to seal secrets by")
            .with_hint("start it with a key file: `secrets.key_file`")
    })
}

/// What is to be changed, by whom, and what must be there before.
fn change(caller: &Caller, name: DocumentName, expect: Expect) -> OrderChange {
    OrderChange { tenant: caller.tenant.clone(), name, expect, by: caller.by() }
}
