//! Explains why an instant is or is not an occurrence, field by field.

use jiff::Timestamp;

use crate::civil::Civil;
use crate::compiled::{CompiledRecurrence, Occurrence};
use crate::cron::set::CronSet;
use crate::search::{Leaf, Search, Wall};

/// Result of [`CompiledRecurrence::matches`]: whether an instant is an occurrence, with the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// Occurrence at the instant, if there is one.
    pub occurrence: Option<Occurrence>,
    /// Checks in order. The failed ones are the reason why the instant does not match.
    pub checks: Vec<Check>,
    /// Last occurrence before the instant.
    pub previous: Option<Occurrence>,
    /// First occurrence after the instant.
    pub next: Option<Occurrence>,
}

/// One condition that an occurrence must meet, and its result at the instant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// Field or bound: `second`, `minute`, `hour`, `day of month`, `month`, `day of week`, `year`, `starts_at`,
    /// `ends_at`, `calendar`, `offset` or `rule`.
    pub name: &'static str,
    /// Value of the field at the instant, or the value of the bound.
    pub value: String,
    /// Whether the recurrence accepts the value.
    pub passed: bool,
}

impl Verdict {
    /// Returns whether the instant is an occurrence.
    pub fn matches(&self) -> bool {
        self.occurrence.is_some()
    }

    /// Returns the name of the first failed check.
    pub fn reason(&self) -> Option<&'static str> {
        self.checks.iter().find(|check| !check.passed).map(|check| check.name)
    }
}

impl CompiledRecurrence {
    /// Returns whether the instant is an occurrence and, if not, which field or bound excludes it.
    ///
    /// ```
    /// let rule = refrain_recurrence::CompiledRecurrence::cron("0 9 * * MON-FRI", "UTC")?;
    /// let verdict = rule.matches("2026-01-03T09:00:00Z".parse()?); // a Saturday
    /// assert!(!verdict.matches());
    /// assert_eq!(verdict.reason(), Some("day of week"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(&self, at: Timestamp) -> Verdict {
        let occurrence = self.occurrence_at(at);
        let mut checks = Vec::new();
        self.check_bounds(at, &mut checks);
        if at.subsec_nanosecond() != 0 {
            checks.push(Check { name: "second", value: at.to_string(), passed: false });
        }
        if let [leaf] = &*self.leaves {
            check_leaf(leaf, at.as_second(), &mut checks);
        }
        // The search decides, not the individual fields: in a gap or a fold they can disagree.
        let explained = checks.iter().any(|check| !check.passed);
        if occurrence.is_none() && !explained {
            let value = at.to_zoned(self.zone.tz().clone()).to_string();
            let is_wall = matches!(&*self.leaves, [Leaf { search: Search::Wall(Wall::Cron(_), _), .. }]);
            checks.push(Check { name: if is_wall { "offset" } else { "recurrence" }, value, passed: false });
        }
        if occurrence.is_some() {
            // An occurrence that a gap or a calendar moved does not match its own fields.
            for check in &mut checks {
                check.passed = true;
            }
        }
        Verdict { occurrence, checks, previous: self.prev_before(at), next: self.next_after(at) }
    }

    fn check_bounds(&self, at: Timestamp, checks: &mut Vec<Check>) {
        if let Some(starts_at) = self.spec.starts_at {
            checks.push(Check { name: "starts_at", value: starts_at.to_string(), passed: at >= starts_at });
        }
        if let Some(ends_at) = self.spec.ends_at {
            checks.push(Check { name: "ends_at", value: ends_at.to_string(), passed: at < ends_at });
        }
    }
}

fn check_leaf(leaf: &Leaf, at: i64, checks: &mut Vec<Check>) {
    let civil = leaf.zone.civil(at);
    if let Search::Wall(Wall::Cron(set), _) = &leaf.search {
        check_fields(set, civil, checks);
    }
    if let Some(days_off) = &leaf.days_off {
        let passed = !days_off.excludes(civil.day());
        checks.push(Check { name: "calendar", value: civil.day().to_date().to_string(), passed });
    }
}

fn check_fields(set: &CronSet, civil: Civil, checks: &mut Vec<Check>) {
    let date = civil.day().ymd();
    let second = civil.second_of_day();
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let mut check = |name, value: String, passed| checks.push(Check { name, value, passed });
    check("second", second.to_string(), set.seconds & (1 << second) != 0);
    check("minute", minute.to_string(), set.minutes & (1 << minute) != 0);
    check("hour", hour.to_string(), set.hours & (1 << hour) != 0);
    let (by_date, by_weekday) = set.day_fields_match(civil);
    let either = set.days.either && (by_date || by_weekday);
    check("day of month", date.day.to_string(), by_date || either);
    check("month", date.month.to_string(), set.months & (1 << date.month) != 0);
    let weekday = civil.day().to_date().strftime("%A").to_string();
    check("day of week", weekday, by_weekday || either);
    check("year", date.year.to_string(), set.has_year(date.year));
}
