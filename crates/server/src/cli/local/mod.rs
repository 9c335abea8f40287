//! Keys, secrets and the audit log of the store that the configuration names, for commands that work without a
//! server. Access to the store is enough; no key is required. Responses are those of the API.

mod audit;
mod keys;
mod secrets;

use refrain::model::Tenant;
use refrain_cli::local::{LocalPlace, LocalResponse, LocalStore, StoreArgs, StoreRequest};
use refrain_cli::{Exit, Failure};
use serde::Serialize;
use serde_json::Value;

use super::output;
use super::store_access::configured_with;
use crate::config::{Config, Overrides};
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// The store of the configuration.
pub(super) struct ConfiguredStore;

impl LocalStore for ConfiguredStore {
    fn send<'a>(&'a self, place: LocalPlace<'a>, request: StoreRequest) -> LocalResponse<'a> {
        Box::pin(async move { Ok(respond(&place, request).await?) })
    }
}

async fn respond(place: &LocalPlace<'_>, request: StoreRequest) -> Result<Value, LocalError> {
    let config = &config(place)?;
    let given = place.tenant.map(tenant).transpose()?;
    let tenant = given.clone().map_or_else(|| tenant(DEFAULT_TENANT), Ok)?;
    match request {
        StoreRequest::ListKeys { reaches_all } => keys::list(config, given.as_ref(), reaches_all).await,
        StoreRequest::GetKey { id } => keys::get(config, &id).await,
        StoreRequest::CreateKey(request) => keys::create(config, given, request).await,
        StoreRequest::RevokeKey { id } => keys::revoke(config, &id).await,
        StoreRequest::RotateKey { id, keep_old_seconds } => keys::rotate(config, &id, keep_old_seconds).await,
        StoreRequest::ListSecrets => secrets::list(config, &tenant).await,
        StoreRequest::PutSecret { name, secret } => secrets::put(config, tenant, &name, secret).await,
        StoreRequest::DeleteSecret { name } => secrets::delete(config, tenant, &name).await,
        StoreRequest::RotateSecrets { adds_key } => secrets::rotate(config, &tenant, adds_key).await,
        StoreRequest::ListAuditEntries { limit } => audit::list(config, &tenant, limit).await,
        StoreRequest::VerifyAuditLog => audit::verify(config, &tenant).await,
    }
}

/// Tenant of commands that name none.
const DEFAULT_TENANT: &str = "default";

/// Loads the configuration as `refrain serve` does.
fn config(place: &LocalPlace<'_>) -> Result<Config, LocalError> {
    let StoreArgs { local: _, config, store, set } = place.store.clone();
    let key_file = place.master_keys.map(|path| format!("secrets.key_file={}", path.display()));
    let set = set.into_iter().chain(key_file).collect();
    Ok(configured_with(&Overrides { config, store, set, ..Overrides::default() })?)
}

/// Reads `TENANT` or `NAMESPACE/TENANT`.
fn tenant(text: &str) -> Result<Tenant, LocalError> {
    let (namespace, name) = text.split_once('/').unwrap_or((DEFAULT_TENANT, text));
    Ok(Tenant::new(namespace, name).map_err(Problem::from)?)
}

/// Reason why a request was refused.
enum LocalError {
    /// The store cannot be opened as configured.
    Configuration(output::Failure),
    /// The request was refused.
    Refused(Problem),
}

impl<E: Into<Problem>> From<E> for LocalError {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

impl From<output::Failure> for LocalError {
    fn from(failure: output::Failure) -> Self {
        Self::Configuration(failure)
    }
}

impl From<LocalError> for Failure {
    fn from(error: LocalError) -> Self {
        match error {
            LocalError::Configuration(output::Failure::Output(error)) => error.into(),
            LocalError::Configuration(failure) => Self::usage(failure.to_text()),
            LocalError::Refused(problem) => refused(problem),
        }
    }
}

/// Returns the failure of a refused request, as if a server had refused it.
fn refused(problem: Problem) -> Failure {
    let exit = match problem.status {
        400 => Exit::Usage,
        404 => Exit::NotFound,
        409 | 412 => Exit::Conflict,
        // Also a store that cannot be reached: there is no server that is unavailable.
        _ => Exit::Failure,
    };
    let failure = Failure::new(exit, problem.detail);
    match problem.hint {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}

/// Returns an error about an argument.
fn wrong(detail: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::BadValue, detail)
}

/// Returns a response of the API.
fn response(view: &impl Serialize) -> Result<Value, LocalError> {
    serde_json::to_value(view).map_err(|error| wrong(format!("the response cannot be written: {error}")).into())
}
