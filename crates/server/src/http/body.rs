//! Reads and writes JSON bodies. A body is limited in length, depth and time, and every error names the
//! location.

use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use refrain_cli::text::nearest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::app::App;
use super::problem::Problem;
use super::problem_code::ProblemCode;
use super::query::expected_range;
use super::unique_keys;
use crate::input::serde_problem::{SerdeProblem, SerdeReason};

/// Maximum time for a body to arrive.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(30);

/// Exclusive upper bound, 2^63, below which a number with a decimal point is read as a 64-bit integer.
const INTEGER_END: f64 = 9_223_372_036_854_775_808.0;

/// A JSON body.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let bytes = read(request, app).await?;
        from_slice(&bytes, app.limits().depth).map(Self)
    }
}

/// A JSON body that may be null or absent.
pub(crate) struct OptionalJson<T>(pub(crate) T);

impl<T: DeserializeOwned + Default> FromRequest<App> for OptionalJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let has_type = request.headers().contains_key(header::CONTENT_TYPE);
        if !has_type {
            let bytes = read_bytes(request, app).await?;
            return if bytes.is_empty() { Ok(Self(T::default())) } else { Err(wrong_type("none")) };
        }
        let bytes = read(request, app).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        let given: Option<T> = from_slice(&bytes, app.limits().depth)?;
        Ok(Self(given.unwrap_or_default()))
    }
}

async fn read(request: Request, app: &App) -> Result<Bytes, Problem> {
    check_type(request.headers())?;
    read_bytes(request, app).await
}

pub(crate) async fn read_bytes(request: Request, app: &App) -> Result<Bytes, Problem> {
    let bytes_max = app.limits().body_bytes;
    let too_large = || Problem::new(ProblemCode::TooLarge, format!("the body has more than {bytes_max} bytes"));
    let said = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if said.is_some_and(|length: usize| length > bytes_max) {
        return Err(too_large());
    }
    let arrival = tokio::time::timeout(ARRIVAL_TIMEOUT, to_bytes(request.into_body(), bytes_max)).await;
    match arrival {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_length_limit(&error) => Err(too_large()),
        Ok(Err(_)) => Err(Problem::new(ProblemCode::BadBody, "the body ended before it was complete")),
        Err(_) => Err(Problem::new(
            ProblemCode::BodyTooSlow,
            format!("the body took longer than {} seconds", ARRIVAL_TIMEOUT.as_secs()),
        )),
    }
}

/// Checks the range of a number in a body, which begins at 1.
pub(crate) fn within(name: &str, given: u32, most: u32) -> Result<u32, Problem> {
    if (1..=most).contains(&given) {
        return Ok(given);
    }
    Err(Problem::new(ProblemCode::OutOfRange, expected_range(name, most, given)).at_path(name))
}

fn is_length_limit(error: &axum::Error) -> bool {
    std::error::Error::source(error).is_some_and(<dyn std::error::Error>::is::<http_body_util::LengthLimitError>)
}

fn check_type(headers: &HeaderMap) -> Result<(), Problem> {
    let Some(given) = headers.get(header::CONTENT_TYPE) else { return Err(wrong_type("none")) };
    let given = given.to_str().unwrap_or("a value that is not text");
    let essence = given.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_json = essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"));
    if is_json { Ok(()) } else { Err(wrong_type(given)) }
}

fn wrong_type(given: &str) -> Problem {
    let shown: String = given.chars().take(60).collect();
    let detail = format!("the body must be application/json, but its type is {shown}");
    Problem::new(ProblemCode::WrongMediaType, detail).with_hint("send the header `Content-Type: application/json`")
}

/// Reads JSON text of at most `depth_max` levels. The target type has fields, so the body must be an object:
/// serde would also accept a list.
pub(crate) fn from_slice<T: DeserializeOwned>(bytes: &[u8], depth_max: usize) -> Result<T, Problem> {
    check_depth(bytes, depth_max)?;
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(Problem::new(ProblemCode::BadBody, "the body must be an object, not a list"));
    }
    unique_keys::check(bytes)?;
    read_text(bytes).or_else(|error| match (error, serde_json::from_slice(bytes)) {
        // The body is valid JSON: serde reports a null in place of a name as a syntax error.
        (TextError::Syntax(_), Ok(value)) => read_value(&value),
        (TextError::Data(problem), Ok(value)) => read_with_integers(&value, problem),
        (TextError::Syntax(problem) | TextError::Data(problem), Err(_)) => Err(problem),
    })
}

/// Reads a rejected value again if it contains integers with a decimal point: in JSON, 3.0 is as much an
/// integer as 3.
fn read_with_integers<T: DeserializeOwned>(value: &Value, refusal: Problem) -> Result<T, Problem> {
    let whole = with_integers(value.clone());
    if whole == *value { Err(refusal) } else { read_value(&whole) }
}

