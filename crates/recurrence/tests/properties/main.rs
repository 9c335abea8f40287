//! Properties of every recurrence: laws between the results, agreement with a scan of every second, definitions
//! that survive serialization, and no slow search.
//!
//! A run tries more than 20,000 cases. `REFRAIN_PROPERTY_TIMES` multiplies that number for a long run. A failing
//! case is shrunk and printed. Once fixed, it becomes a line in a vector file, so no failures are stored here.

mod clock;
mod cron_text;
mod definitions;
mod excluded;
mod instants;
mod laws;
mod printing;
mod reference;
mod robustness;
mod rrule_text;
mod scan;
mod wall;

use proptest::test_runner::Config;

/// Returns a configuration with `count` cases, multiplied by `REFRAIN_PROPERTY_TIMES`.
fn cases(count: u32) -> Config {
    let times = std::env::var("REFRAIN_PROPERTY_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    Config { cases: count.saturating_mul(times), failure_persistence: None, ..Config::default() }
}
