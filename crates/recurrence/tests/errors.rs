//! Errors for invalid text: the code, the column and the hint, which users and programs rely on.

use refrain_recurrence::{CompiledRecurrence, Context, CronRecurrence, Dialect, Error, ErrorCode, Recurrence, Spec};

fn rejected(dialect: Dialect, expression: &str) -> Error {
    let cron =
        CronRecurrence { expression: expression.to_owned(), dialect: Some(dialect), ..CronRecurrence::default() };
    match CompiledRecurrence::compile(&Spec::new(Recurrence::Cron(cron), "UTC"), &Context::default()) {
        Ok(_) => panic!("{expression} was accepted"),
        Err(error) => error,
    }
}

fn part_rejected(recurrence: &str) -> Error {
    let recurrence = serde_json::from_str(recurrence).expect("a recurrence");
    CompiledRecurrence::compile(&Spec::new(recurrence, "UTC"), &Context::default()).expect_err("a rejected part")
}

#[track_caller]
fn check(expression: &str, code: ErrorCode, column: usize) {
    let error = rejected(Dialect::Unix, expression);
    assert_eq!((error.code(), error.column()), (code, Some(column)), "{expression}: {error}");
}

#[track_caller]
fn check_hint(expression: &str, hint: &str) {
    let error = rejected(Dialect::Unix, expression);
    assert_eq!(error.hint(), Some(hint), "{expression}: {error}");
}

#[test]
fn the_number_of_fields_is_counted() {
    // The column is the end of the text, because that is where fields are missing or superfluous.
    check("", ErrorCode::BadFieldCount, 1);
    check("   ", ErrorCode::BadFieldCount, 1);
    check("*", ErrorCode::BadFieldCount, 1);
    check("* * * *", ErrorCode::BadFieldCount, 7);
    check("* * * * * * * *", ErrorCode::BadFieldCount, 15);
    check("TZ=UTC", ErrorCode::BadFieldCount, 1);
    check_hint("", "for example `0 9 * * MON-FRI`");
}

#[test]
fn a_number_out_of_range_is_reported_with_its_column() {
    check("61 * * * *", ErrorCode::OutOfRange, 1);
    check("0 24 * * *", ErrorCode::OutOfRange, 3);
    check("0\t24 * * *", ErrorCode::OutOfRange, 3);
    check("  0   24 * * *", ErrorCode::OutOfRange, 7);
    check("0 0 0 * *", ErrorCode::OutOfRange, 5);
    check("0 0 1,32 * *", ErrorCode::OutOfRange, 7);
    check("0 0 1-32 * *", ErrorCode::OutOfRange, 7);
    check("0 0 1 13 *", ErrorCode::OutOfRange, 7);
    check("0 0 * * 8", ErrorCode::OutOfRange, 9);
    check("99999999999999999999 * * * *", ErrorCode::OutOfRange, 1);
    check("0 0 * * MON#6", ErrorCode::OutOfRange, 13);
    check("0 0 L-31 * *", ErrorCode::OutOfRange, 5);
    check("0 0 0 1 1 * 1899", ErrorCode::OutOfRange, 13);
    check("0 0 0 1 1 * 2030-2020", ErrorCode::OutOfRange, 13);
    check("TZ=UTC 61 * * * *", ErrorCode::OutOfRange, 8);
    check_hint("0 24 * * *", "midnight is 0");
    check_hint("60 * * * *", "use 0 of the next minute or hour");
}

#[test]
fn an_invalid_value_is_reported_with_its_column() {
    check("x * * * *", ErrorCode::BadValue, 1);
    check("-1 * * * *", ErrorCode::BadValue, 1);
    check("5- * * * *", ErrorCode::BadValue, 3);
    check("1-2-3 * * * *", ErrorCode::BadValue, 3);
    check(", * * * *", ErrorCode::BadValue, 1);
    check("1,,2 * * * *", ErrorCode::BadValue, 3);
    check("0 5, * * *", ErrorCode::BadValue, 5);
    check("0 1.5 * * *", ErrorCode::BadValue, 3);
    check("0 0 ?,1 * *", ErrorCode::BadValue, 5);
    check("0 L * * *", ErrorCode::BadValue, 3);
    check("0 0 LX * *", ErrorCode::BadValue, 5);
    check("0 0 * * L5", ErrorCode::BadValue, 9);
    check("H(5) * * * *", ErrorCode::BadValue, 1);
    check_hint("H(5) * * * *", "write it like H(0-29)");
}

