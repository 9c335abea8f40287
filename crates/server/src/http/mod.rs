//! The HTTP API: requests in, engine operations, responses out. It decides nothing that the engine can
//! decide.
//!
//! A request passes `gate`, which looks up the required rights in `access`, then reaches its handler.
//! Handlers are grouped by resource, one file per operation. The OpenAPI document is generated from the same
//! annotations that define the routes.

pub(crate) mod access;
mod alerts;
pub mod app;
mod apply;
pub(crate) mod audit;
pub(crate) mod body;
mod breakers;
mod calendars;
pub(crate) mod caller;
mod config_view;
mod console;
mod controls;
mod dead_letters;
mod denial;
mod dispatch;
mod docs;
pub(crate) mod etag;
mod event_hub;
mod events;
pub(crate) mod gate;
mod generate;
mod health;
mod heatmap;
mod history;
mod holds;
pub(crate) mod id;
pub(crate) mod idempotency;
pub(crate) mod keys;
pub mod limits;
mod metrics;
mod nodes;
mod observe;
mod occurrence_view;
mod occurrences;
pub(crate) mod openapi;
pub(crate) mod page;
pub(crate) mod path;
mod payload_filter;
pub(crate) mod problem;
pub(crate) mod problem_code;
mod protect;
mod providers;
pub(crate) mod query;
mod quotas;
mod read_only;
mod recurring;
pub(crate) mod request_id;
pub mod request_metrics;
pub mod router;
mod rules;
pub(crate) mod schedules;
mod schema_names;
pub(crate) mod secrets;
mod session;
pub(crate) mod slots;
mod stale;
mod stats;
mod time_range;
mod traceparent;
mod unique_keys;
mod upcoming;
mod work_items;
mod write_probe;
