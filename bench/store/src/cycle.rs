//! The cycle of every occurrence: plan, claim, settle. It runs in batches of one size, by one or several concurrent
//! callers, like the planner and the worker of every node.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{
    Action, By, Definition, NewOccurrence, NodeId, Priority, Revision, ScheduleId, ScheduleKey, ScheduleUid, Source,
    Status, Tenant, Trigger,
};
use refrain::recurrence::{CronRecurrence, Recurrence, Spec};
use refrain::store::{
    Claim, Ending, ExpectedVersion, Lease, Plan, PlanResult, SaveSchedule, SettleResult, Settlement, Store, StoreError,
};

use crate::Outcome;
use crate::clock::Stopwatch;
use crate::pace::Pace;

/// Number of schedules per caller, twice its largest batch. All occurrences of a schedule have ended by the time it
/// is used again, so that runs do not overlap.
pub const SCHEDULES: usize = 2_000;
pub const TENANTS: usize = 10;
/// Time of the first occurrence, 2026-05-28.
pub const FIRST_SECOND: i64 = 1_780_000_000;
/// Current time of all callers, after all planned occurrences, so that every planned occurrence can be claimed by
/// anyone.
const NOW_SECOND: i64 = 4_000_000_000;
const LEASE_FOR: SignedDuration = SignedDuration::from_secs(30);

/// Durations of each operation of one caller, for a number of rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    pub rows: usize,
    pub plan: Duration,
    pub claim: Duration,
    pub settle: Duration,
}

/// Rates of the operations of all callers.
#[derive(Clone, Debug, Default)]
pub struct Paces {
    pub plan: Pace,
    pub claim: Pace,
    pub settle: Pace,
    pub cycle: Pace,
}

impl Paces {
    fn add(&mut self, times: Times) {
        self.plan.add(times.rows, times.plan);
        self.claim.add(times.rows, times.claim);
        self.settle.add(times.rows, times.settle);
        self.cycle.add(times.rows, times.plan + times.claim + times.settle);
    }
}

/// Runs the whole cycle with several concurrent callers, each with its own schedules, until the time is over.
pub async fn run(callers: &mut [Caller], size: usize, run_for: Duration) -> Outcome<Paces> {
    let mut tasks = Vec::new();
    for caller in callers.iter_mut() {
        let mut moved = caller.clone();
        tasks.push(tokio::spawn(async move {
            let times = moved.run(size, run_for).await;
            times.map(|times| (moved, times))
        }));
    }
    let mut paces = Paces::default();
    for (caller, task) in callers.iter_mut().zip(tasks) {
        let (moved, times) = task.await??;
        *caller = moved;
        paces.add(times);
    }
    Ok(paces)
}

/// One caller, with schedules that no other caller plans, and their watermarks.
#[derive(Clone)]
pub struct Caller {
    store: Arc<dyn Store>,
    schedules: Vec<(ScheduleUid, Revision, Timestamp)>,
    turn: usize,
    now: Timestamp,
}

impl Caller {
    /// Prepares `callers` callers of one store.
    pub async fn prepare(store: &Arc<dyn Store>, callers: usize) -> Outcome<Vec<Self>> {
        let tasks: Vec<_> = (0..callers).map(|number| tokio::spawn(Self::new(Arc::clone(store), number))).collect();
        let mut prepared = Vec::new();
        for task in tasks {
            prepared.push(task.await??);
        }
        Ok(prepared)
    }

    async fn new(store: Arc<dyn Store>, number: usize) -> Result<Self, StoreError> {
        let first = Timestamp::from_second(FIRST_SECOND).expect("the instant is valid");
        let mut schedules = Vec::with_capacity(SCHEDULES);
        for place in 0..SCHEDULES {
            let schedule = store.save(definition(number * SCHEDULES + place, first)?, first).await?;
            schedules.push((schedule.uid, schedule.revision, schedule.watermark));
        }
        let now = Timestamp::from_second(NOW_SECOND).expect("the instant is valid");
        Ok(Self { store, schedules, turn: 0, now })
    }

    async fn run(&mut self, size: usize, run_for: Duration) -> Result<Times, StoreError> {
        let mut times = Times::default();
        let whole = Stopwatch::start();
        while whole.elapsed() < run_for {
            self.once(size, &mut times).await?;
        }
        Ok(times)
    }

