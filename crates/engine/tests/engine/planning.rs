//! Planning as a pure function: after any outage, rows and gaps cover everything the recurrence yields exactly once.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{
    CatchUp, CatchUpPolicy, Counters, Definition, NewGap, NewOccurrence, Revision, Schedule, ScheduleUid, SkipReason,
    Source, Status, StatusNote, Trigger,
};
use refrain::planner::open::OpenOccurrences;
use refrain::planner::window::{Subject, Window, plan};
use refrain::recurrence::{CompiledRecurrence, Length};
use refrain::store::Plan;
use refrain::timing::compile;

use crate::harness::{at, cron, key};

fn schedule(definition: Definition, created_at: &str) -> Schedule {
    let created_at = at(created_at);
    Schedule {
        uid: ScheduleUid(1),
        key: key("a"),
        revision: Revision(1),
        status: Status::Active,
        status_note: StatusNote::default(),
        source: Source::Api,
        definition: Arc::new(definition),
        next_due_at: None,
        watermark: created_at,
        counters: Counters::default(),
        created_at,
        updated_at: created_at,
    }
}

fn plan_once(schedule: &Schedule, now: Timestamp, periods_max: usize) -> Plan {
    let rule = compile(schedule, None).unwrap();
    let ahead_for = SignedDuration::from_secs(10);
    let window = Window { now, until: now + ahead_for * 2, ahead_for, rows_max: periods_max };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(plan(Subject { schedule, rule: &rule, open: Some(&OpenOccurrences::default()) }, &window))
}

fn hourly(policy: CatchUpPolicy, window: Option<i64>, limit: u32) -> Definition {
    let mut definition = cron("0 * * * *", "UTC");
    definition.catch_up = CatchUp { policy, window: window.map(Length::from_seconds), limit };
    definition
}

fn hours(rows: &[NewOccurrence]) -> Vec<i8> {
    rows.iter().map(|row| row.nominal_at.to_zoned(jiff::tz::TimeZone::UTC).hour()).collect()
}

fn folded(gaps: &[NewGap]) -> Vec<(i8, i8, u64)> {
    let hour = |at: Timestamp| at.to_zoned(jiff::tz::TimeZone::UTC).hour();
    gaps.iter().map(|gap| (hour(gap.from), hour(gap.to), gap.count)).collect()
}

/// No node plans from 09:00 to 15:30. Each case is the result of one policy for the six hours.
#[test]
fn missed_occurrences_follow_the_catch_up_policy() {
    let day = Some(24 * 3_600);
    type Case = (CatchUpPolicy, Option<i64>, u32, Vec<i8>, Vec<(i8, i8, u64)>);
    let cases: [Case; 9] = [
        (CatchUpPolicy::Latest, None, 100, vec![15], vec![(10, 14, 5)]),
        (CatchUpPolicy::Skip, None, 100, vec![], vec![(10, 15, 6)]),
        (CatchUpPolicy::Latest, Some(600), 100, vec![], vec![(10, 15, 6)]),
        (CatchUpPolicy::Earliest, day, 100, vec![10], vec![(11, 15, 5)]),
        (CatchUpPolicy::Earliest, Some(3 * 3_600), 100, vec![13], vec![(10, 12, 3), (14, 15, 2)]),
        (CatchUpPolicy::All, day, 100, vec![10, 11, 12, 13, 14, 15], vec![]),
        (CatchUpPolicy::All, day, 2, vec![14, 15], vec![(10, 13, 4)]),
        (CatchUpPolicy::All, None, 100, vec![15], vec![(10, 14, 5)]),
        (CatchUpPolicy::All, day, 0, vec![], vec![(10, 15, 6)]),
    ];
    for (policy, window, limit, rows, gaps) in cases {
        let schedule = schedule(hourly(policy, window, limit), "2026-01-05T09:00:00Z");
        let plan = plan_once(&schedule, at("2026-01-05T15:30:00Z"), 100);
        assert_eq!(hours(&plan.occurrences), rows, "{policy:?} {window:?} {limit}");
        assert_eq!(folded(&plan.gaps), gaps, "{policy:?} {window:?} {limit}");
        assert!(plan.occurrences.iter().all(|row| row.trigger == Trigger::CatchUp));
        assert!(plan.gaps.iter().all(|gap| gap.reason == SkipReason::Missed));
        assert_eq!(plan.next_due_at, Some(at("2026-01-05T16:00:00Z")));
        assert_eq!(plan.watermark_to, at("2026-01-05T15:30:00Z"));
    }
}

