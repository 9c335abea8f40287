//! Runs the suite of Temporal: structured specs, expressed as unions of Refrain's kinds under the `temporal` dialect.

use jiff::Timestamp;
use refrain_recurrence::{
    CompiledRecurrence, Context, CronRecurrence, Dialect, Error, Recurrence, RecurrenceList, Spec,
};
use serde_json::Value;

use super::{Outcome, cron};

pub(crate) fn check(vector: &Value) -> Outcome {
    let rule = rule(vector);
    match vector["kind"].as_str().expect("every vector has a kind") {
        "error" => Outcome::of(rule.is_err(), || "accepted".to_owned()),
        "spec_match" => cron::matched(rule, vector),
        "spec" => cron::found(rule, vector, true),
        other => panic!("unknown kind {other}"),
    }
}

fn rule(vector: &Value) -> Result<CompiledRecurrence, Error> {
    let spec = &vector["spec"];
    let mut parts = Vec::new();
    let list = |name: &str| spec[name].as_array().cloned().unwrap_or_default();
    for interval in list("interval") {
        let seconds = |name: &str| interval[name].as_i64().unwrap_or(0);
        parts.push(cron_text(format!("@every {}s/{}s", seconds("every_s"), seconds("phase_s"))));
    }
    for calendar in list("calendar") {
        parts.push(cron_text(fields(|name, otherwise| {
            calendar[name].as_str().map_or_else(|| otherwise.to_owned(), str::to_owned)
        })));
    }
    for calendar in list("structured_calendar") {
        parts.push(cron_text(fields(|name, otherwise| structured(&calendar[name], name, otherwise))));
    }
    for text in list("cron") {
        parts.push(cron_text(text.as_str().expect("a cron string").to_owned()));
    }
    let recurrence = Recurrence::Any(RecurrenceList { of: parts });
    let mut rule = Spec::new(recurrence, vector["tz"].as_str().unwrap_or("UTC"));
    let instant = |name: &str| spec[name].as_str().map(|text| text.parse::<Timestamp>().expect("an instant"));
    (rule.starts_at, rule.ends_at) = (instant("start"), instant("end"));
    CompiledRecurrence::compile(&rule, &Context::default())
}

fn fields(value: impl Fn(&str, &str) -> String) -> String {
    let names = [
        ("second", "0"),
        ("minute", "0"),
        ("hour", "0"),
        ("day_of_month", "*"),
        ("month", "*"),
        ("day_of_week", "*"),
        ("year", "*"),
    ];
    names.map(|(name, otherwise)| value(name, otherwise)).join(" ")
}

/// Converts a range of numbers to cron text.
fn structured(range: &Value, name: &str, otherwise: &str) -> String {
    if range.is_null() {
        return otherwise.to_owned();
    }
    let number = |part: &str| range[part].as_i64().filter(|number| *number != 0);
    let start = number("start").unwrap_or(0);
    // Sunday may be 7 in text, but not in numbers.
    if name == "day_of_week" && start.max(number("end").unwrap_or(0)) > 6 {
        return "none".to_owned();
    }
    let end = number("end").map_or(String::new(), |end| format!("-{end}"));
    let step = number("step").map_or(String::new(), |step| format!("/{step}"));
    // A step without an end would continue to the end of the field.
    let end = if end.is_empty() && !step.is_empty() { format!("-{start}") } else { end };
    format!("{start}{end}{step}")
}

fn cron_text(expression: String) -> Recurrence {
    Recurrence::Cron(CronRecurrence { expression, dialect: Some(Dialect::Temporal), ..CronRecurrence::default() })
}
