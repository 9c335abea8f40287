//! Holds: covered occurrences are skipped with the reason, whatever their trigger, and an outage of the store
//! bypasses no hold.

use jiff::SignedDuration;
use refrain::control::{Answer, Backfill, DocumentChange, Fire, Reprocess};
use refrain::delivery::Outcome;
use refrain::dispatch::{Hold, TenantControls};
use refrain::model::{By, DocumentName, Reason, SkipReason, State, Status};
use refrain::observe::{Alarm, Event};
use refrain::store::{Audit, Catalog, DocumentKey, DocumentKind, ExpectedVersion, Page};
use serde_json::{Value, json};

use crate::harness::{Harness, at, cron, key};

pub(crate) fn order(name: &str) -> DocumentChange {
    let name = DocumentName::new(name).unwrap();
    DocumentChange { tenant: key("any").tenant, name, expect: ExpectedVersion::Any, by: By::new("ann") }
}

impl Harness {
    async fn hold(&self, name: &str, hold: &Hold) {
        self.control.save_hold(&order(name), hold).await.unwrap();
    }

    /// Saves any document, as a program without our checks would.
    async fn put(&self, kind: DocumentKind, name: &str, body: &Value) {
        let key = DocumentKey { tenant: key("any").tenant, kind, name: DocumentName::new(name).unwrap() };
        self.store.put(&key, body, ExpectedVersion::Any, &By::new("ann"), at("2026-01-05T00:00:00Z")).await.unwrap();
    }
}

fn maintenance() -> Hold {
    Hold {
        note: "new racks".to_owned(),
        from: Some(at("2026-01-05T09:00:00Z")),
        until: Some(at("2026-01-05T11:00:00Z")),
        ..Hold::new("maintenance")
    }
}

#[tokio::test]
async fn a_covered_occurrence_is_skipped_and_names_its_hold() {
    let harness = Harness::at("2026-01-05T07:59:50Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    harness.hold("racks", &maintenance()).await;
    harness.run_until("2026-01-05T11:30:00Z", SignedDuration::from_secs(10)).await;
    let expected = [
        "2026-01-05T08:00:00Z succeeded",
        "2026-01-05T09:00:00Z skipped(hold)",
        "2026-01-05T10:00:00Z skipped(hold)",
        "2026-01-05T11:00:00Z succeeded",
    ];
    assert_eq!(harness.ledger("hourly").await, expected);
    let held = &harness.rows("hourly").await[1];
    assert_eq!(held.message.as_deref(), Some("hold racks (maintenance): new racks"));
    assert_eq!(harness.sent().len(), 2, "nothing was sent for the held occurrences");
    assert_eq!(harness.engine.stats().read().started, 2);
}

#[tokio::test]
async fn a_hold_selects_by_name_label_and_scope_within_its_tenant() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let mut labelled = cron("0 9 * * *", "UTC");
    labelled.labels.insert("customer".to_owned(), "globex".to_owned());
    harness.save("labelled", labelled).await;
    harness.save("other", cron("0 9 * * *", "UTC")).await;
    let mut hold = Hold::new("legal");
    hold.selects.labels.insert("customer".to_owned(), "globex".to_owned());
    harness.hold("case-7", &hold).await;
    let foreign = DocumentChange { tenant: refrain::model::Tenant::new("default", "globex").unwrap(), ..order("all") };
    harness.control.save_hold(&foreign, &Hold::new("legal")).await.unwrap();
    harness.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(harness.ledger("labelled").await, ["2026-01-05T09:00:00Z skipped(hold)"]);
    assert_eq!(harness.ledger("other").await, ["2026-01-05T09:00:00Z succeeded"]);
}

#[tokio::test]
async fn a_held_occurrence_does_not_count_as_a_run() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let mut twice = cron("0 * * * *", "UTC");
    twice.spec.max_runs = Some(2);
    harness.save("twice", twice).await;
    harness.hold("racks", &maintenance()).await;
    harness.run_until("2026-01-05T14:00:00Z", SignedDuration::from_secs(10)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T11:00:00Z", "2026-01-05T12:00:00Z"]);
    let schedule = harness.schedule("twice").await;
    assert_eq!((schedule.status, schedule.counters.runs, schedule.counters.skipped), (Status::Finished, 2, 2));
}

#[tokio::test]
async fn a_hold_stops_the_next_attempt() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    harness.answer("digest", [Outcome::retryable("refused")]);
    harness.tick_at("2026-01-05T09:00:00Z").await;
    harness.hold("all", &Hold::new("legal")).await;
    harness.run_until("2026-01-05T09:05:00Z", SignedDuration::from_secs(10)).await;
    assert_eq!(harness.ledger("digest").await, ["2026-01-05T09:00:00Z skipped(hold)"]);
    assert_eq!(harness.sent().len(), 1);
}

