//! Compares the result of a case with the documentation: the end of every occurrence with the oracle, and the
//! invariants that hold in every case.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use refrain::model::{Gap, Occurrence, Overlap, State, Status, Trigger};

use crate::case::{Bound, Case};
use crate::fate::{Fate, Life, Name};
use crate::oracle;
use crate::receiver::{Attempt, name_of};
use crate::script::{self, seconds};
use crate::world::{World, due_of};

/// Returns everything that is wrong with a finished case, or an empty text.
pub(crate) async fn violations(world: &World) -> String {
    let (case, rows, attempts) = (world.case(), world.rows(Vec::new()).await, world.receiver.attempts());
    let mut wrong = world.wrong.clone();
    let mut actual = Life { is_finished: world.schedule().await.status == Status::Finished, ..Life::default() };
    for row in &rows {
        let name = name_of(row);
        let dispatches = attempts.iter().filter(|it| it.name == name).count() as u32;
        let fate = Fate { end: end_of(row), trigger: Some(row.planned.trigger.as_str()), dispatches };
        if let Some(twice) = actual.fates.insert(name.clone(), fate) {
            writeln!(wrong, "two rows: {name} {twice}").unwrap();
        }
    }
    for gap in world.gaps().await {
        cover(&mut actual, &gap, case, &mut wrong);
    }
    let expected = oracle::expected(case, &world.acts, &due_of(&rows));
    compare(&expected, &actual, &mut wrong);
    jitter(case, &rows, &mut wrong);
    runs(case, &attempts, &mut wrong);
    if wrong.is_empty() {
        return wrong;
    }
    let acts: Vec<String> = world.acts.iter().map(|(at, act)| format!("{:.3} {act:?}", hours(*at))).collect();
    let runs = attempts.iter().fold(String::new(), |mut text, it| {
        let end = it.end.map_or(f64::NAN, hours);
        writeln!(text, "  {} ({}) {:.3} to {end:.3} h", it.name, it.trigger.as_str(), hours(it.start)).unwrap();
        text
    });
    format!("case: {case}\n{wrong}runs:\n{runs}script: {}\n", acts.join(", "))
}

fn hours(seconds: i64) -> f64 {
    seconds as f64 / script::HOUR as f64
}

fn end_of(row: &Occurrence) -> String {
    let reason = row.reason.map(|reason| format!("({})", reason.as_str())).unwrap_or_default();
    match row.state {
        State::Succeeded => "succeeded".to_owned(),
        State::Skipped => format!("skipped{reason}"),
        State::Failed => format!("failed{reason}"),
        State::Planned | State::Running => format!("open {}", row.state.as_str()),
    }
}

/// Adds the slots of a gap. A gap must count exactly the slots it covers, and must not cover a slot that has a row.
fn cover(life: &mut Life, gap: &Gap, case: &Case, wrong: &mut String) {
    let (from, to) = (seconds(gap.covers.from), seconds(gap.covers.to));
    let slots = script::slots(from, to, case.has_calendar, case.bound);
    if slots.len() as u64 != gap.covers.count {
        writeln!(wrong, "a gap counts {} slots and covers {}: {gap:?}", gap.covers.count, slots.len()).unwrap();
    }
    for slot in slots {
        for lane in case.lanes() {
            let name = Name { nominal: slot, lane: (*lane).to_owned(), manual: None };
            let end = format!("skipped({})", gap.covers.reason);
            if let Some(twice) = life.fates.insert(name.clone(), Fate { end, trigger: None, dispatches: 0 }) {
                writeln!(wrong, "in a gap and elsewhere: {name} {twice}").unwrap();
            }
        }
    }
}

fn compare(expected: &Life, actual: &Life, wrong: &mut String) {
    let names: BTreeMap<&Name, ()> = expected.fates.keys().chain(actual.fates.keys()).map(|name| (name, ())).collect();
    for (name, ()) in names {
        let (expected, actual) = (expected.fates.get(name), actual.fates.get(name));
        if expected != actual {
            let text = |fate: Option<&Fate>| fate.map_or("nothing".to_owned(), Fate::to_string);
            writeln!(wrong, "{name}: expected {}; actual {}", text(expected), text(actual)).unwrap();
        }
    }
    if expected.is_finished != actual.is_finished {
        writeln!(wrong, "finished: expected {}; actual {}", expected.is_finished, actual.is_finished).unwrap();
    }
}

/// Jitter delays by less than its window, and all lanes of a slot equally. A backfill is due immediately.
fn jitter(case: &Case, rows: &[Occurrence], wrong: &mut String) {
    let due = due_of(rows);
    let is_planned = |row: &&Occurrence| matches!(row.planned.trigger, Trigger::Schedule | Trigger::CatchUp);
    for row in rows.iter().filter(is_planned) {
        let (nominal, its_due) = (row.planned.nominal_at, row.planned.due_at);
        let limit = if case.has_jitter { script::JITTER_FOR } else { 0 };
        let delay = its_due.duration_since(nominal).as_secs_f64();
        let is_same = due[&seconds(nominal)] - seconds(its_due) <= 1;
        if delay < 0.0 || delay > limit as f64 || !is_same {
            writeln!(wrong, "jitter: {} is due {delay} s after its nominal time", name_of(row)).unwrap();
        }
    }
}

/// Checks the invariants of all runs, which hold in every case.
fn runs(case: &Case, attempts: &[Attempt], wrong: &mut String) {
    for (number, it) in attempts.iter().enumerate() {
        if it.start < it.due {
            writeln!(wrong, "early: {} starts before {}", it.name, it.due).unwrap();
        }
        for later in &attempts[number + 1..] {
            if it.name == later.name && it.key != later.key {
                writeln!(wrong, "{} was sent with two idempotency keys", it.name).unwrap();
            }
            let is_same_lane = it.name.lane == later.name.lane && case.overlap != Overlap::AllowAll;
            if is_same_lane && it.end.is_none_or(|end| end > later.start) {
                writeln!(wrong, "overlap: {} and {}", it.name, later.name).unwrap();
            }
            let is_backfill = it.trigger == Trigger::Backfill && later.trigger == Trigger::Backfill;
            let is_scheduled = is_counted(it) && is_counted(later) && case.overlap != Overlap::AllowAll;
            let is_late = later.name.nominal < it.name.nominal;
            if it.name.lane == later.name.lane && is_late && (is_backfill || is_scheduled) {
                writeln!(wrong, "order: {} starts before {}", it.name, later.name).unwrap();
            }
        }
    }
    let mut counted: Vec<&Name> = attempts.iter().filter(|it| is_counted(it)).map(|it| &it.name).collect();
    counted.sort_unstable();
    counted.dedup();
    // A slot is planned as a whole. When one lane returns its run, the others may exceed the limit by less than
    // a slot.
    let most = script::RUNS_MAX * case.lanes().len() + case.lanes().len() - 1;
    if case.bound == Bound::MaxRuns && counted.len() > most {
        writeln!(wrong, "max_runs: {} occurrences started", counted.len()).unwrap();
    }
}

fn is_counted(attempt: &Attempt) -> bool {
    matches!(attempt.trigger, Trigger::Schedule | Trigger::CatchUp)
}
