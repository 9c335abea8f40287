//! Finds everything in a configuration that `refrain serve` would reject, without using a port or writing anything.
//!
//! The parts are built by the same functions as in a server. A store in memory replaces the real one, which may be
//! on another machine. For an embedded store, the file is checked.

use std::path::Path;
use std::sync::Arc;

use refrain::Refrain;
use refrain::control::UnknownProviders;
use refrain::store::model::Model;
use refrain::store::sqlite::Sqlite;
use refrain::{Error, ErrorCode};

use super::configured::{build_providers, node, tls_files};
use super::tls::Tls;
use crate::config::{Config, LoadedConfig, MissingKeys, Problem, Problems, Role};
use crate::telemetry::outlet;

/// Checks a configuration that was loaded. Returns the warnings.
///
/// # Errors
/// Fails with everything that a server would reject.
pub async fn check(loaded: &LoadedConfig) -> Result<Vec<Problem>, Problems> {
    let config = &loaded.config;
    let mut errors = Vec::new();
    let mut warnings = loaded.warnings.clone();
    let mut note = |key: &str, result: Result<(), Error>| {
        if let Err(error) = result {
            errors.push(loaded.problem(key, &error));
        }
    };
    match config.store.check_settings() {
        Ok(()) => note("store.address", check_store(config).await),
        Err((key, error)) => note(&key, Err(error)),
    }
    note("secrets.key_file", check_key_file(config));
    note("server.tls", tls_files(config).map_or(Ok(()), |files| Tls::load(files).map(drop)));
    note("telemetry", outlet::check(config));
    match node(config, Arc::new(Model::new())).await {
        Ok(refrain) => check_node(loaded, &refrain, &mut errors, &mut warnings).await,
        Err(error) => note("engine", Err(error)),
    }
    if errors.is_empty() { Ok(warnings) } else { Err(Problems { errors, warnings }) }
}

async fn check_node(loaded: &LoadedConfig, refrain: &Refrain, errors: &mut Vec<Problem>, warnings: &mut Vec<Problem>) {
    let config = &loaded.config;
    let master_keys = config.master_keys(MissingKeys::UseTemporary).unwrap_or_else(|error| {
        errors.push(loaded.problem("secrets", &error));
        None
    });
    for (name, provider) in build_providers(config, refrain, master_keys) {
        match provider {
            Ok(provider) => refrain.providers().add(name, provider),
            Err(error) => errors.push(loaded.problem(&format!("providers.{name}"), &error)),
        }
    }
    for schedule in &loaded.schedules {
        // A node that runs nothing does not send. The providers of other nodes are not in this file.
        let unknown_providers = match config.server.role {
            Role::All | Role::Worker => schedule.unknown_providers,
            Role::Api | Role::Planner => UnknownProviders::Allow,
        };
        let control = refrain.control().clone().with_unknown_providers(unknown_providers);
        let action = &schedule.definition.action;
        let checked = match control.check(&schedule.definition) {
            Ok(()) => control.check_reachable(action).await,
            refused => refused,
        };
        let noticed = match checked {
            Ok(()) => control.warnings(action).await.unwrap_or_default(),
            Err(error) => {
                errors.push(loaded.problem_of_schedule(&schedule.key, &error));
                continue;
            }
        };
        warnings.extend(noticed.iter().map(|warning| loaded.warning_of_schedule(&schedule.key, warning)));
    }
}

/// Checks that an embedded store can be opened or created. Other stores are not contacted, because they may not run
/// yet.
async fn check_store(config: &Config) -> Result<(), Error> {
    let Some(options) = config.store.sqlite_file()? else { return Ok(()) };
    if options.path.exists() {
        Sqlite::check_writable(options).await?;
        let found = config.store.layout().await?;
        return match found.and_then(|found| found.layout.map(|layout| (layout, found.known))) {
            Some((layout, known)) => Ok(layout.check(known)?),
            None => Ok(()),
        };
    }
    check_folder(&options.path).map_err(|problem| {
        let hint = "create the folder, or name another file in `store.address`";
        Error::invalid(ErrorCode::BadValue, problem).with_hint(hint)
    })
}

/// Checks that the master key file exists or can be created.
fn check_key_file(config: &Config) -> Result<(), Error> {
    // A missing folder of an embedded store is an error of the store.
    let Some(path) = config.secrets.key_file.as_deref().filter(|path| !path.exists()) else { return Ok(()) };
    check_folder(path).map_err(|problem| {
        let hint = "create the folder, or name another file in `secrets.key_file`";
        Error::invalid(ErrorCode::MasterKey, problem).with_hint(hint)
    })
}

/// Checks that the folder of a new file exists and can be written.
fn check_folder(file: &Path) -> Result<(), String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let problem = match folder.metadata() {
        Ok(found) if !found.is_dir() => "is not a folder",
        Ok(found) if found.permissions().readonly() => "is read-only",
        Ok(_) => return Ok(()),
        Err(_) => "does not exist",
    };
    Err(format!("{} cannot be created: the folder {} {problem}", file.display(), folder.display()))
}
