//! Where two cycles meet.

pub(crate) fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Of two positive numbers. It saturates: a cycle longer than time itself is as long as time.
pub(crate) fn least_common_multiple(a: i64, b: i64) -> i64 {
    (a / greatest_common_divisor(a, b)).saturating_mul(b)
}
