//! The trigger of a job: cron fields, an interval, or a date.

use std::borrow::Cow;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{Jitter, JitterMode, JitterWindow, Length, OnceRecurrence, Recurrence, Spec, time_zone};

use super::super::draft::{Draft, Importer};
use super::super::instant;
use super::super::interval::{every, whole_seconds};
use super::super::note::NoteKind;
use super::super::values::{shown, whole};
use super::cron::{self, FIELDS};
use crate::text::quoted;
use crate::tree::{Key, Node, NodeValue};

/// Units of an interval, in seconds.
const UNITS: [(&str, f64); 5] =
    [("weeks", 604_800.0), ("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0), ("seconds", 1.0)];
const BOUNDS: [&str; 5] = ["timezone", "start_date", "end_date", "jitter", "run_date"];
const SECOND: SignedDuration = SignedDuration::from_secs(1);

/// A trigger.
#[derive(Debug)]
pub(super) struct Trigger<'n> {
    kind: String,
    /// Objects with fields of the trigger: the trigger itself, and the job.
    nodes: Vec<&'n Node>,
    fields: Fields,
    at: usize,
}

/// Where the fields are that say when the job runs.
#[derive(Debug)]
enum Fields {
    /// In the objects.
    Nodes,
    /// Names and values of `cron[hour='3']`.
    Texts(Vec<(String, String)>),
    /// The rest of `interval[0:05:00]` and `date[…]`.
    Value(String),
}

impl<'n> Trigger<'n> {
    pub(super) fn read(job: &'n Node) -> Self {
        let Some(trigger) = job.get("trigger") else {
            return Self { kind: String::new(), nodes: vec![job], fields: Fields::Nodes, at: job.at };
        };
        let at = trigger.at;
        if let Some(text) = trigger.text() {
            let Some((kind, rest)) = text.split_once('[') else {
                return Self { kind: text.to_owned(), nodes: vec![job], fields: Fields::Nodes, at };
            };
            let rest = rest.strip_suffix(']').unwrap_or(rest);
            let fields = if kind == "cron" { Fields::Texts(texts(rest)) } else { Fields::Value(rest.to_owned()) };
            return Self { kind: kind.to_owned(), nodes: vec![job], fields, at };
        }
        let class = trigger.get("__apscheduler_class__").map(|_| "pickled");
        let name = ["type", "name", "trigger"].iter().find_map(|name| trigger.get(name).and_then(Node::text));
        let kind = class.or(name).unwrap_or_default().to_owned();
        let nodes = [Some(trigger), trigger.get("fields"), Some(job)].into_iter().flatten().collect();
        Self { kind, nodes, fields: Fields::Nodes, at }
    }

    /// Returns a field of the trigger.
    fn node(&self, name: &str) -> Option<&'n Node> {
        let found = self.nodes.iter().find_map(|node| node.get(name));
        found.filter(|field| field.value != NodeValue::Null)
    }

    /// Returns a field as text.
    fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        if let Fields::Texts(texts) = &self.fields
            && let Some((_, value)) = texts.iter().find(|(other, _)| other == name)
        {
            return Some(Cow::Borrowed(value.as_str()));
        }
        self.node(name).map(|field| match field.text() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(field.to_json().to_string()),
        })
    }

    pub(super) fn written(&self) -> String {
        let names: Vec<&str> = FIELDS.into_iter().chain(UNITS.iter().map(|(name, _)| *name)).chain(BOUNDS).collect();
        let field = |name: &&str| Some(format!("{name}: {}", self.text(name)?));
        let mut lines: Vec<String> = vec![self.kind.clone()];
        match &self.fields {
            Fields::Value(value) => lines[0] = format!("{}[{value}]", self.kind),
            Fields::Nodes | Fields::Texts(_) => lines.extend(names.iter().filter_map(field)),
        }
        lines.join("\n")
    }

    /// Returns the fields of a job that neither the trigger nor the job knows.
    pub(super) fn others<'j>(&self, job: &'j Node, read: &[&str]) -> Vec<(&'j Key, &'j Node)> {
        let is_known = |name: &str| {
            read.contains(&name)
                || BOUNDS.contains(&name)
                || FIELDS.contains(&name)
                || UNITS.iter().any(|(unit, _)| *unit == name)
        };
        let entries =
            job.entries().iter().filter(|(key, value)| !is_known(&key.name) && value.value != NodeValue::Null);
        entries.map(|(key, value)| (key, value)).collect()
    }

    /// Sets the times of the trigger.
    pub(super) fn set(&self, draft: &mut Draft<'_>, job: &Node, importer: &mut Importer<'_>) {
        let timezone = match self.text("timezone") {
            Some(zone) => zone.into_owned(),
            None => importer.timezone("UTC", "a trigger without `timezone` uses the zone of its scheduler"),
        };
        let zone = time_zone(&timezone).unwrap_or(TimeZone::UTC);
        let starts_at = self.instant(draft, "start_date", &zone);
        let next_at = job.get("next_run_time").and_then(Node::text).and_then(|text| instant::parse(text, &zone));
        match self.kind.as_str() {
            "cron" => cron::set(draft, self.at, &|name| self.text(name).map(Cow::into_owned), &timezone),
            "interval" => self.set_interval(draft, &timezone, starts_at.or(next_at)),
            "date" => {
                let run_at = self.instant(draft, "run_date", &zone);
                match run_at.or(next_at) {
                    Some(at) => {
                        draft.spec = Some(Spec::new(Recurrence::Once(OnceRecurrence { at }), timezone.as_str()));
                    }
                    None => draft.refuse_at(self.at, "the trigger has no `run_date`, and the job no `next_run_time`"),
                }
            }
            "pickled" => draft.refuse_at(
                self.at,
                "`export_jobs` writes triggers that only Python can read; dump the fields of the jobs as JSON instead",
            ),
            other => {
                let reason = format!("the trigger {} is neither `cron` nor `interval` nor `date`", quoted(other));
                draft.refuse_at(self.at, reason);
            }
        }
        let ends_at = self.instant(draft, "end_date", &zone);
        let jitter = self.node("jitter").is_some().then(|| self.jitter(draft)).flatten();
        let Some(spec) = &mut draft.spec else { return };
        spec.jitter = jitter;
        if !matches!(spec.recurrence, Recurrence::Once(_)) {
            spec.starts_at = spec.starts_at.or(starts_at);
            // APScheduler includes the end.
            spec.ends_at = ends_at.map(|ends| ends + SECOND);
        }
    }

    fn set_interval(&self, draft: &mut Draft<'_>, timezone: &str, starts_at: Option<Timestamp>) {
        let total = match &self.fields {
            Fields::Value(text) => interval_seconds(text),
            Fields::Nodes | Fields::Texts(_) => UNITS
                .iter()
                .filter_map(|(name, seconds)| Some(self.text(name)?.parse::<f64>().ok()? * seconds))
                .reduce(|total, more| total + more),
        };
        let Some(seconds) = total.and_then(whole_seconds) else {
            draft.refuse_at(self.at, "expected an interval of at least one second in whole seconds");
            return;
        };
        let mut spec = Spec::new(every(seconds), timezone);
        spec.starts_at = starts_at;
        if starts_at.is_none() {
            let text = "APScheduler counts from the start of its scheduler, Refrain from the creation of the schedule";
            draft.note(NoteKind::Differs, text);
        }
        draft.spec = Some(spec);
    }

    fn jitter(&self, draft: &mut Draft<'_>) -> Option<Jitter> {
        let seconds = self.nodes.iter().find_map(|node| whole(draft, node, "jitter")).filter(|seconds| *seconds > 0)?;
        draft.note(NoteKind::Kept, format!("a random delay of up to {seconds} s became jitter"));
        let length = Length::from_seconds(seconds);
        Some(Jitter { window: JitterWindow::Length(length), mode: JitterMode::Spread })
    }

    fn instant(&self, draft: &mut Draft<'_>, name: &str, zone: &TimeZone) -> Option<Timestamp> {
        let field = self.node(name)?;
        let found = field.text().and_then(|text| instant::parse(text, zone));
        if found.is_none() {
            draft.note_at(field.at, NoteKind::Dropped, format!("{name}: {} is not a date and time", shown(field)));
        }
        found
    }
}

