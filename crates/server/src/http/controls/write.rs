//! Writes and deletes documents. A change applies on this node once the request has returned, on other nodes
//! within a second.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::ErrorCode;
use refrain::control::{DocumentChange, UnknownProviders};
use refrain::model::{DocumentName, Revision};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::IntoParams;

use super::{ControlKind, ControlView};
use crate::http::app::App;
use crate::http::body::{Json, from_value};
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::problem::Problem;
use crate::http::read_only;

/// Query of a request that saves a document with a provider.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProviderQuery {
    /// Whether to save the document although no live node has its provider. Default: false.
    #[serde(default)]
    allow_unknown_provider: bool,
}

/// Path and headers of a request that saves a document, and its query if the kind names a provider.
pub(crate) struct PutRequest<'a> {
    pub(crate) name: &'a str,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) query: Option<ProviderQuery>,
}

/// Creates or replaces the document with a name.
pub(crate) async fn put<T: ControlKind>(
    app: &App,
    caller: &Caller,
    request: PutRequest<'_>,
    mut body: Map<String, Value>,
) -> Result<Response, Problem> {
    let PutRequest { name, headers, query } = request;
    let read_only = read_only::take_from_control(&mut body, name)?;
    let what: T = from_value(&Value::Object(body))?;
    let unknown_providers = match query {
        Some(ProviderQuery { allow_unknown_provider: true }) => UnknownProviders::Allow,
        Some(ProviderQuery { allow_unknown_provider: false }) | None => UnknownProviders::Refuse,
    };
    let control = app.acting_as(caller).with_unknown_providers(unknown_providers);
    let expect = etag::expected(headers)?;
    let name = DocumentName::new(name)?;
    let change = DocumentChange { tenant: caller.tenant.clone(), name, expect, by: caller.by() };
    let saved = what.save(&control, &change).await;
    notify_node::<T>(app, caller)?;
    let saved = saved.map_err(|error| {
        let path = T::PROVIDER_PATH.filter(|_| error.is_invalid(ErrorCode::UnknownProvider));
        let problem = Problem::from(error).with_precondition(expect);
        match path {
            Some(path) => problem.at_path(path),
            None => problem,
        }
    })?;
    let tag = etag::tag(Revision(saved.version));
    let warnings = what.warnings(&control).await?.into_iter().chain(read_only).collect();
    let view = ControlView::of(saved).with_warnings(warnings);
    Ok(([(header::ETAG, tag)], Json(view)).into_response())
}

/// Deletes the document with a name.
pub(crate) async fn delete<T: ControlKind>(
    app: &App,
    caller: &Caller,
    name: &str,
    headers: &HeaderMap,
) -> Result<StatusCode, Problem> {
    let expect = etag::expected(headers)?;
    // An invalid name is reported as not found.
    let name = DocumentName::new(name).map_err(|error| Problem::not_found(error.to_string()))?;
    let change = DocumentChange { tenant: caller.tenant.clone(), name, expect, by: caller.by() };
    let removed = T::remove(&app.acting_as(caller), &change).await;
    notify_node::<T>(app, caller)?;
    removed.map_err(|error| Problem::from(error).with_precondition(expect))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Also called after an error: the store may have made the change even though its response was lost.
fn notify_node<T: ControlKind>(app: &App, caller: &Caller) -> Result<(), Problem> {
    T::changed(&app.refrain().tenant(&caller.tenant.to_string())?);
    Ok(())
}
