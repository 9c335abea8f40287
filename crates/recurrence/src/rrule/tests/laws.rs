//! Laws that hold for every rule.

use super::*;

const RULES: [&str; 24] = [
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3;BYMONTH=1,6;BYHOUR=0,23;BYMINUTE=59",
    "FREQ=DAILY;INTERVAL=7;BYMONTHDAY=13",
    "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SU;WKST=SU",
    "FREQ=WEEKLY;BYMONTH=12,1;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1,1",
    "FREQ=MONTHLY;BYMONTHDAY=31",
    "FREQ=MONTHLY;INTERVAL=7;BYDAY=-1FR,2MO",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=9,17",
    "FREQ=YEARLY",
    "FREQ=YEARLY;INTERVAL=3;BYWEEKNO=1,53;BYDAY=MO,SU",
    "FREQ=YEARLY;BYYEARDAY=1,-1,366",
    "FREQ=YEARLY;BYDAY=53MO,-53FR",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU",
    "FREQ=YEARLY;BYMONTHDAY=1;BYSETPOS=6,-6",
    "FREQ=DAILY;COUNT=30",
    "FREQ=WEEKLY;UNTIL=20260615T000000",
    "FREQ=HOURLY;INTERVAL=5",
    "FREQ=HOURLY;BYMINUTE=0,30;BYHOUR=9,17;BYDAY=MO",
    "FREQ=HOURLY;INTERVAL=7;BYMINUTE=5,55;BYSETPOS=-1",
    "FREQ=MINUTELY;INTERVAL=17;BYMONTH=3;BYHOUR=2",
    "FREQ=MINUTELY;BYSECOND=0,59;BYMINUTE=0;BYYEARDAY=100",
    "FREQ=SECONDLY;INTERVAL=1009;BYHOUR=4,5",
    "FREQ=SECONDLY;BYSECOND=30;BYMINUTE=30;BYHOUR=12;BYMONTHDAY=-1",
    "FREQ=SECONDLY;INTERVAL=86399;BYDAY=TU",
];

fn all() -> impl Iterator<Item = (&'static str, Compiled)> {
    RULES.into_iter().map(|rule| (rule, compile(&format!("DTSTART:20240229T103015\nRRULE:{rule}")).unwrap()))
}

#[test]
fn searching_back_is_the_inverse_of_searching_forward() {
    for (rule, compiled) in all() {
        let found = compiled.first(200);
        assert!(compiled.before(found[0].plus(-1)).is_none(), "{rule} has an occurrence before its first");
        for pair in found.windows(2) {
            assert!(pair[0] < pair[1], "{rule} is not ascending");
            for at in [pair[0], pair[0].plus(1), Civil((pair[0].0 + pair[1].0) / 2), pair[1].plus(-1)] {
                assert_eq!(compiled.before(at), Some(pair[0]), "{rule} before {}", show(at));
                let after = if at == pair[0] { pair[0] } else { pair[1] };
                assert_eq!(compiled.after(at), Some(after), "{rule} after {}", show(at));
            }
        }
    }
}

#[test]
fn only_occurrences_match() {
    for (rule, compiled) in all() {
        let matches = |at: Civil| match &compiled {
            Compiled::Day(search) => search.has(at),
            Compiled::Grid(search) => search.has(at.0, &TimeZone::UTC.segment(at.0)),
        };
        let found = compiled.first(20);
        assert!(found.iter().all(|at| matches(*at)), "{rule}");
        assert!(found.windows(2).all(|pair| pair[1].0 - pair[0].0 == 1 || !matches(pair[0].plus(1))), "{rule}");
    }
}

