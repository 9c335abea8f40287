//! One attempt on its way to its receiver: the run, the action as it is sent, and the provider that sends it.
//!
//! Dispatch decides whether and how an action is sent, providers send it. Both build on this module, and it knows
//! neither.

mod context;
mod lease_check;
mod provider;
mod providers;
mod run;
mod self_settlement;
mod sending;
mod work_envelope;

pub use self::context::{LOG_LINE_BYTES_MAX, LOG_LINES_MAX, RunContext};
pub use self::lease_check::LeaseCheck;
pub use self::provider::{Provider, Warning};
pub use self::providers::Providers;
pub use self::run::{Dispatcher, Run};
pub use self::self_settlement::SelfSettlement;
pub use self::sending::{OutgoingAction, TRUSTED_PREFIX, Throttle};
pub use self::work_envelope::WorkEnvelope;
pub use crate::outcome::{
    Account, AccountContent, Decision, Failure, HandlerResult, IntoOutcome, Outcome, OutcomeKind, Reject, StepName,
    StepRecord, Verdict,
};
