//! Parses RFC 5545 lines into a `RecurrenceSet`. It does not look up zones and does not expand anything.

use super::moment::{DateForm, Moment, ValueType};
use super::parts::{Parts, RecurrenceSet, Start, StartZone};
use super::recur::{self, unknown};
use super::text::{Piece, UnfoldedText};
use crate::error::{Error, ErrorCode, quoted};

/// Maximum length of a text in bytes. It also limits the lists of dates: a date takes nine bytes.
const TEXT_BYTES_MAX: usize = 64 * 1024;
/// Maximum number of `RRULE`s, and of `EXRULE`s. It is limited because a search queries every rule.
pub(crate) const RULES_MAX: usize = 50;

const PROPERTIES: [&str; 5] = ["DTSTART", "RRULE", "RDATE", "EXRULE", "EXDATE"];
const PARAMETERS: [&str; 2] = ["TZID", "VALUE"];

/// Parses `DTSTART`, `RRULE`, `RDATE`, `EXRULE` and `EXDATE` lines. A line without a name is an `RRULE`.
pub(crate) fn parse(text: &str) -> Result<RecurrenceSet, Error> {
    if text.len() > TEXT_BYTES_MAX {
        let message = format!("the text has {} bytes, more than {TEXT_BYTES_MAX}", text.len());
        return Err(Error::new(ErrorCode::TooLong, message));
    }
    let unfolded = UnfoldedText::new(text);
    let mut parsed =
        RecurrenceSet { start: None, rules: Vec::new(), exrules: Vec::new(), rdates: Vec::new(), exdates: Vec::new() };
    let mut time_parts = Vec::new();
    for line in unfolded.lines() {
        let Line { property, form, form_column, value } = Line::read(line)?;
        match property {
            Property::Start => {
                if parsed.start.is_some() {
                    return Err(line.error(ErrorCode::Conflict, "DTSTART is given twice"));
                }
                parsed.start = Some(start(value, &form)?);
            }
            Property::Rule | Property::Exrule => {
                if let Some(column) = form_column {
                    let error = Error::new(ErrorCode::Conflict, "TZID and VALUE are only allowed on lines of dates");
                    return Err(error.at_column(column));
                }
                let list = if property == Property::Rule { &mut parsed.rules } else { &mut parsed.exrules };
                time_parts.extend(push_rule(list, value)?);
            }
            Property::Rdate => push_dates(&mut parsed.rdates, value, &form)?,
            Property::Exdate => push_dates(&mut parsed.exdates, value, &form)?,
        }
    }
    if parsed.rules.is_empty() && parsed.rdates.is_empty() {
        let error = Error::new(ErrorCode::BadValue, "there is no RRULE and no RDATE").at_column(1);
        return Err(error.with_hint("write a rule such as `FREQ=WEEKLY;BYDAY=MO`"));
    }
    if let Some(piece) = time_parts.first().filter(|_| parsed.start.as_ref().is_some_and(|start| start.is_date)) {
        let message = format!("{} cannot be used when DTSTART is a whole date", piece.text.to_ascii_uppercase());
        return Err(piece.error(ErrorCode::Conflict, message));
    }
    for dates in [&mut parsed.rdates, &mut parsed.exdates] {
        dates.sort_unstable();
        dates.dedup();
    }
    Ok(parsed)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    Start,
    Rule,
    Rdate,
    Exrule,
    Exdate,
}

impl Property {
    fn read(name: Piece<'_>) -> Result<Self, Error> {
        match PROPERTIES.iter().position(|known| name.is(known)) {
            Some(0) => Ok(Self::Start),
            Some(1) => Ok(Self::Rule),
            Some(2) => Ok(Self::Rdate),
            Some(3) => Ok(Self::Exrule),
            Some(4) => Ok(Self::Exdate),
            Some(_) | None => Err(unknown(name, "property", PROPERTIES)),
        }
    }
}

/// A content line, split into its elements.
struct Line<'a> {
    property: Property,
    form: DateForm,
    /// Column of a parameter that determines how dates are read.
    form_column: Option<usize>,
    value: Piece<'a>,
}

