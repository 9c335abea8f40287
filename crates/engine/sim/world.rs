//! One simulated world: a store, several nodes, people, a receiver and faults, all determined by one seed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{Fence, Tenant};
use refrain::planner::catch_up::limit_gaps;
use refrain::store::model::Model;
use refrain::store::{Audit, Ledger as _, OccurrenceFilter, Page, ScheduleFilter, Store};
use tokio::sync::watch;

use crate::bugs::Bug;
use crate::clock::StoreTime;
use crate::coverage::Coverage;
use crate::faults::{self, FaultConditions};
use crate::invariants::{self, Ledger};
use crate::people;
use crate::restore::Copy;
use crate::seed::Seed;
use crate::seeds::trace_window;
use crate::trace::Line;
use crate::watch::{Observer, Violation};

/// Duration of the phase with faults.
const FAULTS_FOR: SignedDuration = SignedDuration::from_secs(600);
/// Duration of the phase without faults, in which everything must complete.
const CALM_FOR: Duration = Duration::from_secs(130);

/// Maximum number of occurrences per gap, small enough for a pause of a few minutes to reach it.
const GAP_COUNT_MAX: u64 = 25;

/// State that everything in the world shares.
pub(crate) struct World {
    pub(crate) model: Arc<Model>,
    pub(crate) time: Arc<StoreTime>,
    /// Planted bug.
    pub(crate) bug: Option<Bug>,
    /// Whether nodes send through the dispatch pipeline, or directly to the receiver.
    pub(crate) has_pipeline: bool,
    /// How long nodes keep history, and how many completed rows per schedule.
    pub(crate) keep_for: Option<SignedDuration>,
    pub(crate) keep_per_schedule: u32,
    /// Locked by people while they use the store.
    pub(crate) people: tokio::sync::Mutex<()>,
    seed: Mutex<Seed>,
    conditions: Mutex<FaultConditions>,
    watch: Mutex<Observer>,
    copy: Mutex<Option<Copy>>,
    wakes: Mutex<Vec<(bool, watch::Sender<u64>)>>,
}

impl World {
    /// Returns a separate channel of wake-ups for each listener: several listeners on one channel would be
    /// woken in any order.
    pub(crate) fn wakes(&self, is_heard: bool) -> watch::Receiver<u64> {
        let sender = watch::Sender::new(0);
        let receiver = sender.subscribe();
        self.wakes.lock().unwrap().push((is_heard, sender));
        receiver
    }

    /// Forwards wake-ups to one listener after the other.
    async fn pass_wakes_on(self: Arc<Self>) {
        let mut wakes = self.model.wakes();
        while wakes.changed().await.is_ok() {
            let mut senders = self.wakes.lock().unwrap();
            senders.retain(|(_, sender)| !sender.is_closed());
            senders.iter().filter(|(is_heard, _)| *is_heard).for_each(|(_, sender)| sender.send_modify(|n| *n += 1));
        }
    }

    pub(crate) fn seed(&self) -> MutexGuard<'_, Seed> {
        self.seed.lock().unwrap()
    }

    pub(crate) fn conditions(&self) -> MutexGuard<'_, FaultConditions> {
        self.conditions.lock().unwrap()
    }

    /// Returns the last copy of the store.
    pub(crate) fn copy(&self) -> MutexGuard<'_, Option<Copy>> {
        self.copy.lock().unwrap()
    }

    /// Returns the observer, with its time set to now.
    pub(crate) fn watch(&self) -> MutexGuard<'_, Observer> {
        let mut watch = self.watch.lock().unwrap();
        watch.now = self.time.steady();
        watch
    }
}

/// Returns the tenants that share the store.
pub(crate) fn tenants() -> [Tenant; 3] {
    ["acme", "globex", "initech"].map(|name| Tenant::new("default", name).expect("a valid name"))
}

/// Result of one seed.
pub(crate) struct Report {
    pub(crate) violations: Vec<Violation>,
    pub(crate) trace_hash: u64,
    pub(crate) trace: Vec<String>,
    pub(crate) coverage: Coverage,
    pub(crate) rows: usize,
    pub(crate) sends: u64,
    pub(crate) duplicates: u64,
}

/// Runs the simulation of one seed.
pub(crate) fn simulate(seed: u64, bug: Option<Bug>) -> Report {
    limit_gaps(GAP_COUNT_MAX);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(run(seed, bug))
}

