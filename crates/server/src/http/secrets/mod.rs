//! Secrets over HTTP: write, list by name, delete and re-encrypt. No operation returns a value.

mod list;
mod rotate;
mod write;

use std::sync::Arc;

use refrain::control::DocumentChange;
use refrain::model::DocumentName;
use refrain::secret::Secrets;
use refrain::store::ExpectedVersion;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::caller::Caller;
use super::problem::Problem;
use super::problem_code::ProblemCode;

pub(crate) use list::SecretView;
pub(crate) use rotate::RotationResult;

/// Returns the operations on secrets.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(write::put, write::delete))
        .routes(routes!(rotate::rotate))
}

/// Returns the secrets, if the server has master keys to encrypt them with.
fn secrets(app: &App) -> Result<&Arc<Secrets>, Problem> {
    app.secrets().ok_or_else(|| {
        Problem::new(ProblemCode::NoMasterKey, "this server has no master key to encrypt secrets with")
            .with_hint("set `secrets.key_file` and restart the server")
    })
}

/// Returns a change by this caller, with the state to expect before.
fn change(caller: &Caller, name: DocumentName, expect: ExpectedVersion) -> DocumentChange {
    DocumentChange { tenant: caller.tenant.clone(), name, expect, by: caller.by() }
}
