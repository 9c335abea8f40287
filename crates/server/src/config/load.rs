//! Loads the configuration from its sources.

use std::collections::BTreeMap;
use std::path::PathBuf;

use refrain::Error;
use refrain::delivery::Warning;
use refrain::model::ScheduleKey;
use serde_json::Value as Json;

use super::base::BaseConfig;
use super::check::check;
use super::checker::Checker;
use super::compile::{CompiledSchedules, compile};
use super::file::{self, DEFAULT_NAME};
use super::overrides::Overrides;
use super::place::Place;
use super::print;
use super::problem::{Problem, Problems};
use super::read::read;
use super::schedule::{FileCalendar, FileSchedule, ScheduleBlock};
use super::tree::{Node, Path, Value};
use super::variables::{self, CONFIG, PREFIX};
use super::{Config, background};

/// The sources of a configuration.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Values of a command, below those of all other sources. With them, only a file that is named is read.
    pub base: Option<BaseConfig>,
    /// Folder that is searched for `refrain.toml`.
    pub folder: PathBuf,
    /// Environment variables by name. Variables without the prefix are ignored.
    pub variables: Vec<(String, String)>,
    /// Command-line flags.
    pub overrides: Overrides,
}

/// A valid configuration, with its origin.
#[derive(Clone, Debug)]
pub struct LoadedConfig {
    /// The values that were set, and the defaults for the rest.
    pub config: Config,
    /// Schedules of the file.
    pub schedules: Vec<FileSchedule>,
    /// Calendars of the file.
    pub calendars: Vec<FileCalendar>,
    /// Warnings to log.
    pub warnings: Vec<Problem>,
    /// The file that was read, if any.
    pub file: Option<PathBuf>,
    root: Node,
}

impl Sources {
    /// Returns the sources of this process.
    pub fn of_process(overrides: Overrides) -> Self {
        let variables = std::env::vars_os()
            .filter_map(|(name, text)| Some((name.into_string().ok()?, text.to_string_lossy().into_owned())))
            .filter(|(name, _)| name.starts_with(PREFIX));
        let mut variables: Vec<(String, String)> = variables.collect();
        variables.sort();
        Self { base: None, folder: PathBuf::new(), variables, overrides }
    }

    /// Returns the text of the file, if there is one to read, and its path.
    fn read_file(&self) -> Result<Option<(PathBuf, String)>, Problem> {
        let (path, is_named) = self.file();
        if self.base.is_some() && !is_named {
            return Ok(None);
        }
        Ok(file::read_text(&path, is_named)?.map(|text| (path, text)))
    }

    /// Returns the file to read, and whether it was named explicitly.
    fn file(&self) -> (PathBuf, bool) {
        let variable = self.variables.iter().find(|(name, _)| name == CONFIG).map(|(_, path)| PathBuf::from(path));
        match self.overrides.config.clone().or(variable) {
            Some(path) => (path, true),
            None => (self.folder.join(DEFAULT_NAME), false),
        }
    }
}

impl LoadedConfig {
    /// Loads the configuration from all sources.
    ///
    /// # Errors
    /// Fails with every error in the sources.
    pub fn from_sources(sources: &Sources) -> Result<Self, Problems> {
        let (mut errors, mut warnings) = (Vec::new(), Vec::new());
        let file = sources.read_file().unwrap_or_else(|problem| {
            errors.push(problem);
            None
        });
        let mut root = match &file {
            Some((path, text)) => file::parse(&path.display().to_string(), text, &mut errors),
            None => {
                let place = Place::Flag { flag: String::new() };
                Node::new(Value::Table(BTreeMap::new()), place.clone(), place)
            }
        };
        if !errors.is_empty() {
            // Errors that follow from a partially parsed file would be misleading.
            return Err(Problems { errors, warnings });
        }
        if let Some(base) = &sources.base {
            root = base.under(root);
        }
        variables::overlay(&mut root, &sources.variables, &mut errors, &mut warnings);
        sources.overrides.overlay(&mut root, &mut errors);
        let config: Option<Config> = read(&mut root, &mut errors);
        let Some(mut config) = config else { return Err(Problems { errors, warnings }) };
        background::apply(&mut config, &mut root, &mut warnings);
        check(&config, &mut Checker::new(&root, &mut errors, &mut warnings));
        let CompiledSchedules { schedules, calendars } = compile(&config, &root, &mut errors);
        if !errors.is_empty() {
            sort(&mut errors);
            return Err(Problems { errors, warnings });
        }
        let file = file.map(|(path, _)| path);
        Ok(Self { config, schedules, calendars, warnings, file, root })
    }

    /// Creates a problem with the value of a key, at the place of the key or of the enclosing table.
    pub fn problem(&self, key: &str, error: &Error) -> Problem {
        self.problem_at(Path::of(key), error)
    }

    /// Creates a problem with a schedule of the file, at the place of its block.
    pub fn problem_of_schedule(&self, key: &ScheduleKey, error: &Error) -> Problem {
        let is_it = |block: &ScheduleBlock| block.key().is_ok_and(|found| found == *key);
        let index = self.config.schedule.iter().position(is_it);
        let path = index.map_or_else(|| Path::of("schedule"), |index| Path::of("schedule").index(index));
        self.problem_at(path, error)
    }

    /// Creates a warning about a schedule of the file, at the place of its block.
    pub fn warning_of_schedule(&self, key: &ScheduleKey, warning: &Warning) -> Problem {
        let Warning { code, detail, hint } = warning.clone();
        let mut problem = self.problem_of_schedule(key, &Error::invalid(code, ""));
        problem.detail = format!("`{}`: {detail}", problem.key);
        match hint {
            Some(hint) => problem.with_hint(hint),
            None => problem,
        }
    }

    fn problem_at(&self, path: Path, error: &Error) -> Problem {
        let key = path.to_string();
        let mut nearest = path;
        let mut place = None;
        while place.is_none() && !nearest.0.is_empty() {
            place = self.root.find(&nearest).map(|node| node.place.clone());
            nearest.0.pop();
        }
        let detail = format!("`{key}` cannot be used: {}", error.detail());
        let problem = Problem::new(error.code(), key, detail).at(place);
        match error.hint() {
            Some(hint) => problem.with_hint(hint),
            None => problem,
        }
    }

    /// Formats the effective values as TOML. Values that differ from the default are annotated with their source.
    /// Secrets are not shown.
    pub fn to_toml(&self) -> String {
        print::toml(&self.config, &self.root)
    }

    /// Formats the effective values for programs, with the place of each value that was set.
    pub fn to_json(&self) -> Json {
        print::json(&self.config, &self.root, &self.warnings)
    }
}

/// Sorts problems by their place in the file. Others follow in the order in which they were found.
fn sort(problems: &mut [Problem]) {
    problems.sort_by_key(|problem| match problem.place.as_deref() {
        Some(Place::File { line, column, .. }) => (0, *line, *column),
        Some(Place::Variable { .. } | Place::Flag { .. }) => (1, 0, 0),
        None => (2, 0, 0),
    });
}
