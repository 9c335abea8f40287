//! Compares `min_gap` with the actual occurrences of random recurrences.
//!
//! There are two laws. No two consecutive occurrences are closer than `min_gap`. For recurrences with an exact
//! result, some two occurrences are exactly that close.

use jiff::Timestamp;
use refrain_recurrence::{Calendars, CompiledRecurrence, Context, NamedCalendar, Spec, Weekday};

/// Pseudo-random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % sides
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.roll(choices.len() as u64) as usize]
    }
}

const ZONES: [&str; 9] = [
    "UTC",
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Pacific/Apia",
    "America/Santiago",
    "Antarctica/Troll",
    "Asia/Kathmandu",
];
const TIMES: [&str; 14] = [
    "0 9",
    "30 2",
    "0 1,3",
    "0,5 2,3",
    "59 1,2",
    "0,55 1",
    "*/7 0-3",
    "0 */5",
    "10,50 23,0",
    "15 0",
    "45 23",
    "0 */6",
    "20 2",
    "0,30 1-3",
];
const DAYS: [&str; 16] = [
    "* * *",
    "* * MON-FRI",
    "* * SAT,SUN",
    "1 * *",
    "1,15 * *",
    "31 * *",
    "L * *",
    "* 3,10 SUN",
    "8-14 3 *",
    "29 2 *",
    "* * MON#1",
    "* * 5L",
    "15W * *",
    "13 * FRI",
    "1 1,7 *",
    "* 3-4 *",
];

