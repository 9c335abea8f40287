//! `beat_schedule`: a dictionary of entries, in a Python module or as JSON.

use refrain_recurrence::Spec;
use serde_json::{Map, Number, Value as Json};

use super::super::draft::{Draft, Importer};
use super::super::interval::{every, whole_seconds};
use super::super::note::NoteKind;
use super::super::values::documents;
use super::python::{Assignment, Literal, Value, assignments, value};
use super::set_task;
use super::times::{FIELDS, set_crontab};
use crate::problem::Problem;
use crate::source::Source;
use crate::text::quoted;
use crate::tree::{Node, NodeValue};

const NAMES: [&str; 3] = ["beat_schedule", "CELERY_BEAT_SCHEDULE", "CELERYBEAT_SCHEDULE"];
const ZONE_NAMES: [&str; 2] = ["timezone", "CELERY_TIMEZONE"];
/// Units of `timedelta`, and of an interval in JSON, in seconds. The first three are the positional arguments.
const UNITS: [(&str, f64); 7] = [
    ("days", 86_400.0),
    ("seconds", 1.0),
    ("microseconds", 1e-6),
    ("milliseconds", 1e-3),
    ("minutes", 60.0),
    ("hours", 3_600.0),
    ("weeks", 604_800.0),
];

pub(super) fn read<'a>(source: &'a Source, importer: &mut Importer<'a>) {
    let found = if source.text().trim_start().starts_with('{') && !source.name().ends_with(".py") {
        from_json(source, importer)
    } else {
        from_python(source)
    };
    let zone = found.iter().find(|found| ZONE_NAMES.contains(&found.name.as_str()));
    let zone = zone.and_then(|found| match &found.value.literal {
        Literal::Text(zone) => Some(zone.clone()),
        _ => None,
    });
    let schedules: Vec<&Assignment> = found.iter().filter(|found| NAMES.contains(&found.name.as_str())).collect();
    if schedules.is_empty() && importer.problems.is_empty() {
        let detail = "there is no `beat_schedule` in the file";
        importer.problems.push(Problem::at(source, 0, "missing_value", detail));
    }
    for schedule in schedules {
        let entry = |name: &str, at, value| (name.to_owned(), at, value);
        let entries: Vec<(String, usize, &Value)> = match (&schedule.key, &schedule.value.literal) {
            (Some(name), _) => vec![entry(name, schedule.value.at, &schedule.value)],
            (None, Literal::Table(entries)) => {
                entries.iter().map(|(key, value)| entry(&shown(key, source), key.at, value)).collect()
            }
            (None, _) => vec![entry("beat_schedule", schedule.value.at, &schedule.value)],
        };
        for (name, at, value) in entries {
            let mut draft = Draft::new(source, at, name, written(source, value));
            set_entry(&mut draft, value, zone.as_deref(), importer);
            importer.drafts.push(draft);
        }
    }
}

fn from_python(source: &Source) -> Vec<Assignment> {
    match value(source.text()) {
        // The file is only the dictionary.
        Some(value @ Value { literal: Literal::Table(_), .. }) => {
            vec![Assignment { name: NAMES[0].to_owned(), key: None, value }]
        }
        _ => assignments(source.text(), |name| NAMES.contains(&name) || ZONE_NAMES.contains(&name)),
    }
}

fn from_json<'a>(source: &'a Source, importer: &mut Importer<'a>) -> Vec<Assignment> {
    let mut found = Vec::new();
    for (_, node) in documents(std::slice::from_ref(source), importer) {
        let is_setting = |name: &str| NAMES.contains(&name) || ZONE_NAMES.contains(&name);
        let settings = node.entries().iter().filter(|(key, _)| is_setting(&key.name));
        let settings: Vec<Assignment> = settings
            .map(|(key, node)| Assignment { name: key.name.clone(), key: None, value: from_node(node) })
            .collect();
        if settings.iter().any(|setting| NAMES.contains(&setting.name.as_str())) {
            found.extend(settings);
        } else {
            found.push(Assignment { name: NAMES[0].to_owned(), key: None, value: from_node(&node) });
        }
    }
    found
}

