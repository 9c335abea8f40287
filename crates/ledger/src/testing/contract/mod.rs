//! The contract cases. Each module lists its cases once, in a macro; [`store_contract!`](crate::store_contract)
//! creates a test of every case for a store.

pub(crate) mod audit;
pub(crate) mod bad_input;
pub(crate) mod cancel_other;
pub(crate) mod catalog;
pub(crate) mod claim;
pub(crate) mod counters;
pub(crate) mod crowd;
pub(crate) mod dead_letters;
pub(crate) mod discard;
pub(crate) mod edit;
pub(crate) mod fairness;
pub(crate) mod finding;
pub(crate) mod history;
pub(crate) mod insert;
pub(crate) mod lanes;
pub(crate) mod lease;
pub(crate) mod limits;
pub(crate) mod marks;
pub(crate) mod moves;
pub(crate) mod overdue;
pub(crate) mod overlap;
pub(crate) mod plan;
pub(crate) mod prune;
pub(crate) mod queue;
pub(crate) mod race;
pub(crate) mod replan;
pub(crate) mod run_payload;
pub(crate) mod scan;
pub(crate) mod schedules;
pub(crate) mod settle;
pub(crate) mod settle_race;
pub(crate) mod status;
pub(crate) mod superseded;
pub(crate) mod tenants;
pub(crate) mod unreadable;

pub(crate) use crate::testing::random;
