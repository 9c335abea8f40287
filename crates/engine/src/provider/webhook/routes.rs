//! Cache of parsed webhook settings. All occurrences of a schedule have the same settings, so they are parsed
//! only once.
//!
//! Invariants:
//! - A cached route equals a freshly parsed one, because it depends only on the action's settings and on
//!   options that never change.
//! - Rejected settings are not cached.
//! - The cache is bounded in the number of entries and in the size of each.

use std::sync::Arc;

use url::Url;

use super::guard::Guard;
use super::options::WebhookOptions;
use super::request_settings::{PREFIX, RequestSettings};
use crate::error::Error;
use crate::model::Action;
use crate::recent::RecentCache;

/// Maximum number of routes kept in each of two generations.
const ROUTES_MAX: usize = 1_024;
/// Maximum size of a cache key in bytes. Longer settings are parsed every time.
const CACHE_KEY_BYTES_MAX: usize = 4 * 1024;

/// Parsed and permitted webhook settings of an action.
pub(super) struct Route {
    pub(super) request_settings: RequestSettings,
    /// Host of the receiver.
    pub(super) host: String,
    /// Complete URL, if it contains no placeholder.
    pub(super) url: Option<Url>,
}

/// Recently used routes.
pub(super) struct Routes {
    cache: RecentCache<Vec<u8>, Route>,
}

impl Routes {
    pub(super) fn new() -> Self {
        Self { cache: RecentCache::of(ROUTES_MAX) }
    }

    /// Returns the route of this action, from the cache if possible.
    ///
    /// # Errors
    /// When a setting is invalid, or the URL may not be reached.
    pub(super) fn of(&self, action: &Action, options: &WebhookOptions, guard: &Guard) -> Result<Arc<Route>, Error> {
        let cache_key = cache_key(action);
        if let Some(route) = cache_key.as_ref().and_then(|cache_key| self.cache.get(cache_key)) {
            return Ok(route);
        }
        let request_settings = RequestSettings::read(action, options)?;
        let url = request_settings.check_url(guard)?;
        let host = url.host_str().unwrap_or_default().to_owned();
        let url = request_settings.url.is_literal().then_some(url);
        let route = Arc::new(Route { request_settings, host, url });
        if let Some(cache_key) = cache_key {
            self.cache.keep(cache_key, Arc::clone(&route));
        }
        Ok(route)
    }
}

/// Returns the cache key: all texts read from an action, each preceded by its length, so that no two actions
/// share a key. `None` when the key would be too long.
fn cache_key(action: &Action) -> Option<Vec<u8>> {
    let settings = action.metadata.iter().filter(|(name, _)| name.starts_with(PREFIX));
    let texts = settings.flat_map(|(name, value)| [name, value]);
    let mut cache_key = Vec::with_capacity(4 + action.target.len());
    for text in std::iter::once(&action.target).chain(texts) {
        if text.len() + cache_key.len() > CACHE_KEY_BYTES_MAX {
            return None;
        }
        cache_key.extend_from_slice(&text.len().to_le_bytes());
        cache_key.extend_from_slice(text.as_bytes());
    }
    Some(cache_key)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn action(target: &str, metadata: &[(&str, &str)]) -> Action {
        let metadata = metadata.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Action { target: target.to_owned(), metadata, ..Action::new("webhook", Value::Null) }
    }

    #[test]
    fn equal_settings_are_parsed_once() {
        let options = WebhookOptions::default();
        let (guard, routes) = (Guard::new(&options).unwrap(), Routes::new());
        let of = |action: &Action| routes.of(action, &options, &guard).unwrap();
        let first = of(&action("https://example.com/a", &[("webhook.method", "PUT"), ("team", "a")]));
        let again = of(&action("https://example.com/a", &[("webhook.method", "PUT"), ("team", "b")]));
        assert!(Arc::ptr_eq(&first, &again), "other metadata does not change the route");
        let other = of(&action("https://example.com/a", &[]));
        assert_eq!(
            (&first.request_settings.method, &other.request_settings.method),
            (&reqwest::Method::PUT, &reqwest::Method::POST)
        );
        assert_eq!((other.host.as_str(), other.url.is_some()), ("example.com", true));
        assert!(of(&action("https://example.com/{{period_key}}", &[])).url.is_none());
    }

    #[test]
    fn cache_keys_of_different_settings_differ() {
        let cache_key = |target: &str, metadata: &[(&str, &str)]| cache_key(&action(target, metadata)).unwrap();
        assert_ne!(cache_key("ab", &[]), cache_key("a", &[]));
        assert_ne!(cache_key("a", &[("webhook.x", "bc")]), cache_key("a", &[("webhook.xb", "c")]));
        assert_ne!(
            cache_key("a", &[("webhook.x", "b"), ("webhook.y", "")]),
            cache_key("a", &[("webhook.x", "bwebhook.y")])
        );
    }

    #[test]
    fn rejected_and_oversized_settings_are_not_cached() {
        let options = WebhookOptions::default();
        let (guard, routes) = (Guard::new(&options).unwrap(), Routes::new());
        for _ in 0..2 {
            assert!(routes.of(&action("https://127.0.0.1/", &[]), &options, &guard).is_err());
        }
        let long = action(&format!("https://example.com/{}", "x".repeat(CACHE_KEY_BYTES_MAX)), &[]);
        let (one, other) = (routes.of(&long, &options, &guard).unwrap(), routes.of(&long, &options, &guard).unwrap());
        assert!(!Arc::ptr_eq(&one, &other));
    }
}
