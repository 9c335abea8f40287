//! Compiles the blocks of the file into valid schedules and calendars, and reports problems with their places.

use std::collections::BTreeSet;

use refrain::control::UnknownProviders;
use refrain::model::Definition;
use refrain_cli::text::quoted;
use refrain_recurrence::{Calendars, CompiledRecurrence, Context, Spec};

use super::Config;
use super::problem::Problem;
use super::schedule::{CalendarBlock, FileCalendar, FileSchedule, ScheduleBlock};
use super::tree::{Node, Path, Value};
use crate::input::expression::{self, CronOptions};
use crate::input::problem::Problem as Unreadable;

/// The schedules and calendars of the file.
pub(super) struct CompiledSchedules {
    pub(super) schedules: Vec<FileSchedule>,
    pub(super) calendars: Vec<FileCalendar>,
}

/// Checks all blocks.
pub(super) fn compile(config: &Config, root: &Node, problems: &mut Vec<Problem>) -> CompiledSchedules {
    let mut compiler = Compiler { config, root, problems, calendars: Vec::new() };
    for (path, block) in blocks(root, "calendar").into_iter().zip(&config.calendar) {
        compiler.calendar(&path, block);
    }
    let mut schedules: Vec<FileSchedule> = Vec::new();
    let mut keys = BTreeSet::new();
    for (path, block) in blocks(root, "schedule").into_iter().zip(&config.schedule) {
        let Some(schedule) = compiler.schedule(&path, block) else { continue };
        if keys.insert(schedule.key.clone()) {
            schedules.push(schedule);
        } else {
            let detail = format!("`{path}` has the same ID as another block, {}", schedule.key);
            compiler.refuse(&path.key("id"), "conflict", &detail, None, 0);
        }
    }
    CompiledSchedules { schedules, calendars: compiler.calendars }
}

/// Returns the paths of the blocks that were read, in order.
fn blocks(root: &Node, name: &str) -> Vec<Path> {
    let path = Path::of(name);
    let members = match root.find(&path).map(|node| &node.value) {
        Some(Value::List(members)) => members.as_slice(),
        Some(_) | None => &[],
    };
    let members = members.iter().enumerate().filter(|(_, node)| !node.is_skipped);
    members.map(|(index, _)| path.index(index)).collect()
}

struct Compiler<'a> {
    config: &'a Config,
    root: &'a Node,
    problems: &'a mut Vec<Problem>,
    calendars: Vec<FileCalendar>,
}

