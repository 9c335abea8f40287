//! Parses a whole cron expression: prefix, macro, fields, and the combination of the two day fields.

use std::ops::RangeInclusive;

use crate::civil::{YEAR_MAX, YEAR_MIN};
use crate::cron::body::Body;
use crate::cron::day_fields::days;
use crate::cron::every::parse_every;
use crate::cron::field::{Field, Kind};
use crate::cron::reader::Reader;
use crate::cron::rules::{Every, FixedCondition, Layout, QuestionMark, Rules};
use crate::cron::set::{CronSet, Fields, YearRange};
use crate::definition::{CronRecurrence, SecondsField, WeekdayNumbers};
use crate::error::{Error, ErrorCode, nearest, quoted};
use crate::foreign;

/// Maximum length of an expression in bytes. Every value of every field written out is shorter.
const EXPRESSION_MAX: usize = 1024;
const FIELDS_MAX: usize = 7;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParsedExpression {
    pub(crate) body: Body,
    /// Time zone of a `TZ=` or `CRON_TZ=` prefix.
    pub(crate) zone: Option<String>,
}

/// Returns the rules of the dialect with the overrides of the recurrence.
pub(crate) fn effective_rules(rule: &CronRecurrence) -> Rules {
    let mut rules = *rule.dialect.unwrap_or_default().rules();
    if let Some(day_match) = rule.day_match {
        rules.day_match = day_match;
        if rules.question == QuestionMark::InOneDayField {
            rules.question = QuestionMark::InDayFields;
        }
    }
    if let Some(weekdays) = rule.weekdays {
        rules.weekdays = weekdays;
    }
    rules
}

pub(crate) fn parse(rule: &CronRecurrence, rules: &Rules, seed: u64) -> Result<ParsedExpression, Error> {
    parse_expression(rule, rules, seed).map_err(|error| foreign::explain(&rule.expression, error))
}

fn parse_expression(rule: &CronRecurrence, rules: &Rules, seed: u64) -> Result<ParsedExpression, Error> {
    let text = rule.expression.as_str();
    if text.len() > EXPRESSION_MAX {
        return Err(Error::new(
            ErrorCode::TooLong,
            format!("the expression has {} bytes; the maximum is {EXPRESSION_MAX}", text.len()),
        )
        .at_column(EXPRESSION_MAX + 1));
    }
    if let Some(at) = text.chars().position(|c| !c.is_ascii() || (c.is_ascii_control() && !c.is_ascii_whitespace())) {
        let found = text.chars().nth(at).unwrap_or_default();
        return Err(Error::new(
            ErrorCode::BadValue,
            format!("{} is not allowed in a cron expression", quoted(&found.to_string())),
        )
        .at_column(at + 1)
        .with_hint("cron is written in plain ASCII"));
    }
    let text = if rules.comments { text.split_once('#').map_or(text, |(code, _)| code) } else { text };
    let (zone, body) = split_zone(text, rules)?;
    let column = text.len() - body.len() + 1;
    let zone = zone.map(str::to_owned);
    let trimmed = body.trim_ascii_start();
    if let Some(name) = trimmed.strip_prefix('@') {
        let column = column + body.len() - trimmed.len();
        return Ok(ParsedExpression { body: parse_macro(name.trim_ascii_end(), column, rules, seed)?, zone });
    }
    Ok(ParsedExpression { body: parse_fields(body, column, rule.seconds, rules, seed)?, zone })
}

pub(super) fn split_zone<'a>(text: &'a str, rules: &Rules) -> Result<(Option<&'a str>, &'a str), Error> {
    let trimmed = text.trim_ascii_start();
    let Some(rest) = trimmed.strip_prefix("TZ=").or_else(|| trimmed.strip_prefix("CRON_TZ=")) else {
        return Ok((None, text));
    };
    let column = text.len() - trimmed.len() + 1;
    if !rules.zone_prefix {
        let message = format!("a time zone prefix is not allowed in {} cron", rules.name);
        return Err(Error::new(ErrorCode::NotInDialect, message).at_column(column));
    }
    match rest.split_once(|c: char| c.is_ascii_whitespace()) {
        Some((zone, body)) => Ok((Some(zone), body)),
        None => Err(Error::new(ErrorCode::BadFieldCount, "there are no fields after the time zone").at_column(column)),
    }
}

