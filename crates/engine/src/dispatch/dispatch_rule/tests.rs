use serde_json::json;

use super::*;

fn rule(more: &Value) -> Value {
    let mut body = json!({"priority": 1, "condition": "true", "then": {"action": "allow"}});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

#[test]
fn every_action_reads_back() {
    for then in [
        json!({"action": "allow"}),
        json!({"action": "deny", "reason": "not now"}),
        json!({"action": "suppress", "reason": "not now"}),
        json!({"action": "dedup", "ttl": "1h"}),
        json!({"action": "reroute", "provider": "log"}),
        json!({"action": "throttle", "limit": 5, "window": "1m", "key": "payload.customer.id", "beyond": "wait"}),
        json!({"action": "modify", "patch": {"a": null}}),
        json!({"action": "delay", "by": "15m"}),
    ] {
        let read = DispatchRule::read(rule(&json!({"then": then}))).unwrap();
        let again = DispatchRule::read(serde_json::to_value(&read).unwrap()).unwrap();
        assert_eq!(read, again);
    }
}

#[test]
fn invalid_rules_are_rejected_with_the_value() {
    for (more, said) in [
        (json!({"condition": "payload.amount >"}), "line 1, column 17"),
        (json!({"condition": "paylod.amount > 1"}), "paylod"),
        (json!({"condition": "schedule.idd == 'a'"}), "idd"),
        (json!({"condition": "1 + 1"}), "true or false"),
        (json!({"condition": "x".repeat(5_000)}), "5000"),
        (json!({"timezone": "Mars/Olympus"}), "Mars/Olympus"),
        (json!({"then": {"action": "explode"}}), "explode"),
        (json!({"then": {"action": "throttle", "limit": 0, "window": "1m"}}), "0"),
        (json!({"then": {"action": "throttle", "limit": 1, "window": "0s"}}), "0"),
        (json!({"then": {"action": "throttle", "limit": 1, "window": "1m", "key": "moon"}}), "moon"),
        (json!({"then": {"action": "throttle", "limit": 1, "window": "1m", "key": "payload..a"}}), "payload..a"),
        (json!({"then": {"action": "dedup", "ttl": "400d"}}), "366"),
        (json!({"then": {"action": "reroute", "provider": " "}}), "\" \""),
        (json!({"then": {"action": "deny", "reason": "x".repeat(2_000)}}), "2000"),
        (json!({"on_error": "panic"}), "panic"),
        (json!({"active": [{"from": "09:00", "to": "09:00"}]}), "09:00"),
        (json!({"active": [{"days": ["someday"]}]}), "someday"),
        (json!({"colour": "red"}), "colour"),
    ] {
        let problem = DispatchRule::read(rule(&more)).unwrap_err();
        assert!(problem.contains(said), "{more}: {problem}");
    }
}

#[test]
fn active_times_follow_the_zone_of_the_rule() {
    let zone = time_zone("Europe/Berlin").unwrap();
    let check = |active: Value, at: &str, is: bool| {
        let read = DispatchRule::read(rule(&json!({"active": [active]}))).unwrap();
        assert_eq!(read.is_active(at.parse().unwrap(), &zone), is, "{active} at {at}");
    };
    // 2026-01-05 is a Monday, and Berlin is one hour ahead of UTC.
    let office = json!({"days": ["mon", "tue"], "from": "09:00", "to": "17:00"});
    check(office.clone(), "2026-01-05T07:59:59Z", false);
    check(office.clone(), "2026-01-05T08:00:00Z", true);
    check(office.clone(), "2026-01-05T16:00:00Z", false);
    check(office.clone(), "2026-01-07T10:00:00Z", false);
    // In summer, Berlin is two hours ahead.
    check(office, "2026-07-06T07:00:00Z", true);
    // A night belongs to the day on which it begins.
    let night = json!({"days": ["fri"], "from": "22:00", "to": "06:00"});
    check(night.clone(), "2026-01-09T21:00:00Z", true);
    check(night.clone(), "2026-01-10T04:59:00Z", true);
    check(night.clone(), "2026-01-10T05:00:00Z", false);
    check(night, "2026-01-09T04:00:00Z", false);
    check(json!({"from": "20:00"}), "2026-01-05T22:59:59Z", true);
    check(json!({"to": "06:00"}), "2026-01-05T04:00:00Z", true);
    check(json!({"days": ["sun"]}), "2026-01-04T23:30:00Z", false);
}

#[test]
fn a_rule_that_is_switched_off_is_never_active() {
    let off = DispatchRule { enabled: false, ..DispatchRule::new("true", RuleAction::Allow) };
    assert!(!off.is_active(Timestamp::UNIX_EPOCH, &TimeZone::UTC));
}
