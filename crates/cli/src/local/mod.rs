//! Commands that also work without a server: on the store of this machine's configuration.
//!
//! This crate knows no store. It describes what is to be done as a [`StoreRequest`], and the program that runs the
//! command does it, with values in the form of the API's responses. Decision 0064.

mod args;
mod request;

use std::future::Future;
use std::pin::Pin;

use serde_json::Value;

pub use self::args::{LocalPlace, StoreArgs};
pub use self::request::StoreRequest;

use crate::exit::Failure;

/// Response to a request.
pub type LocalResponse<'a> = Pin<Box<dyn Future<Output = Result<Value, Failure>> + 'a>>;

/// The stores of this machine.
pub trait LocalStore {
    /// Does what a request asks for, on the store at a place. Returns what the API would return.
    fn send<'a>(&'a self, place: LocalPlace<'a>, request: StoreRequest) -> LocalResponse<'a>;
}
