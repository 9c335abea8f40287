//! Trusted root certificates: those of a file, or those of the system.

use std::path::{Path, PathBuf};

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// Paths where systems store their trusted certificates, the most common first.
const SYSTEM_ROOTS: [&str; 5] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// Loads the certificates of a file, or of the system.
///
/// # Errors
/// Returns the problem as text if no certificate can be loaded.
pub fn trusted(file: Option<&Path>) -> Result<RootCertStore, String> {
    let file = match file {
        Some(file) => file.to_owned(),
        None => system_roots()
            .ok_or_else(|| "the system's certificates were not found; specify a certificate file".to_owned())?,
    };
    let unreadable = |error: rustls::pki_types::pem::Error| format!("{}: {error}", file.display());
    let mut store = RootCertStore::empty();
    let certificates: Vec<CertificateDer<'static>> =
        CertificateDer::pem_file_iter(&file).map_err(unreadable)?.collect::<Result<_, _>>().map_err(unreadable)?;
    // One malformed certificate in a system's bundle must not make all the others unusable.
    let (added, _) = store.add_parsable_certificates(certificates);
    if added == 0 { Err(format!("{} contains no certificate", file.display())) } else { Ok(store) }
}

fn system_roots() -> Option<PathBuf> {
    let named = std::env::var_os("SSL_CERT_FILE").map(PathBuf::from);
    named.into_iter().chain(SYSTEM_ROOTS.into_iter().map(PathBuf::from)).find(|file| file.is_file())
}
