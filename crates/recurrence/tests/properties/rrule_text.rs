//! Generates RFC 5545 text with all parts that the standard allows for each frequency.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::{Just, Strategy, prop_oneof};
use proptest::sample::select;

const WEEKDAYS: &[&str] = &["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/// Generates `DTSTART` and one or two rules, sometimes with added and excluded dates.
pub(crate) fn rrule_text() -> impl Strategy<Value = String> {
    let lines = (rule(), of(rule()), of(date()), of(date()), of(rule()));
    (date(), lines).prop_map(|(start, (rule, second, added, removed, rule_out))| {
        let mut text = format!("DTSTART:{start}\nRRULE:{rule}");
        let lines = [("RRULE", second), ("RDATE", added), ("EXDATE", removed), ("EXRULE", rule_out)];
        for (name, value) in lines {
            // Half of the sets stay simple.
            if let Some(value) = value.filter(|value| value.len() % 2 == 0) {
                text.push_str(&format!("\n{name}:{value}"));
            }
        }
        text
    })
}

fn date() -> impl Strategy<Value = String> {
    (2020..2030_u16, 1..=12_u8, 1..=28_u8, 0..24_u8, select(vec![0_u8, 15, 30, 59]))
        .prop_map(|(year, month, day, hour, minute)| format!("{year}{month:02}{day:02}T{hour:02}{minute:02}00"))
}

fn rule() -> impl Strategy<Value = String> {
    let frequency = select(vec!["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"]);
    let end = prop_oneof![
        4 => Just(String::new()),
        1 => (1..200_u16).prop_map(|count| format!(";COUNT={count}")),
        1 => date().prop_map(|until| format!(";UNTIL={until}")),
    ];
    (frequency, 1..20_u16, end).prop_flat_map(|(frequency, interval, end)| {
        parts(frequency).prop_map(move |parts| format!("FREQ={frequency};INTERVAL={interval}{parts}{end}"))
    })
}

fn parts(frequency: &'static str) -> impl Strategy<Value = String> {
    let counted = matches!(frequency, "YEARLY" | "MONTHLY");
    let day = (of(-4..=4_i8), select(WEEKDAYS)).prop_map(move |(nth, day)| match nth {
        Some(nth) if counted && nth != 0 => format!("{nth}{day}"),
        Some(_) | None => day.to_owned(),
    });
    let part = prop_oneof![
        list("BYMONTH", (1..=12_i16).prop_map(|value| value.to_string())),
        list("BYDAY", day),
        list("BYHOUR", (0..24_i16).prop_map(|value| value.to_string())),
        list("BYMINUTE", (0..60_i16).prop_map(|value| value.to_string())),
        list("BYSECOND", (0..60_i16).prop_map(|value| value.to_string())),
        list("BYMONTHDAY", not_zero(31)),
        list("BYYEARDAY", not_zero(366)),
        list("BYWEEKNO", not_zero(53)),
        list("BYSETPOS", not_zero(5)),
        select(WEEKDAYS).prop_map(|day| ("WKST", day.to_owned())),
    ];
    vec(part, 0..=4).prop_map(move |parts| {
        let mut text = String::new();
        let mut seen = Vec::new();
        for (name, values) in parts {
            let allowed = match name {
                "BYMONTHDAY" => frequency != "WEEKLY",
                "BYYEARDAY" => !matches!(frequency, "DAILY" | "WEEKLY" | "MONTHLY"),
                "BYWEEKNO" => frequency == "YEARLY",
                // A position requires a set to select from.
                "BYSETPOS" => seen.iter().any(|name| *name != "WKST"),
                _ => true,
            };
            if allowed && !seen.contains(&name) {
                text.push_str(&format!(";{name}={values}"));
                seen.push(name);
            }
        }
        text
    })
}

fn list(name: &'static str, value: impl Strategy<Value = String>) -> impl Strategy<Value = (&'static str, String)> {
    vec(value, 1..=3).prop_map(move |values| (name, values.join(",")))
}

fn not_zero(most: i16) -> impl Strategy<Value = String> {
    (1..=most, proptest::bool::weighted(0.7))
        .prop_map(|(value, positive)| if positive { value.to_string() } else { format!("-{value}") })
}
