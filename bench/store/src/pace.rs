//! How fast callers were, each by the time that it spent waiting for the database and not by what lies between.

use std::time::Duration;

/// What several callers did at once.
#[derive(Clone, Debug, Default)]
pub struct Pace(Vec<(usize, Duration)>);

impl Pace {
    pub fn add(&mut self, rows: usize, busy_for: Duration) {
        self.0.push((rows, busy_for));
    }

    pub fn rows(&self) -> usize {
        self.0.iter().map(|(rows, _)| rows).sum()
    }

    /// Rows per second of all callers together.
    pub fn per_second(&self) -> f64 {
        let rate = |(rows, busy_for): &(usize, Duration)| *rows as f64 / busy_for.as_secs_f64();
        self.0.iter().filter(|(rows, _)| *rows > 0).map(rate).sum()
    }

    /// The mean of two runs of the same callers.
    pub fn and(mut self, other: Self) -> Self {
        for ((rows, busy_for), (more_rows, longer)) in self.0.iter_mut().zip(other.0) {
            *rows += more_rows;
            *busy_for += longer;
        }
        self
    }
}
