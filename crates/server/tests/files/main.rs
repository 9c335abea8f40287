//! Commands that read and write files of documents and need no server: `lint -f`, `schema` and `import`.

#![expect(clippy::unwrap_used, reason = "helpers of a test fail like the test itself")]

mod checker;
mod documented;
#[path = "../http/commands/folder.rs"]
mod folder;
mod import;
mod lint;
#[path = "../run/mod.rs"]
mod run;
mod schema;

use self::run::Run;

/// Runs a command without input.
fn refrain(arguments: &[&str]) -> Run {
    refrain_with(arguments, "")
}

/// Runs a command with an input.
fn refrain_with(arguments: &[&str], input: &str) -> Run {
    run::run_to_end(&mut run::command(arguments), input.as_bytes())
}
