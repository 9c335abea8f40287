//! An event as it is kept for readers: this node's own, or one that another node has told of.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::told::{Kind, Told};

/// An event.
#[derive(Debug)]
pub(super) enum Kept {
    /// Of this node.
    Own(Box<Told>),
    /// Of another.
    Heard(Head, Box<RawValue>),
}

/// What readers choose by.
#[derive(Debug, Deserialize)]
pub(super) struct Head {
    kind: Kind,
    at: Timestamp,
    schedule: Option<String>,
}

impl Kept {
    /// What another node has told; none when it is of a kind that is not known here.
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

    /// As readers get it.
    pub(super) fn to_json(&self) -> String {
        match self {
            Self::Own(told) => serde_json::to_string(told).unwrap_or_default(),
            Self::Heard(_, told) => told.get().to_owned(),
        }
    }
}
