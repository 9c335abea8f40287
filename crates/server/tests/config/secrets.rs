//! Checks that no output and no error contains a secret.

use refrain_server::config::{Credential, Overrides};

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
        let told = load(text).expect_err("the configuration must be rejected");
        assert!(!told.to_string().contains(SECRET), "{text}\n{told}");
        assert!(!serde_json::to_string(&told).unwrap().contains(SECRET), "{text}");
        assert!(!format!("{told:?}").contains(SECRET), "{text}");
    }
    for (name, text) in [("REFRAIN_STORE", "postgres://ann:hunter2@db"), ("REFRAIN_STORE__ADRESS", "hunter2")] {
        let told = load_all("", &[(name, text)], Overrides::default()).expect_err("the configuration must be rejected");
        assert!(!told.to_string().contains(SECRET), "{told}");
    }
    let set = vec!["store.address.hunter2".to_owned(), "hunter2".to_owned()];
    let told =
        load_all("", &[], Overrides { set, ..Overrides::default() }).expect_err("the configuration must be rejected");
    assert!(!told.to_string().contains(SECRET), "{told}");
}
