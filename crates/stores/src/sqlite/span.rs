//! Groups IDs into ranges of adjacent ones. Occurrences that were planned together are claimed and settled
//! together, so the IDs of a batch are mostly adjacent. A range is read or written in one scan instead of one
//! search per ID.

/// First and last ID of a range without holes.
pub(super) type Span = (i64, i64);

/// Returns the ranges of IDs that are sorted and unique.
pub(super) fn spans(sorted: &[i64]) -> impl Iterator<Item = Span> {
    sorted
        .chunk_by(|one, next| one.checked_add(1) == Some(*next))
        .filter_map(|span| Some((*span.first()?, *span.last()?)))
}

/// Sorts IDs and removes duplicates.
pub(super) fn sorted(numbers: impl IntoIterator<Item = i64>) -> Vec<i64> {
    let mut sorted: Vec<i64> = numbers.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_contain_exactly_the_given_ids() {
        let check = |numbers: &[i64], expected: &[Span]| {
            assert_eq!(spans(&sorted(numbers.iter().copied())).collect::<Vec<_>>(), expected, "{numbers:?}");
        };
        check(&[], &[]);
        check(&[7], &[(7, 7)]);
        check(&[3, 1, 2], &[(1, 3)]);
        check(&[5, 1, 2, 9, 2, 6], &[(1, 2), (5, 6), (9, 9)]);
        check(&[i64::MAX, i64::MIN], &[(i64::MIN, i64::MIN), (i64::MAX, i64::MAX)]);
    }
}
