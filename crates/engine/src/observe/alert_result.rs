//! Results of alerts, and the mark of a task that sends one.

tokio::task_local! {
    /// Set while this task sends an alert.
    pub(crate) static SENDING: ();
}

/// Returns whether this task is sending an alert. If so, a failure raises no further alert.
pub(crate) fn is_sending() -> bool {
    SENDING.try_with(|()| ()).is_ok()
}

/// Result of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AlertResult {
    /// The alert was delivered.
    Sent,
    /// An alert was sent recently, so the limit applies.
    HeldBack,
    /// The alert could not be delivered.
    Failed,
}

impl AlertResult {
    /// Returns the stable name.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::HeldBack => "held_back",
            Self::Failed => "failed",
        }
    }
}
