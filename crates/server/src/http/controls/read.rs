//! Reads documents.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::dispatch::StoredControl;
use refrain::model::{DocumentName, Revision};
use refrain::store::DocumentKey;

use super::{ControlKind, ControlView};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::page::{List, PageQuery};
use crate::http::problem::Problem;

/// Returns a page of documents.
pub(crate) async fn list<T: ControlKind>(
    app: &App,
    caller: &Caller,
    query: PageQuery,
) -> Result<Json<List<ControlView<T>>>, Problem> {
    let page = query.page(app)?;
    let found = app.store().documents(&caller.tenant, T::KIND, &page).await?;
    Ok(Json(List::of(found, |document| ControlView::of(StoredControl::new(document, T::read)))))
}

/// Returns the document with a name.
pub(crate) async fn one<T: ControlKind>(
    app: &App,
    caller: &Caller,
    name: &str,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let kind = T::KIND.as_str();
    let missing = || Problem::not_found(format!("{kind} {name:?} does not exist"));
    // An invalid name is reported as not found.
    let key = DocumentKey {
        tenant: caller.tenant.clone(),
        kind: T::KIND,
        name: DocumentName::new(name).map_err(|_| missing())?,
    };
    let document = app.store().document(&key).await?.ok_or_else(missing)?;
    let tag = etag::tag(Revision(document.version));
    if headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    Ok(([(header::ETAG, tag)], Json(ControlView::of(StoredControl::new(document, T::read)))).into_response())
}
