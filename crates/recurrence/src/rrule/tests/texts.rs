//! Texts that the parser reads, prints and rejects.

use super::super::parts::{ByDay, Start};
use super::*;

#[test]
fn all_forms_of_a_text_mean_the_same() {
    let canonical = "DTSTART:19970902T090000\nRRULE:FREQ=YEARLY;COUNT=3;BYDAY=-1TH,1TU";
    let parsed = parse(canonical).unwrap();
    for text in [
        "dtstart:19970902t090000\nrrule:freq=yearly;count=3;byday=1tu,-1th\n",
        "DTSTART:19970902T090000\r\nRRULE:FREQ=YEA\r\n RLY;COUNT=3;BYDAY=+1TU,-1TH,1TU\r\n",
        "\n  FREQ=YEARLY;COUNT=3;INTERVAL=1;BYDAY=1TU,-1TH\nDTSTART;VALUE=DATE-TIME:19970902T090000",
        "COUNT=3;FREQ=YEARLY;WKST=MO;BYDAY=1TU,-1TH\n\nDTSTART;X-WR=\"a;b:c\":19970902T090000",
    ] {
        assert_eq!(parse(text).unwrap(), parsed, "{text}");
    }
    assert_eq!(parsed.to_string(), canonical);
}

#[test]
fn printed_text_parses_back_to_the_same_value() {
    for text in [
        "FREQ=DAILY",
        "DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=WEEKLY;UNTIL=20261231;BYDAY=MO,FR;WKST=SU",
        "DTSTART;TZID=America/New_York:20260101T090000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1,15;UNTIL=20271231T140000Z",
        "DTSTART:20260101T090000Z\nRRULE:FREQ=YEARLY;BYWEEKNO=-1,20;BYDAY=MO\nRRULE:FREQ=YEARLY;BYYEARDAY=-366,100;INTERVAL=2",
        "RRULE:FREQ=SECONDLY;BYSECOND=60,0;BYMINUTE=5;BYHOUR=3;BYMONTH=12,1;BYSETPOS=1,-1;COUNT=7",
        "RDATE:20260102T090000,20260101T090000Z\nRDATE;TZID=Asia/Tokyo:20260103T090000\nRDATE;VALUE=DATE:20260104,20260102",
        "RDATE;VALUE=PERIOD:20260101T090000Z/PT1H,20260102T090000/20260102T100000\nEXDATE:20260102T090000",
        "RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SA,SU\nEXDATE;TZID=\"Europe/Berlin\":20260105T090000",
    ] {
        let parsed = parse(text).unwrap();
        let printed = parsed.to_string();
        assert_eq!(parse(&printed).unwrap(), parsed, "{printed}");
        assert_eq!(parse(&printed).unwrap().to_string(), printed);
    }
}

#[test]
fn lines_keep_the_clock_they_were_written_for() {
    let parsed = parse(
        "DTSTART;TZID=Europe/Paris:20260101T090000\nRDATE;VALUE=PERIOD:20260102T090000Z/PT1H\nRDATE;VALUE=DATE:20260103\n\
         EXDATE;TZID=Asia/Tokyo:20260104T090000,20260105T090060",
    )
    .unwrap();
    let tokyo = |text: &str| Moment::Zoned { zone: "Asia/Tokyo".to_owned(), civil: civil(text) };
    let start =
        Start { civil: civil("2026-01-01T09:00"), zone: StartZone::Named("Europe/Paris".to_owned()), is_date: false };
    assert_eq!(parsed.start, Some(start));
    assert_eq!(
        parsed.rdates,
        [Moment::Date(civil("2026-01-03T00:00").day()), Moment::Utc(civil("2026-01-02T09:00").0)]
    );
    assert_eq!(parsed.exdates, [tokyo("2026-01-04T09:00"), tokyo("2026-01-05T09:00:59")]);
    let parts = &parse("FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20260131").unwrap().rules[0];
    assert_eq!(parts.freq, Freq::Monthly);
    assert_eq!(parts.by_day, [ByDay { ordinal: -1, weekday: crate::Weekday::Friday }]);
    assert_eq!(parts.until, Some(Moment::Date(civil("2026-01-31T00:00").day())));
}

