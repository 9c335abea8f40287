//! The receiver: it does its work, fails, is slow, does not answer or panics. The observer records the keys
//! it has seen.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::SignedDuration;
use refrain::clock::Clock;
use refrain::delivery::{Dispatcher, Outcome, OutgoingAction, Provider, Run};
use refrain::model::{Action, Fence, OccurrenceId, SkipReason};
use refrain::store::Ledger;

use crate::coverage::{Fault, Point};
use crate::node::NodeContext;
use crate::world::World;

/// Text of the receiver's panics, by which the panic hook recognizes and silences them.
pub(crate) const PANIC_TEXT: &str = "the receiver panics";
/// Interval at which a run in progress is checked.
const LOOK_EVERY: Duration = Duration::from_millis(250);

pub(crate) struct Receiver {
    pub(crate) world: Arc<World>,
    pub(crate) place: Arc<NodeContext>,
}

/// Guard that reports the end of a run to the observer, however it ends.
struct RunEndGuard<'a> {
    world: &'a World,
    lease: (OccurrenceId, Fence),
}

impl Drop for RunEndGuard<'_> {
    fn drop(&mut self) {
        self.world.watch().run_over(self.lease.0, self.lease.1);
    }
}

/// Behavior of the receiver for one send.
#[derive(Clone, Copy, Debug)]
struct Behavior {
    takes: Duration,
    /// Whether a run stops when it is asked to.
    listens: bool,
    acts: bool,
    answers: Reply,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    Delivered,
    Refused,
    Rejected,
    Skipped,
    Panics,
    Never,
}

impl Receiver {
    /// Returns the run with the row as the store leased it and the definition as it was saved: a node with a bug may
    /// have something else in mind.
    async fn as_stored(&self, run: &Run) -> Run {
        let occurrence = self.world.watch().leased_row(run).unwrap_or_else(|| Arc::clone(&run.occurrence));
        let wanted = (occurrence.schedule_uid, occurrence.revision);
        let definition = self.world.model.definitions(&[wanted]).await.ok().and_then(|mut found| found.pop()?.ok());
        let definition = definition.unwrap_or_else(|| Arc::clone(&run.definition));
        Run { occurrence, definition, ..run.clone() }
    }

    fn manner(&self, run: &Run) -> Behavior {
        let bad = self.world.conditions().bad_receiver;
        let mut seed = self.world.seed();
        let quick = Duration::from_millis(seed.next() % 60);
        let fine = Behavior { takes: quick, listens: true, acts: true, answers: Reply::Delivered };
        if !seed.per_mille(bad) {
            return fine;
        }
        let listens = seed.per_mille(600);
        let long = Duration::from_millis(seed.between(1_000, 16_000).unsigned_abs());
        match seed.between(0, 9) {
            0..=3 => Behavior { takes: long, listens, ..fine },
            4 | 5 => Behavior { acts: false, answers: Reply::Refused, ..fine },
            6 => Behavior { acts: false, answers: Reply::Rejected, ..fine },
            7 => Behavior { answers: Reply::Panics, ..fine },
            // Without a timeout, such a run would never end.
            8 if run.definition.timeout.is_some() => Behavior { answers: Reply::Never, listens, ..fine },
            _ => Behavior { acts: false, answers: Reply::Skipped, ..fine },
        }
    }

    /// Lets a run continue for its duration and checks its lease. Returns whether the run was asked to stop
    /// and did.
    async fn work(&self, run: &Run, manner: Behavior) -> bool {
        let began_at = self.world.time.steady();
        let lasts_for = SignedDuration::try_from(manner.takes).expect("seconds");
        let mut over_since = None;
        loop {
            self.place.pass().await;
            let runs_for = self.world.time.steady() - began_at;
            {
                let mut watch = self.world.watch();
                over_since = watch.check_lease(self.place.number, run, self.place.clock.now(), over_since);
                watch.check_timeout(run, runs_for);
            }
            let is_silent = manner.answers == Reply::Never;
            if runs_for >= lasts_for && !is_silent {
                return false;
            }
            let left = lasts_for.saturating_sub(runs_for).unsigned_abs();
            let wait = if is_silent { LOOK_EVERY } else { left.min(LOOK_EVERY) };
            tokio::select! {
                biased;
                () = run.cancel.cancelled(), if manner.listens => return true,
                () = tokio::time::sleep(wait) => {}
            }
        }
    }
}

#[async_trait]
impl Dispatcher for Receiver {
    async fn dispatch(&self, run: Run) -> Outcome {
        self.receive(&run).await
    }
}

#[async_trait]
impl Provider for Receiver {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        self.receive(&sending.run).await
    }

    fn receiver(&self, action: &Action) -> String {
        action.target.clone()
    }
}

impl Receiver {
    async fn receive(&self, sent: &Run) -> Outcome {
        let run = &self.as_stored(sent).await;
        self.world.watch().check_payload(run, &sent.definition.action.payload);
        let _under_way = self.place.enter(Point::Send);
        let _over = RunEndGuard { world: &self.world, lease: (run.occurrence.id, run.occurrence.fence) };
        let manner = self.manner(run);
        {
            let (now, store_now) = (self.place.clock.now(), self.world.time.now());
            let mut watch = self.world.watch();
            watch.sent(self.place.number, run, sent.idempotency_key(), (now, store_now));
            if manner.answers != Reply::Delivered || manner.takes > LOOK_EVERY {
                watch.coverage.hit(Fault::BadReceiver, Point::Send);
            }
        }
        if self.world.time.steady() < self.world.conditions().stepped_until {
            self.world.watch().coverage.hit(Fault::ClockStep, Point::Send);
        }
        self.place.pass().await;
        let was_stopped = self.work(run, manner).await;
        self.place.pass().await;
        if was_stopped {
            return Outcome::retryable("stopped");
        }
        if manner.acts {
            self.world.watch().effect(self.place.number, run, sent.idempotency_key());
        } else {
            self.world.watch().refused(run);
        }
        match manner.answers {
            Reply::Delivered | Reply::Never => Outcome::DELIVERED,
            Reply::Refused => Outcome::retryable("refused"),
            Reply::Rejected => Outcome::rejected("rejected"),
            Reply::Skipped => Outcome::Skipped { reason: SkipReason::Suppressed, message: None },
            Reply::Panics => panic!("{PANIC_TEXT}"),
        }
    }
}
