//! Differences between the dialects: text that they read differently, and the hours around an offset change.
//!
//! The expressions are Refrain's own; the expected results were taken from the original libraries.

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Context, CronRecurrence, Dialect, Error, Recurrence, Spec};

fn rule(dialect: Dialect, expression: &str, zone: &str) -> Result<CompiledRecurrence, Error> {
    let cron =
        CronRecurrence { expression: expression.to_owned(), dialect: Some(dialect), ..CronRecurrence::default() };
    CompiledRecurrence::compile(&Spec::new(Recurrence::Cron(cron), zone), &Context::default())
}

/// Checks the occurrences after `from`, as many as are expected.
#[track_caller]
fn check_in(zone: &str, dialect: Dialect, expression: &str, from: &str, expected: &[&str]) {
    let rule = rule(dialect, expression, zone).unwrap_or_else(|error| panic!("{expression}: {error}"));
    let instant = |text: &&str| text.parse::<Timestamp>().expect("an instant");
    let given: Vec<Timestamp> =
        rule.iter_after(instant(&from)).take(expected.len()).map(|occurrence| occurrence.at()).collect();
    let expected: Vec<Timestamp> = expected.iter().map(instant).collect();
    assert_eq!(given, expected, "{expression} in {zone}");
}

/// Checks the dates of the next occurrences after the end of 2025, all at midnight UTC.
#[track_caller]
fn check_dates(dialect: Dialect, expression: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|date| format!("{date}T00:00:00Z")).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    check_in("UTC", dialect, expression, "2025-12-31T23:59:59Z", &expected);
}

#[track_caller]
fn check_same(dialect: Dialect, left: &str, right: &str) {
    let fires = |expression: &str| -> Vec<Timestamp> {
        let from = "2025-12-31T23:59:59Z".parse().expect("an instant");
        let rule = rule(dialect, expression, "UTC").unwrap_or_else(|error| panic!("{expression}: {error}"));
        rule.iter_after(from).take(200).map(|occurrence| occurrence.at()).collect()
    };
    assert_eq!(fires(left), fires(right), "{left} and {right}");
}

#[track_caller]
fn check_rejected(dialect: Dialect, expressions: &[&str]) {
    for expression in expressions {
        assert!(rule(dialect, expression, "UTC").is_err(), "{expression} was accepted");
    }
}

#[track_caller]
fn check_accepted(dialect: Dialect, expressions: &[&str]) {
    for expression in expressions {
        if let Err(error) = rule(dialect, expression, "UTC") {
            panic!("{expression}: {error}");
        }
    }
}

#[test]
fn unix_takes_either_sunday_and_the_extensions_of_the_others() {
    // January 4, 2026 is a Sunday.
    check_dates(Dialect::Unix, "0 0 * * 7", &["2026-01-04", "2026-01-11"]);
    check_same(Dialect::Unix, "0 0 * * 5-7", "0 0 * * FRI,SAT,SUN");
    check_same(Dialect::Unix, "0 0 * * FRI-SUN", "0 0 * * 5-7");
    // An open step reaches the Sunday after Saturday.
    check_same(Dialect::Unix, "0 0 * * 1/2", "0 0 * * 1,3,5,7");
    // A range or an open step that starts at 7 starts on the Sunday before Monday.
    check_same(Dialect::Unix, "0 0 * * 7-3/2", "0 0 * * 0,2");
    check_same(Dialect::Unix, "0 0 * * 7/2", "0 0 * * 0,2,4,6");
    check_same(Dialect::Unix, "0 0 * * 7-7", "0 0 * * 0");
    // Steps continue across the end of the field.
    check_same(Dialect::Unix, "0 22-4/3 * * *", "0 22,1,4 * * *");
    // A day field that starts with a star leaves the choice to the other field, even with a step, as in crontab.
    check_dates(Dialect::Unix, "0 0 */10 * MON", &["2026-05-11", "2026-06-01", "2026-08-31"]);
    check_dates(Dialect::Unix, "0 0 13 * FRI", &["2026-01-02", "2026-01-09", "2026-01-13", "2026-01-16"]);
    check_dates(Dialect::Unix, "0 0 LW * ?", &["2026-01-30", "2026-02-27"]);
    check_dates(Dialect::Unix, "0 0 ? * MON#02,FRI#L", &["2026-01-12", "2026-01-30", "2026-02-09"]);
}

