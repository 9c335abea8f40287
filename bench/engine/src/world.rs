//! Nodes on one store, with a handler that only reads the clock.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::clock::{Clock, StoreClock};
use refrain::delivery::{Dispatcher, Outcome, Run};
use refrain::engine::{Engine, EngineHandle, EngineOptions};
use refrain::model::{Action, By, Definition, Overlap, ScheduleId, ScheduleKey, Source, Status, Tenant};
use refrain::recurrence::{CronRecurrence, Recurrence, Spec};
use refrain::store::{ExpectedVersion, SaveSchedule, Store, StoreError};
use serde_json::Value;

use crate::lag::Lags;
use crate::stores::Place;

const TENANTS: usize = 10;
/// Number of schedules saved concurrently. The store commits them together.
const SAVES_AT_ONCE: usize = 256;

/// Records the lag of normal runs, sleeps for slow ones, and does nothing for those of a herd.
struct NoopDispatcher {
    clock: Arc<StoreClock>,
    lags: Arc<Lags>,
}

#[async_trait]
impl Dispatcher for NoopDispatcher {
    async fn dispatch(&self, run: Run) -> Outcome {
        match run.definition.action.target.as_str() {
            SLOW => tokio::time::sleep(Duration::from_secs(10)).await,
            HERD => {}
            _ => self.lags.add(self.clock.now().duration_since(run.occurrence.planned.nominal_at)),
        }
        Outcome::DELIVERED
    }
}

/// Target of schedules whose handler takes ten seconds.
pub const SLOW: &str = "slow";
/// Target of schedules that only create load.
pub const HERD: &str = "herd";

/// One node and its measurements.
pub struct BenchNode {
    pub engine: Arc<Engine>,
    pub clock: Arc<StoreClock>,
    pub lags: Arc<Lags>,
    running: Option<EngineHandle>,
}

impl BenchNode {
    pub async fn new(place: &Place) -> Result<Self, Box<dyn Error>> {
        Self::with_options(place, EngineOptions::default()).await
    }

    pub async fn with_options(place: &Place, options: EngineOptions) -> Result<Self, Box<dyn Error>> {
        let store = place.open().await?;
        let clock = Arc::new(StoreClock::new());
        let asked = clock.ask();
        clock.answer(asked, store.now().await?);
        let lags = Arc::<Lags>::default();
        let dispatcher = Arc::new(NoopDispatcher { clock: Arc::clone(&clock), lags: Arc::clone(&lags) });
        let engine = Engine::new(store, Arc::clone(&clock) as Arc<dyn Clock>, dispatcher, options);
        // A store that already contains schedules is scanned once by its first node, unlike the stores of users.
        // The scan must not be part of the measurement.
        engine.watch().await?;
        Ok(Self { engine, clock, lags, running: None })
    }

    pub fn start(&mut self) {
        self.running = Some(self.engine.start());
    }

    pub async fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop().await;
        }
    }

    /// Waits until this node has settled `count` occurrences, and returns the time.
    pub async fn settled(&self, count: u64, at_most: Duration) -> Result<Timestamp, Box<dyn Error>> {
        let until = self.clock.now() + SignedDuration::try_from(at_most)?;
        while self.engine.stats().read().succeeded < count {
            if self.clock.now() > until {
                let done = self.engine.stats().read();
                return Err(format!("only {done:?} after {at_most:?}, waiting for {count}").into());
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Ok(self.clock.now())
    }
}

/// Template of the schedules to create.
#[derive(Clone, Debug)]
pub struct ScheduleTemplate {
    pub prefix: &'static str,
    pub expression: String,
    pub target: &'static str,
    pub tenant: Option<usize>,
}

/// Saves schedules that differ only in their names, spread over ten tenants.
pub async fn save(
    store: &Arc<dyn Store>,
    wanted: &ScheduleTemplate,
    count: usize,
    now: Timestamp,
) -> Result<(), Box<dyn Error>> {
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..count {
        if tasks.len() >= SAVES_AT_ONCE
            && let Some(saved) = tasks.join_next().await
        {
            saved??;
        }
        let save = schedule(wanted, number, now)?;
        let store = Arc::clone(store);
        tasks.spawn(async move { store.save(save, now).await.map(drop) });
    }
    while let Some(saved) = tasks.join_next().await {
        saved??;
    }
    Ok(())
}

fn schedule(wanted: &ScheduleTemplate, number: usize, now: Timestamp) -> Result<SaveSchedule, StoreError> {
    let tenant = Tenant::new("bench", &format!("tenant-{}", wanted.tenant.unwrap_or(number % TENANTS)))?;
    let key = ScheduleKey { tenant, id: ScheduleId::new(&format!("{}-{number}", wanted.prefix))? };
    let rule = CronRecurrence { expression: wanted.expression.clone(), ..CronRecurrence::default() };
    let mut action = Action::new("nothing", Value::Null);
    action.target = wanted.target.to_owned();
    let mut definition = Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), action);
    definition.overlap = Overlap::AllowAll;
    let compiled = refrain::recurrence::CompiledRecurrence::cron(&wanted.expression, "UTC");
    let next_due_at = compiled.ok().and_then(|rule| rule.next_after(now)).map(|next| next.at());
    Ok(SaveSchedule {
        key,
        expect: ExpectedVersion::Any,
        definition,
        status: Status::Active,
        source: Source::Api,
        next_due_at,
        watermark: now,
        replan: None,
        schedules_max: None,
        touch: false,
        by: By::new("bench"),
    })
}

/// Returns a cron expression for one instant of each day.
pub fn daily_at(at: Timestamp) -> String {
    let time = at.to_zoned(jiff::tz::TimeZone::UTC);
    format!("{} {} {} * * *", time.second(), time.minute(), time.hour())
}