fn cron(dice: &mut Dice) -> String {
    let (time, days) = (dice.pick(&TIMES), dice.pick(&DAYS));
    let dialect = dice.pick(&["unix", "unix", "unix", "unix", "cronos", "croniter", "croner"]);
    // Not every dialect accepts every day; unix accepts all.
    let plain = !days.contains(['L', 'W', '#']) && days != "29 2 *";
    let dialect = if plain { dialect } else { "unix" };
    format!(r#"{{"kind":"cron","expression":"{time} {days}","dialect":"{dialect}"}}"#)
}

fn every(dice: &mut Dice) -> String {
    let n = 1 + dice.roll(4);
    match dice.roll(4) {
        0 => format!(r#"{{"kind":"every","every":{n},"unit":"days","at":["02:30","03:05"]}}"#),
        1 => format!(r#"{{"kind":"every","every":{n},"unit":"weeks","on_days":["sunday","wednesday"],"at":"01:30"}}"#),
        2 => {
            let overflow = dice.pick(&["clamp", "skip", "next"]);
            format!(
                r#"{{"kind":"every","every":{n},"unit":"months","on_month_days":[2,31],"month_overflow":"{overflow}"}}"#
            )
        }
        _ => format!(
            r#"{{"kind":"every","every":{n},"unit":"years","on_last":"sunday","in_months":[3,10],"at":"02:10"}}"#
        ),
    }
}

fn calendar(dice: &mut Dice) -> String {
    let n = 1 + dice.roll(3);
    match dice.roll(3) {
        0 => format!(
            r#"{{"kind":"calendar","frequency":"weekly","interval":{n},"by_day":["SU","MO"],"time_of_day":"02:30"}}"#
        ),
        1 => format!(
            r#"{{"kind":"calendar","frequency":"monthly","interval":{n},"by_month_day":[1,-1],"time_of_day":"00:30"}}"#
        ),
        _ => {
            format!(r#"{{"kind":"calendar","frequency":"quarterly","interval":{n},"at":"period_end","lead":"5d 1h"}}"#)
        }
    }
}

fn rrule(dice: &mut Dice) -> String {
    let text = dice.pick(&[
        "DTSTART:20000101T023000\\nRRULE:FREQ=DAILY;BYHOUR=1,3",
        "DTSTART:20000101T023000\\nRRULE:FREQ=WEEKLY;BYDAY=SU,MO;INTERVAL=2",
        "DTSTART:20000101T013000\\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "DTSTART:20000101T010000\\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1,31;BYHOUR=0,23",
        "DTSTART:20000101T000000\\nRRULE:FREQ=HOURLY;INTERVAL=5",
        "DTSTART:20000101T000000\\nRRULE:FREQ=HOURLY;BYHOUR=1,2,3;BYMINUTE=10,50",
        "DTSTART:20000101T000000\\nRRULE:FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU;BYHOUR=2\\nEXDATE:20260329T020000",
        "DTSTART:20000101T090000\\nRRULE:FREQ=WEEKLY\\nRDATE:20260101T093000",
    ]);
    format!(r#"{{"kind":"rrule","text":"{text}"}}"#)
}

fn elapsed(dice: &mut Dice) -> String {
    match dice.roll(4) {
        0 => r#"{"kind":"every","every":90,"unit":"minutes"}"#.to_owned(),
        1 => r#"{"kind":"every","every":7,"unit":"hours","on_minute":20}"#.to_owned(),
        2 => r#"{"kind":"once","at":"2026-03-08T07:00:30Z"}"#.to_owned(),
        _ => r#"{"kind":"cron","expression":"@every 50h"}"#.to_owned(),
    }
}

fn wall(dice: &mut Dice) -> String {
    match dice.roll(4) {
        0 => every(dice),
        1 => calendar(dice),
        _ => cron(dice),
    }
}

fn compile(recurrence: &str, more: &str, timezone: &str) -> (CompiledRecurrence, String) {
    let json = format!(r#"{{"recurrence":{recurrence},"timezone":"{timezone}"{more}}}"#);
    let spec: Spec = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let work = NamedCalendar {
        weekend: vec![Weekday::Saturday, Weekday::Sunday],
        dates: ["2026-12-25", "2026-12-28", "2027-01-01"].map(|date| date.parse().expect("a date")).into(),
    };
    let calendars = Calendars::from([("work".to_owned(), work)]);
    let context = Context { calendars: Some(&calendars), ..Context::default() };
    let rule = CompiledRecurrence::compile(&spec, &context).unwrap_or_else(|error| panic!("{json}: {error}"));
    (rule, json)
}

/// Returns the smallest distance between consecutive occurrences, over at most `most` of them from the instant on.
fn walked(rule: &CompiledRecurrence, from: i64, most: usize) -> Option<i64> {
    let start = Timestamp::from_second(from).expect("a second in range");
    let until = Timestamp::from_second(5_017_593_600).expect("the year 2129");
    let mut previous: Option<i64> = None;
    let instants = rule.between(start, until).take(most).map(|occurrence| occurrence.at().as_second());
    instants.filter_map(|at| previous.replace(at).map(|previous| at - previous)).min()
}

fn dst(dice: &mut Dice) -> &'static str {
    dice.pick(&[
        "",
        "",
        r#","dst":{"gap":"skip"}"#,
        r#","dst":{"gap":"same_offset"}"#,
        r#","dst":{"fold":"both"}"#,
        r#","dst":{"fold":"last","gap":"same_offset"}"#,
        r#","dst":{"class":"fixed"}"#,
    ])
}

#[test]
fn no_two_occurrences_are_closer_than_the_minimum_gap() {
    let mut dice = Dice(0x5EED_0001);
    for _ in 0..800 {
        let recurrence = match dice.roll(6) {
            0 => wall(&mut dice),
            4 => rrule(&mut dice),
            5 => format!(r#"{{"kind":"any","of":[{},{}]}}"#, wall(&mut dice), rrule(&mut dice)),
            1 => format!(r#"{{"kind":"any","of":[{},{}]}}"#, wall(&mut dice), elapsed(&mut dice)),
            2 => format!(r#"{{"kind":"any","of":[{},{},{}]}}"#, wall(&mut dice), wall(&mut dice), cron(&mut dice)),
            _ => format!(r#"{{"kind":"all","of":[{},{}]}}"#, cron(&mut dice), cron(&mut dice)),
        };
        let days_off = match (recurrence.contains("every"), dice.roll(4)) {
            (false, 0) => r#","calendars":[{"name":"work","on_day_off":"nearest"}]"#,
            (false, 1) => r#","calendars":[{"name":"work","on_day_off":"next"}]"#,
            (_, 2) => r#","calendars":[{"name":"work"}]"#,
            _ => "",
        };
        // An instant cannot roll, and a recurrence without occurrences takes long to search through days off.
        let is_plain = !["once", "all", "on_last", "rrule"].iter().any(|word| recurrence.contains(word));
        let days_off = if is_plain { days_off } else { "" };
        let more = format!("{}{days_off}", dst(&mut dice));
        let (rule, json) = compile(&recurrence, &more, ZONES[dice.roll(9) as usize]);
        let least = rule.min_gap().map(refrain_recurrence::Length::seconds);
        for _ in 0..3 {
            let from = dice.roll(4_500_000_000) as i64;
            // Each step of an intersection may be a long search.
            let most = if recurrence.contains("all") { 8 } else { 800 };
            if let Some(seen) = walked(&rule, from, most) {
                assert!(least.is_some_and(|least| least <= seen), "{json}: {seen} s seen, {least:?} promised");
            }
        }
    }
}

#[test]
fn the_minimum_gap_actually_occurs() {
    let mut dice = Dice(0x5EED_0002);
    for _ in 0..120 {
        let recurrence = match dice.roll(3) {
            0 => format!(r#"{{"kind":"any","of":[{},{}]}}"#, cron(&mut dice), wall(&mut dice)),
            _ => wall(&mut dice),
        };
        let (rule, json) = compile(&recurrence, dst(&mut dice), ZONES[dice.roll(9) as usize]);
        let least = rule.min_gap().map(refrain_recurrence::Length::seconds);
        assert_eq!(walked(&rule, 0, usize::MAX), least, "{json}");
    }
}
