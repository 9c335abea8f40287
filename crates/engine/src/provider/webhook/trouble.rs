//! What went wrong with a request that got no answer. The URL is never part of what is told: it may hold secrets.

use std::error::Error as _;

use super::guard::Refused;

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It may not go there.
    Refused(Refused),
    /// There was no connection, so nobody has seen it.
    Unreachable(String),
    /// The connection ended before an answer came; whether it was seen is not known.
    CutOff(String),
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// What an error of the client means.
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
        // Some say again what their cause says, and the client's own says only that there is one.
        if !text.starts_with("client error") && !texts.iter().any(|told| told.contains(&text)) {
            texts.push(text);
        }
        cause = inner.source();
    }
    let told = if texts.is_empty() { error.to_string() } else { texts.join(": ") };
    match (is_connect, is_timeout) {
        (true, true) => Trouble::Unreachable("no connection was made in time".to_owned()),
        (true, false) => Trouble::Unreachable(format!("no connection: {told}")),
        (false, _) => Trouble::CutOff(format!("no answer: {told}")),
    }
}
