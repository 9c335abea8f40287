//! Password of a provider: the password itself, or the name of a secret. A named secret is read again for every
//! new connection, so a new value takes effect without a restart. Only the connection keeps the value.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use zeroize::Zeroizing;

use super::call::Fault;
use crate::error::Error;
use crate::model::DocumentName;
pub use crate::secret::PasswordSource;
use crate::store::StoreError;

/// Prefix of the name of a secret.
const SECRET_PREFIX: &str = "secret:";

/// A password as an operator writes it: the password itself, or `secret:NAME`. There is no `Display`
/// implementation.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct Password(PasswordSpec);

#[derive(Clone)]
enum PasswordSpec {
    /// The password itself.
    Written(Zeroizing<String>),
    /// Name of a secret.
    Named(DocumentName),
}

impl Password {
    /// Parses a password or the name of a secret.
    ///
    /// # Errors
    /// When the text after `secret:` is not a valid name.
    pub fn new(text: impl Into<String>) -> Result<Self, Error> {
        let text = Zeroizing::new(text.into());
        match text.strip_prefix(SECRET_PREFIX) {
            Some(name) => Ok(Self(PasswordSpec::Named(DocumentName::new(name).map_err(StoreError::from)?))),
            None => Ok(Self(PasswordSpec::Written(text))),
        }
    }

    /// Returns whether the password is a named secret, whose value may change between connections.
    pub fn is_named(&self) -> bool {
        matches!(self.0, PasswordSpec::Named(_))
    }

    /// Returns the password for the connection that is about to be made.
    pub(super) async fn resolve(&self, source: Option<&Arc<dyn PasswordSource>>) -> Result<Zeroizing<String>, Fault> {
        let name = match &self.0 {
            PasswordSpec::Written(text) => return Ok(text.clone()),
            PasswordSpec::Named(name) => name,
        };
        let Some(source) = source else {
            return Err(Fault::Failed(format!("the password is secret {name}, but this provider cannot read secrets")));
        };
        match source.password(name).await {
            Ok(secret) => Ok(Zeroizing::new(secret.expose().to_owned())),
            Err(problem) => Err(Fault::Failed(format!("the password is secret {name}: {problem}"))),
        }
    }
}

impl TryFrom<String> for Password {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Self::new(text)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            PasswordSpec::Written(_) => f.write_str("Password(…)"),
            PasswordSpec::Named(name) => write!(f, "Password(secret {name})"),
        }
    }
}

/// Removes the password from a server's message, which may repeat it.
pub(super) fn scrub_password(message: &str, password: Option<&Zeroizing<String>>) -> String {
    match password.filter(|password| !password.is_empty()) {
        Some(password) => message.replace(password.as_str(), "[password]"),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;

    use super::*;
    use crate::secret::Secret;

    struct FixedSource(&'static str);

    #[async_trait]
    impl PasswordSource for FixedSource {
        async fn password(&self, name: &DocumentName) -> Result<Secret, String> {
            if name.as_str() == "mail" {
                Secret::new(self.0).map_err(|error| error.to_string())
            } else {
                Err("no".to_owned())
            }
        }
    }

    #[tokio::test]
    async fn a_password_is_written_out_or_the_name_of_a_secret() {
        let source: Arc<dyn PasswordSource> = Arc::new(FixedSource("hunter2hunter2"));
        let resolved = async |text: &str, source: Option<&Arc<dyn PasswordSource>>| {
            let found = Password::new(text).unwrap().resolve(source).await;
            found.map(|password| password.to_string()).map_err(Fault::message)
        };
        assert_eq!(resolved("x", None).await.unwrap(), "x");
        assert_eq!(resolved("secret:mail", Some(&source)).await.unwrap(), "hunter2hunter2");
        assert!(resolved("secret:mail", None).await.unwrap_err().contains("secret mail"));
        assert_eq!(resolved("secret:other", Some(&source)).await.unwrap_err(), "the password is secret other: no");
        assert!(Password::new("secret:").is_err() && Password::new("secret:a/b").is_err());
    }

    #[test]
    fn a_password_prints_as_nothing() {
        assert_eq!(format!("{:?}", Password::new("hunter2").unwrap()), "Password(…)");
        assert_eq!(format!("{:?}", Password::new("secret:mail").unwrap()), "Password(secret mail)");
        let password = Zeroizing::new("hunter2".to_owned());
        assert_eq!(scrub_password("no: hunter2", Some(&password)), "no: [password]");
        assert_eq!(scrub_password("no", Some(&Zeroizing::default())), "no");
    }
}
