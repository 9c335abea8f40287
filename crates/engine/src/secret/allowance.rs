//! Where a secret may be sent: by which providers, and to which hosts.
//!
//! An allowance is `PROVIDER` or `PROVIDER:HOST`. `PROVIDER` is the provider name as used in actions. `HOST` is
//! an exact host (`webhook:api.example.com`) or all hosts below a domain (`webhook:*.example.com`). Without a
//! host, the provider may send the secret to any host.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::Error;

use crate::error_code::ErrorCode;
use crate::model::NAME_BYTES_MAX;

/// Maximum number of allowances of one secret.
pub const ALLOWANCES_MAX: usize = 50;
/// Maximum length of a host name in bytes.
const HOST_BYTES_MAX: usize = 253;
/// Prefix of a domain that allows all hosts below it.
const WILDCARD_PREFIX: &str = "*.";

/// A provider, and optionally a host, that a secret may be sent to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Allowance {
    provider: String,
    host: Option<String>,
}

/// All allowances of a secret. An empty list means that the secret is not bound and may be sent anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Allowance>", into = "Vec<Allowance>")]
pub struct Allowances(Vec<Allowance>);

/// Where a secret is about to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Destination<'a> {
    /// Name of the provider that sends the secret.
    pub provider: &'a str,
    /// Host that the secret is sent to, if the provider knows one.
    pub host: Option<&'a str>,
    /// Whether a secret without allowances may be sent there.
    pub allows_unbound: bool,
}

impl Allowance {
    fn allows(&self, provider: &str, host: Option<&str>) -> bool {
        if self.provider != provider {
            return false;
        }
        let Some(allowed) = &self.host else { return true };
        host.is_some_and(|host| matches_host(allowed, host))
    }
}

/// Returns whether a host matches a pattern in lower case: an exact host, or `*.` and a domain.
pub(crate) fn matches_host(pattern: &str, host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    match pattern.strip_prefix(WILDCARD_PREFIX) {
        None => pattern == host,
        Some(domain) => host.strip_suffix(domain).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.')),
    }
}

impl FromStr for Allowance {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (provider, host) = match text.split_once(':') {
            None => (text, None),
            Some((provider, host)) => (provider, Some(host.to_ascii_lowercase())),
        };
        let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
        let is_provider = (1..=NAME_BYTES_MAX).contains(&provider.len()) && provider.chars().all(is_plain);
        if !is_provider || !host.as_deref().is_none_or(is_host) {
            let shown: String = text.chars().take(80).collect();
            let detail = format!("{shown:?} is not an allowance");
            return Err(Error::invalid(ErrorCode::BadAllowance, detail).with_hint(
                "write PROVIDER or PROVIDER:HOST, such as email, webhook:api.example.com or webhook:*.example.com",
            ));
        }
        Ok(Self { provider: provider.to_owned(), host })
    }
}

/// Returns whether the text is a host name, an address, or `*.` and a domain. Ports and paths are not accepted.
pub(crate) fn is_host(text: &str) -> bool {
    let name = text.strip_prefix(WILDCARD_PREFIX).unwrap_or(text);
    let is_address = name.starts_with('[') && name.ends_with(']') && !text.starts_with(WILDCARD_PREFIX);
    let name = if is_address { name[1..name.len() - 1].replace(':', "") } else { name.to_owned() };
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c));
    (1..=HOST_BYTES_MAX).contains(&name.len()) && name.split('.').all(is_part)
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.host {
            None => f.write_str(&self.provider),
            Some(host) => write!(f, "{}:{host}", self.provider),
        }
    }
}

impl TryFrom<String> for Allowance {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

impl From<Allowance> for String {
    fn from(allowance: Allowance) -> Self {
        allowance.to_string()
    }
}

impl Allowances {
    /// Parses allowances, each as `PROVIDER` or `PROVIDER:HOST`. Order and duplicates do not matter.
    ///
    /// # Errors
    /// When one is invalid, or there are more than [`ALLOWANCES_MAX`].
    pub fn parse(texts: impl IntoIterator<Item: AsRef<str>>) -> Result<Self, Error> {
        texts.into_iter().map(|text| text.as_ref().parse()).collect::<Result<Vec<_>, Error>>()?.try_into()
    }

    /// Returns whether the list is empty, so that the secret may be sent anywhere.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns an iterator over the allowances.
    pub fn iter(&self) -> impl Iterator<Item = &Allowance> {
        self.0.iter()
    }

    /// Returns the names of the providers, each once.
    pub fn providers(&self) -> BTreeSet<&str> {
        self.0.iter().map(|allowance| allowance.provider.as_str()).collect()
    }

    /// Returns whether a provider may send the secret to this host.
    pub(crate) fn allow(&self, provider: &str, host: Option<&str>) -> bool {
        self.is_empty() || self.0.iter().any(|allowance| allowance.allows(provider, host))
    }

