//! Whether an address may be listened on with what protects it.

use std::net::SocketAddr;

use refrain::error::Error;

/// Other machines reach a server only over TLS and with keys.
pub(super) fn check(bind: SocketAddr, has_tls: bool, needs_keys: bool) -> Result<(), Error> {
    if bind.ip().is_loopback() || (has_tls && needs_keys) {
        return Ok(());
    }
    let missing = missing(has_tls, needs_keys);
    let detail =
        format!("{bind} can be reached from other machines, and there is nothing but trust: {missing} missing");
    let hint = "give a certificate and make a key with `refrain key create`, bind 127.0.0.1, or say --insecure";
    Err(Error::invalid("insecure_bind", detail).with_hint(hint))
}

fn missing(has_tls: bool, needs_keys: bool) -> &'static str {
    match (has_tls, needs_keys) {
        (false, false) => "TLS and keys",
        (false, true) => "TLS",
        (true, _) => "keys",
    }
}

/// The warning for an address that is listened on although other machines reach it without TLS or keys.
pub(super) fn warning(bind: SocketAddr, has_tls: bool, needs_keys: bool) -> Option<String> {
    let danger = match (bind.ip().is_loopback(), needs_keys, has_tls) {
        (true, _, _) | (false, true, true) => return None,
        (false, false, _) => {
            "everyone who can reach it may read and change everything, run the commands of its configuration included"
        }
        (false, true, false) => "everyone on the network between can read the keys and everything else that is sent",
    };
    let advice = match needs_keys {
        false => "make a key with `refrain key create`, or set auth.mode = \"keys\"",
        true => "set [server.tls], or put a proxy with TLS in front",
    };
    Some(format!("insecure: the server listens on {bind} without {}; {danger}; {advice}", missing(has_tls, needs_keys)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_need_tls_and_keys() {
        let check = |bind: &str, has_tls, needs_keys| check(bind.parse().unwrap(), has_tls, needs_keys).is_ok();
        assert!(check("127.0.0.1:1", false, false) && check("[::1]:1", false, false));
        for bind in ["0.0.0.0:1", "[::]:1", "192.168.0.1:1"] {
            assert!(check(bind, true, true));
            assert!(!check(bind, false, true) && !check(bind, true, false) && !check(bind, false, false), "{bind}");
        }
    }

    #[test]
    fn an_insecure_server_warns_of_what_is_missing() {
        let warning = |bind: &str, has_tls, needs_keys| warning(bind.parse().unwrap(), has_tls, needs_keys);
        assert_eq!(warning("127.0.0.1:1", false, false), None);
        assert_eq!(warning("0.0.0.0:1", true, true), None);
        let found = warning("0.0.0.0:1", false, false).unwrap();
        assert!(found.contains("0.0.0.0:1 without TLS and keys; everyone who can reach it may"), "{found}");
        assert!(warning("0.0.0.0:1", true, false).unwrap().contains("without keys;"));
        assert!(warning("0.0.0.0:1", false, true).unwrap().contains("without TLS;"));
    }
}
