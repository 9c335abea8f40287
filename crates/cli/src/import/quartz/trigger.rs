//! One trigger: its times, its policy for missed runs, and the job that it starts.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use refrain_recurrence::{EveryRecurrence, OnceRecurrence, Recurrence, Spec, Unit, time_zone};
use roxmltree::Node;
use serde_json::{Map, Value, json};

use super::super::draft::{Draft, Importer};
use super::super::interval::{every, whole_seconds};
use super::super::note::NoteKind;
use super::super::stub;
use super::element::{Key, child, is, key, shown, text};
use super::{cron_spec, default_zone};
use crate::source::Source;
use crate::text::quoted;

/// Repeat count of a trigger without an end.
const FOREVER: i64 = -1;
const PRIORITY: &str = "5";

/// A job of the file.
#[derive(Default)]
pub(super) struct Job {
    class: String,
    description: Option<String>,
    data: Map<String, Value>,
}

impl Job {
    pub(super) fn read(node: Node<'_, '_>) -> Self {
        Self {
            class: text(node, "job-class").unwrap_or_default().to_owned(),
            description: text(node, "description").map(str::to_owned),
            data: data(node),
        }
    }
}

fn data(node: Node<'_, '_>) -> Map<String, Value> {
    let entries = child(node, "job-data-map").into_iter().flat_map(|map| map.children());
    let entries = entries.filter(|child| is(*child, "entry"));
    entries.filter_map(|entry| Some((text(entry, "key")?.to_owned(), text(entry, "value").into()))).collect()
}

pub(super) fn draft<'a>(
    source: &'a Source,
    node: Node<'_, '_>,
    jobs: &BTreeMap<Key, Job>,
    importer: &mut Importer<'a>,
) -> Draft<'a> {
    let kind = node.tag_name().name();
    let written =
        ["cron-expression", "repeat-count", "repeat-interval", "repeat-interval-unit", "start-time", "end-time"]
            .iter()
            .filter_map(|name| {
                text(node, name)
                    .map(|value| if *name == "cron-expression" { value.to_owned() } else { format!("{name}: {value}") })
            })
            .collect::<Vec<_>>()
            .join("\n");
    let mut draft = Draft::new(source, node.range().start, shown(&key(node, "name", "group")), written);
    set_job(&mut draft, node, jobs);
    set_misfire(&mut draft, node, kind);
    for name in ["calendar-name", "start-time-seconds-in-future", "priority"] {
        if let Some(value) = text(node, name).filter(|value| !(name == "priority" && *value == PRIORITY)) {
            let at = child(node, name).map_or(draft.at, |child| child.range().start);
            draft.note_at(at, NoteKind::Dropped, format!("{name}: {}", quoted(value)));
        }
    }
    let zone = text(node, "time-zone").map_or_else(|| default_zone(importer), str::to_owned);
    let (Ok(starts_at), Ok(ends_at)) =
        (instant(&mut draft, node, "start-time", &zone), instant(&mut draft, node, "end-time", &zone))
    else {
        return draft;
    };
    match kind {
        "cron" => set_cron(&mut draft, node, &zone),
        "simple" => set_simple(&mut draft, node, &zone, starts_at),
        _ => set_calendar_interval(&mut draft, node, &zone, starts_at),
    }
    if let Some(spec) = &mut draft.spec
        && !matches!(spec.recurrence, Recurrence::Once(_))
    {
        (spec.starts_at, spec.ends_at) = (starts_at, ends_at);
    }
    draft
}

fn set_cron(draft: &mut Draft<'_>, node: Node<'_, '_>, zone: &str) {
    let element = child(node, "cron-expression").and_then(|child| child.first_child());
    let Some(expression) = text(node, "cron-expression").filter(|expression| !expression.is_empty()) else {
        draft.refuse_at(draft.at, "the trigger has no `cron-expression`");
        return;
    };
    let spec = cron_spec(expression, zone);
    let is_verbatim = matches!(&spec.recurrence, Recurrence::Cron(cron) if cron.expression == expression);
    let blanks = |element: Node<'_, '_>| element.text().map_or(0, |text| text.len() - text.trim_start().len());
    draft.spec_at = element.filter(|_| is_verbatim).map(|element| element.range().start + blanks(element));
    draft.spec = Some(spec);
}

fn set_simple(draft: &mut Draft<'_>, node: Node<'_, '_>, zone: &str, starts_at: Option<Timestamp>) {
    let number = |name: &str| text(node, name).map_or(Some(0), |text| text.parse::<i64>().ok());
    let (Some(count), Some(milliseconds)) = (number("repeat-count"), number("repeat-interval")) else {
        draft.refuse_at(draft.at, "`repeat-count` and `repeat-interval` must be whole numbers");
        return;
    };
    if count == 0 {
        match starts_at {
            Some(at) => draft.spec = Some(Spec::new(Recurrence::Once(OnceRecurrence { at }), zone)),
            None => draft.refuse_at(draft.at, "the trigger runs once, when Quartz starts"),
        }
        return;
    }
    #[expect(clippy::cast_precision_loss, reason = "an interval is far below the limit of exact numbers")]
    let Some(seconds) = whole_seconds(milliseconds as f64 / 1_000.0) else {
        let reason = format!("an interval of {milliseconds} ms is not a number of whole seconds");
        draft.refuse_at(draft.at, reason);
        return;
    };
    let mut spec = Spec::new(every(seconds), zone);
    if count != FOREVER {
        spec.max_runs = u64::try_from(count).ok().map(|count| count.saturating_add(1));
        draft.note(NoteKind::Kept, format!("repeat-count {count} became at most {} runs", count.saturating_add(1)));
    }
    if starts_at.is_none() {
        let text = "Quartz also runs when it starts; Refrain counts from the creation of the schedule";
        draft.note(NoteKind::Differs, text);
    }
    draft.spec = Some(spec);
}

