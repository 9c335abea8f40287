//! Commands on dispatch rules.

mod test;

use clap::{Args, Subcommand};
use serde_json::Value;

use super::control::{Control, Kind, Stored, Verbs};
use crate::document::DocumentKind;
use crate::output::{Cell, Column, Table};
use crate::session::{Outcome, Session, SessionArgs};

/// List, change and test dispatch rules, which every action passes
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain rule list
  refrain rule apply -f rules.yaml --dry-run
  refrain rule test digest")]
pub struct RuleCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    #[command(flatten)]
    Control(Verbs<Rule>),
    Test(test::Test),
}

/// The kind of dispatch rules.
#[derive(Debug)]
enum Rule {}

impl Kind for Rule {
    const CONTROL: &'static Control = &Control {
        kind: DocumentKind::DispatchRule,
        noun: "rule",
        one: "dispatch rule",
        many: "dispatch rules",
        path: "/v1/dispatch-rules",
        example: "quiet-nights",
        // Rules are evaluated in this order.
        rank: |rule| rule["definition"]["priority"].as_i64().unwrap_or(i64::MAX),
        table: Table {
            name: |rule| rule.name.clone(),
            columns: &[
                Column::new("name", |rule, _| rule.name.as_str().into()),
                Column::new("priority", |rule, _| rule.text("/priority").into()),
                Column::new("status", |rule, _| Cell::state(status(rule))),
                Column::new("action", |rule, _| action(rule).into()),
                Column::wide("version", |rule, _| rule.version.to_string().into()),
                Column::wide("updated", |rule, view| view.time.at(rule.updated_at).into()),
                Column::wide("description", |rule, _| rule.text("/description").into()),
                Column::new("condition", |rule, _| rule.text("/condition").into()),
                Column::new("problem", |rule, _| rule.problem().into()),
            ],
        },
    };
}

fn status(rule: &Stored) -> &'static str {
    match rule.definition["enabled"] {
        _ if rule.definition.is_null() => "unknown",
        Value::Bool(false) => "disabled",
        _ => "active",
    }
}

/// Returns the action of a rule with its main setting, such as `delay 1h`.
fn action(rule: &Stored) -> String {
    let name = rule.text("/then/action");
    let settings: &[&str] = match name.as_str() {
        "reroute" => &["/then/provider"],
        "throttle" => &["/then/limit", "/then/window"],
        "dedup" => &["/then/ttl"],
        "delay" => &["/then/by"],
        "deny" | "suppress" => &["/then/reason"],
        _ => &[],
    };
    let settings: Vec<String> = settings.iter().map(|pointer| rule.text(pointer)).collect();
    format!("{name} {}", settings.join("/")).trim_end().to_owned()
}

impl RuleCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::Control(verb) => verb.run(session).await,
            Verb::Test(verb) => verb.run(session).await,
        }
    }
}
