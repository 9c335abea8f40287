//! The rules that are timed and the zones they are timed in.

/// One rule in the words of every library.
pub(crate) struct Row {
    /// Five fields, or six with the seconds first. Names instead of numbers where libraries number weekdays differently.
    pub(crate) cron: &'static str,
    /// The same rule in RFC 5545, where it can be said.
    pub(crate) rrule: Option<&'static str>,
    /// How far the bare round trip moves on each time: about the distance between two fires.
    pub(crate) gap_seconds: i64,
    /// One of the rules that most schedules are; the bare round trip is their measure.
    pub(crate) is_common: bool,
}

impl Row {
    /// The text with a seconds field, for libraries that always want one.
    pub(crate) fn with_seconds(&self) -> String {
        if self.has_seconds() { self.cron.to_owned() } else { format!("0 {}", self.cron) }
    }

    pub(crate) fn has_seconds(&self) -> bool {
        self.cron.split_ascii_whitespace().count() == 6
    }
}

const MINUTE: i64 = 60;
const HOUR: i64 = 3600;
const DAY: i64 = 86_400;
const MONTH: i64 = 30 * DAY;

const fn common(cron: &'static str, rrule: &'static str, gap_seconds: i64) -> Row {
    Row { cron, rrule: Some(rrule), gap_seconds, is_common: true }
}

const fn other(cron: &'static str, rrule: Option<&'static str>, gap_seconds: i64) -> Row {
    Row { cron, rrule, gap_seconds, is_common: false }
}

pub(crate) const ROWS: &[Row] = &[
    common("* * * * *", "FREQ=MINUTELY", MINUTE),
    common("*/15 * * * *", "FREQ=MINUTELY;INTERVAL=15", 15 * MINUTE),
    common("0 * * * *", "FREQ=HOURLY", HOUR),
    common("0 9 * * *", "FREQ=DAILY;BYHOUR=9", DAY),
    common("0 9 * * MON-FRI", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9", DAY),
    common("30 2 1 * *", "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=2;BYMINUTE=30", MONTH),
    other("30 2 * * *", Some("FREQ=DAILY;BYHOUR=2;BYMINUTE=30"), DAY),
    other("0 */2 * * *", Some("FREQ=HOURLY;INTERVAL=2"), 2 * HOUR),
    other(
        "0,30 8-18 * * MON-FRI",
        Some("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8,9,10,11,12,13,14,15,16,17,18;BYMINUTE=0,30"),
        30 * MINUTE,
    ),
    other("*/10 * * * * *", Some("FREQ=SECONDLY;INTERVAL=10"), 10),
    other("0 6,18 * JAN,JUL MON", Some("FREQ=YEARLY;BYMONTH=1,7;BYDAY=MO;BYHOUR=6,18"), 10 * DAY),
    other("0 0 1 1 *", Some("FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1"), 12 * MONTH),
    other("0 0 29 2 *", Some("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"), 48 * MONTH),
    other("0 0 13 * FRI", None, 6 * DAY),
    other("0 0 L * *", Some("FREQ=MONTHLY;BYMONTHDAY=-1"), MONTH),
    other("0 12 15W * *", None, MONTH),
    other("15 10 * * TUE#2", Some("FREQ=MONTHLY;BYDAY=2TU;BYHOUR=10;BYMINUTE=15"), MONTH),
    other("0 22 * * 5L", Some("FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=22"), MONTH),
];

/// No change of offset, one hour each in two halves of the world, half an hour, and a half-hour offset without changes.
pub(crate) const ZONES: &[&str] = &["UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata"];

/// Walks start here, 2026-01-01T00:00:00Z, and start over when they pass the end, 2036-01-01: schedules live in the
/// near future, and no library should be timed in years that nobody asks about.
pub(crate) const STARTS_AT: i64 = 1_767_225_600;
pub(crate) const ENDS_AT: i64 = 2_082_758_400;
