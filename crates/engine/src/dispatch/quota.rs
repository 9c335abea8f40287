//! Quotas: limits on how many occurrences of a tenant may start per time window. A quota is stored in the
//! catalog, under a name that people choose.
//!
//! Occurrences beyond the quota are settled as `skipped(quota)`. The count is kept in the store, so all
//! nodes share one quota.

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::StoreError;

/// Maximum length of a window in seconds: a leap year.
pub const WINDOW_SECONDS_MAX: i64 = 366 * 24 * 60 * 60;

/// Quota: maximum number of occurrences that start per window. A window begins with the first occurrence that
/// starts after the previous window ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Quota {
    /// Maximum number of occurrences that start in one window.
    pub limit: u32,
    /// Length of the window.
    pub window: Length,
}

impl Quota {
    /// Creates a quota of `limit` occurrences per `window`.
    pub fn new(limit: u32, window: Length) -> Self {
        Self { limit, window }
    }

    /// Parses and checks a quota from the catalog.
    ///
    /// # Errors
    /// Returns the problem as text if the body is not a valid quota.
    pub fn read(body: Value) -> Result<Self, String> {
        let cap: Self = serde_json::from_value(body).map_err(|error| error.to_string())?;
        cap.check().map_err(|error| error.to_string())?;
        Ok(cap)
    }

    /// Checks the values of the quota.
    ///
    /// # Errors
    /// If the limit or the window is out of range, with the value.
    pub fn check(self) -> Result<(), StoreError> {
        if self.limit == 0 {
            let problem = "expected 1 or more, found 0; use a hold to stop all runs".to_owned();
            return Err(StoreError::Invalid { field: "the quota's limit", problem });
        }
        if !(1..=WINDOW_SECONDS_MAX).contains(&self.window.seconds()) {
            let problem = format!("expected a window of 1 second to 366 days, found {}", self.window);
            return Err(StoreError::Invalid { field: "the quota's window", problem });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_quota_round_trips_and_rejects_invalid_values() {
        let cap = Quota::new(100, Length::from_seconds(86_400));
        assert_eq!(Quota::read(serde_json::to_value(cap).unwrap()).unwrap(), cap);
        for (body, said) in [
            (json!({"limit": 0, "window": "1h"}), "0"),
            (json!({"limit": 1, "window": "0s"}), "0"),
            (json!({"limit": 1, "window": "400d"}), "366"),
            (json!({"limit": -1, "window": "1h"}), "-1"),
            (json!({"limit": 1}), "window"),
            (json!({"limit": 1, "window": "1h", "per": "tenant"}), "per"),
        ] {
            let problem = Quota::read(body.clone()).unwrap_err();
            assert!(problem.contains(said), "{body}: {problem}");
        }
    }
}
