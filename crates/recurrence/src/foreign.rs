//! Recognizes expressions of other systems in a text that could not be read, and names what Refrain accepts instead.
//!
//! Input: a text that is an error in its notation. Output: the error that says where the text comes from. Nothing is
//! converted silently.

use crate::error::{Error, ErrorCode, quoted};

/// Maximum length of a text that is looked at, in bytes.
const TEXT_BYTES_MAX: usize = 1_024;
const FIELD_COUNT: usize = 5;
const MACROS: [&str; 7] = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];
const NAMES: [&str; 19] = [
    "sun", "mon", "tue", "wed", "thu", "fri", "sat", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
    "oct", "nov", "dec",
];

/// Returns the error about an expression of another system, or the error itself if the text is none.
pub(crate) fn explain(text: &str, error: Error) -> Error {
    if text.len() > TEXT_BYTES_MAX {
        return error;
    }
    let found = event_bridge(text.trim()).or_else(|| systemd(text.trim())).or_else(|| crontab_line(text));
    found.unwrap_or(error)
}

fn foreign(message: String, column: usize, hint: String) -> Error {
    Error::new(ErrorCode::NotInDialect, message).at_column(column).with_hint(hint)
}

/// `rate(5 minutes)`, `cron(0 12 * * ? *)` and `at(2026-07-01T12:00:00)` of EventBridge.
fn event_bridge(text: &str) -> Option<Error> {
    let (name, inside) = text.strip_suffix(')')?.split_once('(')?;
    let hint = match name {
        "rate" => format!("write `{}`", rate(inside.trim())?),
        "cron" => fields(inside)?,
        "at" => format!("write the instant with its offset, such as `{}Z`", inside.trim()),
        _ => return None,
    };
    Some(foreign(format!("{} is an expression of EventBridge", quoted(text)), 1, hint))
}

/// Returns the phrase of a rate. A day is always 24 hours.
fn rate(text: &str) -> Option<String> {
    let (number, unit) = text.split_once(' ')?;
    let number: u32 = number.parse().ok().filter(|number| (1..=100_000).contains(number))?;
    let (number, unit) = match unit.trim().trim_end_matches('s') {
        "minute" => (number, "minute"),
        "hour" => (number, "hour"),
        "day" => (number * 24, "hour"),
        _ => return None,
    };
    Some(if number == 1 { format!("every {unit}") } else { format!("every {number} {unit}s") })
}

fn fields(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let [minute, hour, month_day, month, weekday, year] = words.as_slice() else { return None };
    let star = |field: &str| if field == "?" { "*".to_owned() } else { field.to_owned() };
    // Numbers of weekdays mean other days than in crontab.
    if *year == "*" && !weekday.contains(|c: char| c.is_ascii_digit()) {
        return Some(format!("write `{minute} {hour} {} {month} {}`", star(month_day), star(weekday)));
    }
    Some(format!("write `0 {}` with the dialect `quartz`", words.join(" ")))
}

/// `Mon *-*-* 09:00:00` of systemd.
fn systemd(text: &str) -> Option<Error> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_date = |word: &&str| word.contains("*-") || word.contains("-*") || word.contains("*~");
    let date_at = words.iter().position(is_date)?;
    let message = format!("{} is a calendar expression of systemd", quoted(text));
    let hint = match calendar(words[..date_at].first().copied(), words[date_at], words.get(date_at + 1).copied()) {
        Some(cron) if date_at <= 1 => format!("write `{cron}`"),
        _ => "`refrain import systemd` converts the timers that cron can express".to_owned(),
    };
    Some(foreign(message, 1, hint))
}

fn calendar(weekday: Option<&str>, date: &str, time: Option<&str>) -> Option<String> {
    let part = |text: &str| -> Option<String> {
        let is_part = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || "*.,/".contains(c));
        let number = |text: &str| {
            let short = text.trim_start_matches('0');
            if short.is_empty() { "0".to_owned() } else { short.to_owned() }
        };
        let item = |item: &str| {
            let (base, step) = item.split_once('/').map_or((item, None), |(base, step)| (base, Some(step)));
            let base = base.split("..").map(number).collect::<Vec<_>>().join("-");
            step.map_or_else(|| base.clone(), |step| format!("{base}/{step}"))
        };
        is_part.then(|| text.split(',').map(item).collect::<Vec<_>>().join(","))
    };
    let mut date = date.rsplitn(3, '-');
    let (month_day, month, year) = (part(date.next()?)?, part(date.next()?)?, date.next().unwrap_or("*"));
    let mut time = time.unwrap_or("00:00").split(':');
    let (hour, minute) = (part(time.next()?)?, part(time.next()?)?);
    let second = part(time.next().unwrap_or("0"))?;
    let weekday = match weekday {
        None => "*".to_owned(),
        Some(days) => days.trim_end_matches(',').replace("..", "-").to_ascii_uppercase(),
    };
    // Both days must match in systemd, and cron has a year only after the seconds.
    if year != "*" || (month_day != "*" && weekday != "*") {
        return None;
    }
    let five = format!("{minute} {hour} {month_day} {month} {weekday}");
    Some(if second == "0" { five } else { format!("{second} {five}") })
}

