//! Return values of handlers, and their conversion into an [`Outcome`].

use std::error::Error;
use std::fmt;

use super::Outcome;
use crate::model::Target;

/// Any error that a handler may return. A run that fails with it is retried, unless its chain of sources
/// contains a [`Reject`].
pub type Failure = Box<dyn Error + Send + Sync>;

/// Return value of a successful handler: nothing, the object it created, or any outcome.
#[diagnostic::on_unimplemented(
    message = "a handler cannot return `{Self}` on success",
    label = "the success type of the returned `Result` is `{Self}`",
    note = "return `Ok` with `()`, `Target`, `Option<Target>` or `Outcome`"
)]
pub trait IntoOutcome: Send {
    /// Converts the value into an outcome.
    fn into_outcome(self) -> Outcome;
}

impl IntoOutcome for () {
    fn into_outcome(self) -> Outcome {
        Outcome::DELIVERED
    }
}

impl IntoOutcome for Target {
    fn into_outcome(self) -> Outcome {
        Outcome::made(self)
    }
}

impl IntoOutcome for Option<Target> {
    fn into_outcome(self) -> Outcome {
        self.map_or(Outcome::DELIVERED, Outcome::made)
    }
}

impl IntoOutcome for Outcome {
    fn into_outcome(self) -> Outcome {
        self
    }
}

/// Return value of a handler: a `Result` of any [`IntoOutcome`] and any error.
#[diagnostic::on_unimplemented(
    message = "a handler must return a `Result`, found `{Self}`",
    label = "expected a function that returns `Result<T, E>`",
    note = "a handler is an `async fn(RunContext, P) -> Result<T, E>`, for example with `T = ()` and `E = Failure`",
    note = "a handler of the ledger's own database has a connection or a transaction as its third parameter"
)]
pub trait HandlerResult {
    /// Converts the result into an outcome. An error is retried unless it contains a [`Reject`].
    fn into_outcome(self) -> Outcome;
}

impl<T: IntoOutcome, E: Into<Failure>> HandlerResult for Result<T, E> {
    fn into_outcome(self) -> Outcome {
        match self {
            Ok(value) => value.into_outcome(),
            Err(error) => failed(&*error.into()),
        }
    }
}

/// A failure that a retry cannot change.
///
/// ```
/// use refrain::{Failure, Reject, RunContext};
///
/// async fn charge(_context: RunContext, customer: String) -> Result<(), Failure> {
///     let number: u64 = customer.parse().map_err(Reject::because)?; // never a number: not retried
///     let _file = std::fs::read(format!("{number}.json"))?; // may exist later: retried
///     Ok(())
/// }
/// ```
#[derive(Debug)]
pub struct Reject {
    message: String,
    source: Option<Failure>,
}

impl Reject {
    /// Creates a rejection with a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), source: None }
    }

    /// Creates a rejection from an error.
    pub fn because(error: impl Into<Failure>) -> Self {
        let source = error.into();
        Self { message: source.to_string(), source: Some(source) }
    }
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Reject {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        // The message of the source is this error's own message; only the sources behind it are new.
        self.source.as_ref().and_then(|source| source.source())
    }
}

fn failed(error: &(dyn Error + 'static)) -> Outcome {
    let (message, is_rejected) = describe_error(error);
    if is_rejected { Outcome::rejected(message) } else { Outcome::retryable(message) }
}

/// Returns the message of an error with those of all its sources, and whether a [`Reject`] is among them.
pub(crate) fn describe_error(error: &(dyn Error + 'static)) -> (String, bool) {
    let mut message = error.to_string();
    let mut is_rejected = error.is::<Reject>();
    let mut next = error.source();
    while let Some(source) = next {
        is_rejected |= source.is::<Reject>();
        let text = source.to_string();
        // Many errors repeat the message of their source.
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        next = source.source();
    }
    (message, is_rejected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(result: impl HandlerResult) -> Outcome {
        result.into_outcome()
    }

    #[derive(Debug, thiserror::Error)]
    #[error("the order could not be sent")]
    struct Outer(#[source] Failure);

    #[test]
    fn an_error_is_retried_with_each_source_once() {
        let inner = std::io::Error::other("the disk is full");
        let outer: Result<(), Outer> = Err(Outer(inner.into()));
        assert_eq!(outcome(outer), Outcome::retryable("the order could not be sent: the disk is full"));
        let text: Result<(), &str> = Err("no");
        assert_eq!(outcome(text), Outcome::retryable("no"));
    }

    #[test]
    fn a_reject_anywhere_in_the_chain_is_not_tried_again() {
        let plain: Result<(), Reject> = Err(Reject::new("no such customer"));
        assert_eq!(outcome(plain), Outcome::rejected("no such customer"));
        let boxed: Result<(), Failure> = Err(Reject::because("bad".parse::<u64>().unwrap_err()).into());
        assert_eq!(outcome(boxed), Outcome::rejected("invalid digit found in string"));
        let wrapped: Result<(), Outer> = Err(Outer(Reject::new("no such customer").into()));
        assert_eq!(outcome(wrapped), Outcome::rejected("the order could not be sent: no such customer"));
    }

    #[test]
    fn a_success_may_return_a_target() {
        let target = Target { kind: "invoice".to_owned(), id: "7".to_owned() };
        let made: Result<Target, Reject> = Ok(target.clone());
        assert_eq!(outcome(made), Outcome::made(target));
        let perhaps: Result<Option<Target>, Reject> = Ok(None);
        assert_eq!(outcome(perhaps), Outcome::DELIVERED);
        let any: Result<Outcome, Reject> = Ok(Outcome::rejected("x"));
        assert_eq!(outcome(any), Outcome::rejected("x"));
    }
}
