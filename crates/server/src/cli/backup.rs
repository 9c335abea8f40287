//! `refrain backup`: a copy of an embedded ledger, while a server may write to it.

use std::path::PathBuf;

use clap::Args;
use refrain::store::sqlite::Sqlite;
use refrain_recurrence::ErrorCode;
use serde::Serialize;

use super::Format;
use super::output::{Failure, Report};
use super::problem::Problem;
use super::stored::{configured, refused, wait};
use crate::config::{Config, Overrides};

/// Copy an embedded ledger to a file, while a server may write to it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain backup /backup/refrain-2026-11-16.db
  refrain backup copy.db --store sqlite:/var/lib/refrain/refrain.db --format json

The copy is one moment of the ledger, whole and on the disk when the command ends; a file that is there is never written over. It is a
ledger like any other: `refrain serve --store sqlite:COPY` opens it. The master keys that seal secrets are not in it.

PostgreSQL is copied by pg_dump, Redis by its own files.")]
pub(super) struct Backup {
    /// The copy, which must not be there yet
    file: PathBuf,
    #[command(flatten)]
    overrides: Overrides,
    /// How to answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Serialize)]
struct Told {
    file: PathBuf,
    bytes: u64,
    schema_version: i64,
    /// What is not in the copy and needed to read its secrets.
    master_keys: Option<PathBuf>,
}

impl Backup {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let config = configured(&self.overrides)?;
        let Some(options) = config.store.sqlite_file().map_err(refused)? else { return Err(elsewhere(&config).into()) };
        wait(async {
            let made = Sqlite::backup(options, &self.file).await.map_err(|error| refused(error.into()))?;
            let told = Told {
                file: self.file.clone(),
                bytes: made.bytes,
                schema_version: made.layout.version,
                master_keys: config.master_key_file().map_err(refused)?.filter(|path| path.exists()),
            };
            Ok(if self.format == Format::Json { Report::json(&told) } else { Report::new(told.for_people()) })
        })
    }
}

impl Told {
    fn for_people(&self) -> String {
        let Self { file, bytes, schema_version, master_keys } = self;
        let mut text = format!("{}: {bytes} bytes, schema version {schema_version}\n", file.display());
        if let Some(path) = master_keys {
            text.push_str(&format!(
                "The master keys in {} are not in it. Keep a copy of them elsewhere: without them its secrets cannot be read.\n",
                path.display()
            ));
        }
        text
    }
}

/// Who copies the other stores.
fn elsewhere(config: &Config) -> Problem {
    let address = config.store.address.resolve().unwrap_or_default();
    let (what, hint) = match address.split(':').next().unwrap_or_default() {
        "postgres" | "postgresql" => (
            "a ledger in PostgreSQL",
            format!(
                "`pg_dump --format=custom --schema={} --file=refrain.dump \"$DATABASE_URL\"` copies one moment of it; continuous archiving loses less",
                config.store.postgres.schema
            ),
        ),
        "redis" | "rediss" | "redis+unix" => (
            "a ledger in Redis",
            "copy Redis's own files: `redis-cli --rdb refrain.rdb` for one moment, the folder of its append-only file to lose less"
                .to_owned(),
        ),
        _ => ("a ledger in memory", "it is gone with its process; `--store sqlite:FILE` is kept".to_owned()),
    };
    Problem::new(ErrorCode::BadValue, format!("{what} is not copied by this command")).with_hint(hint)
}
