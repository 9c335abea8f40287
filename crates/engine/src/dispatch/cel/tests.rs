use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::*;

const UTC: &TimeZone = &TimeZone::UTC;
const NAMES: &[&str] = &["schedule.id", "metadata", "now", "payload"];

struct TestFacts {
    payload: Json,
    metadata: BTreeMap<String, String>,
}

impl Facts for TestFacts {
    fn fact(&self, number: usize) -> Value<'_> {
        match NAMES[number] {
            "schedule.id" => Value::text("digest"),
            "metadata" => Value::Texts(&self.metadata),
            "now" => Value::Time("2026-01-05T08:30:15Z".parse().unwrap()),
            _ => Value::json(&self.payload),
        }
    }
}

fn known() -> TestFacts {
    TestFacts {
        payload: json!({
            "amount": 12, "rate": 1.5, "name": "Ann", "tags": ["a", "b", "c"], "customer": {"id": "c-7", "vip": true},
            "none": null, "big": u64::MAX, "numbers": [1, 2, 3, 4], "empty": [], "nested": [[1], [2, 3]],
        }),
        metadata: BTreeMap::from([("team".to_owned(), "billing".to_owned())]),
    }
}

/// Returns the result of an expression in the notation of the vectors.
fn answer(text: &str, facts: &TestFacts) -> String {
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
fn expressions_evaluate_to_the_expected_values() {
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
fn integers_and_doubles_may_be_mixed() {
    let facts = known();
    assert_eq!(answer("payload.amount * 1.5", &facts), "18.0");
    assert_eq!(answer("payload.rate + 1", &facts), "2.5");
}

#[test]
fn syntax_errors_contain_the_position() {
    for (text, said) in [
        ("", "column 1: unexpected end"),
        ("payload.amount >", "column 17: unexpected end"),
        ("1 +* 2", "column 4: unexpected `*`"),
        ("(1 + 2", "expected `)`"),
        ("paylod.amount > 1", "column 1: unknown name paylod; expected schedule, metadata, now, payload"),
        ("true && schedule.idd == 1", "column 9: schedule has no idd; it has id"),
        ("schedule == 1", "schedule is not a value; it has id"),
        ("1 +\n  foo(2)", "line 2, column 3: unknown function foo()"),
        ("size(1, 2)", "size() has 2 arguments"),
        ("'abc", "unterminated string"),
        ("'\\q'", "invalid escape sequence \\q"),
        ("1 # 2", "unexpected character '#'"),
        ("a = 1", "unknown name a"),
        ("99999999999999999999", "not a valid number"),
        ("9223372036854775808", "too large"),
        ("b'bytes'", "unknown string prefix in b'…'"),
        ("payload.name.matches('a')", "matches() is not supported"),
        ("[1].exists(payload, true)", "the name payload is already taken"),
        ("has(1)", "has() takes a member"),
        ("1 2", "unexpected text after"),
    ] {
        let error = Expression::parse(text, NAMES).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}

#[test]
fn oversized_conditions_are_rejected_when_they_are_read() {
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
    // Many alternatives do not make the tree deep.
    let wide = vec!["payload.amount == 1"; 150].join(" || ");
    assert!(Expression::parse(&wide, NAMES).is_ok());
}

#[test]
fn evaluation_stops_at_its_limits() {
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
        // No operator can hide that the evaluation was stopped.
        format!("{} || true", nested(3)),
        format!("[1].exists(x, {}) || true", nested(3)),
    ] {
        let expression = Expression::parse(&text, NAMES).unwrap();
        let answer = expression.evaluate(&facts, UTC);
        assert!(matches!(answer, Err(EvaluationError::LimitExceeded(_))), "{text}: {answer:?}");
    }
    let once = Expression::parse(&nested(1), NAMES).unwrap();
    assert_eq!(once.evaluate(&facts, UTC), Ok(Value::Bool(true)));
    assert!(once.steps(&facts, UTC) < STEPS_MAX / 4);
}

/// Pseudo-random numbers that are the same in every test run.
struct TestRng(u64);

impl TestRng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((bits ^ (bits >> 31)) % limit as u64).unwrap()
    }
}

/// Checks that an expression is either rejected or evaluated within its limits.
fn check_bounded(text: &str, facts: &TestFacts) -> bool {
    let Ok(expression) = Expression::parse(text, NAMES) else { return false };
    assert!(expression.steps(facts, UTC) <= STEPS_MAX, "{text}");
    true
}

#[test]
fn no_text_makes_it_panic() {
    const WORDS: &[&str] = &[
        "payload",
        "now",
        "metadata",
        "schedule.id",
        ".",
        "amount",
        "tags",
        "numbers",
        "nested",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        ",",
        ":",
        "?",
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "!=",
        "<",
        ">=",
        "in",
        "&&",
        "||",
        "!",
        "1",
        "0",
        "-1",
        "2u",
        "1.5",
        "1e300",
        "'a'",
        "\"é\"",
        "r'\\'",
        "'\\u00e9'",
        "true",
        "null",
        "x",
        ".all(x, ",
        ".map(x, ",
        ".exists(x,",
        "size(",
        "has(",
        "string(",
        "timestamp(",
        "duration('1h')",
        ".getHours()",
        ".contains('a')",
        "9223372036854775807",
        "\n",
        "//",
        "'",
        "\\",
        "é",
        "0x",
        "1e",
        "..",
    ];
    let facts = known();
    let mut numbers = TestRng(4711);
    let mut understood = 0;
    for _ in 0..20_000 {
        let length = 1 + numbers.below(20);
        let text: String = (0..length).map(|_| WORDS[numbers.below(WORDS.len())]).collect();
        understood += usize::from(check_bounded(&text, &facts));
    }
    // Valid expressions with one character added or removed.
    let vectors: Vec<&str> =
        include_str!("vectors.txt").lines().filter_map(|line| line.split_once(" => ")).map(|it| it.0).collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = vectors[numbers.below(vectors.len())].chars().collect();
        let at = numbers.below(text.len());
        match numbers.below(3) {
            0 => drop(text.remove(at)),
            1 => {
                let more = text[numbers.below(text.len())];
                text.insert(at, more);
            }
            _ => text.truncate(at),
        }
        understood += usize::from(check_bounded(&text.iter().collect::<String>(), &facts));
    }
    assert!(understood > 5_000, "{understood}");
}
