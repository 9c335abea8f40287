//! One test at a time, where a runner puts them side by side in one process.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held for as long as a test needs the machine for itself.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
