//! Each provider against real servers: delivered, rejected, no answer, no server. The tests do not depend on
//! the wall clock: they wait for events, not for time.
#![expect(clippy::unwrap_used, reason = "a panic in a helper fails its test")]

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
