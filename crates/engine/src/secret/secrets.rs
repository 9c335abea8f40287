//! Secrets of tenants: write, list by name, remove and reseal. Only a provider can read a value.

#[cfg(test)]
mod bound;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;

use super::envelope::Envelope;
use super::{Allowances, Destination, KeyRing, Secret};
use crate::clock::Clock;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::fresh_cache::FreshCache;
use crate::ledger::DocumentChange;
use crate::model::{By, DocumentName, Tenant};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{
    Document, DocumentKey, DocumentKind, ExpectedVersion, ListPage, PAGE_ROWS_MAX, Page, Store, StoreError,
};

/// Maximum number of tries for a write that another write has overtaken.
const TRIES: usize = 20;

/// Public information about a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretInfo {
    /// Name.
    pub name: DocumentName,
    /// Version: number of times the secret was written or resealed.
    pub version: i64,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Name of the master key that sealed the secret. `None` if the record cannot be read.
    pub encrypted_by: Option<String>,
    /// Where the secret may be sent. Empty: anywhere.
    pub allow: Allowances,
}

/// A secret to be written.
#[derive(Clone, Debug)]
pub struct NewSecret {
    /// Value, which is sent and never shown.
    pub value: Secret,
    /// Where the secret may be sent. Default: the allowances of the existing secret, or anywhere if there is
    /// none.
    pub allow: Option<Allowances>,
}

impl From<Secret> for NewSecret {
    fn from(value: Secret) -> Self {
        Self { value, allow: None }
    }
}

/// Secrets opened for one destination.
#[derive(Debug, Default)]
pub(crate) struct ResolvedSecrets {
    /// Secrets by name.
    pub(crate) values: BTreeMap<String, Secret>,
    allow: BTreeMap<String, Allowances>,
}

impl ResolvedSecrets {
    /// Rejects another host, such as that of a redirect, if one of the secrets may not be sent there.
    pub(crate) fn check_host(&self, provider: &str, host: &str) -> Result<(), Error> {
        let destination = Destination { provider, host: Some(host), allows_unbound: true };
        self.allow.iter().try_for_each(|(name, allow)| allow.check(name, destination))
    }
}

/// Result of resealing a tenant's secrets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RotationReport {
    /// Number of secrets that were resealed.
    pub reencrypted: usize,
    /// Number of secrets that were already sealed with the newest key.
    pub already: usize,
    /// Secrets that could not be opened, with the reason. As long as there are any, keep all old keys.
    pub refused: Vec<(DocumentName, String)>,
}

/// Secrets in a store.
pub struct Secrets {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ring: KeyRing,
    /// Every node sees a change of a secret within the lifetime of these.
    opened: FreshCache<DocumentKey, Arc<OpenedSecret>>,
}

/// An opened secret.
struct OpenedSecret {
    secret: Secret,
    allow: Allowances,
}

