//! The configuration that runs a crontab.

use refrain_cli::crontab::{CronJob, Crontab};
use refrain_recurrence::Recurrence;
use serde_json::{Map, Value, json};

/// Name of the provider that runs the commands.
const PROVIDER: &str = "crontab";
/// Address of the ledger: a file in the working folder, other than that of `refrain serve`.
const STORE: &str = "sqlite:refrain-cron.db";
/// Overlap policy that skips a run.
pub(super) const SKIP: &str = "skip";
/// Attempts of a run. Cron retries nothing.
const ATTEMPTS_MAX: u32 = 1;

/// What a crontab does not say.
pub(super) struct Policies {
    pub(super) overlap: &'static str,
    pub(super) catch_up: &'static str,
    pub(super) is_listening: bool,
}

/// Returns the values of the configuration.
pub(super) fn of(crontab: &Crontab, policies: &Policies) -> Value {
    let commands: Map<String, Value> = crontab.jobs.iter().map(|job| (job.id.clone(), json!(job.command))).collect();
    let schedules: Vec<Value> = crontab.jobs.iter().map(|job| schedule(job, policies)).collect();
    json!({
        "server": { "listen": policies.is_listening },
        "store": { "address": STORE },
        "providers": { PROVIDER: { "kind": "command", "commands": commands } },
        "schedules": { "prune": true },
        "schedule": schedules,
    })
}

fn schedule(job: &CronJob, policies: &Policies) -> Value {
    let overlap = match &job.spec.recurrence {
        // After a crash, the run of the last start counts as running until its lease expires.
        Recurrence::Once(_) if policies.overlap == SKIP => "buffer_one",
        _ => policies.overlap,
    };
    let mut block = json!({
        "id": job.id,
        "timezone": job.spec.timezone,
        "recurrence": job.spec.recurrence,
        "dst": job.spec.dst,
        "jitter": job.spec.jitter,
        "action": { "provider": PROVIDER, "target": job.id },
        "overlap": overlap,
        "catch_up": { "policy": policies.catch_up },
        "retry": { "max_attempts": ATTEMPTS_MAX },
    });
    block["description"] = job.description.clone().unwrap_or_else(|| job.written.clone()).into();
    block
}
