//! A configuration file that declares calendars and schedules, and is reloaded now and then. Its declarations
//! are saved the way the server does it, and schedules that it no longer declares are deleted.

use std::time::Duration;

use refrain::Error;
use refrain::clock::Clock;
use refrain::control::Rights;
use refrain::control::{Control, SaveScheduleRequest};
use refrain::model::{By, Definition, DocumentName, ScheduleId, ScheduleKey, Source, Status, Tenant};
use refrain::recurrence::NamedCalendar;
use refrain::store::{DocumentKey, DocumentKind, ExpectedVersion};
use tokio::time::sleep;

use super::People;
use crate::schedules::{self, calendar_use};
use crate::world::tenants;

/// Name of the calendar that the file declares.
const CALENDAR: &str = "file";
/// Maximum number of schedules that the file declares.
const SCHEDULES_MAX: usize = 3;
/// Delay between two tries.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Content of the file.
#[derive(Default)]
pub(super) struct File {
    calendars: Vec<(Tenant, NamedCalendar)>,
    schedules: Vec<(ScheduleKey, Definition)>,
    declared: usize,
    /// Schedules that the file no longer declares.
    removed: Vec<(ScheduleKey, Definition)>,
}

impl People {
    /// Edits the file, or not, and reloads it until that succeeds.
    pub(super) async fn reload(&mut self) {
        if self.world.seed().per_mille(700) {
            self.edit_file();
        }
        let control = Control::new(self.store.clone(), self.place.clock.clone()).acting_as(Rights::configuration());
        while self.apply(&control).await.is_err() {
            sleep(TRY_AGAIN).await;
        }
    }

    fn edit_file(&mut self) {
        let kind = self.world.seed().between(0, 3);
        let calendars = tenants().map(|tenant| (tenant, self.some_calendar()));
        if self.file.calendars.is_empty() || kind == 0 {
            self.file.calendars = calendars.into();
        }
        if self.file.schedules.len() < SCHEDULES_MAX && kind <= 1 {
            self.declare();
        } else if self.file.schedules.len() > 1 && kind == 2 {
            let removed = self.file.schedules.remove(0);
            self.file.removed.push(removed);
        } else if let Some((_, definition)) = self.file.schedules.last_mut() {
            schedules::edit(definition, &mut self.world.seed());
            rename_calendar(definition);
        }
    }

    fn declare(&mut self) {
        if let Some(again) = self.file.removed.pop() {
            self.file.schedules.push(again);
            return;
        }
        let number = self.file.declared;
        self.file.declared += 1;
        let tenant = tenants()[number % tenants().len()].clone();
        let key = ScheduleKey { tenant, id: ScheduleId::new(&format!("f{number}")).expect("a valid name") };
        let mut definition = schedules::definition(&mut self.world.seed(), self.place.clock.now());
        rename_calendar(&mut definition);
        self.keys.push(key.clone());
        self.file.schedules.push((key, definition));
    }

    /// Brings the store in line with the file.
    async fn apply(&self, control: &Control<Rights>) -> Result<(), Error> {
        for (tenant, calendar) in &self.file.calendars {
            self.apply_calendar(control, tenant, calendar).await?;
        }
        for (key, definition) in &self.file.schedules {
            // A schedule from another source is not taken over.
            if self.store.schedule(key).await?.is_some_and(|found| found.source != Source::File) {
                continue;
            }
            let (key, definition, by) = (key.clone(), definition.clone(), by());
            let save = SaveScheduleRequest { key, expect: ExpectedVersion::Any, definition, source: Source::File, by };
            match control.save(save).await {
                Err(Error::Store(error)) if error.is_transient() => return Err(error.into()),
                Ok(_) | Err(_) => {}
            }
        }
        for schedule in self.store.scan(None, 500).await?.into_iter().flatten() {
            let is_declared = self.file.schedules.iter().any(|(key, _)| *key == schedule.key);
            if schedule.source == Source::File && schedule.status != Status::Deleted && !is_declared {
                control.delete(&schedule.key, ExpectedVersion::Any, &by()).await?;
            }
        }
        Ok(())
    }

    /// Writes a calendar of the file the way the API does. If the calendar is already up to date, its
    /// schedules may still need replanning.
    async fn apply_calendar(
        &self,
        control: &Control<Rights>,
        tenant: &Tenant,
        calendar: &NamedCalendar,
    ) -> Result<(), Error> {
        let name = DocumentName::new(CALENDAR).expect("a valid name");
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Calendar, name: name.clone() };
        let body = serde_json::to_value(calendar).expect("a calendar has string keys");
        if self.store.document(&key).await?.is_some_and(|found| found.body == body) {
            control.refresh_calendar(tenant, &name).await?;
        } else {
            control.save_calendar(&self.order(tenant, CALENDAR), calendar).await.map(drop)?;
        }
        self.world.watch().calendar_followed(tenant, &name);
        Ok(())
    }
}

/// Makes a schedule of the file use the calendar of the file.
fn rename_calendar(definition: &mut Definition) {
    if !definition.spec.calendars.is_empty() {
        definition.spec.calendars = vec![calendar_use(CALENDAR)];
    }
}

fn by() -> By {
    By::new("file")
}
