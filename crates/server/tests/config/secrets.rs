//! Checks that no output and no error contains a secret.

use refrain_server::config::{Credential, Overrides};
use serde_json::Value;

use super::example::uncommented;
use super::{good, load, load_all};

const SECRET: &str = "hunter2";

#[test]
fn the_effective_values_show_no_secret() {
    let loaded = good(
        r#"
[store]
address = "postgres://ann:hunter2@db/ledger?sslmode=require"
[providers.a]
kind = "nats"
url = "nats://hunter2@host"
username = "ann"
password = "hunter2"
token = "hunter2"
[providers.b]
kind = "webhook"
headers = { authorization = "Bearer hunter2" }
[providers.c]
kind = "command"
commands = { x = { argv = ["/bin/true"], directory = "/", env = { PASSWORD = "hunter2" } } }
[providers.d]
kind = "email"
host = "h"
from = "a@example.org"
password = { file = "/run/secrets/smtp" }
[[schedule]]
id = "s"
cron = "@daily"
action = { provider = "b", payload = { key = "hunter2" }, metadata = { "x" = "hunter2" } }
"#,
    );
    for shown in [loaded.to_toml(), loaded.to_json().to_string(), format!("{:?}", loaded.config.store)] {
        assert!(!shown.contains(SECRET), "{shown}");
    }
    let toml = loaded.to_toml();
    for part in ["postgres://ann:***@db/ledger?sslmode=require", "nats://***@host", "/run/secrets/smtp", "id = \"s\""] {
        assert!(toml.contains(part), "{toml}");
    }
    assert_eq!(format!("{:?}", Credential::Text(SECRET.to_owned())), "***");
}

/// Texts that contain the secret and look like something else.
const DISGUISED: [&str; 8] = [
    "hunter2",
    "pa:hunter2",
    "hunter2=",
    "Basic hunter2==",
    "a=b:hunter2",
    "sqlite:hunter2",
    "memory:hunter2",
    "https://hunter2/",
];

/// Returns whether a value is the source of a credential.
fn is_source(value: &Value) -> bool {
    value.as_object().is_some_and(|fields| fields.keys().eq(["file"]) || fields.keys().eq(["variable"]))
}

/// Collects the paths of all values outside lists. An empty table and the source of a credential count as values.
fn leaves(value: &Value, path: &str, paths: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) if !fields.is_empty() && !is_source(value) => {
            for (name, field) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                leaves(field, &path, paths);
            }
        }
        value => paths.push((path.to_owned(), value.clone())),
    }
}

/// Checks that no disguise of the secret is shown when it is the value of a key. Returns whether the key accepts the
/// first of them.
fn hides(example: &str, key: &str, texts: &[String]) -> bool {
    let mut is_accepted = false;
    for (index, text) in texts.iter().enumerate() {
        let set = Overrides { set: vec![format!("{key}={text}")], ..Overrides::default() };
        let Ok(loaded) = load_all(example, &[], set) else { continue };
        is_accepted |= index == 0;
        for shown in [loaded.to_toml(), loaded.to_json().to_string()] {
            let line = shown.lines().find(|line| line.contains(SECRET));
            assert_eq!(line, None, "{key} = {text}");
        }
    }
    is_accepted
}

