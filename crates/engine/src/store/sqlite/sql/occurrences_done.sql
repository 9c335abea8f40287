-- What a success that made nothing changes, for all of a batch at once: most runs end so.
UPDATE occurrences
SET state = :generated, ready_at = :now, waits = 0, cancel_requested = 0, lease_until = NULL, ended_at = :now,
    reason = NULL, message = NULL, target_kind = NULL, target_id = NULL
WHERE id IN (SELECT value FROM json_each(:ids))
