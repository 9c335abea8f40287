//! Handlers whose effect is in the ledger's own database: effect and settlement share one transaction.
//!
//! Invariant: an effect is kept if and only if its occurrence was settled as succeeded under the lease of that
//! attempt. With any other outcome, the effect is rolled back and the worker settles the attempt as usual.

use std::panic::resume_unwind;
use std::sync::Arc;

use jiff::Timestamp;
use serde::de::DeserializeOwned;

use super::handler::{HandlerFuture, Handlers, Registration, read};
use crate::clock::Clock;
use crate::delivery::{Run, RunContext, SelfSettlement};
use crate::outcome::{HandlerResult, Outcome};
use crate::store::EffectSettlement;
#[cfg(feature = "postgres")]
use crate::store::postgres::{Postgres, PostgresTransaction};
#[cfg(feature = "sqlite")]
use crate::store::sqlite::{Sqlite, rusqlite::Connection};
use crate::store::{EffectError, Ending, StoreError};
use crate::timing::settlement;

impl Handlers {
    /// Adds a handler whose effect is in the ledger's SQLite file.
    #[cfg(feature = "sqlite")]
    pub fn add_sqlite<P, F, R>(
        &self,
        name: impl Into<String>,
        store: Arc<Sqlite>,
        clock: Arc<dyn Clock>,
        handler: F,
    ) -> Registration
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(&RunContext, P, &Connection) -> R + Send + Sync + 'static,
        R: HandlerResult,
    {
        let handler = Arc::new(handler);
        let call = move |run: Run| -> HandlerFuture {
            let (handler, store, clock) = (Arc::clone(&handler), Arc::clone(&store), Arc::clone(&clock));
            Box::pin(async move {
                let payload = match read::<P>(&run) {
                    Ok(payload) => payload,
                    Err(rejected) => return rejected,
                };
                let own = run.own.clone();
                let work = move |conn: &Connection| {
                    // The handler may have waited long for the writer, and cannot be stopped once it has
                    // started.
                    if run.cancel.is_cancelled() {
                        return Err(Outcome::retryable("the run was canceled before the handler started"));
                    }
                    let context = RunContext::new(run.clone());
                    settlement_for(&run, handler(&context, payload, conn).into_outcome(), clock.now())
                };
                ended(&own, store.settle_with(work).await)
            })
        };
        self.insert::<P>(name.into(), Arc::new(call))
    }

    /// Adds a handler whose effect is in the ledger's PostgreSQL database.
    #[cfg(feature = "postgres")]
    pub fn add_postgres<P, F, Fut>(
        &self,
        name: impl Into<String>,
        store: Arc<Postgres>,
        clock: Arc<dyn Clock>,
        handler: F,
    ) -> Registration
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P, PostgresTransaction) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: HandlerResult> + Send + 'static,
    {
        let handler = Arc::new(handler);
        let call = move |run: Run| -> HandlerFuture {
            let (handler, store, clock) = (Arc::clone(&handler), Arc::clone(&store), Arc::clone(&clock));
            Box::pin(async move {
                let payload = match read::<P>(&run) {
                    Ok(payload) => payload,
                    Err(rejected) => return rejected,
                };
                let own = run.own.clone();
                let work = move |transaction| async move {
                    let context = RunContext::new(run.clone());
                    let outcome = handler(context, payload, transaction).await.into_outcome();
                    settlement_for(&run, outcome, clock.now())
                };
                ended(&own, store.settle_with(work).await)
            })
        };
        self.insert::<P>(name.into(), Arc::new(call))
    }
}

/// Returns the settlement to commit together with the effect. Only a delivery is committed; any other outcome
/// rolls the effect back.
fn settlement_for(run: &Run, outcome: Outcome, now: Timestamp) -> Result<EffectSettlement, Outcome> {
    match outcome.sanitize(now) {
        Outcome::Delivered { target, work } => {
            let ending = Ending::Succeeded { target, message: None };
            run.own.ask(ending.clone(), now);
            Ok((settlement(&run.occurrence, Some(&run.definition), ending, work, now), now))
        }
        given_up @ (Outcome::Skipped { .. }
        | Outcome::Retryable { .. }
        | Outcome::Rejected { .. }
        | Outcome::Delayed { .. }) => Err(given_up),
    }
}

/// Returns the outcome for the worker.
fn ended(own: &SelfSettlement, done: Result<(), EffectError<Outcome>>) -> Outcome {
    match done {
        Ok(()) => {
            own.hold();
            Outcome::DELIVERED
        }
        Err(EffectError::WorkFailed(outcome)) => outcome,
        // The worker handles runs that panic.
        Err(EffectError::Panicked(panic)) => resume_unwind(panic),
        Err(EffectError::Refused(_)) => Outcome::retryable("the lease was lost before the effect could be committed"),
        // A retry would repeat the effect.
        Err(EffectError::Ended) => Outcome::rejected("the handler ended its transaction itself"),
        // If the commit succeeded, the ledger refuses the worker's own settlement. Otherwise it accepts it.
        Err(EffectError::Store(error @ StoreError::Unknown(_))) => {
            Outcome::retryable(format!("the result of the commit is unknown: {error}"))
        }
        Err(EffectError::Store(error)) => Outcome::retryable(format!("the effect could not be committed: {error}")),
    }
}
