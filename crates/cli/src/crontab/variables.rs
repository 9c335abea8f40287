//! The variables of a crontab, which apply to all entries below them.

use std::collections::BTreeMap;

use super::account::Account;
use super::fields::ZoneUse;

/// Variables that cron interprets itself. They do not reach the command.
const CRON_VARIABLES: [&str; 6] =
    ["MAILTO", "MAILFROM", "CRON_TZ", "RANDOM_DELAY", "CONTENT_TYPE", "CONTENT_TRANSFER_ENCODING"];
/// Shell of a crontab that sets none.
const SHELL: &str = "/bin/sh";
/// Search path of a crontab that sets none.
const PATH: &str = "/usr/bin:/bin";

/// The variables that were set so far.
#[derive(Debug, Default)]
pub(crate) struct Variables<'a> {
    by_name: BTreeMap<&'a str, &'a str>,
}

/// Environment and working directory of a command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Surroundings {
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) directory: String,
}

impl<'a> Variables<'a> {
    pub(crate) fn set(&mut self, name: &'a str, value: &'a str) {
        self.by_name.insert(name, value);
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    pub(crate) fn shell(&self) -> &'a str {
        self.by_name.get("SHELL").copied().unwrap_or(SHELL)
    }

    /// Returns the value of `CRON_TZ`, and what it means for entries below it. `own` is the time zone of cron.
    pub(crate) fn named_zone(&self, own: &str) -> (Option<&'a str>, ZoneUse) {
        let named = self.by_name.get("CRON_TZ").copied();
        let zone_use = match named {
            None => ZoneUse::Own,
            Some(named) if named == own => ZoneUse::Named,
            Some(_) => ZoneUse::Other,
        };
        (named, zone_use)
    }

    /// Returns the maximum random delay in minutes, 0 if there is none.
    ///
    /// # Errors
    /// Returns the value of `RANDOM_DELAY` if it is not a number of minutes.
    pub(crate) fn random_delay(&self) -> Result<u32, &'a str> {
        self.by_name.get("RANDOM_DELAY").map_or(Ok(0), |written| written.parse().map_err(|_| *written))
    }

    /// Returns the environment and the working directory of a command. The variables of the crontab override those of
    /// the user, and these override `inherited`.
    pub(crate) fn surroundings(&self, account: &Account, inherited: BTreeMap<String, String>) -> Surroundings {
        let mut env = inherited;
        let (name, home) = (account.name.as_deref(), account.home.as_deref());
        let of_user = [("HOME", home), ("LOGNAME", name), ("USER", name)];
        // A search path that was inherited is the one that the caller wants.
        let path = (!env.contains_key("PATH")).then_some(PATH);
        let defaults = [("SHELL", Some(self.shell())), ("PATH", path)];
        for (name, value) in defaults.into_iter().chain(of_user) {
            if let Some(value) = value {
                env.insert(name.to_owned(), value.to_owned());
            }
        }
        for (name, value) in self.by_name.iter().filter(|(name, _)| !CRON_VARIABLES.contains(name)) {
            env.insert((*name).to_owned(), (*value).to_owned());
        }
        let directory = env.get("HOME").filter(|home| home.starts_with('/'));
        let directory = directory.map_or_else(|| "/".to_owned(), Clone::clone);
        Surroundings { env, directory }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crontab_overrides_the_user_who_overrides_what_is_inherited() {
        let mut variables = Variables::default();
        for (name, value) in [("HOME", "/srv"), ("MAILTO", "root"), ("A", "1")] {
            variables.set(name, value);
        }
        let account = Account { name: Some("ann".to_owned()), home: Some("/srv/ann".to_owned()) };
        let inherited = [("A", "0"), ("B", "2"), ("PATH", "/opt"), ("USER", "root")];
        let inherited = inherited.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let Surroundings { env, directory } = variables.surroundings(&account, inherited);
        let env: Vec<(&str, &str)> = env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let expected = [
            ("A", "1"),
            ("B", "2"),
            ("HOME", "/srv"),
            ("LOGNAME", "ann"),
            ("PATH", "/opt"),
            ("SHELL", "/bin/sh"),
            ("USER", "ann"),
        ];
        assert_eq!((env.as_slice(), directory.as_str()), (&expected[..], "/srv"));
        let nobody = Variables::default().surroundings(&Account::default(), BTreeMap::new());
        assert_eq!((nobody.env["PATH"].as_str(), nobody.directory.as_str()), ("/usr/bin:/bin", "/"));
    }
}