fn parse_macro(name: &str, column: usize, rules: &Rules, seed: u64) -> Result<Body, Error> {
    let lower = if rules.macros.any_case { &name.to_ascii_lowercase() } else { name };
    if let Some(length) = lower.strip_prefix("every").filter(|rest| rest.starts_with([' ', '\t']))
        && rules.every != Every::Never
    {
        let text = length.trim_ascii_start();
        return parse_every(text, column + 1 + name.len() - text.len(), rules.every);
    }
    let fields = match lower {
        "yearly" | "annually" => "0 0 1 1 *",
        "monthly" => "0 0 1 * *",
        "weekly" => "0 0 * * 0",
        "daily" => "0 0 * * *",
        "midnight" if rules.macros.midnight => "0 0 * * *",
        "hourly" => "0 * * * *",
        "every_minute" if rules.macros.every_unit => "* * * * *",
        "every_second" if rules.macros.every_unit => "* * * * * *",
        _ => {
            const MACROS: [&str; 7] = ["yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly"];
            let error =
                Error::new(ErrorCode::UnknownName, format!("@{} is not a macro", quoted(name).trim_matches('`')))
                    .at_column(column);
            return Err(match nearest(name, MACROS) {
                Some(near) => error.with_hint(format!("did you mean @{near}?")),
                None => error.with_hint("@hourly, @daily, @weekly, @monthly or @yearly"),
            });
        }
    };
    // Macros expand to plain five-field cron, whatever the dialect's own field syntax.
    let plain = Rules {
        question: QuestionMark::InDayFields,
        layouts: &[Layout::Minutes, Layout::SecondsFirst],
        weekdays: WeekdayNumbers::SundayZero,
        ..*rules
    };
    parse_fields(fields, column, None, &plain, seed)
}

fn parse_fields(
    body: &str,
    column: usize,
    seconds: Option<SecondsField>,
    rules: &Rules,
    seed: u64,
) -> Result<Body, Error> {
    let mut texts = [("", 0); FIELDS_MAX];
    let mut count = 0;
    for (start, text) in words(body) {
        if let Some(place) = texts.get_mut(count) {
            *place = (text, column + start);
        }
        count += 1;
    }
    let layout = layout(count, seconds, rules).ok_or_else(|| {
        field_count_error(count, seconds, rules).at_column(column + body.trim_ascii_end().len().max(1) - 1)
    })?;
    let rules = &rules.for_layout(layout);
    let order = fields_in_order(layout);
    let read = |kind: Kind| -> Result<Field, Error> {
        let Some(index) = order.iter().position(|other| *other == kind) else {
            return Ok(absent(kind));
        };
        let (text, column) = texts[index];
        let (text, column) = match text.strip_prefix('+') {
            Some(rest) if kind == Kind::Weekday && rules.plus_means_and => (rest, column + 1),
            Some(_) | None => (text, column),
        };
        Reader { rules, kind, seed, column, text }.read()
    };
    let (second, minute, hour) = (read(Kind::Second)?, read(Kind::Minute)?, read(Kind::Hour)?);
    let (month_day, month, weekday, year) =
        (read(Kind::MonthDay)?, read(Kind::Month)?, read(Kind::Weekday)?, read(Kind::Year)?);
    let weekday_index = order.iter().position(|kind| *kind == Kind::Weekday).unwrap_or(0);
    let requires_both = rules.plus_means_and && texts[weekday_index].0.starts_with('+');
    let days =
        days(&month_day, &weekday, requires_both, rules).map_err(|error| error.at_column(texts[weekday_index].1))?;
    let is_fixed = is_fixed(&second, &minute, &hour, rules.fixed_when);
    let every_year = year.is_star || year.years.is_empty();
    let set = CronSet::new(Fields {
        seconds: second.mask,
        minutes: minute.mask,
        hours: hour.mask as u32,
        months: month.mask as u16,
        days,
        // A dialect that supports no years after its own range ends there.
        years: (!every_year).then(|| year.years.into()).or_else(|| year_limit(rules)),
        horizon_years: rules.horizon_years,
    });
    match set {
        Some(set) => Ok(Body::Set { set, is_fixed }),
        None => {
            let day_index = order.iter().position(|kind| *kind == Kind::MonthDay).unwrap_or(0);
            Err(Error::new(
                ErrorCode::NeverFires,
                format!("{} never matches: no year has such a day", quoted(body.trim_ascii())),
            )
            .at_column(texts[day_index].1)
            .with_hint("check the day of month against the month, for example February 30"))
        }
    }
}

