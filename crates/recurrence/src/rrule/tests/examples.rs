//! The examples of RFC 5545, 3.8.5.3, and related edge cases.

use super::*;

const START: &str = "19970902T090000"; // a Tuesday

#[test]
fn daily_rules_count_days_from_the_start() {
    check_all(START, "FREQ=DAILY;COUNT=3", &["1997-09-02", "1997-09-03", "1997-09-04"]);
    check(START, "FREQ=DAILY;INTERVAL=2", &["1997-09-02", "1997-09-04", "1997-09-06"]);
    let tens = ["1997-09-02", "1997-09-12", "1997-09-22", "1997-10-02", "1997-10-12"];
    check_all(START, "FREQ=DAILY;INTERVAL=10;COUNT=5", &tens);
    check_all(START, "FREQ=DAILY;UNTIL=19970904T090000", &["1997-09-02", "1997-09-03", "1997-09-04"]);
    check_all(START, "FREQ=DAILY;UNTIL=19970904T085959", &["1997-09-02", "1997-09-03"]);
}

#[test]
fn every_day_in_january_is_the_same_by_year_and_by_day() {
    for rule in [
        "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
        "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1",
    ] {
        let compiled = compile(&format!("DTSTART:19980101T090000\nRRULE:{rule}")).unwrap();
        let all = compiled.first(1000);
        assert_eq!(
            (all.len(), show(all[31]), show(all[92])),
            (93, show(civil("1999-01-01T09:00")), show(civil("2000-01-31T09:00")))
        );
    }
}

#[test]
fn weekly_rules_use_the_starts_weekday_or_the_listed_ones() {
    check(START, "FREQ=WEEKLY;COUNT=10", &["1997-09-02", "1997-09-09", "1997-09-16"]);
    check(START, "FREQ=WEEKLY;INTERVAL=2;WKST=SU", &["1997-09-02", "1997-09-16", "1997-09-30"]);
    check(START, "FREQ=WEEKLY;BYDAY=TU,TH;WKST=SU", &["1997-09-02", "1997-09-04", "1997-09-09"]);
    let third_days = [
        "1997-09-02",
        "1997-09-04",
        "1997-09-16",
        "1997-09-18",
        "1997-09-30",
        "1997-10-02",
        "1997-10-14",
        "1997-10-16",
    ];
    check_all(START, "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", &third_days);
    let monday = "19970901T090000";
    let week_pairs = ["1997-09-01", "1997-09-03", "1997-09-05", "1997-09-15", "1997-09-17", "1997-09-19", "1997-09-29"];
    check(monday, "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR", &week_pairs);
}

#[test]
fn the_first_day_of_the_week_decides_which_weeks_count() {
    let rule = "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU";
    check_all("19970805T090000", &format!("{rule};WKST=MO"), &["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"]);
    check_all("19970805T090000", &format!("{rule};WKST=SU"), &["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"]);
}

#[test]
fn ordinals_pick_weekdays_of_the_month() {
    let friday = "19970905T090000";
    check(friday, "FREQ=MONTHLY;BYDAY=1FR", &["1997-09-05", "1997-10-03", "1997-11-07", "1997-12-05"]);
    check(
        "19970907T090000",
        "FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU",
        &["1997-09-07", "1997-09-28", "1997-11-02", "1997-11-30"],
    );
    check("19970922T090000", "FREQ=MONTHLY;BYDAY=-2MO", &["1997-09-22", "1997-10-20", "1997-11-17", "1997-12-22"]);
    check(START, "FREQ=MONTHLY;BYDAY=5TU", &["1997-09-30", "1997-12-30", "1998-03-31"]);
    check(
        START,
        "FREQ=MONTHLY;BYDAY=WE,-1FR;BYMONTH=9",
        &["1997-09-03", "1997-09-10", "1997-09-17", "1997-09-24", "1997-09-26"],
    );
}

