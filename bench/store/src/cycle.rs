//! The way every occurrence goes: planned, claimed, settled, in batches of one size.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::action::Action;
use refrain::audit::By;
use refrain::definition::Definition;
use refrain::id::{NodeId, Revision, ScheduleId, ScheduleKey, ScheduleUid, Tenant};
use refrain::occurrence::{NewOccurrence, Trigger};
use refrain::policy::Priority;
use refrain::recurrence::{CronRule, Recurrence, Spec};
use refrain::schedule::Source;
use refrain::store::{
    Claim, Ending, Expect, Lease, Plan, Planned, SaveSchedule, Settled, Settlement, Store, StoreError,
};

use crate::clock::Stopwatch;

/// Every occurrence of a batch of the largest size belongs to a schedule of its own.
const SCHEDULES: usize = 1_000;
const TENANTS: usize = 10;
const LEASE_FOR: SignedDuration = SignedDuration::from_secs(30);

/// What each verb took for so many rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    pub rows: usize,
    pub plan: Duration,
    pub claim: Duration,
    pub settle: Duration,
}

impl Times {
    pub fn cycle(&self) -> Duration {
        self.plan + self.claim + self.settle
    }

    pub fn per_second(&self, took: Duration) -> f64 {
        self.rows as f64 / took.as_secs_f64()
    }
}

/// Schedules that occurrences are planned for, each as far as it has been planned.
pub struct Cycle<'a> {
    store: &'a dyn Store,
    schedules: Vec<(ScheduleUid, Revision, Timestamp)>,
    turn: usize,
    rows: usize,
    now: Timestamp,
}

impl<'a> Cycle<'a> {
    pub async fn prepare(store: &'a dyn Store) -> Result<Self, StoreError> {
        let now = Timestamp::from_second(1_780_000_000).expect("a fixed instant");
        let mut schedules = Vec::with_capacity(SCHEDULES);
        for number in 0..SCHEDULES {
            let schedule = store.save(definition(number, now)?, now).await?;
            schedules.push((schedule.uid, schedule.revision, schedule.watermark));
        }
        Ok(Self { store, schedules, turn: 0, rows: 0, now })
    }

    /// Goes the whole way with batches of `size` until the time is over.
    pub async fn run(&mut self, size: usize, run_for: Duration) -> Result<Times, StoreError> {
        let mut times = Times::default();
        let whole = Stopwatch::start();
        while whole.elapsed() < run_for {
            let plans = self.plans(size);
            let watch = Stopwatch::start();
            let planned = self.store.plan(plans, self.now).await?;
            times.plan += watch.elapsed();
            assert!(planned.iter().all(|planned| *planned == Planned::Done { inserted: 1 }), "every plan is new");

            let claim = Claim {
                owner: NodeId::new("bench").expect("a fixed name"),
                lease_for: LEASE_FOR,
                limit: size,
                ahead_for: SignedDuration::ZERO,
            };
            let mut settlements = Vec::with_capacity(size);
            while settlements.len() < size {
                let watch = Stopwatch::start();
                let claimed = self.store.claim(&claim, self.now).await?;
                times.claim += watch.elapsed();
                assert!(!claimed.started.is_empty() && claimed.ended.is_empty(), "everything planned can start");
                settlements.extend(claimed.started.iter().map(|row| Settlement {
                    lease: Lease { id: row.id, fence: row.fence },
                    ending: Ending::Generated { target: None },
                    enqueue: Vec::new(),
                    next_due_at: None,
                }));
            }
            assert_eq!(settlements.len(), size, "nothing is claimed twice");
            let watch = Stopwatch::start();
            let settled = self.store.settle(settlements, self.now).await?;
            times.settle += watch.elapsed();
            assert!(settled.iter().all(|settled| *settled == Settled::Done), "every lease holds");
            times.rows += size;
            self.rows += size;
        }
        Ok(times)
    }

    /// How many have gone the whole way.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// One occurrence for each of the next schedules, a minute after their last.
    fn plans(&mut self, size: usize) -> Vec<Plan> {
        let plan = |_| {
            let schedules = self.schedules.len();
            let (uid, revision, watermark) = &mut self.schedules[self.turn];
            self.turn = (self.turn + 1) % schedules;
            let nominal_at = *watermark + SignedDuration::from_secs(60);
            let plan = Plan {
                uid: *uid,
                revision: *revision,
                watermark: *watermark,
                occurrences: vec![NewOccurrence {
                    period_key: nominal_at.to_string(),
                    discriminator: String::new(),
                    nominal_at,
                    due_at: nominal_at,
                    period: None,
                    priority: Priority::Normal,
                    trigger: Trigger::Schedule,
                    correlation_id: None,
                    note: None,
                }],
                gaps: Vec::new(),
                watermark_to: nominal_at,
                next_due_at: Some(nominal_at + SignedDuration::from_secs(60)),
                is_finished: false,
                tzdb: "2026e".to_owned(),
            };
            *watermark = nominal_at;
            self.now = self.now.max(nominal_at);
            plan
        };
        (0..size).map(plan).collect()
    }
}

fn definition(number: usize, now: Timestamp) -> Result<SaveSchedule, StoreError> {
    let rule = CronRule { expression: "* * * * *".to_owned(), ..CronRule::default() };
    let payload = serde_json::json!({"report": number, "to": "someone@example.com"});
    let key = ScheduleKey {
        tenant: Tenant::new("bench", &format!("tenant-{}", number % TENANTS))?,
        id: ScheduleId::new(&format!("schedule-{number}"))?,
    };
    Ok(SaveSchedule {
        key,
        expect: Expect::New,
        definition: Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), Action::new("log", payload)),
        source: Source::Api,
        next_due_at: Some(now),
        watermark: now,
        replan: None,
        by: By::new("bench"),
    })
}
