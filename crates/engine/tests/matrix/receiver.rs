//! The scripted receiver of all runs. A run sleeps on the manual clock for the scripted time, then gets its answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::SignedDuration;
use refrain::clock::{Clock, ManualClock};
use refrain::delivery::{Dispatcher, Outcome, Run};
use refrain::model::{FailReason, Occurrence, OccurrenceId, Trigger};
use tokio::sync::{Notify, watch};

use crate::fate::Name;
use crate::script::{Answer, answer, duration_at, instant, seconds};

/// One attempt, as the receiver sees it.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) id: OccurrenceId,
    pub(crate) name: Name,
    pub(crate) trigger: Trigger,
    pub(crate) key: String,
    pub(crate) due: i64,
    pub(crate) start: i64,
    /// Time at which the attempt will end.
    pub(crate) planned_end: i64,
    /// Time at which the attempt ended or was cut off; none while it is running.
    pub(crate) end: Option<i64>,
}

#[derive(Default)]
struct Log {
    attempts: Vec<Attempt>,
    counts: BTreeMap<Name, u32>,
    /// Times at which the driver must tick.
    agenda: BTreeSet<i64>,
}

pub(crate) struct Receiver {
    clock: Arc<ManualClock>,
    log: Mutex<Log>,
    /// Runs that were asked to stop.
    stopped: watch::Sender<BTreeSet<OccurrenceId>>,
    pub(crate) changed: Notify,
}

pub(crate) fn name_of(row: &Occurrence) -> Name {
    let planned = &row.planned;
    let manual = planned.period_key.strip_prefix("manual:").map(|number| number.parse().unwrap());
    Name { nominal: seconds(planned.nominal_at), lane: planned.discriminator.clone(), manual }
}

impl Receiver {
    pub(crate) fn new(clock: Arc<ManualClock>) -> Self {
        let stopped = watch::Sender::new(BTreeSet::new());
        Self { clock, log: Mutex::default(), stopped, changed: Notify::new() }
    }

    pub(crate) fn attempts(&self) -> Vec<Attempt> {
        self.log.lock().unwrap().attempts.clone()
    }

    /// Returns the number of runs that sleep until a later time.
    pub(crate) fn asleep(&self) -> usize {
        let (now, stopped) = (seconds(self.clock.now()), self.stopped.borrow());
        let log = self.log.lock().unwrap();
        let asleep = |it: &&Attempt| it.end.is_none() && it.planned_end > now && !stopped.contains(&it.id);
        log.attempts.iter().filter(asleep).count()
    }

    /// Adds a time at which the driver must tick.
    pub(crate) fn remind(&self, at: i64) {
        self.log.lock().unwrap().agenda.insert(at);
    }

    /// Removes and returns the next time at which the driver must tick.
    pub(crate) fn next_time(&self) -> Option<i64> {
        self.log.lock().unwrap().agenda.pop_first()
    }

    /// Asks runs to stop. Returns whether one of them was still running.
    pub(crate) fn stop(&self, ids: &[OccurrenceId]) -> bool {
        let goes_on = |it: &Attempt| it.end.is_none() && ids.contains(&it.id);
        let has_running = self.log.lock().unwrap().attempts.iter().any(goes_on);
        self.stopped.send_modify(|stopped| stopped.extend(ids));
        has_running
    }

    /// Cuts off all running attempts, as when their node dies. The driver must tick again when their leases end.
    pub(crate) fn cut_off(&self, lease_for: i64) {
        let now = seconds(self.clock.now());
        let mut log = self.log.lock().unwrap();
        let Log { attempts, agenda, .. } = &mut *log;
        for attempt in attempts.iter_mut().filter(|it| it.end.is_none()) {
            attempt.end = Some(now);
            agenda.insert(attempt.start + lease_for);
        }
    }

    fn begin(&self, run: &Run) -> (usize, u32, i64) {
        let (row, start) = (&run.occurrence, seconds(run.started_at));
        let (name, planned_end) = (name_of(row), start + duration_at(start));
        let mut log = self.log.lock().unwrap();
        let count = log.counts.entry(name.clone()).or_default();
        *count += 1;
        let number = *count;
        log.agenda.insert(planned_end);
        log.attempts.push(Attempt {
            id: row.id,
            name,
            trigger: row.planned.trigger,
            key: run.idempotency_key().to_string(),
            due: seconds(row.planned.due_at),
            start,
            planned_end,
            end: None,
        });
        (log.attempts.len() - 1, number, planned_end)
    }
}

#[async_trait]
impl Dispatcher for Receiver {
    async fn dispatch(&self, run: Run) -> Outcome {
        let (index, number, planned_end) = self.begin(&run);
        self.changed.notify_one();
        let (id, mut stopped) = (run.occurrence.id, self.stopped.subscribe());
        let is_stopped = tokio::select! {
            () = self.clock.sleep_until(instant(planned_end)) => false,
            _ = stopped.wait_for(|ids| ids.contains(&id)) => true,
        };
        let now = seconds(self.clock.now());
        let mut log = self.log.lock().unwrap();
        log.attempts[index].end = Some(now);
        if is_stopped {
            return Outcome::Rejected { reason: FailReason::Canceled, message: "the run was asked to stop".to_owned() };
        }
        match answer(log.attempts[index].name.nominal, number) {
            Answer::Delivered => Outcome::DELIVERED,
            Answer::Rejected => Outcome::rejected("no"),
            Answer::RetryAfter(wait) => {
                log.agenda.insert(now + wait);
                let retry_after = Some(SignedDuration::from_secs(wait));
                Outcome::Retryable { reason: FailReason::AttemptsExhausted, message: "busy".to_owned(), retry_after }
            }
        }
    }
}
