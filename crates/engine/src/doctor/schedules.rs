//! Checks whether schedules can be read and planned, and whether planning will reach them.

use std::collections::BTreeSet;

use jiff::Timestamp;
use refrain_recurrence::ErrorCode;

use super::{Finding, Fix, Severity};
use crate::model::{Schedule, ScheduleKey, ScheduleUid, Status, Tenant};
use crate::store::{Store, StoreError, UnreadableSchedule, listed_uid};
use crate::timing::{ON_TIME_FOR, calendars_of, compile};

/// Number of schedules read at a time.
const BATCH_SIZE: usize = 500;
/// Maximum number of schedules named in a finding.
const NAMED_MAX: usize = 5;

/// Facts collected for later checks.
pub(super) struct ScanSummary {
    pub(super) active: usize,
    pub(super) tenants: BTreeSet<Tenant>,
}

/// Problems found, by kind.
#[derive(Default)]
struct Faults {
    unreadable: Vec<UnreadableSchedule>,
    zones: Vec<String>,
    rules: Vec<String>,
    forgotten: Vec<Schedule>,
    stale: Vec<String>,
    disabled: Vec<String>,
}

/// Checks up to `schedules_max` schedules.
pub(super) async fn run_checks(
    store: &dyn Store,
    schedules_max: usize,
    now: Timestamp,
    findings: &mut Vec<Finding>,
) -> Result<ScanSummary, StoreError> {
    let mut seen = ScanSummary { active: 0, tenants: BTreeSet::new() };
    let mut faults = Faults::default();
    let (mut after, mut count) = (None::<ScheduleUid>, 0);
    while count < schedules_max {
        let part = store.scan(after, BATCH_SIZE.min(schedules_max - count)).await?;
        let Some(last) = part.last() else { break };
        after = Some(listed_uid(last));
        count += part.len();
        for listed in part {
            match listed {
                Ok(schedule) => {
                    seen.active += usize::from(schedule.status == Status::Active);
                    seen.tenants.insert(schedule.key.tenant.clone());
                    check_schedule(store, schedule, now, &mut faults).await?;
                }
                Err(unreadable) => {
                    seen.tenants.insert(unreadable.key.tenant.clone());
                    faults.unreadable.push(*unreadable);
                }
            }
        }
    }
    faults.report(count, findings);
    Ok(seen)
}

/// Checks one schedule: whether it can be planned, or whether the engine has disabled it. Schedules that a person
/// stopped, and schedules that are over, are in order.
async fn check_schedule(
    store: &dyn Store,
    schedule: Schedule,
    now: Timestamp,
    faults: &mut Faults,
) -> Result<(), StoreError> {
    match schedule.status {
        Status::Active | Status::Paused => {}
        Status::Disabled => {
            let problem = schedule.status_note.text.as_deref().unwrap_or("no reason recorded");
            faults.disabled.push(format!("{}: {problem}", schedule.key));
            return Ok(());
        }
        Status::Canceled | Status::Finished | Status::Deleted => return Ok(()),
    }
    let calendars = calendars_of(store, &schedule).await?;
    let compiled = match &calendars {
        Ok(calendars) => {
            compile(&schedule, Some(calendars)).map(drop).map_err(|error| (error.code(), error.to_string()))
        }
        Err(problem) => Err((ErrorCode::BadValue, problem.clone())),
    };
    match compiled {
        Err((ErrorCode::UnknownZone, problem)) => faults.zones.push(format!("{}: {problem}", schedule.key)),
        Err((_, problem)) => faults.rules.push(format!("{}: {problem}", schedule.key)),
        Ok(()) if schedule.status == Status::Active && schedule.next_due_at.is_none() => {
            faults.forgotten.push(schedule);
        }
        Ok(()) => {
            let is_late = |at: Timestamp| now.duration_since(at) > ON_TIME_FOR;
            faults.stale.extend(schedule.plan_at().filter(|at| is_late(*at)).map(|_| schedule.key.to_string()));
        }
    }
    Ok(())
}

