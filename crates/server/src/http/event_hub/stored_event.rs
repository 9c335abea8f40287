//! An event as it is kept for readers: of this node, or received from another one.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{EventView, Kind};

/// An event.
#[derive(Debug)]
pub(crate) enum StoredEvent {
    /// An event of this node.
    Own(Box<EventView>),
    /// An event of another node.
    Remote(Head, Box<RawValue>),
}

/// Fields that readers filter by.
#[derive(Debug, Deserialize)]
pub(crate) struct Head {
    kind: Kind,
    at: Timestamp,
    schedule: Option<String>,
}

impl StoredEvent {
    /// Reads an event from another node. Returns `None` if its kind is unknown here.
    pub(super) fn from_remote(reported: Box<RawValue>) -> Option<Self> {
        let head = serde_json::from_str(reported.get()).ok()?;
        Some(Self::Remote(head, reported))
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Own(reported) => reported.kind,
            Self::Remote(head, _) => head.kind,
        }
    }

    pub(super) fn at(&self) -> Timestamp {
        match self {
            Self::Own(reported) => reported.at,
            Self::Remote(head, _) => head.at,
        }
    }

    pub(crate) fn schedule(&self) -> Option<&str> {
        match self {
            Self::Own(reported) => reported.schedule.as_deref(),
            Self::Remote(head, _) => head.schedule.as_deref(),
        }
    }

    /// Returns the JSON that readers get.
    pub(crate) fn to_json(&self) -> String {
        match self {
            Self::Own(reported) => serde_json::to_string(reported).unwrap_or_default(),
            Self::Remote(_, reported) => reported.get().to_owned(),
        }
    }
}
