//! The keys there are: made, found, taken back, given a new secret.
//!
//! All are documents of one tenant of the system's own, found by one read. None is ever removed, so that the first key closes the
//! server for good: taking back the last one does not open it again.

use std::sync::atomic::{AtomicBool, Ordering};

use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::api_key::{ApiKey, OldSecret, Permission, Role};
use refrain::audit::By;
use refrain::id::{DocumentName, Tenant};
use refrain::store::{Document, DocumentKey, DocumentKind, Expect, Page, StoreError};

use super::key_text::{KeyText, is_same};
use super::known::{KNOWN_FOR, Known};

/// Changes that meet others begin anew so often.
const TRIES_MAX: usize = 5;
/// Maximum age of a record that decides whether a stream goes on. With the time between two such checks it is less than a second.
const WATCHED_AGE_MAX: SignedDuration = SignedDuration::from_millis(400);
/// One list reads so many documents at most, before it leaves the rest to the next page.
const LISTED_MAX: usize = 5_000;

/// What a new key is to be.
#[derive(Clone, Debug)]
pub(crate) struct NewKey {
    /// Its id; made up without one.
    pub(crate) id: Option<String>,
    /// Whose; none is everyone's.
    pub(crate) tenant: Option<Tenant>,
    pub(crate) role: Role,
    pub(crate) permissions: Vec<Permission>,
    pub(crate) note: String,
    pub(crate) expires_at: Option<Timestamp>,
}

/// Why a text lets nobody in.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// No key was ever written so.
    Malformed,
    /// There is no such key, or its secret is another.
    Wrong,
    /// Its time is over.
    Expired,
    /// It was taken back.
    Revoked,
    /// Nobody can say.
    Store(StoreError),
}

/// The secret of a key, as its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeySecret {
    /// The ID of the key.
    pub(crate) id: String,
    /// None for a session that an earlier version began: it has every secret of its key.
    pub(crate) sha256: Option<String>,
}

impl KeySecret {
    /// Takes the text of a key apart; none when no key was ever written so.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        KeyText::parse(text).map(|text| Self { id: text.id().to_owned(), sha256: Some(text.secret_sha256()) })
    }

    fn is(&self, secret_sha256: &str) -> bool {
        self.sha256.as_deref().is_none_or(|own| is_same(own, secret_sha256))
    }
}

/// A key and its id.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) id: String,
    pub(crate) key: ApiKey,
}

/// The keys of a store.
pub(crate) struct Keys {
    refrain: Refrain,
    known: Known<ApiKey>,
    none: Known<()>,
    are_any: AtomicBool,
}

impl Keys {
    pub(crate) fn new(refrain: Refrain) -> Self {
        Self { refrain, known: Known::default(), none: Known::default(), are_any: AtomicBool::new(false) }
    }

    /// Whose documents keys are.
    pub(crate) fn system() -> Tenant {
        super::system_tenant()
    }

    /// Whether there ever was a key.
    pub(crate) async fn are_any(&self) -> Result<bool, StoreError> {
        let now = self.refrain.now();
        if self.are_any.load(Ordering::Acquire) {
            return Ok(true);
        }
        if self.none.get("", now).is_some() {
            return Ok(false);
        }
        self.are_any_now().await
    }

    /// The same, without relying on what was read within the last second.
    pub(crate) async fn are_any_now(&self) -> Result<bool, StoreError> {
        let now = self.refrain.now();
        let found = self.refrain.store().documents(&Self::system(), DocumentKind::Key, &Page::first(1)).await?;
        if found.rows.is_empty() {
            self.none.keep("", (), now);
            return Ok(false);
        }
        self.are_any.store(true, Ordering::Release);
        Ok(true)
    }

    /// The key of an id, if it lets the owner of a secret in.
    pub(crate) async fn check(&self, secret: &KeySecret) -> Result<Kept, Refusal> {
        let key = self.find(&secret.id).await.map_err(Refusal::Store)?.ok_or(Refusal::Wrong)?;
        self.judge(secret, key)
    }