impl Secrets {
    /// Creates the secrets of a store, sealed with these keys.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, ring: KeyRing) -> Self {
        let opened = FreshCache::new(Arc::clone(&clock));
        Self { store, clock, ring, opened }
    }

    /// Writes a secret. Actions use the new value after at most one second.
    ///
    /// # Errors
    /// When the caller lacks the permission, the secret must be bound and is not, the existing version is not
    /// the expected one, or the store fails.
    pub async fn put(&self, rights: &Rights, change: &DocumentChange, new: &NewSecret) -> Result<SecretInfo, Error> {
        rights.require(&change.tenant, Right::Secrets)?;
        for _ in 1..TRIES {
            match self.put_once(rights, change, new).await {
                // Someone wrote or removed the secret in the meantime, so its allowances must be read again.
                Err(Error::Store(StoreError::Conflict { .. } | StoreError::NotFound(_)))
                    if change.expect == ExpectedVersion::Any => {}
                done => return done,
            }
        }
        self.put_once(rights, change, new).await
    }

    /// Writes a secret if it is still the one whose allowances were read.
    async fn put_once(&self, rights: &Rights, change: &DocumentChange, new: &NewSecret) -> Result<SecretInfo, Error> {
        let key = key(&change.tenant, &change.name);
        let old = self.store.document(&key).await?;
        let expect = match (change.expect, &old) {
            (ExpectedVersion::Any, None) => ExpectedVersion::New,
            (ExpectedVersion::Any, Some(old)) => ExpectedVersion::Exactly(old.version),
            (stated @ (ExpectedVersion::New | ExpectedVersion::Exactly(_)), _) => stated,
        };
        let allow = self.allowances(rights, &key, new, old)?;
        let envelope = Envelope::seal(&new.value, &allow, &key, &self.ring)?;
        let written = self.write(&key, &envelope, expect, &change.by).await?;
        self.opened.forget(&key);
        Ok(named(&written))
    }

    /// Returns the allowances of a secret to be written. A new value alone never widens the allowances of the
    /// old one.
    fn allowances(
        &self,
        rights: &Rights,
        key: &DocumentKey,
        new: &NewSecret,
        old: Option<Document>,
    ) -> Result<Allowances, Error> {
        let (is_new, is_given) = (old.is_none(), new.allow.is_some());
        let mut is_unreadable = false;
        let allow = match (&new.allow, old) {
            (Some(allow), _) => allow.clone(),
            (None, None) => Allowances::default(),
            (None, Some(document)) => match read(&document) {
                Ok(envelope) if envelope.allow.is_empty() => Allowances::default(),
                // Only the seal proves that these allowances were written by a user.
                Ok(envelope) => envelope.open(key, &self.ring).map(|_| envelope.allow)?,
                Err(_) => {
                    is_unreadable = true;
                    Allowances::default()
                }
            },
        };
        // An unreadable record may have been bound, so its new value is checked like a new secret.
        if rights.limits().secrets_are_bound && allow.is_empty() && (is_new || is_given || is_unreadable) {
            let detail = format!("secret {} needs `allow`: it must say where it may be sent", key.name);
            return Err(Error::invalid(ErrorCode::SecretUnbound, detail)
                .with_hint("name providers and hosts in `allow`, such as webhook:api.example.com"));
        }
        Ok(allow)
    }

    /// Lists a tenant's secrets by name, without their values.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(&self, tenant: &Tenant, page: &Page) -> Result<ListPage<SecretInfo>, Error> {
        let ListPage { rows, next } = self.store.documents(tenant, DocumentKind::Secret, page).await?;
        Ok(ListPage { rows: rows.iter().map(named).collect(), next })
    }

    /// Removes a secret. Actions that use it fail after at most one second.
    ///
    /// # Errors
    /// When there is no such secret, the existing version is not the expected one, or the store fails.
    pub async fn remove(&self, rights: &Rights, change: &DocumentChange) -> Result<(), Error> {
        rights.require(&change.tenant, Right::Secrets)?;
        let key = key(&change.tenant, &change.name);
        self.store.remove(&key, change.expect, &change.by, self.clock.now()).await?;
        self.opened.forget(&key);
        Ok(())
    }

    /// Seals all secrets of a tenant with the newest key. It may be interrupted and started again at any time:
    /// finished work is kept, and secrets written in the meantime are sealed with the newest key anyway.
    ///
    /// # Errors
    /// When the caller does not administer the tenant, or the store fails.
    pub async fn rotate(&self, rights: &Rights, tenant: &Tenant, by: &By) -> Result<RotationReport, Error> {
        rights.require(tenant, Right::Administer)?;
        let mut rotated = RotationReport::default();
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let ListPage { rows, next } = self.store.documents(tenant, DocumentKind::Secret, &page).await?;
            for document in rows {
                self.reseal(&document, by, &mut rotated).await?;
            }
            let Some(cursor) = next else { return Ok(rotated) };
            page = Page::after(PAGE_ROWS_MAX, cursor);
        }
    }

    async fn reseal(&self, document: &Document, by: &By, rotated: &mut RotationReport) -> Result<(), Error> {
        let key = &document.key;
        match read(document).and_then(|envelope| envelope.reencrypted(key, &self.ring)) {
            Ok(None) => rotated.already += 1,
            Err(error) => rotated.refused.push((key.name.clone(), error.to_string())),
            Ok(Some(envelope)) => {
                match self.write(key, &envelope, ExpectedVersion::Exactly(document.version), by).await {
                    Ok(_) => rotated.reencrypted += 1,
                    // Someone wrote or removed the secret in the meantime. A new value is already sealed with
                    // the newest key.
                    Err(Error::Store(StoreError::Conflict { .. } | StoreError::NotFound(_))) => rotated.already += 1,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Opens secrets for the destination they are about to be sent to.
    ///
    /// # Errors
    /// When a secret does not exist, may not be sent there or cannot be opened, or the store fails.
    pub(crate) async fn resolve<'a>(
        &self,
        tenant: &Tenant,
        names: impl IntoIterator<Item = &'a str>,
        destination: Destination<'_>,
    ) -> Result<ResolvedSecrets, Error> {
        let mut resolved = ResolvedSecrets::default();
        for name in names {
            if !resolved.values.contains_key(name) {
                let document = DocumentName::new(name).map_err(StoreError::from)?;
                let opened = self.open(&key(tenant, &document)).await?;
                opened.allow.check(name, destination)?;
                resolved.values.insert(name.to_owned(), opened.secret.clone());
                resolved.allow.insert(name.to_owned(), opened.allow.clone());
            }
        }
        Ok(resolved)
    }

    /// Rejects a destination that one of the secrets may not be sent to, without opening any of them. A secret that
    /// does not exist or cannot be read is accepted: only sending needs its value.
    ///
    /// # Errors
    /// When a secret may not be sent there, a name is invalid, or the store fails.
    pub(crate) async fn check_allowed(
        &self,
        tenant: &Tenant,
        names: &[String],
        destination: Destination<'_>,
    ) -> Result<(), Error> {
        for name in names {
            let document = DocumentName::new(name).map_err(StoreError::from)?;
            let document = self.store.document(&key(tenant, &document)).await?;
            if let Some(Ok(envelope)) = document.map(|document| read(&document)) {
                envelope.allow.check(name, destination)?;
            }
        }
        Ok(())
    }

    /// Checks whether secrets can be read now, which means that the store responds.
    pub(crate) async fn health(&self) -> Result<(), String> {
        self.store.health().await.map(drop).map_err(|error| format!("the secrets cannot be read: {error}"))
    }

    async fn open(&self, key: &DocumentKey) -> Result<Arc<OpenedSecret>, Error> {
        if let Some(opened) = self.opened.get(key) {
            return Ok(opened);
        }
        let start = self.opened.start_read();
        let document = self.store.document(key).await?.ok_or_else(|| {
            let detail = format!("there is no secret {} in tenant {}", key.name, key.tenant);
            Error::invalid(ErrorCode::SecretUnknown, detail)
        })?;
        let envelope = read(&document)?;
        let opened = Arc::new(OpenedSecret { secret: envelope.open(key, &self.ring)?, allow: envelope.allow });
        self.opened.keep(key, start, Arc::clone(&opened));
        Ok(opened)
    }

    async fn write(
        &self,
        key: &DocumentKey,
        envelope: &Envelope,
        expect: ExpectedVersion,
        by: &By,
    ) -> Result<Document, Error> {
        let body = serde_json::to_value(envelope)
            .map_err(|error| Error::invalid(ErrorCode::SecretSeal, format!("the secret cannot be written: {error}")))?;
        Ok(self.store.put(key, &body, expect, by, self.clock.now()).await?)
    }
}

fn key(tenant: &Tenant, name: &DocumentName) -> DocumentKey {
    DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Secret, name: name.clone() }
}

fn named(document: &Document) -> SecretInfo {
    let envelope = read(document).ok();
    let (encrypted_by, allow) = envelope.map(|envelope| (envelope.key, envelope.allow)).unzip();
    SecretInfo {
        name: document.key.name.clone(),
        version: document.version,
        updated_at: document.updated_at,
        encrypted_by,
        allow: allow.unwrap_or_default(),
    }
}

fn read(document: &Document) -> Result<Envelope, Error> {
    serde_json::from_value(document.body.clone()).map_err(|_| {
        let detail = format!("the record of secret {} cannot be read", document.key.name);
        Error::invalid(ErrorCode::SecretDamaged, detail).with_hint("write the secret again")
    })
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::clock::ManualClock;
    use crate::store::Catalog;
    use crate::store::model::Model;

    pub(super) const OLD: &str = "old:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    const NEW: &str = "new:HwECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    pub(super) const ANYWHERE: Destination<'static> =
        Destination { provider: "webhook", host: Some("example.com"), allows_unbound: true };

    pub(super) struct World {
        pub(super) store: Arc<Model>,
        pub(super) clock: Arc<ManualClock>,
        pub(super) acme: Tenant,
        by: By,
    }

    impl World {
        pub(super) fn new() -> Self {
            let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
            let acme = Tenant::new("default", "acme").unwrap();
            Self { store: Arc::new(Model::new()), clock, acme, by: By::new("ann") }
        }

        pub(super) fn secrets(&self, keys: &str) -> Secrets {
            Secrets::new(self.store.clone(), self.clock.clone(), KeyRing::parse(keys).unwrap())
        }

        pub(super) async fn put(&self, secrets: &Secrets, name: &str, text: &str) {
            secrets.put(&Rights::all(), &self.change(name), &Secret::new(text).unwrap().into()).await.unwrap();
        }

        pub(super) fn change(&self, name: &str) -> DocumentChange {
            let (tenant, name) = (self.acme.clone(), DocumentName::new(name).unwrap());
            DocumentChange { tenant, name, expect: ExpectedVersion::Any, by: self.by.clone() }
        }

        async fn resolved(&self, secrets: &Secrets, name: &str) -> Result<String, Error> {
            let resolved = secrets.resolve(&self.acme, [name], ANYWHERE).await?;
            Ok(resolved.values[name].expose().to_owned())
        }
    }

    #[tokio::test]
    async fn a_secret_is_written_resolved_listed_and_removed() {
        let world = World::new();
        let secrets = world.secrets(OLD);
        world.put(&secrets, "token", "hunter2hunter2").await;
        assert_eq!(world.resolved(&secrets, "token").await.unwrap(), "hunter2hunter2");
        let listed = secrets.list(&world.acme, &Page::first(10)).await.unwrap().rows;
        assert_eq!((listed.len(), listed[0].encrypted_by.as_deref()), (1, Some("old")));
        assert!(!format!("{listed:?}").contains("hunter2"));
        world.put(&secrets, "token", "another one").await;
        assert_eq!(world.resolved(&secrets, "token").await.unwrap(), "another one");
        secrets.remove(&Rights::all(), &world.change("token")).await.unwrap();
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
        world.store.put(&key(&other, &name), &body, ExpectedVersion::New, &world.by, now).await.unwrap();
        assert_eq!(secrets.resolve(&other, ["token"], ANYWHERE).await.unwrap_err().code(), "secret_damaged");
    }

    #[tokio::test]
    async fn rotation_reencrypts_all_and_lists_failures() {
        let world = World::new();
        let old = world.secrets(OLD);
        for number in 0..510 {
            world.put(&old, &format!("s{number:04}"), "hunter2hunter2").await;
        }
        let lost = key(&world.acme, &DocumentName::new("lost").unwrap());
        let now = Timestamp::UNIX_EPOCH;
        world.store.put(&lost, &serde_json::json!({"a": 1}), ExpectedVersion::New, &world.by, now).await.unwrap();
        let both = world.secrets(&format!("{NEW}\n{OLD}"));
        let editor = Rights::new([Right::Edit, Right::Secrets]);
        assert_eq!(both.rotate(&editor, &world.acme, &world.by).await.unwrap_err().code(), "forbidden");
        let foreign = Rights::all().within(Tenant::new("default", "other").unwrap());
        assert_eq!(both.rotate(&foreign, &world.acme, &world.by).await.unwrap_err().code(), "not_found");
        let rotated = both.rotate(&Rights::all(), &world.acme, &world.by).await.unwrap();
        assert_eq!((rotated.reencrypted, rotated.already, rotated.refused.len()), (510, 0, 1));
        assert_eq!(rotated.refused[0].0.as_str(), "lost");
        let again = both.rotate(&Rights::all(), &world.acme, &world.by).await.unwrap();
        assert_eq!((again.reencrypted, again.already), (0, 510));
        assert_eq!(world.resolved(&world.secrets(NEW), "s0042").await.unwrap(), "hunter2hunter2");
        assert_eq!(world.resolved(&old, "s0442").await.unwrap_err().code(), "master_key");
    }
}
