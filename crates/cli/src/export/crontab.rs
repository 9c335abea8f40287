//! A crontab. Schedules in another time zone than that of the machine are below a `CRON_TZ`.

use std::fmt::Write as _;

use super::action::{command, one_line, shell};
use super::fit::{Fitted, System, fit, remarks};
use super::render::five_fields;
use super::schedule::Schedule;
use super::{Export, ExportedFile, Options, Remark, RemarkKind};
use crate::import::Kind;

const SYSTEM: System = System {
    name: "cron",
    kind: Kind::Crontab,
    file: "crontab",
    times: |times, days, style, _| five_fields(times, days, style),
};

const HEADER: &str =
    "# Exported from Refrain. Cron neither retries nor catches up, and it starts a run even if the last
# one has not ended. CRON_TZ needs cronie; Debian's cron ignores it.
";

pub(super) fn export(schedules: &[Schedule], options: &Options) -> Export {
    let mut export = Export::default();
    let mut text = HEADER.to_owned();
    let mut entries: Vec<(String, String)> = Vec::new();
    for schedule in schedules {
        match fit(&SYSTEM, schedule, options, &|fitted| line(fitted, options, "/bin/true")) {
            Ok(fitted) => {
                let mut found = remarks(schedule, &fitted);
                if schedule.spec.jitter.is_some() {
                    found.push(Remark::new(schedule, RemarkKind::Dropped, "its jitter"));
                }
                let line = entry(schedule, &fitted, &mut found);
                entries.push((fitted.timezone, line));
                export.remarks.extend(found);
            }
            Err(reason) => {
                let _ = writeln!(text, "\n# {}: not exported: {}", schedule.id, one_line(&reason));
                export.remarks.push(Remark::new(schedule, RemarkKind::NotExported, reason));
            }
        }
    }
    // Nothing resets CRON_TZ, so the entries in cron's own time zone come first.
    entries.sort_by_key(|(zone, _)| (*zone != options.timezone, zone.clone()));
    let mut zone = options.timezone.as_str();
    for (entry_zone, entry) in &entries {
        text.push('\n');
        if entry_zone != zone {
            let _ = writeln!(text, "CRON_TZ={entry_zone}");
            zone = entry_zone;
        }
        text.push_str(entry);
    }
    export.files.push(ExportedFile { name: "crontab".to_owned(), text });
    export
}

/// Returns the lines that the importer reads for a comparison.
fn line(fitted: &Fitted, options: &Options, command: &str) -> String {
    let zone = &fitted.timezone;
    let variable = if *zone == options.timezone { String::new() } else { format!("CRON_TZ={zone}\n") };
    format!("{variable}{} {command}\n", fitted.times)
}

fn entry(schedule: &Schedule, fitted: &Fitted, found: &mut Vec<Remark>) -> String {
    let mut text = format!("# {}", schedule.id);
    if let Some(description) = schedule.description() {
        let _ = write!(text, ": {}", one_line(description));
    }
    text.push('\n');
    for difference in &fitted.differences {
        let _ = writeln!(text, "# {difference}");
    }
    // Cron ends the command at a percent sign.
    let command = shell(&command(schedule, found)).replace('%', "\\%");
    let disabled = if schedule.is_active() { "" } else { "#" };
    let _ = writeln!(text, "{disabled}{} {command}", fitted.times);
    text
}
