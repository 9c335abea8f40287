//! Runs the commands that work on a store as an operator does.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod run;

use std::path::{Path, PathBuf};
use std::process::Command;

use refrain::store::sqlite::Sqlite;

use crate::run::{Run, command, run_to_end};

/// A folder for one test, with an empty store in it.
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
        let run = run_to_end(&mut command(&[&["secret", &store, &keys], verb].concat()), input);
        (run.exit_code, run.out + &run.err)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test]
async fn secrets_are_set_listed_reencrypted_and_removed() {
    let place = Place::new("secrets").await;
    let set = "Set secret slack, version 1. It may be sent to: anywhere.\n".to_owned();
    assert_eq!(place.secret(&["set", "slack"], b"hunter2hunter2\n"), (0, set));
    let (code, listed) = place.secret(&["list"], b"");
    assert!(code == 0 && listed.contains("slack") && !listed.contains("hunter2"), "{listed}");
    assert_eq!(place.secret(&["rotate", "--new-key"], b"").1, "Re-encrypted 1 secrets; 0 were up to date.\n");
    assert_eq!(place.secret(&["rotate"], b"").1, "Re-encrypted 0 secrets; 1 were up to date.\n");
    // Nobody can be asked.
    assert_eq!(place.secret(&["delete", "slack"], b"").0, 2);
    assert_eq!(place.secret(&["delete", "slack", "--yes"], b""), (0, "Deleted secret slack.\n".to_owned()));
    assert_eq!(place.secret(&["remove", "slack", "--yes"], b"").0, 3);
    assert_eq!(place.secret(&["set", "slack"], b"abc").0, 2);
}

#[tokio::test]
async fn audit_verify_checks_the_chain_and_creates_no_store() {
    let place = Place::new("audit").await;
    place.secret(&["set", "slack"], b"hunter2hunter2");
    let whole = run_to_end(&mut command(&["audit", "verify", &place.store(), "-o", "json"]), b"");
    let reported: serde_json::Value = serde_json::from_str(&whole.out).unwrap();
    assert_eq!((whole.exit_code, &reported["is_intact"], &reported["entries"]), (0, &true.into(), &1.into()));
    let absent = place.folder.join("absent.db");
    let run = run_to_end(&mut command(&["audit", "verify", &format!("--store=sqlite:{}", absent.display())]), b"");
    assert!(run.exit_code == 2 && run.err.contains("there is no database at"), "{}", run.err);
    assert!(!absent.exists());
}

#[tokio::test]
async fn backup_copies_a_ledger_and_never_overwrites_a_file() {
    let place = Place::new("backup").await;
    let copy = place.folder.join("copy.db");
    let file = copy.display().to_string();
    let run = run_to_end(&mut command(&["backup", &file, &place.store(), "--format=json"]), b"");
    let reported: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    assert_eq!((run.exit_code, &reported["schema_version"]), (0, &6.into()));
    assert_eq!(reported["bytes"].as_u64(), Some(std::fs::metadata(&copy).unwrap().len()));
    drop(Sqlite::open(&copy).await.unwrap());
    let again = run_to_end(&mut command(&["backup", &file, &place.store()]), b"");
    assert!(again.exit_code == 2 && again.err.contains("already exists"), "{}", again.err);
    for (store, tool) in
        [("postgres://nobody@127.0.0.1:1/x", "pg_dump"), ("redis://127.0.0.1:1", "--rdb"), ("memory:", "sqlite:FILE")]
    {
        let run = run_to_end(&mut command(&["backup", "other.db", "--store", store]), b"");
        assert!(run.exit_code == 2 && run.err.contains(tool), "{}", run.err);
        assert!(!place.folder.join("other.db").exists());
    }
}

