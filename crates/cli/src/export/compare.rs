//! Compares the runs of a schedule with those of what was exported.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use refrain_recurrence::CompiledRecurrence;

use crate::import::difference::{SourceRuns, differences};

/// How far ahead runs are compared, in years.
const YEARS: i32 = 2;
/// Maximum number of runs that are compared one by one. Of a recurrence with more, a day of each month is compared.
const RUNS_MAX: usize = 20_000;
/// Time around a DST change in which differences are listed instead of refused.
const AROUND: SignedDuration = SignedDuration::from_hours(36);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The runs of an exported text.
struct ExportedRuns<'a> {
    system: &'static str,
    rule: &'a CompiledRecurrence,
}

impl SourceRuns for ExportedRuns<'_> {
    fn system(&self) -> &'static str {
        self.system
    }

    fn runs(&self, from: Timestamp, until: Timestamp) -> Vec<Timestamp> {
        self.rule.between(from, until).map(|occurrence| occurrence.at()).collect()
    }
}

/// Compares runs after an instant. Returns the differences on days of DST changes, or why the recurrences differ
/// altogether.
pub(super) fn compare(
    schedule: &CompiledRecurrence,
    exported: &CompiledRecurrence,
    system: &'static str,
    zone: &TimeZone,
    from: Timestamp,
) -> Result<Vec<String>, String> {
    let from = from + SignedDuration::from_secs(1);
    let until = from.to_zoned(TimeZone::UTC).saturating_add(YEARS.years()).timestamp();
    let changes: Vec<Timestamp> =
        zone.following(from - AROUND).map(|change| change.timestamp()).take_while(|at| *at < until).collect();
    let is_near_change = |at: Timestamp| changes.iter().any(|change| (change.duration_until(at)).abs() <= AROUND);
    let mut windows = vec![(from, until)];
    if schedule.between(from, until).nth(RUNS_MAX).is_some() {
        let month = |months: i32| from.to_zoned(TimeZone::UTC).saturating_add(months.months()).timestamp();
        windows = (0..YEARS * 12).map(|months| (month(months), month(months) + DAY)).collect();
    }
    for (starts, ends) in windows {
        let runs = |rule: &CompiledRecurrence| -> BTreeSet<Timestamp> {
            let found = rule.between(starts, ends).map(|occurrence| occurrence.at());
            found.take(RUNS_MAX * 10).filter(|at| !is_near_change(*at)).collect()
        };
        let (ours, theirs) = (runs(schedule), runs(exported));
        if let Some(at) = ours.symmetric_difference(&theirs).next() {
            let verb = if ours.contains(at) { "would not run" } else { "would also run" };
            let local = at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S %:z");
            return Err(format!("{system} {verb} at {local}"));
        }
    }
    Ok(differences(schedule, &ExportedRuns { system, rule: exported }, zone, from, &|_| true))
}
