//! The API as its users see it: real requests to a real server, on every store it can have.

mod events;
mod insight;
mod place;
mod recurring;
mod schedules;
mod secrets;
mod shape;
mod world;
