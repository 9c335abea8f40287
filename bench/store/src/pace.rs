//! Rates of callers. Each is based on the time spent waiting for the database, not on the time in between.

use std::time::Duration;

/// Rows and busy time of several concurrent callers.
#[derive(Clone, Debug, Default)]
pub struct Pace(Vec<(usize, Duration)>);

impl Pace {
    pub fn add(&mut self, rows: usize, busy_for: Duration) {
        self.0.push((rows, busy_for));
    }

    pub fn rows(&self) -> usize {
        self.0.iter().map(|(rows, _)| rows).sum()
    }

    /// Returns the rows per second of all callers together.
    pub fn per_second(&self) -> f64 {
        let rate = |(rows, busy_for): &(usize, Duration)| *rows as f64 / busy_for.as_secs_f64();
        self.0.iter().filter(|(rows, _)| *rows > 0).map(rate).sum()
    }

    /// Adds a second run of the same callers, which results in the mean of both.
    pub fn and(mut self, other: Self) -> Self {
        for ((rows, busy_for), (more_rows, longer)) in self.0.iter_mut().zip(other.0) {
            *rows += more_rows;
            *busy_for += longer;
        }
        self
    }
}
