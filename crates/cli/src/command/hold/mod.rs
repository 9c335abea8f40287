//! Commands on holds.

mod create;
mod release;

use clap::{Args, Subcommand};
use jiff::Timestamp;

use super::control::{Control, Kind, Stored, Verbs};
use crate::document::DocumentKind;
use crate::output::{Cell, Column, Table};
use crate::session::{Outcome, Session, SessionArgs};

/// Create, list and release holds, which keep schedules from running
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain hold create month-end --label team=billing --until 2h --note 'books are closed'
  refrain hold list
  refrain hold release month-end")]
pub struct HoldCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Create(Box<create::Create>),
    Release(release::Release),
    #[command(flatten)]
    Control(Verbs<Hold>),
}

/// The kind of holds.
#[derive(Debug)]
enum Hold {}

impl Kind for Hold {
    const CONTROL: &'static Control = &Control {
        kind: DocumentKind::Hold,
        noun: "hold",
        one: "hold",
        many: "holds",
        path: "/v1/holds",
        example: "month-end",
        rank: |_| 0,
        table: Table {
            name: |hold| hold.name.clone(),
            columns: &[
                Column::new("name", |hold, _| hold.name.as_str().into()),
                Column::new("status", |hold, view| Cell::state(status(hold, view.time.now()))),
                Column::new("code", |hold, _| hold.text("/code").into()),
                Column::new("from", |hold, view| view.time.at_optional(hold.at("/from")).into()),
                Column::new("until", |hold, view| view.time.at_optional(hold.at("/until")).into()),
                Column::new("covers", |hold, _| covers(hold).into()),
                Column::wide("version", |hold, _| hold.version.to_string().into()),
                Column::wide("updated", |hold, view| view.time.at(hold.updated_at).into()),
                Column::new("note", |hold, _| hold.text("/note").into()),
                Column::new("problem", |hold, _| hold.problem().into()),
            ],
        },
    };
}

/// Returns whether a hold applies at an instant.
fn status(hold: &Stored, now: Timestamp) -> &'static str {
    if hold.definition.is_null() {
        "unknown"
    } else if hold.at("/until").is_some_and(|until| until <= now) {
        "finished"
    } else if hold.at("/from").is_some_and(|from| from > now) {
        "pending"
    } else {
        "held"
    }
}

/// Returns what a hold covers.
fn covers(hold: &Stored) -> String {
    if hold.definition.is_null() {
        return String::new();
    }
    let scope = [hold.text("/selects/scope/type"), hold.text("/selects/scope/id")].join("/");
    let parts = [hold.text("/selects/schedules"), hold.text("/selects/labels"), scope.trim_matches('/').to_owned()];
    let covered = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
    if covered.is_empty() { "all schedules".to_owned() } else { covered }
}

impl HoldCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::Create(verb) => verb.run(session).await,
            Verb::Release(verb) => verb.run(session).await,
            Verb::Control(verb) => verb.run(session).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Subcommand as _;
    use serde_json::{Value, json};

    use super::*;

    fn hold(definition: &Value) -> Stored {
        let at = "2026-01-05T09:00:00Z";
        let stored = json!({ "name": "h", "version": 1, "updated_at": at, "definition": definition, "problem": null });
        serde_json::from_value(stored).unwrap()
    }

    #[test]
    fn a_hold_has_a_status_and_covers_something() {
        let now: Timestamp = "2026-01-05T09:00:00Z".parse().unwrap();
        let check = |definition: Value, expected: (&str, &str)| {
            let hold = hold(&definition);
            assert_eq!((status(&hold, now), covers(&hold).as_str()), expected, "{definition}");
        };
        check(json!({ "code": "legal", "from": null, "selects": {} }), ("held", "all schedules"));
        check(
            json!({ "until": "2026-01-05T09:00:00Z", "selects": { "labels": { "team": "a" } } }),
            ("finished", "team=a"),
        );
        check(
            json!({
                "from": "2026-01-06T00:00:00Z",
                "selects": { "schedules": ["a", "b"], "scope": { "type": "t", "id": "1" } },
            }),
            ("pending", "a, b; t/1"),
        );
        check(Value::Null, ("unknown", ""));
    }

    #[test]
    fn the_help_of_a_shared_verb_names_the_kind() {
        let command = Verbs::<Hold>::augment_subcommands(clap::Command::new("hold"));
        for verb in ["list", "get", "apply", "delete"] {
            let verb = command.find_subcommand(verb).unwrap();
            let about = verb.get_about().unwrap().to_string();
            assert!(about.contains("hold") && !about.ends_with('.'), "{about}");
            let examples = verb.get_after_help().unwrap().to_string();
            assert!(examples.starts_with("Examples:\n  refrain hold "), "{examples}");
        }
    }
}