#[tokio::test]
async fn migrate_reports_versions_and_creates_no_file() {
    let place = Place::new("migrate").await;
    let run = run_to_end(&mut command(&["migrate", "--check", &place.store()]), b"");
    assert!(run.exit_code == 0 && run.out.contains("schema version 6"), "{}{}", run.out, run.err);
    let file = place.folder.join("refrain.db");
    rusqlite(&file, "PRAGMA user_version = 7");
    let shared = run_to_end(&mut command(&["migrate", &place.store()]), b"");
    assert!(
        shared.exit_code == 0 && shared.out.contains("programs that support version 6 can use it"),
        "{}{}",
        shared.out,
        shared.err
    );
    rusqlite(&file, "UPDATE meta SET value = 7 WHERE name = 'oldest_reader'");
    for arguments in [&["migrate"][..], &["migrate", "--check"]] {
        let refused = run_to_end(&mut command(&[arguments, &[&place.store()]].concat()), b"");
        assert!(refused.exit_code == 2 && refused.err.contains("use a newer program"), "{}", refused.err);
    }
    let foreign = place.folder.join("foreign.db");
    rusqlite(&foreign, "CREATE TABLE theirs (a); PRAGMA user_version = 1");
    let refused =
        run_to_end(&mut command(&["migrate", "--check", &format!("--store=sqlite:{}", foreign.display())]), b"");
    assert!(refused.exit_code == 2 && refused.err.contains("another program"), "{}{}", refused.out, refused.err);
    // An empty file has no schema yet.
    let empty = place.folder.join("empty.db");
    std::fs::write(&empty, "").unwrap();
    let store = format!("--store=sqlite:{}", empty.display());
    let due = run_to_end(&mut command(&["migrate", "--check", &store, "--format=json"]), b"");
    let reported: serde_json::Value = serde_json::from_str(&due.out).unwrap();
    assert_eq!(
        (due.exit_code, &reported["from"], &reported["to"], &reported["is_due"]),
        (1, &0.into(), &6.into(), &true.into())
    );
    let done = run_to_end(&mut command(&["migrate", &store]), b"");
    assert!(done.exit_code == 0 && done.out.contains("from schema version 0 to 6"), "{}{}", done.out, done.err);
    let absent = place.folder.join("absent.db");
    let run = run_to_end(&mut command(&["migrate", &format!("--store=sqlite:{}", absent.display())]), b"");
    assert!(run.exit_code == 2 && run.err.contains("there is no database at") && !absent.exists(), "{}", run.err);
}

/// Changes a file behind the store's back.
fn rusqlite(file: &Path, sql: &str) {
    refrain::store::sqlite::rusqlite::Connection::open(file).unwrap().execute_batch(sql).unwrap();
}

/// Runs the doctor and returns its findings by check.
fn examined(place: &Place, fix: bool) -> (i32, serde_json::Value) {
    let store = place.store();
    let mut arguments = vec!["doctor", "--json", &store];
    arguments.extend(fix.then_some("--fix"));
    let run = run_to_end(&mut command(&arguments), b"");
    let reported: Vec<serde_json::Value> = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    let by_check = reported.into_iter().map(|finding| (finding["check"].as_str().unwrap().to_owned(), finding));
    (run.exit_code, serde_json::Value::Object(by_check.collect()))
}

#[tokio::test]
async fn doctor_finds_problems_and_fixes_safe_ones() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = Place::new("doctor").await;
    let (code, reported) = examined(&place, false);
    assert_eq!(code, 0, "{reported:#}");
    for check in
        ["store.durability", "store.schema", "clock.skew", "tzdb.version", "nodes.alive", "ledger.rows", "audit.chain"]
    {
        assert_eq!(reported[check]["severity"], "fine", "{reported:#}");
    }
    let address = &place.store()["--store=".len()..];
    let refrain = refrain::Refrain::builder().allow_remote_handlers().open(address).await.unwrap();
    for id in ["readable", "damaged", "forgotten", "nowhere"] {
        refrain.schedule(id).cron("0 9 * * *").handler("run", ()).save().await.unwrap();
    }
    drop(refrain);
    let file = place.folder.join("refrain.db");
    let of = |id: &str| format!("(SELECT uid FROM schedules WHERE id = '{id}')");
    rusqlite(&file, &format!("UPDATE revisions SET definition = '{{' WHERE schedule_uid = {}", of("damaged")));
    rusqlite(
        &file,
        &format!(
            "UPDATE schedules SET next_due_at = NULL WHERE uid = {0}; UPDATE progress SET plan_at = NULL WHERE uid = {0}",
            of("forgotten")
        ),
    );
    let zone = "replace(definition, '\"UTC\"', '\"Mars/Olympus\"')";
    rusqlite(&file, &format!("UPDATE revisions SET definition = {zone} WHERE schedule_uid = {}", of("nowhere")));
    let key = place.folder.join("refrain.db.key");
    std::fs::write(&key, "k").unwrap();
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();

    let (code, reported) = examined(&place, false);
    assert_eq!(code, 2, "{reported:#}");
    for (check, named) in [
        ("schedules.readable", "damaged"),
        ("schedules.index", "forgotten"),
        ("schedules.zones", "Mars/Olympus"),
        ("keys.rights", "644"),
    ] {
        let finding = &reported[check];
        assert_eq!(finding["severity"], "error", "{reported:#}");
        assert!(finding["found"].as_str().unwrap().contains(named), "{finding:#}");
        assert!(!finding["meaning"].as_str().unwrap().is_empty() && !finding["advice"].as_str().unwrap().is_empty());
        assert_eq!(finding["is_fixable"], check != "schedules.zones", "{finding:#}");
    }
    assert_eq!(reported["nodes.alive"]["severity"], "warning");
    let (_, reported) = examined(&place, true);
    assert!(reported["schedules.index"]["fixed"].is_string(), "{reported:#}");
    let (code, reported) = examined(&place, false);
    assert_eq!(code, 2, "a person must fix the time zone: {reported:#}");
    for check in ["schedules.index", "keys.rights"] {
        assert_eq!(reported[check]["severity"], "fine", "{reported:#}");
    }
    // Regression: this was once reported as fine, although the schedule does not run.
    assert_eq!(reported["schedules.readable"]["severity"], "warning", "{reported:#}");
    assert!(reported["schedules.readable"]["found"].as_str().unwrap().contains("damaged"), "{reported:#}");
}

