//! Reading documents.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::dispatch::Order;
use refrain::id::{DocumentName, Revision};
use refrain::store::DocumentKey;
use serde::Deserialize;
use utoipa::IntoParams;

use super::{Kind, OrderView};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::page::{self, List};
use crate::http::problem::Problem;

/// Which part is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// How many rows, 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// A page of them.
pub(crate) async fn list<T: Kind>(
    app: &App,
    caller: &Caller,
    asked: Asked,
) -> Result<Json<List<OrderView<T>>>, Problem> {
    let page = page::page(asked.limit, asked.cursor, app)?;
    let found = app.store().documents(&caller.tenant, T::KIND, &page).await?;
    Ok(Json(List::of(found, |document| OrderView::of(Order::new(document, T::read)))))
}

/// The one of a name.
pub(crate) async fn one<T: Kind>(
    app: &App,
    caller: &Caller,
    name: &str,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let kind = T::KIND.as_str();
    let missing = || Problem::not_found(format!("there is no {kind} {name:?}"));
    // A name that cannot be one is of nothing that exists.
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
    Ok(([(header::ETAG, tag)], Json(OrderView::of(Order::new(document, T::read)))).into_response())
}
