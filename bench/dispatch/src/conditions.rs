//! Compares single conditions in our own evaluator and in the crate `cel`. The vectors of our tests are evaluated
//! by both, and differences are printed.

use std::error::Error;
use std::time::Instant;

use cel::{Context, Program};
use jiff::tz::TimeZone;
use refrain::dispatch::cel::{Expression, Facts, Value};
use serde_json::{Value as Json, json};

const VECTORS: &str = include_str!("../../../crates/engine/src/dispatch/cel/vectors.txt");
const NAMES: &[&str] = &["schedule.id", "metadata", "now", "payload"];

/// Vectors with intended differences.
const EXPECTED_DIFFERENCES: &[&str] = &[
    // `cel` reads whole JSON numbers as unsigned integers, which it does not combine with signed ones.
    "payload.numbers.filter(x, x % 2 == 0) == [2, 4]",
    "payload.numbers.map(x, x > 2, x * 10) == [30, 40]",
];

struct TestFacts {
    payload: Json,
    metadata: std::collections::BTreeMap<String, String>,
}

impl Facts for TestFacts {
    fn fact(&self, number: usize) -> Value<'_> {
        match NAMES[number] {
            "schedule.id" => Value::text("digest"),
            "metadata" => Value::Texts(&self.metadata),
            "now" => Value::Time("2026-01-05T08:30:15Z".parse().expect("the instant is valid")),
            _ => Value::json(&self.payload),
        }
    }
}

fn known() -> TestFacts {
    let payload = json!({
        "amount": 12, "rate": 1.5, "name": "Ann", "tags": ["a", "b", "c"], "customer": {"id": "c-7", "vip": true},
        "none": null, "big": u64::MAX, "numbers": [1, 2, 3, 4], "empty": [], "nested": [[1], [2, 3]],
    });
    TestFacts { payload, metadata: [("team".to_owned(), "billing".to_owned())].into() }
}

fn peer(known: &TestFacts) -> Result<Context<'static, 'static>, Box<dyn Error>> {
    let mut context = Context::default();
    context.add_variable_from_value("payload", cel::to_value(&known.payload)?);
    context.add_variable_from_value("metadata", cel::to_value(&known.metadata)?);
    context.add_variable_from_value("schedule", cel::to_value(json!({"id": "digest"}))?);
    let now = Program::compile("timestamp('2026-01-05T08:30:15Z')")?.execute(&Context::default())?;
    context.add_variable_from_value("now", now);
    Ok(context)
}

fn format_value(value: &cel::Value) -> String {
    match value {
        cel::Value::Bool(is) => is.to_string(),
        cel::Value::Int(number) => number.to_string(),
        cel::Value::UInt(number) => format!("{number}u"),
        cel::Value::Float(number) => format!("{number:?}"),
        cel::Value::String(text) => format!("{text:?}"),
        other => format!("{other:?}"),
    }
}

fn agree(known: &TestFacts) -> Result<(), Box<dyn Error>> {
    let context = peer(known)?;
    let (mut same, mut apart) = (0, 0);
    for line in VECTORS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (text, expected) = line.split_once(" => ").ok_or("a vector has no expected result")?;
        let theirs = match Program::compile(text) {
            Ok(program) => program.execute(&context).map_or_else(|_| "error".to_owned(), |value| format_value(&value)),
            Err(_) => "error".to_owned(),
        };
        if theirs == expected {
            same += 1;
        } else {
            apart += 1;
            let is_known = EXPECTED_DIFFERENCES.contains(&text);
            println!(
                "conditions: {text}: ours {expected}, theirs {theirs}{}",
                if is_known { "" } else { ", unexpected" }
            );
        }
    }
    println!("conditions: {same} vectors agree, {apart} differ");
    Ok(())
}

/// Prints the duration of one evaluation.
pub fn measure(is_quick: bool) -> Result<(), Box<dyn Error>> {
    let known = known();
    agree(&known)?;
    let rounds: u32 = if is_quick { 20_000 } else { 200_000 };
    let context = peer(&known)?;
    for text in [
        "schedule.id == 'digest'",
        "payload.customer.vip && payload.amount > 100",
        "payload.name in ['Bo', 'Cy', 'Di']",
        "payload.numbers.exists(x, x == 4)",
        "metadata.team == 'billing' || payload.tags[0].startsWith('x')",
    ] {
        let (ours, theirs) = (Expression::parse(text, NAMES)?, Program::compile(text)?);
        let start = Instant::now();
        for _ in 0..rounds {
            std::hint::black_box(ours.evaluate(&known, &TimeZone::UTC)).ok();
        }
        let own = start.elapsed() / rounds;
        let start = Instant::now();
        for _ in 0..rounds {
            std::hint::black_box(theirs.execute(&context)).ok();
        }
        let other = start.elapsed() / rounds;
        println!("conditions: {text}: ours {own:?}, cel {other:?}");
    }
    Ok(())
}
