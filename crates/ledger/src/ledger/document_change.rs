//! A change to a named document.

use super::ExpectedVersion;
use crate::model::{By, DocumentName, Tenant};

/// Target, caller and expected version of a change to a named document of a tenant, such as a hold or a quota.
#[derive(Clone, Debug)]
pub struct DocumentChange {
    /// Tenant that the document belongs to.
    pub tenant: Tenant,
    /// Name of the document.
    pub name: DocumentName,
    /// What the store must contain before.
    pub expect: ExpectedVersion,
    /// Caller and reason, for the audit log.
    pub by: By,
}
