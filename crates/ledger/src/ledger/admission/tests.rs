//! The overlap rules, case by case.

use super::*;

fn gate(overlap: Overlap) -> Gate {
    Gate {
        status: Status::Active,
        revision: Revision(1),
        overlap,
        max_concurrent: None,
        delivery: Delivery::AtLeastOnce,
        max_attempts: 3,
    }
}

fn fresh(id: i64) -> Candidate {
    Candidate {
        id: OccurrenceId(id),
        state: State::Planned,
        attempt: 0,
        waits: false,
        cancel_requested: false,
        trigger: Trigger::Schedule,
        revision: Revision(1),
        is_early: false,
        nominal_at: Timestamp::from_second(id).unwrap(),
        discriminator: String::new(),
        concurrency: None,
    }
}

fn triggered(trigger: Trigger, id: i64) -> Candidate {
    Candidate { trigger, ..fresh(id) }
}

fn waiting(candidate: Candidate) -> Candidate {
    Candidate { waits: true, ..candidate }
}

/// Live runs of the schedule: `started` that have started and `waiting` that wait.
fn held(started: u32, waiting: u32) -> HeldRows {
    let mut held = HeldRows::default();
    let blocker = (started > 0).then_some(OccurrenceId(1));
    let first_waiting = (waiting > 0).then_some((Timestamp::UNIX_EPOCH, OccurrenceId(0)));
    held.add(Some(""), LaneRelation::Live, OpenCount { started, blocker, waiting, first_waiting });
    held
}

fn runs(standing: LaneRelation, id: i64) -> HeldRows {
    let mut held = HeldRows::default();
    held.add(Some(""), standing, OpenCount::started(OccurrenceId(id)));
    held
}

fn wait(blocker: i64, behind: u32) -> Verdict {
    Verdict::Wait { blocker: Some(OccurrenceId(blocker)), behind }
}

fn starts(verdicts: &[Verdict]) -> Vec<bool> {
    verdicts.iter().map(|verdict| *verdict == Verdict::Start).collect()
}

fn is_wait(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Wait { .. })
}

fn early(id: i64) -> Candidate {
    Candidate { is_early: true, ..fresh(id) }
}

fn lost(id: i64, attempt: u32) -> Candidate {
    Candidate { state: State::Running, attempt, ..fresh(id) }
}

fn skipped(reason: SkipReason, blocker: Option<i64>) -> Verdict {
    Verdict::End { reason: Reason::Skipped(reason), blocker: blocker.map(OccurrenceId) }
}

fn failed(reason: FailReason) -> Verdict {
    Verdict::End { reason: Reason::Failed(reason), blocker: None }
}

fn verdicts(gate: &Gate, started: u32, candidates: &[Candidate]) -> Vec<Verdict> {
    admit(gate, &held(started, 0), candidates).verdicts
}

/// A run that is open now may be over when the early candidate is due.
#[test]
fn early_candidates_start_in_a_free_lane_or_are_decided_on_later() {
    let all = [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther];
    for overlap in all {
        let gate = gate(overlap);
        assert_eq!(verdicts(&gate, 0, &[early(7), early(8)]), [Verdict::Start, Verdict::Later], "{overlap:?}");
        let admission = admit(&gate, &held(1, 1), &[early(7)]);
        assert_eq!(admission.verdicts, [Verdict::Later], "{overlap:?}");
        assert!(!admission.replaces_others(), "{overlap:?}");
        assert_eq!(verdicts(&gate, 0, &[early(7), fresh(8)]), [Verdict::Later, Verdict::Start], "{overlap:?}");
    }
    assert_eq!(verdicts(&gate(Overlap::AllowAll), 9, &[early(7), early(8)]), [Verdict::Start, Verdict::Start]);
}

#[test]
fn a_skip_names_its_blocker() {
    let overlap = gate(Overlap::Skip);
    assert_eq!(verdicts(&overlap, 1, &[fresh(7)]), [skipped(SkipReason::Overlap, Some(1))]);
    assert_eq!(verdicts(&overlap, 0, &[fresh(7), fresh(8)]), [Verdict::Start, skipped(SkipReason::Overlap, Some(7))]);
}

