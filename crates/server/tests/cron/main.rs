//! `refrain cron` as a process: what it checks, runs, reloads and refuses.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod check;
mod process;
mod running;
