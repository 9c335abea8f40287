//! Formats the distance between two instants for people: `in 2 days 9 hours`, `3 minutes ago`.

use jiff::Timestamp;

/// Formats the distance in its two largest adjacent units.
pub(crate) fn relative(at: Timestamp, from: Timestamp) -> String {
    const UNITS: [(i64, &str); 5] =
        [(365 * 86_400, "year"), (86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")];
    let seconds = at.as_second() - from.as_second();
    let size = seconds.abs();
    let Some(largest) = UNITS.iter().position(|(unit, _)| size >= *unit) else { return "now".to_owned() };
    let mut rest = size;
    let mut parts = Vec::new();
    for (unit, name) in UNITS.iter().skip(largest).take(2) {
        let count = rest / unit;
        rest %= unit;
        match count {
            0 => {}
            1 => parts.push(format!("1 {name}")),
            count => parts.push(format!("{count} {name}s")),
        }
    }
    let distance = parts.join(" ");
    if seconds > 0 { format!("in {distance}") } else { format!("{distance} ago") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_formatted_in_two_units() {
        let from = Timestamp::from_second(1_000_000_000).unwrap();
        for (seconds, said) in [
            (0, "now"),
            (1, "in 1 second"),
            (90, "in 1 minute 30 seconds"),
            (172_800, "in 2 days"),
            (172_800 + 9 * 3600 + 59, "in 2 days 9 hours"),
            (-3600, "1 hour ago"),
            (365 * 86_400 * 2 + 86_400, "in 2 years 1 day"),
        ] {
            let at = Timestamp::from_second(1_000_000_000 + seconds).unwrap();
            assert_eq!(relative(at, from), said, "{seconds}");
        }
    }
}
