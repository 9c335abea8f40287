//! Handlers whose effect lives in the ledger's own database: effect and settlement are one transaction.
//!
//! Invariant: an effect stays if and only if its occurrence was settled as generated under the lease of that very attempt.
//! Whatever else comes of the attempt, its effect is taken back and the worker settles it as any other.

use std::panic::resume_unwind;
use std::sync::Arc;

use jiff::Timestamp;
use serde::de::DeserializeOwned;

use super::answer::{Answer, Failure, outcome};
use super::context::RunContext;
use super::handler::{Called, Handlers, read};
use super::{OwnEnding, Run};
use crate::clock::Clock;
use crate::completion::settlement;
use crate::outcome::Outcome;
use crate::store::effect::Owed;
#[cfg(feature = "postgres")]
use crate::store::postgres::{Postgres, PostgresTransaction};
#[cfg(feature = "sqlite")]
use crate::store::sqlite::{Sqlite, rusqlite::Connection};
use crate::store::{Ending, StoreError, Undone};

impl Handlers {
    /// Adds a handler whose effect is in the ledger's file.
    #[cfg(feature = "sqlite")]
    pub fn add_sqlite<P, F, T, E>(&self, name: impl Into<String>, store: Arc<Sqlite>, clock: Arc<dyn Clock>, handler: F)
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(&RunContext, P, &Connection) -> Result<T, E> + Send + Sync + 'static,
        T: Answer + 'static,
        E: Into<Failure> + 'static,
    {
        let handler = Arc::new(handler);
        let call = move |run: Run| -> Called {
            let (handler, store, clock) = (Arc::clone(&handler), Arc::clone(&store), Arc::clone(&clock));
            Box::pin(async move {
                let payload = match read::<P>(&run) {
                    Ok(payload) => payload,
                    Err(rejected) => return rejected,
                };
                let own = run.own.clone();
                let work = move |conn: &Connection| {
                    // It may have waited long for the writer, and nobody can stop it once it has begun.
                    if run.cancel.is_cancelled() {
                        return Err(Outcome::retryable("it was asked to stop before it began"));
                    }
                    let context = RunContext::new(run.clone());
                    owed(&run, outcome(handler(&context, payload, conn)), clock.now())
                };
                ended(&own, store.settle_with(work).await)
            })
        };
        self.insert::<P>(name.into(), Arc::new(call));
    }

    /// Adds a handler whose effect is in the ledger's PostgreSQL database.
    #[cfg(feature = "postgres")]
    pub fn add_postgres<P, F, Fut, T, E>(
        &self,
        name: impl Into<String>,
        store: Arc<Postgres>,
        clock: Arc<dyn Clock>,
        handler: F,
    ) where
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P, PostgresTransaction) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Answer + 'static,
        E: Into<Failure> + 'static,
    {
        let handler = Arc::new(handler);
        let call = move |run: Run| -> Called {
            let (handler, store, clock) = (Arc::clone(&handler), Arc::clone(&store), Arc::clone(&clock));
            Box::pin(async move {
                let payload = match read::<P>(&run) {
                    Ok(payload) => payload,
                    Err(rejected) => return rejected,
                };
                let own = run.own.clone();
                let work = move |transaction| async move {
                    let context = RunContext::new(run.clone());
                    let outcome = outcome(handler(context, payload, transaction).await);
                    owed(&run, outcome, clock.now())
                };
                ended(&own, store.settle_with(work).await)
            })
        };
        self.insert::<P>(name.into(), Arc::new(call));
    }
}

/// What is settled together with the effect. Only what was delivered is; anything else gives the effect up.
fn owed(run: &Run, outcome: Outcome, now: Timestamp) -> Result<Owed, Outcome> {
    match outcome.fit_to_keep(now) {
        Outcome::Delivered { target, work } => {
            let ending = Ending::Generated { target, message: None };
            run.own.ask(ending.clone(), now);
            Ok((settlement(&run.occurrence, Some(&run.definition), ending, work, now), now))
        }
        given_up @ (Outcome::Skipped { .. }
        | Outcome::Retryable { .. }
        | Outcome::Rejected { .. }
        | Outcome::Delayed { .. }) => Err(given_up),
    }
}

/// What the worker is told.
fn ended(own: &OwnEnding, done: Result<(), Undone<Outcome>>) -> Outcome {
    match done {
        Ok(()) => {
            own.hold();
            Outcome::DELIVERED
        }
        Err(Undone::GaveUp(outcome)) => outcome,
        // The worker knows what becomes of a run that panics.
        Err(Undone::Panicked(panic)) => resume_unwind(panic),
        Err(Undone::Refused(_)) => Outcome::retryable("its lease was lost before its effect could be settled"),
        // Another attempt would have the effect again.
        Err(Undone::Ended) => Outcome::rejected("the handler ended the transaction that it was given"),
        // The worker's own settlement is refused by the ledger if the commit held, and by nothing else.
        Err(Undone::Store(error @ StoreError::Unknown(_))) => {
            Outcome::retryable(format!("its commit was not answered: {error}"))
        }
        Err(Undone::Store(error)) => Outcome::retryable(format!("its effect could not be committed: {error}")),
    }
}
