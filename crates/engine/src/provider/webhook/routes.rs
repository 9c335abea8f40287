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

use super::asked::{Asked, PREFIX};
use super::guard::Guard;
use super::options::WebhookOptions;
use crate::action::Action;
use crate::error::Error;
use crate::recent::Recent;

/// Maximum number of routes kept in each of two generations.
const ROUTES_MAX: usize = 1_024;
/// Maximum size of a cache key in bytes. Longer settings are parsed every time.
const WORDS_BYTES_MAX: usize = 4 * 1024;

/// Parsed and permitted webhook settings of an action.
pub(super) struct Route {
    pub(super) asked: Asked,
    /// Host of the receiver.
    pub(super) host: String,
    /// Complete URL, if it contains no placeholder.
    pub(super) url: Option<Url>,
}

/// Recently used routes.
pub(super) struct Routes {
    known: Recent<Vec<u8>, Route>,
}

impl Routes {
    pub(super) fn new() -> Self {
        Self { known: Recent::of(ROUTES_MAX) }
    }

    /// Returns the route of this action, from the cache if possible.
    ///
    /// # Errors
    /// When a setting is invalid, or the URL may not be reached.
    pub(super) fn of(&self, action: &Action, options: &WebhookOptions, guard: &Guard) -> Result<Arc<Route>, Error> {
        let words = words(action);
        if let Some(route) = words.as_ref().and_then(|words| self.known.get(words)) {
            return Ok(route);
        }
        let asked = Asked::read(action, options)?;
        let url = asked.check_url(guard)?;
        let host = url.host_str().unwrap_or_default().to_owned();
        let url = asked.url.is_literal().then_some(url);
        let route = Arc::new(Route { asked, host, url });
        if let Some(words) = words {
            self.known.keep(words, Arc::clone(&route));
        }
        Ok(route)
    }
}

/// Returns the cache key: all texts read from an action, each preceded by its length, so that no two actions
/// share a key. `None` when the key would be too long.
fn words(action: &Action) -> Option<Vec<u8>> {
    let settings = action.metadata.iter().filter(|(name, _)| name.starts_with(PREFIX));
    let texts = settings.flat_map(|(name, value)| [name, value]);
    let mut words = Vec::with_capacity(4 + action.target.len());
    for text in std::iter::once(&action.target).chain(texts) {
        if text.len() + words.len() > WORDS_BYTES_MAX {
            return None;
        }
        words.extend_from_slice(&text.len().to_le_bytes());
        words.extend_from_slice(text.as_bytes());
    }
    Some(words)
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
    fn the_same_words_are_read_once_and_others_anew() {
        let options = WebhookOptions::default();
        let (guard, routes) = (Guard::new(&options).unwrap(), Routes::new());
        let of = |action: &Action| routes.of(action, &options, &guard).unwrap();
        let first = of(&action("https://example.com/a", &[("webhook.method", "PUT"), ("team", "a")]));
        let again = of(&action("https://example.com/a", &[("webhook.method", "PUT"), ("team", "b")]));
        assert!(Arc::ptr_eq(&first, &again), "other metadata does not change the route");
        let other = of(&action("https://example.com/a", &[]));
        assert_eq!((&first.asked.method, &other.asked.method), (&reqwest::Method::PUT, &reqwest::Method::POST));
        assert_eq!((other.host.as_str(), other.url.is_some()), ("example.com", true));
        assert!(of(&action("https://example.com/{{period_key}}", &[])).url.is_none());
    }

    #[test]
    fn texts_cannot_be_pushed_into_each_other() {
        let words = |target: &str, metadata: &[(&str, &str)]| words(&action(target, metadata)).unwrap();
        assert_ne!(words("ab", &[]), words("a", &[]));
        assert_ne!(words("a", &[("webhook.x", "bc")]), words("a", &[("webhook.xb", "c")]));
        assert_ne!(words("a", &[("webhook.x", "b"), ("webhook.y", "")]), words("a", &[("webhook.x", "bwebhook.y")]));
    }

    #[test]
    fn what_is_refused_or_very_long_is_read_each_time() {
        let options = WebhookOptions::default();
        let (guard, routes) = (Guard::new(&options).unwrap(), Routes::new());
        for _ in 0..2 {
            assert!(routes.of(&action("https://127.0.0.1/", &[]), &options, &guard).is_err());
        }
        let long = action(&format!("https://example.com/{}", "x".repeat(WORDS_BYTES_MAX)), &[]);
        let (one, other) = (routes.of(&long, &options, &guard).unwrap(), routes.of(&long, &options, &guard).unwrap());
        assert!(!Arc::ptr_eq(&one, &other));
    }
}