#[test]
fn quartz_numbers_weekdays_from_one_and_wants_one_question_mark() {
    check_dates(Dialect::Quartz, "0 0 0 ? * 1", &["2026-01-04", "2026-01-11"]);
    check_dates(Dialect::Quartz, "0 0 0 ? * L", &["2026-01-03", "2026-01-10"]);
    check_dates(Dialect::Quartz, "0 0 0 ? * 6L", &["2026-01-30", "2026-02-27"]);
    check_dates(Dialect::Quartz, "0 0 0 L-3W * ?", &["2026-01-28", "2026-02-25"]);
    check_same(Dialect::Quartz, "0 /20 * ? * *", "0 0,20,40 * ? * *");
    check_same(Dialect::Quartz, "0 0 0 ? NOV-FEB *", "0 0 0 ? 11,12,1,2 *");
    // The tokenizer ignores empty items.
    check_same(Dialect::Quartz, "0 1,,2, 0 ? * *", "0 1,2 0 ? * *");
    // A step is limited by the field if it is open, but not after a range.
    check_accepted(Dialect::Quartz, &["0 0 8-18/30 ? * *", "0 0 0 ? * */7", "0 0 0 ? * 2/7"]);
    check_rejected(Dialect::Quartz, &["0 0 8/30 ? * *", "0 */60 * ? * *", "0 0 0 ? * */8", "0 0 0 ? * 0"]);
    check_rejected(
        Dialect::Quartz,
        &["0 0 0 * * *", "0 0 0 ? * ?", "0 0 0 5 * MON", "0 0 * * *", "TZ=UTC 0 0 0 ? * *"],
    );
    // Quartz ignores a step after a name.
    check_rejected(Dialect::Quartz, &["0 0 0 ? * MON/2", "0 0 0 ? * MON-FRI/2", "0 0 0 1 JAN/3 ?"]);
    check_rejected(Dialect::Quartz, &["0 0 0 ? * MON,FRI#2", "0 0 0 ? * 2L,3", "0 0 0 ? * MON-FRI 2030-2020"]);
}

#[test]
fn cronos_wants_both_days_to_match_and_each_special_alone() {
    check_dates(Dialect::Cronos, "0 0 13 * FRI", &["2026-02-13", "2026-03-13", "2026-11-13"]);
    // An open step in the weekday field reaches the Sunday after Saturday.
    check_same(Dialect::Cronos, "0 0 * * THU/3", "0 0 * * 4,7");
    // A range that starts at 7 counts its steps from there, and therefore misses Sunday.
    check_same(Dialect::Cronos, "0 0 * * 7-3/2", "0 0 * * 2");
    check_same(Dialect::Cronos, "0 22-4/3 ? * ?", "0 22,1,4 * * *");
    check_dates(Dialect::Cronos, "0 0 L-00W * *", &["2026-01-30", "2026-02-27"]);
    check_dates(Dialect::Cronos, "0 0 * * mon#02", &["2026-01-12", "2026-02-09"]);
    check_accepted(Dialect::Cronos, &[" \t@Every_Minute ", "59 23 31 12 SUN", "*/59 * * * *", "0 0 * * */7"]);
    // Numbers have at most two digits.
    check_rejected(Dialect::Cronos, &["005 * * * *", "*/005 * * * *", "* * L-005 * *", "* * * * 1#001"]);
    check_rejected(Dialect::Cronos, &["*,5 * * * *", "*/5,7 * * * *", "* * 1,15W * *", "* * L,5 * *", "* * * * 1L,2"]);
    check_rejected(Dialect::Cronos, &["*/60 * * * *", "* * * * */8", "* * * * L", "* * * * MONDAY", "@every 5m"]);
}

