//! Commands that work on a store directly, beside a server or without one.

use std::path::Path;

use clap::Args;
use refrain::Refrain;
use refrain::error::Error;
use refrain::id::Tenant;
use refrain_recurrence::ErrorCode;

use super::output::{Failure, Report};
use super::problem::Problem;
use crate::config::{Loaded, Overrides, Sources};

/// Which store, and whose rows.
#[derive(Args, Clone, Debug)]
pub(super) struct Stored {
    /// The store: `sqlite:FILE`, `postgres://…` or `redis://…`
    #[arg(long, default_value = "sqlite:refrain.db", value_name = "ADDRESS")]
    store: String,
    /// Whose: `acme`, or `production/acme` with a namespace
    #[arg(long, default_value = "default", value_name = "TENANT")]
    tenant: String,
}

impl Stored {
    /// Opens the store. A file that is not there is not made: whoever asks has mistyped its name.
    pub(super) async fn open(&self) -> Result<Refrain, Failure> {
        if let Some(file) = self.store.strip_prefix("sqlite:") {
            is_there(Path::new(file.strip_prefix("//").unwrap_or(file)))?;
        }
        Refrain::builder().actor("cli").open(&self.store).await.map_err(refused)
    }

    /// Whose rows are meant.
    pub(super) fn tenant(&self) -> Result<Tenant, Failure> {
        let (namespace, name) = self.tenant.split_once('/').unwrap_or(("default", &self.tenant));
        Ok(Tenant::new(namespace, name).map_err(|error| Problem::new(ErrorCode::BadValue, error.to_string()))?)
    }
}

/// Refuses a file that is not there.
pub(super) fn is_there(file: &Path) -> Result<(), Failure> {
    if file.exists() {
        return Ok(());
    }
    let told = Problem::new(ErrorCode::BadValue, format!("there is no file {}", file.display()));
    Err(told.with_hint("`--store sqlite:FILE` names another").into())
}

/// The configuration that names a store, which is there: a command makes no file of its own.
pub(super) fn configured(overrides: &Overrides) -> Result<Loaded, Failure> {
    let loaded = Loaded::from_sources(&Sources::of_process(overrides.clone()))?;
    if let Some(options) = loaded.config.store.sqlite_file().map_err(refused)? {
        is_there(&options.path)?;
    }
    Ok(loaded)
}

/// Runs a command that waits for a store.
pub(super) fn wait(work: impl Future<Output = Result<Report, Failure>>) -> Result<Report, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Output)?;
    runtime.block_on(work)
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
pub(super) fn refused(error: Error) -> Failure {
    let problem = Problem::new(ErrorCode::BadValue, format!("{}: {error}", error.code()));
    Failure::Input(match error {
        Error::Invalid { hint: Some(hint), .. } => problem.with_hint(hint),
        _ => problem,
    })
}