fn set_calendar_interval(draft: &mut Draft<'_>, node: Node<'_, '_>, zone: &str, starts_at: Option<Timestamp>) {
    let count = text(node, "repeat-interval").and_then(|count| count.parse::<i64>().ok()).filter(|count| *count > 0);
    let unit = match text(node, "repeat-interval-unit").unwrap_or("DAY") {
        "SECOND" => Some(Unit::Seconds),
        "MINUTE" => Some(Unit::Minutes),
        "HOUR" => Some(Unit::Hours),
        "DAY" => Some(Unit::Days),
        "WEEK" => Some(Unit::Weeks),
        "MONTH" => Some(Unit::Months),
        "YEAR" => Some(Unit::Years),
        _ => None,
    };
    let (Some(count), Some(unit)) = (count, unit) else {
        draft.refuse_at(draft.at, "the trigger has no interval of a whole number of units");
        return;
    };
    let mut interval = EveryRecurrence::new(count, unit);
    match unit {
        Unit::Seconds | Unit::Minutes | Unit::Hours => {}
        Unit::Days | Unit::Weeks | Unit::Months | Unit::Years => {
            // The time of day is that of the start.
            interval.at = Some(Vec::new());
            let text = "if a DST change skips the time of day, Quartz moves it an hour back for good; Refrain runs at \
                        the next valid time on that day only";
            draft.note(NoteKind::Differs, text);
        }
    }
    let local_day = starts_at.zip(time_zone(zone).ok()).map(|(at, zone)| at.to_zoned(zone).day());
    if matches!(unit, Unit::Months | Unit::Years) && local_day.is_some_and(|day| day > 28) {
        let text = "after a shorter month, Quartz stays on its last day; Refrain returns to the day of the start";
        draft.note(NoteKind::Differs, text);
    }
    if starts_at.is_none() {
        let text = "Quartz counts from its start, Refrain from the creation of the schedule";
        draft.note(NoteKind::Differs, text);
    }
    draft.spec = Some(Spec::new(Recurrence::Every(interval), zone));
}

/// Reads a time: with an offset, or in the time zone. Refuses the trigger if it has another form.
fn instant(draft: &mut Draft<'_>, node: Node<'_, '_>, name: &str, zone: &str) -> Result<Option<Timestamp>, ()> {
    let Some(text) = text(node, name) else { return Ok(None) };
    let local = || -> Option<Timestamp> {
        let zone: TimeZone = time_zone(zone).ok()?;
        zone.to_timestamp(text.parse::<DateTime>().ok()?).ok()
    };
    match text.parse().ok().or_else(local) {
        Some(at) => Ok(Some(at)),
        None => {
            let at = child(node, name).map_or(draft.at, |child| child.range().start);
            draft.refuse_at(at, format!("{name}: {} is not a date and time in {zone}", quoted(text)));
            Err(())
        }
    }
}

/// Sets the policy for missed runs.
fn set_misfire(draft: &mut Draft<'_>, node: Node<'_, '_>, kind: &str) {
    let written = text(node, "misfire-instruction").unwrap_or("MISFIRE_INSTRUCTION_SMART_POLICY");
    let instruction = written.trim_start_matches("MISFIRE_INSTRUCTION_");
    let count = text(node, "repeat-count").unwrap_or("0");
    let policy = match instruction {
        "IGNORE_MISFIRE_POLICY" => "all",
        "DO_NOTHING" | "RESCHEDULE_NEXT_WITH_EXISTING_COUNT" | "RESCHEDULE_NEXT_WITH_REMAINING_COUNT" => "skip",
        // The smart policy of a simple trigger without an end waits for the next time.
        "SMART_POLICY" if kind == "simple" && count == "-1" => "skip",
        _ => "latest",
    };
    draft.set("catch_up", json!({ "policy": policy }));
    draft.note(NoteKind::Kept, format!("the misfire instruction {instruction} became catch-up `{policy}`"));
}

fn set_job(draft: &mut Draft<'_>, node: Node<'_, '_>, jobs: &BTreeMap<Key, Job>) {
    let job_key = key(node, "job-name", "job-group");
    let unknown = Job::default();
    let job = jobs.get(&job_key).unwrap_or_else(|| {
        draft.note(NoteKind::Incomplete, format!("the job {} is not in the file", shown(&job_key)));
        &unknown
    });
    let description = text(node, "description").map(str::to_owned).or_else(|| job.description.clone());
    if let Some(description) = description.filter(|description| !description.is_empty()) {
        draft.set("description", description);
    }
    let mut merged = job.data.clone();
    merged.extend(data(node));
    let mut payload = Map::new();
    payload.insert("job".to_owned(), shown(&job_key).into());
    if !job.class.is_empty() {
        payload.insert("class".to_owned(), job.class.clone().into());
    }
    if !merged.is_empty() {
        payload.insert("data".to_owned(), merged.into());
    }
    draft.set("overlap", "allow_all");
    stub::set_webhook(draft, &format!("quartz/{}", shown(&job_key)), &Value::Object(payload));
}
