//! `refrain migrate`: brings a store to the layout that this program knows, or says whether it must be.

use clap::Args;
use refrain::store::{Layout, LayoutFound};
use serde::Serialize;

use super::Format;
use super::output::{Failure, Report};
use super::stored::{configured, refused, wait};
use crate::config::Overrides;

/// There is something to do, and only the question was asked.
const EXIT_DUE: u8 = 1;

/// Bring a store to the layout that this program knows
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain migrate --check
  refrain migrate --store postgres://refrain@db/refrain

A server does the same when it starts; this is for those whose servers may not change tables, and for a look beforehand. Layouts only
go forward. Exit codes: 0 nothing is left to do, 1 under --check there is, 2 it could not be done or a server would refuse the store.")]
pub(super) struct Migrate {
    /// Only say what would be done
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    overrides: Overrides,
    /// How to answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Serialize)]
struct Told {
    /// The version that was found; 0 where there was nothing.
    from: i64,
    /// The version that the store has now, or would have.
    to: i64,
    /// The newest that this program knows.
    known: i64,
    /// The oldest that a program must know to work on it as it was found.
    oldest_reader: Option<i64>,
    /// Whether something is left to do.
    is_due: bool,
}

impl Migrate {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let config = configured(&self.overrides)?;
        wait(async {
            let found = config.store.layout().await.map_err(refused)?;
            // A store in memory is as new as its program.
            let found =
                found.unwrap_or(LayoutFound { layout: Some(Layout { version: 1, oldest_reader: 1 }), known: 1 });
            let from = found.layout.map_or(0, |layout| layout.version);
            let is_older = from < found.known;
            if !self.check || !is_older {
                // A store that a server would refuse is refused here. Opening one that is not older changes nothing.
                config.store.open().await.map_err(refused)?;
            }
            let told = Told {
                from,
                to: from.max(found.known),
                known: found.known,
                oldest_reader: found.layout.map(|layout| layout.oldest_reader),
                is_due: is_older && self.check,
            };
            let report = if self.format == Format::Json {
                Report::json(&told)
            } else {
                Report::new(told.for_people(self.check))
            };
            Ok(Report { exit_code: if told.is_due { EXIT_DUE } else { 0 }, ..report })
        })
    }
}

impl Told {
    fn for_people(&self, only_asked: bool) -> String {
        let Self { from, to, known, oldest_reader, .. } = self;
        if from < to {
            let done = if only_asked { "would be brought" } else { "was brought" };
            return format!("the store {done} from schema version {from} to {to}\n");
        }
        if from > known {
            let oldest = oldest_reader.unwrap_or(*from);
            return format!(
                "the store has schema version {from}, newer than the {known} that this program knows; programs that know {oldest} may work on it\n"
            );
        }
        format!("the store has schema version {from}, the newest that this program knows; there is nothing to do\n")
    }
}