#[test]
fn an_exrule_is_a_rule_of_its_own() {
    let parsed = parse("DTSTART:20260101T090000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SA,SU").unwrap();
    let start = parsed.start.unwrap().civil;
    let every_day = DaySearch::compile(&parsed.rules[0], start, None).unwrap();
    let weekends = DaySearch::compile(&parsed.exrules[0], start, None).unwrap();
    let left: Vec<String> = (0..7)
        .map(|day| start.plus(day * 86_400))
        .filter(|at| every_day.has(*at) && !weekends.has(*at))
        .map(|at| show(at)[..10].to_owned())
        .collect();
    assert_eq!(left, ["2026-01-01", "2026-01-02", "2026-01-05", "2026-01-06", "2026-01-07"]);
}

fn check_rejected(text: &str, code: ErrorCode, column: usize) {
    let error = parse(text).expect_err(text);
    assert_eq!((error.code(), error.column()), (code, Some(column)), "{text:?}: {error}");
}

#[test]
fn names_that_are_not_known_are_refused_with_a_hint() {
    for (text, column, hint) in [
        ("FREQ=DAILY;INTERVALL=2", 12, "did you mean INTERVAL?"),
        ("FREQ=DALY", 6, "did you mean DAILY?"),
        ("FREQ=WEEKLY;BYDAY=MO,TUE", 22, "did you mean TU?"),
        ("RULE:FREQ=DAILY", 1, "did you mean RRULE?"),
        ("DTSTART;TZD=UTC:20260101T090000\nFREQ=DAILY", 9, "did you mean TZID?"),
        ("RDATE;VALUE=DAT:20260101", 13, "did you mean DATE?"),
    ] {
        check_rejected(text, ErrorCode::UnknownName, column);
        assert_eq!(parse(text).unwrap_err().hint(), Some(hint), "{text}");
    }
    check_rejected("FREQ=YEARLY;BYEASTER=0", ErrorCode::UnknownName, 13);
    check_rejected("hello", ErrorCode::UnknownName, 1);
    check_rejected("FREQ=WEEKLY;WKST=XX", ErrorCode::UnknownName, 18);
}

#[test]
fn parts_that_exclude_each_other_are_refused() {
    for (text, column) in [
        ("FREQ=DAILY;FREQ=DAILY", 12),
        ("FREQ=DAILY;COUNT=3;UNTIL=20260101", 20),
        ("FREQ=WEEKLY;BYDAY=1MO", 13),
        ("FREQ=DAILY;BYDAY=-1MO", 12),
        ("FREQ=HOURLY;BYDAY=2MO", 13),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", 25),
        ("FREQ=MONTHLY;BYWEEKNO=20", 14),
        ("FREQ=DAILY;BYYEARDAY=1", 12),
        ("FREQ=WEEKLY;BYYEARDAY=1", 13),
        ("FREQ=MONTHLY;BYYEARDAY=1", 14),
        ("FREQ=WEEKLY;BYMONTHDAY=1", 13),
        ("FREQ=DAILY;BYSETPOS=1", 12),
        ("DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY;BYHOUR=9", 46),
        ("RRULE:FREQ=DAILY;BYSECOND=9\nDTSTART:20260101", 18),
        ("DTSTART:20260101T090000\nDTSTART:20260101T090000\nFREQ=DAILY", 25),
        ("DTSTART;TZID=Asia/Tokyo:20260101T090000Z\nFREQ=DAILY", 25),
        ("DTSTART;TZID=Asia/Tokyo;VALUE=DATE:20260101\nFREQ=DAILY", 36),
        ("DTSTART;TZID=Asia/Tokyo;TZID=UTC:20260101T000000\nFREQ=DAILY", 25),
        ("RRULE;TZID=UTC:FREQ=DAILY", 7),
    ] {
        check_rejected(text, ErrorCode::Conflict, column);
    }
}