#[test]
fn robfig_is_plain_cron_with_lengths_of_go() {
    check_dates(Dialect::Robfig, "0 0 13 * FRI", &["2026-01-02", "2026-01-09", "2026-01-13", "2026-01-16"]);
    // A stepped star is a restriction here, unless its step is one.
    check_dates(Dialect::Robfig, "0 0 */20 * FRI", &["2026-01-01", "2026-01-02", "2026-01-09", "2026-01-16"]);
    check_same(Dialect::Robfig, "0 0 */1 * FRI", "0 0 * * FRI");
    check_same(Dialect::Robfig, "0 ? ? ? ?", "0 * * * *");
    check_same(Dialect::Robfig, "0,,30, * * * *", "0,30 * * * *");
    check_same(Dialect::Robfig, "@every 1.5h", "@every 90m");
    check_same(Dialect::Robfig, "@every 30m1h", "@every 90m");
    // Fractions of a second are truncated, and no delay is shorter than one second.
    check_same(Dialect::Robfig, "@every 1m1.9s", "@every 61s");
    check_same(Dialect::Robfig, "@every 20ms", "@every 1s");
    check_same(Dialect::Robfig, "@every -5m", "@every 1s");
    check_accepted(Dialect::Robfig, &["TZ=UTC  0 5 * * *", "CRON_TZ=UTC @daily", "@midnight"]);
    check_rejected(Dialect::Robfig, &["* * * * 7", "* * * * FRI-SUN", "0 22-2 * * *", "* * L * *", "* * * * MON#1"]);
    check_rejected(
        Dialect::Robfig,
        &["@Daily", "@every 1d", "@every 1h 30m", "@every 5", "@every", "TZ=Mars 0 5 * * *"],
    );
    // The search looks at most five years ahead.
    check_in("UTC", Dialect::Robfig, "0 0 29 2 ?", "2095-03-01T00:00:00Z", &["2096-02-29T00:00:00Z"]);
    check_in("UTC", Dialect::Robfig, "0 0 29 2 ?", "2096-03-01T00:00:00Z", &[]);
    let none = rule(Dialect::Robfig, "0 0 29 2 ?", "UTC").expect("compiles");
    assert!(none.next_after("2096-03-01T00:00:00Z".parse().expect("an instant")).is_none());
}

#[test]
fn croniter_has_its_own_ranges_and_steps() {
    // The sixth field is the second.
    check_in("UTC", Dialect::Croniter, "0 0 * * * 30", "2026-01-01T00:00:00Z", &["2026-01-01T00:00:30Z"]);
    // A range from a value to itself covers the whole field.
    check_same(Dialect::Croniter, "0 0 * * 5-5", "0 0 * * *");
    check_same(Dialect::Croniter, "0 0 * * 7-0", "0 0 * * *");
    check_same(Dialect::Croniter, "0 8-8/6 * * *", "0 0,6,12,18 * * *");
    // Past the end of the field, steps land one value too far.
    check_same(Dialect::Croniter, "0 22-5/3 * * *", "0 22,2,5 * * *");
    check_dates(Dialect::Croniter, "0 0 1 1 * 0 2029-2026", &["2026-01-01", "2029-01-01", "2030-01-01"]);
    // Weekday 7 becomes 0 before ranges are read, and is unknown in expressions of more than five fields.
    check_same(Dialect::Croniter, "0 0 * * 7/2", "0 0 * * 0,2,4,6");
    check_rejected(Dialect::Croniter, &["0 0 * * 7 0", "0 0 * * 5-7 0"]);
    // The last such weekday is written with a number, and a range before # with names.
    check_dates(Dialect::Croniter, "0 0 * * L5", &["2026-01-30", "2026-02-27"]);
    check_dates(Dialect::Croniter, "0 0 * * MON-TUE#1", &["2026-01-05", "2026-01-06", "2026-02-02", "2026-02-03"]);
    check_rejected(Dialect::Croniter, &["0 0 * * LFRI", "0 0 * * 1-2#1", "0 0 * * 5L", "0 0 * * FRI,MON#1"]);
    check_dates(Dialect::Croniter, "0 0 31W * *", &["2026-01-30", "2026-02-27", "2026-03-31", "2026-04-30"]);
    check_rejected(Dialect::Croniter, &["0 0 1,15W * *", "0 0 L-1 * *", "0 0 LW * *", "0 ? * * *", "0 0 ?,1 * *"]);
    check_same(Dialect::Croniter, "0 0 25-l * *", "0 0 25-31 * *");
}

