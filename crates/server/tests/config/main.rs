//! Loads configurations as an operator does: files, variables and flags, valid and invalid ones.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad;
mod command;
mod concepts;
mod documented;
mod example;
mod providers;
mod schedules;
mod secrets;
mod sources;
mod stated;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use refrain_server::config::{LoadedConfig, Overrides, Problems, Sources};

/// Creates a folder with a `refrain.toml` in it.
fn folder_with(text: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("config-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("refrain.toml"), text).unwrap();
    folder
}

/// Loads a configuration from a file with this text, from variables and from flags.
fn load_all(text: &str, variables: &[(&str, &str)], overrides: Overrides) -> Result<LoadedConfig, Problems> {
    let folder = folder_with(text);
    let variables = variables.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let loaded = LoadedConfig::from_sources(&Sources { folder: folder.clone(), variables, overrides, base: None });
    std::fs::remove_dir_all(folder).unwrap();
    loaded
}

fn load(text: &str) -> Result<LoadedConfig, Problems> {
    load_all(text, &[], Overrides::default())
}

/// Loads a valid configuration.
#[track_caller]
fn good(text: &str) -> LoadedConfig {
    load(text).unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

/// Returns the errors of a configuration: place without its file, code, and the whole message.
#[track_caller]
fn reported(result: Result<LoadedConfig, Problems>) -> Vec<(String, &'static str, String)> {
    let problems = result.expect_err("the configuration must be rejected");
    let errors = problems.errors.into_iter().map(|problem| {
        let place = problem.place.as_ref().map(ToString::to_string).unwrap_or_default();
        let place = place.rsplit_once(".toml:").map_or(place.as_str(), |(_, place)| place).to_owned();
        (place, problem.code, problem.to_string())
    });
    errors.collect()
}
