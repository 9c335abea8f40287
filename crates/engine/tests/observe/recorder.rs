//! A tracing subscriber that records log records and spans, on this thread only and for the life of its guard.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Metadata, Subscriber};

/// Values of a log record or span, by field name.
pub(crate) type Fields = BTreeMap<String, String>;

/// A log record.
#[derive(Clone, Debug)]
pub(crate) struct LogRecord {
    pub(crate) name: String,
    pub(crate) level: String,
    pub(crate) fields: Fields,
}

/// A span that was opened.
#[derive(Clone, Debug)]
pub(crate) struct SpanRecord {
    pub(crate) name: String,
    pub(crate) fields: Fields,
    /// The enclosing span, as its index in the list of all spans.
    pub(crate) parent: Option<usize>,
}

/// Everything recorded so far.
#[derive(Clone, Default)]
pub(crate) struct Recorder {
    lines: Arc<Mutex<Vec<LogRecord>>>,
    spans: Arc<Mutex<Vec<SpanRecord>>>,
}

thread_local! {
    /// The spans that this thread is in.
    static SPAN_STACK: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl Recorder {
    /// Starts recording. Recording ends when the guard is dropped.
    pub(crate) fn start() -> (Self, DefaultGuard) {
        let recorder = Self::default();
        let guard = tracing::subscriber::set_default(recorder.clone());
        (recorder, guard)
    }

    /// Returns the fields of the log records with this name.
    pub(crate) fn lines(&self, name: &str) -> Vec<Fields> {
        let lines = self.lines.lock().unwrap();
        lines.iter().filter(|line| line.name == name).map(|line| line.fields.clone()).collect()
    }

    /// Returns the names and levels of all log records.
    pub(crate) fn names_and_levels(&self) -> Vec<(String, String)> {
        self.lines.lock().unwrap().iter().map(|line| (line.name.clone(), line.level.clone())).collect()
    }

    /// Returns all spans, in the order in which they were opened.
    pub(crate) fn spans(&self) -> Vec<SpanRecord> {
        self.spans.lock().unwrap().clone()
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == refrain::observe::trace::TARGET
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::new();
        span.record(&mut Reader(&mut fields));
        let parent = SPAN_STACK.with_borrow(|within| within.last().map(|id| *id as usize - 1));
        let mut spans = self.spans.lock().unwrap();
        spans.push(SpanRecord { name: span.metadata().name().to_owned(), fields, parent });
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut spans = self.spans.lock().unwrap();
        values.record(&mut Reader(&mut spans[span.into_u64() as usize - 1].fields));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::new();
        event.record(&mut Reader(&mut fields));
        let (name, level) = (event.metadata().name().to_owned(), event.metadata().level().to_string());
        self.lines.lock().unwrap().push(LogRecord { name, level, fields });
    }

    fn enter(&self, span: &Id) {
        SPAN_STACK.with_borrow_mut(|within| within.push(span.into_u64()));
    }

    fn exit(&self, _: &Id) {
        SPAN_STACK.with_borrow_mut(Vec::pop);
    }
}

struct Reader<'a>(&'a mut Fields);

impl Visit for Reader<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }
}
