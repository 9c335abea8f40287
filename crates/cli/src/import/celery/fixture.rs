//! Fixtures of django-celery-beat: periodic tasks that refer to schedules of several kinds.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain_recurrence::{OnceRecurrence, Recurrence, Spec};
use serde_json::Value;

use super::super::draft::{Draft, Importer};
use super::super::interval::{every, whole_seconds};
use super::super::note::NoteKind;
use super::super::values::{note_others, shown, text};
use super::set_task;
use super::times::{FIELDS, set_crontab};
use crate::source::Source;
use crate::text::quoted;
use crate::tree::{Node, NodeValue};

const APP: &str = "django_celery_beat.";
/// Kinds of schedules that a task may refer to.
const SCHEDULES: [&str; 4] = ["crontab", "interval", "clocked", "solar"];
/// Fields of a task that are read, or that say nothing about the future.
const READ: [&str; 18] = [
    "name",
    "task",
    "args",
    "kwargs",
    "queue",
    "crontab",
    "interval",
    "clocked",
    "solar",
    "expires",
    "start_time",
    "one_off",
    "enabled",
    "description",
    "last_run_at",
    "total_run_count",
    "date_changed",
    "no_changes",
];

pub(super) fn read<'a>(source: &'a Source, node: &Node, importer: &mut Importer<'a>) {
    let mut schedules: BTreeMap<(String, String), &Node> = BTreeMap::new();
    for item in node.items() {
        let model = item.get("model").and_then(Node::text).unwrap_or_default().to_lowercase();
        if let (Some(kind), Some(key)) = (model.strip_prefix(APP), item.get("pk")) {
            schedules.insert((kind.trim_end_matches("schedule").to_owned(), key.to_json().to_string()), item);
        }
    }
    for item in node.items() {
        let model = item.get("model").and_then(Node::text).unwrap_or_default();
        match model.to_lowercase().strip_prefix(APP) {
            Some("periodictask") => task(source, item, &schedules, importer),
            Some(_) => {}
            None => importer.note(NoteKind::Dropped, format!("objects of the model {} were not read", quoted(model))),
        }
    }
}

fn task<'a>(
    source: &'a Source,
    item: &Node,
    schedules: &BTreeMap<(String, String), &Node>,
    importer: &mut Importer<'a>,
) {
    let empty = Node { at: item.at, value: NodeValue::Null };
    let fields = item.get("fields").unwrap_or(&empty);
    let name = fields.get("name").and_then(Node::text).unwrap_or("task");
    let mut draft = Draft::new(source, item.at, name, "");
    draft.is_active = fields.get("enabled").is_none_or(|enabled| enabled.value != NodeValue::Bool(false));
    if !draft.is_active {
        draft.note(NoteKind::Kept, "the task is disabled");
    }
    if let Some(description) = text(&mut draft, fields, "description").filter(|text| !text.is_empty()) {
        draft.set("description", description);
    }
    let is_default =
        |node: &Node| [NodeValue::Text(String::new()), NodeValue::Text("{}".to_owned())].contains(&node.value);
    note_others(
        &mut draft,
        fields,
        &fields
            .entries()
            .iter()
            .filter(|(_, node)| is_default(node))
            .map(|(key, _)| key.name.as_str())
            .chain(READ)
            .collect::<Vec<_>>(),
    );
    set_action(&mut draft, fields);
    let reference = SCHEDULES.iter().find_map(|kind| {
        let key = fields.get(kind).filter(|key| key.value != NodeValue::Null)?;
        Some((*kind, key))
    });
    match reference {
        None => draft.refuse_at(item.at, "the task refers to no schedule"),
        Some((kind, key)) => match schedules.get(&(kind.to_owned(), key.to_json().to_string())) {
            Some(schedule) => set_times(&mut draft, kind, schedule, importer),
            None => draft.refuse_at(key.at, format!("the {kind} schedule {} is not in the file", shown(key))),
        },
    }
    set_bounds(&mut draft, fields);
    importer.drafts.push(draft);
}

