//! What a sub-daily rule's `COUNT` bounds and how close its occurrences come, by counting runs of grid points.

use super::grid_search::GridSearch;
use super::segments::{Segments, Stretch};
use super::time_set::{ALL_HOURS, ALL_SIXTY, TimeSet};
use crate::civil::{Civil, SECONDS_PER_DAY};
use crate::error::{Error, ErrorCode};

/// `COUNT` is counted over no more than this many runs of grid points that pass.
const COUNT_RUNS_MAX: usize = 20_000;
/// So many occurrences are looked at for the shortest gap.
const GAP_OCCURRENCES_MAX: usize = 2_000;

impl GridSearch {
    /// The n-th occurrence from the start on, counted from 1; none when the calendar ends before it.
    pub(super) fn nth_from_start(&self, count: i64, zone: &impl Segments) -> Result<Option<i64>, Error> {
        if self.passes_all() && self.expansion.is_none() {
            return Ok(Some(self.start.saturating_add((count - 1).saturating_mul(self.step))));
        }
        let mut left = count;
        let mut from = self.start;
        let mut stretch = zone.segment(from);
        for _ in 0..COUNT_RUNS_MAX {
            let Some(point) = self.next_point_near(from, &mut stretch, zone) else {
                return Ok(None);
            };
            let Some(expansion) = &self.expansion else {
                let here = (self.run_end(point, &stretch) - 1 - point) / self.step + 1;
                if left <= here {
                    return Ok(Some(point + (left - 1) * self.step));
                }
                left -= here;
                from = point + (here - 1) * self.step + 1;
                continue;
            };
            let whole = expansion.whole_count();
            if expansion.is_whole(point, &stretch, self.start) && whole < left {
                left -= whole;
            } else {
                let mut at = self.start;
                while let Some(found) = expansion.at_or_after(point, &stretch, at) {
                    left -= 1;
                    if left == 0 {
                        return Ok(Some(found));
                    }
                    at = found + 1;
                }
            }
            from = point + 1;
        }
        Err(Error::new(ErrorCode::OutOfRange, format!("COUNT={count} is too many for a rule of this kind"))
            .with_hint("end the rule with UNTIL instead"))
    }

    /// The shortest distance in seconds between two neighbours among the first 2,000 occurrences; none when there is
    /// only one.
    pub(crate) fn min_gap(&self, zone: &impl Segments) -> Option<i64> {
        let mut previous = self.at_or_after(self.start, zone)?;
        let mut shortest: Option<i64> = None;
        for _ in 0..GAP_OCCURRENCES_MAX {
            let Some(next) = self.at_or_after(previous + 1, zone) else {
                break;
            };
            shortest = Some(shortest.map_or(next - previous, |gap| gap.min(next - previous)));
            if self.expansion.is_none() && shortest == Some(self.step) {
                break;
            }
            previous = next;
        }
        shortest
    }

    fn passes_all(&self) -> bool {
        self.days.is_none() && self.times == TimeSet::ALL
    }

    /// The end of the run of instants from a passing grid point on that all pass, as far as the parts' units tell.
    fn run_end(&self, point: i64, stretch: &Stretch) -> i64 {
        let unit = if self.times.seconds != ALL_SIXTY {
            1
        } else if self.times.minutes != ALL_SIXTY {
            60
        } else if self.times.hours != ALL_HOURS {
            3600
        } else {
            SECONDS_PER_DAY
        };
        let civil = Civil(point + stretch.offset);
        (point + unit - civil.0.rem_euclid(unit)).min(stretch.until)
    }
}
