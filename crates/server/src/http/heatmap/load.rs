//! Counts occurrences by minute of the week and finds quiet minutes. Pure: recurrences in, counts and
//! suggestions out.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_recurrence::CompiledRecurrence;

const MINUTES_OF_DAY: usize = 24 * 60;
const MINUTES_OF_WEEK: usize = 7 * MINUTES_OF_DAY;
/// Minimum distance of suggestions from the quarters of the hour, in minutes: most schedules run at those.
const QUARTER_DISTANCE_MIN: usize = 2;
/// Number of neighboring minutes on each side that count when a minute is rated.
const NEIGHBORS: usize = 2;
/// Minimum distance between suggestions, in minutes.
const SUGGESTION_DISTANCE_MIN: usize = 60;

/// Occurrences by minute of the week, starting on Monday at 00:00.
#[derive(Debug)]
pub(super) struct Load {
    minutes: Vec<u64>,
    pub(super) occurrences: u64,
    /// Whether a limit stopped the count.
    pub(super) is_cut: bool,
}

/// Time window and limits of a count.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) from: Timestamp,
    pub(super) until: Timestamp,
    pub(super) zone: TimeZone,
    /// Maximum number of occurrences per schedule.
    pub(super) occurrences_per_schedule_max: usize,
    /// Maximum number of occurrences in total.
    pub(super) occurrences_max: u64,
}

/// A minute and its number of occurrences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Minute {
    /// Index of the minute in the week, or in the day.
    pub(super) index: usize,
    pub(super) occurrences: u64,
}

impl Load {
    pub(super) fn new() -> Self {
        Self { minutes: vec![0; MINUTES_OF_WEEK], occurrences: 0, is_cut: false }
    }

    /// Adds the occurrences of a recurrence, at most `runs_left`.
    pub(super) fn add(&mut self, rule: &CompiledRecurrence, runs_left: Option<u64>, window: &Window) {
        let runs_left = runs_left.map_or(usize::MAX, |left| usize::try_from(left).unwrap_or(usize::MAX));
        let occurrences = rule.between(window.from, window.until).take(runs_left);
        for (count, occurrence) in occurrences.enumerate() {
            if count == window.occurrences_per_schedule_max || self.occurrences >= window.occurrences_max {
                self.is_cut = true;
                return;
            }
            self.add_occurrence(occurrence.at(), &window.zone);
        }
    }

    fn add_occurrence(&mut self, at: Timestamp, zone: &TimeZone) {
        let local = zone.to_datetime(at);
        let day = usize::from(local.weekday().to_monday_zero_offset().unsigned_abs());
        let minute = usize::from(local.hour().unsigned_abs()) * 60 + usize::from(local.minute().unsigned_abs());
        self.minutes[day * MINUTES_OF_DAY + minute] += 1;
        self.occurrences += 1;
    }

    /// Returns the number of occurrences by hour of the week.
    pub(super) fn hours(&self) -> impl Iterator<Item = u64> {
        self.minutes.chunks(60).map(|hour| hour.iter().sum())
    }

    /// Returns the busiest minutes of the week, busiest first.
    pub(super) fn busiest(&self, count: usize) -> Vec<Minute> {
        let minutes = self.minutes.iter().enumerate().filter(|(_, occurrences)| **occurrences > 0);
        let mut minutes: Vec<Minute> =
            minutes.map(|(index, occurrences)| Minute { index, occurrences: *occurrences }).collect();
        minutes.sort_by_key(|minute| (std::cmp::Reverse(minute.occurrences), minute.index));
        minutes.truncate(count);
        minutes
    }

