//! The `refrain` binary.
#![forbid(unsafe_code)]
fn main() {}
