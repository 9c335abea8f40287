//! `refrain context list`.

use clap::Args;

use super::table::{CONTEXTS, to_json, view};
use crate::output::Output;
use crate::session::{Contexts, DEFAULT_SERVER, Outcome};

/// List contexts; the current one is marked
#[derive(Args, Debug)]
#[command(
    visible_alias = "ls",
    after_help = "Examples:
  refrain context list
  refrain context list -o name"
)]
pub(super) struct List {}

impl List {
    #[expect(clippy::unused_self, reason = "all verbs have the same signature")]
    pub(super) fn run(&self, output: &Output) -> Outcome {
        let contexts = Contexts::load()?;
        let views = contexts.contexts.iter().map(|(name, context)| to_json(&view(&contexts, name, context)));
        let items = views.collect::<Result<Vec<_>, _>>()?;
        output.list(&items, &CONTEXTS)?;
        if items.is_empty() {
            output.line(format!("No contexts. Commands use {DEFAULT_SERVER}; add another with `refrain context add`."));
        }
        Ok(())
    }
}
