//! `refrain context remove`.

use clap::Args;
use clap_complete::engine::ArgValueCompleter;

use super::table::{CONTEXTS, ContextView, to_json, view};
use crate::output::Output;
use crate::session::{Contexts, DEFAULT_SERVER, Outcome, complete_contexts};

/// Remove a context and its key from this machine
#[derive(Args, Debug)]
#[command(
    visible_alias = "rm",
    after_help = "The key itself stays valid. `refrain key revoke` revokes it.

Examples:
  refrain context remove staging"
)]
pub(super) struct Remove {
    /// Name of the context
    #[arg(add = ArgValueCompleter::new(complete_contexts))]
    name: String,
}

impl Remove {
    pub(super) fn run(&self, output: &Output) -> Outcome {
        let mut contexts = Contexts::load()?;
        let value = to_json(&view(&contexts, &self.name, contexts.named(&self.name)?))?;
        contexts.contexts.remove(&self.name);
        if contexts.current.as_ref() == Some(&self.name) {
            contexts.current = None;
        }
        contexts.save()?;
        output.one::<ContextView>(&value, &CONTEXTS, |context, _| match context.is_current {
            true => {
                format!("Removed {}. There is no current context now: commands use {DEFAULT_SERVER}.\n", context.name)
            }
            false => format!("Removed {}.\n", context.name),
        })
    }
}
