//! Live events: a stream of server-sent events that reconnects.

mod parser;

use std::fmt;
use std::future::{Future, IntoFuture, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use serde::Deserialize;

use crate::call::Call;
use crate::client::Client;
use crate::error::ClientError;
use crate::operations::StreamEvents;
use crate::request::Request;
use crate::retry;
use crate::stream::Unfold;
use crate::types::Event;
use parser::{Message, Parser};

/// Time without a byte after which a connection counts as lost. The server sends a comment every 15 seconds.
const SILENCE_MAX: Duration = Duration::from_secs(45);
/// Wait before a reconnection, until the server names another one.
const RECONNECT_AFTER: Duration = Duration::from_secs(2);
/// Maximum wait before a reconnection.
const RECONNECT_MAX: Duration = Duration::from_secs(30);
const LAST_EVENT_ID: &str = "Last-Event-ID";

/// What a stream of events contains.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StreamItem {
    /// The stream is connected to this node, for the first time or again.
    Open {
        /// Node that serves the stream.
        node: String,
    },
    /// Events are lost. Read the ledger to learn what happened.
    Missed {
        /// Maximum number of lost events. `None` if it is unknown.
        count: Option<u64>,
    },
    /// An event.
    Event(Box<Event>),
    /// A message of a newer server.
    Other {
        /// Name of the message.
        name: String,
        /// Content of the message.
        data: String,
    },
}

impl StreamItem {
    /// Returns the event, if the item is one.
    pub fn into_event(self) -> Option<Event> {
        match self {
            Self::Event(event) => Some(*event),
            Self::Open { .. } | Self::Missed { .. } | Self::Other { .. } => None,
        }
    }
}

impl Client {
    /// Streams all events of the tenant. [`stream_events`](Self::stream_events) selects some.
    ///
    /// ```no_run
    /// use refrain_client::StreamItem;
    ///
    /// # async fn example(client: refrain_client::Client) -> Result<(), refrain_client::ClientError> {
    /// let mut events = client.events().await?;
    /// while let Some(item) = events.next().await {
    ///     if let StreamItem::Event(event) = item? {
    ///         println!("{} {}", event.at, event.kind);
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// When the first connection fails.
    pub async fn events(&self) -> Result<EventStream, ClientError> {
        self.stream_events().await
    }
}

/// Connects, and then reconnects by itself.
impl IntoFuture for Call<StreamEvents> {
    type Output = Result<EventStream, ClientError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let response = self.client.open(self.request.clone()).await?;
            Ok(EventStream::new(self.client, self.request, response))
        })
    }
}

/// A stream of events.
///
/// When the connection is lost, the stream connects again and continues after the last event, as far as the server
/// still has what came since: otherwise, [`StreamItem::Missed`] comes first. The stream ends with an error if the
/// server refuses it, for example because the key was revoked.
#[must_use = "a stream does nothing unless it is polled"]
pub struct EventStream(Unfold<Connection, Result<StreamItem, ClientError>>);

/// State of a stream of events.
struct Connection {
    client: Client,
    request: Request,
    response: Option<reqwest::Response>,
    parser: Parser,
    messages: std::vec::IntoIter<Message>,
    reconnect_after: Duration,
    /// Number of connections that failed since the last message.
    failures: u32,
}

impl EventStream {
    fn new(client: Client, request: Request, response: reqwest::Response) -> Self {
        let connection = Connection {
            client,
            request,
            response: Some(response),
            parser: Parser::default(),
            messages: Vec::new().into_iter(),
            reconnect_after: RECONNECT_AFTER,
            failures: 0,
        };
        Self(Unfold::new(connection, |connection| Box::pin(connection.step())))
    }

    /// Returns the next item, or `None` after the error that ended the stream.
    pub async fn next(&mut self) -> Option<Result<StreamItem, ClientError>> {
        poll_fn(|context| self.0.poll(context)).await
    }
}

impl Stream for EventStream {
    type Item = Result<StreamItem, ClientError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll(context)
    }
}

impl fmt::Debug for EventStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventStream").finish_non_exhaustive()
    }
}

impl Connection {
    async fn step(mut self) -> Option<(Result<StreamItem, ClientError>, Self)> {
        loop {
            if let Some(message) = self.messages.next() {
                let item = self.item(message);
                return Some((item, self));
            }
            if self.response.is_none() && self.failures == u32::MAX {
                return None;
            }
            if let Err(error) = self.receive().await {
                // The next step ends the stream.
                self.failures = u32::MAX;
                return Some((Err(error), self));
            }
        }
    }

    /// Waits for the next messages, and connects again if there is no connection.
    async fn receive(&mut self) -> Result<(), ClientError> {
        let Some(response) = &mut self.response else { return self.reconnect().await };
        match tokio::time::timeout(SILENCE_MAX, response.chunk()).await {
            Ok(Ok(Some(bytes))) => self.messages = self.parser.push(&bytes).into_iter(),
            // The stream ended, broke, or went silent: all are reasons to connect again.
            Ok(Ok(None) | Err(_)) | Err(_) => self.response = None,
        }
        Ok(())
    }

    async fn reconnect(&mut self) -> Result<(), ClientError> {
        let doubled = self.reconnect_after.saturating_mul(2_u32.saturating_pow(self.failures));
        tokio::time::sleep(doubled.min(RECONNECT_MAX).mul_f64(0.5 + retry::random_part() / 2.0)).await;
        self.parser = Parser::default();
        match self.client.open(self.request.clone()).await {
            Ok(response) => self.response = Some(response),
            Err(error) if error.is_unavailable() || error.is_limited() => self.failures = (self.failures + 1).min(16),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Returns the content of a message, and remembers where the stream is.
    fn item(&mut self, message: Message) -> Result<StreamItem, ClientError> {
        self.failures = 0;
        if let Some(wait) = message.retry {
            self.reconnect_after = wait;
        }
        if let Some(id) = &message.id {
            self.request.set_header(LAST_EVENT_ID, id);
        }
        let unreadable =
            |error: serde_json::Error| ClientError::unreadable(format!("event {}: {error}", message.name), 200, None);
        match message.name.as_str() {
            "open" => {
                let Open { node } = serde_json::from_str(&message.data).map_err(unreadable)?;
                Ok(StreamItem::Open { node })
            }
            "missed" => {
                let Missed { count } = serde_json::from_str(&message.data).map_err(unreadable)?;
                Ok(StreamItem::Missed { count })
            }
            _ => Ok(match serde_json::from_str(&message.data) {
                Ok(event) => StreamItem::Event(Box::new(event)),
                Err(_) => StreamItem::Other { name: message.name, data: message.data },
            }),
        }
    }
}

#[derive(Deserialize)]
struct Open {
    node: String,
}

#[derive(Deserialize)]
struct Missed {
    count: Option<u64>,
}
