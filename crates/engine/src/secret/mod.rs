//! Values that are sent but never shown: tokens, passwords, signing keys.
//!
//! A secret is written once. After that, only the provider that sends it can read it; no operation returns it
//! to a person. In the store, each secret is encrypted with its own data key, which is encrypted with a master
//! key that the store never sees (Decision 0025). Both encryptions are bound to the tenant and the name, so
//! that a record cannot be decrypted anywhere else.
//!
//! The text of a secret leaves this module only through `expose`, which only this crate can call. Texts that
//! may contain a secret pass a [`Redactor`] before they are stored.

#[cfg(feature = "secrets")]
mod allowance;
#[cfg(feature = "secrets")]
mod envelope;
#[cfg(feature = "secrets")]
mod key_file;
#[cfg(feature = "secrets")]
mod key_ring;
#[cfg(feature = "passwords")]
mod password_source;
#[cfg(feature = "secrets")]
#[cfg_attr(
    not(feature = "webhook"),
    allow(dead_code, reason = "used only by providers that this build does not include")
)]
mod redactor;
#[cfg(feature = "secrets")]
#[cfg_attr(
    not(feature = "webhook"),
    allow(dead_code, reason = "used only by providers that this build does not include")
)]
mod secrets;
#[cfg(all(feature = "secrets", feature = "passwords"))]
mod tenant_secrets;
mod value;

#[cfg(feature = "secrets")]
pub use self::allowance::{ALLOWANCES_MAX, Allowance, Allowances, Destination};
#[cfg(feature = "webhook")]
pub(crate) use self::allowance::{is_host, matches_host};
#[cfg(feature = "secrets")]
pub use self::key_ring::{KEYS_MAX, KeyRing};
#[cfg(feature = "passwords")]
pub use self::password_source::PasswordSource;
#[cfg(feature = "secrets")]
pub use self::redactor::Redactor;
#[cfg(feature = "webhook")]
pub(crate) use self::secrets::ResolvedSecrets;
#[cfg(feature = "secrets")]
pub use self::secrets::{NewSecret, RotationReport, SecretInfo, Secrets};
#[cfg(all(feature = "secrets", feature = "passwords"))]
pub use self::tenant_secrets::TenantSecrets;
pub use self::value::{SECRET_BYTES_MAX, SECRET_BYTES_MIN, Secret};
