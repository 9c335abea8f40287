// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `problem`.

use serde::{Deserialize, Serialize};

/// An error. The request changed nothing, except that the effect of a request that returns 503 may be unknown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Problem {
    /// Type of the problem: the code as a URN.
    #[serde(rename = "type")]
    pub kind: String,
    /// Title of the HTTP status.
    pub title: String,
    /// HTTP status code. Maximum: 599.
    pub status: u32,
    /// Stable code for programs.
    pub code: String,
    /// Explanation of the error, with the value that caused it.
    pub detail: String,
    /// Position in the invalid text, counted in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The text of `detail` without the form of a sentence, only in responses of `/v1/recurring`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Suggested remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Location in the body, as a path such as `action.provider`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}
