//! Metrics: what is counted per tenant and schedule, and that names chosen by users cannot create unbounded series.

use std::sync::atomic::{AtomicBool, Ordering};

use jiff::SignedDuration;
use refrain::Failure;
use refrain::RunContext;
use refrain::observe::metrics::TENANTS_MAX;
use refrain::observe::metrics::table::{Kind, Metric, TABLE};
use serde_json::Value;

use crate::recorder::Recorder;
use crate::world::{World, at};

#[tokio::test]
async fn runs_are_counted_by_schedule_and_each_writes_a_line_with_the_next_run() {
    let (log, _guard) = Recorder::start();
    let world = World::with("2026-01-05T08:30:00Z", |builder| builder.schedule_metrics(10)).await;
    world.hourly("digest", "good").await;
    world.hourly("broken", "bad").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    world.tick_at("2026-01-05T10:00:00Z").await;
    let of = |name: &str, id: &str, more: &str, value: i64| {
        format!(r#"refrain_scheduler_{name}{{namespace="default",tenant="default",schedule="{id}"{more}}} {value}"#)
    };
    assert_eq!(
        world.metrics("refrain_scheduler_schedule_runs_total"),
        [
            of("schedule_runs_total", "broken", r#",status="failed""#, 2),
            of("schedule_runs_total", "digest", r#",status="succeeded""#, 2)
        ]
    );
    let duration = world.metrics("refrain_scheduler_schedule_run_duration_seconds_count");
    assert_eq!(duration, ["broken", "digest"].map(|id| of("schedule_run_duration_seconds_count", id, "", 2)));
    let (last, next) = (at("2026-01-05T10:00:00Z").as_second(), at("2026-01-05T11:00:00Z").as_second());
    let gauges = world.metrics("refrain_scheduler_last_run_timestamp");
    assert_eq!(gauges, ["broken", "digest"].map(|id| of("last_run_timestamp", id, "", last)));
    let gauges = world.metrics("refrain_scheduler_next_run_timestamp");
    assert_eq!(gauges, ["broken", "digest"].map(|id| of("next_run_timestamp", id, "", next)));
    let lines = log.lines("recurring.dispatch");
    let reported: Vec<_> = lines.iter().map(|line| (line["schedule"].as_str(), line["next_run"].as_str())).collect();
    assert_eq!(reported, [("digest", "2026-01-05T10:00:00Z"), ("digest", "2026-01-05T11:00:00Z")]);
    assert_eq!(log.lines("recurring.dispatch_error")[1]["next_run"], "2026-01-05T11:00:00Z");
}

#[tokio::test]
async fn a_lost_lease_is_counted_and_not_as_a_run() {
    let (log, _guard) = Recorder::start();
    let world = World::with("2026-01-05T08:30:00Z", |builder| builder.schedule_metrics(10)).await;
    let (clock, other, is_first) = (world.clock.clone(), world.other().await, AtomicBool::new(true));
    let is_first = std::sync::Arc::new(is_first);
    // The first run outlives its lease, and meanwhile the other node takes the occurrence over.
    world.refrain.handler("slow", move |_: RunContext, _: Value| {
        let (clock, other, is_first) = (clock.clone(), other.clone(), is_first.clone());
        async move {
            if is_first.swap(false, Ordering::SeqCst) {
                other.handler("slow", |_: RunContext, _: Value| async { Ok::<_, Failure>(()) });
                clock.advance(SignedDuration::from_secs(31));
                assert_eq!(other.tick().await?.ran, 1);
            }
            Ok::<_, Failure>(())
        }
    });
    world.hourly("report", "slow").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(world.metrics("refrain_scheduler_lease_lost_total"), ["refrain_scheduler_lease_lost_total 1"]);
    let schedule = r#"{namespace="default",tenant="default",schedule="report"} 1"#;
    let lost = world.metrics("refrain_scheduler_schedule_lease_lost_total");
    assert_eq!(lost, [format!("refrain_scheduler_schedule_lease_lost_total{schedule}")]);
    assert_eq!(world.metrics("refrain_scheduler_runs_total"), [""; 0], "the other node counted the run");
    assert_eq!(log.lines("recurring.skip_claimed").len(), 1);
}

#[tokio::test]
async fn each_tenant_has_its_counts_by_status_and_reason_and_its_latencies() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.hourly("a", "good").await;
    world.hourly("b", "shaky").await;
    let acme = world.refrain.tenant("acme").unwrap();
    acme.schedule("c").cron("0 * * * *").handler("bad", ()).save().await.unwrap();
    world.tick_at("2026-01-05T08:59:55Z").await;
    world.tick_at("2026-01-05T09:00:02Z").await;
    world.tick_at("2026-01-05T09:00:30Z").await;
    let runs = |tenant: &str, status: &str, reason: &str, times: u64| {
        let labels = format!(r#"namespace="default",tenant="{tenant}",status="{status}",reason="{reason}""#);
        format!("refrain_scheduler_runs_total{{{labels}}} {times}")
    };
    assert_eq!(
        world.metrics("refrain_scheduler_runs_total"),
        [runs("acme", "failed", "rejected", 1), runs("default", "succeeded", "", 2), runs("default", "retried", "", 1)]
    );
    let of = |name: &str, value: &str| format!(r#"{name}{{namespace="default",tenant="default"}} {value}"#);
    let started = world.metrics("refrain_scheduler_started_total");
    assert_eq!(started[1], of("refrain_scheduler_started_total", "3"));
    let lag = world.metrics("refrain_scheduler_lag_seconds_sum");
    assert_eq!(
        lag[1],
        of("refrain_scheduler_lag_seconds_sum", "4"),
        "only the first attempts count, each two seconds late"
    );
    let latency = world.metrics("refrain_scheduler_planned_to_succeeded_seconds_sum");
    assert_eq!(latency, [of("refrain_scheduler_planned_to_succeeded_seconds_sum", "32")]);
    assert_eq!(world.metrics("refrain_scheduler_schedule_"), [""; 0], "per-schedule series are off by default");
}

#[tokio::test]
async fn tenants_beyond_the_limit_are_counted_together() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    for number in 0..TENANTS_MAX + 5 {
        let tenant = world.refrain.tenant(&format!("t{number}")).unwrap();
        tenant.schedule("a").cron("0 * * * *").handler("good", ()).save().await.unwrap();
    }
    world.tick_at("2026-01-05T09:00:00Z").await;
    let runs = world.metrics("refrain_scheduler_runs_total");
    assert_eq!(runs.len(), TENANTS_MAX + 1);
    let other = r#"{namespace="(other)",tenant="(other)",status="succeeded",reason=""} 5"#;
    assert_eq!(runs.last().unwrap(), &format!("refrain_scheduler_runs_total{other}"));
}

#[tokio::test]
async fn a_watch_step_counts_active_overdue_and_missed() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.hourly("a", "good").await;
    world.hourly("b", "good").await;
    world.refrain.pause("b").await.unwrap();
    let gauge = |name: &str| world.metrics(&format!("refrain_scheduler_{name} "));
    world.refrain.watch().await.unwrap();
    assert_eq!(gauge("active_schedules"), ["refrain_scheduler_active_schedules 1"]);
    assert_eq!(gauge("stale_schedules"), ["refrain_scheduler_stale_schedules 0"]);
    // No node plans for four hours.
    world.clock.set(at("2026-01-05T12:30:00Z"));
    world.refrain.watch().await.unwrap();
    assert_eq!(gauge("stale_schedules"), ["refrain_scheduler_stale_schedules 1"]);
    assert_eq!(world.metrics("refrain_alarms_total"), [r#"refrain_alarms_total{alarm="stale"} 1"#]);
    world.tick_at("2026-01-05T12:30:00Z").await;
    world.refrain.watch().await.unwrap();
    assert_eq!(gauge("stale_schedules"), ["refrain_scheduler_stale_schedules 0"]);
    let missed = r#"refrain_scheduler_missed_total{namespace="default",tenant="default"} 3"#;
    assert_eq!(world.metrics("refrain_scheduler_missed_total"), [missed]);
}

#[tokio::test]
async fn every_line_of_the_metrics_text_belongs_to_a_listed_metric() {
    let world = World::with("2026-01-05T08:30:00Z", |builder| builder.schedule_metrics(10)).await;
    world.hourly("a", "good").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    let text = world.refrain.metrics().text();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let name = line.split(['{', ' ']).next().unwrap();
        let is_of = |metric: &Metric| match metric.kind {
            Kind::Counter | Kind::Gauge => name == metric.name,
            Kind::Histogram => {
                let end = name.strip_prefix(metric.name);
                matches!(end, Some("_bucket" | "_sum" | "_count"))
            }
        };
        assert!(TABLE.iter().any(is_of), "{line}");
    }
    let heads = text.lines().filter(|line| line.starts_with("# TYPE ")).count();
    assert_eq!(heads, TABLE.len(), "each metric has exactly one TYPE line");
}
