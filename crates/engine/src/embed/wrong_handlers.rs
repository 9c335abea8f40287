//! Proof that wrong handlers and payloads do not compile. Only the documentation tests compile this module.
//!
//! A `compile_fail` example passes on any error, even a typo. Each one therefore stands next to the nearest valid
//! handler and names the error code, which a nightly compiler compares.
//!
//! A handler takes the run context and a payload, and returns a `Result`.
//!
//! ```
//! # use refrain::{Failure, Refrain, RunContext};
//! # fn f(refrain: &Refrain) {
//! async fn send(context: RunContext, to: String) -> Result<(), Failure> { Ok(()) }
//! refrain.handler("send", send);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # use refrain::{Failure, Refrain, RunContext};
//! # fn f(refrain: &Refrain) {
//! async fn send(context: RunContext, to: String) {}
//! refrain.handler("send", send);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # use refrain::{Failure, Refrain, RunContext};
//! # fn f(refrain: &Refrain) {
//! async fn send(context: RunContext, to: String) -> Result<String, Failure> { Ok(to) }
//! refrain.handler("send", send);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # use refrain::{Failure, Refrain, RunContext};
//! # fn f(refrain: &Refrain) {
//! fn send(context: RunContext, to: String) -> Result<(), Failure> { Ok(()) }
//! refrain.handler("send", send);
//! # }
//! ```
//!
//! ```compile_fail,E0593
//! # use refrain::{Failure, Refrain, RunContext};
//! # fn f(refrain: &Refrain) {
//! async fn send(context: RunContext) -> Result<(), Failure> { Ok(()) }
//! refrain.handler("send", send);
//! # }
//! ```
//!
//! ```compile_fail,E0631
//! # use refrain::{Failure, Refrain, RunContext};
//! # fn f(refrain: &Refrain) {
//! async fn send(to: String, context: RunContext) -> Result<(), Failure> { Ok(()) }
//! refrain.handler("send", send);
//! # }
//! ```
//!
//! The function of a schedule is a handler too.
//!
//! ```
//! # use refrain::{Failure, Refrain, RunContext};
//! # fn f(refrain: &Refrain) {
//! async fn sweep(context: RunContext, days: u32) -> Result<(), Failure> { Ok(()) }
//! let _ = refrain.schedule("sweep").every_day().run_fn(sweep, 30);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # use refrain::{Failure, Refrain, RunContext};
//! # fn f(refrain: &Refrain) {
//! async fn sweep(context: RunContext, days: u32) {}
//! let _ = refrain.schedule("sweep").every_day().run_fn(sweep, 30);
//! # }
//! ```
//!
//! A payload has the handler's type.
//!
//! ```
//! # use refrain::{Failure, Handler, Refrain, RunContext};
//! # async fn sweep(context: RunContext, days: u32) -> Result<(), Failure> { Ok(()) }
//! # fn f(refrain: &Refrain, send: &Handler<String>) {
//! let _ = refrain.schedule("a").every_day().run(send, "ann");
//! let _ = refrain.schedule("b").every_day().run_fn(sweep, 30);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # use refrain::{Failure, Handler, Refrain, RunContext};
//! # async fn sweep(context: RunContext, days: u32) -> Result<(), Failure> { Ok(()) }
//! # fn f(refrain: &Refrain, send: &Handler<String>) {
//! let _ = refrain.schedule("a").every_day().run(send, 7);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # use refrain::{Failure, Handler, Refrain, RunContext};
//! # async fn sweep(context: RunContext, days: u32) -> Result<(), Failure> { Ok(()) }
//! # fn f(refrain: &Refrain, send: &Handler<String>) {
//! let _ = refrain.schedule("b").every_day().run_fn(sweep, "thirty");
//! # }
//! ```
//!
//! `run` takes a `Handler`, not a name.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) {
//! let _ = refrain.schedule("a").every_day().handler("send", "ann");
//! # }
//! ```
//!
//! ```compile_fail,E0308
//! # fn f(refrain: &refrain::Refrain) {
//! let _ = refrain.schedule("a").every_day().run("send", "ann");
//! # }
//! ```
