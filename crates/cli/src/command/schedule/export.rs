//! `refrain schedule export`.

use clap::Args;
use serde_json::Value;

use crate::command::list::{PAGE_MAX, items};
use crate::command::response::{all_done, value};
use crate::command::values::{label, labels_query};
use crate::document::Document;
use crate::exit::{Exit, Failure};
use crate::session::{Outcome, Session};

/// Statuses of schedules that an application would restore. A canceled schedule never runs again.
const STATUSES: &str = "active,paused,disabled,finished";

/// Print schedules as documents that `refrain apply` takes
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule export > schedules.yaml
  refrain schedule export digest report -o json
  refrain schedule export --label team=billing | refrain apply -f - --context staging")]
pub(super) struct Export {
    /// Schedule IDs. Default: all schedules, except canceled ones
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only schedules with this label; several must all match
    #[arg(short = 'l', long = "label", value_name = "NAME=VALUE", value_parser = label, conflicts_with = "ids")]
    labels: Vec<(String, String)>,
}

impl Export {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let mut failures = Vec::new();
        let schedules = self.schedules(session, &mut failures).await?;
        let mut documents = Vec::with_capacity(schedules.len());
        for schedule in &schedules {
            match Document::from_schedule(schedule) {
                Ok(document) => documents.push(document),
                Err(problem) => failures.push(Failure::new(Exit::Failure, problem.detail)),
            }
        }
        session.output().documents(&documents);
        all_done(&failures)
    }

    async fn schedules(&self, session: &Session, failures: &mut Vec<Failure>) -> Result<Vec<Value>, Failure> {
        if self.ids.is_empty() {
            let mut call = session.client().list_schedules().status(STATUSES).limit(PAGE_MAX);
            if !self.labels.is_empty() {
                call = call.label(&labels_query(&self.labels));
            }
            return Ok(items(call, 0).await?.0);
        }
        let mut found = Vec::new();
        for id in &self.ids {
            match value(session.client().get_schedule(id)).await {
                Ok(schedule) => found.push(schedule),
                Err(failure) if failure.exit() == Exit::Unavailable => return Err(failure),
                Err(failure) => failures.push(failure),
            }
        }
        Ok(found)
    }
}
