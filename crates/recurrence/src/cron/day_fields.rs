//! Combines the day-of-month and day-of-week fields.

use crate::civil::ALL_MONTHS;
use crate::cron::field::Field;
use crate::cron::rules::{QuestionMark, Rules, Specials, UnrestrictedDays};
use crate::cron::set::{ALL_DAYS, ALL_WEEKDAYS, CronSet, DaySet, Fields};
use crate::definition::DayMatch;
use crate::error::{Error, ErrorCode};

/// Returns the days that both fields together mean. `requires_both` is set if the expression itself requires
/// both to match.
pub(crate) fn days(month_day: &Field, weekday: &Field, requires_both: bool, rules: &Rules) -> Result<DaySet, Error> {
    if rules.question == QuestionMark::InOneDayField && month_day.is_question == weekday.is_question {
        let message = if month_day.is_question { "both day fields are `?`" } else { "neither day field is `?`" };
        return Err(Error::new(ErrorCode::NotInDialect, format!("{message}; {} cron needs exactly one", rules.name))
            .with_hint("put `?` into the day field that does not matter"));
    }
    let mut days = DaySet {
        of_month: month_day.mask as u32,
        from_last: month_day.days.from_last,
        workday_from_last: month_day.days.workday_from_last,
        workday: month_day.days.workday,
        workday_clamps: rules.specials == Specials::Croniter,
        weekdays: weekday.mask as u8,
        nth: weekday.days.nth,
        last: weekday.days.last,
        either: false,
    };
    let wants_either = rules.day_match == DayMatch::Or && !requires_both;
    if rules.unrestricted == UnrestrictedDays::HasStarOrAll {
        return either_as_croniter(days, month_day, weekday, wants_either);
    }
    let is_free = |field: &Field| match rules.unrestricted {
        UnrestrictedDays::StartsWithStar => field.starts_with_star || field.is_star,
        UnrestrictedDays::HasStar | UnrestrictedDays::HasStarOrAll => field.is_star,
        UnrestrictedDays::IsStar => field.is_whole_star,
    };
    let is_free = |field: &Field| field.is_question || is_free(field) && !field.has_special;
    days.either = wants_either && !is_free(month_day) && !is_free(weekday);
    if month_day.is_star {
        days.of_month = ALL_DAYS;
    }
    if weekday.is_star {
        days.weekdays = ALL_WEEKDAYS;
    }
    Ok(days)
}

/// Combines the fields as croniter does. Where either field is enough, croniter runs one search per day field, but
/// `#`, `L` and `W` apply to both searches.
fn either_as_croniter(
    mut days: DaySet,
    month_day: &Field,
    weekday: &Field,
    wants_either: bool,
) -> Result<DaySet, Error> {
    let named = days.nth.iter().fold(days.last, |all, week| all | week);
    let weekday_count = (days.weekdays | named).count_ones();
    let is_mixed = named != 0 && days.weekdays & !named != 0;
    if is_mixed && weekday_count + u32::from(weekday.has_bare_star) != 7 {
        let message = "weekdays with and without a week number cannot be mixed in croniter";
        return Err(Error::new(ErrorCode::NotInDialect, message));
    }
    let month_day_count = days.of_month.count_ones() + u32::from(days.from_last != 0);
    let month_day_is_free = month_day.has_bare_star || month_day_count == 31 && weekday.mentions_star;
    let weekday_is_free = weekday.has_bare_star || weekday_count == 7 && month_day.mentions_star;
    if month_day_is_free && days.workday == 0 {
        days.of_month = ALL_DAYS;
    }
    if named != 0 {
        days.weekdays = 0;
    } else if weekday_is_free {
        days.weekdays = ALL_WEEKDAYS;
    }
    let either = wants_either && !month_day_is_free && !weekday_is_free;
    if !either || named == 0 && days.workday == 0 {
        return Ok(DaySet { either, ..days });
    }
    // The field with the special narrows both searches, so one search finds only what the other finds too. It must
    // find something, though: if one search has no result, the whole search fails.
    let both_narrow = named != 0 && days.workday != 0;
    if both_narrow || never_matches(days) {
        return Ok(days);
    }
    Ok(if named != 0 {
        DaySet { of_month: ALL_DAYS, from_last: 0, ..days }
    } else {
        DaySet { weekdays: ALL_WEEKDAYS, ..days }
    })
}

fn never_matches(days: DaySet) -> bool {
    let fields = Fields { seconds: 1, minutes: 1, hours: 1, months: ALL_MONTHS, days, years: None, horizon_years: 0 };
    CronSet::new(fields).is_none()
}
