//! Webhook options of an operator. The settings of a schedule are in its action (see `request_settings`).

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::dispatch::template::Template;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::secret::{is_host, matches_host};

/// Maximum value of the option `redirects`.
pub const REDIRECTS_MAX: u8 = 3;
/// Entry of the option `headers_for` for all hosts.
const EVERY_HOST: &str = "*";

/// Webhook options. Every default is safe on the open internet.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct WebhookOptions {
    /// URL for recurring actions (`/v1/recurring`) without a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Networks (`10.1.0.0/16`) and hosts (`build.internal`) that may be reached although they are not public.
    /// A host may resolve to any address.
    pub allow: Vec<String>,
    /// Networks and hosts that may never be reached, public or not, even if `allow` lists them: for example the
    /// hosts of the store ([`store_hosts`](crate::store_hosts)) and of the server.
    pub deny: Vec<String>,
    /// Whether `http:` URLs are allowed. Such requests can be read and changed in transit.
    pub allow_http: bool,
    /// Allowed ports. Default: 443, and also 80 if `http:` is allowed.
    pub ports: Vec<u16>,
    /// Whether every port is allowed.
    pub any_port: bool,
    /// Maximum number of redirects to follow, 0 to 3. Each hop is checked like the first URL.
    pub redirects: u8,
    /// Timeout for making a connection.
    pub connect_timeout: Length,
    /// Timeout for a whole request, including the response.
    pub timeout: Length,
    /// Maximum number of concurrent requests.
    pub concurrency: u16,
    /// Maximum number of concurrent requests to one host. Waiting for a slot counts toward the timeout.
    pub concurrency_per_host: u16,
    /// Headers added to requests. Their values are templates, which may name secrets. No message shows a value.
    /// If `target` or `headers_for` is set, the headers are sent only to the host of the target and to those hosts.
    pub headers: BTreeMap<String, String>,
    /// Hosts that get `headers`: `api.example.com`, `*.example.com` for all hosts below a domain, or `*` for all.
    pub headers_for: Vec<String>,
    /// Names of the secrets that sign requests without `webhook.sign_with`. List several during a key rotation.
    pub sign_with: Vec<String>,
    /// File with trusted root certificates. Default: the certificates of the system.
    pub root_certificates: Option<PathBuf>,
}

crate::options::changeable!(WebhookOptions);

impl Default for WebhookOptions {
    fn default() -> Self {
        Self {
            target: None,
            allow: Vec::new(),
            deny: Vec::new(),
            allow_http: false,
            ports: Vec::new(),
            any_port: false,
            redirects: 0,
            connect_timeout: Length::from_seconds(5),
            timeout: Length::from_seconds(15),
            concurrency: 256,
            concurrency_per_host: 8,
            headers: BTreeMap::new(),
            headers_for: Vec::new(),
            sign_with: Vec::new(),
            root_certificates: None,
        }
    }
}

impl fmt::Debug for WebhookOptions {
    /// Shows the names of headers without their values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookOptions")
            .field("allow", &self.allow)
            .field("deny", &self.deny)
            .field("allow_http", &self.allow_http)
            .field("ports", &self.ports)
            .field("any_port", &self.any_port)
            .field("redirects", &self.redirects)
            .field("connect_timeout", &self.connect_timeout)
            .field("timeout", &self.timeout)
            .field("concurrency", &self.concurrency)
            .field("concurrency_per_host", &self.concurrency_per_host)
            .field("headers", &self.headers.keys())
            .field("headers_for", &self.headers_for)
            .field("sign_with", &self.sign_with)
            .field("root_certificates", &self.root_certificates)
            .finish()
    }
}

impl WebhookOptions {
    /// Validates the options. `allow`, `deny` and `headers` are validated where they are parsed.
    pub(super) fn check(&self) -> Result<(), Error> {
        let bad = |detail: String| Err(Error::invalid(ErrorCode::WebhookOptions, detail));
        if self.redirects > REDIRECTS_MAX {
            return bad(format!("redirects is {}; the maximum is {REDIRECTS_MAX}", self.redirects));
        }
        if self.concurrency == 0 || self.concurrency_per_host == 0 {
            return bad("concurrency and concurrency_per_host must be at least 1".to_owned());
        }
        if let Some(host) = self.headers_for.iter().find(|host| *host != EVERY_HOST && !is_host(host)) {
            return bad(format!("headers_for has the entry {host:?}, which is not a host, *. and a domain, or *"));
        }
        for (name, length) in [("connect_timeout", self.connect_timeout), ("timeout", self.timeout)] {
            if length.seconds() < 1 {
                return bad(format!("{name} is {length}; it must be at least 1s"));
            }
        }
        Ok(())
    }

    /// Returns whether the option `headers` says where its headers are sent.
    pub fn restricts_headers(&self) -> bool {
        self.target.is_some() || !self.headers_for.is_empty()
    }

    /// Returns whether the headers of the options are sent to a host. Authors of schedules choose the target, and
    /// must not learn the operator's credentials by naming a host of their own.
    pub(super) fn sends_headers_to(&self, host: &str) -> bool {
        let is_listed = |allowed: &String| allowed == EVERY_HOST || matches_host(&allowed.to_ascii_lowercase(), host);
        !self.restricts_headers()
            || self.headers_for.iter().any(is_listed)
            || self.target_host().as_deref() == Some(host)
    }

    /// Returns the host of the default target. Placeholders are allowed only after it.
    fn target_host(&self) -> Option<String> {
        let target = Template::with_secrets(self.target.as_deref()?).ok()?;
        Url::parse(target.literal_prefix()).ok()?.host_str().map(str::to_owned)
    }
}
