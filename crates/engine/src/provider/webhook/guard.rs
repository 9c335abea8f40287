//! Decides where a webhook may go. The guard keeps authors of schedules from reaching what only the server can
//! reach.
//!
//! There are three checks, and each must pass:
//! - The URL, when it is saved and before every request and every redirect hop.
//! - The host name, which must not belong to an internal network.
//! - Every address of the host name, when a connection is made. The connection goes to exactly the addresses
//!   that were checked, so a name server cannot return one answer to the guard and another to the connection.

use std::net::IpAddr;

use url::{Host, Url};

use super::address::{Network, embedded_v4, non_public};
use super::options::WebhookOptions;
use crate::error::Error;
use crate::error_code::ErrorCode;

/// Suffixes of names that only internal networks use.
const INTERNAL_SUFFIXES: [&str; 14] = [
    "localhost",
    "localdomain",
    "local",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "home.arpa",
    "in-addr.arpa",
    "ip6.arpa",
    "metadata",
    "svc",
];

/// Reason why a webhook may not go to an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct GuardError(pub(super) String);

/// The operator's restrictions on where webhooks may go.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    allowed: AddressSet,
    denied: AddressSet,
    is_http_allowed: bool,
    ports: Ports,
}

/// A set of hosts and networks.
#[derive(Clone, Debug, Default)]
struct AddressSet {
    hosts: Vec<String>,
    networks: Vec<Network>,
}

/// Ports that a URL may use.
#[derive(Clone, Debug)]
enum Ports {
    Standard,
    Listed(Vec<u16>),
    Any,
}

impl Guard {
    /// Creates the guard that the options describe.
    ///
    /// # Errors
    /// When an entry of `allow` or `deny` is neither a network nor a host.
    pub(super) fn new(options: &WebhookOptions) -> Result<Self, Error> {
        let ports = match (options.any_port, options.ports.is_empty()) {
            (true, _) => Ports::Any,
            (false, true) => Ports::Standard,
            (false, false) => Ports::Listed(options.ports.clone()),
        };
        Ok(Self {
            allowed: AddressSet::parse(&options.allow)?,
            denied: AddressSet::parse(&options.deny)?,
            is_http_allowed: options.allow_http,
            ports,
        })
    }

    /// Checks a URL: scheme, port, user, host name, and the address if the host is one. `text` is the text the
    /// URL was parsed from.
    pub(super) fn check_url(&self, url: &Url, text: &str) -> Result<(), GuardError> {
        match url.scheme() {
            "https" => {}
            "http" if self.is_http_allowed => {}
            "http" => return refused("the URL is not encrypted; only https is allowed"),
            other => return refused(format!("the scheme {other:?} is not allowed for webhooks; use https")),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return refused("the URL contains a user name or a password; use a header with a secret instead");
        }
        self.check_port(url)?;
        match url.host() {
            None => refused("the URL has no host"),
            Some(Host::Ipv4(address)) if !text.contains(&address.to_string()) => {
                refused(format!("the URL writes the address {address} in an obfuscated form"))
            }
            Some(Host::Ipv4(address)) => self.check_address(address.into()),
            Some(Host::Ipv6(address)) => self.check_address(address.into()),
            Some(Host::Domain(name)) => self.check_name(name),
        }
    }

    /// Checks all addresses of a name. A single address that is not allowed rejects them all.
    pub(super) fn check_addresses(&self, name: &str, addresses: &[IpAddr]) -> Result<(), GuardError> {
        self.check_name(name)?;
        if self.allowed.has_host(name) && !addresses.iter().any(|address| self.is_denied(*address)) {
            return Ok(());
        }
        addresses.iter().try_for_each(|address| self.check_address(*address))
    }

    fn check_port(&self, url: &Url) -> Result<(), GuardError> {
        let port = url.port_or_known_default().unwrap_or_default();
        let is_allowed = match &self.ports {
            Ports::Any => port != 0,
            Ports::Listed(ports) => ports.contains(&port),
            Ports::Standard => port == 443 || (port == 80 && self.is_http_allowed),
        };
        if is_allowed { Ok(()) } else { refused(format!("port {port} is not allowed for webhooks")) }
    }

    fn check_name(&self, name: &str) -> Result<(), GuardError> {
        let name = plain(name);
        if self.denied.has_host(&name) {
            return refused(format!("the host {name} is denied by the operator"));
        }
        if self.allowed.has_host(&name) {
            return Ok(());
        }
        let is_inside = |end: &&str| name.strip_suffix(*end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        if !name.contains('.') || INTERNAL_SUFFIXES.iter().any(is_inside) {
            return refused(format!("the host {name} belongs to an internal network"));
        }
        Ok(())
    }

    /// Returns whether the address, or the IPv4 address embedded in it, is denied.
    fn is_denied(&self, address: IpAddr) -> bool {
        self.denied.has_address(address)
            || embedded_v4(address).is_some_and(|embedded_v4| self.denied.has_address(embedded_v4))
    }

    fn check_address(&self, address: IpAddr) -> Result<(), GuardError> {
        if self.is_denied(address) {
            return refused(format!("the address {address} is denied by the operator"));
        }
        match non_public(address) {
            Some(what) if !self.allowed.has_address(address) => {
                refused(format!("the address {address} is {what}, not public"))
            }
            Some(_) | None => Ok(()),
        }
    }
}

impl AddressSet {
    fn parse(texts: &[String]) -> Result<Self, Error> {
        let mut places = Self::default();
        for text in texts {
            match Network::parse(text) {
                Some(network) => places.networks.push(network),
                None => places.hosts.push(host(text)?),
            }
        }
        Ok(places)
    }

