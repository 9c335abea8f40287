//! People who make, edit, pause, resume, cancel, delete and fire schedules, open rows again and ask for the past. Their
//! calls go through the same faulty store; what they get no answer to, they ask again.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::audit::By;
use refrain::clock::Clock;
use refrain::control::{Control, Fire, OrderChange, ResumeFrom, Save};
use refrain::error::Error;
use refrain::hold::Hold;
use refrain::id::{DocumentName, ScheduleId, ScheduleKey};
use refrain::moves::State;
use refrain::occurrence::Trigger;
use refrain::planner::window::rows;
use refrain::recurrence::{Recurrence, Unit};
use refrain::rights::Rights;
use refrain::schedule::{Schedule, Source, Status};
use refrain::store::{Expect, Insert, InsertRequest, Ledger, OccurrenceChange, OccurrenceFilter, Page, StoreError};
use tokio::time::sleep;

use crate::node::{Place, keep_time};
use crate::schedules;
use crate::store::FaultyStore;
use crate::world::{World, seconds, tenants};

struct People {
    world: Arc<World>,
    place: Arc<Place>,
    store: Arc<FaultyStore>,
    control: Control<Rights>,
    keys: Vec<ScheduleKey>,
    requests: u64,
}

/// Lets people do things for so long.
pub(crate) async fn live(world: Arc<World>, lasts_for: SignedDuration) {
    let place = Place::new(&world);
    let store = FaultyStore::new(&world, &place);
    let time = tokio::spawn(keep_time(Arc::clone(&world), Arc::clone(&place), store.clone()));
    let control = Control::new(store.clone(), place.clock.clone()).acting_as(Rights::all());
    let mut people = People { world, place, store, control, keys: Vec::new(), requests: 0 };
    let ends_at = people.world.time.steady() + lasts_for;
    let schedules = people.world.seed().between(3, 8);
    for _ in 0..schedules {
        people.make().await;
    }
    let pace = people.world.seed().pick(&[4_000, 12_000, 40_000]);
    while people.world.time.steady() < ends_at {
        let wait = people.world.seed().between(100, pace).unsigned_abs();
        sleep(Duration::from_millis(wait)).await;
        people.do_something().await;
    }
    time.abort();
}

impl People {
    fn by(&self) -> By {
        By::new("ann")
    }

    async fn make(&mut self) {
        let number = self.keys.len();
        let tenants = tenants();
        let tenant = tenants[number % tenants.len()].clone();
        let key = ScheduleKey { tenant, id: ScheduleId::new(&format!("s{number}")).expect("a good name") };
        let definition = schedules::definition(&mut self.world.seed(), self.place.clock.now());
        self.keys.push(key.clone());
        self.save(key, definition).await;
    }

