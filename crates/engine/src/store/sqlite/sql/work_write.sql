-- Everything that a move may change, decided before from the item as it was read in this transaction.
UPDATE work_items
SET state = :state, ready_at = :ready_at, attempt = :attempt, fence = :fence, lease_owner = :lease_owner,
    lease_until = :lease_until, ended_at = :ended_at, error = :error, result = :result
WHERE id = :id
