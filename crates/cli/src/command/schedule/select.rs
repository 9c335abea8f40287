//! Which schedules a command is about: those with the given IDs, those with a label, or all.

use clap::Args;

use crate::command::list::{PAGE_MAX, items};
use crate::command::values::{label, labels_query};
use crate::exit::Failure;
use crate::session::Session;

/// Number of IDs that a question names.
const NAMED_MAX: usize = 3;

/// Schedules to change.
#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
pub(super) struct SelectArgs {
    /// Schedule IDs
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// All schedules with this label; several must all match
    #[arg(short = 'l', long = "label", value_name = "NAME=VALUE", value_parser = label, conflicts_with = "ids")]
    labels: Vec<(String, String)>,
    /// All schedules of the tenant
    #[arg(long, conflicts_with_all = ["ids", "labels"])]
    all: bool,
}

impl SelectArgs {
    /// Returns whether schedules are named one by one.
    pub(super) fn is_by_id(&self) -> bool {
        !self.ids.is_empty()
    }

    /// Returns the IDs. Those selected by a label or by `--all` must have one of the statuses, separated by commas.
    pub(super) async fn ids(&self, session: &Session, status: &str) -> Result<Vec<String>, Failure> {
        if self.is_by_id() {
            let mut ids: Vec<String> = Vec::with_capacity(self.ids.len());
            // An ID given twice is meant once.
            ids.extend(
                self.ids.iter().enumerate().filter(|(at, id)| !self.ids[..*at].contains(id)).map(|(_, id)| id.clone()),
            );
            return Ok(ids);
        }
        let mut call = session.client().list_schedules().status(status).limit(PAGE_MAX);
        if !self.labels.is_empty() {
            call = call.label(&labels_query(&self.labels));
        }
        let (found, _) = items(call, 0).await?;
        Ok(found.iter().filter_map(|schedule| schedule.get("id")?.as_str()).map(str::to_owned).collect())
    }
}

/// Returns schedules for a question: `schedule digest`, or `12 schedules (a, b, c and 9 more)`.
pub(super) fn described(ids: &[String]) -> String {
    match ids {
        [one] => format!("schedule {one}"),
        _ => {
            let named: Vec<&str> = ids.iter().take(NAMED_MAX).map(String::as_str).collect();
            let rest = match ids.len() - named.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{} schedules ({}{rest})", ids.len(), named.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_names_some_schedules() {
        let check = |ids: &[&str], expected: &str| {
            let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
            assert_eq!(described(&ids), expected);
        };
        check(&["a"], "schedule a");
        check(&["a", "b"], "2 schedules (a, b)");
        check(&["a", "b", "c", "d", "e"], "5 schedules (a, b, c and 2 more)");
    }
}
