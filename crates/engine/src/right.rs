//! A right: one operation that a caller may or may not perform.

/// One operation that a caller may or may not perform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Right {
    /// Read schedules, occurrences, controls and statistics.
    View,
    /// Read the payloads of schedules, revisions, alerts and work items.
    Payloads,
    /// Read the audit log.
    Audit,
    /// Change how existing schedules and occurrences run: pause, resume, cancel, retry, skip, work through queues.
    Operate,
    /// Write schedules and controls.
    Edit,
    /// Manage the keys of the tenant.
    Administer,
    /// Create past occurrences.
    Backfill,
    /// Send without waiting for a schedule: run one now, dispatch a single action, or enqueue a work item.
    Fire,
    /// Decide that a program is started, and with which arguments.
    Command,
    /// Write and remove secrets.
    Secrets,
}

impl Right {
    /// All rights.
    pub const ALL: [Self; 10] = [
        Self::View,
        Self::Payloads,
        Self::Audit,
        Self::Operate,
        Self::Edit,
        Self::Administer,
        Self::Backfill,
        Self::Fire,
        Self::Command,
        Self::Secrets,
    ];

    /// Returns the name of the role or permission that grants the right.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::View => "viewer",
            Self::Operate => "operator",
            Self::Edit => "editor",
            Self::Administer => "admin",
            Self::Payloads => "payloads",
            Self::Audit => "audit",
            Self::Backfill => "backfill",
            Self::Fire => "fire",
            Self::Command => "command",
            Self::Secrets => "secrets",
        }
    }
}
