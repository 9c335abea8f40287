//! A circuit breaker: what keeps a receiver that does not answer from being asked again and again. Pure; the state is shared
//! by all nodes through the store.
//!
//! `closed → failing → open → half open → closed`: so many failures in a row open it; after a while one action at a time is
//! tried, and when enough of them were delivered in a row it is closed. A person may trip it, and then it stays open until a
//! person resets it.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use crate::dispatch::handler;
use crate::error::Error;
use crate::outcome::Outcome;
use crate::reason::FailReason;

/// While one is being tried others look again after so long.
const TRIED_FOR: Length = Length::from_seconds(5);

/// Whether a receiver is being asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum Breaker {
    /// Everything goes through.
    #[default]
    Closed,
    /// Everything goes through, and failures are being counted.
    Failing {
        /// In a row.
        failures: u32,
    },
    /// Nothing goes through until then.
    Open {
        /// When one may be tried.
        until: Timestamp,
    },
    /// One is being tried at a time.
    HalfOpen {
        /// Who is being tried; none between two of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        probe: Option<String>,
        /// After that time whoever is being tried is no longer waited for.
        until: Timestamp,
        /// How many were delivered in a row.
        successes: u32,
    },
    /// Nothing goes through until a person says so.
    Tripped {
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
}

/// When a breaker opens and closes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BreakerOptions {
    /// So many failures in a row open it.
    pub failure_threshold: u32,
    /// So many deliveries in a row close it.
    pub success_threshold: u32,
    /// How long it stays open before one is tried.
    pub recovery: Length,
    /// How long whoever is being tried is waited for.
    pub probe_timeout: Length,
    /// Who sends instead while it is open; nobody when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
}

/// The options of all providers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BreakerSettings {
    /// Providers without a breaker. A function of the program itself is no receiver that could be spared.
    pub without: BTreeSet<String>,
    /// For those that are not named.
    pub default: BreakerOptions,
    /// By provider.
    pub providers: BTreeMap<String, BreakerOptions>,
}

/// What a breaker says to one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may go.
    Pass,
    /// It may go if it is the one to be tried: whoever brings the breaker from its present state into this one.
    Try(Breaker),
    /// It may not go before that time; none: before a person says so.
    Wait(Option<Timestamp>),
}

impl Default for BreakerOptions {
    fn default() -> Self {
        Self {
            failure_threshold: 5,
            success_threshold: 2,
            recovery: Length::from_seconds(60),
            probe_timeout: Length::from_seconds(30),
            fallback: None,
        }
    }
}

impl Default for BreakerSettings {
    fn default() -> Self {
        let without = BTreeSet::from([handler::PROVIDER.to_owned()]);
        Self { without, default: BreakerOptions::default(), providers: BTreeMap::new() }
    }
}

impl BreakerSettings {
    /// The options of a provider.
    pub fn of(&self, provider: &str) -> &BreakerOptions {
        self.providers.get(provider).unwrap_or(&self.default)
    }

    /// Refuses what cannot be meant.
    ///
    /// # Errors
    /// What is wrong, with the value.
    pub fn check(&self) -> Result<(), Error> {
        let named = self.providers.iter().map(|(name, options)| (name.as_str(), options));
        for (name, options) in named.chain([("default", &self.default)]) {
            let numbers = [
                ("failure_threshold", i64::from(options.failure_threshold)),
                ("success_threshold", i64::from(options.success_threshold)),
                ("recovery", options.recovery.seconds()),
                ("probe_timeout", options.probe_timeout.seconds()),
            ];
            if let Some((what, number)) = numbers.into_iter().find(|(_, number)| *number < 1) {
                return Err(Error::invalid("out_of_range", format!("the breaker of {name} has {what} {number}")));
            }
            if options.fallback.as_deref() == Some(name) {
                return Err(Error::invalid("conflict", format!("{name} cannot stand in for itself")));
            }
        }
        Ok(())
    }
}

impl Breaker {
    /// What it says to an action that would be known by this name if it is tried.
    pub fn admits(&self, probe: &str, options: &BreakerOptions, now: Timestamp) -> Admission {
        let try_it = |successes| {
            let until = after(now, options.probe_timeout);
            Admission::Try(Self::HalfOpen { probe: Some(probe.to_owned()), until, successes })
        };
        match self {
            Self::Closed | Self::Failing { .. } => Admission::Pass,
            Self::Open { until } if now < *until => Admission::Wait(Some(*until)),
            Self::Open { .. } => try_it(0),
            // Whoever is tried may be heard of long before it is given up.
            Self::HalfOpen { probe: Some(_), until, .. } if now < *until => {
                Admission::Wait(Some(after(now, TRIED_FOR).min(*until)))
            }
            Self::HalfOpen { successes, .. } => try_it(*successes),
            Self::Tripped { .. } => Admission::Wait(None),
        }
    }

    /// What it is after an action of that name; none when that changes nothing.
    pub fn after(&self, outcome: &Outcome, probe: &str, options: &BreakerOptions, now: Timestamp) -> Option<Self> {
        let is_probe = matches!(self, Self::HalfOpen { probe: Some(tried), .. } if tried == probe);
        let open = Self::Open { until: after(now, options.recovery) };
        match (self, Heard::of(outcome)) {
            (Self::Closed, Heard::Failure) if options.failure_threshold > 1 => Some(Self::Failing { failures: 1 }),
            (Self::Failing { failures }, Heard::Failure) if failures + 1 < options.failure_threshold => {
                Some(Self::Failing { failures: failures + 1 })
            }
            (Self::Closed | Self::Failing { .. }, Heard::Failure) => Some(open),
            (Self::Failing { .. }, Heard::Success) => Some(Self::Closed),
            (Self::HalfOpen { .. }, Heard::Failure) if is_probe => Some(open),
            (Self::HalfOpen { successes, .. }, Heard::Success) if is_probe => {
                let successes = successes + 1;
                let is_enough = successes >= options.success_threshold;
                Some(if is_enough { Self::Closed } else { Self::HalfOpen { probe: None, until: now, successes } })
            }
            // It was stopped on its way: the next one is tried.
            (Self::HalfOpen { successes, .. }, Heard::Nothing) if is_probe => {
                Some(Self::HalfOpen { probe: None, until: now, successes: *successes })
            }
            (Self::Closed, Heard::Success | Heard::Nothing)
            | (Self::Failing { .. }, Heard::Nothing)
            | (Self::HalfOpen { .. } | Self::Open { .. } | Self::Tripped { .. }, _) => None,
        }
    }

    /// Whether what is for the receiver goes through.
    pub const fn is_closed(&self) -> bool {
        match self {
            Self::Closed | Self::Failing { .. } => true,
            Self::Open { .. } | Self::HalfOpen { .. } | Self::Tripped { .. } => false,
        }
    }
}

/// What an outcome says about the receiver.
enum Heard {
    /// It works.
    Success,
    /// It does not.
    Failure,
    /// Nothing.
    Nothing,
}

impl Heard {
    const fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Delivered { .. } => Self::Success,
            Outcome::Retryable { .. } => Self::Failure,
            // It answered, and did not want it.
            Outcome::Rejected { reason: FailReason::Rejected, .. } => Self::Success,
            Outcome::Rejected { reason: FailReason::OutcomeUnknown | FailReason::Timeout, .. } => Self::Failure,
            Outcome::Rejected { .. } | Outcome::Skipped { .. } | Outcome::Delayed { .. } => Self::Nothing,
        }
    }
}

fn after(now: Timestamp, length: Length) -> Timestamp {
    now.saturating_add(length.duration()).unwrap_or(now)
}

#[cfg(test)]
mod tests;
