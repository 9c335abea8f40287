//! What the operations must know of a kind of document.

use refrain::Refrain;
use refrain::control::{Control, OrderChange};
use refrain::dispatch::Order;
use refrain::error::Error;
use refrain::rights::Rights;
use refrain::store::DocumentKind;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A kind of document that a tenant keeps under names of its own.
pub(crate) trait Kind: Serialize + DeserializeOwned {
    /// As the catalog calls it.
    const KIND: DocumentKind;

    /// What the catalog keeps, or why it cannot be read.
    fn read(body: Value) -> Result<Self, String>;

    /// Keeps it.
    async fn save(&self, control: &Control<Rights>, change: &OrderChange) -> Result<Order<Self>, Error>;

    /// Takes it away.
    async fn remove(control: &Control<Rights>, change: &OrderChange) -> Result<(), Error>;

    /// Tells this node that something of the tenant may have changed.
    fn changed(refrain: &Refrain);
}
