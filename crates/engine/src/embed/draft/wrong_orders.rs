//! Proof that chains in a wrong order do not compile. Only the documentation tests compile this module.
//!
//! The orders within a recurrence are proven next to the builder of `refrain_recurrence`. This module covers the
//! orders that a schedule adds. A `compile_fail` example passes on any error, even a typo. Each one therefore
//! stands next to the nearest valid chain, with the same imports, and names the error code, which a nightly compiler
//! compares: E0599 for "no such method", E0277 for a method that explains what is missing.
//!
//! A draft needs an action before it can be saved.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().handler("send", ()).save();
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().save();
//! # }
//! ```
//!
//! A recurrence is required before an action.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().handler("send", ());
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).handler("send", ());
//! # }
//! ```
//!
//! A first run alone is not a recurrence.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().then().every_day().handler("send", ());
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().handler("send", ());
//! # }
//! ```
//!
//! `then` is required after a first run.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().then().every_day();
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().every_day();
//! # }
//! ```
//!
//! There is only one first run.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().then().cron("@daily");
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().then().run_now();
//! # }
//! ```
//!
//! `then` follows only a first run.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_after(hours(1)).then().every_day();
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every_day().then().every_day();
//! # }
//! ```
//!
//! A cron expression cannot follow an interval.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").cron("@daily").max_runs(3);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().cron("@daily");
//! # }
//! ```
//!
//! Refinements come before bounds, time zones and policies.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().on_second(30).in_zone("UTC");
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().in_zone("UTC").on_second(30);
//! # }
//! ```
//!
//! A time of day applies only to days and longer units.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(1).days().at(9, 0);
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(1).hours().at(9, 0);
//! # }
//! ```
//!
//! A schedule has only one action.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every_day().handler("send", ()).max_runs(3);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every_day().handler("send", ()).handler("other", ());
//! # }
//! ```
//!
//! All kinds of actions follow a recurrence.
//!
//! ```
//! # async fn sweep(_: refrain::RunContext, days: u32) -> Result<(), refrain::Failure> { Ok(()) }
//! # fn f(refrain: &refrain::Refrain, send: &refrain::Handler<String>) {
//! let _ = refrain.schedule("a").every(5).minutes().run(send, "ann").save();
//! let _ = refrain.schedule("b").run_now().then().once(refrain.now()).run_fn(sweep, 30).save();
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # async fn sweep(_: refrain::RunContext, days: u32) -> Result<(), refrain::Failure> { Ok(()) }
//! # fn f(refrain: &refrain::Refrain, send: &refrain::Handler<String>) {
//! let _ = refrain.schedule("a").every(5).run(send, "ann");
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # async fn sweep(_: refrain::RunContext, days: u32) -> Result<(), refrain::Failure> { Ok(()) }
//! # fn f(refrain: &refrain::Refrain, send: &refrain::Handler<String>) {
//! let _ = refrain.schedule("b").run_now().run_fn(sweep, 30);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # async fn sweep(_: refrain::RunContext, days: u32) -> Result<(), refrain::Failure> { Ok(()) }
//! # fn f(refrain: &refrain::Refrain, send: &refrain::Handler<String>) {
//! let _ = refrain.schedule("a").run(send, "ann");
//! # }
//! ```
//!
//! The registry accepts only schedules with an action.
//!
//! ```
//! # async fn f(refrain: refrain::Refrain) {
//! let _ = refrain.registry().register(refrain.schedule("a").every_day().handler("send", ())).await;
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! # async fn f(refrain: refrain::Refrain) {
//! let _ = refrain.registry().register(refrain.schedule("a").every_day()).await;
//! # }
//! ```