    /// Returns quiet minutes of the day, quietest first, far from each other and from the quarters of the
    /// hour. The seed breaks ties, so that not every tenant is sent to the same minute.
    pub(super) fn free(&self, count: usize, seed: &str) -> Vec<Minute> {
        let mut day = vec![0_u64; MINUTES_OF_DAY];
        for (index, occurrences) in self.minutes.iter().enumerate() {
            day[index % MINUTES_OF_DAY] += occurrences;
        }
        let around = |minute: usize| -> u64 {
            let near = minute + MINUTES_OF_DAY - NEIGHBORS..=minute + MINUTES_OF_DAY + NEIGHBORS;
            near.map(|near| day[near % MINUTES_OF_DAY]).sum()
        };
        let mut candidates: Vec<usize> = (0..MINUTES_OF_DAY).filter(|minute| is_off_quarter(*minute)).collect();
        candidates.sort_by_key(|minute| (day[*minute], around(*minute), tie_break_hash(seed, *minute)));
        let mut chosen: Vec<Minute> = Vec::new();
        for minute in candidates {
            let is_far = chosen.iter().all(|other| clock_distance(other.index, minute) >= SUGGESTION_DISTANCE_MIN);
            if is_far && chosen.len() < count {
                chosen.push(Minute { index: minute, occurrences: day[minute] });
            }
        }
        chosen
    }
}

fn is_off_quarter(minute: usize) -> bool {
    let past = minute % 15;
    past.min(15 - past) >= QUARTER_DISTANCE_MIN
}

/// Returns the distance of two minutes around the clock.
fn clock_distance(one: usize, other: usize) -> usize {
    let distance = one.abs_diff(other);
    distance.min(MINUTES_OF_DAY - distance)
}

/// Returns the FNV-1a hash of a seed and a minute.
fn tie_break_hash(seed: &str, minute: usize) -> u64 {
    let bytes = seed.bytes().chain(minute.to_le_bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(days: i64) -> Window {
        let from: Timestamp = "2026-01-05T00:00:00Z".parse().unwrap();
        let until = from + jiff::SignedDuration::from_hours(24 * days);
        Window { from, until, zone: TimeZone::UTC, occurrences_per_schedule_max: 100_000, occurrences_max: 1_000_000 }
    }

    fn loaded(rules: &[&str], window: &Window) -> Load {
        let mut load = Load::new();
        for rule in rules {
            load.add(&CompiledRecurrence::cron(rule, "UTC").unwrap(), None, window);
        }
        load
    }

    #[test]
    fn occurrences_count_in_their_hour_and_minute() {
        let load = loaded(&["0 9 * * MON", "0 9 * * *", "30 23 * * SUN"], &window(7));
        let hours: Vec<u64> = load.hours().collect();
        assert_eq!((hours.len(), hours[9], hours[24 + 9], hours[6 * 24 + 23]), (168, 2, 1, 1));
        assert_eq!(load.busiest(1), [Minute { index: 9 * 60, occurrences: 2 }]);
        assert_eq!((load.occurrences, load.is_cut), (9, false));
        assert_eq!(loaded(&["0 9 * * *"], &window(14)).hours().nth(9), Some(2));
    }

    #[test]
    fn limits_stop_the_count_and_set_is_cut() {
        let load = loaded(&["* * * * *"], &Window { occurrences_per_schedule_max: 100, ..window(7) });
        assert_eq!((load.occurrences, load.is_cut), (100, true));
        let load = loaded(&["* * * * *", "* * * * *"], &Window { occurrences_max: 150, ..window(7) });
        assert_eq!((load.occurrences, load.is_cut), (150, true));
        let mut load = Load::new();
        load.add(&CompiledRecurrence::cron("* * * * *", "UTC").unwrap(), Some(3), &window(7));
        assert_eq!((load.occurrences, load.is_cut), (3, false));
    }

    #[test]
    fn free_minutes_are_quiet_apart_and_away_from_the_quarters() {
        // All minutes are busy except 6 to 8 and 21 to 23 of each hour.
        let load = loaded(&["0-5,9-20,24-59 * * * *"], &window(7));
        let free = load.free(6, "acme");
        assert_eq!(free.len(), 6);
        assert!(
            free.iter().all(|minute| minute.occurrences == 0 && [6, 7, 8, 21, 22, 23].contains(&(minute.index % 60)))
        );
        for (index, one) in free.iter().enumerate() {
            assert!(
                free[..index].iter().all(|other| clock_distance(one.index, other.index) >= SUGGESTION_DISTANCE_MIN),
                "{free:?}"
            );
        }
        let empty = Load::new();
        assert!(empty.free(6, "acme").iter().all(|minute| is_off_quarter(minute.index)));
        assert_ne!(empty.free(6, "acme"), empty.free(6, "other"));
    }
}
