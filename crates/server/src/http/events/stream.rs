//! The stream itself.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt as _};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::hub::{READERS_MAX, Reader, Wanted};
use super::kept::Kept;
use super::told::{Kind, Told};
use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// A quiet stream shows so often that it lives.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(15);
/// A client whose stream broke comes back after so long.
const COME_BACK_AFTER: Duration = Duration::from_secs(2);
/// The last event that a client has seen.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Which events are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// Of this schedule alone.
    #[param(example = "digest")]
    schedule: Option<String>,
    /// Of these kinds alone, with commas between: `ended,alarm`.
    #[param(example = "ended,alarm")]
    kind: Option<String>,
}

/// The first event of a stream.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Opened {
    /// The node that is asked.
    node: String,
}

/// What is told in place of events that are no longer kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Missed {
    /// How many at most; null when it cannot be told because they were another node's, or of before a restart.
    count: Option<u64>,
}

/// Follow what happens
///
/// Server-sent events about the tenant's schedules, each with an id: of all nodes on the store, as far as those that do more than 2,000
/// things a second can tell. The first is `open` and names the node that is asked; a client that
/// comes back with the header `Last-Event-ID` gets what it has missed, as far as it is kept, and before it the event `missed` if
/// something is gone. A comment comes every 15 seconds. The stream ends within a second after the key was revoked or rotated or has
/// expired, or the session has ended.
#[utoipa::path(
    get,
    path = "/v1/events",
    tag = "insight",
    params(Asked, ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that was seen")),
    responses((status = 200, description = "A stream that does not end", body = Told, content_type = "text/event-stream")),
)]
pub(crate) async fn events(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let wanted = Wanted { kinds: kinds(asked.kind.as_deref())?, schedule: asked.schedule };
    let Some((reader, last)) = app.events().read(&caller.tenant) else {
        let detail = format!("{READERS_MAX} streams of this tenant are open already");
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_streams", detail).retry_after(5));
    };
    let era = app.events().era.clone();
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
    let following = Following { reader, wanted, era, seen, waiting };
    let heartbeat = KeepAlive::new().interval(HEARTBEAT_EVERY).text("heartbeat");
    let events = following.into_stream().take_until(ended(app, caller));
    Ok(Sse::new(events).keep_alive(heartbeat).into_response())
}

/// Completes when a stream ends: with the server, or with the credential that it was opened with.
async fn ended(app: App, caller: Caller) {
    tokio::select! {
        () = app.closing().cancelled() => {}
        () = app.authority().ended(&caller.identity.credential) => {}
    }
}

/// A client in the midst of its stream.
struct Following {
    reader: Reader,
    wanted: Wanted,
    era: String,
    /// The number of the last event that was looked at.
    seen: u64,
    waiting: VecDeque<Event>,
}

impl Following {
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
            self.look();
            if self.waiting.is_empty() {
                self.reader.news().await;
            }
        }
    }

    fn look(&mut self) {
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
    data(Event::default().event("open").retry(COME_BACK_AFTER), &Opened { node: node.to_owned() })
}

fn missed(count: Option<u64>) -> Event {
    data(Event::default().event("missed"), &Missed { count })
}

fn event(era: &str, number: u64, kept: &Kept) -> Event {
    Event::default().event(kept.kind().as_str()).id(format!("{era}-{number}")).data(kept.to_json())
}

fn data(event: Event, value: &impl Serialize) -> Event {
    event.data(serde_json::to_string(value).unwrap_or_default())
}

/// The number in an id that this process gave; none in any other.
fn seen(id: &str, era: &str, last: u64) -> Option<u64> {
    let (given, number) = id.split_once('-')?;
    number.parse().ok().filter(|number| given == era && *number <= last)
}

fn kinds(text: Option<&str>) -> Result<Vec<Kind>, Problem> {
    let read = |name: &str| {
        Kind::from_text(name.trim()).ok_or_else(|| {
            let known = Kind::ALL.map(Kind::as_str).join(", ");
            let shown: String = name.chars().take(40).collect();
            Problem::bad_request("bad_query", format!("{shown:?} is no kind of event"))
                .at_path("kind")
                .with_hint(format!("one of {known}"))
        })
    };
    text.map_or(Ok(Vec::new()), |text| text.split(',').map(read).collect())
}
