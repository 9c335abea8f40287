//! Options of the PostgreSQL store, and which of them may be shown.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use refrain_ledger::store::StoreError;

/// Default deadline of a statement.
const DEADLINE: Duration = Duration::from_secs(10);
/// Default pool size. A node needs a few connections: planner, worker, lease keeper, API.
const POOL_SIZE: usize = 8;
/// Default number of concurrent handler transactions; further handlers wait. A server has about 100 connections
/// for all its clients.
const TRANSACTIONS_MAX: usize = 8;
/// Maximum length of a schema name in bytes. PostgreSQL truncates longer names silently.
const SCHEMA_BYTES_MAX: usize = 63;

/// Location of the ledger and connection settings.
#[derive(Clone)]
#[non_exhaustive]
pub struct PostgresOptions {
    /// Connection URL: `postgres://user:password@host:port/database?sslmode=…`, or `host=… user=…`. A host that
    /// begins with a slash (`%2F` in a URL) is the folder of a Unix socket.
    ///
    /// `sslmode` is `disable`, `prefer`, `require` or `verify-full`. Default: `verify-full`, except on loopback
    /// and Unix sockets, where no TLS is used.
    pub url: String,
    /// Maximum number of connections in the pool. One more connection listens for notifications. Default: 8.
    pub pool_size: usize,
    /// Maximum number of handlers in a transaction of their own at the same time. They use connections outside
    /// the pool. Default: 8.
    pub transactions_max: usize,
    /// Schema that contains all tables: lowercase letters, digits and `_`. It is created if it does not exist.
    /// Default: `refrain`.
    pub schema: String,
    /// Maximum duration of a call. The server cancels a statement after the same time. Default: 10 s.
    pub deadline: Duration,
    /// PEM file of certificate authorities that must have signed the server's certificate, instead of the
    /// system's. `sslrootcert` in the URL has the same effect.
    pub root_certificates: Option<PathBuf>,
}

impl PostgresOptions {
    /// Returns the default options for a URL.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            pool_size: POOL_SIZE,
            transactions_max: TRANSACTIONS_MAX,
            schema: "refrain".to_owned(),
            deadline: DEADLINE,
            root_certificates: None,
        }
    }

    /// Returns the options with a change, such as `options.with(|it| it.field = value)`. Further versions may add
    /// fields, so other crates cannot write the options as a literal.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// Omits the URL, which may contain a password.
impl fmt::Debug for PostgresOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { url: _, pool_size, transactions_max, schema, deadline, root_certificates } = self;
        f.debug_struct("PostgresOptions")
            .field("pool_size", pool_size)
            .field("transactions_max", transactions_max)
            .field("schema", schema)
            .field("deadline", deadline)
            .field("root_certificates", root_certificates)
            .finish_non_exhaustive()
    }
}

/// Whether the connection is encrypted, and whether the server's certificate is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TlsMode {
    Disable,
    Prefer,
    Require,
    VerifyFull,
}

/// Validated options.
pub(super) struct CheckedOptions {
    pub(super) config: Config,
    pub(super) tls: TlsMode,
    pub(super) root_certificates: Option<PathBuf>,
}

/// Parses the URL and validates the other options.
pub(super) fn check(options: &PostgresOptions) -> Result<CheckedOptions, StoreError> {
    let is_schema_byte = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let schema = options.schema.as_bytes();
    if !(1..=SCHEMA_BYTES_MAX).contains(&schema.len())
        || !schema.iter().copied().all(is_schema_byte)
        || schema[0].is_ascii_digit()
    {
        let problem = format!("{:?} is not 1 to {SCHEMA_BYTES_MAX} lowercase letters, digits and `_`", options.schema);
        return Err(StoreError::Invalid { field: "schema", problem });
    }
    if options.pool_size == 0 || options.transactions_max == 0 || options.deadline.is_zero() {
        let problem = "pool_size, transactions_max and deadline must be greater than zero".to_owned();
        return Err(StoreError::Invalid { field: "options", problem });
    }
    // The driver does not support certificates, so these two parameters are handled here.
    let (url, mode) = take_parameter(&options.url, "sslmode");
    let (url, roots) = take_parameter(&url, "sslrootcert");
    let bad_url = |problem: String| StoreError::Invalid { field: "url", problem };
    // The driver's error names the invalid part, never the password.
    let mut config: Config = url.parse().map_err(|error| bad_url(format!("cannot be parsed: {error}")))?;
    let tls = match mode.as_deref() {
        None if is_local(&config) => TlsMode::Disable,
        None | Some("verify-full") => TlsMode::VerifyFull,
        Some("disable") => TlsMode::Disable,
        Some("prefer") => TlsMode::Prefer,
        Some("require") => TlsMode::Require,
        Some(other) => {
            return Err(bad_url(format!("sslmode {other:?} is not disable, prefer, require or verify-full")));
        }
    };
    config.ssl_mode(match tls {
        TlsMode::Disable => SslMode::Disable,
        TlsMode::Prefer => SslMode::Prefer,
        TlsMode::Require | TlsMode::VerifyFull => SslMode::Require,
    });
    config.connect_timeout(options.deadline);
    if config.get_application_name().is_none() {
        config.application_name("refrain");
    }
    let root_certificates = options.root_certificates.clone().or_else(|| roots.map(PathBuf::from));
    Ok(CheckedOptions { config, tls, root_certificates })
}

