//! `[engine]`: concurrency, leases, planning and retention of a node.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::SignedDuration;
use refrain::engine::EngineOptions;
use refrain::model::{History, NodeId, Tenant};
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::checker::Checker;
use crate::input::serde_problem::with_hint;

/// Engine settings of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Engine {
    /// Maximum number of concurrent runs. Default: 2,048.
    pub concurrency: usize,
    /// Maximum number of concurrent runs of one tenant. Default: `concurrency`.
    pub tenant_concurrency: Option<usize>,
    /// Maximum number of concurrent runs per provider, by provider name. Default: no separate limit.
    pub provider_concurrency: BTreeMap<String, usize>,
    /// Maximum number of occurrences claimed or settled in one transaction. Default: 1,000.
    pub batch_max: usize,
    /// Duration of a lease. After a crash, the runs of a node are delayed by at most this time. Default: 30
    /// seconds.
    pub lease_for: Length,
    /// Time before the due time at which occurrences are leased. Default: 1 second.
    pub lease_ahead_for: Length,
    /// Time before the due time at which occurrences are planned. Default: 10 seconds. Maximum: 1 day.
    pub plan_ahead_for: Length,
    /// Maximum number of schedules planned in one transaction. Default: 1,000.
    pub plan_schedules_max: usize,
    /// Maximum number of periods of one schedule planned at once. Default: 100.
    pub plan_periods_max: usize,
    /// Maximum time between two polls of the store if no wake-up arrives. Default: 5 seconds.
    pub check_every: Length,
    /// Interval at which a node writes its heartbeat and looks for overdue occurrences. Default: 10 seconds.
    pub watch_every: Length,
    /// Retention of completed occurrences, or `forever`. Default: 90 days.
    pub keep_for: Retention,
    /// Number of completed occurrences kept per schedule. 0 keeps all. Default: 0.
    pub keep_per_schedule: u32,
    /// Retention of completed work items. Default: 1 day.
    pub keep_completed_work_for: Retention,
    /// Retention of dead letters. Default: 7 days.
    pub keep_dead_work_for: Retention,
    /// Level of detail that is kept of attempts. Default: `minimal`, which keeps all messages.
    pub history: History,
    /// History level by tenant, as `namespace/tenant`.
    pub tenant_history: BTreeMap<String, History>,
}

/// Retention period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Retention {
    /// Never removed.
    Forever,
    /// Kept for this duration.
    For(Length),
}

impl Default for Engine {
    fn default() -> Self {
        let days = |days: i64| Retention::For(Length::from_seconds(days * 86_400));
        Self {
            concurrency: 2_048,
            tenant_concurrency: None,
            provider_concurrency: BTreeMap::new(),
            batch_max: 1_000,
            lease_for: Length::from_seconds(30),
            lease_ahead_for: Length::from_seconds(1),
            plan_ahead_for: Length::from_seconds(10),
            plan_schedules_max: 1_000,
            plan_periods_max: 100,
            check_every: Length::from_seconds(5),
            watch_every: Length::from_seconds(10),
            keep_for: days(90),
            keep_per_schedule: 0,
            keep_completed_work_for: days(1),
            keep_dead_work_for: days(7),
            history: History::default(),
            tenant_history: BTreeMap::new(),
        }
    }
}

impl Engine {
    pub(super) fn check(&self, checker: &mut Checker<'_>) {
        for (key, number) in [
            ("engine.concurrency", self.concurrency),
            ("engine.batch_max", self.batch_max),
            ("engine.plan_schedules_max", self.plan_schedules_max),
            ("engine.plan_periods_max", self.plan_periods_max),
            ("engine.tenant_concurrency", self.tenant_concurrency.unwrap_or(1)),
        ] {
            checker.at_least(key, number, 1);
        }
        for (provider, slots) in &self.provider_concurrency {
            checker.at_least(&format!("engine.provider_concurrency.{provider}"), *slots, 1);
        }
        for (key, length) in [
            ("engine.lease_for", self.lease_for),
            ("engine.check_every", self.check_every),
            ("engine.watch_every", self.watch_every),
        ] {
            checker.at_least_a_second(key, length);
        }
        // A count of a day's occurrences only searches rows that were created up to two days before it.
        checker.at_most_a_day("engine.plan_ahead_for", self.plan_ahead_for);
        for name in self.tenant_history.keys() {
            if let Err(problem) = tenant(name) {
                let key = format!("engine.tenant_history.{name}");
                let detail = format!("`{key}` is not a valid tenant: {problem}");
                checker.refuse(&key, "bad_value", detail, Some("use the form \"namespace/tenant\""));
            }
        }
    }

    /// Converts the section into engine options. [`Config::engine_options`](super::Config::engine_options) fills in
    /// the options of other sections (node, drain, metrics).
    pub(super) fn options(&self, node: Option<&str>) -> EngineOptions {
        let mut options = EngineOptions::default();
        if let Some(node) = node.and_then(|name| NodeId::new(name).ok()) {
            options.node = node;
        }
        options.planner.ahead_for = self.plan_ahead_for.duration();
        options.planner.schedules_max = self.plan_schedules_max;
        options.planner.periods_max = self.plan_periods_max;
        options.worker.slots = self.concurrency;
        options.worker.tenant_slots = self.tenant_concurrency;
        options.worker.provider_slots = self.provider_concurrency.clone();
        options.worker.batch_max = self.batch_max;
        options.worker.lease_for = self.lease_for.duration();
        options.worker.ahead_for = self.lease_ahead_for.duration();
        options.worker.check_every = self.check_every.duration();
        options.worker.history.node = self.history;
        let levels = self.tenant_history.iter().filter_map(|(name, level)| Some((tenant(name).ok()?, *level)));
        options.worker.history.tenants = levels.collect();
        options.watch_every = self.watch_every.duration();
        options.keep_for = self.keep_for.duration();
        options.keep_per_schedule = self.keep_per_schedule;
        options.keep_completed_work_for = Some(self.keep_completed_work_for.duration().unwrap_or(UNLIMITED_RETENTION));
        options.keep_dead_work_for = Some(self.keep_dead_work_for.duration().unwrap_or(UNLIMITED_RETENTION));
        options
    }
}

/// Longer than any lookback. The engine has no value for "as long as occurrences".
const UNLIMITED_RETENTION: SignedDuration = SignedDuration::from_hours(100 * 366 * 24);

fn tenant(name: &str) -> Result<Tenant, String> {
    let (namespace, tenant) = name.split_once('/').unwrap_or(("default", name));
    Tenant::new(namespace, tenant).map_err(|error| error.to_string())
}

impl Retention {
    fn duration(self) -> Option<SignedDuration> {
        match self {
            Self::Forever => None,
            Self::For(length) => Some(length.duration()),
        }
    }
}

impl FromStr for Retention {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "forever" {
            return Ok(Self::Forever);
        }
        let advice = "use a form such as `12h` or `90d`, or `forever`";
        text.parse().map(Self::For).map_err(|error: refrain_recurrence::Error| with_hint(&error.to_string(), advice))
    }
}

impl fmt::Display for Retention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Forever => f.write_str("forever"),
            Self::For(length) => length.fmt(f),
        }
    }
}

impl TryFrom<String> for Retention {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Retention> for String {
    fn from(keep: Retention) -> Self {
        keep.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn config_defaults_equal_engine_defaults() {
        let (ours, theirs) = (Engine::default().options(Some("n1")), EngineOptions::default());
        let node = NodeId::new("n1").unwrap();
        assert_eq!(format!("{ours:?}"), format!("{:?}", theirs.with(|it| it.node = node)));
    }
}
