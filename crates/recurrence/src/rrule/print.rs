//! Prints a parsed text in a canonical form, which parses back to the same value.

use std::fmt;

use super::moment::Moment;
use super::parts::{Parts, RecurrenceSet, Start, StartZone, WEEKDAY_LETTERS};
use crate::definition::Weekday;

impl fmt::Display for RecurrenceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        lines.extend(self.start.as_ref().map(start_line));
        lines.extend(self.rules.iter().map(|rule| format!("RRULE:{rule}")));
        lines.extend(date_lines("RDATE", &self.rdates));
        lines.extend(self.exrules.iter().map(|rule| format!("EXRULE:{rule}")));
        lines.extend(date_lines("EXDATE", &self.exdates));
        f.write_str(&lines.join("\n"))
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FREQ={}", self.freq.name())?;
        if self.interval != 1 {
            write!(f, ";INTERVAL={}", self.interval)?;
        }
        if let Some(count) = self.count {
            write!(f, ";COUNT={count}")?;
        }
        if let Some(until) = &self.until {
            write!(f, ";UNTIL={until}")?;
        }
        write_list(f, "BYMONTH", &self.by_month)?;
        write_list(f, "BYWEEKNO", &self.by_week_no)?;
        write_list(f, "BYYEARDAY", &self.by_year_day)?;
        write_list(f, "BYMONTHDAY", &self.by_month_day)?;
        let days: Vec<String> = self.by_day.iter().map(|day| by_day(day.ordinal, day.weekday)).collect();
        write_list(f, "BYDAY", &days)?;
        write_list(f, "BYHOUR", &self.by_hour)?;
        write_list(f, "BYMINUTE", &self.by_minute)?;
        write_list(f, "BYSECOND", &self.by_second)?;
        write_list(f, "BYSETPOS", &self.by_set_pos)?;
        if self.week_start != Weekday::Monday {
            write!(f, ";WKST={}", WEEKDAY_LETTERS[self.week_start as usize])?;
        }
        Ok(())
    }
}

fn start_line(start: &Start) -> String {
    let moment = match &start.zone {
        StartZone::Floating if start.is_date => Moment::Date(start.civil.day()),
        StartZone::Floating => Moment::Local(start.civil),
        StartZone::Utc => Moment::Utc(start.civil.0),
        StartZone::Named(zone) => Moment::Zoned { zone: zone.clone(), civil: start.civil },
    };
    format!("DTSTART{}:{moment}", parameters(&moment))
}

/// Returns one line for each run of dates with the same parameters.
fn date_lines(name: &str, dates: &[Moment]) -> Vec<String> {
    dates
        .chunk_by(|one, other| parameters(one) == parameters(other))
        .map(|run| {
            let values: Vec<String> = run.iter().map(Moment::to_string).collect();
            format!("{name}{}:{}", parameters(&run[0]), values.join(","))
        })
        .collect()
}

fn parameters(moment: &Moment) -> String {
    match moment {
        Moment::Date(_) => ";VALUE=DATE".to_owned(),
        Moment::Local(_) | Moment::Utc(_) => String::new(),
        Moment::Zoned { zone, .. } if zone.contains([':', ';', ',', '=']) => format!(";TZID=\"{zone}\""),
        Moment::Zoned { zone, .. } => format!(";TZID={zone}"),
    }
}

fn by_day(ordinal: i16, weekday: Weekday) -> String {
    let letters = WEEKDAY_LETTERS[weekday as usize];
    if ordinal == 0 { letters.to_owned() } else { format!("{ordinal}{letters}") }
}

fn write_list(f: &mut fmt::Formatter<'_>, name: &str, values: &[impl fmt::Display]) -> fmt::Result {
    for (index, value) in values.iter().enumerate() {
        if index == 0 {
            write!(f, ";{name}={value}")?;
        } else {
            write!(f, ",{value}")?;
        }
    }
    Ok(())
}
