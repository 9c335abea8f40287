//! The two forms of a crontab.

/// Form of a crontab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CrontabForm {
    /// System form for `/etc/crontab` and files in `/etc/cron.d`, else user form.
    #[default]
    ByName,
    /// Crontab of a user: the command follows the fields.
    User,
    /// Crontab of the system: the name of a user is between the fields and the command.
    System,
}

impl CrontabForm {
    /// Returns whether each entry of the file names a user.
    pub(crate) fn has_user(self, file: &str) -> bool {
        match self {
            Self::User => false,
            Self::System => true,
            Self::ByName => file.ends_with("etc/crontab") || file.contains("cron.d/"),
        }
    }
}
