//! Systems that schedules are imported from.

use std::fmt;

use serde::Serialize;

/// A system whose schedules can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Tables of cron, of a user or of the system.
    Crontab,
    /// Kubernetes CronJobs.
    Kubernetes,
    /// Timers of systemd, with their services.
    Systemd,
    /// Celery Beat and django-celery-beat.
    Celery,
    /// Amazon EventBridge, its Scheduler and its rules.
    #[serde(rename = "eventbridge")]
    EventBridge,
    /// Workflows of GitHub Actions.
    #[serde(rename = "github")]
    GitHub,
    /// Quartz.
    Quartz,
    /// Recurring jobs of Hangfire, and other lists of Cronos expressions.
    Hangfire,
    /// Job schedulers of BullMQ.
    #[serde(rename = "bullmq")]
    BullMq,
    /// Jobs of APScheduler.
    #[serde(rename = "apscheduler")]
    ApScheduler,
    /// Events of iCalendar files.
    Ics,
}

impl Kind {
    /// All systems.
    pub const ALL: [Self; 11] = [
        Self::Crontab,
        Self::Kubernetes,
        Self::Systemd,
        Self::Celery,
        Self::EventBridge,
        Self::GitHub,
        Self::Quartz,
        Self::Hangfire,
        Self::BullMq,
        Self::ApScheduler,
        Self::Ics,
    ];

    /// Returns the name of the system, as in a command.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Crontab => "crontab",
            Self::Kubernetes => "kubernetes",
            Self::Systemd => "systemd",
            Self::Celery => "celery",
            Self::EventBridge => "eventbridge",
            Self::GitHub => "github",
            Self::Quartz => "quartz",
            Self::Hangfire => "hangfire",
            Self::BullMq => "bullmq",
            Self::ApScheduler => "apscheduler",
            Self::Ics => "ics",
        }
    }

    /// Returns the system with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
