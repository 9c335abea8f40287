//! Log output: text for people, or JSON for programs, one line per record. Logs go to standard error.

use std::io::IsTerminal as _;

use refrain::{Error, ErrorCode};
use tracing::Subscriber;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

#[cfg(feature = "otel")]
use super::otel::{Export, Spans};
use crate::config::{Log, LogFormat};

/// Installs the log subscriber for the whole process. A program that has already installed a subscriber keeps it.
///
/// # Errors
/// Fails if the log level is invalid.
pub(super) fn install(options: &Log) -> Result<(), Error> {
    let subscriber = subscriber(options, std::io::stderr().is_terminal(), std::io::stderr)?;
    let _ = tracing::subscriber::set_global_default(subscriber);
    Ok(())
}

/// Like [`install`], and also exports spans.
///
/// # Errors
/// The same as [`install`].
#[cfg(feature = "otel")]
pub(super) fn install_with(options: &Log, export: &Export) -> Result<(), Error> {
    use tracing_subscriber::Layer as _;
    use tracing_subscriber::filter::filter_fn;
    use tracing_subscriber::layer::SubscriberExt as _;

    let has_color = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // Each layer has its own filter: the log level does not affect which spans are exported.
    let lines = match options.format {
        LogFormat::Pretty => lines.with_ansi(has_color).with_filter(filter(options)?).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_filter(filter(options)?).boxed(),
    };
    let spans = export.spans().with_filter(filter_fn(Spans::accepts));
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(lines).with(spans));
    refrain::observe::trace::send_trace_context();
    Ok(())
}

/// Checks the log level without installing anything.
///
/// # Errors
/// The same as [`install`].
pub(super) fn check(options: &Log) -> Result<(), Error> {
    filter(options).map(drop)
}

fn filter(options: &Log) -> Result<EnvFilter, Error> {
    EnvFilter::builder().parse(&options.level).map_err(|error| {
        Error::invalid(ErrorCode::BadValue, format!("log level {:?} is invalid: {error}", options.level))
            .with_hint("for example `info`, `debug` or `info,refrain=debug`")
    })
}

fn subscriber<W>(options: &Log, has_color: bool, writer: W) -> Result<Box<dyn Subscriber + Send + Sync>, Error>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt().with_env_filter(filter(options)?).with_writer(writer);
    Ok(match options.format {
        LogFormat::Pretty => Box::new(lines.with_ansi(has_color).finish()),
        LogFormat::Json => Box::new(lines.json().flatten_event(true).finish()),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct CapturedLog(Arc<Mutex<Vec<u8>>>);

    impl Write for CapturedLog {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn written(format: LogFormat) -> String {
        let kept = CapturedLog::default();
        let writer = kept.clone();
        let options = Log { format, level: "info".to_owned() };
        let subscriber = subscriber(&options, false, move || writer.clone()).unwrap();
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!(name: "http.request", route = "/v1/stats", status = 200, "http.request");
            tracing::debug!("below the level");
        });
        String::from_utf8(kept.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn a_log_record_is_one_line_in_both_formats() {
        let json: serde_json::Value = serde_json::from_str(&written(LogFormat::Json)).unwrap();
        assert_eq!((&json["message"], &json["status"]), (&"http.request".into(), &200.into()));
        let text = written(LogFormat::Pretty);
        assert!(text.contains("http.request") && text.contains("status=200") && text.lines().count() == 1, "{text}");
    }

    #[test]
    fn an_invalid_log_level_is_rejected() {
        let options = Log { level: "refrain=loud".to_owned(), ..Log::default() };
        let error = install(&options).unwrap_err();
        assert!(error.code() == "bad_value" && error.to_string().contains("loud"), "{error}");
    }
}
