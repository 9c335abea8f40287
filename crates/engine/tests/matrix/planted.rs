//! Tests of the matrix itself: bugs planted in the engine are found by the selected cases.

use crate::bugs::Bug;
use crate::product::judge_with;
use crate::selection::selected;

async fn check(bug: Bug) {
    for (number, case) in selected().into_iter().enumerate() {
        let wrong = judge_with(Some(bug), case).await;
        if !wrong.is_empty() {
            let line = wrong.lines().nth(1).unwrap_or_default();
            eprintln!("{bug:?} is found in case {number}, {case}: {line}");
            return;
        }
    }
    panic!("{bug:?} was not found");
}

macro_rules! found {
    ($($name:ident: $bug:ident;)+) => {
        $(#[tokio::test(start_paused = true)]
        async fn $name() {
            check(Bug::$bug).await;
        })+
    };
}

found! {
    occurrences_created_together_and_skipped_are_found: CreatedTogetherSkipped;
    discriminators_that_block_each_other_are_found: DiscriminatorsIgnored;
    runs_beyond_max_runs_are_found: MaxRunsIgnored;
    catching_up_twice_is_found: CatchUpPlansTwice;
    a_gap_that_is_off_by_one_is_found: GapOffByOne;
    an_ignored_start_deadline_is_found: DeadlineIgnored;
    a_new_key_per_attempt_is_found: NewKeyPerAttempt;
    unlimited_attempts_are_found: AttemptsNotCapped;
    uncounted_retries_are_found: RetryNotCounted;
}
