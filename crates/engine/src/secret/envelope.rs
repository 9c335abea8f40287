//! A sealed record. The record's own data key seals the value, and a master key seals the data key. Both seals
//! include the place of the record as associated data, which must match on opening. Resealing changes only the
//! sealed data key.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::key_ring::{KEY_BYTES, Key, KeyRing, random};
use super::{Allowances, SECRET_BYTES_MAX, Secret};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::store::DocumentKey;

/// Version of the format that is written.
const VERSION: u8 = 1;
/// Length of a nonce in bytes: long enough for random nonces never to collide.
const NONCE_BYTES: usize = 24;

/// A secret as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Envelope {
    version: u8,
    /// Name of the master key that sealed the data key.
    pub(super) key: String,
    /// Sealed data key: nonce and ciphertext, in base64.
    wrapped: String,
    /// Sealed value: nonce and ciphertext, in base64.
    sealed: String,
    /// Where the secret may be sent. The seal of the value covers it, so that it cannot be changed in the
    /// store.
    #[serde(default, skip_serializing_if = "Allowances::is_empty")]
    pub(super) allow: Allowances,
}

/// Purpose of a seal. Data sealed for one purpose cannot be used for the other.
#[derive(Clone, Copy)]
enum Purpose<'a> {
    DataKey { master: &'a str },
    Value { allow: &'a Allowances },
}

impl Envelope {
    /// Seals a value for a place.
    pub(super) fn seal(
        secret: &Secret,
        allow: &Allowances,
        place: &DocumentKey,
        ring: &KeyRing,
    ) -> Result<Self, Error> {
        let mut data_key: Key = Zeroizing::new([0; KEY_BYTES]);
        random(&mut *data_key)?;
        let sealed = seal(&data_key, secret.expose().as_bytes(), &associated_data(place, Purpose::Value { allow }))?;
        let (master, wrapped) = wrap(&data_key, place, ring)?;
        Ok(Self { version: VERSION, key: master, wrapped, sealed, allow: allow.clone() })
    }

    /// Opens the record in its place.
    pub(super) fn open(&self, place: &DocumentKey, ring: &KeyRing) -> Result<Secret, Error> {
        let data_key = self.unwrap_key(place, ring)?;
        let associated_data = associated_data(place, Purpose::Value { allow: &self.allow });
        let bytes = open(&data_key, &self.sealed, &associated_data).ok_or_else(|| damaged(place))?;
        let text = std::str::from_utf8(&bytes).map_err(|_| damaged(place))?;
        Secret::new(text)
    }

    /// Returns the record resealed with the newest key, or `None` if it already is.
    pub(super) fn reencrypted(&self, place: &DocumentKey, ring: &KeyRing) -> Result<Option<Self>, Error> {
        if ring.sealing_key().0.as_str() == self.key {
            return Ok(None);
        }
        let data_key = self.unwrap_key(place, ring)?;
        let (key, wrapped) = wrap(&data_key, place, ring)?;
        Ok(Some(Self { key, wrapped, ..self.clone() }))
    }

    fn unwrap_key(&self, place: &DocumentKey, ring: &KeyRing) -> Result<Key, Error> {
        if self.version != VERSION {
            let detail = format!("secret {} was sealed by a newer program, in version {}", place.name, self.version);
            return Err(Error::invalid(ErrorCode::SecretNewer, detail));
        }
        let master = ring.get(&self.key).ok_or_else(|| {
            let detail =
                format!("secret {} was sealed by master key {:?}, which is not available", place.name, self.key);
            Error::invalid(ErrorCode::MasterKey, detail)
                .with_hint("keep a master key until all secrets are sealed with another")
        })?;
        let associated_data = associated_data(place, Purpose::DataKey { master: &self.key });
        let bytes = open(master, &self.wrapped, &associated_data).ok_or_else(|| damaged(place))?;
        let key = <[u8; KEY_BYTES]>::try_from(bytes.as_slice()).map_err(|_| damaged(place))?;
        Ok(Zeroizing::new(key))
    }
}

/// Seals a data key. Returns the name of the master key and the sealed data key.
fn wrap(data_key: &Key, place: &DocumentKey, ring: &KeyRing) -> Result<(String, String), Error> {
    let (name, master) = ring.sealing_key();
    let wrapped = seal(master, &**data_key, &associated_data(place, Purpose::DataKey { master: name.as_str() }))?;
    Ok((name.to_string(), wrapped))
}

/// Returns nonce and ciphertext, in base64.
fn seal(key: &Key, bytes: &[u8], associated_data: &[u8]) -> Result<String, Error> {
    let mut nonce = [0; NONCE_BYTES];
    random(&mut nonce)?;
    let sealed = XChaCha20Poly1305::new((&**key).into())
        .encrypt(&XNonce::from(nonce), Payload { msg: bytes, aad: associated_data })
        .map_err(|_| Error::invalid(ErrorCode::SecretSeal, "the secret cannot be sealed"))?;
    Ok(STANDARD.encode([&nonce[..], &sealed].concat()))
}

/// Returns the plaintext, or `None` if anything was changed.
fn open(key: &Key, text: &str, associated_data: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    // Value, nonce and tag in base64 are less than twice as long as the value.
    if text.len() > 2 * SECRET_BYTES_MAX {
        return None;
    }
    let bytes = STANDARD.decode(text).ok()?;
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE_BYTES>()?;
    let cipher = XChaCha20Poly1305::new((&**key).into());
    let opened = cipher.decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: associated_data });
    opened.ok().map(Zeroizing::new)
}

