//! Runs the suite of EverTask: its fluent intervals, expressed as the `every` kind.

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};
use refrain_recurrence::{
    CompiledRecurrence, Context, CronRecurrence, Error, EveryRecurrence, FirstRun, FirstRunAt, Length, Recurrence,
    Spec, Unit,
};
use serde_json::{Value, json};

use super::{Outcome, instant, instants};

pub(crate) fn check(vector: &Value) -> Outcome {
    let expected = if vector["our_expected"].is_null() { &vector["expected"] } else { &vector["our_expected"] };
    if vector["verdict"] == "differ" && vector["our_expected"].is_null() {
        return Outcome::DoesNotApply;
    }
    match vector["op"].as_str().expect("every vector has an op") {
        "validate" => {
            let rule = rule(vector, epoch(), 1);
            let refuses = expected.as_str().is_some_and(|expected| expected.starts_with("error"));
            Outcome::of(rule.is_err() == refuses, || format!("{:?}", rule.map(|_| "accepted")))
        }
        // A property of EverTask's implementation, which corresponds to the kind of search here.
        "uniform_grid" => Outcome::DoesNotApply,
        "occurrence" => next(vector, expected, "base", "base", 1),
        "strictly_after" => next(vector, expected, "anchor", "after", 1),
        "next_run" => {
            let run = vector["current_run"].as_i64().unwrap_or(0);
            next(vector, expected, "base", "base", run)
        }
        "next_valid_run" => next(vector, expected, "scheduled", "now", vector["current_run"].as_i64().unwrap_or(1)),
        "count_missed" => {
            let anchor = instant(&vector["anchor"]);
            let rule = rule(vector, anchor, 1).expect("compiles");
            let missed = rule.between(anchor, instant(&vector["after"]) + SignedDuration::from_secs(1)).count();
            Outcome::of(Some(missed as i64) == expected.as_i64(), || format!("{missed} missed"))
        }
        "sequence" => {
            let base = instant(&vector["base"]);
            let expected = instants(&vector["our_expected_sequence"]);
            let rule = rule(vector, base, 1).expect("compiles");
            let given: Vec<Timestamp> = rule.iter_after(base).take(expected.len()).map(|next| next.at()).collect();
            Outcome::of(given == expected, || format!("found {given:?}"))
        }
        other => panic!("unknown op {other}"),
    }
}

/// Checks the next occurrence after `after` in the series anchored at `anchor`.
fn next(vector: &Value, expected: &Value, anchor: &str, after: &str, run: i64) -> Outcome {
    let anchor = instant(&vector[anchor]);
    let config = &vector["config"];
    let after = instant(&vector[after]);
    let runs_out = config["max_runs"].as_i64().is_some_and(|most| run >= most);
    let has_rule =
        ["cron", "second", "minute", "hour", "day", "week", "month"].iter().any(|name| !config[*name].is_null());
    if !has_rule && run > 0 {
        return Outcome::of(expected.is_null(), || "there is no recurrence".to_owned());
    }
    let rule = match rule(vector, anchor, run) {
        Ok(rule) => rule,
        Err(error) => return Outcome::Differs(format!("rejected: {error}")),
    };
    // EverTask still starts a first run of up to 20 s ago. Here that is a search that starts before it.
    let from = match config["run_at"].as_str() {
        Some(_) if run == 0 => after - SignedDuration::from_secs(20),
        // The run after the scheduled one still counts if it is less than a second late.
        Some(_) | None if anchor != after => {
            let slipped = rule.next_after(anchor).map(|next| next.at());
            let is_current = slipped.is_some_and(|slipped| slipped >= after - SignedDuration::from_secs(1));
            if is_current && vector["op"] == "next_valid_run" { anchor } else { after }
        }
        Some(_) | None => after,
    };
    let next = if runs_out { None } else { rule.next_after(from).map(|next| next.at()) };
    // The skipped occurrences lie strictly between the scheduled run and the next one.
    let second = SignedDuration::from_secs(1);
    let missed = next.map_or(0, |next| rule.between(anchor + second, next).count() as i64);
    if !vector["our_expected"].is_null() || vector["expected_partial"].is_null() {
        let expected = expected.as_str().map(|text| text.parse::<Timestamp>().expect("an instant"));
        let counts = vector["expected_skipped"].as_i64().is_none_or(|skipped| missed == skipped);
        return Outcome::of(next == expected && counts, || format!("found {next:?}, {missed} missed"));
    }
    let facts = Facts { next, after, anchor, missed };
    let partial = vector["expected_partial"].as_object().expect("an object");
    let wrong: Vec<&String> =
        partial.iter().filter(|(name, value)| !facts.hold(name, value)).map(|(name, _)| name).collect();
    Outcome::of(wrong.is_empty(), || format!("found {next:?}, wrong in {wrong:?}"))
}

