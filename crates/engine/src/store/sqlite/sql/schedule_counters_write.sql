-- Once for each schedule of a batch, however many of its rows have ended.
UPDATE schedules
SET runs = :runs, generated = :generated, skipped = :skipped, failed = :failed,
    failures_in_a_row = :failures_in_a_row, last_ended_at = :last_ended_at, last_success_at = :last_success_at,
    last_error = :last_error
WHERE uid = :uid
