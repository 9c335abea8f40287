//! Command-line flags, which override all other sources.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::log::LogFormat;
use super::place::Place;
use super::problem::Problem;
use super::server::Role;
use super::tree::{Node, Value};
use super::variables::untyped;

/// Flags that override the configuration. Every command that loads a configuration accepts them.
#[derive(Args, Clone, Debug, Default)]
pub struct Overrides {
    /// Configuration file [default: refrain.toml, if it exists]
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS")]
    pub bind: Option<String>,
    /// Address of the store, such as `sqlite:refrain.db`
    #[arg(long, value_name = "ADDRESS")]
    pub store: Option<String>,
    /// Role of this node
    #[arg(long, value_enum, hide_short_help = true)]
    pub role: Option<Role>,
    /// Allow listening on an address other than loopback without keys and TLS
    #[arg(long, hide_short_help = true)]
    pub insecure: bool,
    /// Name of this node
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub node: Option<String>,
    /// Format of log records
    #[arg(long, value_enum, hide_short_help = true)]
    pub log_format: Option<LogFormat>,
    /// Set any key of the configuration file: `--set engine.lease_for=1m`
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl Overrides {
    /// Overlays the flags on the tree.
    pub(super) fn overlay(&self, root: &mut Node, problems: &mut Vec<Problem>) {
        for assignment in &self.set {
            set(root, assignment, problems);
        }
        let mut lay = |flag: &str, path: [&str; 2], value: Option<Value>| {
            if let Some(value) = value {
                root.overlay(Node::at_path(&path, value, &Place::Flag { flag: flag.to_owned() }));
            }
        };
        let text = |text: &Option<String>| text.clone().map(Value::Untyped);
        lay("--bind", ["server", "bind"], text(&self.bind));
        lay("--store", ["store", "address"], text(&self.store));
        lay("--role", ["server", "role"], self.role.as_ref().map(word));
        lay("--insecure", ["server", "insecure"], self.insecure.then_some(Value::Bool(true)));
        lay("--node", ["server", "node"], text(&self.node));
        lay("--log-format", ["log", "format"], self.log_format.as_ref().map(word));
    }
}

/// Returns the name of a command-line choice. It is the same in the file.
fn word(choice: &impl ValueEnum) -> Value {
    let name = choice.to_possible_value().map(|value| value.get_name().to_owned());
    Value::Text(name.unwrap_or_default())
}

fn set(root: &mut Node, assignment: &str, problems: &mut Vec<Problem>) {
    let (key, value) = assignment.split_once('=').unwrap_or((assignment, ""));
    let key = key.trim();
    let path: Vec<&str> = key.split('.').collect();
    let is_whole = path.len() > 1 && path.iter().all(|part| !part.is_empty());
    if is_whole && assignment.contains('=') {
        let place = Place::Flag { flag: format!("--set {key}") };
        root.overlay(Node::at_path(&path, untyped(value, &place), &place));
    } else {
        // The argument may be a secret in the wrong place, so it is not quoted.
        let place = Place::Flag { flag: "--set".to_owned() };
        let problem =
            Problem::new("bad_flag", "", "--set needs a key with its section, an equals sign and a value: KEY=VALUE");
        problems.push(problem.with_hint("for example --set engine.lease_for=1m").at(Some(place)));
    }
}
