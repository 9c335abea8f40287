//! Live events as a stream of server-sent events: everything the nodes on the store do for the caller's
//! tenant.
//!
//! Nothing waits for a reader: a reader that is too slow learns how many events it missed.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt as _};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::app::App;
use super::caller::Caller;
use super::event_hub::{EventView, Kind, READERS_MAX, Reader, StoredEvent};
use super::problem::Problem;
use super::problem_code::ProblemCode;
use super::query::Query;

/// Interval of the heartbeat comments on an idle stream.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(15);
/// Time after which a client reconnects, as sent to it.
const RECONNECT_AFTER: Duration = Duration::from_secs(2);
/// ID of the last event that the client has seen.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Filter of the stream.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// Schedule ID. Default: all schedules.
    #[param(example = "digest")]
    schedule: Option<String>,
    /// Comma-separated event kinds, such as `completed,alarm`. Default: all kinds.
    #[param(example = "completed,alarm")]
    kind: Option<String>,
}

/// First event of a stream.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StreamStart {
    /// Node that serves the stream.
    node: String,
}

/// Event sent in place of events that are no longer available.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MissedEvents {
    /// Upper bound on the number of missed events. Null if unknown, because they belong to another node or to
    /// the time before a restart.
    count: Option<u64>,
}

/// Stream events
///
/// Streams server-sent events about the tenant's schedules, from all nodes on the store. Each event has an
/// ID. Events beyond 2,000 per second and node may be missing.
///
/// The first event is `open` and names the serving node. A client that reconnects with the `Last-Event-ID`
/// header gets the events it missed, as far as they are still available. If some are not, the event `missed`
/// comes first. A comment is sent every 15 seconds.
///
/// The stream ends within a second after the key is revoked, is rotated or expires, or after the session
/// ends. A tenant may have 20 open streams per node; further requests return 429.
#[utoipa::path(
    get,
    path = "/v1/events",
    tag = "insight",
    params(EventsQuery, ("Last-Event-ID" = Option<String>, Header, description = "ID of the last event that the client received.")),
    responses((status = 200, description = "A stream of events", body = EventView, content_type = "text/event-stream")),
)]
pub(crate) async fn events(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let wanted = EventFilter { kinds: kinds(asked.kind.as_deref())?, schedule: asked.schedule };
    let Some((reader, last)) = app.events().read(&caller.tenant) else {
        let detail = format!("this tenant already has {READERS_MAX} open streams");
        return Err(Problem::new(ProblemCode::TooManyStreams, detail).retry_after(5));
    };
    let era = app.events().era().to_owned();
    let given = headers.get(LAST_EVENT_ID).and_then(|id| id.to_str().ok());
    let mut waiting = VecDeque::from([opened(app.refrain().node().as_str())]);
    let seen = match given.map(|id| seen(id, &era, last)) {
        None => last,
        Some(Some(seen)) => seen,
        Some(None) => {
            waiting.push_back(missed(None));
            last
        }
    };
    let following = EventStream { reader, wanted, era, seen, waiting };
    let heartbeat = KeepAlive::new().interval(HEARTBEAT_INTERVAL).text("heartbeat");
    let events = following.into_stream().take_until(ended(app, caller));
    Ok(Sse::new(events).keep_alive(heartbeat).into_response())
}

/// Filter of a reader: kinds of events, and a schedule.
#[derive(Clone, Debug, Default)]
struct EventFilter {
    kinds: Vec<Kind>,
    schedule: Option<String>,
}

impl EventFilter {
    fn takes(&self, kept: &StoredEvent) -> bool {
        let is_kind = self.kinds.is_empty() || self.kinds.contains(&kept.kind());
        is_kind && (self.schedule.is_none() || self.schedule.as_deref() == kept.schedule())
    }
}

/// Completes when a stream must end: when the server shuts down, or the credential it was opened with ends.
async fn ended(app: App, caller: Caller) {
    tokio::select! {
        () = app.closing().cancelled() => {}
        () = app.authority().ended(&caller.identity.credential) => {}
    }
}

/// State of an open stream.
struct EventStream {
    reader: Reader,
    wanted: EventFilter,
    era: String,
    /// Number of the last event that was examined.
    seen: u64,
    waiting: VecDeque<Event>,
}

impl EventStream {
    fn into_stream(self) -> impl Stream<Item = Result<Event, Infallible>> {
        stream::unfold(self, |mut following| async {
            let event = following.next().await;
            Some((Ok(event), following))
        })
    }

    async fn next(&mut self) -> Event {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return event;
            }
            self.fill();
            if self.waiting.is_empty() {
                self.reader.news().await;
            }
        }
    }

    fn fill(&mut self) {
        let found = self.reader.after(self.seen);
        self.seen = found.last;
        if found.missed > 0 {
            self.waiting.push_back(missed(Some(found.missed)));
        }
        let wanted = found.events.iter().filter(|(_, kept)| self.wanted.takes(kept));
        self.waiting.extend(wanted.map(|(number, kept)| event(&self.era, *number, kept)));
    }
}

fn opened(node: &str) -> Event {
    data(Event::default().event("open").retry(RECONNECT_AFTER), &StreamStart { node: node.to_owned() })
}

fn missed(count: Option<u64>) -> Event {
    data(Event::default().event("missed"), &MissedEvents { count })
}

fn event(era: &str, number: u64, kept: &StoredEvent) -> Event {
    Event::default().event(kept.kind().as_str()).id(format!("{era}-{number}")).data(kept.to_json())
}

fn data(event: Event, value: &impl Serialize) -> Event {
    event.data(serde_json::to_string(value).unwrap_or_default())
}

/// Returns the event number in an ID that this process issued, or `None` for any other ID.
fn seen(id: &str, era: &str, last: u64) -> Option<u64> {
    let (given, number) = id.split_once('-')?;
    number.parse().ok().filter(|number| given == era && *number <= last)
}

fn kinds(text: Option<&str>) -> Result<Vec<Kind>, Problem> {
    let read = |name: &str| {
        Kind::from_text(name.trim()).ok_or_else(|| {
            let shown: String = name.chars().take(40).collect();
            let hint = match name.trim() {
                "folded" => format!("use `{}`", Kind::Gap.as_str()),
                "ended" => format!("use `{}`", Kind::Completed.as_str()),
                _ => format!("one of {}", Kind::ALL.map(Kind::as_str).join(", ")),
            };
            Problem::new(ProblemCode::BadQuery, format!("{shown:?} is not an event kind"))
                .at_path("kind")
                .with_hint(hint)
        })
    };
    text.map_or(Ok(Vec::new()), |text| text.split(',').map(read).collect())
}
