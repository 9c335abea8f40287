//! Export of traces: sends spans of the engine to a collector over OTLP (Decision 0040).
//!
//! `layer` creates the spans, the SDK's own thread batches them, and `client` sends them. Spans that cannot be sent
//! in time are dropped without being counted: an unavailable collector delays no run.

mod client;
mod layer;

use std::sync::Arc;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, SpanProcessor as _};
use refrain::{Error, ErrorCode};

use self::client::Client;
pub(super) use self::layer::Spans;
use crate::config::Telemetry;

/// Timeout for the last spans when a server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of spans waiting to be sent. Further ones are dropped.
const QUEUE_MAX: usize = 16_384;
/// Maximum number of spans per request.
const BATCH_MAX: usize = 1_024;

/// The connection to a collector. [`Export::end`] closes it.
#[derive(Clone, Debug)]
pub(super) struct Export {
    processor: Arc<BatchSpanProcessor>,
    sample_percent: u8,
}

impl Export {
    /// Starts the export if a collector is configured. Must be called inside a runtime, which runs the requests.
    ///
    /// # Errors
    /// Fails if a header cannot be read or the endpoint is invalid.
    pub(super) fn start(options: &Telemetry, node: Option<&str>) -> Result<Option<Self>, Error> {
        let Some(exporter) = exporter(options)? else { return Ok(None) };
        let batches = BatchConfigBuilder::default()
            .with_max_queue_size(QUEUE_MAX)
            .with_max_export_batch_size(BATCH_MAX)
            .with_scheduled_delay(options.export_every.duration().unsigned_abs())
            .build();
        let mut processor = BatchSpanProcessor::builder(exporter).with_batch_config(batches).build();
        processor.set_resource(&resource(options, node));
        Ok(Some(Self { processor: Arc::new(processor), sample_percent: options.sample_percent }))
    }

    /// Returns the tracing layer that creates spans.
    pub(super) fn spans(&self) -> Spans {
        Spans::new(Arc::clone(&self.processor), self.sample_percent)
    }

    /// Sends the remaining spans and stops.
    pub(super) async fn end(self) {
        let ending = tokio::task::spawn_blocking(move || self.processor.shutdown_with_timeout(SHUTDOWN_TIMEOUT));
        if let Ok(Err(error)) = ending.await {
            tracing::warn!(name: "telemetry.not_sent", %error, "the last spans could not be sent");
        }
    }
}

/// Checks everything that [`Export::start`] would reject.
///
/// # Errors
/// The same as [`Export::start`].
pub(super) fn check(options: &Telemetry) -> Result<(), Error> {
    exporter(options).map(drop)
}

fn exporter(options: &Telemetry) -> Result<Option<SpanExporter>, Error> {
    let Some(endpoint) = &options.endpoint else { return Ok(None) };
    let cannot =
        |problem: String| Error::invalid(ErrorCode::BadTelemetry, format!("spans cannot be exported: {problem}"));
    let mut headers = std::collections::HashMap::new();
    for (name, value) in &options.headers {
        headers.insert(name.clone(), value.resolve().map_err(cannot)?);
    }
    let timeout = options.timeout.duration().unsigned_abs();
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(Client::new(timeout)?)
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(endpoint)
        .with_timeout(timeout)
        .with_headers(headers)
        .build();
    exporter.map(Some).map_err(|error| cannot(error.to_string()))
}

fn resource(options: &Telemetry, node: Option<&str>) -> Resource {
    Resource::builder_empty()
        .with_attributes([
            KeyValue::new("service.name", options.service_name.clone()),
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
        ])
        .with_attributes(node.map(|node| KeyValue::new("service.instance.id", node.to_owned())))
        .build()
}
