-- Writes only the columns that a settlement changes, because this statement runs for every run. A started row
-- stays busy until it completes.
UPDATE occurrences
SET state = :state, at = :at, waits = :waits, cancel_requested = :cancel_requested, lease_owner = :lease_owner,
    reason = :reason, message = :message, target_kind = :target_kind, target_id = :target_id
WHERE id = :id
