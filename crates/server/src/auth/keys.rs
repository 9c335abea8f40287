//! API keys in the store: create, find, revoke, rotate.
//!
//! All keys are documents of one system tenant, so one read finds a key. No key is ever removed. The first
//! key therefore closes the server permanently: revoking the last key does not open it again.

use std::sync::atomic::{AtomicBool, Ordering};

use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::dispatch::CACHE_TTL;
use refrain::model::{By, DocumentName, Tenant};
use refrain::store::{Document, DocumentKey, DocumentKind, ExpectedVersion, FreshCache, Page, StoreError};

use super::api_key::{ApiKey, OldSecret, Permission, Role};
use super::key_text::{KeyText, is_same};
use crate::tenant::system_tenant;

/// Maximum number of attempts at a change that conflicts with concurrent changes.
const ATTEMPTS_MAX: usize = 5;
/// Maximum age of a record that decides whether a stream continues. This age plus the time between two such
/// checks is less than a second.
const STREAM_CHECK_MAX_AGE: SignedDuration = SignedDuration::from_millis(400);
/// Maximum number of documents that one list call reads before it leaves the rest to the next page.
const LISTED_MAX: usize = 5_000;

/// Properties of a key to create.
#[derive(Clone, Debug)]
pub(crate) struct NewKey {
    /// ID of the key. Default: a random ID.
    pub(crate) id: Option<String>,
    /// Tenant that the key belongs to. `None`: the key is valid for all tenants.
    pub(crate) tenant: Option<Tenant>,
    pub(crate) role: Role,
    pub(crate) permissions: Vec<Permission>,
    pub(crate) note: String,
    pub(crate) expires_at: Option<Timestamp>,
}

/// Reason why a key is refused.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The text is not the text of a key.
    Malformed,
    /// There is no such key, or the secret does not match.
    Wrong,
    /// The key has expired.
    Expired,
    /// The key was revoked.
    Revoked,
    /// The store could not be read.
    Store(StoreError),
}

/// The secret of a key, as its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeySecret {
    /// ID of the key.
    pub(crate) id: String,
    /// `None` for a session started by an earlier version: such a session is valid with any secret of its
    /// key.
    pub(crate) sha256: Option<String>,
}

impl KeySecret {
    /// Parses the text of a key. Returns `None` if the text is malformed.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        KeyText::parse(text).map(|text| Self { id: text.id().to_owned(), sha256: Some(text.secret_sha256()) })
    }

    fn is(&self, secret_sha256: &str) -> bool {
        self.sha256.as_deref().is_none_or(|own| is_same(own, secret_sha256))
    }
}

/// A key with its ID.
#[derive(Clone, Debug)]
pub(crate) struct KeyRecord {
    pub(crate) id: String,
    pub(crate) key: ApiKey,
}

/// The API keys of a store.
pub(crate) struct Keys {
    refrain: Refrain,
    cache: FreshCache<String, ApiKey>,
    /// Has an entry while there is known to be no key at all.
    none: FreshCache<(), ()>,
    any_exist: AtomicBool,
}

impl Keys {
    pub(crate) fn new(refrain: Refrain) -> Self {
        let clock = refrain.clock();
        let (cache, none) = (FreshCache::new(clock.clone()), FreshCache::new(clock.clone()));
        Self { refrain, cache, none, any_exist: AtomicBool::new(false) }
    }

    /// Returns whether a key was ever created. The answer may be up to one second old.
    pub(crate) async fn any_exist(&self) -> Result<bool, StoreError> {
        if self.any_exist.load(Ordering::Acquire) {
            return Ok(true);
        }
        if self.none.get(&()).is_some() {
            return Ok(false);
        }
        self.any_exist_now().await
    }

    /// Like [`Self::any_exist`], but always reads the store.
    pub(crate) async fn any_exist_now(&self) -> Result<bool, StoreError> {
        let start = self.none.start_read();
        let found = self.refrain.store().documents(&system_tenant(), DocumentKind::Key, &Page::first(1)).await?;
        if found.rows.is_empty() {
            self.none.keep(&(), start, ());
            return Ok(false);
        }
        self.any_exist.store(true, Ordering::Release);
        Ok(true)
    }

    /// Returns the key if it exists, the secret matches and the key is valid now.
    pub(crate) async fn check(&self, secret: &KeySecret) -> Result<KeyRecord, Refusal> {
        let key = self.find(&secret.id).await.map_err(Refusal::Store)?.ok_or(Refusal::Wrong)?;
        self.validate(secret, key)
    }

    /// Checks a secret that was valid before, against a record younger than [`STREAM_CHECK_MAX_AGE`].
    pub(crate) async fn check_again(&self, secret: &KeySecret) -> Result<KeyRecord, Refusal> {
        let found = self.find_within(&secret.id, STREAM_CHECK_MAX_AGE).await.map_err(Refusal::Store)?;
        self.validate(secret, found.ok_or(Refusal::Wrong)?)
    }

    fn validate(&self, secret: &KeySecret, key: ApiKey) -> Result<KeyRecord, Refusal> {
        let now = self.refrain.now();
        let is_old = |old: &OldSecret| secret.is(&old.secret_sha256) && now < old.until;
        if !secret.is(&key.secret_sha256) && !key.old_secret.as_ref().is_some_and(is_old) {
            return Err(Refusal::Wrong);
        }
        if key.revoked_at.is_some() {
            return Err(Refusal::Revoked);
        }
        if key.expires_at.is_some_and(|expires_at| expires_at <= now) {
            return Err(Refusal::Expired);
        }
        Ok(KeyRecord { id: secret.id.clone(), key })
    }

