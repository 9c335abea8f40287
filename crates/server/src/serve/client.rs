//! The address of the client behind a connection.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

use crate::config::Network;

/// Returns the address of the peer, or the client that a trusted proxy names. Only the addresses in
/// `X-Forwarded-For` that trusted proxies wrote are trusted, so the last address that is not a proxy is the client.
pub(super) fn client(peer: SocketAddr, headers: &HeaderMap, trusted: &[Network]) -> SocketAddr {
    if !is_trusted(peer.ip(), trusted) {
        return peer;
    }
    let named = headers.get_all("x-forwarded-for").into_iter().filter_map(|text| text.to_str().ok());
    let named: Vec<&str> = named.flat_map(|text| text.split(',')).map(str::trim).collect();
    let mut found = peer;
    for name in named.into_iter().rev() {
        let Ok(address) = name.parse::<IpAddr>() else { break };
        found = SocketAddr::new(address, 0);
        if !is_trusted(address, trusted) {
            break;
        }
    }
    found
}

/// Returns whether an address belongs to one of the networks.
pub(super) fn is_trusted(address: IpAddr, trusted: &[Network]) -> bool {
    trusted.iter().any(|network| network.contains(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_from_trusted_proxies_are_trusted() {
        let trusted = ["10.0.0.0/8"].map(|text| serde_json::from_value(text.into()).unwrap());
        let seen = |peer: &str, forwarded: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            client(SocketAddr::new(peer.parse().unwrap(), 1), &headers, &trusted).ip().to_string()
        };
        assert_eq!(seen("192.0.2.1", "198.51.100.7"), "192.0.2.1");
        assert_eq!(seen("10.1.1.1", "198.51.100.7"), "198.51.100.7");
        assert_eq!(seen("10.1.1.1", "203.0.113.9, 198.51.100.7, 10.2.2.2"), "198.51.100.7");
        assert_eq!(seen("10.1.1.1", "nonsense"), "10.1.1.1");
        assert_eq!(seen("10.1.1.1", "203.0.113.9, nonsense, 10.2.2.2"), "10.2.2.2");
    }
}
