//! Why a command failed, and the exit code of each reason.

use std::fmt;
use std::io;

use refrain_client::ClientError;

use crate::problem::Problems;

/// Exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// The command did what was asked.
    Ok = 0,
    /// The command failed.
    Failure = 1,
    /// The arguments, a file or a value is invalid.
    Usage = 2,
    /// What the command names does not exist.
    NotFound = 3,
    /// Something has changed meanwhile, or already exists.
    Conflict = 4,
    /// The server cannot be reached, or cannot answer now.
    Unavailable = 5,
    /// A dry run found something to change.
    WouldChange = 10,
    /// The command was interrupted.
    Interrupted = 130,
}

/// Reason why a command failed.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    /// The message without `error:`. Empty if the command has already said what is wrong.
    message: String,
    hint: Option<String>,
}

impl Failure {
    /// Creates a failure with a message.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into(), hint: None }
    }

    /// Creates a failure of a command that has already printed what is wrong.
    pub fn silent(exit: Exit) -> Self {
        Self::new(exit, "")
    }

    /// Creates a failure for invalid arguments.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// Creates a failure for a response that cannot be read.
    pub fn unreadable(error: &serde_json::Error) -> Self {
        Self::new(Exit::Failure, format!("the response of the server cannot be read: {error}"))
            .with_hint("use `-o json` to see the response, or a program of the server's version")
    }

    /// Adds a hint.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Names the server, if the failure is that it cannot be reached.
    #[must_use]
    pub fn at_server(self, url: &str) -> Self {
        if self.exit != Exit::Unavailable {
            return self;
        }
        Self { message: format!("{} ({url})", self.message.trim_end()), ..self }
    }

    /// Names the object that the failure is about, unless the message does.
    #[must_use]
    pub(crate) fn about(self, name: &str) -> Self {
        let is_named = self.message.is_empty() || self.message.contains(name);
        if is_named { self } else { Self { message: format!("{name}: {}", self.message), ..self } }
    }

    /// Returns the exit code.
    pub fn exit(&self) -> Exit {
        self.exit
    }
}

/// The text for standard error.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.message.is_empty() {
            return Ok(());
        }
        let is_prefixed = self.message.starts_with("error");
        writeln!(f, "{}{}", if is_prefixed { "" } else { "error: " }, self.message.trim_end())?;
        self.hint.as_ref().map_or(Ok(()), |hint| writeln!(f, "hint: {hint}"))
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        let exit = match error.status() {
            _ if error.is_not_found() => Exit::NotFound,
            _ if error.is_conflict() => Exit::Conflict,
            _ if error.is_unavailable() => Exit::Unavailable,
            Some(400) => Exit::Usage,
            Some(_) | None => Exit::Failure,
        };
        // The server's hint is about headers.
        let has_no_key = error.code() == Some("unauthenticated");
        let hint = error.hint().filter(|_| !has_no_key).map(str::to_owned).or_else(|| default_hint(&error));
        Self { exit, message: message(&error), hint }
    }
}

fn message(error: &ClientError) -> String {
    let Some(problem) = error.problem() else { return error.to_string() };
    let detail = problem.detail.trim_end_matches('.');
    match problem.path.as_deref() {
        Some(path) => format!("{path}: {detail}"),
        None => detail.to_owned(),
    }
}

fn default_hint(error: &ClientError) -> Option<String> {
    if error.is_unauthorized() {
        return Some("name a key with --key, REFRAIN_KEY or `refrain context add`".to_owned());
    }
    let is_away = error.is_unavailable() && error.status().is_none();
    is_away.then(|| {
        "check --server, REFRAIN_URL or `refrain context list`; start a server with `refrain serve`".to_owned()
    })
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::usage(problems.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::new(Exit::Failure, format!("the output could not be written: {error}"))
    }
}
