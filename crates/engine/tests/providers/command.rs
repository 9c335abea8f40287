//! The `command` provider: well-behaved programs and misbehaving ones.

use std::path::PathBuf;
use std::time::Duration;

use refrain::Refrain;
use refrain::delivery::Outcome;
use refrain::model::{FailReason, Tenant};
use refrain::provider::command::{CommandCatalog, CommandProvider};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use crate::world::{World, action, failure};

/// Timeout that only a failure reaches, however slow the machine is.
const PATIENCE: Duration = Duration::from_secs(300);

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns a provider with one command that runs a shell script. The shell is the configured program here, like
/// any other.
fn script(script: &str, change: &Value) -> CommandProvider {
    let mut entry = json!({"argv": ["/bin/bash", "-c", script, "it"], "directory": folder()});
    for (name, value) in change.as_object().unwrap() {
        entry[name] = value.clone();
    }
    let catalogue: CommandCatalog = serde_json::from_value(json!({"it": entry})).unwrap();
    CommandProvider::new(catalogue, Tenant::new("default", "default").unwrap()).unwrap()
}

async fn outcome_of(provider: CommandProvider) -> Outcome {
    let world = World::with(provider).await;
    tokio::time::timeout(PATIENCE, world.send(action("it", Value::Null))).await.expect("the command ends in time")
}

#[tokio::test]
async fn the_exit_code_determines_the_outcome() {
    assert_eq!(outcome_of(script("exit 0", &json!({}))).await, Outcome::DELIVERED);
    let failed = outcome_of(script("echo to stdout; echo to stderr >&2; exit 3", &json!({}))).await;
    let (is_retried, message) = failure(&failed);
    assert!(is_retried && message.starts_with("the command exited with code 3"), "{message}");
    assert!(message.contains("to stdout") && message.contains("to stderr"), "{message}");
    let rejected = outcome_of(script("exit 64", &json!({"rejected_codes": [64]}))).await;
    assert!(!failure(&rejected).0, "{rejected:?}");
    let killed = outcome_of(script("kill -KILL $$", &json!({}))).await;
    assert!(failure(&killed).1.contains("signal 9"), "{killed:?}");
}

#[tokio::test]
async fn a_missing_program_is_retried() {
    let entry = json!({"it": {"argv": ["/no/such/program"], "directory": folder()}});
    let tenant = Tenant::new("default", "default").unwrap();
    let provider = CommandProvider::new(serde_json::from_value(entry).unwrap(), tenant).unwrap();
    let outcome = outcome_of(provider).await;
    assert!(failure(&outcome).0 && failure(&outcome).1.contains("could not be started"), "{outcome:?}");
}

#[tokio::test]
async fn values_cannot_break_out_of_their_argument() {
    let parameters = json!({"a": {"pattern": "(?s).*"}, "b": {"pattern": "(?s).*"}});
    let print = r#"printf '[%s]' "$@" "$REFRAIN_PARAMETER_B"; exit 1"#;
    let provider = script(
        print,
        &json!({
            "argv": ["/bin/bash", "-c", print, "it", "{a}", "--x={a}"],
            "parameters": parameters,
            // Another code would count as a failure of the receiver.
            "rejected_codes": [1],
        }),
    );
    let world = World::with(provider).await;
    for value in ["$(touch broken)", "`id`", "a b", "'; exit 0 #", "a\nb", "{b}", "*", "\" \"", "é"] {
        let outcome = world.send(action("it", json!({"a": value, "b": value}))).await;
        let expected = format!("[{value}][--x={value}][{value}]");
        assert!(failure(&outcome).1.ends_with(&expected), "{value}: {outcome:?}");
    }
    assert!(!folder().join("broken").exists());
    let (_, flag) = world.refused(action("it", json!({"a": "--help", "b": ""}))).await;
    assert!(flag.contains("taken for a flag"), "{flag}");
    let (code, _) = world.refused(action("rm", json!({}))).await;
    assert_eq!(code, "unknown_command");
}

#[tokio::test]
async fn a_command_gets_only_its_own_environment() {
    let print = "/usr/bin/env | /usr/bin/sort; pwd; exit 1";
    let outcome = outcome_of(script(print, &json!({"env": {"COLOUR": "blue"}}))).await;
    let (_, message) = failure(&outcome);
    assert!(message.contains("COLOUR=blue") && message.contains("REFRAIN_IDEMPOTENCY_KEY="), "{message}");
    assert!(message.contains("REFRAIN_TRIGGER=") && message.contains("REFRAIN_ATTEMPT=1"), "{message}");
    assert!(!message.contains("CARGO") && !message.contains("HOME="), "{message}");
    assert!(message.ends_with(&folder().display().to_string()), "{message}");
}

