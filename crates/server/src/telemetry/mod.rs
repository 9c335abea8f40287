//! Telemetry of the process: `log` writes log records, `otel` exports spans, and `outlet` installs both. `http` counts
//! and logs requests itself.

mod log;
#[cfg(feature = "otel")]
mod otel;
pub(crate) mod outlet;