/// Returns the value with its integers written without a decimal point. Payloads belong to the caller and
/// stay unchanged.
fn with_integers(value: Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
            Some(float)
                if !number.is_i64() && !number.is_u64() && float.fract() == 0.0 && float.abs() < INTEGER_END =>
            {
                (float as i64).into()
            }
            Some(_) | None => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(with_integers).collect(),
        Value::Object(fields) => fields.into_iter().map(integer_field).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => value,
    }
}

fn integer_field((name, value): (String, Value)) -> (String, Value) {
    let value = if name == "payload" { value } else { with_integers(value) };
    (name, value)
}

/// Reason why a text cannot be read.
enum TextError {
    /// The text is not JSON.
    Syntax(Problem),
    /// A value in the text does not fit.
    Data(Problem),
}

fn read_text<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, TextError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        unreadable(error.inner(), &path)
    })?;
    reader.end().map_err(|error| unreadable(&error, ""))?;
    Ok(value)
}

/// Reads a value that is already parsed.
pub(crate) fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, Problem> {
    read_value(value).or_else(|problem| read_with_integers(value, problem))
}

fn read_value<T: DeserializeOwned>(value: &Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        unfit(error.inner()).at_path(path)
    })
}

fn unreadable(error: &serde_json::Error, path: &str) -> TextError {
    if error.is_data() {
        TextError::Data(unfit(error).at_path(path))
    } else {
        TextError::Syntax(Problem::new(ProblemCode::BadJson, format!("the body is not JSON: {error}")).at_path(path))
    }
}

/// Returns the problem of a value that does not fit. A name that does not exist has a hint with the nearest one.
fn unfit(error: &serde_json::Error) -> Problem {
    let detail = error.to_string();
    let refused = SerdeProblem::parse(&detail);
    let near = nearest(refused.subject, refused.expected.iter().copied());
    let hint = near.filter(|_| !refused.subject.is_empty()).map(|near| format!("did you mean `{near}`?"));
    let mut problem = Problem::new(ProblemCode::BadBody, detail.as_str());
    problem.hint = hint;
    if refused.reason == SerdeReason::UnknownField { problem.with_unknown_field() } else { problem }
}

/// Checks the nesting depth by counting brackets outside of strings. The parser checks that they match.
fn check_depth(bytes: &[u8], depth_max: usize) -> Result<(), Problem> {
    let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
    for byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b'{' | b'[' if !is_text => {
                depth += 1;
                if depth > depth_max {
                    let detail = format!("the body is nested more than {depth_max} levels deep");
                    return Err(Problem::new(ProblemCode::TooDeep, detail));
                }
            }
            b'}' | b']' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_ignores_brackets_in_strings() {
        assert!(check_depth(br#"{"a": ["[[[[[[", "\"[[[["]}"#, 2).is_ok());
        assert_eq!(check_depth(b"[[[", 2).unwrap_err().code, "too_deep");
        assert!(check_depth(b"[[],[],[]]", 2).is_ok());
    }

    #[test]
    fn errors_name_the_location() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Inner {
            n: u8,
        }
        type Outer = std::collections::BTreeMap<String, Inner>;
        let wrong = from_slice::<Outer>(br#"{"a": {"n": 300}}"#, 8).unwrap_err();
        assert_eq!((wrong.code.as_str(), wrong.path.as_deref()), ("bad_body", Some("a.n")));
        let wrong = from_slice::<Outer>(br#"{"a": {"m": 3}}"#, 8).unwrap_err();
        assert!(wrong.detail.contains("unknown field `m`"), "{wrong:?}");
        assert_eq!((wrong.path.as_deref(), wrong.hint.as_deref()), (Some("a.m"), Some("did you mean `n`?")));
        assert_eq!(from_slice::<Outer>(br#"{"a": "#, 8).unwrap_err().code, "bad_json");
        type Names = std::collections::BTreeMap<String, refrain::model::Overlap>;
        let wrong = from_slice::<Names>(br#"{"a": null}"#, 8).unwrap_err();
        assert_eq!((wrong.code.as_str(), wrong.path.as_deref()), ("bad_body", Some("a")));
        assert_eq!(from_slice::<Outer>(b"{} {}", 8).unwrap_err().code, "bad_json");
        assert_eq!(from_slice::<Outer>(br#"{"a": {"n": 3.0}}"#, 8).unwrap()["a"].n, 3);
        type Numbers = std::collections::BTreeMap<String, i64>;
        let numbers = from_slice::<Numbers>(br#"{"a": -9007199254740991.0, "b": 1e18}"#, 8).unwrap();
        assert_eq!((numbers["a"], numbers["b"]), (-9_007_199_254_740_991, 1_000_000_000_000_000_000));
        assert_eq!(from_slice::<Numbers>(br#"{"a": 1e19}"#, 8).unwrap_err().code, "bad_body");
        assert_eq!(from_slice::<Outer>(br#"{"a": {"n": 3.5}}"#, 8).unwrap_err().code, "bad_body");
        assert_eq!(from_slice::<Outer>(b" [1]", 8).unwrap_err().code, "bad_body");
    }
}
