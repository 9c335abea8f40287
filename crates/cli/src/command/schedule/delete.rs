//! `refrain schedule delete`.

use clap::Args;
use refrain_client::types::{ApplyItem, ApplyResult};
use serde_json::{Value, json};

use super::select::{SelectArgs, described};
use super::table::DELETED;
use crate::command::response::{all_done, read, refused, value};
use crate::exit::{Exit, Failure};
use crate::prompt::ConfirmArgs;
use crate::session::{Outcome, Session};

/// Maximum number of schedules per request, the maximum of the server.
const BATCH: usize = 500;
/// Statuses of all schedules that can be deleted.
const STATUSES: &str = "active,paused,disabled,canceled,finished";

/// Delete schedules
///
/// Their history is kept until retention removes it.
#[derive(Args, Debug)]
#[command(
    visible_alias = "rm",
    after_help = "Examples:
  refrain schedule delete digest
  refrain schedule delete digest report --yes
  refrain schedule delete --label team=billing --yes"
)]
pub(super) struct Delete {
    #[command(flatten)]
    schedules: SelectArgs,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

impl Delete {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let ids = self.schedules.ids(session, STATUSES).await?;
        if ids.is_empty() {
            session.output().list::<ApplyItem>(&[], &DELETED)?;
            session.output().line("There is no schedule to delete.");
            return Ok(());
        }
        self.confirm.confirm(&format!("Delete {}?", described(&ids)))?;
        let (mut items, mut failures) = (Vec::new(), Vec::new());
        let mut left = ids;
        while !left.is_empty() && failures.is_empty() {
            let batch: Vec<String> = left.drain(..left.len().min(BATCH)).collect();
            match delete(session, &batch).await {
                Ok(done) => {
                    // The server has a time limit for each request.
                    left.extend(done.iter().filter(|item| item["result"] == "pending").filter_map(name));
                    items.extend(done.into_iter().filter(|item| item["result"] != "pending"));
                }
                Err(failure) => failures.push(failure),
            }
        }
        show(session, &items, failures)
    }
}

fn name(item: &Value) -> Option<String> {
    item["name"].as_str().map(str::to_owned)
}

async fn delete(session: &Session, ids: &[String]) -> Result<Vec<Value>, Failure> {
    let documents: Vec<Value> = ids.iter().map(|id| json!({ "kind": "schedule", "id": id, "delete": true })).collect();
    let body = json!({ "documents": documents });
    let mut result = value(session.client().request("POST", "/v1/apply").with_json(&body)).await?;
    let _: ApplyResult = read(&result)?;
    match result.get_mut("items").map(Value::take) {
        Some(Value::Array(items)) => Ok(items),
        Some(_) | None => Ok(Vec::new()),
    }
}

fn show(session: &Session, items: &[Value], mut failures: Vec<Failure>) -> Outcome {
    let output = session.output();
    if !output.is_for_people() {
        output.list::<ApplyItem>(items, &DELETED)?;
    }
    for item in items {
        let item: ApplyItem = read(item)?;
        match (item.result.as_str(), item.problem) {
            ("deleted", _) => output.line(format!("Deleted {}.", item.name)),
            (_, Some(problem)) => {
                let failure = refused(&problem.code, &problem.detail);
                failures.push(match problem.hint {
                    Some(hint) => failure.with_hint(hint),
                    None => failure,
                });
            }
            // Deleting what is not there changes nothing.
            (_, None) => failures.push(Failure::new(Exit::NotFound, format!("schedule {} does not exist", item.name))),
        }
    }
    all_done(&failures)
}