#[test]
fn no_field_that_may_hold_a_secret_shows_one() {
    let example = uncommented();
    let whole = serde_json::to_value(&good(&example).config).unwrap();
    let mut paths = Vec::new();
    leaves(&whole, "", &mut paths);
    let (mut credentials, mut tables) = (Vec::new(), Vec::new());
    let plain = DISGUISED.map(str::to_owned);
    for (path, value) in paths {
        if value.is_object() && !is_source(&value) {
            // A table whose keys belong to the user.
            let key = format!("{path}.x");
            let set = Overrides { set: vec![format!("{key}=text")], ..Overrides::default() };
            if load_all(&example, &[], set).is_ok() {
                assert!(hides(&example, &key, &plain), "{key}");
                tables.push(path);
            }
            continue;
        }
        // Exactly the credentials accept a source in place of a text.
        let set = Overrides { set: vec![format!("{path}={{ variable = \"X\" }}")], ..Overrides::default() };
        if !is_source(&value) && load_all(&example, &[], set).is_err() {
            continue;
        }
        let is_address = path.ends_with(".url") || path.ends_with(".address");
        let texts = match is_address {
            true => DISGUISED[..5].iter().map(|text| format!("postgres://ann:{text}@host/a")).collect(),
            false => plain.to_vec(),
        };
        assert!(hides(&example, &path, &texts), "{path}");
        credentials.push(path);
    }
    assert!(credentials.len() >= 12, "{credentials:?}");
    let expected = ["providers.command.commands.report.env", "providers.webhook.headers"];
    assert!(expected.iter().all(|name| tables.iter().any(|table| table == name)), "{tables:?}");
}

#[test]
fn texts_that_are_no_credentials_are_shown_without_passwords() {
    for (key, text) in [
        ("telemetry.endpoint", "http://ann:hunter2@collector:4318/v1/traces"),
        ("telemetry.endpoint", "http://collector:4318/v1/traces?api_key=hunter2"),
        ("providers.webhook.target", "https://example.org/in?token=hunter2"),
    ] {
        assert!(hides(&uncommented(), key, &[text.to_owned()]), "{key} = {text}");
    }
}

#[test]
fn the_payload_of_a_schedule_is_hidden_in_every_form() {
    for payload in ["\"hunter2\"", "[\"hunter2\"]", "{ a = { b = \"hunter2\" } }", "{ variable = \"hunter2\" }"] {
        let block = format!(
            "[[schedule]]\nid = \"s\"\ncron = \"@daily\"\naction = {{ provider = \"log\", payload = {payload} }}"
        );
        let shown = good(&block).to_toml();
        assert!(!shown.contains(SECRET), "{shown}");
    }
}

#[test]
fn no_error_shows_a_secret() {
    for text in [
        "[store]\nadress = \"postgres://ann:hunter2@db/ledger\"",
        "[store]\naddress = \"hunter2\"",
        "[store]\naddress = \"mysql://root:hunter2@db\"",
        "[store]\naddress = [\"hunter2\"]",
        "store = \"postgres://ann:hunter2@db/ledger\"",
        "[server]\nbind = \"postgres://ann:hunter2@db/ledger\"",
        "[server]\npublic_url = \"ftp://ann:hunter2@db/ledger\"",
        "[providers.a]\nkind = \"nats\"\nurl = \"nats://h\"\npassword = [\"hunter2\"]",
        "[providers.a]\nkind = \"webhook\"\nheaders = \"hunter2\"",
        "[providers.a]\nkind = \"webhook\"\nheaders = [\"hunter2\"]",
        "[providers.a]\nkind = \"email\"\npassword = \"hunter2\"",
    ] {
        let reported = load(text).expect_err("the configuration must be rejected");
        assert!(!reported.to_string().contains(SECRET), "{text}\n{reported}");
        assert!(!serde_json::to_string(&reported).unwrap().contains(SECRET), "{text}");
        assert!(!format!("{reported:?}").contains(SECRET), "{text}");
    }
    for (name, text) in [("REFRAIN_STORE", "postgres://ann:hunter2@db"), ("REFRAIN_STORE__ADRESS", "hunter2")] {
        let reported =
            load_all("", &[(name, text)], Overrides::default()).expect_err("the configuration must be rejected");
        assert!(!reported.to_string().contains(SECRET), "{reported}");
    }
    let set = vec!["store.address.hunter2".to_owned(), "hunter2".to_owned()];
    let reported =
        load_all("", &[], Overrides { set, ..Overrides::default() }).expect_err("the configuration must be rejected");
    assert!(!reported.to_string().contains(SECRET), "{reported}");
}
