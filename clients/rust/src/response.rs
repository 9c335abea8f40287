//! A response with its head.

use std::fmt;

use reqwest::header::HeaderMap;

/// Header with the ID of a request.
pub(crate) const REQUEST_ID: &str = "X-Request-Id";

/// A value with the head of the response that contained it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Response<T> {
    /// The value.
    pub value: T,
    /// Status of the response: 201 if the request has created what 200 would mean to be replaced.
    pub status: u16,
    /// Version of the value, for [`if_match`](crate::Call::if_match).
    pub etag: Option<EntityTag>,
    /// ID of the request in the logs and the audit log of the server.
    pub request_id: Option<String>,
    received: Received,
}

impl<T> Response<T> {
    pub(crate) fn new(value: T, received: Received) -> Self {
        let etag = received.header("ETag").map(EntityTag::from);
        Self { value, status: received.status, etag, request_id: received.request_id(), received }
    }

    /// Returns a header of the response.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.received.header(name)
    }

    /// Returns the body as the server sent it, with fields that this client does not know.
    pub fn body(&self) -> &[u8] {
        &self.received.body
    }
}

/// A version of a resource: its revision, or the `ETag` of a response.
///
/// ```
/// use refrain_client::EntityTag;
///
/// assert_eq!(EntityTag::from(3), EntityTag::from("\"3\""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EntityTag(String);

impl EntityTag {
    /// Returns the tag as a header has it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<i64> for EntityTag {
    fn from(revision: i64) -> Self {
        Self(format!("\"{revision}\""))
    }
}

impl From<&str> for EntityTag {
    fn from(tag: &str) -> Self {
        Self(tag.to_owned())
    }
}

impl From<&Self> for EntityTag {
    fn from(tag: &Self) -> Self {
        tag.clone()
    }
}

impl fmt::Display for EntityTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A successful response, read to its end.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    pub(crate) fn request_id(&self) -> Option<String> {
        self.header(REQUEST_ID).map(str::to_owned)
    }
}
