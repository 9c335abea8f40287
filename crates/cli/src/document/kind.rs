//! Kinds of documents.

use std::fmt;

use serde::Serialize;

/// Kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// A schedule.
    Schedule,
    /// A calendar of days off.
    Calendar,
    /// A dispatch rule.
    DispatchRule,
    /// A hold.
    Hold,
    /// A quota.
    Quota,
    /// An alert.
    Alert,
}

impl DocumentKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Schedule, Self::Calendar, Self::DispatchRule, Self::Hold, Self::Quota, Self::Alert];

    /// Returns the name of the kind, as in a document.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::Calendar => "calendar",
            Self::DispatchRule => "dispatch_rule",
            Self::Hold => "hold",
            Self::Quota => "quota",
            Self::Alert => "alert",
        }
    }

    /// Returns the kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Returns the field that names a document of this kind.
    pub fn name_field(self) -> &'static str {
        match self {
            Self::Schedule => "id",
            Self::Calendar | Self::DispatchRule | Self::Hold | Self::Quota | Self::Alert => "name",
        }
    }

    /// Returns the characters that a name may have besides letters and digits.
    pub(super) fn name_signs(self) -> &'static str {
        match self {
            Self::Schedule => "_-",
            Self::Calendar | Self::DispatchRule | Self::Hold | Self::Quota | Self::Alert => "_.-",
        }
    }
}

impl fmt::Display for DocumentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
