//! Recurrences in plain English: each accepted phrase with the recurrence it means, each refused one with its error.
//!
//! The cases are in `phrases/accepted.txt` (`phrase => JSON`) and `phrases/refused.txt` (`phrase => code column hint`).

use refrain_recurrence::{CompiledRecurrence, Context, Phrase, Recurrence, Spec};
use serde_json::{Value, json};

fn cases(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(" => ").unwrap_or_else(|| panic!("no ` => ` in {line}")))
}

#[test]
fn accepted_phrases_mean_their_recurrence() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (phrase, json) in cases(include_str!("phrases/accepted.txt")) {
        count += 1;
        let mut expected: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{phrase}: {error}"));
        let zone = expected.as_object_mut().and_then(|fields| fields.remove("timezone"));
        if expected.get("kind").is_none() {
            expected["kind"] = json!("every");
        }
        let expected: Recurrence = serde_json::from_value(expected).unwrap_or_else(|error| panic!("{phrase}: {error}"));
        match phrase.parse::<Phrase>() {
            Ok(read)
                if read.recurrence == expected && read.timezone.as_deref() == zone.as_ref().and_then(Value::as_str) =>
            {
                let spec = Spec::new(read.recurrence, "Europe/Berlin");
                let anchor = Some("2026-01-01T00:00:00Z".parse().unwrap());
                if let Err(error) = CompiledRecurrence::compile(&spec, &Context { anchor, ..Context::default() }) {
                    wrong.push(format!("{phrase}: cannot be compiled: {error}"));
                }
            }
            Ok(read) => wrong.push(format!("{phrase}: {}", serde_json::to_string(&read.recurrence).unwrap())),
            Err(error) => wrong.push(format!("{phrase}: {error} ({:?})", error.hint())),
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 124, "{count} phrases");
}

#[test]
fn refused_phrases_say_what_to_write_instead() {
    let mut wrong = Vec::new();
    for (phrase, expected) in cases(include_str!("phrases/refused.txt")) {
        let found = match phrase.parse::<Phrase>() {
            Ok(read) => format!("accepted as {}", serde_json::to_string(&read.recurrence).unwrap()),
            Err(error) => {
                let hint = error.hint().unwrap_or_else(|| panic!("{phrase}: no hint: {error}"));
                format!("{} {} {hint}", error.code(), error.column().unwrap_or(0))
            }
        };
        if found != expected {
            wrong.push(format!("{phrase} => {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Hints name phrases in backticks; each of them is accepted.
#[test]
fn phrases_in_hints_are_accepted() {
    for (phrase, _) in cases(include_str!("phrases/refused.txt")) {
        let error = phrase.parse::<Phrase>().unwrap_err();
        let hint = error.hint().unwrap_or_else(|| panic!("{phrase}: no hint")).to_owned();
        for quoted in hint.split('`').skip(1).step_by(2).filter(|quoted| quoted.contains(' ')) {
            let is_part = ["between", "first business", "last business"].iter().any(|start| quoted.starts_with(start));
            assert!(is_part || quoted.parse::<Phrase>().is_ok(), "{phrase}: {hint}");
        }
    }
}

#[test]
fn long_texts_are_refused_quickly() {
    let long = format!("every {}", "x".repeat(10_000_000));
    let error = long.parse::<Phrase>().unwrap_err();
    assert_eq!(error.code().as_str(), "too_long");
    assert!(error.hint().is_some_and(|hint| hint.starts_with("for example `every ")));
    let many = "every day and ".repeat(70);
    assert!(many.parse::<Phrase>().is_err());
}

#[test]
fn a_recurrence_is_read_from_any_notation() {
    for (text, kind) in [
        ("0 9 * * MON-FRI", "cron"),
        ("@every 90s", "cron"),
        ("FREQ=DAILY;BYHOUR=9", "rrule"),
        ("2026-07-01T12:00:00Z", "once"),
        ("every 15 minutes", "every"),
        ("every quarter", "calendar"),
    ] {
        let recurrence: Recurrence = text.parse().unwrap();
        assert_eq!(serde_json::to_value(recurrence).unwrap()["kind"], kind, "{text}");
    }
    let error = "every day at 9am UTC".parse::<Recurrence>().unwrap_err();
    assert_eq!(error.code().as_str(), "conflict");
}

/// Words in any order, and a few that belong to no phrase.
const WORDS: &[&str] = &[
    "every",
    "each",
    "other",
    "half",
    "quarter",
    "the",
    "of",
    "on",
    "at",
    "in",
    "and",
    ",",
    "&",
    "to",
    "between",
    "from",
    "except",
    "once",
    "a",
    "daily",
    "weekly",
    "second",
    "seconds",
    "minutes",
    "hour",
    "day",
    "weeks",
    "month",
    "year",
    "monday",
    "tue-fri",
    "weekdays",
    "weekend",
    "business",
    "first",
    "2nd",
    "15th",
    "last",
    "january",
    "feb",
    "9am",
    "5",
    "30",
    "09:00",
    "noon",
    "am",
    ":15",
    "utc",
    "Europe/Berlin",
    "99999999999999",
    "-",
    "",
    "x",
    "१",
    "0",
];

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(4_000))]

    #[test]
    fn no_order_of_words_panics_and_what_is_accepted_is_a_recurrence(
        words in proptest::collection::vec(proptest::sample::select(WORDS), 1..10)
    ) {
        let text = words.join(" ");
        match text.parse::<Phrase>() {
            Ok(phrase) => {
                let spec = Spec::new(phrase.recurrence.clone(), phrase.timezone.as_deref().unwrap_or("Europe/Berlin"));
                let anchor = "2026-01-01T00:00:00Z".parse().unwrap();
                let written: Recurrence = serde_json::from_value(serde_json::to_value(&phrase.recurrence).unwrap()).unwrap();
                proptest::prop_assert_eq!(&written, &phrase.recurrence, "{}", &text);
                if let Ok(rule) = CompiledRecurrence::compile(&spec, &Context { anchor: Some(anchor), ..Context::default() }) {
                    proptest::prop_assert!(rule.next_after(anchor).is_some(), "{}", &text);
                }
            }
            Err(error) => {
                proptest::prop_assert!(error.column().is_some_and(|column| column >= 1), "{}: {}", &text, error);
                proptest::prop_assert!(error.hint().is_some(), "{}: no hint: {}", &text, error);
            }
        }
    }
}
