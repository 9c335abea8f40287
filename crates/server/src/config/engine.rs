//! `[engine]`: how much a node does at once, for how long, and what it keeps.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::SignedDuration;
use refrain::engine::EngineOptions;
use refrain::history::History;
use refrain::id::{NodeId, Tenant};
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::check::Checker;

/// How a node works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Engine {
    /// So many runs are under way at most; 2,048 when absent.
    pub concurrency: usize,
    /// So many of one tenant at most; as many as there are places when absent.
    pub tenant_concurrency: Option<usize>,
    /// So many of one provider at most, by its name; no limit of their own when absent.
    pub provider_concurrency: BTreeMap<String, usize>,
    /// So many are claimed or settled in one transaction; 1,000 when absent.
    pub batch_max: usize,
    /// How long a lease lasts, and with it how long a crash holds up what its node had begun; 30 seconds when absent.
    pub lease_for: Length,
    /// Occurrences are leased so long before they are due; a second when absent.
    pub lease_ahead_for: Length,
    /// Occurrences get their rows so long before they are due; 10 seconds when absent, and a day at most.
    pub plan_ahead_for: Length,
    /// So many schedules are planned in one transaction; 1,000 when absent.
    pub plan_schedules_max: usize,
    /// So many periods of one schedule are planned at once; 100 when absent.
    pub plan_periods_max: usize,
    /// The store is asked for work at least so often, should no hint come; 5 seconds when absent.
    pub check_every: Length,
    /// How often a node says that it lives and looks for what is overdue; 10 seconds when absent.
    pub watch_every: Length,
    /// For how long ended occurrences are kept, or `forever`; 90 days when absent.
    pub keep_for: Keep,
    /// How many ended occurrences of each schedule are kept; 0, which is all, when absent.
    pub keep_per_schedule: u32,
    /// For how long work that was done is kept; a day when absent.
    pub keep_done_work_for: Keep,
    /// For how long dead letters are kept; a week when absent.
    pub keep_dead_work_for: Keep,
    /// How much of what attempts said is kept; `minimal`, which is all messages, when absent.
    pub history: History,
    /// The same for tenants, by `namespace/tenant`.
    pub tenant_history: BTreeMap<String, History>,
}

/// For how long something is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Keep {
    /// It is never cleared away.
    Forever,
    /// So long.
    For(Length),
}

impl Default for Engine {
    fn default() -> Self {
        let days = |days: i64| Keep::For(Length::from_seconds(days * 86_400));
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
            keep_done_work_for: days(1),
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
        for (provider, places) in &self.provider_concurrency {
            checker.at_least(&format!("engine.provider_concurrency.{provider}"), *places, 1);
        }
        for (key, length) in [
            ("engine.lease_for", self.lease_for),
            ("engine.check_every", self.check_every),
            ("engine.watch_every", self.watch_every),
        ] {
            checker.at_least_a_second(key, length);
        }
        // Whoever counts rows of a day looks for them among those that were made up to two days before it.
        checker.at_most_a_day("engine.plan_ahead_for", self.plan_ahead_for);
        for name in self.tenant_history.keys() {
            if let Err(problem) = tenant(name) {
                let key = format!("engine.tenant_history.{name}");
                let detail = format!("`{key}` names no tenant: {problem}");
                checker.refuse(&key, "bad_value", detail, Some("write it as \"namespace/tenant\""));
            }
        }
    }

    /// What the engine is told. What other sections say (node, drain, metrics) is filled in by
    /// [`Config::engine_options`](super::Config::engine_options).
    pub(super) fn options(&self, node: Option<&str>) -> EngineOptions {
        let mut options = EngineOptions::default();
        if let Some(node) = node.and_then(|name| NodeId::new(name).ok()) {
            options.node = node;
        }
        options.planner.ahead_for = self.plan_ahead_for.duration();
        options.planner.schedules_max = self.plan_schedules_max;
        options.planner.periods_max = self.plan_periods_max;
        options.worker.places = self.concurrency;
        options.worker.tenant_places = self.tenant_concurrency;
        options.worker.provider_places = self.provider_concurrency.clone();
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
        options.keep_done_work_for = Some(self.keep_done_work_for.duration().unwrap_or(AGES));
        options.keep_dead_work_for = Some(self.keep_dead_work_for.duration().unwrap_or(AGES));
        options
    }
}

/// Longer than anything is looked back for. The engine takes no length for "as long as occurrences".
const AGES: SignedDuration = SignedDuration::from_hours(100 * 366 * 24);

fn tenant(name: &str) -> Result<Tenant, String> {
    let (namespace, tenant) = name.split_once('/').unwrap_or(("default", name));
    Tenant::new(namespace, tenant).map_err(|error| error.to_string())
}

impl Keep {
    fn duration(self) -> Option<SignedDuration> {
        match self {
            Self::Forever => None,
            Self::For(length) => Some(length.duration()),
        }
    }
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "forever" {
            return Ok(Self::Forever);
        }
        let advice = "write it like `12h` or `90d`, or `forever`";
        text.parse().map(Self::For).map_err(|error: refrain_recurrence::Error| format!("{error} (hint: {advice})"))
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Forever => f.write_str("forever"),
            Self::For(length) => length.fmt(f),
        }
    }
}

impl TryFrom<String> for Keep {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Keep> for String {
    fn from(keep: Keep) -> Self {
        keep.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_the_engines_own() {
        let (ours, theirs) = (Engine::default().options(Some("n1")), EngineOptions::default());
        let node = NodeId::new("n1").unwrap();
        assert_eq!(format!("{ours:?}"), format!("{:?}", EngineOptions { node, ..theirs }));
    }
}