#[test]
fn only_plain_characters_are_cron() {
    // Arabic and full-width digits look like numbers, and a thin space looks like a space.
    check("٣ * * * *", ErrorCode::BadValue, 1);
    check("0 ９ * * *", ErrorCode::BadValue, 3);
    check("0\u{2009}9 * * *", ErrorCode::BadValue, 2);
    check("0 9 * *\0*", ErrorCode::BadValue, 8);
    check_hint("0 ９ * * *", "cron is written in plain ASCII");
}

#[test]
fn an_invalid_step_is_reported_with_its_column() {
    check("*/0 * * * *", ErrorCode::BadStep, 3);
    check("*/ * * * *", ErrorCode::BadStep, 3);
    check("0 1-5/x * * *", ErrorCode::BadStep, 7);
    check("*/-5 * * * *", ErrorCode::BadStep, 3);
    check("*/5/2 * * * *", ErrorCode::BadStep, 3);
    check("*/99999 * * * *", ErrorCode::BadStep, 3);
    check("@every 0s", ErrorCode::BadStep, 8);
    check_hint("*/ * * * *", "a step is a number of at least 1, as in */15");
}

#[test]
fn a_misspelled_name_gets_a_correction_as_hint() {
    check("0 9 * * MUN-FRI", ErrorCode::UnknownName, 9);
    check("0 9 * * MON-FRO", ErrorCode::UnknownName, 13);
    check("0 9 * JNA *", ErrorCode::UnknownName, 7);
    check("@dayly", ErrorCode::UnknownName, 1);
    check("  @dayly", ErrorCode::UnknownName, 3);
    check_hint("0 9 * * MUN-FRI", "did you mean MON-FRI?");
    check_hint("0 9 * * MON-FRO", "did you mean MON-FRI?");
    check_hint("0 9 * Septembr *", "did you mean SEP?");
    check_hint("@dayly", "did you mean @daily?");
}

#[test]
fn a_zone_prefix_names_the_zone_of_the_schedule() {
    let error = rejected(Dialect::Unix, "TZ=Europe/Berln 0 9 * * *");
    assert_eq!(error.code(), ErrorCode::UnknownZone);
    assert_eq!(error.hint(), Some("did you mean Europe/Berlin?"));
    let error = rejected(Dialect::Unix, "TZ=Asia/Tokyo 0 9 * * *");
    assert_eq!((error.code(), error.column()), (ErrorCode::Conflict, Some(4)));
    assert_eq!(error.message(), "the expression names the zone `Asia/Tokyo`, but the timezone is `UTC`");
    assert_eq!(error.hint(), Some("leave the prefix out, or set the timezone to Asia/Tokyo"));
}

#[test]
fn an_error_in_a_part_names_the_part() {
    let error = part_rejected(
        r#"{"kind": "any", "of": [{"kind": "once", "at": "2030-01-01T00:00:00Z"},
        {"kind": "all", "of": [{"kind": "cron", "expression": "TZ=Asia/Tokyo 0 9 * * *"}]}]}"#,
    );
    assert_eq!((error.code(), error.column()), (ErrorCode::Conflict, Some(4)));
    assert_eq!(
        error.message(),
        "the expression names the zone `Asia/Tokyo`, but the timezone is `UTC` (in recurrence.of[1].of[0])"
    );
    let error = part_rejected(r#"{"kind": "all", "of": [{"kind": "cron", "expression": "0 9 * * MUN"}]}"#);
    assert_eq!((error.code(), error.column()), (ErrorCode::UnknownName, Some(9)));
    assert!(error.message().ends_with(" (in recurrence.of[0])"), "{error}");
}

#[test]
fn an_unknown_dialect_is_refused_with_a_hint() {
    let error = "quarz".parse::<Dialect>().expect_err("no such dialect");
    assert_eq!((error.code(), error.hint()), (ErrorCode::UnknownDialect, Some("did you mean quartz?")));
    let error = "vixie".parse::<Dialect>().expect_err("no such dialect");
    assert_eq!(error.hint(), Some("one of unix, quartz, cronos, robfig, croniter, croner, temporal"));
}