    /// Runs the whole cycle with one batch.
    async fn once(&mut self, size: usize, times: &mut Times) -> Result<(), StoreError> {
        self.plan_once(size, times).await?;
        let claimed = self.claim_once(size, times).await?;
        self.settle_once(claimed, times).await?;
        times.rows += size;
        Ok(())
    }

    pub async fn plan_once(&mut self, size: usize, times: &mut Times) -> Result<(), StoreError> {
        let plans = self.plans(size);
        let watch = Stopwatch::start();
        let planned = self.store.plan(plans, self.now).await?;
        times.plan += watch.elapsed();
        assert!(planned.iter().all(|planned| *planned == PlanResult::Done { inserted: 1 }), "every plan must be new");
        Ok(())
    }

    /// Claims as many occurrences as were planned. They may be those of other callers, who claim ours.
    pub async fn claim_once(&mut self, size: usize, times: &mut Times) -> Result<Vec<Lease>, StoreError> {
        let mut leases = Vec::with_capacity(size);
        let mut claimed = 0;
        while claimed < size {
            let claim = Claim {
                owner: NodeId::new("bench").expect("the name is valid"),
                lease_for: LEASE_FOR,
                limit: size - claimed,
                ahead_for: SignedDuration::ZERO,
            };
            let watch = Stopwatch::start();
            let found = self.store.claim(&claim, self.now).await?;
            times.claim += watch.elapsed();
            claimed += found.started.len() + found.ended.len();
            leases.extend(found.started.iter().map(|row| Lease { id: row.id, fence: row.fence }));
        }
        assert_eq!(claimed, size, "nothing may be claimed twice");
        Ok(leases)
    }

    pub async fn settle_once(&mut self, leases: Vec<Lease>, times: &mut Times) -> Result<(), StoreError> {
        let ending = |lease| Settlement { lease, ending: Ending::SUCCEEDED, enqueue: Vec::new(), next_due_at: None };
        let settlements = leases.into_iter().map(ending).collect();
        let watch = Stopwatch::start();
        let settled = self.store.settle(settlements, self.now).await?;
        times.settle += watch.elapsed();
        assert!(settled.iter().all(|settled| *settled == SettleResult::Done), "every lease must be valid");
        Ok(())
    }

    /// Plans one occurrence for each of the next schedules, one minute after their last.
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
                occurrences: vec![occurrence_at(nominal_at)],
                gaps: Vec::new(),
                watermark_to: nominal_at,
                next_due_at: Some(nominal_at + SignedDuration::from_secs(60)),
                is_finished: false,
                tzdb: "2026e".to_owned(),
            };
            *watermark = nominal_at;
            plan
        };
        (0..size).map(plan).collect()
    }
}

/// Returns an occurrence that is due at its nominal time.
pub fn occurrence_at(nominal_at: Timestamp) -> NewOccurrence {
    NewOccurrence {
        period_key: nominal_at.to_string(),
        discriminator: String::new(),
        nominal_at,
        due_at: nominal_at,
        period: None,
        priority: Priority::Normal,
        trigger: Trigger::Schedule,
        correlation_id: None,
        note: None,
        concurrency: None,
        payload: None,
    }
}

fn definition(number: usize, now: Timestamp) -> Result<SaveSchedule, StoreError> {
    definition_of(&format!("tenant-{}", number % TENANTS), &format!("schedule-{number}"), now)
}

/// Returns a schedule of a tenant.
pub fn definition_of(tenant: &str, id: &str, now: Timestamp) -> Result<SaveSchedule, StoreError> {
    let rule = CronRecurrence { expression: "* * * * *".to_owned(), ..CronRecurrence::default() };
    let payload = serde_json::json!({"report": id, "to": "someone@example.com"});
    let key = ScheduleKey { tenant: Tenant::new("bench", tenant)?, id: ScheduleId::new(id)? };
    Ok(SaveSchedule {
        key,
        expect: ExpectedVersion::New,
        definition: Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), Action::new("log", payload)),
        status: Status::Active,
        source: Source::Api,
        next_due_at: Some(now),
        watermark: now,
        replan: None,
        schedules_max: None,
        touch: false,
        by: By::new("bench"),
    })
}
