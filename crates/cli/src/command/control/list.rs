//! `list` of a kind of control.

use clap::Args;
use serde_json::Value;

use super::kind::Control;
use crate::command::list::LimitArgs;
use crate::exit::Failure;
use crate::session::{Outcome, Session};

/// Page size of requests, the maximum of the server.
const PAGE: u32 = 500;

/// List all
#[derive(Args, Debug)]
pub(super) struct List {
    #[command(flatten)]
    limit: LimitArgs,
}

impl List {
    pub(super) async fn run(&self, session: &Session, control: &Control) -> Outcome {
        let mut items = all(session, control).await?;
        items.sort_by_key(control.rank);
        let limit = if self.limit.limit == 0 { items.len() } else { self.limit.limit };
        let has_more = items.len() > limit;
        items.truncate(limit);
        session.output().list(&items, &control.table)?;
        if items.is_empty() {
            session.output().line(format!("No {} found.", control.many));
        }
        if has_more {
            session.output().line("There are more. Use `--limit 0` to show all.");
        }
        Ok(())
    }
}

/// Returns the items of all pages. A tenant has few controls.
async fn all(session: &Session, control: &Control) -> Result<Vec<Value>, Failure> {
    let mut items = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let mut call = session.client().request("GET", control.path).with_query("limit", PAGE);
        if let Some(cursor) = &cursor {
            call = call.with_query("cursor", cursor);
        }
        let mut page = call.await?;
        if let Value::Array(more) = page["items"].take() {
            items.extend(more);
        }
        match page["next_cursor"].take() {
            Value::String(next) => cursor = Some(next),
            _ => return Ok(items),
        }
    }
}
