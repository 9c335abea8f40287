//! `refrain backup`: copies an embedded ledger while a server may write to it.

use std::path::PathBuf;

use clap::Args;
use refrain::store::sqlite::Sqlite;
use refrain_recurrence::ErrorCode;
use serde::Serialize;

use super::Format;
use super::output::{Failure, Report};
use super::store_access::{configured, refused, wait};
use crate::config::{Config, Overrides};
use crate::input::problem::Problem;

/// Copy an embedded ledger to a file, also while a server writes to it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain backup /backup/refrain-2026-11-16.db
  refrain backup copy.db --store sqlite:/var/lib/refrain/refrain.db --format json

The copy is a consistent snapshot, complete and synced to disk when the command ends. An existing file is never
overwritten. The copy is a normal ledger: `refrain serve --store sqlite:COPY` opens it. It does not contain the
master keys that encrypt secrets.

Back up PostgreSQL with pg_dump, and Redis by copying its own files.")]
pub(super) struct Backup {
    /// File to write; must not exist yet
    file: PathBuf,
    #[command(flatten)]
    overrides: Overrides,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Serialize)]
struct BackupOutput {
    file: PathBuf,
    bytes: u64,
    schema_version: i64,
    /// Path of the master keys. They are not in the copy but are needed to read its secrets.
    master_keys: Option<PathBuf>,
}

impl Backup {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let config = configured(&self.overrides)?;
        let Some(options) = config.store.sqlite_file().map_err(refused)? else {
            return Err(unsupported_store(&config).into());
        };
        wait(async {
            let made = Sqlite::backup(options, &self.file).await.map_err(|error| refused(error.into()))?;
            let reported = BackupOutput {
                file: self.file.clone(),
                bytes: made.bytes,
                schema_version: made.layout.version,
                master_keys: config.master_key_file().map_err(refused)?.filter(|path| path.exists()),
            };
            Ok(if self.format == Format::Json { Report::json(&reported) } else { Report::new(reported.render_text()) })
        })
    }
}

impl BackupOutput {
    fn render_text(&self) -> String {
        let Self { file, bytes, schema_version, master_keys } = self;
        let mut text = format!("{}: {bytes} bytes, schema version {schema_version}\n", file.display());
        if let Some(path) = master_keys {
            text.push_str(&format!(
                "The copy does not contain the master keys in {}. Back them up separately: without them, the secrets cannot be read.\n",
                path.display()
            ));
        }
        text
    }
}

/// Explains how to back up a store that this command does not support.
fn unsupported_store(config: &Config) -> Problem {
    let address = config.store.address.resolve().unwrap_or_default();
    let (what, hint) = match address.split(':').next().unwrap_or_default() {
        "postgres" | "postgresql" => (
            "a ledger in PostgreSQL",
            format!(
                "`pg_dump --format=custom --schema={} --file=refrain.dump \"$DATABASE_URL\"` takes a snapshot; continuous archiving loses less",
                config.store.postgres.schema
            ),
        ),
        "redis" | "rediss" | "redis+unix" => (
            "a ledger in Redis",
            "copy Redis's own files: `redis-cli --rdb refrain.rdb` for a snapshot, the directory of its append-only file to lose less"
                .to_owned(),
        ),
        _ => ("a ledger in memory", "a store in memory ends with its process; use `--store sqlite:FILE` to keep the data".to_owned()),
    };
    Problem::new(ErrorCode::BadValue, format!("this command does not back up {what}")).with_hint(hint)
}