#[test]
fn retries_and_takeovers_continue_and_block_others() {
    let retry = Candidate { attempt: 1, ..fresh(5) };
    let blocked = skipped(SkipReason::Overlap, Some(5));
    assert_eq!(verdicts(&gate(Overlap::Skip), 0, &[fresh(4), retry]), [blocked, Verdict::Start]);
    assert_eq!(verdicts(&gate(Overlap::Skip), 0, &[lost(5, 1), fresh(6)]), [Verdict::Start, blocked]);
}

#[test]
fn buffers_hold_one_or_a_thousand() {
    let full = skipped(SkipReason::BufferFull, Some(1));
    assert_eq!(verdicts(&gate(Overlap::BufferOne), 1, &[fresh(2), fresh(3)]), [wait(1, 0), full]);
    assert_eq!(verdicts(&gate(Overlap::BufferAll), 1, &[fresh(2), fresh(3)]), [wait(1, 0), wait(1, 1)]);
    let thousand = held(1, Overlap::BUFFER_MAX);
    assert_eq!(admit(&gate(Overlap::BufferAll), &thousand, &[fresh(2)]).verdicts, [full]);
    // A candidate that already waits keeps its place.
    let again = admit(&gate(Overlap::BufferAll), &thousand, &[waiting(fresh(2))]).verdicts;
    assert_eq!(again, [wait(1, Overlap::BUFFER_MAX)]);
    assert_eq!(verdicts(&gate(Overlap::BufferOne), 0, &[waiting(fresh(2)), fresh(3)]), [Verdict::Start, wait(2, 0)]);
}

#[test]
fn waiting_candidates_are_served_before_new_ones() {
    let full = skipped(SkipReason::BufferFull, Some(1));
    // The new one comes first in the claim, because it was due before the other was to be claimed again.
    let new_first = [fresh(3), waiting(fresh(2))];
    assert_eq!(verdicts(&gate(Overlap::BufferOne), 1, &new_first), [full, wait(1, 0)]);
    assert_eq!(verdicts(&gate(Overlap::BufferOne), 0, &new_first), [wait(2, 0), Verdict::Start]);
    let replaced = [wait(1, 0), skipped(SkipReason::Overlap, Some(3))];
    assert_eq!(verdicts(&gate(Overlap::CancelOther), 1, &new_first), replaced);
    // A waiting occurrence that is not in this claim keeps its right to the slot.
    for overlap in [Overlap::BufferOne, Overlap::BufferAll] {
        let verdicts = admit(&gate(overlap), &held(0, 1), &[fresh(3)]).verdicts;
        assert!(is_wait(verdicts[0]), "{overlap:?}: {verdicts:?}");
    }
    let limited = Gate { max_concurrent: Some(2), ..gate(Overlap::AllowAll) };
    assert_eq!(starts(&admit(&limited, &held(0, 1), &[fresh(3), fresh(4)]).verdicts), [true, false]);
}

#[test]
fn max_concurrent_limits_the_runs_of_all_discriminators() {
    let limited = Gate { max_concurrent: Some(2), ..gate(Overlap::AllowAll) };
    let named = |id: i64, name: &str| Candidate { discriminator: name.to_owned(), ..fresh(id) };
    assert_eq!(starts(&verdicts(&limited, 1, &[named(2, "a"), named(3, "b")])), [true, false]);
    assert_eq!(verdicts(&gate(Overlap::AllowAll), 9, &[fresh(2)]), [Verdict::Start]);
}

#[test]
fn the_newest_replaces_the_runs_of_its_lane() {
    let admission = admit(&gate(Overlap::CancelOther), &held(1, 1), &[fresh(3), fresh(4)]);
    assert_eq!(admission.verdicts[0], skipped(SkipReason::Overlap, Some(4)));
    assert!(is_wait(admission.verdicts[1]) && admission.replaces_others());
    let free = admit(&gate(Overlap::CancelOther), &HeldRows::default(), &[fresh(4)]);
    assert_eq!((free.verdicts.as_slice(), free.replaces_others()), (&[Verdict::Start][..], false));
    // A released occurrence does not replace one that was planned later and waits for it.
    let released = verdicts(&gate(Overlap::CancelOther), 0, &[fresh(5), waiting(fresh(6))]);
    assert_eq!(released, [skipped(SkipReason::Overlap, Some(6)), Verdict::Start]);
}

