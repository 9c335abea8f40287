//! Commands on contexts: named servers with their keys.

mod add;
mod list;
mod remove;
mod select;
mod show;
mod table;

use clap::{Args, Subcommand};

use crate::clock;
use crate::exit::Failure;
use crate::output::{OutputArgs, write_stdout};
use crate::session::Outcome;

/// Add, list, choose and remove named servers with their keys
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain context add prod --server https://refrain.example.org
  refrain context use prod
  refrain context list
  refrain schedule list --context staging")]
pub struct ContextCommand {
    #[command(flatten)]
    output: OutputArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Add(add::Add),
    Use(select::Use),
    List(list::List),
    Show(show::Show),
    Remove(remove::Remove),
}

impl ContextCommand {
    pub(super) async fn run(&self) -> Outcome {
        if self.output.watch.is_some() {
            return Err(Failure::usage("contexts cannot be watched: they change only by commands"));
        }
        let output = self.output.create(clock::now());
        let done = match &self.verb {
            Verb::Add(verb) => verb.run(&output).await,
            Verb::Use(verb) => verb.run(&output),
            Verb::List(verb) => verb.run(&output),
            Verb::Show(verb) => verb.run(&output),
            Verb::Remove(verb) => verb.run(&output),
        };
        write_stdout(&output.take())?;
        done
    }
}
