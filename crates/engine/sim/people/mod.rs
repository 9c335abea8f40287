//! People who create, edit, pause, resume, cancel, delete and run schedules, reopen rows and request
//! backfills. They also save holds, calendars and dispatch rules, and reload a configuration file.
//!
//! Their calls go through the same faulty store. They repeat calls whose answer is lost.

mod controls;
mod file;
mod past;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use refrain::Error;
use refrain::clock::Clock;
use refrain::control::Rights;
use refrain::control::{Control, Fire, ResumeFrom, SaveScheduleRequest};
use refrain::model::{
    By, Definition, RunPayload, ScheduleId, ScheduleKey, ScheduleUid, Source, State, Status, Trigger,
};
use refrain::store::{ExpectedVersion, OccurrenceChange, OccurrenceFilter, Page, Store, StoreError};
use serde_json::json;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::bugs::engine::{BuggyNode, buggy_engine};
use crate::node::{NodeContext, keep_time};
use crate::schedules;
use crate::store::FaultyStore;
use crate::world::{World, seconds, tenants};

pub(crate) struct People {
    world: Arc<World>,
    place: Arc<NodeContext>,
    store: Arc<dyn Store>,
    control: Control<Rights>,
    keys: Vec<ScheduleKey>,
    /// Definitions before the last edit.
    before_edit: BTreeMap<ScheduleUid, Definition>,
    requests: u64,
    file: file::File,
    time: JoinHandle<()>,
}

/// Lets people act for a time. Returns them, so that they can clean up after the last fault.
pub(crate) async fn simulate(world: Arc<World>, lasts_for: SignedDuration) -> People {
    let place = NodeContext::for_people(&world);
    let connection = FaultyStore::connect(&world, &place);
    let time = tokio::spawn(keep_time(Arc::clone(&world), Arc::clone(&place), connection.clone()));
    let store = buggy_engine(world.bug, connection, BuggyNode::default());
    let control = Control::new(store.clone(), place.clock.clone()).acting_as(Rights::all());
    let file = file::File::default();
    let (keys, before_edit) = (Vec::new(), BTreeMap::new());
    let mut people = People { world, place, store, control, keys, before_edit, requests: 0, file, time };
    let ends_at = people.world.time.steady() + lasts_for;
    let schedules = people.world.seed().between(3, 8);
    let world = Arc::clone(&people.world);
    let busy = world.people.lock().await;
    people.save_calendars().await;
    for _ in 0..schedules {
        people.create_random().await;
    }
    if people.world.seed().per_mille(500) {
        people.reload().await;
    }
    drop(busy);
    let pace = people.world.seed().pick(&[3_000, 8_000, 25_000]);
    while people.world.time.steady() < ends_at {
        let wait = people.world.seed().between(100, pace).unsigned_abs();
        sleep(Duration::from_millis(wait)).await;
        let _busy = world.people.lock().await;
        people.act().await;
    }
    people
}

impl People {
    fn by(&self) -> By {
        By::new("ann")
    }

    async fn create_random(&mut self) {
        let number = self.keys.len();
        let tenants = tenants();
        let tenant = tenants[number % tenants.len()].clone();
        let key = ScheduleKey { tenant, id: ScheduleId::new(&format!("s{number}")).expect("a valid name") };
        let definition = schedules::definition(&mut self.world.seed(), self.place.clock.now());
        self.keys.push(key.clone());
        self.create(key, definition).await;
    }

    /// Creates a schedule, sometimes paused from the start.
    async fn create(&self, key: ScheduleKey, definition: refrain::model::Definition) {
        if !self.world.seed().per_mille(80) {
            return self.save(key, definition).await;
        }
        let save =
            SaveScheduleRequest { key, expect: ExpectedVersion::New, definition, source: Source::Api, by: self.by() };
        self.world.watch().is_creating_paused = true;
        self.control.save_paused(save).await.ok();
        self.world.watch().is_creating_paused = false;
    }

