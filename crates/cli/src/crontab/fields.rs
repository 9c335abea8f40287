//! The five fields of an entry, as cron understands them.

use refrain_recurrence::{
    Class, CronRecurrence, Dst, Fold, Gap, Jitter, JitterMode, JitterWindow, Length, Recurrence, Spec,
};

use crate::text::quoted;

/// The recurrence of some fields.
pub(crate) struct Translation {
    pub(crate) cron: CronRecurrence,
    pub(crate) dst: Dst,
    /// Whether cron treats the entry as a wildcard, which follows the clock through a change of the offset.
    pub(crate) is_wildcard: bool,
    /// A part that cron itself refuses.
    pub(crate) refused_part: Option<String>,
    pub(crate) has_random: bool,
}

/// Time zone of an entry in relation to that of cron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ZoneUse {
    /// Cron's own time zone.
    Own,
    /// `CRON_TZ` with cron's own time zone. Cron does not run what its own change skips.
    Named,
    /// `CRON_TZ` with another time zone. Cron follows its clock through a change.
    Other,
}

impl Translation {
    /// Returns when the entry runs, with a random delay of some minutes.
    pub(crate) fn spec(&self, timezone: &str, delay_minutes_max: u32) -> Spec {
        let mut spec = Spec::new(Recurrence::Cron(self.cron.clone()), timezone);
        spec.dst = self.dst;
        spec.jitter = (delay_minutes_max > 0).then(|| {
            let length = Length::from_seconds(i64::from(delay_minutes_max) * 60);
            Jitter { window: JitterWindow::Length(length), mode: JitterMode::Fixed }
        });
        spec
    }
}

/// Returns the reason why a macro has no recurrence, except for `@reboot`.
pub(crate) fn unknown_macro(fields: &str) -> Option<String> {
    let name = fields.strip_prefix('@')?;
    let known = ["reboot", "yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly"];
    match name {
        name if known.contains(&name) => None,
        name if name.starts_with("every") => Some(format!(
            "{} is not a macro of cron; write the entry as a schedule with `when: every …`",
            quoted(fields)
        )),
        _ => Some(format!("{} is not a macro of cron", quoted(fields))),
    }
}

/// Translates five fields or a macro.
pub(crate) fn translate(fields: &str, zone: ZoneUse) -> Translation {
    let expression = fields.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let times: Vec<&str> = expression.split(' ').take(2).collect();
    // Cron looks only at the first character of the minutes and hours. Of the macros, only `@hourly` has a star there.
    let is_wildcard =
        expression == "@hourly" || (!expression.starts_with('@') && times.iter().any(|field| field.starts_with('*')));
    let is_interval = times.iter().any(|field| field.contains(['*', '-', '/']));
    let class = if !is_wildcard && is_interval { Class::Fixed } else { Class::Auto };
    let dst = match zone {
        ZoneUse::Own => Dst { class, ..Dst::default() },
        ZoneUse::Other if is_wildcard => Dst::default(),
        ZoneUse::Other => Dst { class: Class::Interval, ..Dst::default() },
        ZoneUse::Named if is_wildcard => Dst::default(),
        ZoneUse::Named => Dst { gap: Some(Gap::Skip), fold: Some(Fold::First), class },
    };
    let refused_part = (!expression.starts_with('@')).then(|| refused_part(&expression)).flatten();
    let has_random = expression.contains('~');
    let expression = if has_random { without_random(&expression) } else { expression };
    let cron = CronRecurrence { expression, ..CronRecurrence::default() };
    Translation { cron, dst, is_wildcard, refused_part, has_random }
}

/// Returns the first item that is not in cron's grammar: `*`, a number or a range, and a step after `*` or a range.
fn refused_part(expression: &str) -> Option<String> {
    let names: [&[&str]; 5] = [&[], &[], &[], &MONTHS, &WEEKDAYS];
    expression
        .split(' ')
        .zip(names)
        .find_map(|(field, names)| field.split(',').find(|item| !is_item(item, names)).map(str::to_owned))
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

fn is_item(item: &str, names: &[&str]) -> bool {
    let value = |text: &str| -> Option<usize> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let position = names.iter().position(|name| name.eq_ignore_ascii_case(text));
        if is_number { text.parse().ok() } else { position }
    };
    let (base, step) = match item.split_once('/') {
        Some((base, step)) => (base, Some(step)),
        None => (item, None),
    };
    let is_step = step.is_none_or(|step| step.parse::<usize>().is_ok_and(|step| step > 0));
    let random = base.split_once('~');
    let is_base = match (base.split_once('-'), random) {
        (Some((first, last)), _) => value(first).zip(value(last)).is_some_and(|(first, last)| first <= last),
        (None, Some((first, last))) => [first, last].iter().all(|end| end.is_empty() || value(end).is_some()),
        (None, None) if base == "*" => true,
        (None, None) => step.is_none() && value(base).is_some(),
    };
    is_step && is_base
}

/// Replaces random values such as `0~29` with hashed ones.
fn without_random(expression: &str) -> String {
    const RANGES: [(&str, &str); 5] = [("0", "59"), ("0", "23"), ("1", "31"), ("1", "12"), ("0", "6")];
    let field = |(field, (first, last)): (&str, (&str, &str))| {
        let item = |item: &str| match item.split_once('~') {
            None => item.to_owned(),
            Some((from, to)) => {
                let (to, step) = to.split_once('/').map_or((to, None), |(to, step)| (to, Some(step)));
                let from = if from.is_empty() { first } else { from };
                let to = if to.is_empty() { last } else { to };
                let step = step.map_or_else(String::new, |step| format!("/{step}"));
                format!("H({from}-{to}){step}")
            }
        };
        field.split(',').map(item).collect::<Vec<_>>().join(",")
    };
    expression.split(' ').zip(RANGES).map(field).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_follows_the_first_character_as_in_cron() {
        let check = |fields: &str, is_wildcard: bool, class: Class| {
            let found = translate(fields, ZoneUse::Own);
            assert_eq!((found.is_wildcard, found.dst.class), (is_wildcard, class), "{fields}");
        };
        check("30 2 * * *", false, Class::Auto);
        check("*/15 2 * * *", true, Class::Auto);
        check("0 * * * *", true, Class::Auto);
        check("0 1-5 * * *", false, Class::Fixed);
        check("5-55/10 2 * * *", false, Class::Fixed);
        check("0,30 2,3 * * *", false, Class::Auto);
        check("@hourly", true, Class::Auto);
        check("@daily", false, Class::Auto);
    }

    #[test]
    fn parts_outside_of_crons_grammar_are_found() {
        let check = |fields: &str, expected: Option<&str>| {
            assert_eq!(translate(fields, ZoneUse::Own).refused_part.as_deref(), expected, "{fields}");
        };
        for accepted in ["*/5 0-23/2 1,15 jan-MAR mon,wed-Fri", "* * * * 0-7", "0~29 ~ * * *", "@daily"] {
            check(accepted, None);
        }
        check("5/15 * * * *", Some("5/15"));
        check("0 22-2 * * *", Some("22-2"));
        check("0 0 L * ?", Some("L"));
        check("0 0 ? * *", Some("?"));
        check("0 0 * * 5#2", Some("5#2"));
        check("*/0 * * * *", Some("*/0"));
        check("0 0 * * fri-mon", Some("fri-mon"));
        check("H * * * *", Some("H"));
    }

    #[test]
    fn random_values_become_hashed_ones() {
        assert_eq!(translate("0~29 ~,12 * * 1~5/2", ZoneUse::Own).cron.expression, "H(0-29) H(0-23),12 * * H(1-5)/2");
    }
}
