//! Signatures according to Standard Webhooks, version 1: HMAC-SHA256 over `id.timestamp.body`.
//!
//! The ID is the same for every attempt; the timestamp belongs to the attempt. A receiver accepts any one of
//! several signatures, so a key can be rotated without downtime: sign with both keys for a while.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;
use zeroize::Zeroizing;

use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::secret::Secret;

/// Prefix of a signing secret.
const PREFIX: &str = "whsec_";
/// Minimum length of a key in bytes.
const KEY_BYTES_MIN: usize = 24;
/// Maximum length of a key in bytes.
const KEY_BYTES_MAX: usize = 64;

/// A signing key.
pub(super) struct Signer(hmac::Key);

impl Signer {
    /// Parses a signing secret.
    ///
    /// # Errors
    /// When the text is not a signing secret. The error names the secret but does not contain its value.
    pub(super) fn new(name: &str, secret: &Secret) -> Result<Self, Error> {
        let bad = || {
            let detail = format!("secret {name} cannot sign: expected whsec_ followed by the base64 of 24 to 64 bytes");
            Error::invalid(ErrorCode::WebhookSigningSecret, detail)
        };
        let text = secret.expose().strip_prefix(PREFIX).ok_or_else(bad)?;
        let key = Zeroizing::new(STANDARD.decode(text).map_err(|_| bad())?);
        if !(KEY_BYTES_MIN..=KEY_BYTES_MAX).contains(&key.len()) {
            return Err(bad());
        }
        Ok(Self(hmac::Key::new(hmac::HMAC_SHA256, &key)))
    }

    /// Returns the signature, prefixed with its version.
    pub(super) fn sign(&self, id: &str, timestamp: i64, body: &[u8]) -> String {
        let mut context = hmac::Context::with_key(&self.0);
        context.update(format!("{id}.{timestamp}.").as_bytes());
        context.update(body);
        format!("v1,{}", STANDARD.encode(context.sign().as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signer(text: &str) -> Result<Signer, Error> {
        Signer::new("hook", &Secret::new(text).unwrap())
    }

    #[test]
    fn the_signature_is_the_one_of_the_specification() {
        let signer = signer("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signature = signer.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn invalid_signing_secrets_are_rejected_without_their_text() {
        for text in
            ["hunter2hunter2", "whsec_hunter2", "whsec_aHVudGVyMg==", &format!("whsec_{}", STANDARD.encode([7; 65]))]
        {
            let error = signer(text).map(drop).unwrap_err().to_string();
            assert!(error.contains("secret hook") && !error.contains("hunter2") && !error.contains("aHVu"), "{error}");
        }
        assert!(signer(&format!("whsec_{}", STANDARD.encode([7; 24]))).is_ok());
    }
}
