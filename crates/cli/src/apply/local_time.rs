//! Times of occurrences in the time zone of their schedule.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_client::types::DiffOccurrence;

/// Returns the time of an occurrence. Its period key names the time zone, unless the schedule counts elapsed time.
pub(super) fn local_time(occurrence: &DiffOccurrence) -> String {
    format(occurrence.at, &zone(&occurrence.period_key))
}

fn zone(period_key: &str) -> TimeZone {
    let name = period_key.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(name, _)| name);
    name.and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC)
}

fn format(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%a %Y-%m-%d %H:%M:%S %:z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_zone_of_a_period_key_is_used() {
        let check = |period_key: &str, expected: &str| {
            let at = "2026-03-29T00:30:00Z".parse().unwrap();
            assert_eq!(format(at, &zone(period_key)), expected);
        };
        check("2026-03-29T01:30:00[Europe/Berlin]", "Sun 2026-03-29 01:30:00 +01:00");
        check("2026-03-29T00:30:00Z", "Sun 2026-03-29 00:30:00 +00:00");
        check("x[Nowhere/None]", "Sun 2026-03-29 00:30:00 +00:00");
    }
}