#[test]
fn a_start_within_a_minute_is_on_time() {
    let schedule = schedule(hourly(CatchUpPolicy::Skip, None, 100), "2026-01-05T09:00:00Z");
    let on_time = plan_once(&schedule, at("2026-01-05T10:00:59Z"), 100);
    assert_eq!((hours(&on_time.occurrences), on_time.occurrences[0].trigger), (vec![10], Trigger::Schedule));
    let late = plan_once(&schedule, at("2026-01-05T10:01:00Z"), 100);
    assert_eq!((hours(&late.occurrences), folded(&late.gaps)), (vec![], vec![(10, 10, 1)]));
}

// Jitter may delay an occurrence by longer than an outage around its nominal time.
#[test]
fn an_occurrence_is_missed_only_after_its_jitter_has_passed() {
    for policy in [CatchUpPolicy::Skip, CatchUpPolicy::Latest, CatchUpPolicy::Earliest, CatchUpPolicy::All] {
        let mut definition = hourly(policy, None, 100);
        definition.spec.jitter = Some(serde_json::from_str(r#"{"window": "50m"}"#).unwrap());
        let schedule = schedule(definition, "2026-01-05T07:30:00Z");
        let rule = compile(&schedule, None).unwrap();
        let hour = |text: &str| rule.occurrence_at(at(text)).unwrap();
        let (nine, ten) = (rule.due_at(&hour("2026-01-05T09:00:00Z")), rule.due_at(&hour("2026-01-05T10:00:00Z")));
        let second = SignedDuration::from_secs(1);
        assert!(nine > at("2026-01-05T09:03:00Z") && nine < at("2026-01-05T09:58:00Z"), "{nine}");
        for now in [at("2026-01-05T09:02:00Z"), nine, nine + second * 59] {
            let plan = plan_once(&schedule, now, 100);
            let last = plan.occurrences.last().map(|row| (row.nominal_at, row.due_at, row.trigger));
            assert_eq!(last, Some((at("2026-01-05T09:00:00Z"), nine, Trigger::Schedule)), "{policy:?} at {now}");
            assert!(plan.gaps.iter().all(|gap| gap.to == at("2026-01-05T08:00:00Z")), "{policy:?} at {now}");
        }
        let late = plan_once(&schedule, nine + second * 60, 100);
        assert!(late.occurrences.iter().all(|row| row.trigger == Trigger::CatchUp), "{policy:?}");
        let (hours, folded) = (hours(&late.occurrences), folded(&late.gaps));
        let runs_late = policy != CatchUpPolicy::Skip;
        assert_eq!(
            (hours.as_slice(), folded.last()),
            match runs_late {
                true => (&[9_i8][..], Some(&(8, 8, 1))),
                false => (&[][..], Some(&(8, 9, 2))),
            }
        );
        assert!(ten > at("2026-01-05T10:00:00Z"));
    }
}

#[test]
fn the_start_deadline_limits_catch_up() {
    let mut definition = hourly(CatchUpPolicy::All, Some(24 * 3_600), 100);
    definition.start_deadline = Some(Length::from_seconds(2 * 3_600));
    let plan = plan_once(&schedule(definition, "2026-01-05T09:00:00Z"), at("2026-01-05T15:30:00Z"), 100);
    assert_eq!(hours(&plan.occurrences), [14, 15]);
}

#[test]
fn every_discriminator_of_a_period_gets_its_own_row() {
    let mut definition = hourly(CatchUpPolicy::Latest, None, 100);
    definition.discriminators = vec!["eu".to_owned(), "us".to_owned()];
    definition.spec.max_runs = Some(3);
    let plan = plan_once(&schedule(definition, "2026-01-05T09:00:00Z"), at("2026-01-05T09:59:55Z"), 100);
    let names: Vec<&str> = plan.occurrences.iter().map(|row| row.discriminator.as_str()).collect();
    assert_eq!(names, ["eu", "us"]);
}

#[test]
fn an_exhausted_recurrence_is_finished() {
    let mut definition = hourly(CatchUpPolicy::Latest, None, 100);
    definition.spec.ends_at = Some(at("2026-01-05T11:00:00Z"));
    let schedule = schedule(definition, "2026-01-05T09:00:00Z");
    let early = plan_once(&schedule, at("2026-01-05T09:30:00Z"), 100);
    assert!(!early.is_finished && early.occurrences.is_empty());
    let last = plan_once(&schedule, at("2026-01-05T09:59:50Z"), 100);
    assert_eq!((hours(&last.occurrences), last.is_finished), (vec![10], false), "the last occurrence has not run yet");
    let planned = Schedule { watermark: last.watermark_to, ..schedule };
    let over = plan_once(&planned, at("2026-01-05T10:00:01Z"), 100);
    assert_eq!((over.occurrences.len(), over.is_finished, over.next_due_at), (0, true, None));
}

/// A small random number generator; failures print the seed of the case.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ (bits >> 31)) % most
    }
}

