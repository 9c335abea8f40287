//! Destinations of log records and spans while a server runs.

use refrain::Error;

use super::log;
#[cfg(feature = "otel")]
use super::otel::{self, Export};
use crate::config::Config;

/// The log and trace outputs of the process. Spans are exported until [`Outlet::end`].
pub(crate) struct Outlet {
    #[cfg(feature = "otel")]
    export: Option<Export>,
}

impl Outlet {
    /// Installs the outputs for the whole process. Must be called inside a runtime.
    ///
    /// # Errors
    /// Fails if the log level or the trace settings are invalid.
    #[cfg(feature = "otel")]
    pub(crate) fn open(config: &Config) -> Result<Self, Error> {
        let export = Export::start(&config.telemetry, config.server.node.as_deref())?;
        match &export {
            Some(export) => log::install_with(&config.log, export)?,
            None => log::install(&config.log)?,
        }
        Ok(Self { export })
    }

    /// Installs the outputs for the whole process.
    ///
    /// # Errors
    /// Fails if the log level is invalid.
    #[cfg(not(feature = "otel"))]
    pub(crate) fn open(config: &Config) -> Result<Self, Error> {
        log::install(&config.log)?;
        Ok(Self {})
    }

    /// Sends the remaining spans.
    pub(crate) async fn end(self) {
        #[cfg(feature = "otel")]
        if let Some(export) = self.export {
            export.end().await;
        }
    }
}

/// Checks everything that [`Outlet::open`] would reject. Installs and sends nothing.
///
/// # Errors
/// The same as [`Outlet::open`].
pub(crate) fn check(config: &Config) -> Result<(), Error> {
    log::check(&config.log)?;
    #[cfg(feature = "otel")]
    otel::check(&config.telemetry)?;
    Ok(())
}
