//! Unit files: sections of settings.

use crate::import::draft::Importer;
use crate::problem::Problem;
use crate::source::Source;

/// A unit with the settings of its file and of its drop-in files.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    pub(super) source: &'a Source,
    /// Name of the unit, such as `backup.timer`.
    pub(super) name: String,
    pub(super) settings: Vec<Setting<'a>>,
}

/// A setting. A later one adds to an earlier one of the same name, unless it is empty.
#[derive(Debug)]
pub(super) struct Setting<'a> {
    pub(super) source: &'a Source,
    /// Position of the value.
    pub(super) at: usize,
    pub(super) section: &'a str,
    pub(super) name: &'a str,
    /// Value with its continuation lines joined.
    pub(super) value: String,
}

impl<'a> Unit<'a> {
    /// Returns the settings of this name that are in effect. An empty one removes those before it.
    pub(super) fn all(&self, section: &str, name: &str) -> Vec<&Setting<'a>> {
        let mut found = Vec::new();
        for setting in self.settings.iter().filter(|setting| setting.section == section && setting.name == name) {
            if setting.value.is_empty() {
                found.clear();
            } else {
                found.push(setting);
            }
        }
        found
    }

    /// Returns the last setting of this name.
    pub(super) fn last(&self, section: &str, name: &str) -> Option<&Setting<'a>> {
        self.all(section, name).pop()
    }

    /// Returns whether a setting is switched on.
    pub(super) fn is_on(&self, section: &str, name: &str) -> bool {
        let value = self.last(section, name).map(|setting| setting.value.to_ascii_lowercase());
        value.is_some_and(|value| ["1", "yes", "y", "true", "t", "on"].contains(&value.as_str()))
    }
}

/// Reads all units. Files in a folder such as `backup.timer.d` belong to the unit of that name.
pub(super) fn units<'a>(sources: &'a [Source], importer: &mut Importer<'a>) -> Vec<Unit<'a>> {
    let mut units: Vec<Unit<'a>> = Vec::new();
    let mut dropins = Vec::new();
    for source in sources {
        let mut parts = source.name().rsplit('/');
        let file = parts.next().unwrap_or_default();
        let settings = settings(source, importer);
        match parts.next().and_then(|folder| folder.strip_suffix(".d")).filter(|unit| unit.contains('.')) {
            Some(unit) => dropins.push((unit, source, settings)),
            None => units.push(Unit { source, name: file.to_owned(), settings }),
        }
    }
    for (name, source, settings) in dropins {
        match units.iter_mut().find(|unit| unit.name == name) {
            Some(unit) => unit.settings.extend(settings),
            None => units.push(Unit { source, name: name.to_owned(), settings }),
        }
    }
    units
}

fn settings<'a>(source: &'a Source, importer: &mut Importer<'a>) -> Vec<Setting<'a>> {
    let mut settings: Vec<Setting<'a>> = Vec::new();
    let mut section = "";
    let mut is_continued = false;
    for line in source.text().lines() {
        let at = line.as_ptr() as usize - source.text().as_ptr() as usize;
        let text = line.trim();
        if text.starts_with(['#', ';']) {
            continue;
        }
        let (text, continues) = match text.strip_suffix('\\') {
            Some(text) => (text.trim_end(), true),
            None => (text, false),
        };
        if is_continued {
            if let Some(setting) = settings.last_mut().filter(|_| !text.is_empty()) {
                if !setting.value.is_empty() {
                    setting.value.push(' ');
                }
                setting.value.push_str(text);
            }
        } else if let Some(name) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            section = name;
        } else if let Some((name, value)) = text.split_once('=') {
            let value = value.trim_start();
            let value_at = at + (value.as_ptr() as usize - line.as_ptr() as usize);
            settings.push(Setting { source, at: value_at, section, name: name.trim_end(), value: value.to_owned() });
        } else if !text.is_empty() {
            let detail = "expected `Name=value` or `[Section]`";
            importer.problems.push(Problem::at(source, at, "bad_syntax", detail));
        }
        is_continued = continues;
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::Options;

    #[test]
    fn settings_accumulate_continue_and_are_reset() {
        let file = Source::new(
            "etc/a.timer",
            "# c\n[Timer]\nOnCalendar=daily\nOnCalendar = \\\n ; c\n  weekly\nPersistent=Yes\nnonsense\n[Unit]\nDescription=x\n",
        );
        let dropin = Source::new("etc/a.timer.d/o.conf", "[Timer]\nOnCalendar=\nOnCalendar=monthly\n");
        let options = Options::new("2026-01-01T00:00:00Z".parse().unwrap());
        let (sources, mut importer) = ([file, dropin], Importer::new(&options));
        let found = units(&sources, &mut importer);
        assert_eq!((found.len(), importer.problems.len()), (1, 1));
        assert_eq!(importer.problems[0].place.as_ref().map(ToString::to_string).as_deref(), Some("etc/a.timer:8:1"));
        let calendar: Vec<_> =
            found[0].all("Timer", "OnCalendar").iter().map(|setting| setting.value.clone()).collect();
        assert_eq!(calendar, ["monthly"]);
        assert!(found[0].is_on("Timer", "Persistent") && !found[0].is_on("Timer", "WakeSystem"));
        let mut importer = Importer::new(&options);
        let alone = units(&sources[..1], &mut importer);
        let calendar: Vec<_> =
            alone[0].all("Timer", "OnCalendar").iter().map(|setting| setting.value.clone()).collect();
        assert_eq!(calendar, ["daily", "weekly"]);
        assert_eq!(alone[0].settings[0].at, 23);
    }
}
