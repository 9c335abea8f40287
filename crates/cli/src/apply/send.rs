//! Sends documents to `POST /v1/apply` in batches.

use std::collections::VecDeque;

use refrain_client::types::{ApplyItem, ApplyOutcome, ApplyResult};
use refrain_client::{Client, ClientError, Response};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::batch::batches;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;

const PATH: &str = "/v1/apply";
/// Header with the version of the server's program.
const VERSION: &str = "X-Refrain-Version";
/// Status of a body that is longer than the server accepts.
const TOO_LARGE: u16 = 413;
/// Number of attempts for a request whose response is lost. A document that was already applied is unchanged the
/// second time.
const ATTEMPTS: u32 = 2;

/// How documents are applied.
#[derive(Clone, Debug, Default)]
pub struct ApplyMode {
    /// Whether to only report what would change.
    pub is_dry_run: bool,
    /// Number of days for which a dry run compares occurrences. Default: that of the server.
    pub days: Option<u32>,
    /// Calendars by name that a dry run uses as if they were stored.
    pub calendars: Map<String, Value>,
}

/// Result of sending documents.
#[derive(Debug, Default)]
pub struct Sent {
    /// Result for each document, in order. `None` if the server did not report one.
    pub items: Vec<Option<ApplyItem>>,
    /// Documents of a request without a response: they may have been applied.
    pub uncertain: Vec<usize>,
    /// Reason why not all documents were sent.
    pub failure: Option<Failure>,
    /// Version of the server's program, if the server states it.
    pub server_version: Option<String>,
}

/// Body of a request.
#[derive(Serialize)]
struct Body<'a> {
    documents: Vec<&'a RawValue>,
    dry_run: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<u32>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    calendars: &'a Map<String, Value>,
}

/// Applies one document, and returns the server's report.
///
/// # Errors
/// If the request fails. A document that is refused is no error.
pub async fn one(client: &Client, document: &Map<String, Value>, is_dry_run: bool) -> Result<ApplyItem, Failure> {
    let mode = ApplyMode { is_dry_run, ..ApplyMode::default() };
    let sent = send(client, std::slice::from_ref(document), &mode, &Progress::new("", 0)).await;
    if let Some(failure) = sent.failure {
        return Err(failure);
    }
    let item = sent.items.into_iter().next().flatten();
    item.ok_or_else(|| Failure::new(Exit::Failure, "the server reported no result"))
}

/// Applies documents in order. Documents that the server has no time for are sent again. An error or an interruption
/// ends the sending; what was reported before is part of the result.
pub async fn send(client: &Client, documents: &[Map<String, Value>], mode: &ApplyMode, progress: &Progress) -> Sent {
    let mut sent = Sent { items: vec![None; documents.len()], ..Sent::default() };
    sent.failure = sent.fill(client, documents, mode, progress).await.err();
    sent
}

impl Sent {
    async fn fill(
        &mut self,
        client: &Client,
        documents: &[Map<String, Value>],
        mode: &ApplyMode,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let raw: Result<Vec<Box<RawValue>>, _> = documents.iter().map(to_raw_value).collect();
        let raw =
            raw.map_err(|error| Failure::new(Exit::Failure, format!("a document cannot be written as JSON: {error}")))?;
        let mut queue: VecDeque<Vec<usize>> = batches(&raw).into_iter().map(Iterator::collect).collect();
        while let Some(batch) = queue.pop_front() {
            let body = Body {
                documents: batch.iter().map(|index| &*raw[*index]).collect(),
                dry_run: mode.is_dry_run,
                days: mode.days,
                calendars: &mode.calendars,
            };
            self.uncertain.clone_from(&batch);
            match response(client, &body).await? {
                Ok(response) => {
                    self.server_version = response.header(VERSION).map(str::to_owned).or(self.server_version.take());
                    let pending = self.take(&batch, &response)?;
                    self.uncertain.clear();
                    progress.add((batch.len() - pending.len()) as u64);
                    if !pending.is_empty() {
                        queue.push_front(pending);
                    }
                }
                Err(error) if error.status() == Some(TOO_LARGE) && batch.len() > 1 => {
                    self.uncertain.clear();
                    let (first, second) = batch.split_at(batch.len() / 2);
                    queue.push_front(second.to_vec());
                    queue.push_front(first.to_vec());
                }
                Err(error) => return Err(failure(&error, documents, &batch)),
            }
        }
        Ok(())
    }

    /// Takes the results of a batch, and returns the documents that are still pending.
    fn take(&mut self, batch: &[usize], response: &Response<Value>) -> Result<Vec<usize>, Failure> {
        let result: ApplyResult =
            serde_json::from_slice(response.body()).map_err(|error| Failure::unreadable(&error))?;
        if result.items.len() != batch.len() {
            let message = format!("the server reported {} results for {} documents", result.items.len(), batch.len());
            return Err(Failure::new(Exit::Failure, message));
        }
        let mut pending = Vec::new();
        for (index, item) in batch.iter().zip(result.items) {
            match item.result {
                ApplyOutcome::Pending => pending.push(*index),
                _ => self.items[*index] = Some(item),
            }
        }
        if pending.len() == batch.len() {
            let message = "the server had no time for any of the documents";
            return Err(Failure::new(Exit::Unavailable, message).with_hint("run the command again"));
        }
        Ok(pending)
    }
}

/// Sends a request, once more if its response is lost. An interruption is an error of its own, because the outcome of
/// the request is then unknown.
async fn response(client: &Client, body: &Body<'_>) -> Result<Result<Response<Value>, ClientError>, Failure> {
    let mut attempt = 1;
    loop {
        let call = client.request("POST", PATH).with_json(body).response();
        let done = if body.dry_run { call.await } else { until_interrupted(call).await? };
        match done {
            Err(error) if attempt < ATTEMPTS && error.is_unavailable() && !error.is_timeout() => attempt += 1,
            done => return Ok(done),
        }
    }
}

async fn until_interrupted<T>(call: impl Future<Output = T>) -> Result<T, Failure> {
    tokio::select! {
        done = call => Ok(done),
        _ = tokio::signal::ctrl_c() => Err(Failure::new(Exit::Interrupted, "interrupted")),
    }
}

fn failure(error: &ClientError, documents: &[Map<String, Value>], batch: &[usize]) -> Failure {
    match (error.status(), batch) {
        (Some(TOO_LARGE), [index]) => {
            let name = |field: &str| documents[*index].get(field).and_then(Value::as_str);
            let name = name("id").or(name("name")).unwrap_or_default();
            Failure::usage(format!("document `{name}` is larger than the server accepts"))
                .with_hint("make its payload smaller, or raise `limits.body_max` of the server")
        }
        (Some(404 | 405), _) => {
            let message = format!("the server does not know `POST {PATH}`, so it is older than this program");
            Failure::new(Exit::Failure, message).with_hint("update the server, or use a program of its version")
        }
        _ => error.clone().into(),
    }
}
