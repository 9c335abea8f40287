//! Compares the runs of imported schedules with those that the other schedulers compute themselves, in 30 time zones
//! over two years.
//!
//! Either the runs are equal, or the report of the import names the differences: exactly those. Each peer runs once,
//! with all expressions. A slow peer computes its frequent expressions only around the DST changes; with
//! `REFRAIN_COMPARE=complete`, it computes all of them for all of the time.

#![expect(clippy::unwrap_used, reason = "helpers of a test fail like the test itself")]

mod bullmq;
mod check;
mod job;
mod kubernetes;
mod peer;
mod python;
mod quartz;
mod span;
mod systemd;
