//! Finds a text of the target whose runs are those of the schedule.

use jiff::tz::TimeZone;
use refrain_recurrence::{CompiledRecurrence, Context, Spec, time_zone};

use super::compare::compare;
use super::days::Days;
use super::render::{Style, Times};
use super::sample::{ClockOf, Sample};
use super::schedule::Schedule;
use super::{Options, Remark, RemarkKind};
use crate::import::{self, Kind, NoteKind, Report};
use crate::source::Source;

/// A system with fields of cron.
pub(super) struct System {
    /// Name for messages.
    pub(super) name: &'static str,
    /// System whose importer reads the texts.
    pub(super) kind: Kind,
    /// Name of a file that the importer reads.
    pub(super) file: &'static str,
    /// Returns what the system calls the times in a time zone. `None` if it has no such times.
    pub(super) times: fn(&Times, &Days, Style, &str) -> Option<String>,
}

/// The times of a schedule in the words of the target.
#[derive(Debug)]
pub(super) struct Fitted {
    /// What [`System::times`] returned.
    pub(super) times: String,
    pub(super) timezone: String,
    /// Differences on days of DST changes.
    pub(super) differences: Vec<String>,
}

/// Finds the times of a schedule, or says why there are none. `file` creates a file of the target from them.
pub(super) fn fit(
    system: &System,
    schedule: &Schedule,
    options: &Options,
    file: &dyn Fn(&Fitted) -> String,
) -> Result<Fitted, String> {
    let rule = schedule.compile()?;
    let at = options.at;
    if schedule.spec.max_runs.is_some() {
        return Err("it has a limit of runs".to_owned());
    }
    if schedule.spec.starts_at.is_some_and(|starts| starts > at) {
        return Err("it starts in the future".to_owned());
    }
    let own = time_zone(rule.timezone()).map_err(|error| error.message().to_owned())?;
    let mut reason = None;
    let mut best: Option<Fitted> = None;
    let clocks = [(ClockOf::Recurrence, rule.timezone(), own.clone()), (ClockOf::Utc, "UTC", TimeZone::UTC)];
    for (clock, timezone, zone) in clocks {
        let sampled = Sample::take(&rule, &zone, clock, at).and_then(|sample| {
            let times = Times::of(&sample)?;
            Ok((times, Days::of(&sample)))
        });
        let (times, days) = match sampled {
            Ok(sampled) => sampled,
            Err(why) => {
                reason.get_or_insert(why);
                continue;
            }
        };
        for (days, style) in days.iter().flat_map(|days| [(days, Style::Stars), (days, Style::Lists)]) {
            let Some(text) = (system.times)(&times, days, style, timezone) else { continue };
            let mut fitted = Fitted { times: text, timezone: timezone.to_owned(), differences: Vec::new() };
            match check(system, &rule, &own, &file(&fitted), options) {
                Ok(differences) => fitted.differences = differences,
                Err(why) => {
                    reason.get_or_insert(why);
                    continue;
                }
            }
            if fitted.differences.is_empty() {
                return Ok(fitted);
            }
            if best.as_ref().is_none_or(|best| fitted.differences.len() < best.differences.len()) {
                best = Some(fitted);
            }
        }
        reason.get_or_insert_with(|| format!("{} has no fields for its days or seconds", system.name));
    }
    best.ok_or_else(|| reason.unwrap_or_default())
}

/// Imports a file of one schedule and compares its runs.
pub(super) fn check(
    system: &System,
    rule: &CompiledRecurrence,
    zone: &TimeZone,
    file: &str,
    options: &Options,
) -> Result<Vec<String>, String> {
    let sources = [Source::new(system.file, file)];
    let mut settings = import::Options::new(options.at);
    settings.timezone = Some(options.timezone.clone());
    let report = import::import(system.kind, &sources, &settings);
    let spec = spec(&report).ok_or_else(|| format!("{} cannot read its times", system.name))?;
    let exported = CompiledRecurrence::compile(&spec, &Context { anchor: Some(options.at), ..Context::default() })
        .map_err(|error| error.message().to_owned())?;
    let mut found = compare(rule, &exported, system.name, zone, options.at)?;
    // Differences between the importer's schedule and the system itself.
    for note in report.entries.iter().flat_map(|entry| &entry.notes) {
        if note.kind == NoteKind::Differs && note.text.starts_with("on ") && !found.contains(&note.text) {
            found.push(note.text.clone());
        }
    }
    Ok(found)
}

/// Returns the definition of the only schedule of a report.
fn spec(report: &Report) -> Option<Spec> {
    let documents = report.documents();
    let [document] = documents.as_slice() else { return None };
    if let Some(spec) = document.body.get("spec") {
        return serde_json::from_value(spec.clone()).ok();
    }
    let text = |name: &str| document.body.get(name)?.as_str();
    Some(Spec::new(text("cron")?.parse().ok()?, text("timezone")?))
}

/// Returns the remarks that every target has about a schedule.
pub(super) fn remarks(schedule: &Schedule, fitted: &Fitted) -> Vec<Remark> {
    let differs = |text: &String| Remark::new(schedule, RemarkKind::Differs, text.clone());
    let mut found: Vec<Remark> = fitted.differences.iter().map(differs).collect();
    if schedule.spec.first_run.is_some() {
        found.push(Remark::new(schedule, RemarkKind::Dropped, "its extra first run"));
    }
    let discriminators = schedule.value.get("discriminators").and_then(serde_json::Value::as_array);
    if discriminators.is_some_and(|names| !names.is_empty()) {
        found.push(Remark::new(schedule, RemarkKind::Dropped, "its discriminators: the target has one run per time"));
    }
    found
}
