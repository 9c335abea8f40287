//! `[background]`: keys of the Acteon document, for configurations that are migrated from it.
//!
//! Each key is an alias of one of Refrain's keys. If both are set, Refrain's key takes precedence and a warning is
//! reported.

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::Config;
use super::problem::Problem;
use super::server::Role;
use super::tree::{Node, Path};

/// Aliases of `server.role` and `engine.check_every`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Background {
    /// Whether this node plans and runs recurring work. `false` is the same as `server.role = "api"`; `true`
    /// changes nothing.
    pub enable_recurring_actions: Option<bool>,
    /// Alias of `engine.check_every`, in seconds.
    pub recurring_check_interval_seconds: Option<u32>,
}

/// Applies the aliases to the keys they stand for.
pub(super) fn apply(config: &mut Config, root: &mut Node, warnings: &mut Vec<Problem>) {
    let Background { enable_recurring_actions, recurring_check_interval_seconds } = config.background;
    if let Some(seconds) = recurring_check_interval_seconds
        && alias_applies(root, "background.recurring_check_interval_seconds", ["engine", "check_every"], warnings)
    {
        config.engine.check_every = Length::from_seconds(seconds.into());
    }
    if enable_recurring_actions.is_some()
        && alias_applies(root, "background.enable_recurring_actions", ["server", "role"], warnings)
        && enable_recurring_actions == Some(false)
    {
        config.server.role = Role::Api;
    }
}

/// Returns whether the alias applies, which is when our own key is not set. The place of the alias then becomes the
/// place of our key.
fn alias_applies(root: &mut Node, theirs: &str, ours: [&str; 2], warnings: &mut Vec<Problem>) -> bool {
    let Some(given) = root.find(&Path::of(theirs)).cloned() else { return false };
    let name = ours.join(".");
    if root.is_given(&name) {
        let detail = format!("`{theirs}` and `{name}` set the same value; `{name}` takes precedence");
        let warning = Problem::new("both_given", theirs, detail).with_hint("remove one of them");
        warnings.push(warning.at(Some(given.key_place)));
        return false;
    }
    root.overlay(Node::at_path(&ours, given.value, &given.place));
    true
}
