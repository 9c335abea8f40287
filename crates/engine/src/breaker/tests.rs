use super::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn failure() -> Outcome {
    Outcome::retryable("no answer")
}

/// Returns the state of a breaker after these outcomes, all of them reported by probe `a`.
fn after_all(outcomes: &[Outcome]) -> Breaker {
    let options = BreakerOptions::default();
    outcomes
        .iter()
        .fold(Breaker::Closed, |breaker, outcome| breaker.after(outcome, "a", &options, at(0)).unwrap_or(breaker))
}

#[test]
fn consecutive_failures_open_the_circuit_and_a_success_resets_the_count() {
    assert_eq!(after_all(&vec![failure(); 4]), Breaker::Failing { failures: 4 });
    assert_eq!(after_all(&vec![failure(); 5]), Breaker::Open { until: at(60) });
    let broken = [vec![failure(); 4], vec![Outcome::DELIVERED], vec![failure(); 4]].concat();
    assert_eq!(after_all(&broken), Breaker::Failing { failures: 4 });
    let once = BreakerOptions { failure_threshold: 1, ..BreakerOptions::default() };
    assert_eq!(Breaker::Closed.after(&failure(), "a", &once, at(0)), Some(Breaker::Open { until: at(60) }));
}

#[test]
fn a_rejection_by_the_receiver_counts_as_a_response() {
    let refused = [vec![failure(); 4], vec![Outcome::rejected("no such thing")], vec![failure(); 1]].concat();
    assert_eq!(after_all(&refused), Breaker::Failing { failures: 1 });
    assert_eq!(after_all(&vec![Outcome::rejected("no"); 9]), Breaker::Closed);
    let unknown = Outcome::Rejected { reason: FailReason::OutcomeUnknown, message: String::new() };
    assert_eq!(after_all(&vec![unknown; 5]), Breaker::Open { until: at(60) });
}

#[test]
fn an_open_circuit_lets_one_probe_through_at_a_time_and_closes_after_two() {
    let options = BreakerOptions::default();
    let open = Breaker::Open { until: at(60) };
    assert_eq!(open.admits("a", &options, at(59)), Admission::Wait(Some(at(60))));
    let Admission::Try(tried) = open.admits("a", &options, at(60)) else { panic!("a probe is allowed") };
    assert_eq!(tried.admits("b", &options, at(61)), Admission::Wait(Some(at(66))));
    assert_eq!(tried.admits("b", &options, at(88)), Admission::Wait(Some(at(90))));
    // Outcomes reported by an action that is not the probe are outdated.
    assert_eq!(tried.after(&Outcome::DELIVERED, "b", &options, at(61)), None);
    assert_eq!(tried.after(&failure(), "b", &options, at(61)), None);
    assert_eq!(tried.after(&failure(), "a", &options, at(62)), Some(Breaker::Open { until: at(122) }));
    let once = tried.after(&Outcome::DELIVERED, "a", &options, at(62)).unwrap();
    let Admission::Try(again) = once.admits("b", &options, at(62)) else { panic!("another probe is allowed") };
    assert_eq!(again.after(&Outcome::DELIVERED, "b", &options, at(63)), Some(Breaker::Closed));
}

#[test]
fn a_probe_without_an_outcome_is_replaced() {
    let options = BreakerOptions::default();
    let tried = Breaker::HalfOpen { probe: Some("a".to_owned()), until: at(90), successes: 1 };
    assert_eq!(tried.admits("b", &options, at(89)), Admission::Wait(Some(at(90))));
    let expected = Breaker::HalfOpen { probe: Some("b".to_owned()), until: at(120), successes: 1 };
    assert_eq!(tried.admits("b", &options, at(90)), Admission::Try(expected));
    let stopped = Outcome::Delayed { until: at(100), message: None };
    let between = Breaker::HalfOpen { probe: None, until: at(80), successes: 1 };
    assert_eq!(tried.after(&stopped, "a", &options, at(80)), Some(between));
}

#[test]
fn a_tripped_breaker_stays_open() {
    let (options, tripped) = (BreakerOptions::default(), Breaker::Tripped { note: None });
    assert_eq!(tripped.admits("a", &options, Timestamp::MAX), Admission::Wait(None));
    assert_eq!(tripped.after(&Outcome::DELIVERED, "a", &options, at(0)), None);
}

#[test]
fn options_that_cannot_be_meant_are_refused_with_the_value() {
    assert!(BreakerSettings::default().check().is_ok());
    let of = |options: BreakerOptions| {
        let settings =
            BreakerSettings { providers: BTreeMap::from([("log".to_owned(), options)]), ..Default::default() };
        settings.check().unwrap_err().to_string()
    };
    assert!(of(BreakerOptions { failure_threshold: 0, ..Default::default() }).contains("failure_threshold 0"));
    assert!(of(BreakerOptions { recovery: Length::from_seconds(0), ..Default::default() }).contains("recovery 0"));
    assert!(of(BreakerOptions { fallback: Some("log".to_owned()), ..Default::default() }).contains("own fallback"));
}
