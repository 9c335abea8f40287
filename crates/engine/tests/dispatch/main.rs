//! The steps between an occurrence and its provider: rules, dedup, throttle and breakers, through whole nodes on a clock that
//! is moved by hand.
#![expect(clippy::unwrap_used, reason = "a case that cannot go on has failed")]

mod breaker;
mod dedup;
mod rules;
mod rules_bounds;
mod rules_saving;
mod stores;
mod throttle;
mod world;