    fn has_host(&self, name: &str) -> bool {
        self.hosts.iter().any(|host| *host == plain(name))
    }

    /// An IPv4-mapped IPv6 address counts as the IPv4 address.
    fn has_address(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.holds(address) || network.holds(address.to_canonical()))
    }
}

/// Normalizes a host the way URLs do.
fn host(text: &str) -> Result<String, Error> {
    match Host::parse(text) {
        Ok(Host::Domain(name)) => Ok(plain(&name)),
        Ok(Host::Ipv4(_) | Host::Ipv6(_)) | Err(_) => {
            let detail = format!("{text:?} is neither a network, such as 10.0.0.0/8, nor a host");
            Err(Error::invalid(ErrorCode::WebhookPlace, detail))
        }
    }
}

/// Returns the name in lower case, without a trailing dot.
fn plain(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

fn refused<T>(why: impl Into<String>) -> Result<T, GuardError> {
    Err(GuardError(why.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(change: impl FnOnce(&mut WebhookOptions)) -> Guard {
        let mut options = WebhookOptions::default();
        change(&mut options);
        Guard::new(&options).unwrap()
    }

    fn check(guard: &Guard, text: &str) -> Result<(), GuardError> {
        guard.check_url(&Url::parse(text).unwrap(), text)
    }

    #[test]
    fn only_encrypted_urls_on_the_usual_port_pass_by_default() {
        let guard = guard(|_| {});
        assert_eq!(check(&guard, "https://example.com/hook?x=1"), Ok(()));
        assert_eq!(check(&guard, "https://8.8.8.8/"), Ok(()));
        for text in [
            "http://example.com/",
            "https://example.com:8443/",
            "ftp://example.com/",
            "https://u@example.com/",
            "https://u:p@example.com/",
            "https://:p@example.com/",
            "https://0x08080808/",
            "https://134744072/",
            "https://8.8.2056/",
            "file:///etc/passwd",
            "data:text/plain,x",
        ] {
            assert!(check(&guard, text).is_err(), "{text}");
        }
    }

    #[test]
    fn options_open_ports_schemes_and_places() {
        assert_eq!(check(&guard(|it| it.allow_http = true), "http://example.com/"), Ok(()));
        assert!(check(&guard(|it| it.allow_http = true), "http://example.com:8080/").is_err());
        assert_eq!(check(&guard(|it| it.ports = vec![8443]), "https://example.com:8443/"), Ok(()));
        assert!(check(&guard(|it| it.ports = vec![8443]), "https://example.com/").is_err());
        assert_eq!(check(&guard(|it| it.any_port = true), "https://example.com:1/"), Ok(()));
        let inside = guard(|it| it.allow = vec!["10.1.0.0/16".to_owned(), "Build.Internal".to_owned()]);
        assert_eq!(check(&inside, "https://10.1.2.3/"), Ok(()));
        assert_eq!(check(&inside, "https://[::ffff:10.1.2.3]/"), Ok(()));
        assert_eq!(check(&inside, "https://build.internal./"), Ok(()));
        assert!(check(&inside, "https://10.2.0.1/").is_err() && check(&inside, "https://x.build.internal/").is_err());
        assert!(Guard::new(&WebhookOptions { allow: vec!["a b".to_owned()], ..Default::default() }).is_err());
    }

    #[test]
    fn one_inside_address_among_public_ones_is_enough_to_refuse() {
        let addresses = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<IpAddr>>();
        let plain = guard(|_| {});
        assert_eq!(plain.check_addresses("example.com", &addresses(&["8.8.8.8", "2606:4700::1"])), Ok(()));
        assert!(plain.check_addresses("example.com", &addresses(&["8.8.8.8", "10.0.0.1"])).is_err());
        let opened = guard(|it| {
            it.allow = vec!["build.internal".to_owned()];
            it.deny = vec!["10.0.0.66".to_owned(), "evil.example.com".to_owned()];
        });
        assert_eq!(opened.check_addresses("build.internal", &addresses(&["10.0.0.1"])), Ok(()));
        assert!(opened.check_addresses("build.internal", &addresses(&["10.0.0.66"])).is_err());
        assert!(opened.check_addresses("evil.example.com", &addresses(&["8.8.8.8"])).is_err());
    }

    #[test]
    fn deny_overrides_allow_in_every_notation() {
        let guard = guard(|it| {
            it.allow = vec!["10.0.0.0/8".to_owned(), "db.internal".to_owned(), "64:ff9b::/96".to_owned()];
            it.deny = vec!["10.0.0.5".to_owned(), "8.8.4.0/24".to_owned(), "DB.internal".to_owned()];
            it.any_port = true;
        });
        assert_eq!(check(&guard, "https://10.0.0.6/"), Ok(()));
        assert_eq!(check(&guard, "https://8.8.8.8/"), Ok(()));
        for text in [
            "https://10.0.0.5/",
            "https://10.0.0.5:8443/",
            "https://[::ffff:10.0.0.5]/",
            "https://[64:ff9b::10.0.0.5]/",
            "https://[2002:a00:5::1]/",
            "https://8.8.4.4/",
            "https://[::ffff:8.8.4.4]/",
            "https://[64:ff9b::8.8.4.4]/",
            "https://db.internal/",
            "https://DB.INTERNAL./",
        ] {
            let refused = check(&guard, text).unwrap_err().to_string();
            assert!(refused.contains("denied by the operator"), "{text}: {refused}");
        }
        let answers = ["10.0.0.6".parse().unwrap(), "10.0.0.5".parse().unwrap()];
        assert!(guard.check_addresses("example.com", &answers).is_err(), "one denied among allowed ones");
    }
}