fn set_action(draft: &mut Draft<'_>, fields: &Node) {
    // Arguments are texts with JSON.
    let json = |name: &str| {
        let text = fields.get(name).and_then(Node::text).unwrap_or("null");
        serde_json::from_str::<Value>(text).map_err(|_| format!("`{name}` is {}, which is not JSON", quoted(text)))
    };
    match (fields.get("task").and_then(Node::text), json("args"), json("kwargs")) {
        (Some(task), Ok(args), Ok(kwargs)) => {
            let queue = text(draft, fields, "queue").filter(|queue| !queue.is_empty());
            set_task(draft, task, &args, &kwargs, queue);
        }
        (None, _, _) => draft.refuse_at(fields.at, "there is no `task`"),
        (_, Err(reason), _) | (_, _, Err(reason)) => draft.refuse_at(fields.at, reason),
    }
}

fn set_times<'a>(draft: &mut Draft<'a>, kind: &str, schedule: &Node, importer: &mut Importer<'a>) {
    let empty = Node { at: schedule.at, value: NodeValue::Null };
    let fields = schedule.get("fields").unwrap_or(&empty);
    let field = |name: &str| fields.get(name).and_then(Node::text);
    match kind {
        "crontab" => {
            let values = FIELDS.map(|name| field(name).unwrap_or("*").to_owned());
            let timezone = field("timezone")
                .map_or_else(|| importer.timezone("UTC", "the default of django-celery-beat"), str::to_owned);
            let [minute, hour, weekday, month_day, month] = &values;
            draft.written = format!("{minute} {hour} {month_day} {month} {weekday} ({timezone})");
            set_crontab(draft, &values, &timezone);
        }
        "interval" => {
            let period = field("period").unwrap_or_default();
            let every_n = fields.get("every").and_then(|every| every.to_json().as_f64()).unwrap_or_default();
            draft.written = format!("every {every_n} {period}");
            let unit = match period {
                "days" => 86_400.0,
                "hours" => 3_600.0,
                "minutes" => 60.0,
                "seconds" => 1.0,
                _ => 0.0,
            };
            match whole_seconds(every_n * unit) {
                Some(seconds) => {
                    draft.spec = Some(Spec::new(every(seconds), "UTC"));
                    let text = "Celery counts from the start of the last run, Refrain in fixed steps from the creation of the schedule";
                    draft.note(NoteKind::Differs, text);
                }
                None => {
                    let reason = format!("every {every_n} {period} is not a number of whole seconds");
                    draft.refuse_at(fields.at, reason);
                }
            }
        }
        "clocked" => {
            let time = field("clocked_time").unwrap_or_default();
            draft.written = format!("at {time}");
            match time.parse::<Timestamp>() {
                Ok(at) => draft.spec = Some(Spec::new(Recurrence::Once(OnceRecurrence { at }), "UTC")),
                Err(_) => draft.refuse_at(fields.at, format!("{} is not an instant", quoted(time))),
            }
        }
        _ => draft.refuse_at(schedule.at, "solar events are not supported"),
    }
}

fn set_bounds(draft: &mut Draft<'_>, fields: &Node) {
    let instant = |draft: &mut Draft<'_>, name: &str| {
        let text = text(draft, fields, name)?;
        let at = text.parse::<Timestamp>().ok();
        match at {
            Some(at) => draft.note(NoteKind::Kept, format!("{name} {at} became a bound")),
            None => draft.note(NoteKind::Dropped, format!("{name}: {} is not an instant", quoted(text))),
        }
        at
    };
    let (starts_at, ends_at) = (instant(draft, "start_time"), instant(draft, "expires"));
    let is_single = fields.get("one_off").is_some_and(|one_off| one_off.value == NodeValue::Bool(true));
    if let Some(spec) = &mut draft.spec {
        (spec.starts_at, spec.ends_at) = (starts_at, ends_at);
        spec.max_runs = is_single.then_some(1);
    }
}
