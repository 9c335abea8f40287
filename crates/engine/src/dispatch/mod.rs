//! How an occurrence gets its effect. The worker asks the barrier whether it may be sent at all, hands over a [`Run`] and
//! takes back an [`Outcome`]. Between is the [`Pipeline`]: one step after the other, and then a
//! [provider](crate::provider).

mod answer;
mod audit;
mod barrier;
pub(crate) mod breaker;
mod context;
mod cut_off;
pub mod dedup;
pub mod guard;
pub mod handler;
mod once;
mod orders;
mod orders_step;
mod own_ending;
mod pipeline;
mod place;
mod put_off;
mod remembered;
pub mod rules;
mod sending;
mod single;
mod step;
mod throttle;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
mod transactional;

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

pub(crate) use self::answer::told;
pub use self::answer::{Answer, Failure, Reject};
pub use self::audit::{Account, StepTaken, Written};
pub(crate) use self::barrier::Barrier;
pub use self::breaker::{BreakerKey, Breakers};
pub use self::context::{LOG_LINE_BYTES_MAX, LOG_LINES_MAX, RunContext};
pub use self::dedup::Dedup;
pub(crate) use self::orders::list as list_orders;
pub use self::orders::{ORDERS_MAX, Order, Orders};
pub(crate) use self::orders_step::OrdersStep;
pub use self::own_ending::OwnEnding;
pub use self::pipeline::{Pipeline, Report};
pub(crate) use self::put_off::{UNKNOWN_FOR, put_off, unknown_lateness};
pub use self::remembered::KNOWN_FOR;
pub use self::rules::Rules;
pub use self::sending::{Sending, TRUSTED_PREFIX, Throttle};
pub use self::single::{Single, Singles};
pub use self::step::{Decision, Mode, Step, StepName, Verdict};
pub use self::throttle::Throttling;
use crate::definition::Definition;
use crate::event::Events;
use crate::id::NodeId;
use crate::idempotency::IdempotencyKey;
use crate::lateness::Lateness;
use crate::node::Capabilities;
use crate::occurrence::Occurrence;
use crate::outcome::Outcome;
use crate::planted::{self, Bug};

/// One attempt at an occurrence, and everything its effect may depend on.
#[derive(Clone, Debug)]
pub struct Run {
    /// The occurrence, as it was leased.
    pub occurrence: Arc<Occurrence>,
    /// What its schedule said when it was planned.
    pub definition: Arc<Definition>,
    /// Who runs it.
    pub node: NodeId,
    /// When the attempt began.
    pub started_at: Timestamp,
    /// Fires when the run is to stop: it was canceled, its time or its lease is over, the node goes down.
    pub cancel: CancellationToken,
    /// Where what happens in the run is told.
    pub events: Events,
    /// Where is said what was settled together with the effect.
    pub own: OwnEnding,
    /// Where is written how it went.
    pub account: Account,
    /// Decides whether it would start too late.
    pub lateness: Lateness,
}

impl Run {
    /// The key that is the same for every attempt.
    pub fn idempotency_key(&self) -> IdempotencyKey {
        let occurrence = &self.occurrence;
        if planted::is(Bug::NewKeyPerAttempt) {
            let period_key = format!("{} {}", occurrence.planned.period_key, occurrence.attempt);
            return IdempotencyKey::new(&occurrence.schedule, &period_key, &occurrence.planned.discriminator);
        }
        occurrence.idempotency_key()
    }
}

/// Sends occurrences.
#[async_trait]
pub trait Dispatcher: Send + Sync + 'static {
    /// Sends one and says what came of it. It may be dropped at any time: a run that lost its lease is not waited for.
    async fn dispatch(&self, run: Run) -> Outcome;

    /// The providers it sends by; none when it cannot say.
    fn capabilities(&self) -> Option<Capabilities> {
        None
    }
}
