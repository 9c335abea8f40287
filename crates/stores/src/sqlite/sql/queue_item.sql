-- An item of another tenant is not found.
SELECT id, queue, key, payload, priority, ready_at, max_attempts, occurrence, state, attempt, fence, lease_owner,
       lease_until, created_at, ended_at, result, error
FROM work_items
WHERE id = :id AND tenant = :tenant
