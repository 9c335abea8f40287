//! Checks that the library accepts the examples of the user guide.

use refrain_recurrence::{Calendars, CompiledRecurrence, Context, NamedCalendar, Spec};

const GUIDE: &str = include_str!("../../../docs/recurrence.md");

fn examples() -> Vec<&'static str> {
    GUIDE.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn every_example_of_the_guide_compiles_and_survives_printing() {
    for example in examples() {
        let spec: Spec = serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}:\n{example}"));
        let printed = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<Spec>(&printed).unwrap(), spec, "{printed}");
        let named = spec.calendars.iter().map(|used| (used.name.clone(), NamedCalendar::default()));
        let calendars: Calendars = named.collect();
        let context = Context { calendars: Some(&calendars), ..Context::default() };
        CompiledRecurrence::compile(&spec, &context).unwrap_or_else(|error| panic!("{error}:\n{example}"));
    }
}

#[test]
fn the_guide_has_an_example_of_every_kind() {
    for kind in ["cron", "every", "calendar", "rrule", "once", "after_completion", "any", "all"] {
        let tag = format!("\"kind\": \"{kind}\"");
        assert!(examples().iter().any(|example| example.contains(&tag)), "{kind}");
    }
}

#[test]
fn an_unknown_field_is_refused() {
    for definition in [
        r#"{"recurrence": {"kind": "cron", "expression": "@daily"}, "timezone": "UTC", "zone": "UTC"}"#,
        r#"{"recurrence": {"kind": "cron", "expression": "@daily", "expr": "@daily"}, "timezone": "UTC"}"#,
        r#"{"recurrence": {"kind": "sometimes"}, "timezone": "UTC"}"#,
        r#"{"recurrence": {"kind": "cron", "expression": "@daily"}}"#,
    ] {
        assert!(serde_json::from_str::<Spec>(definition).is_err(), "{definition}");
    }
}
