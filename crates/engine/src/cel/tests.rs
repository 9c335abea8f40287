use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::*;

const UTC: &TimeZone = &TimeZone::UTC;
const NAMES: &[&str] = &["schedule.id", "metadata", "now", "payload"];

struct Known {
    payload: Json,
    metadata: BTreeMap<String, String>,
}

impl Facts for Known {
    fn fact(&self, number: usize) -> Value<'_> {
        match NAMES[number] {
            "schedule.id" => Value::text("digest"),
            "metadata" => Value::Texts(&self.metadata),
            "now" => Value::Time("2026-01-05T08:30:15Z".parse().unwrap()),
            _ => Value::json(&self.payload),
        }
    }
}

fn known() -> Known {
    Known {
        payload: json!({
            "amount": 12, "rate": 1.5, "name": "Ann", "tags": ["a", "b", "c"], "customer": {"id": "c-7", "vip": true},
            "none": null, "big": u64::MAX, "numbers": [1, 2, 3, 4], "empty": [], "nested": [[1], [2, 3]],
        }),
        metadata: BTreeMap::from([("team".to_owned(), "billing".to_owned())]),
    }
}

/// What an expression comes to, as the vectors write it.
fn answer(text: &str, facts: &Known) -> String {
    let Ok(expression) = Expression::parse(text, NAMES) else { return "error".to_owned() };
    match expression.evaluate(facts, UTC) {
        Ok(Value::Bool(is)) => is.to_string(),
        Ok(Value::Int(number)) => number.to_string(),
        Ok(Value::Uint(number)) => format!("{number}u"),
        Ok(Value::Double(number)) => format!("{number:?}"),
        Ok(Value::Text(text)) => format!("{text:?}"),
        Ok(other) => other.kind().to_owned(),
        Err(_) => "error".to_owned(),
    }
}

#[test]
fn expressions_come_to_what_the_vectors_say() {
    let facts = known();
    let mut count = 0;
    for line in include_str!("vectors.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (text, expected) = line.split_once(" => ").unwrap();
        assert_eq!(answer(text, &facts), expected, "{text}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn whole_numbers_and_others_may_meet_because_json_does_not_tell_them_apart() {
    let facts = known();
    assert_eq!(answer("payload.amount * 1.5", &facts), "18.0");
    assert_eq!(answer("payload.rate + 1", &facts), "2.5");
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, said) in [
        ("", "column 1: something is missing"),
        ("payload.amount >", "column 17: something is missing"),
        ("1 +* 2", "column 4: `*` cannot stand here"),
        ("(1 + 2", "`)` is missing"),
        ("paylod.amount > 1", "column 1: there is no paylod; there are schedule, metadata, now, payload"),
        ("true && schedule.idd == 1", "column 9: schedule has no idd; it has id"),
        ("schedule == 1", "schedule is not a value; it has id"),
        ("1 +\n  foo(2)", "line 2, column 3: there is no function foo()"),
        ("size(1, 2)", "size() is called with 2 values"),
        ("'abc", "the text has no end"),
        ("'\\q'", "\\q is no character"),
        ("1 # 2", "'#' means nothing"),
        ("a = 1", "there is no a"),
        ("99999999999999999999", "not a number"),
        ("9223372036854775808", "too large"),
        ("b'bytes'", "there are no texts like b'…'"),
        ("payload.name.matches('a')", "matches() is not offered"),
        ("[1].exists(payload, true)", "payload means something else already"),
        ("has(1)", "has() is asked about a member"),
        ("1 2", "more follows"),
    ] {
        let error = Expression::parse(text, NAMES).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}

#[test]
fn what_is_too_long_or_too_deep_is_refused_when_it_is_read() {
    for text in [
        "x".repeat(EXPRESSION_BYTES_MAX + 1),
        format!("{}1{}", "(".repeat(1_000), ")".repeat(1_000)),
        format!("{}1{}", "[".repeat(1_000), "]".repeat(1_000)),
        format!("{}true", "!".repeat(4_000)),
        format!("{}1", "-".repeat(4_000)),
        format!("1{}", " + 1".repeat(1_000)),
        format!("payload{}", ".a".repeat(2_000)),
        format!("payload{}", "[0]".repeat(1_000)),
        format!("{}1", "true ? 1 : ".repeat(300)),
        format!("{}true{}", "[1].exists(x, ".repeat(100), ")".repeat(100)),
        "(".repeat(4_096),
        "{".repeat(4_096),
    ] {
        let cut: String = text.chars().take(20).collect();
        assert!(Expression::parse(&text, NAMES).is_err(), "{cut}");
    }
    // Many alternatives are not deep.
    let wide = vec!["payload.amount == 1"; 150].join(" || ");
    assert!(Expression::parse(&wide, NAMES).is_ok());
}

#[test]
fn what_takes_too_long_or_too_much_is_stopped() {
    let mut facts = known();
    facts.payload = json!({"list": vec![1; 2_000], "text": "x".repeat(200_000), "words": vec!["word"; 500]});
    let nested = |depth: usize| {
        let names = ["a", "b", "c", "d"];
        let open: String = names[..depth].iter().map(|name| format!("payload.list.all({name}, ")).collect();
        format!("{open}a == 1{}", ")".repeat(depth))
    };
    for text in [
        nested(2),
        nested(4),
        "payload.list.map(a, payload.list.map(b, payload.text)) == []".to_owned(),
        "payload.list.map(a, payload.text + payload.text).size() > 0".to_owned(),
        "payload.list.exists(a, payload.text.contains('y'))".to_owned(),
        "payload.list.map(a, payload.list) == payload.list.map(a, payload.list)".to_owned(),
        "payload.words.map(a, payload.words.map(b, a + b)).size() > 0".to_owned(),
        "(payload.text + payload.text + payload.text + payload.text + payload.text + payload.text).size() > 0"
            .to_owned(),
        // Nothing can hide that it was stopped.
        format!("{} || true", nested(3)),
        format!("[1].exists(x, {}) || true", nested(3)),
    ] {
        let expression = Expression::parse(&text, NAMES).unwrap();
        let answer = expression.evaluate(&facts, UTC);
        assert!(matches!(answer, Err(Stop::Spent(_))), "{text}: {answer:?}");
    }
    let once = Expression::parse(&nested(1), NAMES).unwrap();
    assert_eq!(once.evaluate(&facts, UTC), Ok(Value::Bool(true)));
    assert!(once.steps(&facts, UTC) < STEPS_MAX / 4);
}
