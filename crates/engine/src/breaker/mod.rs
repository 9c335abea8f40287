//! A circuit breaker: keeps Refrain from calling a receiver again and again that does not respond. This module
//! is pure; all nodes share the state through the store.
//!
//! `closed → failing → open → half-open → closed`: a number of consecutive failures opens the circuit. After
//! the recovery time, one action at a time is sent as a probe, and enough consecutive deliveries close the
//! circuit. A person may trip the breaker; the circuit then stays open until a person resets it.

mod cut_off;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

pub(crate) use self::cut_off::{CutOffSends, InFlight};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{FailReason, HANDLER_PROVIDER, Tenant};
use crate::outcome::Outcome;

/// Time after which waiting actions check again while a probe is in progress.
const PROBE_POLL_INTERVAL: Length = Length::from_seconds(5);

/// Identity of a circuit breaker.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BreakerKey {
    /// Tenant.
    pub tenant: Tenant,
    /// Provider name.
    pub provider: String,
    /// Receiver; empty when the provider has only one.
    pub receiver: String,
}

/// State of a circuit breaker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum Breaker {
    /// The circuit is closed: all actions pass.
    #[default]
    Closed,
    /// The circuit is closed, and failures are being counted.
    Failing {
        /// Number of consecutive failures.
        failures: u32,
    },
    /// The circuit is open: no action passes.
    Open {
        /// Time from which a probe is allowed.
        until: Timestamp,
    },
    /// The circuit is half-open: one action at a time passes as a probe.
    HalfOpen {
        /// Name of the current probe; `None` between two probes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        probe: Option<String>,
        /// Time after which the current probe is given up.
        until: Timestamp,
        /// Number of consecutive deliveries.
        successes: u32,
    },
    /// The circuit was opened by a person: no action passes until a person resets it.
    Tripped {
        /// Note of the person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
}

/// Options for when a circuit opens and closes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct BreakerOptions {
    /// Number of consecutive failures that opens the circuit. Default: 5.
    pub failure_threshold: u32,
    /// Number of consecutive deliveries that closes the circuit. Default: 2.
    pub success_threshold: u32,
    /// Time for which the circuit stays open before a probe is sent. Default: 60 seconds.
    pub recovery: Length,
    /// Maximum time to wait for a probe. Default: 30 seconds.
    pub probe_timeout: Length,
    /// Provider that sends instead while the circuit is open. Default: none. Only a provider that starts programs
    /// may have a fallback that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
}

crate::options::changeable!(BreakerOptions);

/// Circuit breaker options of all providers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct BreakerSettings {
    /// Providers without a circuit breaker. Default: `handler`, because a function of the program itself gains
    /// nothing from a breaker.
    pub without: BTreeSet<String>,
    /// Options for providers that are not listed in `providers`.
    pub default: BreakerOptions,
    /// Options by provider name.
    pub providers: BTreeMap<String, BreakerOptions>,
}

crate::options::changeable!(BreakerSettings);

/// Decision of a circuit breaker about one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The action may be sent.
    Pass,
    /// The action may be sent as a probe, if it succeeds in changing the breaker from its present state to this
    /// one.
    Try(Breaker),
    /// The action must wait until this time; `None` means until a person resets the breaker.
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
        let without = BTreeSet::from([HANDLER_PROVIDER.to_owned()]);
        Self { without, default: BreakerOptions::default(), providers: BTreeMap::new() }
    }
}

impl BreakerSettings {
    /// Returns the options of a provider.
    pub fn of(&self, provider: &str) -> &BreakerOptions {
        self.providers.get(provider).unwrap_or(&self.default)
    }

