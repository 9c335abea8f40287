//! A named, versioned document of a tenant: its kind, key and content.

use jiff::Timestamp;
use serde_json::Value;

use crate::model::{DocumentName, Tenant};

/// Maximum size of a document, in bytes of JSON.
pub const DOCUMENT_BYTES_MAX: usize = 256 * 1024;

/// Kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentKind {
    /// A dispatch rule.
    DispatchRule,
    /// A hold.
    Hold,
    /// A named calendar.
    Calendar,
    /// A secret, encrypted before it reaches the store.
    Secret,
    /// An API key.
    Key,
    /// An alert: the condition and the recipients.
    Alert,
    /// A provider's settings.
    Provider,
    /// A quota: a limit on the number of runs of a tenant per window.
    Quota,
    /// The objects that the configuration file declared when it was last applied.
    Declaration,
}

impl DocumentKind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::DispatchRule,
        Self::Hold,
        Self::Calendar,
        Self::Secret,
        Self::Key,
        Self::Alert,
        Self::Provider,
        Self::Quota,
        Self::Declaration,
    ];

    /// Returns the stable text of the kind.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DispatchRule => "rule",
            Self::Hold => "hold",
            Self::Calendar => "calendar",
            Self::Secret => "secret",
            Self::Key => "key",
            Self::Alert => "alert",
            Self::Provider => "provider",
            Self::Quota => "capacity",
            Self::Declaration => "declaration",
        }
    }

    /// Returns the name of the kind in messages and in the audit log. It differs from the stored text where stores
    /// keep an older name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Quota => "quota",
            Self::DispatchRule
            | Self::Hold
            | Self::Calendar
            | Self::Secret
            | Self::Key
            | Self::Alert
            | Self::Provider
            | Self::Declaration => self.as_str(),
        }
    }

    /// Returns the kind with this stable text.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// Identity of a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentKey {
    /// Tenant that owns the document.
    pub tenant: Tenant,
    /// Kind of the document.
    pub kind: DocumentKind,
    /// Name of the document.
    pub name: DocumentName,
}

/// A document as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Identity of the document.
    pub key: DocumentKey,
    /// Number of times the document was written, starting at 1. The count continues when a name is removed and
    /// used again.
    pub version: i64,
    /// Content of the document.
    pub body: Value,
    /// Time of the last write.
    pub updated_at: Timestamp,
}
