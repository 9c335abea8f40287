//! Writes and deletes documents. A change applies on this node once the request has returned, on other nodes
//! within a second.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::control::DocumentChange;
use refrain::model::{DocumentName, Revision};

use super::{ControlKind, ControlView};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::problem::Problem;

/// Creates or replaces the document with a name.
pub(crate) async fn put<T: ControlKind>(
    app: &App,
    caller: &Caller,
    name: &str,
    headers: &HeaderMap,
    what: T,
) -> Result<Response, Problem> {
    let expect = etag::expected(headers)?;
    let name = DocumentName::new(name)?;
    let change = DocumentChange { tenant: caller.tenant.clone(), name, expect, by: caller.by() };
    let saved = what.save(&app.acting_as(caller), &change).await;
    notify_node::<T>(app, caller)?;
    let saved = saved.map_err(|error| Problem::from(error).with_precondition(expect))?;
    let tag = etag::tag(Revision(saved.version));
    Ok(([(header::ETAG, tag)], Json(ControlView::of(saved))).into_response())
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