#[test]
fn croniter_treats_a_full_day_field_as_a_star_only_next_to_another_star() {
    // Every value next to a plain field: either is enough, so every day matches.
    check_same(Dialect::Croniter, "0 0 */1 * FRI", "0 0 * * *");
    check_same(Dialect::Croniter, "0 0 13 * 0-6", "0 0 * * *");
    // Every value next to any kind of star: only the other field counts.
    check_same(Dialect::Croniter, "0 0 */10 * MON-SUN", "0 0 */10 * *");
    check_same(Dialect::Croniter, "0 0 *,5 * FRI", "0 0 * * FRI");
    check_same(Dialect::Croniter, "0 0 L,* * FRI", "0 0 * * FRI");
    // A week number also narrows the search by date. If that search then finds nothing, the whole search fails.
    check_dates(Dialect::Croniter, "0 0 1-7 * FRI#1", &["2026-01-02", "2026-02-06"]);
    check_rejected(Dialect::Croniter, &["0 0 15 * FRI#2"]);
    check_dates(Dialect::Croniter, "0 0 1W * FRI", &["2026-01-01", "2026-02-02", "2026-03-02"]);
}

#[test]
fn croner_keeps_to_the_open_pattern() {
    check_dates(Dialect::Croner, "0 0 13 * FRI", &["2026-01-02", "2026-01-09", "2026-01-13", "2026-01-16"]);
    check_dates(Dialect::Croner, "0 0 13 * +FRI", &["2026-02-13", "2026-03-13", "2026-11-13"]);
    // Only a field that is exactly a star leaves the choice to the other field.
    check_same(Dialect::Croner, "0 0 */1 * FRI", "0 0 * * *");
    check_same(Dialect::Croner, "0 0 ? * FRI", "0 0 * * FRI");
    // The name of Sunday means 7 at the end of a range, and 0 elsewhere.
    check_same(Dialect::Croner, "0 0 * * FRI-SUN", "0 0 * * 5-7");
    check_same(Dialect::Croner, "0 0 * * SUN-SUN", "0 0 * * 0-7");
    check_dates(Dialect::Croner, "0 0 * * MON-TUE#1", &["2026-01-05", "2026-01-06", "2026-02-02", "2026-02-03"]);
    check_dates(Dialect::Croner, "0 0 * * 5#L", &["2026-01-30", "2026-02-27"]);
    check_dates(Dialect::Croner, "0 0 31W * *", &["2026-01-30", "2026-03-31", "2026-05-29"]);
    check_accepted(Dialect::Croner, &["@YeArLy", "0 0 1,15,L * SUN#L", "1,*/20 * * * *", "0 12 15-21 * 1-FRI"]);
    check_rejected(
        Dialect::Croner,
        &["? * * * *", "* ? * * *", "* * * ? *", "1,* * * * *", "0/10 * * * *", "/10 * * * *"],
    );
    check_rejected(
        Dialect::Croner,
        &["0 0 * * 5-0", "0 22-2 * * *", "0 0 5L * *", "0 0 L-1 * *", "0 0 +1 * *", "@midnight"],
    );
}

