//! `kind = "command"`: the operator's catalog of programs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use refrain::delivery::Provider;
use refrain::model::Tenant;
use refrain::provider::command::{CommandCatalog, CommandProvider, Entry, Parameter};
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::{BuildProvider, ProviderDependencies, ProviderError, into_provider};

/// Options of the `command` provider: programs on this machine, for one tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandConfig {
    /// Tenant whose schedules may start the programs, as `namespace/tenant`. Default: `default/default`.
    #[serde(default = "tenant")]
    pub tenant: String,
    /// Programs by the name that schedules use.
    pub commands: BTreeMap<String, CommandEntry>,
}

/// One program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandEntry {
    /// Absolute path of the program, and its arguments.
    pub argv: Vec<String>,
    /// Parameters that a schedule may set, by name.
    #[serde(default)]
    pub parameters: BTreeMap<String, CommandParameter>,
    /// The complete environment of the program.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Working directory.
    pub directory: PathBuf,
    /// Timeout of one run. Default: 1 minute.
    pub timeout: Option<Length>,
    /// Exit codes after which a retry is pointless. Default: none.
    #[serde(default)]
    pub rejected_codes: Vec<i32>,
}

/// Constraint on the values of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandParameter {
    /// The whole value must match this regular expression.
    Pattern(String),
    /// The value must be one of these.
    OneOf(Vec<String>),
}

fn tenant() -> String {
    "default/default".to_owned()
}

impl BuildProvider for CommandConfig {
    fn build(&self, _: &str, _: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError> {
        let (namespace, name) = self.tenant.split_once('/').unwrap_or(("default", &self.tenant));
        let tenant = Tenant::new(namespace, name)
            .map_err(|error| ProviderError { code: "bad_name", detail: error.to_string() })?;
        let entries = self.commands.iter().map(|(name, entry)| (name.clone(), entry.to_engine())).collect();
        into_provider(CommandProvider::new(CommandCatalog { entries }, tenant), "")
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