fn from_node(node: &Node) -> Value {
    let literal = match &node.value {
        NodeValue::Null => Literal::None,
        NodeValue::Bool(truth) => Literal::Bool(*truth),
        NodeValue::Number(number) => number.as_f64().map_or(Literal::None, Literal::Number),
        NodeValue::Text(text) => Literal::Text(text.clone()),
        NodeValue::List(items) => Literal::List(items.iter().map(from_node).collect()),
        NodeValue::Table(entries) => {
            let key = |at: usize, name: &str| Value { at, literal: Literal::Text(name.to_owned()) };
            Literal::Table(entries.iter().map(|(name, node)| (key(name.at, &name.name), from_node(node))).collect())
        }
    };
    Value { at: node.at, literal }
}

fn set_entry<'a>(draft: &mut Draft<'a>, value: &Value, zone: Option<&str>, importer: &mut Importer<'a>) {
    let Literal::Table(fields) = &value.literal else {
        draft.refuse_at(value.at, "the entry is not a dictionary that can be read without running it");
        return;
    };
    let field = |name: &str| {
        fields.iter().find(|(key, _)| key.literal == Literal::Text(name.to_owned())).map(|(_, value)| value)
    };
    let Some(Literal::Text(task)) = field("task").map(|task| &task.literal) else {
        draft.refuse_at(value.at, "the entry has no `task`");
        return;
    };
    let payload = |name: &str| field(name).map_or(Some(Json::Null), |value| to_json(&value.literal));
    let (Some(args), Some(kwargs)) = (payload("args"), payload("kwargs")) else {
        draft.refuse_at(value.at, "the arguments are no literals: write their values");
        return;
    };
    let mut queue = None;
    for (name, option) in field("options").map(|options| entries(&options.literal)).unwrap_or_default() {
        match (name.as_str(), &option.literal) {
            ("queue", Literal::Text(name)) => queue = Some(name.clone()),
            _ => draft.note_at(option.at, NoteKind::Dropped, format!("options: {name}")),
        }
    }
    set_task(draft, task, &args, &kwargs, queue.as_deref());
    let is_relative = field("relative").is_some_and(|relative| relative.literal == Literal::Bool(true));
    match field("schedule") {
        Some(schedule) => set_times(draft, schedule, is_relative, zone, importer),
        None => draft.refuse_at(value.at, "the entry has no `schedule`"),
    }
}

fn set_times<'a>(
    draft: &mut Draft<'a>,
    schedule: &Value,
    is_relative: bool,
    zone: Option<&str>,
    importer: &mut Importer<'a>,
) {
    let timezone = |importer: &mut Importer<'a>| {
        zone.map_or_else(|| importer.timezone("UTC", "the default of Celery's setting `timezone`"), str::to_owned)
    };
    match &schedule.literal {
        Literal::Text(text) => match value(text) {
            Some(inner @ Value { literal: Literal::Call { .. }, .. }) => {
                set_times(draft, &Value { at: schedule.at, ..inner }, is_relative, zone, importer);
            }
            _ => set_fields(draft, schedule.at, &from_string(text), &timezone(importer)),
        },
        Literal::Call { name, positional, named } => match (name.as_str(), positional.as_slice()) {
            ("crontab", _) => {
                let fields = crontab_fields(positional, named);
                set_fields(draft, schedule.at, &fields, &timezone(importer));
            }
            ("from_string", [Value { literal: Literal::Text(text), .. }]) => {
                set_fields(draft, schedule.at, &from_string(text), &timezone(importer));
            }
            ("schedule", _) => {
                let argument = |wanted: &str| named.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
                let relative = argument("relative").or(positional.get(1));
                let is_relative = is_relative || relative.is_some_and(|value| value.literal == Literal::Bool(true));
                match argument("run_every").or(positional.first()) {
                    Some(every) => set_times(draft, every, is_relative, zone, importer),
                    None => draft.refuse_at(schedule.at, "the schedule has no `run_every`"),
                }
            }
            ("solar", _) => draft.refuse_at(schedule.at, "solar events are not supported"),
            _ => set_interval(draft, schedule, is_relative, &timezone(importer)),
        },
        Literal::Table(_) => {
            let fields = entries(&schedule.literal);
            match fields.iter().find(|(name, _)| name == "crontab") {
                Some((_, inner)) => set_times(draft, inner, is_relative, zone, importer),
                None if fields.iter().any(|(name, _)| FIELDS.contains(&name.as_str())) => {
                    set_fields(draft, schedule.at, &crontab_fields(&[], &fields), &timezone(importer));
                }
                None => set_interval(draft, schedule, is_relative, &timezone(importer)),
            }
        }
        _ => set_interval(draft, schedule, is_relative, &timezone(importer)),
    }
}