#[test]
fn temporal_reads_names_by_prefix_and_years_in_the_sixth_field() {
    check_dates(Dialect::Temporal, "0 0 13 * fri", &["2026-02-13", "2026-03-13", "2026-11-13"]);
    check_dates(Dialect::Temporal, "0 0 1 Sept * 2026-2027", &["2026-09-01", "2027-09-01"]);
    check_in("UTC", Dialect::Temporal, "5 4 3 2 1 * *", "2026-01-01T00:00:00Z", &["2026-01-02T03:04:05Z"]);
    check_same(Dialect::Temporal, "0 0 * * th-SATURDAY", "0 0 * * 4-6");
    check_same(Dialect::Temporal, "0 0 * * 4/3", "0 0 * * 4,7");
    check_same(Dialect::Temporal, "0 0 * * 5-7", "0 0 * * 0,5,6");
    // A # starts a comment.
    check_same(Dialect::Temporal, "0 0 1 1 *  # happy new year", "@yearly");
    check_accepted(Dialect::Temporal, &["CRON_TZ=Etc/UTC 55 55,57 5 2/2 * wed-thurs *  # why", "@midnight"]);
    check_rejected(Dialect::Temporal, &["0 0 * * fri-sun", "0 0 * * m", "0 0 * ja *", "0 22-2 * * *", "0 0 ? * *"]);
    check_rejected(
        Dialect::Temporal,
        &["0 0 1 1 * 1999", "0 0 1 1 * 2101", "1, * * * *", "0 0 L * *", "@Yearly", "* * * *"],
    );
    // Intervals are counted from the epoch, whatever the schedule's own start.
    check_in(
        "UTC",
        Dialect::Temporal,
        "@every 90m/5m44s",
        "2026-01-01T00:00:00Z",
        &["2026-01-01T00:05:44Z", "2026-01-01T01:35:44Z"],
    );
    check_in("UTC", Dialect::Temporal, "@every 5d", "2026-01-01T00:00:00Z", &["2026-01-02T00:00:00Z"]);
    check_rejected(
        Dialect::Temporal,
        &["@every 3h/4h", "@every 3h/3h", "@every -3h", "@every 10ms", "@every 3h/-1h", "@every"],
    );
}

/// New York skips from 02:00 to 03:00 on 8 March 2026 and goes back from 02:00 to 01:00 on 1 November.
const NEW_YORK: &str = "America/New_York";

#[test]
fn a_skipped_time_of_day_moves_as_each_dialect_defines() {
    let from = "2026-03-07T23:00:00Z";
    let at_the_end_of_the_gap = ["2026-03-08T07:00:00Z", "2026-03-09T06:30:00Z"];
    let on_the_next_day = ["2026-03-09T06:30:00Z", "2026-03-10T06:30:00Z"];
    for (dialect, expression, expected) in [
        (Dialect::Unix, "30 2 * * *", at_the_end_of_the_gap),
        (Dialect::Cronos, "30 2 * * *", at_the_end_of_the_gap),
        (Dialect::Croniter, "30 2 * * *", at_the_end_of_the_gap),
        (Dialect::Croner, "30 2 * * *", at_the_end_of_the_gap),
        (Dialect::Quartz, "0 30 2 * * ?", on_the_next_day),
        (Dialect::Robfig, "30 2 * * *", on_the_next_day),
        (Dialect::Temporal, "30 2 * * *", on_the_next_day),
    ] {
        check_in(NEW_YORK, dialect, expression, from, &expected);
    }
    // croniter steps out of the gap minute by minute and keeps the seconds.
    check_in(NEW_YORK, Dialect::Croniter, "30 2 * * * 45", from, &["2026-03-08T07:00:45Z"]);
    // A fixed time before the gap does not occur again at its end, unlike in croner 4.0.2.
    check_in(NEW_YORK, Dialect::Croner, "30 1 * * *", from, &["2026-03-08T06:30:00Z", "2026-03-09T05:30:00Z"]);
}

#[test]
fn an_interval_passes_the_gap_as_each_dialect_defines() {
    let from = "2026-03-08T06:30:00Z";
    // Minute 20 of the hours 0 to 3: 02:20 is skipped, or moved to 03:00.
    let lost = ["2026-03-08T07:20:00Z", "2026-03-09T04:20:00Z"];
    let moved = ["2026-03-08T07:00:00Z", "2026-03-08T07:20:00Z"];
    for (dialect, expression, expected) in [
        (Dialect::Unix, "20 0-3 * * *", lost),
        (Dialect::Quartz, "0 20 0-3 * * ?", lost),
        (Dialect::Robfig, "20 0-3 * * *", lost),
        (Dialect::Croner, "20 0-3 * * *", lost),
        (Dialect::Temporal, "20 0-3 * * *", lost),
        (Dialect::Cronos, "20 0-3 * * *", moved),
        (Dialect::Croniter, "20 0-3 * * *", moved),
    ] {
        check_in(NEW_YORK, dialect, expression, from, &expected);
    }
    // Every hour of the day is not a time of day: croniter skips nothing and moves nothing.
    check_in(NEW_YORK, Dialect::Croniter, "20 * * * *", from, &["2026-03-08T07:20:00Z", "2026-03-08T08:20:00Z"]);
    check_in(NEW_YORK, Dialect::Cronos, "20 * * * *", from, &["2026-03-08T07:00:00Z", "2026-03-08T07:20:00Z"]);
}

