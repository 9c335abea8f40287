//! Every instant that the rule yields up to the watermark has a row for each of its targets or lies in exactly one gap, and
//! every row is one that a rule or a person asked for.
//!
//! By brute force and without the planner: for each stretch that some commit moved the watermark over, the rule of that
//! time is compiled anew and walked through instant by instant.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use refrain::gap::NewGap;
use refrain::id::ScheduleUid;
use refrain::occurrence::Occurrence;
use refrain::recurrence::{Context, Recurrence, Rule};

use super::Ledger;
use crate::watch::{Known, Span, Watch};

type Key<'a> = (ScheduleUid, &'a str, &'a str);

pub(super) fn judge(watch: &mut Watch, ledger: &Ledger) {
    let mut rows: BTreeMap<Key<'_>, &Occurrence> = BTreeMap::new();
    for row in &ledger.rows {
        let key = (row.schedule_uid, row.planned.period_key.as_str(), row.planned.discriminator.as_str());
        if rows.insert(key, row).is_some() {
            watch.broken("one row per key", format!("{key:?}"));
        }
    }
    let mut asked_for = BTreeSet::new();
    let mut in_gaps: BTreeMap<ScheduleUid, u64> = BTreeMap::new();
    for span in watch.spans.clone() {
        let Some(known) = watch.schedules.get(&span.uid).cloned() else { continue };
        *in_gaps.entry(span.uid).or_default() += walk(watch, &rows, &span, &known, &mut asked_for);
    }
    let kept: u64 = ledger.gaps.iter().map(|gap| gap.covers.count).sum();
    let made: u64 = watch.gaps.iter().map(|(_, gap)| gap.count).sum();
    if kept != made {
        watch.broken("gaps are kept", format!("{kept} occurrences in gaps, {made} were folded"));
    }
    for (uid, found) in in_gaps {
        let counted: u64 = watch.gaps.iter().filter(|(of, _)| *of == uid).map(|(_, gap)| gap.count).sum();
        let is_walked = watch.schedules.get(&uid).is_some_and(|known| !counts_from_the_end(known));
        if is_walked && counted != found {
            let gaps: Vec<&NewGap> = watch.gaps.iter().filter(|(of, _)| *of == uid).map(|(_, gap)| gap).collect();
            let spans: Vec<_> = watch.spans.iter().filter(|span| span.uid == uid).map(|it| (it.from, it.to)).collect();
            let text = format!("schedule {uid}: {counted} counted, {found} found in {gaps:?} over {spans:?}");
            watch.broken("gaps count what they cover", text);
        }
    }
    for row in &ledger.rows {
        let key = (row.schedule_uid, row.planned.period_key.clone(), row.planned.discriminator.clone());
        let by_rule = asked_for.contains(&row.id) || watch.asked_for.contains(&key);
        let is_asked_for = row.planned.trigger.is_by_hand() || by_rule;
        let is_planned_one_by_one = watch.schedules.get(&row.schedule_uid).is_some_and(counts_from_the_end);
        if !is_asked_for && !is_planned_one_by_one {
            let text = format!("row {} of {} for {}", row.id, row.schedule, row.planned.period_key);
            watch.broken("every row is asked for", text);
        }
    }
}

fn counts_from_the_end(known: &Known) -> bool {
    matches!(known.definition.spec.recurrence, Recurrence::AfterCompletion(_))
}

/// Walks one stretch and answers how many instants of it lie in gaps.
fn walk(
    watch: &mut Watch,
    rows: &BTreeMap<Key<'_>, &Occurrence>,
    span: &Span,
    known: &Known,
    asked_for: &mut BTreeSet<refrain::id::OccurrenceId>,
) -> u64 {
    if matches!(span.definition.spec.recurrence, Recurrence::AfterCompletion(_)) {
        return 0;
    }
    let context = Context { anchor: Some(known.created_at), seed: known.key.id.as_str(), calendars: None };
    let Ok(rule) = Rule::compile(&span.definition.spec, &context) else { return 0 };
    let single = [String::new()];
    let targets = &span.definition.discriminators;
    let targets = if targets.is_empty() { &single[..] } else { targets };
    let is_near = |gap: &&NewGap| gap.to > span.from && gap.from <= span.to;
    let own = watch.gaps.iter().filter(|(uid, _)| *uid == span.uid).map(|(_, gap)| gap);
    let gaps: Vec<(Timestamp, Timestamp)> = own.filter(is_near).map(|gap| (gap.from, gap.to)).collect();
    let mut in_gaps = 0;
    for occurrence in rule.iter_after(span.from).take_while(|occurrence| occurrence.at() <= span.to) {
        let at = occurrence.at();
        let period = rule.period_key(&occurrence);
        let own: Vec<_> =
            targets.iter().map(|target| rows.get(&(span.uid, period.as_str(), target.as_str())).copied()).collect();
        asked_for.extend(own.iter().flatten().map(|row| row.id));
        let has_rows = own.iter().all(Option::is_some);
        // What a person asked for may lie in a gap, or be one of several targets; so may what an edit asked for in the time
        // that had been planned ahead, which is long after a clock that went back.
        let by_edit =
            targets.iter().any(|target| watch.asked_for.contains(&(span.uid, period.clone(), target.clone())));
        let by_hand = by_edit || own.iter().flatten().any(|row| row.planned.trigger.is_by_hand());
        let covered = gaps.iter().filter(|(from, to)| (*from..=*to).contains(&at)).count();
        in_gaps += u64::from(covered > 0);
        let is_told_once = if by_hand { covered <= 1 } else { covered + usize::from(has_rows) == 1 };
        if !is_told_once {
            let text =
                format!("{} at {at}: {covered} gaps, rows {has_rows}, in {} to {}", known.key, span.from, span.to);
            watch.broken("nothing is lost", text);
        }
    }
    in_gaps
}
