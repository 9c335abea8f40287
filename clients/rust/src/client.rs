//! The client, and how it is built.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Url;
use reqwest::redirect::Policy;

use crate::error::ClientError;
use crate::request::Request;
use crate::response::Received;
use crate::retry::RetryPolicy;
use crate::tls;
use crate::transport::{Options, Transport};

/// Default timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout of a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const USER_AGENT: &str = concat!("refrain-client-rust/", env!("CARGO_PKG_VERSION"));

/// A client for the API of one server. Clones share its connections.
///
/// Each operation of the API is a method, which returns a [`Call`](crate::Call): set its options, then await it.
///
/// ```no_run
/// use refrain_client::{Client, ClientError};
///
/// # async fn example() -> Result<(), ClientError> {
/// let client = Client::new("https://refrain.example.org", "rfn_…")?;
/// let page = client.list_schedules().status("active").limit(10).await?;
/// println!("{} schedules", page.items.len());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    transport: Arc<Transport>,
    options: Options,
}

impl Client {
    /// Creates a client for the server at this URL, with an API key.
    ///
    /// # Errors
    /// When the URL is invalid, or the certificates of the system cannot be loaded.
    pub fn new(url: &str, key: impl Into<String>) -> Result<Self, ClientError> {
        Self::builder(url).key(key).build()
    }

    /// Creates a client for a server that requires no key: one that listens only on its own machine.
    ///
    /// # Errors
    /// When the URL is invalid, or the certificates of the system cannot be loaded.
    pub fn without_key(url: &str) -> Result<Self, ClientError> {
        Self::builder(url).build()
    }

    /// Starts building a client for the server at this URL.
    pub fn builder(url: &str) -> ClientBuilder {
        ClientBuilder {
            url: url.to_owned(),
            key: None,
            root_certificates: None,
            user_agent: USER_AGENT.to_owned(),
            retries: RetryPolicy::default(),
            options: Options { timeout: TIMEOUT, tenant: None, request_id: None },
        }
    }

    /// Returns a client for another tenant, as `namespace/tenant` or `tenant`. Requires a key for all tenants.
    #[must_use]
    pub fn with_tenant(&self, tenant: impl Into<String>) -> Self {
        let options = Options { tenant: Some(tenant.into()), ..self.options.clone() };
        Self { options, ..self.clone() }
    }

    /// Returns a client with another timeout of each request.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self { options: Options { timeout, ..self.options.clone() }, ..self.clone() }
    }

    /// Returns a client whose requests have this ID in the logs and the audit log of the server.
    #[must_use]
    pub fn with_request_id(&self, id: impl Into<String>) -> Self {
        let options = Options { request_id: Some(id.into()), ..self.options.clone() };
        Self { options, ..self.clone() }
    }

    /// Returns the base URL of the server.
    pub fn url(&self) -> &str {
        &self.transport.base
    }

    /// Sends a request, repeatedly if it fails for a moment, and reads its response.
    pub(crate) async fn send(&self, request: Request) -> Result<Received, ClientError> {
        self.transport.send(request, &self.options).await
    }

    /// Sends a request once. The response is returned as soon as its head has arrived.
    pub(crate) async fn open(&self, request: Request) -> Result<reqwest::Response, ClientError> {
        self.transport.open(request, &self.options).await
    }
}

/// The key is not shown.
impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("url", &self.transport.base)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// Builds a [`Client`].
///
/// ```no_run
/// use std::time::Duration;
///
/// use refrain_client::{Client, ClientError};
///
/// # fn example(certificates: &[u8]) -> Result<(), ClientError> {
/// let client = Client::builder("https://refrain.internal:7433")
///     .key("rfn_…")
///     .tenant("production/acme")
///     .timeout(Duration::from_secs(10))
///     .root_certificates(certificates)
///     .build()?;
/// # Ok(())
/// # }
/// ```
#[must_use = "a builder does nothing until `build` is called"]
pub struct ClientBuilder {
    url: String,
    key: Option<String>,
    root_certificates: Option<Vec<u8>>,
    user_agent: String,
    retries: RetryPolicy,
    options: Options,
}

