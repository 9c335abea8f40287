//! `refrain apply`: plans, changes, prune, refusals and interruptions.

mod between;
mod interrupted;

use refrain_server::config::{LoadedConfig, Sources};
use refrain_server::serve::Server;
use serde_json::{Value, json};

use super::folder::Folder;
use crate::world::{World, install_tls};

const DIGEST: &str = "id: digest\nlabels: {managed: git}\ncron: 0 9 * * *\ntimezone: Europe/Berlin\n\
                      action: {provider: log, payload: {to: team}}\n";
const REPORT: &str = "[[schedule]]\nid = \"report\"\nwhen = \"every monday at 7:00\"\nlabels = { managed = \"git\" }\n\
                      action = { provider = \"log\" }\n";
const HOLIDAYS: &str = r#"[{"kind": "calendar", "name": "holidays", "weekend": ["saturday", "sunday"]}]"#;

/// Returns the files of a set of schedules.
fn files() -> Folder {
    Folder::new(&[("digest.yaml", DIGEST), ("report.toml", REPORT), ("holidays.json", HOLIDAYS)])
}

async fn names(world: &World) -> Vec<String> {
    let list = world.get("/v1/schedules").await.is(200);
    list["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

/// Applies files of which at least one document is invalid, and returns the errors.
async fn refused(world: &World, files: &Folder, arguments: &[&str]) -> String {
    let run = world.refrain(&[&["apply", "-f", files.path(), "--yes"], arguments].concat()).await;
    assert_eq!((run.exit_code, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.starts_with("error"), "{}", run.err);
    run.err
}

/// Returns the request ID that the output names.
fn request_id(out: &str) -> &str {
    out.trim_end().rsplit_once("Request ID: ").unwrap_or_else(|| panic!("{out}")).1
}

#[tokio::test]
async fn files_are_planned_then_applied_then_unchanged() {
    let (world, files) = (World::new().await, files());
    let planned = world.refrain(&["apply", "-f", files.path(), "--dry-run"]).await;
    assert_eq!(planned.exit_code, 10, "{}", planned.err);
    assert!(planned.out.starts_with("+ calendar holidays: created ("), "{}", planned.out);
    assert!(planned.out.ends_with("\nPlan: 3 created.\n"), "{}", planned.out);
    assert_eq!(names(&world).await, [""; 0]);
    let out = world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    assert!(out.contains("\nApplied: 3 created. Request ID: apply-"), "{out}");
    assert_eq!(names(&world).await, ["digest", "report"]);
    assert_eq!(world.prints(&["apply", "-f", files.path(), "--dry-run"]).await, "Plan: 3 unchanged.\n");
    assert_eq!(world.prints(&["apply", "-f", files.path()]).await, "Plan: 3 unchanged.\n");
    let audit = world.get("/v1/audit").await.is(200);
    let entries = audit["items"].as_array().unwrap();
    assert_eq!(entries.len(), 3, "{audit}");
    assert!(entries.iter().all(|entry| entry["request_id"] == request_id(&out)), "{audit}");
}

#[tokio::test]
async fn a_plan_shows_fields_status_and_occurrences_of_what_changes() {
    let (world, files) = (World::new().await, files());
    world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    files.write("digest.yaml", &format!("enabled: false\n{}", DIGEST.replace("0 9", "0 10").replace("team", "all")));
    let out = world.refrain(&["apply", "-f", files.path(), "--dry-run", "--days", "3"]).await.out;
    assert!(out.contains("~ schedule digest: changed ("), "{out}");
    assert!(out.contains("digest.yaml:1:1)\n    action.payload.to: \"team\" → \"all\"\n"), "{out}");
    assert!(out.contains("    spec.recurrence.expression: \"0 9 * * *\" → \"0 10 * * *\"\n"), "{out}");
    assert!(
        out.contains("    status: active → paused\n    occurrences in the next 3 days: 3 moved\n      > "),
        "{out}"
    );
    assert!(out.contains(" 09:00:00 +0") && out.contains(" 10:00:00 +0"), "{out}");
    assert!(out.ends_with("\nPlan: 1 changed, 2 unchanged.\n"), "{out}");
    let applied = world.prints_json(&["apply", "-f", files.path(), "--yes", "--request-id", "git-4711"]).await;
    assert_eq!((&applied["done"], &applied["request_id"]), (&json!(true), &json!("git-4711")), "{applied}");
    assert_eq!(applied["counts"], json!({ "changed": 1, "unchanged": 2 }));
    assert_eq!((&applied["plan"][0]["change"], &applied["results"][0]["revision"]), (&json!("changed"), &json!(2)));
    assert_eq!(applied["plan"][0]["at"]["line"], 1);
    // Someone resumes it. A document that does not say whether it is enabled leaves it as it is.
    files.write("digest.yaml", DIGEST);
    world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    assert_eq!(world.get("/v1/schedules/digest").await.is(200)["status"], "paused");
    files.write("digest.yaml", &format!("enabled: true\n{DIGEST}"));
    let out = world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    assert!(out.contains("    status: paused → active\n"), "{out}");
}

#[tokio::test]
async fn prune_deletes_only_selected_schedules_that_no_file_has() {
    let (world, files) = (World::new().await, files());
    world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    let other = json!({ "id": "other", "cron": "0 9 * * *", "action": { "provider": "log" } });
    world.post("/v1/schedules", &other).await.is(201);
    files.write("report.toml", "");
    let apply = ["apply", "-f", files.path(), "--yes"];
    assert_eq!(world.prints(&apply).await, "Plan: 2 unchanged.\n");
    let pruned = world.prints(&[&apply[..], &["--prune", "--label", "managed=git"]].concat()).await;
    assert!(pruned.starts_with("- schedule report: pruned\n"), "{pruned}");
    assert!(pruned.contains("\nApplied: 1 deleted."), "{pruned}");
    assert_eq!(names(&world).await, ["digest", "other"]);
    let code = [&apply[..], &["--prune", "--source", "code"]].concat();
    assert_eq!(world.prints(&code).await, "Plan: 2 unchanged.\n");
    let api = [&apply[..], &["--prune", "--source", "api"]].concat();
    world.prints(&api).await;
    assert_eq!(names(&world).await, ["digest"]);
    // A schedule that would not be found later is named.
    let unlabeled = world.refrain(&[&apply[..], &["--prune", "-l", "managed=other"]].concat()).await;
    assert_eq!(unlabeled.exit_code, 0, "{}", unlabeled.err);
    assert!(
        unlabeled.err.starts_with("warning: 1 of the schedules, such as `digest`, do not have"),
        "{}",
        unlabeled.err
    );
}

#[tokio::test]
async fn schedules_that_the_configuration_declares_are_neither_pruned_nor_changed() {
    install_tls();
    let database = crate::place::Folder::new();
    let address = database.path().join("refrain.db").display().to_string();
    let text = format!(
        "[server]\nbind = \"127.0.0.1:0\"\n[store]\naddress = \"sqlite:{address}\"\n[[schedule]]\nid = \"declared\"\n\
         cron = \"0 9 * * *\"\nlabels = {{ managed = \"git\" }}\naction = {{ provider = \"log\" }}\n"
    );
    std::fs::write(database.path().join("refrain.toml"), text).unwrap();
    let sources = Sources { folder: database.path().to_owned(), ..Sources::default() };
    let server = Server::configured(&LoadedConfig::from_sources(&sources).unwrap()).await.unwrap();
    let (world, files) = (World::of(server, reqwest::Client::new()), files());
    let prune = ["apply", "-f", files.path(), "--yes", "--prune", "--label", "managed=git", "--source", "api"];
    world.prints(&prune).await;
    assert_eq!(names(&world).await, ["declared", "digest", "report"]);
    files.write("digest.yaml", &DIGEST.replace("id: digest", "id: declared"));
    let error = refused(&world, &files, &prune[4..]).await;
    assert!(error.starts_with("error[defined_in_file]: "), "{error}");
    assert_eq!(names(&world).await, ["declared", "digest", "report"]);
    world.stop().await;
}

#[tokio::test]
async fn a_document_can_be_deleted_by_its_file() {
    let (world, files) = (World::new().await, files());
    world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    files.write("holidays.json", r#"{"kind": "calendar", "name": "holidays", "delete": true}"#);
    let out = world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    assert!(out.starts_with("- calendar holidays: deleted ("), "{out}");
    world.get("/v1/calendars/holidays").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_changed_calendar_shows_the_schedules_that_it_affects() {
    let world = World::new().await;
    let daily = "id: daily\naction: {provider: log}\nspec: {recurrence: {kind: cron, expression: 0 9 * * *}, \
                 calendars: [{name: holidays}]}\n";
    let files = Folder::new(&[("daily.yaml", daily), ("holidays.json", HOLIDAYS)]);
    world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    files.write("holidays.json", &HOLIDAYS.replace("\"sunday\"", "\"sunday\", \"monday\""));
    let out = world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    assert!(out.contains("~ schedule daily: affected by a calendar ("), "{out}");
    assert!(out.contains(" removed\n      - Mon "), "{out}");
    assert!(out.contains("\nPlan: 1 changed, 1 affected.\nApplied: 1 changed."), "{out}");
}

#[tokio::test]
async fn standard_input_is_a_file() {
    let world = World::new().await;
    let run = world.refrain_with(&["apply", "-f", "-", "--yes", "-o", "json"], DIGEST).await;
    let applied: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.exit_code, &applied["plan"][0]["at"]["file"]), (0, &json!("<stdin>")), "{}", run.err);
    let run = world.refrain_with(&["apply", "-f", "-"], &DIGEST.replace("0 9", "0 10")).await;
    assert_eq!(run.exit_code, 2);
    assert!(run.err.ends_with("hint: add `--yes` to apply, or `--dry-run` to only see the changes\n"), "{}", run.err);
}

#[tokio::test]
async fn what_a_schedule_prints_can_be_applied_again() {
    let (world, files) = (World::new().await, files());
    world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    let printed = world.prints(&["schedule", "get", "digest", "-o", "yaml"]).await;
    let run = world.refrain_with(&["apply", "-f", "-", "--dry-run"], &printed).await;
    assert_eq!((run.exit_code, run.out.as_str()), (0, "Plan: 1 unchanged.\n"), "{}", run.err);
}

#[tokio::test]
async fn all_refused_documents_are_shown_at_their_places_and_nothing_is_changed() {
    let world = World::new().await;
    let bad = "id: one\ncron: 61 9 * * *\naction: {provider: log}\n---\n\
               id: two\ncron: 0 9 * * *\naction:\n  provder: log\n\
               ---\n\
               id: three\ncrn: 0 9 * * *\naction: {provider: log}\n---\n\
               id: four\ncron: 0 9 * * *\ntimezone: Europe/Berln\naction: {provider: log}\n";
    let files = Folder::new(&[("bad.yaml", bad), ("good.yaml", DIGEST)]);
    let error = refused(&world, &files, &[]).await;
    let file = files.file("bad.yaml");
    let shown =
        |code: &str, place: &str, detail: &str| error.contains(&format!("error[{code}]: {file}:{place}: {detail}"));
    assert!(shown("out_of_range", "2:7", "61 is out of range"), "{error}");
    assert!(shown("bad_body", "8:3", "Unknown field `provder`"), "{error}");
    assert!(error.contains("  provder: log\n    ^\nhint: did you mean `provider`?\n"), "{error}");
    assert!(shown("bad_body", "11:1", "Unknown field `crn`"), "{error}");
    assert!(error.contains("hint: did you mean `cron`?\n"), "{error}");
    assert!(shown("unknown_zone", "16:11", "`Europe/Berln`"), "{error}");
    assert!(error.ends_with("error: 4 documents are refused, so nothing was changed\n"), "{error}");
    assert_eq!(names(&world).await, [""; 0]);
    let run = world.refrain(&["apply", "-f", files.path(), "--dry-run", "-o", "json"]).await;
    let planned: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.exit_code, planned["problems"].as_array().unwrap().len()), (2, 4), "{planned}");
}

#[tokio::test]
async fn files_with_errors_never_reach_the_server() {
    let world = World::new().await;
    let check = async |files: &[(&str, &str)], parts: &[&str]| {
        let files = Folder::new(files);
        let error = refused(&world, &files, &[]).await;
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    };
    let twice = [("a.yaml", DIGEST), ("b.yaml", DIGEST)];
    check(&twice, &["b.yaml:1:5: schedule `digest` is defined twice; the first definition is at ", "a.yaml:1:1"]).await;
    check(&[("a.yaml", "id: [1\n")], &["error[bad_syntax]: ", "a.yaml:1:5: not YAML"]).await;
    check(&[("a.yaml", "id: a\nversion: 2\naction: {}\n")], &["error[newer_version]: ", "a.yaml:2:10", "version 1"])
        .await;
    check(&[("a.yaml", "# nothing\n")], &["error: the files contain no documents"]).await;
    check(&[("a.txt", DIGEST)], &["error[missing_file]: "]).await;
    let mut bomb = "a0: &a0 [x, x]\n".to_owned();
    for level in 1..30 {
        let before = level - 1;
        bomb.push_str(&format!("a{level}: &a{level} [*a{before}, *a{before}, *a{before}, *a{before}]\n"));
    }
    check(&[("a.yaml", &bomb)], &["error[too_long]: ", "the aliases repeat more than 100000 values"]).await;
    let missing = world.refrain(&["apply", "-f", "none.yaml", "--yes"]).await;
    assert_eq!((missing.exit_code, missing.err.as_str()), (2, "error[missing_file]: none.yaml does not exist\n"));
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused() {
    let (world, files) = (World::new().await, files());
    let check = async |arguments: &[&str], part: &str| {
        let run = world.refrain(&[&["apply", "-f", files.path()], arguments].concat()).await;
        assert_eq!(run.exit_code, 2, "{arguments:?}");
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
    };
    check(&[], "nobody can be asked").await;
    check(&["--prune", "--yes"], "--prune needs a selection").await;
    check(&["--label", "a=b"], "--prune").await;
    check(&["--prune", "--label", "a", "--yes"], "expected a label as NAME=VALUE, found `a`").await;
    check(&["--prune", "--source", "file", "--yes"], "invalid value 'file'").await;
    check(&["--dry-run", "--yes"], "cannot be used with").await;
    check(&["--yes", "--request-id", "a b"], "cannot be a request ID").await;
    check(&["--days", "0"], "invalid value").await;
    assert_eq!(names(&world).await, [""; 0]);
}