#[test]
fn syntax_of_another_dialect_is_reported_as_not_in_dialect() {
    for (dialect, expression, column) in [
        (Dialect::Unix, "0 ? * * *", 3),
        (Dialect::Unix, "0 0 * * L", 9),
        (Dialect::Unix, "0 0 W15 * *", 5),
        (Dialect::Quartz, "0 0 0 * * *", 11),
        (Dialect::Quartz, "TZ=UTC 0 0 0 * * ?", 1),
        (Dialect::Quartz, "0 0 0 ? * MON/2", 11),
        (Dialect::Cronos, "0 0 1,L * *", 7),
        (Dialect::Cronos, "0,* 0 * * *", 3),
        (Dialect::Robfig, "0 0 L * *", 5),
        (Dialect::Croner, "5/15 * * * *", 1),
        (Dialect::Croniter, "0 0 * * 5,MON#1", 9),
        (Dialect::Temporal, "0 0 ? * *", 5),
    ] {
        let error = rejected(dialect, expression);
        let given = (error.code(), error.column());
        assert_eq!(given, (ErrorCode::NotInDialect, Some(column)), "{expression}: {error}");
    }
}

#[test]
fn a_step_that_quartz_ignores_is_rejected_with_a_hint() {
    for (expression, hint) in [
        ("0 0 0 ? * MON/2", "write MON, or 2/2 with numbers"),
        ("0 0 0 ? * SUN,MON-FRI/2", "write MON-FRI, or 2-6/2 with numbers"),
        ("0 0 0 1 JAN/3 ?", "write JAN, or 1/3 with numbers"),
    ] {
        assert_eq!(rejected(Dialect::Quartz, expression).hint(), Some(hint), "{expression}");
    }
    assert_eq!(rejected(Dialect::Quartz, "0 0 0 ? * MUN/2").code(), ErrorCode::UnknownName);
}

#[test]
fn text_beyond_the_limit_is_not_read() {
    let long = "1,".repeat(600) + "1 * * * *";
    check(&long, ErrorCode::TooLong, 1025);
    let fits = format!("{} * * * *", (0..60).map(|minute| minute.to_string()).collect::<Vec<_>>().join(","));
    assert!(CompiledRecurrence::cron(&fits, "UTC").is_ok());
}

#[test]
fn a_day_that_no_year_has_is_rejected_at_parse_time() {
    check("0 0 30 2 ?", ErrorCode::NeverFires, 5);
    check("0 0 31 4,6,9,11 *", ErrorCode::NeverFires, 5);
    check("0 0 0 29 2 ? 2025-2027", ErrorCode::NeverFires, 7);
    // A February of 29 days that starts on a Monday has five Mondays.
    assert!(CompiledRecurrence::cron("0 0 ? 2 MON#5", "UTC").is_ok());
    check("0 0 31 2 *", ErrorCode::NeverFires, 5);
    check_hint("0 0 31 2 *", "check the day of month against the month, for example February 30");
}

#[test]
fn expressions_of_other_systems_name_what_is_accepted() {
    for text in [
        "rate(5 minutes)",
        "rate(2 days)",
        "cron(0 12 * * ? *)",
        "cron(15 10 ? * MON-FRI *)",
        "Mon *-*-* 09:00:00",
        "*-*-* 02:30",
        "0 9 * * * /usr/bin/backup",
        "@daily /usr/bin/backup",
    ] {
        let compile = |text: &str| {
            let spec = Spec::new(text.parse()?, "UTC");
            let anchor = Some("2026-01-01T00:00:00Z".parse().expect("an instant"));
            CompiledRecurrence::compile(&spec, &Context { anchor, ..Context::default() })
        };
        let error = compile(text).expect_err(text);
        assert_eq!(error.code(), ErrorCode::NotInDialect, "{text}: {error}");
        let hint = error.hint().unwrap_or_else(|| panic!("{text}: no hint"));
        let accepted = hint.split('`').nth(1).unwrap_or_else(|| panic!("{text}: {hint}"));
        assert!(compile(accepted).is_ok(), "{text}: {hint}");
    }
}
