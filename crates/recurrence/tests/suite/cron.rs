//! Runs the suites of cron expressions: cronos, croniter, robfig, quartz, croner.

use jiff::Timestamp;
use refrain_recurrence::{
    CompiledRecurrence, Context, CronRecurrence, DayMatch, Error, ErrorCode, Recurrence, SecondsField, Spec,
    WeekdayNumbers,
};
use serde_json::Value;

use super::{Outcome, instant, instants};

pub(crate) fn check(dialect: &str, vector: &Value) -> Outcome {
    let rule = rule(dialect, vector);
    match vector["kind"].as_str().expect("every vector has a kind") {
        "accept" => match rule {
            Ok(_) => Outcome::Holds,
            // The expression is valid, although it never matches.
            Err(error) => Outcome::of(error.code() == ErrorCode::NeverFires, || format!("rejected: {error}")),
        },
        "error" => Outcome::of(rule.is_err(), || "accepted".to_owned()),
        "none" => match rule {
            Err(error) => Outcome::of(error.code() == ErrorCode::NeverFires, || format!("rejected: {error}")),
            Ok(rule) => {
                let next = rule.next_after(instant(&vector["from"]));
                Outcome::of(next.is_none(), || format!("has an occurrence at {:?}", next.map(|next| next.at())))
            }
        },
        "match" => matched(rule, vector),
        "next" => found(rule, vector, true),
        "prev" => found(rule, vector, false),
        other => panic!("unknown kind {other}"),
    }
}

pub(crate) fn matched(rule: Result<CompiledRecurrence, Error>, vector: &Value) -> Outcome {
    let rule = match rule {
        Ok(rule) => rule,
        Err(error) => return Outcome::Differs(format!("rejected: {error}")),
    };
    let verdict = rule.matches(instant(&vector["at"]));
    Outcome::of(verdict.matches() == (vector["matches"] == true), || format!("{:?}", verdict.checks))
}

pub(crate) fn found(rule: Result<CompiledRecurrence, Error>, vector: &Value, forward: bool) -> Outcome {
    let rule = match rule {
        Ok(rule) => rule,
        Err(error) => return Outcome::Differs(format!("rejected: {error}")),
    };
    let expected = instants(&vector["expect"]);
    let mut from = instant(&vector["from"]);
    let mut inclusive = vector["inclusive"] == true;
    let mut given: Vec<Timestamp> = Vec::new();
    while given.len() < expected.len() {
        let next = match (forward, inclusive) {
            (true, true) => rule.next_from(from),
            (true, false) => rule.next_after(from),
            (false, true) => rule.prev_until(from),
            (false, false) => rule.prev_before(from),
        };
        let Some(next) = next else { break };
        given.push(next.at());
        from = next.at();
        inclusive = false;
    }
    let ends = vector["ends"] == true && rule.next_after(from).is_some();
    Outcome::of(given == expected && !ends, || format!("found {given:?}"))
}

fn rule(dialect: &str, vector: &Value) -> Result<CompiledRecurrence, Error> {
    let seconds = match (dialect, &vector["seconds"], &vector["seconds_first"]) {
        ("cronos" | "robfig", Value::Bool(true), _) => Some(SecondsField::First),
        ("cronos" | "robfig", Value::Bool(false), _) => Some(SecondsField::None),
        ("croniter", _, Value::Bool(true)) => (vector["fields"] != 5).then_some(SecondsField::First),
        _ if vector["options"]["seconds"] == "required" => Some(SecondsField::First),
        _ => None,
    };
    let asks_and = vector["day_or"] == false || vector["options"]["dom_and_dow"] == true;
    let cron = CronRecurrence {
        expression: vector["expr"].as_str().expect("an expression").to_owned(),
        dialect: Some(dialect.parse()?),
        day_match: asks_and.then_some(DayMatch::And),
        seconds,
        weekdays: (vector["options"]["alternative_weekdays"] == true).then_some(WeekdayNumbers::SundayOne),
    };
    let zone = vector["tz"].as_str().unwrap_or("UTC");
    CompiledRecurrence::compile(&Spec::new(Recurrence::Cron(cron), zone), &Context::default())
}
