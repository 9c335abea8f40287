//! Times and durations: relative for people at a terminal, absolute for everything else.

use jiff::{SignedDuration, Timestamp};

/// Form of times.
#[derive(Clone, Copy, Debug)]
pub struct TimeView {
    is_relative: bool,
    now: Timestamp,
}

impl TimeView {
    /// Creates the form of times: relative to `now`, or absolute.
    pub fn new(is_relative: bool, now: Timestamp) -> Self {
        Self { is_relative, now }
    }

    /// Returns the current time of the command.
    pub fn now(self) -> Timestamp {
        self.now
    }

    /// Returns the same form with absolute times.
    #[must_use]
    pub fn absolute(self) -> Self {
        Self { is_relative: false, ..self }
    }

    /// Returns whether times are relative to now.
    pub fn is_relative(self) -> bool {
        self.is_relative
    }

    /// Returns the text of an instant, such as `in 3h` or `5m ago`, else RFC 3339.
    pub fn at(self, at: Timestamp) -> String {
        if !self.is_relative {
            return at.to_string();
        }
        let ahead = at.duration_since(self.now);
        match ahead.as_secs() {
            0 => "now".to_owned(),
            1.. => format!("in {}", duration(ahead)),
            _ => format!("{} ago", duration(ahead.abs())),
        }
    }

    /// Returns the text of an instant, or nothing.
    pub fn at_optional(self, at: Option<Timestamp>) -> String {
        at.map(|at| self.at(at)).unwrap_or_default()
    }
}

/// Returns a duration in its two largest units, such as `2h 5m` or `850ms`.
pub(crate) fn duration(length: SignedDuration) -> String {
    const UNITS: [(i64, &str); 4] = [(86_400, "d"), (3_600, "h"), (60, "m"), (1, "s")];
    let seconds = length.as_secs();
    if seconds == 0 {
        return format!("{}ms", length.as_millis());
    }
    let first = UNITS.iter().position(|(unit, _)| seconds >= *unit).unwrap_or(UNITS.len() - 1);
    let (unit, name) = UNITS[first];
    let rest =
        UNITS.get(first + 1).map(|(smaller, name)| (seconds % unit / smaller, name)).filter(|(count, _)| *count > 0);
    match rest {
        Some((count, smaller)) => format!("{}{name} {count}{smaller}", seconds / unit),
        None => format!("{}{name}", seconds / unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_relative_on_a_terminal_and_absolute_elsewhere() {
        let now: Timestamp = "2026-01-05T09:00:00Z".parse().unwrap();
        let (relative, absolute) = (TimeView::new(true, now), TimeView::new(false, now));
        for (at, shown) in [
            ("2026-01-05T09:00:00Z", "now"),
            ("2026-01-05T09:00:30Z", "in 30s"),
            ("2026-01-05T08:55:00Z", "5m ago"),
            ("2026-01-05T12:20:00Z", "in 3h 20m"),
            ("2025-12-31T09:00:10Z", "4d 23h ago"),
        ] {
            assert_eq!(relative.at(at.parse().unwrap()), shown);
            assert_eq!(absolute.at(at.parse().unwrap()), at);
        }
        assert_eq!(duration(SignedDuration::from_millis(850)), "850ms");
    }
}
