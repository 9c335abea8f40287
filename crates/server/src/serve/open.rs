//! Whether an address may be listened on with what protects it.

use std::net::SocketAddr;

use refrain::error::Error;

/// Other machines reach a server only over TLS and with keys.
pub(super) fn check(bind: SocketAddr, has_tls: bool, needs_keys: bool) -> Result<(), Error> {
    if bind.ip().is_loopback() || (has_tls && needs_keys) {
        return Ok(());
    }
    let missing = match (has_tls, needs_keys) {
        (false, false) => "TLS and keys",
        (false, true) => "TLS",
        (true, _) => "keys",
    };
    let detail =
        format!("{bind} can be reached from other machines, and there is nothing but trust: {missing} missing");
    let hint = "give a certificate and make a key with `refrain key create`, bind 127.0.0.1, or say --insecure";
    Err(Error::invalid("insecure_bind", detail).with_hint(hint))
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
}
