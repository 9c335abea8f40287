//! Names and numbers that identify things. Each has its own type, so that no two can be swapped by mistake.
//!
//! Names are checked once, when they are created. The allowed characters are few on purpose: no store, key or
//! URL ever needs to escape a name.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use jiff::Timestamp;
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

/// Maximum length of a name in bytes.
pub const NAME_BYTES_MAX: usize = 128;

/// Error of a text that is not a valid name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {value} is not valid: 1 to {NAME_BYTES_MAX} characters of {allowed}")]
pub struct InvalidName {
    what: &'static str,
    /// Rejected text, quoted and truncated.
    value: String,
    allowed: &'static str,
}

/// Declares a checked name that is cheap to clone: the rows of one batch share it.
macro_rules! name {
    ($(#[$doc:meta])* $type:ident, $what:literal, $allowed:literal, $more:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(Arc<str>);

        impl $type {
            /// Checks a text and creates a name from it.
            ///
            /// # Errors
            /// If the text is empty, too long, or contains a character that is not allowed.
            pub fn new(text: &str) -> Result<Self, InvalidName> {
                let more: &[u8] = $more;
                let fits = (1..=NAME_BYTES_MAX).contains(&text.len())
                    && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || more.contains(&byte));
                if fits { Ok(Self(text.into())) } else { Err(InvalidName::new($what, text, $allowed)) }
            }

            /// Returns the name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $type {
            type Err = InvalidName;

            fn from_str(text: &str) -> Result<Self, InvalidName> {
                Self::new(text)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&*self.0, f)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::new(&String::deserialize(deserializer)?).map_err(de::Error::custom)
            }
        }
    };
}

name!(
    /// Outermost division: an environment, a product, a team.
    Namespace, "namespace", "letters, digits, `_`, `-` and `.`", b"_-."
);
name!(
    /// Name of a tenant inside its namespace.
    TenantName, "tenant", "letters, digits, `_`, `-` and `.`", b"_-."
);
name!(
    /// ID of a schedule inside its tenant.
    ScheduleId, "schedule ID", "letters, digits, `_` and `-`", b"_-"
);
name!(
    /// ID of a node, which is one running process.
    NodeId, "node ID", "letters, digits, `_`, `-`, `.` and `@`", b"_-.@"
);
name!(
    /// Name of a queue of work items.
    QueueName, "queue", "letters, digits, `_`, `-` and `.`", b"_-."
);
name!(
    /// Name of a catalog document inside its kind.
    DocumentName, "document name", "letters, digits, `_`, `-` and `.`", b"_-."
);

impl InvalidName {
    fn new(what: &'static str, value: &str, allowed: &'static str) -> Self {
        const SHOWN_MAX: usize = 40;
        let cut: String = value.chars().take(SHOWN_MAX).collect();
        let dots = if cut.len() < value.len() { "…" } else { "" };
        Self { what, value: format!("{cut:?}{dots}"), allowed }
    }
}

/// Owner of rows. No tenant ever sees anything of another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tenant {
    /// Namespace that the tenant's name is unique in.
    pub namespace: Namespace,
    /// Name of the tenant.
    pub name: TenantName,
}

impl Tenant {
    /// Creates a tenant from its namespace and name.
    ///
    /// # Errors
    /// If either is not a valid name.
    pub fn new(namespace: &str, name: &str) -> Result<Self, InvalidName> {
        Ok(Self { namespace: Namespace::new(namespace)?, name: TenantName::new(name)? })
    }
}

impl fmt::Display for Tenant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.namespace, self.name)
    }
}

impl fmt::Debug for Tenant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Name of a schedule for people: its tenant and ID.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ScheduleKey {
    /// Tenant of the schedule.
    pub tenant: Tenant,
    /// ID of the schedule inside its tenant.
    pub id: ScheduleId,
}

impl fmt::Display for ScheduleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.tenant, self.id)
    }
}

impl fmt::Debug for ScheduleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Declares a number that a store assigns to a row.
macro_rules! number {
    ($(#[$doc:meta])* $type:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $type(pub i64);

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

number!(
    /// Internal identity of a schedule in the store. Deleting an ID and creating it again assigns a new
    /// number.
    ScheduleUid
);
number!(
    /// Number of an occurrence, which is a row of the ledger.
    OccurrenceId
);
number!(
    /// Number of a work item, which is a unit of work in a queue.
    WorkItemId
);
number!(
    /// Revision of a schedule, counted up by each change by a person or a file. The first revision is 1.
    Revision
);
number!(
    /// Fencing token of a lease. The fence of a row only increases, so a worker whose lease was taken over
    /// can be told apart from its successor.
    Fence
);

impl Fence {
    /// Returns the number that every fence granted at this time exceeds.
    ///
    /// A store that was restored from an older copy, or lost its last writes, has forgotten the fences that
    /// it granted since. If it counted on from there, a new fence could equal one that a worker still holds.
    pub fn floor_at(now: Timestamp) -> Self {
        Self(now.as_millisecond().max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_need_no_escaping() {
        for good in ["a", "nightly-report_2", &"x".repeat(NAME_BYTES_MAX)] {
            assert_eq!(ScheduleId::new(good).unwrap().as_str(), good);
        }
        for bad in ["", "a:b", "it's", "a b", "a\0b", "naïve", "a.b", &"x".repeat(NAME_BYTES_MAX + 1)] {
            assert!(ScheduleId::new(bad).is_err(), "{bad:?}");
        }
        assert!(Tenant::new("prod.eu", "acme").is_ok());
        assert!(Tenant::new("prod", "a:b").is_err());
    }

    #[test]
    fn a_bad_name_is_named_and_cut() {
        let error = ScheduleId::new(&format!("a:{}", "b".repeat(500))).unwrap_err().to_string();
        assert!(error.starts_with("schedule ID \"a:bbb") && error.contains('…') && error.len() < 200, "{error}");
        assert!(serde_json::from_str::<ScheduleId>("\"a b\"").is_err());
    }
}