#[tokio::test]
async fn holds_cover_manual_runs_and_backfills_by_nominal_time() {
    let harness = Harness::at("2026-01-05T12:30:00Z");
    let hourly = cron("0 * * * *", "UTC");
    harness.save("hourly", hourly).await;
    harness.hold("racks", &maintenance()).await;
    let backfill = |from: &str, to: &str| Backfill {
        key: key("hourly"),
        from: at(from),
        to: at(to),
        limit: 10,
        reprocess: Reprocess::default(),
        overlap: None,
        concurrency: None,
        by: By::new("ann"),
    };
    harness.control.backfill(&backfill("2026-01-05T08:00:00Z", "2026-01-05T11:00:00Z")).await.unwrap();
    harness.tick().await;
    let ledger = harness.ledger("hourly").await;
    assert!(ledger.contains(&"2026-01-05T08:00:00Z succeeded".to_owned()), "{ledger:?}");
    assert!(ledger.contains(&"2026-01-05T09:00:00Z skipped(hold)".to_owned()), "{ledger:?}");
    harness.hold("all", &Hold::new("legal")).await;
    let fire = Fire {
        key: key("hourly"),
        request: "now".to_owned(),
        discriminator: None,
        correlation_id: None,
        payload: None,
        by: By::new("ann"),
    };
    let fired = harness.control.fire(fire).await.unwrap();
    harness.tick().await;
    let rows = harness.rows("hourly").await;
    let fired = rows.iter().find(|row| row.id == fired.id).unwrap();
    assert_eq!(fired.reason, Some(Reason::Skipped(SkipReason::Hold)));
}

#[tokio::test]
async fn an_explanation_names_the_hold_before_and_after() {
    let harness = Harness::at("2026-01-05T08:00:00Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    harness.hold("racks", &maintenance()).await;
    let explained = harness.control.explain(&key("hourly"), at("2026-01-05T10:00:00Z")).await.unwrap();
    assert_eq!(explained.answer, Answer::WillBeHeld("hold racks (maintenance): new racks".to_owned()));
    assert!(explained.sentence().contains("skipped under hold racks"), "{}", explained.sentence());
    let free = harness.control.explain(&key("hourly"), at("2026-01-05T11:00:00Z")).await.unwrap();
    assert_eq!((free.answer, free.hold), (Answer::NotPlannedYet, None));
    harness.run_until("2026-01-05T10:00:00Z", SignedDuration::from_secs(10)).await;
    let explained = harness.control.explain(&key("hourly"), at("2026-01-05T10:00:00Z")).await.unwrap();
    assert_eq!(explained.answer, Answer::Recorded(State::Skipped, Some(Reason::Skipped(SkipReason::Hold))));
    assert_eq!(
        explained.sentence(),
        "The occurrence has the state skipped (hold): hold racks (maintenance): new racks."
    );
}

// If a damaged hold covered nothing, a legal hold would be ignored silently.
#[tokio::test]
async fn a_damaged_hold_covers_everything_and_raises_one_alarm() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    harness.put(DocumentKind::Hold, "broken", &json!({"code": "legal", "untill": "2026-01-05T08:00:00Z"})).await;
    let mut events = harness.engine.events().subscribe();
    harness.tick_at("2026-01-05T09:00:00Z").await;
    let row = &harness.rows("hourly").await[0];
    assert_eq!(row.reason, Some(Reason::Skipped(SkipReason::Hold)));
    let message = row.message.as_deref().unwrap();
    assert!(message.contains("hold broken") && message.contains("untill"), "{message}");
    let reported = std::iter::from_fn(|| events.try_recv().ok());
    let alarms = reported
        .filter(|event| matches!(event, Event::Alarm(Alarm::UnreadableControl { name, .. }) if name == "broken"));
    assert_eq!(alarms.count(), 1);
    harness.control.remove_hold(&order("broken")).await.unwrap();
    harness.tick_at("2026-01-05T10:00:00Z").await;
    assert_eq!(harness.ledger("hourly").await[1], "2026-01-05T10:00:00Z succeeded");
}

#[tokio::test]
async fn invalid_holds_are_not_saved_and_every_change_is_audited() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let backward = Hold { from: maintenance().until, until: maintenance().from, ..Hold::new("legal") };
    for bad in [Hold::new(""), backward] {
        assert_eq!(harness.control.save_hold(&order("bad"), &bad).await.unwrap_err().code(), "invalid");
    }
    assert_eq!(TenantControls::read(&*harness.store, &key("any").tenant).await.unwrap(), TenantControls::default());
    harness.hold("racks", &maintenance()).await;
    let stale = DocumentChange { expect: ExpectedVersion::New, ..order("racks") };
    assert_eq!(harness.control.save_hold(&stale, &maintenance()).await.unwrap_err().code(), "conflict");
    harness.control.remove_hold(&order("racks")).await.unwrap();
    let entries = harness.store.entries(&key("any").tenant, &Page::first(9)).await.unwrap().rows;
    let mut reported: Vec<_> = entries.iter().map(|it| (it.entry.action.as_str(), it.entry.object.as_str())).collect();
    reported.sort_unstable();
    assert_eq!(reported, [("document.put", "hold/racks"), ("document.remove", "hold/racks")]);
}