fn year_limit(rules: &Rules) -> Option<Box<[YearRange]>> {
    (rules.last_year < YEAR_MAX).then(|| Box::from([YearRange { from: YEAR_MIN, to: rules.last_year, step: 1 }]))
}

fn is_fixed(second: &Field, minute: &Field, hour: &Field, when: FixedCondition) -> bool {
    match when {
        FixedCondition::NoStarRangeOrStep => !(second.has_interval || minute.has_interval || hour.has_interval),
        FixedCondition::SingleValues => [second, minute, hour].iter().all(|field| field.mask.count_ones() == 1),
        FixedCondition::HourIsNotStar => hour.mask.count_ones() != 24,
    }
}

/// Returns the value of a field that the layout does not have.
fn absent(kind: Kind) -> Field {
    match kind {
        Kind::Second => Field { mask: 1, ..Field::default() },
        Kind::Minute | Kind::Hour | Kind::MonthDay | Kind::Month | Kind::Weekday | Kind::Year => {
            Field { is_star: true, ..Field::default() }
        }
    }
}

pub(super) fn fields_in_order(layout: Layout) -> &'static [Kind] {
    const ALL: [Kind; 7] =
        [Kind::Second, Kind::Minute, Kind::Hour, Kind::MonthDay, Kind::Month, Kind::Weekday, Kind::Year];
    const SECONDS_LAST: [Kind; 7] =
        [Kind::Minute, Kind::Hour, Kind::MonthDay, Kind::Month, Kind::Weekday, Kind::Second, Kind::Year];
    let range: RangeInclusive<usize> = match layout {
        Layout::Minutes => 1..=5,
        Layout::MinutesYear => 1..=6,
        Layout::SecondsFirst => 0..=5,
        Layout::SecondsFirstYear => 0..=6,
        Layout::SecondsLast => return &SECONDS_LAST[..6],
        Layout::SecondsLastYear => return &SECONDS_LAST,
    };
    &ALL[range]
}

pub(super) fn layout(count: usize, seconds: Option<SecondsField>, rules: &Rules) -> Option<Layout> {
    let has_years = rules.layouts.iter().any(|layout| layout.has_year());
    let fits = |layout: &Layout| layout.field_count() == count;
    match seconds {
        None => rules.layouts.iter().copied().find(fits),
        Some(SecondsField::None) => [Layout::Minutes, Layout::MinutesYear]
            .into_iter()
            .find(|layout| fits(layout) && (!layout.has_year() || has_years)),
        Some(SecondsField::First) => [Layout::SecondsFirst, Layout::SecondsFirstYear]
            .into_iter()
            .find(|layout| fits(layout) && (!layout.has_year() || has_years)),
        Some(SecondsField::Last) => [Layout::SecondsLast, Layout::SecondsLastYear]
            .into_iter()
            .find(|layout| fits(layout) && (!layout.has_year() || has_years)),
    }
}

fn field_count_error(count: usize, seconds: Option<SecondsField>, rules: &Rules) -> Error {
    if count == 0 {
        return Error::new(ErrorCode::BadFieldCount, "the expression is empty")
            .with_hint("for example `0 9 * * MON-FRI`");
    }
    let allowed = match seconds {
        None => rules.layouts.iter().map(|layout| layout.field_count().to_string()).collect::<Vec<_>>().join(" or "),
        Some(SecondsField::None) => "5".to_owned(),
        Some(SecondsField::First | SecondsField::Last) => "6 or 7".to_owned(),
    };
    Error::new(ErrorCode::BadFieldCount, format!("expected {allowed} fields in {} cron, found {count}", rules.name))
        .with_hint("minute, hour, day of month, month, day of week; seconds before them and a year after")
}

/// Returns the words of a text, each with its start.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}
