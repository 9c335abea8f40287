-- What a success that made nothing changes, for neighbours at once: most runs end so.
-- FAIL as in occurrences_start.
UPDATE OR FAIL occurrences
SET state = :generated, at = :now, waits = 0, cancel_requested = 0, reason = NULL, message = NULL, target_kind = NULL,
    target_id = NULL
WHERE id BETWEEN :first AND :last
