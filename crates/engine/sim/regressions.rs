//! Seeds that found a bug in the past. Each line of the file is a seed and the bug it found. No seed may find
//! a violation again.

use crate::seeds::{failure_report, silence_receiver_panics};
use crate::world::simulate;

const FOUND: &str = include_str!("regressions/seeds.txt");

#[test]
fn fixed_bugs_stay_fixed() {
    silence_receiver_panics();
    let lines = FOUND.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (seed, _) = line.split_once(' ').expect("a seed and a description");
        let seed = seed.parse().expect("a number");
        let report = simulate(seed, None);
        assert!(report.violations.is_empty(), "{line}\n{}", failure_report(seed, &report));
    }
}

#[test]
fn a_seed_is_the_same_every_time() {
    silence_receiver_panics();
    for seed in 0..20 {
        assert_eq!(simulate(seed, None).trace_hash, simulate(seed, None).trace_hash, "seed {seed}");
    }
}
