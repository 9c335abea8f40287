//! Dispatch: gives a leased occurrence its effect. The worker asks the barrier whether the occurrence may be
//! sent at all, then passes a [`Run`](crate::delivery::Run) with that verdict to the [`Pipeline`] and receives an
//! [`Outcome`](crate::delivery::Outcome). The pipeline takes its steps in order and then calls a
//! [provider](crate::provider).

mod barrier;
pub(crate) mod breaker;
pub mod cel;
mod check;
pub mod condition;
mod controls;
mod controls_step;
pub mod dedup;
mod delay_outcome;
mod dispatch_rule;
pub mod guard;
pub mod handler;
mod hold;
mod once;
mod pipeline;
mod place;
mod quota;
pub mod rules;
mod single;
mod step;
mod store_cache;
pub mod template;
mod throttle;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
mod transactional;

pub(crate) use self::barrier::Barrier;
pub use self::breaker::Breakers;
pub(crate) use self::check::check_action;
pub(crate) use self::controls::list as list_controls;
pub use self::controls::{CONTROLS_MAX, StoredControl, TenantControls};
pub(crate) use self::controls_step::ControlsStep;
pub use self::dedup::Dedup;
pub(crate) use self::delay_outcome::{STORE_RETRY_DELAY, delay_outcome, unknown_lateness};
pub use self::dispatch_rule::*;
pub use self::hold::*;
pub use self::pipeline::{Pipeline, Report};
pub use self::quota::*;
pub use self::rules::Rules;
pub use self::single::{SingleAction, SingleDispatcher};
pub use self::step::{Mode, Step};
pub use self::throttle::Throttling;
pub use crate::breaker::{Admission, Breaker, BreakerKey, BreakerOptions, BreakerSettings};
pub use crate::fresh_cache::CACHE_TTL;
