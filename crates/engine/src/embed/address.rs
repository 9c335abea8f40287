//! Opens a store from its address.

use std::sync::Arc;

use crate::error::Error;

use crate::error_code::ErrorCode;
use crate::store::Store;
use crate::store::model::Model;

/// One URL scheme of a store address: the text before the first colon, and whether this program supports it.
struct StoreScheme {
    scheme: &'static str,
    kind: Kind,
    /// Cargo feature that the store requires; empty for the memory store.
    feature: &'static str,
    is_built_in: bool,
}

const fn named(scheme: &'static str, kind: Kind, feature: &'static str, is_built_in: bool) -> StoreScheme {
    StoreScheme { scheme, kind, feature, is_built_in }
}

const KINDS: [StoreScheme; 7] = [
    named("memory", Kind::Memory, "", true),
    named("sqlite", Kind::Sqlite, "sqlite", cfg!(feature = "sqlite")),
    named("postgres", Kind::Postgres, "postgres", cfg!(feature = "postgres")),
    named("postgresql", Kind::Postgres, "postgres", cfg!(feature = "postgres")),
    named("redis", Kind::Redis, "redis", cfg!(feature = "redis")),
    named("rediss", Kind::Redis, "redis", cfg!(feature = "redis")),
    named("redis+unix", Kind::Redis, "redis", cfg!(feature = "redis")),
];

const EXAMPLES: &str = "`sqlite:refrain.db`, `memory:`, `postgres://user@host/database` or `redis://host`";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Memory,
    Sqlite,
    Postgres,
    Redis,
}

/// Opens the store at an address.
///
/// # Errors
/// Returns an error if the address has an unknown scheme, if this program was built without that kind of store,
/// or if the store cannot be opened.
pub(super) async fn open(address: &str) -> Result<Arc<dyn Store>, Error> {
    let (scheme, rest) = address.split_once(':').unwrap_or((address, ""));
    let Some(named) = KINDS.into_iter().find(|named| named.scheme == scheme) else {
        // Only the scheme is quoted: the rest of the address may contain a password.
        let problem = format!("unknown kind of store {scheme:?}; expected {EXAMPLES}");
        return Err(
            Error::invalid(ErrorCode::UnknownStore, problem).with_hint("put the kind of store before the colon")
        );
    };
    if !named.is_built_in && rest != ":memory:" {
        return Err(missing(&named));
    }
    match named.kind {
        Kind::Memory => Ok(Arc::new(Model::new())),
        Kind::Sqlite if rest == ":memory:" => Ok(Arc::new(Model::new())),
        Kind::Sqlite if rest.trim_start_matches('/').is_empty() => {
            Err(Error::invalid(ErrorCode::BadValue, "the address `sqlite:` names no file")
                .with_hint("`sqlite:refrain.db`"))
        }
        #[cfg(feature = "sqlite")]
        Kind::Sqlite => {
            let path = rest.strip_prefix("//").unwrap_or(rest);
            Ok(Arc::new(crate::store::sqlite::Sqlite::open(path).await?))
        }
        #[cfg(feature = "postgres")]
        Kind::Postgres => {
            let options = crate::store::postgres::PostgresOptions::new(address);
            Ok(Arc::new(crate::store::postgres::Postgres::open(options).await?))
        }
        #[cfg(feature = "redis")]
        Kind::Redis => {
            let options = crate::store::redis::RedisOptions::new(address);
            Ok(Arc::new(crate::store::redis::Redis::open(options).await?))
        }
        #[cfg(not(feature = "sqlite"))]
        Kind::Sqlite => Err(missing(&named)),
        #[cfg(not(feature = "postgres"))]
        Kind::Postgres => Err(missing(&named)),
        #[cfg(not(feature = "redis"))]
        Kind::Redis => Err(missing(&named)),
    }
}