fn set_fields(draft: &mut Draft<'_>, at: usize, fields: &Result<[String; 5], String>, timezone: &str) {
    match fields {
        Ok(fields) => set_crontab(draft, fields, timezone),
        Err(reason) => draft.refuse_at(at, reason),
    }
}

/// Returns the fields of `crontab(…)`.
fn crontab_fields(positional: &[Value], named: &[(String, Value)]) -> Result<[String; 5], String> {
    let mut fields = FIELDS.map(|_| "*".to_owned());
    let arguments = FIELDS.iter().zip(positional).map(|(name, value)| (*name, value));
    for (name, value) in arguments.chain(named.iter().map(|(name, value)| (name.as_str(), value))) {
        let Some(index) = FIELDS.iter().position(|field| *field == name) else {
            return Err(format!("{} is not an argument of crontab that can be read", quoted(name)));
        };
        fields[index] = field_text(&value.literal).ok_or_else(|| format!("the value of `{name}` is not a literal"))?;
    }
    Ok(fields)
}

/// Splits five fields in the order of cron.
fn from_string(text: &str) -> Result<[String; 5], String> {
    match text.split(' ').collect::<Vec<_>>().as_slice() {
        [minute, hour, month_day, month, weekday] => {
            Ok([minute, hour, weekday, month_day, month].map(|field| (*field).to_owned()))
        }
        _ => Err(format!("{} is neither a crontab nor a number of seconds", quoted(text))),
    }
}

/// Returns the value of a field as in cron: a number, a text, or a list of numbers.
fn field_text(literal: &Literal) -> Option<String> {
    match literal {
        Literal::Number(number) if number.fract() == 0.0 => Some(number.to_string()),
        Literal::Text(text) => Some(text.clone()),
        Literal::List(items) => {
            let items: Option<Vec<String>> = items.iter().map(|item| field_text(&item.literal)).collect();
            items.filter(|items| !items.is_empty()).map(|items| items.join(","))
        }
        Literal::Call { name, positional, .. } if name == "range" => range(positional),
        _ => None,
    }
}

fn range(arguments: &[Value]) -> Option<String> {
    let number = |value: &Value| match value.literal {
        Literal::Number(number) if (0.0..=100.0).contains(&number) => {
            whole_seconds(number + 1.0).map(|number| number - 1)
        }
        _ => None,
    };
    let numbers: Option<Vec<i64>> = arguments.iter().map(number).collect();
    let (from, to, step) = match numbers?.as_slice() {
        [to] => (0, *to, 1),
        [from, to] => (*from, *to, 1),
        [from, to, step] => (*from, *to, *step),
        _ => return None,
    };
    let step = usize::try_from(step).ok().filter(|step| *step > 0)?;
    let values: Vec<String> = (from..to).step_by(step).map(|value| value.to_string()).collect();
    (!values.is_empty()).then(|| values.join(","))
}

