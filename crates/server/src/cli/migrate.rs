//! `refrain migrate`: migrates a store to the newest schema version that this program supports, or checks whether a
//! migration is due.

use clap::Args;
use refrain::store::{Layout, LayoutProbe};
use serde::Serialize;

use super::Format;
use super::output::{Failure, Report};
use super::store_access::{configured, refused, wait};
use crate::config::Overrides;

/// Exit code when a migration is due and only a check was requested.
const EXIT_DUE: u8 = 1;

/// Migrate a store to the newest schema version that this program supports
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain migrate --check
  refrain migrate --store postgres://refrain@db/refrain

A server does the same when it starts. Use this command if servers may not change tables, or to check beforehand.
There are no down migrations.

Exit codes: 0 up to date, 1 a migration is due (with --check), 2 the migration failed or a server would refuse the
store.")]
pub(super) struct Migrate {
    /// Report what would be done, without doing it
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    overrides: Overrides,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Serialize)]
struct MigrationReport {
    /// Schema version found. 0 if the store was empty.
    from: i64,
    /// Schema version that the store has now, or would have after the migration.
    to: i64,
    /// Newest schema version that this program supports.
    known: i64,
    /// Oldest schema version that a program must support to use the store as it was found.
    oldest_reader: Option<i64>,
    /// Whether a migration is still due.
    is_due: bool,
}

impl Migrate {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let config = configured(&self.overrides)?;
        wait(async {
            let found = config.store.layout().await.map_err(refused)?;
            // A store in memory always has the schema version of its program.
            let found =
                found.unwrap_or(LayoutProbe { layout: Some(Layout { version: 1, oldest_reader: 1 }), known: 1 });
            let from = found.layout.map_or(0, |layout| layout.version);
            let is_older = from < found.known;
            if !self.check || !is_older {
                // A store that a server would refuse is refused here too. Opening a store that is not older changes
                // nothing.
                config.store.open().await.map_err(refused)?;
            }
            let reported = MigrationReport {
                from,
                to: from.max(found.known),
                known: found.known,
                oldest_reader: found.layout.map(|layout| layout.oldest_reader),
                is_due: is_older && self.check,
            };
            let report = if self.format == Format::Json {
                Report::json(&reported)
            } else {
                Report::new(reported.render_text(self.check))
            };
            Ok(Report { exit_code: if reported.is_due { EXIT_DUE } else { 0 }, ..report })
        })
    }
}

impl MigrationReport {
    fn render_text(&self, is_check: bool) -> String {
        let Self { from, to, known, oldest_reader, .. } = self;
        if from < to {
            let done = if is_check { "would be migrated" } else { "was migrated" };
            return format!("the store {done} from schema version {from} to {to}\n");
        }
        if from > known {
            let oldest = oldest_reader.unwrap_or(*from);
            return format!(
                "the store has schema version {from}, newer than {known}, the newest that this program supports; programs that support version {oldest} can use it\n"
            );
        }
        format!("the store is up to date: schema version {from}\n")
    }
}
