//! A sample of the cases on SQLite.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use refrain::store::sqlite::Sqlite;

use crate::case::Case;
use crate::judge::violations;
use crate::selection::selected;
use crate::world::{IdleDetection, World};

/// Distance between two sampled cases of the selection. A prime, so that all values are sampled.
const EVERY: usize = 67;

/// A database folder that is deleted when it is dropped.
struct File(PathBuf);

impl File {
    fn new(number: usize) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("matrix-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn judge(case: Case, number: usize) -> String {
    let file = File::new(number);
    let store = Arc::new(Sqlite::open(file.0.join("ledger.db")).await.unwrap());
    let mut world = World::new(case, store, IdleDetection::CountedRuns);
    world.live().await;
    violations(&world).await
}

#[tokio::test]
async fn sampled_cases_end_as_documented() {
    let mut wrong = Vec::new();
    for (number, case) in selected().into_iter().enumerate().step_by(EVERY) {
        wrong.push(judge(case, number).await);
    }
    wrong.retain(|text| !text.is_empty());
    assert!(wrong.is_empty(), "{} cases failed:\n{}", wrong.len(), wrong.join("\n"));
}
