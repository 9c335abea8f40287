//! Helpers for commands that work on a store directly, with or without a running server.
//!
//! All of them find the store and its keys as `refrain serve` does: flags first, then variables, then
//! `refrain.toml`. A command that only reads never creates a database.

use std::path::{Path, PathBuf};

use refrain::Error;
use refrain::Refrain;
use refrain_recurrence::ErrorCode;

use super::output::{Failure, Report};
use crate::config::{Config, LoadedConfig, Overrides, Sources};
use crate::input::problem::Problem;

/// Hint for errors about a missing database.
const CREATE_HINT: &str =
    "`refrain serve` creates it when it starts; use `--store` or `--config` to select another one";

/// Loads the configuration as `refrain serve` does.
fn read(overrides: &Overrides) -> Result<LoadedConfig, Failure> {
    Ok(LoadedConfig::from_sources(&Sources::of_process(overrides.clone()))?)
}

/// Loads the configuration of a command that may create the store.
pub(super) fn configured_with(overrides: &Overrides) -> Result<Config, Failure> {
    Ok(read(overrides)?.config)
}

/// Loads the configuration of a command that needs an existing store.
pub(super) fn configured(overrides: &Overrides) -> Result<Config, Failure> {
    let config = read(overrides)?.config;
    require_file(&config)?;
    Ok(config)
}

/// Opens an existing store. Creates nothing and does not migrate.
pub(super) async fn open_existing(config: &Config) -> Result<Refrain, Failure> {
    require_file(config)?;
    let found = config.store.layout().await.map_err(refused)?;
    let version = found.and_then(|found| found.layout).map(|layout| layout.version);
    match (found, version) {
        (None, _) => {
            let detail = "a store in memory belongs to the process that created it; no command can open it";
            Err(Problem::new(ErrorCode::BadValue, detail.to_owned()).with_hint(CREATE_HINT).into())
        }
        (Some(_), None) => {
            let detail = format!("{} holds no ledger yet", place(config));
            let hint = "`refrain serve` creates it when it starts, and so does `refrain migrate`";
            Err(Problem::new(ErrorCode::BadValue, detail).with_hint(hint).into())
        }
        (Some(found), Some(version)) if version < found.known => {
            let detail = format!("{} has schema version {version}; this program needs {}", place(config), found.known);
            Err(Problem::new(ErrorCode::BadValue, detail).with_hint("run `refrain migrate` to migrate it").into())
        }
        (Some(_), Some(_)) => open(config).await,
    }
}

/// Opens a store as a server does: creates or migrates it if necessary.
pub(super) async fn open(config: &Config) -> Result<Refrain, Failure> {
    let store = config.store.open().await.map_err(refused)?;
    Refrain::builder().actor("cli").over(store).await.map_err(refused)
}

/// Rejects an embedded store whose file does not exist.
fn require_file(config: &Config) -> Result<(), Failure> {
    match config.store.sqlite_file().map_err(refused)? {
        Some(options) if !options.path.exists() => {
            let detail = format!("there is no database at {}", absolute(&options.path).display());
            Err(Problem::new(ErrorCode::BadValue, detail).with_hint(CREATE_HINT).into())
        }
        Some(_) | None => Ok(()),
    }
}

/// Returns a description of the store without its password.
fn place(config: &Config) -> String {
    match config.store.sqlite_file() {
        Ok(Some(options)) => absolute(&options.path).display().to_string(),
        Ok(None) | Err(_) => "the store".to_owned(),
    }
}

/// Makes a path absolute. A relative path depends on the working directory, which a reader of the message may not
/// know.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Runs a future of a command to completion.
pub(super) fn wait(work: impl Future<Output = Result<Report, Failure>>) -> Result<Report, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Output)?;
    runtime.block_on(work)
}

#[expect(clippy::needless_pass_by_value, reason = "the function is passed to `map_err`")]
pub(super) fn refused(error: Error) -> Failure {
    let problem = Problem::new(ErrorCode::BadValue, format!("{}: {}", error.code(), error.detail()));
    Failure::Input(match error.hint() {
        Some(hint) => problem.with_hint(hint),
        None => problem,
    })
}
