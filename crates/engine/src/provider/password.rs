//! A password of a provider: written out, or the name of a secret. A named one is looked up for every connection that is
//! made, so that a new value takes the place of an old one without a restart, and nothing but the connection ever holds it.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;
use zeroize::Zeroizing;

use super::call::Fault;
use crate::error::Error;
use crate::id::DocumentName;
use crate::secret::Secret;
use crate::store::StoreError;

/// What stands before the name of a secret.
const NAMED: &str = "secret:";

/// A password as an operator writes it: itself, or `secret:NAME`. It has no text form.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct Password(Kept);

#[derive(Clone)]
enum Kept {
    /// The password itself.
    Written(Zeroizing<String>),
    /// The name of a secret.
    Named(DocumentName),
}

/// Who knows the secrets that passwords name.
#[async_trait]
pub trait PasswordSource: Send + Sync + 'static {
    /// The secret of this name.
    ///
    /// # Errors
    /// When there is none, or nobody can say, in words that do not hold it.
    async fn password(&self, name: &DocumentName) -> Result<Secret, String>;
}

impl Password {
    /// Reads a password, or the name of a secret.
    ///
    /// # Errors
    /// When what follows `secret:` is no name.
    pub fn new(text: impl Into<String>) -> Result<Self, Error> {
        let text = Zeroizing::new(text.into());
        match text.strip_prefix(NAMED) {
            Some(name) => Ok(Self(Kept::Named(DocumentName::new(name).map_err(StoreError::from)?))),
            None => Ok(Self(Kept::Written(text))),
        }
    }

    /// Whether it may be another one next time.
    #[cfg(feature = "nats")]
    pub(super) fn is_named(&self) -> bool {
        matches!(self.0, Kept::Named(_))
    }

    /// The password itself, for the connection that is about to be made.
    pub(super) async fn resolve(&self, source: Option<&Arc<dyn PasswordSource>>) -> Result<Zeroizing<String>, Fault> {
        let name = match &self.0 {
            Kept::Written(text) => return Ok(text.clone()),
            Kept::Named(name) => name,
        };
        let Some(source) = source else {
            return Err(Fault::Failed(format!("the password is secret {name}, and this provider knows no secrets")));
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
            Kept::Written(_) => f.write_str("Password(…)"),
            Kept::Named(name) => write!(f, "Password(secret {name})"),
        }
    }
}

/// What a server said, without the password that it may have given back.
pub(super) fn scrubbed(message: &str, password: Option<&Zeroizing<String>>) -> String {
    match password.filter(|password| !password.is_empty()) {
        Some(password) => message.replace(password.as_str(), "[password]"),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Knows(&'static str);

    #[async_trait]
    impl PasswordSource for Knows {
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
        let source: Arc<dyn PasswordSource> = Arc::new(Knows("hunter2hunter2"));
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
        assert_eq!(scrubbed("no: hunter2", Some(&password)), "no: [password]");
        assert_eq!(scrubbed("no", Some(&Zeroizing::default())), "no");
    }
}
