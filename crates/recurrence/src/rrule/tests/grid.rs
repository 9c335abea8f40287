//! Rules of hours, minutes and seconds: elapsed time filtered by a zone's wall clock.

use super::*;

const START: &str = "19970902T090000";

/// Checks a sub-daily rule in a zone. Instants are written with their offset.
fn check_in(zone: &str, start: &str, rule: &str, expected: &[&str]) {
    let tz = TimeZone::get(zone).unwrap();
    let parts = parse(rule).unwrap().rules.remove(0);
    let start = start.parse::<Timestamp>().unwrap().as_second();
    let search = GridSearch::compile(&parts, start, None, &tz).unwrap();
    let mut found = Vec::new();
    let mut at = start;
    while found.len() < expected.len() {
        at = search.at_or_after(at, &tz).unwrap();
        found.push(Timestamp::from_second(at).unwrap());
        at += 1;
    }
    assert_eq!(found, expected.iter().map(|text| text.parse().unwrap()).collect::<Vec<_>>(), "{rule} in {zone}");
    for pair in found.windows(2) {
        assert_eq!(search.at_or_before(pair[1].as_second() - 1, &tz), Some(pair[0].as_second()), "{rule} in {zone}");
    }
}

#[test]
fn the_finer_frequencies_step_by_their_interval() {
    check_all(
        START,
        "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000",
        &["1997-09-02T09:00", "1997-09-02T12:00", "1997-09-02T15:00"],
    );
    check_all(
        START,
        "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
        &["1997-09-02T09:00", "1997-09-02T10:30", "1997-09-02T12:00", "1997-09-02T13:30"],
    );
    check(
        START,
        "FREQ=SECONDLY;INTERVAL=90061",
        &["1997-09-02T09:00:00", "1997-09-03T10:01:01", "1997-09-04T11:02:02"],
    );
    check(
        START,
        "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
        &["1997-09-02T09:00", "1997-09-02T09:20", "1997-09-02T09:40"],
    );
}

#[test]
fn coarser_parts_filter_the_grid() {
    check(START, "FREQ=HOURLY;BYMONTH=1,3", &["1998-01-01T00:00", "1998-01-01T01:00", "1998-01-01T02:00"]);
    check(START, "FREQ=HOURLY;BYYEARDAY=-365,-1", &["1997-12-31T00:00", "1997-12-31T01:00"]);
    check(START, "FREQ=MINUTELY;BYMONTHDAY=1,3;BYDAY=TU,TH", &["1998-01-01T00:00", "1998-01-01T00:01"]);
    check(START, "FREQ=SECONDLY;BYMONTH=1;BYHOUR=3", &["1998-01-01T03:00:00", "1998-01-01T03:00:01"]);
    check(
        "20100322T120100",
        "FREQ=SECONDLY;BYMINUTE=1;BYSECOND=0",
        &["2010-03-22T12:01", "2010-03-22T13:01", "2010-03-22T14:01"],
    );
    check("20260101T090000", "FREQ=HOURLY;INTERVAL=5;BYHOUR=0", &["2026-01-02T00:00", "2026-01-07T00:00"]);
}

#[test]
fn finer_parts_expand_within_the_unit() {
    check(START, "FREQ=HOURLY;BYMINUTE=6,18", &["1997-09-02T09:06", "1997-09-02T09:18", "1997-09-02T10:06"]);
    check(START, "FREQ=MINUTELY;BYSECOND=6,18", &["1997-09-02T09:00:06", "1997-09-02T09:00:18", "1997-09-02T09:01:06"]);
    check(
        "20260101T093000",
        "FREQ=HOURLY;INTERVAL=2;BYMINUTE=0,45",
        &["2026-01-01T09:45", "2026-01-01T11:00", "2026-01-01T11:45"],
    );
    check(
        START,
        "FREQ=HOURLY;BYMINUTE=15,45;BYSECOND=15,45;BYSETPOS=3,-3",
        &["1997-09-02T09:15:45", "1997-09-02T09:45:15", "1997-09-02T10:15:45"],
    );
}