/// Returns whether all traffic stays on this machine.
fn is_local(config: &Config) -> bool {
    let is_loopback = |name: &str| {
        let address: Result<std::net::IpAddr, _> = name.parse();
        name == "localhost" || address.is_ok_and(|address| address.is_loopback())
    };
    let hosts = config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => is_loopback(name),
        #[cfg(unix)]
        Host::Unix(_) => true,
    });
    hosts && config.get_hostaddrs().iter().all(std::net::IpAddr::is_loopback)
}

/// Removes one parameter from a URL of either form and returns its value.
fn take_parameter(url: &str, name: &str) -> (String, Option<String>) {
    let mut value = None;
    let mut is_other = |part: &&str| match part.split_once('=') {
        Some((found, text)) if found == name => {
            value = Some(text.trim_matches('\'').to_owned());
            false
        }
        _ => true,
    };
    let rest = if url.contains("://") {
        let (address, parameters) = url.split_once('?').unwrap_or((url, ""));
        let kept: Vec<&str> = parameters.split('&').filter(|part| !part.is_empty()).filter(&mut is_other).collect();
        if kept.is_empty() { address.to_owned() } else { format!("{address}?{}", kept.join("&")) }
    } else {
        url.split(' ').filter(&mut is_other).collect::<Vec<_>>().join(" ")
    };
    (rest, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tls(url: &str) -> TlsMode {
        check(&PostgresOptions::new(url)).unwrap().tls
    }

    #[test]
    fn remote_connections_are_verified_by_default() {
        assert_eq!(tls("postgres://ann:secret@db.example.com/ledger"), TlsMode::VerifyFull);
        assert_eq!(tls("postgres://localhost,db.example.com/ledger"), TlsMode::VerifyFull);
        assert_eq!(tls("host=10.0.0.7 user=ann"), TlsMode::VerifyFull);
        for local in ["postgres://127.0.0.1:9/a", "postgres://[::1]/a", "postgres://a@%2Frun%2Fx/a", "host=/run user=a"]
        {
            assert_eq!(tls(local), TlsMode::Disable, "{local}");
        }
        assert_eq!(tls("postgres://db.example.com/a?sslmode=require&application_name=x"), TlsMode::Require);
        assert_eq!(tls("host=db.example.com sslmode=disable user=ann"), TlsMode::Disable);
        assert_eq!(tls("postgres://localhost/a?sslmode=verify-full&sslrootcert=/etc/ca.pem"), TlsMode::VerifyFull);
    }

    #[test]
    fn bad_options_are_refused_and_passwords_never_shown() {
        let refused = |options: PostgresOptions| check(&options).err().unwrap().to_string();
        assert!(refused(PostgresOptions::new("postgres://localhost/a?sslmode=allow")).contains("\"allow\""));
        assert!(refused(PostgresOptions::new("postgres://a:b:c:secret@/x?y")).contains("url"));
        for schema in ["", "Big", "a-b", "1a", "a;drop", &"x".repeat(64)] {
            let options = PostgresOptions { schema: schema.to_owned(), ..PostgresOptions::new("host=localhost") };
            assert!(refused(options).contains("schema"), "{schema:?}");
        }
        let shown = format!("{:?}", PostgresOptions::new("postgres://ann:secret@localhost/a"));
        assert!(!shown.contains("secret"), "{shown}");
    }
}