#[test]
fn discriminators_do_not_block_each_other() {
    let named = |id: i64, name: &str| Candidate { discriminator: name.to_owned(), ..fresh(id) };
    for overlap in [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther] {
        let three = [named(2, "a"), named(3, "b"), named(4, "c")];
        assert_eq!(verdicts(&gate(overlap), 1, &three), [Verdict::Start; 3], "{overlap:?}");
    }
    // A row of an older program does not record its lane, and blocks all lanes.
    let mut unknown = HeldRows::default();
    unknown.add(None, LaneRelation::Live, OpenCount::started(OccurrenceId(1)));
    let blocked = admit(&gate(Overlap::Skip), &unknown, &[named(2, "a")]).verdicts;
    assert_eq!(blocked, [skipped(SkipReason::Overlap, Some(1))]);
}

const ONE_AT_A_TIME: [Overlap; 4] = [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther];

#[test]
fn occurrences_created_together_queue_in_nominal_order() {
    for trigger in [Trigger::CatchUp, Trigger::Backfill, Trigger::Retry] {
        for overlap in ONE_AT_A_TIME {
            let together = [2, 3, 4].map(|id| triggered(trigger, id));
            let given = verdicts(&gate(overlap), 0, &together);
            assert_eq!(given, [Verdict::Start, wait(2, 0), wait(2, 1)], "{trigger:?} {overlap:?}");
            // A later one that is claimed alone does not overtake one that waits.
            let mut earlier = HeldRows::default();
            let standing = LaneRelation::of(trigger, None);
            earlier.add(Some(""), standing, OpenCount::waiting(Timestamp::from_second(2).unwrap(), OccurrenceId(2)));
            let alone = admit(&gate(overlap), &earlier, &[waiting(triggered(trigger, 3))]).verdicts;
            assert_eq!(alone, [wait(2, 1)], "{trigger:?} {overlap:?}");
            let first = admit(&gate(overlap), &earlier, &[waiting(triggered(trigger, 1))]).verdicts;
            assert_eq!(first, [Verdict::Start], "{trigger:?} {overlap:?}");
        }
    }
    // Even where all may overlap, a backfill is sequential unless it sets its own concurrency.
    let backfill = [2, 3].map(|id| triggered(Trigger::Backfill, id));
    assert_eq!(starts(&verdicts(&gate(Overlap::AllowAll), 5, &backfill)), [true, false]);
}

#[test]
fn a_live_occurrence_waits_for_a_backfill_and_goes_before_the_rest() {
    let backfill = triggered(Trigger::Backfill, 2);
    for overlap in ONE_AT_A_TIME {
        let admission = admit(&gate(overlap), &runs(LaneRelation::Requested, 1), &[fresh(9)]);
        assert_eq!(admission.verdicts, [wait(1, 0)], "{overlap:?}");
        assert!(!admission.replaces_others(), "{overlap:?} does not cancel a backfill");
        let free = verdicts(&gate(overlap), 0, &[waiting(backfill.clone()), waiting(fresh(9))]);
        assert_eq!(free, [wait(9, 0), Verdict::Start], "{overlap:?}");
        // A second one treats the first, which waits, like a run.
        let mut waits = runs(LaneRelation::Requested, 1);
        waits.add(
            Some(""),
            LaneRelation::Live,
            OpenCount::waiting(Timestamp::from_second(8).unwrap(), OccurrenceId(8)),
        );
        let second = admit(&gate(overlap), &waits, &[fresh(9)]).verdicts;
        let expected = match overlap {
            Overlap::Skip => skipped(SkipReason::Overlap, Some(8)),
            Overlap::BufferOne | Overlap::BufferAll => wait(1, 1),
            Overlap::CancelOther => wait(1, 0),
            Overlap::AllowAll => unreachable!("`allow_all` is not in the list"),
        };
        assert_eq!(second, [expected], "{overlap:?}");
    }
}

/// Regression test: the second live occurrence used to be skipped for the backfill, although only the first waits for
/// it.
#[test]
fn a_buffer_has_the_same_room_behind_a_backfill() {
    let at = |id: i64| Timestamp::from_second(id).unwrap();
    let (mut waits, one) = (runs(LaneRelation::Requested, 1), gate(Overlap::BufferOne));
    let three = [fresh(7), fresh(8), fresh(9)];
    // Without the backfill, the first would run, the second would wait, and the first would block the third.
    let given = admit(&one, &waits, &three).verdicts;
    assert_eq!(given, [wait(1, 0), wait(1, 1), skipped(SkipReason::BufferFull, Some(7))]);
    // An occurrence of catch-up that goes first takes the place of the run.
    waits.add(Some(""), LaneRelation::CatchUp, OpenCount::waiting(at(5), OccurrenceId(5)));
    let given = admit(&one, &waits, &three[..2]).verdicts;
    assert_eq!(given, [wait(1, 1), skipped(SkipReason::BufferFull, Some(5))]);
    let mut queue = runs(LaneRelation::Requested, 1);
    let waiting = Overlap::BUFFER_MAX;
    queue.add(Some(""), LaneRelation::Live, OpenCount { waiting, ..OpenCount::waiting(at(2), OccurrenceId(2)) });
    let given = admit(&gate(Overlap::BufferAll), &queue, &[fresh(8), fresh(9)]).verdicts;
    assert_eq!(given, [wait(1, waiting), skipped(SkipReason::BufferFull, Some(2))]);
}