    /// Checks the values of the settings.
    ///
    /// # Errors
    /// When a value is invalid. The error contains the value.
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
                return Err(Error::invalid(
                    ErrorCode::OutOfRange,
                    format!("the breaker of {name} has {what} {number}; the minimum is 1"),
                ));
            }
            if options.fallback.as_deref() == Some(name) {
                return Err(Error::invalid(ErrorCode::Conflict, format!("{name} cannot be its own fallback")));
            }
        }
        Ok(())
    }

    /// Checks that no fallback starts programs in place of a provider that does not: the caller of the latter may
    /// not have the permission `command`, and chooses the payload.
    ///
    /// # Errors
    /// When there is such a fallback. The error names both providers.
    pub fn check_fallbacks<'a>(
        &self,
        providers: impl IntoIterator<Item = &'a str>,
        starts_programs: impl Fn(&str) -> bool,
    ) -> Result<(), Error> {
        for name in providers.into_iter().filter(|name| !self.without.contains(*name) && !starts_programs(name)) {
            if let Some(fallback) = self.of(name).fallback.as_deref().filter(|fallback| starts_programs(fallback)) {
                let detail = format!("the fallback of {name} is {fallback}, which starts programs; {name} does not");
                let hint = "actions of a provider that starts no programs need no permission to start them; name a \
                            fallback that starts none";
                return Err(Error::invalid(ErrorCode::Conflict, detail).with_hint(hint));
            }
        }
        Ok(())
    }
}

impl Breaker {
    /// Decides about an action. `probe` is its name in case it becomes the probe.
    pub fn admits(&self, probe: &str, options: &BreakerOptions, now: Timestamp) -> Admission {
        let try_it = |successes| {
            let until = after(now, options.probe_timeout);
            Admission::Try(Self::HalfOpen { probe: Some(probe.to_owned()), until, successes })
        };
        match self {
            Self::Closed | Self::Failing { .. } => Admission::Pass,
            Self::Open { until } if now < *until => Admission::Wait(Some(*until)),
            Self::Open { .. } => try_it(0),
            // The probe may complete long before it is given up, so others check again soon.
            Self::HalfOpen { probe: Some(_), until, .. } if now < *until => {
                Admission::Wait(Some(after(now, PROBE_POLL_INTERVAL).min(*until)))
            }
            Self::HalfOpen { successes, .. } => try_it(*successes),
            Self::Tripped { .. } => Admission::Wait(None),
        }
    }

    /// Returns the state after the outcome of an action with this probe name, or `None` if the state does not
    /// change.
    pub fn after(&self, outcome: &Outcome, probe: &str, options: &BreakerOptions, now: Timestamp) -> Option<Self> {
        let is_probe = matches!(self, Self::HalfOpen { probe: Some(tried), .. } if tried == probe);
        let open = Self::Open { until: after(now, options.recovery) };
        match (self, ReceiverHealth::of(outcome)) {
            (Self::Closed, ReceiverHealth::Failure) if options.failure_threshold > 1 => {
                Some(Self::Failing { failures: 1 })
            }
            (Self::Failing { failures }, ReceiverHealth::Failure) if failures + 1 < options.failure_threshold => {
                Some(Self::Failing { failures: failures + 1 })
            }
            (Self::Closed | Self::Failing { .. }, ReceiverHealth::Failure) => Some(open),
            (Self::Failing { .. }, ReceiverHealth::Success) => Some(Self::Closed),
            (Self::HalfOpen { .. }, ReceiverHealth::Failure) if is_probe => Some(open),
            (Self::HalfOpen { successes, .. }, ReceiverHealth::Success) if is_probe => {
                let successes = successes + 1;
                let is_enough = successes >= options.success_threshold;
                Some(if is_enough { Self::Closed } else { Self::HalfOpen { probe: None, until: now, successes } })
            }
            // The probe was stopped before it was sent, so the next action becomes the probe.
            (Self::HalfOpen { successes, .. }, ReceiverHealth::Nothing) if is_probe => {
                Some(Self::HalfOpen { probe: None, until: now, successes: *successes })
            }
            (Self::Closed, ReceiverHealth::Success | ReceiverHealth::Nothing)
            | (Self::Failing { .. }, ReceiverHealth::Nothing)
            | (Self::HalfOpen { .. } | Self::Open { .. } | Self::Tripped { .. }, _) => None,
        }
    }

    /// Returns whether the circuit is closed, so that actions pass.
    pub const fn is_closed(&self) -> bool {
        match self {
            Self::Closed | Self::Failing { .. } => true,
            Self::Open { .. } | Self::HalfOpen { .. } | Self::Tripped { .. } => false,
        }
    }
}

/// Information of an outcome about the receiver.
enum ReceiverHealth {
    /// The receiver works.
    Success,
    /// The receiver does not work.
    Failure,
    /// The outcome says nothing about the receiver.
    Nothing,
}

impl ReceiverHealth {
    const fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Delivered { .. } => Self::Success,
            Outcome::Retryable { .. } => Self::Failure,
            // The receiver responded, even though it rejected the action.
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
