//! Tests of the simulation itself: it must find every planted bug within 200 seeds.

use crate::bugs::Bug;
use crate::seeds::find;

/// Maximum number of seeds to find a bug. A bug that takes longer is not covered well enough.
const SEEDS_MAX: u64 = 200;

macro_rules! found {
    ($($name:ident: $bug:ident;)+) => {
        $(#[test]
        fn $name() {
            let Some((seed, invariant)) = find(Bug::$bug, SEEDS_MAX) else {
                panic!("{} was not found in {SEEDS_MAX} seeds", stringify!($bug))
            };
            eprintln!("{} was found by seed {seed}: {invariant}", stringify!($bug));
        })+
    };
}

found! {
    leases_that_are_not_renewed_are_found: NoHeartbeat;
    settlements_that_are_not_repeated_are_found: SettleNotRetried;
    settlements_forgotten_on_a_full_disk_are_found: SettleForgottenWhenFull;
    a_clock_that_stalls_a_node_is_found: ClockBackStalls;
    a_new_key_per_attempt_is_found: NewKeyPerAttempt;
    a_start_without_confirmation_is_found: DispatchWithoutConfirm;
    a_start_before_its_time_is_found: StartBeforeDue;
    an_overlap_judged_ahead_of_time_is_found: OverlapJudgedAhead;
    occurrences_created_together_and_skipped_are_found: CreatedTogetherSkipped;
    discriminators_that_block_each_other_are_found: DiscriminatorsIgnored;
    a_start_without_a_lease_is_found: LeaseOverestimated;
    catching_up_twice_is_found: CatchUpPlansTwice;
    a_truncated_plan_that_moves_the_watermark_is_found: TruncatedPlanCommitted;
    a_gap_that_is_off_by_one_is_found: GapOffByOne;
    a_future_that_counts_as_missed_is_found: FutureMissed;
    unlimited_attempts_are_found: AttemptsNotCapped;
    uncounted_retries_are_found: RetryNotCounted;
    a_payload_that_a_retry_forgets_is_found: PayloadForgotten;
    a_pause_that_is_ignored_is_found: PauseIgnored;
    a_run_that_outlives_its_lease_is_found: SelfFencingMissing;
    leases_kept_while_draining_are_found: ReleaseOnDrainForgotten;
    a_completion_that_schedules_nothing_is_found: AfterCompletionNotRearmed;
    a_lost_run_that_is_not_rechecked_is_found: RecheckForgotten;
    a_clock_jump_that_is_trusted_is_found: ClockJumpIgnored;
    a_deadline_that_is_ignored_is_found: DeadlineIgnored;
    a_timeout_that_is_ignored_is_found: TimeoutIgnored;
    a_panic_that_escapes_is_found: PanicEscapes;
    releasing_an_at_most_once_run_is_found: AtMostOnceReleased;
    retrying_an_at_most_once_run_is_found: AtMostOnceRetried;
    a_cancel_that_is_ignored_is_found: CancelIgnored;
    runs_beyond_max_runs_are_found: MaxRunsIgnored;
    a_pause_that_ends_early_is_found: PauseEndsEarly;
    a_pause_without_a_gap_is_found: PauseGapForgotten;
    a_hold_that_is_ignored_is_found: HoldIgnored;
    holds_ignored_in_an_outage_are_found: UnreadableHoldsIgnored;
    an_older_time_zone_database_that_plans_is_found: OldTzdbPlans;
    fences_that_a_restored_copy_reuses_are_found: FencesReused;
    lateness_without_calendars_is_found: LatenessWithoutCalendars;
    a_skipped_run_that_counts_is_found: SkippedRunCounted;
    a_schedule_that_is_finished_too_early_is_found: FinishedTooEarly;
    a_calendar_that_schedules_do_not_follow_is_found: CalendarNotFollowed;
    an_instant_that_runs_under_two_keys_is_found: InstantRunTwice;
    a_first_run_that_has_just_passed_and_is_forgotten_is_found: PastFirstRunSkipped;
    a_truncated_gap_is_found: TruncatedGapRecorded;
    runs_of_a_deleted_schedule_that_are_shown_are_found: OldRunsShown;
    a_paused_schedule_that_is_created_active_is_found: CreatedActive;
    an_open_row_that_retention_removes_is_found: OpenRowPruned;
    leases_kept_by_a_hard_stop_are_found: HardStopKeepsLeases;
    an_occurrence_that_is_its_own_duplicate_is_found: OwnMarkNotRecognized;
    a_gap_that_an_outage_hides_is_found: OutageForgetsGap;
    a_fence_that_is_not_checked_is_found: FenceNotChecked;
    rows_without_a_unique_key_are_found: NoUniqueKey;
    a_plan_that_compares_nothing_is_found: PlanWithoutCompare;
    a_plan_in_two_steps_is_found: PlanSplitInTwo;
    leases_by_a_nodes_own_clock_are_found: LeaseByNodeClock;
    a_blind_reaper_is_found: BlindReaper;
    a_blind_confirmation_is_found: ConfirmBlind;
    a_settlement_that_is_lost_is_found: SettleLost;
    gaps_that_are_forgotten_are_found: GapsForgotten;
    an_overlap_that_is_ignored_is_found: OverlapIgnored;
    a_tenant_that_is_not_checked_is_found: TenantNotChecked;
}
