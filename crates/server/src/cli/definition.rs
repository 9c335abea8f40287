//! The recurrence given on the command line: an expression or a JSON definition, and the options to parse it.

use std::fs::File;
use std::io::{Read, stdin};

use clap::Args;
use clap_complete::engine::ArgValueCompleter;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_cli::complete;
use refrain_recurrence::{Calendars, CompiledRecurrence, Context, Dialect, ErrorCode, Recurrence, Spec, time_zone};

use crate::cli::anchor::anchor;
use crate::cli::json;
use crate::clock;
use crate::input::expression::{self, CronOptions};
use crate::input::instant;
use crate::input::problem::Problem;

/// A recurrence and the options to parse it.
#[derive(Args, Debug)]
pub(crate) struct Definition {
    /// Recurrence: cron, `every 15 minutes`, `RRULE:…`, an instant, or JSON
    #[arg(value_name = "EXPR")]
    pub(crate) expression: Option<String>,
    /// JSON definition in place of an expression: the text itself, @FILE, or - for standard input
    #[arg(long, value_name = "SPEC", conflicts_with = "expression", hide_short_help = true)]
    pub(crate) json: Option<String>,
    #[command(flatten)]
    pub(crate) parse_options: ParseOptions,
}

/// Options to parse an expression.
#[derive(Args, Debug)]
pub(crate) struct ParseOptions {
    /// Time zone, such as Europe/Paris [default: UTC]
    ///
    /// A time zone in the definition is used without this flag.
    #[arg(long = "tz", value_name = "ZONE", add = ArgValueCompleter::new(complete::time_zones))]
    timezone: Option<String>,
    /// Cron dialect [default: unix]
    ///
    /// One of unix, quartz, cronos, robfig, croniter, croner and temporal.
    #[arg(long, value_name = "NAME")]
    dialect: Option<String>,
    /// How cron combines its two day fields if both are set: or, and [default: set by the dialect]
    #[arg(long, value_name = "HOW", hide_short_help = true)]
    day_match: Option<String>,
    /// Position of the seconds field in cron: none, first, last [default: set by the dialect]
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    seconds: Option<String>,
    /// Handling of local times that a DST change skips: next_valid, skip, same_offset [default: next_valid]
    #[arg(long, value_name = "HOW", hide_short_help = true)]
    gap: Option<String>,
    /// Handling of local times that a DST change repeats: first, last, both [default: first]
    #[arg(long, value_name = "HOW", hide_short_help = true)]
    fold: Option<String>,
    /// Named calendars that the definition may use, as a JSON object: the text itself, @FILE, or -
    #[arg(long, value_name = "JSON", hide_short_help = true)]
    calendars: Option<String>,
    /// Schedule ID; determines the value of `H` in cron, and the jitter
    #[arg(long, value_name = "ID", default_value = "", hide_default_value = true, hide_short_help = true)]
    id: String,
}

/// A definition that was parsed but not yet checked.
pub(crate) struct Draft {
    pub(crate) spec: Spec,
    text: String,
    is_json: bool,
    calendars: Calendars,
    id: String,
}

impl Definition {
    pub(crate) fn read(&self) -> Result<Draft, Problem> {
        match (&self.json, &self.expression) {
            (Some(json), _) => self.parse_options.read_json(read_argument(json)?),
            (None, Some(text)) => self.parse_options.read(text),
            (None, None) => Err(Problem::new(ErrorCode::BadValue, "no expression given")
                .with_hint("for example `refrain next '0 9 * * MON-FRI'`, or --json")),
        }
    }
}

impl ParseOptions {
    /// Parses an expression. A text that starts with a brace is a JSON definition.
    pub(crate) fn read(&self, text: &str) -> Result<Draft, Problem> {
        if text.trim_start().starts_with('{') {
            return self.read_json(text.to_owned());
        }
        let cron = self.cron_options()?;
        let named = expression::named_zone(text)?;
        let timezone = self.timezone()?.or(named.as_deref()).unwrap_or("UTC");
        let recurrence = expression::parse(text, timezone, cron).map_err(|problem| problem.in_text(text))?;
        self.draft(Spec::new(recurrence, timezone), text.to_owned(), false)
    }

    fn read_json(&self, text: String) -> Result<Draft, Problem> {
        let timezone = self.timezone()?;
        let mut spec = json::parse_spec(&text, timezone.unwrap_or("UTC"))?;
        self.cron_options()?.complete(&mut spec.recurrence);
        if let Some(timezone) = timezone {
            spec.timezone = timezone.to_owned();
        }
        self.draft(spec, text, true)
    }

