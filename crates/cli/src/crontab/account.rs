//! The user whose crontab it is.

/// A user of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Name of the user, if it is known.
    pub name: Option<String>,
    /// Home folder of the user, if it is known.
    pub home: Option<String>,
}
