//! Checks whether a server may listen on an address with the protection it has.

use std::net::SocketAddr;

use refrain::{Error, ErrorCode};

/// Checks that other machines can reach the server only over TLS and with keys.
pub(super) fn check(bind: SocketAddr, has_tls: bool, needs_keys: bool) -> Result<(), Error> {
    if bind.ip().is_loopback() || (has_tls && needs_keys) {
        return Ok(());
    }
    let missing = missing(has_tls, needs_keys);
    let detail =
        format!("{bind} can be reached from other machines, but the server is unprotected; missing: {missing}");
    let hint =
        "configure a certificate and create a key with `refrain key create --local`, bind 127.0.0.1, or use --insecure";
    Err(Error::invalid(ErrorCode::InsecureBind, detail).with_hint(hint))
}

fn missing(has_tls: bool, needs_keys: bool) -> &'static str {
    match (has_tls, needs_keys) {
        (false, false) => "TLS and keys",
        (false, true) => "TLS",
        (true, _) => "keys",
    }
}

/// Returns the warning for an address that other machines can reach without TLS or keys.
pub(super) fn warning(bind: SocketAddr, has_tls: bool, needs_keys: bool) -> Option<String> {
    let danger = match (bind.ip().is_loopback(), needs_keys, has_tls) {
        (true, _, _) | (false, true, true) => return None,
        (false, false, _) => {
            "everyone who can reach it may read and change everything, and run its configured commands"
        }
        (false, true, false) => "everyone on the network in between can read the keys and all other traffic",
    };
    let advice = match needs_keys {
        false => "create a key with `refrain key create --local`, or set auth.mode = \"keys\"",
        true => "set [server.tls], or put a proxy with TLS in front",
    };
    Some(format!("insecure: the server listens on {bind} without {}; {danger}; {advice}", missing(has_tls, needs_keys)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_need_tls_and_keys() {
        let check = |bind: &str, has_tls, needs_keys| check(bind.parse().unwrap(), has_tls, needs_keys).is_ok();
        assert!(check("127.0.0.1:1", false, false) && check("[::1]:1", false, false));
        for bind in ["0.0.0.0:1", "[::]:1", "192.168.0.1:1"] {
            assert!(check(bind, true, true));
            assert!(!check(bind, false, true) && !check(bind, true, false) && !check(bind, false, false), "{bind}");
        }
    }

    #[test]
    fn an_insecure_server_warns_about_missing_protection() {
        let warning = |bind: &str, has_tls, needs_keys| warning(bind.parse().unwrap(), has_tls, needs_keys);
        assert_eq!(warning("127.0.0.1:1", false, false), None);
        assert_eq!(warning("0.0.0.0:1", true, true), None);
        let found = warning("0.0.0.0:1", false, false).unwrap();
        assert!(found.contains("0.0.0.0:1 without TLS and keys; everyone who can reach it may"), "{found}");
        assert!(warning("0.0.0.0:1", true, false).unwrap().contains("without keys;"));
        assert!(warning("0.0.0.0:1", false, true).unwrap().contains("without TLS;"));
    }
}
