//! What becomes of an action in each provider, against real servers: delivered, refused, no answer, no server. No wall clock:
//! whatever is waited for tells when it is there.
#![expect(clippy::unwrap_used, reason = "a helper that cannot go on fails its test")]

#[macro_use]
mod stores;

#[cfg(feature = "amqp")]
mod amqp;
#[cfg(any(feature = "amqp", feature = "redis"))]
mod celery;
#[cfg(all(feature = "command", unix))]
mod command;
#[cfg(feature = "email")]
mod email;
#[cfg(feature = "email")]
mod email_tls;
#[cfg(all(feature = "amqp", feature = "command", feature = "email", feature = "redis"))]
mod health;
mod log;
#[cfg(feature = "nats")]
mod nats;
#[cfg(all(feature = "amqp", feature = "email", feature = "nats", feature = "redis", feature = "secrets"))]
mod passwords;
#[cfg(any(feature = "amqp", feature = "email", feature = "nats", feature = "redis"))]
mod peer;
mod queue;
#[cfg(feature = "redis")]
mod redis_stream;
#[cfg(feature = "email")]
mod smtp;
mod work;
mod world;
