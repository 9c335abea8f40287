//! Arguments of calls, taken from the document, and checks of their results.

use std::collections::BTreeSet;

use refrain_client::{ClientError, EventStream, Response, StreamItem};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::document::{Document, Operation, without_new_fields};
use crate::server::Server;

/// The operation that is being called.
pub(crate) struct Sample {
    document: Document,
    server: Server,
    current: Option<Operation>,
    called: BTreeSet<String>,
}

impl Sample {
    pub(crate) fn new(document: Document, server: Server) -> Self {
        Self { document, server, current: None, called: BTreeSet::new() }
    }

    /// Begins with the next operation.
    pub(crate) fn begin(&mut self, id: &str) {
        let operation = self.document.operation(id);
        self.server.expect(operation.clone());
        self.current = Some(operation);
        assert!(self.called.insert(id.to_owned()), "{id} is called twice");
    }

    pub(crate) fn called(&self) -> &BTreeSet<String> {
        &self.called
    }

    fn current(&self) -> &Operation {
        self.current.as_ref().unwrap()
    }

    /// Returns the value of a parameter, or the text of a body that is no JSON.
    pub(crate) fn value<T: DeserializeOwned>(&self, name: &str) -> T {
        serde_json::from_value(self.document.parameter(self.current(), name)).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.value(name)
    }

    pub(crate) fn body<T: DeserializeOwned>(&self) -> T {
        let schema = Document::body(self.current()).unwrap();
        serde_json::from_value(self.document.sample(schema)).unwrap()
    }

    /// Returns a field of the body.
    pub(crate) fn field<T: DeserializeOwned>(&self, name: &str) -> T {
        let schema = self.document.property(Document::body(self.current()).unwrap(), name);
        serde_json::from_value(self.document.sample(&schema)).unwrap()
    }

    /// Checks that the server accepted the request, and that the response was read without loss.
    #[track_caller]
    pub(crate) fn check<T: Serialize>(&self, result: Result<Response<T>, ClientError>) {
        let id = &self.current().id;
        let response = result.unwrap_or_else(|error| panic!("{id}: {error}"));
        self.server.assert_accepted(id);
        let (status, _, expected) = self.document.response(self.current());
        assert_eq!(response.status, status, "{id}");
        assert_eq!(response.request_id.as_deref(), Some("request"), "{id}");
        assert_eq!(response.etag.map(|tag| tag.to_string()).as_deref(), Some("\"7\""), "{id}");
        assert_eq!(without_new_fields(&serde_json::to_value(&response.value).unwrap()), expected, "{id}");
    }

    /// Like [`Self::check`], for a stream of events.
    pub(crate) async fn check_stream(&self, result: Result<EventStream, ClientError>) {
        let mut events = result.unwrap();
        self.server.assert_accepted(&self.current().id);
        let expected = self.document.response(self.current()).2;
        let Some(Ok(StreamItem::Event(event))) = events.next().await else { panic!("expected an event") };
        assert_eq!(without_new_fields(&serde_json::to_value(event).unwrap()), expected);
    }
}
