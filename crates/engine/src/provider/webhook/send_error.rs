//! Errors of requests that got no response. The URL is never part of an error message: it may contain secrets.

use std::error::Error as _;

use super::guard::GuardError;

/// Reason why there is no response.
#[derive(Debug)]
pub(super) enum SendError {
    /// The request may not go to this address.
    GuardError(GuardError),
    /// No connection was made, so the receiver did not see the request.
    Unreachable(String),
    /// The connection ended before a response arrived; whether the receiver saw the request is unknown.
    CutOff(String),
}

impl From<GuardError> for SendError {
    fn from(refused: GuardError) -> Self {
        Self::GuardError(refused)
    }
}

/// Converts an error of the HTTP client.
pub(super) fn of(error: reqwest::Error) -> SendError {
    let error = error.without_url();
    let is_connect = error.is_connect();
    let is_timeout = error.is_timeout();
    let mut texts: Vec<String> = Vec::new();
    let mut cause = error.source();
    while let Some(inner) = cause {
        if let Some(refused) = inner.downcast_ref::<GuardError>() {
            return SendError::GuardError(refused.clone());
        }
        let text = inner.to_string();
        // Some errors repeat the text of their cause, and the client's own error only says that there is a
        // cause.
        if !text.starts_with("client error") && !texts.iter().any(|reported| reported.contains(&text)) {
            texts.push(text);
        }
        cause = inner.source();
    }
    let reported = if texts.is_empty() { error.to_string() } else { texts.join(": ") };
    match (is_connect, is_timeout) {
        (true, true) => SendError::Unreachable("no connection was made in time".to_owned()),
        (true, false) => SendError::Unreachable(format!("no connection: {reported}")),
        (false, _) => SendError::CutOff(format!("no response: {reported}")),
    }
}