    /// Returns the record of an ID, at most one second old.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<ApiKey>, StoreError> {
        self.find_within(id, CACHE_TTL).await
    }

    async fn find_within(&self, id: &str, age_max: SignedDuration) -> Result<Option<ApiKey>, StoreError> {
        let id = id.to_owned();
        if let Some(key) = self.cache.get_within(&id, age_max) {
            return Ok(Some(key));
        }
        let start = self.cache.start_read();
        let Some((_, key)) = self.read(&id).await? else { return Ok(None) };
        self.cache.keep(&id, start, key.clone());
        Ok(Some(key))
    }

    /// Creates a key. Its text is available only from this call. Fails with [`StoreError::Conflict`] if the
    /// ID is taken.
    pub(crate) async fn create(&self, new: NewKey, by: &By) -> Result<(KeyText, ApiKey), StoreError> {
        let now = self.refrain.now();
        let text = KeyText::for_id(&new.id.unwrap_or_else(KeyText::new_id));
        let mut permissions = new.permissions;
        permissions.sort_unstable();
        permissions.dedup();
        let key = ApiKey {
            tenant: new.tenant,
            secret_sha256: text.secret_sha256(),
            old_secret: None,
            role: new.role,
            permissions,
            note: new.note,
            created_at: now,
            created_by: by.actor.clone(),
            expires_at: new.expires_at,
            revoked_at: None,
        };
        self.write(text.id(), &key, ExpectedVersion::New, by).await?;
        self.any_exist.store(true, Ordering::Release);
        Ok((text, key))
    }

    /// Revokes a key. Idempotent.
    pub(crate) async fn revoke(&self, id: &str, by: &By) -> Result<ApiKey, StoreError> {
        let now = self.refrain.now();
        self.change(id, by, |key| {
            key.revoked_at.get_or_insert(now);
            key.old_secret = None;
        })
        .await
    }

    /// Replaces the secret of a key. The previous secret stays valid for `keep_for`.
    pub(crate) async fn rotate(
        &self,
        id: &str,
        keep_for: SignedDuration,
        by: &By,
    ) -> Result<(KeyText, ApiKey), StoreError> {
        let (now, text) = (self.refrain.now(), KeyText::for_id(id));
        let until = now.saturating_add(keep_for).unwrap_or(now);
        let key = self
            .change(id, by, |key| {
                let before = std::mem::replace(&mut key.secret_sha256, text.secret_sha256());
                key.old_secret = keep_for.is_positive().then_some(OldSecret { secret_sha256: before, until });
            })
            .await?;
        Ok((text, key))
    }

    /// Lists the keys that match `wanted`, ordered by ID, with the cursor of the next page. A page may be
    /// shorter than its limit.
    pub(crate) async fn list(
        &self,
        page: &Page,
        wanted: impl Fn(&ApiKey) -> bool,
    ) -> Result<(Vec<KeyRecord>, Option<String>), StoreError> {
        let (mut listed, mut seen, mut after) = (Vec::new(), 0, page.after.clone());
        loop {
            let part = Page { limit: page.limit, after };
            let part = self.refrain.store().documents(&system_tenant(), DocumentKind::Key, &part).await?;
            seen += part.rows.len();
            for document in part.rows {
                let id = document.key.name.as_str().to_owned();
                let key = key_of(document)?;
                if wanted(&key) {
                    if listed.len() == page.limit {
                        // The cursor for documents is the name of the last document.
                        let next = listed.last().map(|kept: &KeyRecord| kept.id.clone());
                        return Ok((listed, next));
                    }
                    listed.push(KeyRecord { id, key });
                }
            }
            after = part.next;
            if after.is_none() || seen >= LISTED_MAX {
                return Ok((listed, after));
            }
        }
    }

    async fn change(&self, id: &str, by: &By, change: impl Fn(&mut ApiKey)) -> Result<ApiKey, StoreError> {
        for _ in 0..ATTEMPTS_MAX {
            let (version, old) = self.read(id).await?.ok_or_else(|| StoreError::NotFound(format!("key {id}")))?;
            let mut key = old.clone();
            change(&mut key);
            if key == old {
                return Ok(key);
            }
            match self.write(id, &key, ExpectedVersion::Exactly(version), by).await {
                Ok(()) => return Ok(key),
                Err(StoreError::Conflict { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::Unavailable(format!("key {id} is being changed by others")))
    }

    async fn read(&self, id: &str) -> Result<Option<(i64, ApiKey)>, StoreError> {
        let Some(key) = document_key(id) else { return Ok(None) };
        let Some(document) = self.refrain.store().document(&key).await? else { return Ok(None) };
        Ok(Some((document.version, key_of(document)?)))
    }

    async fn write(&self, id: &str, key: &ApiKey, expect: ExpectedVersion, by: &By) -> Result<(), StoreError> {
        let name = document_key(id).ok_or_else(|| StoreError::NotFound(format!("key {id}")))?;
        let body = serde_json::to_value(key).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let written = self.refrain.store().put(&name, &body, expect, by, self.refrain.now()).await;
        // Also when the response was lost, because the write may have succeeded.
        self.cache.forget(&id.to_owned());
        written.map(|_| ())
    }
}

fn document_key(id: &str) -> Option<DocumentKey> {
    let name = DocumentName::new(id).ok().filter(|_| KeyText::is_id(id))?;
    Some(DocumentKey { tenant: system_tenant(), kind: DocumentKind::Key, name })
}

/// Parses the record of a key. An unreadable record grants no access.
fn key_of(document: Document) -> Result<ApiKey, StoreError> {
    let name = document.key.name.to_string();
    serde_json::from_value(document.body).map_err(|error| StoreError::Corrupt(format!("key {name}: {error}")))
}
