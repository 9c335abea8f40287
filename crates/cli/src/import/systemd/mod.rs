//! Timers of systemd, with the services that they start.

mod calendar;
mod service;
mod span;
mod timer;
mod unit;

use crate::source::Source;

use self::unit::{Unit, units};
use super::draft::Importer;
use super::note::NoteKind;

/// Reads the timers among unit files. Services beside them say what the timers start.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "as in systemd, times that a DST change skips do not run, and repeated times run on the first pass only",
    );
    importer.note(
        NoteKind::Chosen,
        "as in systemd, a timer does nothing while its unit is running (overlap `skip`), and failed runs are not retried",
    );
    let units = units(sources, importer);
    let services: Vec<&Unit<'_>> = units.iter().filter(|unit| unit.name.ends_with(".service")).collect();
    for unit in units.iter().filter(|unit| unit.name.ends_with(".timer")) {
        let draft = timer::draft(unit, &services, importer);
        importer.drafts.push(draft);
    }
    let is_other = |unit: &&Unit<'_>| !unit.name.ends_with(".service") && !unit.name.ends_with(".timer");
    let others: Vec<String> = units.iter().filter(is_other).map(|unit| unit.name.clone()).collect();
    for other in others {
        importer.note(NoteKind::Dropped, format!("{other} is neither a timer nor a service and was not read"));
    }
}
