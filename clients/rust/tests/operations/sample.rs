//! Arguments of calls, and checks of their results.

use std::collections::BTreeSet;

use refrain_client::{ClientError, EventStream, Response, StreamItem};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::mock::{Mock, Style, Values};

/// The operation that is being called.
pub(crate) struct Sample<'a> {
    mock: &'a Mock,
    style: Style,
    new_field: String,
    id: String,
    current: Values,
    called: BTreeSet<String>,
}

impl<'a> Sample<'a> {
    pub(crate) fn new(mock: &'a Mock, style: Style, new_field: String) -> Self {
        Self { mock, style, new_field, id: String::new(), current: Values::default(), called: BTreeSet::new() }
    }

    /// Begins with the next operation.
    pub(crate) async fn begin(&mut self, id: &str) {
        id.clone_into(&mut self.id);
        self.current = self.mock.expect(id, &self.style).await;
        assert!(self.called.insert(id.to_owned()), "{id} is called twice");
    }

    pub(crate) fn called(&self) -> &BTreeSet<String> {
        &self.called
    }

    /// Returns the value of a parameter.
    pub(crate) fn value<T: DeserializeOwned>(&self, name: &str) -> T {
        let found = self.current.path.get(name).or_else(|| self.current.query.get(name));
        serde_json::from_value(found.unwrap_or_else(|| panic!("no parameter {name}")).clone()).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.value(name)
    }

    pub(crate) fn body<T: DeserializeOwned>(&self) -> T {
        serde_json::from_value(self.current.body.clone()).unwrap()
    }

    /// Returns a field of the body.
    pub(crate) fn field<T: DeserializeOwned>(&self, name: &str) -> T {
        serde_json::from_value(self.current.body[name].clone()).unwrap()
    }

    /// Checks that the server accepted the request, and that the response was read without loss. A request that does
    /// not match is refused, with what is wrong with it.
    #[track_caller]
    pub(crate) fn check<T: Serialize>(&self, result: Result<Response<T>, ClientError>) {
        let id = &self.id;
        let response = result.unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(response.status, self.current.status, "{id}");
        assert_eq!(response.request_id.as_deref(), Some("request"), "{id}");
        assert_eq!(response.etag.map(|tag| tag.to_string()).as_deref(), Some("\"7\""), "{id}");
        let found = without(&self.new_field, &serde_json::to_value(&response.value).unwrap());
        assert_eq!(found, self.current.response, "{id}");
    }

    /// Like [`Self::check`], for a stream of events.
    pub(crate) async fn check_stream(&self, result: Result<EventStream, ClientError>) {
        let id = &self.id;
        let mut events = result.unwrap_or_else(|error| panic!("{id}: {error}"));
        let Some(Ok(StreamItem::Event(event))) = events.next().await else { panic!("expected an event") };
        let found = without(&self.new_field, &serde_json::to_value(event).unwrap());
        assert_eq!(found, self.current.response, "{id}");
    }
}

/// Removes the field that a newer server adds. What is no type of its own, such as a payload, keeps it.
fn without(field: &str, value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let known = fields.iter().filter(|(name, _)| *name != field);
            Value::Object(known.map(|(name, value)| (name.clone(), without(field, value))).collect())
        }
        Value::Array(items) => items.iter().map(|item| without(field, item)).collect(),
        other => other.clone(),
    }
}