#[tokio::test]
async fn doctor_warns_about_schedules_that_the_engine_has_disabled() {
    use refrain::model::{By, ScheduleKey, Status, Tenant};
    use refrain::store::{ChangeStatus, ExpectedVersion, Ledger as _};

    let place = Place::new("doctor-disabled").await;
    let address = &place.store()["--store=".len()..];
    let refrain = refrain::Refrain::builder().allow_remote_handlers().open(address).await.unwrap();
    let save = || async { refrain.schedule("nowhere").cron("0 9 * * *").handler("run", ()).save().await.unwrap() };
    save().await;
    assert_eq!(examined(&place, false).1["schedules.disabled"]["severity"], "fine");
    let store = Sqlite::open(place.folder.join("refrain.db")).await.unwrap();
    let key = ScheduleKey { tenant: Tenant::new("default", "default").unwrap(), id: "nowhere".parse().unwrap() };
    let disable = ChangeStatus {
        key,
        expect: ExpectedVersion::Any,
        to: Status::Disabled,
        text: Some("unknown time zone \"Mars/Olympus\"".to_owned()),
        until: None,
        resume: None,
        by: By::engine(),
    };
    store.change_status(disable, refrain.clock().now()).await.unwrap();
    let (code, reported) = examined(&place, false);
    let finding = &reported["schedules.disabled"];
    assert_eq!(
        (code, &finding["severity"], &finding["is_fixable"]),
        (1, &"warning".into(), &false.into()),
        "{reported:#}"
    );
    let found = finding["found"].as_str().unwrap();
    assert!(found.contains("nowhere") && found.contains("Mars/Olympus"), "{found}");
    assert!(finding["advice"].as_str().unwrap().contains("save the schedules again"), "{finding:#}");
    // The advice removes the finding.
    save().await;
    assert_eq!(examined(&place, false).1["schedules.disabled"]["severity"], "fine");
}

#[tokio::test]
async fn doctor_finds_overwritten_pages() {
    use std::os::unix::fs::FileExt as _;

    let place = Place::new("doctor-pages").await;
    let address = &place.store()["--store=".len()..];
    let refrain = refrain::Refrain::builder().allow_remote_handlers().open(address).await.unwrap();
    for n in 0..200 {
        refrain.schedule(format!("s{n}")).cron("0 9 * * *").handler("run", ()).save().await.unwrap();
    }
    drop(refrain);
    let look = || {
        let run = run_to_end(&mut command(&["doctor", "--json", "--integrity-check", &place.store()]), b"");
        let reported: Vec<serde_json::Value> = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
        reported.into_iter().find(|finding| finding["check"] == "store.integrity").unwrap()
    };
    assert_eq!(look()["severity"], "fine");
    // The last page of an index that no other check reads.
    let file = place.folder.join("refrain.db");
    let connection = refrain::store::sqlite::rusqlite::Connection::open(&file).unwrap();
    let root: i64 = connection
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'schedules_live'", [], |row| row.get(0))
        .unwrap();
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let page: i64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    drop(connection);
    let raw = std::fs::OpenOptions::new().write(true).open(&file).unwrap();
    raw.write_all_at(&[0x5a; 512], u64::try_from(root * page - 512).unwrap()).unwrap();
    let finding = look();
    assert_eq!(finding["severity"], "error", "{finding:#}");
    let run = run_to_end(&mut command(&["doctor", "--integrity-check", "--store=redis://127.0.0.1:1/"]), b"");
    assert!(run.exit_code == 2 && run.err.contains("Expected a SQLite store"), "{}{}", run.out, run.err);
}

