//! Providers: each kind with its options, and the provider it creates.

use std::sync::Arc;

use jiff::Timestamp;
use refrain::clock::ManualClock;
use refrain_server::config::{ProviderConfig, ProviderDependencies};

use super::{good, load, reported};

fn needs() -> ProviderDependencies {
    ProviderDependencies { clock: Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH)), secrets: None }
}

const EVERY_KIND: &str = r#"
[providers.hooks]
kind = "webhook"
timeout = "3s"
ports = [443, 8443]
headers = { x-team = "billing" }

[providers.mail]
kind = "email"
host = "localhost"
encryption = "none"
from = "Ann <ann@example.org>"
username = "ann"
password = { variable = "PATH" }

[providers.work]
kind = "queue"
max_attempts = 3

[providers.tasks]
kind = "celery"
url = "redis://localhost/0"
expires = "1h"

[providers.rabbit]
kind = "amqp"
url = "amqp://guest:guest@localhost:5672/%2f"

[providers.stream]
kind = "nats"
url = "nats://localhost:4222"
token = { variable = "PATH" }

[providers.entries]
kind = "redis_stream"
url = "redis://localhost"
entries_max = 100

[providers.sh]
kind = "command"
[providers.sh.commands.report]
argv = ["/bin/echo", "{city}"]
parameters = { city = { one_of = ["Berlin"] } }
directory = "/"
rejected_codes = [2]

[providers.lines]
kind = "log"
"#;

#[tokio::test]
async fn every_kind_becomes_a_provider() {
    let config = good(EVERY_KIND).config;
    let kinds: Vec<&str> = config.providers.values().map(ProviderConfig::kind).collect();
    assert_eq!(
        kinds,
        ["redis_stream", "webhook", "log", "email", "amqp", "command", "nats", "celery", "queue"],
        "providers must be ordered by name"
    );
    for (name, provider) in &config.providers {
        provider.build(name, &needs()).unwrap_or_else(|problem| panic!("{problem}"));
    }
}

#[track_caller]
fn check(block: &str, place: &str, code: &str, words: &[&str]) {
    let found = reported(load(&format!("[providers.x]\n{block}")));
    let [(found_place, found_code, sentence)] = &found[..] else { panic!("{block}: {found:#?}") };
    assert_eq!((found_place.as_str(), *found_code), (place, code), "{block}\n{sentence}");
    for word in words {
        assert!(sentence.contains(word), "{block}\n{sentence} does not contain {word:?}");
    }
}

#[test]
fn provider_errors_have_a_place() {
    check("url = \"x\"", "1:1", "missing_value", &["`providers.x` is missing the required key `kind`"]);
    check("kind = \"webhok\"", "2:8", "unknown_value", &["`providers.x.kind`", "did you mean `webhook`?"]);
    check("kind = 3", "2:8", "bad_value", &["`providers.x.kind`"]);
    check("kind = \"email\"\nhost = \"h\"", "1:1", "missing_value", &["is missing the required key `from`"]);
    check("kind = \"webhook\"\ntimeout = \"soon\"", "3:11", "bad_value", &["`soon` is not a length"]);
    check("kind = \"webhook\"\ntimout = \"1s\"", "3:1", "unknown_key", &["did you mean `timeout`?"]);
    check("kind = \"webhook\"\nports = [443, 99999]", "3:15", "bad_value", &["`providers.x.ports[2]`", "65535"]);
    check("kind = \"log\"\nlevel = 1", "3:1", "unknown_key", &["`providers.x.level`"]);
    check("kind = \"nats\"\nurl = { variabel = \"X\" }", "3:9", "unknown_key", &["did you mean `variable`?"]);
    check(
        "kind = \"command\"\n[providers.x.commands.a]\nargv = [\"/bin/true\"]\ndirectroy = \"/\"",
        "5:1",
        "unknown_key",
        &["`providers.x.commands.a.directroy`", "did you mean `directory`?"],
    );
}

#[test]
fn errors_of_a_provider_name_it() {
    let check = |block: &str, code: &str, word: &str| {
        let config = good(&format!("[providers.x]\n{block}")).config;
        let problem = config.providers["x"].build("x", &needs()).err().expect("the provider must be rejected");
        assert_eq!((problem.code, problem.key.as_str()), (code, "providers.x"), "{problem}");
        assert!(problem.detail.contains(word), "{problem}");
    };
    check("kind = \"webhook\"\nredirects = 9", "webhook_options", "redirects is 9");
    check("kind = \"celery\"\nurl = \"sqs://host\"", "unknown_broker", "sqs");
    check("kind = \"nats\"\nurl = { variable = \"NO_SUCH_VARIABLE_HERE\" }", "missing_value", "NO_SUCH_VARIABLE_HERE");
    check("kind = \"amqp\"\nurl = { file = \"/nowhere/amqp\" }", "missing_value", "/nowhere/amqp");
    check(
        "kind = \"command\"\ncommands = { a = { argv = [\"true\"], directory = \"/\" } }",
        "bad_catalogue",
        "absolute",
    );
}
