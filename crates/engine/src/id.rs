//! Names and numbers that identify things. Each is a type of its own, so that no two can be swapped.
//!
//! Names are checked when made and never again. What a name may hold is narrow on purpose: no store, key or URL ever
//! needs to escape one.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use jiff::Timestamp;
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

/// No name is longer, in bytes.
pub const NAME_BYTES_MAX: usize = 128;

/// A name that cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {value} is not valid: 1 to {NAME_BYTES_MAX} characters of {allowed}")]
pub struct BadName {
    what: &'static str,
    /// As given, quoted and cut.
    value: String,
    allowed: &'static str,
}

/// A checked name that is cheap to copy: rows of one batch share it.
macro_rules! name {
    ($(#[$doc:meta])* $type:ident, $what:literal, $allowed:literal, $more:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(Arc<str>);

        impl $type {
            /// Checks a text and makes it a name.
            ///
            /// # Errors
            /// When it is empty, too long, or holds a character that names may not have.
            pub fn new(text: &str) -> Result<Self, BadName> {
                let more: &[u8] = $more;
                let fits = (1..=NAME_BYTES_MAX).contains(&text.len())
                    && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || more.contains(&byte));
                if fits { Ok(Self(text.into())) } else { Err(BadName::new($what, text, $allowed)) }
            }

            /// The text itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $type {
            type Err = BadName;

            fn from_str(text: &str) -> Result<Self, BadName> {
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
    /// The outermost division: an environment, a product, a team.
    Namespace, "namespace", "letters, digits, `_`, `-` and `.`", b"_-."
);
name!(
    /// A tenant's own name inside its namespace.
    TenantName, "tenant", "letters, digits, `_`, `-` and `.`", b"_-."
);
name!(
    /// What a schedule is called inside its tenant.
    ScheduleId, "schedule id", "letters, digits, `_` and `-`", b"_-"
);
name!(
    /// A node: one running process.
    NodeId, "node id", "letters, digits, `_`, `-`, `.` and `@`", b"_-.@"
);
name!(
    /// A queue of work items.
    QueueName, "queue", "letters, digits, `_`, `-` and `.`", b"_-."
);
name!(
    /// What a document of the catalog is called inside its kind.
    DocumentName, "document name", "letters, digits, `_`, `-` and `.`", b"_-."
);

impl BadName {
    fn new(what: &'static str, value: &str, allowed: &'static str) -> Self {
        const SHOWN_MAX: usize = 40;
        let cut: String = value.chars().take(SHOWN_MAX).collect();
        let dots = if cut.len() < value.len() { "…" } else { "" };
        Self { what, value: format!("{cut:?}{dots}"), allowed }
    }
}

/// Who owns rows. Nothing of one tenant is ever seen by another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tenant {
    /// Where the tenant is known by its name.
    pub namespace: Namespace,
    /// Its name.
    pub name: TenantName,
}

impl Tenant {
    /// A tenant from its two names.
    ///
    /// # Errors
    /// When one of them is not a valid name.
    pub fn new(namespace: &str, name: &str) -> Result<Self, BadName> {
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

/// What names a schedule to people.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ScheduleKey {
    /// Whose it is.
    pub tenant: Tenant,
    /// What it is called there.
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

/// A number that a store gives to a row.
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
    /// A schedule's identity inside the store: deleting an id and creating it again gives a new one.
    ScheduleUid
);
number!(
    /// A row of the ledger.
    OccurrenceId
);
number!(
    /// A unit of work in a queue.
    WorkItemId
);
number!(
    /// How often a schedule has been changed by a person or a file; the first is 1.
    Revision
);
number!(
    /// The number of a lease. Per row it only rises, so that a worker whose lease was taken over can be told from its
    /// successor.
    Fence
);

impl Fence {
    /// Fences that are given at a time are above this. A store that was restored from an older copy, or lost its last writes, has
    /// forgotten the fences that it gave since: counted on from there, a new one could be equal to one that a worker still
    /// holds.
    pub fn floor_at(now: Timestamp) -> Self {
        Self(now.as_millisecond().max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_only_what_no_store_must_escape() {
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
        assert!(error.starts_with("schedule id \"a:bbb") && error.contains('…') && error.len() < 200, "{error}");
        assert!(serde_json::from_str::<ScheduleId>("\"a b\"").is_err());
    }
}
