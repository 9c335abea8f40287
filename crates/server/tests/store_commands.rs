//! Commands that work on a store, as an operator meets them.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod run;

use std::path::PathBuf;

use refrain::store::sqlite::Sqlite;

use crate::run::refrain_with;

/// A folder of a test's own with an empty store in it.
struct Place {
    folder: PathBuf,
}

impl Place {
    async fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("refrain-commands-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        drop(Sqlite::open(folder.join("refrain.db")).await.unwrap());
        Self { folder }
    }

    fn store(&self) -> String {
        format!("--store=sqlite:{}", self.folder.join("refrain.db").display())
    }

    fn keys(&self) -> String {
        format!("--key-file={}", self.folder.join("refrain.key").display())
    }

    fn secret(&self, verb: &[&str], input: &[u8]) -> (i32, String) {
        let (store, keys) = (self.store(), self.keys());
        let run = refrain_with(&[&["secret", &store, &keys], verb].concat(), input);
        (run.exit_code, run.out + &run.err)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test]
async fn secrets_are_set_listed_sealed_anew_and_removed() {
    let place = Place::new("secrets").await;
    assert_eq!(place.secret(&["set", "slack"], b"hunter2hunter2\n"), (0, "slack is written, version 1\n".to_owned()));
    let (code, listed) = place.secret(&["list"], b"");
    assert!(code == 0 && listed.contains("slack") && !listed.contains("hunter2"), "{listed}");
    assert_eq!(place.secret(&["rotate", "--new-key"], b"").1, "1 sealed anew, 0 already were\n");
    assert_eq!(place.secret(&["rotate"], b"").1, "0 sealed anew, 1 already were\n");
    assert_eq!(place.secret(&["remove", "slack"], b"").0, 0);
    assert_eq!(place.secret(&["remove", "slack"], b"").0, 2);
    assert_eq!(place.secret(&["set", "slack"], b"abc").0, 2);
}

#[tokio::test]
async fn the_audit_is_verified_and_a_store_that_is_not_there_is_not_made() {
    let place = Place::new("audit").await;
    place.secret(&["set", "slack"], b"hunter2hunter2");
    let whole = refrain_with(&["audit", "verify", &place.store(), "--format=json"], b"");
    let told: serde_json::Value = serde_json::from_str(&whole.out).unwrap();
    assert_eq!((whole.exit_code, &told["is_whole"], &told["entries"]), (0, &true.into(), &1.into()));
    let absent = place.folder.join("absent.db");
    let run = refrain_with(&["audit", "verify", &format!("--store=sqlite:{}", absent.display())], b"");
    assert!(run.exit_code == 2 && run.err.contains("there is no file"), "{}", run.err);
    assert!(!absent.exists());
}