#[tokio::test]
async fn only_the_end_of_a_gigabyte_of_output_is_kept() {
    let script = script("/usr/bin/head -c 1000000000 /dev/zero; echo the end; exit 1", &json!({}));
    let outcome = outcome_of(script).await;
    let (_, message) = failure(&outcome);
    assert!(message.ends_with("the end") && message.len() < 2_048, "{}", message.len());
}

/// Waits for the program to connect. The connection closes when all processes that hold it have exited.
async fn wait_for_connection(listener: &TcpListener) -> tokio::net::TcpStream {
    tokio::time::timeout(PATIENCE, listener.accept()).await.expect("the command connects in time").unwrap().0
}

/// Waits until all processes at the other end have exited.
async fn wait_until_closed(mut stream: tokio::net::TcpStream) {
    let mut rest = Vec::new();
    tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest))
        .await
        .expect("all processes of the group exit in time")
        .unwrap();
}

/// Returns a script that ignores SIGTERM and has a child that does so too.
fn stubborn_script(port: u16) -> String {
    format!("trap '' TERM; exec 3<>/dev/tcp/127.0.0.1/{port}; (trap '' TERM; /bin/sleep 1000) & /bin/sleep 1000; wait")
}

#[tokio::test]
async fn the_whole_process_group_is_killed_at_the_deadline() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let outcome = outcome_of(script(&stubborn_script(port), &json!({"timeout": "1s"}))).await;
    assert!(matches!(outcome, Outcome::Retryable { reason: FailReason::Timeout, .. }), "{outcome:?}");
    assert!(failure(&outcome).1.starts_with("the command was killed after 1s"), "{outcome:?}");
    wait_until_closed(wait_for_connection(&listener).await).await;
}

#[tokio::test]
async fn dropping_a_run_kills_its_process_group() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let world = World::with(script(&stubborn_script(port), &json!({}))).await;
    let refrain: Refrain = world.refrain.clone();
    let sending = tokio::spawn(async move { refrain.dispatch("one", action("it", Value::Null)).await.unwrap().0 });
    let stream = wait_for_connection(&listener).await;
    sending.abort();
    assert!(sending.await.unwrap_err().is_cancelled());
    wait_until_closed(stream).await;
}

#[tokio::test]
async fn background_processes_end_with_their_command() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let leaves = format!("exec 3<>/dev/tcp/127.0.0.1/{port}; /bin/sleep 1000 & echo left; exit 1");
    let outcome = outcome_of(script(&leaves, &json!({}))).await;
    assert!(failure(&outcome).1.ends_with("left"), "{outcome:?}");
    wait_until_closed(wait_for_connection(&listener).await).await;
}

#[tokio::test]
async fn another_tenant_is_refused() {
    let world = World::with(script("exit 0", &json!({}))).await;
    let other = world.refrain.tenant("acme").unwrap();
    let (outcome, _) = other.dispatch("one", action("it", Value::Null)).await.unwrap();
    assert_eq!(outcome, Outcome::rejected("commands are not available to this tenant"));
}

/// Only Linux has the `no_new_privs` attribute.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_command_gains_no_privileges_and_inherits_no_descriptor() {
    let before = rustix::thread::no_new_privs().unwrap();
    // Without the close-on-exec flag, as if the parent of this process had left the file open.
    let left_open = std::fs::File::open("/dev/null").unwrap();
    rustix::io::fcntl_setfd(&left_open, rustix::io::FdFlags::empty()).unwrap();
    // The engine has files and sockets open meanwhile. The script probes each number: listing the folder would
    // also show the descriptor that the shell reads the list with.
    let print = "/bin/grep NoNewPrivs /proc/self/status; \
                 for ((n = 0; n < 1000; n++)); do [ -e /proc/$$/fd/$n ] && printf '<%s>' $n; done; exit 1";
    let outcome = outcome_of(script(print, &json!({}))).await;
    let (_, message) = failure(&outcome);
    let status = message.split_whitespace().skip_while(|word| !word.ends_with("NoNewPrivs:")).nth(1);
    assert_eq!(status, Some("1"), "{message}");
    let numbers = message.split('<').skip(1).map(|rest| rest.split('>').next().unwrap().parse().unwrap());
    let inherited: Vec<u32> = numbers.filter(|number| *number > 2).collect();
    assert!(inherited.is_empty(), "{inherited:?} in {message}");
    assert_eq!(rustix::thread::no_new_privs().unwrap(), before, "the calling thread keeps its privileges");
}
