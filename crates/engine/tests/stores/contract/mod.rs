//! The contract cases. Each module lists its cases once, in a macro; [`store_contract!`] creates a test of
//! every case for a store.

/// Creates one test per case of a module.
macro_rules! one_test_per_case {
    ($subject:path, $module:ident: $($case:ident,)+) => {
        mod $module {
            $(#[tokio::test]
            async fn $case() {
                let subject = <$subject as $crate::subject::Subject>::open().await;
                $crate::contract::$module::$case(&$crate::stage::Stage::new(&subject)).await;
                $crate::subject::Subject::close(&subject).await;
            })+
        }
    };
}

/// Creates one test per case on several threads, for cases with races.
macro_rules! one_race_per_case {
    ($subject:path, $module:ident: $($case:ident,)+) => {
        mod $module {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let subject = <$subject as $crate::subject::Subject>::open().await;
                $crate::contract::$module::$case(&$crate::stage::Stage::new(&subject)).await;
                $crate::subject::Subject::close(&subject).await;
            })+
        }
    };
}

#[macro_use]
pub(crate) mod schedules;
#[macro_use]
pub(crate) mod finding;
#[macro_use]
pub(crate) mod status;
#[macro_use]
pub(crate) mod edit;
#[macro_use]
pub(crate) mod replan;
#[macro_use]
pub(crate) mod unreadable;
#[macro_use]
pub(crate) mod plan;
#[macro_use]
pub(crate) mod insert;
#[macro_use]
pub(crate) mod claim;
#[macro_use]
pub(crate) mod lease;
#[macro_use]
pub(crate) mod settle;
#[macro_use]
pub(crate) mod counters;
#[macro_use]
pub(crate) mod overlap;
#[macro_use]
pub(crate) mod lanes;
#[macro_use]
pub(crate) mod cancel_other;
#[macro_use]
pub(crate) mod moves;
#[macro_use]
pub(crate) mod fairness;
#[macro_use]
pub(crate) mod history;
#[macro_use]
pub(crate) mod scan;
#[macro_use]
pub(crate) mod overdue;
#[macro_use]
pub(crate) mod zones;
#[macro_use]
pub(crate) mod queue;
#[macro_use]
pub(crate) mod dead_letters;
#[macro_use]
pub(crate) mod catalog;
#[macro_use]
pub(crate) mod marks;
#[macro_use]
pub(crate) mod prune;
#[macro_use]
pub(crate) mod audit;
#[macro_use]
pub(crate) mod tenants;
#[macro_use]
pub(crate) mod bad_input;
#[macro_use]
pub(crate) mod limits;
#[macro_use]
pub(crate) mod race;
#[macro_use]
pub(crate) mod settle_race;
#[macro_use]
pub(crate) mod crowd;

pub(crate) use crate::random;

/// Tests a store against the whole contract.
macro_rules! store_contract {
    ($subject:path) => {
        schedules_cases! { one_test_per_case $subject }
        finding_cases! { one_test_per_case $subject }
        status_cases! { one_test_per_case $subject }
        edit_cases! { one_test_per_case $subject }
        replan_cases! { one_test_per_case $subject }
        unreadable_cases! { one_test_per_case $subject }
        plan_cases! { one_test_per_case $subject }
        insert_cases! { one_test_per_case $subject }
        claim_cases! { one_test_per_case $subject }
        lease_cases! { one_test_per_case $subject }
        settle_cases! { one_test_per_case $subject }
        counters_cases! { one_test_per_case $subject }
        overlap_cases! { one_test_per_case $subject }
        lanes_cases! { one_test_per_case $subject }
        cancel_other_cases! { one_test_per_case $subject }
        moves_cases! { one_test_per_case $subject }
        fairness_cases! { one_test_per_case $subject }
        history_cases! { one_test_per_case $subject }
        scan_cases! { one_test_per_case $subject }
        overdue_cases! { one_test_per_case $subject }
        zones_cases! { one_test_per_case $subject }
        queue_cases! { one_test_per_case $subject }
        dead_letters_cases! { one_test_per_case $subject }
        catalog_cases! { one_test_per_case $subject }
        marks_cases! { one_test_per_case $subject }
        prune_cases! { one_test_per_case $subject }
        audit_cases! { one_test_per_case $subject }
        tenants_cases! { one_test_per_case $subject }
        bad_input_cases! { one_test_per_case $subject }
        limits_cases! { one_test_per_case $subject }
        race_cases! { one_race_per_case $subject }
        settle_race_cases! { one_race_per_case $subject }
        crowd_cases! { one_race_per_case $subject }
        random_cases! { one_test_per_case $subject }
    };
}
