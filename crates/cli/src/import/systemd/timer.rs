//! One timer: its times, and the action.

use refrain_recurrence::{
    AfterCompletionRecurrence, Class, Dst, Fold, Gap, Jitter, JitterMode, JitterWindow, Length, Recurrence,
    RecurrenceList, Spec,
};
use serde_json::json;

use super::calendar;
use super::service::{run_service, start_unit};
use super::span::whole_seconds;
use super::unit::{Setting, Unit};
use crate::import::draft::{Draft, Importer};
use crate::import::interval::every;
use crate::import::note::NoteKind;
use crate::text::quoted;

const TIMER: &str = "Timer";
/// Times that are counted from the start of the machine or of systemd, and occur once.
const FROM_START: [&str; 3] = ["OnActiveSec", "OnBootSec", "OnStartupSec"];
/// Settings without a counterpart.
const UNMAPPED: [&str; 7] = [
    "AccuracySec",
    "OnClockChange",
    "OnTimezoneChange",
    "WakeSystem",
    "RemainAfterElapse",
    "RandomizedOffsetSec",
    "DeferReactivation",
];
/// Longest catch-up of a persistent timer. Systemd has no limit.
const PERSISTENT_WINDOW: &str = "8760h";

pub(super) fn draft<'a>(unit: &Unit<'a>, services: &[&Unit<'a>], importer: &mut Importer<'a>) -> Draft<'a> {
    let name = unit.name.trim_end_matches(".timer").to_owned();
    let is_time = |setting: &&Setting<'a>| setting.section == TIMER && setting.name.starts_with("On");
    let times = unit.settings.iter().filter(is_time).map(|setting| format!("{}={}", setting.name, setting.value));
    let written: Vec<String> = times.collect();
    let at = unit.settings.iter().find(is_time).map_or(0, |setting| setting.at);
    let mut draft = Draft::new(unit.source, at, name, written.join("\n"));
    if let Some(description) = unit.last("Unit", "Description") {
        draft.set("description", description.value.clone());
    }
    set_action(&mut draft, unit, services);
    set_policies(&mut draft, unit);
    draft.spec = spec(&mut draft, unit, importer);
    draft
}

fn set_action<'a>(draft: &mut Draft<'a>, unit: &Unit<'a>, services: &[&Unit<'a>]) {
    let started =
        unit.last(TIMER, "Unit").map_or_else(|| format!("{}.service", draft.name), |setting| setting.value.clone());
    let service = services.iter().find(|service| service.name == started);
    let service = service.filter(|service| !service.all("Service", "ExecStart").is_empty());
    let entry = match service {
        Some(service) => run_service(draft, service),
        None => start_unit(draft, &started),
    };
    draft.command = Some(entry);
    draft.set("action", json!({ "provider": "command" }));
    draft.set("overlap", "skip");
    draft.set("retry", json!({ "max_attempts": 1 }));
}

fn set_policies(draft: &mut Draft<'_>, unit: &Unit<'_>) {
    if unit.is_on(TIMER, "Persistent") {
        draft.set("catch_up", json!({ "policy": "latest", "window": PERSISTENT_WINDOW }));
        draft.note(NoteKind::Kept, "Persistent became catch-up of the latest missed run, up to a year late");
    } else {
        draft.set("catch_up", json!({ "policy": "skip" }));
    }
    for name in UNMAPPED {
        if let Some(setting) = unit.last(TIMER, name) {
            draft.note_in(setting.source, setting.at, NoteKind::Dropped, format!("{name}={}", setting.value));
        }
    }
}

/// Returns the definition of the times, or adds the reason why there is none.
fn spec<'a>(draft: &mut Draft<'a>, unit: &Unit<'a>, importer: &mut Importer<'a>) -> Option<Spec> {
    let mut zones: Vec<(Option<String>, &Setting<'_>)> = Vec::new();
    let mut parts = Vec::new();
    for setting in unit.all(TIMER, "OnCalendar") {
        match calendar::parse(&setting.value) {
            Ok(found) => {
                zones.push((found.timezone, setting));
                parts.push(Recurrence::Cron(found.cron));
            }
            Err(refusal) => {
                draft.note_in(setting.source, setting.at + refusal.column, NoteKind::Refused, refusal.reason);
                return None;
            }
        }
    }
    if let Some((_, setting)) = zones.iter().find(|(zone, _)| *zone != zones[0].0) {
        refuse(draft, setting, "the lines of the timer have different time zones; write one timer for each");
        return None;
    }
    for setting in unit.all(TIMER, "OnUnitActiveSec") {
        let every = every(span(draft, setting)?);
        draft.note_at(
            setting.at,
            NoteKind::Differs,
            "systemd counts from the last start of the unit, Refrain in fixed steps",
        );
        parts.push(every);
    }
    let after_completion = unit.last(TIMER, "OnUnitInactiveSec");
    if let Some(setting) = after_completion {
        if !parts.is_empty() {
            refuse(draft, setting, "a delay after the end of a run cannot be combined with other times");
            return None;
        }
        let delay = Length::from_seconds(span(draft, setting)?);
        parts.push(Recurrence::AfterCompletion(AfterCompletionRecurrence { delay }));
    }
    for setting in FROM_START.iter().flat_map(|name| unit.all(TIMER, name)) {
        let text = format!("{}={}, which runs once after a start", setting.name, setting.value);
        if parts.is_empty() {
            refuse(draft, setting, text);
            return None;
        }
        draft.note_in(setting.source, setting.at, NoteKind::Dropped, text);
    }
    let recurrence = match parts.len() {
        0 => {
            draft.refuse_at(draft.at, "the timer has no times");
            return None;
        }
        1 => parts.remove(0),
        _ => Recurrence::Any(RecurrenceList { of: parts }),
    };
    let has_calendar = !zones.is_empty();
    let named = zones.into_iter().find_map(|(zone, _)| zone);
    let timezone =
        named.unwrap_or_else(|| importer.timezone("UTC", "a timer without one uses the zone of its machine"));
    let mut spec = Spec::new(recurrence, timezone);
    if has_calendar {
        spec.dst = Dst { gap: Some(Gap::Skip), fold: Some(Fold::First), class: Class::Fixed };
    }
    if after_completion.is_none() {
        spec.jitter = jitter(draft, unit);
    }
    Some(spec)
}

fn refuse(draft: &mut Draft<'_>, setting: &Setting<'_>, reason: impl Into<String>) {
    draft.note_in(setting.source, setting.at, NoteKind::Refused, reason);
}

fn span(draft: &mut Draft<'_>, setting: &Setting<'_>) -> Option<i64> {
    let seconds = whole_seconds(&setting.value);
    if seconds.is_none() {
        let text = format!("{} is not a span of at least one second, in whole seconds", quoted(&setting.value));
        refuse(draft, setting, text);
    }
    seconds
}

fn jitter(draft: &mut Draft<'_>, unit: &Unit<'_>) -> Option<Jitter> {
    let setting = unit.last(TIMER, "RandomizedDelaySec")?;
    let Some(seconds) = whole_seconds(&setting.value) else {
        draft.note_in(setting.source, setting.at, NoteKind::Dropped, format!("RandomizedDelaySec={}", setting.value));
        return None;
    };
    let mode = if unit.is_on(TIMER, "FixedRandomDelay") { JitterMode::Fixed } else { JitterMode::Spread };
    draft.note(NoteKind::Kept, format!("RandomizedDelaySec={} became jitter", setting.value));
    Some(Jitter { window: JitterWindow::Length(Length::from_seconds(seconds)), mode })
}
