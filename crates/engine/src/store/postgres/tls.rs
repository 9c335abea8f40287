//! Encrypted connections: which certificates are trusted, and when none need be.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::options::TlsMode;
use crate::store::StoreError;

/// Where systems keep the certificates they trust, the most common first.
const SYSTEM_ROOTS: [&str; 5] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// The connector for a mode. With [`TlsMode::Disable`] it is there and never used.
pub(super) fn connector(mode: TlsMode, roots: Option<&Path>) -> Result<MakeRustlsConnect, StoreError> {
    let provider = Arc::new(ring::default_provider());
    let bad = |error: Error| invalid(error.to_string());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(bad)?;
    let config = match mode {
        TlsMode::VerifyFull => builder.with_root_certificates(trusted(roots)?).with_no_client_auth(),
        TlsMode::Disable => builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth(),
        TlsMode::Prefer | TlsMode::Require => {
            builder.dangerous().with_custom_certificate_verifier(Arc::new(AnyServer(provider))).with_no_client_auth()
        }
    };
    Ok(MakeRustlsConnect::new(config))
}

fn trusted(roots: Option<&Path>) -> Result<RootCertStore, StoreError> {
    let file = match roots {
        Some(file) => file.to_owned(),
        None => system_roots().ok_or_else(|| {
            invalid("the system's certificates were not found: name a file of certificates".to_owned())
        })?,
    };
    let unreadable = |error: rustls::pki_types::pem::Error| invalid(format!("{}: {error}", file.display()));
    let mut store = RootCertStore::empty();
    let certificates: Vec<CertificateDer<'static>> =
        CertificateDer::pem_file_iter(&file).map_err(unreadable)?.collect::<Result<_, _>>().map_err(unreadable)?;
    // One odd certificate among a system's hundred is no reason to trust none.
    let (added, _) = store.add_parsable_certificates(certificates);
    if added == 0 { Err(invalid(format!("{} holds no certificate", file.display()))) } else { Ok(store) }
}

fn system_roots() -> Option<PathBuf> {
    let named = std::env::var_os("SSL_CERT_FILE").map(PathBuf::from);
    named.into_iter().chain(SYSTEM_ROOTS.into_iter().map(PathBuf::from)).find(|file| file.is_file())
}

fn invalid(problem: String) -> StoreError {
    StoreError::Invalid { field: "root_certificates", problem }
}

/// Encrypts without asking who the server is: for `prefer` and `require`, which promise no more.
#[derive(Debug)]
struct AnyServer(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