impl Faults {
    fn report(&self, count: usize, findings: &mut Vec<Finding>) {
        findings.push(self.unreadable(count));
        findings.push(list_finding(
            "schedules.zones",
            "all time zones are known",
            &self.zones,
            "the time zone of these schedules is not in this program's time zone database; planning disables the schedules",
            "set an existing time zone, or update the program",
        ));
        findings.push(list_finding(
            "schedules.recurrences",
            "all recurrences are valid",
            &self.rules,
            "the recurrence of these schedules, or a calendar that it names, is no longer valid; planning disables the schedules",
            "edit the schedules; the API rejects an invalid recurrence and says why",
        ));
        findings.push(self.disabled());
        findings.push(self.forgotten());
        findings.push(list_finding(
            "schedules.stale",
            "planning is up to date",
            &self.stale,
            "planning should have reached these schedules more than a minute ago: no node plans, or its clock is not trusted",
            "check that a node with the role `all` or `planner` is running, and check its log",
        ));
    }

    fn unreadable(&self, count: usize) -> Finding {
        const CHECK: &str = "schedules.readable";
        // Schedules that are already disabled block nothing.
        let open: Vec<UnreadableSchedule> =
            self.unreadable.iter().filter(|one| one.status.may_become(Status::Disabled)).cloned().collect();
        if self.unreadable.is_empty() {
            return Finding::fine(CHECK, format!("{count} schedules can be read"));
        }
        if open.is_empty() {
            let named = self.unreadable.iter().map(|one| format!("{}: {}", one.key, one.problem)).collect::<Vec<_>>();
            return Finding {
                check: CHECK,
                severity: Severity::Warning,
                found: list(&named),
                meaning: "the definitions of these schedules cannot be read; the schedules are disabled and do not run",
                advice: "edit the schedules (a new definition makes them active again) or delete them",
                fix: None,
            };
        }
        let named = open.iter().map(|one| format!("{}: {}", one.key, one.problem)).collect::<Vec<_>>();
        Finding {
            check: CHECK,
            severity: Severity::Error,
            found: list(&named),
            meaning: "the definitions of these schedules cannot be read, so the schedules cannot be planned",
            advice: "--fix disables the schedules; saving a new definition makes them active again",
            fix: Some(Fix::Quarantine(open)),
        }
    }

    fn disabled(&self) -> Finding {
        const CHECK: &str = "schedules.disabled";
        if self.disabled.is_empty() {
            return Finding::fine(CHECK, "no schedule that can be read is disabled");
        }
        Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: list(&self.disabled),
            meaning: "the engine disabled these schedules because they could not be planned; they do not run",
            advice: "remove the cause and save the schedules again (saving makes them active), or delete them",
            fix: None,
        }
    }

    fn forgotten(&self) -> Finding {
        const CHECK: &str = "schedules.index";
        if self.forgotten.is_empty() {
            return Finding::fine(CHECK, "every active schedule has a next due time");
        }
        let keys: Vec<&ScheduleKey> = self.forgotten.iter().map(|schedule| &schedule.key).collect();
        Finding {
            check: CHECK,
            severity: Severity::Error,
            found: list(&keys.iter().map(ToString::to_string).collect::<Vec<_>>()),
            meaning: "these schedules are active but have no next due time, so planning never reaches them",
            advice: "--fix sets the next due time from the recurrence; a node does the same within a few minutes",
            fix: Some(Fix::Repair(self.forgotten.clone())),
        }
    }
}

fn list_finding(
    check: &'static str,
    fine: &str,
    named: &[String],
    meaning: &'static str,
    advice: &'static str,
) -> Finding {
    if named.is_empty() {
        return Finding::fine(check, fine);
    }
    Finding { check, severity: Severity::Error, found: list(named), meaning, advice, fix: None }
}

/// Formats the number of items and the names of the first ones.
fn list(named: &[String]) -> String {
    let shown = named.iter().take(NAMED_MAX).cloned().collect::<Vec<_>>().join("; ");
    let rest = if named.len() > NAMED_MAX { "; …" } else { "" };
    format!("{}: {shown}{rest}", named.len())
}