    fn draft(&self, mut spec: Spec, text: String, is_json: bool) -> Result<Draft, Problem> {
        spec.dst.gap = flag("--gap", self.gap.as_deref(), json::named)?.or(spec.dst.gap);
        spec.dst.fold = flag("--fold", self.fold.as_deref(), json::named)?.or(spec.dst.fold);
        Ok(Draft { spec, text, is_json, calendars: self.calendars()?, id: self.id.clone() })
    }

    /// Returns the named calendars given by the flag.
    pub(crate) fn calendars(&self) -> Result<Calendars, Problem> {
        match &self.calendars {
            Some(argument) => json::read(&read_argument(argument)?),
            None => Ok(Calendars::new()),
        }
    }

    /// Returns the time zone given by the flag, after checking that it exists.
    pub(crate) fn timezone(&self) -> Result<Option<&str>, Problem> {
        let timezone = self.timezone.as_deref();
        flag("--tz", timezone, |name| time_zone(name).map_err(Problem::from))?;
        Ok(timezone)
    }

    fn cron_options(&self) -> Result<CronOptions, Problem> {
        let dialect = |name: &str| name.parse::<Dialect>().map_err(Problem::from);
        Ok(CronOptions {
            dialect: flag("--dialect", self.dialect.as_deref(), dialect)?,
            day_match: flag("--day-match", self.day_match.as_deref(), json::named)?,
            seconds: flag("--seconds", self.seconds.as_deref(), json::named)?,
        })
    }
}

impl Draft {
    /// Checks the definition. Intervals without a start of their own are counted from `from`.
    pub(crate) fn compile(&self, from: Timestamp) -> Result<CompiledRecurrence, Problem> {
        let context = Context { anchor: Some(anchor(from)), seed: &self.id, calendars: Some(&self.calendars) };
        CompiledRecurrence::compile(&self.spec, &context).map_err(|error| {
            let problem = Problem::from(error);
            match (&self.spec.recurrence, self.is_json) {
                (Recurrence::Cron(rule), true) if problem.column.is_some() => problem.in_text(&rule.expression),
                (Recurrence::Rrule(rule), true) if problem.column.is_some() => problem.in_text(&rule.text),
                (_, true) => json::locate(problem, &self.text),
                (_, false) => problem.at_least_at_start().in_text(&self.text),
            }
        })
    }

    /// Parses the instant given by a flag, in the definition's time zone if it has no offset.
    pub(crate) fn instant(&self, name: &str, text: Option<&str>) -> Result<Option<Timestamp>, Problem> {
        flag(name, text, |text| instant::parse(text, &self.spec.timezone))
    }

    /// Like [`Self::instant`], but returns the current time if the flag is absent.
    pub(crate) fn instant_or_now(&self, name: &str, text: Option<&str>) -> Result<Timestamp, Problem> {
        Ok(self.instant(name, text)?.unwrap_or_else(clock::now))
    }

    /// Returns the time zone in which local times are shown.
    pub(crate) fn zone(&self) -> Result<TimeZone, Problem> {
        time_zone(&self.spec.timezone).map_err(|error| json::locate(error.into(), &self.text))
    }
}

/// Parses the value of a flag. On failure, the problem points at that value.
pub(crate) fn flag<T>(
    name: &str,
    text: Option<&str>,
    read: impl FnOnce(&str) -> Result<T, Problem>,
) -> Result<Option<T>, Problem> {
    let Some(text) = text else { return Ok(None) };
    read(text).map(Some).map_err(|mut problem| {
        problem.column.get_or_insert(1);
        problem.text = Some(text.to_owned());
        problem.label = format!("{name} ");
        problem
    })
}

/// Returns the text of an argument that may name a file or standard input.
fn read_argument(argument: &str) -> Result<String, Problem> {
    let mut text = String::new();
    let most = json::TEXT_BYTES_MAX as u64 + 1;
    let read = match argument.strip_prefix('@') {
        Some(path) => File::open(path).and_then(|file| file.take(most).read_to_string(&mut text)),
        None if argument == "-" => stdin().lock().take(most).read_to_string(&mut text),
        None => return Ok(argument.to_owned()),
    };
    match read {
        Ok(_) => Ok(text),
        Err(error) => Err(Problem::new(ErrorCode::BadValue, format!("cannot read {argument}: {error}"))),
    }
}
