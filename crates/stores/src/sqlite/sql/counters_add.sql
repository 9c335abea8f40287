-- Adds differences to the counters of adjacent schedules whose rows completed in the same way, so nothing has
-- to be read first. Counters saturate at their maximum. OR FAIL: see occurrence_start.
UPDATE OR FAIL progress
SET runs = min(runs, 0x7fffffffffffffff - :runs) + :runs,
    generated = min(generated, 0x7fffffffffffffff - :generated) + :generated,
    skipped = min(skipped, 0x7fffffffffffffff - :skipped) + :skipped,
    failed = min(failed, 0x7fffffffffffffff - :failed) + :failed,
    failures_in_a_row = CASE WHEN :has_success THEN 0 ELSE min(failures_in_a_row, 0x7fffffffffffffff - :failures) END
                        + :failures,
    last_ended_at = coalesce(:last_ended_at, last_ended_at),
    last_success_at = coalesce(:last_success_at, last_success_at),
    last_error = CASE WHEN :has_success THEN :last_error ELSE coalesce(:last_error, last_error) END
WHERE uid BETWEEN :first AND :last
