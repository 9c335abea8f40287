//! The router with all routes.

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::problem::Problem;
use super::{
    alerts, apply, audit, breakers, calendars, config_view, console, dead_letters, dispatch, docs, events, gate,
    generate, health, heatmap, history, holds, keys, metrics, nodes, observe, occurrences, openapi, protect, providers,
    quotas, recurring, rules, schedules, secrets, session, stale, stats, upcoming, work_items,
};

/// Returns the API as a router.
pub fn router(app: App) -> Router {
    let (router, document) = described().split_for_parts();
    router
        .route("/v1/openapi.json", openapi::route(&openapi::to_json(document)))
        .route("/docs", get(docs::page))
        .route("/docs/{file}", get(docs::file))
        .route_layer(middleware::from_fn_with_state(app.clone(), gate::handle))
        .fallback(unmatched)
        .layer(middleware::from_fn(protect::refuse_several_hosts))
        .layer(middleware::from_fn_with_state(app.clone(), observe::observe))
        .layer(middleware::from_fn_with_state(app.clone(), protect::protect))
        .with_state(app)
}

/// Returns the OpenAPI document of all operations.
pub(crate) fn document() -> Value {
    openapi::to_json(described().split_for_parts().1)
}

/// Returns every operation with its description.
pub(super) fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::base())
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .merge(schedules::routes())
        .merge(apply::routes())
        .merge(occurrences::routes())
        .merge(dead_letters::routes())
        .merge(generate::routes())
        .merge(work_items::routes())
        .merge(recurring::routes())
        .merge(keys::routes())
        .merge(session::routes())
        .merge(controls())
        .merge(insight())
}

/// Returns the operations on controls, dispatch and circuit breakers.
fn controls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(rules::routes())
        .merge(holds::routes())
        .merge(quotas::routes())
        .merge(alerts::routes())
        .merge(calendars::routes())
        .merge(dispatch::routes())
        .merge(breakers::routes())
}

/// Returns the operations that report on the tenant and the server.
fn insight() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(metrics::metrics))
        .routes(routes!(nodes::nodes))
        .routes(routes!(stats::stats))
        .routes(routes!(stale::health))
        .routes(routes!(heatmap::heatmap))
        .routes(routes!(upcoming::upcoming))
        .routes(routes!(history::history))
        .routes(routes!(providers::providers))
        .routes(routes!(config_view::config))
        .merge(audit::routes())
        .merge(secrets::routes())
        .routes(routes!(events::events))
}

/// Paths that have another name now. The answer to the old one names it.
const MOVED: [(&str, &str); 2] = [("/v1/rules", "/v1/dispatch-rules"), ("/v1/capacities", "/v1/quotas")];

async fn unmatched(State(app): State<App>, request: Request) -> Response {
    let page = || console::answer(request.method(), request.uri().path(), request.headers());
    if let Some(page) = app.has_console().then(page).flatten() {
        return page;
    }
    let path = request.uri().path();
    let moved = MOVED
        .iter()
        .find(|(old, _)| path.strip_prefix(old).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    let hint = match moved {
        Some((old, new)) => format!("{old} is now {new}"),
        None => "GET /v1/openapi.json lists all operations; /docs shows them".to_owned(),
    };
    Problem::not_found(format!("path {path} does not exist")).with_hint(hint).for_path(path).into_response()
}
