//! Asks the server: for the totals at every interval, for what changes slowly less often, and for the schedules that
//! are visible. It never reads all schedules.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain_client::types::{Fold, HistorySchedule, Node, Occurrence, Schedule, StaleSchedule};
use refrain_client::{Client, ClientError};
use tokio::sync::{mpsc, watch};

use super::details;
use super::fleet::Fleet;
use super::message::{Action, Message, Request, Wish};
use crate::clock;

/// Interval at which nodes and unplanned schedules are read.
const SLOW_EVERY: SignedDuration = SignedDuration::from_secs(10);
/// Interval at which the failures of the last day are counted, for which the server reads up to 20,000 occurrences, and
/// disabled schedules are read.
const FAILED_EVERY: SignedDuration = SignedDuration::from_secs(20);
/// Age at which a visible schedule is read again.
const SCHEDULE_FOR: SignedDuration = SignedDuration::from_secs(10);
/// Pause before the schedules of a changed view are read, so that a held key does not become a flood of requests.
const SETTLE_FOR: Duration = Duration::from_millis(250);
/// Maximum number of schedules that are read one by one between two pauses.
const READ_MAX: usize = 8;
/// Maximum number of schedules that are remembered.
const KNOWN_MAX: usize = 1_000;
/// Maximum number of rows of each list.
const RUNNING_MAX: u32 = 200;
const DUE_MAX: u32 = 100;
const COMPLETED_MAX: u32 = 100;
const FAILED_MAX: u32 = 200;
const DISABLED_MAX: u32 = 50;
const LIST_MAX: u32 = 200;

/// Live nodes, or `None` if the key may not list them, and schedules that none of them has planned.
type NodesAndStale = (Option<Vec<Node>>, Vec<StaleSchedule>);

/// A value, and when it was read.
#[derive(Debug)]
struct Cached<T> {
    value: T,
    read_at: Timestamp,
}

impl<T> Cached<T> {
    fn is_fresh(&self, now: Timestamp, for_: SignedDuration) -> bool {
        now.duration_since(self.read_at) < for_
    }
}

/// Asks the server until it is stopped.
#[derive(Debug)]
pub(super) struct Poller {
    client: Client,
    every: Duration,
    nodes: Option<Cached<NodesAndStale>>,
    failed: Option<Cached<(Vec<HistorySchedule>, i64)>>,
    disabled: Option<Cached<Vec<Schedule>>>,
    schedules: BTreeMap<String, Cached<Option<Schedule>>>,
    list: Option<(String, Cached<Vec<Schedule>>)>,
}

impl Poller {
    pub(super) fn new(client: Client, every: Duration) -> Self {
        Self { client, every, nodes: None, failed: None, disabled: None, schedules: BTreeMap::new(), list: None }
    }