    /// Saves a schedule, and repeats the call if the answer is lost.
    async fn save(&self, key: ScheduleKey, definition: refrain::model::Definition) {
        for _ in 0..3 {
            let (key, definition, by) = (key.clone(), definition.clone(), self.by());
            let save = SaveScheduleRequest { key, expect: ExpectedVersion::Any, definition, source: Source::Api, by };
            match self.control.save(save).await {
                Err(Error::Store(StoreError::Unknown(_) | StoreError::Unavailable(_))) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }

    async fn act(&mut self) {
        let index = usize::try_from(self.world.seed().next() % self.keys.len() as u64).expect("an index");
        let key = self.keys[index].clone();
        let what = self.world.seed().between(0, 199);
        match what {
            0..=9 => self.create_again(key).await,
            10..=45 => self.edit(&key).await,
            46..=65 => self.pause(&key).await,
            66..=93 => self.resume(&key).await,
            94..=98 => drop(self.control.cancel(&key, ExpectedVersion::Any, self.by()).await),
            99..=106 => drop(self.control.delete(&key, ExpectedVersion::Any, &self.by()).await),
            107..=124 => self.fire(&key).await,
            125..=142 => self.change_row(&key).await,
            143..=155 => self.backfill(&key).await,
            156..=163 => self.generate(&key).await,
            164..=171 => self.hold(&key).await,
            172..=181 => self.edit_calendar(&key.tenant).await,
            182..=186 => self.reload().await,
            187..=194 if self.world.has_pipeline => self.rule(&key.tenant).await,
            195..=197 if self.world.has_pipeline => self.switch_breaker(&key.tenant).await,
            _ => self.change_foreign_row(&key).await,
        }
    }

    async fn create_again(&mut self, key: ScheduleKey) {
        if self.keys.len() < 12 && self.world.seed().per_mille(300) {
            self.create_random().await;
        } else {
            // A deleted ID starts a new history. A schedule that still exists is left alone.
            let definition = schedules::definition(&mut self.world.seed(), self.place.clock.now());
            let found = self.control.schedule(&key).await;
            if matches!(found, Err(Error::Store(StoreError::NotFound(_)))) {
                self.create(key, definition).await;
            }
        }
    }

    /// Edits a schedule, or reverts the last edit.
    async fn edit(&mut self, key: &ScheduleKey) {
        let Ok(schedule) = self.control.schedule(key).await else { return };
        let before = (*schedule.definition).clone();
        let is_reverted = self.world.seed().per_mille(350);
        let mut definition = before.clone();
        match self.before_edit.remove(&schedule.uid).filter(|_| is_reverted) {
            Some(last) => {
                definition = last;
                // Runs and times that are over cannot be excluded afterwards.
                (definition.spec.max_runs, definition.spec.ends_at) = (before.spec.max_runs, before.spec.ends_at);
            }
            None => schedules::edit(&mut definition, &mut self.world.seed()),
        }
        self.before_edit.insert(schedule.uid, before);
        self.save(key.clone(), definition).await;
    }

    async fn pause(&self, key: &ScheduleKey) {
        let lasts_for = self.world.seed().between(3, 120);
        let ends = self.world.seed().per_mille(400);
        let until = ends.then(|| self.place.clock.now() + seconds(lasts_for));
        for _ in 0..2 {
            match self.control.pause(key, ExpectedVersion::Any, until, self.by()).await {
                Err(Error::Store(StoreError::Unknown(_))) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }

    async fn resume(&self, key: &ScheduleKey) {
        let from = if self.world.seed().per_mille(500) { ResumeFrom::Now } else { ResumeFrom::CatchUp };
        let paused = self.control.schedule(key).await.is_ok_and(|schedule| schedule.status == Status::Paused);
        if paused {
            self.control.resume(key, ExpectedVersion::Any, from, self.by()).await.ok();
        }
    }

    async fn fire(&mut self, key: &ScheduleKey) {
        self.requests += 1;
        let request = format!("r{}", self.requests);
        let payload = self.requests.is_multiple_of(2).then(|| json!({ "of": request }));
        for _ in 0..3 {
            let (key, request, by) = (key.clone(), request.clone(), self.by());
            let payload = payload.clone();
            let fire = Fire { key, request, discriminator: None, correlation_id: None, payload, by };
            match self.control.fire(fire).await {
                Err(Error::Store(StoreError::Unknown(_) | StoreError::Unavailable(_))) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }

    /// Returns one of the latest rows of a schedule.
    async fn some_row(&self, key: &ScheduleKey) -> Option<refrain::model::Occurrence> {
        let filter = OccurrenceFilter { schedule: Some(key.id.clone()), ..OccurrenceFilter::default() };
        let found = self.store.occurrences(&key.tenant, &filter, &Page::first(6)).await.ok()?.rows;
        if found.is_empty() {
            return None;
        }
        let index = usize::try_from(self.world.seed().next() % found.len() as u64).expect("an index");
        Some(found[index].clone())
    }

    async fn change_row(&self, key: &ScheduleKey) {
        let Some(row) = self.some_row(key).await else { return };
        let change = match row.state {
            State::Failed if row.discarded_at.is_none() && self.world.seed().per_mille(500) => {
                OccurrenceChange::Discard
            }
            State::Succeeded | State::Skipped | State::Failed => {
                let payload =
                    (row.fence.0 % 3 == 0).then(|| Arc::new(RunPayload::new(json!({ "again": row.fence.0 }))));
                OccurrenceChange::Reopen { trigger: Trigger::Retry, concurrency: None, payload }
            }
            State::Running => OccurrenceChange::Cancel,
            State::Planned => OccurrenceChange::Skip,
        };
        let now = self.place.clock.now();
        self.store.change_occurrence(&key.tenant, row.id, &change, &self.by(), now).await.ok();
    }

    async fn change_foreign_row(&self, key: &ScheduleKey) {
        let Some(row) = self.some_row(key).await else { return };
        let others: Vec<_> = tenants().into_iter().filter(|tenant| *tenant != key.tenant).collect();
        let change = OccurrenceChange::retry();
        let now = self.place.clock.now();
        self.store.change_occurrence(&others[0], row.id, &change, &self.by(), now).await.ok();
    }
}
