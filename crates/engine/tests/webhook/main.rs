//! The provider `webhook` against real servers on this machine: the request, the outcome of every kind of
//! response, addresses it never connects to, and values it never shows.
#![expect(clippy::unwrap_used, reason = "a panic in a helper fails its test")]

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
mod rebinding;
mod redirects;
mod sent;
mod server;
mod signatures;
mod slots;
mod world;
