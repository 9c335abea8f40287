//! TLS certificates that a webhook accepts: for the right name, not expired, and signed by a trusted authority.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use refrain::delivery::{Outcome, Provider};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use crate::server::{Reply, Server};
use crate::world::{action, hasty, message, options, sending, webhook};

/// A folder of certificates. It is deleted when it is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Creates a folder with two authorities, `trusted` and `other`.
    pub(crate) fn make(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("refrain-webhook-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["trusted", "other"] {
            openssl(&folder, &format!("req -x509 {NEW} -subj /CN={name} -days 2 -keyout {name}.key -out {name}.pem"));
        }
        Self(folder)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Creates a server certificate, and returns an acceptor that uses it.
    fn acceptor(&self, authority: &str, names: &str, days: i32) -> TlsAcceptor {
        openssl(&self.0, &format!("req {NEW} -subj /CN=server -keyout server.key -out server.csr"));
        std::fs::write(self.0.join("names"), format!("subjectAltName={names}\n")).unwrap();
        let signed = format!("-CA {authority}.pem -CAkey {authority}.key -set_serial 7 -days {days} -extfile names");
        openssl(&self.0, &format!("x509 -req -in server.csr {signed} -out server.pem"));
        let chain =
            CertificateDer::pem_file_iter(self.0.join("server.pem")).unwrap().collect::<Result<_, _>>().unwrap();
        let key = PrivateKeyDer::from_pem_file(self.0.join("server.key")).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap();
        TlsAcceptor::from(Arc::new(config.with_no_client_auth().with_single_cert(chain, key).unwrap()))
    }

    async fn outcome(&self, acceptor: TlsAcceptor) -> (Outcome, usize) {
        let server = Server::start_at("127.0.0.1:0", Some(acceptor), |_| Reply::status(200)).await;
        let root_certificates = Some(self.0.join("trusted.pem"));
        let webhook = webhook(options().with(|it| {
            it.root_certificates = root_certificates;
            it.allow_http = false;
        }));
        let outcome = webhook.send(&sending(action(&format!("https://{}/", server.address)))).await;
        (outcome, server.requests().len())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

const NEW: &str = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";

fn openssl(folder: &Path, words: &str) {
    let made = Command::new("openssl").current_dir(folder).args(words.split(' ')).output();
    let made = made.expect("openssl must be installed");
    assert!(made.status.success(), "{words}: {}", String::from_utf8_lossy(&made.stderr));
}

#[tokio::test]
async fn a_valid_certificate_is_accepted() {
    let folder = Folder::make("good");
    let (outcome, requests) = folder.outcome(folder.acceptor("trusted", "IP:127.0.0.1", 2)).await;
    assert_eq!((outcome, requests), (Outcome::DELIVERED, 1));
}

#[tokio::test]
async fn expired_foreign_and_unknown_certificates_are_rejected() {
    let folder = Folder::make("bad");
    for (authority, names, days, said) in [
        ("trusted", "IP:127.0.0.1", -1, "Expired"),
        ("trusted", "DNS:example.com", 2, "not valid for"),
        ("other", "IP:127.0.0.1", 2, "UnknownIssuer"),
    ] {
        let (outcome, requests) = folder.outcome(folder.acceptor(authority, names, days)).await;
        assert!(matches!(outcome, Outcome::Retryable { .. }), "{outcome:?}");
        assert!(message(&outcome).contains(said), "{outcome:?}");
        assert_eq!(requests, 0, "nothing is sent to an untrusted receiver");
    }
}

#[tokio::test]
async fn https_to_a_plain_text_server_fails() {
    let server = Server::accepting().await;
    let outcome = webhook(hasty()).send(&sending(action(&format!("https://{}/", server.address)))).await;
    assert!(matches!(outcome, Outcome::Retryable { .. }), "{outcome:?}");
    assert_eq!(server.requests().len(), 0);
}
