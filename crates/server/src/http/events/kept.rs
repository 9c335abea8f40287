//! An event as it is kept for readers: of this node, or received from another one.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::told::{Kind, Told};

/// An event.
#[derive(Debug)]
pub(super) enum Kept {
    /// An event of this node.
    Own(Box<Told>),
    /// An event of another node.
    Heard(Head, Box<RawValue>),
}

/// Fields that readers filter by.
#[derive(Debug, Deserialize)]
pub(super) struct Head {
    kind: Kind,
    at: Timestamp,
    schedule: Option<String>,
}

impl Kept {
    /// Reads an event from another node. Returns `None` if its kind is unknown here.
    pub(super) fn heard(told: Box<RawValue>) -> Option<Self> {
        let head = serde_json::from_str(told.get()).ok()?;
        Some(Self::Heard(head, told))
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Own(told) => told.kind,
            Self::Heard(head, _) => head.kind,
        }
    }

    pub(super) fn at(&self) -> Timestamp {
        match self {
            Self::Own(told) => told.at,
            Self::Heard(head, _) => head.at,
        }
    }

    pub(super) fn schedule(&self) -> Option<&str> {
        match self {
            Self::Own(told) => told.schedule.as_deref(),
            Self::Heard(head, _) => head.schedule.as_deref(),
        }
    }

    /// Returns the JSON that readers get.
    pub(super) fn to_json(&self) -> String {
        match self {
            Self::Own(told) => serde_json::to_string(told).unwrap_or_default(),
            Self::Heard(_, told) => told.get().to_owned(),
        }
    }
}
