//! Selects the cases to run.

use crate::case::{Case, SIZES, Values};

/// Returns all cases.
pub(crate) fn all() -> Vec<Values> {
    let mut all = vec![[0; SIZES.len()]];
    for (dimension, size) in SIZES.into_iter().enumerate() {
        let with = |values: &Values, value| {
            let mut values = *values;
            values[dimension] = value;
            values
        };
        all = all.iter().flat_map(|values| (0..size).map(|value| with(values, value)).collect::<Vec<_>>()).collect();
    }
    all
}

/// Number of other cases that are selected even if they cover nothing new.
const SAMPLE: usize = 400;

/// Returns the default case, all cases that differ from it in one or two dimensions, a sample of the others,
/// and as many more as needed to cover every combination of three values of three dimensions.
pub(crate) fn selected() -> Vec<Case> {
    let mut all = all();
    let is_near = |values: &Values| values.iter().filter(|value| **value > 0).count() <= 2;
    let mut selected: Vec<Values> = all.extract_if(.., |values| is_near(values)).collect();
    let mut met = CoveredTriples::default();
    for values in &selected {
        met.add(values);
    }
    // A step coprime to the number of cases reaches each of them once, in a mixed order.
    let (count, step) = (all.len(), 7_919);
    for turn in 0..count {
        let values = all[turn * step % count];
        if met.add(&values) || turn < SAMPLE {
            selected.push(values);
        }
    }
    selected.into_iter().map(Case::of).collect()
}

/// Maximum number of values of a dimension.
const SIZE_MAX: usize = 5;
/// Number of values of all dimensions, if each had the maximum.
const VALUES_MAX: usize = SIZE_MAX * SIZES.len();

/// The triples of values, each of a different dimension, that the selected cases cover.
struct CoveredTriples(Vec<bool>);

impl Default for CoveredTriples {
    fn default() -> Self {
        Self(vec![false; VALUES_MAX * VALUES_MAX * VALUES_MAX])
    }
}

impl CoveredTriples {
    /// Adds the triples of a case. Returns whether one of them is new.
    fn add(&mut self, values: &Values) -> bool {
        let code = |dimension: usize| dimension * SIZE_MAX + values[dimension];
        let mut is_new = false;
        for one in 0..SIZES.len() {
            for two in one + 1..SIZES.len() {
                for three in two + 1..SIZES.len() {
                    let triple = (code(one) * VALUES_MAX + code(two)) * VALUES_MAX + code(three);
                    is_new |= !std::mem::replace(&mut self.0[triple], true);
                }
            }
        }
        is_new
    }
}

#[test]
fn selection_starts_with_the_default_and_is_small() {
    let (all, selected) = (all(), selected());
    assert_eq!(all.len(), SIZES.iter().product::<usize>());
    assert_eq!(selected[0], Case::of([0; SIZES.len()]));
    assert!((500..1_000).contains(&selected.len()), "{} cases", selected.len());
    assert!(SIZES.iter().all(|size| *size <= SIZE_MAX && all.len() % 7_919 != 0));
}