impl Compiler<'_> {
    /// Reports a problem at `path`. `column` counts from 1 in the text of the value; 0 means unknown.
    fn refuse(&mut self, path: &Path, code: &'static str, detail: &str, hint: Option<&str>, column: usize) {
        // A problem with a key that is not set is reported at the enclosing block.
        let mut place = None;
        let mut nearest = path.clone();
        while place.is_none() && !nearest.0.is_empty() {
            place = self.root.find(&nearest);
            nearest.0.pop();
        }
        let place = place.map(|node| {
            let is_inside = column > 0 && node.is_verbatim;
            // The column counts from 1, which accounts for the opening quotation mark.
            if is_inside { node.place.clone().moved_right(column) } else { node.place.clone() }
        });
        let mut problem = Problem::new(code, path.to_string(), detail).at(place);
        if let Some(hint) = hint {
            problem = problem.with_hint(hint);
        }
        self.problems.push(problem);
    }

    fn calendar(&mut self, path: &Path, block: &CalendarBlock) {
        match block.calendar() {
            Ok(new) if self.calendars.iter().any(|old| old.tenant == new.tenant && old.name == new.name) => {
                let detail = format!("`{path}` has the same name as another block, {}", quoted(&new.name));
                self.refuse(&path.key("name"), "conflict", &detail, None, 0);
            }
            Ok(new) => match new.calendar.check(&new.name) {
                Ok(()) => self.calendars.push(new),
                Err(error) => {
                    let detail = format!("`{path}` cannot be used: {}", error.message());
                    self.refuse(path, error.code().as_str(), &detail, error.hint(), 0);
                }
            },
            Err((key, problem)) => {
                let path = path.key(key);
                self.refuse(&path, "bad_value", &format!("`{path}` cannot be used: {problem}"), None, 0);
            }
        }
    }

    fn schedule(&mut self, path: &Path, block: &ScheduleBlock) -> Option<FileSchedule> {
        let key = match block.key() {
            Ok(key) => key,
            Err((key, problem)) => {
                let path = path.key(key);
                self.refuse(&path, "bad_value", &format!("`{path}` cannot be used: {problem}"), None, 0);
                return None;
            }
        };
        let (recurrence_path, spec) = self.spec(path, block)?;
        let calendars: Calendars = self
            .calendars
            .iter()
            .filter(|calendar| calendar.tenant == key.tenant)
            .map(|calendar| (calendar.name.clone(), calendar.calendar.clone()))
            .collect();
        // A calendar that is not in the file may be in the store. It is looked up there when the schedule is
        // applied.
        let mut checked = spec.clone();
        checked.calendars.retain(|used| calendars.contains_key(&used.name));
        let context = Context { anchor: None, seed: key.id.as_str(), calendars: Some(&calendars) };
        if let Err(error) = CompiledRecurrence::compile(&checked, &context) {
            self.refuse_recurrence(path, &recurrence_path, block, &error.into());
            return None;
        }
        let definition = definition(block, spec);
        if let Err(error) = definition.to_stored() {
            self.refuse(path, "too_long", &format!("`{path}` cannot be stored: {error}"), None, 0);
            return None;
        }
        let unknown_providers =
            if block.allow_unknown_provider { UnknownProviders::Allow } else { UnknownProviders::Refuse };
        Some(FileSchedule { key, definition, unknown_providers })
    }

    /// Returns the recurrence with its bounds, and the path of the key that sets it.
    fn spec(&mut self, path: &Path, block: &ScheduleBlock) -> Option<(Path, Spec)> {
        let said = [
            ("cron", block.cron.is_some()),
            ("when", block.when.is_some()),
            ("recurrence", block.recurrence.is_some()),
        ];
        let said: Vec<&str> = said.iter().filter(|(_, is_said)| *is_said).map(|(name, _)| *name).collect();
        let ways = ["cron", "when", "recurrence"];
        if ways.iter().any(|name| self.root.find(&path.key(name)).is_some_and(|node| node.is_skipped)) {
            // The problem was already reported.
            return None;
        }
        let [name] = said[..] else {
            let (code, detail, hint) = if said.is_empty() {
                let hint = "cron = \"0 9 * * MON-FRI\", or when = \"every 15 minutes\"";
                ("missing_value", format!("`{path}` has no recurrence"), hint)
            } else {
                (
                    "conflict",
                    format!("`{path}` has more than one recurrence: {}", said.join(" and ")),
                    "keep only one of them",
                )
            };
            let at = said.last().map_or_else(|| path.clone(), |name| path.key(name));
            self.refuse(&at, code, &detail, Some(hint), 0);
            return None;
        };
        let recurrence_path = path.key(name);
        let named = block.when.as_deref().and_then(|text| expression::named_zone(text).ok().flatten());
        let default = &self.config.schedules.timezone;
        let timezone = block.timezone.as_deref().or(named.as_deref()).unwrap_or(default);
        let read = match (&block.cron, &block.when, &block.recurrence) {
            (_, _, Some(recurrence)) => Ok(recurrence.clone()),
            (Some(text), ..) | (_, Some(text), _) => expression::parse(text, timezone, CronOptions::default()),
            (None, None, None) => unreachable!("one of them is set"),
        };
        let recurrence = match read {
            Ok(recurrence) => recurrence,
            Err(problem) => {
                self.refuse_recurrence(path, &recurrence_path, block, &problem);
                return None;
            }
        };
        let mut spec = Spec::new(recurrence, timezone);
        spec.dst = block.dst;
        spec.starts_at = block.starts_at;
        spec.ends_at = block.ends_at;
        spec.max_runs = block.max_runs;
        spec.first_run = block.first_run;
        spec.calendars.clone_from(&block.calendars);
        spec.jitter.clone_from(&block.jitter);
        Some((recurrence_path, spec))
    }

    /// Reports a problem with a recurrence. Points at the time zone if that is the cause, otherwise at the
    /// recurrence.
    fn refuse_recurrence(&mut self, path: &Path, recurrence_path: &Path, block: &ScheduleBlock, problem: &Unreadable) {
        let is_zone = problem.code == refrain_recurrence::ErrorCode::UnknownZone && problem.column.is_none();
        let zone = if block.timezone.is_some() { path.key("timezone") } else { Path::of("schedules.timezone") };
        let at = if is_zone { &zone } else { recurrence_path };
        let detail = format!("`{at}` of {}: {}", quoted(&block.id), problem.message);
        let column = if is_zone { 0 } else { problem.column.unwrap_or(0) };
        self.refuse(at, problem.code.as_str(), &detail, problem.hint.as_deref(), column);
    }
}

fn definition(block: &ScheduleBlock, spec: Spec) -> Definition {
    let block = block.clone();
    Definition {
        spec,
        action: block.action,
        description: block.description,
        labels: block.labels,
        scope: block.scope,
        discriminators: block.discriminators,
        overlap: block.overlap,
        max_concurrent: block.max_concurrent,
        catch_up: block.catch_up,
        start_deadline: block.start_deadline,
        retry: block.retry,
        timeout: block.timeout,
        pause_on_failure: block.pause_on_failure,
        delivery: block.delivery,
        priority: block.priority,
        history: block.history,
    }
}
