//! Makes tests of the cases. The macros expand in the crate of the store under test, so they and everything that
//! they name are public.

use std::pin::Pin;

use tokio::runtime::Builder;

use crate::testing::stage::Stage;
use crate::testing::subject::Subject;

/// A case, as a function that does not depend on the store.
type Case = for<'a> fn(&'a Stage<'a>) -> Pin<Box<dyn Future<Output = ()> + 'a>>;

/// Number of threads on which a race runs.
const RACE_THREADS: usize = 2;

/// Runs a case on a fresh store, on one thread.
pub fn run<S: Subject>(case: Case) {
    run_on::<S>(&mut Builder::new_current_thread(), case);
}

/// Runs a case with a race on a fresh store, on several threads.
pub fn run_race<S: Subject>(case: Case) {
    run_on::<S>(Builder::new_multi_thread().worker_threads(RACE_THREADS), case);
}

fn run_on<S: Subject>(runtime: &mut Builder, case: Case) {
    runtime.enable_all().build().unwrap().block_on(async {
        let subject = S::open().await;
        case(&Stage::new(&subject)).await;
        subject.close().await;
    });
}

/// Tests a store against the whole contract: one `#[test]` per case, in modules named after the subjects of the cases.
///
/// The argument is a type that implements [`Subject`](crate::testing::Subject). Call the macro at most once per module.
/// See [`testing`](crate::testing) for an example.
#[macro_export]
macro_rules! store_contract {
    ($subject:ty) => {
        #[cfg(test)]
        type SubjectUnderTest = $subject;

        $crate::contract_cases! { $crate::test_cases, $crate::test_races }
    };
}

/// Creates one test per case of a module.
#[doc(hidden)]
#[macro_export]
macro_rules! test_cases {
    ($module:ident: $($case:ident,)+) => {
        mod $module {
            $(#[test]
            fn $case() {
                $crate::testing::run::<super::SubjectUnderTest>(|stage| {
                    Box::pin($crate::testing::cases::$module::$case(stage))
                });
            })+
        }
    };
}

/// Creates one test on several threads per case of a module.
#[doc(hidden)]
#[macro_export]
macro_rules! test_races {
    ($module:ident: $($case:ident,)+) => {
        mod $module {
            $(#[test]
            fn $case() {
                $crate::testing::run_race::<super::SubjectUnderTest>(|stage| {
                    Box::pin($crate::testing::cases::$module::$case(stage))
                });
            })+
        }
    };
}

/// Exports the cases of a module.
#[doc(hidden)]
#[macro_export]
macro_rules! export_cases {
    ($module:ident: $($case:ident,)+) => {
        pub mod $module {
            pub use $crate::testing::contract::$module::{$($case,)+};
        }
    };
}

/// Calls a macro for the cases of each module, and another one for cases with races.
#[doc(hidden)]
#[macro_export]
macro_rules! contract_cases {
    ($case:path, $race:path) => {
        $crate::schedules_cases! { $case }
        $crate::finding_cases! { $case }
        $crate::status_cases! { $case }
        $crate::edit_cases! { $case }
        $crate::replan_cases! { $case }
        $crate::superseded_cases! { $case }
        $crate::unreadable_cases! { $case }
        $crate::plan_cases! { $case }
        $crate::insert_cases! { $case }
        $crate::claim_cases! { $case }
        $crate::lease_cases! { $case }
        $crate::settle_cases! { $case }
        $crate::counters_cases! { $case }
        $crate::overlap_cases! { $case }
        $crate::lanes_cases! { $case }
        $crate::cancel_other_cases! { $case }
        $crate::moves_cases! { $case }
        $crate::run_payload_cases! { $case }
        $crate::discard_cases! { $case }
        $crate::fairness_cases! { $case }
        $crate::history_cases! { $case }
        $crate::scan_cases! { $case }
        $crate::overdue_cases! { $case }
        $crate::queue_cases! { $case }
        $crate::dead_letters_cases! { $case }
        $crate::catalog_cases! { $case }
        $crate::marks_cases! { $case }
        $crate::prune_cases! { $case }
        $crate::audit_cases! { $case }
        $crate::tenants_cases! { $case }
        $crate::bad_input_cases! { $case }
        $crate::limits_cases! { $case }
        $crate::race_cases! { $race }
        $crate::settle_race_cases! { $race }
        $crate::crowd_cases! { $race }
        $crate::random_cases! { $case }
    };
}
