//! The recurrences to measure and their time zones.

/// One recurrence in the notation of every library.
pub(crate) struct Row {
    /// Five fields, or six with the seconds first. Names instead of numbers where libraries number weekdays
    /// differently.
    pub(crate) cron: &'static str,
    /// The same recurrence in RFC 5545, if it can be expressed.
    pub(crate) rrule: Option<&'static str>,
    /// Step of the bare round trip in seconds: about the distance between two occurrences.
    pub(crate) gap_seconds: i64,
    /// Whether most schedules use such a recurrence. The bare round trip is compared with these.
    pub(crate) is_common: bool,
}

impl Row {
    /// Returns the expression with a seconds field, for libraries that require one.
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

/// No offset change, one-hour changes in America and in Europe, half-hour changes, and a half-hour offset without
/// changes.
pub(crate) const ZONES: &[&str] = &["UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata"];

/// Start and end of a walk, 2026-01-01T00:00:00Z and 2036-01-01T00:00:00Z; a walk that passes the end starts over.
/// Schedules run in the near future, so no library should be measured in years that do not matter.
pub(crate) const STARTS_AT: i64 = 1_767_225_600;
pub(crate) const ENDS_AT: i64 = 2_082_758_400;