/// `0 9 * * * /usr/bin/backup`, a line of a crontab.
fn crontab_line(text: &str) -> Option<Error> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_macro = words.first().is_some_and(|word| MACROS.contains(word));
    let count = if is_macro { 1 } else { FIELD_COUNT };
    let (fields, command) = words.split_at_checked(count)?;
    let command = command.first()?;
    if !(is_macro || fields.iter().all(|field| is_field(field))) || is_field(command) {
        return None;
    }
    // Without letters, it is a field with an error.
    if !command.contains(|c: char| c.is_ascii_alphabetic()) || is_name(command) {
        return None;
    }
    let column = text[..command.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1;
    let hint = format!("write only `{}`; `refrain import crontab` reads lines with commands", fields.join(" "));
    let message = format!("{} is a command of a crontab line", quoted(command));
    Some(foreign(message, column, hint))
}

/// Returns whether a word consists of what fields of cron consist of.
fn is_field(word: &str) -> bool {
    let parts = word.split(|c: char| !c.is_ascii_alphabetic()).filter(|part| !part.is_empty());
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "*,/-?#~()".contains(c));
    is_plain
        && !word.starts_with('/')
        && parts.into_iter().all(|part| is_name(part) || ["L", "W", "LW", "H"].contains(&part))
}

/// Returns whether a word is like the name of a month or weekday, so that an error in it is a misspelling.
fn is_name(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    word.len() == 3 || NAMES.iter().any(|name| lower.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(usize, &str)>) {
        let other = || Error::new(ErrorCode::BadValue, "other");
        let error = explain(text, other());
        let found = error.hint().map(|hint| (error.column().unwrap_or(0), hint));
        assert_eq!(found, expected, "{text}: {error}");
    }

    #[test]
    fn expressions_of_event_bridge_are_recognized() {
        check("rate(5 minutes)", Some((1, "write `every 5 minutes`")));
        check("rate(1 hour)", Some((1, "write `every hour`")));
        check("rate(1 day)", Some((1, "write `every 24 hours`")));
        check("cron(0 12 * * ? *)", Some((1, "write `0 12 * * *`")));
        check("cron(0 18 ? * MON-FRI *)", Some((1, "write `0 18 * * MON-FRI`")));
        check("cron(0 10 ? * 6L 2026)", Some((1, "write `0 0 10 ? * 6L 2026` with the dialect `quartz`")));
        let instant = "write the instant with its offset, such as `2026-07-01T12:00:00Z`";
        check("at(2026-07-01T12:00:00)", Some((1, instant)));
        check("rate(5)", None);
        check("every(5 minutes)", None);
    }

    #[test]
    fn calendar_expressions_of_systemd_are_recognized() {
        check("Mon *-*-* 09:00:00", Some((1, "write `0 9 * * MON`")));
        check("Mon..Fri *-*-* 09:30", Some((1, "write `30 9 * * MON-FRI`")));
        check("*-*-01 00:00:00", Some((1, "write `0 0 1 * *`")));
        check("*-*-* *:0/15:30", Some((1, "write `30 0/15 * * * *`")));
        check("*-01,07-01", Some((1, "write `0 0 1 1,7 *`")));
        let import = "`refrain import systemd` converts the timers that cron can express";
        check("Mon *-*-1..7 09:00", Some((1, import)));
        check("*-*~01 09:00", Some((1, import)));
    }

    #[test]
    fn lines_of_a_crontab_are_recognized() {
        let hint = "write only `0 9 * * *`; `refrain import crontab` reads lines with commands";
        check("0 9 * * * /usr/bin/backup", Some((11, hint)));
        check("0 9 * * * root /usr/bin/backup --all", Some((11, hint)));
        check("0 9 * * * ./run.sh", Some((11, hint)));
        let daily = "write only `@daily`; `refrain import crontab` reads lines with commands";
        check("@daily /usr/bin/backup", Some((8, daily)));
        check("0 9 * * * MUN", None);
        check("0 9 * * * MON-FRO", None);
        check("* * * * * * * *", None);
        check("0 9 * * * 61", None);
        check("0 9 * * */x", None);
        check("@every 5x", None);
        check("evry 5 minutes", None);
    }
}
