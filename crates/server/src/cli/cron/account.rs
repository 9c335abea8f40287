//! The user of this process.

use std::fs;

use refrain_cli::crontab::Account;

/// File with the users of the machine.
const PASSWD: &str = "/etc/passwd";

/// Returns the user of this process. A user that the machine does not list, as in some containers, has the name and the
/// home folder of the environment.
pub(super) fn current_account() -> Account {
    let uid = rustix::process::getuid().as_raw();
    let listed = fs::read_to_string(PASSWD).ok().and_then(|text| account_of(uid, &text));
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    listed.unwrap_or_else(|| Account { name: variable("LOGNAME").or_else(|| variable("USER")), home: variable("HOME") })
}

/// Returns the user with a number, from the text of the file.
fn account_of(uid: u32, text: &str) -> Option<Account> {
    text.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        let [name, _, number, _, _, home, _] = fields[..] else { return None };
        let is_it = number.parse() == Ok(uid);
        is_it.then(|| Account { name: Some(name.to_owned()), home: Some(home.to_owned()) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_is_found_by_its_number() {
        let text = "root:x:0:0:root:/root:/bin/bash\nbroken\nann:x:1000:1000:Ann,,,:/srv/ann:/bin/sh\n";
        let ann = Account { name: Some("ann".to_owned()), home: Some("/srv/ann".to_owned()) };
        assert_eq!(account_of(1000, text), Some(ann));
        assert_eq!(account_of(100, text), None);
    }
}
