//! An API key as it is kept: never the secret, only its hash. Kept in the catalog of one tenant of the system's own under its public
//! id, so that one read finds it whoever it belongs to.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::id::Tenant;

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Sees.
    Viewer,
    /// Sees, pauses, retries, skips.
    Operator,
    /// Writes schedules besides.
    Editor,
    /// Everything in its tenant.
    Admin,
}

impl Role {
    /// All of them, the least first.
    pub const ALL: [Self; 4] = [Self::Viewer, Self::Operator, Self::Editor, Self::Admin];

    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Operator => "operator",
            Self::Editor => "editor",
            Self::Admin => "admin",
        }
    }

    /// The one with this text.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }
}

/// A right that is granted besides a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// Asking for a past range.
    Backfill,
    /// Firing by hand.
    Fire,
    /// Deciding that a program is started.
    Command,
    /// Writing secrets; nobody reads them.
    Secrets,
    /// Reading payloads. Every role except viewer includes it.
    Payloads,
    /// Reading the audit log. Every role except viewer includes it.
    Audit,
}

impl Permission {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Backfill, Self::Fire, Self::Command, Self::Secrets, Self::Payloads, Self::Audit];

    /// The stable text.
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

    /// The one with this text.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.as_str() == text)
    }
}

/// A secret that a newer one has taken the place of, and that works a while longer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OldSecret {
    /// SHA-256 of the secret, in hex.
    pub secret_sha256: String,
    /// Until when it works.
    pub until: Timestamp,
}

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiKey {
    /// Whose; none reaches all tenants: an operator's of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<Tenant>,
    /// SHA-256 of the secret, in hex.
    pub secret_sha256: String,
    /// The secret before, while it still works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_secret: Option<OldSecret>,
    /// What it may do.
    pub role: Role,
    /// What it may do besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub permissions: Vec<Permission>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// Who made it.
    pub created_by: String,
    /// Until when it works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// When it was taken back. It stays on record and never works again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_the_stored_form() {
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
