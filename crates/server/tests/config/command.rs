//! Runs `refrain config`.

use std::path::PathBuf;
use std::process::{Command, Output};

use refrain::store::sqlite::rusqlite;

use super::folder_with;

fn refrain(text: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    refrain_command("config", text, arguments, variables)
}

fn refrain_command(name: &str, text: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let folder = folder_with(text);
    let inherited = std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("REFRAIN_"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_refrain"));
    for (name, _) in inherited {
        command.env_remove(name);
    }
    let output = command.arg(name).args(arguments).envs(variables.iter().copied()).current_dir(&folder).output();
    std::fs::remove_dir_all(folder).unwrap();
    output.unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn effective_values_show_their_source_and_can_be_loaded_again() {
    let file = "[server]\nhosts = [\"a.example\"]\n[engine.provider_concurrency]\nwebhook = 3\n[providers.\"the log\"]\nkind = \"log\"\n\
        [[schedule]]\nid = \"a\"\ncron = \"@daily\"\naction = { provider = \"log\" }\n[background]\nrecurring_check_interval_seconds = 9\n";
    let output = refrain(file, &["--node", "n1"], &[("REFRAIN_LOG__LEVEL", "debug")]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let out = text(&output.stdout);
    for line in [
        "\nhosts = [\"a.example\"]  # refrain.toml:2:9\n",
        "\nnode = \"n1\"  # --node\n",
        "\nlevel = \"debug\"  # REFRAIN_LOG__LEVEL\n",
        "\nwebhook = 3  # refrain.toml:4:11\n",
        "\ncheck_every = \"9s\"  # refrain.toml:12:36\n",
        "\nbind = \"127.0.0.1:7433\"\n",
        "\n# public_url is not set\n",
        "\n[providers.\"the log\"]\n",
        "\n[[schedule]]\n",
    ] {
        assert!(out.contains(line), "{line:?} is missing in\n{out}");
    }
    let again = refrain(out, &["--check"], &[]);
    assert!(again.status.success(), "{}{out}", text(&again.stderr));
}

#[test]
fn check_sets_the_exit_code() {
    let output = refrain("[log]\nlevel = \"warn\"\n", &["--check"], &[("REFRAIN_OTHER", "x")]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(out.starts_with("warning[unknown_variable]: REFRAIN_OTHER: ") && out.ends_with("\nok\n"), "{out}");
    let output = refrain("[log]\nlevle = \"warn\"\nformat = 1\n", &["--check"], &[]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
    assert_eq!(
        text(&output.stderr),
        "error[unknown_key]: refrain.toml:2:1: `log.levle` is not a known key\nhint: did you mean `level`?\n\
         error[bad_value]: refrain.toml:3:10: `log.format` must be one of pretty, json, found 1\n"
    );
}

#[test]
fn json_format_reports_errors_and_values() {
    let reported = |output: &Output| -> serde_json::Value { serde_json::from_slice(&output.stdout).unwrap() };
    let output = refrain("[log]\nlevle = \"warn\"\n", &["--format", "json"], &[]);
    assert_eq!(output.status.code(), Some(2));
    let error = &reported(&output)["errors"][0];
    assert_eq!((&error["code"], &error["key"]), (&"unknown_key".into(), &"log.levle".into()));
    assert_eq!(error["at"], serde_json::json!({ "file": "refrain.toml", "line": 2, "column": 1 }));
    let output = refrain("[log]\nlevel = \"warn\"\n", &["--format", "json"], &[]);
    assert_eq!(reported(&output)["config"]["log"]["level"], "warn");
    assert_eq!(reported(&output)["given"]["log.level"]["line"], 2);
    assert_eq!(reported(&refrain("", &["--check", "--format", "json"], &[]))["ok"], true);
}

#[test]
fn the_defaults_are_the_example() {
    let output = refrain("", &["--defaults"], &[]);
    assert_eq!(text(&output.stdout), refrain_server::config::EXAMPLE);
}

/// Checks that `config --check` rejects every file that `serve` rejects, with the same code.
#[test]
fn check_rejects_everything_a_server_rejects() {
    let database = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("foreign-{}.db", std::process::id()));
    let connection = rusqlite::Connection::open(&database).unwrap();
    connection.execute_batch("CREATE TABLE theirs (a); PRAGMA user_version = 1").unwrap();
    let foreign = format!("[store]\naddress = \"sqlite:{}\"\n", database.display());
    let protected = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("protected-{}.db", std::process::id()));
    drop(rusqlite::Connection::open(&protected).unwrap().execute_batch("PRAGMA user_version = 0; VACUUM"));
    let mut permissions = std::fs::metadata(&protected).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&protected, permissions).unwrap();
    let read_only = format!("[store]\naddress = \"sqlite:{}\"\n", protected.display());
    // If a file is accepted by mistake, the server still ends at once, because the port is taken.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let bind = format!("[server]\nbind = \"{}\"\n", taken.local_addr().unwrap());
    for (file, code) in [
        ("[server.tls]\ncertificate = \"missing.pem\"\nkey = \"missing.key\"\n", "bad_certificate"),
        ("[store]\naddress = { variable = \"NO_SUCH_STORE\" }\n", "missing_value"),
        ("[store]\naddress = \"sqlite:nowhere/refrain.db\"\n", ""),
        (&foreign, "corrupt"),
        ("[store]\naddress = \"postgres://127.0.0.1:1/d?sslmode=bogus\"\n", ""),
        ("[store]\naddress = \"postgres://127.0.0.1:1/d\"\npostgres = { schema = \"My-Schema\" }\n", ""),
        (
            "[store]\naddress = \"postgres://127.0.0.1:1/d?sslmode=verify-full\"\npostgres = { root_certificates = \"missing.pem\" }\n",
            "",
        ),
        ("[store]\naddress = \"redis://127.0.0.1:port\"\n", ""),
        ("[store]\naddress = \"redis://127.0.0.1:1\"\nredis = { prefix = \"a b\" }\n", ""),
        ("[store]\naddress = \"redis://127.0.0.1:1\"\nredis = { shards = 5000 }\n", ""),
        ("[store]\naddress = \"rediss://127.0.0.1:1\"\nredis = { root_certificates = \"missing.pem\" }\n", ""),
        ("[secrets]\nkey_file = \"nowhere/master.key\"\n", "master_key"),
        ("[secrets]\nkey_variable = \"NO_SUCH_KEYS\"\n", "master_key"),
        ("[providers.stream]\nkind = \"redis_stream\"\nurl = { variable = \"NO_SUCH_URL\" }\n", "missing_value"),
        ("[providers.stream]\nkind = \"redis_stream\"\nurl = \"http://no.redis\"\n", ""),
        ("[log]\nlevel = \"[=info\"\n", "bad_value"),
        (
            "[telemetry]\nendpoint = \"http://localhost:1/v1/traces\"\nheaders = { a = { variable = \"NO_SUCH_TOKEN\" } }\n",
            "bad_telemetry",
        ),
    ] {
        check_as_served(&format!("{bind}{file}"), code);
    }
    // A superuser may write to the file all the same.
    if std::fs::OpenOptions::new().write(true).open(&protected).is_err() {
        check_as_served(&format!("{bind}{read_only}"), "read_only");
    }
    std::fs::remove_file(protected).unwrap();
    let holds = refrain(&bind, &["--check"], &[]);
    assert_eq!(
        (holds.status.code(), text(&holds.stdout)),
        (Some(0), "ok\n"),
        "--check must not use the port or the store"
    );
    std::fs::remove_file(database).unwrap();
}

#[test]
fn check_names_the_key_of_a_setting_that_the_store_rejects() {
    for (file, key) in [
        ("[store]\naddress = \"postgres://h/d?sslmode=bogus\"", "`store.address`"),
        (
            "[store]\naddress = \"postgres://h/d?sslmode=disable\"\n[store.postgres]\nschema = \"My-Schema\"",
            "`store.postgres.schema`",
        ),
        ("[store]\naddress = \"redis://h\"\n[store.redis]\nprefix = \"a b\"", "`store.redis.prefix`"),
    ] {
        let reported = refrain(file, &["--check"], &[]);
        assert!(text(&reported.stderr).contains(key), "{file}\n{}", text(&reported.stderr));
    }
}

/// Checks that `config --check` rejects a file with this code, and that `serve` rejects it too.
#[track_caller]
fn check_as_served(file: &str, code: &str) {
    let checked = refrain(file, &["--check"], &[]);
    let reported = text(&checked.stderr);
    assert_eq!(checked.status.code(), Some(2), "{file}{reported}");
    assert!(reported.contains(&format!("error[{code}")), "{file}{reported}");
    let served = refrain_command("serve", file, &[], &[]);
    let reported = text(&served.stderr);
    assert_eq!(served.status.code(), Some(2), "{file}{reported}");
    assert!(!reported.contains("cannot_listen"), "{file}{reported}");
}

#[test]
fn check_creates_nothing_and_names_an_invalid_schedule() {
    let file = "[[schedule]]\nid = \"hook\"\ncron = \"0 9 * * *\"\naction = { provider = \"webhook\", target = \"https://127.0.0.1/\" }\n";
    let folder = folder_with(file);
    let output = Command::new(env!("CARGO_BIN_EXE_refrain")).args(["config", "--check"]).current_dir(&folder).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let reported = text(&output.stderr);
    assert!(reported.contains("refrain.toml:1:1: `schedule[1]` cannot be used: "), "{reported}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing may be created");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn check_rejects_unknown_providers_and_warns_about_handlers() {
    let schedule = |action: &str, more: &str| {
        format!("[[schedule]]\nid = \"a\"\ncron = \"0 9 * * *\"\naction = {{ provider = {action} }}\n{more}")
    };
    let refused = refrain(&schedule("\"pigeon\"", ""), &["--check"], &[]);
    assert_eq!(refused.status.code(), Some(2));
    let reported = text(&refused.stderr);
    assert!(
        reported.starts_with("error[unknown_provider]: refrain.toml:1:1: `schedule[1]` cannot be used: "),
        "{reported}"
    );
    let allowed = refrain(&schedule("\"pigeon\"", "allow_unknown_provider = true\n"), &["--check"], &[]);
    assert_eq!(allowed.status.code(), Some(0), "{}", text(&allowed.stderr));
    let reported = text(&allowed.stdout);
    assert!(
        reported.starts_with("warning[unknown_provider]: refrain.toml:1:1: `schedule[1]`: No live node"),
        "{reported}"
    );
    let handler = refrain(&schedule("\"handler\", target = \"send\"", ""), &["--check"], &[]);
    assert!(text(&handler.stdout).starts_with("warning[unknown_handler]"), "{}", text(&handler.stdout));
    // A node that runs nothing needs no providers.
    let api = refrain(&schedule("\"pigeon\"", ""), &["--check", "--role", "api"], &[]);
    assert_eq!(api.status.code(), Some(0), "{}", text(&api.stderr));
}