/// Splits `hour='3', minute='0,30'`.
fn texts(text: &str) -> Vec<(String, String)> {
    let mut rest = text;
    let mut found = Vec::new();
    while let Some((name, after)) = rest.split_once("='") {
        let Some((value, after)) = after.split_once('\'') else { break };
        found.push((name.trim_matches([' ', ',']).to_owned(), value.to_owned()));
        rest = after;
    }
    found
}

/// Returns the seconds of `1 day, 0:05:00`, as Python writes an interval.
fn interval_seconds(text: &str) -> Option<f64> {
    const DAY: f64 = 86_400.0;
    let (days, time) = match text.split_once(" day") {
        Some((days, rest)) => {
            (days.trim().parse::<f64>().ok()?, rest.trim_start_matches('s').trim_start_matches([',', ' ']))
        }
        None => (0.0, text),
    };
    let parts: Vec<f64> = time.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    match parts.as_slice() {
        [hours, minutes, seconds] => Some(days * DAY + hours * 3_600.0 + minutes * 60.0 + seconds),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_triggers_are_read() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(texts("day_of_week='mon-fri', hour='0,12'"), [pair("day_of_week", "mon-fri"), pair("hour", "0,12")]);
        assert_eq!(interval_seconds("0:05:00"), Some(300.0));
        assert_eq!(interval_seconds("2 days, 1:00:00"), Some(176_400.0));
        assert_eq!(interval_seconds("1 day, 0:00:00.500000"), Some(86_400.5));
        assert_eq!(interval_seconds("soon"), None);
    }
}
