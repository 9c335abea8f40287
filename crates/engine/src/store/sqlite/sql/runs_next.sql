-- Jumps in the index of open rows to the next tenant and priority that has any, fresh or busy, and to its
-- earliest row.
SELECT tenant, is_busy, priority, ready_at
FROM occurrences INDEXED BY occurrences_ready
WHERE ended_at IS NULL AND (tenant, is_busy, priority) > (:tenant, :is_busy, :priority)
ORDER BY tenant, is_busy, priority, ready_at
LIMIT 1
