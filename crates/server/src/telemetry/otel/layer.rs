//! Converts the engine's tracing spans to OpenTelemetry spans: one trace per occurrence, one span per attempt, and
//! one child span per step.
//!
//! Only the engine's own spans are converted. Their fields become attributes; an action's payload is never among
//! them.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use opentelemetry::trace::{SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState};
use opentelemetry::{InstrumentationScope, KeyValue, Value};
use opentelemetry_sdk::trace::{BatchSpanProcessor, SpanData, SpanEvents, SpanLinks, SpanProcessor as _};
use refrain::clock::wall;
use refrain::observe::trace::{TARGET, TraceContext, names};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// Fields of the engine that contain the trace and the outcome of an attempt.
const TRACE: &str = "traceparent";
const OUTCOME: &str = "outcome";

/// The tracing layer that creates spans.
pub(crate) struct Spans {
    processor: Arc<BatchSpanProcessor>,
    sample_percent: u8,
    scope: InstrumentationScope,
}

/// A span that was started.
struct OpenSpan {
    context: TraceContext,
    parent: Option<[u8; 8]>,
    started_at: Timestamp,
    fields: Fields,
}

impl Spans {
    pub(super) fn new(processor: Arc<BatchSpanProcessor>, sample_percent: u8) -> Self {
        Self { processor, sample_percent, scope: InstrumentationScope::builder("refrain").build() }
    }

    /// Returns whether a span is one of the engine's.
    pub(crate) fn accepts(metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.target() == TARGET && [names::OCCURRENCE, names::STEP].contains(&metadata.name())
    }

    /// Decides by the trace ID, so that every attempt and every node gets the same result.
    fn is_sampled(&self, context: &TraceContext) -> bool {
        let [first, second, ..] = context.trace_id;
        u32::from(u16::from_be_bytes([first, second])) * 100 < u32::from(self.sample_percent) << 16
    }

    fn send(&self, open_span: OpenSpan, name: &'static str) {
        let OpenSpan { context, parent, started_at, fields } = open_span;
        let is_attempt = parent.is_none();
        let name = if is_attempt { Cow::Borrowed(name) } else { fields.step.map_or(Cow::Borrowed(name), Cow::Owned) };
        let id = |bytes| SpanId::from_bytes(bytes);
        self.processor.on_end(SpanData {
            span_context: SpanContext::new(
                TraceId::from_bytes(context.trace_id),
                id(context.span_id),
                TraceFlags::SAMPLED,
                false,
                TraceState::NONE,
            ),
            parent_span_id: parent.map_or(SpanId::INVALID, id),
            parent_span_is_remote: false,
            span_kind: if is_attempt { SpanKind::Consumer } else { SpanKind::Internal },
            name,
            start_time: started_at.into(),
            end_time: wall().max(started_at).into(),
            attributes: fields.attributes,
            dropped_attributes_count: 0,
            events: SpanEvents::default(),
            links: SpanLinks::default(),
            status: fields.status,
            instrumentation_scope: self.scope.clone(),
        });
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let above =
            span.parent().and_then(|parent| parent.extensions().get::<OpenSpan>().map(|open_span| open_span.context));
        let (own, parent) = match (above, fields.trace) {
            (Some(above), _) => (above.child(fields.step.as_deref().unwrap_or_default()), Some(above.span_id)),
            (None, Some(own)) => (own, None),
            // A step of something that is not traced.
            (None, None) => return,
        };
        if self.is_sampled(&own) {
            span.extensions_mut().insert(OpenSpan { context: own, parent, started_at: wall(), fields });
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(open_span) = span.extensions_mut().get_mut::<OpenSpan>()
        {
            values.record(&mut open_span.fields);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        if let Some(span) = context.span(&id)
            && let Some(open_span) = span.extensions_mut().remove::<OpenSpan>()
        {
            self.send(open_span, span.name());
        }
    }
}

/// The recorded fields of a span.
#[derive(Default)]
struct Fields {
    attributes: Vec<KeyValue>,
    trace: Option<TraceContext>,
    step: Option<String>,
    status: Status,
}

impl Fields {
    fn add(&mut self, field: &Field, value: impl Into<Value>) {
        self.attributes.push(KeyValue::new(format!("refrain.{}", field.name()), value.into()));
    }
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            TRACE => self.trace = TraceContext::read(value),
            OUTCOME => {
                self.status = match value {
                    "delivered" => Status::Ok,
                    "retryable" | "rejected" => Status::error(value.to_owned()),
                    _ => Status::Unset,
                };
                self.add(field, value.to_owned());
            }
            "step" => {
                self.step = Some(value.to_owned());
                self.add(field, value.to_owned());
            }
            _ => self.add(field, value.to_owned()),
        }
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, i64::try_from(value).unwrap_or(i64::MAX));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.add(field, format!("{value:?}"));
    }
}
