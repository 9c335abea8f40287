//! The steps between an occurrence and its provider: dispatch rules, dedup, throttle and circuit breakers. The
//! tests run whole nodes on a manual clock.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod breaker;
mod dedup;
mod rules;
mod rules_bounds;
mod rules_saving;
mod stores;
mod throttle;
mod world;
