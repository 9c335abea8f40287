//! API keys as they are stored: never the secret, only its hash. All keys are documents of the system tenant,
//! named by their public IDs, so that one read finds a key whatever tenant it belongs to.

use jiff::Timestamp;
use refrain::control::{Right, Rights};
use refrain::model::Tenant;
use serde::{Deserialize, Serialize};

/// Role of a key: the base set of its rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
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
    #[cfg(test)]
    pub(crate) const ALL: [Self; 4] = [Self::Viewer, Self::Operator, Self::Editor, Self::Admin];

    /// Returns the stable name.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Operator => "operator",
            Self::Editor => "editor",
            Self::Admin => "admin",
        }
    }
}

/// Right that is granted in addition to a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Permission {
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
    pub(crate) const ALL: [Self; 6] =
        [Self::Backfill, Self::Fire, Self::Command, Self::Secrets, Self::Payloads, Self::Audit];

    /// Returns the stable name.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Backfill => "backfill",
            Self::Fire => "fire",
            Self::Command => "command",
            Self::Secrets => "secrets",
            Self::Payloads => "payloads",
            Self::Audit => "audit",
        }
    }
}

impl From<Permission> for Right {
    fn from(permission: Permission) -> Self {
        match permission {
            Permission::Backfill => Self::Backfill,
            Permission::Fire => Self::Fire,
            Permission::Command => Self::Command,
            Permission::Secrets => Self::Secrets,
            Permission::Payloads => Self::Payloads,
            Permission::Audit => Self::Audit,
        }
    }
}

/// Returns the rights of a role and additional permissions. Every role except viewer includes `payloads` and `audit`.
pub(crate) fn rights(role: Role, permissions: &[Permission]) -> Rights {
    let of_role: &[Right] = match role {
        Role::Viewer => &[Right::View],
        Role::Operator => &[Right::View, Right::Payloads, Right::Audit, Right::Operate],
        Role::Editor => &[Right::View, Right::Payloads, Right::Audit, Right::Operate, Right::Edit],
        Role::Admin => &[Right::View, Right::Payloads, Right::Audit, Right::Operate, Right::Edit, Right::Administer],
    };
    Rights::new(of_role.iter().copied().chain(permissions.iter().copied().map(Right::from)))
}

/// Secret that was replaced by a newer one and stays valid for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OldSecret {
    /// SHA-256 of the secret, in hex.
    pub(crate) secret_sha256: String,
    /// When the secret expires.
    pub(crate) until: Timestamp,
}

/// API key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApiKey {
    /// Tenant of the key. A key without a tenant reaches all tenants; it belongs to an operator of the
    /// server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tenant: Option<Tenant>,
    /// SHA-256 of the secret, in hex.
    pub(crate) secret_sha256: String,
    /// Previous secret, while it is still valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) old_secret: Option<OldSecret>,
    /// Role of the key.
    pub(crate) role: Role,
    /// Permissions in addition to the role.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) permissions: Vec<Permission>,
    /// Purpose of the key, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) note: String,
    /// When the key was created.
    pub(crate) created_at: Timestamp,
    /// Who created the key.
    pub(crate) created_by: String,
    /// When the key expires. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires_at: Option<Timestamp>,
    /// When the key was revoked. A revoked key stays on record and never works again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) revoked_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_the_stored_form() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
        }
        for permission in Permission::ALL {
            assert_eq!(serde_json::to_value(permission).unwrap(), permission.as_str());
        }
    }

    #[test]
    fn a_role_includes_those_before_it() {
        assert!(Role::ALL.is_sorted());
    }

    #[test]
    fn each_role_includes_the_rights_of_the_one_before() {
        for pair in Role::ALL.windows(2) {
            let (less, more) = (rights(pair[0], &[]), rights(pair[1], &[]));
            assert!(Right::ALL.iter().all(|&right| !less.has(right) || more.has(right)) && less != more, "{pair:?}");
        }
    }

    #[test]
    fn no_role_includes_backfill_fire_command_or_secrets() {
        let admin = rights(Role::Admin, &[]);
        for right in [Right::Backfill, Right::Fire, Right::Command, Right::Secrets] {
            assert!(!admin.has(right), "{right:?}");
            assert!(admin.clone().with(right).has(right));
        }
    }
}