impl<'a> Line<'a> {
    fn read(line: Piece<'a>) -> Result<Self, Error> {
        let Some(end) = line.text.find([':', ';', '=']) else {
            return Err(unknown(line, "property", PROPERTIES));
        };
        let form = DateForm::default();
        if line.text[end..].starts_with('=') {
            return Ok(Self { property: Property::Rule, form, form_column: None, value: line });
        }
        let property = Property::read(line.cut(0, end).trimmed())?;
        let (parameters, value) = value_after(line.cut(end, line.text.len()))?;
        let mut read = Self { property, form, form_column: None, value };
        for parameter in parameters {
            read.parameter(parameter)?;
        }
        Ok(read)
    }

    fn parameter(&mut self, parameter: Piece<'a>) -> Result<(), Error> {
        let Some((name, value)) = parameter.split_once('=') else {
            let message = format!("{} is not a parameter such as `VALUE=DATE`", quoted(parameter.text));
            return Err(parameter.error(ErrorCode::BadValue, message));
        };
        let value = value.unquoted();
        // Applications must ignore experimental parameters (RFC 5545, 3.2).
        if name.text.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("X-")) {
            return Ok(());
        }
        let is_known = PARAMETERS.iter().any(|known| name.is(known));
        if is_known && value.text.is_empty() {
            return Err(value.error(ErrorCode::BadValue, format!("{} has no value", name.text)));
        }
        let twice = || name.error(ErrorCode::Conflict, format!("{} is given twice", name.text.to_ascii_uppercase()));
        if name.is("TZID") {
            if self.form.zone.replace(value.text.to_owned()).is_some() {
                return Err(twice());
            }
        } else if name.is("VALUE") {
            let found = ValueType::ALL.into_iter().find(|kind| value.is(kind.name()));
            let found = found.ok_or_else(|| unknown(value, "type of value", ValueType::ALL.map(ValueType::name)))?;
            if found == ValueType::Period && self.property != Property::Rdate {
                return Err(value.error(ErrorCode::BadValue, "VALUE=PERIOD is only allowed with RDATE"));
            }
            if self.form.value.replace(found).is_some() {
                return Err(twice());
            }
        } else {
            return Err(unknown(name, "parameter", PARAMETERS));
        }
        self.form_column.get_or_insert(name.column());
        Ok(())
    }
}

/// Splits the text after a property's name into parameters and value. A quoted parameter may contain any character.
fn value_after(rest: Piece<'_>) -> Result<(Vec<Piece<'_>>, Piece<'_>), Error> {
    let mut parameters = Vec::new();
    let mut is_quoted = false;
    let mut from = None;
    for (at, mark) in rest.text.char_indices() {
        if mark == '"' {
            is_quoted = !is_quoted;
        }
        if is_quoted || !(mark == ';' || mark == ':') {
            continue;
        }
        if let Some(from) = from {
            parameters.push(rest.cut(from, at));
        }
        if mark == ':' {
            let value = rest.cut(at + 1, rest.text.len()).trimmed();
            return if value.text.is_empty() {
                Err(value.error(ErrorCode::BadValue, "the line has no value"))
            } else {
                Ok((parameters, value))
            };
        }
        from = Some(at + 1);
    }
    Err(rest.error(ErrorCode::BadValue, "the line has no `:` before its value"))
}

fn start(value: Piece<'_>, form: &DateForm) -> Result<Start, Error> {
    Ok(match Moment::parse(value, form)? {
        Moment::Date(day) => Start { civil: day.start(), zone: StartZone::Floating, is_date: true },
        Moment::Local(civil) => Start { civil, zone: StartZone::Floating, is_date: false },
        Moment::Utc(seconds) => Start { civil: crate::civil::Civil(seconds), zone: StartZone::Utc, is_date: false },
        Moment::Zoned { zone, civil } => Start { civil, zone: StartZone::Named(zone), is_date: false },
    })
}

fn push_rule<'a>(list: &mut Vec<Parts>, value: Piece<'a>) -> Result<Option<Piece<'a>>, Error> {
    if list.len() == RULES_MAX {
        return Err(value.error(ErrorCode::TooLong, format!("there are more than {RULES_MAX} rules")));
    }
    let read = recur::parse(value)?;
    list.push(read.parts);
    Ok(read.time_part)
}

fn push_dates(list: &mut Vec<Moment>, value: Piece<'_>, form: &DateForm) -> Result<(), Error> {
    for date in value.split(',') {
        let date = date.trimmed();
        if date.text.is_empty() {
            return Err(date.error(ErrorCode::BadValue, "a date is missing"));
        }
        list.push(Moment::parse(date, form)?);
    }
    Ok(())
}
