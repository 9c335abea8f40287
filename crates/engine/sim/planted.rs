//! Tests of the simulation itself: it must find every planted bug within 200 seeds.

use refrain::planted::Bug;

use crate::seeds::find;
use crate::store::StoreBug;
use crate::world::Planted;

/// Maximum number of seeds to find a bug. A bug that takes longer is not covered well enough.
const SEEDS_MAX: u64 = 200;

macro_rules! found {
    ($($name:ident: $where:ident($bug:expr);)+) => {
        $(#[test]
        fn $name() {
            let Some((seed, invariant)) = find(Planted::$where($bug), SEEDS_MAX) else {
                panic!("{:?} was not found in {SEEDS_MAX} seeds", $bug)
            };
            eprintln!("{:?} was found by seed {seed}: {invariant}", $bug);
        })+
    };
}

found! {
    leases_that_are_not_renewed_are_found: InEngine(Bug::NoHeartbeat);
    settlements_that_are_not_repeated_are_found: InEngine(Bug::SettleNotRetried);
    settlements_forgotten_on_a_full_disk_are_found: InEngine(Bug::SettleForgottenWhenFull);
    a_clock_that_stalls_a_node_is_found: InEngine(Bug::ClockBackStalls);
    a_new_key_per_attempt_is_found: InEngine(Bug::NewKeyPerAttempt);
    a_start_without_confirmation_is_found: InEngine(Bug::DispatchWithoutConfirm);
    a_start_before_its_time_is_found: InEngine(Bug::StartBeforeDue);
    an_overlap_judged_ahead_of_time_is_found: InEngine(Bug::OverlapJudgedAhead);
    occurrences_created_together_and_skipped_are_found: InEngine(Bug::CreatedTogetherSkipped);
    discriminators_that_block_each_other_are_found: InEngine(Bug::DiscriminatorsIgnored);
    a_start_without_a_lease_is_found: InEngine(Bug::StartWithoutLease);
    catching_up_twice_is_found: InEngine(Bug::CatchUpPlansTwice);
    a_truncated_plan_that_moves_the_watermark_is_found: InEngine(Bug::TruncatedPlanCommitted);
    a_gap_that_is_off_by_one_is_found: InEngine(Bug::GapOffByOne);
    unlimited_attempts_are_found: InEngine(Bug::AttemptsNotCapped);
    uncounted_retries_are_found: InEngine(Bug::RetryNotCounted);
    a_pause_that_is_ignored_is_found: InEngine(Bug::PauseIgnored);
    a_run_that_outlives_its_lease_is_found: InEngine(Bug::SelfFencingMissing);
    leases_kept_while_draining_are_found: InEngine(Bug::ReleaseOnDrainForgotten);
    a_completion_that_schedules_nothing_is_found: InEngine(Bug::AfterCompletionNotRearmed);
    a_lost_run_that_is_not_rechecked_is_found: InEngine(Bug::RecheckForgotten);
    a_clock_jump_that_is_trusted_is_found: InEngine(Bug::ClockJumpIgnored);
    a_deadline_that_is_ignored_is_found: InEngine(Bug::DeadlineIgnored);
    a_timeout_that_is_ignored_is_found: InEngine(Bug::TimeoutIgnored);
    a_panic_that_escapes_is_found: InEngine(Bug::PanicEscapes);
    releasing_an_at_most_once_run_is_found: InEngine(Bug::AtMostOnceReleased);
    retrying_an_at_most_once_run_is_found: InEngine(Bug::AtMostOnceRetried);
    a_cancel_that_is_ignored_is_found: InEngine(Bug::CancelIgnored);
    runs_beyond_max_runs_are_found: InEngine(Bug::MaxRunsIgnored);
    a_pause_that_ends_early_is_found: InEngine(Bug::PauseEndsEarly);
    a_pause_without_a_gap_is_found: InEngine(Bug::PauseGapForgotten);
    a_hold_that_is_ignored_is_found: InEngine(Bug::HoldIgnored);
    holds_ignored_in_an_outage_are_found: InEngine(Bug::UnreadableHoldsIgnored);
    an_older_time_zone_database_that_plans_is_found: InEngine(Bug::OldTzdbPlans);
    fences_that_a_restored_copy_reuses_are_found: InEngine(Bug::FencesReused);
    lateness_without_calendars_is_found: InEngine(Bug::LatenessWithoutCalendars);
    a_skipped_run_that_counts_is_found: InEngine(Bug::SkippedRunCounted);
    a_schedule_that_is_finished_too_early_is_found: InEngine(Bug::FinishedTooEarly);
    a_calendar_that_schedules_do_not_follow_is_found: InEngine(Bug::CalendarNotFollowed);
    an_instant_that_runs_under_two_keys_is_found: InEngine(Bug::InstantRunTwice);
    a_first_run_that_has_just_passed_and_is_forgotten_is_found: InEngine(Bug::PastFirstRunSkipped);
    a_truncated_gap_is_found: InEngine(Bug::TruncatedGapRecorded);
    runs_of_a_deleted_schedule_that_are_shown_are_found: InEngine(Bug::OldRunsShown);
    a_paused_schedule_that_is_created_active_is_found: InEngine(Bug::CreatedActive);
    an_open_row_that_retention_removes_is_found: InEngine(Bug::OpenRowPruned);
    leases_kept_by_a_hard_stop_are_found: InEngine(Bug::HardStopKeepsLeases);
    an_occurrence_that_is_its_own_duplicate_is_found: InEngine(Bug::OwnMarkNotRecognized);
    a_gap_that_an_outage_hides_is_found: InEngine(Bug::OutageForgetsGap);
    a_fence_that_is_not_checked_is_found: InStore(StoreBug::FenceNotChecked);
    rows_without_a_unique_key_are_found: InStore(StoreBug::NoUniqueKey);
    a_plan_that_compares_nothing_is_found: InStore(StoreBug::PlanWithoutCompare);
    a_plan_in_two_steps_is_found: InStore(StoreBug::PlanSplitInTwo);
    leases_by_a_nodes_own_clock_are_found: InStore(StoreBug::LeaseByNodeClock);
    a_blind_reaper_is_found: InStore(StoreBug::BlindReaper);
    a_blind_confirmation_is_found: InStore(StoreBug::ConfirmBlind);
    a_settlement_that_is_lost_is_found: InStore(StoreBug::SettleLost);
    gaps_that_are_forgotten_are_found: InStore(StoreBug::GapsForgotten);
    an_overlap_that_is_ignored_is_found: InStore(StoreBug::OverlapIgnored);
    a_tenant_that_is_not_checked_is_found: InStore(StoreBug::TenantNotChecked);
}
