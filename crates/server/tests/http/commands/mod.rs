//! The commands of the binary that talk to a server, against a real server on every kind of store.

mod apply;
mod context;
mod control;
mod dead_letter;
mod export;
pub(crate) mod folder;
mod key;
mod live;
mod provider;
mod queue;
mod recurring;
mod runs;
mod schedule;
mod schedule_changes;
mod schedule_runs;
#[cfg(unix)]
pub(crate) mod terminal;

use std::process::Command;

use serde_json::Value;

use crate::world::World;

#[path = "../../run/mod.rs"]
mod run;

pub(crate) use self::run::Run;

impl World {
    /// Starts building a command with the URL of this server, and without the settings of the user who runs the tests.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        // It does not exist, so there are no contexts.
        let home = std::env::temp_dir().join("refrain-commands-without-a-home");
        let mut command = run::command(arguments);
        command.env("REFRAIN_URL", self.base()).env("HOME", &home).env("XDG_CONFIG_HOME", &home);
        for variable in ["REFRAIN_KEY", "REFRAIN_CONTEXT", "NO_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs a command, without input and without a terminal.
    pub(crate) async fn refrain(&self, arguments: &[&str]) -> Run {
        self.refrain_with(arguments, "").await
    }

    /// Runs a command with an input.
    pub(crate) async fn refrain_with(&self, arguments: &[&str], input: &str) -> Run {
        let (mut command, input) = (self.command(arguments), input.to_owned());
        tokio::task::spawn_blocking(move || run::run_to_end(&mut command, input.as_bytes())).await.unwrap()
    }

    /// Runs a command that must succeed, and returns its output.
    #[track_caller]
    pub(crate) fn prints<'a>(&'a self, arguments: &'a [&'a str]) -> impl Future<Output = String> + 'a {
        let caller = std::panic::Location::caller();
        async move {
            let run = self.refrain(arguments).await;
            assert_eq!((run.exit_code, run.err.as_str()), (0, ""), "{arguments:?} at {caller}\n{}", run.out);
            run.out
        }
    }

    /// Runs a command that must succeed with `-o json`, and returns its output.
    pub(crate) async fn prints_json(&self, arguments: &[&str]) -> Value {
        let out = self.prints(&[arguments, &["-o", "json"]].concat()).await;
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{out}"))
    }

    /// Runs a command that must fail with an exit code, and returns its message.
    pub(crate) async fn fails(&self, exit_code: i32, arguments: &[&str]) -> String {
        let run = self.refrain(arguments).await;
        assert_eq!((run.exit_code, run.out.as_str()), (exit_code, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.starts_with("error: "), "{arguments:?}: {}", run.err);
        run.err
    }
}
