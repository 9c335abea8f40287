//! The secrets of tenants: written, listed by name, removed and sealed anew. None is ever read back but by a provider.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::envelope::Envelope;
use super::{KeyRing, Secret};
use crate::audit::By;
use crate::clock::Clock;
use crate::control::OrderChange;
use crate::error::Error;
use crate::id::{DocumentName, Tenant};
use crate::recent::Recent;
use crate::store::{Document, DocumentKey, DocumentKind, Expect, PAGE_ROWS_MAX, Page, Paged, Store, StoreError};

/// An opened secret is good for so long; a change is seen by every node within it.
const KNOWN_FOR: SignedDuration = SignedDuration::from_secs(1);

/// What may be told of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretNamed {
    /// What it is called.
    pub name: DocumentName,
    /// How often it was written or sealed anew.
    pub version: i64,
    /// When it was last.
    pub updated_at: Timestamp,
    /// The name of the master key that has sealed it; none when its record cannot be read.
    pub sealed_by: Option<String>,
}

/// What came of sealing a tenant's secrets anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rotated {
    /// So many were sealed anew.
    pub sealed_anew: usize,
    /// So many were sealed by the newest key already.
    pub already: usize,
    /// These could not be opened, and why. No old key may go while there are any.
    pub refused: Vec<(DocumentName, String)>,
}

/// Secrets over a store.
pub struct Secrets {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ring: KeyRing,
    opened: Recent<DocumentKey, Opened>,
}

/// A secret, and when it was read.
struct Opened {
    secret: Secret,
    read_at: SignedDuration,
}

