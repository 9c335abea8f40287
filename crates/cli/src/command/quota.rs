//! Commands on quotas.

use clap::Args;

use super::control::{Control, Kind, Verbs};
use crate::document::DocumentKind;
use crate::output::{Column, Table};
use crate::session::{Outcome, Session, SessionArgs};

/// List and change quotas, which limit runs per window of time
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain quota list
  refrain quota apply -f quotas.yaml
  refrain quota delete hourly")]
pub struct QuotaCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verbs<Quota>,
}

/// The kind of quotas.
#[derive(Debug)]
enum Quota {}

impl Kind for Quota {
    const CONTROL: &'static Control = &Control {
        kind: DocumentKind::Quota,
        noun: "quota",
        one: "quota",
        many: "quotas",
        path: "/v1/quotas",
        example: "hourly",
        rank: |_| 0,
        table: Table {
            name: |quota| quota.name.clone(),
            columns: &[
                Column::new("name", |quota, _| quota.name.as_str().into()),
                Column::new("limit", |quota, _| quota.text("/limit").into()),
                Column::new("window", |quota, _| quota.text("/window").into()),
                Column::wide("version", |quota, _| quota.version.to_string().into()),
                Column::new("updated", |quota, view| view.time.at(quota.updated_at).into()),
                Column::new("problem", |quota, _| quota.problem().into()),
            ],
        },
    };
}

impl QuotaCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        self.verb.run(session).await
    }
}
