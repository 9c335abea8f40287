//! From the address of a store to the store.

use std::sync::Arc;

use crate::error::Error;
use crate::store::Store;
use crate::store::model::Model;

/// A kind of store: what may stand before the first colon, and whether this program has it.
struct Named {
    scheme: &'static str,
    kind: Kind,
    /// The cargo feature it needs; memory needs none.
    feature: &'static str,
    is_built_in: bool,
}

const fn named(scheme: &'static str, kind: Kind, feature: &'static str, is_built_in: bool) -> Named {
    Named { scheme, kind, feature, is_built_in }
}

const KINDS: [Named; 7] = [
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
/// When the address names no kind of store, one that this program was built without, or the store cannot be opened.
pub(super) async fn open(address: &str) -> Result<Arc<dyn Store>, Error> {
    let (scheme, rest) = address.split_once(':').unwrap_or((address, ""));
    let Some(named) = KINDS.into_iter().find(|named| named.scheme == scheme) else {
        // What stands behind the scheme may hold a password.
        let problem = format!("{scheme:?} is no kind of store; an address is one of {EXAMPLES}");
        return Err(Error::invalid("unknown_store", problem).with_hint("write the kind before the first colon"));
    };
    if !named.is_built_in && rest != ":memory:" {
        return Err(missing(&named));
    }
    match named.kind {
        Kind::Memory => Ok(Arc::new(Model::new())),
        Kind::Sqlite if rest == ":memory:" => Ok(Arc::new(Model::new())),
        Kind::Sqlite if rest.trim_start_matches('/').is_empty() => {
            Err(Error::invalid("bad_value", "the address `sqlite:` names no file").with_hint("`sqlite:refrain.db`"))
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

/// A kind of store that exists, but not in this program.
fn missing(named: &Named) -> Error {
    let Named { scheme, feature, .. } = named;
    let built_in = KINDS.into_iter().filter(|named| named.is_built_in).map(|named| named.scheme);
    let built_in = built_in.collect::<Vec<_>>().join(", ");
    let problem = format!(
        "this program was built without the cargo feature `{feature}` of `refrain`, which {scheme:?} needs; it knows {built_in}"
    );
    Error::invalid("missing_feature", problem).with_hint("add the feature to the dependency on `refrain`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_unknown_scheme_is_refused_with_what_is_possible_and_without_secrets() {
        for address in ["mysql://root:secret@host/db", "refrain.db", "", "SQLITE:refrain.db"] {
            let error = open(address).await.err().expect("it is refused");
            assert_eq!(error.code(), "unknown_store", "{address}");
            assert!(error.to_string().contains(EXAMPLES) && !error.to_string().contains("secret"), "{error}");
        }
        assert_eq!(open("sqlite:").await.err().map(|error| error.code()), Some("bad_value"));
    }

    #[tokio::test]
    async fn memory_needs_no_feature() {
        for address in ["memory:", "memory", "sqlite::memory:"] {
            assert_eq!(open(address).await.expect("it opens").health().await.unwrap().kind, "model", "{address}");
        }
    }

    #[test]
    fn a_missing_feature_is_named_beside_what_is_there() {
        let error = missing(&KINDS[2]);
        assert_eq!(error.code(), "missing_feature");
        assert!(error.to_string().contains("`postgres`") && error.to_string().contains("memory"), "{error}");
    }
}
