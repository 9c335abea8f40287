//! Responses of the server: read by this program, and shown as the server sent them.

use refrain_client::{Call, Operation};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::exit::{Exit, Failure};
use crate::session::Outcome;

/// Sends a request, and returns the response with the fields that this program does not know.
pub(super) async fn value<O: Operation>(call: Call<O>) -> Result<Value, Failure> {
    let response = call.response().await?;
    serde_json::from_slice(response.body()).map_err(|error| Failure::unreadable(&error))
}

/// Reads a value of a response.
pub(super) fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Failure> {
    T::deserialize(value).map_err(|error| Failure::unreadable(&error))
}

/// Returns the failure of one of several changes in one request, by the code of its problem.
pub(super) fn refused(code: &str, detail: &str) -> Failure {
    let exit = match code {
        "not_found" => Exit::NotFound,
        "conflict" | "exists" | "illegal_move" | "canceled" | "declared" | "lease_lost" => Exit::Conflict,
        code if code.starts_with("bad_") || code == "out_of_range" => Exit::Usage,
        _ => Exit::Failure,
    };
    Failure::new(exit, detail.trim_end_matches('.'))
}

/// Reports the failures of several changes together, with the exit code of the first one.
pub(super) fn all_done(failures: &[Failure]) -> Outcome {
    let Some(first) = failures.first() else { return Ok(()) };
    Err(Failure::new(first.exit(), failures.iter().map(ToString::to_string).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_reported_together_with_the_exit_code_of_the_first() {
        assert!(all_done(&[]).is_ok());
        let failures = [refused("not_found", "a does not exist."), refused("forbidden", "no").with_hint("ask")];
        let failure = all_done(&failures).unwrap_err();
        assert_eq!(failure.exit(), Exit::NotFound);
        assert_eq!(failure.to_string(), "error: a does not exist\nerror: no\nhint: ask\n");
    }
}
