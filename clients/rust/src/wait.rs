//! What several requests do together.

use std::time::Duration;

use serde::Deserialize;

use crate::client::Client;
use crate::error::ClientError;
use crate::types::OccurrenceDetail;

/// First pause between two reads of an occurrence, doubled for each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// Maximum pause between two reads of an occurrence.
const PAUSE_MAX: Duration = Duration::from_secs(2);

impl Client {
    /// Waits until an occurrence has completed, and returns it with its attempts.
    ///
    /// There is no time limit: put the call into `tokio::time::timeout` to have one.
    ///
    /// ```no_run
    /// # async fn example(client: refrain_client::Client) -> Result<(), refrain_client::ClientError> {
    /// let run = client.fire_schedule("digest").note("a test").await?;
    /// let occurrence = client.wait_for_occurrence(run.occurrence).await?;
    /// println!("{}: {}", occurrence.state, occurrence.reason.unwrap_or_default());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// When the occurrence cannot be read.
    pub async fn wait_for_occurrence(&self, id: i64) -> Result<OccurrenceDetail, ClientError> {
        let mut pause = FIRST_PAUSE;
        loop {
            let occurrence = self.get_occurrence(id).await?;
            if occurrence.ended_at.is_some() {
                return Ok(occurrence);
            }
            tokio::time::sleep(pause).await;
            pause = pause.saturating_mul(2).min(PAUSE_MAX);
        }
    }

    /// Returns the version of the server, from its OpenAPI document.
    ///
    /// # Errors
    /// When the document cannot be read.
    pub async fn server_version(&self) -> Result<String, ClientError> {
        let response = self.request("GET", "/v1/openapi.json").response().await?;
        let Document { info } = Document::deserialize(&response.value).map_err(|error| {
            let message = format!("the OpenAPI document has no version: {error}");
            ClientError::unreadable(message, response.status, response.request_id.clone())
        })?;
        Ok(info.version)
    }
}

#[derive(Deserialize)]
struct Document {
    info: Info,
}

#[derive(Deserialize)]
struct Info {
    version: String,
}