#[test]
fn days_of_the_month_count_from_both_ends() {
    check(
        "19970928T090000",
        "FREQ=MONTHLY;BYMONTHDAY=-3",
        &["1997-09-28", "1997-10-29", "1997-11-28", "1997-12-29", "1998-01-29", "1998-02-26"],
    );
    check(START, "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", &["1997-09-02", "1997-09-15", "1997-10-02", "1997-10-15"]);
    check(
        "19970930T090000",
        "FREQ=MONTHLY;BYMONTHDAY=1,-1",
        &["1997-09-30", "1997-10-01", "1997-10-31", "1997-11-01", "1997-11-30"],
    );
    check(
        "19970910T090000",
        "FREQ=MONTHLY;INTERVAL=18;BYMONTHDAY=10,11,12",
        &["1997-09-10", "1997-09-11", "1997-09-12", "1999-03-10"],
    );
    check_all(
        "20070115T090000",
        "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
        &["2007-01-15", "2007-01-30", "2007-02-15", "2007-03-15", "2007-03-30"],
    );
}

#[test]
fn a_day_a_month_lacks_is_skipped() {
    check("20260131T090000", "FREQ=MONTHLY", &["2026-01-31", "2026-03-31", "2026-05-31"]);
    check("20240229T090000", "FREQ=YEARLY", &["2024-02-29", "2028-02-29", "2032-02-29"]);
    check("20960229T090000", "FREQ=YEARLY", &["2096-02-29", "2104-02-29"]);
    check("20000229T090000", "FREQ=YEARLY;INTERVAL=100", &["2000-02-29", "2400-02-29", "2800-02-29"]);
}

#[test]
fn friday_the_thirteenth_and_election_day() {
    check(
        START,
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
        &["1998-02-13", "1998-03-13", "1998-11-13", "1999-08-13", "2000-10-13"],
    );
    check(
        "19970913T090000",
        "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
        &["1997-09-13", "1997-10-11", "1997-11-08"],
    );
    let election = "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8";
    check("19961105T090000", election, &["1996-11-05", "2000-11-07", "2004-11-02", "2008-11-04"]);
}