#[test]
fn a_repeated_time_occurs_as_often_as_each_dialect_defines() {
    let from = "2026-11-01T04:00:00Z";
    let (first, second, next_day) = ("2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-11-02T06:30:00Z");
    for (dialect, expression, expected) in [
        (Dialect::Unix, "30 1 * * *", [first, next_day].as_slice()),
        (Dialect::Cronos, "30 1 * * *", &[first, next_day]),
        (Dialect::Croner, "30 1 * * *", &[first, next_day]),
        (Dialect::Quartz, "0 30 1 * * ?", &[second, next_day]),
        (Dialect::Robfig, "30 1 * * *", &[first, second, next_day]),
        (Dialect::Croniter, "30 1 * * *", &[first, second, next_day]),
        (Dialect::Temporal, "30 1 * * *", &[first, second, next_day]),
        // With a range or a step it is an interval, and both passes count.
        (Dialect::Unix, "30 1-1 * * *", &[first, second, next_day]),
        (Dialect::Cronos, "30 1/23 * * *", &[first, second, next_day]),
        (Dialect::Croner, "30 1,20 * * *", &[first, second]),
        // A list names times of day.
        (Dialect::Cronos, "30 1,20 * * *", &[first, "2026-11-02T01:30:00Z"]),
    ] {
        check_in(NEW_YORK, dialect, expression, from, expected);
    }
}

#[test]
fn a_gap_across_midnight_may_move_an_occurrence_to_another_date() {
    // Toronto skipped from 23:30 on 30 March 1919 to 00:30 on the 31st. croner moves the occurrence there only if
    // that date matches.
    let (from, this_year, next_year) = ("1919-03-25T12:00:00Z", "1919-03-31T04:30:00Z", "1920-03-31T04:45:00Z");
    check_in("America/Toronto", Dialect::Unix, "45 23 30 3 *", from, &[next_year]);
    check_in("America/Toronto", Dialect::Croner, "45 23 30 3 *", from, &[next_year]);
    check_in("America/Toronto", Dialect::Cronos, "45 23 30 3 *", from, &[this_year, next_year]);
    // Nuuk skips from 23:00 on 28 March 2026 to midnight.
    let (from, midnight, next_day) = ("2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
    check_in("America/Nuuk", Dialect::Unix, "30 23 * * *", from, &[next_day]);
    for dialect in [Dialect::Croner, Dialect::Croniter, Dialect::Cronos] {
        check_in("America/Nuuk", dialect, "30 23 * * *", from, &[midnight, next_day]);
    }
}

#[test]
fn shifts_are_not_all_one_hour() {
    // Lord Howe Island skips from 02:00 to 02:30 on 4 October 2026 and goes back from 02:00 to 01:30 on 5 April.
    let howe = "Australia/Lord_Howe";
    for dialect in [Dialect::Unix, Dialect::Cronos, Dialect::Croniter, Dialect::Croner] {
        check_in(
            howe,
            dialect,
            "15 2 * * *",
            "2026-10-03T12:00:00Z",
            &["2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z"],
        );
    }
    for dialect in [Dialect::Robfig, Dialect::Temporal] {
        check_in(howe, dialect, "15 2 * * *", "2026-10-03T12:00:00Z", &["2026-10-04T15:15:00Z"]);
    }
    let from = "2026-04-04T12:00:00Z";
    check_in(howe, Dialect::Robfig, "45 1 * * *", from, &["2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"]);
    // East of UTC, Temporal uses only the last pass.
    check_in(howe, Dialect::Temporal, "45 1 * * *", from, &["2026-04-04T15:15:00Z", "2026-04-05T15:15:00Z"]);
}
