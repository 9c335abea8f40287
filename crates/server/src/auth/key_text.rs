//! The text of an API key, as its owner holds it: `rfn_<id>_<secret><checksum>`.
//!
//! The ID is public and identifies the record. The secret has 256 bits. The checksum distinguishes a typo
//! from a wrong key without a store lookup; it is derived from the rest and so reveals nothing. The store
//! keeps only a hash of the secret. The secret cannot be guessed, so a slow hash would add no protection.

use std::fmt;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

use super::random::{self, BASE62};

/// Prefix of every key, so that secret scanners find published keys.
const PREFIX: &str = "rfn_";
const ID_ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
/// Number of characters in an ID.
const ID_LENGTH: usize = 12;
/// Number of characters in a secret: 43 of 62 letters are just over 256 bits.
const SECRET_LENGTH: usize = 43;
/// Number of characters in a checksum: one typo in 10 billion passes.
const CHECKSUM_LENGTH: usize = 6;

/// The parsed text of a key. Only [`KeyText::expose`] reveals the secret.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct KeyText {
    id: String,
    secret: String,
}

impl KeyText {
    /// Generates a new secret for an ID.
    pub(crate) fn for_id(id: &str) -> Self {
        Self { id: id.to_owned(), secret: random::text(BASE62, SECRET_LENGTH) }
    }

    /// Generates a random, unique ID.
    pub(crate) fn new_id() -> String {
        random::text(ID_ALPHABET, ID_LENGTH)
    }

    /// Returns whether `text` has the form of an ID.
    pub(crate) fn is_id(text: &str) -> bool {
        text.len() == ID_LENGTH && text.bytes().all(|byte| ID_ALPHABET.contains(&byte))
    }

    /// Parses the text of a key. Returns `None` if the text is malformed.
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

    /// Returns the ID, which identifies the record.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the hash of the secret, the only form in which the secret is stored.
    pub(crate) fn secret_sha256(&self) -> String {
        hex(&Sha256::digest(&self.secret))
    }

    /// Returns the whole text, which is displayed only once.
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

/// Compares two hashes of secrets in constant time.
pub(super) fn is_same(sha256: &str, other_sha256: &str) -> bool {
    sha256.as_bytes().ct_eq(other_sha256.as_bytes()).into()
}

/// Formats bytes as lowercase hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_text_round_trips() {
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
    fn checksum_detects_typos() {
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
    fn debug_output_hides_the_secret() {
        let key = KeyText::for_id("abcdefghijkl");
        assert_eq!(format!("{key:?}"), "KeyText(rfn_abcdefghijkl_…)");
    }
}
