//! What an edit asks of the store, and what happens when another write overtakes it.

use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
use serde_json::Value;

use super::*;
use crate::clock::{Clock, ManualClock};
use crate::model::{Action, ScheduleId, Tenant};
use crate::store::model::Model;
use crate::store::{Ledger, Plan};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn save_request(expression: &str) -> SaveScheduleRequest {
    let cron = CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() };
    let mut definition = Definition::new(Spec::new(Recurrence::Cron(cron), "UTC"), Action::new("log", Value::Null));
    definition.spec.max_runs = Some(1);
    let tenant = Tenant::new("default", "acme").unwrap();
    let key = ScheduleKey { tenant, id: ScheduleId::new("report").unwrap() };
    SaveScheduleRequest { key, expect: ExpectedVersion::Any, definition, source: Source::Api, by: By::new("ann") }
}

/// Returns a schedule that was created at 08:30, with the clock at 11:30, and the save that an edit sends to the
/// store.
async fn edited(edit: &SaveScheduleRequest) -> (Arc<Model>, Control<Rights>, SaveSchedule) {
    let (store, clock) = (Arc::new(Model::new()), Arc::new(ManualClock::new(at("2026-01-05T08:30:00Z"))));
    let control = Control::new(store.clone(), clock.clone()).acting_as(Rights::all());
    control.save(save_request("0 * * * *")).await.unwrap();
    clock.set(at("2026-01-05T11:30:00Z"));
    let old = control.found(&edit.key).await.unwrap();
    let change = control.build_save(edit, old.as_ref(), clock.now()).await.unwrap();
    assert_eq!(change.replan.as_ref().and_then(|replan| replan.gaps.first()).map(|gap| gap.count), Some(3));
    (store, control, change)
}

fn is_refused(answer: &Result<Schedule, StoreError>) -> bool {
    matches!(answer, Err(StoreError::Conflict { kind, .. }) if is_overtaken(&save_request(""), *kind))
}

/// Planning finishes the schedule during the edit. It yielded nothing more, so nothing is collapsed into a gap.
#[tokio::test]
async fn edit_records_no_gap_for_a_schedule_that_finished_meanwhile() {
    let edit = save_request("15 * * * *");
    let (store, control, change) = edited(&edit).await;
    let found = control.schedule(&edit.key).await.unwrap();
    let finishing = Plan {
        uid: found.uid,
        revision: found.revision,
        watermark: found.watermark,
        occurrences: Vec::new(),
        gaps: Vec::new(),
        watermark_to: found.watermark,
        next_due_at: None,
        is_finished: true,
        tzdb: "2026a".to_owned(),
    };
    let now = control.clock.now();
    store.plan(vec![finishing], now).await.unwrap();
    assert_eq!(control.schedule(&edit.key).await.unwrap().status, Status::Finished);
    assert!(is_refused(&store.save(change, now).await));
    let saved = control.save(edit.clone()).await.unwrap();
    assert_eq!((saved.status, saved.revision.0, saved.watermark), (Status::Active, 2, now));
    assert_eq!(store.gaps(&edit.key, &Page::first(9)).await.unwrap().rows, []);
}

/// The other edit is made with a clock that was set back, so that the watermark does not reveal it.
#[tokio::test]
async fn overtaken_edit_is_retried() {
    let edit = save_request("15 * * * *");
    let (store, control, change) = edited(&edit).await;
    let earlier = Arc::new(ManualClock::new(at("2026-01-05T08:00:00Z")));
    let other = Control::new(store.clone(), earlier).acting_as(Rights::all());
    let between = other.save(save_request("45 * * * *")).await.unwrap();
    assert_eq!((between.revision.0, between.watermark), (2, change.watermark));
    assert!(is_refused(&store.save(change, control.clock.now()).await));
    assert_eq!(control.save(edit.clone()).await.unwrap().revision.0, 3);
    let gaps = store.gaps(&edit.key, &Page::first(9)).await.unwrap().rows;
    let recorded: Vec<_> = gaps.iter().map(|gap| (gap.covers.from, gap.covers.count)).collect();
    assert_eq!(recorded, [(at("2026-01-05T08:45:00Z"), 3)]);
}