    /// Rejects a destination that the secret may not be sent to.
    pub(crate) fn check(&self, name: &str, destination: Destination<'_>) -> Result<(), Error> {
        let Destination { provider, host, allows_unbound } = destination;
        if self.is_empty() && !allows_unbound {
            let detail = format!(
                "secret {name} may not be sent{}: it has no `allow`, and the action does not come from a saved schedule",
                by(provider, host)
            );
            return Err(Error::invalid(ErrorCode::SecretUnbound, detail)
                .with_hint("write the secret with `allow`, or send with a key that has `secrets`"));
        }
        if self.allow(provider, host) {
            return Ok(());
        }
        // The caller may not see the allowances, and the error may become the message of a run.
        let detail =
            format!("secret {name} may not be sent{}; its `allow` does not name this destination", by(provider, host));
        Err(Error::invalid(ErrorCode::SecretNotAllowed, detail).with_hint("write the secret with another `allow`"))
    }
}

fn by(provider: &str, host: Option<&str>) -> String {
    host.map_or_else(|| format!(" by provider {provider}"), |host| format!(" by provider {provider} to host {host}"))
}

impl TryFrom<Vec<Allowance>> for Allowances {
    type Error = Error;

    fn try_from(mut allowances: Vec<Allowance>) -> Result<Self, Error> {
        if allowances.len() > ALLOWANCES_MAX {
            let detail = format!("allow has {} entries; the maximum is {ALLOWANCES_MAX}", allowances.len());
            return Err(
                Error::invalid(ErrorCode::TooMany, detail).with_hint("allow a domain with `webhook:*.example.com`")
            );
        }
        allowances.sort();
        allowances.dedup();
        Ok(Self(allowances))
    }
}

impl From<Allowances> for Vec<Allowance> {
    fn from(allowances: Allowances) -> Self {
        allowances.0
    }
}

impl fmt::Display for Allowances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(Allowance::to_string).collect();
        f.write_str(&texts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(allowed: &str, provider: &str, host: Option<&str>, expected: bool) {
        let allowances = Allowances::parse([allowed]).unwrap();
        assert_eq!(allowances.allow(provider, host), expected, "{allowed} for {provider} to {host:?}");
    }

    #[test]
    fn an_allowance_matches_its_provider_and_its_hosts() {
        check("webhook:api.example.com", "webhook", Some("api.example.com"), true);
        check("webhook:API.example.com", "webhook", Some("api.EXAMPLE.com"), true);
        check("webhook:api.example.com", "webhook", Some("evil.example.com"), false);
        check("webhook:api.example.com", "webhook", Some("api.example.com.evil.org"), false);
        check("webhook:api.example.com", "other", Some("api.example.com"), false);
        check("webhook:api.example.com", "webhook", None, false);
        check("webhook:*.example.com", "webhook", Some("a.b.example.com"), true);
        check("webhook:*.example.com", "webhook", Some("example.com"), false);
        check("webhook:*.example.com", "webhook", Some("evilexample.com"), false);
        check("webhook:*.example.com", "webhook", Some(".example.com"), false);
        check("webhook:[::1]", "webhook", Some("[::1]"), true);
        check("webhook", "webhook", Some("anywhere.example.org"), true);
        check("email", "email", None, true);
        check("email", "webhook", None, false);
    }

    #[test]
    fn invalid_allowances_are_rejected() {
        for text in [
            "",
            ":",
            "webhook:",
            "webhook:*",
            "webhook:*.",
            "webhook:a b",
            "webhook:https://a.example",
            "webhook:a:80",
            "webhook:a..b",
            "webhook:.a",
            "a b",
            "webhook:*.*.example.com",
            "webhook:ex*mple.com",
            "webhook:bücher.example",
        ] {
            assert_eq!(text.parse::<Allowance>().unwrap_err().code(), "bad_allowance", "{text:?}");
        }
        let many: Vec<String> = (0..=ALLOWANCES_MAX).map(|number| format!("webhook:h{number}.example")).collect();
        assert_eq!(Allowances::parse(&many).unwrap_err().code(), "too_many");
    }

    #[test]
    fn a_refusal_names_secret_provider_and_host() {
        let destination = Destination { provider: "webhook", host: Some("evil.example"), allows_unbound: false };
        let bound = Allowances::parse(["webhook:api.example.com", "email"]).unwrap();
        let refused = bound.check("stripe", destination).unwrap_err();
        assert_eq!(
            refused.detail(),
            "secret stripe may not be sent by provider webhook to host evil.example; \
             its `allow` does not name this destination"
        );
        assert_eq!(Allowances::default().check("stripe", destination).unwrap_err().code(), "secret_unbound");
        Allowances::default().check("stripe", Destination { allows_unbound: true, ..destination }).unwrap();
    }
}
