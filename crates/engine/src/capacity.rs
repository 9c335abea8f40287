//! A cap on how many occurrences of a tenant may begin in a time. Kept in the catalog, under a name that people choose.
//!
//! What comes beyond it ends as `skipped(capacity)`. It is counted in the store, so all nodes together keep to it.

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::StoreError;

/// No window is longer: a leap year.
pub const WINDOW_SECONDS_MAX: i64 = 366 * 24 * 60 * 60;

/// At most so many occurrences begin in a window. A window starts with the first that begins after the last one ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Capacity {
    /// How many.
    pub limit: u32,
    /// In which time.
    pub window: Length,
}

impl Capacity {
    /// At most so many in a time.
    pub fn new(limit: u32, window: Length) -> Self {
        Self { limit, window }
    }

    /// Reads what the catalog keeps.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(body: Value) -> Result<Self, String> {
        let cap: Self = serde_json::from_value(body).map_err(|error| error.to_string())?;
        cap.check().map_err(|error| error.to_string())?;
        Ok(cap)
    }

    /// Refuses what cannot be meant.
    ///
    /// # Errors
    /// What is wrong with it, with the value.
    pub fn check(self) -> Result<(), StoreError> {
        if self.limit == 0 {
            let problem = "it is 0, and nothing would ever begin: a hold says so and says why".to_owned();
            return Err(StoreError::Invalid { field: "the cap's limit", problem });
        }
        if !(1..=WINDOW_SECONDS_MAX).contains(&self.window.seconds()) {
            let problem = format!("it is {}; a window lasts from a second to 366 days", self.window);
            return Err(StoreError::Invalid { field: "the cap's window", problem });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_cap_reads_back_and_refuses_what_cannot_be_meant() {
        let cap = Capacity::new(100, Length::from_seconds(86_400));
        assert_eq!(Capacity::read(serde_json::to_value(cap).unwrap()).unwrap(), cap);
        for (body, said) in [
            (json!({"limit": 0, "window": "1h"}), "0"),
            (json!({"limit": 1, "window": "0s"}), "0"),
            (json!({"limit": 1, "window": "400d"}), "366"),
            (json!({"limit": -1, "window": "1h"}), "-1"),
            (json!({"limit": 1}), "window"),
            (json!({"limit": 1, "window": "1h", "per": "tenant"}), "per"),
        ] {
            let problem = Capacity::read(body.clone()).unwrap_err();
            assert!(problem.contains(said), "{body}: {problem}");
        }
    }
}
