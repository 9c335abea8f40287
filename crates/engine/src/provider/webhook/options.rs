//! What an operator says about webhooks. What a schedule says stands in its action (see `asked`).

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// No more redirects are ever followed.
pub const REDIRECTS_MAX: u8 = 3;

/// Options, each with a default that is safe on the open internet.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebhookOptions {
    /// URL of recurring actions (`/v1/recurring`) that name no target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Networks (`10.1.0.0/16`) and hosts (`build.internal`) that are not public and may be reached all the same. A host
    /// may have whatever address its name server says.
    pub allow: Vec<String>,
    /// Networks and hosts that may never be reached, public or not, even where `allow` says otherwise: the store's own
    /// ([`own_hosts`](crate::own_hosts)), the server's own.
    pub deny: Vec<String>,
    /// Whether `http:` URLs are allowed. What they carry can be read and changed on the way.
    pub allow_http: bool,
    /// The ports that may be named; without any, 443, and 80 where `http:` is allowed.
    pub ports: Vec<u16>,
    /// Whether every port may be named.
    pub any_port: bool,
    /// How many redirects are followed, 0 to 3. Each hop is looked at as the first URL is.
    pub redirects: u8,
    /// How long making a connection may take.
    pub connect_timeout: Length,
    /// How long a whole request may take, the answer included.
    pub timeout: Length,
    /// How many requests are under way at once.
    pub concurrency: u16,
    /// How many of them to one host. What finds no place waits for one, as part of its time.
    pub concurrency_per_host: u16,
    /// Headers that every request has; their values are templates, which may name secrets. No message shows a value.
    pub headers: BTreeMap<String, String>,
    /// The names of the secrets that sign what has no `webhook.sign_with` of its own; several while one takes the place of
    /// another.
    pub sign_with: Vec<String>,
    /// A file of the certificates that are trusted; without it, those of the system.
    pub root_certificates: Option<PathBuf>,
}

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
            .field("sign_with", &self.sign_with)
            .field("root_certificates", &self.root_certificates)
            .finish()
    }
}

impl WebhookOptions {
    /// Whether they can be meant. Places and headers are checked where they are read.
    pub(super) fn check(&self) -> Result<(), Error> {
        let bad = |detail: String| Err(Error::invalid("webhook_options", detail));
        if self.redirects > REDIRECTS_MAX {
            return bad(format!("redirects is {}; at most {REDIRECTS_MAX} are followed", self.redirects));
        }
        if self.concurrency == 0 || self.concurrency_per_host == 0 {
            return bad("concurrency and concurrency_per_host must be 1 or more".to_owned());
        }
        for (name, length) in [("connect_timeout", self.connect_timeout), ("timeout", self.timeout)] {
            if length.seconds() < 1 {
                return bad(format!("{name} is {length}; it must be a second or more"));
            }
        }
        Ok(())
    }
}
