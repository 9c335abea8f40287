//! TLS of connections: with the certificates of the system, or with those of the caller.

use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;

use crate::error::ClientError;

/// Returns the configuration. Without TLS, nothing is loaded: no connection may use it.
pub(crate) fn config(is_used: bool, pem: Option<&[u8]>) -> Result<ClientConfig, ClientError> {
    let invalid = |problem: String| ClientError::invalid(problem);
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| invalid(error.to_string()))?;
    let verified = match pem {
        Some(pem) => builder.with_root_certificates(trusted(pem)?),
        None if is_used => builder
            .with_platform_verifier()
            .map_err(|error| invalid(format!("the certificates of the system cannot be loaded: {error}")))?,
        None => builder.with_root_certificates(RootCertStore::empty()),
    };
    Ok(verified.with_no_client_auth())
}

fn trusted(pem: &[u8]) -> Result<RootCertStore, ClientError> {
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let added = certificate
            .map_err(|error| error.to_string())
            .and_then(|certificate| store.add(certificate).map_err(|error| error.to_string()));
        added.map_err(|error| ClientError::invalid(format!("a root certificate is invalid: {error}")))?;
    }
    if store.is_empty() {
        return Err(ClientError::invalid("the root certificates contain no certificate; expected PEM"));
    }
    Ok(store)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_certificates_is_refused() {
        assert!(config(true, Some(b"no certificate")).unwrap_err().to_string().contains("expected PEM"));
    }
}
