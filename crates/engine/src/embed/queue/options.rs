//! Options of a queue worker.

use refrain_recurrence::Length;

/// Options of a queue worker. The defaults suit most programs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WorkOptions {
    /// Maximum number of items processed at once. Default: 16.
    pub concurrency: usize,
    /// Duration of a lease, which is also how long a crash delays an item. The worker renews leases while it
    /// works. Default: 30 seconds.
    pub lease: Length,
    /// How long items may continue after the worker was asked to stop. Default: 25 seconds.
    pub drain: Length,
}

crate::options::changeable!(WorkOptions);

impl Default for WorkOptions {
    fn default() -> Self {
        Self { concurrency: 16, lease: Length::from_seconds(30), drain: Length::from_seconds(25) }
    }
}
