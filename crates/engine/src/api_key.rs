//! API keys as they are stored: never the secret, only its hash. All keys are in the catalog of one tenant of
//! the system's own, under their public IDs, so that one read finds a key whatever tenant it belongs to.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::id::Tenant;

/// Role of a key: the base set of its rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// May read.
    Viewer,
    /// May read, pause, retry and skip.
    Operator,
    /// May also write schedules.
    Editor,
    /// May do everything in its tenant.
    Admin,
}

impl Role {
    /// All roles, from the fewest rights to the most.
    pub const ALL: [Self; 4] = [Self::Viewer, Self::Operator, Self::Editor, Self::Admin];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Operator => "operator",
            Self::Editor => "editor",
            Self::Admin => "admin",
        }
    }

    /// Returns the role with this name.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }
}

/// Right that is granted in addition to a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// Create past occurrences.
    Backfill,
    /// Start manual runs.
    Fire,
    /// Decide that a program is started.
    Command,
    /// Write secrets. No permission allows reading them.
    Secrets,
    /// Read payloads. Every role except viewer includes this permission.
    Payloads,
    /// Read the audit log. Every role except viewer includes this permission.
    Audit,
}

impl Permission {
    /// All permissions.
    pub const ALL: [Self; 6] = [Self::Backfill, Self::Fire, Self::Command, Self::Secrets, Self::Payloads, Self::Audit];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Backfill => "backfill",
            Self::Fire => "fire",
            Self::Command => "command",
            Self::Secrets => "secrets",
            Self::Payloads => "payloads",
            Self::Audit => "audit",
        }
    }

    /// Returns the permission with this name.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.as_str() == text)
    }
}

/// Secret that was replaced by a newer one and stays valid for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OldSecret {
    /// SHA-256 of the secret, in hex.
    pub secret_sha256: String,
    /// When the secret expires.
    pub until: Timestamp,
}

/// API key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiKey {
    /// Tenant of the key. A key without a tenant reaches all tenants; it belongs to an operator of the
    /// server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<Tenant>,
    /// SHA-256 of the secret, in hex.
    pub secret_sha256: String,
    /// Previous secret, while it is still valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_secret: Option<OldSecret>,
    /// Role of the key.
    pub role: Role,
    /// Permissions in addition to the role.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub permissions: Vec<Permission>,
    /// Purpose of the key, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// When the key was created.
    pub created_at: Timestamp,
    /// Who created the key.
    pub created_by: String,
    /// When the key expires. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// When the key was revoked. A revoked key stays on record and never works again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_the_stored_form() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
            assert_eq!(Role::from_text(role.as_str()), Some(role));
        }
        for permission in Permission::ALL {
            assert_eq!(serde_json::to_value(permission).unwrap(), permission.as_str());
            assert_eq!(Permission::from_text(permission.as_str()), Some(permission));
        }
    }

    #[test]
    fn a_role_includes_those_before_it() {
        assert!(Role::ALL.is_sorted());
    }
}
