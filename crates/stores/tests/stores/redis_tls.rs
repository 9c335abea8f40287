//! `rediss://` with a certificate that the test creates: accepted if its authority is trusted, and rejected
//! otherwise.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use refrain_ledger::store::{Store, StoreError};
use refrain_stores::redis::{Redis, RedisOptions};

use crate::redis_server::{Server, planned, rows};

/// Runs openssl in a folder.
fn openssl(folder: &Path, words: &str) {
    let made = Command::new("openssl").current_dir(folder).args(words.split(' ')).output();
    let made = made.expect("openssl must be installed");
    assert!(made.status.success(), "{words}: {}", String::from_utf8_lossy(&made.stderr));
}

/// Creates two authorities, and with the trusted one a certificate for this machine.
fn certificates(folder: &Path) {
    const NEW: &str = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    for name in ["trusted", "other"] {
        openssl(folder, &format!("req -x509 {NEW} -subj /CN={name} -days 2 -keyout {name}.key -out {name}.pem"));
    }
    openssl(folder, &format!("req {NEW} -subj /CN=127.0.0.1 -keyout server.key -out server.csr"));
    std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\n").unwrap();
    let signed = "-CA trusted.pem -CAkey trusted.key -set_serial 7 -days 2 -extfile names";
    openssl(folder, &format!("x509 -req -in server.csr {signed} -out server.pem"));
}

#[tokio::test]
async fn a_tls_server_is_used_if_its_authority_is_trusted() {
    let folder = std::env::temp_dir().join(format!("refrain-tls-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    certificates(&folder);
    let file = |name: &str| folder.join(name).display().to_string();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let (certificate, secret, maker) = (file("server.pem"), file("server.key"), file("trusted.pem"));
    let server = Server::start(&[
        "--tls-port",
        &port,
        "--tls-cert-file",
        &certificate,
        "--tls-key-file",
        &secret,
        "--tls-ca-cert-file",
        &maker,
        "--tls-auth-clients",
        "no",
    ]);
    let open = async |root_certificates: Option<PathBuf>| {
        let url = format!("rediss://127.0.0.1:{port}/");
        Redis::open(RedisOptions::new(url).with(|it| it.root_certificates = root_certificates)).await
    };
    let store = open(Some(folder.join("trusted.pem"))).await.unwrap();
    planned(&store, "a", &[0, 1]).await;
    assert_eq!(rows(&server.open().await).await, rows(&store).await);
    assert_eq!(store.health().await.unwrap().kind, "redis");
    for stranger in [Some(folder.join("other.pem")), None] {
        let error = open(stranger).await.unwrap_err();
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
        assert!(error.to_string().to_lowercase().contains("certificate"), "{error}");
    }
    let error = open(Some(folder.join("nothing.pem"))).await.unwrap_err();
    assert!(matches!(error, StoreError::Invalid { field: "root_certificates", .. }), "{error}");
    let error = open(Some(folder.join("names"))).await.unwrap_err();
    assert!(matches!(error, StoreError::Invalid { field: "root_certificates", .. }), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}
