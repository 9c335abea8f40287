//! `kind = "command"`: the operator's catalogue of programs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use refrain::id::Tenant;
use refrain::provider::Provider;
use refrain::provider::command::{Catalogue, CommandProvider, Entry, Parameter};
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::{Unusable, made};

/// Programs of this machine, for one tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandConfig {
    /// Whose schedules may start them, as `namespace/tenant`; `default/default` when absent.
    #[serde(default = "tenant")]
    pub tenant: String,
    /// The programs, by the name that schedules know them by.
    pub commands: BTreeMap<String, CommandEntry>,
}

/// One program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandEntry {
    /// The program by its absolute path, and its arguments.
    pub argv: Vec<String>,
    /// What a schedule may say, by name.
    #[serde(default)]
    pub parameters: BTreeMap<String, CommandParameter>,
    /// The whole environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// The folder it runs in.
    pub directory: PathBuf,
    /// How long it may take; a minute when absent.
    pub timeout: Option<Length>,
    /// Exit codes after which another attempt cannot do better; none when absent.
    #[serde(default)]
    pub rejected_codes: Vec<i32>,
}

/// What values a parameter may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandParameter {
    /// The whole value matches this regular expression.
    Pattern(String),
    /// The value is one of these.
    OneOf(Vec<String>),
}

fn tenant() -> String {
    "default/default".to_owned()
}

impl CommandConfig {
    pub(super) fn build(&self) -> Result<Arc<dyn Provider>, Unusable> {
        let (namespace, name) = self.tenant.split_once('/').unwrap_or(("default", &self.tenant));
        let tenant =
            Tenant::new(namespace, name).map_err(|error| Unusable { code: "bad_name", detail: error.to_string() })?;
        let entries = self.commands.iter().map(|(name, entry)| (name.clone(), entry.to_engine())).collect();
        made(CommandProvider::new(Catalogue { entries }, tenant), "")
    }
}

impl CommandEntry {
    fn to_engine(&self) -> Entry {
        let Self { argv, parameters, env, directory, timeout, rejected_codes } = self.clone();
        let parameters = parameters.into_iter().map(|(name, parameter)| {
            let parameter = match parameter {
                CommandParameter::Pattern(pattern) => Parameter::Pattern(pattern),
                CommandParameter::OneOf(values) => Parameter::OneOf(values),
            };
            (name, parameter)
        });
        Entry { argv, parameters: parameters.collect(), env, directory, timeout, rejected_codes }
    }
}
