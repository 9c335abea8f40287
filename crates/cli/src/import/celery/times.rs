//! The recurrences of Celery's crontabs.

use jiff::tz::TimeZone;
use refrain_recurrence::{
    Class, CompiledRecurrence, Context, CronRecurrence, DayMatch, Dst, Fold, Gap, Recurrence, Spec,
};

use super::super::draft::Draft;
use super::super::walk::LocalWalk;

/// Fields of a crontab, in the order of Celery's arguments.
pub(super) const FIELDS: [&str; 5] = ["minute", "hour", "day_of_week", "day_of_month", "month_of_year"];

/// How Celery treats changes of the offset: a skipped time runs with the offset before the change.
const DST: Dst = Dst { gap: Some(Gap::SameOffset), fold: Some(Fold::First), class: Class::Fixed };

/// Sets the times of a crontab from its fields, in the order of [`FIELDS`].
pub(super) fn set_crontab(draft: &mut Draft<'_>, fields: &[String; 5], timezone: &str) {
    let cron = crontab(fields);
    let mut spec = Spec::new(Recurrence::Cron(cron), "UTC");
    let walk = |fields| {
        let zone = refrain_recurrence::time_zone(timezone).unwrap_or(TimeZone::UTC);
        Box::new(LocalWalk { system: "Celery", fields, zone }) as _
    };
    draft.runs = CompiledRecurrence::compile(&spec, &Context::default()).ok().map(walk);
    timezone.clone_into(&mut spec.timezone);
    spec.dst = DST;
    draft.spec = Some(spec);
}

fn crontab(fields: &[String; 5]) -> CronRecurrence {
    let [minute, hour, weekday, month_day, month] = fields;
    // Celery requires all fields to match.
    let day_match = (month_day != "*" && weekday != "*").then_some(DayMatch::And);
    let expression = format!("{minute} {hour} {month_day} {month} {weekday}").replace(", ", ",");
    CronRecurrence { expression, day_match, ..CronRecurrence::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_fields_must_match() {
        let cron = crontab(&["0", "*/3,8-17", "mon", "1-7", "*"].map(str::to_owned));
        assert_eq!((cron.expression.as_str(), cron.day_match), ("0 */3,8-17 1-7 * mon", Some(DayMatch::And)));
        assert_eq!(crontab(&["0", "0", "mon", "*", "*"].map(str::to_owned)).day_match, None);
    }
}