#[test]
fn elapsed_hours_run_through_clock_changes() {
    // New York, 2026-03-08: 02:00 becomes 03:00. 2026-11-01: 02:00 becomes 01:00 again.
    check_in(
        "America/New_York",
        "2026-03-08T00:30:00-05:00",
        "FREQ=HOURLY",
        &["2026-03-08T00:30:00-05:00", "2026-03-08T01:30:00-05:00", "2026-03-08T03:30:00-04:00"],
    );
    check_in(
        "America/New_York",
        "2026-11-01T00:30:00-04:00",
        "FREQ=HOURLY",
        &[
            "2026-11-01T00:30:00-04:00",
            "2026-11-01T01:30:00-04:00",
            "2026-11-01T01:30:00-05:00",
            "2026-11-01T02:30:00-05:00",
        ],
    );
    check_in(
        "America/New_York",
        "2026-10-31T00:00:00-04:00",
        "FREQ=HOURLY;BYHOUR=1",
        &[
            "2026-10-31T01:00:00-04:00",
            "2026-11-01T01:00:00-04:00",
            "2026-11-01T01:00:00-05:00",
            "2026-11-02T01:00:00-05:00",
        ],
    );
    check_in(
        "America/New_York",
        "2026-03-07T00:00:00-05:00",
        "FREQ=HOURLY;BYHOUR=2",
        &["2026-03-07T02:00:00-05:00", "2026-03-09T02:00:00-04:00"],
    );
    // A grid of 24 hours hits a different wall-clock hour in summer.
    check_in(
        "America/New_York",
        "2026-01-01T09:00:00-05:00",
        "FREQ=HOURLY;INTERVAL=24;BYHOUR=10",
        &["2026-03-08T10:00:00-04:00", "2026-03-09T10:00:00-04:00"],
    );
}

#[test]
fn a_shift_of_half_an_hour_cuts_the_hour_it_falls_in() {
    // Lord Howe, 2026-04-05: 02:00 becomes 01:30. 2026-10-04: 02:00 becomes 02:30.
    check_in(
        "Australia/Lord_Howe",
        "2026-04-05T01:00:00+11:00",
        "FREQ=HOURLY;BYMINUTE=0,45",
        &[
            "2026-04-05T01:00:00+11:00",
            "2026-04-05T01:45:00+11:00",
            "2026-04-05T01:45:00+10:30",
            "2026-04-05T02:00:00+10:30",
        ],
    );
    check_in(
        "Australia/Lord_Howe",
        "2026-10-04T01:00:00+10:30",
        "FREQ=HOURLY;BYMINUTE=0,45",
        &[
            "2026-10-04T01:00:00+10:30",
            "2026-10-04T01:45:00+10:30",
            "2026-10-04T02:45:00+11:00",
            "2026-10-04T03:00:00+11:00",
        ],
    );
    check_in(
        "Australia/Lord_Howe",
        "2026-10-04T01:00:00+10:30",
        "FREQ=HOURLY",
        &["2026-10-04T01:00:00+10:30", "2026-10-04T02:30:00+11:00", "2026-10-04T03:30:00+11:00"],
    );
}

#[test]
fn a_clock_set_back_across_midnight_repeats_the_previous_day() {
    // Havana, 2026-11-01: 01:00 becomes 00:00. Scoresbysund, 2026-10-25: 00:00 becomes 23:00 of the previous day.
    check_in(
        "America/Scoresbysund",
        "2026-10-24T22:00:00-01:00",
        "FREQ=HOURLY;BYMONTHDAY=24",
        &[
            "2026-10-24T22:00:00-01:00",
            "2026-10-24T23:00:00-01:00",
            "2026-10-24T23:00:00-02:00",
            "2026-11-24T00:00:00-02:00",
        ],
    );
    check_in(
        "Pacific/Apia",
        "2011-12-29T22:00:00-10:00",
        "FREQ=HOURLY;BYMONTHDAY=30,31",
        &["2011-12-31T00:00:00+14:00", "2011-12-31T01:00:00+14:00"],
    );
}

#[test]
fn the_shortest_gap_is_found_between_neighbors() {
    let gap = |rule: &str| match compile(&format!("DTSTART:{START}\nRRULE:{rule}")).unwrap() {
        Compiled::Grid(search) => search.min_gap(&TimeZone::UTC),
        Compiled::Day(_) => panic!("a sub-daily rule"),
    };
    assert_eq!(gap("FREQ=SECONDLY;INTERVAL=7;BYHOUR=3"), Some(7));
    assert_eq!(gap("FREQ=HOURLY;BYHOUR=9,12"), Some(3 * 3600));
    assert_eq!(gap("FREQ=HOURLY;BYMINUTE=0,50"), Some(600));
    assert_eq!(gap("FREQ=MINUTELY;COUNT=1"), None);
}
