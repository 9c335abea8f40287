//! TLS connections to PostgreSQL, and certificates that are not trusted. `openssl`, which Debian's PostgreSQL
//! depends on, creates the certificates.

use std::net::TcpListener;
use std::time::Duration;

use refrain_ledger::store::{Store, StoreError};
use refrain_stores::postgres::{Postgres, PostgresOptions};

use crate::postgres_server::Home;

/// Creates an authority that signs certificates, as `NAME.pem` and `NAME.key`.
fn make_authority(home: &Home, name: &str) {
    let (key, pem) = (format!("{name}.key"), format!("{name}.pem"));
    let subject = format!("/CN={name}");
    let authority = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", &subject];
    home.run("openssl", &[&authority[..], &["-keyout", &key, "-out", &pem]].concat());
}

/// Creates a certificate for a server on this machine, signed by the authority `ca`.
fn make_certificate(home: &Home) {
    let request = ["req", "-x509", "-CA", "ca.pem", "-CAkey", "ca.key", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
    let about = ["-subj", "/CN=server", "-addext", "subjectAltName=IP:127.0.0.1"];
    let rights = ["-addext", "basicConstraints=critical,CA:FALSE", "-keyout", "server.key", "-out", "server.pem"];
    home.run("openssl", &[&request[..], &about, &rights].concat());
}

async fn open(port: u16, host: &str, parameters: &str) -> Result<Postgres, StoreError> {
    let url = format!("postgres://postgres@{host}:{port}/postgres?{parameters}");
    Postgres::open(PostgresOptions::new(url).with(|it| it.deadline = Duration::from_secs(60))).await
}

#[tokio::test]
async fn a_server_is_trusted_only_with_a_valid_certificate_for_its_name() {
    let home = Home::make();
    make_authority(&home, "ca");
    make_authority(&home, "stranger");
    make_certificate(&home);
    home.init("server");
    // The server rejects unencrypted connections, so a successful connection proves that it is encrypted.
    let rules = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
    std::fs::write(home.path("server/pg_hba.conf"), rules).unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (certificate, key) = (home.path("server.pem"), home.path("server.key"));
    let settings = [
        "listen_addresses=127.0.0.1".to_owned(),
        format!("port={free}"),
        "ssl=on".to_owned(),
        format!("ssl_cert_file={}", certificate.display()),
        format!("ssl_key_file={}", key.display()),
    ];
    let server = home.start("server", &settings.each_ref().map(String::as_str));

    let roots = |name: &str| format!("sslmode=verify-full&sslrootcert={}", home.path(name).display());
    for parameters in ["sslmode=require", "sslmode=prefer", &roots("ca.pem")] {
        let store = open(free, "127.0.0.1", parameters).await.unwrap();
        let health = store.health().await.unwrap();
        assert_eq!(health.schema_version, health.known_version, "{parameters}");
        store.close().await;
    }
    for (host, parameters, problem) in [
        ("127.0.0.1", roots("stranger.pem"), "certificate"),
        ("localhost", roots("ca.pem"), "certificate"),
        ("127.0.0.1", "sslmode=disable".to_owned(), "no encryption"),
    ] {
        let error = open(free, host, &parameters).await.unwrap_err();
        assert!(matches!(error, StoreError::Unavailable(_)), "{parameters}: {error}");
        assert!(error.to_string().contains(problem), "{parameters}: {error}");
    }
    server.end();
}
