//! `BYSETPOS`: selects members of a period's set by their index from the start or the end.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SetPositions {
    /// Indexes from the start, 0 for the first member; ascending, without duplicates.
    from_start: Box<[i64]>,
    /// Distances from the end, 1 for the last member; ascending, without duplicates.
    from_end: Box<[i64]>,
}

impl SetPositions {
    /// Keeps the positions that a set of at most `largest` members can have. Returns `None` if there is none.
    pub(super) fn new(positions: &[i16], largest: i64) -> Option<Self> {
        let mut from_start: Vec<i64> = positions.iter().filter(|p| **p > 0).map(|p| i64::from(*p) - 1).collect();
        let mut from_end: Vec<i64> = positions.iter().filter(|p| **p < 0).map(|p| -i64::from(*p)).collect();
        from_start.retain(|index| *index < largest);
        from_end.retain(|distance| *distance <= largest);
        for list in [&mut from_start, &mut from_end] {
            list.sort_unstable();
            list.dedup();
        }
        let any = !(from_start.is_empty() && from_end.is_empty());
        any.then(|| Self { from_start: from_start.into(), from_end: from_end.into() })
    }

    /// Returns the first picked index at or after `index` in a set of `total` members.
    pub(super) fn at_or_after(&self, total: i64, index: i64) -> Option<i64> {
        let forward = self.from_start.get(self.from_start.partition_point(|picked| *picked < index)).copied();
        let forward = forward.filter(|picked| *picked < total);
        let reachable = self.from_end.partition_point(|distance| *distance <= total - index);
        let backward = reachable.checked_sub(1).map(|last| total - self.from_end[last]);
        match (forward, backward) {
            (Some(forward), Some(backward)) => Some(forward.min(backward)),
            (one, other) => one.or(other),
        }
    }

    /// Returns whether the member with this index is picked in a set of `total` members.
    pub(super) fn has(&self, total: i64, index: i64) -> bool {
        self.from_start.binary_search(&index).is_ok() || self.from_end.binary_search(&(total - index)).is_ok()
    }

    /// Returns the last picked index before `index` in a set of `total` members.
    pub(super) fn before(&self, total: i64, index: i64) -> Option<i64> {
        let end = index.min(total);
        let reachable = self.from_start.partition_point(|picked| *picked < end);
        let forward = reachable.checked_sub(1).map(|last| self.from_start[last]);
        let nearest = self.from_end.get(self.from_end.partition_point(|distance| *distance <= total - end));
        let backward = nearest.filter(|distance| **distance <= total).map(|distance| total - distance);
        forward.max(backward)
    }

    /// Returns the maximum number of picked members of any set.
    pub(super) fn most(&self) -> i64 {
        (self.from_start.len() + self.from_end.len()) as i64
    }

    /// Returns the number of picked members in a set of `total`.
    pub(super) fn count(&self, total: i64) -> i64 {
        let forward = self.from_start.partition_point(|picked| *picked < total);
        let backward = self.from_end.partition_point(|distance| *distance <= total);
        let doubles =
            self.from_start[..forward].iter().filter(|picked| self.from_end.binary_search(&(total - **picked)).is_ok());
        (forward + backward - doubles.count()) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picked_indexes_agree_with_a_plain_list() {
        for positions in [&[1, 3, -1][..], &[-2, -3], &[2], &[1, 2, 3, -1, -2, -3], &[-1], &[4, -4]] {
            let picks = SetPositions::new(positions, 10).unwrap();
            for total in 0..10_i64 {
                let listed: Vec<i64> = (0..total)
                    .filter(|i| positions.iter().any(|p| i64::from(*p) == i + 1 || i64::from(*p) == i - total))
                    .collect();
                assert_eq!(picks.count(total), listed.len() as i64, "{positions:?} of {total}");
                for index in 0..total {
                    assert_eq!(picks.has(total, index), listed.contains(&index), "{positions:?} of {total} at {index}");
                }
                for index in 0..=total {
                    let after = listed.iter().copied().find(|picked| *picked >= index);
                    let before = listed.iter().copied().rfind(|picked| *picked < index);
                    assert_eq!(picks.at_or_after(total, index), after, "{positions:?} of {total} from {index}");
                    assert_eq!(picks.before(total, index), before, "{positions:?} of {total} before {index}");
                }
            }
        }
        assert_eq!(SetPositions::new(&[6, -6], 5), None);
    }
}
