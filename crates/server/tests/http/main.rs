//! The API as its users see it: real requests to a real server, on every store it can have.

mod ledger;
mod place;
mod recurring;
mod schedules;
mod shape;
mod work;
mod world;
