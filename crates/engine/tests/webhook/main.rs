//! The provider `webhook` against real servers on this machine: what is sent, what every kind of answer means, where it
//! never connects, and what is never shown.
#![expect(clippy::unwrap_used, reason = "a helper that cannot go on fails its test")]

mod answers;
mod bad_receivers;
mod bound;
mod canary;
mod certificates;
mod clock;
mod corpus;
mod engine;
mod health;
mod lines;
mod places;
mod rebinding;
mod redirects;
mod sent;
mod server;
mod signatures;
mod world;
