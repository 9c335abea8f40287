//! What the operations need to know about a kind of document.

use refrain::Error;
use refrain::Refrain;
use refrain::control::Rights;
use refrain::control::{Control, DocumentChange};
use refrain::dispatch::StoredControl;
use refrain::store::DocumentKind;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::preview::ScheduleWarning;

/// A kind of document that a tenant stores under names of its choice.
pub(crate) trait ControlKind: Serialize + DeserializeOwned {
    /// The kind of the document in the catalog.
    const KIND: DocumentKind;

    /// Reads a document of the catalog, or returns the reason why it cannot be read.
    fn read(body: Value) -> Result<Self, String>;

    /// Path of the provider in a request, for kinds that name one.
    const PROVIDER_PATH: Option<&'static str> = None;

    /// Returns warnings about the definition, for kinds that name a provider.
    async fn warnings(&self, _control: &Control<Rights>) -> Result<Vec<ScheduleWarning>, Error> {
        Ok(Vec::new())
    }

    /// Saves the document.
    async fn save(&self, control: &Control<Rights>, change: &DocumentChange) -> Result<StoredControl<Self>, Error>;

    /// Deletes the document.
    async fn remove(control: &Control<Rights>, change: &DocumentChange) -> Result<(), Error>;

    /// Notifies this node that the tenant's documents of this kind may have changed.
    fn changed(refrain: &Refrain);
}