#[test]
fn a_live_occurrence_is_not_skipped_because_of_catch_up() {
    for overlap in [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll] {
        let late = triggered(Trigger::CatchUp, 2);
        let given = admit(&gate(overlap), &runs(LaneRelation::CatchUp, 1), &[late, fresh(9)]).verdicts;
        assert_eq!(given, [wait(1, 0), wait(1, 1)], "{overlap:?}");
    }
    // The newest run wins, whatever it replaces.
    let admission = admit(&gate(Overlap::CancelOther), &runs(LaneRelation::CatchUp, 1), &[fresh(9)]);
    assert_eq!((admission.verdicts.as_slice(), admission.replaces_others()), (&[wait(1, 0)][..], true));
}

#[test]
fn a_backfill_with_its_own_concurrency_runs_beside_others() {
    let beside = |id: i64| Candidate { concurrency: Some(2), ..triggered(Trigger::Backfill, id) };
    let three = [beside(2), beside(3), beside(4)];
    assert_eq!(starts(&verdicts(&gate(Overlap::Skip), 1, &three)), [true, true, false]);
    // A backfill with its own concurrency takes no slot from a live occurrence.
    assert_eq!(admit(&gate(Overlap::Skip), &runs(LaneRelation::Beside, 1), &[fresh(9)]).verdicts, [Verdict::Start]);
    let limited = Gate { max_concurrent: Some(2), ..gate(Overlap::AllowAll) };
    assert_eq!(starts(&verdicts(&limited, 1, &three)), [true, false, false]);
}

#[test]
fn the_wait_grows_with_the_position_in_the_queue() {
    let now = Timestamp::UNIX_EPOCH;
    assert_eq!(wait_until(now, 0), now + WAIT_FOR);
    assert_eq!(wait_until(now, 2), now + WAIT_FOR * 3);
    assert_eq!(wait_until(now, u32::MAX), now + WAIT_FOR_MAX);
}

#[test]
fn lost_runs_fail_when_attempts_are_exhausted_or_at_most_once() {
    assert_eq!(verdicts(&gate(Overlap::Skip), 0, &[lost(1, 3)]), [failed(FailReason::LeaseExhausted)]);
    let at_most_once = Gate { delivery: Delivery::AtMostOnce, ..gate(Overlap::Skip) };
    assert_eq!(verdicts(&at_most_once, 0, &[lost(1, 1)]), [failed(FailReason::OutcomeUnknown)]);
    let asked_to_stop = Candidate { cancel_requested: true, ..lost(1, 1) };
    assert_eq!(verdicts(&gate(Overlap::Skip), 0, &[asked_to_stop]), [failed(FailReason::Canceled)]);
}

#[test]
fn only_requests_made_after_a_pause_start_during_it() {
    let paused = Gate { status: Status::Paused, revision: Revision(4), ..gate(Overlap::AllowAll) };
    let before = Candidate { trigger: Trigger::Manual, revision: Revision(3), ..fresh(1) };
    let since = Candidate { trigger: Trigger::Manual, revision: Revision(4), ..fresh(2) };
    let stopped = skipped(SkipReason::Paused, None);
    let given = verdicts(&paused, 0, &[fresh(9), before, since, lost(3, 1)]);
    assert_eq!(given, [stopped, stopped, Verdict::Start, stopped]);
    for (status, reason) in [
        (Status::Canceled, SkipReason::Canceled),
        (Status::Disabled, SkipReason::Disabled),
        (Status::Deleted, SkipReason::ScheduleDeleted),
    ] {
        assert_eq!(verdicts(&Gate { status, ..paused }, 0, &[fresh(9)]), [skipped(reason, None)]);
    }
}
