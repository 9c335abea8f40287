//! Tests of the contract itself: faults are planted in a store around the model, each with the cases that must
//! fail. The same cases pass on the same store without the fault, so it is the fault that they detect.

mod store;

use std::sync::{Arc, RwLock};

use async_trait::async_trait;

use crate::model::{OccurrenceId, Revision, ScheduleUid, Tenant};
use crate::store::Store;
use crate::store::model::Model;
use crate::testing::cases;
use crate::testing::fixture::at;
use crate::testing::layer::LayeredStore;
use crate::testing::stage::Stage;
use crate::testing::subject::{INVALID_DEFINITION, Subject, Tamper};
use store::FaultyStore;

/// The fault of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No fault.
    None,
    /// A settlement is accepted whatever its fence.
    FenceNotChecked,
    /// Runs never block each other.
    OverlapIgnored,
    /// A plan is written whatever revision and watermark it was made from.
    PlanWithoutCompare,
    /// A plan is compared in one step and written in another.
    PlanComparedTooEarly,
    /// A row is returned to any tenant that knows its ID.
    TenantNotChecked,
    /// Rows are ready a second before they are due.
    Early,
    /// A leased row may start whatever has happened to its schedule.
    ConfirmBlind,
    /// A row released until a later time is ready immediately.
    DelayForgotten,
    /// Leases never expire.
    LeasesNeverEnd,
    /// Work is enqueued even by a worker that lost its lease.
    WorkOfLostWorker,
    /// Work enqueued by a settlement is lost.
    WorkLost,
    /// The payload of a run is lost at its second attempt.
    PayloadForgotten,
    /// A discarded row is still listed as a dead letter.
    DiscardForgotten,
    /// Changes of a row by a person are not audited.
    AuditForgotten,
    /// A mark still exists at the instant it ends.
    MarkTooLong,
    /// Whether a mark is set is read in one step and written in another.
    MarkReadThenWritten,
    /// Whether a schedule exists is read in one step and written in another.
    SaveReadThenWritten,
    /// The latest row is served first.
    LatestFirst,
    /// A page never names a next page.
    LastPage,
    /// Texts with a NUL are truncated instead of rejected.
    NulCut,
    /// An edit does not raise the watermark.
    WatermarkForgotten,
    /// A superseded row is never planned again by an edit.
    SupersededForever,
    /// Planned rows that an edit does not name are superseded.
    UnnamedSuperseded,
    /// Planned rows are replanned only with a changed definition.
    ReplanForgotten,
    /// A schedule that was finished meanwhile is replanned.
    FinishedReplanned,
    /// Kept rows name the time zone database that they were first planned with.
    TzdbForgotten,
    /// An unreadable schedule is disabled even if it was repaired meanwhile.
    QuarantineBlind,
    /// A chain is always reported as intact.
    VerifyBlind,
}

/// The model store with a fault.
pub(crate) struct Mutant {
    fault: Fault,
    store: RwLock<Arc<LayeredStore<FaultyStore>>>,
}

impl Mutant {
    fn with(fault: Fault) -> Self {
        Self { fault, store: RwLock::new(Self::faulty(fault)) }
    }

    fn faulty(fault: Fault) -> Arc<LayeredStore<FaultyStore>> {
        Arc::new(LayeredStore(FaultyStore { model: Model::with_clock(|| at(0)), fault }))
    }
}

#[async_trait]
impl Subject for Mutant {
    async fn open() -> Self {
        Self::with(Fault::None)
    }

    fn store(&self) -> Arc<dyn Store> {
        self.store.read().unwrap().clone()
    }

    async fn reset(&self) {
        *self.store.write().unwrap() = Self::faulty(self.fault);
    }

    async fn tamper(&self, tenant: &Tenant, how: Tamper) {
        self.store.read().unwrap().0.model.tamper(tenant, |chain| how.apply(chain));
    }

    async fn damage_definition(&self, uid: ScheduleUid, revision: Revision) {
        self.store.read().unwrap().0.model.damage(uid, revision, INVALID_DEFINITION);
    }

    async fn damage_row(&self, id: OccurrenceId) {
        self.store.read().unwrap().0.model.damage_row(id);
    }
}

/// Maximum number of runs of a case until it detects a fault. A race detects one by chance; all other cases do
/// so the first time.
const RUNS_MAX: usize = 50;

/// Creates one test for each fault: the cases fail with it and pass without it. The random sequences, which
/// take longer, are named after a bar and are only shown to fail; their own tests show that they pass on the
/// model.
macro_rules! faults {
    ($($name:ident: $fault:ident, seen by $($module:ident::$case:ident),+ $(| $random:ident)?;)+) => {
        $(#[test]
        fn $name() {
            $(
                let is_seen = (0..RUNS_MAX).any(|_| fails!(Fault::$fault, $module::$case));
                assert!(is_seen, "{} does not detect the fault", stringify!($case));
                assert!(!fails!(Fault::None, $module::$case), "{} fails without the fault", stringify!($case));
            )+
            $(assert!(fails!(Fault::$fault, random::$random), "{} does not detect the fault", stringify!($random));)?
        })+
    };
}

/// Returns whether a case fails on a store with a fault.
macro_rules! fails {
    ($fault:expr, $module:ident::$case:ident) => {
        std::panic::catch_unwind(|| {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
            runtime.block_on(async {
                let subject = Mutant::with($fault);
                cases::$module::$case(&Stage::new(&subject)).await;
            });
        })
        .is_err()
    };
}

