//! Receivers that verify signatures with the official Standard Webhooks library from PyPI.

use std::io::Write;
use std::process::{Command, Stdio};

use refrain::delivery::{Outcome, Provider};
use serde_json::{Value, json};

use crate::server::{Request, Server};
use crate::world::{action_with, message, options, sending, webhook_with};

const FIRST: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const SECOND: &str = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const OTHER: &str = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// Verifies a list of cases and prints the results. The library compares the timestamp with the wall clock; the
/// program replaces that clock with the time of the attempt.
const VERIFIER: &str = r#"
import datetime, json, sys
import standardwebhooks.webhooks as library
answers = []
for case in json.load(sys.stdin):
    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz=None, seconds=case["now"]):
            return datetime.datetime.fromtimestamp(seconds, tz)
    library.datetime = Clock
    try:
        library.Webhook(case["secret"]).verify(case["body"].encode(), case["headers"])
        answers.append("verified")
    except library.WebhookVerificationError as error:
        answers.append(str(error))
json.dump(answers, sys.stdout)
"#;

/// Returns a Python interpreter with the packages of `.ci/python.txt`: the one from the environment, or a new one.
fn python() -> String {
    if let Ok(brought) = std::env::var("REFRAIN_TEST_PYTHON") {
        return brought;
    }
    let made = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.ci/python")).output();
    let made = made.expect(".ci/python must be executable");
    assert!(made.status.success(), "no Python environment could be created: {}", String::from_utf8_lossy(&made.stderr));
    String::from_utf8(made.stdout).unwrap().trim().to_owned()
}

fn verify(cases: &[Value]) -> Vec<String> {
    let python = python();
    let mut child = Command::new(&python)
        .args(["-c", VERIFIER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{python} cannot be started: {error}"));
    child.stdin.take().unwrap().write_all(json!(cases).to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "the verifier failed: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn case(request: &Request, secret: &str) -> Value {
    let header = |name: &str| request.header(name).to_owned();
    let headers = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(|name| (name, header(name)));
    json!({
        "secret": secret,
        "body": String::from_utf8(request.body.clone()).unwrap(),
        "headers": headers.into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        "now": header("webhook-timestamp").parse::<i64>().unwrap(),
    })
}

async fn sent(sign_with: &str) -> Request {
    let server = Server::accepting().await;
    let webhook =
        webhook_with(options(), &[("first", FIRST), ("second", SECOND), ("password", "hunter2hunter2")]).await;
    let mut action = action_with(&server.url("/"), &[("webhook.sign_with", sign_with)]);
    action.payload = json!({"text": "zażółć \"gęślą\" jaźń\n"});
    let outcome = webhook.send(&sending(action)).await;
    assert_eq!(outcome, Outcome::DELIVERED);
    server.request()
}

#[tokio::test]
async fn the_official_library_verifies_our_signatures() {
    let one = sent("first").await;
    let both = sent("first, second").await;
    let mut changed = one.clone();
    changed.body[10] ^= 1;
    let mut late = case(&one, FIRST);
    late["now"] = json!(late["now"].as_i64().unwrap() + 301);
    let cases = [
        case(&one, FIRST),
        case(&both, FIRST),
        case(&both, SECOND),
        case(&one, SECOND),
        case(&one, OTHER),
        case(&changed, FIRST),
        late,
    ];
    let answers = verify(&cases);
    assert_eq!(answers[..3], ["verified", "verified", "verified"], "{answers:?}");
    for answer in &answers[3..] {
        assert_ne!(answer, "verified", "{answers:?}");
    }
}

#[tokio::test]
async fn one_signature_per_key_and_none_without() {
    assert_eq!(sent("first,second").await.header("webhook-signature").split(' ').count(), 2);
    let unsigned = sent("").await;
    assert_eq!(unsigned.header("webhook-signature"), "");
    assert_eq!(unsigned.header("webhook-id").len(), 64);
}

#[tokio::test]
async fn a_secret_that_cannot_sign_sends_nothing() {
    let server = Server::accepting().await;
    let webhook = webhook_with(options(), &[("password", "hunter2hunter2")]).await;
    let outcome = webhook.send(&sending(action_with(&server.url("/"), &[("webhook.sign_with", "password")]))).await;
    assert!(matches!(outcome, Outcome::Rejected { .. }) && message(&outcome).contains("password"), "{outcome:?}");
    assert!(!message(&outcome).contains("hunter2"));
    assert_eq!(server.connections(), 0);
}
