//! A secret in memory. Its `Debug` output does not contain the value.

use std::fmt;
use std::sync::Arc;

use zeroize::Zeroizing;

use crate::error::Error;

use crate::error_code::ErrorCode;

/// Maximum length of a secret in bytes.
pub const SECRET_BYTES_MAX: usize = 64 * 1024;
/// Minimum length of a secret in bytes. Redacting a shorter one would make messages unreadable.
pub const SECRET_BYTES_MIN: usize = 4;

/// A secret. Clones share one copy; its memory is cleared when the last clone is dropped.
#[derive(Clone)]
pub struct Secret(Arc<Zeroizing<String>>);

impl Secret {
    /// Creates a secret from a text.
    ///
    /// # Errors
    /// When the text is too short or too long. The error does not contain the text.
    pub fn new(text: impl Into<String>) -> Result<Self, Error> {
        let text = Zeroizing::new(text.into());
        if (SECRET_BYTES_MIN..=SECRET_BYTES_MAX).contains(&text.len()) {
            return Ok(Self(Arc::new(text)));
        }
        let bytes = text.len();
        let detail = format!("the secret has {bytes} bytes; it must have {SECRET_BYTES_MIN} to {SECRET_BYTES_MAX}");
        Err(Error::invalid(ErrorCode::SecretLength, detail))
    }

    /// Returns the text, for the provider that sends it.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_prints_as_nothing_and_its_length_is_bounded() {
        let secret = Secret::new("hunter22").unwrap();
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(secret.expose(), "hunter22");
        for text in ["", "abc", &"x".repeat(SECRET_BYTES_MAX + 1)] {
            assert_eq!(Secret::new(text).unwrap_err().code(), "secret_length");
        }
    }
}