faults! {
    a_fence_that_is_not_checked_is_seen: FenceNotChecked,
        seen by settle::settling_after_a_takeover_is_refused, lease::a_fence_that_was_never_issued_is_lost
        | one_tenants_ledger_answers_as_the_model_does;
    an_overlap_that_is_ignored_is_seen: OverlapIgnored,
        seen by overlap::skip_settles_an_overlapping_occurrence_and_names_the_run, overlap::max_concurrent_limits_parallel_runs,
        race::two_claimers_never_exceed_the_limit_of_runs
        | overlapping_runs_answer_as_the_model_does;
    a_plan_that_compares_nothing_is_seen: PlanWithoutCompare,
        seen by plan::a_stale_revision_writes_nothing_not_even_gaps, plan::a_stale_watermark_writes_nothing_not_even_gaps
        | one_tenants_ledger_answers_as_the_model_does;
    a_plan_that_compares_too_early_is_seen: PlanComparedTooEarly,
        seen by race::two_planners_insert_every_row_once, race::a_plan_and_an_edit_do_not_both_succeed;
    a_tenant_that_is_not_checked_is_seen: TenantNotChecked,
        seen by tenants::a_row_of_another_tenant_is_not_found, tenants::a_row_of_another_tenant_cannot_be_changed
        | a_crowd_of_tenants_answers_as_the_model_does;
    a_row_that_is_early_is_seen: Early,
        seen by claim::nothing_is_claimed_before_it_is_due
        | one_tenants_ledger_answers_as_the_model_does;
    a_start_after_a_pause_is_seen: ConfirmBlind,
        seen by claim::confirm_stops_a_run_after_a_pause, race::nothing_starts_after_a_pause;
    a_delay_that_is_forgotten_is_seen: DelayForgotten,
        seen by lease::a_release_until_a_time_counts_no_attempt
        | one_tenants_ledger_answers_as_the_model_does;
    a_lease_that_never_ends_is_seen: LeasesNeverEnd,
        seen by claim::an_expired_lease_is_claimed_again_under_a_higher_fence
        | overlapping_runs_answer_as_the_model_does;
    work_of_a_lost_worker_is_seen: WorkOfLostWorker,
        seen by settle::no_work_is_enqueued_when_the_lease_is_lost
        | one_tenants_ledger_answers_as_the_model_does;
    work_that_is_forgotten_is_seen: WorkLost,
        seen by settle::work_is_enqueued_with_the_settlement
        | one_tenants_ledger_answers_as_the_model_does;
    a_payload_that_is_forgotten_is_seen: PayloadForgotten,
        seen by run_payload::every_attempt_has_the_payload_of_the_run;
    a_discard_that_is_forgotten_is_seen: DiscardForgotten,
        seen by discard::lists_tell_discarded_rows_from_dead_letters;
    an_audit_that_is_forgotten_is_seen: AuditForgotten,
        seen by audit::every_change_of_a_row_has_one_entry
        | all_operations_together_answer_as_the_model_does;
    a_mark_that_lasts_too_long_is_seen: MarkTooLong,
        seen by marks::a_mark_is_gone_at_the_instant_it_ends;
    a_mark_that_is_read_then_written_is_seen: MarkReadThenWritten,
        seen by crowd::one_of_many_sets_a_mark;
    a_schedule_that_is_read_then_written_is_seen: SaveReadThenWritten,
        seen by settle_race::one_of_two_creators_wins;
    a_claim_in_the_wrong_order_is_seen: LatestFirst,
        seen by claim::a_claim_takes_the_earliest_first, fairness::the_first_of_each_tenant_come_before_the_second_of_each
        | a_crowd_of_tenants_answers_as_the_model_does;
    a_list_that_ends_too_early_is_seen: LastPage,
        seen by history::pages_of_occurrences_have_no_hole_and_no_overlap
        | one_tenants_ledger_answers_as_the_model_does;
    a_nul_that_is_cut_is_seen: NulCut,
        seen by bad_input::a_nul_in_a_planned_row_is_refused;
    a_replan_that_is_forgotten_is_seen: ReplanForgotten,
        seen by replan::a_replan_moves_kept_rows_and_supersedes_the_rest,
        replan::a_replan_that_changes_something_has_one_entry, replan::a_replan_sets_the_next_due_time
        | one_tenants_ledger_answers_as_the_model_does;
    a_row_that_stays_superseded_is_seen: SupersededForever,
        seen by superseded::an_edit_that_is_reverted_plans_its_rows_again,
        superseded::a_replan_plans_superseded_rows_again
        | one_tenants_ledger_answers_as_the_model_does;
    an_unnamed_row_that_is_superseded_is_seen: UnnamedSuperseded,
        seen by edit::rows_that_an_edit_does_not_name_stay_planned
        | one_tenants_ledger_answers_as_the_model_does;
    a_watermark_that_is_forgotten_is_seen: WatermarkForgotten,
        seen by edit::an_edit_raises_the_watermark_and_never_lowers_it
        | one_tenants_ledger_answers_as_the_model_does;
    a_finish_that_a_replan_does_not_see_is_seen: FinishedReplanned,
        seen by edit::an_edit_of_a_schedule_finished_meanwhile_changes_nothing,
        replan::a_replan_does_not_reactivate_a_schedule_finished_meanwhile
        | one_tenants_ledger_answers_as_the_model_does;
    a_time_zone_database_that_is_forgotten_is_seen: TzdbForgotten,
        seen by replan::kept_rows_name_the_new_time_zone_database
        | one_tenants_ledger_answers_as_the_model_does;
    a_quarantine_that_compares_nothing_is_seen: QuarantineBlind,
        seen by unreadable::a_schedule_repaired_meanwhile_is_not_quarantined
        | one_tenants_ledger_answers_as_the_model_does;
    an_audit_that_verifies_nothing_is_seen: VerifyBlind,
        seen by audit::a_changed_entry_is_found, audit::a_truncated_chain_is_found;
}
