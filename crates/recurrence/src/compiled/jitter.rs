//! Jitter: a delay that spreads load. It is derived from a hash, so it is the same on every node and after every
//! restart.

use jiff::{SignedDuration, Timestamp};

use super::CompiledRecurrence;
use super::compile::hash;
use super::occurrence::Occurrence;
use crate::definition::{JitterMode, JitterWindow};

impl CompiledRecurrence {
    /// Returns the due time of an occurrence: its instant plus the schedule's jitter, always before the next
    /// occurrence. The delay is a hash of [`Context::seed`](crate::Context::seed), so it is the same on every node
    /// and after every restart.
    pub fn due_at(&self, occurrence: &Occurrence) -> Timestamp {
        let Some(jitter) = &self.spec.jitter else { return occurrence.at() };
        let next = self.next_after(occurrence.at()).map(|next| next.at().as_second());
        let room = next.map_or(i64::MAX, |next| next - occurrence.at().as_second());
        let window = match jitter.window {
            JitterWindow::Length(length) => length.seconds(),
            // Without a next occurrence there is no gap to take a percentage of, so the last occurrence has no delay.
            JitterWindow::Percent(percent) => next.map_or(0, |_| room / 100 * i64::from(percent)),
        };
        let seed = match jitter.mode {
            JitterMode::Fixed => self.seed,
            JitterMode::Spread => self.seed ^ hash(self.period_key(occurrence).as_bytes()),
        };
        let choices = window.unsigned_abs().saturating_add(1);
        let delay = i64::try_from(hash(&seed.to_le_bytes()) % choices).unwrap_or(0).min(room - 1);
        occurrence.at().checked_add(SignedDuration::from_secs(delay)).unwrap_or_else(|_| occurrence.at())
    }
}
