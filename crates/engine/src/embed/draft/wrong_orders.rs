//! Proof that wrong orders do not compile. Nothing here is built but by the documentation tests.
//!
//! The orders inside a rule are proven beside the builder of `refrain_recurrence`; here stand those that a schedule adds.
//! Any error makes a `compile_fail` example pass, a typing slip too. So each stands beside the nearest order that is right,
//! with the same imports, and names the code for "no such method", which a nightly compiler compares.
//!
//! There is something to call before it is saved.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().handler("send", ()).save();
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().save();
//! # }
//! ```
//!
//! There is a rule before there is something to call.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().handler("send", ());
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).handler("send", ());
//! # }
//! ```
//!
//! A first run alone is no rule.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().then().every_day().handler("send", ());
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().handler("send", ());
//! # }
//! ```
//!
//! After a first run comes `then`.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().then().every_day();
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().every_day();
//! # }
//! ```
//!
//! There is one first run.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().then().cron("@daily");
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_now().then().run_now();
//! # }
//! ```
//!
//! `then` follows a first run only.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").run_after(hours(1)).then().every_day();
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every_day().then().every_day();
//! # }
//! ```
//!
//! Cron does not join an interval.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").cron("@daily").max_runs(3);
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().cron("@daily");
//! # }
//! ```
//!
//! Pins come before bounds, zones and policies.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().on_second(30).in_zone("UTC");
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().in_zone("UTC").on_second(30);
//! # }
//! ```
//!
//! A time of day belongs to days and longer units.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(1).days().at(9, 0);
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(1).hours().at(9, 0);
//! # }
//! ```
//!
//! It calls one thing.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every_day().handler("send", ()).max_runs(3);
//! # }
//! ```
//!
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every_day().handler("send", ()).handler("other", ());
//! # }
//! ```
