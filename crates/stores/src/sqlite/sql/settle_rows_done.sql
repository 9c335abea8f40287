-- Settles successful runs without a target or message, for a range of adjacent IDs at once. Most runs complete
-- this way. OR FAIL: see occurrence_start.
UPDATE OR FAIL occurrences
SET state = :generated, at = :now, waits = 0, cancel_requested = 0, reason = NULL, message = NULL, target_kind = NULL,
    target_id = NULL
WHERE id BETWEEN :first AND :last
