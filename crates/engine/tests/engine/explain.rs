//! "Why did it not run?", answered from the recurrence and the ledger.

use jiff::SignedDuration;
use refrain::control::{Answer, Backfill, Fire, Reprocess};
use refrain::delivery::Outcome;
use refrain::model::{By, FailReason, Reason, SkipReason, State, Status};
use refrain::store::ExpectedVersion;

use crate::harness::{Harness, at, cron, key};

impl Harness {
    async fn why(&self, id: &str, instant: &str) -> (Answer, String) {
        let explanation = self.control.explain(&key(id), at(instant)).await.unwrap();
        (explanation.answer.clone(), explanation.sentence())
    }
}

#[tokio::test]
async fn explanations_come_from_the_recurrence_or_the_ledger() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.retry.max_attempts = 1;
    harness.save("hourly", definition).await;
    harness.answer("hourly", [Outcome::DELIVERED, Outcome::retryable("connection refused")]);
    harness.run_until("2026-01-05T10:30:00Z", SignedDuration::from_mins(1)).await;
    harness.tick_at("2026-01-05T15:30:00Z").await;
    let by = By { reason: Some("maintenance".to_owned()), ..By::new("ann") };
    harness.control.pause(&key("hourly"), ExpectedVersion::Any, None, by).await.unwrap();

    let (answer, text) = harness.why("hourly", "2026-01-05T07:00:00Z").await;
    assert_eq!(answer, Answer::NotCreatedYet, "{text}");
    let (answer, text) = harness.why("hourly", "2026-01-05T09:30:00Z").await;
    assert_eq!((answer, text.contains("minute")), (Answer::NotMatched("minute"), true), "{text}");
    let (answer, _) = harness.why("hourly", "2026-01-05T09:00:00Z").await;
    assert_eq!(answer, Answer::Recorded(State::Succeeded, None));
    let (answer, text) = harness.why("hourly", "2026-01-05T10:00:00Z").await;
    let exhausted = Some(Reason::Failed(FailReason::AttemptsExhausted));
    assert_eq!(answer, Answer::Recorded(State::Failed, exhausted));
    assert_eq!(text, "The occurrence has the state failed (attempts_exhausted): connection refused.");
    let (answer, _) = harness.why("hourly", "2026-01-05T12:00:00Z").await;
    assert_eq!(answer, Answer::InGap(SkipReason::Missed));
    let (answer, text) = harness.why("hourly", "2026-01-05T16:00:00Z").await;
    assert_eq!(answer, Answer::Stopped(Status::Paused, "by ann: maintenance".to_owned()));
    assert_eq!(text, "The schedule was paused by ann: maintenance.");
}

#[tokio::test]
async fn a_future_occurrence_is_explained_as_not_planned_yet() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    assert_eq!(harness.why("hourly", "2026-01-05T12:00:00Z").await.0, Answer::NotPlannedYet);
}

/// Default settings except for the jitter, which moves only occurrences of the recurrence.
#[tokio::test]
async fn a_requested_occurrence_is_explained_by_its_request() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.spec.jitter = Some(serde_json::from_str(r#"{"window": "20m"}"#).unwrap());
    harness.save("hourly", definition).await;
    let (from, to) = (at("2026-01-04T00:00:00Z"), at("2026-01-04T02:00:00Z"));
    let by = By::new("ann");
    let backfill = Backfill {
        key: key("hourly"),
        from,
        to,
        limit: 10,
        reprocess: Reprocess::None,
        overlap: None,
        concurrency: None,
        by,
    };
    harness.control.backfill(&backfill).await.unwrap();
    let (_, text) = harness.why("hourly", "2026-01-04T01:00:00Z").await;
    let range = "2026-01-04T00:00:00Z to 2026-01-04T02:00:00Z";
    assert!(text.contains(&format!("requested by a backfill of {range} by ann at 2026-01-05T08:30:00Z")), "{text}");
    assert!(!text.contains("jitter"), "{text}");
    let by = By::new("bob");
    let fire = Fire {
        key: key("hourly"),
        request: "r1".to_owned(),
        discriminator: None,
        correlation_id: None,
        payload: None,
        by,
    };
    harness.control.fire(fire).await.unwrap();
    let (_, text) = harness.why("hourly", "2026-01-05T08:30:00Z").await;
    assert!(text.contains("requested manually by bob at 2026-01-05T08:30:00Z"), "{text}");
    // An occurrence of the recurrence is jittered and has no request.
    harness.run_until("2026-01-05T09:30:00Z", SignedDuration::from_mins(1)).await;
    let (_, text) = harness.why("hourly", "2026-01-05T09:00:00Z").await;
    assert!(text.contains("jittered to") && !text.contains("requested"), "{text}");
}
