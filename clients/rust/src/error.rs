//! Errors of a request.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::types::Problem;

/// Maximum number of characters of an unexpected response in an error message.
const SHOWN_MAX: usize = 200;

/// Error of a request: the server refused it, could not be reached, or sent an unreadable response.
///
/// ```no_run
/// # async fn example(client: refrain_client::Client) -> Result<(), refrain_client::ClientError> {
/// match client.get_schedule("digest").await {
///     Ok(schedule) => println!("{}", schedule.status),
///     Err(error) if error.is_not_found() => println!("there is no such schedule"),
///     Err(error) => return Err(error),
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct ClientError(Arc<Kind>);

#[derive(Debug)]
enum Kind {
    /// The request could not be built.
    Invalid { message: String },
    /// There was no response.
    Unanswered { message: String, is_timeout: bool, was_sent: bool, source: Option<reqwest::Error> },
    /// The server refused the request.
    Refused(Box<Refusal>),
    /// The response cannot be read.
    Unreadable { message: String, status: u16, request_id: Option<String> },
}

/// A response that is not a success.
#[derive(Debug)]
struct Refusal {
    status: u16,
    problem: Option<Problem>,
    /// Beginning of the body, in case it is no problem document.
    text: String,
    request_id: Option<String>,
    retry_after: Option<Duration>,
}