impl Secrets {
    /// The secrets that a store keeps, sealed by these keys.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, ring: KeyRing) -> Self {
        Self { store, clock, ring, opened: Recent::default() }
    }

    /// Writes a secret. What is sent from a second later on is sent with it.
    ///
    /// # Errors
    /// When something else was there than expected, or the store cannot be used.
    pub async fn put(&self, change: &OrderChange, secret: &Secret) -> Result<SecretNamed, Error> {
        let key = key(&change.tenant, &change.name);
        let envelope = Envelope::seal(secret, &key, &self.ring)?;
        let written = self.write(&key, &envelope, change.expect, &change.by).await?;
        self.opened.forget(&key);
        Ok(named(&written))
    }

    /// A tenant's secrets by their names. Their values are not among what is told.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn list(&self, tenant: &Tenant, page: &Page) -> Result<Paged<SecretNamed>, Error> {
        let Paged { rows, next } = self.store.documents(tenant, DocumentKind::Secret, page).await?;
        Ok(Paged { rows: rows.iter().map(named).collect(), next })
    }

    /// Removes a secret. What names it fails from a second later on.
    ///
    /// # Errors
    /// When there is none, something else was there than expected, or the store cannot be used.
    pub async fn remove(&self, change: &OrderChange) -> Result<(), Error> {
        let key = key(&change.tenant, &change.name);
        self.store.remove(&key, change.expect, &change.by, self.clock.now()).await?;
        self.opened.forget(&key);
        Ok(())
    }

    /// Seals all of a tenant's secrets by the newest key. It may be stopped and begun again at any time: what is done stays
    /// done, and what is written meanwhile is sealed by the newest key anyway.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn rotate(&self, tenant: &Tenant, by: &By) -> Result<Rotated, Error> {
        let mut rotated = Rotated::default();
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let Paged { rows, next } = self.store.documents(tenant, DocumentKind::Secret, &page).await?;
            for document in rows {
                self.seal_anew(&document, by, &mut rotated).await?;
            }
            let Some(cursor) = next else { return Ok(rotated) };
            page = Page::after(PAGE_ROWS_MAX, cursor);
        }
    }

    async fn seal_anew(&self, document: &Document, by: &By, rotated: &mut Rotated) -> Result<(), Error> {
        let key = &document.key;
        match read(document).and_then(|envelope| envelope.sealed_anew(key, &self.ring)) {
            Ok(None) => rotated.already += 1,
            Err(error) => rotated.refused.push((key.name.clone(), error.to_string())),
            Ok(Some(envelope)) => {
                match self.write(key, &envelope, Expect::Exactly(document.version), by).await {
                    Ok(_) => rotated.sealed_anew += 1,
                    // Someone wrote or removed it meanwhile; whatever they wrote is sealed by the newest key.
                    Err(Error::Store(StoreError::Conflict { .. } | StoreError::NotFound(_))) => rotated.already += 1,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Opens secrets, for whoever sends them.
    ///
    /// # Errors
    /// When there is none of a name, it cannot be opened, or the store cannot be used.
    pub(crate) async fn resolve<'a>(
        &self,
        tenant: &Tenant,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<BTreeMap<String, Secret>, Error> {
        let mut resolved = BTreeMap::new();
        for name in names {
            if !resolved.contains_key(name) {
                let document = DocumentName::new(name).map_err(StoreError::from)?;
                let secret = self.open(&key(tenant, &document)).await?;
                resolved.insert(name.to_owned(), secret);
            }
        }
        Ok(resolved)
    }

    /// Whether secrets could be read now: whether the store answers.
    pub(crate) async fn health(&self) -> Result<(), String> {
        self.store.health().await.map(drop).map_err(|error| format!("the secrets cannot be read: {error}"))
    }

    async fn open(&self, key: &DocumentKey) -> Result<Secret, Error> {
        let now = self.clock.steady();
        if let Some(opened) = self.opened.get(key).filter(|opened| now - opened.read_at < KNOWN_FOR) {
            return Ok(opened.secret.clone());
        }
        let document = self.store.document(key).await?.ok_or_else(|| {
            let detail = format!("there is no secret {} in tenant {}", key.name, key.tenant);
            Error::invalid("secret_unknown", detail)
        })?;
        let secret = read(&document)?.open(key, &self.ring)?;
        self.opened.keep(key.clone(), Arc::new(Opened { secret: secret.clone(), read_at: now }));
        Ok(secret)
    }

    async fn write(&self, key: &DocumentKey, envelope: &Envelope, expect: Expect, by: &By) -> Result<Document, Error> {
        let body = serde_json::to_value(envelope)
            .map_err(|error| Error::invalid("secret_seal", format!("the secret cannot be written: {error}")))?;
        Ok(self.store.put(key, &body, expect, by, self.clock.now()).await?)
    }
}

fn key(tenant: &Tenant, name: &DocumentName) -> DocumentKey {
    DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Secret, name: name.clone() }
}

fn named(document: &Document) -> SecretNamed {
    SecretNamed {
        name: document.key.name.clone(),
        version: document.version,
        updated_at: document.updated_at,
        sealed_by: read(document).ok().map(|envelope| envelope.key),
    }
}

fn read(document: &Document) -> Result<Envelope, Error> {
    serde_json::from_value(document.body.clone()).map_err(|_| {
        let detail = format!("the record of secret {} cannot be read", document.key.name);
        Error::invalid("secret_damaged", detail).with_hint("write it anew")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;
    use crate::store::Catalog;
    use crate::store::model::Model;

    const OLD: &str = "old:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    const NEW: &str = "new:HwECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    struct World {
        store: Arc<Model>,
        clock: Arc<ManualClock>,
        acme: Tenant,
        by: By,
    }

    impl World {
        fn new() -> Self {
            let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
            let acme = Tenant::new("default", "acme").unwrap();
            Self { store: Arc::new(Model::new()), clock, acme, by: By::new("ann") }
        }

        fn secrets(&self, keys: &str) -> Secrets {
            Secrets::new(self.store.clone(), self.clock.clone(), KeyRing::parse(keys).unwrap())
        }

        async fn put(&self, secrets: &Secrets, name: &str, text: &str) {
            secrets.put(&self.change(name), &Secret::new(text).unwrap()).await.unwrap();
        }

        fn change(&self, name: &str) -> OrderChange {
            let (tenant, name) = (self.acme.clone(), DocumentName::new(name).unwrap());
            OrderChange { tenant, name, expect: Expect::Any, by: self.by.clone() }
        }

        async fn resolved(&self, secrets: &Secrets, name: &str) -> Result<String, Error> {
            secrets.resolve(&self.acme, [name]).await.map(|found| found[name].expose().to_owned())
        }
    }

    #[tokio::test]
    async fn a_secret_is_written_resolved_listed_and_removed() {
        let world = World::new();
        let secrets = world.secrets(OLD);
        world.put(&secrets, "token", "hunter2hunter2").await;
        assert_eq!(world.resolved(&secrets, "token").await.unwrap(), "hunter2hunter2");
        let listed = secrets.list(&world.acme, &Page::first(10)).await.unwrap().rows;
        assert_eq!((listed.len(), listed[0].sealed_by.as_deref()), (1, Some("old")));
        assert!(!format!("{listed:?}").contains("hunter2"));
        world.put(&secrets, "token", "another one").await;
        assert_eq!(world.resolved(&secrets, "token").await.unwrap(), "another one");
        secrets.remove(&world.change("token")).await.unwrap();
        assert_eq!(world.resolved(&secrets, "token").await.unwrap_err().code(), "secret_unknown");
    }

    #[tokio::test]
    async fn another_node_sees_a_new_value_within_a_second() {
        let world = World::new();
        let (here, there) = (world.secrets(OLD), world.secrets(OLD));
        world.put(&here, "token", "first one").await;
        assert_eq!(world.resolved(&there, "token").await.unwrap(), "first one");
        world.put(&here, "token", "second one").await;
        world.clock.advance(SignedDuration::from_secs(1));
        assert_eq!(world.resolved(&there, "token").await.unwrap(), "second one");
    }

    #[tokio::test]
    async fn a_record_moved_to_another_tenant_does_not_open() {
        let world = World::new();
        let secrets = world.secrets(OLD);
        world.put(&secrets, "token", "hunter2hunter2").await;
        let name = DocumentName::new("token").unwrap();
        let body = world.store.document(&key(&world.acme, &name)).await.unwrap().unwrap().body;
        let other = Tenant::new("default", "other").unwrap();
        let now = Timestamp::UNIX_EPOCH;
        world.store.put(&key(&other, &name), &body, Expect::New, &world.by, now).await.unwrap();
        assert_eq!(secrets.resolve(&other, ["token"]).await.unwrap_err().code(), "secret_damaged");
    }

    #[tokio::test]
    async fn rotation_seals_everything_anew_and_names_what_it_cannot() {
        let world = World::new();
        let old = world.secrets(OLD);
        for number in 0..510 {
            world.put(&old, &format!("s{number:04}"), "hunter2hunter2").await;
        }
        let lost = key(&world.acme, &DocumentName::new("lost").unwrap());
        let now = Timestamp::UNIX_EPOCH;
        world.store.put(&lost, &serde_json::json!({"a": 1}), Expect::New, &world.by, now).await.unwrap();
        let both = world.secrets(&format!("{NEW}\n{OLD}"));
        let rotated = both.rotate(&world.acme, &world.by).await.unwrap();
        assert_eq!((rotated.sealed_anew, rotated.already, rotated.refused.len()), (510, 0, 1));
        assert_eq!(rotated.refused[0].0.as_str(), "lost");
        let again = both.rotate(&world.acme, &world.by).await.unwrap();
        assert_eq!((again.sealed_anew, again.already), (0, 510));
        assert_eq!(world.resolved(&world.secrets(NEW), "s0042").await.unwrap(), "hunter2hunter2");
        assert_eq!(world.resolved(&old, "s0442").await.unwrap_err().code(), "master_key");
    }
}
