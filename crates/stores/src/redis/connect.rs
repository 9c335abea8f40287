//! Builds a client from options: the protocol version and the trusted certificates.

use std::fmt::Display;
use std::path::Path;

use redis::{Client, ConnectionInfo, IntoConnectionInfo, ProtocolVersion, TlsCertificates};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use super::error::CLUSTER_UNSUPPORTED;
use super::link::{self, Link};
use super::options::RedisOptions;
use refrain_ledger::store::StoreError;

fn invalid(field: &'static str, problem: &dyn Display) -> StoreError {
    StoreError::Invalid { field, problem: problem.to_string() }
}

/// Returns the client that opens connections.
pub fn client(options: &RedisOptions) -> Result<Client, StoreError> {
    let info = options.url.as_str().into_connection_info().map_err(|error| invalid("url", &error))?;
    // RESP3 reports a lost connection immediately and carries push messages beside answers.
    let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
    let info = info.set_redis_settings(settings);
    let client = match &options.root_certificates {
        None => Client::open(with_tls_provider(info)),
        Some(path) => {
            let root_cert = Some(read_certificates(path)?);
            Client::build_with_tls(with_tls_provider(info), TlsCertificates { client_tls: None, root_cert })
        }
    };
    client.map_err(|error| invalid("url", &error))
}

/// Installs a TLS implementation, which the driver leaves to the process. If the embedding program has chosen
/// one, it is kept.
fn with_tls_provider(info: ConnectionInfo) -> ConnectionInfo {
    let is_tls = matches!(info.addr(), redis::ConnectionAddr::TcpTls { .. });
    if is_tls && CryptoProvider::get_default().is_none() {
        // Another thread may be faster. Then a provider is installed, which is all that is needed.
        let _ = ring::default_provider().install_default();
    }
    info
}

fn read_certificates(path: &Path) -> Result<Vec<u8>, StoreError> {
    let problem = |problem: &dyn Display| invalid("root_certificates", &format_args!("{}: {problem}", path.display()));
    let pem = std::fs::read(path).map_err(|error| problem(&error))?;
    // The driver would treat a file without certificates as an empty list and then trust no server.
    match CertificateDer::pem_slice_iter(&pem).next() {
        Some(Ok(_)) => Ok(pem),
        Some(Err(error)) => Err(problem(&error)),
        None => Err(problem(&"no certificate found")),
    }
}

/// Refuses a node of a cluster: it would redirect to other nodes, which this store does not follow.
pub(super) async fn refuse_cluster(link: &Link) -> Result<(), StoreError> {
    let mut command = redis::cmd("INFO");
    command.arg("cluster");
    let reported: String = match link.call(command).await {
        Ok(answer) => link::read(answer)?,
        // If the server does not allow INFO, a cluster node reveals itself with its first answer.
        Err(StoreError::Unavailable(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    if reported.lines().any(|line| line.trim() == "cluster_enabled:1") {
        return Err(invalid("url", &CLUSTER_UNSUPPORTED));
    }
    Ok(())
}
