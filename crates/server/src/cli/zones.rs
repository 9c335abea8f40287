//! `refrain zones`: lists the time zones, each with its offset.

use clap::Args;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_recurrence::{time_zone, tzdb_version, zone_names};
use serde::Serialize;

use crate::cli::Format;
use crate::cli::definition::flag;
use crate::cli::output::{Report, table};
use crate::clock;
use crate::input::instant;
use crate::input::problem::Problem;

/// List the time zones, each with its offset
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain zones
  refrain zones berlin
  refrain zones america/ --at 2026-07-01T00:00:00Z --format json")]
pub(crate) struct Zones {
    /// List only names that contain this text, ignoring case
    #[arg(value_name = "PATTERN", default_value = "", hide_default_value = true)]
    pattern: String,
    /// Show the offsets at this instant [default: now]
    #[arg(long, value_name = "T")]
    at: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Serialize)]
struct ZonesReport {
    tzdb: &'static str,
    at: Timestamp,
    zones: Vec<ZoneReport>,
}

#[derive(Serialize)]
struct ZoneReport {
    name: String,
    offset: String,
    abbreviation: String,
}

impl ZoneReport {
    fn new(name: String, zone: &TimeZone, at: Timestamp) -> Self {
        let local = at.to_zoned(zone.clone());
        let abbreviation = zone.to_offset_info(at).abbreviation().to_owned();
        Self { name, offset: local.strftime("%:z").to_string(), abbreviation }
    }
}

impl Zones {
    pub(crate) fn run(&self) -> Result<Report, Problem> {
        let at = flag("--at", self.at.as_deref(), |text| instant::parse(text, "UTC"))?.unwrap_or_else(clock::now);
        let pattern = self.pattern.to_lowercase();
        let mut zones = Vec::new();
        for name in zone_names().into_iter().filter(|name| name.to_lowercase().contains(&pattern)) {
            let zone = time_zone(&name)?;
            zones.push(ZoneReport::new(name, &zone, at));
        }
        match self.format {
            Format::Json => Ok(Report::json(&ZonesReport { tzdb: tzdb_version(), at, zones })),
            Format::Table if zones.is_empty() => Ok(Report::new(format!("no time zone matches `{}`\n", self.pattern))),
            Format::Table => {
                let rows: Vec<Vec<String>> =
                    zones.into_iter().map(|zone| vec![zone.name, zone.offset, zone.abbreviation]).collect();
                Ok(Report::new(table(&["zone", "offset", "abbreviation"], &rows)))
            }
        }
    }
}
