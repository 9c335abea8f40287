-- What a worker's report changes, and no more: this is written for every run. What has begun stays busy until it ends.
UPDATE occurrences
SET state = :state, at = :at, waits = :waits, cancel_requested = :cancel_requested, lease_owner = :lease_owner,
    reason = :reason, message = :message, target_kind = :target_kind, target_id = :target_id
WHERE id = :id
