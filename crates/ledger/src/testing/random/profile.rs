//! What a sequence of operations is about.

use std::sync::LazyLock;

use crate::model::Tenant;
use crate::store::DocumentKind;
use crate::testing::fixture::{acme, globex, other_acme};

/// The main subject of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    /// Schedules and rows of one tenant.
    Ledger,
    /// Claims and settlements of schedules with overlapping runs.
    Overlap,
    /// Several tenants and small claims.
    Crowd,
    /// Queues, documents, marks and the audit log as well.
    Everything,
}

impl Profile {
    /// Returns the tenants that own rows.
    pub(super) fn tenants(self) -> &'static [Tenant] {
        static ALONE: LazyLock<[Tenant; 1]> = LazyLock::new(|| [acme()]);
        static SEVERAL: LazyLock<[Tenant; 3]> = LazyLock::new(|| [acme(), globex(), other_acme()]);
        if self.is_alone() { &*ALONE } else { &*SEVERAL }
    }

    /// Returns whether there is only one tenant.
    pub(super) fn is_alone(self) -> bool {
        match self {
            Self::Ledger | Self::Overlap => true,
            Self::Crowd | Self::Everything => false,
        }
    }

    /// Returns the kinds of documents that exist.
    pub(super) fn kinds(self) -> &'static [DocumentKind] {
        if self == Self::Everything { &[DocumentKind::DispatchRule, DocumentKind::Secret] } else { &[] }
    }
}
