//! IDs of schedules, made from the names of entries.

use std::collections::BTreeSet;

use crate::document::NAME_BYTES_MAX;

/// The IDs given so far.
#[derive(Default)]
pub(crate) struct Ids {
    given: BTreeSet<String>,
}

impl Ids {
    /// Returns a new ID. It is the name with `-` for all other characters, and a number if the ID is given already.
    pub(crate) fn make(&mut self, prefix: &str, name: &str) -> String {
        let base = id(&format!("{prefix}{name}"));
        let mut candidate = base.clone();
        for number in 2_u64.. {
            if self.given.insert(candidate.clone()) {
                break;
            }
            let suffix = format!("-{number}");
            let kept = base.len().min(NAME_BYTES_MAX - suffix.len());
            candidate = format!("{}{suffix}", &base[..kept]);
        }
        candidate
    }
}

/// Returns the characters of a name that an ID may have. Every other run of characters becomes one `-`.
pub(crate) fn id(name: &str) -> String {
    let mut id = String::new();
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '_' => id.push(c),
            _ if id.is_empty() || id.ends_with('-') => {}
            _ => id.push('-'),
        }
        if id.len() == NAME_BYTES_MAX {
            break;
        }
    }
    let id = id.trim_end_matches('-');
    if id.is_empty() { "schedule".to_owned() } else { id.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_valid_and_unique() {
        let mut ids = Ids::default();
        let mut check = |name: &str, expected: &str| assert_eq!(ids.make("", name), expected, "{name}");
        check("Backup (daily)", "Backup-daily");
        check("Backup-daily", "Backup-daily-2");
        check("Backup: daily", "Backup-daily-3");
        check("Backup-daily-2", "Backup-daily-2-2");
        check("täglich", "t-glich");
        check("--", "schedule");
        check("", "schedule-2");
        check("a.b/c_d", "a-b-c_d");
        let long = "x".repeat(200);
        check(&long, &"x".repeat(128));
        check(&long, &format!("{}-2", "x".repeat(126)));
        assert_eq!(ids.make("cron-", "a"), "cron-a");
    }
}
