//! Greatest common divisor and least common multiple, for combining cycles.

pub(crate) fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the least common multiple of two positive numbers. It saturates: such a cycle is longer than the whole
/// calendar.
pub(crate) fn least_common_multiple(a: i64, b: i64) -> i64 {
    (a / greatest_common_divisor(a, b)).saturating_mul(b)
}
