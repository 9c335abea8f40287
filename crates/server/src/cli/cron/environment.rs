//! What a crontab takes from this machine and this process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use refrain_recurrence::ErrorCode;

use crate::input::problem::Problem;

/// Start of the names of variables that commands cannot inherit, since the provider sets such variables itself.
const RESERVED: &str = "REFRAIN_";
/// Variable with the time zone of a process.
const ZONE_VARIABLE: &str = "TZ";
/// Link to the time zone of the machine.
const ZONE_LINK: &str = "/etc/localtime";
/// File with the name of the time zone, on some systems.
const ZONE_FILE: &str = "/etc/timezone";
/// Folder of time zones, below which the path is the name of the zone.
const ZONE_FOLDER: &str = "zoneinfo/";

/// Returns the variables of this process that commands may inherit.
pub(super) fn inherited() -> BTreeMap<String, String> {
    let is_allowed = |(name, _): &(String, String)| !name.starts_with(RESERVED);
    let text = |text: OsString| text.into_string().ok();
    std::env::vars_os().filter_map(|(name, value)| Some((text(name)?, text(value)?))).filter(is_allowed).collect()
}

/// Returns the time zone of this process, or of this machine. A machine without one has UTC, as cron does.
pub(super) fn system_timezone() -> Result<String, Problem> {
    let variable = std::env::var(ZONE_VARIABLE).ok().filter(|zone| !zone.is_empty());
    let link = || fs::read_link(ZONE_LINK).ok();
    let linked = || link().and_then(|path| Some(path.to_str()?.rsplit_once(ZONE_FOLDER)?.1.to_owned()));
    let named = || fs::read_to_string(ZONE_FILE).ok().map(|text| text.trim().to_owned());
    let found = variable.map(|zone| zone_name(&zone).to_owned()).or_else(linked).or_else(named);
    match found.filter(|zone| !zone.is_empty()) {
        Some(zone) => Ok(zone),
        None if !Path::new(ZONE_LINK).exists() => Ok("UTC".to_owned()),
        None => Err(Problem::new(ErrorCode::UnknownZone, "the time zone of this machine has no name")
            .with_hint("name one, such as --timezone Europe/Berlin")),
    }
}

/// Returns the name in a value of `TZ`, which may begin with a colon or be a path.
fn zone_name(value: &str) -> &str {
    let value = value.strip_prefix(':').unwrap_or(value);
    value.rsplit_once(ZONE_FOLDER).map_or(value, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_names_a_zone_in_several_forms() {
        for value in ["Europe/Berlin", ":Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin"] {
            assert_eq!(zone_name(value), "Europe/Berlin");
        }
    }
}
