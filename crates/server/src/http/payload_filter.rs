//! Hides payloads from callers without the right to see them, in every JSON response of the API.
//!
//! Invariant: every response passes through here on its way out of the gate. No handler decides about it, so
//! none can forget it.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use refrain::control::Right;
use serde_json::{Value, json};

use super::caller::Caller;
use super::problem::Problem;
use super::problem_code::ProblemCode;

/// Fields that contain a tenant's data: payloads, patches of payloads, and results of work items.
const FIELDS: [&str; 3] = ["payload", "patch", "result"];

/// Returns the response as this caller may see it.
pub(crate) async fn hide(response: Response, caller: &Caller) -> Response {
    let json = HeaderValue::from_static("application/json");
    if caller.identity.rights().has(Right::Payloads) || response.headers().get(header::CONTENT_TYPE) != Some(&json) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The handler has already written the whole response, so there is nothing to wait for.
    let bytes = to_bytes(body, usize::MAX).await.ok();
    let Some(mut value) = bytes.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok()) else {
        return Problem::new(ProblemCode::Internal, "The response could not be read.").into_response();
    };
    hide_payloads(&mut value);
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(value.to_string()))
}

fn hide_payloads(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::Null => {}
                    field if FIELDS.contains(&name.as_str()) => *field = json!({ "hidden": true }),
                    field => hide_payloads(field),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(hide_payloads),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads_are_hidden_at_any_depth_and_nothing_else_is() {
        let mut value = json!({ "items": [{ "action": { "payload": { "a": 1 }, "target": "x" } }], "payload": null,
                                "then": { "patch": [1] }, "result": "text" });
        hide_payloads(&mut value);
        let hidden = json!({ "hidden": true });
        let expected = json!({ "items": [{ "action": { "payload": hidden, "target": "x" } }], "payload": null,
                               "then": { "patch": hidden }, "result": hidden });
        assert_eq!(value, expected);
    }
}
