//! The OpenAPI document, generated from the annotations that define the routes.
//!
//! Adds what all operations have in common: required permissions and error responses.

use axum::http::header;
use axum::routing::{MethodRouter, get};
use refrain::control::Right;
use serde_json::Value;
use utoipa::OpenApi;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, HttpMethod, OpenApi as Document, Ref, RefOr, Required, ResponseBuilder};

use super::access::{self, Effect};
use super::app::App;
use super::problem::{MEDIA_TYPE, Problem};
use super::schema_names;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Refrain",
        description = "A scheduler for recurring work: every occurrence is recorded exactly once, runs on time in its own time zone, and always completes with a reason."
    ),
    tags(
        (name = "schedules", description = "Definitions of recurring work"),
        (name = "ledger", description = "Occurrences, their results and the reasons"),
        (name = "work", description = "Work items in queues that workers pull from"),
        (name = "recurring", description = "The same schedules as recurring actions with cron expressions, for clients of that API"),
        (name = "controls", description = "Dispatch rules, holds, quotas, alerts, calendars and circuit breakers, and single actions"),
        (name = "keys", description = "API keys and sessions"),
        (name = "insight", description = "Statistics, live events, past and upcoming runs, and the audit log"),
        (name = "secrets", description = "Secrets for actions. Values cannot be read back"),
        (name = "operations", description = "Health, metrics, nodes, providers and configuration of the server"),
    ),
    components(schemas(Problem)),
)]
struct Base;

/// Returns the document without operations.
pub(super) fn base() -> Document {
    Base::openapi()
}

