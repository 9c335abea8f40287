//! `refrain context use`.

use clap::Args;
use clap_complete::engine::ArgValueCompleter;

use super::table::{CONTEXTS, ContextView, to_json, view};
use crate::output::Output;
use crate::session::{Contexts, Outcome, complete_contexts};

/// Choose the context that commands use
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain context use prod")]
pub(super) struct Use {
    /// Name of the context
    #[arg(add = ArgValueCompleter::new(complete_contexts))]
    name: String,
}

impl Use {
    pub(super) fn run(&self, output: &Output) -> Outcome {
        let mut contexts = Contexts::load()?;
        contexts.named(&self.name)?;
        contexts.current = Some(self.name.clone());
        contexts.save()?;
        let value = to_json(&view(&contexts, &self.name, contexts.named(&self.name)?))?;
        output.one::<ContextView>(&value, &CONTEXTS, |context, _| {
            format!("Commands now use {} ({}).\n", context.name, context.server)
        })
    }
}
