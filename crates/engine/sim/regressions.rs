//! Seeds that found a bug in the past. Each line of the file is a seed and the bug it found. No seed may find
//! a violation again.

use crate::seeds::{quiet, story};
use crate::world::live;

const FOUND: &str = include_str!("regressions/seeds.txt");

#[test]
fn what_was_found_stays_mended() {
    quiet();
    let lines = FOUND.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (seed, _) = line.split_once(' ').expect("a seed and a description");
        let seed = seed.parse().expect("a number");
        let report = live(seed, None);
        assert!(report.violations.is_empty(), "{line}\n{}", story(seed, &report));
    }
}

#[test]
fn a_seed_is_the_same_every_time() {
    quiet();
    for seed in 0..20 {
        assert_eq!(live(seed, None).trace_hash, live(seed, None).trace_hash, "seed {seed}");
    }
}
