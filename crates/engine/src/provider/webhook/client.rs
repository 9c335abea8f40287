//! HTTP client: no redirects, no proxies, no cookies, no decompression, and only names whose addresses were
//! checked.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Client;
use reqwest::redirect::Policy;
use rustls::ClientConfig;
use rustls::crypto::ring;

use super::options::WebhookOptions;
use super::resolver::Resolver;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::store::roots;

/// Time after which an idle connection is closed. The longer a connection lives, the older is its address
/// check.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Builds a client for these options.
pub(super) fn build(options: &WebhookOptions, resolver: Resolver) -> Result<Client, Error> {
    let bad = |problem: String| Error::invalid(ErrorCode::WebhookOptions, problem);
    let trusted = roots::trusted(options.root_certificates.as_deref()).map_err(bad)?;
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| bad(error.to_string()))?
        .with_root_certificates(trusted)
        .with_no_client_auth();
    let connect_timeout = Duration::try_from(options.connect_timeout.duration()).unwrap_or_default();
    Client::builder()
        .tls_backend_preconfigured(tls)
        .dns_resolver(Arc::new(resolver))
        .redirect(Policy::none())
        .no_proxy()
        .referer(false)
        .retry(reqwest::retry::never())
        .connect_timeout(connect_timeout)
        .pool_idle_timeout(IDLE_TIMEOUT)
        .pool_max_idle_per_host(options.concurrency_per_host.into())
        .user_agent(concat!("refrain/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| bad(error.to_string()))
}
