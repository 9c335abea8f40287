//! `refrain context`, with a file of contexts of its own.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::run::{Run, run_to_end};
use crate::keyed::Keyed;
use crate::place::Folder;
use crate::world::World;

/// A person with a file of contexts.
struct Person<'a> {
    world: &'a World,
    home: Folder,
}

impl<'a> Person<'a> {
    fn new(world: &'a World) -> Self {
        Self { world, home: Folder::new() }
    }

    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = self.world.command(arguments);
        command.env("XDG_CONFIG_HOME", self.home.path()).env_remove("REFRAIN_URL");
        command
    }

    async fn runs(&self, arguments: &[&str], input: &str) -> Run {
        let (mut command, input) = (self.command(arguments), input.to_owned());
        tokio::task::spawn_blocking(move || run_to_end(&mut command, input.as_bytes())).await.unwrap()
    }

    async fn prints(&self, arguments: &[&str]) -> String {
        let run = self.runs(arguments, "").await;
        assert_eq!((run.exit_code, run.err.as_str()), (0, ""), "{arguments:?} {}", run.out);
        run.out
    }

    fn file(&self) -> PathBuf {
        self.home.path().join("refrain").join("config.toml")
    }
}

#[tokio::test]
async fn contexts_name_servers_and_the_first_one_is_used() {
    let world = World::new().await;
    let person = Person::new(&world);
    let server = world.base().to_owned();
    assert!(person.prints(&["context", "list"]).await.starts_with("No contexts."));
    let added = person.prints(&["context", "add", "local", "--server", &server]).await;
    assert_eq!(added, format!("Added local ({server}). Commands now use it.\n"));
    assert_eq!(person.prints(&["schedule", "list"]).await, "No schedules found.\n");
    person.prints(&["context", "add", "other", "--server", "http://127.0.0.1:9", "--no-check"]).await;
    assert_eq!(person.prints(&["context", "list", "-o", "name"]).await, "local\nother\n");
    let listed: Value = serde_json::from_str(&person.prints(&["context", "list", "-o", "json"]).await).unwrap();
    assert_eq!(listed[0]["is_current"], true);
    let typo = person.runs(&["context", "use", "othr"], "").await;
    assert_eq!(typo.err, "error: there is no context `othr`\nhint: did you mean `other`?\n");
    assert_eq!(typo.exit_code, 3);
    assert_eq!(person.prints(&["context", "use", "other"]).await, "Commands now use other (http://127.0.0.1:9).\n");
    assert_eq!(person.runs(&["schedule", "list"], "").await.exit_code, 5);
    assert_eq!(person.prints(&["schedule", "list", "--context", "local"]).await, "No schedules found.\n");
    assert!(person.prints(&["context", "show"]).await.contains("http://127.0.0.1:9"));
    let removed = person.prints(&["context", "remove", "other"]).await;
    assert!(removed.starts_with("Removed other. There is no current context now"), "{removed}");
    assert_eq!(person.runs(&["context", "show"], "").await.exit_code, 3);
}

#[tokio::test]
async fn a_key_is_checked_kept_private_and_never_shown() {
    let keyed = Keyed::new().await;
    let key = keyed.operator.as_str();
    let person = Person::new(&keyed.world);
    let server = keyed.world.base();
    let add = ["context", "add", "prod", "--server", server];
    let refused = person.runs(&[&add[..], &["--key", "-"]].concat(), "rfn_wrong\n").await;
    assert_eq!(refused.exit_code, 1, "{}", refused.err);
    assert!(refused.err.starts_with("error: the server does not accept the key\n"), "{}", refused.err);
    assert!(!person.file().exists());
    let argument = person.runs(&[&add[..], &["--key", key]].concat(), "").await;
    assert_eq!(argument.exit_code, 2);
    assert!(!argument.err.contains(key));
    let added = person.runs(&[&add[..], &["--key", "-"]].concat(), &format!("{key}\n")).await;
    assert_eq!((added.exit_code, added.err.as_str()), (0, ""));
    assert_eq!(person.prints(&["schedule", "list"]).await, "No schedules found.\n");
    for format in ["table", "json", "yaml", "csv"] {
        for arguments in [["context", "list", "-o", format], ["context", "show", "-o", format]] {
            assert!(!person.prints(&arguments).await.contains(key));
        }
    }
    let again = person.runs(&[&add[..], &["--key", "-"]].concat(), key).await;
    assert_eq!(again.exit_code, 4, "{}", again.err);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(person.file()).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_key_that_is_typed_is_not_shown() {
    let keyed = Keyed::new().await;
    let person = Person::new(&keyed.world);
    let mut command = person.command(&["context", "add", "prod", "--server", keyed.world.base()]);
    let mut terminal = super::terminal::Terminal::start(&mut command);
    terminal.shows("(enter for none): ").await;
    terminal.types(&format!("{}\r", keyed.operator));
    terminal.shows("Added prod").await;
    let (exit_code, ended) = terminal.ends().await;
    assert_eq!(exit_code, 0, "{:?}", ended.out);
    assert!(!ended.out.contains(keyed.operator.as_str()));
    let text = std::fs::read_to_string(person.file()).unwrap();
    assert!(text.contains(keyed.operator.as_str()));
}

#[tokio::test]
async fn names_are_completed_from_the_server_and_from_the_contexts() {
    let world = World::new().await;
    let person = Person::new(&world);
    for id in ["digest", "dinner", "report"] {
        let body = json!({ "id": id, "when": "every day at 9:00", "timezone": "UTC", "action": { "provider": "log" } });
        world.post("/v1/schedules", &body).await.is(201);
    }
    person.prints(&["context", "add", "local", "--server", world.base(), "--no-check"]).await;
    let complete = async |shell: &str, words: &[&str]| {
        let mut command = person.command(&[&["--"], words].concat());
        command.env("REFRAIN_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
        let run = tokio::task::spawn_blocking(move || run_to_end(&mut command, b"")).await.unwrap();
        assert_eq!((run.exit_code, run.err.as_str()), (0, ""));
        run.out
    };
    assert_eq!(complete("bash", &["refrain", "schedule", "get", "di"]).await, "digest\ndinner");
    assert_eq!(complete("bash", &["refrain", "context", "use", "l"]).await, "local");
    let typed = ["refrain", "events", "--kind", "=", "completed,al"];
    assert_eq!(complete("bash", &typed).await, "completed,alarm");
    assert!(complete("fish", &["refrain", "schedule", "get", "rep"]).await.starts_with("report\tactive, "));
    // A server that is away is no reason to disturb the shell.
    let away = ["refrain", "schedule", "get", "--server", "http", ":", "//127.0.0.1", ":", "9", ""];
    assert_eq!(complete("bash", &away).await.lines().filter(|line| !line.starts_with('-')).count(), 0);
}
