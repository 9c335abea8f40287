//! `refrain audit`: whether the record of who did what is whole.

use clap::{Args, Subcommand};
use refrain::store::Verified;
use serde::Serialize;

use super::Format;
use super::output::{Failure, Report};
use super::stored::{StoreFlags, TenantFlag, open_existing, refused, wait};

/// A chain that is broken is no failure of the command, but nobody should take it for a success.
const EXIT_BROKEN: u8 = 1;

/// Look at the record of who did what
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain audit verify
  refrain audit verify --store postgres://refrain@db/refrain --tenant acme --format json

Exit codes: 0 the chain is whole, 1 it is broken, 2 it could not be looked at.")]
pub(super) struct Audit {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Walk a tenant's chain and compare every hash
    Verify {
        #[command(flatten)]
        store: StoreFlags,
        #[command(flatten)]
        tenant: TenantFlag,
        /// How to answer
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

#[derive(Serialize)]
struct Told {
    is_whole: bool,
    entries: Option<i64>,
    tip: Option<String>,
    broken_at: Option<i64>,
}

impl Audit {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let Verb::Verify { store, tenant, format } = &self.verb;
        let (config, tenant, is_json) = (store.config()?, tenant.tenant()?, *format == Format::Json);
        wait(async {
            let refrain = open_existing(&config).await?;
            let verified = refrain.store().verify(&tenant).await.map_err(|error| refused(error.into()))?;
            let (told, text) = match verified {
                Verified::Whole(tip) => {
                    let told = Told {
                        is_whole: true,
                        entries: Some(tip.seq),
                        tip: Some(tip.hash.to_string()),
                        broken_at: None,
                    };
                    (told, format!("{tenant}: {} entries, all whole; the last is {}\n", tip.seq, tip.hash))
                }
                Verified::BrokenAt(seq) => {
                    let told = Told { is_whole: false, entries: None, tip: None, broken_at: Some(seq) };
                    (told, format!("{tenant}: broken at entry {seq}: it was changed, moved or taken away\n"))
                }
            };
            let exit_code = if told.is_whole { 0 } else { EXIT_BROKEN };
            let report = if is_json { Report::json(&told) } else { Report::new(text) };
            Ok(Report { exit_code, ..report })
        })
    }

    pub(super) fn is_json(&self) -> bool {
        let Verb::Verify { format, .. } = &self.verb;
        *format == Format::Json
    }
}
