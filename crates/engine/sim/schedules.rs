//! Random schedules of every kind and policy.

use jiff::Timestamp;
use refrain::model::{Action, CatchUp, CatchUpPolicy, Definition, Delivery, Overlap, Priority, Retry};
use refrain::recurrence::{
    AfterCompletionRecurrence, CalendarRecurrence, CalendarUse, CronRecurrence, EveryRecurrence, FirstRun, FirstRunAt,
    Frequency, Jitter, JitterMode, JitterWindow, Length, OnDayOff, OnceRecurrence, PeriodAnchor, PeriodPoint,
    Recurrence, RruleRecurrence, Spec, Unit,
};
use serde_json::Value;

use crate::pipeline::PROVIDER;
use crate::seed::Seed;
use crate::world::seconds;

/// Name of the calendar that people save.
pub(crate) const CALENDAR: &str = "work";

/// Creates a random definition.
pub(crate) fn definition(seed: &mut Seed, now: Timestamp) -> Definition {
    let recurrence = recurrence(seed, now);
    let is_once = matches!(recurrence, Recurrence::Once(_));
    let is_after_completion = matches!(recurrence, Recurrence::AfterCompletion(_));
    let mut spec = Spec::new(recurrence, seed.pick(&["UTC", "Europe/Berlin", "Asia/Kathmandu"]));
    if !is_once {
        spec.ends_at = seed.per_mille(150).then(|| whole(now + seconds(seed.between(60, 500))));
        spec.max_runs = seed.per_mille(150).then(|| seed.between(2, 12).unsigned_abs());
        if seed.per_mille(if is_after_completion { 400 } else { 120 }) {
            let is_past = seed.per_mille(400) && !is_after_completion;
            let passed_at = whole(now - seconds(seed.between(0, 50)));
            let when = if is_past { FirstRunAt::At(passed_at) } else { FirstRunAt::After(length(seed, 1, 20)) };
            spec.first_run = Some(FirstRun { when, min_spacing: None });
        }
        if seed.per_mille(350) && !is_after_completion {
            spec.calendars = vec![calendar_use(CALENDAR)];
        }
        if seed.per_mille(200) && !is_after_completion {
            let window = JitterWindow::Length(length(seed, 1, 4));
            spec.jitter = Some(Jitter { window, mode: seed.pick(&[JitterMode::Fixed, JitterMode::Spread]) });
        }
    }
    let mut definition = Definition::new(spec, action(seed));
    if seed.per_mille(150) && !is_after_completion {
        definition.discriminators = vec!["eu".to_owned(), "us".to_owned()];
    }
    definition.delivery = if seed.per_mille(250) { Delivery::AtMostOnce } else { Delivery::AtLeastOnce };
    policies(&mut definition, seed);
    definition
}

/// Creates a random action. Dispatch rules match its kind, breakers its target.
fn action(seed: &mut Seed) -> Action {
    let mut action = Action::new(PROVIDER, Value::Null);
    action.kind = seed.pick(&["a", "b"]).to_owned();
    action.target = seed.pick(&["x", "y"]).to_owned();
    if seed.per_mille(200) {
        action.dedup_key = Some(seed.pick(&["k", "l"]).to_owned());
        action.dedup_for = Some(length(seed, 2, 15));
    }
    action
}

pub(crate) fn calendar_use(name: &str) -> CalendarUse {
    CalendarUse { name: name.to_owned(), on_day_off: OnDayOff::Exclude }
}

/// Changes a definition as people do. Limits are only raised, because earlier runs under the old limits
/// remain.
pub(crate) fn edit(definition: &mut Definition, seed: &mut Seed) {
    policies(definition, seed);
    let is_after_completion = matches!(definition.spec.recurrence, Recurrence::AfterCompletion(_));
    let is_once = matches!(definition.spec.recurrence, Recurrence::Once(_));
    let spec = &mut definition.spec;
    if let Recurrence::Every(every) = &mut spec.recurrence
        && every.unit == Unit::Seconds
    {
        every.every = seed.between(3, 40);
    }
    if seed.per_mille(300) {
        spec.timezone = seed.pick(&["UTC", "Europe/Berlin", "Asia/Kathmandu"]).to_owned();
    }
    spec.max_runs = spec.max_runs.map(|most| most + seed.next() % 4);
    spec.ends_at = spec.ends_at.map(|ends_at| ends_at + seconds(seed.between(0, 1) * 60));
    if is_after_completion || is_once {
        return;
    }
    if seed.per_mille(200) {
        spec.calendars = if spec.calendars.is_empty() { vec![calendar_use(CALENDAR)] } else { Vec::new() };
    }
    if seed.per_mille(100) {
        let names = seed.pick(&[&[][..], &["eu", "us"], &["eu", "asia"]]);
        definition.discriminators = names.iter().map(|name| (*name).to_owned()).collect();
    }
}

