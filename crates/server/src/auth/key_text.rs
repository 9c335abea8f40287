//! A key as its owner holds it: `rfn_<id>_<secret><checksum>`.
//!
//! The id is public and finds the record. The secret has 256 bits. The checksum tells a typo from a wrong key without asking a store;
//! it is made of the rest and so tells nothing. What is kept of the secret is its hash: it cannot be guessed, so a slow hash would
//! protect nothing.

use std::fmt;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

use super::random::{self, BASE62};

/// What every key begins with, so that scanners find those that were published.
const PREFIX: &str = "rfn_";
const ID_ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
/// Characters of an id.
const ID_LENGTH: usize = 12;
/// Characters of a secret: 43 of 62 letters are just over 256 bits.
const SECRET_LENGTH: usize = 43;
/// Characters of a checksum: one typo in 10 billion passes.
const CHECKSUM_LENGTH: usize = 6;

/// A key's text, taken apart. It is never shown but by [`KeyText::expose`].
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct KeyText {
    id: String,
    secret: String,
}

impl KeyText {
    /// A new secret for an id.
    pub(crate) fn for_id(id: &str) -> Self {
        Self { id: id.to_owned(), secret: random::text(BASE62, SECRET_LENGTH) }
    }

    /// An id that nothing else has.
    pub(crate) fn new_id() -> String {
        random::text(ID_ALPHABET, ID_LENGTH)
    }

    /// Whether a text could be an id.
    pub(crate) fn is_id(text: &str) -> bool {
        text.len() == ID_LENGTH && text.bytes().all(|byte| ID_ALPHABET.contains(&byte))
    }

    /// Takes a text apart; none when no key was ever written so.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (id, rest) = text.strip_prefix(PREFIX)?.split_once('_')?;
        let is_secret =
            rest.len() == SECRET_LENGTH + CHECKSUM_LENGTH && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !Self::is_id(id) || !is_secret {
            return None;
        }
        let (secret, given) = rest.split_at(SECRET_LENGTH);
        let key = Self { id: id.to_owned(), secret: secret.to_owned() };
        (key.checksum() == given).then_some(key)
    }

    /// What finds the record.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// What is kept of the secret.
    pub(crate) fn secret_sha256(&self) -> String {
        hex(&Sha256::digest(&self.secret))
    }

    /// The whole text, for the one time it is shown.
    pub(crate) fn expose(&self) -> String {
        format!("{PREFIX}{}_{}{}", self.id, self.secret, self.checksum())
    }

    fn checksum(&self) -> String {
        let hash = Sha256::digest(format!("checksum {} {}", self.id, self.secret));
        hash.iter().take(CHECKSUM_LENGTH).map(|byte| char::from(BASE62[usize::from(*byte) % BASE62.len()])).collect()
    }
}

impl fmt::Debug for KeyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyText({PREFIX}{}_…)", self.id)
    }
}

/// Whether two hashes of secrets are equal, in the same time whatever differs.
pub(super) fn is_same(sha256: &str, other_sha256: &str) -> bool {
    sha256.as_bytes().ct_eq(other_sha256.as_bytes()).into()
}

/// Bytes as text.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_written() {
        let key = KeyText::for_id(&KeyText::new_id());
        let text = key.expose();
        assert_eq!(text.len(), 4 + 12 + 1 + 49);
        assert_eq!(KeyText::parse(&text), Some(key.clone()));
        let sha256 = key.secret_sha256();
        assert!(is_same(&sha256, &sha256));
        assert!(!is_same(&KeyText::for_id(key.id()).secret_sha256(), &sha256));
        assert!(!is_same(&sha256, ""));
    }

    #[test]
    fn a_typo_is_told_from_a_wrong_key() {
        let text = KeyText::for_id(&KeyText::new_id()).expose();
        for place in 0..text.len() {
            let mut wrong = text.clone().into_bytes();
            wrong[place] = if wrong[place] == b'x' { b'y' } else { b'x' };
            assert_eq!(KeyText::parse(&String::from_utf8(wrong).unwrap()), None, "at {place}");
        }
        for wrong in
            ["", "rfn_", "rfn__", "rfn_a_b", &text[1..], &text[..text.len() - 1], &format!("{text}a"), "rfn_ü_é"]
        {
            assert_eq!(KeyText::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_secret_is_in_no_log() {
        let key = KeyText::for_id("abcdefghijkl");
        assert_eq!(format!("{key:?}"), "KeyText(rfn_abcdefghijkl_…)");
    }
}
