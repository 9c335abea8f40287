//! Compares the runs of jobs with those of a peer.

use std::fmt::Write as _;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_cli::import::NoteKind;

use crate::job::{Job, time_zone};
use crate::span::changes;

/// Runs of a job that only one side has, in order.
pub(super) struct Difference {
    /// Runs of the peer only.
    pub(super) more: Vec<Timestamp>,
    /// Runs of the schedule only.
    pub(super) fewer: Vec<Timestamp>,
}

impl Difference {
    /// Compares a job with all runs of the peer.
    pub(super) fn of(job: &Job, theirs: &[i64]) -> Self {
        let (mut more, mut fewer) = (Vec::new(), Vec::new());
        for span in &job.spans {
            let (from, until) = (instant(span.from + 1), instant(span.until));
            let mut theirs = theirs.iter().copied().filter(|at| *at > span.from && *at < span.until).peekable();
            for ours in job.rule.between(from, until).map(|run| run.at().as_second()) {
                while let Some(at) = theirs.next_if(|at| *at < ours) {
                    more.push(instant(at));
                }
                if theirs.next_if_eq(&ours).is_none() {
                    fewer.push(instant(ours));
                }
            }
            more.extend(theirs.map(instant));
        }
        Self { more, fewer }
    }

    /// Returns the earliest run that only one side has.
    fn first(&self) -> Option<Timestamp> {
        self.more.first().into_iter().chain(self.fewer.first()).min().copied()
    }

    /// Removes the runs of a span of time and returns them.
    fn take(&mut self, from: Timestamp, until: Timestamp) -> Self {
        let is_within = |at: &mut Timestamp| *at >= from && *at < until;
        Self {
            more: self.more.extract_if(.., is_within).collect(),
            fewer: self.fewer.extract_if(.., is_within).collect(),
        }
    }
}

fn instant(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// Checks that every difference is named by the report, and nothing else. They may be `around` a DST change only.
#[track_caller]
pub(super) fn reported(jobs: &[Job], found: &[Vec<i64>], system: &str, around: SignedDuration) {
    none(jobs.iter().zip(found).filter_map(|(job, theirs)| unreported(job, theirs, system, around)), jobs.len());
}

/// Checks that there is no difference.
#[track_caller]
pub(super) fn equal(jobs: &[Job], found: &[Vec<i64>], system: &str) {
    let failures = jobs.iter().zip(found).filter_map(|(job, theirs)| {
        let Difference { more, fewer } = Difference::of(job, theirs);
        let is_equal = more.is_empty() && fewer.is_empty();
        (!is_equal).then(|| {
            let zone = time_zone(job.zone);
            format!("{}: only {system} {}; only Refrain {}", job.name(), dated(&more, &zone), dated(&fewer, &zone))
        })
    });
    none(failures, jobs.len());
}

/// Returns what the report does not say about a job.
pub(super) fn unreported(job: &Job, theirs: &[i64], system: &str, around: SignedDuration) -> Option<String> {
    let zone = time_zone(job.zone);
    let mut difference = Difference::of(job, theirs);
    let mut expected = Vec::new();
    for change in changes(&zone) {
        let Difference { more, fewer } = difference.take(change - around, change + around);
        if more.is_empty() && fewer.is_empty() {
            continue;
        }
        let mut text = change.to_zoned(zone.clone()).strftime("on %Y-%m-%d").to_string();
        for (times, verb) in [(&more, "also runs at"), (&fewer, "does not run at")] {
            if !times.is_empty() {
                write!(text, ", {system} {verb} {}", listed(times, &zone)).unwrap();
            }
        }
        expected.push(text);
    }
    if let Some(at) = difference.first() {
        return Some(format!("{}: not equal at {at}, apart from any change", job.name()));
    }
    let notes = job.entry.iter().flat_map(|entry| &entry.notes);
    let notes = notes.filter(|note| note.kind == NoteKind::Differs && note.text.starts_with("on "));
    let notes: Vec<&str> = notes.map(|note| note.text.as_str()).collect();
    (notes != expected).then(|| format!("{}\n  report: {notes:?}\n  found:  {expected:?}", job.name()))
}

/// Lists times as the report does.
fn listed(times: &[Timestamp], zone: &TimeZone) -> String {
    let shown = |at: &Timestamp| at.to_zoned(zone.clone()).strftime("%H:%M:%S %:z").to_string();
    let mut texts: Vec<String> = times.iter().take(3).map(shown).collect();
    if times.len() > 3 {
        texts.push(format!("{} more times", times.len() - 3));
    }
    texts.join(" and ")
}

/// Shows the first times of a list.
fn dated(times: &[Timestamp], zone: &TimeZone) -> String {
    let shown = times.iter().take(4).map(|at| at.to_zoned(zone.clone()).strftime("%F %T %:z").to_string());
    format!("{} times: {}", times.len(), shown.collect::<Vec<_>>().join(", "))
}

#[track_caller]
pub(super) fn none(failures: impl Iterator<Item = String>, count: usize) {
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}
