//! Commands on alerts.

use clap::Args;

use super::control::{Control, Kind, Stored, Verbs};
use crate::document::DocumentKind;
use crate::output::{Column, Table};
use crate::session::{Outcome, Session, SessionArgs};

/// List and change alerts about failures and missed runs
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain alert list
  refrain alert apply -f alerts.yaml
  refrain alert delete on-call")]
pub struct AlertCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verbs<Alert>,
}

/// The kind of alerts.
#[derive(Debug)]
enum Alert {}

impl Kind for Alert {
    const CONTROL: &'static Control = &Control {
        kind: DocumentKind::Alert,
        noun: "alert",
        one: "alert",
        many: "alerts",
        path: "/v1/alerts",
        example: "on-call",
        rank: |_| 0,
        table: Table {
            name: |alert| alert.name.clone(),
            columns: &[
                Column::new("name", |alert, _| alert.name.as_str().into()),
                Column::new("on", |alert, _| alert.text("/on").into()),
                Column::new("provider", |alert, _| alert.text("/action/provider").into()),
                Column::new("limit", |alert, _| alert.text("/limit").into()),
                Column::wide("failing after", |alert, _| alert.text("/failing_after").into()),
                Column::wide("version", |alert, _| alert.version.to_string().into()),
                Column::wide("updated", |alert, view| view.time.at(alert.updated_at).into()),
                Column::new("schedules", |alert, _| schedules(alert).into()),
                Column::new("problem", |alert, _| alert.problem().into()),
            ],
        },
    };
}

/// Returns the schedules that an alert is about.
fn schedules(alert: &Stored) -> String {
    let parts = [alert.text("/schedules"), alert.text("/labels")];
    let selected = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
    if selected.is_empty() && !alert.definition.is_null() { "all".to_owned() } else { selected }
}

impl AlertCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        self.verb.run(session).await
    }
}
