//! Job schedulers of BullMQ, as `queue.getJobSchedulers()` returns them, and its older repeatable jobs.

mod pattern;
mod policies;
mod walk;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use refrain_recurrence::{Recurrence, Spec, time_zone};
use serde_json::{Value, json};

use self::pattern::Pattern;
use super::draft::{Draft, Importer};
use super::instant;
use super::interval::{every, whole_seconds};
use super::note::NoteKind;
use super::stub;
use super::values::{documents, note_others, shown, text, text_at};
use crate::source::Source;
use crate::tree::{Node, NodeValue};

/// Fields that are read, or that are the state of the last and the next run.
const READ: [&str; 15] = [
    "key",
    "id",
    "name",
    "pattern",
    "cron",
    "every",
    "tz",
    "startDate",
    "endDate",
    "limit",
    "offset",
    "immediately",
    "iterationCount",
    "next",
    "template",
];
const SECOND: SignedDuration = SignedDuration::from_secs(1);

/// Reads the job schedulers in files.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "the dialect is `unix` with the behavior of cron-parser: if the hours are restricted, a time that a DST change \
         skips runs with the offset before the change, and a repeated time runs on the first pass",
    );
    importer.note(
        NoteKind::Chosen,
        "as in BullMQ, runs may overlap (`allow_all`), and one missed run is caught up after a downtime",
    );
    for (source, node) in documents(sources, importer) {
        collection(source, &node, "", importer);
    }
}

/// Reads a list of job schedulers, a single one, or a table of lists by queue.
fn collection<'a>(source: &'a Source, node: &Node, queue: &str, importer: &mut Importer<'a>) {
    if node.get("pattern").or_else(|| node.get("every")).or_else(|| node.get("key")).is_some() {
        scheduler(source, node, queue, importer);
    } else if node.entries().is_empty() {
        node.items().iter().for_each(|item| scheduler(source, item, queue, importer));
    } else {
        for (key, list) in node.entries() {
            collection(source, list, &key.name, importer);
        }
    }
}

fn scheduler<'a>(source: &'a Source, node: &Node, queue: &str, importer: &mut Importer<'a>) {
    let field = |name: &str| node.get(name).filter(|field| field.value != NodeValue::Null);
    let named = |name: &str| field(name).and_then(Node::text).filter(|text| !text.is_empty());
    let key = named("key").filter(|key| !key.contains("::")).or_else(|| named("id")).or_else(|| named("name"));
    let pattern = field("pattern").or_else(|| field("cron")).filter(|pattern| pattern.text().is_some());
    let written = match (pattern.and_then(Node::text), field("every")) {
        (Some(pattern), _) => pattern.to_owned(),
        (None, Some(every)) => format!("every {} ms", every.text().map_or_else(|| shown(every), str::to_owned)),
        (None, None) => String::new(),
    };
    let mut draft = Draft::new(source, node.at, key.unwrap_or("scheduler"), written);
    note_others(&mut draft, node, &READ);
    set_action(&mut draft, node, queue);
    policies::set(&mut draft, node);
    let timezone = match text(&mut draft, node, "tz").filter(|zone| !zone.is_empty()) {
        Some(zone) => zone.to_owned(),
        None => importer.timezone("UTC", "a job scheduler without `tz` uses the zone of its Node process"),
    };
    let zone = time_zone(&timezone).unwrap_or(TimeZone::UTC);
    match (pattern, milliseconds(&mut draft, node, "every", &zone)) {
        (Some(pattern), _) => {
            set_pattern(&mut draft, pattern, &timezone);
            if has_half_hours(&zone, importer.options.at) {
                let text = "around changes of half an hour, cron-parser finds other times or none at all";
                draft.note(NoteKind::Differs, text);
            }
        }
        (None, Some(every)) => set_interval(&mut draft, node, every, &timezone, importer.options.at),
        (None, None) => draft.refuse_at(node.at, "the job scheduler has neither `pattern` nor `every`"),
    }
    set_bounds(&mut draft, node, pattern.is_some(), &zone);
    importer.drafts.push(draft);
}

/// Returns whether an offset of the time zone changes by less than whole hours within two years.
fn has_half_hours(zone: &TimeZone, at: Timestamp) -> bool {
    const HOUR: i32 = 3_600;
    let until = at.to_zoned(TimeZone::UTC).saturating_add(2.years()).timestamp();
    let changes = zone.following(at).map(|change| change.timestamp()).take_while(|change| *change < until);
    let width = |change: Timestamp| zone.to_offset(change).seconds() - zone.to_offset(change - SECOND).seconds();
    changes.into_iter().any(|change| width(change) % HOUR != 0)
}

