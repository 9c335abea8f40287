//! Errors of requests that got no response. The URL is never part of an error message: it may contain secrets.

use std::error::Error as _;

use super::guard::Refused;

/// Reason why there is no response.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The request may not go to this address.
    Refused(Refused),
    /// No connection was made, so the receiver did not see the request.
    Unreachable(String),
    /// The connection ended before a response arrived; whether the receiver saw the request is unknown.
    CutOff(String),
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// Converts an error of the HTTP client.
pub(super) fn of(error: reqwest::Error) -> Trouble {
    let error = error.without_url();
    let is_connect = error.is_connect();
    let is_timeout = error.is_timeout();
    let mut texts: Vec<String> = Vec::new();
    let mut cause = error.source();
    while let Some(inner) = cause {
        if let Some(refused) = inner.downcast_ref::<Refused>() {
            return Trouble::Refused(refused.clone());
        }
        let text = inner.to_string();
        // Some errors repeat the text of their cause, and the client's own error only says that there is a
        // cause.
        if !text.starts_with("client error") && !texts.iter().any(|told| told.contains(&text)) {
            texts.push(text);
        }
        cause = inner.source();
    }
    let told = if texts.is_empty() { error.to_string() } else { texts.join(": ") };
    match (is_connect, is_timeout) {
        (true, true) => Trouble::Unreachable("no connection was made in time".to_owned()),
        (true, false) => Trouble::Unreachable(format!("no connection: {told}")),
        (false, _) => Trouble::CutOff(format!("no response: {told}")),
    }
}
