//! The instant from which intervals are counted if a definition has no start of its own.

use jiff::Timestamp;

/// Earliest anchor. Definitions accept no earlier time, so no interval can be counted from one.
const ANCHOR_MIN: i64 = -2_208_988_800; // 1900-01-01T00:00:00Z

/// Returns the anchor of a search that starts at `from`: the same instant, but not before [`ANCHOR_MIN`].
pub(crate) fn anchor(from: Timestamp) -> Timestamp {
    Timestamp::from_second(ANCHOR_MIN).map_or(from, |least| from.max(least))
}
