-- Jumps in the index of open rows to the next tenant, state and priority that has any, and to its earliest row.
SELECT tenant, state, priority, ready_at
FROM occurrences
WHERE ended_at IS NULL AND (tenant, state, priority) > (:tenant, :state, :priority)
ORDER BY tenant, state, priority, ready_at
LIMIT 1
