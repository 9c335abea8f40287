//! A definition keeps every setting: in JSON, in its description, and in every store.

use refrain::Weekday::{Friday, Monday};
use refrain::model::{CatchUp, CatchUpPolicy, Definition, Delivery, History, Overlap, Priority, Retry};
use refrain::recurrence::builder::{hours, minutes, seconds, time};
use refrain::recurrence::{CompiledRecurrence, Context, Dst, Fold, Gap, Jitter, JitterMode, JitterWindow};
use serde_json::json;

use crate::world::{World, at};

#[tokio::test]
async fn every_builder_setting_reaches_the_definition_and_survives_json() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let said = world
        .refrain
        .schedule("a")
        .run_after(hours(1))
        .min_spacing(seconds(30))
        .then()
        .every(1)
        .days()
        .on([Monday, Friday])
        .at_times([time(9, 0), time(14, 0)])
        .in_months([1, 2, 3])
        .until(at("2027-01-01T00:00:00Z"))
        .max_runs(100)
        .in_zone("Europe/Berlin")
        .dst(Dst { gap: Some(Gap::Skip), fold: Some(Fold::Both), ..Dst::default() })
        .jitter(Jitter { window: JitterWindow::Length(minutes(5)), mode: JitterMode::Spread })
        .max_concurrent(3)
        .catch_up(CatchUp { policy: CatchUpPolicy::All, window: Some(hours(2)), limit: 7 })
        .start_deadline(minutes(10))
        .retry(Retry { max_attempts: 2, ..Retry::default() })
        .timeout(minutes(1))
        .pause_on_failure(4)
        .delivery(Delivery::AtMostOnce)
        .priority(Priority::Low)
        .history(History::Full)
        .discriminators(["eu", "us"])
        .handler("send", json!({"to": "ann"}))
        .description("The digest")
        .label("team", "mail")
        .label("stage", "live")
        .scope("engagement", "7")
        .definition()
        .unwrap();
    assert_eq!(
        serde_json::to_value(&said).unwrap(),
        json!({
            "spec": {
                "recurrence": {"kind": "every", "every": 1, "unit": "days", "on_days": ["monday", "friday"],
                               "at": ["09:00:00", "14:00:00"], "in_months": [1, 2, 3]},
                "timezone": "Europe/Berlin",
                "dst": {"gap": "skip", "fold": "both"},
                "ends_at": "2027-01-01T00:00:00Z",
                "max_runs": 100,
                "first_run": {"after": "1h", "min_spacing": "30s"},
                "jitter": {"window": "5m", "mode": "spread"},
            },
            "action": {"provider": "handler", "target": "send", "payload": {"to": "ann"}},
            "description": "The digest",
            "labels": {"stage": "live", "team": "mail"},
            "scope": {"type": "engagement", "id": "7"},
            "discriminators": ["eu", "us"],
            "overlap": "allow_all",
            "max_concurrent": 3,
            "catch_up": {"policy": "all", "window": "2h", "limit": 7},
            "start_deadline": "10m",
            "retry": {"max_attempts": 2, "initial": "10s", "factor": 2.0, "max_interval": "1h", "max_elapsed": "24h"},
            "timeout": "1m",
            "pause_on_failure": 4,
            "delivery": "at_most_once",
            "priority": "low",
            "history": "full",
        })
    );
    assert_eq!(Definition::from_stored(&said.to_stored().unwrap()).unwrap(), said);
}

#[tokio::test]
async fn a_definition_describes_its_recurrence_in_words() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let words =
        |definition: Definition| CompiledRecurrence::compile(&definition.spec, &Context::default()).unwrap().describe();
    let daily = |zone: &str| world.refrain.schedule("a").every_day().at(9, 0).in_zone(zone).handler("record", ());
    assert_eq!(words(daily("UTC").definition().unwrap()), "Every day at 09:00 (UTC)");
    assert_eq!(words(daily("Europe/Berlin").definition().unwrap()), "Every day at 09:00 (Europe/Berlin)");
}

#[tokio::test]
async fn invalid_payloads_and_policies_are_rejected() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let new = || world.refrain.schedule("a").every_day();
    let keys = std::collections::BTreeMap::from([(vec![1_u8], 1_u8)]);
    assert_eq!(new().handler("record", keys).save().await.unwrap_err().code(), "bad_value");
    assert_eq!(new().handler("record", "x".repeat(300_000)).save().await.unwrap_err().code(), "too_large");
    assert_eq!(world.refused(new().max_concurrent(0)).await, "out_of_range");
    assert_eq!(world.refused(new().pause_on_failure(0)).await, "out_of_range");
    assert_eq!(world.refused(new().discriminators(["a", "a"])).await, "bad_value");
    assert_eq!(world.refused(new().max_runs(1).max_runs(2)).await, "conflict");
    assert!(new().overlap(Overlap::BufferOne).handler("record", ()).save().await.is_ok());
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn a_file_keeps_schedules_across_restarts() {
    let name = format!("refrain-embed-{}-{:?}.db", std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(name.replace(['(', ')'], ""));
    let address = format!("sqlite:{}", path.display());
    let clock = std::sync::Arc::new(refrain::clock::ManualClock::new(at("2026-01-05T08:00:00Z")));
    let open = async || {
        let refrain = refrain::Refrain::builder().clock(clock.clone()).open(&address).await.unwrap();
        let send = refrain.handler("send", |_: refrain::RunContext, to: String| async move {
            if to == "ann" { Ok(()) } else { Err(refrain::Reject::new(to)) }
        });
        (refrain, send)
    };
    {
        let (refrain, send) = open().await;
        refrain.schedule("a").cron("0 9 * * *").max_runs(1).run(&send, "ann").save().await.unwrap();
    }
    {
        let (refrain, _) = open().await;
        refrain.tick().await.unwrap();
        clock.set(at("2026-01-05T09:00:00Z"));
        assert_eq!(refrain.tick().await.unwrap().ran, 1);
        assert_eq!(refrain.get("a").await.unwrap().unwrap().counters.succeeded, 1);
    }
    for end in ["", "-wal", "-shm"] {
        std::fs::remove_file(format!("{}{end}", path.display())).ok();
    }
}