/// Adds what all operations have in common.
fn with_common_parts(mut document: Document) -> Document {
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("key", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    for (path, item) in &mut document.paths.paths {
        let operations = [
            (HttpMethod::Get, &mut item.get),
            (HttpMethod::Put, &mut item.put),
            (HttpMethod::Post, &mut item.post),
            (HttpMethod::Patch, &mut item.patch),
            (HttpMethod::Delete, &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                complete_operation(operation, &method, path);
            }
        }
    }
    document
}

fn complete_operation(operation: &mut Operation, method: &HttpMethod, path: &str) {
    let row = access::find(&as_method(method), path);
    let effects = row.map_or(&[Effect::Server][..], |row| row.effects);
    operation.operation_id = row.map(|row| row.id.to_owned());
    let has_body = operation.request_body.is_some();
    if let Some(RefOr::T(body)) = &mut operation.request_body
        && body.required.is_none()
    {
        body.required = Some(Required::False);
    }
    let mut statuses = vec![400, 503, 500];
    if !effects.contains(&Effect::Public) {
        let always = effects.iter().filter(|effect| matches!(effect, Effect::Always(_) | Effect::Server));
        operation.security = Some(vec![SecurityRequirement::new("key", always.map(|effect| effect.as_str()))]);
        let sometimes = effects.iter().filter(|effect| matches!(effect, Effect::Sometimes(_)));
        let sometimes: Vec<&str> = sometimes.map(|effect| effect.as_str()).collect();
        if !sometimes.is_empty() {
            operation.extensions = Some(Extensions::builder().add("x-sometimes-needs", sometimes).build());
        }
        let needs = effects.iter().map(|effect| needs(*effect)).collect::<Vec<_>>().join(" ");
        operation.description =
            Some(operation.description.take().map_or(needs.clone(), |text| format!("{text}\n\n{needs}")));
        statuses.extend([401, 403, 404, 421, 429]);
    }
    if has_body {
        statuses.extend([408, 409, 412, 413, 415]);
    } else if *method != HttpMethod::Get {
        statuses.extend([409, 412]);
    }
    for status in statuses {
        let status = status.to_string();
        operation.responses.responses.insert(status.clone(), error_response(&status));
    }
}

/// Returns a sentence that names the right an effect requires.
fn needs(effect: Effect) -> String {
    match effect {
        Effect::Public => String::new(),
        Effect::Always(_) | Effect::Server => format!("Requires `{}`.", effect.as_str()),
        Effect::Sometimes(Right::Command) => "Also requires `command` if the request can start a program.".to_owned(),
        Effect::Sometimes(Right::Backfill) => "Also requires `backfill` for past occurrences.".to_owned(),
        Effect::Sometimes(right) => format!("Also requires `{}` for some requests.", right.as_str()),
    }
}

/// Returns the description of an error response.
fn error_response(status: &str) -> RefOr<utoipa::openapi::Response> {
    let why = status.parse().ok().and_then(|status| axum::http::StatusCode::from_u16(status).ok());
    let why = why.and_then(|status| status.canonical_reason()).unwrap_or("Rejected");
    let shape = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    RefOr::T(ResponseBuilder::new().description(why).content(MEDIA_TYPE, shape).build())
}

fn as_method(method: &HttpMethod) -> axum::http::Method {
    match method {
        HttpMethod::Get => axum::http::Method::GET,
        HttpMethod::Put => axum::http::Method::PUT,
        HttpMethod::Post => axum::http::Method::POST,
        HttpMethod::Patch => axum::http::Method::PATCH,
        HttpMethod::Delete => axum::http::Method::DELETE,
        HttpMethod::Head => axum::http::Method::HEAD,
        HttpMethod::Options => axum::http::Method::OPTIONS,
        HttpMethod::Trace => axum::http::Method::TRACE,
    }
}

/// Schemas that are one of several variants and have no fields besides those of the variant.
const CLOSED: [&str; 2] = ["PeriodAnchor", "RuleAction"];

/// Forbids fields that a variant does not define.
fn close_variants(schema: &mut Value) {
    for variant in schema["oneOf"].as_array_mut().into_iter().flatten() {
        if variant.get("properties").is_some() {
            variant["additionalProperties"] = false.into();
        }
    }
}

/// Widens unsigned integers: a `u32` does not fit the format `int32`.
fn widen_unsigned(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let is_unsigned = fields.get("minimum").is_some_and(|least| least == 0);
            if is_unsigned && fields.get("format").is_some_and(|format| format == "int32") {
                fields.insert("format".to_owned(), "int64".into());
                fields.entry("maximum").or_insert(u32::MAX.into());
            }
            fields.values_mut().for_each(widen_unsigned);
        }
        Value::Array(items) => items.iter_mut().for_each(widen_unsigned),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the document as it is served.
pub(super) fn to_json(document: Document) -> Value {
    let mut described = serde_json::to_value(with_common_parts(document)).unwrap_or_default();
    widen_unsigned(&mut described);
    for name in CLOSED {
        close_variants(&mut described["components"]["schemas"][name]);
    }
    schema_names::apply(&mut described);
    described
}

/// Returns the route that serves the document.
pub(super) fn route(described: &Value) -> MethodRouter<App> {
    let text = described.to_string();
    get(async move || ([(header::CONTENT_TYPE, "application/json")], text))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::router::described;

    #[test]
    fn operation_ids_are_unique() {
        let document = to_json(described().split_for_parts().1);
        let mut seen = BTreeSet::new();
        for item in document["paths"].as_object().into_iter().flat_map(|paths| paths.values()) {
            for operation in item.as_object().into_iter().flat_map(|operations| operations.values()) {
                let identity = operation["operationId"].as_str().unwrap_or_default();
                assert!(seen.insert(identity.to_owned()), "{identity} twice");
            }
        }
        assert!(seen.contains("explainSchedule"));
    }

    #[test]
    fn operations_match_the_access_table() {
        let document = described().split_for_parts().1;
        let mut described = BTreeSet::new();
        for (path, item) in &document.paths.paths {
            let operations = [
                ("GET", &item.get),
                ("PUT", &item.put),
                ("POST", &item.post),
                ("PATCH", &item.patch),
                ("DELETE", &item.delete),
            ];
            for (method, operation) in operations {
                if let Some(operation) = operation {
                    assert!(operation.summary.is_some(), "{method} {path} has no summary");
                    described.insert(format!("{method} {path}"));
                }
            }
        }
        let listed = access::TABLE.iter().map(|row| format!("{} {}", row.method, row.path));
        // The document itself and the API reference are not operations.
        let about = ["GET /v1/openapi.json", "GET /docs", "GET /docs/{file}"];
        let listed: BTreeSet<_> = listed.filter(|row| !about.contains(&row.as_str())).collect();
        assert_eq!(described, listed);
    }
}
