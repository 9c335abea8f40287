//! A request, before it is sent.

use std::fmt::{Display, Write as _};

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::ClientError;

/// A request. An error in its parts is kept until it is sent, so that calls can be written as one chain.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Body,
    /// Whether a repeated request has the effect of one.
    pub(crate) is_repeatable: bool,
    /// Whether the server takes an idempotency key, which makes any request repeatable.
    pub(crate) takes_key: bool,
    /// Whether the operation waits by design.
    pub(crate) is_slow: bool,
    problem: Option<ClientError>,
}

/// Body of a request.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Empty,
    Fields(Map<String, Value>),
    Json(Vec<u8>),
    Text(String),
}

impl Request {
    pub(crate) fn new(method: Method, path: String) -> Self {
        Self {
            method,
            path,
            query: Vec::new(),
            headers: HeaderMap::new(),
            body: Body::Empty,
            is_repeatable: false,
            takes_key: false,
            is_slow: false,
            problem: None,
        }
    }

    /// Keeps an error until the request is sent.
    pub(crate) fn fail(&mut self, problem: String) {
        self.problem = Some(ClientError::invalid(problem));
    }

    /// Sets a query parameter. A parameter that is set again is replaced.
    pub(crate) fn set_query(&mut self, name: &str, value: impl Display) {
        self.query.retain(|(other, _)| other != name);
        self.query.push((name.to_owned(), value.to_string()));
    }

    /// Sets a header.
    pub(crate) fn set_header(&mut self, name: &str, value: &str) {
        match (HeaderName::try_from(name), HeaderValue::from_str(value)) {
            (Ok(name), Ok(value)) => drop(self.headers.insert(name, value)),
            (Ok(_) | Err(_), _) => {
                self.fail(format!("header {name} cannot have the value {value:?}: expected printable characters"));
            }
        }
    }

    /// Sets the media type of the body.
    pub(crate) fn set_media_type(&mut self, media_type: &'static str) {
        if !media_type.is_empty() {
            self.headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        }
    }

    /// Sets a field of a body whose fields are set one by one.
    pub(crate) fn set_field(&mut self, name: &str, value: impl Serialize) {
        match serde_json::to_value(value) {
            Ok(value) => drop(self.fields().insert(name.to_owned(), value)),
            Err(error) => self.fail(format!("field {name} is not JSON: {error}")),
        }
    }

    /// Returns the fields of a body whose fields are set one by one.
    pub(crate) fn fields(&mut self) -> &mut Map<String, Value> {
        if !matches!(self.body, Body::Fields(_)) {
            self.body = Body::Fields(Map::new());
        }
        match &mut self.body {
            Body::Fields(fields) => fields,
            Body::Empty | Body::Json(_) | Body::Text(_) => unreachable!("the body was just set to fields"),
        }
    }

    /// Sets the whole body.
    pub(crate) fn set_json(&mut self, body: &impl Serialize) {
        match serde_json::to_vec(body) {
            Ok(bytes) => self.body = Body::Json(bytes),
            Err(error) => self.fail(format!("the body is not JSON: {error}")),
        }
    }

    /// Returns the body as it is sent, or the first error in the parts of the request.
    pub(crate) fn body(&self) -> Result<Option<Vec<u8>>, ClientError> {
        if let Some(problem) = &self.problem {
            return Err(problem.clone());
        }
        Ok(match &self.body {
            Body::Empty => None,
            Body::Fields(fields) => Some(Value::Object(fields.clone()).to_string().into_bytes()),
            Body::Json(bytes) => Some(bytes.clone()),
            Body::Text(text) => Some(text.clone().into_bytes()),
        })
    }
}

/// Replaces the parameters of a path such as `/v1/schedules/{id}`, in order.
pub(crate) fn path(template: &str, arguments: &[&dyn Display]) -> String {
    let mut path = String::with_capacity(template.len());
    let mut arguments = arguments.iter();
    for (index, part) in template.split(['{', '}']).enumerate() {
        match index % 2 {
            0 => path.push_str(part),
            _ => arguments.next().into_iter().for_each(|argument| push_segment(&mut path, &argument.to_string())),
        }
    }
    path
}

/// Adds a segment of a path. Every character with a meaning in URLs is escaped.
fn push_segment(path: &mut String, segment: &str) {
    // Clients and proxies resolve these two segments, escaped or not, so the name would be lost.
    let is_relative = segment == "." || segment == "..";
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || (b"-._~".contains(&byte) && !is_relative) {
            path.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(path, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_a_path_are_escaped() {
        assert_eq!(path("/v1/holds/{name}", &[&"a/b ?#%ü"]), "/v1/holds/a%2Fb%20%3F%23%25%C3%BC");
        assert_eq!(
            path("/v1/schedules/{id}/revisions/{revision}", &[&"a.b-c_d~", &3]),
            "/v1/schedules/a.b-c_d~/revisions/3"
        );
    }

    #[test]
    fn a_parameter_that_is_set_again_is_replaced() {
        let mut request = Request::new(Method::GET, "/".to_owned());
        request.set_query("limit", 1);
        request.set_query("limit", 2);
        assert_eq!(request.query, [("limit".to_owned(), "2".to_owned())]);
    }

    #[test]
    fn an_invalid_header_is_an_error_of_the_request() {
        let mut request = Request::new(Method::GET, "/".to_owned());
        request.set_header("Idempotency-Key", "a\nb");
        assert!(request.body().unwrap_err().to_string().contains("Idempotency-Key"));
    }
}