impl ClientBuilder {
    /// Sets the API key.
    pub fn key(self, key: impl Into<String>) -> Self {
        Self { key: Some(key.into()), ..self }
    }

    /// Sets the tenant of all requests, as `namespace/tenant` or `tenant`. Requires a key for all tenants.
    pub fn tenant(mut self, tenant: impl Into<String>) -> Self {
        self.options.tenant = Some(tenant.into());
        self
    }

    /// Sets the timeout of each attempt of a request. Default: 30 seconds. Operations that wait for work or for a
    /// receiver have at least 65 seconds.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = timeout;
        self
    }

    /// Sets the `User-Agent` of all requests.
    pub fn user_agent(self, user_agent: impl Into<String>) -> Self {
        Self { user_agent: user_agent.into(), ..self }
    }

    /// Trusts these certificates, in PEM, instead of the system's.
    pub fn root_certificates(self, pem: &[u8]) -> Self {
        Self { root_certificates: Some(pem.to_vec()), ..self }
    }

    /// Sets how requests are retried.
    pub fn retries(self, retries: RetryPolicy) -> Self {
        Self { retries, ..self }
    }

    /// Builds the client. Nothing is sent yet.
    ///
    /// # Errors
    /// When the URL, the user agent or a certificate is invalid, or the certificates of the system cannot be loaded.
    pub fn build(self) -> Result<Client, ClientError> {
        let base = base(&self.url)?;
        let tls = tls::config(base.starts_with("https:"), self.root_certificates.as_deref())?;
        let http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(Policy::none())
            // Retries are decided here, where the effect of a request is known.
            .retry(reqwest::retry::never())
            .connect_timeout(CONNECT_TIMEOUT)
            .user_agent(self.user_agent)
            .build()
            .map_err(|error| ClientError::invalid(format!("the client cannot be built: {error}")))?;
        let transport = Transport { base, key: self.key, http, retries: self.retries };
        Ok(Client { transport: Arc::new(transport), options: self.options })
    }
}

/// The key is not shown.
impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder").field("url", &self.url).finish_non_exhaustive()
    }
}

/// Returns a URL without the slash at its end, to which paths can be added.
fn base(url: &str) -> Result<String, ClientError> {
    let invalid = |reason: &str| {
        let expected = "expected the URL of a server such as https://refrain.example.org";
        ClientError::invalid(format!("{expected}, found {url:?}: {reason}"))
    };
    let parsed = Url::parse(url).map_err(|error| invalid(&error.to_string()))?;
    if !["http", "https"].contains(&parsed.scheme()) {
        return Err(invalid("the scheme must be http or https"));
    }
    if parsed.query().is_some() || parsed.fragment().is_some() || !parsed.username().is_empty() {
        return Err(invalid("it must have no user, query or fragment"));
    }
    Ok(parsed.as_str().trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_urls_are_refused_with_the_reason() {
        for (url, reason) in [
            ("refrain.example.org", "relative URL"),
            ("ftp://refrain.example.org", "http or https"),
            ("https://refrain.example.org/?a=1", "no user, query or fragment"),
            ("https://user:password@refrain.example.org", "no user, query or fragment"),
            ("", "relative URL"),
        ] {
            let error = Client::without_key(url).unwrap_err();
            assert!(error.is_invalid() && error.to_string().contains(reason), "{error}");
        }
        assert_eq!(Client::without_key("http://localhost:7433/").unwrap().url(), "http://localhost:7433");
        assert_eq!(Client::without_key("http://localhost/refrain/").unwrap().url(), "http://localhost/refrain");
    }

    #[test]
    fn the_key_is_never_printed() {
        let builder = Client::builder("http://localhost").key("rfn_secret");
        assert!(!format!("{builder:?}").contains("rfn_secret"));
        assert!(!format!("{:?}", builder.build().unwrap()).contains("rfn_secret"));
    }
}
