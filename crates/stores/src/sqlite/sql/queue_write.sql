-- Writes every column that a state transition may change. The transition was decided from the item as read in
-- this transaction.
UPDATE work_items
SET state = :state, ready_at = :ready_at, attempt = :attempt, fence = :fence, lease_owner = :lease_owner,
    lease_until = :lease_until, ended_at = :ended_at, error = :error, result = :result
WHERE id = :id