/// Returns the host names in a store address, without user, password and port.
///
/// A webhook must never reach these hosts: pass them to
/// [`WebhookOptions::deny`](crate::provider::webhook::WebhookOptions). Addresses of files, sockets and memory
/// contain no hosts.
///
/// ```
/// assert_eq!(refrain::store_hosts("postgres://refrain:secret@db.internal:5432/refrain"), ["db.internal"]);
/// ```
pub fn store_hosts(address: &str) -> Vec<String> {
    let Some((_, rest)) = address.split_once("://") else { return Vec::new() };
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    // A password may contain `/`, `?` or `#`. The hosts therefore start after the last `@`, in the text before
    // the query and in the whole text.
    let hosts_after_user = |text: &'_ str| {
        let hosts = text.rsplit_once('@').map_or(text, |(_, hosts)| hosts);
        hosts.split(['/', '?', '#']).next().unwrap_or_default().to_owned()
    };
    // PostgreSQL also accepts hosts as query parameters, several of them separated by commas.
    let parameter = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        matches!(name, "host" | "hostaddr").then(|| value.to_owned())
    };
    let named = query.split('&').filter_map(parameter);
    let lists: Vec<String> = [hosts_after_user(place), hosts_after_user(rest)].into_iter().chain(named).collect();
    let mut hosts: Vec<String> = Vec::new();
    for host in lists.iter().flat_map(|list| list.split(',')).filter_map(host_without_port) {
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    hosts
}

/// Returns a host without its port, or `None` for the directory of a Unix socket.
fn host_without_port(text: &str) -> Option<String> {
    let host = match text.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        // Several colons without brackets: an IPv6 address as it is written in query parameters.
        None if text.matches(':').count() > 1 => text,
        None => text.split(':').next().unwrap_or_default(),
    };
    let is_folder = host.starts_with('/') || host.starts_with("%2F") || host.starts_with("%2f");
    (!host.is_empty() && !is_folder).then(|| host.to_ascii_lowercase())
}

/// Returns the error for a kind of store that exists but was not built into this program.
fn missing(named: &StoreScheme) -> Error {
    let StoreScheme { scheme, feature, .. } = named;
    let built_in = KINDS.into_iter().filter(|named| named.is_built_in).map(|named| named.scheme);
    let built_in = built_in.collect::<Vec<_>>().join(", ");
    let problem = format!(
        "{scheme:?} needs the cargo feature `{feature}` of `refrain`, which this program lacks; it supports {built_in}"
    );
    Error::invalid(ErrorCode::MissingFeature, problem).with_hint("add the feature to the dependency on `refrain`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn unknown_scheme_error_lists_examples_and_hides_secrets() {
        for address in ["mysql://root:secret@host/db", "refrain.db", "", "SQLITE:refrain.db"] {
            let error = open(address).await.err().expect("an unknown scheme is an error");
            assert_eq!(error.code(), "unknown_store", "{address}");
            assert!(error.to_string().contains(EXAMPLES) && !error.to_string().contains("secret"), "{error}");
        }
        assert_eq!(open("sqlite:").await.err().map(|error| error.code()), Some("bad_value"));
    }

    #[test]
    fn the_hosts_of_an_address_have_neither_password_nor_port() {
        let check = |address: &str, hosts: &[&str]| assert_eq!(store_hosts(address), hosts, "{address}");
        check("postgres://u:p%40ss@DB.example.com:5432/refrain?sslmode=require", &["db.example.com"]);
        check("postgresql://u:p@ss@one:5432,two/refrain", &["one", "two"]);
        check("postgres://u:p/w?x@one/refrain", &["u", "one"]);
        check("postgres:///refrain?host=/run/postgresql", &[]);
        check(
            "postgres:///refrain?host=a.internal,b.internal&hostaddr=10.0.0.5,fd00::1",
            &["a.internal", "b.internal", "10.0.0.5", "fd00::1"],
        );
        check("postgres://%2Frun%2Fpostgresql/refrain", &[]);
        check("rediss://:secret@[fd00::1]:6379/0", &["fd00::1"]);
        check("redis://10.0.0.5", &["10.0.0.5"]);
        for address in ["redis+unix:///run/redis.sock?pass=x", "sqlite:refrain.db", "sqlite:///x/y.db", "memory:", ""] {
            check(address, &[]);
        }
    }

    #[tokio::test]
    async fn memory_needs_no_feature() {
        for address in ["memory:", "memory", "sqlite::memory:"] {
            assert_eq!(open(address).await.expect("a store").health().await.unwrap().kind, "model", "{address}");
        }
    }

    #[test]
    fn missing_feature_error_lists_supported_stores() {
        let error = missing(&KINDS[2]);
        assert_eq!(error.code(), "missing_feature");
        assert!(error.to_string().contains("`postgres`") && error.to_string().contains("memory"), "{error}");
    }
}
