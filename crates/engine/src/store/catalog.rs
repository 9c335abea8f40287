//! Named, versioned documents: rules, holds, caps, calendars, secrets, keys, alerts. One set of verbs for all of them.

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;

use crate::audit::By;
use crate::id::{DocumentName, Tenant};
use crate::store::edit::Expect;
use crate::store::error::StoreError;
use crate::store::page::{Page, Paged};

/// No document is longer, in bytes of JSON.
pub const DOCUMENT_BYTES_MAX: usize = 256 * 1024;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentKind {
    /// A dispatch rule.
    Rule,
    /// A hold.
    Hold,
    /// A named calendar.
    Calendar,
    /// A secret, encrypted before it gets here.
    Secret,
    /// An API key.
    Key,
    /// Whom to tell when something goes wrong.
    Alert,
    /// A provider's settings.
    Provider,
    /// A cap on how much a tenant may begin.
    Capacity,
    /// What the configuration file declared when it was last applied.
    Declaration,
}

impl DocumentKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Rule,
        Self::Hold,
        Self::Calendar,
        Self::Secret,
        Self::Key,
        Self::Alert,
        Self::Provider,
        Self::Capacity,
        Self::Declaration,
    ];

    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Hold => "hold",
            Self::Calendar => "calendar",
            Self::Secret => "secret",
            Self::Key => "key",
            Self::Alert => "alert",
            Self::Provider => "provider",
            Self::Capacity => "capacity",
            Self::Declaration => "declaration",
        }
    }

    /// The one with this text.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A document's name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentKey {
    /// Whose.
    pub tenant: Tenant,
    /// What it is.
    pub kind: DocumentKind,
    /// What it is called.
    pub name: DocumentName,
}

/// A document as the store knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its name.
    pub key: DocumentKey,
    /// How often it was written; the first is 1. It goes on when a name is removed and used again.
    pub version: i64,
    /// What it says.
    pub body: Value,
    /// When it was last written.
    pub updated_at: Timestamp,
}

/// Documents. Every change has its audit entry in the same transaction; the entry never holds the body.
#[async_trait]
pub trait Catalog: Send + Sync {
    /// Writes a document.
    async fn put(
        &self,
        key: &DocumentKey,
        body: &Value,
        expect: Expect,
        by: &By,
        now: Timestamp,
    ) -> Result<Document, StoreError>;

    /// Reads one.
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError>;

    /// A tenant's documents of one kind, in order of name.
    async fn documents(&self, tenant: &Tenant, kind: DocumentKind, page: &Page) -> Result<Paged<Document>, StoreError>;

    /// Removes one. [`StoreError::NotFound`] when it is not there.
    async fn remove(&self, key: &DocumentKey, expect: Expect, by: &By, now: Timestamp) -> Result<(), StoreError>;
}
