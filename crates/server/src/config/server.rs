//! `[server]`: address, access and role of the server.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use refrain_cli::text::quoted;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::checker::Checker;
use crate::input::serde_problem::with_hint;

/// Server settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// Address and port to listen on. An address other than loopback requires keys and TLS, or `insecure`. Default:
    /// `127.0.0.1:7433`.
    pub bind: Bind,
    /// Whether to listen at all. Without an address, the node has no API and no console. Default: true.
    pub listen: bool,
    /// Role of this node. Default: `all`.
    pub role: Role,
    /// Name of the node. It must be unique among live nodes. Default: a random name.
    pub node: Option<String>,
    /// Whether the server may listen on an address other than loopback without keys and TLS. Default: false.
    pub insecure: bool,
    /// TLS certificate and key. Default: no TLS.
    pub tls: Option<Tls>,
    /// Public URL of the server, for links in messages. Default: the address it listens on.
    pub public_url: Option<String>,
    /// Host names that requests may use, besides `localhost` and the server's addresses. Default: none.
    pub hosts: Vec<String>,
    /// Networks of proxies whose forwarded client address is trusted. Default: none.
    pub trusted_proxies: Vec<Network>,
    /// Time that runs and requests may take to finish after a stop signal. Default: 25 seconds.
    pub drain_for: Length,
    /// Timeout of a request, except long polls and event streams. Default: 30 seconds.
    pub request_timeout: Length,
    /// Timeout for the TLS handshake, and for the head of a request from its first byte on. Default: 10 seconds.
    pub head_timeout: Length,
    /// Timeout for the next request on an open connection. Default: 75 seconds.
    pub idle_timeout: Length,
    /// Timeout for a client to accept the next part of a response. Default: 30 seconds.
    pub write_timeout: Length,
    /// Maximum number of open connections. Above it, the connection that has been idle longest is closed. Default:
    /// 10,000.
    pub connections_max: usize,
    /// Maximum number of open connections per address. Loopback and `trusted_proxies` are exempt. Default: 1,000.
    pub connections_per_address_max: usize,
}

/// A certificate and its key. Both files are reloaded on SIGHUP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tls {
    /// PEM file with the certificate and its issuers.
    pub certificate: PathBuf,
    /// PEM file with the private key.
    pub key: PathBuf,
}

/// Role of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plan, run and serve the API
    #[default]
    All,
    /// Plan occurrences
    Planner,
    /// Run due occurrences
    Worker,
    /// Serve the API
    Api,
}

/// An address and port to listen on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Bind(pub SocketAddr);

/// A network such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            bind: Bind(SocketAddr::from(([127, 0, 0, 1], 7433))),
            listen: true,
            role: Role::default(),
            node: None,
            insecure: false,
            tls: None,
            public_url: None,
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            drain_for: Length::from_seconds(25),
            request_timeout: Length::from_seconds(30),
            head_timeout: Length::from_seconds(10),
            idle_timeout: Length::from_seconds(75),
            write_timeout: Length::from_seconds(30),
            connections_max: 10_000,
            connections_per_address_max: 1_000,
        }
    }
}

impl Server {
    pub(super) fn check(&self, checker: &mut Checker<'_>) {
        checker.at_least_a_second("server.request_timeout", self.request_timeout);
        for (key, timeout) in [
            ("server.head_timeout", self.head_timeout),
            ("server.idle_timeout", self.idle_timeout),
            ("server.write_timeout", self.write_timeout),
        ] {
            checker.at_least_a_second(key, timeout);
            checker.at_most_a_day(key, timeout);
        }
        checker.at_least("server.connections_max", self.connections_max, 1);
        checker.at_least("server.connections_per_address_max", self.connections_per_address_max, 1);
        if let Some(node) = &self.node
            && let Err(error) = refrain::model::NodeId::new(node)
        {
            checker.refuse("server.node", "bad_value", format!("`server.node` cannot be used: {error}"), None);
        }
        if let Some(url) = &self.public_url
            && !(url.starts_with("http://") || url.starts_with("https://"))
        {
            let detail = format!("`server.public_url` is {}, which is not a web address", quoted(url));
            checker.refuse("server.public_url", "bad_value", detail, Some("for example https://refrain.example.org"));
        }
        for host in &self.hosts {
            if host.is_empty() || host.contains(['/', ' ', '@']) {
                let detail = format!("`server.hosts` contains {}, which is not a host name", quoted(host));
                checker.refuse(
                    "server.hosts",
                    "bad_value",
                    detail,
                    Some("for example refrain.internal, without a scheme"),
                );
            }
        }
    }
}

impl Bind {
    /// Returns whether the address is reachable only from this machine.
    pub fn is_loopback(self) -> bool {
        self.0.ip().is_loopback()
    }
}

impl Network {
    /// Returns whether `address` belongs to the network.
    pub fn contains(self, address: IpAddr) -> bool {
        fn bits(address: IpAddr) -> (u128, u8) {
            match address {
                IpAddr::V4(v4) => (u128::from(v4.to_bits()) << 96, 32),
                IpAddr::V6(v6) => (v6.to_bits(), 128),
            }
        }
        let ((own, own_width), (other, other_width)) = (bits(self.address), bits(address.to_canonical()));
        let mask = if self.prefix == 0 { 0 } else { u128::MAX << (128 - u32::from(self.prefix)) };
        own_width == other_width && (own ^ other) & mask == 0
    }
}

impl FromStr for Bind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
        named.as_deref().unwrap_or(text).parse().map(Self).map_err(|_| {
            let problem = format!("{} is not an address with a port", quoted(text));
            with_hint(&problem, "for example 127.0.0.1:7433, 0.0.0.0:7433 or [::]:7433")
        })
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let advice = "for example 10.0.0.0/8 or 192.0.2.7";
        let bad = || with_hint(&format!("{} is not a network", quoted(text)), advice);
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let address: IpAddr = address.parse().map_err(|_| bad())?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(width), |prefix| prefix.parse().map_err(|_| bad()))?;
        if prefix > width { Err(bad()) } else { Ok(Self { address, prefix }) }
    }
}

impl fmt::Display for Bind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

/// Implements the conversions that serde needs for a type written as a string.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl TryFrom<String> for $type {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    )*};
}

as_text!(Bind, Network);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_contains_addresses_with_its_prefix() {
        let check = |network: &str, address: &str, expected: bool| {
            let network: Network = network.parse().unwrap();
            assert_eq!(network.contains(address.parse().unwrap()), expected, "{network} {address}");
        };
        check("10.0.0.0/8", "10.255.0.1", true);
        check("10.0.0.0/8", "11.0.0.1", false);
        check("10.0.0.0/8", "::ffff:10.1.2.3", true);
        check("0.0.0.0/0", "192.0.2.1", true);
        check("0.0.0.0/0", "2001:db8::1", false);
        check("192.0.2.7", "192.0.2.7", true);
        check("192.0.2.7", "192.0.2.8", false);
        check("2001:db8::/32", "2001:db8:1::1", true);
        check("2001:db8::/32", "2001:db9::1", false);
    }
}
