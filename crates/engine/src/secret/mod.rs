//! What must be sent and never shown: tokens, passwords, signing keys.
//!
//! A secret is written once and from then on only resolved, by the provider that sends it; no verb gives it back to a
//! person. In the store it is sealed by a data key of its own, which is sealed by a master key that the store never sees
//! (Decision 0025). Both seals are bound to the tenant and the name, so that a record opens nowhere but in its place.
//!
//! Its text leaves this module only through `expose`, which the crate alone can call, and what may have come in touch with
//! it passes a [`Redactor`] before anyone keeps it.

#[cfg(feature = "secrets")]
mod allowance;
#[cfg(feature = "secrets")]
mod envelope;
#[cfg(feature = "secrets")]
mod key_file;
#[cfg(feature = "secrets")]
mod key_ring;
#[cfg(all(feature = "secrets", any(feature = "amqp", feature = "email", feature = "nats", feature = "redis")))]
mod of_tenant;
#[cfg(feature = "secrets")]
#[cfg_attr(
    not(feature = "webhook"),
    allow(dead_code, reason = "what a provider needs, and this build has none that does")
)]
mod redactor;
#[cfg(feature = "secrets")]
#[cfg_attr(
    not(feature = "webhook"),
    allow(dead_code, reason = "what a provider needs, and this build has none that does")
)]
mod secrets;
mod value;

#[cfg(feature = "secrets")]
pub use self::allowance::{ALLOWANCES_MAX, Allowance, Allowances, Destination};
#[cfg(feature = "secrets")]
pub use self::key_ring::{KEYS_MAX, KeyRing};
#[cfg(all(feature = "secrets", any(feature = "amqp", feature = "email", feature = "nats", feature = "redis")))]
pub use self::of_tenant::SecretsOf;
#[cfg(feature = "secrets")]
pub use self::redactor::Redactor;
#[cfg(feature = "webhook")]
pub(crate) use self::secrets::Resolved;
#[cfg(feature = "secrets")]
pub use self::secrets::{NewSecret, Rotated, SecretNamed, Secrets};
pub use self::value::{SECRET_BYTES_MAX, SECRET_BYTES_MIN, Secret};