    /// Checks a secret again that was good before, with a record that is younger than most answers need.
    pub(crate) async fn check_again(&self, secret: &KeySecret) -> Result<Kept, Refusal> {
        let found = self.find_within(&secret.id, WATCHED_AGE_MAX).await.map_err(Refusal::Store)?;
        self.judge(secret, found.ok_or(Refusal::Wrong)?)
    }

    fn judge(&self, secret: &KeySecret, key: ApiKey) -> Result<Kept, Refusal> {
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
        Ok(Kept { id: secret.id.clone(), key })
    }

    /// The record of an id, as it was within the last second.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<ApiKey>, StoreError> {
        self.find_within(id, KNOWN_FOR).await
    }

    async fn find_within(&self, id: &str, age_max: SignedDuration) -> Result<Option<ApiKey>, StoreError> {
        let now = self.refrain.now();
        if let Some(key) = self.known.get_within(id, now, age_max) {
            return Ok(Some(key));
        }
        let Some((_, key)) = self.read(id).await? else { return Ok(None) };
        self.known.keep(id, key.clone(), now);
        Ok(Some(key))
    }

    /// Makes a key; its text is shown this once. [`StoreError::Conflict`] when its id is taken.
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
        self.write(text.id(), &key, Expect::New, by).await?;
        self.are_any.store(true, Ordering::Release);
        Ok((text, key))
    }

    /// Takes a key back. Again is the same as once.
    pub(crate) async fn revoke(&self, id: &str, by: &By) -> Result<ApiKey, StoreError> {
        let now = self.refrain.now();
        self.change(id, by, |key| {
            key.revoked_at.get_or_insert(now);
            key.old_secret = None;
        })
        .await
    }

    /// Gives a key a new secret. The one before works as long as it is kept.
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

    /// Those of the keys that are wanted, in order of id, and where the next page begins. A page may be shorter than asked for.
    pub(crate) async fn list(
        &self,
        page: &Page,
        wanted: impl Fn(&ApiKey) -> bool,
    ) -> Result<(Vec<Kept>, Option<String>), StoreError> {
        let (mut listed, mut seen, mut after) = (Vec::new(), 0, page.after.clone());
        loop {
            let part = Page { limit: page.limit, after };
            let part = self.refrain.store().documents(&Self::system(), DocumentKind::Key, &part).await?;
            seen += part.rows.len();
            for document in part.rows {
                let id = document.key.name.as_str().to_owned();
                let key = key_of(document)?;
                if wanted(&key) {
                    if listed.len() == page.limit {
                        // The cursor of documents is the name of the last one.
                        let next = listed.last().map(|kept: &Kept| kept.id.clone());
                        return Ok((listed, next));
                    }
                    listed.push(Kept { id, key });
                }
            }
            after = part.next;
            if after.is_none() || seen >= LISTED_MAX {
                return Ok((listed, after));
            }
        }
    }

    async fn change(&self, id: &str, by: &By, change: impl Fn(&mut ApiKey)) -> Result<ApiKey, StoreError> {
        for _ in 0..TRIES_MAX {
            let (version, old) = self.read(id).await?.ok_or_else(|| StoreError::NotFound(format!("key {id}")))?;
            let mut key = old.clone();
            change(&mut key);
            if key == old {
                return Ok(key);
            }
            match self.write(id, &key, Expect::Exactly(version), by).await {
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

    async fn write(&self, id: &str, key: &ApiKey, expect: Expect, by: &By) -> Result<(), StoreError> {
        let name = document_key(id).ok_or_else(|| StoreError::NotFound(format!("key {id}")))?;
        let body = serde_json::to_value(key).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let written = self.refrain.store().put(&name, &body, expect, by, self.refrain.now()).await;
        // Also when the answer was lost: it may have been written.
        self.known.forget(id);
        written.map(|_| ())
    }
}

fn document_key(id: &str) -> Option<DocumentKey> {
    let name = DocumentName::new(id).ok().filter(|_| KeyText::is_id(id))?;
    Some(DocumentKey { tenant: Keys::system(), kind: DocumentKind::Key, name })
}

/// A record that cannot be read lets nobody in.
fn key_of(document: Document) -> Result<ApiKey, StoreError> {
    let name = document.key.name.to_string();
    serde_json::from_value(document.body).map_err(|error| StoreError::Corrupt(format!("key {name}: {error}")))
}
