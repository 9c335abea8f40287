//! The cases on the model store.

use std::sync::Arc;

use refrain::model::Overlap;
use refrain::store::model::Model;

use crate::bugs::{Bug, buggy_store};
use crate::case::Case;
use crate::judge::violations;
use crate::selection::{all, selected};
use crate::world::{IdleDetection, World};

/// Number of failed cases shown in full; more would add nothing new.
const SHOWN_MAX: usize = 3;

/// Returns everything that is wrong with one case on the model store.
async fn judge(case: Case) -> String {
    judge_with(None, case).await
}

/// The same with a planted bug.
pub(crate) async fn judge_with(bug: Option<Bug>, case: Case) -> String {
    let store = buggy_store(bug, &Arc::new(Model::new()), 0);
    let mut world = World::with_bug(bug, case, store, IdleDetection::IdleRuntime);
    world.live().await;
    violations(&world).await
}

/// Judges cases, and fails with everything that is wrong.
async fn check(cases: impl Iterator<Item = Case>) {
    let (mut failed, mut shown) = (Vec::new(), Vec::new());
    for case in cases {
        let wrong = judge(case).await;
        if !wrong.is_empty() {
            failed.push(case.to_string());
            if shown.len() < SHOWN_MAX {
                shown.push(wrong);
            }
        }
    }
    assert!(failed.is_empty(), "{} cases failed:\n{}\n{}", failed.len(), shown.join("\n"), failed.join("\n"));
}

async fn check_selected(overlap: Overlap) {
    check(selected().into_iter().filter(|case| case.overlap == overlap)).await;
}

#[tokio::test(start_paused = true)]
async fn selected_cases_of_skip_end_as_documented() {
    check_selected(Overlap::Skip).await;
}

#[tokio::test(start_paused = true)]
async fn selected_cases_of_buffer_one_end_as_documented() {
    check_selected(Overlap::BufferOne).await;
}

#[tokio::test(start_paused = true)]
async fn selected_cases_of_buffer_all_end_as_documented() {
    check_selected(Overlap::BufferAll).await;
}

#[tokio::test(start_paused = true)]
async fn selected_cases_of_cancel_other_end_as_documented() {
    check_selected(Overlap::CancelOther).await;
}

#[tokio::test(start_paused = true)]
async fn selected_cases_of_allow_all_end_as_documented() {
    check_selected(Overlap::AllowAll).await;
}

/// The whole product takes five to twenty minutes in a debug build. `MATRIX_PART=3/8` runs the third eighth of it.
#[tokio::test(start_paused = true)]
#[ignore = "takes minutes"]
async fn every_case_ends_as_documented() {
    let text = std::env::var("MATRIX_PART").unwrap_or("1/1".to_owned());
    let (part, parts) = text.split_once('/').unwrap();
    let (part, parts): (usize, usize) = (part.parse().unwrap(), parts.parse().unwrap());
    check(all().into_iter().map(Case::of).skip(part - 1).step_by(parts)).await;
}