#[test]
fn rows_and_gaps_cover_everything_once_whatever_the_outages() {
    let expressions = ["* * * * * *", "*/7 * * * * *", "* * * * *", "*/15 * * * *", "0 * * * *", "30 2 * * *"];
    let policies = [CatchUpPolicy::Latest, CatchUpPolicy::Skip, CatchUpPolicy::Earliest, CatchUpPolicy::All];
    for seed in 0..120 {
        let mut numbers = Numbers(seed);
        let mut definition = cron(expressions[numbers.below(6) as usize], "Europe/Berlin");
        definition.catch_up = CatchUp {
            policy: policies[numbers.below(4) as usize],
            window: (numbers.below(2) == 0).then(|| Length::from_seconds(numbers.below(100_000) as i64)),
            limit: numbers.below(20) as u32,
        };
        let jitter = [None, None, Some(r#"{"window": "2m"}"#), Some(r#"{"window": "50%"}"#)][numbers.below(4) as usize];
        definition.spec.jitter = jitter.map(|jitter| serde_json::from_str(jitter).unwrap());
        let mut schedule = schedule(definition, "2026-03-28T20:00:00Z");
        let rule = compile(&schedule, None).unwrap();
        let mut now = schedule.created_at;
        let mut seen: Vec<Timestamp> = Vec::new();
        let mut folded = 0;
        for _ in 0..40 {
            let step = if numbers.below(4) == 0 { numbers.below(20_000) } else { numbers.below(30) };
            now += SignedDuration::from_millis(step as i64 * 997);
            let plan = plan_once(&schedule, now, 1 + numbers.below(50) as usize);
            assert!(plan.watermark_to >= schedule.watermark, "seed {seed}: the watermark moved back");
            let covered = covered(&rule, &plan.gaps);
            folded += covered.len();
            seen.extend(covered);
            seen.extend(plan.occurrences.iter().map(|row| row.nominal_at));
            assert_eq!(plan.next_due_at, rule.next_after(plan.watermark_to).map(|next| next.at()), "seed {seed}");
            schedule.watermark = plan.watermark_to;
        }
        seen.sort();
        let all = rule.iter_after(schedule.created_at).map(|occurrence| occurrence.at());
        let expected: Vec<Timestamp> = all.take_while(|at| *at <= schedule.watermark).collect();
        assert_eq!(seen, expected, "seed {seed}, {folded} of them in gaps");
    }
}

/// Returns the instants that the gaps cover. Each gap must count them correctly.
fn covered(rule: &CompiledRecurrence, gaps: &[NewGap]) -> Vec<Timestamp> {
    let mut all = Vec::new();
    for gap in gaps {
        let until = gap.to + SignedDuration::from_secs(1);
        let found: Vec<Timestamp> = rule.between(gap.from, until).map(|occurrence| occurrence.at()).collect();
        assert_eq!((found.first(), found.last(), found.len() as u64), (Some(&gap.from), Some(&gap.to), gap.count));
        all.extend(found);
    }
    all
}