async fn run(seed: u64, bug: Option<Bug>) -> Report {
    // The timer counts from its creation, a moment ago in real time. After its first tick, virtual time falls
    // on whole ticks, and nothing depends on the length of that moment.
    tokio::time::sleep(Duration::from_millis(1)).await;
    let mut numbers = Seed::new(seed);
    // Some worlds begin just before a DST change in Berlin, or before midnight UTC.
    let began_at =
        numbers.pick(&["2026-03-29T00:53:20Z", "2026-10-25T00:53:20Z", "2026-01-05T08:59:50Z", "2026-01-05T23:54:50Z"]);
    let began_at: Timestamp = began_at.parse().expect("an instant");
    let conditions = FaultConditions::new(&mut numbers);
    let has_pipeline = numbers.per_mille(600);
    let keeps = numbers.per_mille(300);
    let keep_for = keeps.then(|| seconds(numbers.between(20, 200)));
    let keep_per_schedule = if keeps && numbers.per_mille(400) { numbers.pick(&[3, 12]) } else { 0 };
    let world = Arc::new(World {
        model: Arc::new(model(bug)),
        time: Arc::new(StoreTime::new(began_at)),
        bug,
        has_pipeline,
        keep_for,
        keep_per_schedule,
        people: tokio::sync::Mutex::default(),
        seed: Mutex::new(numbers),
        conditions: Mutex::new(conditions),
        watch: Mutex::default(),
        copy: Mutex::default(),
        wakes: Mutex::default(),
    });
    world.watch().has_pipeline = has_pipeline;
    let passing = tokio::spawn(Arc::clone(&world).pass_wakes_on());
    let people = tokio::spawn(people::simulate(Arc::clone(&world), FAULTS_FOR));
    let nodes = faults::inject_faults(&world, FAULTS_FOR).await;
    people.await.expect("people do not panic").clean_up().await;
    world.conditions().calm();
    let calm_since = world.time.steady();
    world.watch().calm_since = Some(calm_since);
    world.watch().line(Line::FaultConditions { what: "calm" });
    tokio::time::sleep(CALM_FOR).await;
    let ledger = read(&world).await;
    drop(nodes);
    passing.abort();
    let mut watch = world.watch();
    invariants::judge(&mut watch, &ledger);
    watch.count_pairs();
    Report {
        violations: watch.violations.clone(),
        trace_hash: watch.trace.hash(),
        trace: watch.violations.first().map(|first| watch.trace.until(first.at, trace_window())).unwrap_or_default(),
        coverage: watch.coverage.clone(),
        rows: ledger.rows.len(),
        sends: watch.sends,
        duplicates: watch.effects.values().filter(|times| **times > 1).count() as u64,
    }
}

/// Returns an empty ledger.
fn model(bug: Option<Bug>) -> Model {
    match bug {
        Some(Bug::FencesReused) => Model::new().with_fence_floor(|_| Fence(0)),
        Some(_) | None => Model::new(),
    }
}

/// Reads the whole ledger, bypassing all faults.
async fn read(world: &World) -> Ledger {
    let model = &world.model;
    let mut ledger = Ledger {
        now: world.time.now(),
        rows: Vec::new(),
        pruned: world.watch().pruned.clone(),
        gaps: Vec::new(),
        schedules: BTreeMap::new(),
        chains: Vec::new(),
    };
    for tenant in tenants() {
        let mut page = Page::first(500);
        loop {
            let found = model.occurrences(&tenant, &OccurrenceFilter::default(), &page).await.unwrap();
            ledger.rows.extend(found.rows);
            match found.next {
                Some(next) => page = Page::after(500, next),
                None => break,
            }
        }
        let schedules = model.schedules(&tenant, &ScheduleFilter::default(), &Page::first(500)).await.unwrap();
        ledger.schedules.extend(schedules.rows.into_iter().flatten().map(|schedule| (schedule.uid, schedule)));
        ledger.chains.push((tenant.clone(), model.verify(&tenant).await.unwrap()));
    }
    ledger.rows.sort_by_key(|row| row.id);
    let names: std::collections::BTreeSet<_> =
        world.watch().schedules.values().map(|known| known.key.clone()).collect();
    for key in names {
        ledger.gaps.extend(model.gaps(&key, &Page::first(500)).await.unwrap().rows);
    }
    ledger
}

/// Returns a duration in seconds.
pub(crate) fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}