    /// Saves, again when the answer was lost.
    async fn save(&self, key: ScheduleKey, definition: refrain::definition::Definition) {
        for _ in 0..3 {
            let (key, definition, by) = (key.clone(), definition.clone(), self.by());
            let save = Save { key, expect: Expect::Any, definition, source: Source::Api, by };
            match self.control.save(save).await {
                Err(Error::Store(StoreError::Unknown(_) | StoreError::Unavailable(_))) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }

    async fn do_something(&mut self) {
        let index = usize::try_from(self.world.seed().next() % self.keys.len() as u64).expect("an index");
        let key = self.keys[index].clone();
        let what = self.world.seed().between(0, 99);
        match what {
            0..=9 => self.make_once_more(key).await,
            10..=27 => self.edit(&key).await,
            28..=39 => self.pause(&key).await,
            40..=57 => self.resume(&key).await,
            58..=61 => drop(self.control.cancel(&key, Expect::Any, self.by()).await),
            62..=64 => drop(self.control.delete(&key, Expect::Any, &self.by()).await),
            65..=77 => self.fire(&key).await,
            78..=89 => self.change_row(&key).await,
            90..=92 => self.backfill(&key).await,
            93..=97 => self.hold(&key).await,
            _ => self.reach_for_another_tenants(&key).await,
        }
    }

    async fn make_once_more(&mut self, key: ScheduleKey) {
        if self.keys.len() < 12 && self.world.seed().per_mille(300) {
            self.make().await;
        } else {
            // A deleted name begins a new history; any other is given another rule.
            let definition = schedules::definition(&mut self.world.seed(), self.place.clock.now());
            let found = self.control.schedule(&key).await;
            if matches!(found, Err(Error::Store(StoreError::NotFound(_)))) {
                self.save(key, definition).await;
            }
        }
    }

    async fn edit(&self, key: &ScheduleKey) {
        let Ok(schedule) = self.control.schedule(key).await else { return };
        let mut definition = (*schedule.definition).clone();
        {
            let mut seed = self.world.seed();
            schedules::policies(&mut definition, &mut seed);
            if let Recurrence::Every(every) = &mut definition.spec.recurrence
                && every.unit == Unit::Seconds
            {
                every.every = seed.between(3, 40);
            }
        }
        self.save(key.clone(), definition).await;
    }

    async fn pause(&self, key: &ScheduleKey) {
        let lasts_for = self.world.seed().between(3, 120);
        let ends = self.world.seed().per_mille(400);
        let until = ends.then(|| self.place.clock.now() + seconds(lasts_for));
        for _ in 0..2 {
            match self.control.pause(key, Expect::Any, until, self.by()).await {
                Err(Error::Store(StoreError::Unknown(_))) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }

    async fn resume(&self, key: &ScheduleKey) {
        let from = if self.world.seed().per_mille(500) { ResumeFrom::Now } else { ResumeFrom::CatchUp };
        let paused = self.control.schedule(key).await.is_ok_and(|schedule| schedule.status == Status::Paused);
        if paused {
            self.control.resume(key, Expect::Any, from, self.by()).await.ok();
        }
    }

    async fn fire(&mut self, key: &ScheduleKey) {
        self.requests += 1;
        let request = format!("r{}", self.requests);
        for _ in 0..3 {
            let (key, request, by) = (key.clone(), request.clone(), self.by());
            let fire = Fire { key, request, discriminator: None, correlation_id: None, by };
            match self.control.fire(fire).await {
                Err(Error::Store(StoreError::Unknown(_) | StoreError::Unavailable(_))) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }

    /// One of the latest rows of a schedule.
    async fn some_row(&self, key: &ScheduleKey) -> Option<refrain::occurrence::Occurrence> {
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
            State::Generated | State::Skipped | State::Failed => {
                OccurrenceChange::Reopen { trigger: Trigger::Retry, concurrency: None }
            }
            State::Running => OccurrenceChange::Cancel,
            State::Planned => OccurrenceChange::Skip,
        };
        let now = self.place.clock.now();
        self.store.change_occurrence(&key.tenant, row.id, &change, &self.by(), now).await.ok();
    }

    /// Asks for rows of the past, by the rule, so that their keys are the rule's own.
    async fn backfill(&self, key: &ScheduleKey) {
        let Ok(schedule) = self.control.schedule(key).await else { return };
        let Ok(rule) = self.control.rule(&schedule).await else { return };
        let now = self.place.clock.now();
        let until = now.min(schedule.watermark);
        let from = self.world.seed().between(10, 300);
        let first = rule.next_after((until - seconds(from)).max(schedule.created_at));
        let Some(first) = first.filter(|first| first.at() <= until && is_past(first.at(), &schedule)) else { return };
        let occurrences = rows(&schedule, &rule, &first, Trigger::Backfill);
        let tzdb = refrain::recurrence::tzdb_version().to_owned();
        let request = InsertRequest::Backfill { from: first.at(), to: until };
        let insert = Insert { key: key.clone(), occurrences, tzdb, request, by: self.by() };
        self.store.insert(insert, now).await.ok();
    }

    /// Saves a hold on one schedule or on all of its tenant, or takes it away.
    async fn hold(&self, key: &ScheduleKey) {
        let name = DocumentName::new("hold").expect("a good name");
        let change = OrderChange { tenant: key.tenant.clone(), name, expect: Expect::Any, by: self.by() };
        let mut hold = Hold::new("legal");
        let is_removed = {
            let mut seed = self.world.seed();
            if seed.per_mille(600) {
                hold.selects.schedules.push(key.id.to_string());
            }
            if seed.per_mille(500) {
                hold.until = Some(self.place.clock.now() + seconds(seed.between(10, 120)));
            }
            seed.per_mille(450)
        };
        if is_removed {
            self.control.remove_hold(&change).await.ok();
        } else {
            self.control.save_hold(&change, &hold).await.ok();
        }
    }

    async fn reach_for_another_tenants(&self, key: &ScheduleKey) {
        let Some(row) = self.some_row(key).await else { return };
        let others: Vec<_> = tenants().into_iter().filter(|tenant| *tenant != key.tenant).collect();
        let change = OccurrenceChange::Reopen { trigger: Trigger::Retry, concurrency: None };
        let now = self.place.clock.now();
        self.store.change_occurrence(&others[0], row.id, &change, &self.by(), now).await.ok();
    }
}

fn is_past(at: Timestamp, schedule: &Schedule) -> bool {
    at <= schedule.watermark && schedule.definition.spec.ends_at.is_none_or(|ends_at| at < ends_at)
}
