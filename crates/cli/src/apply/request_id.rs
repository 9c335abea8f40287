//! The ID that all requests of one apply have in common.

use std::hash::{BuildHasher as _, RandomState};

/// Returns a new request ID. All changes that are made with it have it in their audit entries.
pub fn request_id() -> String {
    // The standard library seeds its hash maps from the operating system.
    format!("apply-{:016x}", RandomState::new().hash_one(0))
}
