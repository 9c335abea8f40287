//! `refrain context show`.

use std::fmt::Write as _;

use clap::Args;
use clap_complete::engine::ArgValueCompleter;

use super::table::{CONTEXTS, ContextView, to_json, view};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::session::{Contexts, Outcome, complete_contexts};

/// Show a context without its key
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain context show
  refrain context show prod -o json")]
pub(super) struct Show {
    /// Name of the context. Default: the current one
    #[arg(add = ArgValueCompleter::new(complete_contexts))]
    name: Option<String>,
}

impl Show {
    pub(super) fn run(&self, output: &Output) -> Outcome {
        let contexts = Contexts::load()?;
        let name = self.name.as_ref().or(contexts.current.as_ref());
        let Some(name) = name else {
            let failure = Failure::new(Exit::NotFound, "there is no current context");
            return Err(failure.with_hint("choose one with `refrain context use`, or add one with `context add`"));
        };
        let value = to_json(&view(&contexts, name, contexts.named(name)?))?;
        let path = Contexts::path()?;
        output.one::<ContextView>(&value, &CONTEXTS, |context, _| text(context, &path.display().to_string()))
    }
}

fn text(context: &ContextView, path: &str) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{:<9} {value}", format!("{name}:"));
        }
    };
    line("Name", &context.name);
    line("Server", &context.server);
    line("Tenant", context.tenant.as_deref().unwrap_or_default());
    line("Key", if context.has_key { "stored" } else { "none" });
    line("CA file", context.ca_file.as_deref().unwrap_or_default());
    line("Current", if context.is_current { "yes" } else { "no" });
    line("File", path);
    text
}
