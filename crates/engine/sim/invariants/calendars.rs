//! Schedules follow their calendars: nothing is sent on a day that was off when the occurrence was planned
//! and is still off. Once the schedules have been replanned after a calendar edit, this also holds for
//! occurrences that were planned before the edit.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain::delivery::Run;
use refrain::model::{Definition, DocumentName, Tenant};
use refrain::recurrence::{Calendars, FirstRunAt, NamedCalendar};

use crate::features::Feature;
use crate::trace::Line;
use crate::watch::Observer;

/// Maximum age of a calendar that a commit is based on: several slow calls, and a node that was frozen.
const READ_WITHIN: SignedDuration = SignedDuration::from_secs(45);

/// Maximum time from the creation of a schedule to its first run.
const FIRST_WITHIN: SignedDuration = SignedDuration::from_secs(21);

/// Version of a calendar.
#[derive(Clone, Debug)]
pub(crate) struct CalendarVersion {
    pub(crate) calendar: NamedCalendar,
    /// When the version was saved, in steady time.
    pub(crate) since: SignedDuration,
    /// When all schedules had been replanned with it.
    pub(crate) followed_at: Option<SignedDuration>,
}

impl Observer {
    /// Records that a calendar was saved.
    pub(crate) fn calendar_saved(&mut self, tenant: &Tenant, name: &DocumentName, calendar: NamedCalendar) {
        self.line(Line::Calendar { dates: calendar.dates.len() });
        let since = self.now;
        let versions = self.calendars.entry((tenant.clone(), name.to_string())).or_default();
        let is_edit = versions.last().is_some_and(|last| last.calendar != calendar);
        if versions.is_empty() || is_edit {
            versions.push(CalendarVersion { calendar, since, followed_at: None });
        }
        let uses = |definition: &Definition| definition.spec.calendars.iter().any(|used| used.name == name.as_str());
        let is_follower = |known: &&crate::watch::ScheduleState| known.key.tenant == *tenant && uses(&known.definition);
        let followers = self.schedules.iter().filter(|(_, known)| is_edit && is_follower(known));
        let followers: Vec<_> = followers.map(|(uid, _)| *uid).collect();
        for uid in followers {
            self.meets(uid, Feature::CalendarEdit);
        }
    }

    /// Records that people were notified that all schedules follow a calendar.
    pub(crate) fn calendar_followed(&mut self, tenant: &Tenant, name: &DocumentName) {
        let now = self.now;
        let versions = self.calendars.get_mut(&(tenant.clone(), name.to_string()));
        if let Some(last) = versions.and_then(|versions| versions.last_mut()) {
            last.followed_at.get_or_insert(now);
        }
    }

    /// Returns the calendars that a commit at `at` may be based on: one, unless a calendar was changed
    /// shortly before.
    pub(super) fn calendars_for(&self, tenant: &Tenant, definition: &Definition, at: SignedDuration) -> Vec<Calendars> {
        let mut found = vec![Calendars::new()];
        for used in &definition.spec.calendars {
            let Some(versions) = self.calendars.get(&(tenant.clone(), used.name.clone())) else { continue };
            let next_since = |place: usize| versions.get(place + 1).map_or(SignedDuration::MAX, |next| next.since);
            let in_force = versions
                .iter()
                .enumerate()
                .filter(|(place, version)| version.since <= at && next_since(*place) > at.saturating_sub(READ_WITHIN));
            let in_force: Vec<&NamedCalendar> = in_force.map(|(_, version)| &version.calendar).collect();
            let with_each = |before: &Calendars| {
                let with = |calendar: &&NamedCalendar| {
                    let mut calendars = before.clone();
                    calendars.insert(used.name.clone(), (*calendar).clone());
                    calendars
                };
                in_force.iter().map(with).collect::<Vec<_>>()
            };
            found = found.iter().flat_map(with_each).collect();
        }
        found
    }

    /// Checks that a send does not start on a day off.
    pub(super) fn check_day_off(&mut self, run: &Run) {
        let occurrence = &run.occurrence;
        let (spec, planned) = (&run.definition.spec, &occurrence.planned);
        if spec.calendars.is_empty() || planned.trigger.is_user_requested() || occurrence.attempt > 1 {
            return;
        }
        // A first run happens when it was requested, even on a day off.
        let created_at = self.schedules.get(&occurrence.schedule_uid).map(|known| known.created_at);
        let is_first = spec.first_run.is_some_and(|first| match first.when {
            FirstRunAt::At(at) => planned.nominal_at == at,
            FirstRunAt::Now | FirstRunAt::After(_) => {
                created_at.is_some_and(|at| planned.nominal_at <= at + FIRST_WITHIN)
            }
        });
        if is_first {
            return;
        }
        let Ok(zone) = TimeZone::get(&spec.timezone) else { return };
        let off = self.off_since(&occurrence.schedule.tenant, &run.definition, planned.nominal_at, &zone);
        let Some((since, followed_at)) = off else { return };
        let key = (occurrence.schedule_uid, planned.period_key.clone(), planned.discriminator.clone());
        let Some(planned_at) = self.planned_at.get(&key).copied() else { return };
        let Some(row) = self.rows.get(&occurrence.id) else { return };
        // An occurrence that was already leased goes on, on another node if its own stops.
        let claimed_at = row.claimed_at;
        let is_planned_off = planned_at > since + READ_WITHIN;
        let is_left = planned_at < since && followed_at.zip(claimed_at).is_some_and(|(at, claimed_at)| at < claimed_at);
        if is_planned_off || is_left {
            let (since, planned_at) = (since.as_secs_f64(), planned_at.as_secs_f64());
            let (id, schedule) = (occurrence.id, &occurrence.schedule);
            let key = &planned.period_key;
            let text = format!("row {id} of {schedule} for {key}: off since {since} s, planned at {planned_at} s");
            self.report_violation("nothing runs on a day off", text);
        }
    }

    /// Returns since when, in steady time, the day of an instant has been off, and when the schedules had
    /// been replanned.
    fn off_since(
        &self,
        tenant: &Tenant,
        definition: &Definition,
        at: Timestamp,
        zone: &TimeZone,
    ) -> Option<(SignedDuration, Option<SignedDuration>)> {
        let date = zone.to_datetime(at).date();
        let used = definition.spec.calendars.first()?;
        let versions = self.calendars.get(&(tenant.clone(), used.name.clone()))?;
        let off = || versions.iter().rev().take_while(|version| version.calendar.dates.contains(&date));
        let since = off().last()?.since;
        Some((since, off().filter_map(|version| version.followed_at).min()))
    }
}
