//! History levels: how much of the output of attempts the ledger keeps. Rows always stay, with their state
//! and reason. The promise that every occurrence ends with a reason holds at every level.

use std::collections::BTreeMap;

use crate::ledger::Ending;
use crate::model::{Definition, History, MESSAGE_BYTES_MAX, Tenant, cut};

/// Configured history levels. A schedule's own level applies first, then its tenant's, then the node's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryLevels {
    /// Level of the node.
    pub node: History,
    /// Levels of tenants, for schedules that set none.
    pub tenants: BTreeMap<Tenant, History>,
}

impl HistoryLevels {
    /// Returns the level for a run.
    pub fn of(&self, tenant: &Tenant, definition: Option<&Definition>) -> History {
        let own = definition.and_then(|definition| definition.history);
        own.or_else(|| self.tenants.get(tenant).copied()).unwrap_or(self.node)
    }
}

impl History {
    /// Reduces or extends the message of an ending to what this level stores. The message stays as it is, is
    /// removed, or gets the account of the dispatch appended.
    #[must_use]
    pub fn kept(self, mut ending: Ending, account: impl FnOnce() -> Option<String>) -> Ending {
        let is_error = match &ending {
            Ending::Failed { .. } | Ending::Retry { .. } => true,
            Ending::Succeeded { .. } | Ending::Skipped { .. } => false,
        };
        let message = match &mut ending {
            Ending::Succeeded { message, .. }
            | Ending::Skipped { message, .. }
            | Ending::Failed { message, .. }
            | Ending::Retry { message, .. } => message,
        };
        match self {
            Self::None => *message = None,
            Self::Errors if !is_error => *message = None,
            Self::Errors | Self::Minimal => {}
            Self::Full => {
                if let Some(account) = account() {
                    *message = Some(match message.take() {
                        Some(said) => both(&said, &account),
                        None => account,
                    });
                }
            }
        }
        ending
    }
}

/// Joins a message and the account of its dispatch. Stored messages are truncated, so the message is
/// shortened here and the account stays complete.
fn both(said: &str, account: &str) -> String {
    let room = MESSAGE_BYTES_MAX.saturating_sub(account.len() + 1);
    format!("{}\n{account}", cut(said, room))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::model::{FailReason, SkipReason};

    fn endings() -> [Ending; 4] {
        let message = Some("said".to_owned());
        [
            Ending::Succeeded { target: None, message: None },
            Ending::Skipped { reason: SkipReason::Hold, message: message.clone() },
            Ending::Failed { reason: FailReason::Rejected, message: message.clone() },
            Ending::Retry { at: Timestamp::UNIX_EPOCH, message },
        ]
    }

    #[test]
    fn each_level_changes_only_the_message() {
        for (level, expected) in [
            (History::None, [None, None, None, None]),
            (History::Errors, [None, None, Some("said"), Some("said")]),
            (History::Minimal, [None, Some("said"), Some("said"), Some("said")]),
            (History::Full, [Some("steps"), Some("said\nsteps"), Some("said\nsteps"), Some("said\nsteps")]),
        ] {
            for (ending, expected) in endings().into_iter().zip(expected) {
                let kept = level.kept(ending.clone(), || Some("steps".to_owned()));
                assert_eq!(kept.message(), expected, "{level:?}: {ending:?}");
                assert_eq!((kept.state(), kept.reason()), (ending.state(), ending.reason()));
            }
        }
        assert_eq!(History::Full.kept(endings()[0].clone(), || None), endings()[0], "nothing was dispatched");
        let long = Ending::Failed { reason: FailReason::Rejected, message: Some("é".repeat(MESSAGE_BYTES_MAX)) };
        let kept = History::Full.kept(long, || Some("steps".to_owned()));
        let message = kept.message().unwrap();
        assert!(message.len() <= MESSAGE_BYTES_MAX && message.ends_with("é\nsteps"), "the account is not truncated");
    }
}