/// Returns the place of a record as bytes. Each part is preceded by its length, so that no two places give the
/// same bytes.
fn associated_data(place: &DocumentKey, purpose: Purpose<'_>) -> Vec<u8> {
    let (purpose, master, allow) = match purpose {
        Purpose::DataKey { master } => ("data key", master, Vec::new()),
        Purpose::Value { allow } => ("value", "", allow.iter().map(ToString::to_string).collect()),
    };
    let DocumentKey { tenant, kind, name } = place;
    let parts = [purpose, master, tenant.namespace.as_str(), tenant.name.as_str(), kind.as_str(), name.as_str()];
    let mut bytes = b"refrain secret 1".to_vec();
    for part in parts.into_iter().chain(allow.iter().map(String::as_str)) {
        bytes.extend((part.len() as u64).to_be_bytes());
        bytes.extend(part.as_bytes());
    }
    bytes
}

fn damaged(place: &DocumentKey) -> Error {
    let detail = format!(
        "secret {} of {} cannot be opened: it was changed, or copied from another place",
        place.name, place.tenant
    );
    Error::invalid(ErrorCode::SecretDamaged, detail).with_hint("write the secret again")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentName, Tenant};
    use crate::store::DocumentKind;

    const OLD: &str = "old:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    const NEW: &str = "new:HwECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    fn place(tenant: &str, name: &str) -> DocumentKey {
        let tenant = Tenant::new("default", tenant).unwrap();
        DocumentKey { tenant, kind: DocumentKind::Secret, name: DocumentName::new(name).unwrap() }
    }

    fn ring(keys: &[&str]) -> KeyRing {
        KeyRing::parse(&keys.join("\n")).unwrap()
    }

    fn sealed() -> Envelope {
        sealed_for(&Allowances::default())
    }

    fn sealed_for(allow: &Allowances) -> Envelope {
        let secret = Secret::new("hunter2hunter2").unwrap();
        Envelope::seal(&secret, allow, &place("acme", "token"), &ring(&[OLD])).unwrap()
    }

    fn refusal(envelope: &Envelope, place: &DocumentKey, keys: &[&str]) -> &'static str {
        envelope.open(place, &ring(keys)).unwrap_err().code()
    }

    #[test]
    fn a_secret_opens_in_its_place_and_nowhere_else() {
        let envelope = sealed();
        let here = place("acme", "token");
        assert_eq!(envelope.open(&here, &ring(&[OLD])).unwrap().expose(), "hunter2hunter2");
        assert_eq!(refusal(&envelope, &place("other", "token"), &[OLD]), "secret_damaged");
        assert_eq!(refusal(&envelope, &place("acme", "token2"), &[OLD]), "secret_damaged");
        assert_eq!(refusal(&envelope, &here, &[NEW]), "master_key");
        let other_key = NEW.replace("new", "old");
        assert_eq!(refusal(&envelope, &here, &[&other_key]), "secret_damaged");
    }

    #[test]
    fn the_same_secret_is_never_sealed_the_same_way() {
        let (one, other) = (sealed(), sealed());
        assert_ne!(one.sealed, other.sealed);
        assert_ne!(one.wrapped, other.wrapped);
        assert!(!serde_json::to_string(&one).unwrap().contains("hunter2"));
    }

    #[test]
    fn any_changed_byte_is_found() {
        let envelope = sealed();
        let here = place("acme", "token");
        for (name, text) in [("wrapped", &envelope.wrapped), ("sealed", &envelope.sealed)] {
            for at in 0..text.len() {
                let mut changed = text.clone().into_bytes();
                changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
                let changed = String::from_utf8(changed).unwrap();
                // The unused bits of the last base64 character must be zero, so even a change there is
                // detected.
                let damaged = match name {
                    "wrapped" => Envelope { wrapped: changed, ..envelope.clone() },
                    _ => Envelope { sealed: changed, ..envelope.clone() },
                };
                assert_eq!(refusal(&damaged, &here, &[OLD]), "secret_damaged", "{name} {at}");
            }
        }
        let swapped =
            Envelope { wrapped: envelope.sealed.clone(), sealed: envelope.wrapped.clone(), ..envelope.clone() };
        assert_eq!(refusal(&swapped, &here, &[OLD]), "secret_damaged");
        for text in ["", "AAAA", "%%%", &"A".repeat(3 * SECRET_BYTES_MAX)] {
            let damaged = Envelope { sealed: text.to_owned(), ..envelope.clone() };
            assert_eq!(refusal(&damaged, &here, &[OLD]), "secret_damaged");
        }
    }

    #[test]
    fn a_changed_allowance_is_found() {
        let here = place("acme", "token");
        let allow = |texts: &[&str]| Allowances::parse(texts).unwrap();
        let envelope = sealed_for(&allow(&["webhook:api.example.com"]));
        assert_eq!(envelope.open(&here, &ring(&[OLD])).unwrap().expose(), "hunter2hunter2");
        let anew = envelope.reencrypted(&here, &ring(&[NEW, OLD])).unwrap().unwrap();
        assert_eq!(anew.open(&here, &ring(&[NEW])).unwrap().expose(), "hunter2hunter2");
        for texts in [&[][..], &["webhook"], &["webhook:api.example.com", "email"]] {
            let changed = Envelope { allow: allow(texts), ..envelope.clone() };
            assert_eq!(refusal(&changed, &here, &[OLD]), "secret_damaged", "{texts:?}");
        }
    }

    #[test]
    fn sealing_anew_needs_the_old_key_once_and_then_no_more() {
        let envelope = sealed();
        let here = place("acme", "token");
        let anew = envelope.reencrypted(&here, &ring(&[NEW, OLD])).unwrap().unwrap();
        assert_eq!(anew.sealed, envelope.sealed);
        assert_eq!(anew.open(&here, &ring(&[NEW])).unwrap().expose(), "hunter2hunter2");
        assert!(anew.reencrypted(&here, &ring(&[NEW, OLD])).unwrap().is_none());
        assert_eq!(envelope.reencrypted(&here, &ring(&[NEW])).unwrap_err().code(), "master_key");
    }
}
