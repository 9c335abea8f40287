//! The slowest known searches: recurrences that never coincide, occur once in centuries, or are almost all days off.
//!
//! The guarantee is that no search takes longer than a millisecond, even if it finds nothing.

use std::hint::black_box;
use std::io::{self, Write};

use jiff::Timestamp;
use refrain_recurrence::{Calendars, CompiledRecurrence, Context, Spec};
use serde_json::{Value, json};

use crate::clock;

const ROUNDS: usize = 5;
/// Instants from which a result is far away in one direction or the other.
const QUERY_INSTANTS: &[&str] = &[
    "1900-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z",
    "2096-03-01T00:00:00Z",
    "2101-01-01T00:00:00Z",
    "9995-01-01T00:00:00Z",
];

pub(crate) fn print(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nslowest searches in microseconds: compile, next, previous\n")?;
    let calendars = calendars();
    for (name, recurrence, uses) in rules().into_iter().chain(sets()) {
        let definition = json!({"recurrence": recurrence, "timezone": "America/New_York", "calendars": uses});
        let spec: Spec = serde_json::from_value(definition).expect("the definitions here are well formed");
        let context = Context { calendars: Some(&calendars), ..Context::default() };
        let compiling = best(|| drop(black_box(CompiledRecurrence::compile(&spec, &context))));
        match CompiledRecurrence::compile(&spec, &context) {
            Err(error) => writeln!(out, "{name:56}{compiling:>10.1}{:>24}", error.code().as_str())?,
            Ok(rule) => {
                let next = slowest(|at| _ = black_box(rule.next_after(at)));
                let previous = slowest(|at| _ = black_box(rule.prev_before(at)));
                writeln!(out, "{name:56}{compiling:>10.1}{next:>12.1}{previous:>12.1}")?;
            }
        }
    }
    Ok(())
}

fn rules() -> Vec<(&'static str, Value, Value)> {
    let cron = |expression: &str| json!({"kind": "cron", "expression": expression});
    let both = |expression: &str| json!({"kind": "cron", "expression": expression, "day_match": "and"});
    let all = |left: Value, right: Value| json!({"kind": "all", "of": [left, right]});
    let none = || json!([]);
    vec![
        ("0 0 30 2 *", cron("0 0 30 2 *"), none()),
        ("0 0 31 4,6,9,11 *", cron("0 0 31 4,6,9,11 *"), none()),
        ("0 0 29 2 *", cron("0 0 29 2 *"), none()),
        ("0 0 29 2 MON, both days", both("0 0 29 2 MON"), none()),
        ("0 0 0 1 1 ? 9999", cron("0 0 0 1 1 ? 9999"), none()),
        ("0 0 0 1 1 ? 1900", cron("0 0 0 1 1 ? 1900"), none()),
        ("30 2 * * *", cron("30 2 * * *"), none()),
        ("all of 09:00 and 10:00", all(cron("0 9 * * *"), cron("0 10 * * *")), none()),
        ("all of even and odd seconds", all(cron("*/2 * * * * *"), cron("1/2 * * * * *")), none()),
        (
            "all of 00:01 and every month",
            all(cron("1 0 * * *"), json!({"kind": "every", "every": 1, "unit": "months"})),
            none(),
        ),
        (
            "all of 00:01 and Saturdays in February, rolled back",
            all(
                cron("1 0 * * *"),
                json!({"kind": "every", "every": 12, "unit": "days", "on_days": ["saturday"], "in_months": [2]}),
            ),
            json!([{"name": "work", "on_day_off": "previous"}]),
        ),
        ("all of 29 February and Mondays", all(cron("0 0 29 2 *"), cron("0 0 * * MON")), none()),
        (
            "all of every 7 and every 11 seconds",
            all(
                json!({"kind": "every", "every": 7, "unit": "seconds"}),
                json!({"kind": "every", "every": 11, "unit": "seconds"}),
            ),
            none(),
        ),
        ("every 999999999 seconds", json!({"kind": "every", "every": 999_999_999, "unit": "seconds"}), none()),
        (
            "every 97 years on 29 February",
            json!({"kind": "every", "every": 97, "unit": "years", "in_months": [2], "on_month_days": [29], "month_overflow": "skip"}),
            none(),
        ),
        (
            "every 999 days on Mondays in February",
            json!({"kind": "every", "every": 999, "unit": "days", "on_days": ["monday"], "in_months": [2]}),
            none(),
        ),
        (
            "every 365th day, Saturdays on the 29th",
            json!({"kind": "calendar", "frequency": "daily", "interval": 365, "by_day": ["SA"], "by_month_day": [29]}),
            none(),
        ),
        (
            "every 100th year, the 53rd Sunday",
            json!({"kind": "calendar", "frequency": "yearly", "interval": 100, "by_day": ["53SU"]}),
            none(),
        ),
        ("Saturdays but weekends excluded", cron("0 9 * * SAT"), json!([{"name": "work"}])),
        ("by the second but weekends excluded", cron("* * * * * SAT"), json!([{"name": "work"}])),
        ("1 January but holidays excluded", cron("0 0 1 1 *"), json!([{"name": "work"}])),
        ("Saturdays rolled forward", cron("0 9 * * SAT"), json!([{"name": "work", "on_day_off": "next"}])),
        ("29 February rolled to the nearest", cron("0 9 29 2 *"), json!([{"name": "work", "on_day_off": "nearest"}])),
    ]
}