    /// Sends an answer at every interval, and when something else is wished for. Ends with its receiver.
    pub(super) async fn run(mut self, mut wishes: watch::Receiver<Wish>, answers: mpsc::Sender<Message>) {
        let mut ticks = tokio::time::interval(self.every);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (mut totals, mut changes) = (None, 0);
        loop {
            tokio::select! {
                _ = ticks.tick() => totals = None,
                changed = wishes.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    tokio::time::sleep(SETTLE_FOR).await;
                }
            }
            let wish = wishes.borrow_and_update().clone();
            if wish.changes != changes {
                changes = wish.changes;
                self.schedules.clear();
                (self.list, self.disabled, totals) = (None, None, None);
            }
            let answer = self.poll(&wish, &mut totals, clock::now()).await;
            if answers.send(Message::Fleet(answer)).await.is_err() {
                return;
            }
        }
    }

    async fn poll(
        &mut self,
        wish: &Wish,
        totals: &mut Option<Fleet>,
        now: Timestamp,
    ) -> Result<(Box<Fleet>, Vec<Schedule>), ClientError> {
        let fleet = match totals.take() {
            Some(fleet) => fleet,
            None => self.totals(now).await?,
        };
        let listed = match &wish.list {
            Some(text) => self.listed(text, now).await?,
            None => {
                self.read_schedules(&wish.schedules, now).await?;
                Vec::new()
            }
        };
        let known = self.schedules.iter().filter_map(|(id, read)| Some((id.clone(), read.value.clone()?)));
        let fleet = Fleet { schedules: known.collect(), ..fleet };
        *totals = Some(fleet.clone());
        Ok((Box::new(fleet), listed))
    }

    async fn totals(&mut self, now: Timestamp) -> Result<Fleet, ClientError> {
        let client = self.client.clone();
        let stats = client.get_statistics().await?;
        let running = client.list_occurrences().state("running").limit(RUNNING_MAX).await?.items;
        let due = client.list_occurrences().state("planned").until(now).limit(DUE_MAX).await?;
        let completed = client.list_occurrences().state("succeeded,failed").limit(COMPLETED_MAX).await?.items;
        let (nodes, stale) = self.nodes(now).await?;
        let failed = self.failed(now).await?;
        let disabled = if stats.schedules.disabled.count > 0 { self.disabled(now).await? } else { Vec::new() };
        let is_due = |due: &Occurrence| due.due_at <= now;
        let due = (due.items.into_iter().filter(is_due).collect(), due.next_cursor.is_some());
        Ok(Fleet { stats, nodes, running, due, completed, failed, disabled, stale, schedules: BTreeMap::new() })
    }

    async fn nodes(&mut self, now: Timestamp) -> Result<NodesAndStale, ClientError> {
        if let Some(read) = self.nodes.as_ref().filter(|read| read.is_fresh(now, SLOW_EVERY)) {
            return Ok(read.value.clone());
        }
        let nodes = match self.client.list_nodes().await {
            Ok(nodes) => Some(nodes.items),
            // Nodes concern the server itself: the key of a tenant may not list them.
            Err(error) if error.is_forbidden() => None,
            Err(error) => return Err(error),
        };
        let value = (nodes, self.client.get_schedule_health().await?.stale);
        self.nodes = Some(Cached { value: value.clone(), read_at: now });
        Ok(value)
    }

    async fn failed(&mut self, now: Timestamp) -> Result<(Vec<HistorySchedule>, i64), ClientError> {
        if let Some(read) = self.failed.as_ref().filter(|read| read.is_fresh(now, FAILED_EVERY)) {
            return Ok(read.value.clone());
        }
        let call = self.client.get_run_history().state("failed").fold(Fold::Day).limit(FAILED_MAX);
        let history = call.await?;
        let value = (history.items, history.schedules);
        self.failed = Some(Cached { value: value.clone(), read_at: now });
        Ok(value)
    }

    async fn disabled(&mut self, now: Timestamp) -> Result<Vec<Schedule>, ClientError> {
        if let Some(read) = self.disabled.as_ref().filter(|read| read.is_fresh(now, FAILED_EVERY)) {
            return Ok(read.value.clone());
        }
        let value = self.client.list_schedules().status("disabled").limit(DISABLED_MAX).await?.items;
        self.disabled = Some(Cached { value: value.clone(), read_at: now });
        Ok(value)
    }

    async fn listed(&mut self, text: &str, now: Timestamp) -> Result<Vec<Schedule>, ClientError> {
        if let Some((of, read)) = &self.list
            && of == text
            && read.is_fresh(now, SLOW_EVERY)
        {
            return Ok(read.value.clone());
        }
        let mut call = self.client.list_schedules().limit(LIST_MAX);
        if !text.is_empty() {
            call = call.text(text);
        }
        let items = call.await?.items;
        self.list = Some((text.to_owned(), Cached { value: items.clone(), read_at: now }));
        Ok(items)
    }

    /// Reads the visible schedules that are not known, or were read long ago.
    async fn read_schedules(&mut self, ids: &[String], now: Timestamp) -> Result<(), ClientError> {
        if self.schedules.len() > KNOWN_MAX {
            self.schedules.clear();
        }
        let is_stale = |id: &&String| self.schedules.get(*id).is_none_or(|read| !read.is_fresh(now, SCHEDULE_FOR));
        let stale: Vec<&String> = ids.iter().filter(is_stale).take(READ_MAX).collect();
        for id in stale {
            let value = match self.client.get_schedule(id).await {
                Ok(schedule) => Some(schedule),
                Err(error) if error.is_not_found() => None,
                Err(error) => return Err(error),
            };
            self.schedules.insert(id.clone(), Cached { value, read_at: now });
        }
        Ok(())
    }
}

/// Answers a request that a person caused.
pub(super) async fn answer(client: Client, request: Request, answers: mpsc::Sender<Message>) {
    let message = match request {
        Request::Details(id) => Message::Details(Box::new(details::read(&client, id).await)),
        Request::Change(action) => Message::Done(change(&client, &action).await.map_err(|error| error.to_string())),
    };
    // Without a receiver, the view has ended.
    let _ = answers.send(message).await;
}

async fn change(client: &Client, action: &Action) -> Result<String, ClientError> {
    const NOTE: &str = "refrain top";
    Ok(match action {
        Action::Pause(id) => {
            client.pause_schedule(id).note(NOTE).await?;
            format!("Paused {id}.")
        }
        Action::Resume(id) => {
            client.resume_schedule(id).note(NOTE).await?;
            format!("Resumed {id}.")
        }
        Action::Run(id) => {
            let run = client.fire_schedule(id).note(NOTE).await?;
            format!("Started run {} of {id}.", run.occurrence)
        }
    })
}
