//! `[server]`: where it listens, who may reach it, and what it does.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::check::Checker;
use crate::cli::problem::quoted;

/// Where it listens, and to whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// The address and port; `127.0.0.1:7433` when absent. Elsewhere than on loopback it needs keys and TLS, or `insecure`.
    pub bind: Bind,
    /// What this node does; `all` when absent.
    pub role: Role,
    /// What the node is called; a random name when absent. No two that live at the same time may have the same.
    pub node: Option<String>,
    /// Whether it may listen elsewhere than on loopback without keys and TLS; false when absent.
    pub insecure: bool,
    /// The certificate it shows; no TLS when absent.
    pub tls: Option<Tls>,
    /// Where people reach it, for links in messages; what it listens on when absent.
    pub public_url: Option<String>,
    /// Names that requests may ask for besides `localhost` and its addresses; none when absent.
    pub hosts: Vec<String>,
    /// Networks of proxies whose word on who asks is taken; none when absent.
    pub trusted_proxies: Vec<Network>,
    /// How long runs and requests may go on after it was told to stop; 25 seconds when absent.
    pub drain_for: Length,
    /// How long one request may take, long polls and streams of events aside; 30 seconds when absent.
    pub request_timeout: Length,
    /// Timeout for the TLS handshake, and for the head of a request from the first byte on. Default: 10 seconds.
    pub head_timeout: Length,
    /// Timeout for the next request on an open connection. Default: 75 seconds.
    pub idle_timeout: Length,
    /// Timeout for a client to accept the next part of an answer. Default: 30 seconds.
    pub write_timeout: Length,
    /// Maximum number of open connections. Beyond it, the connection that has been idle for longest is closed. Default: 10,000.
    pub connections_max: usize,
    /// Maximum number of open connections of one address. Loopback and `trusted_proxies` are exempt. Default: 1,000.
    pub connections_per_address_max: usize,
}

/// A certificate and its key. Both are read again on SIGHUP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tls {
    /// The file of the certificate and those that sign it, in PEM.
    pub certificate: PathBuf,
    /// The file of its private key, in PEM.
    pub key: PathBuf,
}

/// What a node does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    #[default]
    All,
    /// It plans.
    Planner,
    /// It runs what is due.
    Worker,
    /// It answers requests.
    Api,
}

/// An address and a port to listen on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Bind(pub SocketAddr);

/// Addresses that begin alike: `10.0.0.0/8`, or one address.
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
            && let Err(error) = refrain::id::NodeId::new(node)
        {
            checker.refuse("server.node", "bad_value", format!("`server.node` cannot be used: {error}"), None);
        }
        if let Some(url) = &self.public_url
            && !(url.starts_with("http://") || url.starts_with("https://"))
        {
            let detail = format!("`server.public_url` is {}, which is no address of the web", quoted(url));
            checker.refuse("server.public_url", "bad_value", detail, Some("such as https://refrain.example.org"));
        }
        for host in &self.hosts {
            if host.is_empty() || host.contains(['/', ' ', '@']) {
                let detail = format!("`server.hosts` names {}, which is no name of a host", quoted(host));
                checker.refuse("server.hosts", "bad_value", detail, Some("such as refrain.internal, without a scheme"));
            }
        }
    }
}

impl Bind {
    /// Whether only this machine can reach it.
    pub fn is_loopback(self) -> bool {
        self.0.ip().is_loopback()
    }
}

impl Network {
    /// Whether an address belongs to it.
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
            format!(
                "{} is no address with a port (hint: such as 127.0.0.1:7433, 0.0.0.0:7433 or [::]:7433)",
                quoted(text)
            )
        })
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{} is no network (hint: such as 10.0.0.0/8 or 192.0.2.7)", quoted(text));
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

/// What serde needs of a type that is written as a text.
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
    fn a_network_holds_the_addresses_that_begin_alike() {
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
