//! `refrain audit`: verifies the audit log.

use clap::{Args, Subcommand};
use refrain::store::VerifyResult;
use serde::Serialize;

use super::Format;
use super::output::{Failure, Report};
use super::store_access::{StoreFlags, TenantFlag, open_existing, refused, wait};

/// Exit code for a broken chain. A broken chain is not a failure of the command, but must not look like success.
const EXIT_BROKEN: u8 = 1;

/// Inspect the audit log
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain audit verify
  refrain audit verify --store postgres://refrain@db/refrain --tenant acme --format json

Exit codes: 0 the chain is intact, 1 the chain is broken, 2 the chain could not be read.")]
pub(super) struct Audit {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Verify every hash of a tenant's audit chain
    Verify {
        #[command(flatten)]
        store: StoreFlags,
        #[command(flatten)]
        tenant: TenantFlag,
        /// Output format
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

#[derive(Serialize)]
struct AuditReport {
    is_intact: bool,
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
            let (reported, text) = match verified {
                VerifyResult::Whole(tip) => {
                    let reported = AuditReport {
                        is_intact: true,
                        entries: Some(tip.seq),
                        tip: Some(tip.hash.to_string()),
                        broken_at: None,
                    };
                    (reported, format!("{tenant}: {} entries, chain intact; last hash: {}\n", tip.seq, tip.hash))
                }
                VerifyResult::BrokenAt(seq) => {
                    let reported = AuditReport { is_intact: false, entries: None, tip: None, broken_at: Some(seq) };
                    (
                        reported,
                        format!("{tenant}: chain broken at entry {seq}: the entry was changed, moved or removed\n"),
                    )
                }
            };
            let exit_code = if reported.is_intact { 0 } else { EXIT_BROKEN };
            let report = if is_json { Report::json(&reported) } else { Report::new(text) };
            Ok(Report { exit_code, ..report })
        })
    }

    pub(super) fn is_json(&self) -> bool {
        let Verb::Verify { format, .. } = &self.verb;
        *format == Format::Json
    }
}
