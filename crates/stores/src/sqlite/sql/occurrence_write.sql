-- Writes every column that a state transition may change. The transition was decided from the row as read in
-- this transaction.
UPDATE occurrences
SET state = :state, turn = :turn, at = :at, attempt = :attempt, waits = :waits, fence = :fence,
    cancel_requested = :cancel_requested, lease_owner = :lease_owner, started_at = :started_at, trigger = :trigger,
    revision = :revision, nominal_at = :nominal_at, due_at = nullif(:due_at, :nominal_at), reason = :reason,
    message = :message, blocker = :blocker, target_kind = :target_kind, target_id = :target_id,
    concurrency = :concurrency
WHERE id = :id
