//! The ledger over HTTP.

mod view;

pub(crate) use view::OccurrenceView;
