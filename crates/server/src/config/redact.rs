//! Removes passwords from texts that people see.
//!
//! When in doubt, a host is hidden rather than a password shown. Between the scheme of an address and its last `@`,
//! the part up to the first colon is a user name, and the rest is a secret.

/// Placeholder for a secret.
pub(super) const HIDDEN: &str = "***";

/// Schemes whose addresses may contain a token in place of a user name.
const TOKEN_SCHEMES: [&str; 2] = ["nats", "tls"];

/// Returns the text without the passwords of addresses, and without the values of parameters such as `password=…`.
pub(super) fn redacted(text: &str) -> String {
    without_parameters(&without_user_passwords(text))
}

/// Hides the password of `scheme://name:password@host` anywhere in the text.
fn without_user_passwords(text: &str) -> String {
    let Some((before, rest)) = text.split_once("://") else { return text.to_owned() };
    let scheme = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '+').next().unwrap_or_default();
    // A password that is not escaped may contain anything except whitespace and quotes.
    let end = rest.find(|c: char| c.is_whitespace() || c == '"' || c == '`').unwrap_or(rest.len());
    let (address, after) = rest.split_at(end);
    let shown = match address.rsplit_once('@') {
        Some((user, host)) => match user.split_once(':') {
            // Not a name: several addresses, or a token in which the colon belongs to something else.
            Some((name, _)) if name.contains(['@', '/', ',', ';']) => format!("{HIDDEN}@{host}"),
            Some((name, _)) => format!("{name}:{HIDDEN}@{host}"),
            None if TOKEN_SCHEMES.contains(&scheme) => format!("{HIDDEN}@{host}"),
            None => address.to_owned(),
        },
        None => address.to_owned(),
    };
    format!("{before}://{shown}{}", without_user_passwords(after))
}

/// Hides `password=…` and the like as a parameter of an address or between spaces. A longer name that ends in one of
/// the names counts too, such as `access_token=…`.
fn without_parameters(text: &str) -> String {
    const NAMES: [&str; 6] = ["password=", "token=", "secret=", "api_key=", "api-key=", "apikey="];
    let mut shown = String::new();
    let mut rest = text;
    // Replacing ASCII letters changes no position in the text.
    let find = |text: &str, name: &str| text.to_ascii_lowercase().find(name);
    while let Some((at, name)) = NAMES.iter().filter_map(|name| Some((find(rest, name)?, name))).min() {
        let (before, found) = rest.split_at(at + name.len());
        shown.push_str(before);
        shown.push_str(HIDDEN);
        let quoted = found.strip_prefix('\'').and_then(|inner| inner.find('\'').map(|end| end + 2));
        let is_end = |c: char| c.is_whitespace() || c == '&' || c == '"' || c == '`';
        let end = quoted.or_else(|| found.find(is_end)).unwrap_or(found.len());
        rest = &found[end..];
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_passwords_are_redacted() {
        for (text, expected) in [
            ("sqlite:refrain.db", "sqlite:refrain.db"),
            ("postgres://ann:hunter2@db/a", "postgres://ann:***@db/a"),
            ("postgres://ann@db/a", "postgres://ann@db/a"),
            ("redis://:hunter2@host/0", "redis://:***@host/0"),
            ("amqp://a:p@ss/w:rd@host/v", "amqp://a:***@host/v"),
            ("nats://hunter2@host", "nats://***@host"),
            ("`postgres://ann:hunter2@db/a` is no address", "`postgres://ann:***@db/a` is no address"),
            ("host=db user=ann password=hunter2 dbname=a", "host=db user=ann password=*** dbname=a"),
            ("host=db password='hunter 2' dbname=a", "host=db password=*** dbname=a"),
            ("postgres://db/a?password=hunter2&sslmode=require", "postgres://db/a?password=***&sslmode=require"),
            ("nats://tok@h1,nats://tok@h2", "nats://***@h2"),
            ("https://h/in?Access_Token=hunter2&a=b", "https://h/in?Access_Token=***&a=b"),
            ("redis://a:x@h and redis://b:y@i", "redis://a:***@h and redis://b:***@i"),
        ] {
            assert_eq!(redacted(text), expected);
        }
    }
}