struct Facts {
    next: Option<Timestamp>,
    after: Timestamp,
    anchor: Timestamp,
    missed: i64,
}

impl Facts {
    fn hold(&self, name: &str, value: &Value) -> bool {
        let Some(next) = self.next else { return false };
        let zoned: Zoned = next.to_zoned(TimeZone::UTC);
        let number = value.as_i64();
        let is = |given: i64| number == Some(given);
        let has =
            |given: i64| value.as_array().is_some_and(|list| list.iter().any(|item| item.as_i64() == Some(given)));
        match name {
            "gt_now" => next > self.after,
            "year" => is(zoned.year().into()),
            "month" => is(zoned.month().into()),
            "month_in" => has(zoned.month().into()),
            "day" => is(zoned.day().into()),
            "day_max" => number.is_some_and(|most| i64::from(zoned.day()) <= most),
            "hour" => is(zoned.hour().into()),
            "hour_in" => has(zoned.hour().into()),
            "minute" => is(zoned.minute().into()),
            "minute_mod" => number.is_some_and(|step| i64::from(zoned.minute()) % step == 0),
            "second" => is(zoned.second().into()),
            "weekday" => value == weekday(zoned.weekday()),
            "weekday_in" => value.as_array().is_some_and(|days| days.iter().any(|day| day == weekday(zoned.weekday()))),
            "grid_seconds" => number.is_some_and(|step| (next.as_second() - self.anchor.as_second()) % step == 0),
            "skipped_range" => {
                let bound = |index: usize| value[index].as_i64().expect("a number");
                (bound(0)..=bound(1)).contains(&self.missed)
            }
            "skipped_gt" => number.is_some_and(|least| self.missed > least),
            other => panic!("unknown fact {other}"),
        }
    }
}

fn weekday(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "monday",
        Weekday::Tuesday => "tuesday",
        Weekday::Wednesday => "wednesday",
        Weekday::Thursday => "thursday",
        Weekday::Friday => "friday",
        Weekday::Saturday => "saturday",
        Weekday::Sunday => "sunday",
    }
}

fn epoch() -> Timestamp {
    Timestamp::UNIX_EPOCH
}

fn rule(vector: &Value, anchor: Timestamp, run: i64) -> Result<CompiledRecurrence, Error> {
    let config = &vector["config"];
    let mut spec = Spec::new(recurrence(config)?, vector["timezone"].as_str().unwrap_or("UTC"));
    spec.ends_at = config["run_until"].as_str().map(|text| text.parse().expect("an instant"));
    // The first run only applies if there has been no run yet.
    if run == 0 {
        let when = match (&config["run_at"], &config["initial_delay_s"]) {
            (Value::String(at), _) => Some(FirstRunAt::At(at.parse().expect("an instant"))),
            (_, Value::Number(delay)) => {
                Some(FirstRunAt::After(Length::from_seconds(delay.as_i64().expect("whole seconds"))))
            }
            _ => None,
        };
        spec.first_run = when.map(|when| FirstRun { when, min_spacing: None });
    }
    CompiledRecurrence::compile(&spec, &Context { anchor: Some(anchor), ..Context::default() })
}

fn recurrence(config: &Value) -> Result<Recurrence, Error> {
    if let Some(expression) = config["cron"].as_str() {
        return Ok(Recurrence::Cron(CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() }));
    }
    let units = [
        ("second", Unit::Seconds),
        ("minute", Unit::Minutes),
        ("hour", Unit::Hours),
        ("day", Unit::Days),
        ("week", Unit::Weeks),
        ("month", Unit::Months),
    ];
    let Some((name, unit)) = units.into_iter().find(|(name, _)| !config[*name].is_null()) else {
        return Ok(Recurrence::Every(EveryRecurrence::new(1, Unit::Seconds)));
    };
    let given = &config[name];
    let mut written = json!({"every": given["every"], "unit": unit});
    let names = [
        ("on_second", "on_second"),
        ("on_minute", "on_minute"),
        ("on_hours", "on_hours"),
        ("at_times", "at"),
        ("on_days_of_week", "on_days"),
        ("on_day", "on_month_days"),
        ("on_days", "on_month_days"),
        ("on_first", "on_first"),
        ("on_months", "in_months"),
    ];
    for (theirs, ours) in names {
        if !given[theirs].is_null() {
            written[ours] = given[theirs].clone();
        }
    }
    // An invalid weekday is rejected by its type. The vector expects an error, whichever it is.
    serde_json::from_value(written).map(Recurrence::Every).or_else(|_| {
        Ok(Recurrence::Every(EveryRecurrence { on_hours: vec![99], ..EveryRecurrence::new(1, Unit::Hours) }))
    })
}
