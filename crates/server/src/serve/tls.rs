//! TLS: loads a certificate and its key from files and reloads them on demand. Open connections keep their session.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use refrain::{Error, ErrorCode};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

/// Paths of a certificate and its key, as PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate and its chain to a root.
    pub certificate: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

/// The TLS identity of a server. Clones share their state.
#[derive(Clone, Debug)]
pub struct Tls {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    files: TlsFiles,
    current: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    pub(super) fn load(files: TlsFiles) -> Result<Self, Error> {
        let current = RwLock::new(read(&files)?);
        Ok(Self { inner: Arc::new(Inner { files, current }) })
    }

    /// Reloads the files. If they are invalid, the previous certificate stays in use.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or if the certificate and the key do not match.
    pub fn reload(&self) -> Result<(), Error> {
        let renewed = read(&self.inner.files)?;
        *self.inner.current.write().unwrap_or_else(PoisonError::into_inner) = renewed;
        tracing::info!(name: "http.certificate_loaded", "reloaded the certificate");
        Ok(())
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        let current = self.inner.current.read().unwrap_or_else(PoisonError::into_inner);
        TlsAcceptor::from(Arc::clone(&current))
    }
}

fn read(files: &TlsFiles) -> Result<Arc<ServerConfig>, Error> {
    let bad = |path: &PathBuf, error: String| {
        Error::invalid(ErrorCode::BadCertificate, format!("{}: {error}", path.display()))
    };
    let chain = CertificateDer::pem_file_iter(&files.certificate).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let chain = chain.map_err(|error| bad(&files.certificate, error.to_string()))?;
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| bad(&files.key, error.to_string()))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key));
    let mut config = config.map_err(|error| bad(&files.certificate, error.to_string()))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
