//! Fields of cron, from sets of values.

use std::collections::BTreeSet;

use jiff::civil::Time;

use super::days::{Days, all_month_days, all_months, all_weekdays};
use super::sample::Sample;

/// Times of day as sets of hours, minutes and seconds, each of which occurs with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Times {
    pub(super) hours: BTreeSet<u32>,
    pub(super) minutes: BTreeSet<u32>,
    pub(super) seconds: BTreeSet<u32>,
}

/// How fields are written. Some systems treat a field that begins with a star as an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// With stars and steps where possible.
    Stars,
    /// With lists and ranges.
    Lists,
}

impl Times {
    /// Returns the sets, or why the times are none.
    pub(super) fn of(sample: &Sample) -> Result<Self, String> {
        let set = |value: fn(&Time) -> i8| -> BTreeSet<u32> {
            sample.times.iter().map(|time| u32::from(value(time).unsigned_abs())).collect()
        };
        let times = Self {
            hours: set(|time| time.hour()),
            minutes: set(|time| time.minute()),
            seconds: set(|time| time.second()),
        };
        if times.hours.len() * times.minutes.len() * times.seconds.len() == sample.times.len() {
            return Ok(times);
        }
        Err("its times of day are not all combinations of some hours and minutes".to_owned())
    }
}

/// Returns the five fields of cron. `None` if cron cannot express the days or the seconds.
pub(super) fn five_fields(times: &Times, days: &Days, style: Style) -> Option<String> {
    if times.seconds.iter().ne([&0]) {
        return None;
    }
    let (months, month_days, weekdays) = match days {
        Days::All { months, month_days, weekdays } => {
            // If both are restricted, cron requires only one of them.
            if *month_days != all_month_days() && *weekdays != all_weekdays() {
                return None;
            }
            (months, month_days, weekdays)
        }
        Days::Either { months, month_days, weekdays } => (months, month_days, weekdays),
        Days::LastDay { .. } | Days::LastWeekday { .. } => return None,
    };
    // Sunday is 0.
    let weekday =
        if *weekdays == all_weekdays() { "*".to_owned() } else { list(&weekdays.iter().map(|day| day % 7).collect()) };
    let star = |set: &BTreeSet<u32>, all: &BTreeSet<u32>| if set == all { "*".to_owned() } else { list(set) };
    Some(format!(
        "{} {} {} {} {weekday}",
        time_field(&times.minutes, 60, style),
        time_field(&times.hours, 24, style),
        star(month_days, &all_month_days()),
        star(months, &all_months()),
    ))
}

fn time_field(set: &BTreeSet<u32>, count: u32, style: Style) -> String {
    let all: BTreeSet<u32> = (0..count).collect();
    let step = set.iter().nth(1).copied().filter(|step| count.is_multiple_of(*step));
    let is_step = |step: u32| (0..count).step_by(step as usize).eq(set.iter().copied());
    match (style, step) {
        (Style::Stars, _) if *set == all => "*".to_owned(),
        (Style::Stars, Some(step)) if is_step(step) && set.len() > 2 => format!("*/{step}"),
        (Style::Stars | Style::Lists, _) => list(set),
    }
}

/// Returns values with ranges of at least three.
pub(super) fn list(set: &BTreeSet<u32>) -> String {
    ranges(set, "-", |value| value.to_string())
}

/// Returns values separated by commas, with ranges of at least three.
pub(super) fn ranges(set: &BTreeSet<u32>, separator: &str, shown: impl Fn(u32) -> String) -> String {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for value in set {
        match found.last_mut().filter(|(_, last)| *last + 1 == *value) {
            Some((_, last)) => *last = *value,
            None => found.push((*value, *value)),
        }
    }
    let range = |(first, last): &(u32, u32)| match last - first {
        0 => shown(*first),
        1 => format!("{},{}", shown(*first), shown(*last)),
        _ => format!("{}{separator}{}", shown(*first), shown(*last)),
    };
    found.iter().map(range).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_become_short_fields() {
        let check = |values: &[u32], count: u32, stars: &str, lists: &str| {
            let set: BTreeSet<u32> = values.iter().copied().collect();
            assert_eq!(time_field(&set, count, Style::Stars), stars, "{values:?}");
            assert_eq!(time_field(&set, count, Style::Lists), lists, "{values:?}");
        };
        check(&[0], 60, "0", "0");
        check(&[0, 30], 60, "0,30", "0,30");
        check(&[0, 15, 30, 45], 60, "*/15", "0,15,30,45");
        check(&[9, 10, 11, 17, 18], 24, "9-11,17,18", "9-11,17,18");
        check(&(0..24).collect::<Vec<_>>(), 24, "*", "0-23");
        check(&[0, 7, 14, 21], 24, "0,7,14,21", "0,7,14,21");
    }
}
