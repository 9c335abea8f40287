-- Jumps in the index of open rows to the next tenant and turn that has any, and to its earliest row.
SELECT tenant, turn, at
FROM occurrences INDEXED BY occurrences_ready
WHERE state < 2 AND (tenant, turn) > (:tenant, :turn)
ORDER BY tenant, turn, at
LIMIT 1
