//! Tests that calls in a wrong order do not compile. Only the documentation tests build this module.
//!
//! Any error makes a `compile_fail` example pass, even a typo. Each example therefore follows the nearest correct
//! order with the same imports, and names the error code for "no such method", which a nightly compiler checks.
//!
//! A time of day belongs to days and longer units.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).days().at(9, 0);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().at(9, 0);
//! ```
//!
//! A second of the minute belongs to minutes and hours.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().on_second(30);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).days().on_second(30);
//! ```
//!
//! A weekday of the month belongs to months and years.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).months().on_first(Monday);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(2).weeks().on_first(Monday);
//! ```
//!
//! Plain weekdays belong to days and weeks.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(2).weeks().on([Monday]);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).months().on([Monday]);
//! ```
//!
//! Refinements follow the unit.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).hours().on_minute(30);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).on_minute(30).hours();
//! ```
//!
//! There is only one number.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes();
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).every(10).minutes();
//! ```
//!
//! There is only one unit.
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().hours();
//! ```
//!
//! A number needs its unit.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().in_zone("UTC");
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).in_zone("UTC");
//! ```
//!
//! Cron cannot be combined with an interval.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = cron("0 9 * * *").max_runs(3);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().cron("0 9 * * *");
//! ```
//!
//! An interval cannot be combined with cron.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = cron("0 9 * * *").in_zone("UTC");
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = cron("0 9 * * *").every(5).minutes();
//! ```
//!
//! A first run precedes `then`.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = run_now().then().every(5).minutes();
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().then().every(5).minutes();
//! ```
//!
//! `then` must follow a first run.
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = run_now().every(5).minutes();
//! ```
//!
//! A first run alone is not a recurrence.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = run_now().then().every_day().in_zone("UTC");
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = run_now().in_zone("UTC");
//! ```
//!
//! The time of day is set once; `at_times` takes several.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).days().at_times([time(9, 0), time(14, 0)]);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).days().at(9, 0).at(14, 0);
//! ```
//!
//! The second is set once.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().on_second(10);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().on_second(5).on_second(10);
//! ```
//!
//! The minute is set before the second.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).hours().on_minute(30).on_second(5);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(1).hours().on_second(5).on_minute(30);
//! ```
//!
//! Refinements precede bounds.
//!
//! ```
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().on_second(30).max_runs(3);
//! ```
//!
//! ```compile_fail,E0599
//! # use refrain_recurrence::{Weekday::Monday, builder::{cron, every, run_now, time}};
//! let _ = every(5).minutes().max_runs(3).on_second(30);
//! ```