#[test]
fn values_out_of_their_range_are_refused() {
    for (text, column) in [
        ("FREQ=DAILY;COUNT=0", 18),
        ("FREQ=DAILY;COUNT=99999999999999999999999", 18),
        ("FREQ=DAILY;BYHOUR=1,24", 21),
        ("FREQ=DAILY;BYMINUTE=60", 21),
        ("FREQ=DAILY;BYSECOND=61", 21),
        ("FREQ=DAILY;BYMONTH=0", 20),
        ("FREQ=DAILY;BYMONTH=13", 20),
        ("FREQ=MONTHLY;BYMONTHDAY=0", 25),
        ("FREQ=MONTHLY;BYMONTHDAY=-32", 25),
        ("FREQ=YEARLY;BYYEARDAY=367", 23),
        ("FREQ=YEARLY;BYWEEKNO=54", 22),
        ("FREQ=YEARLY;BYDAY=54MO", 19),
        ("FREQ=YEARLY;BYDAY=0MO", 19),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367", 32),
        ("DTSTART:18991231T235959\nFREQ=DAILY", 9),
    ] {
        check_rejected(text, ErrorCode::OutOfRange, column);
    }
    for text in ["FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=1000000001"] {
        check_rejected(text, ErrorCode::BadStep, 21);
    }
}

#[test]
fn text_that_cannot_be_read_is_refused() {
    for (text, column) in [
        ("", 1),
        ("DTSTART:20260101T090000", 1),
        ("EXDATE:20260101T090000", 1),
        ("INTERVAL=2", 1),
        ("FREQ=DAILY;", 12),
        ("FREQ=DAILY;INTERVAL=", 21),
        ("FREQ=DAILY;INTERVAL=-1", 21),
        ("FREQ=DAILY;INTERVAL=٣", 21),
        ("FREQ=DAILY;BYHOUR=1,,2", 21),
        ("FREQ=DAILY;BYHOUR=+1", 19),
        ("FREQ=WEEKLY;BYDAY=", 19),
        ("FREQ=WEEKLY;BYDAY=MO,", 22),
        ("FREQ=MONTHLY;BYDAY=1", 21),
        ("FREQ=MONTHLY;BYMONTHDAY=--1", 25),
        ("FREQ=DAILY;UNTIL=20260230", 18),
        ("FREQ=DAILY;UNTIL=20261301", 18),
        ("FREQ=DAILY;UNTIL=2026-01-01", 18),
        ("FREQ=DAILY;UNTIL=20260101T250000", 18),
        ("FREQ=DAILY;UNTIL=20260101T090000X", 18),
        ("FREQ=DAILY;UNTIL=２０２６0101", 18),
        ("DTSTART:\nFREQ=DAILY", 9),
        ("DTSTART;VALUE=DATE\nFREQ=DAILY", 8),
        ("DTSTART;VALUE=:20260101\nFREQ=DAILY", 15),
        ("DTSTART;VALUE=DATE:20260101T090000\nFREQ=DAILY", 20),
        ("DTSTART;VALUE=PERIOD:20260101T090000/PT1H\nFREQ=DAILY", 15),
        ("RDATE:20260101,", 16),
        ("RDATE;VALUE=DATE-TIME:20260101", 23),
        ("RDATE;VALUE=PERIOD:20260101T090000", 20),
        ("RDATE;VALUE=PERIOD:20260101T090000/soon", 36),
        ("FREQ=DAI\r\n LY;BYHOUR=x", 22),
    ] {
        check_rejected(text, ErrorCode::BadValue, column);
    }
}

#[test]
fn texts_beyond_the_limits_are_refused() {
    let dates = vec!["20260101T090000"; 4097].join(",");
    assert_eq!(parse(&format!("RDATE:{dates}")).unwrap_err().code(), ErrorCode::TooLong);
    assert_eq!(parse(&"FREQ=DAILY\n".repeat(51)).unwrap_err().code(), ErrorCode::TooLong);
    assert!(parse(&"FREQ=DAILY\n".repeat(50)).is_ok());
    assert!(parse(&format!("RDATE:{}", vec!["20260101T090000"; 4000].join(","))).is_ok());
}

#[test]
fn no_text_makes_the_parser_panic() {
    let seed =
        "DTSTART;TZID=\"A\":20260101T090000Z\r\n RRULE:FREQ=DAILY;BYDAY=+1MO,é;UNTIL=20260230\nRDATE;VALUE=PERIOD:2/P1";
    for (from, _) in seed.char_indices() {
        for (to, _) in seed[from..].char_indices() {
            let _ = parse(&seed[from..from + to]);
            let _ = parse(&format!("{}{}", &seed[..from], &seed[from + to..]));
        }
    }
}