impl ClientError {
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self(Arc::new(Kind::Invalid { message: message.into() }))
    }

    /// Creates the error of a request without a response.
    pub(crate) fn unanswered(error: reqwest::Error) -> Self {
        let (is_timeout, was_sent) = (error.is_timeout(), !error.is_connect());
        // The URL may contain secrets in its query, and the caller knows it anyway.
        let error = error.without_url();
        let message = match (is_timeout, was_sent) {
            (true, _) => "the server did not answer in time",
            (false, true) => "the connection ended before the response",
            (false, false) => "the server cannot be reached",
        };
        Self(Arc::new(Kind::Unanswered { message: message.to_owned(), is_timeout, was_sent, source: Some(error) }))
    }

    /// Creates the error of a stream that went silent.
    pub(crate) fn silent() -> Self {
        let message = "the server sent nothing for too long".to_owned();
        Self(Arc::new(Kind::Unanswered { message, is_timeout: true, was_sent: true, source: None }))
    }

    /// Creates the error of a response that is not a success.
    pub(crate) fn refused(status: u16, body: &[u8], request_id: Option<String>, retry_after: Option<Duration>) -> Self {
        let problem = serde_json::from_slice(body).ok();
        let text = String::from_utf8_lossy(body).chars().take(SHOWN_MAX).collect();
        Self(Arc::new(Kind::Refused(Box::new(Refusal { status, problem, text, request_id, retry_after }))))
    }

    /// Creates the error of a successful response that cannot be read.
    pub(crate) fn unreadable(message: String, status: u16, request_id: Option<String>) -> Self {
        Self(Arc::new(Kind::Unreadable { message, status, request_id }))
    }

    fn refusal(&self) -> Option<&Refusal> {
        match &*self.0 {
            Kind::Refused(refusal) => Some(refusal),
            Kind::Invalid { .. } | Kind::Unanswered { .. } | Kind::Unreadable { .. } => None,
        }
    }

    /// Returns the status of the response, if there was one.
    pub fn status(&self) -> Option<u16> {
        match &*self.0 {
            Kind::Refused(refusal) => Some(refusal.status),
            Kind::Unreadable { status, .. } => Some(*status),
            Kind::Invalid { .. } | Kind::Unanswered { .. } => None,
        }
    }

    /// Returns the problem document: code, detail, hint, and the place in the request that it is about.
    pub fn problem(&self) -> Option<&Problem> {
        self.refusal()?.problem.as_ref()
    }

    /// Returns the stable code of the problem, such as `lease_lost`.
    pub fn code(&self) -> Option<&str> {
        self.problem().map(|problem| problem.code.as_str())
    }

    /// Returns the explanation of the problem.
    pub fn detail(&self) -> Option<&str> {
        self.problem().map(|problem| problem.detail.as_str())
    }

    /// Returns the suggested remedy.
    pub fn hint(&self) -> Option<&str> {
        self.problem()?.hint.as_deref()
    }

    /// Returns the place in the body that the problem is about, such as `action.provider`.
    pub fn path(&self) -> Option<&str> {
        self.problem()?.path.as_deref()
    }

    /// Returns the position in the invalid text, counted in characters from 1.
    pub fn column(&self) -> Option<u64> {
        self.problem()?.column
    }

    /// Returns the ID of the request in the logs and the audit log of the server.
    pub fn request_id(&self) -> Option<&str> {
        match &*self.0 {
            Kind::Refused(refusal) => refusal.request_id.as_deref(),
            Kind::Unreadable { request_id, .. } => request_id.as_deref(),
            Kind::Invalid { .. } | Kind::Unanswered { .. } => None,
        }
    }

    /// Returns how long the server asks the caller to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        self.refusal()?.retry_after
    }

    /// Returns whether the resource does not exist, or belongs to another tenant (404).
    pub fn is_not_found(&self) -> bool {
        self.status() == Some(404)
    }

    /// Returns whether the request conflicts with the stored state (409), or a precondition failed (412).
    pub fn is_conflict(&self) -> bool {
        matches!(self.status(), Some(409 | 412))
    }

    /// Returns whether the key is missing, unknown, expired or revoked (401).
    pub fn is_unauthorized(&self) -> bool {
        self.status() == Some(401)
    }

    /// Returns whether the key does not allow the operation (403).
    pub fn is_forbidden(&self) -> bool {
        self.status() == Some(403)
    }

    /// Returns whether the request is invalid (400), or could not be built.
    pub fn is_invalid(&self) -> bool {
        self.status() == Some(400) || matches!(&*self.0, Kind::Invalid { .. })
    }

    /// Returns whether a limit is reached (429).
    pub fn is_limited(&self) -> bool {
        self.status() == Some(429)
    }

    /// Returns whether the server cannot be reached or cannot work at the moment (502, 503, 504). The same request
    /// may succeed later. Its effect is unknown unless it was refused before it was processed.
    pub fn is_unavailable(&self) -> bool {
        matches!(&*self.0, Kind::Unanswered { .. }) || matches!(self.status(), Some(502..=504))
    }

    /// Returns whether the server did not answer within the timeout.
    pub fn is_timeout(&self) -> bool {
        matches!(&*self.0, Kind::Unanswered { is_timeout: true, .. })
    }

    /// Returns whether the request was certainly not processed.
    pub(crate) fn is_unsent(&self) -> bool {
        matches!(&*self.0, Kind::Unanswered { was_sent: false, .. })
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Invalid { message } | Kind::Unanswered { message, .. } => f.write_str(message),
            Kind::Unreadable { message, .. } => write!(f, "the response cannot be read: {message}"),
            Kind::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(problem) = &self.problem else {
            return write!(f, "the server answered {}: {:?}", self.status, self.text);
        };
        write!(f, "{} ({} {}", problem.detail, self.status, problem.code)?;
        if let Some(path) = &problem.path {
            write!(f, " at {path}")?;
        }
        if let Some(column) = problem.column {
            write!(f, ", column {column}")?;
        }
        f.write_str(")")?;
        problem.hint.as_ref().map_or(Ok(()), |hint| write!(f, "; hint: {hint}"))
    }
}

impl fmt::Debug for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &*self.0 {
            Kind::Unanswered { source, .. } => source.as_ref().map(|error| error as &(dyn Error + 'static)),
            Kind::Invalid { .. } | Kind::Refused(_) | Kind::Unreadable { .. } => None,
        }
    }
}
