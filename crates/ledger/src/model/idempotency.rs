//! The idempotency key, by which a receiver recognizes attempts of the same occurrence.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::model::ScheduleKey;

/// SHA-256 over the length-prefixed namespace, tenant, schedule ID, period key and discriminator.
///
/// The lengths (eight bytes, big-endian, before each part) make the encoding unambiguous: no two lists of
/// parts give the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct IdempotencyKey([u8; 32]);

impl IdempotencyKey {
    /// Computes the key of an occurrence.
    pub fn new(schedule: &ScheduleKey, period_key: &str, discriminator: &str) -> Self {
        let mut hash = Sha256::new();
        let ScheduleKey { tenant, id } = schedule;
        for part in [tenant.namespace.as_str(), tenant.name.as_str(), id.as_str(), period_key, discriminator] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        Self(hash.finalize().into())
    }

    /// Returns all bytes of the key.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the last 64 bits of the key, which are as evenly distributed as the whole.
    pub fn low_bits(&self) -> u64 {
        self.0.iter().rev().take(8).fold(0, |bits, byte| (bits << 8) | u64::from(*byte))
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Formats a digest as lowercase hex. Every action needs one, so the text is built in one pass.
pub fn hex(digest: &[u8; 32]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    digest.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ScheduleId, Tenant};

    fn key(tenant: &str, id: &str, period: &str, discriminator: &str) -> String {
        let tenant = Tenant::new("default", tenant).unwrap();
        let schedule = ScheduleKey { tenant, id: ScheduleId::new(id).unwrap() };
        IdempotencyKey::new(&schedule, period, discriminator).to_string()
    }

    #[test]
    fn the_encoding_of_parts_is_unambiguous() {
        let all = [
            key("acme", "ab", "c", ""),
            key("acme", "a", "bc", ""),
            key("acme", "a", "b", "c"),
            key("acm", "ea", "b", "c"),
            key("acme", "ab", "", "c"),
        ];
        for (index, one) in all.iter().enumerate() {
            assert_eq!(one.len(), 64);
            assert!(!all[..index].contains(one), "{index}");
        }
    }

    #[test]
    fn the_key_is_the_same_on_every_machine() {
        // The bytes are spelled out here, so that no change of the code can change the keys that receivers
        // store.
        let mut bytes = Vec::new();
        for part in ["default", "acme", "digest", "2026-01", "eu"] {
            bytes.extend([0, 0, 0, 0, 0, 0, 0, part.len() as u8]);
            bytes.extend(part.bytes());
        }
        let by_hand: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(key("acme", "digest", "2026-01", "eu"), by_hand);
    }
}
