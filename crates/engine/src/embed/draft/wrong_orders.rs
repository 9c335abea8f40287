//! Proof that chains in a wrong order do not compile. Only the documentation tests compile this module.
//!
//! The orders within a recurrence are proven next to the builder of `refrain_recurrence`. This module covers the
//! orders that a schedule adds. A `compile_fail` example passes on any error, even a typo. Each one therefore
//! stands next to the nearest valid chain, with the same imports, and names the error code for "no such method",
//! which a nightly compiler compares.
//!
//! A draft needs an action before it can be saved.
//!
//! ```
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every(5).minutes().handler("send", ()).save();
//! # }
//! ```
//!
//! ```compile_fail,E0599
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
//! ```compile_fail,E0599
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
//! ```compile_fail,E0599
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
//! ```compile_fail,E0599
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
//! ```compile_fail,E0599
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
//! ```compile_fail,E0599
//! # fn f(refrain: &refrain::Refrain) { use refrain::recurrence::builder::hours; let _ = hours(1);
//! let _ = refrain.schedule("a").every_day().handler("send", ()).handler("other", ());
//! # }
//! ```