#[tokio::test]
async fn doctor_reports_a_store_it_cannot_open() {
    let run = run_to_end(&mut command(&["doctor", "--store=postgres://nobody@127.0.0.1:1/x"]), b"");
    assert!(run.exit_code == 2 && run.out.contains("store.reachable"), "{}{}", run.out, run.err);
    let place = Place::new("doctor-newer").await;
    rusqlite(
        &place.folder.join("refrain.db"),
        "PRAGMA user_version = 9; DELETE FROM meta WHERE name = 'oldest_reader'",
    );
    let (code, reported) = examined(&place, true);
    assert_eq!(code, 2);
    assert!(reported["store.reachable"]["found"].as_str().unwrap().contains("use a newer program"), "{reported:#}");
}

/// Runs `refrain` in a folder, without any of the variables that configure it.
fn refrain_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_refrain"));
    let inherited = std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("REFRAIN_"));
    for (name, _) in inherited {
        command.env_remove(name);
    }
    run_to_end(command.args(arguments).current_dir(folder), input)
}

/// Returns the names of the files in a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

#[tokio::test]
async fn every_command_finds_the_store_and_the_keys_of_the_configuration() {
    let place = Place::new("resolved").await;
    let folder = &place.folder;
    std::fs::create_dir(folder.join("data")).unwrap();
    std::fs::rename(folder.join("refrain.db"), folder.join("data/ledger.db")).unwrap();
    let config = "[store]\naddress = \"sqlite:data/ledger.db\"\n[secrets]\nkey_file = \"data/master.key\"\n";
    std::fs::write(folder.join("refrain.toml"), config).unwrap();
    let succeeds = |arguments: &[&str], input: &[u8]| {
        let run = refrain_in(folder, arguments, input);
        assert_eq!(run.exit_code, 0, "{arguments:?}: {}{}", run.out, run.err);
        run.out
    };
    let made = succeeds(&["key", "create", "--local", "--tenant=acme", "--role=admin"], b"");
    let id = made.split('_').nth(1).unwrap();
    assert!(succeeds(&["key", "list", "--local"], b"").contains(id));
    succeeds(&["key", "revoke", id, "--yes", "--local"], b"");
    succeeds(&["secret", "set", "slack", "--local"], b"hunter2hunter2");
    let keys = std::fs::read_to_string(folder.join("data/master.key")).unwrap();
    let encrypted_by = keys.split(':').next().unwrap();
    assert!(succeeds(&["secret", "list", "--local"], b"").contains(encrypted_by), "must be sealed by the server's key");
    succeeds(&["secret", "rotate", "--new-key", "--local"], b"");
    assert!(succeeds(&["audit", "verify", "--local"], b"").contains("2 entries"));
    succeeds(&["migrate", "--check"], b"");
    succeeds(&["doctor"], b"");
    succeeds(&["backup", "data/copy.db"], b"");
    assert_eq!(files(folder), ["data", "refrain.toml"], "only the configured store may be created");
    // A flag takes precedence over the file, before and after the subcommand.
    for arguments in [["key", "list", "--store=sqlite:data/copy.db"], ["key", "--store=sqlite:data/copy.db", "list"]] {
        assert!(succeeds(&arguments, b"").contains("revoked"));
    }
    let moved = ["secret", "list", "--store=sqlite:data/copy.db", "--key-file=data/none.key"];
    assert!(succeeds(&moved, b"").contains("slack"), "names must be readable without keys");
    assert!(!folder.join("data/none.key").exists());
}

#[tokio::test]
async fn keys_of_an_embedded_store_are_next_to_it() {
    let place = Place::new("beside").await;
    let run = refrain_in(&place.folder, &["secret", "set", "slack", "--local"], b"hunter2hunter2");
    assert_eq!(run.exit_code, 0, "{}", run.err);
    assert!(place.folder.join("refrain.db.key").exists(), "`refrain serve` looks for the keys there");
    assert!(!place.folder.join("refrain.key").exists());
}

