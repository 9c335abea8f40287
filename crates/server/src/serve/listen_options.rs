//! Deadlines and limits of connections.

use std::time::Duration;

use crate::config::Network;

/// Deadlines and limits of connections.
#[derive(Clone, Debug)]
pub struct ListenOptions {
    /// Timeout for the TLS handshake, and for the head of a request from its first byte on.
    pub head_timeout: Duration,
    /// Maximum time that a connection stays open between two requests.
    pub idle_timeout: Duration,
    /// Timeout for a client to accept the next part of a response.
    pub write_timeout: Duration,
    /// Maximum number of open connections. Above it, the connection that has been idle longest is closed.
    pub connections_max: usize,
    /// Maximum number of open connections per address. Above it, the address's connection that has been idle
    /// longest is closed. Loopback and trusted proxies are exempt.
    pub connections_per_address_max: usize,
    /// Networks of proxies whose `X-Forwarded-For` header is trusted.
    pub trusted_proxies: Vec<Network>,
}

impl Default for ListenOptions {
    fn default() -> Self {
        Self {
            head_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(75),
            write_timeout: Duration::from_secs(30),
            connections_max: 10_000,
            connections_per_address_max: 1_000,
            trusted_proxies: Vec::new(),
        }
    }
}
