//! Lets other tasks run during a long search, so that it does not block its thread.

/// Number of search steps after which a search yields to other tasks.
const STEPS: u32 = 1_024;

/// Counts the steps of a search, and yields to other tasks from time to time.
#[derive(Debug, Default)]
pub struct Pace {
    steps: u32,
}

impl Pace {
    /// Counts one step. Every 1,024 steps, it yields to other tasks.
    pub async fn step(&mut self) {
        self.steps += 1;
        if self.steps >= STEPS {
            self.steps = 0;
            tokio::task::yield_now().await;
        }
    }
}