/// The same rule as in the API: a tenant must not be able to send a secret anywhere it likes.
#[tokio::test]
async fn secrets_of_a_multi_tenant_server_must_be_bound() {
    let place = Place::new("bound").await;
    std::fs::write(place.folder.join("refrain.toml"), "[tenancy]\nmulti = true\n").unwrap();
    let refused = refrain_in(&place.folder, &["secret", "set", "slack", "--local"], b"hunter2hunter2");
    assert!(refused.exit_code == 2 && refused.err.contains("allow"), "{}{}", refused.out, refused.err);
    let bound = ["secret", "set", "slack", "--local", "--allow=webhook:hooks.example.com"];
    let run = refrain_in(&place.folder, &bound, b"hunter2hunter2");
    assert_eq!(run.exit_code, 0, "{}", run.err);
}

#[tokio::test]
async fn commands_that_read_never_create_a_database() {
    let place = Place::new("absent").await;
    std::fs::remove_file(place.folder.join("refrain.db")).unwrap();
    for file in files(&place.folder) {
        std::fs::remove_file(place.folder.join(file)).unwrap();
    }
    let missing = place.folder.join("refrain.db").display().to_string();
    for arguments in [
        &["key", "list", "--local"][..],
        &["key", "revoke", "abc", "--yes", "--local"],
        &["secret", "list", "--local"],
        &["secret", "set", "slack", "--local"],
        &["audit", "list", "--local"],
        &["audit", "verify", "--local"],
        &["doctor"],
        &["migrate", "--check"],
        &["backup", "copy.db"],
    ] {
        let run = refrain_in(&place.folder, arguments, b"hunter2hunter2");
        assert_eq!(run.exit_code, 2, "{arguments:?}");
        assert!(run.err.contains("there is no database at") && run.err.contains(&missing), "{}", run.err);
        assert!(run.err.contains("`refrain serve` creates it"), "{}", run.err);
        assert_eq!(files(&place.folder), [""; 0], "{arguments:?}");
    }
    std::fs::write(place.folder.join("refrain.db"), "").unwrap();
    let run = refrain_in(&place.folder, &["key", "list", "--local"], b"");
    assert!(run.exit_code == 2 && run.err.contains("holds no ledger yet"), "{}{}", run.out, run.err);
    assert_eq!(std::fs::metadata(place.folder.join("refrain.db")).unwrap().len(), 0);
}

#[tokio::test]
async fn a_store_or_a_server_is_selected_but_not_both() {
    let place = Place::new("selected").await;
    let both = ["key", "list", "--local", "--server", "http://127.0.0.1:1"];
    let run = refrain_in(&place.folder, &both, b"");
    assert!(run.exit_code == 2 && run.err.contains("--server names a server"), "{}", run.err);
    // The master key file exists on this machine only.
    let run = refrain_in(&place.folder, &["secret", "rotate", "--new-key", "--server", "http://127.0.0.1:1"], b"");
    assert!(run.exit_code == 2 && run.err.contains("with --local"), "{}", run.err);
}

#[tokio::test]
async fn a_key_of_the_store_is_rotated_and_shown_without_its_secret() {
    let place = Place::new("rotated").await;
    let store = place.store();
    let key = |arguments: &[&str]| {
        let run = run_to_end(&mut command(&[&["key", store.as_str()], arguments].concat()), b"");
        assert_eq!(run.exit_code, 0, "{arguments:?}: {}", run.err);
        run.out
    };
    let first = key(&["create", "--all-tenants", "--role=viewer", "-o", "name"]);
    let id = first.split('_').nth(1).unwrap();
    let second = key(&["rotate", id, "--keep-old", "1h"]);
    assert!(second.starts_with(&format!("rfn_{id}_")) && second != first, "{second}");
    let shown: serde_json::Value = serde_json::from_str(&key(&["get", id, "-o", "json"])).unwrap();
    assert_eq!((&shown["reach"], &shown["role"], shown.get("key")), (&"all".into(), &"viewer".into(), None));
    assert!(shown["old_secret_until"].is_string(), "{shown}");
    assert_eq!(key(&["list", "--tenant", "acme"]).lines().next(), Some("No keys found."));
    assert_eq!(key(&["list", "--all-tenants", "-o", "name"]), format!("{id}\n"));
}
