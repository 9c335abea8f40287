//! What must hold for every rule: laws between the answers, agreement with a scan of every second, definitions that
//! survive printing, and an answer to everything in good time.
//!
//! A run tries more than 20,000 cases. `REFRAIN_PROPERTY_TIMES` multiplies that for a long night. A case that fails is
//! shrunk and printed; once mended it becomes a line in a vector file, so nothing is kept here.

mod answers;
mod clock;
mod cron_text;
mod definitions;
mod excluded;
mod instants;
mod laws;
mod printing;
mod rrule_text;
mod scan;
mod scanned;
mod wall;

use proptest::test_runner::Config;

/// So many cases, times what the environment asks for.
fn cases(count: u32) -> Config {
    let times = std::env::var("REFRAIN_PROPERTY_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    Config { cases: count.saturating_mul(times), failure_persistence: None, ..Config::default() }
}
