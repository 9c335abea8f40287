//! Random sequences of operations, applied to the model and to a store. Every answer must be equal, and so must
//! be everything that can be read in the end.
//!
//! Every run applies the same sequences. `REFRAIN_SEQUENCES` sets their number per test. A failure names its
//! seed, and `REFRAIN_SEED` repeats that sequence alone.

mod generate;
mod ledger;
mod numbers;
mod others;
mod profile;
mod queue;
mod seed;
mod side;
mod step;

use std::sync::Arc;

use jiff::Timestamp;

use crate::store::model::Model;
use crate::testing::fixture::at;
use crate::testing::stage::Stage;
use generate::Generator;
use profile::Profile;
use seed::Random;
use side::Side;
use step::Step;

#[doc(hidden)]
#[macro_export]
macro_rules! random_cases {
    ($make:path) => {
        $make! { random:
            one_tenants_ledger_answers_as_the_model_does,
            overlapping_runs_answer_as_the_model_does,
            a_crowd_of_tenants_answers_as_the_model_does,
            all_operations_together_answer_as_the_model_does,
        }
    };
}

/// Number of sequences per test, and number of steps per sequence.
const SEQUENCES: u64 = 500;
const STEPS: usize = 60;

pub async fn one_tenants_ledger_answers_as_the_model_does(s: &Stage<'_>) {
    sequences(s, Profile::Ledger).await;
}

pub async fn overlapping_runs_answer_as_the_model_does(s: &Stage<'_>) {
    sequences(s, Profile::Overlap).await;
}

pub async fn a_crowd_of_tenants_answers_as_the_model_does(s: &Stage<'_>) {
    sequences(s, Profile::Crowd).await;
}

pub async fn all_operations_together_answer_as_the_model_does(s: &Stage<'_>) {
    sequences(s, Profile::Everything).await;
}

fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} must be a number, found {value:?}")))
}

async fn sequences(s: &Stage<'_>, profile: Profile) {
    if let Some(seed) = setting("REFRAIN_SEED") {
        return sequence(s, profile, seed).await;
    }
    for seed in 0..setting("REFRAIN_SEQUENCES").unwrap_or(SEQUENCES) {
        sequence(s, profile, seed).await;
        s.subject.reset().await;
    }
}

/// Applies one sequence to a fresh model and to the empty store.
async fn sequence(s: &Stage<'_>, profile: Profile, seed: u64) {
    let is_ordered = s.subject.orders_across_tenants();
    let mut model = Side::new(Arc::new(Model::with_clock(|| at(0))), is_ordered);
    let mut store = Side::new(s.subject.store(), is_ordered);
    let mut generator = Generator::new(profile, Random::new(seed, profile as u64), is_ordered);
    let mut history = Vec::new();
    for number in 0..STEPS {
        let (step, now) = generator.next(&mut model).await;
        let expected = model.make(&step, now).await;
        generator.record_answer(&model);
        let answered = store.make(&step, now).await;
        history.push((now, step));
        if expected != answered {
            fail_with_difference(profile, seed, &format!("step {number}"), &history, &expected, &answered);
        }
    }
    let (expected, answered) = (model.everything(profile).await, store.everything(profile).await);
    if expected != answered {
        fail_with_difference(profile, seed, "the end", &history, &expected, &answered);
    }
}

/// Fails with the steps needed to repeat the sequence, and the place where the two answers differ.
fn fail_with_difference(
    profile: Profile,
    seed: u64,
    place: &str,
    steps: &[(Timestamp, Step)],
    expected: &str,
    answered: &str,
) -> ! {
    let history: String =
        steps.iter().enumerate().map(|(number, (now, step))| format!("  {number} at {now}: {step:?}\n")).collect();
    let same = expected.bytes().zip(answered.bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| {
        let from = text.floor_char_boundary(same.saturating_sub(400));
        let to = text.floor_char_boundary(same + 400);
        format!("{}«HERE»{}", &text[from..text.floor_char_boundary(same)], &text[text.floor_char_boundary(same)..to])
    };
    panic!(
        "REFRAIN_SEED={seed} of {profile:?} differs at {place}\n{history}\nthe model: {}\n\nthe store: {}",
        around(expected),
        around(answered)
    );
}
