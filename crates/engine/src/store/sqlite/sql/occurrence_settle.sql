-- What a worker's report changes, and no more: this is written for every run.
UPDATE occurrences
SET state = :state, ready_at = :ready_at, waits = :waits, cancel_requested = :cancel_requested,
    lease_owner = :lease_owner, lease_until = :lease_until, ended_at = :ended_at, reason = :reason, message = :message,
    target_kind = :target_kind, target_id = :target_id
WHERE id = :id
