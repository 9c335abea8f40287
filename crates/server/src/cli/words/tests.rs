use super::*;

/// Checks that a text parses into the recurrence given as JSON.
#[track_caller]
fn check(text: &str, json: &str) {
    let rule = parse(text).unwrap_or_else(|problem| panic!("{text}: {}", problem.render_text()));
    let expected: EveryRule = serde_json::from_str(json).unwrap();
    assert_eq!(rule, expected, "{text}");
}

#[test]
fn counts_and_units_are_read() {
    check("every 15 minutes", r#"{"every":15,"unit":"minutes"}"#);
    check("  Every  MINUTE ", r#"{"every":1,"unit":"minutes"}"#);
    check("every 90s", r#"{"every":90,"unit":"seconds"}"#);
    check("every 1h30m", r#"{"every":5400,"unit":"seconds"}"#);
    check("every other day", r#"{"every":2,"unit":"days"}"#);
}

#[test]
fn days_and_times_are_read_in_any_order() {
    let json = r#"{"every":2,"unit":"weeks","on_days":["monday","friday"],"at":["09:00"]}"#;
    for text in [
        "every 2 weeks on mon, fri at 9:00",
        "every 2 weeks at 9:00 on monday and friday",
        "every 2 weeks on mon,fri at 9 am",
        "every other week on mon, and fri, at 9am",
        "every 2 weeks on mon, fri and at 9:00",
    ] {
        check(text, json);
    }
}

#[test]
fn weekdays_stand_for_weeks() {
    let working = r#"["monday","tuesday","wednesday","thursday","friday"]"#;
    check("every weekday at 9:00", &format!(r#"{{"every":1,"unit":"weeks","on_days":{working},"at":["09:00"]}}"#));
    check("every mon and thu", r#"{"every":1,"unit":"weeks","on_days":["monday","thursday"]}"#);
    check("every other friday at noon", r#"{"every":2,"unit":"weeks","on_days":["friday"],"at":["12:00"]}"#);
}

#[test]
fn days_of_the_month_are_read() {
    check("every month on the last day at 18:00", r#"{"every":1,"unit":"months","on_month_days":[-1],"at":["18:00"]}"#);
    check("every month on the 1st and 15th", r#"{"every":1,"unit":"months","on_month_days":[1,15]}"#);
    check("every month on day 5, 20", r#"{"every":1,"unit":"months","on_month_days":[5,20]}"#);
    check(
        "every month on the second tuesday of the month in march, sep",
        r#"{"every":1,"unit":"months","on_nth":[{"n":2,"day":"tuesday"}],"in_months":[3,9]}"#,
    );
    check(
        "every year on the last friday in may",
        r#"{"every":1,"unit":"years","on_nth":[{"n":-1,"day":"friday"}],"in_months":[5]}"#,
    );
}

#[test]
fn hours_minutes_and_seconds_are_read() {
    check("every 15 minutes on second 30", r#"{"every":15,"unit":"minutes","on_second":30}"#);
    check("every 2 hours at :30", r#"{"every":2,"unit":"hours","on_minute":30}"#);
    check(
        "every hour on hours 9, 12, 17 on minute 5",
        r#"{"every":1,"unit":"hours","on_hours":[9,12,17],"on_minute":5}"#,
    );
}

#[test]
fn errors_have_a_code_column_and_hint() {
    let check = |text: &str, code: ErrorCode, column, hint: Option<&str>| {
        let problem = parse(text).unwrap_err();
        assert_eq!((problem.code, problem.column), (code, Some(column)), "{text}: {}", problem.message);
        if let Some(hint) = hint {
            assert_eq!(problem.hint.as_deref(), Some(hint), "{text}");
        }
    };
    check("every", ErrorCode::BadValue, 6, None);
    check("every 5", ErrorCode::BadValue, 8, None);
    check("every 5 minuts", ErrorCode::UnknownName, 9, Some("did you mean minutes?"));
    check("every 5x", ErrorCode::UnknownName, 8, None);
    check("every 0 days", ErrorCode::BadStep, 7, None);
    check("every 99999999999999999999 days", ErrorCode::OutOfRange, 7, None);
    check("every ٣ days", ErrorCode::UnknownName, 7, None);
    check("every day at", ErrorCode::BadValue, 13, None);
    check("every day at 25:00", ErrorCode::OutOfRange, 14, None);
    check("every day at 9:00,", ErrorCode::BadValue, 19, None);
    let lone = Some("remove it, or continue with `at`, `on` or `in`");
    check("every day and", ErrorCode::BadValue, 11, lone);
    check("every day and 9:00", ErrorCode::BadValue, 11, lone);
    check("every day att 9:00", ErrorCode::BadValue, 11, Some("did you mean `at`?"));
    check("every week on mondey", ErrorCode::UnknownName, 15, Some("did you mean monday?"));
    check("every tusday", ErrorCode::UnknownName, 7, Some("did you mean tuesday?"));
    check("every month on the 32nd", ErrorCode::OutOfRange, 20, None);
    check("every month in januari", ErrorCode::UnknownName, 16, Some("did you mean january?"));
    check("every hour on minute 60", ErrorCode::OutOfRange, 22, None);
    check("every day until 2027", ErrorCode::BadValue, 11, None);
    check(&format!("every {}", "x".repeat(10_000_000)), ErrorCode::TooLong, 1025, None);
}