#[test]
fn yearly_rules_expand_months_days_and_weekdays() {
    check("19970610T090000", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", &["1997-06-10", "1997-07-10", "1998-06-10"]);
    check(
        "19970310T090000",
        "FREQ=YEARLY;INTERVAL=2;BYMONTH=1,2,3",
        &["1997-03-10", "1999-01-10", "1999-02-10", "1999-03-10", "2001-01-10"],
    );
    check(
        "19970101T090000",
        "FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200",
        &["1997-01-01", "1997-04-10", "1997-07-19", "2000-01-01", "2000-04-09"],
    );
    check("19970519T090000", "FREQ=YEARLY;BYDAY=20MO", &["1997-05-19", "1998-05-18", "1999-05-17"]);
    check(
        "19970313T090000",
        "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
        &["1997-03-13", "1997-03-20", "1997-03-27", "1998-03-05"],
    );
    check(START, "FREQ=YEARLY;BYYEARDAY=-1,366", &["1997-12-31", "1998-12-31", "1999-12-31", "2000-12-31"]);
}

#[test]
fn week_numbers_follow_the_week_year() {
    check("19970512T090000", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", &["1997-05-12", "1998-05-11", "1999-05-17"]);
    check(START, "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO", &["1997-12-29", "1999-01-04", "2000-01-03"]);
    check(START, "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", &["1998-12-28", "2004-12-27", "2009-12-28"]);
    check(START, "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU", &["1997-12-28", "1999-01-03", "2000-01-02"]);
    // The start, a Tuesday, determines the day of the week.
    check(START, "FREQ=YEARLY;BYWEEKNO=20", &["1998-05-12", "1999-05-18", "2000-05-16"]);
    // Counted from the end of a year of 53 weeks, the first week is -53, even if it begins in December.
    check(START, "FREQ=YEARLY;BYWEEKNO=-53;BYDAY=MO", &["1997-12-29", "2003-12-29"]);
}

#[test]
fn set_positions_choose_within_each_period() {
    check_all(
        "19970904T090000",
        "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
        &["1997-09-04", "1997-10-07", "1997-11-06"],
    );
    check(
        "19970929T090000",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
        &["1997-09-29", "1997-10-30", "1997-11-27", "1997-12-30"],
    );
    check(
        "20260101T170000",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        &["2026-01-30", "2026-02-27", "2026-03-31"],
    );
    check(
        START,
        "FREQ=DAILY;BYHOUR=6,18;BYMINUTE=15,45;BYSETPOS=3,-3",
        &["1997-09-02T18:15", "1997-09-03T06:45", "1997-09-03T18:15"],
    );
    check(
        START,
        "FREQ=YEARLY;BYMONTHDAY=15;BYHOUR=6,18;BYSETPOS=3,-3",
        &["1997-11-15T18:00", "1998-02-15T06:00", "1998-11-15T18:00"],
    );
    // The set of the first week is the whole week. Its first member lies before the start and does not count.
    check("20260107T090000", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1", &["2026-01-12", "2026-01-19"]);
    // A week that lies in two years is one period.
    check(
        "20251201T090000",
        "FREQ=WEEKLY;BYDAY=WE,FR;BYSETPOS=-1",
        &["2025-12-05", "2025-12-12", "2025-12-19", "2025-12-26", "2026-01-02"],
    );
}

#[test]
fn times_of_day_are_every_hour_with_every_minute_with_every_second() {
    check(
        START,
        "FREQ=WEEKLY;BYHOUR=6,18;BYMINUTE=6,18",
        &["1997-09-02T18:06", "1997-09-02T18:18", "1997-09-09T06:06", "1997-09-09T06:18"],
    );
    check("20260101T000000", "FREQ=DAILY;BYSECOND=59,60", &["2026-01-01T00:00:59", "2026-01-02T00:00:59"]);
    let twenty = "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40";
    check(START, twenty, &["1997-09-02T09:00", "1997-09-02T09:20", "1997-09-02T09:40", "1997-09-02T10:00"]);
}

#[test]
fn a_start_that_does_not_match_is_no_occurrence() {
    check("20260101T090000", "FREQ=MONTHLY;BYMONTHDAY=15", &["2026-01-15", "2026-02-15"]);
    check_all("20260101T090000", "FREQ=MONTHLY;BYMONTHDAY=15;COUNT=1", &["2026-01-15"]);
}

#[test]
fn count_bounds_the_same_occurrences_as_counting_them() {
    for rule in [
        "FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=3;BYMONTH=1,2;BYHOUR=8,9,10",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;BYHOUR=1,20",
        "FREQ=MONTHLY;INTERVAL=5;BYDAY=-1FR,2MO",
        "FREQ=YEARLY;BYWEEKNO=1,53",
        "FREQ=YEARLY;INTERVAL=3;BYWEEKNO=1,53;BYDAY=MO,SU",
        "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,2,-1",
        "FREQ=DAILY;BYHOUR=1,2,3,10;BYSETPOS=2,-1",
        "FREQ=WEEKLY;BYMONTH=2;BYDAY=MO,WE;BYSETPOS=-1",
        "FREQ=HOURLY;INTERVAL=7;BYHOUR=9,10,11;BYMINUTE=0,30",
        "FREQ=MINUTELY;INTERVAL=7;BYHOUR=9,10",
        "FREQ=SECONDLY;BYSECOND=0,30;BYMINUTE=1",
        "FREQ=HOURLY;INTERVAL=5",
        "FREQ=HOURLY;BYMINUTE=0,10,20;BYSETPOS=-1,1",
    ] {
        let endless = compile(&format!("DTSTART:{START}\nRRULE:{rule}")).unwrap().first(50);
        for count in 1..=49 {
            let counted = compile(&format!("DTSTART:{START}\nRRULE:{rule};COUNT={count}")).unwrap();
            assert_eq!(counted.first(50), endless[..count], "{rule};COUNT={count}");
        }
    }
}

#[test]
fn large_counts_end_at_the_computed_instant() {
    let last = |rule: &str| {
        show(compile(&format!("DTSTART:20260101T000000\nRRULE:{rule}")).unwrap().before(Civil::MAX).unwrap())
    };
    assert_eq!(last("FREQ=DAILY;COUNT=100000"), "2299-10-16T00:00:00");
    assert_eq!(last("FREQ=DAILY;COUNT=1000000000"), "9999-12-31T00:00:00");
    assert_eq!(last("FREQ=SECONDLY;COUNT=86401"), "2026-01-02T00:00:00");
    assert_eq!(last("FREQ=MINUTELY;BYHOUR=9,10,11,12,13,14,15,16;COUNT=100000"), "2026-07-28T11:39:00");
}