/// RFC 5545 sets that a search could follow to the end of the calendar, or that take long to count.
fn sets() -> Vec<(&'static str, Value, Value)> {
    let half_past = json!({"kind": "cron", "expression": "30 * * * *"});
    let all = |left: Value| json!({"kind": "all", "of": [left, half_past]});
    let none = || json!([]);
    let rrule = |lines: String| json!({"kind": "rrule", "text": format!("DTSTART:20260101T000000\n{lines}")});
    let far = |count: usize| "\nRRULE:FREQ=WEEKLY;INTERVAL=1000000".repeat(count);
    let hour = |index: i32| format!("2026{:02}{:02}T{:02}0000", index / 672 + 1, index / 24 % 28 + 1, index % 24);
    let dates = (0..2000).map(hour).collect::<Vec<_>>().join(",");
    vec![
        (
            "all of :30, and hourly plus a rule without further dates",
            all(rrule(format!("RRULE:FREQ=HOURLY{}", far(1)))),
            none(),
        ),
        ("hourly plus 49 rules without further dates", rrule(format!("RRULE:FREQ=HOURLY{}", far(49))), none()),
        ("all of :30 and 2,000 RDATEs", all(rrule(format!("RDATE:{dates}"))), none()),
        (
            "a COUNT that is too large",
            rrule("RRULE:FREQ=HOURLY;INTERVAL=5;BYMONTHDAY=1;COUNT=100000".to_owned()),
            none(),
        ),
    ]
}

fn calendars() -> Calendars {
    let new_years_days: Vec<String> = (1900..=2200).map(|year| format!("{year}-01-01")).collect();
    serde_json::from_value(json!({"work": {"weekend": ["saturday", "sunday"], "dates": new_years_days}}))
        .expect("the calendar here is well formed")
}

/// Returns the slowest search over all instants, each with the best of several rounds.
fn slowest(ask: impl Fn(Timestamp)) -> f64 {
    let slots = QUERY_INSTANTS.iter().map(|at| at.parse().expect("the instants here are well formed"));
    slots.map(|at| best(|| ask(at))).fold(0.0, f64::max)
}

fn best(work: impl Fn()) -> f64 {
    (0..ROUNDS).map(|_| clock::time(&work).as_nanos() as f64 / 1000.0).fold(f64::INFINITY, f64::min)
}