fn set_interval(draft: &mut Draft<'_>, schedule: &Value, is_relative: bool, timezone: &str) {
    let Some(seconds) = seconds(&schedule.literal).and_then(whole_seconds) else {
        let reason = "expected a crontab, or an interval of at least one second in whole seconds";
        draft.refuse_at(schedule.at, reason);
        return;
    };
    let text = "Celery counts from the start of the last run, Refrain in fixed steps from the creation of the schedule";
    draft.note(NoteKind::Differs, text);
    if is_relative {
        draft.note(NoteKind::Dropped, "relative=True: set `starts_at` to a full hour or day to align the runs");
    }
    draft.spec = Some(Spec::new(every(seconds), timezone));
}

/// Returns the seconds of a number, of a `timedelta`, or of a table such as `{"every": 5, "period": "minutes"}`.
fn seconds(literal: &Literal) -> Option<f64> {
    let number = |value: &Value| match value.literal {
        Literal::Number(number) => Some(number),
        _ => None,
    };
    let unit = |name: &str| UNITS.iter().find(|(unit, _)| *unit == name).map(|(_, seconds)| *seconds);
    match literal {
        Literal::Number(seconds) => Some(*seconds),
        Literal::Call { name, positional, named } if name == "timedelta" => {
            let arguments = UNITS.iter().zip(positional).map(|((_, seconds), value)| Some(number(value)? * seconds));
            let named = named.iter().map(|(name, value)| Some(number(value)? * unit(name)?));
            arguments.chain(named).sum()
        }
        Literal::Table(_) => {
            let fields = entries(literal);
            let field = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
            match (field("every"), field("period")) {
                (Some(every), Some(Value { literal: Literal::Text(period), .. })) => {
                    Some(number(every)? * unit(period)?)
                }
                _ => fields.iter().map(|(name, value)| Some(number(value)? * unit(name)?)).sum(),
            }
        }
        _ => None,
    }
}

fn entries(literal: &Literal) -> Vec<(String, Value)> {
    let Literal::Table(entries) = literal else { return Vec::new() };
    let entry = |(key, value): &(Value, Value)| match &key.literal {
        Literal::Text(name) => Some((name.clone(), value.clone())),
        _ => None,
    };
    entries.iter().filter_map(entry).collect()
}

/// Returns a literal as JSON. Expressions and calls have no value.
fn to_json(literal: &Literal) -> Option<Json> {
    match literal {
        Literal::None => Some(Json::Null),
        Literal::Bool(truth) => Some(Json::Bool(*truth)),
        Literal::Number(number) => {
            const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
            #[expect(clippy::cast_possible_truncation, reason = "the value is whole and in range")]
            let number = if number.fract() == 0.0 && number.abs() < EXACT_MAX {
                Number::from(*number as i64)
            } else {
                Number::from_f64(*number)?
            };
            Some(Json::Number(number))
        }
        Literal::Text(text) => Some(Json::String(text.clone())),
        Literal::List(items) => items.iter().map(|item| to_json(&item.literal)).collect::<Option<_>>().map(Json::Array),
        Literal::Table(fields) => {
            let field = |(key, value): &(Value, Value)| match &key.literal {
                Literal::Text(name) => Some((name.clone(), to_json(&value.literal)?)),
                _ => None,
            };
            fields.iter().map(field).collect::<Option<Map<_, _>>>().map(Json::Object)
        }
        Literal::Call { .. } | Literal::Other(_) => None,
    }
}

/// Returns the name of an entry, or the expression in its place.
fn shown(key: &Value, source: &Source) -> String {
    match &key.literal {
        Literal::Text(name) => name.clone(),
        _ => source.text()[key.at..].split([':', '\n']).next().unwrap_or_default().to_owned(),
    }
}

/// Returns the expression of the schedule in an entry, up to the end of its line.
fn written(source: &Source, value: &Value) -> String {
    let fields = entries(&value.literal);
    let schedule = fields.iter().find(|(name, _)| name == "schedule").map_or(value.at, |(_, schedule)| schedule.at);
    source.line_at(schedule).trim().trim_end_matches(',').to_owned()
}
