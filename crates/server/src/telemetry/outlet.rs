//! Where lines and spans go while a server runs.

use refrain::error::Error;

#[cfg(feature = "otel")]
use super::otel::Export;
use crate::config::Config;
use crate::logging;

/// Lines are written and spans are sent until it ends.
pub(crate) struct Outlet {
    #[cfg(feature = "otel")]
    export: Option<Export>,
}

impl Outlet {
    /// Opens it, for the whole process. It must be called inside a runtime.
    ///
    /// # Errors
    /// When the level of lines cannot be read, or spans cannot be sent as is said.
    #[cfg(feature = "otel")]
    pub(crate) fn open(config: &Config) -> Result<Self, Error> {
        let export = Export::start(&config.telemetry, config.server.node.as_deref())?;
        match &export {
            Some(export) => logging::install_with(&config.log, export)?,
            None => logging::install(&config.log)?,
        }
        Ok(Self { export })
    }

    /// Opens it, for the whole process.
    ///
    /// # Errors
    /// When the level of lines cannot be read.
    #[cfg(not(feature = "otel"))]
    pub(crate) fn open(config: &Config) -> Result<Self, Error> {
        logging::install(&config.log)?;
        Ok(Self {})
    }

    /// Sends what is left.
    pub(crate) async fn end(self) {
        #[cfg(feature = "otel")]
        if let Some(export) = self.export {
            export.end().await;
        }
    }
}

/// Refuses what [`Outlet::open`] would refuse. Nothing is installed or sent.
///
/// # Errors
/// As [`Outlet::open`].
pub(crate) fn check(config: &Config) -> Result<(), Error> {
    logging::check(&config.log)?;
    #[cfg(feature = "otel")]
    super::otel::check(&config.telemetry)?;
    Ok(())
}