/// Sets the policies to random values. An edit may change them without making it a different schedule.
pub(crate) fn policies(definition: &mut Definition, seed: &mut Seed) {
    definition.overlap = seed.pick(&[
        Overlap::Skip,
        Overlap::Skip,
        Overlap::BufferOne,
        Overlap::BufferAll,
        Overlap::CancelOther,
        Overlap::AllowAll,
    ]);
    let is_limited = definition.overlap == Overlap::AllowAll && seed.per_mille(500);
    definition.max_concurrent = is_limited.then(|| u32::try_from(seed.between(1, 3)).expect("a small number"));
    definition.catch_up = CatchUp {
        policy: seed.pick(&[CatchUpPolicy::Latest, CatchUpPolicy::Skip, CatchUpPolicy::Earliest, CatchUpPolicy::All]),
        window: seed.per_mille(600).then(|| length(seed, 60, 400)),
        limit: u32::try_from(seed.between(0, 8)).expect("a small number"),
    };
    definition.start_deadline = seed.per_mille(200).then(|| length(seed, 2, 90));
    definition.timeout = seed.per_mille(500).then(|| length(seed, 1, 9));
    definition.pause_on_failure =
        seed.per_mille(100).then(|| u32::try_from(seed.between(1, 3)).expect("a small number"));
    definition.priority = seed.pick(&[Priority::High, Priority::Normal, Priority::Low]);
    definition.retry = Retry {
        max_attempts: u32::try_from(seed.between(1, 4)).expect("a small number"),
        initial: length(seed, 1, 3),
        factor: 2.0,
        max_interval: length(seed, 2, 6),
        max_elapsed: length(seed, 5, 90),
    };
}

fn recurrence(seed: &mut Seed, now: Timestamp) -> Recurrence {
    let cron =
        |text: &str| Recurrence::Cron(CronRecurrence { expression: text.to_owned(), ..CronRecurrence::default() });
    match seed.between(0, 15) {
        0..=2 => cron(seed.pick(&["*/5 * * * * *", "*/13 * * * * *", "0,7,8,9,40 * * * * *"])),
        3 | 4 => cron(seed.pick(&["* * * * *", "*/2 * * * *", "30 2 * * *", "0 0,3,9 * * *", "*/7 1-3 * * *"])),
        5..=7 => Recurrence::Every(EveryRecurrence::new(seed.between(3, 40), Unit::Seconds)),
        8 => Recurrence::Every(EveryRecurrence::new(seed.between(1, 3), Unit::Minutes)),
        9 => {
            Recurrence::Rrule(RruleRecurrence { text: format!("RRULE:FREQ=SECONDLY;INTERVAL={}", seed.between(4, 30)) })
        }
        10 => Recurrence::Calendar(daily(seed)),
        // A one-time schedule whose time has just passed still runs.
        11 => Recurrence::Once(OnceRecurrence { at: whole(now + seconds(seed.between(-50, 200))) }),
        _ => Recurrence::AfterCompletion(AfterCompletionRecurrence { delay: length(seed, 2, 30) }),
    }
}

/// Creates a daily recurrence. For every time zone, one of the hours falls into the simulated ten minutes.
fn daily(seed: &mut Seed) -> CalendarRecurrence {
    CalendarRecurrence {
        frequency: Some(Frequency::Daily),
        interval: 1,
        by_day: Vec::new(),
        by_month_day: Vec::new(),
        time_of_day: Some(jiff::civil::time(i8::try_from(seed.pick(&[1, 2, 3, 9, 10])).expect("an hour"), 0, 0, 0)),
        anchor: PeriodAnchor::Calendar,
        at: PeriodPoint::PeriodStart,
        lead: None,
    }
}

fn length(seed: &mut Seed, low: i64, high: i64) -> Length {
    Length::from_seconds(seed.between(low, high))
}

fn whole(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).expect("in range")
}
