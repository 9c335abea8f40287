//! A call of an operation: its parameters, and how it is sent.

pub(crate) mod endpoint;
mod items;
mod raw;

use std::fmt;
use std::fmt::Display;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;

use serde::Serialize;
use serde_json::Value;

pub(crate) use endpoint::endpoint;
pub use endpoint::{Cacheable, Conditional, Creating, Endpoint, Keyed, Listing, Operation};
pub use items::ItemStream;
pub use raw::Raw;

use crate::client::Client;
use crate::error::ClientError;
use crate::request::{Request, path};
use crate::response::{EntityTag, Received, Response};

/// Status of a response to a request for a newer version than the caller has, if there is none.
const NOT_MODIFIED: u16 = 304;

impl Client {
    /// Starts a call of an operation, with the parameters of its path.
    pub(crate) fn call<O: Endpoint>(&self, arguments: &[&dyn Display]) -> Call<O> {
        Call::new(self.clone(), arguments)
    }
}

/// A call of an operation. Set its options, then await it.
///
/// - `.await` returns the value.
/// - [`response`](Self::response) returns it with the head of the response.
/// - [`items`](Self::items) streams the items of all pages, for operations that return a page.
#[must_use = "a call does nothing unless it is awaited"]
pub struct Call<O> {
    pub(crate) client: Client,
    pub(crate) request: Request,
    operation: PhantomData<fn() -> O>,
}

impl<O: Endpoint> Call<O> {
    pub(crate) fn new(client: Client, arguments: &[&dyn Display]) -> Self {
        let mut request = Request::new(O::METHOD, path(O::PATH, arguments));
        request.is_repeatable = O::IS_REPEATABLE;
        request.takes_key = O::TAKES_KEY;
        request.is_slow = O::IS_SLOW;
        request.set_media_type(O::MEDIA_TYPE);
        Self::of(client, request)
    }
}

impl<O> Call<O> {
    pub(crate) fn of(client: Client, request: Request) -> Self {
        Self { client, request, operation: PhantomData }
    }

    pub(crate) fn parameter(mut self, name: &str, value: impl Display) -> Self {
        self.request.set_query(name, value);
        self
    }

    pub(crate) fn request_header(mut self, name: &str, value: &str) -> Self {
        self.request.set_header(name, value);
        self
    }

    pub(crate) fn body_field(mut self, name: &str, value: impl Serialize) -> Self {
        self.request.set_field(name, value);
        self
    }

    pub(crate) fn body_object(mut self) -> Self {
        self.request.fields();
        self
    }

    pub(crate) fn body_json(mut self, body: &impl Serialize) -> Self {
        self.request.set_json(body);
        self
    }

    pub(crate) fn body_text(mut self, body: impl Into<String>) -> Self {
        self.request.body = crate::request::Body::Text(body.into());
        self
    }
}

impl<O: Operation> Call<O> {
    /// Sends the request and returns the value with the head of the response.
    ///
    /// # Errors
    /// When the server refuses the request, cannot be reached, or sends an unreadable response.
    pub async fn response(self) -> Result<Response<O::Output>, ClientError> {
        let received = self.client.send(self.request).await?;
        read::<O>(received)
    }
}

fn read<O: Operation>(received: Received) -> Result<Response<O::Output>, ClientError> {
    match O::read(&received.body) {
        Ok(value) => Ok(Response::new(value, received)),
        Err(error) => {
            let message = format!("{}: {error}", O::ID);
            Err(ClientError::unreadable(message, received.status, received.request_id()))
        }
    }
}

impl<O: Operation> IntoFuture for Call<O> {
    type Output = Result<O::Output, ClientError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { Ok(self.response().await?.value) })
    }
}

impl<O: Listing> Call<O> {
    /// Streams the items of this page and of all pages after it. Each page is requested when it is needed.
    ///
    /// ```no_run
    /// # async fn example(client: refrain_client::Client) -> Result<(), refrain_client::ClientError> {
    /// let mut schedules = client.list_schedules().label("team:billing").items();
    /// while let Some(schedule) = schedules.next().await {
    ///     println!("{}", schedule?.id);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn items(self) -> ItemStream<O::Item> {
        ItemStream::of(self)
    }

    /// Streams the items as the server sent them, with fields that this client does not know.
    pub fn raw_items(self) -> ItemStream<Value> {
        ItemStream::raw(self)
    }
}

impl<O: Keyed> Call<O> {
    /// Identifies the request: repeating it with the same key has no further effect. Default: a generated key.
    pub fn idempotency_key(self, key: &str) -> Self {
        self.request_header("Idempotency-Key", key)
    }
}

impl<O: Conditional> Call<O> {
    /// Changes only this version: a revision, or the `ETag` of a response. Any other version is a conflict.
    ///
    /// ```no_run
    /// # async fn example(client: refrain_client::Client) -> Result<(), refrain_client::ClientError> {
    /// let schedule = client.get_schedule("digest").await?;
    /// client.update_schedule("digest").timezone("Europe/Paris").if_match(schedule.revision).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn if_match(mut self, version: impl Into<EntityTag>) -> Self {
        // If the response to the first attempt is lost, the second one would be a conflict with the first.
        self.request.is_repeatable = false;
        self.request_header("If-Match", version.into().as_str())
    }
}

impl<O: Creating> Call<O> {
    /// Creates only: if there is something under this name, that is a conflict.
    pub fn create_only(mut self) -> Self {
        self.request.is_repeatable = false;
        self.request_header("If-None-Match", "*")
    }
}

impl<O: Operation + Cacheable> Call<O> {
    /// Returns the value if it has another version than this one, which the caller already has, else `None`.
    ///
    /// # Errors
    /// As [`response`](Self::response).
    pub async fn if_changed(self, known: impl Into<EntityTag>) -> Result<Option<Response<O::Output>>, ClientError> {
        let call = self.request_header("If-None-Match", known.into().as_str());
        let received = call.client.send(call.request).await?;
        if received.status == NOT_MODIFIED { Ok(None) } else { read::<O>(received).map(Some) }
    }
}

impl<O> Clone for Call<O> {
    fn clone(&self) -> Self {
        Self::of(self.client.clone(), self.request.clone())
    }
}

/// Header values may be secrets and are not shown.
impl<O> fmt::Debug for Call<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let request = &self.request;
        f.debug_struct("Call").field("method", &request.method).field("path", &request.path).finish_non_exhaustive()
    }
}