#[test]
fn searches_at_the_ends_of_the_calendar_return() {
    for (rule, compiled) in all() {
        for at in [Civil(i64::MIN), Civil::MIN, Civil::MAX.plus(-1), Civil::MAX, Civil::MAX.plus(1), Civil(i64::MAX)] {
            assert!(compiled.after(at).is_none_or(|found| found >= at), "{rule}");
            assert!(compiled.before(at).is_none_or(|found| found <= at), "{rule}");
        }
        assert!(compiled.before(Civil(i64::MAX)).is_some(), "{rule}");
    }
    for parts in RULES.map(|rule| parse(rule).unwrap().rules.remove(0)) {
        for start in [Civil::MIN, Civil(0), Civil::MAX] {
            if parts.freq.is_sub_daily() {
                let _ = GridSearch::compile(&parts, start.0, None, &TimeZone::get("America/New_York").unwrap());
            } else {
                let _ = DaySearch::compile(&parts, start, None);
            }
        }
    }
}

#[test]
fn a_huge_interval_leaves_only_the_first() {
    for freq in ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY"] {
        let text = format!("DTSTART:20240229T103015\nRRULE:FREQ={freq};INTERVAL=1000000000");
        let compiled = compile(&text).unwrap();
        assert_eq!(compiled.first(3), [civil("2024-02-29T10:30:15")], "{freq}");
        assert_eq!(compiled.before(Civil::MAX), Some(civil("2024-02-29T10:30:15")), "{freq}");
        // A rule of days knows that there are no further occurrences, and does not search again.
        if let Compiled::Day(search) = &compiled {
            assert_eq!(search.last, search.start, "{freq}");
        }
    }
}

#[test]
fn rules_without_an_occurrence_are_refused() {
    for rule in [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31",
        "FREQ=MONTHLY;BYDAY=6MO",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6",
        "FREQ=MONTHLY;INTERVAL=12;BYMONTH=3",
        "FREQ=DAILY;BYHOUR=9;BYSETPOS=2",
        "FREQ=DAILY;INTERVAL=7;BYDAY=FR",
        "FREQ=DAILY;UNTIL=20240228T000000",
        "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=8",
        "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1",
        "FREQ=HOURLY;INTERVAL=24;BYHOUR=9",
        "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MINUTELY;INTERVAL=60;BYMINUTE=0",
        "FREQ=SECONDLY;INTERVAL=2;BYSECOND=0",
        "FREQ=SECONDLY;BYDAY=MO;BYSETPOS=2",
        "FREQ=HOURLY;UNTIL=20240228T000000Z",
    ] {
        let error = compile(&format!("DTSTART:20240229T103015\nRRULE:{rule}")).expect_err(rule);
        assert_eq!(error.code(), ErrorCode::NeverFires, "{rule}");
    }
}

#[test]
fn the_shortest_gap_of_a_pattern_is_exact() {
    let day = 86_400;
    for (rule, gap) in [
        ("FREQ=DAILY", Some(day)),
        ("FREQ=DAILY;INTERVAL=10", Some(10 * day)),
        ("FREQ=DAILY;BYHOUR=9,17", Some(8 * 3600)),
        ("FREQ=DAILY;BYHOUR=1,23", Some(2 * 3600)),
        ("FREQ=WEEKLY;BYDAY=MO,WE", Some(2 * day)),
        ("FREQ=WEEKLY;BYDAY=SU,MO;INTERVAL=2", Some(6 * day)),
        ("FREQ=MONTHLY;BYMONTHDAY=1,-1", Some(day)),
        ("FREQ=MONTHLY;BYMONTHDAY=31", Some(31 * day)),
        ("FREQ=MONTHLY", Some(29 * day)),
        ("FREQ=YEARLY", Some(1461 * day)),
        ("FREQ=YEARLY;BYMONTH=3", Some(365 * day)),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", Some(28 * day)),
        ("FREQ=DAILY;COUNT=1", None),
        ("FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2", Some(31 * day)),
        ("FREQ=DAILY;BYHOUR=0,12;BYMINUTE=0,15,59;BYSECOND=0,59", Some(59)),
    ] {
        let Compiled::Day(search) = compile(&format!("DTSTART:20240229T103015\nRRULE:{rule}")).unwrap() else {
            panic!("a day rule");
        };
        assert_eq!(search.min_gap(), gap, "{rule}");
    }
}
