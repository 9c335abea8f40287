//! Slots per tenant and provider on one node: a slow provider or a large tenant delays no other, and nothing is
//! lost. Timers are virtual; the clock is manual.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use jiff::SignedDuration;
use refrain::control::SaveScheduleRequest;
use refrain::delivery::{Dispatcher, Outcome, Run};
use refrain::engine::{Engine, EngineOptions};
use refrain::model::{By, Definition, Occurrence, Overlap, ScheduleKey, Source, State, Tenant};
use refrain::store::{ExpectedVersion, Ledger, OccurrenceFilter, Page};
use tokio::time::sleep;

use crate::harness::{Harness, cron, key};

/// A dispatcher that takes its time, and records the concurrency per provider and tenant.
#[derive(Default)]
struct SlowDispatcher {
    under_way: Mutex<BTreeMap<String, usize>>,
    most: Mutex<BTreeMap<String, usize>>,
}

impl SlowDispatcher {
    fn change(&self, who: &str, by: impl Fn(usize) -> usize) {
        let mut under_way = self.under_way.lock().unwrap();
        let count = under_way.entry(who.to_owned()).or_default();
        *count = by(*count);
        let mut most = self.most.lock().unwrap();
        let most = most.entry(who.to_owned()).or_default();
        *most = (*most).max(*count);
    }

    fn most(&self, who: &str) -> usize {
        self.most.lock().unwrap().get(who).copied().unwrap_or_default()
    }
}

#[async_trait]
impl Dispatcher for SlowDispatcher {
    async fn dispatch(&self, run: Run) -> Outcome {
        let who = [run.definition.action.provider.clone(), run.occurrence.schedule.tenant.name.to_string()];
        who.iter().for_each(|who| self.change(who, |count| count + 1));
        // 150 ms of timer time are 1.5 seconds on the clock, which runs ten times as fast as the timers.
        let takes = if run.definition.action.provider == "slow" { 150 } else { 1 };
        sleep(Duration::from_millis(takes)).await;
        who.iter().for_each(|who| self.change(who, |count| count - 1));
        Outcome::DELIVERED
    }
}

/// Returns a schedule with this number of rows at 09:00.
fn many_rows(provider: &str, rows: usize) -> Definition {
    let mut definition = cron("0 9 * * *", "UTC");
    definition.action.provider = provider.to_owned();
    definition.overlap = Overlap::AllowAll;
    definition.discriminators = (0..rows).map(|number| number.to_string()).collect();
    definition
}

fn of(tenant: &str, id: &str) -> ScheduleKey {
    ScheduleKey { tenant: Tenant::new("default", tenant).unwrap(), ..key(id) }
}

async fn save(harness: &Harness, key: ScheduleKey, definition: Definition) {
    let save =
        SaveScheduleRequest { key, expect: ExpectedVersion::Any, definition, source: Source::Api, by: By::new("ann") };
    harness.control.save(save).await.unwrap();
}

/// Returns all rows of a schedule.
async fn rows(harness: &Harness, key: &ScheduleKey) -> Vec<Occurrence> {
    let filter = OccurrenceFilter { schedule: Some(key.id.clone()), ..OccurrenceFilter::default() };
    let mut rows = Vec::new();
    let mut page = Page::first(500);
    loop {
        let found = harness.store.occurrences(&key.tenant, &filter, &page).await.unwrap();
        rows.extend(found.rows);
        let Some(next) = found.next else { return rows };
        page = Page::after(500, next);
    }
}

/// Advances the time until every row of a schedule is settled, for at most `seconds_max` seconds.
async fn advance_until_settled(harness: &Harness, key: &ScheduleKey, seconds_max: usize) {
    for _ in 0..seconds_max {
        harness.clock.advance(SignedDuration::from_secs(1));
        sleep(Duration::from_millis(100)).await;
        let rows = rows(harness, key).await;
        if !rows.is_empty() && rows.iter().all(|row| row.state.is_terminal()) {
            return;
        }
    }
    panic!("{key} has open rows after {seconds_max} s");
}

/// Returns the longest start delay of the rows, in seconds.
fn longest_delay(rows: &[Occurrence]) -> i64 {
    let late = rows.iter().map(|row| row.started_at.unwrap().duration_since(row.planned.nominal_at).as_secs());
    late.max().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_slow_provider_delays_no_other_and_loses_nothing() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let slow = Arc::new(SlowDispatcher::default());
    let mut options = EngineOptions::default();
    options.worker.slots = 200;
    options.worker.provider_slots = BTreeMap::from([("slow".to_owned(), 20)]);
    let node = Engine::new(harness.store.clone(), harness.clock.clone(), slow.clone(), options);
    save(&harness, key("slow"), many_rows("slow", 1_000)).await;
    save(&harness, key("quick"), many_rows("quick", 10)).await;
    let mut beat = cron("*/10 * * * * *", "UTC");
    beat.action.provider = "quick".to_owned();
    save(&harness, key("beat"), beat).await;
    let running = node.start();
    advance_until_settled(&harness, &key("slow"), 400).await;
    running.stop().await;
    assert_eq!(slow.most("slow"), 20);
    let done = rows(&harness, &key("slow")).await;
    assert_eq!(done.len(), 1_000);
    assert!(
        done.iter().all(|row| row.state == State::Succeeded && row.attempt == 1),
        "each run succeeded on its first attempt"
    );
    assert!(longest_delay(&rows(&harness, &key("quick")).await) <= 2);
    let beats: Vec<_> = rows(&harness, &key("beat")).await;
    let begun: Vec<_> = beats.into_iter().filter(|row| row.state == State::Succeeded).collect();
    assert!(begun.len() > 5 && longest_delay(&begun) <= 2, "{} s late", longest_delay(&begun));
}

#[tokio::test(start_paused = true)]
async fn many_runs_of_one_tenant_delay_no_other_tenant() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let slow = Arc::new(SlowDispatcher::default());
    let mut options = EngineOptions::default();
    options.worker.slots = 50;
    options.worker.tenant_slots = Some(10);
    let node = Engine::new(harness.store.clone(), harness.clock.clone(), slow.clone(), options);
    save(&harness, of("herd", "herd"), many_rows("slow", 300)).await;
    for tenant in ["one", "two", "three"] {
        save(&harness, of(tenant, "few"), many_rows("quick", 3)).await;
    }
    let running = node.start();
    advance_until_settled(&harness, &of("herd", "herd"), 300).await;
    running.stop().await;
    assert_eq!(slow.most("herd"), 10);
    assert!(rows(&harness, &of("herd", "herd")).await.iter().all(|row| row.state == State::Succeeded));
    for tenant in ["one", "two", "three"] {
        let few = rows(&harness, &of(tenant, "few")).await;
        assert!(few.iter().all(|row| row.state == State::Succeeded) && longest_delay(&few) <= 2, "{tenant}");
    }
}
