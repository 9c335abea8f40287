//! Runs one test at a time when the runner executes several tests in one process.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Returns a guard that a test holds while it needs the machine for itself.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