fn set_pattern(draft: &mut Draft<'_>, pattern: &Node, timezone: &str) {
    let written = pattern.text().unwrap_or_default();
    let found = match Pattern::parse(written) {
        Ok(found) => found,
        Err(reason) => {
            draft.refuse_at(pattern.at, reason);
            return;
        }
    };
    if found.cron.expression.contains('H') {
        draft
            .note(NoteKind::Differs, "BullMQ draws the value of `H` anew for each run; Refrain derives it from the ID");
    }
    if found.cron.expression == written {
        draft.spec_at = text_at(draft.source, pattern);
    }
    draft.runs = found.runs(timezone);
    let mut spec = Spec::new(Recurrence::Cron(found.cron), timezone);
    spec.dst = found.dst;
    draft.spec = Some(spec);
}

fn set_interval(draft: &mut Draft<'_>, node: &Node, milliseconds: i64, timezone: &str, now: Timestamp) {
    #[expect(clippy::cast_precision_loss, reason = "an interval is far below the limit of exact numbers")]
    let Some(seconds) = whole_seconds(milliseconds as f64 / 1_000.0) else {
        let at = node.get("every").map_or(node.at, |every| every.at);
        draft.refuse_at(at, format!("an interval of {milliseconds} ms is not a number of whole seconds"));
        return;
    };
    let mut spec = Spec::new(every(seconds), timezone);
    // The next run continues the grid of the job scheduler.
    let number = |name: &str| node.get(name).and_then(|field| field.to_json().as_i64());
    let offset = number("offset").unwrap_or(0).div_euclid(1_000);
    let grid = || {
        let behind = (now.as_second() - offset).rem_euclid(seconds);
        Timestamp::from_second(now.as_second() - behind + seconds).ok()
    };
    spec.starts_at = number("next").and_then(instant::of_milliseconds).or_else(grid);
    let has_fraction = ["next", "offset"].iter().any(|name| number(name).unwrap_or(0).rem_euclid(1_000) != 0);
    if has_fraction {
        draft.note(NoteKind::Dropped, "the fraction of a second at which the job scheduler runs");
    }
    draft.note(NoteKind::Kept, "the interval is counted from the next run of the job scheduler");
    draft.spec = Some(spec);
}

/// Sets `startDate`, `endDate` and `limit`.
fn set_bounds(draft: &mut Draft<'_>, node: &Node, is_pattern: bool, zone: &TimeZone) {
    let starts = milliseconds(draft, node, "startDate", zone).and_then(instant::of_milliseconds);
    let ends = milliseconds(draft, node, "endDate", zone).and_then(instant::of_milliseconds);
    let limit = milliseconds(draft, node, "limit", zone);
    let count = milliseconds(draft, node, "iterationCount", zone).unwrap_or(0);
    if node.get("immediately").is_some_and(|value| value.value == NodeValue::Bool(true)) {
        let text = "immediately: true; run the schedule once with `refrain schedule run`";
        draft.note(NoteKind::Dropped, text);
    }
    if let Some(limit) = limit.filter(|limit| *limit <= count) {
        draft.refuse_at(draft.at, format!("the job scheduler has already run {limit} times, its limit"));
        return;
    }
    let Some(spec) = &mut draft.spec else { return };
    if let Some(starts) = starts {
        // A pattern is searched after the start, an interval from it on.
        let first = if is_pattern { starts + SECOND } else { starts };
        spec.starts_at = Some(spec.starts_at.map_or(first, |next| next.max(first)));
    }
    // BullMQ includes the end.
    spec.ends_at = ends.map(|ends| ends + SECOND);
    if let Some(limit) = limit {
        let left = limit - count;
        spec.max_runs = u64::try_from(left).ok();
        draft.note(NoteKind::Kept, format!("{left} of {limit} runs are left"));
    }
}

/// Returns a number, which may be a text, or an instant as milliseconds. Adds a remark if the field is neither.
fn milliseconds(draft: &mut Draft<'_>, node: &Node, name: &str, zone: &TimeZone) -> Option<i64> {
    let field = node.get(name).filter(|field| field.value != NodeValue::Null)?;
    #[expect(clippy::cast_possible_truncation, reason = "a fraction of a millisecond is cut on purpose")]
    let found = match field.to_json() {
        Value::Number(number) => number.as_f64().map(|number| number as i64),
        Value::String(text) if text.is_empty() => return None,
        Value::String(text) => text.parse().ok().or_else(|| instant::parse(&text, zone).map(Timestamp::as_millisecond)),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    if found.is_none() {
        draft.note_at(field.at, NoteKind::Dropped, format!("{name}: {} is neither a number nor a date", shown(field)));
    }
    found
}

/// Sets a webhook that must add the job, or do its work.
fn set_action(draft: &mut Draft<'_>, node: &Node, queue: &str) {
    let name = node.get("name").and_then(Node::text).unwrap_or(&draft.name).to_owned();
    let data = node.find(&["template", "data"]).map_or(Value::Null, Node::to_json);
    let mut payload = json!({ "name": name, "data": data });
    if !queue.is_empty() {
        payload["queue"] = queue.into();
    }
    stub::set_webhook(draft, &format!("bullmq/{name}"), &payload);
}
